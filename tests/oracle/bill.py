"""What a course costs, worked out from samples: tolls, and the sums of shares of every point followed.

Nothing here knows where the survey cuts a step. The ground between two neighbouring samples is known where both stand
on the same; anywhere else the cheapest and the dearest of what it may be are carried along, so that every sum is a
pair of bounds, and what the survey tells has to lie between them. The places sampled are dense about the survey's
own claims, so the two are mostly less than a thousandth of a millimetre apart.

A toll is due wherever an unbroken stretch on a linear piece begins. How deep the mover is on a piece, or how far from it,
changes no faster than its corners go: two samples on the same side whose depths together exceed that way have no
change between them, and any others are looked at halfway, again and again.
"""

from __future__ import annotations

import math
from collections import Counter
from dataclasses import dataclass

import numpy as np
import shapely
from bodies import TOUCH, Boxes
from scenes import number_of, region

NEAR = 2e-3
"""How closely (mm) the place of a toll is known."""
LEAST = 1e-6
"""Stretches shorter than this (mm) are not looked for."""
ROUNDS = 40
NOISE = 1e-7
"""Shares and mm that are rounding."""


def ways(stage, points: np.ndarray, turning: str) -> np.ndarray:
    """Millimetres that points go in a whole turn, as the law measures it."""
    if turning == "free":
        return np.zeros(len(points))
    if turning == "chord":
        return np.hypot(*(stage.place(points, np.array([stage.length]))[0] - points).T)
    return np.hypot(*(points - stage.about).T) * math.radians(stage.length)


def followed(stage, corners: str) -> np.ndarray:
    """The points a law follows, where they are as a step begins."""
    if corners == "front":
        return stage.box[:2]
    if corners == "front-centre":
        return stage.box[:2].mean(0)[None]
    return stage.corners.reshape(-1, 2)


def depths(stage, places: np.ndarray, piece: shapely.Geometry) -> np.ndarray:
    """How far the bases are from a piece; where some stand on it, less than nothing: how deep one is on it at least."""
    bodies = shapely.polygons(stage.place(stage.corners, places))
    out = shapely.distance(bodies, piece).min(1)
    for i in np.flatnonzero(out <= 0):
        deep = 0.0
        for body in bodies[i]:
            shared = shapely.get_parts(shapely.intersection(body, piece))
            for part in shared[shapely.get_dimensions(shared) == shapely.get_dimensions(piece)]:
                line = shapely.get_dimensions(part) == 1
                point = shapely.line_interpolate_point(part, 0.5, normalized=True) if line else shapely.point_on_surface(part)
                deep = max(deep, shapely.distance(point, shapely.boundary(body)))
        out[i] = -deep
    return out


def comings(stage, places: np.ndarray, far: np.ndarray, piece: shapely.Geometry) -> list[tuple[float, float, bool]]:
    """Where the mover comes onto a piece: between which places, and whether it surely does.

    `far` says how far it is at the least at each place by the boxes alone, or nothing where they overlap."""
    radius = 1.0
    if stage.about is not None:
        radius = math.radians(1.0) * float(np.hypot(*(stage.corners.reshape(-1, 2) - stage.about).T).max())
    depth = far.copy()
    depth[far <= 0] = depths(stage, places[far <= 0], piece)
    for _ in range(ROUNDS):
        way = np.diff(places) * radius
        changes = (depth[:-1] > 0) != (depth[1:] > 0)
        open_ = np.where(changes, way > NEAR, (np.abs(depth[:-1]) + np.abs(depth[1:]) <= way) & (way > LEAST))
        if not open_.any():
            break
        between = (places[:-1] + places[1:])[open_] / 2
        at = np.flatnonzero(open_) + 1
        places, depth = np.insert(places, at, between), np.insert(depth, at, depths(stage, between, piece))
    way = np.diff(places) * radius
    changes = (depth[:-1] > 0) != (depth[1:] > 0)
    settled = np.zeros(len(way), bool)
    unsure = ~changes & (np.abs(depth[:-1]) + np.abs(depth[1:]) <= way)
    # Within rounding of a change there is no other.
    spread = True
    while spread:
        near = np.zeros(len(way), bool)
        near[1:] |= changes[:-1] | settled[:-1]
        near[:-1] |= changes[1:] | settled[1:]
        near &= unsure & (way <= 2 * LEAST)
        spread = bool(near.any())
        settled |= near
        unsure &= ~settled
    on = changes & (depth[:-1] > 0)
    return [(places[i], places[i + 1], bool(on[i])) for i in np.flatnonzero(on | unsure)]


@dataclass
class Ground:
    """What a step stands on by the samples alone: places, the kind at each (index into prices), whether that is sure."""

    places: np.ndarray
    kind: np.ndarray
    sure: np.ndarray
    prices: np.ndarray
    """Shares a millimetre of each kind there is."""
    names: list[str]
    rank: np.ndarray
    """Which are slower than which."""
    held: np.ndarray
    """(kinds, places): those that would count there if they were the slowest."""

    def between(self) -> tuple[np.ndarray, np.ndarray]:
        """The least and greatest price between neighbouring places."""
        a, b = self.prices[self.kind[:-1]], self.prices[self.kind[1:]]
        sure = self.sure[:-1] & self.sure[1:]
        low, high = np.minimum(a, b), np.maximum(a, b)
        return np.where(sure, low, self.prices.min()), np.where(sure, high, self.prices.max())


@dataclass
class Curve:
    """What each point has paid at places of a step: (places, points), tolls as jumps at one place."""

    at: np.ndarray
    paid: np.ndarray

    def reach(self, budget: float) -> float:
        """How far into the step no point has paid more."""
        beyond = self.paid > budget
        least = math.inf
        for point in np.flatnonzero(beyond.any(0)):
            i = int(beyond[:, point].argmax())
            if i == 0:
                return float(self.at[0])
            (low, high), (a, b) = self.at[i - 1 : i + 1], self.paid[i - 1 : i + 1, point]
            least = min(least, low + (high - low) * (budget - a) / (b - a))
        return float(min(least, self.at[-1]))


def curve(stage, common: float, turned: np.ndarray, way: np.ndarray | None, prices: np.ndarray, places: np.ndarray,
          tolls: list[tuple[float, float]]) -> Curve:
    """Of a step that begins with `common` paid by all and `turned` by each point. `way` is what each goes in a turn."""
    stretches = np.diff(places) * prices
    paid = np.concatenate([[0.0], np.cumsum(stretches)])
    at, flat = places, np.zeros(len(places))
    for place, share in sorted(tolls):
        i = int(np.searchsorted(at, place, side="right"))
        here = float(np.interp(place, at, paid))
        at, paid = np.insert(at, i, [place, place]), np.insert(paid, i, [here, here])
        flat = np.insert(flat, i, [flat[i - 1] if i else 0.0] * 2)
        flat[i + 1 :] += share
    if way is None:
        return Curve(at, (common + flat + paid)[:, None] + turned[None])
    return Curve(at, common + flat[:, None] + turned[None] + paid[:, None] * way[None] / stage.length)


# --- comparing ------------------------------------------------------------------------------------------------


def check(case, found: list[Ground | None]) -> None:
    tolls = [tolls_of(case, number) for number in range(len(case.stages))]
    check_tolls(case, tolls)
    Sums(case, found, tolls).check()


@dataclass
class Due:
    """A toll, between which places of a step it is due, and whether it surely is."""

    toll: int
    low: float
    high: float
    sure: bool


def tolls_of(case, number: int) -> list[Due]:
    stage, law, out = case.stages[number], case.asked["law"], []
    for index, toll in enumerate(law["tolls"]):
        if toll["on"] == "about-face":
            if case.asked["course"][number]["step"] == "about-face":
                out.append(Due(index, 0.0, 0.0, True))
            continue
        if stage.length == 0:
            continue
        for piece in case.asked["board"]["terrain"]:
            if piece["kind"] != toll["on"]["crossing"] or "line" not in piece["shape"]:
                continue
            line = region(piece["shape"])
            low, high = np.split(np.array(shapely.bounds(line)), 2)
            far = case.bodies[number].boxes.gap(Boxes(low, high)).min(1)
            if (far > TOUCH).all() and case.bodies[number].whole.gap(Boxes(low, high)) > TOUCH:
                continue
            out += [Due(index, *where) for where in comings(stage, case.places[number], far, line)]
    return out


def check_tolls(case, tolls: list[list[Due]]) -> None:
    told = Counter((paid["step"], paid["toll"]) for paid in case.told["tolls"])
    law = case.asked["law"]["tolls"]
    case.check("toll shares", all(share(p["share"]) == share(law[p["toll"]]["share"]) for p in case.told["tolls"]))
    for number, due in enumerate(tolls):
        for index in range(len(law)):
            here = [one for one in due if one.toll == index]
            least, most = sum(one.sure for one in here), len(here)
            if least < most:
                case.score.undecided["tolls"] += 1
            what = "tolls of about-faces" if law[index]["on"] == "about-face" else "tolls of crossings"
            case.check(what if least or told[number, index] else "no toll", least <= told[number, index] <= most,
                       (number, index, told[number, index], here))


class Sums:
    """What every point followed has paid, at least and at most, step by step."""

    def __init__(self, case, found: list[Ground | None], tolls: list[list[Due]]) -> None:
        self.case, self.law, self.told = case, case.asked["law"], case.told
        self.found, self.tolls = found, tolls
        self.per_corner = self.law["summing"] == "per-corner"
        self.budget = share(self.law["budget"])
        points = len(followed(case.stages[0], self.law["corners"])) if case.stages else 1
        self.common = number_of(self.law["spent"])
        self.turned = np.zeros(points if self.per_corner else 1)
        for leg in self.law["prior"]:
            rate = share(leg["per_move"])
            if rate <= 0:
                continue
            self.common += number_of(leg["straight"]) / rate
            if leg["arcs"]:
                gone = self.before(leg, points) / rate
                if self.per_corner:
                    self.turned = self.turned + gone
                else:
                    self.common += gone.max()
        self.prior = self.common, self.turned

    def before(self, leg: dict, points: int) -> np.ndarray:
        """How far each point went in a turn before the course."""
        if self.law["corners"] == "front-centre":
            return np.full(points, number_of(leg["farthest"]))
        arcs = np.array(leg["arcs"])
        if self.law["corners"] == "all":
            return arcs
        first = self.case.stages[0]
        off = first.corners.reshape(-1, 2)[None] - first.box[:2][:, None]
        return arcs[np.hypot(off[..., 0], off[..., 1]).argmin(1)]

    def way(self, number: int) -> np.ndarray | None:
        stage = self.case.stages[number]
        if stage.about is None:
            return None
        gone = ways(stage, followed(stage, self.law["corners"]), self.law["turning"])
        return gone if self.per_corner else gone.max(keepdims=True)

    def check(self) -> None:
        case, told = self.case, self.told
        least = [share(leg["per_move"]) for leg in [*told["legs"], *self.law["prior"]] if share(leg["per_move"]) > 0]
        slack = case.asked["tolerance"] / min(least) if least else 0.0
        case.check("slack", abs(slack - told["slack"]) < 1e-12, (slack, told["slack"]))
        over = told["over"]
        low, high = (self.common, self.turned), (self.common, self.turned)
        for number, (stage, ground) in enumerate(zip(case.stages, self.found, strict=True)):
            # The step as the least and the most it may cost.
            runs = [self.run(number, stage, ground, side, dear) for side, dear in ((low, False), (high, True))]
            if over is not None and over["step"] == number:
                self.check_over(number, over, runs)
            low, high = (self.after(one, side) for one, side in zip(runs, (low, high), strict=True))
            spent = low[0] + low[1].max(), high[0] + high[1].max()
            # What is made of written numbers alone is compared as the fraction it is.
            beyond = self.budget + (0.0 if self.exact(number) else slack)
            if over is None or number < over["step"]:
                case.check("within the allowance", spent[0] <= beyond + NOISE, (number, spent))
            elif number == over["step"]:
                case.check("beyond the allowance", spent[1] >= beyond - NOISE, (number, spent))
        total, (least, most) = number_of(told["total"]), (low[0] + low[1].max(), high[0] + high[1].max())
        if most - least > 1e-3:
            case.score.undecided["cost known to less than a thousandth of a move"] += 1
        case.check(f"cost {self.law['summing']}", least - NOISE <= total <= most + NOISE, (total, least, most))
        self.check_shares(total)

    def exact(self, number: int) -> bool:
        """Whether nothing paid as far as the end of a step was measured."""
        shares = [leg["share"] for leg in self.told["legs"] if leg["step"] <= number]
        before = any(share(leg["per_move"]) > 0 for leg in self.law["prior"])
        return not before and not any("inexact" in amount for amount in [*shares, self.law["spent"]])

    def run(self, number: int, stage, ground: Ground | None, side: tuple, dear: bool) -> Curve:
        tolls = [(due.low if dear else due.high, share(self.law["tolls"][due.toll]["share"]))
                 for due in self.tolls[number] if dear or due.sure]
        places, prices = (ground.places, ground.between()[dear]) if ground else (np.zeros(1), np.zeros(0))
        return curve(stage, side[0], side[1], self.way(number), prices, places, tolls)

    def after(self, one: Curve, side: tuple) -> tuple:
        """What all have paid, and each in turns besides."""
        # All points pay the same for what is straight; only differences stay with them.
        if not self.per_corner:
            return float(one.paid[-1].max()), np.zeros(1)
        common = float(one.paid[-1].min())
        return common, one.paid[-1] - common

    def check_over(self, number: int, over: dict, runs: list[Curve]) -> None:
        stage = self.case.stages[number]
        way = self.way(number)
        each = 1.0 if way is None else (float(way.max()) / stage.length if stage.length else 0.0)
        needed, available = number_of(over["needed"]), number_of(over["available"])
        self.case.check("what the step wants", abs(needed - each * stage.length) < 1e-7, (number, needed, each * stage.length))
        most, least = (min(one.reach(self.budget) * each, needed) for one in runs)
        if most - least > 0.01:
            self.case.score.undecided["how far the allowance reaches"] += 1
        else:
            self.case.check("how far the allowance reaches", least - 1e-6 <= available <= most + 1e-6,
                            (number, available, least, most))

    def check_shares(self, total: float) -> None:
        """Every leg at its rate and length; with what was paid before and the tolls they add up to the total."""
        told, case = self.told, self.case
        rates = {(r["heading"], r["terrain"]): (share(r["per_move"]), r["cell"]) for r in self.law["rates"]}
        for leg in told["legs"]:
            rate = rates.get((leg["heading"], leg["terrain"]), (0.0, ""))
            case.check("rate of a leg", (share(leg["per_move"]), leg["cell"]) == rate, leg)
        # How far each point went on each leg.
        parts = {}
        for number in range(len(case.stages)):
            legs = [leg for leg in told["legs"] if leg["step"] == number]
            whole = sum(sum(leg["arcs"]) for leg in legs)
            for leg in legs:
                way = self.way(number)
                parts[id(leg)] = np.zeros(1) if way is None or whole == 0 else way * (sum(leg["arcs"]) / whole)
        sums = self.prior[1]
        for leg in told["legs"]:
            if (rate := share(leg["per_move"])) > 0:
                sums = sums + parts[id(leg)] / rate
        paid = self.prior[0] + sum(share(p["share"]) for p in told["tolls"])
        # Turns are charged as the point pays that paid most; more than one may have paid as much.
        fits = []
        for worst in np.flatnonzero(sums > sums.max() - 1e-9):
            off = [0.0]
            for leg in told["legs"]:
                rate = share(leg["per_move"])
                part = parts[id(leg)]
                turn = part[worst if len(part) > worst else 0]
                if not self.per_corner:
                    turn = part.max()
                expected = (number_of(leg["straight"]) + turn) / rate if rate > 0 else 0.0
                off.append(abs(number_of(leg["share"]) - expected))
            sum_ = paid + (self.prior[1][worst] if self.per_corner else 0) + sum(number_of(leg["share"]) for leg in told["legs"])
            fits.append((max(off), abs(sum_ - total)))
        case.check("share of a leg", min(f[0] for f in fits) < NOISE, fits)
        case.check("shares add up", min(max(f) for f in fits) < NOISE, fits)


def share(written: int | float | str) -> float:
    return number_of({"exact": written})
