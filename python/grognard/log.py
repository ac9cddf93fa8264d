"""What has happened in a battle."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, overload

from ._record import Record
from .orders import Order
from .rows import Rows
from .ruling import Ruling

if TYPE_CHECKING:
    from . import _native

__all__ = ["Event", "Log"]


class Event(Record):
    """One thing that happened in a battle."""

    number: int
    """From 1."""
    turn: int
    phase: str
    active: str | None
    """The side whose turn it was; none when both act together."""
    what: str
    """`order`, `end-phase`, `mark` or `adjust`; in the view of a side also `sealed`."""
    order: Order | None
    """The order carried out."""
    details: Mapping[str, Any]
    """For a mark: `on`, `condition`, `value`. For an adjustment: `effects`, `note`. For what is sealed:
    `side`, whose it is; empty for what is the umpire's."""
    dice: tuple[int, ...]
    """The faces rolled."""
    typed: bool
    """Whether the dice were typed in."""
    rulings: tuple[Ruling, ...]
    """The rulings it followed from."""

    def to_dict(self) -> dict[str, Any]:
        """The event as a plain dict."""
        return {
            "number": self.number,
            "turn": self.turn,
            "phase": self.phase,
            "active": self.active,
            "what": self.what,
            "order": self.order.to_dict() if self.order else None,
            "details": dict(self.details),
            "dice": list(self.dice),
            "typed": self.typed,
            "rulings": [ruling.to_dict() for ruling in self.rulings],
        }

    def __repr__(self) -> str:
        told = repr(self.order) if self.order else self.what
        if self.what == "mark":
            told = f"mark {self.details['condition']} on {self.details['on']}: {self.details['value']}"
        elif self.what == "adjust":
            told = f"adjust: {self.details['note']}"
        elif self.what == "sealed":
            side = self.details["side"]
            told = f"sealed by {side}" if side else "sealed"
        dice = f", dice {', '.join(map(str, self.dice))}" if self.dice else ""
        side = f" {self.active}" if self.active else ""
        return f"<{self.number}: turn {self.turn}{side}, {self.phase}: {told}{dice}>"


class Log(Sequence[Event]):
    """What has happened in a battle, as it stands whenever it is asked for.

    The log of a view has the events that its side may not know yet too, with number and time only.
    """

    __slots__ = ("_native", "_side")

    def __init__(self, native: _native.Battle, side: str | None = None, /) -> None:
        self._native = native
        self._side = side

    @overload
    def __getitem__(self, index: int) -> Event: ...
    @overload
    def __getitem__(self, index: slice) -> list[Event]: ...
    def __getitem__(self, index: int | slice) -> Event | list[Event]:
        if isinstance(index, slice):
            return [self[i] for i in range(*index.indices(len(self)))]
        count = len(self)
        at = index + count if index < 0 else index
        row = self._native.event(at, self._side) if 0 <= at < count else None
        if row is None:
            raise IndexError(f"the log has {count} events, there is no {index}")
        return event_of(row)

    def __len__(self) -> int:
        return self._native.event_count

    def __iter__(self) -> Iterator[Event]:
        return (self[i] for i in range(len(self)))

    def __repr__(self) -> str:
        return "\n".join(repr(event) for event in self) or "<nothing has happened yet>"

    @property
    def rows(self) -> Rows[Event]:
        """The events as rows."""
        return Rows(self)

    def to_dicts(self) -> list[dict[str, Any]]:
        """The events as plain dicts."""
        return self.rows.to_dicts()

    def to_json_lines(self) -> str:
        """The log as the save keeps it: one event a line, as JSON. That of a view cannot be played again."""
        return self._native.log_text(self._side)


def event_of(row: dict[str, Any]) -> Event:
    """The event that the engine describes."""
    order = row["order"]
    row["order"] = None if order is None else order_of(order)
    row["rulings"] = tuple(Ruling(native) for native in row["rulings"])
    return Event(**row)


def order_of(parts: tuple[str, str, dict[str, Any]]) -> Order:
    """The order that the engine describes."""
    kind, subject, args = parts
    return Order.from_dict({"kind": kind, "subject": subject, "args": args})
