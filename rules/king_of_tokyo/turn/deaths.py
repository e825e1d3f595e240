"""Eliminations and who caused them, for the review of a game."""

from __future__ import annotations

from collections.abc import Iterator

from rules.engine import Death
from rules.king_of_tokyo.model.state import NOBODY, Tokyo

SMASH_RULE = "KT-11"
"""Rule of hearts lost to the smash dice of the active monster.

For other losses the turn's state says who caused them.
"""


def deaths(before: Tokyo, after: Tokyo) -> Iterator[Death]:
    """The monsters eliminated between two states.

    Each has the rule by which it lost its last heart.
    """
    last = {note.change.key: note.rule for note in after.notes if note.change and not note.change.after}
    for seat in before.seats_in_game:
        if after.monsters[seat].out:
            rule = last.get(f"seat.{seat}.hearts", "KT-14")
            killer = _killer(before, after, seat, rule)
            by = None if killer is None else after.seats[killer]
            yield Death(after.seats[seat], rule, seat, by, killer, is_player=True)


def _killer(before: Tokyo, after: Tokyo, seat: int, rule: str) -> int | None:
    """The seat that eliminated a monster.

    Of those who took hearts from it in that turn, the active monster comes first; None if nobody else did.
    """
    if rule == SMASH_RULE and seat != before.active:
        return before.active
    harmed = before.now.harmed | (after.now.harmed if after.turn == before.turn else frozenset())
    others = sorted(by for by, victim in harmed if victim == seat and by not in (NOBODY, seat))
    return before.active if before.active in others else next(iter(others), None)
