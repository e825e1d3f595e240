"""The question of numbers only: it begins the next turn."""

from __future__ import annotations

from rules.boss_monster.hidden.hands import discard_aside
from rules.boss_monster.model.decks import add_to_discards
from rules.boss_monster.model.state import BossMonster
from rules.boss_monster.phases import adventure
from rules.boss_monster.phases.build import build
from rules.boss_monster.phases.turn import TURN_STEPS, first_turn
from rules.engine import Choice, Event, Prompt, Template, Text, TurnPassed, asks, at, note, steps_from
from rules.engine.numbers_only import keep_question, numbers_prompt
from rules.engine.record import replace


def settle(s: BossMonster) -> BossMonster:
    """Settle what follows by itself, and keep the question of numbers only where it belongs."""
    return keep_question(adventure.settle(s), at(numbers_only))


def next_turn_prompt(s: BossMonster) -> Prompt:
    """Ask only for the next turn."""
    passes = Choice(Text("The next turn"), Template(TurnPassed()), role="default")
    return numbers_prompt(s.seats_in_game or s.every_seat, Text("Turn {n}", n=max(1, s.turn)), passes)


@asks("X-06", prompt=next_turn_prompt)
def numbers_only(s: BossMonster, event: Event) -> BossMonster:
    """Start the next turn; what was declared is discarded, and the steps of an open set-up stay."""
    turn = max(1, s.turn) + 1
    if any(step.name == at(first_turn).name for step in s.agenda):
        s = replace(s, turn=turn, agenda=(at(numbers_only), *s.agenda))
    else:
        s = add_to_discards(discard_aside(s), *(declared.key for declared in s.declared if not declared.room))
        rest = steps_from(TURN_STEPS, build)
        s = replace(s, turn=turn, phase="start", walk=None, declared=(), agenda=(at(numbers_only), *rest))
    return note(s, "BM-63", Text("Turn {n}", n=turn), kind="restated")
