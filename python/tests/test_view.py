"""What one side writes is not shown to the other until it is carried out."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from conftest import ROOT, ready

import grognard as gr

TWO_BRIGADES = ROOT / "scenarios" / "two_brigades.toml"


@pytest.fixture
def writing() -> gr.Battle:
    """Two brigades a side; red has written one order, blue two that may come to the same ground."""
    battle = gr.Battle.load(TWO_BRIGADES, rules="belle-alliance", readings={"measuring": "always"}, seed=1815)
    orders = battle.rules.orders
    battle.order(orders.change_formation("r2", to="line", frontage=13))
    battle.order(orders.change_formation("b1", to="line", frontage=25))
    battle.order(orders.gait("bc", gait="fast"))
    return battle


def subjects(view: gr.View) -> list[str]:
    return [order.subject for order in view.written]


def test_each_side_sees_its_own(writing: gr.Battle) -> None:
    red, blue = writing.view("red"), writing.view("blue")
    assert len(writing.written) == 3
    assert (subjects(red), red.sealed) == (["r2"], {"blue": 2})
    assert (subjects(blue), blue.sealed) == (["b1", "bc"], {"red": 1})
    assert [event.what for event in red.log] == ["order", "sealed", "sealed"]
    sealed = red.log[-1]
    assert (sealed.order, sealed.rulings, sealed.dice, sealed.details) == (None, (), (), {"side": "blue"})
    assert repr(sealed) == "<3: turn 1, orders/write: sealed by blue>"


def test_nothing_shown_tells_of_the_other(writing: gr.Battle) -> None:
    red = writing.view("red")
    log = red.log
    shown = [repr(red), repr(log), log.to_json_lines(), json.dumps(log.to_dicts(), default=str)]
    assert "2 sealed by blue" in repr(red) and log.to_json_lines().count("\n") == 3
    for text in shown:
        assert not {"fast", "25", "bc", "b1"} & set(re.findall(r"\w+", text)), text
    assert {"fast", "25", "bc", "b1"} <= set(re.findall(r"\w+", writing.log.to_json_lines()))


def test_rulings_do_not_tell_either() -> None:
    battle = gr.Battle.load(TWO_BRIGADES, rules="belle-alliance", seed=1815)
    battle.mark("", "umpire-measures")
    orders = battle.rules.orders
    battle.order(orders.change_formation("b1", to="line", frontage=25))
    # Both want the same ground.
    rival = orders.change_formation("b2", to="line", frontage=25)
    told = battle.check(rival)
    assert "roll-needed" in [finding.slug for finding in told.findings]
    # Only the umpire measures yet; the sides do not even know that he does.
    assert "measured-early" in [finding.slug for finding in battle.view("blue").check(rival).findings]
    assert battle.conditions == {"umpire-measures": True} and battle.rules.marks["umpire-measures"].umpire
    red = battle.view("red")
    assert red.conditions == {} and "umpire" not in red.log.to_json_lines()
    assert [event.what for event in red.log] == ["sealed", "sealed"]
    assert [repr(event).count("sealed by") for event in red.log] == [0, 1]
    asked = red.check(rival)
    assert "roll-needed" not in [finding.slug for finding in asked.findings]
    assert red.check_many([rival, rival]) == [asked, asked]
    assert "roll-needed" not in red.odds(rival)[0].findings


def test_a_side_measures_nothing_before_orders_are_written() -> None:
    battle = gr.Battle.load(TWO_BRIGADES, rules="belle-alliance", seed=1815)
    battle.mark("", "umpire-measures")
    red, unit = battle.view("red"), battle.units["r1"]
    there = (unit.at[0], unit.at[1] + 50)
    assert battle.plan("r1", to=there, turns=1, within="30 cm") is not None
    assert red.plan("r1", to=there).reason == "cannot-move"
    assert not red.reach("r1").moves
    # Nor by what is carried out at once.
    back = battle.rules.orders.forced_move("r1", action="retreat", course="retire 300 cm")
    assert [finding.slug for finding in battle.check(back).findings] != ["measured-early"]
    with pytest.raises(gr.IllegalOrder) as caught:
        red.order(back)
    assert [finding.slug for finding in caught.value.ruling.findings] == ["measured-early"]
    assert not {"between", "near", "end_phase", "undo", "save", "mark", "adjust"} & set(dir(red))


def test_everything_is_open_once_it_is_carried_out(writing: gr.Battle) -> None:
    red = writing.view("red")
    writing.end_phase()
    assert subjects(red) == ["r2"], "announced is not carried out"
    ready(writing, "movement/change-formation")
    assert red.sealed == {"blue": 1} and [event.what for event in red.log[:3]] == ["order", "order", "sealed"]
    ready(writing, "movement/march")
    assert red.sealed == {"blue": 0} and red.log.to_json_lines() == writing.log.to_json_lines()
    while writing.log:
        writing.undo()
    assert red.written == [] and red.sealed == {"blue": 0}
    for _ in range(3):
        writing.redo()
    assert red.sealed == {"blue": 2}


def test_a_side_gives_orders_to_its_own(writing: gr.Battle) -> None:
    red, orders = writing.view("red"), writing.rules.orders
    assert red.order(orders.gait("rc", gait="fast")).allowed
    assert subjects(red) == ["r2", "rc"]
    with pytest.raises(gr.ArgumentError, match="'b1' is not of the side 'red'"):
        red.order(orders.gait("b1", gait="fast"))
    with pytest.raises(gr.ArgumentTypeError):
        red.order("rc: fast")  # type: ignore[arg-type]


def test_a_view_is_of_a_side(writing: gr.Battle) -> None:
    with pytest.raises(gr.ArgumentError, match="no side 'rad'.*red"):
        writing.view("rad")
    with pytest.raises(gr.ArgumentTypeError, match="id"):
        writing.view(1)  # type: ignore[arg-type]
    red = writing.view("red")
    assert (red.side, red.turn, red.phase, red.active, red.name) == ("red", 1, "orders/write", None, writing.name)
    assert red.units == writing.units and red.table == writing.table and red.rules.id == "belle-alliance"
    assert red.sides["blue"] and red.brigades and red.terrain and red.commanders is not None
    assert red.conditions == writing.conditions and red._repr_svg_() == writing._repr_svg_()


def test_the_save_is_the_umpires(writing: gr.Battle, tmp_path: Path) -> None:
    writing.save(tmp_path / "day.grog")
    opened = gr.Battle.open(tmp_path / "day.grog")
    assert opened.written == writing.written and opened.view("red").sealed == {"blue": 2}
    header = (tmp_path / "day.grog").read_text(encoding="utf-8").splitlines()[0]
    (tmp_path / "red.grog").write_text(f"{header}\n{writing.view('red').log.to_json_lines()}", encoding="utf-8")
    with pytest.raises(gr.SaveError, match="umpire's save"):
        gr.Battle.open(tmp_path / "red.grog")
