"""The turn as one tuple of steps: five phases in the rulebook's order; BM-63."""

from __future__ import annotations

from rules.boss_monster.model.state import BossMonster
from rules.engine import Step, at, auto, then
from rules.engine.record import replace

from .adventure import adventure
from .arrive import arrive, draw_rooms
from .bait import bait
from .build import build
from .end_of_turn import end_turn, judge, machinations


@auto("BM-63")
def next_turn(s: BossMonster) -> BossMonster:
    """Begin the next turn."""
    return replace(s, agenda=TURN_STEPS)


TURN_STEPS: tuple[Step, ...] = tuple(
    at(step) for step in (arrive, draw_rooms, build, bait, adventure, end_turn, machinations, judge, next_turn)
)
"""Steps of a turn: start, build, bait, adventure, end."""


@auto("BM-08")
def first_turn(s: BossMonster) -> BossMonster:
    """Begin the first turn after the set-up."""
    return then(s, *TURN_STEPS)
