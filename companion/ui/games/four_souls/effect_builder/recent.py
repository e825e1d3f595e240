"""Effects and loot cards used last, which the effect builder shows first."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress

from companion.access.permissions import Access
from companion.storage.matches import StorageError
from rules.engine import Template

from .remembered_effects import template_of
from .selection import Effects

RECENT_CHIPS_KEY = "chips"
"""Setting that holds the recently used chips."""
RECENT_CARDS_KEY = "loot"
"""Setting that holds the loot cards played last."""
MAX_RECENT_CARDS = 12


def effect_kind(template: Template) -> str:
    """Return the kind of effect that a template states."""
    return str(getattr(template.value, "kind", ""))


def recent_chips(access: Access, game: str) -> list[str]:
    """Return the chips used from groups, the last one first."""
    with suppress(StorageError):
        return [key for key in access.last_effects(RECENT_CHIPS_KEY, game).split("|") if key]
    return []


def recent_cards(access: Access, game: str) -> list[str]:
    """Return the ids of the loot cards played from the catalogue, the last one first."""
    with suppress(StorageError):
        return [key for key in access.last_effects(RECENT_CARDS_KEY, game).split("|") if key]
    return []


def save_recent_card(access: Access, game: str, id: str) -> None:
    """Save a loot card as the most recent one."""
    with suppress(StorageError):  # harmless: the card is on the stack already
        recent = dict.fromkeys((id, *recent_cards(access, game)))
        access.save_last_effects(RECENT_CARDS_KEY, game, "|".join([*recent][:MAX_RECENT_CARDS]))


def save_recent_chips(access: Access, game: str, effects: Effects, templates: Sequence[Template]) -> None:
    """Save the chips used now as the most recent ones."""
    made = (template_of(record, templates) for record in effects)
    keys = [effect_kind(template) for template in made if template and template.group]
    if keys:
        with suppress(StorageError):  # harmless: the card is on the stack already
            access.save_last_effects(
                RECENT_CHIPS_KEY, game, "|".join(dict.fromkeys((*keys, *recent_chips(access, game))))
            )
