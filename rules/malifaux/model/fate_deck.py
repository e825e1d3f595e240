"""The fate deck: 52 cards in four suits and two jokers.

The id of a card is its number and the first letter of its suit.
"""

from __future__ import annotations

from dataclasses import replace
from functools import cache

from rules.engine import CardFace, CardKind, Cards, Text

SUITS = {"r": "ram", "t": "tome", "m": "mask", "c": "crow"}
"""Letter of a suit -> the name of its sign."""
SUIT_NAMES = {
    "r": lambda n: Text("{n} of rams", n=n),
    "t": lambda n: Text("{n} of tomes", n=n),
    "m": lambda n: Text("{n} of masks", n=n),
    "c": lambda n: Text("{n} of crows", n=n),
}
RED_JOKER, BLACK_JOKER = "red", "black"
HIGHEST_NUMBER = 13
JOKERS = {
    RED_JOKER: CardFace(RED_JOKER, Text("the red joker"), "", "red_joker"),
    BLACK_JOKER: CardFace(BLACK_JOKER, Text("the black joker"), "", "black_joker"),
}
UNKNOWN_CARD = "?"
"""A concealed card in somebody's hand."""
DECK = (*(f"{n}{suit}" for suit in SUITS for n in range(1, HIGHEST_NUMBER + 1)), RED_JOKER, BLACK_JOKER)
"""Every card of a fate deck."""


def card_number(card: str) -> int:
    """Return the number on a card that is no joker.

    A card of the table's own deck may be a bare number.
    """
    return int(card.rstrip("".join(SUITS)))


AN_NUMBERS = (8, 11)
"""Numbers before which English says "an"."""


@cache
def card_face(card: str) -> CardFace:
    """Return how a card looks and what it is called."""
    if card in JOKERS:
        return JOKERS[card]
    if card == UNKNOWN_CARD:
        return CardFace(card, Text("a card"), UNKNOWN_CARD)
    n, suit = card_number(card), card[-1]
    if suit not in SUITS:
        return CardFace(card, Text("an {n}", n=n) if n in AN_NUMBERS else Text("a {n}", n=n), str(n))
    return CardFace(card, SUIT_NAMES[suit](n), str(n), SUITS[suit])


def sorted_faces(cards: tuple[str, ...]) -> tuple[CardFace, ...]:
    """Return how the cards look, by suit and number, jokers last."""
    return tuple(card_face(card) for card in sorted(cards, key=_sort_key))


def _sort_key(card: str) -> tuple[bool, str, int]:
    plain = card not in JOKERS and card != UNKNOWN_CARD
    return not plain, card[-1] if plain else card, card_number(card) if plain else 0


SUIT_ORDERS = (
    ("rmtc", Text("Hearts are rams, diamonds masks, clubs tomes, spades crows")),
    ("mrtc", Text("Hearts are masks, diamonds rams, clubs tomes, spades crows")),
    ("rmct", Text("Hearts are rams, diamonds masks, clubs crows, spades tomes")),
    ("mrct", Text("Hearts are masks, diamonds rams, clubs crows, spades tomes")),
    ("rctm", Text("Hearts are rams, diamonds crows, clubs tomes, spades masks")),
    ("rtmc", Text("Hearts are rams, diamonds tomes, clubs masks, spades crows")),
)
"""For which suits hearts, diamonds, clubs and spades stand: the letters in that order, and how they are called."""


@cache
def fate_cards(order: str) -> CardKind:
    """Return the cards that a camera reads; ordinary suits stand for those letters in order."""
    read = (*(f"{n}{suit}" for suit in order for n in range(1, HIGHEST_NUMBER + 1)), RED_JOKER, BLACK_JOKER)
    bare = (str(n) for n in range(1, HIGHEST_NUMBER + 1))
    return CardKind(tuple(map(card_face, (*read, *bare))))


CARD_VALUES = (*(str(n) for n in range(1, HIGHEST_NUMBER + 1)), BLACK_JOKER, RED_JOKER)
"""The values that a card of the table's own deck can have, in the order of the buttons."""


@cache
def fate_ranks() -> CardKind:
    """Return the cards that a camera reads where suits say nothing."""
    ranks = (str(n) for n in range(1, HIGHEST_NUMBER + 1))
    return CardKind(tuple(map(card_face, (*ranks, RED_JOKER, BLACK_JOKER))), ranks_only=True)


def table_cards(order: str, seats: tuple[int, ...] = ()) -> Cards:
    """Return the hole for a card of the table's own deck, or for one of each of several seats.

    Without an ``order`` of suits only the ranks are read.
    """
    faces, n = tuple(map(card_face, CARD_VALUES)), max(1, len(seats))
    return Cards("cards", faces, n, n, kind=fate_cards(order) if order else fate_ranks(), seats=seats)


def held_card(order: str) -> Cards:
    """Return the hole for a card of a hand at the table, which somebody lays down."""
    return replace(table_cards(order), source="hand")
