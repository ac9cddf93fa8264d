"""The rulesets that are installed."""

from __future__ import annotations

import os
from collections.abc import Iterable
from typing import Any

from . import _native
from ._record import Record
from .errors import ArgumentTypeError, UnknownRuleset
from .table import Named

__all__ = ["RulesetInfo", "Rulesets", "Scale", "load_plugin", "rulesets"]

PATH_VARIABLE = "GROGNARD_PLUGIN_PATH"
ENTRY_POINTS = "grognard.rulesets"
BUNDLED = os.path.join(os.path.dirname(os.path.abspath(__file__)), "plugins")

_SUFFIXES = (".so", ".dylib", ".dll")

_registry: _native.Registry | None = None
_entry_problems: list[str] = []


class RulesetInfo(Record):
    """A ruleset that is installed."""

    id: str
    title: str
    version: str
    summary: str
    path: str
    """The plugin library it came from."""
    unit: str
    """The unit of length its players use: `mm`, `cm` or `in`; a scale may have its own."""
    scales: tuple[Scale, ...]
    """The scales it knows; the first is the default."""


class Scale(Record):
    """A scale of figures that a ruleset can be played at."""

    id: str
    meaning: str
    unit: str
    """The unit of length that players use at it."""


class Rulesets(Named[RulesetInfo]):
    """The rulesets that are installed, by id.

    `problems` tells of plugins that were found and could not be taken: one sentence each.
    """

    __slots__ = ("problems",)

    problems: tuple[str, ...]

    def __init__(self, items: Iterable[RulesetInfo], problems: Iterable[str] = ()) -> None:
        super().__init__("ruleset", {ruleset.id: ruleset for ruleset in items})
        self.problems = tuple(problems)

    def __repr__(self) -> str:
        rulesets = self.values()
        lines = [f"{r.id} {r.version}  {r.title}\n    {r.path}" for r in rulesets] or ["no rulesets installed"]
        return "\n".join([*lines, *(f"! {problem}" for problem in self.problems)])


def rulesets() -> Rulesets:
    """What is installed: each ruleset with its version and the plugin library it came from.

    Plugins are sought once, in this order: those given to `load_plugin`; the places listed in
    `GROGNARD_PLUGIN_PATH` (folders or libraries, separated as in `PATH`); the entry points of the
    group `grognard.rulesets` (each a path, or a function that gives one); those bundled with the
    package. Of two plugins with one id the first is used, and the other is among the `problems`.

    Plugins are native code with all the rights of this process: install only those you trust.
    """
    found = registry()
    loaded = [found.get(id) for id in found.ids()]
    return Rulesets((_info(ruleset) for ruleset in loaded), [*found.problems(), *_entry_problems])


def load_plugin(path: str | os.PathLike[str]) -> RulesetInfo:
    """Loads the ruleset plugin at `path` into this process.

    Raises `PluginError` (`OSError`) when there is no such file, it is no plugin, it was built for
    another plugin boundary, or another plugin has its id.
    """
    return _info(_load(path))


def registry() -> _native.Registry:
    """The process's registry; plugins are sought when it is first asked for."""
    global _registry
    if _registry is None:
        _registry = _native.Registry()
        _registry.discover(_places())
    return _registry


def find(rules: str | os.PathLike[str]) -> _native.Ruleset:
    """The ruleset called `rules`, or the one of the plugin library at that path."""
    if isinstance(rules, os.PathLike):
        return _load(rules)
    if not isinstance(rules, str):
        raise ArgumentTypeError(f"rules should be the id of a ruleset or a path, not {type(rules).__name__}")
    if rules.endswith(_SUFFIXES):
        return _load(rules)
    try:
        return registry().get(rules)
    except UnknownRuleset as error:
        problems = registry().problems()
        if problems:
            raise UnknownRuleset("\n".join([str(error), "plugins that could not be taken:", *problems])) from None
        raise


def _load(path: str | os.PathLike[str]) -> _native.Ruleset:
    global _registry
    if _registry is not None:
        return _registry.load(path)
    # A plugin that is named comes before those that are found.
    first = _native.Registry()
    loaded = first.load(path)
    first.discover(_places())
    _registry = first
    return loaded


def _places() -> list[str]:
    places = [place for place in os.environ.get(PATH_VARIABLE, "").split(os.pathsep) if place]
    places += _entry_places()
    if os.path.isdir(BUNDLED):
        places.append(BUNDLED)
    return places


def _entry_places() -> list[str]:
    # importlib.metadata takes longer to import than this whole package.
    from importlib.metadata import entry_points

    places = []
    for entry in entry_points(group=ENTRY_POINTS):
        try:
            given = entry.load()
            place: Any = given() if callable(given) else given
            places.append(str(os.fspath(place)))
        except Exception as error:  # any failure of a foreign package is reported, and stops nothing
            _entry_problems.append(f"the entry point '{entry.name}' of {ENTRY_POINTS} gives no path: {error}")
    return places


def _info(ruleset: _native.Ruleset) -> RulesetInfo:
    manifest = ruleset.document()["manifest"]
    unit = manifest["unit"]
    return RulesetInfo(
        ruleset.id, ruleset.title, ruleset.version, ruleset.summary, ruleset.path, unit, scales(manifest)
    )


def scales(manifest: dict[str, Any]) -> tuple[Scale, ...]:
    """The scales of a manifest."""
    unit = manifest["unit"]
    return tuple(Scale(s["id"], s["meaning"], s.get("unit") or unit) for s in manifest["scales"])
