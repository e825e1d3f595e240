"""KT-18 … KT-21: Tokyo City, Tokyo Bay, and who stands there."""

from __future__ import annotations

from rules.engine import Text, carries, note
from rules.engine.record import replace
from rules.king_of_tokyo.effects.state_changes import gain, ruled
from rules.king_of_tokyo.effects.triggers import happens
from rules.king_of_tokyo.effects.verbs import Case, amount
from rules.king_of_tokyo.model.state import NOBODY, Tokyo

CITY, BAY = "city", "bay"
"""Keys of the two places in Tokyo."""


def leave(s: Tokyo, seat: int) -> Tokyo:
    """Move a monster out of Tokyo."""
    city, bay = (NOBODY if place == seat else place for place in (s.city, s.bay))
    return replace(s, city=city, bay=bay)


@carries("KT-20")
def close_bay(s: Tokyo) -> Tokyo:
    """With four monsters or fewer, empty the Bay, into the City if that is empty."""
    if s.bay_open or s.bay == NOBODY:
        return s
    seat, who = s.bay, s.seats[s.bay]
    if s.city != NOBODY:
        return note(leave(s, seat), "KT-20", Text("The Bay closes: {who} leaves Tokyo", who=who))
    return to_city(note(s, "KT-20", Text("The Bay closes: {who} moves to the City", who=who)))


def to_city(s: Tokyo) -> Tokyo:
    """Move the monster of the Bay to the City.

    Whether that counts as entering Tokyo is the table's choice (KT-A7).
    """
    seat = s.bay
    s, how = ruled(replace(s, city=seat, bay=NOBODY), "KT-A7", "KT-20")
    return rewarded(s, seat) if how == "point" else s


def free_place(s: Tokyo) -> str:
    """The place in Tokyo that a monster would enter now; empty if there is none."""
    if s.city == NOBODY:
        return CITY
    return BAY if s.bay_open and s.bay == NOBODY else ""


@carries("KT-15", "KT-18", "KT-19")
def enter(s: Tokyo, seat: int) -> Tokyo:
    """Move a monster into Tokyo, the City if it is empty, else the Bay, and reward it."""
    if free_place(s) == CITY and s.bay != NOBODY:
        s = _promote(s)
    place, who = free_place(s), s.seats[seat]
    if place == CITY:
        s = note(replace(s, city=seat), "KT-18", Text("{who} enters Tokyo City", who=who))
    elif place == BAY:
        s = note(replace(s, bay=seat), "KT-19", Text("{who} enters Tokyo Bay", who=who))
    else:
        return s
    return happens(rewarded(s, seat), "entered", Case(seat))


@carries("KT-19")
def _promote(s: Tokyo) -> Tokyo:
    """The City is empty and the Bay is not: let its monster move up first (KT-A6)."""
    s, how = ruled(s, "KT-A6", "KT-19")
    return to_city(s) if how == "promoted" else s


@carries("KT-21", "KT-36")
def rewarded(s: Tokyo, seat: int) -> Tokyo:
    """Give the point for entering Tokyo; between two players an energy instead."""
    before, duel = s, is_duel(s)
    points = amount(s, "enter_points", Case(seat, why="enter"), 0 if duel else 1)
    s = gain(s, "KT-36", seat, "energy", 1, "enter", Text("for entering Tokyo")) if duel else s
    return duel_ruled(before, gain(s, "KT-21", seat, "points", points.total, "enter", Text("for entering Tokyo")))


def duel_ruled(before: Tokyo, s: Tokyo) -> Tokyo:
    """Name the switch KT-A18 in the last note since ``before`` if it decided the reward.

    It decides when two monsters of a larger game are left: the rules for two apply then, or do not.
    """
    decides = len(s.alive) == 2 < len(s.seats) and s.ruling("duel", "on") == "on"
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
    return len(s.seats) == 2 or (len(s.alive) == 2 and s.ruling("KT-A18") == "shrunk")
