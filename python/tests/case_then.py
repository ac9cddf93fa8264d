"""What has to come of a step of a case. The same as the Rust runner's."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from fractions import Fraction
from typing import Any

from case_given import Given

import grognard as gr

SHARE_SLACK = 1e-3
LENGTH_SLACK = 0.1
DEGREE_SLACK = 0.01
KEYS = {
    "verdict", "findings", "notes", "silent", "clauses", "spent", "left", "needed", "available", "finding",
    "rolls", "pending", "assumed", "cells", "readings", "at", "facing", "formation", "conditions", "without",
    "attributes", "bases", "figures", "base_at", "front", "width", "depth", "gone", "present", "written",
    "sealed", "phase", "turn", "active",
}  # fmt: skip


def differences(given: Given, then: dict[str, Any], rulings: list[gr.Ruling], ruled: bool) -> list[str]:
    """Everything that is not as expected."""
    assert set(then) <= KEYS, f"then has no key {set(then) - KEYS}"
    found = _Differences(given, then)
    if ruled:
        found.ruling(rulings[0])
    else:
        found.notes([finding for ruling in rulings for finding in ruling.findings])
        alone = {"verdict", "findings", "spent", "left", "needed", "available", "pending"} & set(then)
        assert not alone, f"only one ruling has {alone}"
        found.leaned_on(rulings)
        found.same("rolls", [roll.outcome for ruling in rulings for roll in ruling.rolls])
    found.board()
    return found.list


class _Differences:
    def __init__(self, given: Given, then: dict[str, Any]) -> None:
        self.given, self.then = given, then
        self.list: list[str] = []

    def say(self, what: str, wanted: object, got: object) -> None:
        self.list.append(f"{what}: expected {wanted}, got {got}")

    def same(self, key: str, got: object) -> None:
        if key in self.then and self.then[key] != got:
            self.say(key, self.then[key], got)

    def among(self, key: str, got: Iterable[str]) -> None:
        held = set(got)
        for wanted in self.then.get(key, []):
            if wanted not in held:
                self.say(key, f"{wanted} among them", sorted(held))

    def ruling(self, ruling: gr.Ruling) -> None:
        then = self.then
        against = [finding for finding in ruling.findings if finding.weight != "notes"]
        if "verdict" in then:
            self.same("verdict", ruling.verdict)
        elif not then.get("findings") and not ruling.allowed:
            self.say("verdict", "allowed", ruling.verdict)
        if "findings" in then:
            wanted = then["findings"]
            met = all(any(_names(f, name) for f in against) for name in wanted)
            met = met and all(any(_names(f, name) for name in wanted) for f in against)
            if not met:
                self.say("findings", wanted, [finding.slug for finding in against])
        self.notes(list(ruling.findings))
        self.leaned_on([ruling])
        self.number("spent", then, ruling.spent, "share")
        self.number("left", then, ruling.margin, "share")
        first = against[0] if against else None
        for key in ("needed", "available"):
            self.number(key, then, getattr(first, key, None), first.measure if first else "none")
        self.same("rolls", [roll.outcome for roll in ruling.rolls])
        self.same("pending", ruling.pending)

    def leaned_on(self, rulings: list[gr.Ruling]) -> None:
        """What rulings tell together: one of them has to cite, lean on and find each thing."""
        cells = [use for ruling in rulings for use in ruling.cells]
        self.among("clauses", (clause for ruling in rulings for clause in ruling.clauses))
        self.among("cells", (use.cell for use in cells))
        for reading, value in self.then.get("readings", {}).items():
            if all(ruling.readings.get(reading) != value for ruling in rulings):
                self.say(f"reading {reading}", value, [ruling.readings.get(reading) for ruling in rulings])
        for slug, told in self.then.get("finding", {}).items():
            found = [finding for ruling in rulings for finding in ruling.findings if finding.slug == slug]
            tried = []
            for finding in found or [None]:
                alone = _Differences(self.given, self.then)
                alone.told(slug, told, finding)
                tried.append(alone.list)
            self.list += min(tried, key=len)
        self.same("assumed", any(use.provenance in ("inferred", "assumed") for use in cells))

    def notes(self, findings: list[gr.Finding]) -> None:
        slugs = {finding.slug for finding in findings}
        self.among("notes", slugs)
        for slug in self.then.get("silent", []):
            if slug in slugs:
                self.say("notes", f"no {slug}", sorted(slugs))

    def told(self, slug: str, told: dict[str, Any], finding: gr.Finding | None) -> None:
        if finding is None:
            self.say(f"finding {slug}", "there is one", "none")
            return
        for key, wanted in told.items():
            got = getattr(finding, key)
            if key in ("needed", "available", "margin"):
                self.number(key, told, got, finding.measure)
            elif wanted != got:
                self.say(f"finding {slug}: {key}", wanted, got)

    def number(self, key: str, told: dict[str, Any], got: Fraction | float | None, measure: str) -> None:
        if key not in told:
            return
        wanted = told[key]
        if got is None:
            self.say(key, wanted, got)
        elif measure == "length":
            if abs(float(got) - self.length(wanted)) > LENGTH_SLACK:
                self.say(key, wanted, f"{float(got) / self.given.scale} {self.given.unit}")
        elif abs(float(got) - float(_fraction(wanted))) > SHARE_SLACK:
            self.say(key, wanted, got)

    def length(self, written: int | float | str) -> float:
        try:
            return float(_fraction(written)) * self.given.scale
        except ValueError:
            return gr.Length(str(written)).mm

    def place(self, what: str, wanted: list[float], got: tuple[float, float]) -> None:
        for one, other in zip(wanted, got, strict=True):
            if abs(one * self.given.scale - other) > LENGTH_SLACK:
                return self.say(what, wanted, [round(c / self.given.scale, 4) for c in got])

    def each(self, key: str, compare: Callable[[gr.Unit, Any, str], object]) -> None:
        for id, wanted in self.then.get(key, {}).items():
            unit = self.given.battle.units.get(id)
            if unit is None:
                self.say(f"{key} {id}", "a unit", "none")
            else:
                compare(unit, wanted, f"{key} {id}")

    def board(self) -> None:
        battle, then, scale = self.given.battle, self.then, self.given.scale

        def equal(what: str, wanted: object, got: object) -> None:
            if wanted != got:
                self.say(what, wanted, got)

        def near(what: str, wanted: float, got: float) -> None:
            if abs(wanted * scale - got) > LENGTH_SLACK:
                self.say(what, wanted, got / scale)

        def facing(unit: gr.Unit, wanted: float, what: str) -> None:
            if abs((unit.facing - wanted + 180) % 360 - 180) > DEGREE_SLACK:
                self.say(what, wanted, unit.facing)

        def base_at(unit: gr.Unit, wanted: dict[str, list[float]], what: str) -> None:
            bases = {str(base.serial): base for base in unit.bases}
            for serial, at in wanted.items():
                if serial in bases:
                    self.place(f"{what}.{serial}", at, bases[serial].at)
                else:
                    self.say(f"{what}.{serial}", "a base", "none")

        def front(unit: gr.Unit, wanted: list[float], what: str) -> None:
            xs = [x for base in unit.bases for x, _ in corners(base)]
            self.place(what, wanted, (min(xs), max(xs)))

        def attributes(unit: gr.Unit, wanted: dict[str, Any], what: str) -> None:
            for name, value in wanted.items():
                if not same_value(value, unit.attributes.get(name), scale):
                    self.say(f"{what}.{name}", value, unit.attributes.get(name))

        for id, wanted in then.get("at", {}).items():
            one = battle.units.get(id) or battle.commanders.get(id)
            if one is None:
                self.say(f"at {id}", "somebody", "nobody")
            else:
                self.place(f"at {id}", wanted, one.at)
        self.each("facing", facing)
        self.each("formation", lambda unit, wanted, what: equal(what, wanted, unit.formation))
        self.each("bases", lambda unit, wanted, what: equal(what, wanted, len(unit.bases)))
        self.each("figures", lambda unit, wanted, what: equal(what, wanted, unit.figures))
        self.each("attributes", attributes)
        self.each("base_at", base_at)
        self.each("front", front)
        self.each("width", lambda unit, wanted, what: near(what, wanted, extent(unit)[0]))
        self.each("depth", lambda unit, wanted, what: near(what, wanted, extent(unit)[1]))
        for id in then.get("gone", []):
            if id in battle.units:
                self.say("gone", id, "it is still there")
        for id in then.get("present", []):
            if id not in battle.units:
                self.say("present", id, "it is not there")
        self.conditions()
        self.same("written", len(battle.written))
        for side, wanted in then.get("sealed", {}).items():
            got = sum(battle.view(side).sealed.values())
            if got != wanted:
                self.say(f"sealed {side}", wanted, got)
        self.same("phase", battle.phase)
        self.same("turn", battle.turn)
        self.same("active", battle.active or "")

    def conditions(self) -> None:
        scale = self.given.scale
        for id, wanted in self.then.get("conditions", {}).items():
            held = self.held(id)
            if isinstance(wanted, list):
                for name in wanted:
                    if held.get(name, False) is False:
                        self.say(f"conditions {id}", name, held)
            else:
                for name, value in wanted.items():
                    if not same_value(value, held.get(name), scale):
                        self.say(f"conditions {id}.{name}", value, held.get(name))
        for id, unwanted in self.then.get("without", {}).items():
            for name in unwanted:
                if self.held(id).get(name, False) is not False:
                    self.say(f"without {id}", f"no {name}", self.held(id))

    def held(self, id: str) -> dict[str, Any]:
        battle = self.given.battle
        if not id:
            return battle.conditions
        one = battle.units.get(id) or battle.brigades.get(id) or battle.commanders.get(id)
        return dict(one.conditions) if one else {}


def _names(finding: gr.Finding, name: str) -> bool:
    return name in (finding.slug, finding.family)


def _fraction(written: int | float | str) -> Fraction:
    """`1`, `2.5`, `"31/30"`, `"2 1/2"`."""
    if isinstance(written, (int, float)):
        return Fraction(written)
    sign = -1 if written.startswith("-") else 1
    return sign * sum((Fraction(part) for part in written.lstrip("-").split()), Fraction(0))


def same_value(wanted: Any, got: Any, scale: float) -> bool:
    """Whether a value of the battle is the one a case wrote in TOML."""
    if isinstance(wanted, bool) or isinstance(got, bool) or got is None:
        return wanted is got
    if isinstance(got, gr.Length):
        mm = gr.Length(wanted).mm if isinstance(wanted, str) else wanted * scale
        return abs(got.mm - mm) <= LENGTH_SLACK
    if isinstance(got, tuple):
        return all(abs(one * scale - other) <= LENGTH_SLACK for one, other in zip(wanted, got, strict=True))
    if isinstance(got, list):
        same = len(wanted) == len(got)
        return same and all(same_value(one, other, scale) for one, other in zip(wanted, got, strict=False))
    if isinstance(got, dict):
        return set(wanted) == set(got) and all(same_value(wanted[name], got[name], scale) for name in got)
    if isinstance(got, (int, float, Fraction)):
        return abs(float(_fraction(wanted)) - float(got)) < 1e-9
    return bool(str(wanted) == str(got))


def corners(base: gr.Base) -> list[tuple[float, float]]:
    """The corners of a base, millimetres."""
    from math import cos, radians, sin

    angle = radians(base.facing)
    return [
        (
            base.at[0] + right * cos(angle) + forward * sin(angle),
            base.at[1] + forward * cos(angle) - right * sin(angle),
        )
        for right in (-base.width / 2, base.width / 2)
        for forward in (-base.depth / 2, base.depth / 2)
    ]


def extent(unit: gr.Unit) -> tuple[float, float]:
    """Extent of a unit's ground across and along its facing, millimetres."""
    from math import cos, radians, sin

    angle = radians(unit.facing)
    points = [corner for base in unit.bases for corner in corners(base)]
    right = [x * cos(angle) - y * sin(angle) for x, y in points]
    forward = [x * sin(angle) + y * cos(angle) for x, y in points]
    return max(right) - min(right), max(forward) - min(forward)
