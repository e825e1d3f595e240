"""KT-18 … KT-21: Tokyo City, Tokyo Bay, and who stands there."""

from __future__ import annotations

from collections.abc import Iterator

from rules.engine import Text, carries, note
from rules.engine.record import replace
from rules.king_of_tokyo.effects.registry import TokyoCase, effects
from rules.king_of_tokyo.effects.state_changes import apply_ruling, gain
from rules.king_of_tokyo.effects.triggers import trigger_moment
from rules.king_of_tokyo.model.state import NOBODY, Tokyo

CITY, BAY = "city", "bay"
"""Keys of the two places in Tokyo."""


def leave_tokyo(s: Tokyo, seat: int) -> Tokyo:
    """Move a monster out of Tokyo."""
    city, bay = (NOBODY if place == seat else place for place in (s.city, s.bay))
    return replace(s, city=city, bay=bay)


@carries("KT-20")
def close_bay(s: Tokyo) -> Tokyo:
    """With four monsters or fewer, empty the Bay, into the City if that is empty."""
    if s.is_bay_open or s.bay == NOBODY:
        return s
    seat, who = s.bay, s.seats[s.bay]
    if s.city != NOBODY:
        text = Text("The Bay closes: {who} leaves Tokyo", who=who)
        return note(leave_tokyo(s, seat), "KT-20", text, seat=seat, task=Text("move out of Tokyo"))
    text = Text("The Bay closes: {who} moves to the City", who=who)
    return move_to_city(note(s, "KT-20", text, seat=seat, task=Text("move to Tokyo City")))


def move_to_city(s: Tokyo) -> Tokyo:
    """Move the monster of the Bay to the City.

    Whether that counts as entering Tokyo is the table's choice (KT-A7).
    """
    seat = s.bay
    s, ruling = apply_ruling(replace(s, city=seat, bay=NOBODY), "KT-A7", "KT-20")
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
        s = note(replace(s, city=seat), "KT-18", text, seat=seat, task=task)
    elif place == BAY:
        text, task = Text("{who} enters Tokyo Bay", who=who), Text("move to Tokyo Bay")
        s = note(replace(s, bay=seat), "KT-19", text, seat=seat, task=task)
    else:
        return s
    return trigger_moment(reward_entering(s, seat), "entered", TokyoCase(seat))


@carries("KT-19")
def _promote(s: Tokyo) -> Tokyo:
    """The City is empty and the Bay is not: let its monster move up first (KT-A6)."""
    s, ruling = apply_ruling(s, "KT-A6", "KT-19")
    return move_to_city(s) if ruling == "promoted" else s


@carries("KT-21", "KT-36")
def reward_entering(s: Tokyo, seat: int) -> Tokyo:
    """Give the point for entering Tokyo; between two players an energy instead."""
    before, duel = s, is_duel(s)
    points = effects.breakdown(s, "enter_points", TokyoCase(seat, cause="enter"), 0 if duel else 1)
    s = gain(s, "KT-36", seat, "energy", 1, "enter", Text("for entering Tokyo")) if duel else s
    return note_duel_ruling(before, gain(s, "KT-21", seat, "points", points.total, "enter", Text("for entering Tokyo")))


def note_duel_ruling(before: Tokyo, s: Tokyo) -> Tokyo:
    """Name the switch KT-A18 in the last note since ``before`` if it decided the reward.

    It decides when two monsters of a larger game are left: the rules for two apply then, or do not.
    """
    decides = len(s.seats_in_game) == 2 < len(s.seats) and s.ruling("duel", "on") == "on"
    if not decides or len(s.notes) == len(before.notes):
        return s
    return replace(s, notes=(*s.notes[:-1], replace(s.notes[-1], switch="KT-A18")))


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
