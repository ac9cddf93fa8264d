"""Random courses against shapely: a small run that is always the same and one that never is. The large one is a
command; see docs/performance.md."""

from __future__ import annotations

import secrets
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ORACLE = Path(__file__).parents[2] / "tests" / "oracle" / "shapely_oracle.py"


@pytest.mark.skipif(shutil.which("cargo") is None, reason="the surveyor is built by cargo")
@pytest.mark.parametrize(("seed", "courses"), [(1815, 2000), (None, 1000)], ids=["fixed", "fresh"])
def test_closed_forms_agree_with_dense_samples(seed: int | None, courses: int) -> None:
    pytest.importorskip("shapely")
    if seed is None:
        seed = secrets.randbelow(1_000_000)
    # A failure prints the seed.
    command = [sys.executable, str(ORACLE), "--courses", str(courses), "--seed", str(seed)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout[:4000] + done.stderr
