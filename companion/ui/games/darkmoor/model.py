"""What the board of Retreat to Darkmoor shows, as data: the things that have a sheet."""

from __future__ import annotations

from dataclasses import dataclass

from companion.ui.table.model.sheet import ItemSheet


@dataclass(frozen=True, slots=True)
class MinionSheet(ItemSheet):
    """A minion of a horde."""


@dataclass(frozen=True, slots=True)
class LocationSheet(ItemSheet):
    """The location with that number."""


@dataclass(frozen=True, slots=True)
class HeroSheet(ItemSheet):
    """The hero."""


@dataclass(frozen=True, slots=True)
class OwnCardsSheet(ItemSheet):
    """The cards that the house has made."""


@dataclass(frozen=True, slots=True)
class ScoreSheet(ItemSheet):
    """The score as it stands."""
