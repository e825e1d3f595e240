"""What the board of King of Tokyo shows, as data: the things that have a sheet."""

from __future__ import annotations

from dataclasses import dataclass

from companion.ui.table.model.sheet import ItemSheet


@dataclass(frozen=True, slots=True)
class TokyoSheet(ItemSheet):
    """Everybody's place."""


@dataclass(frozen=True, slots=True)
class CardSheet(ItemSheet):
    """A card in front of a monster."""


@dataclass(frozen=True, slots=True)
class OfferSheet(ItemSheet):
    """The card in that place of the shop."""


@dataclass(frozen=True, slots=True)
class CurseSheet(ItemSheet):
    """The curse that is in force."""
