"""Plans: carried out they do what they say, and where there is none they say why."""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

import grognard as gr

SCENARIOS = Path(__file__).parents[2] / "scenarios"
UNIT = "1/108"
#: How far troops go in a move, about, mm.
MOVES = {"horse-and-musket": 100.0, "general-de-brigade": 150.0, "belle-alliance": 200.0}


def load(rules: str) -> gr.Battle:
    return gr.Battle.load(SCENARIOS / "quatre_bras.toml", rules=rules, seed=1815)


@pytest.fixture(params=list(MOVES))
def battle(request: pytest.FixtureRequest) -> gr.Battle:
    return load(request.param)


def before(battle: gr.Battle, moves: float = 1.8) -> tuple[float, float]:
    """A place some moves before the unit."""
    from math import cos, radians, sin

    unit = battle.units[UNIT]
    far = moves * MOVES[battle.rules.id]
    turn = radians(unit.facing + 15)
    return unit.at[0] + far * sin(turn), unit.at[1] + far * cos(turn)


def test_it_comes_there_and_into_line_facing_north_east(battle: gr.Battle) -> None:
    """The orders of the plan, given in their phases, bring the unit where it was to come."""
    place = before(battle)
    log = len(battle.log)
    plan = battle.plan(UNIT, to=place, facing=45, formation="line")
    assert len(battle.log) == log and plan and plan.found and plan.reason is None
    assert plan.unit == UNIT
    assert 1 <= len(plan.turns) <= 6
    assert plan.risk == Fraction(0)
    assert plan.danger is not None and plan.danger > 0
    assert plan.assumes and plan.rulings > 0
    assert 1 <= plan.least <= len(plan.turns) and not plan.out_of_reach
    assert plan.proved == (plan.least == len(plan.turns))
    assert all(order.ruling.allowed and order.why for order in plan.orders)
    last = plan.turns[-1]
    rulings = plan.carry_out()
    assert [ruling.verdict for ruling in rulings] == ["allowed"] * len(plan.orders)
    unit = battle.units[UNIT]
    assert (unit.at[0], unit.at[1], unit.facing) == (last.end.x, last.end.y, last.end.facing)
    assert unit.formation == last.formation == "line"
    assert abs(unit.facing - 45) <= 1
    assert ((unit.at[0] - place[0]) ** 2 + (unit.at[1] - place[1]) ** 2) ** 0.5 == pytest.approx(last.distance)
    assert last.distance <= 10


def test_the_same_battle_gives_the_same_plan(battle: gr.Battle) -> None:
    """A plan depends on the battle alone, and not on how its dice are going to fall."""
    place = before(battle)
    one = battle.plan(UNIT, to=place).to_dict()
    assert battle.plan(UNIT, to=place).to_dict() == one
    other = gr.Battle.load(battle.scenario, rules=battle.rules.id, seed=7)
    assert other.plan(UNIT, to=place).to_dict() == one
    side = battle.units[UNIT].side
    seen = battle.view(side).plan(UNIT, to=place)
    if battle.rules.phases[battle.phase].mode == "write":
        assert seen.reason == "cannot-move", "a side measures nothing yet"
        battle = gr.Battle.load(battle.scenario, rules=battle.rules.id, readings={"measuring": "always"})
        one, seen = battle.plan(UNIT, to=place).to_dict(), battle.view(side).plan(UNIT, to=place)
    assert seen.to_dict() == one
    assert json.loads(json.dumps(one)) == one


def test_its_orders_can_be_written_down(battle: gr.Battle) -> None:
    """The plain form holds the orders as `Order.from_dict` reads them."""
    plan = battle.plan(UNIT, to=before(battle), formation="line")
    rows = [row for turn in plan.to_dict()["turns"] for row in turn["orders"]]
    orders = [gr.Order.from_dict({key: row[key] for key in ("kind", "subject", "args")}) for row in rows]
    assert orders == [planned.order for planned in plan.orders]


def test_it_is_shown(battle: gr.Battle) -> None:
    """In words, as a table and on the map."""
    plan = battle.plan(UNIT, to=before(battle), facing=45)
    told = plan.explain()
    assert f"{UNIT} comes at" in told and "Turn " in told and "Everybody else" in told
    assert repr(plan).startswith(f"<Plan: {UNIT} comes at")
    ElementTree.fromstring(plan._repr_svg_())
    assert plan._repr_svg_() != battle.svg(highlight=[UNIT])
    html = plan._repr_html_()
    assert "<table" in html and "<svg" in html
    ElementTree.fromstring(html)
    with pytest.raises(gr.ArgumentError, match="language"):
        plan.explain("xx")
    with pytest.raises(gr.ArgumentTypeError):
        plan.explain(1)  # type: ignore[arg-type]


def test_it_says_why_there_is_none() -> None:
    """A plan that there is none is false, and names the reason."""
    battle = load("general-de-brigade")
    x, y = battle.units[UNIT].at
    far = battle.plan(UNIT, to=(x, y + 700), turns=1)
    assert not far and far.reason == "too-far" and not far.orders and not far.turns
    assert far.nearest is not None and far.nearest.y > y
    assert "none was found in 1 turn" in far.explain()
    with pytest.raises(gr.ArgumentError, match="no plan"):
        far.carry_out()
    assert "<svg" in far._repr_html_()
    taken = battle.plan(UNIT, to=(560 - 20 * 0.454, -1330 - 20 * 0.891))
    assert taken.reason == "place-taken" and "1/61" in taken.explain()
    closed = battle.plan(UNIT, to=(x, y), formation="unlimbered")
    assert closed.reason == "formation-not-open"


def test_it_is_there_already() -> None:
    battle = load("horse-and-musket")
    unit = battle.units[UNIT]
    plan = battle.plan(UNIT, to=tuple(unit.at), facing=unit.facing, formation=unit.formation)
    assert plan and not plan.turns and "already" in plan.explain()
    assert plan.carry_out() == []


@pytest.mark.parametrize(
    ("wrong", "error", "words"),
    [
        ({"unit": "1/109"}, gr.ArgumentError, "there is no unit '1/109'; did you mean"),
        ({"to": (float("nan"), 0)}, gr.ArgumentError, "nan"),
        ({"to": (float("inf"), 0)}, gr.ArgumentError, "inf"),
        ({"to": (1e6, 0)}, gr.ArgumentError, "off the table"),
        ({"to": 5}, gr.ArgumentTypeError, "pair"),
        ({"to": (1, 2, 3)}, gr.ArgumentTypeError, "pair"),
        ({"to": ("a", 2)}, gr.ArgumentTypeError, "number"),
        ({"facing": float("nan")}, gr.ArgumentError, "facing"),
        ({"facing": "north"}, gr.ArgumentTypeError, "facing"),
        ({"formation": "lin"}, gr.ArgumentError, "did you mean 'line'"),
        ({"formation": 3}, gr.ArgumentTypeError, "formation"),
        ({"within": "0 cm"}, gr.ArgumentError, "within"),
        ({"within": 10}, gr.ArgumentTypeError, "length"),
        ({"within_degrees": 0}, gr.ArgumentError, "within degrees"),
        ({"turns": 0}, gr.ArgumentError, "1 or more"),
        ({"turns": -1}, gr.ArgumentError, "-1"),
        ({"turns": 1000}, gr.ArgumentError, "at most"),
        ({"turns": 2.5}, gr.ArgumentTypeError, "whole number"),
        ({"turns": True}, gr.ArgumentTypeError, "whole number"),
        ({"kind": "fire"}, gr.ArgumentError, "follows no course"),
        ({"course": "advance 1 cm"}, gr.ArgumentError, "leave 'course' out"),
    ],
)
def test_what_makes_no_sense_is_an_error(wrong: dict[str, Any], error: type[Exception], words: str) -> None:
    battle = load("general-de-brigade")
    given: dict[str, Any] = {"unit": UNIT, "kind": "march", "to": (600, -1000), **wrong}
    unit, kind = given.pop("unit"), given.pop("kind")
    with pytest.raises(error, match=words):
        battle.plan(unit, kind, **given)
    assert len(battle.log) == 0
