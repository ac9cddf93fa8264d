"""Scenarios: what stands where at the start, in a file that several rulesets can play."""

from __future__ import annotations

import os

from . import _native
from .errors import ArgumentTypeError, FileError, MissingFile

__all__ = ["Scenario"]


class Scenario:
    """A scenario whose text has been checked: `Scenario.open(path)` or `Scenario.read(text)`.

    It is not a battle yet: no ruleset has seen it.
    """

    __slots__ = ("_native",)

    def __init__(self, native: _native.Scenario, /) -> None:
        self._native = native

    @classmethod
    def open(cls, path: str | os.PathLike[str]) -> Scenario:
        """The scenario in the TOML file at `path`; chart files it names are read from beside it.

        Raises `MissingFile` (`FileNotFoundError`), `FileError` (`OSError`), or `ScenarioError`
        (`ValueError`) that lists everything wrong with line, column, field and remedy.
        """
        readable(path)
        return cls(_native.Scenario.open(path))

    @classmethod
    def read(cls, text: str, origin: str = "scenario") -> Scenario:
        """The scenario in a TOML text. `origin` is what errors call it.

        Raises `ScenarioError` (`ValueError`).
        """
        if not isinstance(text, str):
            raise ArgumentTypeError(f"a scenario is read from a text, not from {type(text).__name__}")
        return cls(_native.Scenario.read(text, origin))

    @property
    def name(self) -> str:
        """Its name."""
        return self._native.name

    @property
    def description(self) -> str:
        """What it is about; may be empty."""
        return self._native.description

    @property
    def origin(self) -> str:
        """The file or name it was read from."""
        return self._native.origin

    @property
    def text(self) -> str:
        """Its TOML text."""
        return self._native.text

    @property
    def rulesets(self) -> list[str]:
        """The ids of the rulesets it has units for."""
        return self._native.rulesets()

    def __repr__(self) -> str:
        return f"<Scenario {self.name!r} for {', '.join(self.rulesets) or 'no ruleset'}>"


def read_text(path: str | os.PathLike[str]) -> str:
    """The text of a UTF-8 file, or the exception people expect."""
    readable(path)
    try:
        with open(path, encoding="utf-8") as file:
            return file.read()
    except UnicodeDecodeError as error:
        raise FileError(f"{os.fspath(path)} is no text: {error}") from None
    except OSError as error:
        raise FileError(f"{os.fspath(path)} cannot be read: {error}") from None


def readable(path: str | os.PathLike[str]) -> None:
    """Refuses a path that is no file to read, with the exception people expect."""
    if not isinstance(path, (str, os.PathLike)):
        raise ArgumentTypeError(f"a path is a text or a Path, not {type(path).__name__}")
    # Opening a pipe waits for someone to write into it.
    if os.path.exists(path) and not os.path.isfile(path):
        what = "a folder" if os.path.isdir(path) else "no regular file"
        raise FileError(f"{os.fspath(path)} cannot be read: it is {what}")
    try:
        with open(path, "rb"):
            pass
    except FileNotFoundError:
        raise MissingFile(f"there is no file {os.fspath(path)}: check the path") from None
    except (OSError, ValueError) as error:
        raise FileError(f"{os.fspath(path)} cannot be read: {error}") from None


def scenario_of(given: Scenario | str | os.PathLike[str]) -> Scenario:
    """The scenario given as such or by its path."""
    return given if isinstance(given, Scenario) else Scenario.open(given)
