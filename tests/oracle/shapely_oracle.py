"""Random courses, surveyed by grognard's closed forms and by shapely on dense samples.

    python tests/oracle/shapely_oracle.py --courses 100000

Every course is walked by a unit of several bases past other units and terrain. This script moves the bases
itself (its own kinematics, numpy), lets shapely (GEOS) say what meets what at many places along each step and
just before and behind every place where the survey says that something changes, and compares:

* where frame and bases end, and how far every corner of every base travels;
* the first touch of every other unit, where the mover is clear of it again, and whether it starts, ends or comes
  to overlap;
* the kind of ground under the unit, by the law's rules of entry and of straddling, all along each step;
* the terrain pieces come onto, and whether it stands on them at the start and the end;
* where a corner first leaves the table;
* the tolls due, step by step (tolls of about-faces and of linear pieces come onto);
* what the course costs in all, as the integral of the price of the ground over the way of every point followed; the step
  on which the allowance runs out and how far it reaches; and whether the shares of the legs add up.

GEOS is asked about those pairs only whose boxes come near each other, and for the size of what two share only where
it says that they meet at all: apart is apart, however it is found out, so nothing is compared less for it.

A claim is checked within MARGIN of its place; what the samples cannot decide (a touch without depth, an edge
along a border) is counted as undecided and never held against the survey. Exit status 1 when anything disagrees.

Bases of a unit are never united: GEOS may lose one when it unites rectangles that abut within rounding (the first
disagreement this script found was that, a line of three by two that came out one base short).
"""

from __future__ import annotations

import math
import sys
from pathlib import Path

import bill
import ground
import numpy as np
import shapely
from bodies import TOUCH, Bodies, Boxes, depth
from command import answers, command
from moving import Stage, corners_of, stages
from scenes import HALF, TOLERANCE, has_area, number_of, question, region
from score import Score

SAMPLES = 64
"""Places along each step, besides those just before and behind every claim."""
MARGIN = 1e-3
"""How near to a claim the samples come: mm of a straight step, degrees of a turn."""


class Case:
    def __init__(self, asked: dict, told: dict, score: Score) -> None:
        self.asked, self.told, self.score = asked, told, score
        self.stages, self.end, self.facing, self.corners = stages(asked)

    def check(self, what: str, holds: bool, detail: object = "") -> None:
        self.score.check(what, holds, detail, self.asked)

    def run(self) -> None:
        if "error" in self.told:
            self.check("answer", False, self.told["error"])
            return
        self.check_ends()
        self.check_travel()
        self.sample()
        self.check_units()
        found = ground.check(self)
        self.check_crossings()
        bill.check(self, found)
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
            turning = self.asked["law"]["turning"]
            if stage.about is not None and turning != "arc":
                # Straight from where it was to where it comes, or nothing.
                ends = stage.place(stage.corners.reshape(-1, 2), np.array([0.0, stage.length]))
                straight = np.hypot(*(ends[1] - ends[0]).T) if turning == "chord" else np.zeros(ends.shape[1])
                told = np.sum([leg["arcs"] for leg in legs], axis=0)
                self.check("travel", bool(np.abs(told - straight).max() < 1e-7), (number, told - straight))
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
        # Of a turn that costs nothing it says nothing but in what order.
        sizes = [sum(leg["arcs"]) if stage.about is not None else number_of(leg["straight"]) for leg in legs]
        whole = sum(sizes)
        for leg, size in zip(legs, sizes, strict=True):
            part = size / whole * stage.length if whole > 0 else stage.length
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


# --- running --------------------------------------------------------------------------------------------------


def compare(surveyor: Path, seed: int, count: int) -> Score:
    """Compares `count` courses made from `seed`."""
    rng = np.random.default_rng(seed)
    asked = [question(rng) for _ in range(count)]
    score = Score()
    for one, answer in zip(asked, answers(surveyor, asked), strict=True):
        Case(one, answer, score).run()
    return score


def main() -> int:
    how = f"{SAMPLES} places a step and {MARGIN:g} mm or degrees about every claim, overlap from {TOLERANCE:g} mm"
    return command(__doc__ or "", "courses", ("surveyor", "courses_json"), compare, how)


if __name__ == "__main__":
    sys.exit(main())
