"""Choices of earlier versions of the rules, which replayed logs may hold."""

from __future__ import annotations

from collections.abc import Iterator

from rules import stack
from rules.engine import Choice, at
from rules.engine.record import replace
from rules.four_souls.model.events import Played
from rules.four_souls.model.state import FourSouls
from rules.four_souls.vocabulary.effect_templates import make_effects_hole

from .play_options import play_choices
from .priority import priority


def former_choices(s: FourSouls) -> tuple[Choice, ...]:
    """Return the choices over the stack that earlier versions offered and these rules do not."""
    return tuple(_plays(s)) if s.agenda[0].name == at(priority).name else ()


def _plays(s: FourSouls) -> Iterator[Choice]:
    """Yield the loot cards that did not leave the hand."""
    effects_hole = make_effects_hole(s)
    for seat in stack.seats_to_pass(s.stack, len(s.seats)):
        for choice in play_choices(s, seat, effects_hole):
            if isinstance(choice.event, Played) and choice.event.from_hand:
                without = replace(choice.event, from_hand=False)
                yield replace(choice, template=replace(choice.template, value=without))
