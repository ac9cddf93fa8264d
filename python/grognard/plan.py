"""Orders over several turns."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from . import _html
from ._native import Length
from ._record import Record
from .errors import ArgumentError, ArgumentTypeError
from .orders import Order
from .rows import Rows
from .ruling import Ruling

if TYPE_CHECKING:
    from fractions import Fraction

    from . import _native
    from .battle import Battle

__all__ = ["Plan", "PlannedOrder", "PlannedTurn", "Stand"]


class Stand(Record):
    """Where a unit stands and which way it faces."""

    x: float
    """Millimetres of the table, east."""
    y: float
    """Millimetres of the table, north."""
    facing: float
    """Degrees clockwise from north."""


class PlannedOrder(Record):
    """One order of a plan."""

    order: Order
    turn: int
    """The turn in which it is given."""
    phase: str
    """The phase in which it is given."""
    phases: int
    """How many phases to end before it, behind the order before it."""
    written: bool
    """Whether it is only written down then."""
    ruling: Ruling
    """The ruling on it, the dice as the plan counts on them."""
    fails: Fraction
    """The chance that the dice fall otherwise."""
    start: Stand
    """Where the unit stands before it."""
    end: Stand
    """Where it stands behind it."""
    why: str
    """Why it is given."""
    notes: tuple[str, ...]
    """What the ruling has to say."""


class PlannedTurn(Record):
    """One turn of a plan."""

    turn: int
    """The turn on the clock."""
    orders: tuple[PlannedOrder, ...]
    """Its orders; none in a turn that is waited through."""
    end: Stand
    """Where the unit stands at the end of it."""
    formation: str
    """Its formation then."""
    distance: float
    """How far it is from the place then, millimetres."""
    enemy: str | None
    """The nearest enemy then."""
    gap: float | None
    """How far off that is, millimetres."""


class Plan:
    """Orders that bring a unit to a place, turn by turn, as the battle was when it was asked.

    It is true when there is a plan. Each order is one that `battle.order` carries out when its time comes, as
    long as nobody else moves. `risk` and `danger` are the planner's own measures and no rules. Plans come from
    `Battle.plan`.
    """

    __slots__ = ("_battle", "_dict", "_native")

    def __init__(self, native: _native.Plan, battle: Battle, /) -> None:
        self._native = native
        self._battle = battle
        self._dict: dict[str, Any] | None = None

    @property
    def found(self) -> bool:
        """Whether there is a plan."""
        return self._native.found

    def __bool__(self) -> bool:
        return self._native.found

    @property
    def unit(self) -> str:
        """The unit's id."""
        unit: str = self._read()["unit"]
        return unit

    @property
    def turns(self) -> Rows[PlannedTurn]:
        """What to do, turn by turn; empty when the unit is there already, or there is no plan."""
        return Rows(self._turns())

    @property
    def orders(self) -> tuple[PlannedOrder, ...]:
        """Every order, in the order they are given."""
        return tuple(order for turn in self._turns() for order in turn.orders)

    @property
    def phases(self) -> int:
        """How many phases to end behind the last order, until all of it is carried out."""
        phases: int = self._read()["phases"]
        return phases

    @property
    def risk(self) -> Fraction:
        """The chance that some dice fall otherwise than the plan counts on."""
        return _chance(self._read()["fails"])

    @property
    def danger(self) -> float | None:
        """How near the nearest enemy is at the end of a turn of the plan, millimetres; the less the riskier."""
        danger: float | None = self._read()["danger"]
        return danger

    @property
    def least(self) -> int:
        """The fewest turns that any plan of such moves and changes of formation can take, as far as that is proved.

        0 when the unit is there already; 1 when nothing more is proved.
        """
        least: int = self._read()["least"]
        return least

    @property
    def proved(self) -> bool:
        """Whether no plan takes fewer turns, by proof. Else its turns are the fewest that were found."""
        proved: bool = self._read()["proved"]
        return proved

    @property
    def out_of_reach(self) -> bool:
        """Whether there is no plan, and by proof none in as many turns as were asked for."""
        out: bool = self._read()["out_of_reach"]
        return out

    @property
    def assumes(self) -> tuple[str, ...]:
        """What the plan counts on, a sentence each."""
        return tuple(self._read()["assumes"])

    @property
    def reason(self) -> str | None:
        """Why there is no plan, as a slug; none when there is one.

        `cannot-move`, `formation-not-open`, `no-change`, `barred-ground`, `place-taken`, `over-the-edge` or
        `too-far`.
        """
        none = self._read()["none"]
        return None if none is None else str(none["reason"])

    @property
    def nearest(self) -> Stand | None:
        """The nearest to the place that the unit was brought while a plan was looked for."""
        near = self._read()["nearest"]
        return None if near is None else Stand(**near["pose"])

    @property
    def rulings(self) -> int:
        """How many rulings were asked for."""
        return self._native.asked

    def explain(self, lang: str = "en") -> str:
        """The plan in words: what is done in each turn, why, what it costs, what the rules have to say.

        `lang` is the language of the rules' sentences, where the ruleset has it. Raises `ArgumentError` for
        another.
        """
        if not isinstance(lang, str):
            raise ArgumentTypeError(f"a language is a code such as 'en', not {lang!r}")
        return self._battle._native.plan_text(self._native, lang)

    def to_dict(self) -> dict[str, Any]:
        """The plan as plain data, as the program prints it with `--json`."""
        import json

        plain: dict[str, Any] = json.loads(self._battle._native.plan_json(self._native, "en"))
        return plain

    def carry_out(self, battle: Battle | None = None) -> list[Ruling]:
        """Gives every order in its phase, and ends phases between them; the rulings on the orders.

        In the battle that was asked, or another in the same state. Dice come from its seed: where one falls
        otherwise than the plan counts on, a later order may raise `IllegalOrder`; what was done by then stays done.
        """
        if not self.found:
            raise ArgumentError(self._native.headline)
        battle = self._battle if battle is None else battle
        rulings = []
        for planned in self.orders:
            for _ in range(planned.phases):
                battle.end_phase()
            rulings.append(battle.order(planned.order))
        for _ in range(self.phases):
            battle.end_phase()
        return rulings

    def svg(self, *, width: float = 900.0, labels: str = "ids") -> str:
        """The table with where the unit stands at the end of each turn."""
        return self._battle.svg(width=width, labels=labels, highlight=[self.unit], plan=self)

    def _repr_svg_(self) -> str:
        return self.svg()

    def _repr_html_(self) -> str:
        parts = [f"<p><b>{_html.escape(self._native.headline)}</b></p>"]
        rows = [
            {
                "turn": order.turn,
                "phase": order.phase + (" (written)" if order.written else ""),
                "order": _told(order.order),
                "why": order.why,
                "spent": order.ruling.spent,
                "fails": order.fails or None,
                "notes": " ".join(order.notes),
            }
            for order in self.orders
        ]
        if rows:
            parts.append(_html.table(rows))
        parts.extend(f"<p><small>{_html.escape(line)}</small></p>" for line in self.assumes)
        return "<div>" + "".join(parts) + self.svg(width=600.0) + "</div>"

    def __repr__(self) -> str:
        return f"<Plan: {self._native.headline}>"

    def _read(self) -> dict[str, Any]:
        if self._dict is None:
            self._dict = self.to_dict()
        return self._dict

    def _turns(self) -> Iterator[PlannedTurn]:
        natives = iter(self._native.orders())
        for turn in self._read()["turns"]:
            orders = []
            for row in turn["orders"]:
                kind, subject, args, ruling = next(natives)
                orders.append(
                    PlannedOrder(
                        order=Order.from_dict({"kind": kind, "subject": subject, "args": args}),
                        turn=turn["turn"],
                        phase=row["phase"],
                        phases=row["phases"],
                        written=row["written"],
                        ruling=Ruling(ruling),
                        fails=_chance(row["fails"]),
                        start=Stand(**row["from"]),
                        end=Stand(**row["end"]),
                        why=row["why"],
                        notes=tuple(row["notes"]),
                    )
                )
            enemy = turn["enemy"] or {"unit": None, "gap": None}
            yield PlannedTurn(
                turn=turn["turn"],
                orders=tuple(orders),
                end=Stand(**turn["end"]),
                formation=turn["formation"],
                distance=turn["distance"],
                enemy=enemy["unit"],
                gap=enemy["gap"],
            )


def plan_of(
    battle: Battle,
    side: str | None,
    order: Order,
    to: tuple[float, float],
    facing: float | None,
    formation: str | None,
    within: Length | str,
    within_degrees: float,
    turns: int,
) -> Plan:
    """How the subject of an order without its course comes to a place; for a side, as far as it knows."""
    try:
        x, y = to
    except (TypeError, ValueError):
        raise ArgumentTypeError(f"a place is a pair of numbers (x, y), not {to!r}") from None
    if formation is not None and not isinstance(formation, str):
        raise ArgumentTypeError(f"a formation is named by its id, not by {formation!r}")
    if isinstance(turns, bool) or not isinstance(turns, int):
        raise ArgumentTypeError(f"the turns are a whole number, not {turns!r}")
    if not 0 <= turns < 2**32:
        raise ArgumentError(f"a plan cannot take {turns} turns")
    goal = (
        _number("x", x),
        _number("y", y),
        None if facing is None else _number("the facing", facing),
        formation,
        Length(within).mm,
        _number("within_degrees", within_degrees),
    )
    return Plan(battle._native.plan(order._native, goal, turns, side), battle)


def _told(order: Order) -> str:
    args = " ".join(f"{name}={value}" if name != "course" else str(value) for name, value in order.args.items())
    return f"{order.kind} {args}"


def _number(what: str, given: object) -> float:
    from math import isfinite

    if isinstance(given, bool) or not isinstance(given, (int, float)):
        raise ArgumentTypeError(f"{what} is a number, not {given!r}")
    if not isfinite(given):
        raise ArgumentError(f"{what} cannot be {given}")
    return float(given)


def _chance(text: str) -> Fraction:
    from fractions import Fraction

    return Fraction(text)
