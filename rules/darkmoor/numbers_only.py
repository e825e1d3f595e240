"""Numbers only (X-06).

The app keeps the numbers and whose turn it is, and asks nothing else.
"""

from __future__ import annotations

from rules.darkmoor.model.state import NOBODY, Darkmoor
from rules.darkmoor.phases.scoring import set_outcome
from rules.darkmoor.phases.setup import new as new_table
from rules.darkmoor.phases.setup import who_begins
from rules.darkmoor.phases.turn import TURN_STEPS, play
from rules.engine import Choice, Event, Prompt, Template, Text, TurnPassed, asks, at, note, then
from rules.engine.record import replace


def new(seats: tuple[str, ...], rulings: tuple[tuple[str, str], ...] = ()) -> Darkmoor:
    """Seat the players; where only numbers are kept, the set-up waits."""
    return _apply_depth(new_table(seats, rulings))


def settle(s: Darkmoor) -> Darkmoor:
    """Set the outcome of a finished game; keep the question of numbers only where it belongs."""
    return _apply_depth(set_outcome(s))


def _apply_depth(s: Darkmoor) -> Darkmoor:
    """Keep the question of numbers only on top of the agenda while that is played.

    The rest of the agenda waits beneath it.
    """
    free = at(numbers_only)
    inside = any(step.name == free.name for step in s.agenda)
    if s.depth == "numbers" and not inside and s.outcome is None:
        return then(s, free)
    if s.depth != "numbers" and inside:
        return replace(s, agenda=tuple(step for step in s.agenda if step.name != free.name))
    return s


def _next_seat(s: Darkmoor) -> int:
    return (s.active + 1) % len(s.seats)


def numbers_prompt(s: Darkmoor) -> Prompt:
    """The prompt of numbers only: pass the turn; the numbers are changed by hand."""
    passes = Choice(Text("{who}'s turn", who=s.seats[_next_seat(s)]), Template(TurnPassed()), role="default")
    title = Text("{who}'s turn", who=s.seats[s.active])
    return Prompt((s.active,), title, "X-06", (passes,), phase=Text("Numbers only"))


@asks("X-06", prompt=numbers_prompt)
def numbers_only(s: Darkmoor, event: Event) -> Darkmoor:
    """Start the next player's turn; the steps of a set-up that is not done stay."""
    is_set_up = not any(step.name == at(who_begins).name for step in s.agenda)
    rest = (at(play, "turn"), *TURN_STEPS[1:]) if is_set_up else s.agenda
    s = replace(s, active=_next_seat(s), turn=s.turn + 1, attacked=NOBODY, agenda=(at(numbers_only), *rest))
    s = replace(s, phase="play") if is_set_up else s
    return note(s, "RD-27", Text("{who}'s turn", who=s.seats[s.active]), kind="restated")
