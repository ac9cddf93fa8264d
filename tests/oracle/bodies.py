"""What moving outlines have to do with what stands still, by GEOS where they are near."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
import shapely

TOUCH = 1e-5
"""Lengths (mm) below which shapely's answer is noise."""


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
