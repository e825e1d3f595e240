"""Imports every module that registers effects, so that they are in force."""

from . import (
    afterlife,
    berserk,
    copying,
    cultists,
    curses,
    forms,
    guards,
    healing,
    natures,
    parting,
    privileges,
    redice,
    throwing,
    tiles,
    tower,
    wickedness,
)
from .effects import asking
from .powercards import printed

__all__ = [
    "afterlife",
    "asks_somebody",
    "berserk",
    "copying",
    "cultists",
    "curses",
    "forms",
    "guards",
    "healing",
    "natures",
    "parting",
    "privileges",
    "redice",
    "throwing",
    "tiles",
    "tower",
    "wickedness",
]

STEPS = ("card.opportunist", "card.unstable_dna")
"""Effect keys of cards that ask by a step of their own, at their moment."""


def asks_somebody() -> frozenset[str]:
    """Ids of the cards that need a choice or a hidden card; all others act by themselves."""
    return frozenset(id for id in printed() if f"card.{id}" in (*asking(), *STEPS))
