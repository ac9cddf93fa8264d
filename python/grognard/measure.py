"""Measuring on the table: how far, where to, in sight or not."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ._given import unit_of
from ._native import Length
from ._record import Record
from .errors import ArgumentTypeError

if TYPE_CHECKING:
    from .battle import Battle

__all__ = ["Between", "Neighbour"]


class Between(Record):
    """What was measured from one unit to another: plain geometry of the table."""

    gap: Length
    """The least distance between their bases; nothing when they touch or overlap."""
    angle: float
    """Degrees clockwise from the facing of the one to the middle of the other, in (-180, 180]."""
    ahead: bool
    """Whether some part of the other lies ahead of the line of the one's front edge."""
    in_front_quarter: bool
    """Whether some part of it lies between the lines that run out from the front corners at 45 degrees."""
    sees: bool
    """Whether some line from the one to the other is clear."""
    blocked_by: tuple[str, ...]
    """The pieces of terrain in the way."""
    blocked_by_units: tuple[str, ...]
    """The units in the way, where units are to be."""


class Neighbour(Record):
    """A unit found near another."""

    unit: str
    gap: Length
    """The least distance between their bases; nothing when they touch or overlap."""


def between_of(
    battle: Battle, one: str, other: str, eye: Length | str, target: Length | str, units: Length | str | bool
) -> Between:
    stand: float | None = None
    if units is True:
        stand = float("inf")
    elif units is not False:
        stand = _mm(units, "units")
    heights = (_mm(eye, "eye"), _mm(target, "target"), stand)
    return Between(**battle._native.between(unit_of(one), unit_of(other), heights))


def near_of(battle: Battle, unit: str, radius: Length | str) -> list[Neighbour]:
    return [Neighbour(unit=name, gap=gap) for name, gap in battle._native.near(unit_of(unit), _mm(radius, "radius"))]


def _mm(length: Length | str, what: str) -> float:
    if isinstance(length, str):
        length = Length(length)
    if not isinstance(length, Length):
        raise ArgumentTypeError(f"{what} is a length such as '30 cm', not {length!r}")
    return length.mm
