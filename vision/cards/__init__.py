"""Playing cards in a picture: rank and suit of each, and how sure the reader is of them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from vision.reading import Box, Point, Reject

RANKS = range(14)
"""Every rank: 0 is a joker, 1 the ace, 11 jack, 12 queen, 13 king."""
FRENCH_SUITS = ("hearts", "diamonds", "clubs", "spades")
"""Suits of ordinary playing cards."""
FATE_SUITS = ("rams", "crows", "tomes", "masks")
"""Suits of the printed fate decks of *Malifaux*."""
JOKERS = ("red", "black")
"""Suits of the jokers."""
POSSIBLE_CARD = "perhaps a card"
"""Reason of a reject that may be a card all the same."""


@dataclass(frozen=True, slots=True)
class Card:
    """One card as it lies on the table, face up."""

    rank: int
    """1 (ace) … 13 (king), or 0 for a joker."""
    suit: str
    """One of FRENCH_SUITS or FATE_SUITS; of a joker one of JOKERS."""
    box: Box
    """(x, y, width, height) of the card, in pixels of the picture that was read."""
    confidence: float
    """0..1; the share of such cases in which rank and suit are right."""
    doubt: str | None = None
    """Why a person should look: one of ``vision.DOUBTS``, or None when the reader is sure."""
    is_rank_sure: bool = False
    """Whether the rank needs no look, where a game asks for no suit; so it is wherever there is no doubt."""
    corners: tuple[Point, ...] = ()
    """Four corners of the card from the upper left of its index, clockwise, in pixels; they may lie outside."""

    @property
    def is_joker(self) -> bool:
        """Whether it is a joker."""
        return self.rank == 0


@dataclass(frozen=True, slots=True)
class CardReading:
    """Every card that was read in one picture."""

    cards: tuple[Card, ...]
    """Cards, top to bottom and left to right."""
    rejects: tuple[Reject, ...]
    """Candidates that were rejected."""
    size: tuple[int, int]
    """(width, height) of the picture in pixels."""
    stage_ms: Mapping[str, float] = field(default_factory=dict, compare=False)
    """Milliseconds that each stage took."""

    @property
    def ranks(self) -> tuple[int, ...]:
        """Ranks read, smallest first."""
        return tuple(sorted(card.rank for card in self.cards))

    @property
    def possible_cards(self) -> tuple[Reject, ...]:
        """Places where nothing was read and a card may lie."""
        return tuple(reject for reject in self.rejects if reject.reason == POSSIBLE_CARD)

    @property
    def is_sure(self) -> bool:
        """Whether there is at least one card, none is in doubt, and none may have been missed."""
        return bool(self.cards) and not self.possible_cards and all(card.doubt is None for card in self.cards)

    @property
    def are_ranks_sure(self) -> bool:
        """The same of the ranks alone, where a game asks for no suit."""
        return bool(self.cards) and not self.possible_cards and all(card.is_rank_sure for card in self.cards)
