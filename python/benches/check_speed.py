"""How fast a ruling is from Python, beside the same march measured by a short shapely script.

    python python/benches/check_speed.py [--json FILE]

Both follow three segments (advance, wheel, advance) of one battalion on Quatre Bras with all units on
the table. The shapely script only sweeps the footprint and asks what it touches: no rates, no budget, no
ledger, no clauses. It is there as a yardstick of what a quick script would cost, not as a rival.

Times are the best of many short rounds, so that other work on the machine counts little. Still, run it
on a machine at rest; the targets are for such a one.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import time
from collections.abc import Callable
from math import cos, radians, sin
from pathlib import Path
from typing import Any

import grognard as gr

SCENARIO = Path(__file__).parents[2] / "scenarios" / "quatre_bras.toml"
UNIT = "1/42"
MANY = 2_000
ROUND = 0.002
SECONDS = 1.0


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--json", type=Path, help="write the numbers to this file")
    parser.add_argument("--scenario", type=Path, default=SCENARIO)
    told = parser.parse_args()
    numbers: dict[str, float] = {"import ms": import_time()}
    for rules in gr.Scenario.open(told.scenario).rulesets:
        numbers.update(measure(told.scenario, rules))
    for name, number in numbers.items():
        print(f"{name:56} {number:12,.2f}")
    if told.json:
        told.json.write_text(json.dumps(numbers, indent=2) + "\n", encoding="utf-8")


def measure(scenario: Path, rules: str) -> dict[str, float]:
    battle = gr.Battle.load(scenario, rules)
    march = part_of_march(1.0)
    for _ in range(50):
        if "wrong-phase" not in battle.check(march).slugs and battle.check(march).ledger:
            break
        battle.end_phase()
    many = [part_of_march(part / MANY) for part in range(1, MANY + 1)]
    check = best(lambda: battle.check(march))
    read = best(lambda: read_all(battle.check(march)))
    together = best(lambda: battle.check_many(many)) / len(many)
    shapely = best(shapely_march(battle))
    return {
        f"{rules}: checks a second": 1 / check,
        f"{rules}: check, microseconds": check * 1e6,
        f"{rules}: check and read everything, microseconds": read * 1e6,
        f"{rules}: many checks at once, a second": 1 / together,
        f"{rules}: shapely script, microseconds": shapely * 1e6,
        f"{rules}: map as SVG, ms": best(battle.svg) * 1e3,
    }


def part_of_march(part: float) -> gr.March:
    """The march, or a part as long of each step: no two of a batch are alike."""
    first, second = (f"{round(length * part, 4)} mm" for length in (20, 10))
    return gr.March(UNIT).advance(first).wheel("left", 5 * part).advance(second)


def read_all(ruling: gr.Ruling) -> Any:
    return ruling.findings, ruling.ledger, ruling.clauses, ruling.cells, ruling.spent


def best(call: Callable[[], Any]) -> float:
    """Seconds of one call: the mean of the best round. A round is short enough to be left alone."""
    start = time.perf_counter()
    call()
    times = max(1, int(ROUND / max(time.perf_counter() - start, 1e-7)))
    least, until = float("inf"), time.perf_counter() + SECONDS
    while time.perf_counter() < until:
        start = time.perf_counter()
        for _ in range(times):
            call()
        least = min(least, (time.perf_counter() - start) / times)
    return least


def import_time() -> float:
    """Milliseconds that `import grognard` takes in a fresh interpreter."""
    code = "import time; t = time.perf_counter(); import grognard; print((time.perf_counter() - t) * 1e3)"
    return min(
        float(subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True).stdout)
        for _ in range(10)
    )


def shapely_march(battle: gr.Battle) -> Callable[[], Any]:
    """The same three segments with shapely: swept area against every other unit and all terrain."""
    from shapely import STRtree, affinity
    from shapely.geometry import Polygon
    from shapely.ops import unary_union

    def rectangles(unit: gr.Unit) -> Any:
        return unary_union([Polygon(corners(base)) for base in unit.bases])

    unit = battle.units[UNIT]
    mover = rectangles(unit)
    others = [rectangles(other) for other in battle.units.values() if other.id != UNIT]
    ground = [Polygon(piece.points) for piece in battle.terrain.values() if piece.width is None]
    tree = STRtree(others + ground)
    half = max(base.width for base in unit.bases) * len(unit.bases) / 2
    angle = radians(unit.facing)

    def ahead(shape: Any, far: float) -> tuple[Any, Any]:
        moved = affinity.translate(shape, far * sin(angle), far * cos(angle))
        return moved, unary_union([shape, moved]).convex_hull

    def march() -> Any:
        swept = []
        shape, area = ahead(mover, 20)
        swept.append(area)
        pivot = (unit.at[0] - half * cos(angle), unit.at[1] + half * sin(angle))
        for _ in range(5):  # a wheel has no swept area of its own here: small turns stand for it
            turned = affinity.rotate(shape, 1, origin=pivot)
            swept.append(unary_union([shape, turned]).convex_hull)
            shape = turned
        shape, area = ahead(shape, 10)
        swept.append(area)
        met = [index for area in swept for index in tree.query(area, predicate="intersects")]
        return met, shape.bounds

    return march


def corners(base: gr.Base) -> list[tuple[float, float]]:
    angle = radians(base.facing)
    halves = [(-1, 1), (1, 1), (1, -1), (-1, -1)]
    return [
        (
            base.at[0] + right * base.width / 2 * cos(angle) + forward * base.depth / 2 * sin(angle),
            base.at[1] + forward * base.depth / 2 * cos(angle) - right * base.width / 2 * sin(angle),
        )
        for right, forward in halves
    ]


if __name__ == "__main__":
    main()
