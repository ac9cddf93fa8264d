"""Scripts of orders: the TOML files that `grognard play` plays, read for Python."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import grognard as gr

try:
    import tomllib
except ModuleNotFoundError:  # Python 3.10 has none of its own, but pip carries one
    from pip._vendor import tomli as tomllib  # type: ignore[no-redef,unused-ignore]


@dataclass(frozen=True)
class Step:
    """One thing that players do."""

    table: Mapping[str, Any]

    @property
    def note(self) -> str:
        """Why it is done."""
        return str(self.table.get("note", ""))

    @property
    def words(self) -> str:
        """What is done, in a line."""
        table = self.table
        for verb in ("order", "check"):
            if verb in table:
                asked = "" if verb == "order" else "may it? "
                kind, subject = table[verb], table["subject"]
                args = " ".join(f"{name}={plain(value)}" for name, value in table.get("args", {}).items())
                told = table.get("course", "") if kind == "march" else f"{kind} {args}"
                return f"{asked}{subject}: {told}".strip()
        if "mark" in table or "clear" in table:
            verb = "mark" if "mark" in table else "clear"
            return f"{verb} {table[verb]} on {table.get('on', 'the battle')}"
        return f"end of the {table['end']}" if "end" in table else next(v for v in ("undo", "redo") if v in table)

    def perform(self, battle: gr.Battle) -> gr.Ruling | None:
        """Does it; an order that the rules refuse gives its ruling like any other."""
        table, dice = self.table, self.table.get("dice")
        if "order" in table:
            try:
                return battle.order(order(table, "order"), dice)
            except gr.IllegalOrder as illegal:
                return illegal.ruling
        if "check" in table:
            return battle.check(order(table, "check"), dice)
        if "mark" in table:
            battle.mark(table.get("on", ""), table["mark"], table.get("value", True))
        elif "clear" in table:
            battle.mark(table.get("on", ""), table["clear"], None)
        elif "undo" in table:
            battle.undo()
        elif "redo" in table:
            battle.redo()
        elif table["end"] == "phase":
            battle.end_phase(dice)
        else:
            end_until(battle, table["end"])
        return None


@dataclass(frozen=True)
class Script:
    """A script for one ruleset."""

    title: str
    ruleset: str
    seed: int
    steps: list[Step]


def read(path: Path) -> Script:
    """Reads a script."""
    data = tomllib.loads(path.read_text(encoding="utf-8"))
    steps = [Step(table) for table in data["step"]]
    return Script(data.get("title", path.stem), data["ruleset"], data.get("seed", 0), steps)


def order(table: Mapping[str, Any], verb: str) -> gr.Order:
    """The order that a step's table describes."""
    args = {name: nested(value) for name, value in table.get("args", {}).items()}
    if "course" in table:
        args["course"] = table["course"]
    return gr.Order.from_dict({"kind": table[verb], "subject": table["subject"], "args": args})


def nested(value: Any) -> Any:
    """An argument as Python wants it: orders inside an order are written as steps are."""
    if isinstance(value, list):
        return [nested(item) for item in value]
    if isinstance(value, dict) and "order" in value:
        own = ("order", "subject", "args")
        args = {**value.get("args", {}), **{name: v for name, v in value.items() if name not in own}}
        return gr.Order.from_dict({"kind": value["order"], "subject": value["subject"], "args": args})
    return value


def plain(value: Any) -> str:
    """An argument as people write it."""
    if isinstance(value, dict):
        told = value.get("course") or " ".join(f"{name}={plain(v)}" for name, v in value.items() if name != "subject")
        return f"{value['subject']}: {told}" if "subject" in value else f"{{{told}}}"
    if isinstance(value, list):
        between = "; " if any(isinstance(item, dict) for item in value) else ","
        return between.join(plain(item) for item in value)
    return str(value)


def end_until(battle: gr.Battle, goal: str) -> None:
    """Ends phases, at least one, until the one called `goal` begins, or for `turn` until the turn ends."""
    start = (battle.turn, battle.active)
    while True:
        battle.end_phase()
        if (battle.turn, battle.active) != start if goal == "turn" else battle.phase == goal:
            return
