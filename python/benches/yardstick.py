"""What a short shapely script takes for the same questions: a yardstick, not a rival.

    python yardstick.py SCENE march|reach|plan

A scene is a JSON file of footprints (`scene_of`). The script knows no rates, budget, clauses or ledger and
gives no orders. The march is swept and what it meets is looked up. The reach only asks which places by the
grain, within the farthest straight way, are clear of other units, not whether there is a way to them. The plan
is the shortest way by A* over the same grain, ahead and by wheels, in one formation.
"""

from __future__ import annotations

import heapq
import json
import sys
from collections.abc import Callable
from math import ceil, cos, hypot, radians, sin
from typing import TYPE_CHECKING, Any

import numpy as np
import shapely
from shapely import STRtree, affinity
from shapely.geometry import Polygon
from shapely.ops import unary_union

if TYPE_CHECKING:
    import grognard as gr

CELL, DEGREES = 10.0, 5.0
TOLERANCE = 0.1


def scene_of(battle: gr.Battle, unit: str, far: float, to: tuple[float, float]) -> dict[str, Any]:
    """The unit, what else there is, how far it may go and where it is to get to."""
    mover = battle.units[unit]
    return {
        "at": list(mover.at),
        "facing": mover.facing,
        "half": max(base.width for base in mover.bases) * len(mover.bases) / 2,
        "mover": [corners(base) for base in mover.bases],
        "others": [[corners(base) for base in other.bases] for other in battle.units.values() if other.id != unit],
        "ground": [list(piece.points) for piece in battle.terrain.values() if piece.width is None],
        "far": far,
        "to": list(to),
    }


def corners(base: gr.Base) -> list[tuple[float, float]]:
    """The corners of a base on the table."""
    angle = radians(base.facing)
    halves = [(-1, 1), (1, 1), (1, -1), (-1, -1)]
    return [
        (
            base.at[0] + right * base.width / 2 * cos(angle) + forward * base.depth / 2 * sin(angle),
            base.at[1] + forward * base.depth / 2 * cos(angle) - right * base.width / 2 * sin(angle),
        )
        for right, forward in halves
    ]


def march(scene: dict[str, Any]) -> Callable[[], Any]:
    """Ahead, a wheel, ahead: swept area against every other unit and all terrain."""
    mover = rectangles(scene["mover"])
    others = [rectangles(other) for other in scene["others"]]
    tree = STRtree(others + [Polygon(points) for points in scene["ground"]])
    angle, half, at = radians(scene["facing"]), scene["half"], scene["at"]

    def ahead(shape: Any, far: float) -> tuple[Any, Any]:
        moved = affinity.translate(shape, far * sin(angle), far * cos(angle))
        return moved, unary_union([shape, moved]).convex_hull

    def run() -> Any:
        swept = []
        shape, area = ahead(mover, 20)
        swept.append(area)
        pivot = (at[0] - half * cos(angle), at[1] + half * sin(angle))
        for _ in range(5):  # a wheel has no swept area of its own here: small turns stand for it
            turned = affinity.rotate(shape, 1, origin=pivot)
            swept.append(unary_union([shape, turned]).convex_hull)
            shape = turned
        shape, area = ahead(shape, 10)
        swept.append(area)
        met = [index for area in swept for index in tree.query(area, predicate="intersects")]
        return len(met)

    return run


def reach(scene: dict[str, Any]) -> Callable[[], int]:
    """How many places and facings about are clear of others, all asked at once."""
    tree = STRtree([rectangles(other) for other in scene["others"]])
    mover = within(scene["mover"])
    at, far = scene["at"], scene["far"]

    def run() -> int:
        steps = np.arange(-ceil(far / CELL), ceil(far / CELL) + 1) * CELL
        dx, dy = (part.ravel() for part in np.meshgrid(steps, steps))
        inside = np.hypot(dx, dy) <= far
        shifts = np.stack([dx[inside], dy[inside]], axis=1)
        clear = 0
        for turn in np.arange(0, 360, DEGREES):
            ring = np.asarray(affinity.rotate(mover, -turn, origin=tuple(at)).exterior.coords)
            ground = shapely.polygons(ring[None, :, :] + shifts[:, None, :])
            clear += len(ground) - len(np.unique(tree.query(ground, predicate="intersects")[0]))
        return clear

    return run


def plan(scene: dict[str, Any]) -> Callable[[], float | None]:
    """The shortest way to the place, facing north-east."""
    tree = STRtree([rectangles(other) for other in scene["others"]])
    mover = within(scene["mover"])
    start, facing, half, to = scene["at"], scene["facing"], scene["half"], scene["to"]
    Pose = tuple[float, float, float]

    def clear(x: float, y: float, turned: float) -> bool:
        ground = affinity.rotate(mover, -(turned - facing), origin=tuple(start))
        return not len(tree.query(affinity.translate(ground, x - start[0], y - start[1]), predicate="intersects"))

    def moves(pose: Pose) -> list[tuple[Pose, float]]:
        x, y, turned = pose
        angle = radians(turned)
        found = [((x + CELL * sin(angle), y + CELL * cos(angle), turned), CELL)]
        for hand in (-1, 1):
            pivot = (x + hand * half * cos(angle), y - hand * half * sin(angle))
            after = radians(turned + hand * DEGREES)
            place = (pivot[0] - hand * half * cos(after), pivot[1] + hand * half * sin(after))
            found.append(((*place, turned + hand * DEGREES), 2 * half * radians(DEGREES)))
        return found

    def cell(pose: Pose) -> tuple[int, int, int]:
        return round(pose[0] / CELL), round(pose[1] / CELL), round(pose[2] % 360 / DEGREES)

    def run() -> float | None:
        first = (start[0], start[1], facing)
        queue = [(0.0, 0.0, first)]
        done = set()
        while queue:
            _, way, pose = heapq.heappop(queue)
            left = hypot(pose[0] - to[0], pose[1] - to[1])
            if left <= CELL and abs((pose[2] - 45 + 180) % 360 - 180) <= DEGREES:
                return way
            if cell(pose) in done:
                continue
            done.add(cell(pose))
            for after, cost in moves(pose):
                if cell(after) not in done and clear(*after):
                    rest = max(hypot(after[0] - to[0], after[1] - to[1]) - CELL, 0)
                    heapq.heappush(queue, (way + cost + rest, way + cost, after))
        return None

    return run


def rectangles(bases: list[list[tuple[float, float]]]) -> Any:
    return unary_union([Polygon(base) for base in bases])


def within(bases: list[list[tuple[float, float]]]) -> Any:
    """The ground of some bases, gaps closed, and smaller all round by the tolerance: a touch is no overlap."""
    closed = rectangles(bases).buffer(TOLERANCE, join_style="mitre")
    return closed.buffer(-2 * TOLERANCE, join_style="mitre")


SCRIPTS = {"march": march, "reach": reach, "plan": plan}

if __name__ == "__main__":
    with open(sys.argv[1], encoding="utf-8") as file:
        print(SCRIPTS[sys.argv[2]](json.load(file))())
