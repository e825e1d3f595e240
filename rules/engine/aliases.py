"""Former names in saved games: steps, records, fields, trackers, settings, places, cards."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, fields
from types import MappingProxyType
from typing import Any

NameTable = Mapping[str, str]
KEY_NUMBER = re.compile(r"(?<=\.)-?\d+(?=\.|$)")
"""A number within a tracker's key, such as the 2 of ``seat.2.life``."""


def _none() -> Mapping[str, Any]:
    return MappingProxyType({})


@dataclass(frozen=True)
class Aliases:
    """Old name -> present name, by kind.

    A name that was renamed twice has two entries, each leading to the next, oldest first.

    Names that belong to something else are written after it, and that something by its present name: ``fields``:
    ``"Record.old" -> "new"``; ``values``: ``"Record.field" -> {old word: new word}``; ``choices``: ``"switch" -> {old
    choice: new choice}``; ``memory``: ``"kind.old" -> "new"``, a key of a remembered card of that kind. ``steps`` are
    without the game's key; ``trackers`` have ``#`` for each number: ``"seat.#.coins"``. ``card_names`` are names by
    which a situation calls a card of a catalogue.

    ``added`` are fields that were added later, ``"Record.field" -> default`` as JSON: with its default a field is not
    written, so that what was saved before has the same digest.
    """

    steps: NameTable = field(default_factory=_none)
    records: NameTable = field(default_factory=_none)
    fields: NameTable = field(default_factory=_none)
    values: Mapping[str, NameTable] = field(default_factory=_none)
    trackers: NameTable = field(default_factory=_none)
    switches: NameTable = field(default_factory=_none)
    choices: Mapping[str, NameTable] = field(default_factory=_none)
    places: NameTable = field(default_factory=_none)
    card_names: NameTable = field(default_factory=_none)
    memory: NameTable = field(default_factory=_none)
    added: NameTable = field(default_factory=_none)

    def __bool__(self) -> bool:
        return any(getattr(self, kind.name) for kind in fields(self))

    def step(self, name: str) -> str:
        """Return the present name of a step, with the game's key: ``four_souls.recharge``."""
        game, _, short = name.partition(".")
        return f"{game}.{resolve_name(self.steps, short)}"

    def record(self, name: str) -> str:
        """Return the present name of a record's class."""
        return resolve_name(self.records, name)

    def field(self, record: str, name: str) -> str:
        """Return the present name of a field of a record; the record is given by its present name."""
        return _resolve_member(self.fields, record, name)

    def value(self, record: str, name: str, value: Any) -> Any:
        """Return a field's value with each word in it, or in lists in it, by its present name."""
        return resolve_words(self.values.get(f"{record}.{name}", {}), value)

    def tracker(self, key: str) -> str:
        """Return the present key of a tracker, with the numbers of the old key."""
        pattern, numbers = KEY_NUMBER.sub("#", key), iter(KEY_NUMBER.findall(key))
        found = resolve_name(self.trackers, pattern)
        return key if found == pattern else re.sub("#", lambda _: next(numbers, "#"), found)

    def switch(self, key: str) -> str:
        """Return the present key of a setting."""
        return resolve_name(self.switches, key)

    def ruling(self, switch: str, choice: str) -> tuple[str, str]:
        """Return the present key of a setting and of one of its choices."""
        key = self.switch(switch)
        return key, resolve_name(self.choices.get(key, {}), choice)

    def rulings(self, pairs: Iterable[tuple[str, str]]) -> tuple[tuple[str, str], ...]:
        """Return settings and their choices by their present keys."""
        return tuple(self.ruling(*pair) for pair in pairs)

    def place(self, rule: str) -> str:
        """Return the present rule id of a position (``WentTo``)."""
        return resolve_name(self.places, rule)

    def card_name(self, name: str) -> str:
        """Return the present name of a card of a catalogue."""
        return resolve_name(self.card_names, name)

    def memory_data(self, kind: str, data: Any) -> Any:
        """Return the remembered data of a card of that kind, its keys by their present names."""
        if isinstance(data, dict):
            return {
                _resolve_member(self.memory, kind, key): self.memory_data(kind, value) for key, value in data.items()
            }
        return [self.memory_data(kind, item) for item in data] if isinstance(data, list) else data

    def merged_with(self, other: Aliases) -> Aliases:
        """Return these aliases merged with others."""
        kinds = [kind.name for kind in fields(self)]
        return Aliases(**{kind: {**getattr(self, kind), **getattr(other, kind)} for kind in kinds})

    def inverse(self) -> Aliases:
        """Return present name -> oldest name, for everything that a saved state holds.

        Fields are listed by the present name of their record.
        """
        switches, owners = _oldest_names(self.switches), _by_owner(self.fields)
        return Aliases(
            steps=_oldest_names(self.steps),
            records=_oldest_names(self.records),
            fields={f"{one}.{new}": old for one, table in owners.items() for new, old in _oldest_names(table).items()},
            values={where: _oldest_names(table) for where, table in self.values.items()},
            switches=switches,
            choices={switches.get(key, key): _oldest_names(table) for key, table in self.choices.items()},
        )


NO_ALIASES = Aliases()
"""The aliases of a game in which nothing was renamed."""


def resolve_name(table: NameTable, name: str) -> str:
    """Follow the aliases of a name to the present one.

    Raises ``ValueError`` where the aliases form a cycle.
    """
    for _ in range(len(table) + 1):
        if name not in table:
            return name
        name = table[name]
    raise ValueError(f"the aliases of {name} run in a circle")


def resolve_words(table: NameTable, value: Any) -> Any:
    """Return the value with each word in it, or in lists in it, by its present name."""
    if not table:
        return value
    if isinstance(value, list):
        return [resolve_words(table, item) for item in value]
    return resolve_name(table, value) if isinstance(value, str) else value


def _resolve_member(table: NameTable, owner: str, name: str) -> str:
    """Return the present name of something that belongs to that owner."""
    for _ in range(len(table) + 1):
        if f"{owner}.{name}" not in table:
            return name
        name = table[f"{owner}.{name}"]
    raise ValueError(f"the aliases of {owner}.{name} run in a circle")


def _by_owner(table: NameTable) -> dict[str, dict[str, str]]:
    owners: dict[str, dict[str, str]] = {}
    for name, new in table.items():
        owner, _, old = name.rpartition(".")
        owners.setdefault(owner, {})[old] = new
    return owners


def _oldest_names(table: NameTable) -> dict[str, str]:
    """Return present name -> the name that was given first."""
    found: dict[str, str] = {}
    for old in table:
        found.setdefault(resolve_name(table, old), old)
    return found
