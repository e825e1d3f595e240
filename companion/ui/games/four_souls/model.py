"""What the board of Four Souls shows, as data: the things that have a sheet."""

from __future__ import annotations

from dataclasses import dataclass

from companion.ui.table.model.sheet import ItemSheet


@dataclass(frozen=True, slots=True)
class MonsterSheet(ItemSheet):
    """A monster in play."""


@dataclass(frozen=True, slots=True)
class StackSheet(ItemSheet):
    """The whole stack."""


@dataclass(frozen=True, slots=True)
class OwnedSheet(ItemSheet):
    """An item in front of a player."""
