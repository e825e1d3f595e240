"""KT-42 … KT-44: Tokyo Tower."""

from __future__ import annotations

from rules.engine import Choice, Outcome, Prompt, Template, Text, asks, at, carries, note, then
from rules.engine.record import replace
from rules.king_of_tokyo.effects.registry import TokyoCase, TokyoEffect, TokyoEffects
from rules.king_of_tokyo.effects.state_changes import gain
from rules.king_of_tokyo.model.dice import ONE
from rules.king_of_tokyo.model.events import Claimed
from rules.king_of_tokyo.model.state import NOBODY, Tokyo
from rules.king_of_tokyo.model.texts import RULEBOOK

EFFECTS = TokyoEffects()

KEY, ONES_NEEDED = "variant.tower", 4
"""Effect key, and the 1s that bring a level."""
LEVEL_NAMES = (Text("the lowest level"), Text("the second level"), Text("the top"))
"""Names of the levels, from the bottom up."""
LEVEL_BONUSES = ((1, 0), (1, 1), (0, 0))
"""Hearts and energy that each level gives."""


@EFFECTS.handler("scored", KEY)
@carries("KT-42")
def offer_level(s: Tokyo, source: TokyoEffect, case: TokyoCase) -> Tokyo:
    """Give the lowest level that the monster does not own for four 1s in Tokyo.

    Whether it must take the level is the table's choice (KT-A11).
    """
    earned = case.face == ONE and case.n >= ONES_NEEDED and case.seat in s.seats_in_tokyo
    if not earned:
        return s
    s, ruling = RULEBOOK.apply_ruling(s, "KT-A11", "KT-42")
    level = next_level(s, case.seat)
    if level == len(LEVEL_NAMES):
        return s
    return then(s, at(ask_claim, case.seat, level)) if ruling == "may" else take_level(s, case.seat, level)


def next_level(s: Tokyo, seat: int) -> int:
    """The lowest level that the monster does not own, 0 … 2; 3 if it was given all by hand."""
    return next((level for level, owner in enumerate(s.tower) if owner != seat), len(s.tower))


def claim_prompt(s: Tokyo, seat: int, level: int) -> Prompt:
    """Ask whether the level is taken."""
    yes = Choice(Text("Take {level}", level=LEVEL_NAMES[level]), Template(Claimed(True)), role="default")
    no = Choice(Text("Leave it"), Template(Claimed(False)))
    title = Text("{who} may take {level} of the tower", who=s.seats[seat], level=LEVEL_NAMES[level])
    return Prompt((seat,), title, "KT-42", (yes, no), phase=Text("Tokyo Tower"))


@asks("KT-42", prompt=claim_prompt)
def ask_claim(s: Tokyo, event: Claimed, seat: int, level: int) -> Tokyo:
    """Take the level, or leave it."""
    return take_level(s, seat, level) if event.yes else s


@carries("KT-42", "KT-44")
def take_level(s: Tokyo, seat: int, level: int) -> Tokyo:
    """Give the level to the monster, whoever had it; with the top the game is won."""
    before, who = s.tower[level], s.seats[seat]
    bottom, middle, top = (seat if k == level else owner for k, owner in enumerate(s.tower))
    s = replace(s, tower=(bottom, middle, top))
    name = LEVEL_NAMES[level]
    text = Text("{who} takes {level} of the tower", who=who, level=name)
    if before != NOBODY:
        text = Text("{who} takes {level} of the tower from {whom}", who=who, level=name, whom=s.seats[before])
    task = Text("take {level} of the tower", level=name)
    s = note(s, "KT-42", text, subject=name, seat=seat, task=task)
    return replace(s, outcome=Outcome((seat,), "KT-44")) if level == len(LEVEL_NAMES) - 1 else s


@EFFECTS.handler("turn_starts", KEY)
@carries("KT-43")
def gain_level_bonuses(s: Tokyo, source: TokyoEffect, case: TokyoCase) -> Tokyo:
    """Give hearts and energy for each level that the monster owns, at its turn start."""
    mine = (level for level, owner in enumerate(s.tower) if owner == case.seat)
    for level in mine:
        hearts, energy = LEVEL_BONUSES[level]
        origin = Text("for {level} of the tower", level=LEVEL_NAMES[level])
        s = gain(s, "KT-43", case.seat, "hearts", hearts, "tower", origin)
        s = gain(s, "KT-43", case.seat, "energy", energy, "tower", origin)
    return s
