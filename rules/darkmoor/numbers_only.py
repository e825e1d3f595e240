"""The question of numbers only: it passes the turn."""

from __future__ import annotations

from rules.darkmoor.model.state import NOBODY, Darkmoor
from rules.darkmoor.phases.scoring import set_outcome
from rules.darkmoor.phases.setup import new as new_table
from rules.darkmoor.phases.setup import who_begins
from rules.darkmoor.phases.turn import TURN_STEPS, play
from rules.engine import Event, Text, asks, at, note
from rules.engine.numbers_only import keep_question, turn_prompt
from rules.engine.record import replace


def new(seats: tuple[str, ...], rulings: tuple[tuple[str, str], ...] = ()) -> Darkmoor:
    """Seat the players; where only numbers are kept, the set-up waits."""
    return keep_question(new_table(seats, rulings), at(numbers_only))


def settle(s: Darkmoor) -> Darkmoor:
    """Set the outcome of a finished game; keep the question of numbers only where it belongs."""
    return keep_question(set_outcome(s), at(numbers_only))


def _next_seat(s: Darkmoor) -> int:
    return (s.active + 1) % len(s.seats)


@asks("X-06", prompt=lambda s: turn_prompt(s, _next_seat(s)))
def numbers_only(s: Darkmoor, event: Event) -> Darkmoor:
    """Start the next player's turn; the steps of a set-up that is not done stay."""
    is_set_up = not any(step.name == at(who_begins).name for step in s.agenda)
    rest = (at(play, "turn"), *TURN_STEPS[1:]) if is_set_up else s.agenda
    s = replace(s, active=_next_seat(s), turn=s.turn + 1, attacked=NOBODY, agenda=(at(numbers_only), *rest))
    s = replace(s, phase="play") if is_set_up else s
    return note(s, "RD-27", Text("{who}'s turn", who=s.seats[s.active]), kind="restated")
