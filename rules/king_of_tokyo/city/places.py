"""KT-18 … KT-21: Tokyo City, Tokyo Bay, and who stands there."""

from __future__ import annotations

from collections.abc import Iterator

from rules.engine import Text, carries, note
from rules.engine.record import replace
from rules.king_of_tokyo.effects.registry import NumberBreakdown, TokyoCase, effects
from rules.king_of_tokyo.effects.state_changes import explain_number, gain
from rules.king_of_tokyo.effects.triggers import trigger_moment
from rules.king_of_tokyo.model.state import NOBODY, Tokyo
from rules.king_of_tokyo.model.texts import RULEBOOK

CITY, BAY = "city", "bay"
"""Keys of the two places in Tokyo."""


def leave_tokyo(s: Tokyo, seat: int) -> Tokyo:
    """Take a monster out of Tokyo, without a note."""
    city, bay = (NOBODY if place == seat else place for place in (s.city, s.bay))
    return replace(s, city=city, bay=bay)


def move_out(s: Tokyo, rule: str, seat: int, text: Text) -> Tokyo:
    """Move a monster out of Tokyo if it is there; the text says why in any case."""
    if seat not in s.seats_in_tokyo:
        return note(s, rule, text)
    return note_place(leave_tokyo(s, seat), rule, seat, text, Text("move out of Tokyo"))


def note_place(s: Tokyo, rule: str, seat: int, text: Text, task: Text) -> Tokyo:
    """Note that a monster has another place.

    The monster is the subject, since hands only move it to the last place of a turn.
    """
    figure = Text("{who}", who=s.seats[seat])
    return note(s, rule, text, kind="moved", subject=figure, seat=seat, task=task)


@carries("KT-20")
def close_bay(s: Tokyo) -> Tokyo:
    """With four monsters or fewer, empty the Bay, into the City if that is empty."""
    if s.is_bay_open or s.bay == NOBODY:
        return s
    seat, who = s.bay, s.seats[s.bay]
    if s.city != NOBODY:
        return move_out(s, "KT-20", seat, Text("The Bay closes: {who} leaves Tokyo", who=who))
    return move_to_city(s, "KT-20", Text("The Bay closes: {who} moves to the City", who=who))


def move_to_city(s: Tokyo, rule: str, text: Text) -> Tokyo:
    """Move the monster of the Bay to the City.

    Whether that counts as entering Tokyo is the table's choice (KT-A7).
    """
    seat = s.bay
    s = note_place(replace(s, city=seat, bay=NOBODY), rule, seat, text, Text("move to Tokyo City"))
    s, ruling = RULEBOOK.apply_ruling(s, "KT-A7", "KT-20")
    return reward_entering(s, seat) if ruling == "point" else s


def free_tokyo_place(s: Tokyo) -> str:
    """The place in Tokyo that a monster would enter now; empty if there is none."""
    if s.city == NOBODY:
        return CITY
    return BAY if s.is_bay_open and s.bay == NOBODY else ""


@carries("KT-15", "KT-18", "KT-19")
def move_into_tokyo(s: Tokyo, seat: int) -> Tokyo:
    """Move a monster into Tokyo, the City if it is empty, else the Bay, and reward it."""
    if free_tokyo_place(s) == CITY and s.bay != NOBODY:
        s = _promote(s)
    place, who = free_tokyo_place(s), s.seats[seat]
    if place == CITY:
        text, task = Text("{who} enters Tokyo City", who=who), Text("move to Tokyo City")
        s = note_place(replace(s, city=seat), "KT-18", seat, text, task)
    elif place == BAY:
        text, task = Text("{who} enters Tokyo Bay", who=who), Text("move to Tokyo Bay")
        s = note_place(replace(s, bay=seat), "KT-19", seat, text, task)
    else:
        return s
    return trigger_moment(reward_entering(s, seat), "entered", TokyoCase(seat))


@carries("KT-19")
def _promote(s: Tokyo) -> Tokyo:
    """The City is empty and the Bay is not: let its monster move up first (KT-A6)."""
    s, ruling = RULEBOOK.apply_ruling(s, "KT-A6", "KT-19")
    if ruling != "promoted":
        return s
    return move_to_city(s, "KT-19", Text("{who} moves up to Tokyo City", who=s.seats[s.bay]))


@carries("KT-21", "KT-36")
def reward_entering(s: Tokyo, seat: int) -> Tokyo:
    """Give the point for entering Tokyo; between two players an energy instead."""
    points = effects.breakdown(s, "enter_points", TokyoCase(seat, cause="enter"), 0 if is_duel(s) else 1)
    return reward_place(s, seat, "enter", points, Text("for entering Tokyo"))


def reward_place(s: Tokyo, seat: int, cause: str, points: NumberBreakdown, origin: Text) -> Tokyo:
    """Give what a place in Tokyo brings: points, and an energy where the rules for two apply.

    Once two monsters of a larger game are left, the table's choice decides whether they do (KT-A18).
    """
    if len(s.seats_in_game) == 2 < len(s.seats) and s.ruling("duel", "on") == "on":
        s = RULEBOOK.note_ruling(s, "KT-A18", "KT-36")
    s = gain(s, "KT-36", seat, "energy", 1, cause, origin) if is_duel(s) else s
    return gain(s, "KT-21", seat, "points", points.total, cause, explain_number(origin, points))


@carries("KT-36")
def is_duel(s: Tokyo) -> bool:
    """Whether the rules for two apply.

    They do in a game begun by two, or as soon as two are left (KT-A18).
    """
    if s.ruling("duel", "on") == "off":
        return False
    return len(s.seats) == 2 or (len(s.seats_in_game) == 2 and s.ruling("KT-A18") == "shrunk")


# --- between two states ------------------------------------------------------------------------------------------


def moves(before: Tokyo, after: Tokyo) -> Iterator[Text]:
    """Yield who has entered Tokyo, and who has left a place there that is empty now.

    Whoever is eliminated, or is followed by somebody else, is not told to leave.
    """
    for was, now in ((before.city, after.city), (before.bay, after.bay)):
        if now == was:
            continue
        if now != NOBODY:
            who = after.seats[now]
            yield Text("{who} moves to the City", who=who) if now == before.bay else Text("{who} enters", who=who)
        elif was not in after.seats_in_tokyo and not after.monsters[was].out:
            yield Text("{who} leaves Tokyo", who=after.seats[was])
