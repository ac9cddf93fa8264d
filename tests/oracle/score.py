"""What was compared, what could not be decided, and what disagrees."""

from __future__ import annotations

import json
import sys
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field

import shapely


@dataclass
class Score:
    checked: Counter = field(default_factory=Counter)
    undecided: Counter = field(default_factory=Counter)
    wrong: list[tuple[str, str, dict]] = field(default_factory=list)

    def check(self, what: str, holds: bool, detail: object, asked: dict) -> None:
        self.checked[what] += 1
        if not holds:
            self.wrong.append((what, str(detail), asked))

    @classmethod
    def of(cls, parts: Iterable[Score], told: int = 0) -> Score:
        """The sum of several, telling after each of so many when asked to."""
        total = cls()
        for done, score in enumerate(parts, start=1):
            total.checked += score.checked
            total.undecided += score.undecided
            total.wrong += score.wrong
            if told:
                print(f"about {done * told} done, {len(total.wrong)} disagreements", file=sys.stderr, flush=True)
        return total


def report(total: Score, tried: str, how: str, shown: int) -> int:
    """Prints it all; the exit status."""
    print(f"{how}, shapely {shapely.__version__}, GEOS {shapely.geos_version_string}")
    print(f"{tried}, {sum(total.checked.values())} comparisons, "
          f"{sum(total.undecided.values())} undecided, {len(total.wrong)} disagreements")
    for what, times in sorted(total.checked.items()):
        print(f"  {times:9} {what}")
    for what, times in sorted(total.undecided.items()):
        print(f"  {times:9} undecided: {what}")
    for what, detail, asked in total.wrong[:shown]:
        print(f"{what}: {detail}\n  {json.dumps(asked)}")
    return 1 if total.wrong else 0
