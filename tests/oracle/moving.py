"""Kinematics of courses, by numpy alone."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np


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
