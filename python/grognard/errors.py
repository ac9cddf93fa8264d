"""What can go wrong, as one small family.

Every exception of this package is a `GrognardError`. Each is also the standard exception that
Python people expect in its place: `ValueError` for values that make no sense, `TypeError` for
values of a wrong type, `KeyError` for names that are not there, `OSError` for files and plugins.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .ruling import Ruling

__all__ = [
    "ArgumentError",
    "ArgumentTypeError",
    "FileError",
    "GrognardError",
    "IllegalOrder",
    "MissingFile",
    "PluginError",
    "RulesetError",
    "SaveError",
    "ScenarioError",
    "UnknownName",
    "UnknownRuleset",
]


class GrognardError(Exception):
    """Anything that goes wrong in grognard."""


class ArgumentError(GrognardError, ValueError):
    """An argument has a value that makes no sense: NaN, a word nobody knows, a text that is no length."""


class ArgumentTypeError(GrognardError, TypeError):
    """An argument has the wrong type: a bare number where a length with its unit is wanted."""


class UnknownName(GrognardError, KeyError):
    """There is nothing of that name: a unit, a formation, an order kind, a clause.

    The message names the nearest thing that is there.
    """

    def __str__(self) -> str:
        # KeyError shows the repr of its argument; this message is a sentence.
        return str(self.args[0]) if self.args else ""


class UnknownRuleset(GrognardError, ValueError):
    """No ruleset of that id is installed; the message names those that are."""


class ScenarioError(GrognardError, ValueError):
    """A scenario does not hold.

    `problems` lists everything that is wrong, each a dict with `field`, `message`, `remedy`, `line`
    and `column` (both from 1).
    """

    problems: list[dict[str, object]]

    def __init__(self, message: str, problems: list[dict[str, object]] | None = None) -> None:
        super().__init__(message)
        self.problems = problems or []


class SaveError(GrognardError, ValueError):
    """A save cannot be opened; the message names the line and what is wrong with it."""


class FileError(GrognardError, OSError):
    """A file cannot be read or written."""


class MissingFile(FileError, FileNotFoundError):
    """There is no file at that path."""


class PluginError(GrognardError, OSError):
    """A plugin cannot be loaded; the message says why and what to do."""


class RulesetError(GrognardError, RuntimeError):
    """A ruleset failed: it panicked, or asked for something impossible. Report it to its author."""


class IllegalOrder(GrognardError, ValueError):
    """The rules refuse an order, or do not settle it. The battle is as it was.

    `ruling` says why: all reasons, each with its clause and numbers.
    """

    ruling: Ruling

    def __init__(self, message: str, ruling: Ruling) -> None:
        super().__init__(message, ruling)
        self.ruling = ruling

    def __str__(self) -> str:
        return str(self.args[0])
