"""Orders: what a player tells a unit, a brigade or a commander to do."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, NoReturn

from . import _native
from ._native import Course, Length
from .errors import ArgumentError, ArgumentTypeError

if TYPE_CHECKING:
    from typing_extensions import Self

    Distance = Length | str
    """A length on the table: `"10 cm"`, `'2 1/2"'`, or a `Length`."""

__all__ = ["ChangeFormation", "March", "Order"]


class Order:
    """An order: its kind, who is to do it, and its arguments. Frozen and hashable.

    `march` and `change-formation` are kinds of every ruleset, and have classes of their own:
    `March` and `ChangeFormation`. All other kinds are declared by the rulesets;
    `battle.rules.orders` offers them with their arguments and help.

    Arguments are texts, numbers, `Fraction`s, bools, `Length`s, `Course`s, other orders, and lists and
    dicts of such. A ruleset that wants a length, a point or a course also takes what people write
    for it: `"10 cm"`, `(30, 40)` in millimetres, `"advance 10 cm, wheel left 30"`.

    Two orders are equal when their plain forms (`to_dict`) are.

    Raises `ArgumentError` (`ValueError`) for NaN, infinities and numbers beyond 64 bits, and
    `ArgumentTypeError` (`TypeError`) for arguments of other types.
    """

    __slots__ = ("_native",)

    _native: _native.Order

    def __init__(self, kind: str, subject: str, /, **args: Any) -> None:
        given = {name: value for name, value in args.items() if value is not None}
        object.__setattr__(self, "_native", _native.Order(kind, subject, given))

    @property
    def kind(self) -> str:
        """The kind of order, such as `march`."""
        return self._native.kind

    @property
    def subject(self) -> str:
        """The id of the unit, brigade or commander who is to do it."""
        return self._native.subject

    @property
    def args(self) -> dict[str, Any]:
        """The arguments, as a new dict."""
        return self._native.args()

    def to_dict(self) -> dict[str, Any]:
        """The order as plain data that JSON and TOML can hold; `from_dict` reads it."""
        return {"kind": self.kind, "subject": self.subject, "args": self._native.plain_args()}

    @staticmethod
    def from_dict(data: Mapping[str, Any]) -> Order:
        """The order that `to_dict` wrote down.

        Raises `ArgumentError` when `kind` or `subject` is missing, or a key is none of an order's.
        """
        if not isinstance(data, Mapping):
            raise ArgumentTypeError(f"an order is read from a dict, not from {type(data).__name__}")
        unknown = sorted(str(key) for key in data if key not in ("kind", "subject", "args"))
        if unknown:
            raise ArgumentError(f"an order has no key '{unknown[0]}'; it has kind, subject and args")
        for key in ("kind", "subject"):
            if key not in data:
                raise ArgumentError(f"the order lacks its {key}: {dict(data)!r}")
        args = data.get("args", {})
        if not isinstance(args, Mapping):
            raise ArgumentTypeError(f"the args of an order are a dict, not {type(args).__name__}")
        kind, subject = data["kind"], data["subject"]
        if kind == "march" and set(args) <= {"course"}:
            return March(subject, args.get("course"))
        if kind == "change-formation" and "to" in args:
            rest = {name: value for name, value in args.items() if name != "to"}
            return ChangeFormation(subject, args["to"], **rest)
        return Order(kind, subject, **args)

    def __eq__(self, other: object) -> bool:
        if isinstance(other, Order):
            return self._native == other._native
        return NotImplemented

    def __hash__(self) -> int:
        return hash(self._native)

    def __setattr__(self, name: str, value: object) -> NoReturn:
        raise AttributeError(f"orders do not change: make another instead of setting '{name}'")

    def __delattr__(self, name: str) -> NoReturn:
        raise AttributeError("orders do not change")

    def __reduce__(self) -> tuple[Any, ...]:
        return (Order.from_dict, (self.to_dict(),))

    def __repr__(self) -> str:
        args = "".join(f", {name}={value!r}" for name, value in self.args.items())
        return f"Order({self.kind!r}, {self.subject!r}{args})"


class March(Order):
    """Move along a course, built step by step or written as people say it.

    `March("1/95").advance("10 cm").wheel("left", 30).advance("4 cm")` is
    `March("1/95", "advance 10 cm, wheel left 30, advance 4 cm")`. Every step gives a new order;
    the one before is as it was.

    Distances are texts with a unit or `Length`s, never bare numbers. Angles are degrees.
    """

    __slots__ = ()

    def __init__(self, subject: str, course: Course | str | None = None) -> None:
        super().__init__("march", subject, course=Course() if course is None else course)

    @property
    def course(self) -> Course:
        """The course."""
        course: Course = self._native.args()["course"]
        return course

    def along(self, course: Course | str) -> Self:
        """The same unit along another course."""
        return type(self)(self.subject, course)

    def advance(self, distance: Distance) -> Self:
        """Then straight ahead."""
        return self.along(self.course.advance(distance))

    def retire(self, distance: Distance) -> Self:
        """Then straight back, facing kept."""
        return self.along(self.course.retire(distance))

    def sidestep(self, hand: str, distance: Distance) -> Self:
        """Then straight to the `"left"` or `"right"`, facing kept."""
        return self.along(self.course.sidestep(hand, distance))

    def oblique(self, hand: str, angle: float, distance: Distance) -> Self:
        """Then along a slant, `angle` degrees to the `"left"` or `"right"` of straight ahead, facing kept."""
        return self.along(self.course.oblique(hand, angle, distance))

    def wheel(self, hand: str, angle: float) -> Self:
        """Then a wheel by `angle` degrees about the `"left"` or `"right"` front corner.

        The other end swings forward, or back when `angle` is negative.
        """
        return self.along(self.course.wheel(hand, angle))

    def pivot(self, about: str | tuple[float | Distance, float | Distance], angle: float) -> Self:
        """Then a turn by `angle` degrees, clockwise when positive, about a point.

        The point is `"centre"`, `"front-centre"`, `"front-left"`, `"front-right"`, `"rear-left"`,
        `"rear-right"`, or `(x, y)` on the table in millimetres.
        """
        return self.along(self.course.pivot(about, angle))

    def about_face(self) -> Self:
        """Then every figure turns round where it stands: the rear becomes the front."""
        return self.along(self.course.about_face())

    def to(self, x: float | Distance, y: float | Distance) -> Self:
        """Then straight to a place, facing kept.

        The middle of the front edge comes to (`x`, `y`): millimetres from the table's origin, or lengths.
        """
        return self.along(self.course.to(x, y))

    def __reduce__(self) -> tuple[Any, ...]:
        return (type(self), (self.subject, self.course))

    def __repr__(self) -> str:
        return f"March({self.subject!r}, {str(self.course)!r})"


class ChangeFormation(Order):
    """Take another formation: `ChangeFormation("1/95", "square")`.

    `anchor` says what the change is built on, in the ruleset's words; it may be left out. A ruleset
    may want further arguments.
    """

    __slots__ = ()

    def __init__(self, subject: str, to: str, *, anchor: str | None = None, **args: Any) -> None:
        super().__init__("change-formation", subject, to=to, anchor=anchor, **args)

    @property
    def to(self) -> str:
        """The formation to take."""
        to: str = self._native.args()["to"]
        return to

    def __repr__(self) -> str:
        args = "".join(f", {name}={value!r}" for name, value in self.args.items() if name != "to")
        return f"ChangeFormation({self.subject!r}, {self.to!r}{args})"
