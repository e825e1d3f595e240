"""Secrets of virtual cards: what is hidden from whom, and what the log may say."""

from __future__ import annotations

from rules.boss_monster.model.card_catalogue import card_name
from rules.boss_monster.model.decks import HIDDEN_CARDS, ROOM, card_keys, card_kind
from rules.boss_monster.model.events import (
    CardsReturned,
    DealtAgain,
    DealtBosses,
    Discarded,
    Drew,
    Dropped,
    Laid,
    Lost,
    Played,
    Robbed,
    Salvaged,
    Searched,
    Took,
)
from rules.boss_monster.model.state import UNKNOWN_ROOM, BossMonster, Keep, Room, room_name
from rules.engine import Event, Redaction, Text
from rules.engine.record import replace

CARD_EVENTS = (DealtBosses, Drew, Discarded, Laid, Played, Lost, Robbed, Salvaged, Searched, Took, Dropped)
"""Events that only occur with virtual cards."""
OPEN_HAND_STEP = "boss_monster.pick_shown"
"""Name of the step during which the hand of its second seat is open."""


# --- concealing --------------------------------------------------------------------------------------------------


def conceal(s: BossMonster, seats: frozenset[int]) -> BossMonster:
    """Hide the hands of all other seats, and what they laid or discarded face down."""
    keeps = tuple(
        keep
        if seat in seats
        else _conceal_player(keep, keep.hand if open_hand_seat(s) == seat else card_backs(keep.hand))
        for seat, keep in enumerate(s.keeps)
    )
    return s if keeps == s.keeps else replace(s, keeps=keeps)


def open_hand_seat(s: BossMonster) -> int:
    """Seat whose hand everybody sees now; −1 for none."""
    step = s.agenda[0] if s.agenda else None
    return int(step.args[1]) if step and step.name == OPEN_HAND_STEP else -1


def card_backs(cards: tuple[str, ...]) -> tuple[str, ...]:
    """Backs of cards, sorted so that their order is hidden as well."""
    return tuple(sorted(HIDDEN_CARDS[card_kind(card)] for card in cards))


def _conceal_player(keep: Keep, hand: tuple[str, ...]) -> Keep:
    piles = tuple((_conceal_room(pile[0]), *pile[1:]) for pile in keep.piles)
    return replace(keep, hand=hand, aside=card_backs(keep.aside), piles=piles)


def _conceal_room(room: Room) -> Room:
    return replace(room, card=UNKNOWN_ROOM) if room.down else room


# --- log texts ---------------------------------------------------------------------------------------------------


def describe_cards(s: BossMonster, event: Event) -> Text:
    """Describe an event by the number of cards, never by which, where that is secret.

    A phone for all shows the log as well.
    """
    who = s.seats[getattr(event, "seat", 0)]
    match event:
        case Drew(_, kind, cards) | Took(_, kind, cards):
            return _drew(who, kind, len(cards))
        case Laid(_, _, ()):
            return Text("{who} builds nothing", who=who)
        case Laid(_, on):
            found = s.room(on)
            return Text("A room on {room}", room=room_name(found[2])) if found else Text("A room at the entrance")
        case Played(_, cards):
            played = [Text("{who} plays {spell}", who=who, spell=card_name(card)) for card in card_keys(cards)]
            return played[0] if played else Text("{who} plays no spell", who=who)
        case Lost():
            return Text("{who} discards at random", who=who)
        case Robbed(_, victim):
            return Text("{who} takes a card from {victim}", who=who, victim=s.seats[victim])
        case Salvaged(_, card):
            return Text("{who} takes {card}", who=who, card=card_name(card))
        case Searched():
            return Text("{who} has searched the rooms", who=who)
        case DealtBosses():
            return Text("{who} draws", who=who)
    n = len(getattr(event, "cards", ()))
    return Text("{who} discards {n} card", "{who} discards {n} cards", who=who, n=n)


def _drew(who: str, kind: str, n: int) -> Text:
    if kind == ROOM:
        return Text("{who} draws a room", "{who} draws {n} rooms", who=who, n=n)
    return Text("{who} draws a spell", "{who} draws {n} spells", who=who, n=n)


def redact(s: BossMonster, event: Event) -> Redaction | None:
    """The seat that alone may know the cards of an event, and the public text."""
    match event:
        case Laid(seat) | Searched(seat) | Drew(seat) | Took(seat) | Robbed(seat):
            return Redaction(seat, describe_cards(s, event))
        case CardsReturned(seat, cards):
            text = Text("{who} puts a card back", "{who} puts {n} cards back", who=s.seats[seat], n=len(cards))
            return Redaction(seat, text)
        case Discarded(seat) if s.waits:
            return Redaction(seat, describe_cards(s, event))
        case DealtAgain(seat) if s.has_virtual_cards:
            return Redaction(seat, Text("{who} draws a new hand", who=s.seats[seat]))
    return None
