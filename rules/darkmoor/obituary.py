"""Which minions were defeated: for whoever looks back at a game."""

from __future__ import annotations

from collections.abc import Iterator

from rules.engine import Death

from .state import Darkmoor, hero_name

STRIKES = "RD-20"
"""The hero defeats the nearest; by any other rule it is an ability or a hand."""


def deaths(before: Darkmoor, after: Darkmoor) -> Iterator[Death]:
    """The minions that were defeated between two states, some in the moment in which they were played."""
    for note in after.notes:
        if note.kind == "death":
            hero = hero_name(before if before.hero else after) if note.rule == STRIKES else None
            yield Death(note.subject, note.rule, by=hero)
