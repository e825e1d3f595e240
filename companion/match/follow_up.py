"""Follow-up: what is asked after nobody responds, so that one tap may answer both, or none.

Where nobody usually responds and the next question is known, whoever answers that one says by it that nobody responds.
What a draw or a person decides in between, a death, the end and another turn are looked at first, also where an answer
to the next question leads to a death or the end: the button of that answer says so.

Hands-free, the question passes by itself, so that the game goes on to the next throw. Only that nobody responds is ever
said so. Where somebody could die or win before the next throw or decision, and where somebody has asked to be stopped,
a person taps.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from rules.automatic import automatic_answer, dead_seats, passing_choice, play_on
from rules.engine import Cards, Choice, Event, Game, Prompt, Refused, Seats, State, examples, prompt
from rules.lookahead import Stage, fates

from .deck import automatic_draw
from .roles import HOST_ROLE, DeviceRole, speaks_for_seats

SEEN_FIRST = ("death", "elimination", "win")
"""Kinds of notes that are looked at before anything else is answered."""

PASS_SECONDS = 3.0
"""Seconds that a question waits before it passes by itself."""
MAX_PASSES = 24
"""Passes that are followed on the way to the next throw; a longer way waits for a tap."""


@dataclass(frozen=True, slots=True)
class FollowUp:
    """The question that comes after the usual answer, and the state in which it is asked."""

    answer: Event
    """The usual answer to the present question."""
    state: State
    question: Prompt


def usual_pass(question: Prompt) -> Event | None:
    """Return the usual answer to the question, where that is that nobody responds."""
    choice = _usual_pass_choice(question)
    return next(examples(choice.template)) if choice is not None else None


def _usual_pass_choice(question: Prompt | None) -> Choice | None:
    choice = passing_choice(question)
    return choice if choice is not None and choice.role == "default" else None


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
    if any(_is_fatal(fate) for fate in fates(game, after, claimed_seats)):
        return None
    return FollowUp(answer, after, asked)


def _hides(choice: Choice) -> bool:
    return choice.template.hole(Cards) is not None


# --- hands-free ----------------------------------------------------------------------------------------------------


def next_pass(
    game: Game[State], state: State, claimed_seats: frozenset[int], role: DeviceRole = HOST_ROLE
) -> Event | None:
    """Return the pass that may happen by itself; None where a person taps.

    It is given for the seats for whom a plain tap on that device answers. ``claimed_seats`` have a device of their own.
    """
    answer = usual_pass_of(prompt(state), claimed_seats, role)
    if answer is None or game.stopping_seats(state) or game.endangered(state):
        return None
    return None if _somebody_may_lose(game, state, answer, claimed_seats, role) else answer


def usual_pass_of(question: Prompt | None, claimed_seats: frozenset[int], role: DeviceRole) -> Event | None:
    """Return the usual answer of that device, where that is that nobody responds."""
    choice = _usual_pass_choice(question)
    if question is None or choice is None:
        return None
    answer: Event = next(examples(choice.template))
    hole = choice.template.hole(Seats)
    if hole is None:
        asked = question.seats if choice.seat is None else (choice.seat,)
        return answer if set(speaks_for_seats(role, asked, claimed_seats)) == set(asked) else None
    seats = hole.answering_seats(speaks_for_seats(role, hole.seats, claimed_seats))
    passed: Event | None = replace(answer, **{hole.name: seats}) if seats else None
    return passed


def _somebody_may_lose(
    game: Game[State], state: State, answer: Event, claimed_seats: frozenset[int], role: DeviceRole
) -> bool:
    """Return whether anybody dies or wins, or a deck decides, before the next decision."""
    for _ in range(MAX_PASSES):
        try:
            trail = play_on(game, state, answer, lambda now: automatic_answer(game, now, claimed_seats))
        except Refused:
            return True
        if _is_loss(game, (state, *trail)):
            return True
        state = trail[-1]
        following = usual_pass_of(prompt(state), claimed_seats, role)
        if following is None:
            return automatic_draw(prompt(state)) is not None or _is_loss_certain(game, state, claimed_seats)
        answer = following
    return True


def _is_loss_certain(game: Game[State], state: State, claimed_seats: frozenset[int]) -> bool:
    """Return whether every answer to the question leads to a player's death or the end."""
    found = fates(game, state, claimed_seats)
    return bool(found) and all(_is_fatal(fate) for fate in found)


def _is_fatal(fate: Stage) -> bool:
    return fate.outcome is not None or any(death.is_player for death in fate.deaths)


def _is_loss(game: Game[State], states: Sequence[State]) -> bool:
    """Return whether the game ends, or a player dies, on the way through those states."""
    after = states[-1]
    return (
        after.outcome is not None
        or any(note.kind in SEEN_FIRST for state in states[1:] for note in state.notes)
        or any(death.is_player for _, death in game.deaths(states))
        or not dead_seats(game, after) <= dead_seats(game, states[0])
    )
