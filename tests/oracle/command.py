"""The command that an oracle is: so many comparisons from a seed, on some cores."""

from __future__ import annotations

import argparse
import json
import subprocess
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

from scenes import program
from score import Score, report

CHUNK = 500
"""As many are made from one seed and answered together."""


def answers(built: Path, asked: list[dict]) -> list[dict]:
    """What the program says of each."""
    lines = "\n".join(map(json.dumps, asked)) + "\n"
    told = subprocess.run([built], input=lines, check=True, capture_output=True, text=True).stdout.splitlines()
    return [json.loads(line) for line in told]


def command(
    about: str, what: str, built: tuple[str, str], compare: Callable[[Path, int, int], Score], how: str
) -> int:
    """Compares as many `what` as are asked for; `built` is the option for the program that answers, and its name. The exit status."""
    option, example = built
    parser = argparse.ArgumentParser(description=about.splitlines()[0])
    parser.add_argument(f"--{what}", type=int, default=2000, dest="count")
    parser.add_argument("--seed", type=int, default=1815)
    parser.add_argument(f"--{option}", type=Path, dest="built", help=f"the built example {example}; built when not given")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--shown", type=int, default=10, help="disagreements to print")
    parser.add_argument("--progress", action="store_true", help=f"tell how far it is, every {CHUNK} {what}")
    options = parser.parse_args()
    answering = options.built or program(example)
    parts = [(options.seed * 1_000_000 + i, min(CHUNK, options.count - start))
             for i, start in enumerate(range(0, options.count, CHUNK))]
    with ProcessPoolExecutor(options.jobs) as pool:
        scores = pool.map(compare, [answering] * len(parts), *zip(*parts, strict=True))
        total = Score.of(scores, CHUNK if options.progress else 0)
    return report(total, f"{options.count} {what}", f"seed {options.seed}, {how}", options.shown)
