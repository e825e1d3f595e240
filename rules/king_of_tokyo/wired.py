"""Every card that does something, known to the mechanism of effects once this is imported."""

from . import afterlife, copying, guards, healing, natures, parting, privileges, redice, throwing
from .effects import asking
from .powercards import printed

__all__ = [
    "afterlife",
    "asks_somebody",
    "copying",
    "guards",
    "healing",
    "natures",
    "parting",
    "privileges",
    "redice",
    "throwing",
]

STEPS = ("card.opportunist", "card.unstable_dna")
"""Cards that ask by a step of their own, at their moment."""


def asks_somebody() -> frozenset[str]:
    """The ids of the cards that need a person's choice or a hidden card; all others act by themselves."""
    return frozenset(id for id in printed() if f"card.{id}" in (*asking(), *STEPS))
