"""Renaming within saved JSON: from older names to today's, and back for their digests."""

from __future__ import annotations

from dataclasses import dataclass

from companion.base.canonical_json import canonical_json
from companion.base.value_types import JsonTable, JsonValue
from rules.engine import Aliases

MAX_RECORD_DEPTH = 60
"""Maximum nesting of records; anything deeper counts as damage."""
TYPE_KEY = "type"
"""Key under which a record's class is written; ``set`` and ``map`` are collections."""


@dataclass(frozen=True)
class AliasRenamer:
    """Renames every record in decoded JSON.

    ``state`` is the present class name of the game's state. With ``is_inverse`` the aliases lead from the present
    names to old ones (``Aliases.inverse``).
    """

    aliases: Aliases
    state: str
    is_inverse: bool = False

    def __call__(self, data: JsonValue, depth: int = 0) -> JsonValue:
        """Return the data under the other names; what is too deep to be accepted stays unchanged."""
        if depth > MAX_RECORD_DEPTH:
            return data
        if isinstance(data, list):
            return [self(item, depth + 1) for item in data]
        if not isinstance(data, dict):
            return data
        inside = {key: self(value, depth + 1) for key, value in data.items()}
        return self._collection(inside) if inside.get(TYPE_KEY) in ("set", "map") else self._record(inside)

    def _collection(self, data: JsonTable) -> JsonTable:
        """Return the collection with its members in the order in which their new names are written."""
        members = data.get("of")
        return {**data, "of": sorted(members, key=canonical_json)} if isinstance(members, list) else data

    def _record(self, data: JsonTable) -> JsonTable:
        if not isinstance(data.get(TYPE_KEY), str):
            return data
        return self._shape(self._words(data)) if self.is_inverse else self._words(self._shape(data))

    def _shape(self, data: JsonTable) -> JsonTable:
        """Rename the record's class and fields."""
        given = str(data[TYPE_KEY])
        name = self.aliases.record(given)
        present = given if self.is_inverse else name
        return {self.aliases.field(present, key): value for key, value in data.items()} | {TYPE_KEY: name}

    def _words(self, data: JsonTable) -> JsonTable:
        """Rename the names that stand in the fields of a record, which has its present names."""
        record = str(data[TYPE_KEY])
        data = {key: self._value(record, key, value) for key, value in data.items()}
        match data:
            case {"type": "Step", "name": str(name)}:
                return {**data, "name": self.aliases.step(name)}
            case {"type": "Adjusted" | "FactSet", "key": str(key)}:
                return {**data, "key": self.aliases.tracker(key)}
            case {"type": "WentTo", "rule": str(rule)}:
                return {**data, "rule": self.aliases.place(rule)}
            case {"type": "Ruled", "switch": str(switch), "choice": str(choice)}:
                return {**data, **dict(zip(("switch", "choice"), self.aliases.ruling(switch, choice), strict=True))}
            case {"type": self.state, "rulings": list(pairs)}:
                return {**data, "rulings": [self._ruling(pair) for pair in pairs]}
        return data

    def _value(self, record: str, key: str, value: JsonValue) -> JsonValue:
        if isinstance(value, dict) and value.get(TYPE_KEY) == "set":
            return self._collection({**value, "of": self.aliases.value(record, key, value.get("of"))})
        renamed: JsonValue = self.aliases.value(record, key, value)
        return renamed

    def _ruling(self, pair: JsonValue) -> JsonValue:
        match pair:
            case [str(switch), str(choice)]:
                return list(self.aliases.ruling(switch, choice))
        return pair
