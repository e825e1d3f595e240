"""Automatic answers: what the stops and silences of the players say, without asking."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from rules.engine import (
    Choice,
    Event,
    Game,
    Prompt,
    Refused,
    Seats,
    State,
    apply_unchecked,
    examples,
    has_silences,
    is_silenced,
    outline,
    player_views,
)
from rules.engine.switch import silence_switch

MAX_AUTOMATIC_ANSWERS = 1000
"""Consecutive automatic answers before a person is asked after all."""
NO_SEATS: frozenset[int] = frozenset()


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


def automatic_answer(game: Game[State], state: State, phones: frozenset[int] = NO_SEATS) -> Event | None:
    """Return the answer that the stops or the silences give; None where somebody is asked.

    ``phones`` are the seats that have a device of their own.
    """
    return game.auto_answer(state, phones) or _silent_answer(game, state, phones)


def automatic_switch(game: Game[State], state: State, event: Event) -> str:
    """Return the key of the stop or silence by which that answer was given.

    Empty if there is none.
    """
    found = _silent_choice(state) if has_silences(state) else None
    if found is not None and found[0].admits(event):
        hole = found[0].template.hole(Seats)
        seats = found[1] if hole is None else frozenset(getattr(event, hole.name))
        if seats <= found[1]:
            question = outline(state)
            about = question.about if question is not None else ()
            return next(silence_switch(one.key, one.seat) for one in about if one.seat in seats)
    return game.auto_answer_switch(state, event)


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


def passing_choice(question: Prompt | None) -> Choice | None:
    """Return the choice by which nobody responds; None where somebody has to decide.

    It is the usual answer of a response window, or the one that declines what may be used.
    """
    if question is None:
        return None
    found = [
        choice
        for choice in question.choices
        if (choice.role == "default" if question.window else choice.kind == "decline")
    ]
    is_complete = len(found) == 1 and all(isinstance(hole, Seats) for hole in found[0].template.holes)
    return found[0] if is_complete else None


# --- silences ------------------------------------------------------------------------------------------------------


def _silent_answer(game: Game[State], state: State, phones: frozenset[int]) -> Event | None:
    """Return the pass of the silent seats, without those that would lose by it."""
    found = _silent_choice(state) if has_silences(state) else None
    if found is None:
        return None
    choice, silent = found
    everybody: Event = next(examples(choice.template))
    safe = silent - game.endangered(state) - _losing_seats(game, state, everybody, phones)
    hole = choice.template.hole(Seats)
    if hole is None:
        return everybody if safe == silent else None
    seats = hole.answering_seats(safe)
    passed: Event | None = replace(choice.event, **{hole.name: seats}) if seats else None
    return passed


def _silent_choice(state: State) -> tuple[Choice, frozenset[int]] | None:
    """Return the choice that passes, and the seats in whose name it may be made without asking.

    One that passes for all is made only if all of whom something is asked are silent about it.
    """
    question = outline(state)
    choice = passing_choice(question)
    if question is None or choice is None:
        return None
    asked = {one.seat for one in question.about}
    silent = asked - {one.seat for one in question.about if not is_silenced(state, one)}
    if choice.template.hole(Seats) is None and silent != asked:
        return None
    return (choice, frozenset(silent)) if silent else None


def _losing_seats(game: Game[State], state: State, event: Event, phones: frozenset[int]) -> frozenset[int]:
    """Return the seats that die or lose if that is answered, before anybody is asked again."""
    try:
        after = play_on(game, state, event, lambda now: game.auto_answer(now, phones))[-1]
    except Refused:
        return frozenset(range(len(state.seats)))
    if after.outcome is not None:
        return frozenset(range(len(state.seats))) - frozenset(after.outcome.winners)
    return dead_seats(game, after) - dead_seats(game, state)


def dead_seats(game: Game[State], state: State) -> frozenset[int]:
    """Return the seats that are dead or out of the game in the game's view."""
    return frozenset(player.seat for player in player_views(game.view(state)) if player.dead)
