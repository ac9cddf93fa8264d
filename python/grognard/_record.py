"""Small frozen records.

They are to type checkers what frozen dataclasses are. Making the standard ones was a third of the time
that this package took to import.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, ClassVar, NoReturn

if TYPE_CHECKING:
    from typing_extensions import dataclass_transform
else:

    def dataclass_transform(**_: bool) -> Any:
        return lambda cls: cls


@dataclass_transform(frozen_default=True)
class Record:
    """The fields a subclass annotates, in that order, by position or by name. Frozen."""

    _fields: ClassVar[tuple[str, ...]] = ()

    def __init_subclass__(cls) -> None:
        cls._fields = tuple(cls.__annotations__)

    if not TYPE_CHECKING:

        def __init__(self, /, *values: Any, **named: Any) -> None:
            given = {**dict(zip(self._fields, values, strict=False)), **named}
            if len(values) + len(named) != len(self._fields) or given.keys() != set(self._fields):
                raise TypeError(f"{type(self).__name__} takes {', '.join(self._fields)}")
            self.__dict__.update(given)

    def to_dict(self) -> dict[str, Any]:
        """The record as a plain dict."""
        return {name: _plain(getattr(self, name)) for name in self._fields}

    def __repr__(self) -> str:
        fields = ", ".join(f"{name}={getattr(self, name)!r}" for name in self._fields)
        return f"{type(self).__name__}({fields})"

    def __eq__(self, other: object) -> bool:
        if type(other) is type(self):
            return all(getattr(self, name) == getattr(other, name) for name in self._fields)
        return NotImplemented

    def __hash__(self) -> int:
        values = (getattr(self, name) for name in self._fields)
        return hash((type(self), *(value for value in values if value.__hash__ is not None)))

    def __setattr__(self, name: str, value: object) -> NoReturn:
        raise AttributeError(f"a {type(self).__name__} does not change: '{name}' cannot be set")

    def __delattr__(self, name: str) -> NoReturn:
        raise AttributeError(f"a {type(self).__name__} does not change")

    def __reduce__(self) -> tuple[Any, ...]:
        return (type(self), tuple(getattr(self, name) for name in self._fields))


def _plain(value: Any) -> Any:
    if isinstance(value, Record):
        return value.to_dict()
    if isinstance(value, (tuple, list)):
        return [_plain(item) for item in value]
    if isinstance(value, Mapping):
        return dict(value)
    return value
