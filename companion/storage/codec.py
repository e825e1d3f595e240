"""Strict JSON serialization of events and states.

A record is written with the name of its class, so that two records with equal fields stay distinct; on reading it is
built from the classes that the game's own annotations name, and pydantic then checks every value strictly.
"""

from __future__ import annotations

import json
import sys
import typing
from collections.abc import Iterator, Mapping
from dataclasses import MISSING, Field, dataclass, fields, is_dataclass, replace
from functools import cached_property
from typing import Any, Generic, TypeVar, get_args, get_type_hints

from pydantic import ConfigDict, PydanticSchemaGenerationError, TypeAdapter, ValidationError

import rules.engine as engine
from companion.base.canonical_json import canonical_json, sha256_hex
from companion.base.errors import CorruptDataError
from rules.engine import Adjusted, Aliases, Event, FactSet, Game, Redone, Rolled, Ruled, State, Step, Undone, WentTo
from rules.persisted_aliases import EVERY_GAME, load_aliases

from .name_upgrades import MAX_RECORD_DEPTH, AliasRenamer

S = TypeVar("S", bound=State)
COMMON_EVENTS: tuple[type[Event], ...] = (Rolled, Adjusted, FactSet, WentTo, Ruled, Undone, Redone)
"""The events of every game."""
STRICT = ConfigDict(strict=True, revalidate_instances="always")


@dataclass(frozen=True)
class Codec(Generic[S]):
    """The serialization of one game's events and states."""

    game: Game[S]

    @cached_property
    def records(self) -> dict[str, type]:
        """Every record that an event or a state of this game can contain, by its class name."""
        found: dict[str, type] = {}
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
    def _event(self) -> TypeAdapter[Any]:
        return _adapter((*COMMON_EVENTS, *self.game.event_types))

    @cached_property
    def _state(self) -> TypeAdapter[Any]:
        return _adapter((self.game.state_type,))

    def write_event(self, event: Event) -> str:
        """Serialize the event as one line of JSON."""
        return self._write(self._event, event)

    def is_valid_event(self, event: object) -> bool:
        """Return whether the object is an event of this game with values of the declared types."""
        try:
            self._write(self._event, event)
        except CorruptDataError:
            return False
        return True

    def read_event(self, line: str) -> Event:
        """Parse an event. Raises ``CorruptDataError``."""
        event: Event = self._read(self._event, line)
        return event

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
        state: S = self._read(self._state, line)
        return state

    def validate_state(self, state: S) -> S:
        """Return the state if all its values have the declared types. Raises ``CorruptDataError``."""
        sound: S = _validate(self._state, state)
        return sound

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
    def _added(self) -> dict[str, dict[str, Any]]:
        """Defaults of the fields that were added later, by record and field."""
        found: dict[str, dict[str, Any]] = {}
        for name, default in self.aliases.added.items():
            record, _, field = name.rpartition(".")
            found.setdefault(record, {})[field] = json.loads(default)
        return found

    def _to_json(self, value: Any) -> Any:
        return omit_defaults(to_json_value(value), self._added)

    def _write(self, adapter: TypeAdapter[Any], value: Any) -> str:
        _validate(adapter, value)
        try:
            line = canonical_json(self._to_json(value))
            line.encode()
        except ValueError as error:  # a lone surrogate, an infinite number or NaN
            raise CorruptDataError(f"cannot be written: {error}") from error
        return line

    def _read(self, adapter: TypeAdapter[Any], line: str) -> Any:
        try:
            data = json.loads(line)
        except (ValueError, RecursionError, TypeError) as error:
            raise CorruptDataError(f"not JSON: {error}") from error
        return _validate(adapter, self._revive(self._upgrade(data) if self.aliases else data))

    def _revive(self, data: Any, depth: int = 0) -> Any:
        """Convert lists to tuples and tagged objects to records; values are not checked yet."""
        if depth > MAX_RECORD_DEPTH:
            raise CorruptDataError("records too deep")
        if isinstance(data, list):
            return tuple(self._revive(item, depth + 1) for item in data)
        if isinstance(data, dict):
            return self._record({key: self._revive(value, depth + 1) for key, value in data.items()})
        return data

    def _record(self, data: dict[str, Any]) -> Any:
        tag = data.pop("type", None)
        if tag == "set":
            return _build_collection(lambda: frozenset(data["of"]))
        if tag == "map":
            return _build_collection(lambda: dict(data["of"]))
        if not isinstance(tag, str) or tag not in self.records:
            raise CorruptDataError(f"unknown record {tag!r}")
        return build_record(self.records[tag], data)


def to_json_value(value: Any) -> Any:
    """Convert the value to JSON types; sets are sorted, so that equal values are written alike."""
    if is_dataclass(value) and not isinstance(value, type):
        return {"type": type(value).__name__, **{f.name: to_json_value(getattr(value, f.name)) for f in fields(value)}}
    if isinstance(value, tuple):
        return [to_json_value(item) for item in value]
    if isinstance(value, (frozenset, set)):
        return {"type": "set", "of": sorted((to_json_value(item) for item in value), key=canonical_json)}
    if isinstance(value, dict):
        return {
            "type": "map",
            "of": sorted(([to_json_value(k), to_json_value(v)] for k, v in value.items()), key=canonical_json),
        }
    return value


def omit_defaults(data: Any, defaults: Mapping[str, Mapping[str, Any]]) -> Any:
    """Return JSON data without the fields of records that have these defaults."""
    if isinstance(data, list):
        return [omit_defaults(item, defaults) for item in data]
    if not isinstance(data, dict):
        return data
    own = defaults.get(data.get("type", ""), {})
    return {key: omit_defaults(value, defaults) for key, value in data.items() if key not in own or value != own[key]}


def agrees_with_older(now: Any, then: Any, added: Mapping[str, Mapping[str, Any]]) -> bool:
    """Return whether two states as JSON differ only in what older rules did not record.

    That are fields added later, by record and field, and further arguments of a step.
    """
    if isinstance(now, list) and isinstance(then, list):
        return len(now) == len(then) and all(agrees_with_older(*pair, added) for pair in zip(now, then, strict=True))
    if not (isinstance(now, dict) and isinstance(then, dict)):
        return bool(now == then)
    if now.get("type") == then.get("type") == Step.__name__:
        now = {**now, "args": now["args"][: len(then["args"])]}
    later = added.get(now.get("type", ""), {})
    return all(
        agrees_with_older(now.get(key), then.get(key), added) if key in then else key in later for key in {*now, *then}
    )


def _validate(adapter: TypeAdapter[Any], value: Any) -> Any:
    try:
        return adapter.validate_python((value,))[0]
    except ValidationError as error:
        first = error.errors()[0]
        where = ".".join(str(part) for part in first["loc"][1:])
        raise CorruptDataError(f"{where}: {first['msg']}") from error


def _adapter(types: tuple[type, ...]) -> TypeAdapter[Any]:
    union: Any = typing.Union[types]  # noqa: UP007 - the members are known at run time only
    try:
        # pydantic takes a strict configuration for a container of dataclasses, not for a dataclass itself
        return TypeAdapter(tuple[union], config=STRICT)
    except PydanticSchemaGenerationError as error:
        raise TypeError(f"an event or state holds what cannot be saved: {error}") from error


def build_record(record: type, data: dict[str, Any]) -> Any:
    """Return an instance with these fields, bypassing ``__init__``; values are checked later.

    A missing field was added to the record later: it gets its default, if it has one. Raises ``CorruptDataError`` for
    a missing field without a default and for an unknown field.
    """
    made: Any = object.__new__(record)
    for field in fields(record):
        object.__setattr__(made, field.name, data.pop(field.name) if field.name in data else _default(record, field))
    if data:
        raise CorruptDataError(f"{record.__name__} has no {sorted(data)}")
    return made


def _default(record: type, field: Field[Any]) -> Any:
    if field.default is not MISSING:
        return field.default
    if field.default_factory is not MISSING:
        return field.default_factory()
    raise CorruptDataError(f"{record.__name__} lacks {field.name}")


def _build_collection(build: typing.Callable[[], Any]) -> Any:
    try:
        return build()
    except (KeyError, TypeError, ValueError) as error:
        raise CorruptDataError(f"not a collection: {error}") from error


def _reachable_records(roots: tuple[type, ...]) -> Iterator[type]:
    """Yield the records among the roots and all that their annotations name."""
    waiting, seen = list(roots), set[Any]()
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


def field_types(record: type) -> dict[str, Any]:
    """Return the resolved type annotations of a record's fields, by field."""
    # games may use Shown without importing what it stands for; their own names take precedence
    return get_type_hints(record, localns={**vars(engine), **vars(sys.modules[record.__module__])})
