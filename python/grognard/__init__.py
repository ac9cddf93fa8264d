"""Tabletop wargame rules as code that can be asked, checked, replayed and compared.

    import grognard as gr

    battle = gr.Battle.load("quatre_bras.toml", rules="general-de-brigade", seed=1815)
    ruling = battle.check(gr.March("1/95").advance("10 cm").wheel("left", 30))
    print(ruling.explain())

Lengths are written with their unit; places are millimetres on the table, x east and y north;
facings are compass bearings in degrees; shares of a move are exact fractions.
"""

from __future__ import annotations

from . import errors
from ._native import Course, Length, __version__
from .battle import Battle
from .compare import Comparison, compare
from .errors import (
    ArgumentError,
    ArgumentTypeError,
    FileError,
    GrognardError,
    IllegalOrder,
    MissingFile,
    PluginError,
    RulesetError,
    SaveError,
    ScenarioError,
    UnknownName,
    UnknownRuleset,
)
from .lengths import cm, inches, mm
from .log import Event, Log
from .measure import Between, Neighbour
from .odds import Odds, Outcome
from .orders import ChangeFormation, March, Order
from .plan import Plan, PlannedOrder, PlannedTurn, Stand
from .reach import Contour, Reach, Reached
from .registry import RulesetInfo, Rulesets, Scale, load_plugin, rulesets
from .rows import Rows
from .rules import Cell, Clause, Condition, OrderKind, Phase, Reading, Rules
from .ruling import CellUse, Finding, LedgerLine, Roll, Ruling, Rulings
from .scenario import Scenario
from .table import Base, Brigade, Commander, Side, Terrain, Unit
from .view import View

__all__ = [
    "ArgumentError",
    "ArgumentTypeError",
    "Base",
    "Battle",
    "Between",
    "Brigade",
    "Cell",
    "CellUse",
    "ChangeFormation",
    "Clause",
    "Commander",
    "Comparison",
    "Condition",
    "Contour",
    "Course",
    "Event",
    "FileError",
    "Finding",
    "GrognardError",
    "IllegalOrder",
    "LedgerLine",
    "Length",
    "Log",
    "March",
    "MissingFile",
    "Neighbour",
    "Odds",
    "Order",
    "OrderKind",
    "Outcome",
    "Phase",
    "Plan",
    "PlannedOrder",
    "PlannedTurn",
    "PluginError",
    "Reach",
    "Reached",
    "Reading",
    "Roll",
    "Rows",
    "Rules",
    "RulesetError",
    "RulesetInfo",
    "Rulesets",
    "Ruling",
    "Rulings",
    "SaveError",
    "Scale",
    "Scenario",
    "ScenarioError",
    "Side",
    "Stand",
    "Terrain",
    "Unit",
    "UnknownName",
    "UnknownRuleset",
    "View",
    "__version__",
    "cm",
    "compare",
    "errors",
    "inches",
    "load_plugin",
    "mm",
    "rulesets",
]
