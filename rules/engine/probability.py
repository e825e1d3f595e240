"""Probabilities of what may happen beyond the next answer."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from .text import Text


@dataclass(frozen=True, slots=True)
class Probability:
    """What may happen, its exact probability, its rule, and its seat (None: the table).

    A chance of 1: it will happen unless somebody acts. ``ignores_cards``: cards that affect it are not taken into
    account.
    """

    label: Text
    chance: Fraction
    rule: str
    seat: int | None = None
    ignores_cards: bool = False
