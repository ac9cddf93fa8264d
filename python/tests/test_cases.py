"""The case files of all rulesets, over the loaded plugins.

`tests/cases/<ruleset>/*.toml` say in the rules' words what each clause asks for. The Rust runner plays
them with the rulesets linked in; this one plays them through the package people use.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import pytest
from case_given import Given, merged
from case_then import differences

import grognard as gr

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

CASES = Path(__file__).parents[2] / "tests" / "cases"


def tries() -> list[Any]:
    found = []
    for path in sorted(CASES.rglob("*.toml")):
        file = tomllib.loads(path.read_text(encoding="utf-8"))
        for case in file["case"]:
            for number, attempt in enumerate(case["try"], 1):
                name = f"{file['ruleset']}/{path.stem}/{case['name']}/{attempt.get('name', number)}"
                found.append(pytest.param(file["ruleset"], case, attempt, id=name))
    return found


@pytest.mark.parametrize(("ruleset", "case", "attempt"), tries())
def test_case(ruleset: str, case: dict[str, Any], attempt: dict[str, Any]) -> None:
    given = Given(case["name"], ruleset, merged(case.get("given", {}), attempt.get("given", {})))
    for number, step in enumerate(attempt["do"], 1):
        before, events = given.battle.units.to_dicts(), len(given.battle.log)
        try:
            rulings, done = perform(given, step)
        except gr.ArgumentError:
            # Python refuses such a number before it comes to an order.
            assert set(step["then"]["findings"]) & {"bad-input", "non-finite-number"}
            continue
        wrong = differences(given, step.get("then", {}), rulings, ruled="order" in step or "check" in step)
        if not done and (events != len(given.battle.log) or before != given.battle.units.to_dicts()):
            wrong.append("the battle changed although nothing was done")
        told = "\n".join(map(str, rulings))
        assert not wrong, f"{case['rule']}\nstep {number}: {step}\n" + "\n".join(wrong) + f"\n{told}"


def test_there_are_cases_of_every_ruleset() -> None:
    assert {path.parent.name for path in CASES.rglob("*.toml")} == set(gr.rulesets())


def perform(given: Given, step: dict[str, Any]) -> tuple[list[gr.Ruling], bool]:
    """Does a step: its rulings, and whether the battle was to change."""
    battle = given.battle
    dice = step.get("dice") or None
    if "order" in step:
        try:
            return [battle.order(order(given, step["order"], step), dice)], True
        except gr.IllegalOrder as refused:
            return [refused.ruling], False
    if "check" in step:
        asked = battle.view(step["side"]) if "side" in step else battle
        return [asked.check(order(given, step["check"], step), dice)], False
    if "mark" in step:
        battle.mark(step.get("on", ""), step["mark"], step.get("value", True))
    elif "clear" in step:
        battle.mark(step.get("on", ""), step["clear"], None)
    elif "place" in step:
        x, y = (coordinate * given.scale for coordinate in step["at"])
        battle.adjust([{"effect": "place-commander", "commander": step["place"], "at": {"x": x, "y": y}}], "")
    elif "undo" in step:
        battle.undo()
    elif "redo" in step:
        battle.redo()
    elif step["end"] == "phase":
        return battle.end_phase(dice), True
    else:
        start, rulings = (battle.turn, battle.active), battle.end_phase()
        for _ in range(1000):
            there = (battle.turn, battle.active) != start if step["end"] == "turn" else battle.phase == step["end"]
            if there:
                break
            rulings += battle.end_phase()
        return rulings, True
    return [], True


def order(given: Given, kind: str, step: dict[str, Any]) -> gr.Order:
    """The order of a step, its numbers brought from the case's unit."""
    args = {**step.get("args", {}), **({"course": step["course"]} if "course" in step else {})}
    types = {}
    if kind in given.battle.rules.orders:
        types = {spec["name"]: spec["type"] for spec in given.battle.rules.orders[kind].to_dict()["arguments"]}
    args = {name: brought(given, value, types.get(name.replace("-", "_"), "")) for name, value in args.items()}
    return gr.Order(kind, step["subject"], **args)


def brought(given: Given, value: Any, type: str) -> Any:
    """A value of a case as the package takes it: bare lengths get the case's unit."""
    if type == "length" and isinstance(value, (int, float)) and not isinstance(value, bool):
        return gr.mm(value * given.scale)
    if type == "point" and isinstance(value, list):
        return [brought(given, coordinate, "length") for coordinate in value]
    if type == "course" and isinstance(value, list):
        return ", ".join(brought_step(given, one) for one in value)
    if type == "orders" and isinstance(value, list):
        return [suborder(given, one) for one in value]
    if isinstance(value, list):
        return [brought(given, one, "") for one in value]
    if isinstance(value, dict):
        inner = {"course": "course", "at": "point"}
        return {name: brought(given, one, inner.get(name, "")) for name, one in value.items()}
    return value


def brought_step(given: Given, step: Any) -> str:
    if isinstance(step, str):
        return step
    [(verb, value)] = step.items()
    if verb == "to":
        return f"to {value[0] * given.scale} {value[1] * given.scale}"
    return f"{verb} {value}" if isinstance(value, str) else f"{verb} {value} {given.unit}"


def suborder(given: Given, table: dict[str, Any]) -> gr.Order:
    rest = {name: v for name, v in table.items() if name not in ("kind", "order", "subject", "args")}
    kind = table.get("kind") or table["order"]
    return order(given, kind, {"subject": table["subject"], "args": {**table.get("args", {}), **rest}})
