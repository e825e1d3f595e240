"""The choice by which several players pass at once."""

from __future__ import annotations

from rules.engine import Choice, Seats, prompt
from rules.four_souls.model.state import FourSouls


def passing(s: FourSouls) -> Choice | None:
    """The choice by which everybody who has not passed passes."""
    asked = prompt(s)
    offered = asked.choices if asked else ()
    return next((choice for choice in offered if any(isinstance(hole, Seats) for hole in choice.template.holes)), None)


def hole(choice: Choice) -> Seats:
    return next(hole for hole in choice.template.holes if isinstance(hole, Seats))
