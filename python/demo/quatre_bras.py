"""Plays the opening of Quatre Bras under every ruleset that has a script for it, and writes a page.

    python python/demo/quatre_bras.py --out out/demo/index.html

The scenario is one file; the rulesets are plugins loaded from the installed package. Each script is
played order by order. The page shows the table before and after, and the rulings side by side.
"""

from __future__ import annotations

import argparse
import time
from pathlib import Path

from page import Play, page
from script import Step, read

import grognard as gr

ROOT = Path(__file__).resolve().parents[2]
SCENARIO = ROOT / "scenarios" / "quatre_bras.toml"
SCRIPTS = ROOT / "scenarios" / "quatre_bras"


def play(path: Path, scenario: gr.Scenario, *, quiet: bool) -> Play:
    """Plays one script and keeps what came of each step."""
    script = read(path)
    battle = gr.Battle.load(scenario, script.ruleset, seed=script.seed)
    played = Play(script, battle)
    played.maps["before"] = battle.svg(width=700)
    print(f"\n{battle.rules.title}: {script.title}")
    for number, step in enumerate(script.steps, start=1):
        ruling = step.perform(battle)
        played.steps.append((step, ruling, f"turn {battle.turn}, {battle.phase}"))
        if not quiet:
            tell(number, step, ruling, battle)
    played.maps["after"] = battle.svg(width=700)
    rulings = [ruling for _, ruling, _ in played.steps if ruling is not None]
    counts = {verdict: sum(r.verdict == verdict for r in rulings) for verdict in ("allowed", "refused", "undetermined")}
    print("  " + ", ".join(f"{count} {verdict}" for verdict, count in counts.items() if count))
    return played


def tell(number: int, step: Step, ruling: gr.Ruling | None, battle: gr.Battle) -> None:
    """Prints one step."""
    if step.note:
        print(f"  {number}. {step.note}")
    if ruling is None:
        print(f"     {step.words} -> turn {battle.turn}, {battle.phase}")
        return
    print(f"     {step.words}")
    for line in ruling.explain().splitlines():
        print(f"       {line}")


def main() -> None:
    """Reads the command line and does it all."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--out", type=Path, default=ROOT / "out" / "demo" / "index.html", help="where the page goes")
    parser.add_argument("--quiet", action="store_true", help="print the counts only")
    options = parser.parse_args()

    started = time.perf_counter()
    print("rulesets, loaded at run time:")
    for info in gr.rulesets().values():
        print(f"  {info.id} {info.version}: {info.title}")
    scenario = gr.Scenario.open(SCENARIO)
    plays = [play(path, scenario, quiet=options.quiet) for path in sorted(SCRIPTS.glob("*.toml"))]
    took = time.perf_counter() - started

    options.out.parent.mkdir(parents=True, exist_ok=True)
    options.out.write_text(page(scenario, plays), encoding="utf-8")
    for one in plays:
        for when, svg in one.maps.items():
            options.out.with_name(one.map_name(when)).write_text(svg, encoding="utf-8")
    count = sum(len(one.steps) for one in plays)
    print(f"\n{count} steps under {len(plays)} rulesets in {took:.2f} s; the page is {options.out}")


if __name__ == "__main__":
    main()
