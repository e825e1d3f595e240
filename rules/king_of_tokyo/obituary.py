"""Who was eliminated, and by whom: for whoever looks back at a game."""

from __future__ import annotations

from collections.abc import Iterator

from rules.engine import Death

from .state import NOBODY, Tokyo

SMASHED = "KT-11"
"""Hearts lost to the smash dice of whose turn it is; of other losses the turn remembers by whom they were."""


def deaths(before: Tokyo, after: Tokyo) -> Iterator[Death]:
    """The monsters that went out between two states, each under the rule by which it lost its last heart."""
    last = {note.change.key: note.rule for note in after.notes if note.change and not note.change.after}
    for seat in before.alive:
        if after.monsters[seat].out:
            rule = last.get(f"seat.{seat}.hearts", "KT-14")
            killer = _killer(before, after, seat, rule)
            by = None if killer is None else after.seats[killer]
            yield Death(after.seats[seat], rule, seat, by, killer, player=True)


def _killer(before: Tokyo, after: Tokyo, seat: int, rule: str) -> int | None:
    """Of those who took hearts from it in that turn, the one whose turn it was comes first."""
    if rule == SMASHED and seat != before.active:
        return before.active
    harmed = before.now.harmed | (after.now.harmed if after.turn == before.turn else frozenset())
    others = sorted(by for by, victim in harmed if victim == seat and by not in (NOBODY, seat))
    return before.active if before.active in others else next(iter(others), None)
