"""Strict JSON serialization of events and states.

A record is written with the name of its class, so that two records with equal fields stay distinct; on reading it is
built from the classes that the game's own annotations name, and pydantic then checks every value strictly.
"""

from __future__ import annotations

import json
import sys
import typing
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from dataclasses import MISSING, Field, dataclass, fields, is_dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any, Generic, TypeVar, get_args, get_type_hints

from pydantic import ConfigDict, PydanticSchemaGenerationError, TypeAdapter, ValidationError

import rules.engine as engine
from companion.base.canonical_json import canonical_json, sha256_hex
from companion.base.errors import CorruptDataError
from companion.base.value_types import Annotation, JsonValue, SavedValue
from rules.engine import Adjusted, Aliases, Event, FactSet, Game, Redone, Rolled, Ruled, State, Step, Undone, WentTo
from rules.persisted_aliases import EVERY_GAME, load_aliases

from .name_upgrades import MAX_RECORD_DEPTH, AliasRenamer

if TYPE_CHECKING:
    from _typeshed import DataclassInstance

T = TypeVar("T", bound="DataclassInstance")
S = TypeVar("S", bound=State)
COMMON_EVENTS: tuple[type[Event], ...] = (Rolled, Adjusted, FactSet, WentTo, Ruled, Undone, Redone)
"""The events of every game."""
STRICT = ConfigDict(strict=True, revalidate_instances="always")
FieldDefaults = Mapping[str, Mapping[str, JsonValue]]
"""Defaults as JSON, by record and field."""


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
    def aliases(self) -> Aliases:
        """The old names in saves of this game, including those shared by all games."""
        return load_aliases(EVERY_GAME).merged_with(self.game.aliases)

    @cached_property
    def _upgrade(self) -> AliasRenamer:
        return AliasRenamer(self.aliases, self.game.state_type.__name__)

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

    def rewrite_event(self, line: str) -> str:
        """Return a serialized event with today's names; unchanged if it cannot be read."""
        try:
            return self.write_event(self.read_event(line))
        except CorruptDataError:
            return line

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
        return sha256_hex(canonical_json(self._to_json(replace(state, notes=()))))

    def original_digest(self, state: S) -> str:
        """Return the state's digest under the oldest names that the aliases know.

        It is the digest from before any renaming.
        """
        back = AliasRenamer(self.aliases.inverse(), self.game.state_type.__name__, is_inverse=True)
        return sha256_hex(canonical_json(back(self._to_json(replace(state, notes=())))))

    def is_same_state(self, state: S, line: str, digest: str, is_older: bool = False) -> bool:
        """Return whether the state is the one written as this line with this digest.

        Its names may have changed since. ``is_older``: it was written under older rules, and what these did not
        record is not compared. Raises ``CorruptDataError`` where they differ and the line cannot be read.
        """
        if self.digest(state) == digest:
            return True
        if sha256_hex(line) != digest:
            return False
        now, then = self._to_json(replace(state, notes=())), self._to_json(replace(self.read_state(line), notes=()))
        return now == then or (is_older and agrees_with_older(now, then, self._added))

    @cached_property
    def _added(self) -> FieldDefaults:
        """Defaults of the fields that were added later."""
        found: dict[str, dict[str, JsonValue]] = {}
        for name, default in self.aliases.added.items():
            record, _, field = name.rpartition(".")
            found.setdefault(record, {})[field] = json.loads(default)
        return found

    def _to_json(self, value: SavedValue) -> JsonValue:
        return omit_defaults(to_json_value(value), self._added)

    def _write(self, adapter: TypeAdapter[tuple[T]], value: T) -> str:
        _validate(adapter, value)
        try:
            line = canonical_json(self._to_json(value))
            line.encode()
        except ValueError as error:  # a lone surrogate, an infinite number or NaN
            raise CorruptDataError(f"cannot be written: {error}") from error
        return line

    def _read(self, adapter: TypeAdapter[tuple[T]], line: str) -> T:
        try:
            data = json.loads(line)
        except (ValueError, RecursionError, TypeError) as error:
            raise CorruptDataError(f"not JSON: {error}") from error
        return _validate(adapter, self._revive(self._upgrade(data) if self.aliases else data))

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


def omit_defaults(data: JsonValue, defaults: FieldDefaults) -> JsonValue:
    """Return JSON data without the fields of records that have these defaults."""
    if isinstance(data, list):
        return [omit_defaults(item, defaults) for item in data]
    if not isinstance(data, dict):
        return data
    own = defaults.get(str(data.get("type")), {})
    return {key: omit_defaults(value, defaults) for key, value in data.items() if key not in own or value != own[key]}


def agrees_with_older(now: JsonValue, then: JsonValue, added: FieldDefaults) -> bool:
    """Return whether two states as JSON differ only in what older rules did not record.

    That are fields added later, by record and field, and further arguments of a step.
    """
    if isinstance(now, list) and isinstance(then, list):
        return len(now) == len(then) and all(agrees_with_older(*pair, added) for pair in zip(now, then, strict=True))
    if not (isinstance(now, dict) and isinstance(then, dict)):
        return now == then
    match now, then:
        case {"type": Step.__name__, "args": list(present)}, {"type": Step.__name__, "args": list(former)}:
            now = {**now, "args": present[: len(former)]}
    later = added.get(str(now.get("type")), {})
    return all(
        agrees_with_older(now.get(key), then.get(key), added) if key in then else key in later for key in {*now, *then}
    )


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

    A missing field was added to the record later: it gets its default, if it has one. Raises ``CorruptDataError`` for
    a missing field without a default and for an unknown field.
    """
    made = object.__new__(record)
    for field in fields(record):
        object.__setattr__(made, field.name, data.pop(field.name) if field.name in data else _default(record, field))
    if data:
        raise CorruptDataError(f"{record.__name__} has no {sorted(data)}")
    return made


def _default(record: type, field: Field[SavedValue]) -> SavedValue:
    if field.default is not MISSING:
        return field.default
    if field.default_factory is not MISSING:
        return field.default_factory()
    raise CorruptDataError(f"{record.__name__} lacks {field.name}")


def _build_collection(tag: str, members: SavedValue) -> SavedValue:
    """Return a set of the members, or a map of these pairs."""
    if isinstance(members, tuple):
        pairs = [(item[0], item[1]) for item in members if isinstance(item, tuple) and len(item) == 2]
        with suppress(TypeError):  # a member that cannot be in a set
            if tag == "set" or len(pairs) == len(members):
                return frozenset(members) if tag == "set" else dict(pairs)
    raise CorruptDataError(f"not a {tag}")


def _reachable_records(roots: tuple[type[DataclassInstance], ...]) -> Iterator[type[DataclassInstance]]:
    """Yield the records among the roots and all that their annotations name."""
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
