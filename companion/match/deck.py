"""Virtual decks: cards are drawn at random when needed, so that nobody knows the next one."""

from __future__ import annotations

import secrets
from collections.abc import Iterable
from dataclasses import replace
from random import Random

from rules.engine import Cards, Choice, Event, Prompt


def from_deck(choice: Choice) -> Cards | None:
    """Return the hole that a virtual deck fills, if that is all that the choice waits for."""
    holes = choice.does.holes
    return holes[0] if len(holes) == 1 and isinstance(holes[0], Cards) and holes[0].come == "deck" else None


def by_itself(asked: Prompt | None) -> Event | None:
    """Return the event of a prompt that needs no tap, because only a deck can answer it."""
    if asked is None or len(asked.choices) != 1 or from_deck(asked.choices[0]) is None:
        return None
    return dealt(asked.choices, asked.choices[0].event)


def dealt(choices: Iterable[Choice], event: Event, chance: Random | None = None) -> Event:
    """Return the event with its cards drawn, if it still waits for those of a deck.

    Any other event is returned unchanged. The cards are drawn with the system's randomness by default.
    """
    for choice in choices:
        hole = from_deck(choice)
        if hole is not None and choice.event == event and not hole.admits(getattr(event, hole.name)):
            drawn = (chance or secrets.SystemRandom()).sample([face.value for face in hole.of], hole.most)
            return replace(event, **{hole.name: tuple(drawn)})
    return event
