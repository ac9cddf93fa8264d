"""Reach maps: every pose comes with an order that the rules allow, and the forms they are given in agree."""

from __future__ import annotations

from pathlib import Path
from xml.etree import ElementTree

import pytest

import grognard as gr

SCENARIOS = Path(__file__).parents[2] / "scenarios"
RULESETS = ["horse-and-musket", "general-de-brigade", "belle-alliance"]


@pytest.fixture(scope="module", params=RULESETS)
def battle(request: pytest.FixtureRequest) -> gr.Battle:
    battle = gr.Battle.load(SCENARIOS / "quatre_bras.toml", rules=request.param, seed=1815)
    unit = next(iter(battle.units))
    for _ in range(40):  # to the phase in which that unit may march
        if battle.reach(unit, cell="3 cm", degrees=45).moves:
            return battle
        battle.end_phase()
    raise AssertionError("no phase to march in")


@pytest.fixture(scope="module")
def reach(battle: gr.Battle) -> gr.Reach:
    return battle.reach(next(iter(battle.units)), cell="2 cm", degrees=15)


def test_every_pose_comes_with_an_order_that_is_allowed(battle: gr.Battle, reach: gr.Reach) -> None:
    assert len(reach) > 10
    rulings = battle.check_many([reach.order_to(index) for index in range(1, len(reach))])
    for reached, ruling in zip(list(reach)[1:], rulings, strict=True):
        assert ruling.allowed, ruling.explain()
        assert float(ruling.spent) == pytest.approx(reached.spent, abs=1e-6)
        (place,) = (effect for effect in ruling.effects if effect["effect"] == "place")
        assert place["pose"]["at"]["x"] == pytest.approx(reached.x, abs=1e-6)
        assert place["pose"]["at"]["y"] == pytest.approx(reached.y, abs=1e-6)


def test_it_says_what_it_contains(reach: gr.Reach) -> None:
    reached = reach[-1]
    assert reached in reach
    assert reach.contains(reached.x, reached.y)
    assert reach.contains(reached.x, reached.y, reached.facing)
    assert not reach.contains(reached.x + 1e6, reached.y)
    assert reach.nearest(reached.x, reached.y, reached.facing) == reached
    assert isinstance(reach.order(reached.x, reached.y, reached.facing), gr.Order)
    with pytest.raises(gr.ArgumentError, match="nearest"):
        reach.order(reached.x + 1e6, reached.y)
    with pytest.raises(gr.ArgumentError, match="stands there already"):
        reach.order_to(0)


def test_its_forms_agree(reach: gr.Reach) -> None:
    table = reach.to_numpy()
    assert list(table["x"]) == [reached.x for reached in reach]
    assert list(table["spent"]) == [reached.spent for reached in reach]
    shares = [contour.share for contour in reach.contours()]
    assert len(shares) == 4 and shares == sorted(shares)
    collection = reach.to_geojson([reach.budget])
    assert [feature["properties"]["what"] for feature in collection["features"]] == ["start", "reach"]
    assert (collection["cell"], collection["degrees"]) == (reach.cell, reach.degrees)
    areas = collection["features"][1]["geometry"]["coordinates"]
    assert [[[tuple(p) for p in ring] for ring in area] for area in areas] == [
        [list(ring) for ring in area] for area in reach.contours([reach.budget])[0].areas
    ]


def test_rings_run_as_geojson_wants_them(reach: gr.Reach) -> None:
    """Outer rings counter-clockwise, holes clockwise, each closed (RFC 7946, 3.1.6)."""
    shapely = pytest.importorskip("shapely")
    for contour in reach.contours():
        for outer, *holes in contour.areas:
            assert shapely.LinearRing(outer).is_ccw and outer[0] == outer[-1]
            assert not any(shapely.LinearRing(hole).is_ccw for hole in holes)


def test_it_says_what_it_leaves_out(reach: gr.Reach) -> None:
    assert not reach.cut_short and set(reach.alone) <= set(reach.steps)


def test_a_grain_is_looked_at_first() -> None:
    """Also where the unit cannot move, a cell or a turn that is none is an error."""
    battle = gr.Battle.load(SCENARIOS / "quatre_bras.toml", rules="horse-and-musket", seed=1815)
    still = next(unit for unit in battle.units if not battle.reach(unit).moves)
    for wrong in ({"cell": "0 mm"}, {"degrees": 0.001}):
        with pytest.raises(gr.ArgumentError, match="length above nothing"):
            battle.reach(still, **wrong)


def test_shares_are_a_list(reach: gr.Reach) -> None:
    with pytest.raises(gr.ArgumentTypeError, match="list of numbers"):
        reach.contours(5)  # type: ignore[arg-type]


def test_contours_hold_the_poses(reach: gr.Reach) -> None:
    shapely = pytest.importorskip("shapely")
    for contour in reach.contours():
        ground = shapely.union_all([shapely.Polygon(area[0], area[1:]) for area in contour.areas])
        for reached in reach:
            point = shapely.Point(reached.x, reached.y)
            if reached.spent <= contour.share:
                assert ground.distance(point) <= reach.cell


def test_it_is_drawn_on_the_map(battle: gr.Battle, reach: gr.Reach) -> None:
    drawn = reach._repr_svg_()
    ElementTree.fromstring(drawn)
    assert len(drawn) > len(battle.svg(highlight=[reach.unit]))


@pytest.mark.parametrize("rules", RULESETS)
def test_a_unit_that_cannot_move_says_why(rules: str) -> None:
    battle = gr.Battle.load(SCENARIOS / "quatre_bras.toml", rules=rules, seed=1815)
    for _ in range(40):  # every ruleset has a time at which not all may march
        for unit in battle.units:
            reach = battle.reach(unit, cell="10 cm", degrees=90)
            if not reach.moves:
                assert len(reach) == 0
                assert not reach.ruling.allowed
                assert reach.ruling.findings
                return
        battle.end_phase()
    raise AssertionError("all units move at all times")


@pytest.mark.parametrize(
    ("unit", "kind", "grain", "error"),
    [
        ("nobody", "march", {}, "there is no unit 'nobody'"),
        (None, "change-formation", {}, "follows no course"),
        (None, "march", {"degrees": 7}, "whole part of a full circle"),
        (None, "march", {"cell": "0 cm"}, "above nothing"),
        (None, "march", {"cell": "0.001 mm"}, "too fine"),
        (None, "march", {"course": "advance 1 cm"}, "leave 'course' out"),
    ],
)
def test_what_cannot_be_asked(
    battle: gr.Battle, unit: str | None, kind: str, grain: dict[str, object], error: str
) -> None:
    with pytest.raises(gr.ArgumentError, match=error):
        battle.reach(unit or next(iter(battle.units)), kind, **grain)


def test_nothing_is_measured_before_orders_are_written() -> None:
    battle = gr.Battle.load(
        SCENARIOS / "quatre_bras.toml", rules="belle-alliance", readings={"measuring": "after-orders"}
    )
    reach = battle.reach(next(iter(battle.units)))
    assert not reach.moves
    assert [finding.slug for finding in reach.ruling.findings] == ["measured-early", "only-taken-down"]
    assert not reach.ruling.allowed and reach.ruling.slugs == ["only-taken-down"]
