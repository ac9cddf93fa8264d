"""How fast rulings, reaches and plans are from Python, beside short shapely scripts in the same run.

    python python/benches/speed.py [--json FILE]

The march is three segments (advance, wheel, advance) of one battalion on Quatre Bras with all units on
the table; its reach is by the centimetre and five degrees; a plan takes another battalion over three turns into line.
What the scripts know, and what they do not, is told in `yardstick.py`.

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
from math import cos, hypot, radians, sin
from pathlib import Path
from typing import Any

import yardstick

import grognard as gr

SCENARIO = Path(__file__).parents[2] / "scenarios" / "quatre_bras.toml"
UNIT = "1/42"
# The plan: who, and how far ahead the place lies under each ruleset, mm.
PLANNER = "1/108"
AHEAD = {"horse-and-musket": 180, "general-de-brigade": 270, "belle-alliance": 432}
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
    reach = battle.reach(UNIT, cell="10 mm", degrees=5)
    scene = yardstick.scene_of(battle, UNIT, farthest(reach), (0, 0))
    numbers = {}
    many = [part_of_march(part / MANY) for part in range(1, MANY + 1)]
    numbers["check, microseconds"] = 1e6 * best(lambda: battle.check(march))
    numbers["check and read everything, microseconds"] = 1e6 * best(lambda: read_all(battle.check(march)))
    numbers["the march by shapely, microseconds"] = 1e6 * best(yardstick.march(scene))
    numbers["check: times as fast"] = numbers["the march by shapely, microseconds"] / numbers["check, microseconds"]
    numbers["checks a second"] = 1e6 / numbers["check, microseconds"]
    numbers["many checks at once, a second"] = len(many) / best(lambda: battle.check_many(many))
    numbers["reach, poses"] = len(reach)
    numbers["reach, ms"] = 1e3 * best(lambda: battle.reach(UNIT, cell="10 mm", degrees=5))
    numbers["clear places by shapely, ms"] = 1e3 * best(yardstick.reach(scene))
    numbers["reach: times as fast"] = numbers["clear places by shapely, ms"] / numbers["reach, ms"]
    start = gr.Battle.load(scenario, rules)
    to = goal(start, AHEAD[rules])
    scene = yardstick.scene_of(start, PLANNER, 0, to)
    plan = start.plan(PLANNER, to=to, facing=45, formation="line")
    numbers["plan, turns"] = len(plan.turns)
    numbers["plan, ms"] = 1e3 * best(lambda: start.plan(PLANNER, to=to, facing=45, formation="line"))
    numbers["way by A* and shapely, ms"] = 1e3 * best(yardstick.plan(scene))
    numbers["plan: times as fast"] = numbers["way by A* and shapely, ms"] / numbers["plan, ms"]
    numbers["map as SVG, ms"] = 1e3 * best(battle.svg)
    return {f"{rules}: {name}": number for name, number in numbers.items()}


def farthest(reach: gr.Reach) -> float:
    """As far as the unit gets straight, mm."""
    first = reach[0]
    return max(hypot(pose.x - first.x, pose.y - first.y) for pose in reach)


def goal(battle: gr.Battle, ahead: float) -> tuple[float, float]:
    """So far ahead of the planner, and a third of it to its right."""
    unit = battle.units[PLANNER]
    angle, right = radians(unit.facing), ahead / 3
    return (
        unit.at[0] + right * cos(angle) + ahead * sin(angle),
        unit.at[1] + ahead * cos(angle) - right * sin(angle),
    )


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


if __name__ == "__main__":
    main()
