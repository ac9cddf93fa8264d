"""Tables of things: lists that also become dicts and data frames."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any, Generic, Protocol, TypeVar, overload

from . import _html

if TYPE_CHECKING:
    import pandas
    import polars

__all__ = ["Rows"]


class Row(Protocol):
    """Something that has a plain form."""

    def to_dict(self) -> dict[str, Any]: ...


RowT = TypeVar("RowT", bound=Row, covariant=True)


class Rows(Sequence[RowT], Generic[RowT]):
    """A fixed list of findings, ledger lines, units ..., one a row.

    It is a sequence. `to_dicts` gives plain dicts; `to_pandas` and `to_polars` give a data frame
    when that library is installed.
    """

    __slots__ = ("_items",)

    def __init__(self, items: Iterable[RowT]) -> None:
        self._items = tuple(items)

    @overload
    def __getitem__(self, index: int) -> RowT: ...
    @overload
    def __getitem__(self, index: slice) -> Rows[RowT]: ...
    def __getitem__(self, index: int | slice) -> RowT | Rows[RowT]:
        if isinstance(index, slice):
            return Rows(self._items[index])
        return self._items[index]

    def __len__(self) -> int:
        return len(self._items)

    def __iter__(self) -> Iterator[RowT]:
        return iter(self._items)

    def __eq__(self, other: object) -> bool:
        if isinstance(other, Rows):
            return self._items == other._items
        if isinstance(other, (list, tuple)):
            return list(self._items) == list(other)
        return NotImplemented

    def __hash__(self) -> int:
        return hash(self._items)

    def __repr__(self) -> str:
        if not self._items:
            return "[]"
        return "[" + ",\n ".join(repr(item) for item in self._items) + "]"

    def to_dicts(self) -> list[dict[str, Any]]:
        """The rows as plain dicts: texts, numbers, `Fraction`s, lists, dicts."""
        return [item.to_dict() for item in self._items]

    def to_pandas(self) -> pandas.DataFrame:
        """The rows as a pandas data frame; fractions become floats. Raises `ImportError` without pandas."""
        import pandas

        return pandas.DataFrame(_frame(self.to_dicts()))

    def to_polars(self) -> polars.DataFrame:
        """The rows as a polars data frame; fractions become floats. Raises `ImportError` without polars."""
        import polars

        return polars.DataFrame(_frame(self.to_dicts()), infer_schema_length=None, strict=False)

    def _repr_html_(self) -> str:
        return _html.table(self.to_dicts())


def _frame(rows: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Rows as data frames like them: numbers as floats, what is nested as text."""
    return [{name: _plain(value) for name, value in row.items()} for row in rows]


def _plain(value: Any) -> Any:
    if isinstance(value, (str, bool, int, float)) or value is None:
        return value
    if hasattr(value, "numerator"):
        return float(value)
    if isinstance(value, (dict, list, tuple)):
        return str(value)
    return str(value)
