"""Every card, tile and die that does something, known to the mechanism of effects once this is imported."""

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
"""Cards that ask by a step of their own, at their moment."""


def asks_somebody() -> frozenset[str]:
    """The ids of the cards that need a person's choice or a hidden card; all others act by themselves."""
    return frozenset(id for id in printed() if f"card.{id}" in (*asking(), *STEPS))
