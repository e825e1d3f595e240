"""What a card does: one notation for the cards of all games, and its parser."""

from .parser import CardNotationError, parse_abilities
from .syntax import (
    UNKNOWN,
    UNKNOWN_FACE,
    Ability,
    Amount,
    Condition,
    Cost,
    Deed,
    Face,
    Head,
    If,
    May,
    Roll,
    Step,
    UntilEnd,
    Way,
)

__all__ = [
    "UNKNOWN",
    "UNKNOWN_FACE",
    "Ability",
    "Amount",
    "CardNotationError",
    "Condition",
    "Cost",
    "Deed",
    "Face",
    "Head",
    "If",
    "May",
    "Roll",
    "Step",
    "UntilEnd",
    "Way",
    "parse_abilities",
]
