"""Probabilities of what may happen beyond the next answer."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from .text import Text


@dataclass(frozen=True, slots=True)
class Odd:
    """What may happen, its exact probability, its rule, and its seat (None: the table).

    A chance of 1: it will happen unless somebody acts. ``ignores_cards``: cards that affect it are not taken into
    account.
    """

    what: Text
    chance: Fraction
    rule: str
    seat: int | None = None
    bare: bool = False
