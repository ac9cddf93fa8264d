"""What the tests share."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

import grognard as gr

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
WOOD = HERE / "the_wood.toml"
RULESET = "general-de-brigade"


def ready(battle: gr.Battle, phase: str = "movement") -> gr.Battle:
    """The battle, with the clock in a phase."""
    while battle.phase != phase:
        battle.end_phase()
    return battle


@pytest.fixture
def battle() -> gr.Battle:
    """The wood under general-de-brigade, in the movement phase."""
    return ready(gr.Battle.load(WOOD, rules=RULESET, seed=1815))


@pytest.fixture
def write_scenario(tmp_path: Path) -> Callable[[str, str], Path]:
    """Writes a scenario file: the wood with a text replaced in it."""

    def write(old: str, new: str) -> Path:
        text = WOOD.read_text(encoding="utf-8")
        assert old in text, f"the scenario has no {old!r}"
        path = tmp_path / "scenario.toml"
        path.write_text(text.replace(old, new, 1), encoding="utf-8")
        return path

    return write
