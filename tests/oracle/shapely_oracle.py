"""Random courses, surveyed by grognard's closed forms and by shapely on dense samples.

    python tests/oracle/shapely_oracle.py --courses 100000

Every course is walked by a unit of several bases past other units and terrain. This script moves the bases
itself (its own kinematics, numpy), lets shapely (GEOS) say what meets what at many places along each step and
just before and behind every place where the survey says that something changes, and compares:

* where frame and bases end, and how far every corner of every base travels;
* the first touch of every other unit, where the mover is clear of it again, and whether it starts, ends or comes
  to overlap;
* the kind of ground under the unit, by the law's rule of entry, all along each step;
* the terrain pieces come onto, and whether it stands on them at the start and the end;
* where a corner first leaves the table.

GEOS is asked about those pairs only whose boxes come near each other, and for the size of what two share only where
it says that they meet at all: apart is apart, however it is found out, so nothing is compared less for it.

A claim is checked within MARGIN of its place; what the samples cannot decide (a touch without depth, an edge
along a border) is counted as undecided and never held against the survey. Exit status 1 when anything disagrees.

Bases of a unit are never united: GEOS may lose one when it unites rectangles that abut within rounding (the first
disagreement this script found was that, a line of three by two that came out one base short).
"""

from __future__ import annotations

import argparse
import json
import math
import subprocess
import sys
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np
import shapely

ROOT = Path(__file__).resolve().parents[2]
SAMPLES = 64
"""Places along each step, besides those just before and behind every claim."""
MARGIN = 1e-3
"""How near to a claim the samples come: mm of a straight step, degrees of a turn."""
TOUCH = 1e-5
"""Lengths (mm) below which shapely's answer is noise."""
TOLERANCE = 0.1
HALF = 400.0
KINDS = ["wood", "marsh", "road"]
HEADINGS = ["front", "flank", "rear"]


# --- making courses ---------------------------------------------------------------------------------------


def rectangle(x: float, y: float, facing: float, width: float, depth: float) -> dict:
    return {"pose": {"at": {"x": x, "y": y}, "facing": facing}, "width": width, "depth": depth}


def unit(rng: np.random.Generator, name: str, reach: float) -> dict:
    """A line, a column, or spaced and turned bases, about the middle of its front edge."""
    x, y, facing = rng.uniform(-reach, reach), rng.uniform(-reach, reach), rng.uniform(0, 360)
    width, depth = rng.uniform(8, 40), rng.uniform(8, 30)
    files, ranks = int(rng.integers(1, 5)), int(rng.integers(1, 4))
    space = rng.uniform(1, 12) if rng.random() < 0.3 else 0.0
    sin, cos = math.sin(math.radians(facing)), math.cos(math.radians(facing))
    bases = []
    for rank in range(ranks):
        for file in range(files):
            right = (file - (files - 1) / 2) * (width + space)
            forward = -(rank * (depth + space) + depth / 2)
            turn = float(rng.integers(0, 4)) * 90 if space and rng.random() < 0.3 else 0.0
            place = (x + right * cos + forward * sin, y + forward * cos - right * sin)
            rect = rectangle(*place, (facing + turn) % 360, width, depth)
            bases.append({"serial": len(bases) + 1, "kind": "base", "figures": 4, "rect": rect})
    return {
        "id": name, "name": name, "side": "own", "brigade": None, "formation": "line",
        "pose": {"at": {"x": x, "y": y}, "facing": facing}, "bases": bases,
        "attributes": [], "conditions": [], "track": [],
    }


def terrain(rng: np.random.Generator, index: int) -> dict:
    """A star about a point (simple whatever its radii), or a line with or without width."""
    x, y = rng.uniform(-300, 300, 2)
    if rng.random() < 0.6:
        corners = int(rng.integers(3, 9))
        turns = (np.arange(corners) + rng.uniform(0, 0.8, corners)) / corners * 2 * math.pi
        radii = rng.uniform(15, 150, corners)
        points = [{"x": x + r * math.cos(a), "y": y + r * math.sin(a)} for r, a in zip(radii, turns, strict=True)]
        if (shapely.Polygon([(p["x"], p["y"]) for p in points])).is_valid:
            shape: dict = {"area": points}
        else:
            return terrain(rng, index)
    else:
        width = float(rng.choice([0.0, rng.uniform(4, 40)]))
        points, way = [{"x": x, "y": y}], rng.uniform(0, 2 * math.pi)
        for _ in range(int(rng.integers(1, 4))):
            way += rng.uniform(-1.2, 1.2)
            length = rng.uniform(60, 200)
            points.append({"x": points[-1]["x"] + length * math.cos(way), "y": points[-1]["y"] + length * math.sin(way)})
        shape = {"line": {"points": points, "width": width}}
    name = f"t{index}"
    return {"id": name, "name": name, "kind": str(rng.choice(KINDS)), "shape": shape, "attributes": []}


def step(rng: np.random.Generator) -> dict:
    hand = str(rng.choice(["left", "right"]))
    far, angle = rng.uniform(1, 260), rng.uniform(-200, 200)
    about = [
        "centre", "front-centre", {"front": hand}, {"rear": hand},
        {"at": {"x": rng.uniform(-200, 200), "y": rng.uniform(-200, 200)}},
    ]
    kinds = [
        {"step": "advance", "distance": far},
        {"step": "retire", "distance": far},
        {"step": "sidestep", "hand": hand, "distance": far},
        {"step": "oblique", "hand": hand, "angle": rng.uniform(0, 180), "distance": far},
        {"step": "wheel", "hand": hand, "angle": angle},
        {"step": "wheel", "hand": hand, "angle": angle},
        {"step": "pivot", "about": about[int(rng.integers(0, 5))], "angle": angle},
        {"step": "about-face"},
        {"step": "to", "point": {"x": rng.uniform(-300, 300), "y": rng.uniform(-300, 300)}},
    ]
    return kinds[int(rng.integers(0, len(kinds)))]


def question(rng: np.random.Generator) -> dict:
    others = int(rng.integers(0, 8))
    units = [unit(rng, "a", 200)] + [unit(rng, f"b{i}", 300) for i in range(others)]
    pieces = [terrain(rng, i) for i in range(int(rng.integers(0, 5)))]
    rates = [
        {"heading": heading, "terrain": kind, "per_move": int(rng.integers(0, 6)) * 40, "cell": "c"}
        for heading in HEADINGS for kind in ["", *KINDS] if kind == "" or rng.random() < 0.9
    ]
    for rate in rates:
        if rate["terrain"] == "":
            rate["per_move"] = 100
    law = {
        "budget": 1, "spent": {"exact": 0}, "prior": [], "corners": "all", "summing": "per-corner", "turning": "arc",
        "entry": str(rng.choice(["leading-edge", "any-part", "front-centre"])), "straddle": "slowest",
        "rates": rates, "tolls": [],
    }
    board = {
        "name": "random", "table": {"min": {"x": -HALF, "y": -HALF}, "max": {"x": HALF, "y": HALF}},
        "terrain": pieces, "sides": [], "brigades": [], "commanders": [], "units": units,
        "clock": {"turn": 1, "phase_index": 0, "phase": "", "active": None}, "written": [], "conditions": [],
    }
    course = [step(rng) for _ in range(int(rng.integers(1, 5)))]
    return {"board": board, "subject": 0, "course": course, "law": law, "tolerance": TOLERANCE}


# --- moving, independently ----------------------------------------------------------------------------------


def corners_of(rects: list[dict]) -> np.ndarray:
    """(bases, 4, 2): front left, front right, rear right, rear left."""
    at = np.array([(r["pose"]["at"]["x"], r["pose"]["at"]["y"]) for r in rects])
    turn = np.radians([r["pose"]["facing"] for r in rects])
    w, d = (np.array([r[k] for r in rects]) / 2 for k in ("width", "depth"))
    right, ahead = np.stack([np.cos(turn), -np.sin(turn)], 1), np.stack([np.sin(turn), np.cos(turn)], 1)
    signs = [(-1, 1), (1, 1), (1, -1), (-1, -1)]
    return np.stack([at + s * w[:, None] * right + t * d[:, None] * ahead for s, t in signs], 1)


@dataclass
class Stage:
    """One step: a shift along a vector, or a clockwise turn about a point."""

    length: float
    along: np.ndarray | None
    about: np.ndarray | None
    sense: float
    heading: str
    leading: int
    """Index of the side of the box that leads: front, right, rear, left."""
    corners: np.ndarray
    """Corners of the bases as it begins."""
    box: np.ndarray
    """Corners of the box about them in the unit's frame."""

    def place(self, points: np.ndarray, places: np.ndarray) -> np.ndarray:
        """Points (..., 2) at each place: (places, ..., 2)."""
        places = places.reshape(-1, *([1] * points.ndim))
        if self.along is not None:
            return points[None] + self.along * places
        if self.about is None:
            return np.repeat(points[None], places.shape[0], 0)
        turn = np.radians(places[..., 0] * self.sense)
        dx, dy = (points[None] - self.about)[..., 0], (points[None] - self.about)[..., 1]
        sin, cos = np.sin(turn), np.cos(turn)
        return np.stack([self.about[0] + dx * cos + dy * sin, self.about[1] - dx * sin + dy * cos], -1)


def heading_of(slant: float) -> tuple[str, int]:
    slant = (slant + 180) % 360 - 180
    if abs(slant) <= 45 + 1e-9:
        return "front", 0
    if abs(slant) >= 135 - 1e-9:
        return "rear", 2
    return "flank", (1 if slant > 0 else 3)


def stages(asked: dict) -> tuple[list[Stage], np.ndarray, float, np.ndarray]:
    """The steps, and frame, facing and base corners at the end."""
    mover = asked["board"]["units"][0]
    at = np.array([mover["pose"]["at"]["x"], mover["pose"]["at"]["y"]])
    facing = mover["pose"]["facing"]
    corners = corners_of([base["rect"] for base in mover["bases"]])
    out = []

    def frame(turn: float) -> tuple[np.ndarray, np.ndarray]:
        r = math.radians(turn)
        return np.array([math.cos(r), -math.sin(r)]), np.array([math.sin(r), math.cos(r)])

    right, ahead = frame(facing)
    local = corners.reshape(-1, 2) - at
    left, rightmost = (local @ right).min(), (local @ right).max()
    front, rear = (local @ ahead).max(), (local @ ahead).min()
    for one in asked["course"]:
        right, ahead = frame(facing)

        def point(r: float, f: float, at: np.ndarray = at, right: np.ndarray = right, ahead: np.ndarray = ahead) -> np.ndarray:
            return at + r * right + f * ahead

        box = np.array([point(left, front), point(rightmost, front), point(rightmost, rear), point(left, rear)])
        kind, sign = one["step"], -1.0 if one.get("hand") == "left" else 1.0
        along = about = None
        length, sense, slant = 0.0, 1.0, 0.0
        if kind in ("advance", "retire", "sidestep", "oblique"):
            slant = {"advance": 0.0, "retire": 180.0, "sidestep": sign * 90}.get(kind, sign * one.get("angle", 0.0))
            along, length = frame(facing + slant)[1], one["distance"]
        elif kind == "to":
            way = np.array([one["point"]["x"], one["point"]["y"]]) - at
            length = float(np.hypot(*way))
            along, slant = way / length, math.degrees(math.atan2(way[0], way[1])) - facing
        elif kind == "wheel":
            about = box[0] if sign < 0 else box[1]
            turn = sign * one["angle"]
            length, sense = abs(turn), math.copysign(1, turn)
        elif kind == "pivot":
            which = one["about"]
            if which == "centre":
                about = box.mean(0)
            elif which == "front-centre":
                about = box[:2].mean(0)
            elif "at" in which:
                about = np.array([which["at"]["x"], which["at"]["y"]])
            else:
                (row, hand), = which.items()
                about = box[{("front", "left"): 0, ("front", "right"): 1, ("rear", "right"): 2, ("rear", "left"): 3}[row, hand]]
            length, sense = abs(one["angle"]), math.copysign(1, one["angle"])
        heading, leading = heading_of(slant) if along is not None else ("front", 0)
        stage = Stage(length, along, about, sense, heading, leading, corners, box)
        out.append(stage)
        end = np.array([length])
        if kind == "about-face":
            at = point((left + rightmost) / 2, rear)
            half = (rightmost - left) / 2
            left, rightmost, front, rear = -half, half, 0.0, rear - front
            facing += 180
            corners = corners[:, [2, 3, 0, 1]]
        else:
            at, corners = stage.place(at, end)[0], stage.place(corners, end)[0]
            if about is not None:
                facing += sense * length
    return out, at, facing % 360, corners


# --- comparing ------------------------------------------------------------------------------------------------


@dataclass
class Score:
    checked: Counter = field(default_factory=Counter)
    undecided: Counter = field(default_factory=Counter)
    wrong: list[tuple[str, str, dict]] = field(default_factory=list)


class Case:
    def __init__(self, asked: dict, told: dict, score: Score) -> None:
        self.asked, self.told, self.score = asked, told, score
        self.stages, self.end, self.facing, self.corners = stages(asked)

    def check(self, what: str, holds: bool, detail: object = "") -> None:
        self.score.checked[what] += 1
        if not holds:
            self.score.wrong.append((what, str(detail), self.asked))

    def run(self) -> None:
        if "error" in self.told:
            self.check("answer", False, self.told["error"])
            return
        self.check_ends()
        self.check_travel()
        self.sample()
        self.check_units()
        self.check_ground()
        self.check_crossings()
        self.check_table()

    def check_ends(self) -> None:
        end = self.told["end"]
        off = np.hypot(end["at"]["x"] - self.end[0], end["at"]["y"] - self.end[1])
        turn = abs((end["facing"] - self.facing + 180) % 360 - 180)
        self.check("end", off < 1e-7 and turn < 1e-7, (off, turn))
        bases = self.asked["board"]["units"][0]["bases"]
        rects = [{**base["rect"], "pose": pose} for base, pose in zip(bases, self.told["bases"], strict=True)]
        self.check("bases", bool(np.abs(corners_of(rects) - self.corners).max() < 1e-7))

    def check_travel(self) -> None:
        """Chords of a dense sampling fall short of an arc by at most its length times da^2/24."""
        for number, stage in enumerate(self.stages):
            legs = [leg for leg in self.told["legs"] if leg["step"] == number]
            if stage.length == 0:
                self.check("travel", not legs, legs)
                continue
            # A straight way is as long as its chords, however many.
            places = np.linspace(0, stage.length, 513 if stage.about is not None else 3)
            ways = np.diff(stage.place(stage.corners.reshape(-1, 2), places), axis=0)
            walked = np.sqrt(ways[..., 0] ** 2 + ways[..., 1] ** 2).sum(0)
            if stage.about is None:
                told = np.full_like(walked, sum(number_of(leg["straight"]) for leg in legs))
            else:
                told = np.sum([leg["arcs"] for leg in legs], axis=0)
                # Corners are listed as they were when the course began; an about-face turns each base in place.
            short = told - walked
            bound = told * math.radians(stage.length / 512) ** 2 / 24 if stage.about is not None else 0.0
            self.check("travel", bool((short >= -1e-7).all() and (short <= bound + 1e-7).all()), (number, short))

    def sample(self) -> None:
        """The places looked at in each step, and what the mover covers there."""
        claims: list[list[float]] = [[] for _ in self.stages]
        for contact in self.told["contacts"]:
            for along in (contact["touch"], contact["clear"]):
                if along is not None:
                    claims[along["step"]].append(along["amount"])
        for crossing in self.told["crossings"]:
            claims[crossing["enter"]["step"]].append(crossing["enter"]["amount"])
        if self.told["off_table"]:
            claims[self.told["off_table"]["step"]].append(self.told["off_table"]["amount"])
        self.cuts = []
        for number, stage in enumerate(self.stages):
            cuts = self.cuts_of(number, stage)
            self.cuts.append(cuts)
            claims[number] += [to for _, to, _ in cuts]
        self.places, self.bodies, self.moved = [], [], []
        for stage, claimed in zip(self.stages, claims, strict=True):
            near = np.array([c + d for c in claimed for d in (-MARGIN, 0.0, MARGIN)])
            places = np.concatenate([np.linspace(0, stage.length, SAMPLES if stage.length else 1), near])
            places = np.unique(np.clip(places, 0, stage.length))
            moved = stage.place(stage.corners, places)
            self.places.append(places)
            self.moved.append(moved)
            self.bodies.append(Bodies(moved))

    def cuts_of(self, number: int, stage: Stage) -> list[tuple[float, float, str]]:
        """Where the survey says that ground of a kind begins and ends."""
        out, at = [], 0.0
        legs = [leg for leg in self.told["legs"] if leg["step"] == number]
        whole = sum(number_of(leg["farthest"]) for leg in legs)
        for leg in legs:
            part = number_of(leg["farthest"]) / whole * stage.length if whole > 0 else stage.length
            out.append((at, at + part, leg["terrain"]))
            at += part
        return out

    def check_units(self) -> None:
        contacts = {contact["unit"]: contact for contact in self.told["contacts"]}
        for index, other in enumerate(self.asked["board"]["units"][1:], start=1):
            rects = corners_of([b["rect"] for b in other["bases"]])
            contact = contacts.get(index)
            around = Boxes.about(rects.reshape(-1, 2))
            if contact is None and all(bodies.whole.gap(around) > TOUCH for bodies in self.bodies):
                self.check("no contact", True)
                continue
            target = shapely.multipolygons(shapely.polygons(rects))
            shapely.prepare(target)
            gaps = [bodies.gaps(around, target).min(1) for bodies in self.bodies]
            if contact is None:
                nearest = min(gap.min() for gap in gaps)
                self.check("no contact", nearest > 1e-9, (index, nearest))
                continue
            touch, clear = contact["touch"], contact["clear"]
            before = [gap[places < touch["amount"] - MARGIN / 2] if n == touch["step"] else gap
                      for n, (gap, places) in enumerate(zip(gaps, self.places, strict=True)) if n <= touch["step"]]
            first = min((gap.min() for gap in before if gap.size), default=1.0)
            self.check("nothing met before the first touch", first > 0, (index, touch, first))
            there = shapely.distance(self.at(touch), target).min()
            self.check("first touch", there < TOUCH, (index, touch, there))
            if clear is not None:
                after = [gap[places > clear["amount"] + MARGIN / 2] if n == clear["step"] else gap
                         for n, (gap, places) in enumerate(zip(gaps, self.places, strict=True)) if n >= clear["step"]]
                last = min((gap.min() for gap in after if gap.size), default=1.0)
                self.check("clear for good", last > 0, (index, clear, last))
                there = shapely.distance(self.at(clear), target).min()
                self.check("touches until it is clear", there < TOUCH, (index, clear, there))
            else:
                self.check("not clear at the end", gaps[-1][-1] < TOUCH, (index, gaps[-1][-1]))
            self.check("starts", contact["starts"] == (gaps[0][0] <= 1e-7) or 1e-9 < gaps[0][0] < TOUCH, index)
            # An overlap counts when some pair of rectangles overlaps deeper than the tolerance.
            deepest = max(bodies.deepest(around, rects) for bodies in self.bodies)
            if contact["overlap"] and deepest <= TOLERANCE:
                deepest = max(depth(moved, rects).max() for moved in self.moved)
            if deepest > TOLERANCE:
                self.check("overlap", contact["overlap"], (index, deepest))
            elif contact["overlap"]:
                # Deeper between two samples, by no more than bodies move between them.
                self.check("overlap", deepest > TOLERANCE - self.spacing(), (index, deepest))
            else:
                self.check("overlap", True)
            at_end = depth(self.moved[-1][-1:], rects).max()
            if abs(at_end - TOLERANCE) < 1e-6:
                self.score.undecided["ends inside"] += 1
            else:
                self.check("ends inside", contact["ends_inside"] == (at_end > TOLERANCE), (index, at_end))

    def at(self, along: dict) -> np.ndarray:
        stage = self.stages[along["step"]]
        return shapely.polygons(stage.place(stage.corners, np.array([along["amount"]]))[0])

    def spacing(self) -> float:
        """How far a corner goes between two samples at most."""
        most = 0.0
        for moved in self.moved:
            if len(moved) > 1:
                most = max(most, float(np.abs(np.diff(moved, axis=0)).sum(-1).max()))
        return most

    def regions(self) -> list:
        return [region(piece["shape"]) for piece in self.asked["board"]["terrain"]]

    def check_ground(self) -> None:
        """The slowest kind under the unit; open table counts where some of it is uncovered."""
        law, pieces = self.asked["law"], self.asked["board"]["terrain"]
        kinds = {piece["kind"] for piece in pieces}
        grounds = {}
        for kind in sorted(kinds):
            shapes = [region(p["shape"]) for p in pieces if p["kind"] == kind and has_area(p["shape"])]
            if shapes:
                grounds[kind] = shapely.union_all(shapes)
        for number, stage in enumerate(self.stages):
            if stage.length == 0:
                continue
            cuts, places = self.cuts[number], self.places[number]
            if stage.about is not None and sum(number_of(leg["farthest"]) for leg in self.told["legs"] if leg["step"] == number) == 0:
                continue
            figure, size = self.figure(number, law["entry"])
            rank = {r["terrain"]: (2, r["per_move"]) if r["per_move"] > 0 else (0, 0)
                    for r in law["rates"] if r["heading"] == stage.heading}
            sure_on, sure_off = {}, {}
            for kind, ground in grounds.items():
                shapely.prepare(ground)
                if law["entry"] == "front-centre":
                    away = shapely.distance(figure, shapely.boundary(ground))[:, 0] > TOUCH
                    inside = shapely.intersects(figure, ground)[:, 0]
                    sure_on[kind], sure_off[kind] = inside & away, ~inside & away
                else:
                    held = figure.shared(ground, size)
                    sure_on[kind] = held.sum(1) > TOUCH
                    sure_off[kind] = ~figure.meets(ground).any(1)
            whole = shapely.union_all(list(grounds.values())) if law["entry"] != "front-centre" and grounds else None
            # The kind told at each place, where it lies well inside one cut.
            names = ["", *sorted(grounds, key=lambda k: rank.get(k, (1, 0)))]
            names += sorted({kind for _, _, kind in cuts} - set(names))
            of_cut = np.array([names.index(kind) for _, _, kind in cuts])
            starts, ends, at = np.array([c[0] for c in cuts]), np.array([c[1] for c in cuts]), places[:, None]
            touched = (starts - 1e-9 <= at) & (at <= ends + 1e-9)
            inner = (starts + MARGIN / 2 <= at) & (at <= ends - MARGIN / 2)
            told = of_cut[touched.argmax(1)]
            sure = inner.any(1) & (touched <= (of_cut == told[:, None])).all(1)
            for kind in grounds:
                sure &= sure_on[kind] | sure_off[kind]
            # The slowest kind under it, by order of the names; 0 for open table.
            on = np.zeros((len(names), len(places)), bool)
            for kind in grounds:
                on[names.index(kind)] = sure_on[kind]
            best = on.argmax(0)
            order = sorted({rank.get(name, (1, 0)) for name in names})
            ranks = np.array([order.index(rank.get(name, (1, 0))) for name in names])
            faster = np.flatnonzero(sure & (best > 0) & (ranks[best] > ranks[0])) if whole is not None else []
            if len(faster):
                rest = size(shapely.difference(figure.all()[faster], whole)).sum(1)
                sure[faster[(1e-9 <= rest) & (rest <= 1e-3)]] = False
                best[faster[rest > 1e-3]] = 0
            self.score.undecided["ground"] += int((~sure).sum())
            same = (told == best) | (ranks[told] == ranks[best]) & ((told == 0) | on[told, np.arange(len(places))])
            self.score.checked["ground"] += int(sure.sum())
            for i in np.flatnonzero(sure & ~same):
                self.score.wrong.append(("ground", str((number, float(places[i]), names[told[i]], names[best[i]], cuts)), self.asked))

    def figure(self, number: int, entry: str) -> tuple:
        """What stands on ground, (places, parts), and how much of it there is."""
        stage, places = self.stages[number], self.places[number]
        if entry == "any-part":
            return self.bodies[number], shapely.area
        side = stage.leading if entry == "leading-edge" else 0
        ends = stage.place(stage.box[[side, (side + 1) % 4]], places)
        if entry == "front-centre":
            return shapely.points(ends.mean(1))[:, None], shapely.length
        return Bodies(ends[:, None], shapely.linestrings), shapely.length

    def check_crossings(self) -> None:
        told = {crossing["terrain"]: crossing for crossing in self.told["crossings"]}
        for index, piece in enumerate(self.asked["board"]["terrain"]):
            ground = region(piece["shape"])
            shapely.prepare(ground)
            size = shapely.area if has_area(piece["shape"]) else shapely.length
            crossing = told.get(index)
            if crossing is None:
                most = max(bodies.shared(ground, size).max() for bodies in self.bodies)
                self.check("no crossing", most < 1e-3, (index, most))
                continue
            enter = crossing["enter"]
            before = [bodies.shared(ground, size, places < enter["amount"] - MARGIN / 2 if n == enter["step"] else None)
                      for n, (bodies, places) in enumerate(zip(self.bodies, self.places, strict=True)) if n <= enter["step"]]
            most = max(o.max() for o in before)
            self.check("nothing entered before", most < 1e-3, (index, enter, most))
            there = shapely.distance(self.at(enter), ground).min()
            self.check("enters", there < TOUCH, (index, enter, there))
            for what, bodies, at in (("starts", self.bodies[0], 0), ("ends", self.bodies[-1], -1)):
                only = np.zeros(len(bodies.moved), bool)
                only[at] = True
                measure = bodies.shared(ground, size, only).max()
                if 0 < measure < 1e-3:
                    self.score.undecided[f"{what} on"] += 1
                else:
                    self.check(f"{what} on", crossing[what] == (measure > 0), (index, measure))

    def check_table(self) -> None:
        told, out = self.told["off_table"], [np.abs(moved).max((1, 2, 3)) - HALF for moved in self.moved]
        if told is None:
            most = max(o.max() for o in out)
            self.check("stays on the table", most <= TOLERANCE + 1e-6, most)
            return
        before = [o[places < told["amount"] - MARGIN / 2] if n == told["step"] else o
                  for n, (o, places) in enumerate(zip(out, self.places, strict=True)) if n <= told["step"]]
        most = max((o.max() for o in before if o.size), default=-1.0)
        self.check("on the table before", most <= TOLERANCE + 1e-6, (told, most))
        # The corner that gets too far out crosses the edge there; another may stand out a little already.
        stage = self.stages[told["step"]]
        there = np.abs(stage.place(stage.corners, np.array([told["amount"]]))[0]) - HALF
        at = np.unravel_index(np.abs(there).argmin(), there.shape)
        starts = told["amount"] == 0 and there.max() > -1e-6
        self.check("leaves the table", starts or abs(there[at]) < 1e-6, (told, there[at]))
        if not starts:
            later = self.moved[told["step"]][self.places[told["step"]] >= told["amount"]]
            far = (np.abs(later) - HALF).max(0)[at]
            self.check("gets too far out", far > TOLERANCE - self.spacing(), (told, far))


@dataclass
class Boxes:
    """Boxes about outlines, sides along the axes."""

    low: np.ndarray
    high: np.ndarray

    @classmethod
    def about(cls, outlines: np.ndarray) -> Boxes:
        return cls(outlines.min(-2), outlines.max(-2))

    def gap(self, other: Boxes) -> np.ndarray:
        """What two outlines are apart at the least, for their boxes; negative where those overlap."""
        return np.maximum(self.low - other.high, other.low - self.high).max(-1)


class Bodies:
    """Outlines (places, parts, corners, 2), and the geometries of those that something asks about."""

    def __init__(self, moved: np.ndarray, make=shapely.polygons) -> None:
        self.moved, self.make = moved, make
        self.boxes = Boxes.about(moved)
        self.whole = Boxes(self.boxes.low.min((0, 1)), self.boxes.high.max((0, 1)))
        self.made = np.full(moved.shape[:2], None)
        self.known = np.zeros(moved.shape[:2], bool)
        self.met: dict[int, tuple[shapely.Geometry, np.ndarray]] = {}

    def of(self, which: np.ndarray) -> np.ndarray:
        new = which & ~self.known
        if new.any():
            self.made[new] = self.make(self.moved[new])
            self.known |= new
        return self.made[which]

    def all(self) -> np.ndarray:
        return self.of(np.ones(self.known.shape, bool)).reshape(self.known.shape)

    def gaps(self, around: Boxes, target: shapely.Geometry) -> np.ndarray:
        """Distances, by GEOS where the boxes do not tell that two are well apart; there, the least it can be."""
        gaps = self.boxes.gap(around)
        near = gaps <= TOUCH
        if near.any():
            gaps[near] = shapely.distance(self.of(near), target)
        return gaps

    def meets(self, ground: shapely.Geometry) -> np.ndarray:
        """Which of them touch a prepared ground or lie on it."""
        if id(ground) not in self.met:
            low, high = np.split(np.array(shapely.bounds(ground)), 2)
            meets = self.boxes.gap(Boxes(low, high)) <= TOUCH
            if meets.any():
                meets[meets] = shapely.intersects(ground, self.of(meets))
            self.met[id(ground)] = (ground, meets)
        return self.met[id(ground)][1]

    def shared(self, ground: shapely.Geometry, size, only: np.ndarray | None = None) -> np.ndarray:
        """How much of each lies on a prepared ground, at all places or some."""
        out, meets = np.zeros(self.known.shape), self.meets(ground)
        if only is not None:
            meets = meets & only[:, None]
        if meets.any():
            bodies = self.of(meets)
            inside = shapely.contains_properly(ground, bodies)
            held = np.empty(len(bodies))
            held[inside] = size(bodies[inside]) if size is not shapely.length or self.make is shapely.linestrings else 0.0
            held[~inside] = size(shapely.intersection(bodies[~inside], ground))
            out[meets] = held
        return out

    def deepest(self, around: Boxes, rects: np.ndarray) -> float:
        """The greatest depth at the places where boxes overlap; elsewhere nothing overlaps."""
        near = (self.boxes.gap(around) < 0).any(1)
        return float(depth(self.moved[near], rects).max()) if near.any() else -math.inf


def depth(moved: np.ndarray, rects: np.ndarray) -> np.ndarray:
    """(places, bases, 4, 2) against (others, 4, 2): the least shift along a side that parts each pair, negative apart."""
    a, b = moved[:, :, None], rects[None, None]

    def reach(one: np.ndarray, other: np.ndarray) -> np.ndarray:
        least = np.full(np.broadcast_shapes(one.shape, other.shape)[:3], np.inf)
        for side in (0, 1):
            way = one[..., side + 1, :] - one[..., side, :]
            way = way / np.hypot(way[..., 0], way[..., 1])[..., None]
            own, theirs = (one * way[..., None, :]).sum(-1), (other * way[..., None, :]).sum(-1)
            least = np.minimum(least, np.minimum(own.max(-1) - theirs.min(-1), theirs.max(-1) - own.min(-1)))
        return least

    return np.minimum(reach(a, b), reach(b, a))


def has_area(shape: dict) -> bool:
    return "area" in shape or shape["line"]["width"] > 0


def region(shape: dict) -> shapely.Geometry:
    if "area" in shape:
        return shapely.Polygon([(p["x"], p["y"]) for p in shape["area"]])
    line = shapely.LineString([(p["x"], p["y"]) for p in shape["line"]["points"]])
    width = shape["line"]["width"]
    return line.buffer(width / 2, cap_style="flat", join_style="bevel") if width > 0 else line


def number_of(amount: dict) -> float:
    exact = amount["exact"]
    if isinstance(exact, str):
        top, bottom = exact.split("/")
        exact = int(top) / int(bottom)
    return exact + amount.get("inexact", 0.0)


# --- running --------------------------------------------------------------------------------------------------


def program() -> Path:
    """Builds the example that surveys courses, and says where it is."""
    command = ["cargo", "build", "--quiet", "-p", "grognard-geometry", "--example", "courses_json", "--message-format=json"]
    built = subprocess.run(command, cwd=ROOT, check=True, capture_output=True, text=True).stdout
    found = [m["executable"] for m in map(json.loads, built.splitlines()) if m.get("executable")]
    return Path(found[-1])


def compare(surveyor: Path, seed: int, count: int) -> Score:
    """Compares `count` courses made from `seed`."""
    rng = np.random.default_rng(seed)
    asked = [question(rng) for _ in range(count)]
    lines = "\n".join(map(json.dumps, asked)) + "\n"
    answers = subprocess.run([surveyor], input=lines, check=True, capture_output=True, text=True).stdout.splitlines()
    score = Score()
    for one, answer in zip(asked, answers, strict=True):
        Case(one, json.loads(answer), score).run()
    return score


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--courses", type=int, default=2000)
    parser.add_argument("--seed", type=int, default=1815)
    parser.add_argument("--surveyor", type=Path, help="the built example courses_json; built when not given")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--shown", type=int, default=10, help="disagreements to print")
    parser.add_argument("--progress", action="store_true", help="tell how far it is, every 500 courses")
    options = parser.parse_args()
    surveyor = options.surveyor or program()
    chunk = 500
    parts = [(options.seed * 1_000_000 + i, min(chunk, options.courses - start))
             for i, start in enumerate(range(0, options.courses, chunk))]
    total = Score()
    with ProcessPoolExecutor(options.jobs) as pool:
        for done, score in enumerate(pool.map(compare, [surveyor] * len(parts), *zip(*parts, strict=True)), start=1):
            if options.progress:
                print(f"{min(done * chunk, options.courses)} of {options.courses} courses, {len(total.wrong) + len(score.wrong)} disagreements",
                      file=sys.stderr, flush=True)
            total.checked += score.checked
            total.undecided += score.undecided
            total.wrong += score.wrong
    print(f"seed {options.seed}, {SAMPLES} places a step and {MARGIN:g} mm or degrees about every claim, "
          f"overlap from {TOLERANCE:g} mm, shapely {shapely.__version__}, GEOS {shapely.geos_version_string}")
    print(f"{options.courses} courses, {sum(total.checked.values())} comparisons, "
          f"{sum(total.undecided.values())} undecided, {len(total.wrong)} disagreements")
    for what, times in sorted(total.checked.items()):
        print(f"  {times:9} {what}")
    for what, detail, asked in total.wrong[: options.shown]:
        print(f"{what}: {detail}\n  {json.dumps(asked)}")
    return 1 if total.wrong else 0


if __name__ == "__main__":
    sys.exit(main())
