"""Triggering of effects at a moment, and the record of who has the points to win."""

from __future__ import annotations

from rules.engine import Text, carries
from rules.engine.record import replace
from rules.engine.state import note
from rules.king_of_tokyo.model.state import POINTS_TO_WIN, Tokyo
from rules.king_of_tokyo.model.texts import RULEBOOK

from .registry import TokyoCase, TokyoEffect, Trigger, effects, in_force


def trigger_moment(s: Tokyo, moment: Trigger, case: TokyoCase) -> Tokyo:
    """Run every effect of that moment, those of the active monster first.

    The steps that they push keep that order.
    """
    rest, pushed = s.agenda, s.agenda[:0]
    for source, act in effects.acting(s, moment, case):
        s = update_points_reached(act(replace(s, agenda=()), source, case))
        pushed += s.agenda
    return replace(s, agenda=pushed + rest)


def trigger_effect(s: Tokyo, moment: Trigger, source: TokyoEffect, case: TokyoCase) -> Tokyo:
    """Run the function of one effect for that moment: a card or tile that comes to its owner.

    One that is not in force does nothing.
    """
    act = effects.handler[moment].get(source.key) if in_force(s, source) else None
    return update_points_reached(act(s, source, case)) if act else s


@carries("KT-01", "KT-28")
def update_points_reached(s: Tokyo) -> Tokyo:
    """Update the seats that have the points to win, in the order in which they reached them.

    Whoever fell below the points has left that order (KT-A5).
    """
    have = tuple(seat for seat in s.seats_in_game if s.monsters[seat].points >= points_to_win(s, seat))
    known = tuple(group for seats in s.twenty if (group := tuple(seat for seat in seats if seat in have)))
    fresh = tuple(seat for seat in have if not any(seat in group for group in known))
    twenty = (*known, fresh) if fresh else known
    s = RULEBOOK.note_ruling(s, "KT-A4", "KT-01") if fresh and s.ruling("KT-A4") == "end" else s
    s = replace(s, twenty=twenty) if twenty != s.twenty else s
    for seat in fresh:
        who, points = s.seats[seat], points_to_win(s, seat)
        text = Text("{who} has {n} points and wins if the monster survives the turn", who=who, n=points)
        s = note(s, "KT-01", text, kind="goal", subject=who, seat=seat, brief=Text("{n} point", "{n} points", n=points))
    return s


def points_to_win(s: Tokyo, seat: int) -> int:
    """The points with which a seat wins: twenty, unless an effect says otherwise."""
    return effects.number(s, "win_points", TokyoCase(seat), POINTS_TO_WIN)
