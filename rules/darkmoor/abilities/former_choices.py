"""Choices of earlier versions of the rules, which replayed logs may hold."""

from __future__ import annotations

from rules.darkmoor.model.events import Declined
from rules.darkmoor.model.state import Darkmoor
from rules.engine import Choice, Template, Text, at

from .ability import PLAY_COMPULSORY, aim

ESCAPED_FIRST = "darkmoor.escaped_first"
"""The step of ``phases.attack`` that asks which ability of an escaped minion goes off first."""


def former_choices(s: Darkmoor) -> tuple[Choice, ...]:
    """Return the refusals of compulsory abilities, which earlier rules offered."""
    step = s.agenda[0]
    was_offered = step.name in (at(aim).name, ESCAPED_FIRST) or (step.name, step.args) == (
        PLAY_COMPULSORY.name,
        PLAY_COMPULSORY.args,
    )
    return (Choice(Text("None of them"), Template(Declined()), seat=s.active),) if was_offered else ()
