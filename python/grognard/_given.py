"""What people give with a question, brought into the engine's form."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, NoReturn

from .errors import ArgumentError, ArgumentTypeError
from .orders import Order

if TYPE_CHECKING:
    from . import _native

Dice = int | Iterable[int]
"""The faces of real dice, in the order they were rolled."""


def faces_of(dice: Dice) -> list[int]:
    """The faces of dice that were typed in."""
    faces = [dice] if isinstance(dice, int) else dice
    try:
        faces = list(faces)
    except TypeError:
        raise ArgumentTypeError(f"dice are a list of faces, not {dice!r}") from None
    for face in faces:
        if isinstance(face, bool) or not isinstance(face, int):
            raise ArgumentTypeError(f"a die shows a whole number, not {face!r}")
        if not 1 <= face < 2**32:
            raise ArgumentError(f"no die shows {face}")
    return faces


def unit_of(unit: object) -> str:
    """The id of a unit."""
    if not isinstance(unit, str):
        raise ArgumentTypeError(f"a unit is named by its id, not by {unit!r}")
    return unit


def natives_of(orders: Iterable[Order]) -> list[_native.Order]:
    """The orders as the engine has them."""
    if not isinstance(orders, list):
        try:
            orders = list(orders)
        except TypeError:
            raise ArgumentTypeError(f"many orders are a list of orders, not {orders!r}") from None
    # Of many orders there are a few types.
    if not all(issubclass(kind, Order) for kind in set(map(type, orders))):
        no_order(next(order for order in orders if not isinstance(order, Order)))
    return [order._native for order in orders]


def no_order(given: object) -> NoReturn:
    """Refuses what was given in place of an order."""
    raise ArgumentTypeError(f"an order is a March, a ChangeFormation or another Order, not {given!r}")
