"""Choices of earlier versions of the rules, which replayed logs may hold."""

from __future__ import annotations

from rules.engine import Choice
from rules.malifaux.model.state import Malifaux

from .remarks import cheat_remarks, draw_remark, flip_remarks, flips_are_compared


def former_choices(s: Malifaux) -> tuple[Choice, ...]:
    """Return the remarks about compared flips and empty decks, which earlier rules offered."""
    seats = range(len(s.seats)) if s.turn and s.has_virtual_decks else ()
    flips = (choice for seat in seats for choice in (*flip_remarks(s, seat), *cheat_remarks(s, seat)))
    draws = (draw_remark(s, seat) for seat in seats if not s.players[seat].deck_size and s.players[seat].discard)
    return (*(flips if flips_are_compared(s) else ()), *draws)
