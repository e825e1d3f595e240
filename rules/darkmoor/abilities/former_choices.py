"""Choices of earlier versions of the rules, which replayed logs may hold."""

from __future__ import annotations

from rules.darkmoor.model.cards import card_hole
from rules.darkmoor.model.events import Declined, Located, TurnedUp
from rules.darkmoor.model.state import Darkmoor
from rules.engine import Choice, Template, Text, at

from .ability import PLAY_COMPULSORY, aim

ESCAPED_FIRST = "darkmoor.escaped_first"
"""The step of ``phases.attack`` that asks which ability of an escaped minion goes off first."""


def former_choices(s: Darkmoor) -> tuple[Choice, ...]:
    """Return what earlier rules offered: any card, and the refusal of compulsory abilities."""
    return (*_former_cards(s), *_former_refusals(s))


def _former_cards(s: Darkmoor) -> tuple[Choice, ...]:
    """Return any card, also a location that lies there already or a hero who is in the box."""
    match s.agenda[0].name:
        case "darkmoor.locate":
            return (Choice(Text("Name the location"), Template(Located(), (card_hole("locations"),))),)
        case "darkmoor.reveal":
            return (Choice(Text("Name the hero"), Template(TurnedUp(), (card_hole("heroes"),))),)
    return ()


def _former_refusals(s: Darkmoor) -> tuple[Choice, ...]:
    step = s.agenda[0]
    was_offered = step.name in (at(aim).name, ESCAPED_FIRST) or (step.name, step.args) == (
        PLAY_COMPULSORY.name,
        PLAY_COMPULSORY.args,
    )
    return (Choice(Text("None of them"), Template(Declined()), seat=s.active),) if was_offered else ()
