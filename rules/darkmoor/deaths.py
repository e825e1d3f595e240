"""Defeated minions, for the statistics of a game."""

from __future__ import annotations

from collections.abc import Iterator

from rules.darkmoor.model.state import Darkmoor, hero_name
from rules.engine import Death

HERO_STRIKE_RULE = "RD-20"
"""The rule by which the hero defeats a minion; other rules name no cause of death."""


def deaths(before: Darkmoor, after: Darkmoor) -> Iterator[Death]:
    """Yield the minions defeated between two states, also those played in the same step."""
    for note in after.notes:
        if note.kind == "kill":
            hero = hero_name(before if before.hero else after) if note.rule == HERO_STRIKE_RULE else None
            yield Death(
                note.subject,
                note.rule,
                cause=hero,
            )
