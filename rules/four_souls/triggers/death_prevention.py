"""What acts as a player's death lies on the stack, before it resolves (FS-82, FS-90)."""

from __future__ import annotations

from rules.engine import carries
from rules.engine.record import replace
from rules.four_souls.model.effect import Effect, Target
from rules.four_souls.model.moment import GameMoment
from rules.four_souls.model.stack_item import Item
from rules.four_souls.model.state import Boost, FourSouls
from rules.four_souls.vocabulary.state_changes import queue_item
from rules.four_souls.vocabulary.target_choice import death_of

from .trigger import fire_triggers


@carries("FS-82", "FS-90")
def fire_would_die(s: FourSouls, seat: int) -> FourSouls:
    """Queue what reacts to a death that has just been put on the stack.

    It lies above the death.

    Only what prevents or cancels the death saves its player: healing does not.
    """
    s = fire_triggers(s, GameMoment("would_die", seat))
    waiting = next((b for b in s.boosts if (b.target, b.what) == (Target("seat", seat), "next_death")), None)
    return _prevent_next_death(s, seat, waiting) if waiting else s


def _prevent_next_death(s: FourSouls, seat: int, waiting: Boost) -> FourSouls:
    """Queue the effect of this turn that prevents the death.

    On the player's own turn it ends everything.
    """
    effects: tuple[Effect, ...] = (Effect("prevent", death_of(s, seat)),)
    if seat == s.active:
        effects += (Effect("cancel_all"), Effect("end_turn"))
    boosts = list(s.boosts)
    boosts.remove(waiting)
    return queue_item(replace(s, boosts=tuple(boosts)), Item(0, "triggered", seat, waiting.card, effects=effects))
