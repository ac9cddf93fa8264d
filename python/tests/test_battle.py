"""Battles: asked, changed, taken back, saved and drawn."""

from __future__ import annotations

import copy
import os
import signal
import threading
import time
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from conftest import ROOT, RULESET, WOOD, ready
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import grognard as gr

Write = Callable[[str, str], Path]


def test_asking_changes_nothing_and_doing_agrees(battle: gr.Battle) -> None:
    march = gr.March("1/9").advance("4 cm").wheel("left", 5).advance("2 cm")
    before = battle.units.to_dicts()
    asked = battle.check(march)
    assert asked and asked.allowed and asked.verdict == "allowed"
    assert battle.units.to_dicts() == before
    assert battle.order(march) == asked
    assert battle.units["1/9"].facing == 355
    assert battle.units["1/9"] != before[0]


def test_a_refused_order_carries_its_ruling_and_changes_nothing(battle: gr.Battle) -> None:
    before, events = battle.units.to_dicts(), len(battle.log)
    with pytest.raises(gr.IllegalOrder, match="refused") as caught:
        battle.order(gr.March("1/9").advance("40 cm"))
    assert isinstance(caught.value, ValueError)
    ruling = caught.value.ruling
    assert ruling.slugs == ["over-allowance"]
    [finding] = [f for f in ruling.findings if f.weight == "refuses"]
    assert (finding.subject, finding.measure, finding.needed) == ("1/9", "length", 400)
    assert finding.margin == ruling.findings[0].available - 400  # type: ignore[operator]
    assert finding.clause in battle.rules.clauses
    assert ruling.margin == Fraction(-3)
    assert battle.units.to_dicts() == before
    assert len(battle.log) == events


def test_shares_are_exact_until_geometry_measures(battle: gr.Battle) -> None:
    straight = battle.check(gr.March("1/9").advance("3 cm"))
    assert straight.spent == Fraction(3, 10) and isinstance(straight.spent, Fraction)
    assert sum(line.share for line in straight.ledger) == straight.spent
    turned = battle.check(gr.March("1/9").wheel("left", 5))
    assert isinstance(turned.spent, float)
    assert turned.ledger[0].distance == pytest.approx(31.4159, abs=1e-3)


def test_undo_and_redo_restore_everything(battle: gr.Battle) -> None:
    states = [battle.units.to_dicts()]
    battle.order(gr.March("1/9").advance("2 cm"))
    states.append(battle.units.to_dicts())
    battle.mark("1/9", "unformed")
    states.append(battle.units.to_dicts())
    assert battle.undo().what == "mark"
    assert battle.units.to_dicts() == states[1]
    undone = battle.undo()
    assert undone.order == gr.March("1/9").advance("2 cm")
    assert battle.units.to_dicts() == states[0]
    battle.redo()
    battle.redo()
    assert battle.units.to_dicts() == states[2]
    with pytest.raises(gr.ArgumentError, match="nothing to redo"):
        battle.redo()


def test_the_log_tells_what_happened(battle: gr.Battle) -> None:
    start = len(battle.log)
    battle.order(gr.March("1/9").advance("2 cm"))
    battle.mark("1/9", "unformed", True)
    battle.adjust([{"effect": "set-condition", "on": "1/9", "name": "wavering", "value": True}], "it looked bad")
    march, mark, adjust = battle.log[start:]
    assert (march.what, march.phase, march.turn) == ("order", "movement", 1)
    assert march.rulings[0].allowed
    assert mark.details == {"on": "1/9", "condition": "unformed", "value": True}
    assert adjust.details["note"] == "it looked bad"
    assert battle.units["1/9"].conditions == {"unformed": True, "wavering": True}
    assert battle.log[-1].number == len(battle.log)
    assert "it looked bad" in repr(battle.log)
    assert battle.log.to_json_lines().count("\n") == len(battle.log) == len(battle.log.to_dicts())
    with pytest.raises(IndexError):
        battle.log[99]


def test_effects_of_a_ruling_can_be_made_by_the_umpire(battle: gr.Battle) -> None:
    march = gr.March("1/9").advance("2 cm")
    effects = battle.check(march).effects
    battle.adjust(effects, "by hand")
    moved = battle.units.to_dicts()
    battle.undo()
    battle.order(march)
    assert battle.units.to_dicts() == moved


def test_a_save_opens_as_it_was(battle: gr.Battle, tmp_path: Path) -> None:
    battle.order(gr.March("1/9").advance("2 cm"))
    battle.end_phase()
    path = tmp_path / "day.grog"
    battle.save(path)
    again = gr.Battle.open(path)
    assert again.units == battle.units
    assert again.log.to_json_lines() == battle.log.to_json_lines()
    assert (again.turn, again.phase, again.seed) == (battle.turn, battle.phase, 1815)
    again.save(str(path))
    assert list(tmp_path.iterdir()) == [path]


def test_a_torn_save_is_recovered_and_a_changed_one_refused(battle: gr.Battle, tmp_path: Path) -> None:
    battle.order(gr.March("1/9").advance("2 cm"))
    path = tmp_path / "day.grog"
    battle.save(path)
    text = path.read_text(encoding="utf-8")
    path.write_text(text[:-20], encoding="utf-8")
    with pytest.warns(UserWarning, match="torn"):
        again = gr.Battle.open(path)
    assert len(again.log) == len(battle.log) - 1
    path.write_text(text.replace('"distance":20', '"distance":30'), encoding="utf-8")
    with pytest.raises(gr.SaveError, match=r"day\.grog: .*line 5"):
        gr.Battle.open(path)


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"", "empty"),
        (b"{}\n", "no save of grognard"),
        (b"\xff\xfe", "no text"),
        (b"[1]\n", "no save"),
        (b"3", "no save"),
    ],
)
def test_what_is_no_save_is_refused(content: bytes, message: str, tmp_path: Path) -> None:
    path = tmp_path / "x"
    path.write_bytes(content)
    with pytest.raises((gr.SaveError, gr.FileError), match=message):
        gr.Battle.open(path)


def test_missing_files_are_file_not_found() -> None:
    for attempt in (gr.Battle.load, gr.Battle.open, gr.Scenario.open):
        with pytest.raises(FileNotFoundError, match="nowhere") as caught:
            attempt("nowhere.toml")
        assert isinstance(caught.value, gr.GrognardError)
    with pytest.raises(OSError, match="cannot be read"):
        gr.Battle.load(WOOD.parent)
    with pytest.raises(TypeError, match="a path"):
        gr.Battle.load(3)  # type: ignore[arg-type]


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="pipes have no names here")
def test_a_pipe_is_not_waited_for(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    for attempt in (gr.Battle.load, gr.Battle.open, gr.Scenario.open):
        with pytest.raises(OSError, match="no regular file"):
            attempt(pipe)


@pytest.mark.parametrize(
    ("old", "new", "line", "field"),
    [
        ('id = "1/9"', 'id = "2/9"', None, "2/9"),
        ("facing = 0", "facing = nan", None, "facing"),
        ('formation = "line"', 'formation = "lime"', 39, "formation"),
        ('side = "red"', 'side = "rot"', 23, "side"),
        ("[[30, 0], [50, 0], [50, 20], [30, 20]]", "[[30, 0], [50, 20], [50, 0], [30, 20]]", 29, "area"),
        ("at = [0, -30]", "at = [40, -30]", None, "overlaps"),
        ("at = [0, -30]", "at = [400, -30]", None, "edge of the table"),
        ("format = 1", "format = 1\ncolour = 3", 2, "colour"),
    ],
)
def test_a_bad_scenario_names_line_and_field(
    old: str, new: str, line: int | None, field: str, write_scenario: Write
) -> None:
    path = write_scenario(old, new)
    with pytest.raises(gr.ScenarioError, match=field) as caught:
        gr.Battle.load(path, RULESET)
    assert isinstance(caught.value, ValueError)
    if line is not None:
        assert line in [problem["line"] for problem in caught.value.problems]


@pytest.mark.parametrize(
    ("keywords", "error", "message"),
    [
        ({"rules": "general-de-brigad"}, gr.UnknownRuleset, "general-de-brigade"),
        ({"rules": 3}, gr.ArgumentTypeError, "id of a ruleset"),
        ({"scale": "15m"}, gr.ArgumentError, "did you mean '15mm'"),
        ({"scale": 15}, gr.ArgumentTypeError, "a text"),
        ({"seed": -1}, gr.ArgumentError, "out of range"),
        ({"seed": 2**64}, gr.ArgumentError, "out of range"),
        ({"seed": 1.5}, gr.ArgumentTypeError, "whole number"),
        ({"readings": {"front-zon": "x"}}, gr.ArgumentError, "did you mean 'front-zone'"),
        ({"readings": {"front-zone": "x"}}, gr.ArgumentError, "cannot be 'x'"),
        ({"charts": {"movement.infantry.lin.cm": 4}}, gr.ArgumentError, "movement.infantry.line.cm"),
        ({"charts": {"movement.infantry.line.cm": float("nan")}}, gr.ArgumentError, "finite"),
        ({"charts": "nowhere.toml"}, gr.MissingFile, "nowhere"),
    ],
)
def test_bad_settings_say_what_is_meant(keywords: dict[str, Any], error: type[Exception], message: str) -> None:
    with pytest.raises(error, match=message):
        gr.Battle.load(WOOD, **{"rules": RULESET, **keywords})


def test_settings_change_the_rules() -> None:
    key = "movement.infantry.line.cm"
    march = gr.March("1/9").advance("20 cm")
    assert not ready(gr.Battle.load(WOOD, RULESET)).check(march)
    battle = ready(gr.Battle.load(WOOD, RULESET, charts={key: 40}))
    ruling = battle.check(march)
    assert ruling.allowed and ruling.spent == Fraction(1, 2)
    assert battle.rules.charts[key].value == 40
    assert [(use.cell, use.provenance) for use in ruling.assumptions] == [(key, "house")]
    assert gr.Battle.load(WOOD, RULESET, scale="28mm").rules.unit == "in"
    assert gr.Battle.load(WOOD, RULESET, charts=[{key: 4}, {key: "1/3"}]).rules.charts[key].value == Fraction(1, 3)


def test_orders_that_make_no_sense_are_refused_as_bad_input(battle: gr.Battle) -> None:
    for order, slug in [
        (gr.March("1/8").advance("1 cm"), "unknown-unit"),
        (gr.March("1/9").advance("-1 cm"), "negative-distance"),
        (gr.March("1/9").advance("200 m m".replace(" m m", "000 cm")), "absurd-distance"),
        (gr.ChangeFormation("1/9", "phalanx"), "unknown-formation"),
        (gr.Order("conjure", "1/9"), "order-not-in-this-ruleset"),
        (gr.Order("quarter-turn", "1/9", to="line", hand="up"), "unknown-word"),
        (gr.Order("quarter-turn", "1/9", to="line"), "missing-argument"),
        (gr.Order("march", "1/9", course="about-face", speed=3), "unknown-argument"),
    ]:
        ruling = battle.check(order)
        assert ruling.verdict == "refused"
        assert slug in ruling.slugs, ruling
        assert all(finding.text and finding.remedy for finding in ruling.findings)


def test_what_is_no_order_is_a_type_error(battle: gr.Battle) -> None:
    for attempt in (battle.check, battle.order, battle.odds):
        with pytest.raises(TypeError, match="an order is a March"):
            attempt("advance")  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="an order is a March"):
        battle.check_many([gr.March("1/9"), 3])  # type: ignore[list-item]
    with pytest.raises(gr.ArgumentTypeError, match="list of orders"):
        battle.check_many(5)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match=r"Battle\.load"):
        gr.Battle(3)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("dice", "error"),
    [
        ("six", gr.ArgumentTypeError),
        ([0], gr.ArgumentError),
        ([True], gr.ArgumentTypeError),
        ([2**40], gr.ArgumentError),
        (1.5, gr.ArgumentTypeError),
    ],
)
def test_dice_that_are_no_dice(battle: gr.Battle, dice: Any, error: type[Exception]) -> None:
    with pytest.raises(error):
        battle.check(gr.March("1/9").advance("1 cm"), dice)


def test_dice_that_nothing_rolls_are_refused(battle: gr.Battle) -> None:
    with pytest.raises(gr.IllegalOrder) as caught:
        battle.order(gr.March("1/9").advance("1 cm"), dice=[3])
    assert caught.value.ruling.slugs == ["die-out-of-range"]


def test_odds_heed_ctrl_c() -> None:
    # Eight dice can fall in 1,679,616 ways, which takes longer than anybody waits.
    many = {"test-to-form.dice.count": 8}
    battle = gr.Battle.load(ROOT / "scenarios" / "austrian_square.toml", RULESET, charts=many, seed=1)
    for distance in ("20 cm", "10 cm"):
        battle.end_phase()
        ready(battle).order(gr.March("lancers").advance(distance))
    square = gr.ChangeFormation("ir20", "battalion-square")
    # A shell that runs this in the background has the signal ignored.
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    start = time.monotonic()
    threading.Timer(0.5, lambda: os.kill(os.getpid(), signal.SIGINT)).start()
    try:
        with pytest.raises(KeyboardInterrupt):
            battle.odds(square)
    finally:
        signal.signal(signal.SIGINT, before)
    assert time.monotonic() - start < 10
    assert battle.check(square).pending, "the battle is as it was"


def test_odds_are_exact(battle: gr.Battle) -> None:
    odds = battle.odds(gr.March("1/9").advance("1 cm"))
    assert odds.ways == 1
    assert odds[0].probability == 1 and odds.probability(verdict="allowed") == 1
    assert odds.probability(verdict="refused") == 0


def test_many_checks_are_single_checks(battle: gr.Battle) -> None:
    orders = [gr.March("1/9").advance(gr.mm(n)) for n in range(300)]
    many, single = battle.check_many(orders), [battle.check(order) for order in orders]
    assert many == single
    assert many.verdicts == [ruling.verdict for ruling in single]
    assert many.allowed == [bool(ruling) for ruling in single]
    assert many.spent == [float(ruling.spent) for ruling in single]
    assert many[-1] == single[-1] and many[:2] == single[:2] and len(many) == 300
    with pytest.raises(IndexError, match="there are 300 rulings"):
        many[300]


def test_a_batch_is_looked_at_in_any_way(battle: gr.Battle) -> None:
    orders = [gr.March("1/9").advance(gr.mm(n)) for n in range(600)]
    many, single = battle.check_many(orders), [battle.check(order) for order in orders]
    assert list(many) == single and many[590:] == single[590:] and many[::-250] == single[::-250]
    assert many[-600] == single[0] and battle.check_many([])[:] == [] == list(battle.check_many([]))


def test_names_from_outside_are_short(battle: gr.Battle) -> None:
    """Names are kept as long as the process lives."""
    long = "n" * 65
    for make in (lambda: gr.Order(long, "1/9"), lambda: gr.March(long), lambda: gr.Order("march", "1/9", **{long: 1})):
        with pytest.raises(gr.ArgumentError, match="has 65 letters; a name has at most 64"):
            make()
    before = list(battle.log)
    ruling = battle.check(battle.rules.orders.change_formation("1/9", to="ü" * 65))
    assert ruling.slugs == ["name-too-long"] and "65" in str(ruling) and "64" in str(ruling)
    assert list(battle.log) == before


def test_many_checks_are_of_their_moment(battle: gr.Battle) -> None:
    """A ruling of a batch that is looked at later tells what held when the batch was asked for."""
    order = gr.March("1/9").advance("1 cm")
    before = battle.check(order)
    many = battle.check_many([order, order])
    battle.order(order)
    after = battle.check(order)
    assert after != before
    assert many == [before, before] and many.spent == [float(before.spent)] * 2
    battle.undo()
    battle.order(gr.March("1/9").advance("2 cm"))
    assert many[1] == before
    assert battle.check_many([order])[0] == battle.check(order) != before


def test_many_checks_stop_on_ctrl_c(battle: gr.Battle) -> None:
    import signal

    orders = [gr.March("1/9").advance("1 cm")] * 400_000
    timer = threading.Timer(0.2, signal.raise_signal, [signal.SIGINT])
    # A program started in the background may have been told to ignore Ctrl-C.
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        timer.start()
        with pytest.raises(KeyboardInterrupt):
            battle.check_many(orders)
            timer.join()
    finally:
        signal.signal(signal.SIGINT, before)
    assert len(battle.log) == 3


def test_names_that_are_not_there_are_suggested(battle: gr.Battle) -> None:
    with pytest.raises(KeyError, match="did you mean '1/9'"):
        battle.units["1/99"]
    with pytest.raises(gr.UnknownName):
        battle.units[3]  # type: ignore[index]
    assert battle.units.get("nobody") is None and "1/9" in battle.units
    with pytest.raises(gr.UnknownName, match="there is no clause"):
        battle.rules.clauses["X99"]
    with pytest.raises(gr.ArgumentError, match="did you mean 'unformed'"):
        battle.mark("1/9", "unfrmed")
    with pytest.raises(gr.ArgumentError, match="nobody"):
        battle.mark("nobody", "unformed")
    with pytest.raises(gr.ArgumentError, match="true or false"):
        battle.mark("1/9", "unformed", 7)


def test_adjusting_is_all_or_nothing(battle: gr.Battle) -> None:
    before = battle.units.to_dicts()
    for effects, message in [
        ([{"effect": "explode"}], "no effects"),
        ([{"effect": "remove-unit", "unit": "2/9"}, {"effect": "remove-unit", "unit": "nobody"}], "nobody"),
        ([{"effect": "set-formation", "unit": "1/9", "formation": float("nan")}], "no effects"),
        ([3], "no effects"),
    ]:
        with pytest.raises(gr.ArgumentError, match=message):
            battle.adjust(effects, "no")  # type: ignore[arg-type]
        assert battle.units.to_dicts() == before


def test_the_map_is_svg(battle: gr.Battle) -> None:
    for svg in (
        battle._repr_svg_(),
        battle.svg(width=300, labels="names", highlight=["1/9"], caption="<&>"),
        battle.svg(outcome=battle.check(gr.March("1/9").advance("2 cm"))),
    ):
        assert ElementTree.fromstring(svg).tag.endswith("svg")
    with pytest.raises(gr.ArgumentError, match="ids, names or none"):
        battle.svg(labels="all")
    with pytest.raises(gr.UnknownName):
        battle.svg(highlight=["nobody"])
    for width in (0, float("nan"), 1e9):
        with pytest.raises(gr.ArgumentError, match="pixels"):
            battle.svg(width=width)


def test_what_stands_on_the_table(battle: gr.Battle) -> None:
    unit = battle.units["1/9"]
    assert (unit.at, unit.facing, unit.formation, unit.figures, len(unit.bases)) == ((0, -300), 0, "line", 36, 9)
    assert unit.attributes["arm"] == "infantry" and unit.brigade == "first"
    assert battle.brigades["first"].units == ("1/9", "2/9")
    assert battle.sides["red"].colour == "#b3261e"
    assert battle.terrain["copse"].points[1] == (500, 0) and battle.terrain["copse"].width is None
    assert battle.table == ((-900, -900), (900, 600))
    assert (battle.turn, battle.phase, battle.active) == (1, "movement", None)
    assert battle.name == battle.scenario.name == "The wood"
    assert battle.written == [] and battle.conditions == {} and len(battle.commanders) == 0
    with pytest.raises(AttributeError, match="does not change"):
        unit.facing = 90  # type: ignore[misc]
    assert copy.copy(unit) == unit and hash(unit) == hash(copy.copy(unit))


def test_threads_share_a_battle(battle: gr.Battle) -> None:
    march, failures = gr.March("1/9").advance("1 mm"), []

    def work() -> None:
        try:
            for _ in range(50):
                battle.check(march)
                battle.mark("1/9", "unformed")
                battle.svg()
        except Exception as error:
            failures.append(error)

    threads = [threading.Thread(target=work) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
    assert not failures
    assert len(battle.log) == 3 + 200


SLOW = settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
anything = st.one_of(
    st.builds(
        lambda unit, d, hand, angle: gr.March(unit).advance(gr.mm(d)).wheel(hand, angle),
        st.sampled_from(["1/9", "2/9", "lancers"]),
        st.floats(-10, 300),
        st.sampled_from(["left", "right"]),
        st.floats(-400, 400),
    ),
    st.builds(
        gr.ChangeFormation,
        st.sampled_from(["1/9", "lancers"]),
        st.sampled_from(["line", "company-column", "battalion-square"]),
    ),
    st.builds(lambda unit: gr.March(unit).about_face(), st.sampled_from(["2/9", "lancers"])),
)


@SLOW
@given(st.lists(anything, max_size=6))
def test_whatever_is_ordered_can_be_taken_back_and_saved(tmp_path: Path, orders: list[gr.Order]) -> None:
    battle = ready(gr.Battle.load(WOOD, RULESET, seed=7))
    states = [battle.units.to_dicts()]
    for order in orders:
        asked = battle.check(order)
        assert battle.units.to_dicts() == states[-1]
        if asked.allowed and not asked.pending:
            assert battle.order(order) == asked
            states.append(battle.units.to_dicts())
        elif not asked.allowed:
            with pytest.raises(gr.IllegalOrder):
                battle.order(order)
            assert battle.units.to_dicts() == states[-1]
    battle.save(tmp_path / "x")
    assert gr.Battle.open(tmp_path / "x").units == battle.units
    for state in reversed(states[:-1]):
        battle.undo()
        assert battle.units.to_dicts() == state
    for state in states[1:]:
        battle.redo()
        assert battle.units.to_dicts() == state
