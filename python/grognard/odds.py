"""Exact odds: what an order can come to."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from . import _html
from ._record import Record
from .rows import Rows

if TYPE_CHECKING:
    from fractions import Fraction

    from .orders import Order
    from .ruling import Ruling

__all__ = ["Odds", "Outcome"]


class Outcome(Record):
    """One thing that an order can come to."""

    probability: Fraction
    """How likely it is, exactly."""
    verdict: str
    rolls: tuple[str, ...]
    """What the rolls gave, in the ruleset's words."""
    findings: tuple[str, ...]
    """The slugs of the findings and notes."""
    example: Ruling
    """The ruling for the first way of the dice that leads here."""

    def to_dict(self) -> dict[str, Any]:
        """The outcome as a plain dict, without its example."""
        return {
            "probability": self.probability,
            "verdict": self.verdict,
            "rolls": list(self.rolls),
            "findings": list(self.findings),
        }

    def __repr__(self) -> str:
        told = ", ".join(self.rolls or self.findings)
        return f"<{self.probability}: {self.verdict}" + (f", {told}" if told else "") + ">"


class Odds(Rows[Outcome]):
    """What an order can come to, likeliest first. The probabilities add up to one."""

    __slots__ = ("order", "ways")

    order: Order
    ways: int
    """How many ways the dice can fall."""

    def __init__(self, order: Order, ways: int, outcomes: Iterable[Outcome]) -> None:
        super().__init__(outcomes)
        self.order = order
        self.ways = ways

    def probability(
        self, *, roll: str | None = None, finding: str | None = None, verdict: str | None = None
    ) -> Fraction:
        """How likely an outcome with this roll, this finding and this verdict is, exactly."""
        from fractions import Fraction

        def fits(outcome: Outcome) -> bool:
            return (
                (roll is None or roll in outcome.rolls)
                and (finding is None or finding in outcome.findings)
                and (verdict is None or verdict == outcome.verdict)
            )

        return sum((outcome.probability for outcome in self if fits(outcome)), Fraction(0))

    def _repr_html_(self) -> str:
        rows = [{**row, "percent": f"{float(row['probability']):.1%}"} for row in self.to_dicts()]
        return _html.table(rows)
