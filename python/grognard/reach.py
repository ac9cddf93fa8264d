"""Where a unit can get to."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any

from ._native import Length
from ._record import Record
from .errors import ArgumentError, ArgumentTypeError
from .orders import Order
from .rows import Rows
from .ruling import Ruling

if TYPE_CHECKING:
    import numpy
    from numpy.typing import NDArray

    from . import _native
    from .battle import Battle

__all__ = ["Contour", "Reach", "Reached"]


class Reached(Record):
    """A pose that a unit can end in."""

    x: float
    """Millimetres of the table, east."""
    y: float
    """Millimetres of the table, north."""
    facing: float
    """Degrees clockwise from north."""
    spent: float
    """The share of a full move spent in all, what was spent before included."""
    judged: bool
    """Whether a ruling was asked for; else the ruleset's law alone settles it."""


class Contour(Record):
    """The ground that can be got to, facing anyhow, for a share of a full move."""

    share: float
    areas: tuple[tuple[tuple[tuple[float, float], ...], ...], ...]
    """Areas, each an outer ring and the rings of its holes; rings are points (x, y), mm."""


class Reach(Sequence[Reached]):
    """Where a unit can get to with what is left of its allowance, as the battle was when it was asked.

    A sequence of the poses it can end in, one for each cell and facing; the first is the one it has. Every
    other comes with an order that `battle.check` allows: `order`. Poses are found on a grid of straight
    moves one `cell` long and turns of `degrees`: what lies between them is not looked for.
    """

    __slots__ = ("_battle", "_native", "_unit")

    def __init__(self, native: _native.Reach, battle: Battle, unit: str, /) -> None:
        self._native = native
        self._battle = battle
        self._unit = unit

    def __getitem__(self, index: Any) -> Any:
        if isinstance(index, slice):
            return [self[i] for i in range(*index.indices(len(self)))]
        count = len(self)
        row = self._native.pose(index + count if index < 0 else index) if -count <= index < count else None
        if row is None:
            raise IndexError(f"there are {count} poses, there is no {index}")
        return Reached(*row)

    def __len__(self) -> int:
        return len(self._native)

    def __iter__(self) -> Iterator[Reached]:
        return (self[i] for i in range(len(self)))

    @property
    def unit(self) -> str:
        """The unit's id."""
        return self._unit

    @property
    def moves(self) -> bool:
        """Whether the unit can move at all; if not, `ruling` says why and there are no poses."""
        return self._native.moves

    @property
    def ruling(self) -> Ruling:
        """The ruling on the first step tried."""
        return Ruling(self._native.ruling)

    @property
    def cell(self) -> float:
        """The side of a cell and the length of a straight move, millimetres."""
        return self._native.grain[0]

    @property
    def degrees(self) -> float:
        """The least turn, degrees."""
        return self._native.grain[1]

    @property
    def steps(self) -> tuple[str, ...]:
        """The kinds of step that were tried: those the rules allow the unit where it stands."""
        return self._native.steps

    @property
    def alone(self) -> tuple[str, ...]:
        """The kinds of step that were tried by themselves only, and not before or behind others.

        They are those that the ruleset has to be asked about each time. Courses that mix them with others may lead farther.
        """
        return self._native.alone

    @property
    def cut_short(self) -> bool:
        """Whether rulings ran out: there are poses that were not looked at, the dearest ones. A coarser grain needs fewer."""
        return self._native.cut_short

    @property
    def budget(self) -> float:
        """The share of a full move there was to spend, what is gone of it included."""
        return self._native.budget

    @property
    def rulings(self) -> int:
        """How many rulings were asked for; the other poses follow from the ruleset's law alone."""
        return self._native.rulings

    def contains(self, x: float, y: float, facing: float | None = None) -> bool:
        """Whether a pose was found within half a cell, each way, of a place (mm).

        With `facing` (degrees) only among the poses within half a turn of it.
        """
        return self._find(x, y, facing) is not None

    def __contains__(self, pose: object) -> bool:
        if isinstance(pose, Reached):
            return self.contains(pose.x, pose.y, pose.facing)
        if isinstance(pose, tuple) and len(pose) in (2, 3):
            return self.contains(*pose)
        return False

    def order(self, x: float, y: float, facing: float | None = None) -> Order:
        """The order that ends in the cheapest pose within half a cell of a place: see `contains`.

        Raises `ArgumentError` when there is none, or it is the pose the unit has.
        """
        found = self._find(x, y, facing)
        if found is None:
            looking = "" if facing is None else f" facing {facing:g}"
            near = self.nearest(x, y, facing)
            hint = "" if near is None else f"; the nearest is ({near.x:.1f}, {near.y:.1f}) facing {near.facing:g}"
            raise ArgumentError(f"'{self._unit}' does not get to ({x:g}, {y:g}){looking}{hint}")
        return self.order_to(found)

    def order_to(self, index: int) -> Order:
        """The order that ends in the pose with a number.

        Raises `IndexError`, or `ArgumentError` for the pose the unit has.
        """
        parts = self._native.order(range(len(self))[index])
        if parts is None:
            raise ArgumentError(f"'{self._unit}' stands there already; there is nothing to order")
        kind, subject, args = parts
        return Order.from_dict({"kind": kind, "subject": subject, "args": args})

    def nearest(self, x: float, y: float, facing: float | None = None) -> Reached | None:
        """The pose nearest to a place (mm); with `facing` among those within half a turn of it."""
        found = self._native.nearest(*_place(x, y, facing))
        return None if found is None else self[found]

    def contours(self, shares: Iterable[float] | None = None) -> tuple[Contour, ...]:
        """The ground that can be got to for each of some shares of a full move, facing anyhow.

        Rings run half-way between cells that can be got to and cells that cannot. Without `shares`: four,
        evenly up to the whole allowance.
        """
        found = self._native.contours(self._shares(shares))
        return tuple(
            Contour(share, tuple(tuple(tuple(ring) for ring in area) for area in areas)) for share, areas in found
        )

    def to_geojson(self, shares: Iterable[float] | None = None) -> dict[str, Any]:
        """Contours and start as a GeoJSON feature collection; coordinates are millimetres of the table."""
        import json

        collection: dict[str, Any] = json.loads(self._native.geojson(self._shares(shares)))
        return collection

    def to_numpy(self) -> NDArray[numpy.void]:
        """The poses as a structured array with the fields `x`, `y` (mm), `facing` (degrees), `spent`.

        Raises `ImportError` without numpy.
        """
        import numpy

        names = ("x", "y", "facing", "spent")
        out = numpy.empty(len(self), dtype=[(name, "<f8") for name in names])
        for name, column in zip(names, self._native.columns(), strict=True):
            out[name] = numpy.frombuffer(column, dtype="<f8")
        return out

    @property
    def rows(self) -> Rows[Reached]:
        """The poses as rows."""
        return Rows(self)

    def svg(self, *, width: float = 900.0, labels: str = "ids") -> str:
        """The table with the ground that can be got to, by quarters of the allowance."""
        return self._battle.svg(width=width, labels=labels, highlight=[self._unit], reach=self)

    def _repr_svg_(self) -> str:
        return self.svg()

    def __repr__(self) -> str:
        if not self.moves:
            return f"<Reach of {self._unit!r}: none, {self.ruling.verdict}>"
        return f"<Reach of {self._unit!r}: {len(self)} poses by {self.cell:g} mm and {self.degrees:g} degrees>"

    def _find(self, x: float, y: float, facing: float | None) -> int | None:
        return self._native.find(*_place(x, y, facing))

    def _shares(self, shares: Iterable[float] | None) -> list[float]:
        if shares is None:
            return list(self._native.quarters)
        if not isinstance(shares, Iterable):
            raise ArgumentTypeError(f"shares are a list of numbers, not {shares!r}")
        return [_number("a share", share) for share in shares]


def reach_of(battle: Battle, side: str | None, order: Order, cell: Length | str | None, degrees: float | None) -> Reach:
    """Where the subject of an order without its course can get to; for a side, as far as it knows."""
    grain = None
    if cell is not None or degrees is not None:
        grain = (
            10.0 if cell is None else Length(cell).mm,
            5.0 if degrees is None else _number("a turn", degrees),
        )
    return Reach(battle._native.reach(order._native, grain, side), battle, order.subject)


def _place(x: float, y: float, facing: float | None) -> tuple[float, float, float | None]:
    return _number("x", x), _number("y", y), None if facing is None else _number("the facing", facing)


def _number(what: str, given: object) -> float:
    from math import isfinite

    if isinstance(given, bool) or not isinstance(given, (int, float)):
        raise ArgumentTypeError(f"{what} is a number, not {given!r}")
    if not isfinite(given):
        raise ArgumentError(f"{what} cannot be {given}")
    return float(given)
