"""The choice by which several players pass at once."""

from __future__ import annotations

from rules.engine import Choice, Seats, prompt
from rules.four_souls.model.state import FourSouls


def passing(s: FourSouls) -> Choice | None:
    """The choice by which everybody who has not passed passes."""
    asked = prompt(s)
    offered = asked.choices if asked else ()
    return next((choice for choice in offered if choice.template.hole(Seats) is not None), None)


def hole(choice: Choice) -> Seats:
    return choice.template.required_hole(Seats)
