"""Choices of earlier versions of the rules, which replayed logs may hold."""

from __future__ import annotations

from rules.darkmoor.model.events import Declined
from rules.darkmoor.model.state import Darkmoor
from rules.engine import Choice, Template, Text, at

from .ability import aim


def former_choices(s: Darkmoor) -> tuple[Choice, ...]:
    """Return the refusal of an ability that is compulsory, which was offered for every ability with a choice."""
    declines = Choice(Text("None of them"), Template(Declined()), seat=s.active)
    return (declines,) if s.agenda[0].name == at(aim).name else ()
