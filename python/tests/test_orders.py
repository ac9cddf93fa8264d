"""Orders: frozen, hashable, plain, and picky about what they are given."""

from __future__ import annotations

import copy
import json
import pickle
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import grognard as gr


def test_a_march_is_built_step_by_step_or_from_words() -> None:
    built = gr.March("1/95").advance("10 cm").wheel("left", 30).advance("4 cm")
    assert built == gr.March("1/95", "advance 10 cm, wheel left 30, advance 4 cm")
    assert hash(built) == hash(gr.March("1/95", gr.Course("advance 100 mm, wheel left 30, advance 40 mm")))
    assert len(built.course) == 3
    assert gr.March("1/95").course == gr.Course()


def test_every_kind_of_step_has_its_word() -> None:
    march = (
        gr.March("a")
        .advance('2 1/2"')
        .retire(gr.cm(1))
        .sidestep("left", "3 in")
        .oblique("right", 20, "4 cm")
        .wheel("left", -15)
        .pivot("front-left", 45)
        .pivot((10, gr.inches(1)), 5)
        .about_face()
        .to(120, "34 cm")
    )
    assert str(march.course) == (
        "advance 63.5 mm, retire 10 mm, sidestep left 76.2 mm, oblique right 20 40 mm, wheel left -15, "
        "pivot front-left 45, pivot 10/25.4 5, about-face, to 120 340"
    )


def test_orders_do_not_change() -> None:
    march = gr.March("a")
    march.advance("1 cm")
    assert len(march.course) == 0
    with pytest.raises(AttributeError, match="do not change"):
        march.kind = "charge"  # type: ignore[misc]
    with pytest.raises(AttributeError, match="do not change"):
        del march._native


ORDERS = [
    gr.March("a").advance("1 cm"),
    gr.ChangeFormation("a", "square", anchor="left"),
    gr.Order("charge", "a", target="b", at=(1, 2.5), far=gr.mm(3), share=Fraction(1, 3), course="advance 1 in"),
    gr.Order("march-all", "first", moves=[{"unit": "a", "course": gr.Course("about-face")}], leave=True),
    gr.Order("both", "first", orders=[gr.March("a").advance("1 cm"), gr.ChangeFormation("b", "line")]),
]


@pytest.mark.parametrize("order", ORDERS, ids=lambda order: order.kind)
def test_orders_survive_dicts_json_pickle_and_copy(order: gr.Order) -> None:
    for other in (
        gr.Order.from_dict(order.to_dict()),
        gr.Order.from_dict(json.loads(json.dumps(order.to_dict()))),
        pickle.loads(pickle.dumps(order)),
        copy.deepcopy(order),
    ):
        assert other == order
        assert hash(other) == hash(order)
        assert type(other) is type(order)
    assert order != gr.Order("halt", "a")
    assert order != "march"


def test_a_dict_that_is_no_order_is_refused() -> None:
    with pytest.raises(gr.ArgumentError, match="lacks its subject"):
        gr.Order.from_dict({"kind": "march"})
    with pytest.raises(gr.ArgumentError, match="no key 'units'"):
        gr.Order.from_dict({"kind": "march", "subject": "a", "units": []})
    with pytest.raises(TypeError, match="from a dict"):
        gr.Order.from_dict([])  # type: ignore[arg-type]
    with pytest.raises(gr.ArgumentTypeError, match="args"):
        gr.Order.from_dict({"kind": "march", "subject": "a", "args": 3})


NAN = float("nan")
M = gr.March("a")
DEEP: Any = []
for _ in range(50):
    DEEP = [DEEP]


@pytest.mark.parametrize(
    ("attempt", "error", "message"),
    [
        (lambda: M.advance(3), gr.ArgumentTypeError, 'write "3 cm"'),  # type: ignore[arg-type]
        (lambda: M.advance("3"), gr.ArgumentError, "has no unit"),
        (lambda: M.advance("3 leagues"), gr.ArgumentError, "is not a length"),
        (lambda: M.advance(None), gr.ArgumentTypeError, "not NoneType"),  # type: ignore[arg-type]
        (lambda: M.wheel("up", 3), gr.ArgumentError, '"left" or "right"'),
        (lambda: M.wheel("left", NAN), gr.ArgumentError, "finite"),
        (lambda: M.wheel("left", "30"), gr.ArgumentTypeError, "should be a number"),  # type: ignore[arg-type]
        (lambda: M.wheel("left", True), gr.ArgumentTypeError, "should be a number"),
        (lambda: M.pivot("nose", 3), gr.ArgumentError, "front-left"),
        (lambda: M.pivot((1, NAN), 3), gr.ArgumentError, "finite"),
        (lambda: M.to(float("inf"), 0), gr.ArgumentError, "finite"),
        (lambda: gr.March("a", "advance 3"), gr.ArgumentError, "step 1"),
        (lambda: gr.March("a", "wheel left nan"), gr.ArgumentError, "step 1"),
        (lambda: gr.March("a", "to 1 inf"), gr.ArgumentError, "step 1"),
        (lambda: gr.March("a", 7), gr.ArgumentTypeError, "a Course or a text"),  # type: ignore[arg-type]
        (lambda: gr.March(""), gr.ArgumentError, "is empty"),
        (lambda: gr.March(7), gr.ArgumentTypeError, "should be a text"),  # type: ignore[arg-type]
        (lambda: gr.Order("x", "a", far=NAN), gr.ArgumentError, "finite"),
        (lambda: gr.Order("x", "a", far=10**30), gr.ArgumentError, "too large"),
        (lambda: gr.Order("x", "a", far=object()), gr.ArgumentTypeError, "of the type object"),
        (lambda: gr.Order("x", "a", far={1: 2}), gr.ArgumentTypeError, "not a text"),
        (lambda: gr.Order("x", "a", far=DEEP), gr.ArgumentError, "too deep"),
        (lambda: gr.mm(NAN), gr.ArgumentError, "finite"),
        (lambda: gr.cm("3"), (gr.ArgumentTypeError, TypeError), "number"),  # type: ignore[arg-type]
        (lambda: gr.Length("3 km"), gr.ArgumentError, "is not a length"),
    ],
)
def test_bad_arguments_say_what_is_wrong(attempt: Any, error: Any, message: str) -> None:
    with pytest.raises(error, match=message) as caught:
        attempt()
    assert isinstance(caught.value, (ValueError, TypeError))


def test_lengths_reckon() -> None:
    assert gr.cm(3) + "2 in" == gr.mm(80.8)
    assert gr.cm(3) - gr.mm(5) == gr.cm(2.5)
    assert 2 * gr.mm(4) == gr.mm(4) * 2 == gr.mm(8)
    assert -gr.mm(4) == gr.mm(-4)
    assert sorted([gr.cm(2), gr.mm(1)]) == [gr.mm(1), gr.cm(2)]
    assert gr.inches(1).mm == 25.4
    assert gr.Length("1 in").cm == pytest.approx(2.54)
    assert gr.mm(25.4).inches == 1
    assert not gr.mm(0)
    assert len({gr.mm(10), gr.cm(1)}) == 1
    assert pickle.loads(pickle.dumps(gr.mm(3))) == gr.mm(3)
    assert gr.mm(3) != 3


coordinates = st.floats(-1e6, 1e6, allow_subnormal=False).map(lambda x: round(x, 6))
angles = st.floats(-3600, 3600)
distances = st.floats(1e-3, 1e5).map(gr.mm)
hands = st.sampled_from(["left", "right"])
steps = st.one_of(
    st.tuples(st.just("advance"), distances),
    st.tuples(st.just("retire"), distances),
    st.tuples(st.just("sidestep"), hands, distances),
    st.tuples(st.just("oblique"), hands, angles, distances),
    st.tuples(st.just("wheel"), hands, angles),
    st.tuples(st.just("pivot"), st.one_of(st.just("centre"), st.tuples(coordinates, coordinates)), angles),
    st.tuples(st.just("about_face")),
    st.tuples(st.just("to"), coordinates, coordinates),
)


@given(st.lists(steps, max_size=8))
def test_any_course_reads_back_from_its_words(built: list[tuple[Any, ...]]) -> None:
    march = gr.March("a")
    for name, *args in built:
        march = getattr(march, name)(*args)
    assert gr.March("a", str(march.course)) == march
    assert gr.Order.from_dict(json.loads(json.dumps(march.to_dict()))) == march


@given(st.text(max_size=60))
def test_no_text_breaks_the_course_reader(text: str) -> None:
    try:
        gr.Course(text)
    except gr.ArgumentError as error:
        assert str(error)
