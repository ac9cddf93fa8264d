"""Rulings, rules and tables as people see them."""

from __future__ import annotations

import inspect
import json
from fractions import Fraction

import pandas as pd
import polars as pl
import pytest
from conftest import ROOT, WOOD

import grognard as gr


def test_a_ruling_explains_itself(battle: gr.Battle) -> None:
    ruling = battle.check(gr.March("1/9").advance("40 cm").wheel("left", 5))
    told = ruling.explain()
    assert told.startswith("refused: 4.3142 of 1 of a move")
    for finding in ruling.findings:
        assert finding.text in told
    assert str(ruling) == told
    with pytest.raises(gr.ArgumentError, match="no language 'xx'; there are en, ru"):
        ruling.explain("xx")
    with pytest.raises(gr.ArgumentTypeError, match="code"):
        ruling.explain(None)  # type: ignore[arg-type]
    assert repr(ruling).startswith("<Ruling refused 4.3142/1: over-allowance")
    html = ruling._repr_html_()
    assert "over-allowance" not in html and "<table>" in html and "refused" in html
    assert json.dumps(ruling.to_dict(), default=str)


def test_html_is_escaped(battle: gr.Battle) -> None:
    ruling = battle.check(gr.March("<b>&").advance("1 cm"))
    assert "&lt;b&gt;&amp;" in ruling._repr_html_() and "<b>&" not in ruling._repr_html_()


def test_tables_become_frames(battle: gr.Battle) -> None:
    ruling = battle.check(gr.March("1/9").advance("4 cm").wheel("left", 5))
    assert ruling.ledger.to_dicts()[0]["share"] == Fraction(2, 5)
    frame = ruling.ledger.to_pandas()
    assert isinstance(frame, pd.DataFrame)
    assert frame["share"].tolist() == [0.4, pytest.approx(0.314159, abs=1e-5)]
    columns = ruling.ledger.to_polars()
    assert isinstance(columns, pl.DataFrame)
    assert columns.height == 2
    units = battle.units.to_pandas()
    assert units["id"].tolist() == ["1/9", "2/9", "lancers"] and units["figures"].sum() == 88
    assert battle.units.to_polars().height == 3
    assert battle.rules.charts.to_polars().height == len(battle.rules.charts)
    assert ruling.ledger[:1] == [ruling.ledger[0]] and len(ruling.ledger[5:]) == 0
    for shown in (battle.units, ruling.findings, battle.brigades, battle.rules.orders, battle.rules.charts):
        assert "<table>" in shown._repr_html_()


def test_the_rules_explain_their_words(battle: gr.Battle) -> None:
    rules = battle.rules
    assert (rules.id, rules.scale, rules.unit) == ("general-de-brigade", "15mm", "cm")
    assert rules.formations["line"].meaning
    assert rules.conditions["unformed"].mark and "unformed" in rules.marks
    assert "movement" in rules.phases and "15mm" in rules.scales and "infantry" in rules.arms
    assert all(clause.summary for clause in rules.clauses.values())
    reading = rules.readings["front-zone"]
    assert reading.value in reading.choices and reading.question
    cell = rules.charts["movement.infantry.line.cm"]
    assert cell.value == 10 and cell.provenance == "printed"
    assert set(rules.charts.under("movement.infantry.line")) >= {cell.key}
    with pytest.raises(gr.UnknownName):
        rules.charts.under("movement.infantr")


def test_order_kinds_are_functions_with_help(battle: gr.Battle) -> None:
    orders = battle.rules.orders
    assert "quarter_turn" in dir(orders) and "quarter-turn" in orders
    turn = orders.quarter_turn
    assert turn("1/9", to="line", hand="left") == gr.Order("quarter-turn", "1/9", to="line", hand="left")
    assert list(inspect.signature(turn).parameters) == ["unit", "to", "hand"]
    assert "left, right" in (turn.__doc__ or "")
    assert orders["march"]("1/9", course="advance 1 cm") == gr.March("1/9").advance("1 cm")
    assert isinstance(orders.change_formation("1/9", to="line"), gr.ChangeFormation)
    with pytest.raises(gr.ArgumentError, match="did you mean 'hand'"):
        turn("1/9", to="line", hnd="left")
    with pytest.raises(gr.ArgumentError, match="did you mean 'left'"):
        turn("1/9", to="line", hand="lft")
    with pytest.raises(gr.ArgumentError, match="lacks its argument 'hand'"):
        turn("1/9", to="line")
    with pytest.raises(gr.ArgumentTypeError, match="is a word"):
        turn("1/9", to="line", hand=3)
    with pytest.raises(AttributeError, match="did you mean 'quarter_turn'"):
        orders.quater_turn  # noqa: B018
    with pytest.raises(gr.UnknownName, match="did you mean 'quarter-turn'"):
        orders["quater-turn"]


def test_the_same_order_under_several_rulesets() -> None:
    comparison = gr.compare(WOOD, gr.March("1/9").advance("4 cm"))
    assert list(comparison) == gr.Scenario.open(WOOD).rulesets
    assert comparison["general-de-brigade"].allowed
    assert comparison.to_dicts()[0]["verdict"] == "allowed"
    assert comparison.to_pandas().loc["general-de-brigade", "spent"] == 0.4
    assert "general-de-brigade" in repr(comparison) and "<table>" in comparison._repr_html_()


def test_an_order_that_is_written_first_is_compared_where_it_is_carried_out() -> None:
    written = gr.compare(ROOT / "scenarios/quatre_bras.toml", gr.March("1/42").advance("5 cm"), "belle-alliance")
    ruling = written["belle-alliance"]
    assert ruling.allowed and ruling.spent > 0 and ruling.ledger


def test_a_battle_needs_to_know_its_ruleset() -> None:
    assert gr.Battle.load(WOOD).rules.id == "general-de-brigade"
    text = WOOD.read_text(encoding="utf-8").replace("general-de-brigade", "chess")
    with pytest.raises(gr.UnknownRuleset, match="chess"):
        gr.Battle.load(gr.Scenario.read(text))
    with pytest.raises(gr.ScenarioError, match="format"):
        gr.Scenario.read("")
    with pytest.raises(gr.ArgumentTypeError):
        gr.Scenario.read(b"")  # type: ignore[arg-type]
