"""The kind of ground that counts under a unit, place by place."""

from __future__ import annotations

import numpy as np
import shapely
from bill import Ground
from bodies import TOUCH, Bodies
from scenes import has_area, region

EVEN = 1e-6
"""Shares of ground (mm, mm²) nearer than this are as good as equal."""
NEAR = 5e-4
"""How near to a change of ground that the survey tells of its kind is not compared."""


def check(case) -> list[Ground | None]:
    """Compares the kinds told with those found by the samples, and hands back what they found."""
    pieces = case.asked["board"]["terrain"]
    grounds = {}
    for kind in sorted({piece["kind"] for piece in pieces}):
        shapes = [region(p["shape"]) for p in pieces if p["kind"] == kind and has_area(p["shape"])]
        if shapes:
            grounds[kind] = shapely.union_all(shapes)
            shapely.prepare(grounds[kind])
    found = []
    lacking = set()
    for number, stage in enumerate(case.stages):
        if stage.length == 0:
            found.append(None)
            continue
        one = stood_on(case, number, grounds)
        found.append(one)
        rated = {r["terrain"] for r in case.asked["law"]["rates"] if r["heading"] == stage.heading}
        # Of two kinds without a rate that lie under it at once either is told.
        without = one.held & ~np.isin(one.names, list(rated))[:, None]
        alone = one.sure & (without.sum(0) <= 1)
        lacking |= {(stage.heading, name) for i in set(one.kind[alone]) if (name := one.names[i]) not in rated}
        compare(case, number, one)
    told = {(lack["heading"], lack["terrain"]) for lack in case.told["missing"]}
    legs = {(leg["heading"], leg["terrain"]) for leg in case.told["legs"]}
    case.check("rates that are missing", lacking <= told <= legs, (lacking, told))
    return found


def stood_on(case, number: int, grounds: dict) -> Ground:
    """What counts at each sample of a step, by the law's entry and straddle."""
    law, stage, places = case.asked["law"], case.stages[number], case.places[number]
    per_move = {r["terrain"]: r["per_move"] for r in law["rates"] if r["heading"] == stage.heading}
    ranks = {name: (1, 0) if name not in per_move else (2, rate) if (rate := per_move[name]) > 0 else (0, 0)
             for name in ["", *grounds]}
    names = sorted(ranks, key=lambda name: (ranks[name], name))
    order = sorted(set(ranks.values()))
    rank = np.array([order.index(ranks[name]) for name in names])
    price = np.array([1 / per_move[name] if per_move.get(name, 0) > 0 else 0.0 for name in names])
    figure, size = figure_of(case, number, law["entry"])
    if law["straddle"] == "majority" and law["entry"] != "front-centre":
        kind, sure, held = by_majority(figure, size, grounds, names, rank)
    else:
        kind, sure, held = by_slowest(figure, size, grounds, names, rank, law["entry"])
    return Ground(places, kind, sure, price, names, rank, held)


def by_slowest(figure, size, grounds: dict, names: list[str], rank: np.ndarray, entry: str) -> tuple:
    """The slowest kind under it; open table counts where some of it is uncovered."""
    count = len(figure) if entry == "front-centre" else len(figure.known)
    on, sure = np.zeros((len(names), count), bool), np.ones(count, bool)
    for kind, ground in grounds.items():
        if entry == "front-centre":
            away = shapely.distance(figure, shapely.boundary(ground))[:, 0] > TOUCH
            on[names.index(kind)] = shapely.intersects(figure, ground)[:, 0] & away
            sure &= away
        else:
            on[names.index(kind)] = figure.shared(ground, size).sum(1) > TOUCH
            sure &= on[names.index(kind)] | ~figure.meets(ground).any(1)
    open_ = names.index("")
    best = np.where(on.any(0), on.argmax(0), open_)
    if entry != "front-centre" and grounds:
        whole = shapely.union_all(list(grounds.values()))
        faster = np.flatnonzero(sure & (rank[best] > rank[open_]))
        if len(faster):
            rest = size(shapely.difference(figure.all()[faster], whole)).sum(1)
            sure[faster[(1e-9 <= rest) & (rest <= 1e-3)]] = False
            best[faster[rest > 1e-3]] = open_
    on[open_] = best == open_
    return best, sure, on


def by_majority(figure, size, grounds: dict, names: list[str], rank: np.ndarray) -> tuple:
    """The kind under most of it; the slowest of those under as much."""
    shares = np.zeros((len(names), len(figure.known)))
    whole = size(figure.make(figure.moved[0])).sum()
    full = np.zeros(shares.shape, bool)
    for kind, ground in grounds.items():
        shares[names.index(kind)] = figure.shared(ground, size).sum(1)
        # All of it lies there: then it is as much as any other, to the last digit.
        near = np.flatnonzero(shares[names.index(kind)] > whole - EVEN)
        full[names.index(kind), near] = shapely.contains_properly(ground, figure.all()[near]).all(1)
    open_ = names.index("")
    covered = shapely.union_all(list(grounds.values())) if grounds else shapely.Point()
    shapely.prepare(covered)
    shares[open_] = whole - figure.shared(covered, size).sum(1)
    most = shares.max(0)
    even = shares > most - EVEN
    best = even.argmax(0)
    sure = (even.sum(0) == 1) | (even <= full).all(0)
    return best, sure, even


def figure_of(case, number: int, entry: str) -> tuple:
    """What stands on ground, (places, parts), and how much of it there is."""
    stage, places = case.stages[number], case.places[number]
    if entry == "any-part":
        return case.bodies[number], shapely.area
    side = stage.leading if entry == "leading-edge" else 0
    ends = stage.place(stage.box[[side, (side + 1) % 4]], places)
    if entry == "front-centre":
        return shapely.points(ends.mean(1))[:, None], shapely.length
    return Bodies(ends[:, None], shapely.linestrings), shapely.length


def compare(case, number: int, found: Ground) -> None:
    cuts, places, names = case.cuts[number], found.places, found.names
    if case.stages[number].about is not None and case.asked["law"]["turning"] == "free":
        # Where it changes is not told of a turn that is free.
        told = {int(found.rank[names.index(kind)]) for _, _, kind in cuts}
        here = {int(rank) for rank in found.rank[found.kind[found.sure]]}
        case.check("ground of a free turn", here <= told, (number, cuts, here))
        return
    # The kind told at each place, where it lies well inside one cut.
    of_cut = np.array([names.index(kind) for _, _, kind in cuts])
    starts, ends, at = np.array([c[0] for c in cuts]), np.array([c[1] for c in cuts]), places[:, None]
    touched = (starts - 1e-9 <= at) & (at <= ends + 1e-9)
    inner = (starts + NEAR <= at) & (at <= ends - NEAR)
    told = of_cut[touched.argmax(1)]
    sure = found.sure & inner.any(1) & (touched <= (of_cut == told[:, None])).all(1)
    rank, best = found.rank, found.kind
    same = (told == best) | (rank[told] == rank[best]) & found.held[told, np.arange(len(places))]
    what = "ground by majority" if case.asked["law"]["straddle"] == "majority" else "ground"
    case.score.undecided[what] += int((~sure).sum())
    case.score.checked[what] += int(sure.sum())
    for i in np.flatnonzero(sure & ~same):
        detail = (number, float(places[i]), names[told[i]], names[best[i]], cuts)
        case.score.wrong.append((what, str(detail), case.asked))
