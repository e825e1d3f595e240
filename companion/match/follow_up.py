"""Follow-up: the roll that comes after the usual answer, so that one tap may give both.

Where nobody usually responds and the next thing on the table is a throw, whoever throws the dice says by it that nobody
responds.
"""

from __future__ import annotations

from dataclasses import dataclass

from companion.dice.roll import find_roll_choice
from rules.automatic import play_on
from rules.engine import Choice, Event, Game, Refused, State, Text, prompt


@dataclass(frozen=True, slots=True)
class FollowUp:
    """A roll that may be entered together with the answer before it."""

    answer: Event
    """The usual answer to the present question."""
    question: Text
    """The question that the roll answers."""
    dice: Choice
    """The choice that waits for the roll."""


def find_follow_up(game: Game[State], state: State, answer: Event, claimed_seats: frozenset[int]) -> FollowUp | None:
    """Return the roll that is asked for after the answer; None if something else comes next.

    ``claimed_seats`` are the seats that have a device of their own, where the stops may ask.
    """
    try:
        after = play_on(game, state, answer, lambda now: game.auto_answer(now, claimed_seats))[-1]
    except Refused:
        return None
    asked = prompt(after)
    dice = find_roll_choice(asked) if asked is not None else None
    if asked is None or dice is None or any(c.role == "default" and c is not dice for c in asked.choices):
        return None  # the roll is not what most tables answer then
    return FollowUp(answer, asked.title, dice)
