"""What becomes true by itself after every event and step."""

from __future__ import annotations

from rules.engine import at, then
from rules.engine.record import replace
from rules.malifaux.model.state import Malifaux
from rules.malifaux.phases.activation import next_up, pick
from rules.malifaux.phases.closing import effects_ending_now, end_score, judge, which_ends, win
from rules.malifaux.phases.draw import discard, seats_above_maximum
from rules.malifaux.phases.turn import TURN_STEPS, begin_turn, numbers_only

ALWAYS_RUN_STEPS = tuple(at(step).name for step in (begin_turn, end_score, win, judge))
"""Steps that run at any depth: the next turn, and those of a game that is over."""


def settle(s: Malifaux) -> Malifaux:
    """Apply the depth of following, and skip questions that have become moot."""
    return _skip_moot_question(_apply_depth(s)) if s.agenda else s


def _apply_depth(s: Malifaux) -> Malifaux:
    """Switch between one question a turn (numbers only) and the turn from its activations on."""
    free = at(numbers_only).name
    top = s.agenda[0].name
    if s.turn == 0 or top in ALWAYS_RUN_STEPS or s.phase == "end":
        return s
    if s.depth == "numbers" and not any(step.name == free for step in s.agenda):
        return replace(s, agenda=(at(numbers_only),), acting=0)
    if s.depth != "numbers" and top == free:
        return replace(s, agenda=TURN_STEPS[6:])
    return s


def _skip_moot_question(s: Malifaux) -> Malifaux:
    step = s.agenda[0]
    if (step.name, step.args) == (at(discard, "down").name, ("down",)) and s.waits != seats_above_maximum(s):
        s = replace(s, waits=seats_above_maximum(s))
        return s if s.waits else replace(s, agenda=s.agenda[1:])
    if step.name == at(pick).name and not s.players[int(step.args[0])].ready_models:
        return then(replace(s, agenda=s.agenda[1:]), at(next_up, *step.args))
    if step.name == at(which_ends).name and len(effects_ending_now(s, int(step.args[0]))) < 2:
        return replace(s, agenda=s.agenda[1:])
    return s
