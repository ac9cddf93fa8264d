"""What stands on the table: units and their bases, brigades, commanders, terrain.

These are snapshots: they tell how things stood when they were asked for. Places are `(x, y)` in
millimetres, x running east and y north; facings are compass bearings in degrees, clockwise from
north.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any, TypeVar

from . import _html, _native
from ._record import Record
from .errors import UnknownName
from .rows import Row, Rows

if TYPE_CHECKING:
    import pandas
    import polars

    Point = tuple[float, float]
    """`(x, y)` in millimetres."""

__all__ = ["Base", "Brigade", "Commander", "Named", "Side", "Terrain", "Unit", "Units"]


class Base(Record):
    """One base of a unit: a rectangle of figures or a model."""

    serial: int
    """Its number in the unit; never used again while the unit lives."""
    kind: str
    """What stands on it, in the ruleset's words."""
    figures: int
    """How many figures stand on it."""
    at: Point
    """The middle of the ground it covers."""
    facing: float
    """Degrees."""
    width: float
    """Millimetres across its facing."""
    depth: float
    """Millimetres along its facing."""


class Unit(Record):
    """A body of troops that moves as one."""

    id: str
    name: str
    side: str
    brigade: str | None
    formation: str
    """In the ruleset's words; `battle.rules.formations` explains them."""
    at: Point
    """The middle of its front edge."""
    facing: float
    """Degrees."""
    bases: tuple[Base, ...]
    attributes: Mapping[str, Any]
    """What the scenario says of it: arm, class, strength, as the ruleset declares."""
    conditions: Mapping[str, Any]
    """What the ruleset remembers of it."""

    @property
    def figures(self) -> int:
        """How many figures it has on all its bases."""
        return sum(base.figures for base in self.bases)

    def to_dict(self) -> dict[str, Any]:
        """The unit as a plain dict."""
        return {**super().to_dict(), "figures": self.figures}

    def __repr__(self) -> str:
        x, y = (_html.shown(round(c, 1)) for c in self.at)
        held = ", ".join(self.conditions)
        return (
            f"<Unit {self.id}: {self.formation} at ({x}, {y}) mm facing {_html.shown(self.facing)}°,"
            f" {len(self.bases)} bases" + (f", {held}" if held else "") + ">"
        )

    def _repr_html_(self) -> str:
        told = self.to_dict()
        told["bases"] = len(self.bases)
        return _html.table([{"what": name, "value": value} for name, value in told.items()])


class Side(Record):
    """A side of the battle."""

    id: str
    name: str
    colour: str
    """On maps, `#rrggbb`."""


class Brigade(Record):
    """Units under one commander."""

    id: str
    name: str
    side: str
    units: tuple[str, ...]
    """The ids of its units on the table."""
    attributes: Mapping[str, Any]
    conditions: Mapping[str, Any]


class Commander(Record):
    """A person on the table who blocks nobody."""

    id: str
    name: str
    side: str
    rank: str
    brigade: str | None
    superior: str | None
    at: Point
    attributes: Mapping[str, Any]
    conditions: Mapping[str, Any]


class Terrain(Record):
    """A piece of terrain: an area, or a line with a width."""

    id: str
    name: str
    kind: str
    """In the ruleset's words."""
    points: tuple[Point, ...]
    """The corners of the area, or the points of the line."""
    width: float | None
    """Millimetres across a line; none for an area."""
    attributes: Mapping[str, Any]


RowT = TypeVar("RowT", bound=Row, covariant=True)


class Named(Mapping[str, RowT]):
    """Things by id. An id that is not there is an `UnknownName` (`KeyError`) with a suggestion."""

    __slots__ = ("_items", "_what")

    def __init__(self, what: str, items: Mapping[str, RowT]) -> None:
        self._what = what
        self._items = dict(items)

    def __getitem__(self, id: str) -> RowT:
        try:
            return self._items[id]
        except (KeyError, TypeError):
            raise unknown(self._what, id, list(self._items)) from None

    def __iter__(self) -> Iterator[str]:
        return iter(self._items)

    def __len__(self) -> int:
        return len(self._items)

    def __repr__(self) -> str:
        return "{" + ",\n ".join(f"{id!r}: {item!r}" for id, item in self._items.items()) + "}"

    def _ipython_key_completions_(self) -> list[str]:
        return list(self._items)

    def _repr_html_(self) -> str:
        return self.rows._repr_html_()

    @property
    def rows(self) -> Rows[RowT]:
        """The things as rows."""
        return Rows(self._items.values())

    def to_dicts(self) -> list[dict[str, Any]]:
        """The things as plain dicts."""
        return self.rows.to_dicts()

    def to_pandas(self) -> pandas.DataFrame:
        """The things as a pandas data frame. Raises `ImportError` without pandas."""
        return self.rows.to_pandas()

    def to_polars(self) -> polars.DataFrame:
        """The things as a polars data frame. Raises `ImportError` without polars."""
        return self.rows.to_polars()


class Units(Mapping[str, Unit]):
    """The units of a battle by id, as they stand whenever they are asked for."""

    __slots__ = ("_native", "_side")

    def __init__(self, native: _native.Battle, side: str | None = None, /) -> None:
        self._native = native
        self._side = side

    def __getitem__(self, id: str) -> Unit:
        try:
            row = self._native.unit(id, self._side)
        except TypeError:
            row = None
        if row is None:
            raise unknown("unit", id, self._native.unit_ids())
        return _unit(row)

    def __iter__(self) -> Iterator[str]:
        return iter(self._native.unit_ids())

    def __len__(self) -> int:
        return len(self._native.unit_ids())

    def __repr__(self) -> str:
        return "{" + ",\n ".join(f"{id!r}: {unit!r}" for id, unit in self.items()) + "}"

    def _ipython_key_completions_(self) -> list[str]:
        return self._native.unit_ids()

    @property
    def rows(self) -> Rows[Unit]:
        """The units as rows."""
        return Rows(self.values())

    def to_dicts(self) -> list[dict[str, Any]]:
        """The units as plain dicts."""
        return self.rows.to_dicts()

    def to_pandas(self) -> pandas.DataFrame:
        """The units as a pandas data frame. Raises `ImportError` without pandas."""
        return self.rows.to_pandas()

    def to_polars(self) -> polars.DataFrame:
        """The units as a polars data frame. Raises `ImportError` without polars."""
        return self.rows.to_polars()

    def _repr_html_(self) -> str:
        columns = {
            "id": "unit",
            "name": "name",
            "side": "side",
            "brigade": "brigade",
            "formation": "formation",
            "at": "at, mm",
            "facing": "facing",
            "figures": "figures",
            "conditions": "conditions",
        }
        return _html.table(self.to_dicts(), columns)


def brigades_of(native: _native.Battle, side: str | None = None) -> Named[Brigade]:
    """The brigades; for a side, as far as it knows."""
    return Named("brigade", {row["id"]: Brigade(**row) for row in native.brigades(side)})


def commanders_of(native: _native.Battle, side: str | None = None) -> Named[Commander]:
    """The commanders; for a side, as far as it knows."""
    return Named("commander", {row["id"]: Commander(**row) for row in native.commanders(side)})


def _unit(row: dict[str, Any]) -> Unit:
    row["bases"] = tuple(Base(**base) for base in row["bases"])
    return Unit(**row)


def unknown(what: str, name: object, known: list[str]) -> UnknownName:
    """The error for a name that is not there."""
    if not isinstance(name, str):
        return UnknownName(f"the id of a {what} is a text, not {name!r}")
    return UnknownName(f"there is no {what} '{name}'{_native.suggestion(name, known)}")
