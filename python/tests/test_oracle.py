"""Random courses against shapely: the small run. The large one is a command; see docs/performance.md."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ORACLE = Path(__file__).parents[2] / "tests" / "oracle" / "shapely_oracle.py"


@pytest.mark.skipif(shutil.which("cargo") is None, reason="the surveyor is built by cargo")
def test_closed_forms_agree_with_dense_samples() -> None:
    pytest.importorskip("shapely")
    command = [sys.executable, str(ORACLE), "--courses", "2000"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout[:4000] + done.stderr
