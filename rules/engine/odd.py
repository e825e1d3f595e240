"""How likely something is that lies further ahead than the next answer."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from .text import Text


@dataclass(frozen=True, slots=True)
class Odd:
    """What may come, how likely exactly, by which rule, and whose it is (None: the table's).

    A chance of 1: so it stands, and only what somebody does would change it. ``bare``: cards act on it that are not
    reckoned with.
    """

    what: Text
    chance: Fraction
    rule: str
    seat: int | None = None
    bare: bool = False
