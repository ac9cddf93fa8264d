"""Rulings: the answer to an order, with every reason, every cost and everything assumed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any, overload

from . import _html
from ._record import Record
from .errors import ArgumentTypeError
from .rows import Rows

if TYPE_CHECKING:
    from fractions import Fraction

    from . import _native

    Number = Fraction | float
    """A `Fraction` when the number is known exactly, a `float` when geometry measured it."""

__all__ = ["CellUse", "Finding", "LedgerLine", "Roll", "Ruling", "Rulings"]


class Finding(Record):
    """One reason for a verdict, or a note."""

    slug: str
    """Its stable name, such as `enters-forbidden-terrain`."""
    clause: str
    """The clause of the rules; empty when the engine itself found it."""
    weight: str
    """`refuses`, `unsettles` or `notes`."""
    subject: str
    """Whom it is about."""
    other: str
    """Who or what else is involved; may be empty."""
    measure: str
    """What the numbers count: `share` (of a full move), `length` (mm), `count`, `degrees`, `none`."""
    needed: Number | None
    """What the order needs."""
    available: Number | None
    """What there is."""
    margin: Number | None
    """Available less needed: negative when it falls short."""
    text: str
    """The reason as a sentence."""
    remedy: str
    """What to do about it; may be empty."""
    family: str
    """The family of findings it belongs to, such as `bad-input`; may be empty."""
    details: Mapping[str, Any]
    """Anything else it tells, by name."""

    def __str__(self) -> str:
        return f"{self.text} [{self.clause}]" if self.clause else self.text


class LedgerLine(Record):
    """One line of what an order costs. The shares of all lines add up to what is spent."""

    item: str
    """What it is paid for: `advance`, `wheel`, a formation taken ..."""
    place: str
    """Where: the terrain, the obstacle, the unit passed; may be empty."""
    distance: Number | None
    """Millimetres gone, where distance is what is paid for."""
    rate: Fraction | None
    """Millimetres a full move goes there."""
    share: Number
    """The share of a full move."""
    clause: str
    """The clause that asks it."""
    cell: str
    """The chart cell it leans on; may be empty."""


class Roll(Record):
    """Dice that a ruling rolled, or would roll."""

    purpose: str
    """What they are rolled for."""
    clause: str
    """The clause that asks for them."""
    subject: str
    """For whom."""
    count: int
    """How many dice."""
    sides: int
    """How many faces each has."""
    faces: tuple[int, ...]
    """The faces that came up; empty while the roll is pending."""
    source: str
    """`seeded`, `typed` or `pending`."""
    outcome: str
    """What the roll gave, in the ruleset's words; may be empty."""


class CellUse(Record):
    """A chart cell that a ruling leaned on."""

    cell: str
    """Its full key, such as `rates.foot.line.clear`."""
    provenance: str
    """Where its number comes from: `printed`, `derived`, `inferred`, `assumed` or `house`."""


class Ruling:
    """The answer to an order: verdict, every reason, what it costs, the dice, and what follows.

    It is true when the order is allowed. Its parts are read from the engine when they are first
    looked at. Rulings come from `Battle.check` and `Battle.order`; there is no need to make one.
    """

    __slots__ = ("__dict__", "_native")

    def __init__(self, native: _native.Ruling, /) -> None:
        self._native = native

    @property
    def verdict(self) -> str:
        """`allowed`, `refused`, or `undetermined`: the rules as known do not settle it.

        An order whose outcome dice decide is allowed when it may be tried.
        """
        return self._native.verdict

    @property
    def allowed(self) -> bool:
        """Whether the order may be carried out."""
        return self._native.allowed

    @property
    def pending(self) -> bool:
        """Whether it waits for dice that were not rolled: the order was only asked about."""
        return self._native.pending

    @property
    def unit(self) -> str:
        """The unit of length its words use: `mm`, `cm` or `in`. Its numbers are always millimetres."""
        return self._native.unit

    @cached_property
    def findings(self) -> Rows[Finding]:
        """Every reason and note, not just the first."""
        return Rows(Finding(**row) for row in self._native.findings())

    @property
    def slugs(self) -> list[str]:
        """The slugs of the findings that refuse the order or leave it undetermined."""
        return [finding.slug for finding in self.findings if finding.weight != "notes"]

    @cached_property
    def ledger(self) -> Rows[LedgerLine]:
        """What the order costs, line by line."""
        return Rows(LedgerLine(**row) for row in self._native.ledger())

    @cached_property
    def spent(self) -> Number:
        """The share of a full move spent once the order is done: exact unless geometry measured it."""
        return self._native.spent()

    @cached_property
    def budget(self) -> Number:
        """The share of a full move there was to spend."""
        return self._native.budget()

    @property
    def margin(self) -> Number:
        """The share of a full move left over: negative when the order asks too much."""
        return self.budget - self.spent

    @cached_property
    def rolls(self) -> Rows[Roll]:
        """The dice."""
        return Rows(Roll(**row) for row in self._native.rolls())

    @cached_property
    def effects(self) -> list[dict[str, Any]]:
        """What follows, as plain dicts; empty unless the order is allowed and its dice are rolled."""
        return self._native.effects()

    @cached_property
    def clauses(self) -> tuple[str, ...]:
        """The ids of the clauses consulted; `battle.rules.clauses` explains them."""
        return tuple(self._native.clauses())

    @cached_property
    def cells(self) -> Rows[CellUse]:
        """Every chart cell leaned on."""
        return Rows(CellUse(*pair) for pair in self._native.cells())

    @property
    def assumptions(self) -> Rows[CellUse]:
        """The chart cells leaned on whose numbers the source neither prints nor implies."""
        sound = ("printed", "derived")
        return Rows(use for use in self.cells if use.provenance not in sound)

    @cached_property
    def readings(self) -> dict[str, str]:
        """The readings of ambiguous clauses that were leaned on, with the values that held."""
        return dict(self._native.readings())

    def explain(self, lang: str = "en") -> str:
        """The ruling in words, with reasons, costs, dice and assumptions.

        `lang` is the code of a language that the ruleset has, `"en"` or for some `"ru"`; sentences without a
        translation stay English. Raises `ArgumentError` for another.
        """
        if not isinstance(lang, str):
            raise ArgumentTypeError(f"a language is a code such as 'en', not {lang!r}")
        head = self.verdict
        if self.budget or self.spent:
            head += f": {_html.shown(self.spent)} of {_html.shown(self.budget)} of a move"
        lines = [head]
        for text, clause, remedy in self._native.sentences(lang):
            lines.append(f"  - {text}" + (f" [{clause}]" if clause else ""))
            if remedy:
                lines.append(f"    {remedy}")
        for line in self.ledger:
            where = f" ({line.place})" if line.place else ""
            far = ""
            if line.distance is not None:
                far = f" {_html.length(line.distance, self.unit)}"
                if line.rate:
                    far += f" at {_html.length(line.rate, self.unit)} a move"
            lines.append(f"  {line.item}{where}{far}: {_html.shown(line.share)} [{line.clause}]")
        for roll in self.rolls:
            came = ", ".join(map(str, roll.faces)) or "not rolled yet"
            outcome = f": {roll.outcome}" if roll.outcome else ""
            lines.append(f"  {roll.count}d{roll.sides} for {roll.purpose}: {came}{outcome} [{roll.clause}]")
        if self.assumptions:
            lines.append("  leans on " + ", ".join(f"{u.cell} ({u.provenance})" for u in self.assumptions))
        if self.readings:
            lines.append("  reads " + ", ".join(f"{name} = {value}" for name, value in self.readings.items()))
        return "\n".join(lines)

    def to_dict(self) -> dict[str, Any]:
        """The ruling as plain data."""
        return {
            "verdict": self.verdict,
            "findings": self.findings.to_dicts(),
            "ledger": self.ledger.to_dicts(),
            "spent": self.spent,
            "budget": self.budget,
            "rolls": self.rolls.to_dicts(),
            "effects": self.effects,
            "clauses": list(self.clauses),
            "cells": self.cells.to_dicts(),
            "readings": self.readings,
        }

    def __bool__(self) -> bool:
        return self._native.allowed

    def __eq__(self, other: object) -> bool:
        if isinstance(other, Ruling):
            return self._native == other._native
        return NotImplemented

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        notes = [finding.slug for finding in self.findings if finding.weight == "notes"]
        told = ", ".join([*self.slugs, *(f"note {slug}" for slug in notes)])
        spent = f" {_html.shown(self.spent)}/{_html.shown(self.budget)}" if self.budget or self.spent else ""
        return f"<Ruling {self.verdict}{spent}" + (f": {told}" if told else "") + ">"

    def __str__(self) -> str:
        return self.explain()

    def _repr_html_(self) -> str:
        return _html.ruling(self)


#: How many rulings of a batch are ruled on again at a time: enough for all cores, and little memory.
HELPING = 256


class Rulings(Sequence[Ruling]):
    """The answers to many orders, in the order of the orders.

    It is a sequence. What is often wanted of all of them is there as plain lists; of the rest nothing is kept, and a
    ruling that is looked at is ruled on again, as the battle stood when they were asked for; many together (a loop, a
    slice, `list`) on all cores. Whoever looks at them more than once keeps a list.
    """

    __slots__ = ("_native",)

    def __init__(self, native: _native.Rulings, /) -> None:
        self._native = native

    @property
    def verdicts(self) -> list[str]:
        """The verdict of each."""
        return self._native.verdicts()

    @property
    def allowed(self) -> list[bool]:
        """Whether each order may be carried out."""
        return self._native.allowed()

    @property
    def spent(self) -> list[float]:
        """The share of a full move that each spends, as a float."""
        return self._native.spent()

    @overload
    def __getitem__(self, index: int) -> Ruling: ...
    @overload
    def __getitem__(self, index: slice) -> list[Ruling]: ...
    def __getitem__(self, index: int | slice) -> Ruling | list[Ruling]:
        count = len(self._native)
        if isinstance(index, slice):
            return list(self._each(range(*index.indices(count))))
        if not -count <= index < count:
            raise IndexError(f"there are {count} rulings, there is no {index}")
        (native,) = self._native.at([index % count])
        return Ruling(native)

    def _each(self, indices: range) -> Iterator[Ruling]:
        """Those at some indices, ruled on a helping at a time."""
        for start in range(0, len(indices), HELPING):
            yield from map(Ruling, self._native.at(list(indices[start : start + HELPING])))

    def __len__(self) -> int:
        return len(self._native)

    def __iter__(self) -> Iterator[Ruling]:
        return self._each(range(len(self)))

    def __eq__(self, other: object) -> bool:
        if isinstance(other, (Rulings, list, tuple)):
            return list(self) == list(other)
        return NotImplemented

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        return f"<{len(self)} rulings, {sum(self.allowed)} allowed>"
