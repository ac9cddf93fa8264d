"""The same order under several rulesets, side by side."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Any

from . import _html
from .battle import Battle
from .errors import ArgumentError
from .orders import Order
from .ruling import Ruling
from .scenario import Scenario, scenario_of

if TYPE_CHECKING:
    import pandas

__all__ = ["Comparison", "compare"]


class Comparison(Mapping[str, Ruling]):
    """Rulings on one order, by ruleset."""

    __slots__ = ("_rulings", "order")

    def __init__(self, order: Order, rulings: Mapping[str, Ruling]) -> None:
        self.order = order
        self._rulings = dict(rulings)

    def __getitem__(self, ruleset: str) -> Ruling:
        return self._rulings[ruleset]

    def __iter__(self) -> Iterator[str]:
        return iter(self._rulings)

    def __len__(self) -> int:
        return len(self._rulings)

    def to_dicts(self) -> list[dict[str, Any]]:
        """One row a ruleset: verdict, findings, what is spent of what there was, clauses."""
        return [
            {
                "ruleset": id,
                "verdict": ruling.verdict,
                "findings": ruling.slugs,
                "spent": ruling.spent,
                "budget": ruling.budget,
                "clauses": list(ruling.clauses),
                "assumptions": [use.cell for use in ruling.assumptions],
            }
            for id, ruling in self._rulings.items()
        ]

    def to_pandas(self) -> pandas.DataFrame:
        """The rows as a pandas data frame. Raises `ImportError` without pandas."""
        import pandas

        rows = [
            {name: float(v) if name in ("spent", "budget") else v for name, v in row.items()} for row in self.to_dicts()
        ]
        return pandas.DataFrame(rows).set_index("ruleset")

    def __repr__(self) -> str:
        lines = [repr(self.order)]
        lines += [f"  {id}: {ruling!r}" for id, ruling in self._rulings.items()]
        return "\n".join(lines)

    def _repr_html_(self) -> str:
        return f"<p>{_html.escape(repr(self.order))}</p>" + _html.table(self.to_dicts())


def compare(
    scenario: Scenario | str | os.PathLike[str],
    order: Order,
    rules: Iterable[str] | None = None,
    **settings: Any,
) -> Comparison:
    """Checks one order at the start of a scenario under several rulesets.

    `rules`: their ids; all that the scenario has units for when left out. Further keywords go to
    `Battle.load`. The clock is moved on, ruleset by ruleset, to the first phase that takes the order
    for the side it concerns (where orders are written first, to the one that carries them out); a
    ruleset that has none rules on it as the battle starts.

    Raises what `Battle.load` raises.
    """
    setting = scenario_of(scenario)
    ids = setting.rulesets if rules is None else [rules] if isinstance(rules, str) else list(rules)
    if not ids:
        raise ArgumentError(f"{setting.name} has no units for any ruleset")
    return Comparison(order, {id: _check(Battle.load(setting, id, **settings), order) for id in ids})


_UNTIMELY = {"wrong-phase", "not-own-turn"}


def _check(battle: Battle, order: Order) -> Ruling:
    first = battle.check(order)
    ruling = first
    for _ in range(len(battle.rules.phases) * max(1, len(battle.sides))):
        if not _UNTIMELY & set(ruling.slugs) and not _only_written(battle, order):
            return ruling
        battle.end_phase()
        ruling = battle.check(order)
    return first


def _only_written(battle: Battle, order: Order) -> bool:
    phases = battle.rules.phases
    return phases[battle.phase].mode == "write" and any(
        phase.mode != "write" and order.kind in phase.orders for phase in phases.values()
    )
