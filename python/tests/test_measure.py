"""Measuring: what an umpire measures is what stands on the table, and what cannot be measured says so."""

from __future__ import annotations

import math
from collections.abc import Callable
from pathlib import Path

import pytest
from shapely.geometry import MultiPolygon, Polygon

import grognard as gr

SCENARIOS = Path(__file__).parents[2] / "scenarios"


@pytest.fixture(scope="module")
def battle() -> gr.Battle:
    return gr.Battle.load(SCENARIOS / "quatre_bras.toml", rules="horse-and-musket")


def outline(unit: gr.Unit) -> MultiPolygon:
    """The bases of a unit as shapely has them."""
    out = []
    for base in unit.bases:
        sin, cos = math.sin(math.radians(base.facing)), math.cos(math.radians(base.facing))
        half = [(r * base.width / 2, f * base.depth / 2) for r, f in [(-1, 1), (1, 1), (1, -1), (-1, -1)]]
        out.append(Polygon([(base.at[0] + r * cos + f * sin, base.at[1] + f * cos - r * sin) for r, f in half]))
    return MultiPolygon(out)


def test_the_gap_is_what_shapely_measures_and_the_same_both_ways(battle: gr.Battle) -> None:
    """Bases are measured from edge to edge, whichever is named first."""
    outlines = {unit.id: outline(unit) for unit in battle.units.values()}
    for unit in battle.units.values():
        for near in battle.near(unit.id, "60 cm"):
            there, back = battle.between(unit.id, near.unit), battle.between(near.unit, unit.id)
            assert there.gap == near.gap and back.gap.mm == pytest.approx(near.gap.mm, abs=1e-9)
            assert near.gap.mm == pytest.approx(outlines[unit.id].distance(outlines[near.unit]), abs=1e-6)


def test_terrain_in_the_way_is_named() -> None:
    """A piece that blocks sight is told of by its name where it hides one unit from another."""
    battle = gr.Battle.load(SCENARIOS / "evening.toml", rules="horse-and-musket")
    found = [battle.between(a.id, b.id) for a in battle.units.values() for b in battle.units.values() if a.id != b.id]
    hidden = [one for one in found if not one.sees]
    assert hidden and all(one.blocked_by for one in hidden)
    names = {piece.id for piece in battle.terrain.values()}
    assert {name for one in hidden for name in one.blocked_by} <= names


def test_near_is_nearest_first_and_the_radius_counts(battle: gr.Battle) -> None:
    """Whoever is found within the distance of the farthest is found again; a hair less leaves him out."""
    found = battle.near("1/42", "60 cm")
    gaps = [near.gap.mm for near in found]
    assert gaps == sorted(gaps) and len(found) > 2
    assert [near.unit for near in battle.near("1/42", found[2].gap)][:3] == [near.unit for near in found[:3]]
    less = gr.mm(found[2].gap.mm - 0.001)
    assert len(battle.near("1/42", less)) <= 2
    others = {unit.id for unit in battle.units.values()} - {"1/42"}
    assert {near.unit for near in battle.near("1/42", "100000 cm")} == others


def test_who_stands_straight_ahead_is_at_no_angle(battle: gr.Battle) -> None:
    """The angle is clockwise from the facing: recomputed from where the two stand."""
    for other in battle.units.values():
        if other.id == "1/42":
            continue
        found = battle.between("1/42", other.id)
        assert -180 < found.angle <= 180
        if found.in_front_quarter:
            assert found.ahead
        if abs(found.angle) > 120:
            assert not found.in_front_quarter


def test_units_are_in_the_way_only_where_they_are_to_be(battle: gr.Battle) -> None:
    """Sight past units is the rules' affair, so nothing is in the way unasked."""
    seen = [(one.id, other.id) for one in battle.units.values() for other in battle.units.values() if one.id < other.id]
    behind = 0
    for one, other in seen:
        free, barred = battle.between(one, other), battle.between(one, other, units=True)
        assert not free.blocked_by_units
        assert barred.sees is False or free.sees
        behind += bool(barred.blocked_by_units)
        over = battle.between(one, other, eye="10000 cm", target="10000 cm", units="2 cm")
        assert not over.blocked_by_units
    assert behind > 0


@pytest.mark.parametrize(
    ("ask", "told"),
    [
        (lambda b: b.between("1/42", "1/43"), "did you mean"),
        (lambda b: b.between("1/42", "1/42"), "name another unit"),
        (lambda b: b.near("1/43", "1 cm"), "did you mean"),
        (lambda b: b.near("1/42", "-1 cm"), "30 cm"),
        (lambda b: b.near("1/42", "far"), "far"),
        (lambda b: b.between("1/42", "1/108", eye="high"), "high"),
        (lambda b: b.between("1/42", "1/108", eye="-1 mm"), "above the ground"),
        (lambda b: b.between("1/42", "1/108", units="-1 mm"), "above the ground"),
    ],
)
def test_what_cannot_be_measured_says_so(battle: gr.Battle, ask: Callable[[gr.Battle], object], told: str) -> None:
    with pytest.raises(gr.ArgumentError, match=told):
        ask(battle)


@pytest.mark.parametrize("wrong", [30, 1.5, None, math.nan])
def test_a_length_is_no_bare_number(battle: gr.Battle, wrong: object) -> None:
    with pytest.raises(gr.ArgumentTypeError, match="a length such as"):
        battle.near("1/42", wrong)  # type: ignore[arg-type]


def test_a_unit_is_named_by_its_id(battle: gr.Battle) -> None:
    with pytest.raises(gr.ArgumentTypeError, match="named by its id"):
        battle.between("1/42", 3)  # type: ignore[arg-type]
    with pytest.raises(gr.ArgumentTypeError, match="named by its id"):
        battle.near(3, "1 cm")  # type: ignore[arg-type]


def test_a_side_does_not_measure(battle: gr.Battle) -> None:
    """Distances are the umpire's: a view has no way to ask for them."""
    view = battle.view(next(iter(battle.sides)))
    assert not hasattr(view, "between") and not hasattr(view, "near")
