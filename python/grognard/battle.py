"""Battles: a scenario under a ruleset, played order by order."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import cached_property
from typing import TYPE_CHECKING, Any

from . import _native
from ._given import faces_of, natives_of, no_order
from ._native import Length
from .errors import ArgumentError, ArgumentTypeError, FileError, IllegalOrder, SaveError
from .log import Event, Log, event_of, order_of
from .measure import Between, Neighbour, between_of, near_of
from .odds import Odds, Outcome
from .orders import Order
from .plan import Plan, plan_of
from .reach import Reach, reach_of
from .registry import find, registry
from .rules import Rules
from .ruling import Ruling, Rulings
from .scenario import Scenario, read_text, scenario_of
from .table import Brigade, Commander, Named, Side, Terrain, Units, brigades_of, commanders_of
from .view import View

if TYPE_CHECKING:
    from fractions import Fraction

    from ._given import Dice

    Charts = str | os.PathLike[str] | Mapping[str, int | float | str | Fraction]
    """`"printed-only"`, a chart file's path, or cells by full key."""

__all__ = ["Battle"]


class Battle:
    """A scenario under a ruleset. `Battle.load` starts one, `Battle.open` reopens a saved one.

    Everything that changes it is one event: carried out whole or not at all, undone and done again,
    logged and saved. It is the umpire's: `view` gives what one side may know of it.
    """

    __slots__ = ("__dict__", "_native")

    def __init__(self, native: _native.Battle, /) -> None:
        if not isinstance(native, _native.Battle):
            raise ArgumentTypeError("make a battle with Battle.load(scenario, rules=...) or Battle.open(path)")
        self._native = native

    @classmethod
    def load(
        cls,
        scenario: Scenario | str | os.PathLike[str],
        rules: str | os.PathLike[str] | None = None,
        *,
        scale: str | None = None,
        seed: int = 0,
        readings: Mapping[str, str | int] | None = None,
        charts: Charts | Sequence[Charts] | None = None,
    ) -> Battle:
        """Starts a battle.

        `scenario`: the path of a scenario file, or a `Scenario`.
        `rules`: the id of an installed ruleset, or the path of a plugin library. May be left out when
        the scenario has units for one ruleset only.
        `scale`: one of the ruleset's scales; its first when left out.
        `seed`: of the dice, from 0 to 2**64 - 1; the same seed gives the same dice.
        `readings`: answers to what the rules leave open, where they differ from the defaults.
        `charts`: changes to the numbers, in order: `"printed-only"` makes every assumed number unknown, a
        path names a chart file, a dict sets single cells by full key.

        Raises `MissingFile`, `FileError`, `ScenarioError`, `UnknownRuleset`, `PluginError`, or
        `ArgumentError` for a scale, reading or cell that the ruleset does not have.
        """
        setting = scenario_of(scenario)
        if rules is None:
            offered = setting.rulesets
            if len(offered) != 1:
                choose = ", ".join(repr(id) for id in offered) or "none: it has no units"
                raise ArgumentError(f"say which ruleset to play: rules= one of {choose}")
            rules = offered[0]
        if isinstance(seed, bool) or not isinstance(seed, int):
            raise ArgumentTypeError(f"the seed is a whole number, not {seed!r}")
        if not 0 <= seed < 2**64:
            raise ArgumentError(f"the seed {seed} is out of range: give 0 to 2**64 - 1")
        if scale is not None and not isinstance(scale, str):
            raise ArgumentTypeError(f"the scale is a text, not {scale!r}")
        return cls(
            _native.Battle.start(
                setting._native,
                find(rules),
                seed=seed,
                scale=scale,
                readings={str(name): str(value) for name, value in (readings or {}).items()},
                charts=list(_changes(charts)),
            )
        )

    @classmethod
    def open(cls, path: str | os.PathLike[str]) -> Battle:
        """Reopens a saved battle: plays every event again and compares it with what was written.

        A last line that was torn while it was written is left out, with a warning.

        Raises `MissingFile`, `FileError`, `UnknownRuleset`, or `SaveError` (`ValueError`) that names the
        line: when the text is no save, the ruleset is of another version, or an event comes out
        differently.
        """
        text = read_text(path)
        try:
            native, torn = _native.Battle.open(text, registry())
        except SaveError as error:
            raise SaveError(f"{os.fspath(path)}: {error}") from None
        if torn:
            import warnings

            warnings.warn(f"the last line of {os.fspath(path)} was torn and is left out", stacklevel=2)
        return cls(native)

    def save(self, path: str | os.PathLike[str]) -> None:
        """Writes the battle to `path`: JSON lines, a header and then one event a line.

        The save is the umpire's: it holds what both sides have written, sealed or not.
        The file is written whole or not at all. Raises `FileError` (`OSError`).
        """
        if not isinstance(path, (str, os.PathLike)):
            raise ArgumentTypeError(f"a path is a text or a Path, not {type(path).__name__}")
        text = self._native.save_text()
        beside = f"{os.fspath(path)}.{os.getpid()}.part"
        try:
            with open(beside, "w", encoding="utf-8", newline="\n") as file:
                file.write(text)
            os.replace(beside, path)
        except OSError as error:
            with suppress(OSError):
                os.unlink(beside)
            raise FileError(f"{os.fspath(path)} cannot be written: {error}") from None

    def check(self, order: Order, dice: Dice | None = None) -> Ruling:
        """Rules on an order without carrying it out: the battle and its dice stay as they are.

        Dice are not rolled: the ruling's `rolls` show which would be. With `dice` it rules as if they had
        shown these faces. An order that makes no sense (an unknown unit, a negative distance) is
        refused with a finding of the family `bad-input`.
        """
        try:
            native = order._native
        except AttributeError:
            no_order(order)
        return Ruling(self._native.check(native, None if dice is None else faces_of(dice)))

    def check_many(self, orders: Iterable[Order]) -> Rulings:
        """Rules on many orders against the same table, on all cores; each by itself, as `check` would.

        The rulings come in the order of the orders, and are of this moment whatever happens in the battle afterwards.
        Other Python threads run meanwhile.
        """
        return Rulings(self._native.check_many(natives_of(orders)))

    def between(
        self,
        one: str,
        other: str,
        /,
        *,
        eye: Length | str = "0 mm",
        target: Length | str = "0 mm",
        units: Length | str | bool = False,
    ) -> Between:
        """What is measured from one unit to another: the gap, where the other lies, whether it is in sight.

        `eye` and `target`: how high above its ground the one looks from and the other is seen. `units`: whether
        other units are in the way of sight, `True` at any height, or how high they stand. Terrain is in the way
        where the scenario says so. It is geometry of the whole table; what of it counts, the rules say.

        Raises `ArgumentError` for a unit there is not, one that covers no ground, and one measured to itself.
        """
        return between_of(self, one, other, eye, target, units)

    def near(self, unit: str, radius: Length | str, /) -> list[Neighbour]:
        """Every other unit within a radius of a unit, nearest first; the radius itself counts.

        Raises `ArgumentError` for a unit there is not and a radius below nothing.
        """
        return near_of(self, unit, radius)

    def reach(
        self,
        unit: str,
        kind: str = "march",
        /,
        *,
        cell: Length | str | None = None,
        degrees: float | None = None,
        **args: Any,
    ) -> Reach:
        """Where a unit can get to with what is left of its allowance.

        `kind`: an order that follows a course; `args` its other arguments. `cell` and `degrees`: how finely to
        look, the length of a straight move and the least turn. Without them by the centimetre and five degrees,
        or as finely as is handy where the unit goes far; the reach says which. Every pose found comes with an
        order that `check` allows. A unit that cannot move gives a reach without poses whose `ruling` says why.

        Raises `ArgumentError` for a unit or kind there is not, and for a grain that is none or too fine.
        """
        return reach_of(self, None, Order(kind, unit, **args), cell, degrees)

    def plan(
        self,
        unit: str,
        kind: str = "march",
        /,
        *,
        to: tuple[float, float],
        facing: float | None = None,
        formation: str | None = None,
        within: Length | str = "1 cm",
        within_degrees: float = 1.0,
        turns: int = 6,
        **args: Any,
    ) -> Plan:
        """How a unit comes to a place, in the fewest turns found and then with the least risk.

        `to`: where the middle of its front edge is to come, (x, y) in millimetres of the table. `facing` (degrees)
        and `formation` are as they may be when none is given. `within` and `within_degrees`: how near and how
        exactly is near enough. `turns`: the most turns of its side it may take, the present one among them.
        `kind`: an order that follows a course; `args` its other arguments. Changes of formation are tried where
        one is asked for, or goes faster.

        Nothing changes, and nothing is rolled. Each order of the plan is one that `order` carries out when its
        time comes, as long as nobody else moves. When there is none, the plan is false and says why.

        Raises `ArgumentError` for a unit, kind or formation there is not, a place off the table, and numbers
        that make no sense.
        """
        order = Order(kind, unit, **args)
        return plan_of(self, None, order, to, facing, formation, within, within_degrees, turns)

    def odds(self, order: Order) -> Odds:
        """What an order can come to, with exact probabilities: nothing is rolled, nothing changes.

        Raises `ArgumentError` when the dice can fall in more than two million ways.
        """
        if not isinstance(order, Order):
            no_order(order)
        ways, outcomes = self._native.odds(order._native)
        return Odds(order, ways, (Outcome(**{**row, "example": Ruling(row["example"])}) for row in outcomes))

    def order(self, order: Order, dice: Dice | None = None) -> Ruling:
        """Carries an order out, or raises `IllegalOrder`, whose `ruling` says why; then nothing changed.

        Dice come from the battle's seed, or from `dice`: the faces of real ones, in the order they were
        rolled.
        """
        return self._carry_out(order, dice)

    def _carry_out(self, order: Order, dice: Dice | None, side: str | None = None) -> Ruling:
        if not isinstance(order, Order):
            no_order(order)
        done, native = self._native.order(order._native, [] if dice is None else faces_of(dice), side)
        ruling = Ruling(native)
        if not done:
            raise IllegalOrder(f"{order!r} is {ruling.explain()}", ruling)
        return ruling

    def end_phase(self, dice: Dice | None = None) -> list[Ruling]:
        """Ends the phase, and with the last the turn. Gives the rulings on what happened by itself.

        Raises `ArgumentError` when `dice` are given that do not fit.
        """
        rulings = self._native.end_phase([] if dice is None else faces_of(dice))
        return [Ruling(ruling) for ruling in rulings]

    def mark(self, on: str, condition: str, value: Any = True) -> None:
        """Tells a fact that the players settled by hand, such as that a unit was fired upon.

        `on` is the id of what the mark is kept on, a unit, brigade or commander; empty only for the
        battle's own marks. `None` clears the mark.
        `battle.rules.marks` lists the conditions that may be set. Raises `ArgumentError`.
        """
        for name, given in (("on", on), ("condition", condition)):
            if not isinstance(given, str):
                raise ArgumentTypeError(f"'{name}' is a text, not {given!r}")
        self._native.mark(on, condition, value)

    def adjust(self, effects: Iterable[Mapping[str, Any]], note: str) -> None:
        """Makes changes on the umpire's authority: all of them or none. The log marks them as his.

        `effects` are plain dicts as `ruling.effects` gives them, such as `{"effect": "set-formation",
        "unit": "1/95", "formation": "line"}`; a condition or attribute is set to a plain value. Raises
        `ArgumentError`.
        """
        import json

        try:
            text = json.dumps([dict(effect) for effect in effects], allow_nan=False)
        except (TypeError, ValueError) as error:
            raise ArgumentError(f"these are no effects: {error}") from None
        self._native.adjust(text, note)

    def undo(self) -> Event:
        """Takes the last event back, dice included, and gives it.

        Raises `ArgumentError` when there is nothing to undo.
        """
        return event_of(self._native.undo())

    def redo(self) -> Event:
        """Does the last event taken back again, and gives it.

        Raises `ArgumentError` when nothing was undone, or something has happened since.
        """
        return event_of(self._native.redo())

    @property
    def turn(self) -> int:
        """The turn, from 1."""
        return self._native.clock[0]

    @property
    def phase(self) -> str:
        """The phase, in the ruleset's words; `rules.phases` explains them."""
        return self._native.clock[1]

    @property
    def active(self) -> str | None:
        """The side whose turn it is; none when both act together."""
        return self._native.clock[2]

    @property
    def name(self) -> str:
        """The scenario's name."""
        return self._native.name

    @property
    def scenario(self) -> Scenario:
        """The scenario it was started from."""
        return Scenario(self._native.scenario)

    @property
    def seed(self) -> int:
        """The seed of its dice."""
        return self._native.seed

    @cached_property
    def rules(self) -> Rules:
        """The ruleset, as it is played here: orders, words, charts, clauses, readings."""
        return Rules(self._native)

    @property
    def units(self) -> Units:
        """The units by id."""
        return Units(self._native)

    @property
    def sides(self) -> Named[Side]:
        """The sides by id, in the order they act."""
        return Named("side", {row["id"]: Side(**row) for row in self._native.sides()})

    @property
    def brigades(self) -> Named[Brigade]:
        """The brigades by id."""
        return brigades_of(self._native)

    @property
    def commanders(self) -> Named[Commander]:
        """The commanders by id."""
        return commanders_of(self._native)

    @property
    def terrain(self) -> Named[Terrain]:
        """The terrain by id."""
        return Named("piece of terrain", {row["id"]: Terrain(**row) for row in self._native.terrain()})

    @property
    def table(self) -> tuple[tuple[float, float], tuple[float, float]]:
        """The south-west and north-east corners of the table, millimetres."""
        return self._native.table

    @property
    def conditions(self) -> dict[str, Any]:
        """What the ruleset remembers of the battle as a whole."""
        return self._native.conditions()

    @property
    def written(self) -> list[Order]:
        """Orders written this turn and not yet carried out, of all sides; `view(side).written` are those
        that one side may know."""
        return [order_of(order) for order in self._native.written()]

    @property
    def log(self) -> Log:
        """What has happened."""
        return Log(self._native)

    def view(self, side: str) -> View:
        """The battle as a side sees it: what the others have written is sealed until it is carried out.

        The view follows the battle. Raises `ArgumentError` when there is no such side.
        """
        if not isinstance(side, str):
            raise ArgumentTypeError(f"a side is named by its id, not by {side!r}")
        self._native.sealed(side)
        return View(self, side)

    def svg(
        self,
        *,
        width: float = 900.0,
        labels: str = "ids",
        highlight: Iterable[str] = (),
        caption: str | None = None,
        outcome: Ruling | None = None,
        reach: Reach | None = None,
        plan: Plan | None = None,
    ) -> str:
        """The table to scale, as SVG.

        `width`: in pixels. `labels`: `"ids"`, `"names"` or `"none"`. `highlight`: units to point out.
        `outcome`: a ruling whose effects are shown as ghosts. `reach`: where a unit can get to, by quarters
        of its allowance. `plan`: where its unit stands at the end of each turn.
        """
        if isinstance(width, bool) or not isinstance(width, (int, float)):
            raise ArgumentTypeError(f"the width is a number of pixels, not {width!r}")
        if not 1 <= width <= 100_000:
            raise ArgumentError(f"the width {width} makes no picture: give 1 to 100000 pixels")
        if isinstance(highlight, str):
            highlight = [highlight]
        for unit in highlight if isinstance(highlight, (list, tuple)) else (highlight := list(highlight)):
            self.units[unit]
        return self._native.svg(
            width=float(width),
            labels=labels,
            highlight=list(highlight),
            caption=caption,
            outcome=None if outcome is None else outcome._native,
            reach=None if reach is None else reach._native,
            plan=None if plan is None else plan._native,
        )

    def _repr_svg_(self) -> str:
        return self.svg()

    def __repr__(self) -> str:
        turn, phase, active = self._native.clock
        side = f" of {active}" if active else ""
        return (
            f"<Battle {self.name!r} under {self.rules.id}: turn {turn}{side}, {phase},"
            f" {len(self.units)} units, {len(self.log)} events>"
        )


def _changes(charts: Charts | Sequence[Charts] | None) -> Iterator[tuple[str, Any]]:
    if charts is None:
        return
    if isinstance(charts, (str, os.PathLike, Mapping)):
        charts = [charts]
    for change in charts:
        if isinstance(change, Mapping):
            yield "cells", {str(key): value for key, value in change.items()}
        elif change == "printed-only":
            yield "printed-only", None
        else:
            yield os.fspath(change), read_text(change)
