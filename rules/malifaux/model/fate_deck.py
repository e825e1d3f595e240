"""The fate deck: 52 cards in four suits and two jokers.

The id of a card is its number and the first letter of its suit.
"""

from __future__ import annotations

from functools import cache

from rules.engine import Face, Text

SUITS = {"r": "ram", "t": "tome", "m": "mask", "c": "crow"}
"""Letter of a suit -> the name of its sign."""
NAMES = {
    "r": lambda n: Text("{n} of rams", n=n),
    "t": lambda n: Text("{n} of tomes", n=n),
    "m": lambda n: Text("{n} of masks", n=n),
    "c": lambda n: Text("{n} of crows", n=n),
}
RED, BLACK = "red", "black"
HIGHEST = 13
JOKERS = {
    RED: Face(RED, Text("the red joker"), "", "red_joker"),
    BLACK: Face(BLACK, Text("the black joker"), "", "black_joker"),
}
UNKNOWN = "?"
"""A concealed card in somebody's hand."""
DECK = (*(f"{n}{suit}" for suit in SUITS for n in range(1, HIGHEST + 1)), RED, BLACK)
"""Every card of a fate deck."""


def number(card: str) -> int:
    """Return the number on a card that is no joker.

    A card of the table's own deck may be a bare number.
    """
    return int(card.rstrip("".join(SUITS)))


@cache
def face(card: str) -> Face:
    """Return how a card looks and what it is called."""
    if card in JOKERS:
        return JOKERS[card]
    if card == UNKNOWN:
        return Face(card, Text("a card"), UNKNOWN)
    n, suit = number(card), card[-1]
    if suit not in SUITS:
        return Face(card, Text("a {n}", n=n), str(n))
    return Face(card, NAMES[suit](n), str(n), SUITS[suit])


def faces(cards: tuple[str, ...]) -> tuple[Face, ...]:
    """Return how the cards look, by suit and number, jokers last."""
    return tuple(face(card) for card in sorted(cards, key=_place))


def _place(card: str) -> tuple[bool, str, int]:
    plain = card not in JOKERS and card != UNKNOWN
    return not plain, card[-1] if plain else card, number(card) if plain else 0


VALUES = (*(str(n) for n in range(1, HIGHEST + 1)), BLACK, RED)
"""The values that a card of the table's own deck can have, in the order of the buttons."""
