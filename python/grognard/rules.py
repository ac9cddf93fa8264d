"""The ruleset of a battle: its words, its kinds of order, charts, clauses and readings."""

from __future__ import annotations

import keyword
from collections.abc import Iterator, Mapping
from functools import cached_property
from typing import TYPE_CHECKING, Any

from . import _html, _native
from ._record import Record
from .errors import ArgumentError, ArgumentTypeError, UnknownName
from .orders import ChangeFormation, March, Order
from .registry import Scale, scales
from .table import Named, unknown

if TYPE_CHECKING:
    import inspect
    from fractions import Fraction

__all__ = [
    "Argument",
    "Cell",
    "Charts",
    "Clause",
    "Condition",
    "OrderKind",
    "Orders",
    "Phase",
    "Reading",
    "Rules",
    "Word",
]


class Word(Record):
    """A word of the ruleset's vocabulary: a formation, an arm, a kind of terrain, a phase ..."""

    id: str
    meaning: str


class Phase(Record):
    """A phase of a turn."""

    id: str
    meaning: str
    actor: str
    """`active`: the side whose turn it is, or both where turns are simultaneous; `both`: either side."""
    mode: str
    """`act`: orders are carried out at once; `write`: written for later; `resolve`: carried out together."""
    orders: tuple[str, ...]
    """The kinds of order it takes; empty for all."""
    opens: tuple[str, ...]
    """Kinds of written order that are sealed no longer once it begins, besides those it takes."""


class Condition(Record):
    """Something the ruleset remembers of a unit, a brigade, a commander or the battle."""

    id: str
    meaning: str
    type: str
    """The type of its value: `flag`, `int`, `number`, `text`, `length` ..."""
    on: str
    """What it is kept on: `unit`, `brigade`, `commander` or `battle`."""
    mark: bool
    """Whether players may set it by hand with `Battle.mark`."""
    umpire: bool
    """Whether it is the umpire's alone: no side's view has it."""


class Clause(Record):
    """A clause of the rules, in this project's own words."""

    id: str
    summary: str
    source: str
    """Where it stands in the source."""
    findings: tuple[str, ...]
    """The slugs of the findings that carry it."""


class Reading(Record):
    """A named answer to an ambiguity of the rules."""

    id: str
    question: str
    """What the text leaves open."""
    value: str
    """The answer that holds in this battle."""
    choices: Mapping[str, str]
    """The answers there are, each with its meaning; the first is the default."""
    clauses: tuple[str, ...]
    dated: str | None
    """For an amendment: the day it was given."""


class Cell(Record):
    """One number of a chart, as it holds in this battle."""

    key: str
    """Its full key, such as `rates.foot.line.clear`."""
    value: Fraction | str
    """A number, a word, `na` (the rules forbid it) or `unknown`."""
    unit: str
    """What the chart's numbers count."""
    provenance: str
    """`printed`, `derived`, `inferred`, `assumed` or `house`."""
    clause: str
    note: str


class Charts(Named[Cell]):
    """The chart cells of a battle, by full key."""

    __slots__ = ("_titles",)

    def __init__(self, native: _native.Battle, /) -> None:
        charts = native.charts()
        units = {id: unit for id, _, unit in charts}
        cells = {
            key: Cell(key, value, units.get(key.split(".", 1)[0], ""), provenance, clause, note)
            for key, value, provenance, clause, note in native.cells()
        }
        super().__init__("chart cell", cells)
        self._titles = {id: title for id, title, _ in charts}

    @property
    def titles(self) -> dict[str, str]:
        """The title of each chart, by the first part of its cells' keys."""
        return dict(self._titles)

    def under(self, prefix: str) -> Named[Cell]:
        """The cells whose keys begin with `prefix`: a chart, or a part of one."""
        dotted = prefix.rstrip(".") + "."
        found = {key: cell for key, cell in self.items() if key == prefix or key.startswith(dotted)}
        if not found:
            heads = sorted({key.rsplit(".", depth)[0] for key in self for depth in (1, 2, 3)})
            raise UnknownName(f"no chart cell begins with '{prefix}'{_native.suggestion(prefix, heads)}")
        return Named("chart cell", found)


class Argument(Record):
    """An argument of a kind of order."""

    name: str
    """As Python writes it: with underscores."""
    meaning: str
    type: str
    """`flag`, `int`, `number`, `length`, `bearing`, `point`, `text`, `unit`, `formation`, `course`, `units` ..."""
    required: bool
    one_of: tuple[str, ...]
    """The words allowed; empty for any."""

    def __str__(self) -> str:
        words = f" ({', '.join(self.one_of)})" if self.one_of else f" ({self.type})"
        return f"{self.name}{words}: {self.meaning}" + ("" if self.required else "; may be left out")


class OrderKind:
    """A kind of order that the ruleset declares. Call it to make an order:

    `battle.rules.orders.charge("42nd", target="8L")`.
    """

    def __init__(self, spec: dict[str, Any], /) -> None:
        self.id: str = spec["id"]
        self.meaning: str = spec["meaning"]
        self.subject: str = spec["subject"]
        self.any_time: bool = spec["any_time"]
        self._names = {_python_name(arg["name"]): str(arg["name"]) for arg in spec["args"]}
        self.arguments = tuple(
            Argument(_python_name(arg["name"]), arg["meaning"], arg["type"], arg["required"], tuple(arg["one_of"]))
            for arg in spec["args"]
        )
        self.__name__ = _python_name(self.id)
        self.__doc__ = self._help()

    def __call__(self, subject: str, /, **args: Any) -> Order:
        """An order of this kind.

        Raises `ArgumentError` when an argument is missing, unknown, or none of the words allowed.
        """
        given: dict[str, Any] = {}
        for name, value in args.items():
            if name not in self._names:
                hint = _native.suggestion(name, list(self._names))
                raise ArgumentError(f"'{self.id}' has no argument '{name}'{hint}")
            if value is not None:
                given[self._names[name]] = value
        for arg in self.arguments:
            value = given.get(self._names[arg.name])
            if value is None:
                if arg.required:
                    raise ArgumentError(f"'{self.id}' lacks its argument '{arg.name}': {arg.meaning}")
            elif arg.one_of and value not in arg.one_of:
                if not isinstance(value, str):
                    raise ArgumentTypeError(f"the argument '{arg.name}' of '{self.id}' is a word, not {value!r}")
                hint = _native.suggestion(value, list(arg.one_of))
                raise ArgumentError(f"the argument '{arg.name}' of '{self.id}' cannot be '{value}'{hint}")
        if self.id == "march" and set(given) == {"course"}:
            return March(subject, given["course"])
        if self.id == "change-formation":
            return ChangeFormation(subject, **given)
        return Order(self.id, subject, **given)

    @property
    def __signature__(self) -> inspect.Signature:
        # For help() and completion; importing inspect is left to whoever asks.
        from inspect import Parameter, Signature

        subject = Parameter(self.subject, Parameter.POSITIONAL_ONLY)
        args = [
            Parameter(arg.name, Parameter.KEYWORD_ONLY, default=Parameter.empty if arg.required else None)
            for arg in self.arguments
        ]
        return Signature([subject, *args])

    def to_dict(self) -> dict[str, Any]:
        """The kind as a plain dict."""
        return {
            "id": self.id,
            "meaning": self.meaning,
            "subject": self.subject,
            "arguments": [arg.to_dict() for arg in self.arguments],
            "any_time": self.any_time,
        }

    def _help(self) -> str:
        lines = [f"{self.meaning[:1].upper()}{self.meaning[1:]}.", "", f"{self.subject}: who is to do it"]
        lines += [str(arg) for arg in self.arguments]
        return "\n".join(lines)

    def __repr__(self) -> str:
        args = ", ".join(arg.name if arg.required else f"{arg.name}=None" for arg in self.arguments)
        return f"<order {self.__name__}({self.subject}" + (f", *, {args}" if args else "") + f"): {self.meaning}>"

    def _repr_html_(self) -> str:
        return f"<p><b>{_html.escape(self.id)}</b> {_html.escape(self.meaning)}</p>" + _html.table(
            [a.to_dict() for a in self.arguments]
        )


class Orders(Mapping[str, OrderKind]):
    """The kinds of order of a ruleset, as attributes (`orders.forced_march`) and by id."""

    def __init__(self, kinds: list[dict[str, Any]], /) -> None:
        self._kinds = {spec["id"]: OrderKind(spec) for spec in kinds}
        self._by_name = {_python_name(id): kind for id, kind in self._kinds.items()}

    def __getattr__(self, name: str) -> OrderKind:
        if name.startswith("_"):
            raise AttributeError(name)
        try:
            return self._by_name[name]
        except KeyError:
            hint = _native.suggestion(name, list(self._by_name))
            raise AttributeError(f"the ruleset has no kind of order '{name}'{hint}") from None

    def __getitem__(self, id: str) -> OrderKind:
        try:
            return self._kinds[id]
        except (KeyError, TypeError):
            raise unknown("kind of order", id, list(self._kinds)) from None

    def __iter__(self) -> Iterator[str]:
        return iter(self._kinds)

    def __len__(self) -> int:
        return len(self._kinds)

    def __dir__(self) -> list[str]:
        return [*super().__dir__(), *self._by_name]

    def _ipython_key_completions_(self) -> list[str]:
        return list(self._kinds)

    def __repr__(self) -> str:
        return "\n".join(repr(kind) for kind in self._kinds.values())

    def _repr_html_(self) -> str:
        return _html.table([{"order": k.__name__, "meaning": k.meaning} for k in self._kinds.values()])


class Rules:
    """The ruleset of a battle, as it is played in it."""

    def __init__(self, native: _native.Battle, /) -> None:
        self._native = native
        self._ruleset = native.ruleset

    @property
    def id(self) -> str:
        """The ruleset's id."""
        return self._ruleset.id

    @property
    def title(self) -> str:
        """Its title."""
        return self._ruleset.title

    @property
    def version(self) -> str:
        """Its version."""
        return self._ruleset.version

    @property
    def summary(self) -> str:
        """What it covers."""
        return self._ruleset.summary

    @property
    def path(self) -> str:
        """The plugin library it came from."""
        return self._ruleset.path

    @property
    def scale(self) -> str:
        """The scale played at; empty when the ruleset has but one."""
        return self._native.scale

    @property
    def unit(self) -> str:
        """The unit of length its players use: `mm`, `cm` or `in`."""
        return self._native.unit_symbol

    @cached_property
    def _document(self) -> dict[str, Any]:
        return self._ruleset.document()

    @property
    def _manifest(self) -> dict[str, Any]:
        manifest: dict[str, Any] = self._document["manifest"]
        return manifest

    def _words(self, what: str, key: str) -> Named[Word]:
        words = self._manifest[key]
        return Named(what, {word["id"]: Word(word["id"], word["meaning"]) for word in words})

    @cached_property
    def orders(self) -> Orders:
        """The kinds of order there are, each a function that makes one."""
        return Orders(self._native.order_kinds())

    @cached_property
    def formations(self) -> Named[Word]:
        """The formations."""
        return self._words("formation", "formations")

    @cached_property
    def arms(self) -> Named[Word]:
        """Arms and kinds of troops."""
        return self._words("arm", "arms")

    @cached_property
    def terrain(self) -> Named[Word]:
        """The kinds of terrain."""
        return self._words("kind of terrain", "terrain")

    @cached_property
    def conditions(self) -> Named[Condition]:
        """What the ruleset remembers of units, brigades, commanders and the battle."""
        specs = self._manifest["conditions"]
        return Named(
            "condition",
            {
                c["id"]: Condition(c["id"], c["meaning"], c["type"], c["on"], c["mark"], c.get("umpire", False))
                for c in specs
            },
        )

    @property
    def marks(self) -> Named[Condition]:
        """The conditions that players may set by hand with `Battle.mark`."""
        return Named("mark", {id: condition for id, condition in self.conditions.items() if condition.mark})

    @cached_property
    def phases(self) -> Named[Phase]:
        """The phases of a turn, in order."""
        phases = (
            Phase(p["id"], p["meaning"], p["actor"], p["mode"], tuple(p["orders"]), tuple(p.get("opens", ())))
            for p in self._manifest["phases"]
        )
        return Named("phase", {phase.id: phase for phase in phases})

    @cached_property
    def scales(self) -> Named[Scale]:
        """The scales it knows; the first is the default."""
        return Named("scale", {scale.id: scale for scale in scales(self._manifest)})

    @cached_property
    def clauses(self) -> Named[Clause]:
        """The clauses of the rules, in this project's own words."""
        clauses = self._document["clauses"]
        return Named(
            "clause",
            {c["id"]: Clause(c["id"], c["summary"], c["source"], tuple(c["findings"])) for c in clauses},
        )

    @cached_property
    def readings(self) -> Named[Reading]:
        """The answers to what the text leaves open, as they hold in this battle."""
        held = self._native.readings()
        readings = {}
        for row in self._document["readings"]:
            choices = {value["id"]: value["meaning"] for value in row["values"]}
            id = row["id"]
            readings[id] = Reading(id, row["question"], held.get(id, ""), choices, tuple(row["clauses"]), row["dated"])
        return Named("reading", readings)

    @cached_property
    def charts(self) -> Charts:
        """The numbers of the rules, as they hold in this battle, each with its provenance."""
        return Charts(self._native)

    def __repr__(self) -> str:
        scale = f" at {self.scale}" if self.scale else ""
        return f"<Rules {self.id} {self.version}{scale}: {self.title}>"


def _python_name(id: str) -> str:
    """The id as a Python name: `forced-march` is `forced_march`."""
    name = "".join(c if c.isalnum() else "_" for c in id)
    return f"{name}_" if keyword.iskeyword(name) else name
