"""What the board of Boss Monster shows, as data: the things that have a sheet."""

from __future__ import annotations

from dataclasses import dataclass

from companion.ui.table.model.sheet import ItemSheet


@dataclass(frozen=True, slots=True)
class RoomSheet(ItemSheet):
    """A room of a dungeon."""


@dataclass(frozen=True, slots=True)
class HeroSheet(ItemSheet):
    """A hero in town or at an entrance."""


@dataclass(frozen=True, slots=True)
class SpellsSheet(ItemSheet):
    """Spells and abilities that anybody may use; the item is a seat."""


@dataclass(frozen=True, slots=True)
class OwnSpellsSheet(ItemSheet):
    """A seat's spells."""


@dataclass(frozen=True, slots=True)
class HandSheet(ItemSheet):
    """A seat's virtual hand."""
