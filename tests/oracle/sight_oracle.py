"""Random looks from unit to unit, by grognard's closed form and by sampled lines.

    python tests/oracle/sight_oracle.py --looks 100000

A unit sees another when some line from a point of the one to a point of the other is clear. This script lays many such
lines, works out for each by numpy what it runs through and how high it is there, and compares:

* where the survey says that nothing is seen, no line laid is clear;
* where it says that something is seen, a clear line is found: among those laid, else among lines near the least blocked
  of them, else among lines that all but touch two corners;
* what blocks the line from middle to middle is what the survey names.

Lines never run along a side or through a corner, where a touch is a matter of rounding: a look that is only open for
such lines is counted as undecided, as is a unit that stands on a piece by a hair. Exit status 1 when anything disagrees.
"""

from __future__ import annotations

import math
import sys
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

import numpy as np
import shapely
from command import answers, command
from moving import corners_of
from scenes import board_of, has_area, region, terrain, unit
from score import Score

PLACES = 6
"""Places on each side of a rectangle from which lines are laid."""
CLOSE = 24
"""As many where fewer have not found what is told to be seen."""
HAIR = 1e-3
"""Less shared ground (mm²) than this is a touch."""
NARROW = 1e-2
"""What is hidden by less than this (mm of the least blocked line) is only told to be seen by a closed form."""


# --- making looks -----------------------------------------------------------------------------------------


def attribute(name: str, value: float | bool) -> dict:
    return {"name": name, "value": {"type": "flag" if value is True else "length", "value": value}}


def beside(rng: np.random.Generator, other: dict, name: str) -> dict:
    """A block in contact with the front of a unit."""
    x, y, facing = other["pose"]["at"]["x"], other["pose"]["at"]["y"], other["pose"]["facing"]
    width, depth = rng.uniform(10, 150), rng.uniform(5, 30)
    sin, cos = math.sin(math.radians(facing)), math.cos(math.radians(facing))
    right = rng.uniform(-30, 30)
    at = {"x": x + right * cos + depth / 2 * sin, "y": y + depth / 2 * cos - right * sin}
    rect = {"pose": {"at": at, "facing": facing}, "width": width, "depth": depth}
    block = unit(rng, name, 0)
    return {**block, "pose": rect["pose"], "bases": [{"serial": 1, "kind": "base", "figures": 4, "rect": rect}]}


def between(rng: np.random.Generator, units: list[dict]) -> tuple[float, float]:
    """A place somewhere between the two that look at each other."""
    share = rng.uniform(-0.1, 1.1)
    return tuple(units[0]["pose"]["at"][k] * (1 - share) + units[1]["pose"]["at"][k] * share + rng.normal(0, 40) for k in "xy")


def moved(points: list[dict], to: tuple[float, float]) -> None:
    """Points shifted so that their mean lies there."""
    for key, at in zip("xy", to, strict=True):
        by = at - sum(point[key] for point in points) / len(points)
        for point in points:
            point[key] += by


def look(rng: np.random.Generator) -> dict:
    units = [unit(rng, "a", 250), unit(rng, "b", 250)]
    for index in range(int(rng.integers(0, 5))):
        units.append(unit(rng, f"c{index}", 250))
        if rng.random() < 0.7:
            rects = [base["rect"]["pose"]["at"] for base in units[-1]["bases"]]
            moved([units[-1]["pose"]["at"], *rects], between(rng, units))
    for index in (0, 1):
        if rng.random() < 0.15:
            units.append(beside(rng, units[index], f"d{index}"))
    pieces = [terrain(rng, i) for i in range(int(rng.integers(0, 8)))]
    for piece in pieces:
        if rng.random() < 0.7:
            shape = piece["shape"]
            moved(shape["area"] if "area" in shape else shape["line"]["points"], between(rng, units))
        if rng.random() < 0.8:
            piece["attributes"].append(attribute("blocks-sight", True))
        if rng.random() < 0.5:
            piece["attributes"].append(attribute("height", float(rng.uniform(5, 80))))
        if rng.random() < 0.4:
            piece["attributes"].append(attribute("level", float(rng.uniform(5, 80))))
    return {
        "board": board_of(units, pieces), "from": 0, "to": 1,
        "eye": float(rng.choice([0.0, rng.uniform(0, 60)])), "target": float(rng.choice([0.0, rng.uniform(0, 60)])),
        "units": [None, -1.0, float(rng.uniform(1, 60))][int(rng.integers(0, 3))],
    }


# --- what is on the table ---------------------------------------------------------------------------------


def ground(one: dict) -> np.ndarray:
    """The rectangles of a unit (n, 4, 2): one where its bases make one, else its bases."""
    corners = corners_of([base["rect"] for base in one["bases"]])
    whole = shapely.convex_hull(shapely.multipoints(corners.reshape(-1, 2)))
    if abs(whole.area - shapely.area(shapely.polygons(corners)).sum()) > 1e-6 or len(corners) == 1:
        return corners
    return box(one, corners)[None]


def box(one: dict, corners: np.ndarray) -> np.ndarray:
    """Corners of the box about bases in the frame of a unit."""
    at = np.array([one["pose"]["at"]["x"], one["pose"]["at"]["y"]])
    turn = math.radians(one["pose"]["facing"])
    frame = np.array([[math.cos(turn), -math.sin(turn)], [math.sin(turn), math.cos(turn)]])
    local = (corners.reshape(-1, 2) - at) @ frame.T
    (left, rear), (right, front) = local.min(0), local.max(0)
    return at + np.array([(left, front), (right, front), (right, rear), (left, rear)]) @ frame


@dataclass
class Obstacle:
    kind: str
    index: int
    top: float
    opens: bool
    """Whether a line that begins or ends in it is clear as far as its edge."""
    sides: np.ndarray
    """(n, 2, 2): what a line crosses."""
    is_wall: bool


@dataclass
class Lines:
    """Lines from a place to a place (n, 2), and how high they begin and end."""

    start: np.ndarray
    end: np.ndarray
    low: np.ndarray
    high: np.ndarray

    def __getitem__(self, which) -> Lines:
        return Lines(self.start[which], self.end[which], self.low[which], self.high[which])

    @cached_property
    def length(self) -> np.ndarray:
        return np.hypot(*(self.end - self.start).T)

    def blocked(self, obstacle: Obstacle) -> np.ndarray:
        """How much of each an obstacle blocks, mm; at a wall, how far below its top the line passes."""
        way = (self.end - self.start)[:, None]
        p, side = obstacle.sides[None, :, 0], obstacle.sides[None, :, 1] - obstacle.sides[None, :, 0]
        off = p - self.start[:, None]
        flat = way[..., 0] * side[..., 1] - way[..., 1] * side[..., 0]
        with np.errstate(divide="ignore", invalid="ignore"):
            along = (off[..., 0] * side[..., 1] - off[..., 1] * side[..., 0]) / flat
            across = (off[..., 0] * way[..., 1] - off[..., 1] * way[..., 0]) / flat
        met = (across >= 0) & (across < 1) & np.isfinite(along)
        rise = (self.high - self.low)[:, None]
        if obstacle.is_wall:
            below = np.where(met & (along > 0) & (along < 1), obstacle.top - (self.low[:, None] + along * rise), 0.0)
            return np.minimum(below, 1e3).max(1).clip(0)
        along = np.sort(np.where(met, along, np.inf), axis=1)
        along = np.concatenate([along, np.full((len(along), along.shape[1] % 2), np.inf)], 1)
        enter, leave = along[:, 0::2], along[:, 1::2]
        inside = np.isfinite(leave)
        if obstacle.opens:
            inside &= (enter > 0) & (leave < 1)
        enter, leave = enter.clip(0, 1), leave.clip(0, 1)
        # As far as it passes below the top.
        if math.isfinite(obstacle.top):
            with np.errstate(divide="ignore", invalid="ignore"):
                at = (obstacle.top - self.low[:, None]) / rise
            always = self.low[:, None] < obstacle.top
            enter = np.where(rise < 0, np.maximum(enter, at), enter)
            leave = np.where(rise > 0, np.minimum(leave, at), leave)
            inside &= (rise != 0) | always
        stretch = np.where(inside, leave - enter, 0.0).clip(0)
        return stretch.sum(1) * self.length


class Scene:
    def __init__(self, asked: dict) -> None:
        self.asked, self.board = asked, asked["board"]
        self.unsure = False
        pieces = [(p, region(p["shape"]), {a["name"]: a["value"]["value"] for a in p["attributes"]}) for p in self.board["terrain"]]
        self.levels = [(shape, known["level"]) for p, shape, known in pieces if "level" in known and has_area(p["shape"])]
        self.ours, self.theirs = (ground(self.board["units"][asked[which]]) for which in ("from", "to"))
        self.our_heights = self.heights(self.ours) + asked["eye"]
        self.their_heights = self.heights(self.theirs) + asked["target"]
        self.obstacles = []
        for index, (piece, shape, known) in enumerate(pieces):
            if "blocks-sight" in known:
                top = known.get("height", known.get("level", math.inf))
                wall = not has_area(piece["shape"])
                self.obstacles.append(Obstacle("terrain", index, top, True, sides_of(shape), wall))
        if asked["units"] is not None:
            for index, other in enumerate(self.board["units"]):
                if index in (asked["from"], asked["to"]):
                    continue
                rects = ground(other)
                tops = self.heights(rects) + (math.inf if asked["units"] < 0 else asked["units"])
                for rect, top in zip(rects, tops, strict=True):
                    self.obstacles.append(Obstacle("unit", index, float(top), False, sides_of(shapely.Polygon(rect)), False))

    def heights(self, rects: np.ndarray) -> np.ndarray:
        """How high the ground of each rectangle lies: as high as the highest piece under it."""
        bodies, out = shapely.polygons(rects), np.full(len(rects), -np.inf)
        for shape, level in self.levels:
            shared = shapely.area(shapely.intersection(bodies, shape))
            self.unsure |= bool(((shared > 0) & (shared < HAIR)).any())
            out = np.maximum(out, np.where(shared >= HAIR, level, -np.inf))
        return np.where(np.isfinite(out), out, 0.0)

    def blocked(self, lines: Lines) -> np.ndarray:
        total = np.zeros(len(lines.start))
        for obstacle in self.obstacles:
            total += lines.blocked(obstacle)
        return total

    def laid(self, rng: np.random.Generator, places: int) -> tuple[Lines, np.ndarray]:
        """Lines from every side to every other, and (rectangle, side, place) at both ends."""
        ends = []
        for rects in (self.ours, self.theirs):
            rect, side, place = np.meshgrid(np.arange(len(rects)), np.arange(4), np.arange(places), indexing="ij")
            share = (place.ravel() + rng.uniform(0.05, 0.95, place.size)) / places
            ends.append(np.stack([rect.ravel(), side.ravel(), share], 1))
        one, other = np.meshgrid(np.arange(len(ends[0])), np.arange(len(ends[1])), indexing="ij")
        return self.lines(np.concatenate([ends[0][one.ravel()], ends[1][other.ravel()]], 1))

    def lines(self, where: np.ndarray) -> tuple[Lines, np.ndarray]:
        """Those that leave the one rectangle where they begin and enter the other where they end."""
        points, outward = [], []
        for rects, (rect, side, share) in ((self.ours, where[:, :3].T), (self.theirs, where[:, 3:].T)):
            rect, side = rect.astype(int), side.astype(int)
            a, b = rects[rect, side], rects[rect, (side + 1) % 4]
            points.append(a + share[:, None] * (b - a))
            outward.append((a + b) / 2 - rects.mean(1)[rect])
        way = points[1] - points[0]
        fits = ((outward[0] * way).sum(1) > 0) & ((outward[1] * way).sum(1) < 0)
        where = where[fits]
        heights = self.our_heights[where[:, 0].astype(int)], self.their_heights[where[:, 3].astype(int)]
        return Lines(points[0][fits], points[1][fits], *heights), where

    def near(self, where: np.ndarray, blocked: np.ndarray, rng: np.random.Generator) -> float:
        """The least blocked of lines near those that are blocked least."""
        scale = 0.5 / PLACES
        best = np.argsort(blocked)[:24]
        where, blocked = where[best], blocked[best]
        for _ in range(16):
            moved = np.repeat(where, 8, 0)
            moved[:, 2] += rng.normal(0, scale, len(moved))
            moved[:, 5] += rng.normal(0, scale, len(moved))
            moved[:, [2, 5]] = moved[:, [2, 5]].clip(1e-9, 1 - 1e-9)
            lines, moved = self.lines(moved)
            where, blocked = np.concatenate([where, moved]), np.concatenate([blocked, self.blocked(lines)])
            best = np.argsort(blocked, kind="stable")[:24]
            where, blocked = where[best], blocked[best]
            if blocked[0] <= 0:
                break
            scale *= 0.55
        return float(blocked[0])

    def past_corners(self) -> float:
        """The least blocked of lines that all but touch two corners."""
        both = [self.ours.reshape(-1, 2), self.theirs.reshape(-1, 2)]
        outlines = shapely.union_all(shapely.boundary(shapely.polygons(np.concatenate([self.ours, self.theirs]))))
        edges = shapely.multilinestrings(np.concatenate([o.sides for o in self.obstacles]))
        crossed = shapely.get_coordinates(shapely.intersection(outlines, edges))
        points = np.concatenate([*[o.sides[:, 0] for o in self.obstacles], *both, crossed])
        one, other = np.triu_indices(len(points), 1)
        p, q = points[one], points[other]
        way = q - p
        far = np.hypot(*way.T)
        p, q, way = p[far > 1e-6], q[far > 1e-6], way[far > 1e-6] / far[far > 1e-6, None]
        aside = np.stack([-way[:, 1], way[:, 0]], 1)
        least = math.inf
        for by in (1e-2, 1e-4, 2e-6):
            for s, t in ((1, 1), (1, -1), (-1, 1), (-1, -1)):
                least = min(least, self.endless(p + s * by * aside, q + t * by * aside))
                if least <= 0:
                    return least
        return least

    def endless(self, p: np.ndarray, q: np.ndarray) -> float:
        """The least blocked stretch between a rectangle of each of lines through two points."""
        way, least = q - p, math.inf
        for one, low in zip(self.ours, self.our_heights, strict=True):
            for other, high in zip(self.theirs, self.their_heights, strict=True):
                (a, b), (c, d) = within(p, way, one), within(p, way, other)
                ahead = (a < b) & (c < d) & (b <= c)
                behind = (a < b) & (c < d) & (d <= a)
                fits = ahead | behind
                if fits.any():
                    start, end = np.where(ahead, b, a)[fits], np.where(ahead, c, d)[fits]
                    lines = Lines(p[fits] + start[:, None] * way[fits], p[fits] + end[:, None] * way[fits],
                                  np.full(fits.sum(), low), np.full(fits.sum(), high))
                    least = min(least, float(self.blocked(lines).min()))
        return least

    def middle(self) -> Lines:
        units = [self.board["units"][self.asked[which]] for which in ("from", "to")]
        at = [box(one, corners_of([b["rect"] for b in one["bases"]])).mean(0)[None] for one in units]
        return Lines(at[0], at[1], self.our_heights.max(keepdims=True), self.their_heights.max(keepdims=True))


def within(p: np.ndarray, way: np.ndarray, rect: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Where endless lines lie in a rectangle, in units of their ways."""
    low, high = np.full(len(p), -np.inf), np.full(len(p), np.inf)
    for u, v in ((rect[0], rect[1]), (rect[1], rect[2])):
        axis = v - u
        near, far = sorted((float(u @ axis), float(v @ axis)))
        at, slope = p @ axis, way @ axis
        with np.errstate(divide="ignore", invalid="ignore"):
            s, t = (near - at) / slope, (far - at) / slope
        low, high = np.maximum(low, np.fmin(s, t)), np.minimum(high, np.fmax(s, t))
    return low, high


def sides_of(shape: shapely.Geometry) -> np.ndarray:
    if shape.geom_type == "LineString":
        rings = [np.array(shape.coords)]
    else:
        polygons = shapely.get_parts(shape)
        rings = [np.array(ring.coords) for one in polygons for ring in (one.exterior, *one.interiors)]
    return np.concatenate([np.stack([ring[:-1], ring[1:]], 1) for ring in rings])


# --- comparing --------------------------------------------------------------------------------------------


def check(asked: dict, told: dict, score: Score, rng: np.random.Generator) -> None:
    if "error" in told:
        score.check("answer", False, told["error"], asked)
        return
    scene = Scene(asked)
    bodies = [shapely.multipolygons(shapely.polygons(rects)) for rects in (scene.ours, scene.theirs)]
    gap = shapely.distance(*bodies)
    if gap <= 1e-6:
        score.check("seen in contact", told["clear"] or gap > 0, gap, asked)
        return
    if scene.unsure:
        score.undecided["stands on a piece by a hair"] += 1
        return
    if not scene.obstacles:
        score.check("nothing in the way", told["clear"], "", asked)
        return
    least = math.inf
    # What is seen is mostly seen by many lines; what is not is looked at as closely as lines are laid.
    for places in (1, PLACES, CLOSE) if told["clear"] else (PLACES,):
        lines, where = scene.laid(rng, places)
        blocked = scene.blocked(lines)
        least = min(least, float(blocked.min(initial=math.inf)))
        if least > 0 and places > 1:
            least = min(least, scene.near(where, blocked, rng))
        if least <= 0:
            break
    if not told["clear"]:
        score.check("not seen", least > 0, least, asked)
        check_blockers(scene, told, score)
        return
    if least > 0:
        least = scene.past_corners()
    if 0 < least < NARROW:
        score.undecided["seen through less than lines are laid"] += 1
    else:
        score.check("seen", least <= 0, least, asked)


def check_blockers(scene: Scene, told: dict, score: Score) -> None:
    line = scene.middle()
    kinds: dict[str, set] = {"terrain": set(), "unit": set()}
    for obstacle in scene.obstacles:
        by = float(line.blocked(obstacle)[0])
        if 0 < by < HAIR:
            score.undecided["what is in the way"] += 1
            return
        if by > 0:
            kinds[obstacle.kind].add(obstacle.index)
    named = {"terrain": set(told["blocked_by"]), "unit": set(told["blocked_by_units"])}
    if kinds["terrain"] or kinds["unit"]:
        score.check("what is in the way", kinds == named, (kinds, named), scene.asked)
    else:
        # The line from middle to middle is clear and still not one from rectangle to rectangle.
        score.check("something is in the way", bool(named["terrain"] or named["unit"]), named, scene.asked)


# --- running ----------------------------------------------------------------------------------------------


def compare(teller: Path, seed: int, count: int) -> Score:
    """Compares `count` looks made from `seed`."""
    rng = np.random.default_rng(seed)
    asked = [look(rng) for _ in range(count)]
    score = Score()
    for one, answer in zip(asked, answers(teller, asked), strict=True):
        check(one, answer, score, rng)
    return score


def main() -> int:
    how = f"{PLACES} places a side of every rectangle"
    return command(__doc__ or "", "looks", ("teller", "sights_json"), compare, how)


if __name__ == "__main__":
    sys.exit(main())
