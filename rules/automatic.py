"""Automatic answers: what the stops answer, so that nobody is asked."""

from __future__ import annotations

from collections.abc import Callable

from rules.engine import Event, Game, Refused, State, apply_unchecked

MAX_AUTOMATIC_ANSWERS = 1000
"""Consecutive automatic answers before a person is asked after all."""


def run_automatic_answers(
    find_answer: Callable[[], Event | None], take: Callable[[Event], object], limit: int = MAX_AUTOMATIC_ANSWERS
) -> None:
    """Take one automatic answer after another, until there is none or one is refused.

    ``take`` moves the play on, and may raise ``Refused``: a person can answer then.
    """
    for _ in range(limit):
        event = find_answer()
        if event is None:
            return
        try:
            take(event)
        except Refused:
            return


def play_on(
    game: Game[State],
    state: State,
    event: Event,
    find_answer: Callable[[State], Event | None],
) -> tuple[State, ...]:
    """Return every state from the event through the automatic answers to it. Raises ``Refused``."""
    trail = [apply_unchecked(game, state, event)]
    run_automatic_answers(
        lambda: find_answer(trail[-1]), lambda answer: trail.append(apply_unchecked(game, trail[-1], answer))
    )
    return tuple(trail)
