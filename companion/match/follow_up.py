"""Follow-up: what is asked after nobody responds, so that one tap may answer both.

Where nobody usually responds and the next question is known, whoever answers that one says by it that nobody responds.
What a draw or a person decides in between, a death, the end and another turn are looked at first.
"""

from __future__ import annotations

from dataclasses import dataclass

from rules.automatic import automatic_answer, passing_choice, play_on
from rules.engine import Cards, Choice, Event, Game, Prompt, Refused, State, examples, prompt

SEEN_FIRST = ("death", "elimination", "win")
"""Kinds of notes that are looked at before anything else is answered."""


@dataclass(frozen=True, slots=True)
class FollowUp:
    """The question that comes after the usual answer, and the state in which it is asked."""

    answer: Event
    """The usual answer to the present question."""
    state: State
    question: Prompt


def usual_pass(question: Prompt) -> Event | None:
    """Return the usual answer to the question, where that is that nobody responds."""
    choice = passing_choice(question)
    return next(examples(choice.template)) if choice is not None and choice.role == "default" else None


def find_follow_up(game: Game[State], state: State, answer: Event, claimed_seats: frozenset[int]) -> FollowUp | None:
    """Return what is asked after the answer.

    None where that is another response, or is not known.

    ``claimed_seats`` are the seats that have a device of their own, where the stops may ask.
    """
    try:
        trail = play_on(game, state, answer, lambda now: automatic_answer(game, now, claimed_seats))
    except Refused:
        return None
    after = trail[-1]
    asked = prompt(after)
    if asked is None or passing_choice(asked) is not None or any(_hides(choice) for choice in asked.choices):
        return None
    if (after.turn, after.active) != (state.turn, state.active):
        return None
    if any(note.kind in SEEN_FIRST for each in trail for note in each.notes):
        return None
    return FollowUp(answer, after, asked)


def _hides(choice: Choice) -> bool:
    """Return whether a deck or a hand decides about the choice."""
    return choice.template.hole(Cards) is not None
