"""Virtual decks and dice: cards are drawn when needed, so that nobody knows the next one."""

from __future__ import annotations

import secrets
from collections.abc import Iterable
from dataclasses import replace
from random import Random

from rules.engine import Cards, Choice, Dice, Event, Prompt


def deck_hole(choice: Choice) -> Cards | None:
    """Return the hole that a virtual deck fills, if that is all that the choice waits for."""
    holes = choice.template.holes
    return holes[0] if len(holes) == 1 and isinstance(holes[0], Cards) and holes[0].source == "deck" else None


def automatic_draw(prompt: Prompt | None) -> Event | None:
    """Return the event of a prompt that needs no tap, because only a deck can answer it."""
    if prompt is None or len(prompt.choices) != 1 or deck_hole(prompt.choices[0]) is None:
        return None
    return draw_cards(prompt.choices, prompt.choices[0].event)


def draw_cards(choices: Iterable[Choice], event: Event, rng: Random | None = None) -> Event:
    """Return the event with its cards drawn, if it still waits for those of a deck.

    Any other event is returned unchanged. The cards are drawn with the system's randomness by default.
    """
    for choice in choices:
        hole = deck_hole(choice)
        if hole is not None and choice.event == event and not hole.admits(getattr(event, hole.name)):
            drawn = (rng or secrets.SystemRandom()).sample([face.value for face in hole.faces], hole.most)
            return replace(event, **{hole.name: tuple(drawn)})
    return event


def answer_before_virtual_roll(choices: Iterable[Choice], event: Event) -> Event | None:
    """Return the answer before a virtual roll that lets its dice be thrown again.

    None for dice that count as they are, and for an event that is no roll.
    """
    rolled = (choice.template.hole(Dice) for choice in choices if choice.admits(event))
    return next((dice.each_throw for dice in rolled if dice), None)
