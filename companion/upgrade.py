"""Renaming within saved JSON: from the names of older saves to today's, and back for their digests."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from rules.engine import Aliases

from .canonical import canonical

DEEPEST = 60
"""Records inside records before we call it damage."""
TYPE = "type"
"""The key under which a record's class is written; ``set`` and ``map`` are collections."""


@dataclass(frozen=True)
class Renaming:
    """Renames every record in decoded JSON. ``state`` is the present class name of the game's state.

    With ``back`` the aliases lead from the present names to old ones (``Aliases.inverse``).
    """

    aliases: Aliases
    state: str
    back: bool = False

    def __call__(self, data: Any, depth: int = 0) -> Any:
        """The data under the other names; what lies too deep, and will be refused, is left as it is."""
        if depth > DEEPEST:
            return data
        if isinstance(data, list):
            return [self(item, depth + 1) for item in data]
        if not isinstance(data, dict):
            return data
        inside = {key: self(value, depth + 1) for key, value in data.items()}
        return self._collection(inside) if inside.get(TYPE) in ("set", "map") else self._record(inside)

    def _collection(self, data: dict[str, Any]) -> dict[str, Any]:
        """Its members in the order in which they are written under their new names."""
        members = data.get("of")
        return {**data, "of": sorted(members, key=canonical)} if isinstance(members, list) else data

    def _record(self, data: dict[str, Any]) -> dict[str, Any]:
        if not isinstance(data.get(TYPE), str):
            return data
        return self._shape(self._words(data)) if self.back else self._words(self._shape(data))

    def _shape(self, data: dict[str, Any]) -> dict[str, Any]:
        """The record's class and fields by their other names."""
        name = self.aliases.record(data[TYPE])
        present = data[TYPE] if self.back else name
        return {self.aliases.field(present, key): value for key, value in data.items()} | {TYPE: name}

    def _words(self, data: dict[str, Any]) -> dict[str, Any]:
        """The names that stand in the fields of a record, which has its present names."""
        record = data[TYPE]
        data = {key: self._value(record, key, value) for key, value in data.items()}
        match data:
            case {"type": "Step", "name": str(name)}:
                return {**data, "name": self.aliases.step(name)}
            case {"type": "Adjusted", "key": str(key)}:
                return {**data, "key": self.aliases.tracker(key)}
            case {"type": "WentTo", "rule": str(rule)}:
                return {**data, "rule": self.aliases.place(rule)}
            case {"type": "Ruled", "switch": str(switch), "choice": str(choice)}:
                return {**data, **dict(zip(("switch", "choice"), self.aliases.ruling(switch, choice), strict=True))}
            case {"type": self.state, "rulings": list(pairs)}:
                return {**data, "rulings": [self._ruling(pair) for pair in pairs]}
        return data

    def _value(self, record: str, key: str, value: Any) -> Any:
        match value:
            case {"type": "set", "of": list(members)}:
                return self._collection({**value, "of": self.aliases.value(record, key, members)})
        return self.aliases.value(record, key, value)

    def _ruling(self, pair: Any) -> Any:
        match pair:
            case [str(switch), str(choice)]:
                return list(self.aliases.ruling(switch, choice))
        return pair
