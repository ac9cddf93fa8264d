"""Random courses against shapely and random looks against sampled lines: a small run of each that is always the same and
one that never is. The large ones are commands; see docs/performance.md."""

from __future__ import annotations

import secrets
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ORACLES = Path(__file__).parents[2] / "tests" / "oracle"


@pytest.mark.skipif(shutil.which("cargo") is None, reason="what is compared is built by cargo")
@pytest.mark.parametrize(
    ("oracle", "count"),
    [("shapely_oracle", "--courses"), ("sight_oracle", "--looks")],
    ids=["courses", "looks"],
)
@pytest.mark.parametrize(("seed", "times"), [(1815, 2000), (None, 1000)], ids=["fixed", "fresh"])
def test_closed_forms_agree_with_dense_samples(oracle: str, count: str, seed: int | None, times: int) -> None:
    pytest.importorskip("shapely")
    if seed is None:
        seed = secrets.randbelow(1_000_000)
    # A failure prints the seed.
    command = [sys.executable, str(ORACLES / f"{oracle}.py"), count, str(times), "--seed", str(seed)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout[:4000] + done.stderr
