"""What a deck of the companion's gives: cards of those left, drawn when they are needed: nobody knows the next."""

from __future__ import annotations

import secrets
from collections.abc import Iterable
from dataclasses import replace
from random import Random

from rules.engine import Cards, Choice, Event, Prompt


def from_deck(choice: Choice) -> Cards | None:
    """The hole that a deck fills, if that is all that the choice waits for."""
    holes = choice.does.holes
    return holes[0] if len(holes) == 1 and isinstance(holes[0], Cards) and holes[0].come == "deck" else None


def by_itself(asked: Prompt | None) -> Event | None:
    """What needs nobody's tap: there is nothing to answer but what a deck gives."""
    if asked is None or len(asked.choices) != 1 or from_deck(asked.choices[0]) is None:
        return None
    return dealt(asked.choices, asked.choices[0].event)


def dealt(choices: Iterable[Choice], event: Event, chance: Random | None = None) -> Event:
    """The event with its cards, if it still waits for those of a deck; any other as it is.

    The system's own chance draws them, unless told otherwise.
    """
    for choice in choices:
        hole = from_deck(choice)
        if hole is not None and choice.event == event and not hole.admits(getattr(event, hole.name)):
            drawn = (chance or secrets.SystemRandom()).sample([face.value for face in hole.of], hole.most)
            return replace(event, **{hole.name: tuple(drawn)})
    return event
