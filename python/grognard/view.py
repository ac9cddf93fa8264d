"""What one side may know of a battle."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from ._given import faces_of, natives_of, no_order
from ._native import Length
from .log import Log, order_of
from .odds import Odds, Outcome
from .orders import Order
from .plan import Plan, plan_of
from .reach import Reach, reach_of
from .ruling import Ruling, Rulings
from .table import Units, brigades_of, commanders_of

if TYPE_CHECKING:
    from ._given import Dice
    from .battle import Battle
    from .rules import Rules
    from .table import Brigade, Commander, Named, Side, Terrain

__all__ = ["View"]


class View:
    """A battle as one side sees it. `Battle.view` gives one; it follows the battle.

    Everything on the table is open. What another side has written is sealed until the phase in which it is
    carried out: it is not in `written`, its event in the `log` tells number and time only, and rulings do
    not know of it. `sealed` counts it. Conditions that are the umpire's alone (`Condition.umpire`) are nowhere
    in it, and rulings do not know of them either: where only the umpire may measure yet, a view does not.
    """

    __slots__ = ("_battle", "_native", "_side")

    def __init__(self, battle: Battle, side: str, /) -> None:
        self._battle = battle
        self._native = battle._native
        self._side = side

    @property
    def side(self) -> str:
        """The side that looks."""
        return self._side

    @property
    def written(self) -> list[Order]:
        """The written orders that the side knows: its own, and those that are open."""
        return [order_of(order) for order in self._native.written(self._side)]

    @property
    def sealed(self) -> dict[str, int]:
        """How many orders each other side has written that are still sealed."""
        return dict(self._native.sealed(self._side))

    @property
    def log(self) -> Log:
        """What has happened; what is another side's secret is there as `sealed`."""
        return Log(self._native, self._side)

    def check(self, order: Order, dice: Dice | None = None) -> Ruling:
        """Rules on an order as `Battle.check` does, knowing what the side knows."""
        if not isinstance(order, Order):
            no_order(order)
        faces = None if dice is None else faces_of(dice)
        return Ruling(self._native.check(order._native, faces, self._side))

    def check_many(self, orders: Iterable[Order]) -> Rulings:
        """Rules on many orders, each by itself, on all cores."""
        return Rulings(self._native.check_many(natives_of(orders), self._side))

    def odds(self, order: Order) -> Odds:
        """What an order can come to, as far as the side knows. As `Battle.odds`."""
        if not isinstance(order, Order):
            no_order(order)
        ways, outcomes = self._native.odds(order._native, self._side)
        return Odds(order, ways, (Outcome(**{**row, "example": Ruling(row["example"])}) for row in outcomes))

    def order(self, order: Order, dice: Dice | None = None) -> Ruling:
        """Gives an order of the side's own, as `Battle.order` does.

        While orders are written nothing is measured for it that only the umpire may measure then, not even for
        what is carried out at once.

        Raises `IllegalOrder`, or `ArgumentError` when its subject is not the side's.
        """
        return self._battle._carry_out(order, dice, self._side)

    @property
    def turn(self) -> int:
        """The turn, from 1."""
        return self._battle.turn

    @property
    def phase(self) -> str:
        """The phase, in the ruleset's words."""
        return self._battle.phase

    @property
    def active(self) -> str | None:
        """The side whose turn it is; none when both act together."""
        return self._battle.active

    @property
    def name(self) -> str:
        """The scenario's name."""
        return self._battle.name

    @property
    def rules(self) -> Rules:
        """The ruleset, as it is played here."""
        return self._battle.rules

    @property
    def units(self) -> Units:
        """The units by id, of all sides."""
        return Units(self._native, self._side)

    @property
    def sides(self) -> Named[Side]:
        """The sides by id, in the order they act."""
        return self._battle.sides

    @property
    def brigades(self) -> Named[Brigade]:
        """The brigades by id."""
        return brigades_of(self._native, self._side)

    @property
    def commanders(self) -> Named[Commander]:
        """The commanders by id."""
        return commanders_of(self._native, self._side)

    @property
    def terrain(self) -> Named[Terrain]:
        """The terrain by id."""
        return self._battle.terrain

    @property
    def table(self) -> tuple[tuple[float, float], tuple[float, float]]:
        """The south-west and north-east corners of the table, millimetres."""
        return self._battle.table

    @property
    def conditions(self) -> dict[str, Any]:
        """What the ruleset remembers of the battle as a whole."""
        return self._native.conditions(self._side)

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
        """Where a unit can get to, as far as the side knows; see `Battle.reach`."""
        return reach_of(self._battle, self.side, Order(kind, unit, **args), cell, degrees)

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
        """How a unit comes to a place, as far as the side knows; see `Battle.plan`.

        While orders are only taken down, and nothing may be measured, no plan is made.
        """
        order = Order(kind, unit, **args)
        return plan_of(self._battle, self.side, order, to, facing, formation, within, within_degrees, turns)

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
        """The table to scale, as SVG; see `Battle.svg`. What is written stands on no map."""
        return self._battle.svg(
            width=width, labels=labels, highlight=highlight, caption=caption, outcome=outcome, reach=reach, plan=plan
        )

    def _repr_svg_(self) -> str:
        return self.svg()

    def __repr__(self) -> str:
        sealed = "".join(f", {count} sealed by {side}" for side, count in self.sealed.items() if count)
        return (
            f"<View of {self._side!r} on {self.name!r} under {self.rules.id}: turn {self.turn}, {self.phase},"
            f" {len(self.written)} written{sealed}>"
        )
