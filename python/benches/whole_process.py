"""What whole processes take, from start to exit, beside short shapely scripts in the same run.

    python python/benches/whole_process.py [--program target/release/grognard] [--runs 15] [--json FILE]

Told is the median of some runs, one of each after the other, so that what the machine does meanwhile hits all alike.
"""

from __future__ import annotations

import argparse
import json
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import speed
import yardstick

import grognard as gr

ROOT = Path(__file__).parents[2]
RULES = "horse-and-musket"
MARCH = "advance 20 mm, wheel left 5, advance 10 mm"
PYTHON = {
    "check": "print(battle.check(gr.March({unit!r}, {march!r})).allowed)",
    "reach": "print(len(battle.reach({unit!r}, cell='10 mm', degrees=5)))",
    "plan": "print(len(battle.plan({planner!r}, to={to!r}, facing=45, formation='line').turns))",
}


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--program", type=Path, default=ROOT / "target" / "release" / "grognard")
    parser.add_argument("--runs", type=int, default=15)
    parser.add_argument("--json", type=Path, help="write the numbers to this file")
    told = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        numbers = compare(told.program, told.runs, Path(folder))
    for name, number in numbers.items():
        print(f"{name:48} {number:10,.1f}")
    if told.json:
        told.json.write_text(json.dumps(numbers, indent=2) + "\n", encoding="utf-8")


def compare(program: Path, runs: int, folder: Path) -> dict[str, float]:
    commands = programs(program) | python_scripts() | yardsticks(folder)
    times: dict[str, list[float]] = {name: [] for name in commands}
    for _ in range(runs):
        for name, command in commands.items():
            start = time.perf_counter()
            subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
            times[name].append(time.perf_counter() - start)
    numbers = {f"{name}, ms": 1e3 * statistics.median(each) for name, each in times.items()}
    for what, script in (("check", "march"), ("reach", "reach"), ("plan", "plan")):
        for way in ("program", "Python"):
            if f"{what}, {way}, ms" in numbers:
                ratio = numbers[f"{script}, shapely, ms"] / numbers[f"{what}, {way}, ms"]
                numbers[f"{what}, {way}: times as fast"] = ratio
    return numbers


def programs(program: Path) -> dict[str, list[str]]:
    x, y = goal()
    plugins = Path(gr.__file__).parent / "plugins"
    opening = [str(speed.SCENARIO), "--rules", RULES, "--plugin", str(plugins)]
    return {
        "check, program": [str(program), "check", *opening, "--order", f"{speed.UNIT}: {MARCH}"],
        "plan, program": [
            *(str(program), "plan", *opening, "--unit", speed.PLANNER, f"--to={x},{y}"),
            *("--facing", "45", "--formation", "line"),
        ],
    }


def python_scripts() -> dict[str, list[str]]:
    load = f"import grognard as gr; battle = gr.Battle.load({str(speed.SCENARIO)!r}, {RULES!r}); "
    to_movement = "[battle.end_phase() for _ in iter(lambda: battle.phase != 'movement', False)]; "
    names = {"unit": speed.UNIT, "planner": speed.PLANNER, "march": MARCH, "to": goal()}
    return {
        f"{what}, Python": [sys.executable, "-c", load + ("" if what == "plan" else to_movement) + code.format(**names)]
        for what, code in PYTHON.items()
    }


def yardsticks(folder: Path) -> dict[str, list[str]]:
    battle = gr.Battle.load(speed.SCENARIO, RULES)
    script = str(Path(yardstick.__file__))
    commands = {}
    for what, unit in (("march", speed.UNIT), ("reach", speed.UNIT), ("plan", speed.PLANNER)):
        scene = folder / f"{what}.json"
        far = 6 * 25.4  # a line's move
        scene.write_text(json.dumps(yardstick.scene_of(battle, unit, far, goal())), encoding="utf-8")
        commands[f"{what}, shapely"] = [sys.executable, script, str(scene), what]
    return commands


def goal() -> tuple[float, float]:
    battle = gr.Battle.load(speed.SCENARIO, RULES)
    return speed.goal(battle, speed.AHEAD[RULES])


if __name__ == "__main__":
    main()
