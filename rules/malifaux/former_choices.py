"""Choices of earlier versions of the rules, which replayed logs may hold."""

from __future__ import annotations

from rules.engine import Choice, at
from rules.malifaux.model.state import Malifaux
from rules.malifaux.phases.closing import end_flip, last_flip
from rules.malifaux.phases.initiative import value_choice

from .remarks import cheat_remarks, draw_remark, flip_remarks, flips_are_compared

VALUED_FLIPS = tuple(at(step).name for step in (end_flip, last_flip))
"""The steps of the flips for another turn, whose value could be given under any ruling."""


def former_choices(s: Malifaux) -> tuple[Choice, ...]:
    """Return the answers and remarks about flips and empty decks that earlier rules offered."""
    if not s.has_virtual_decks:
        return ()
    values = (value_choice(s.first_player),) if s.agenda[0].name in VALUED_FLIPS else ()
    seats = range(len(s.seats)) if s.turn else ()
    flips = (choice for seat in seats for choice in (*flip_remarks(s, seat), *cheat_remarks(s, seat)))
    draws = (draw_remark(s, seat) for seat in seats if not s.players[seat].deck_size and s.players[seat].discard)
    return (*values, *(flips if flips_are_compared(s) else ()), *draws)
