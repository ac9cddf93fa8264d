"""What a case gives: a scenario without the ceremony. The same as the Rust runner's."""

from __future__ import annotations

from typing import Any

import tomli_w

import grognard as gr

KEYS = {
    "table", "phase", "active", "turn", "seed", "scale", "readings", "charts", "side", "brigade",
    "commander", "terrain", "unit", "conditions",
}  # fmt: skip
HALF_TABLE = 1524.0
MM = {"mm": 1.0, "cm": 10.0, "in": 25.4}


class Given:
    """A battle as a case gives it, and the unit that the case's numbers count."""

    def __init__(self, name: str, ruleset: str, given: dict[str, Any]) -> None:
        assert set(given) <= KEYS, f"given has no key {set(given) - KEYS}"
        self.unit = str(given.get("table", {}).get("unit") or _players_unit(ruleset, given.get("scale")))
        text = tomli_w.dumps(_scenario(name, ruleset, given, self.unit))
        self.battle = gr.Battle.load(gr.Scenario.read(text, name), ruleset, seed=given.get("seed", 1))
        self._reach_phase(given)
        effects = [
            {"effect": "set-condition", "on": on, "name": condition, "value": value}
            for on, conditions in _conditions(given)
            for condition, value in conditions.items()
        ]
        for effect in effects:
            self.battle.rules.conditions[effect["name"]]
        if effects:
            self.battle.adjust(effects, "given")

    @property
    def scale(self) -> float:
        """Millimetres of the case's unit."""
        return MM[self.unit]

    def _reach_phase(self, given: dict[str, Any]) -> None:
        wanted = given.get("phase") or _marching_phase(self.battle)
        assert wanted in self.battle.rules.phases, f"there is no phase {wanted}"
        side, turn = given.get("active"), given.get("turn", 0)
        for _ in range(10_000):
            there = side is None or self.battle.active in (None, side)
            if self.battle.phase == wanted and there and self.battle.turn >= turn:
                return
            self.battle.end_phase()
        raise AssertionError(f"the clock never reaches {wanted}")


def merged(under: dict[str, Any], over: dict[str, Any]) -> dict[str, Any]:
    """`over` laid over `under`: tables key by key, lists of tables with ids id by id, all else replaced."""
    result = dict(under)
    for key, new in over.items():
        old = result.get(key)
        if isinstance(old, dict) and isinstance(new, dict):
            new = merged(old, new)
        elif isinstance(old, list) and isinstance(new, list) and all(_has_id(part) for part in old + new):
            by_id = {part["id"]: part for part in old}
            for part in new:
                by_id[part["id"]] = merged(by_id[part["id"]], part) if part["id"] in by_id else part
            new = list(by_id.values())
        result[key] = new
    return result


def _has_id(part: Any) -> bool:
    return isinstance(part, dict) and isinstance(part.get("id"), str)


def _players_unit(ruleset: str, scale: str | None) -> str:
    known = gr.rulesets()[ruleset]
    return next((one.unit for one in known.scales if scale in (None, one.id)), known.unit)


def _scenario(name: str, ruleset: str, given: dict[str, Any], unit: str) -> dict[str, Any]:
    half = HALF_TABLE / MM[unit]
    scenario: dict[str, Any] = {
        "format": 1,
        "name": name,
        "table": {"unit": unit, "min": [-half, -half], "max": [half, half], **given.get("table", {})},
        "rules": {ruleset: {key: given[key] for key in ("scale", "readings", "charts") if key in given}},
        "side": given.get("side", [{"id": "own"}, {"id": "enemy"}]),
    }
    for key in ("brigade", "commander", "terrain", "unit"):
        scenario[key] = [_whole(key, dict(part), ruleset) for part in given.get(key, [])]
    return scenario


def _whole(key: str, part: dict[str, Any], ruleset: str) -> dict[str, Any]:
    attributes = part.pop("attributes", {})
    part.pop("conditions", None)
    if key in ("unit", "commander"):
        part.setdefault("at", [0, 0])
    if key == "unit":
        part.setdefault("facing", 0)
    if key != "terrain" and "side" not in part and "brigade" not in part:
        part["side"] = "own"
    if "rect" in part:
        west, south, east, north = part.pop("rect")
        part["area"] = [[west, south], [east, south], [east, north], [west, north]]
    part[ruleset] = attributes
    return part


def _conditions(given: dict[str, Any]) -> list[tuple[str, dict[str, Any]]]:
    held = [("", given.get("conditions", {}))]
    for key in ("unit", "brigade", "commander"):
        held += [(part["id"], part.get("conditions", {})) for part in given.get(key, [])]
    return held


def _marching_phase(battle: gr.Battle) -> str:
    phases = battle.rules.phases.values()
    marching = [phase for phase in phases if not phase.orders or "march" in phase.orders]
    for written in (False, True):
        for phase in marching:
            if (phase.mode == "write") == written:
                return phase.id
    return next(iter(battle.rules.phases))
