"""Virtual cards: what is left in the decks of rooms and spells, which have no stored order, and drawing from them.

In a hand and among the discards a card is its key, as often as it is there. In a hole it has a number besides
(``golem_factory.2``), for there none may be named twice.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from functools import cache, lru_cache

from rules.engine import Cards, Choice, Event, Face, Prompt, Template, Text, asks, at, auto, carries, note, then
from rules.engine.record import replace

from .cards import called, copies, printed
from .event import Drew
from .state import BossMonster, set_keep

ROOM, SPELL = "room", "spell"
HIDDEN = {ROOM: "?room", SPELL: "?spell"}
"""A card that is not for us to see: its back says what it is."""
BACKS = {ROOM: Text("a room"), SPELL: Text("a spell")}
CARDS = Text("Cards")
MANY = 256
"""Sets of cards whose faces are remembered: the same ones are asked for again and again."""


# --- cards -------------------------------------------------------------------------------------------------------


@cache
def kind_of(card: str) -> str:
    """Whether it is a room or a spell."""
    hidden = next((kind for kind, back in HIDDEN.items() if back == card), "")
    return hidden or (SPELL if printed()[card].phases else ROOM)


def faces(cards: Iterable[str]) -> tuple[Face, ...]:
    """Those cards for a hole, each with a value of its own."""
    return _faces(tuple(sorted(cards)))


@lru_cache(MANY)
def _faces(cards: tuple[str, ...]) -> tuple[Face, ...]:
    seen: Counter[str] = Counter()
    found = []
    for card in cards:
        seen[card] += 1
        name = BACKS[kind_of(card)] if card in HIDDEN.values() else Text("{name}", name=called(card))
        found.append(Face(f"{card}.{seen[card]}", name, ""))
    return tuple(found)


def keys(values: Iterable[str]) -> tuple[str, ...]:
    """The cards that a hole was filled with."""
    return tuple(value.rpartition(".")[0] for value in values)


def held(s: BossMonster, seat: int, kind: str = "") -> tuple[str, ...]:
    """The cards of a hand; of that kind alone if it is said."""
    return tuple(card for card in s.keeps[seat].hand if kind in ("", kind_of(card)))


def discarded(s: BossMonster, kind: str) -> tuple[str, ...]:
    """The rooms or the spells that were put away."""
    return tuple(card for card in s.discards if kind_of(card) == kind)


def away(cards: tuple[str, ...], gone: Iterable[str]) -> tuple[str, ...]:
    """Those cards without some of them, the rest in its order."""
    rest = list(cards)
    for card in gone:
        rest.remove(card)
    return tuple(rest)


def into_hand(s: BossMonster, seat: int, cards: Iterable[str]) -> BossMonster:
    """They are the last of that hand."""
    return set_keep(s, seat, hand=(*s.keeps[seat].hand, *cards))


def out_of_hand(s: BossMonster, seat: int, cards: Iterable[str]) -> BossMonster:
    """They are in that hand no more."""
    return set_keep(s, seat, hand=away(s.keeps[seat].hand, cards))


def put_away(s: BossMonster, *cards: str) -> BossMonster:
    """They lie among the discards; cards of the table's own lie there without us."""
    return replace(s, discards=(*s.discards, *(card for card in cards if card))) if s.virtual else s


# --- what is left ------------------------------------------------------------------------------------------------


def _seen(s: BossMonster) -> Iterator[str]:
    """Every room and spell that is not in its deck; those of whoever is out have left the game."""
    for keep in s.keeps:
        yield from (*keep.hand, *keep.aside)
        yield from (room.card.key or HIDDEN[ROOM] for pile in keep.piles for room in pile)
    yield from s.discards
    yield from (d.key for d in s.declared if not d.room)


def box(kind: str) -> Counter[str]:
    """Every card of that kind, and how many of it there are."""
    return copies("rooms" if kind == ROOM else "spells")


def left(s: BossMonster, kind: str) -> tuple[str, ...]:
    """The cards of a deck that may still be drawn, in no order."""
    gone = Counter(card for card in _seen(s) if kind_of(card) == kind)
    return tuple((box(kind) - gone).elements())


def remaining(s: BossMonster, kind: str) -> int:
    """How many those are: everybody sees that, whatever is hidden."""
    return max(0, box(kind).total() - sum(kind_of(card) == kind for card in _seen(s)))


# --- drawing -----------------------------------------------------------------------------------------------------


@carries("BM-41")
def refill(s: BossMonster, kind: str) -> BossMonster:
    """A deck that has run out is made of its discards at once; of both kinds where the table plays it so (BM-A20)."""
    if remaining(s, kind) or not discarded(s, kind):
        return s
    if s.ruling("BM-A20") == "both":
        s = replace(s, discards=())
        return note(s, "BM-41", Text("All discards are shuffled: both decks are new"), switch="BM-A20")
    s = replace(s, discards=tuple(card for card in s.discards if kind_of(card) != kind))
    text = Text("The discarded rooms are shuffled: they are the deck")
    if kind == SPELL:
        text = Text("The discarded spells are shuffled: they are the deck")
    return note(s, "BM-41", text, switch="BM-A20")


@auto("BM-41")
def draw(s: BossMonster, seat: int, kind: str, n: int) -> BossMonster:
    """So many cards; where the deck is too small its discards are shuffled in between."""
    s = refill(s, kind)
    now = min(n, remaining(s, kind))
    if not now:
        return s
    return then(s, at(deal, seat, kind, now), *((at(draw, seat, kind, n - now),) if n > now else ()))


def drawing(s: BossMonster, seat: int, kind: str, n: int = 1, label: Text | None = None) -> Choice:
    """Cards that the companion draws; never more than there are."""
    n = min(n, remaining(s, kind))
    does = Template(Drew(seat, kind), (Cards("cards", faces(left(s, kind)), n, n, "deck"),))
    return Choice(label or Text("{who} draws", who=s.seats[seat]), does, role="usual", seat=seat)


def deal_prompt(s: BossMonster, seat: int, kind: str, n: int) -> Prompt:
    """The deck is asked, not a person."""
    title = Text("{who} draws", who=s.seats[seat])
    return Prompt((seat,), title, "BM-57", (drawing(s, seat, kind, n),), phase=CARDS)


@asks("BM-57", prompt=deal_prompt)
def deal(s: BossMonster, event: Event, seat: int, kind: str, n: int) -> BossMonster:
    """They go into that hand, which has no largest size."""
    return dealt(s, event) if isinstance(event, Drew) else s


def dealt(s: BossMonster, event: Drew) -> BossMonster:
    """What the companion drew is in the hand; a deck that runs out is made anew at once."""
    return refill(into_hand(s, event.seat, keys(event.cards)), event.kind)
