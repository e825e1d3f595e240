"""Virtual decks of rooms and spells: what is left in them, and drawing.

The decks have no stored order. In a hand and among the discards a card is its key, repeated for each copy. In a hole it
also has a number (``golem_factory.2``), because values there must be unique.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from functools import cache, lru_cache

from rules.engine import CardFace, Cards, Choice, Event, Prompt, Template, Text, asks, at, auto, carries, note, then
from rules.engine.record import replace

from .card_catalogue import card_copies, card_name, card_texts
from .events import Drew
from .state import BossMonster, set_keep

ROOM, SPELL = "room", "spell"
HIDDEN_CARDS = {ROOM: "?room", SPELL: "?spell"}
"""Placeholder keys of cards that the viewer may not see; the back shows the deck."""
BACK_NAMES = {ROOM: Text("a room"), SPELL: Text("a spell")}
CARDS_PHASE = Text("Cards")
FACES_CACHE_SIZE = 256
"""Size of the cache of card faces: the same sets are asked for repeatedly."""


# --- cards -------------------------------------------------------------------------------------------------------


@cache
def card_kind(card: str) -> str:
    """Kind of a card or placeholder: room or spell."""
    hidden = next((kind for kind, back in HIDDEN_CARDS.items() if back == card), "")
    return hidden or (SPELL if card_texts()[card].phases else ROOM)


def card_faces(cards: Iterable[str]) -> tuple[CardFace, ...]:
    """Faces of cards for a hole, each with a unique value."""
    return _faces(tuple(sorted(cards)))


@lru_cache(FACES_CACHE_SIZE)
def _faces(cards: tuple[str, ...]) -> tuple[CardFace, ...]:
    seen: Counter[str] = Counter()
    found = []
    for card in cards:
        seen[card] += 1
        name = BACK_NAMES[card_kind(card)] if card in HIDDEN_CARDS.values() else Text("{name}", name=card_name(card))
        found.append(CardFace(f"{card}.{seen[card]}", name, ""))
    return tuple(found)


def card_keys(values: Iterable[str]) -> tuple[str, ...]:
    """Card keys of the values with which a hole was filled."""
    return tuple(value.rpartition(".")[0] for value in values)


def hand_cards(s: BossMonster, seat: int, kind: str = "") -> tuple[str, ...]:
    """Cards of a hand, optionally of one kind only."""
    return tuple(card for card in s.keeps[seat].hand if kind in ("", card_kind(card)))


def discards_of_kind(s: BossMonster, kind: str) -> tuple[str, ...]:
    """Discarded cards of one kind."""
    return tuple(card for card in s.discards if card_kind(card) == kind)


def without_cards(cards: tuple[str, ...], removed: Iterable[str]) -> tuple[str, ...]:
    """Remove some cards from a tuple; the rest keeps its order."""
    rest = list(cards)
    for card in removed:
        rest.remove(card)
    return tuple(rest)


def add_to_hand(s: BossMonster, seat: int, cards: Iterable[str]) -> BossMonster:
    """Append cards to a hand."""
    return set_keep(s, seat, hand=(*s.keeps[seat].hand, *cards))


def remove_from_hand(s: BossMonster, seat: int, cards: Iterable[str]) -> BossMonster:
    """Remove cards from a hand."""
    return set_keep(s, seat, hand=without_cards(s.keeps[seat].hand, cards))


def add_to_discards(s: BossMonster, *cards: str) -> BossMonster:
    """Add virtual cards to the discards; cards of a physical game are not tracked."""
    return replace(s, discards=(*s.discards, *(card for card in cards if card))) if s.has_virtual_cards else s


# --- undrawn cards -----------------------------------------------------------------------------------------------


def _cards_outside_decks(s: BossMonster) -> Iterator[str]:
    """Iterate over every room and spell that is not in its deck.

    The cards of players who are out have left the game.
    """
    for keep in s.keeps:
        yield from (*keep.hand, *keep.aside)
        yield from (room.card.key or HIDDEN_CARDS[ROOM] for pile in keep.piles for room in pile)
    yield from s.discards
    yield from (d.key for d in s.declared if not d.room)


def cards_in_box(kind: str) -> Counter[str]:
    """Every card of a kind with its number of copies."""
    return card_copies("rooms" if kind == ROOM else "spells")


def undrawn_cards(s: BossMonster, kind: str) -> tuple[str, ...]:
    """Cards of a deck that may still be drawn, in no order."""
    gone = Counter(card for card in _cards_outside_decks(s) if card_kind(card) == kind)
    return tuple((cards_in_box(kind) - gone).elements())


def count_undrawn(s: BossMonster, kind: str) -> int:
    """Number of cards left in a deck; public, whatever else is hidden."""
    return max(0, cards_in_box(kind).total() - sum(card_kind(card) == kind for card in _cards_outside_decks(s)))


# --- drawing -----------------------------------------------------------------------------------------------------


@carries("BM-41")
def refill_deck(s: BossMonster, kind: str) -> BossMonster:
    """Reshuffle the discards into a deck that has run out; both decks under BM-A20."""
    if count_undrawn(s, kind) or not discards_of_kind(s, kind):
        return s
    if s.ruling("BM-A20") == "both":
        s = replace(s, discards=())
        return note(s, "BM-41", Text("All discards are shuffled: both decks are new"), switch="BM-A20")
    return shuffle_discards(s, kind, "BM-41", "BM-A20")


def shuffle_discards(s: BossMonster, kind: str, rule: str, switch: str = "") -> BossMonster:
    """Shuffle the discards of one kind into their deck."""
    s = replace(s, discards=tuple(card for card in s.discards if card_kind(card) != kind))
    text = Text("The discarded rooms are shuffled: they are the deck")
    if kind == SPELL:
        text = Text("The discarded spells are shuffled: they are the deck")
    return note(s, rule, text, switch=switch)


@auto("BM-41")
def draw(s: BossMonster, seat: int, kind: str, n: int) -> BossMonster:
    """Draw ``n`` cards; where the deck is too small the discards are reshuffled in between."""
    s = refill_deck(s, kind)
    now = min(n, count_undrawn(s, kind))
    if not now:
        return s
    return then(s, at(deal, seat, kind, now), *((at(draw, seat, kind, n - now),) if n > now else ()))


def draw_choice(s: BossMonster, seat: int, kind: str, n: int = 1, label: Text | None = None) -> Choice:
    """Build the choice by which the app draws up to ``n`` cards."""
    n = min(n, count_undrawn(s, kind))
    does = Template(Drew(seat, kind), (Cards("cards", card_faces(undrawn_cards(s, kind)), n, n, "deck"),))
    return Choice(label or Text("{who} draws", who=s.seats[seat]), does, role="default", seat=seat)


def deal_prompt(s: BossMonster, seat: int, kind: str, n: int) -> Prompt:
    """Build the prompt that the app answers itself by drawing."""
    title = Text("{who} draws", who=s.seats[seat])
    return Prompt((seat,), title, "BM-57", (draw_choice(s, seat, kind, n),), phase=CARDS_PHASE)


@asks("BM-57", prompt=deal_prompt)
def deal(s: BossMonster, event: Event, seat: int, kind: str, n: int) -> BossMonster:
    """Put the drawn cards into the hand, which has no maximum size."""
    return add_drawn_cards(s, event) if isinstance(event, Drew) else s


def add_drawn_cards(s: BossMonster, event: Drew) -> BossMonster:
    """Add drawn cards to the hand and refill the deck if it has run out."""
    return refill_deck(add_to_hand(s, event.seat, card_keys(event.cards)), event.kind)
