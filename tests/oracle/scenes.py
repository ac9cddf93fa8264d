"""Random boards and courses, and how shapes and amounts are written."""

from __future__ import annotations

import json
import math
import subprocess
from pathlib import Path

import numpy as np
import shapely

ROOT = Path(__file__).resolve().parents[2]
TOLERANCE = 0.1
HALF = 400.0
KINDS = ["wood", "marsh", "road"]
HEADINGS = ["front", "flank", "rear"]


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
            # A base turned sideways is as wide as others are deep: those of one unit never overlap.
            size = (depth, width) if turn in (90.0, 270.0) else (width, depth)
            rect = rectangle(*place, (facing + turn) % 360, *size)
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


def board_of(units: list[dict], pieces: list[dict]) -> dict:
    return {
        "name": "random", "table": {"min": {"x": -HALF, "y": -HALF}, "max": {"x": HALF, "y": HALF}},
        "terrain": pieces, "sides": [], "brigades": [], "commanders": [], "units": units,
        "clock": {"turn": 1, "phase_index": 0, "phase": "", "active": None}, "written": [], "conditions": [],
    }


def prior(rng: np.random.Generator, bases: int) -> dict:
    """A leg walked before under the same allowance: straight or a turn."""
    turns = rng.random() < 0.6
    arcs = rng.uniform(0, 80, 4 * bases).tolist() if turns else []
    straight = 0.0 if turns else rng.uniform(0, 100)
    return {
        "step": 0, "heading": "front", "formation": "line", "terrain": "", "straight": {"exact": 0, "inexact": straight},
        "arcs": arcs, "farthest": {"exact": 0, "inexact": max(arcs) if turns else straight},
        "per_move": int(rng.integers(0, 6)) * 40, "cell": "c", "share": {"exact": 0},
    }


def toll(rng: np.random.Generator, index: int, kinds: list[str]) -> dict:
    on: str | dict = "about-face" if rng.random() < 0.3 else {"crossing": str(rng.choice(kinds))}
    return {"on": on, "share": f"1/{rng.integers(2, 9)}", "cell": f"t{index}", "clause": "k"}


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
        "budget": f"{rng.integers(1, 40)}/4", "spent": {"exact": 0}, "prior": [],
        "corners": str(rng.choice(["all", "all", "front", "front-centre"])),
        "summing": str(rng.choice(["per-corner", "per-step"])),
        "turning": str(rng.choice(["arc", "arc", "arc", "chord", "free"])),
        "entry": str(rng.choice(["leading-edge", "any-part", "front-centre"])),
        "straddle": str(rng.choice(["slowest", "majority"])),
        "rates": rates, "tolls": [],
    }
    if rng.random() < 0.3:
        law["spent"] = {"exact": "1/3", "inexact": rng.uniform(0, 0.5)}
    if rng.random() < 0.3:
        law["prior"] = [prior(rng, len(units[0]["bases"])) for _ in range(int(rng.integers(1, 4)))]
    if rng.random() < 0.5:
        lines = [piece["kind"] for piece in pieces if "line" in piece["shape"]] or KINDS
        law["tolls"] = [toll(rng, index, lines) for index in range(int(rng.integers(1, 4)))]
    board = board_of(units, pieces)
    course = [step(rng) for _ in range(int(rng.integers(1, 5)))]
    return {"board": board, "subject": 0, "course": course, "law": law, "tolerance": TOLERANCE}


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


def program(example: str) -> Path:
    """Builds an example that answers questions, and says where it is."""
    command = ["cargo", "build", "--quiet", "-p", "grognard-geometry", "--example", example, "--message-format=json"]
    built = subprocess.run(command, cwd=ROOT, check=True, capture_output=True, text=True).stdout
    found = [m["executable"] for m in map(json.loads, built.splitlines()) if m.get("executable")]
    return Path(found[-1])
