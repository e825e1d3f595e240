"""Strict JSON serialization of events and states.

A record is written with the name of its class, so that two records with equal fields stay distinct; on reading it is
built from the classes that the game's own annotations name, and pydantic then checks every value strictly.
"""

from __future__ import annotations

import json
import sys
import typing
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass, fields, is_dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any, Generic, TypeVar, get_args, get_type_hints

from pydantic import ConfigDict, PydanticSchemaGenerationError, TypeAdapter, ValidationError

import rules.engine as engine
from companion.base.canonical_json import canonical_json, sha256_hex
from companion.base.errors import CorruptDataError
from companion.base.value_types import Annotation, JsonValue, SavedValue
from rules.engine import Adjusted, Event, FactSet, Game, Redone, Rolled, Ruled, State, Undone, WentTo

if TYPE_CHECKING:
    from _typeshed import DataclassInstance

T = TypeVar("T", bound="DataclassInstance")
S = TypeVar("S", bound=State)
COMMON_EVENTS: tuple[type[Event], ...] = (Rolled, Adjusted, FactSet, WentTo, Ruled, Undone, Redone)
"""The events of every game."""
STRICT = ConfigDict(strict=True, revalidate_instances="always")
MAX_RECORD_DEPTH = 60
"""Maximum nesting of records; anything deeper counts as damage."""


@dataclass(frozen=True)
class Codec(Generic[S]):
    """The serialization of one game's events and states."""

    game: Game[S]

    @cached_property
    def records(self) -> dict[str, type[DataclassInstance]]:
        """Every record that an event or a state of this game can contain, by its class name."""
        found: dict[str, type[DataclassInstance]] = {}
        for record in _reachable_records((*COMMON_EVENTS, *self.game.event_types, self.game.state_type)):
            if found.setdefault(record.__name__, record) is not record:
                raise TypeError(f"two records of {self.game.key} are called {record.__name__}")
            if any(f.name == "type" for f in fields(record)):
                raise TypeError(f"{record.__name__} has a field called type, which is where its class is written")
        return found

    @cached_property
    def _event(self) -> TypeAdapter[tuple[Event]]:
        return _adapter((*COMMON_EVENTS, *self.game.event_types))

    @cached_property
    def _state(self) -> TypeAdapter[tuple[S]]:
        return _adapter((self.game.state_type,))

    def write_event(self, event: Event) -> str:
        """Serialize the event as one line of JSON."""
        return self._write(self._event, event)

    def is_valid_event(self, event: Event) -> bool:
        """Return whether the object is an event of this game with values of the declared types."""
        try:
            self._write(self._event, event)
        except CorruptDataError:
            return False
        return True

    def read_event(self, line: str) -> Event:
        """Parse an event. Raises ``CorruptDataError``."""
        return self._read(self._event, line)

    def write_state(self, state: S) -> str:
        """Serialize the state as one line of canonical JSON.

        Its notes belong to the event before it and are left out.
        """
        return self._write(self._state, replace(state, notes=()))

    def read_state(self, line: str) -> S:
        """Parse a state. Raises ``CorruptDataError``."""
        return self._read(self._state, line)

    def validate_state(self, state: S) -> S:
        """Return the state if all its values have the declared types. Raises ``CorruptDataError``."""
        return _validate(self._state, state)

    def digest(self, state: S) -> str:
        """Return the digest of a state, equal for equal states only."""
        return sha256_hex(canonical_json(to_json_value(replace(state, notes=()))))

    def _write(self, adapter: TypeAdapter[tuple[T]], value: T) -> str:
        _validate(adapter, value)
        try:
            line = canonical_json(to_json_value(value))
            line.encode()
        except ValueError as error:  # a lone surrogate, an infinite number or NaN
            raise CorruptDataError(f"cannot be written: {error}") from error
        return line

    def _read(self, adapter: TypeAdapter[tuple[T]], line: str) -> T:
        try:
            data = json.loads(line)
        except (ValueError, RecursionError, TypeError) as error:
            raise CorruptDataError(f"not JSON: {error}") from error
        return _validate(adapter, self._revive(data))

    def _revive(self, data: JsonValue, depth: int = 0) -> SavedValue:
        """Convert lists to tuples and tagged objects to records; values are not checked yet."""
        if depth > MAX_RECORD_DEPTH:
            raise CorruptDataError("records too deep")
        if isinstance(data, list):
            return tuple(self._revive(item, depth + 1) for item in data)
        if isinstance(data, dict):
            return self._record({key: self._revive(value, depth + 1) for key, value in data.items()})
        return data

    def _record(self, data: dict[str, SavedValue]) -> SavedValue:
        tag = data.pop("type", None)
        if tag in ("set", "map"):
            return _build_collection(str(tag), data.get("of"))
        if not isinstance(tag, str) or tag not in self.records:
            raise CorruptDataError(f"unknown record {tag!r}")
        return build_record(self.records[tag], data)


CodecProvider = Callable[[Game[State]], Codec[State]]
"""A function that returns the codec of a game."""


def to_json_value(value: SavedValue) -> JsonValue:
    """Convert the value to JSON types; sets are sorted, so that equal values are written alike."""
    if value is None or isinstance(value, (str, int, float)):
        return value
    if isinstance(value, tuple):
        return [to_json_value(item) for item in value]
    if isinstance(value, frozenset):
        return {"type": "set", "of": sorted((to_json_value(item) for item in value), key=canonical_json)}
    if isinstance(value, dict):
        pairs = ([to_json_value(key), to_json_value(item)] for key, item in value.items())
        return {"type": "map", "of": sorted(pairs, key=canonical_json)}
    return {"type": type(value).__name__, **{f.name: to_json_value(getattr(value, f.name)) for f in fields(value)}}


def _validate(adapter: TypeAdapter[tuple[T]], value: SavedValue) -> T:
    try:
        return adapter.validate_python((value,))[0]
    except ValidationError as error:
        first = error.errors()[0]
        where = ".".join(str(part) for part in first["loc"][1:])
        raise CorruptDataError(f"{where}: {first['msg']}") from error


def _adapter(types: tuple[type[T], ...]) -> TypeAdapter[tuple[T]]:
    union: Any = typing.Union[types]  # noqa: UP007 - the members are known at run time only
    try:
        # pydantic takes a strict configuration for a container of dataclasses, not for a dataclass itself
        return TypeAdapter(tuple[union], config=STRICT)
    except PydanticSchemaGenerationError as error:
        raise TypeError(f"an event or state holds what cannot be saved: {error}") from error


def build_record(record: type[T], data: dict[str, SavedValue]) -> T:
    """Return an instance with these fields, bypassing ``__init__``; values are checked later.

    Raises ``CorruptDataError`` unless exactly the record's fields are there.
    """
    made = object.__new__(record)
    for field in fields(record):
        if field.name not in data:
            raise CorruptDataError(f"{record.__name__} lacks {field.name}")
        object.__setattr__(made, field.name, data.pop(field.name))
    if data:
        raise CorruptDataError(f"{record.__name__} has no {sorted(data)}")
    return made


def _build_collection(tag: str, members: SavedValue) -> SavedValue:
    if isinstance(members, tuple):
        pairs = [(item[0], item[1]) for item in members if isinstance(item, tuple) and len(item) == 2]
        with suppress(TypeError):  # a member that cannot be in a set
            if tag == "set" or len(pairs) == len(members):
                return frozenset(members) if tag == "set" else dict(pairs)
    raise CorruptDataError(f"not a {tag}")


def _reachable_records(roots: tuple[type[DataclassInstance], ...]) -> Iterator[type[DataclassInstance]]:
    waiting, seen = list[Annotation](roots), set[Annotation]()
    while waiting:
        hint = waiting.pop()
        if hint in seen:
            continue
        seen.add(hint)
        waiting += get_args(hint)
        origin = typing.get_origin(hint) or hint
        if is_dataclass(origin) and isinstance(origin, type):
            if origin is hint:
                yield origin
            else:
                waiting.append(origin)
            waiting += field_types(origin).values()


def field_types(record: type) -> dict[str, Annotation]:
    """Return the resolved type annotations of a record's fields, by field."""
    # games may use Shown without importing what it stands for; their own names take precedence
    return get_type_hints(record, localns={**vars(engine), **vars(sys.modules[record.__module__])})
