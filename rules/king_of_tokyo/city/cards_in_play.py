"""KT-26: the cards in front of a monster: taking, handing over and discarding them."""

from __future__ import annotations

from rules.engine import Shown, Text, carries, note, then
from rules.engine.record import replace
from rules.king_of_tokyo.effects.card_names import held_name
from rules.king_of_tokyo.effects.state_changes import add, most_hearts
from rules.king_of_tokyo.effects.triggers import happens_to
from rules.king_of_tokyo.effects.verbs import Case, Source, find
from rules.king_of_tokyo.model.card_catalogue import PowerCard, printed
from rules.king_of_tokyo.model.state import Held, Tokyo, set_monster, set_now

from .damage import fall


def card_name(card: PowerCard) -> Shown:
    """The name of a card at this table, as printed or as typed."""
    return held_name(Held(0, card.id, card.name))


def owner(s: Tokyo, item: int) -> int:
    """The seat that has the card; −1: nobody."""
    return next((seat for seat in s.alive if any(held.id == item for held in s.monsters[seat].cards)), -1)


def set_held(s: Tokyo, item: int, **changes: object) -> Tokyo:
    """Return the state with that card or tile changed."""
    for seat, monster in enumerate(s.monsters):
        for place in ("cards", "tiles"):
            held: tuple[Held, ...] = getattr(monster, place)
            if any(one.id == item for one in held):
                changed = tuple(replace(one, **changes) if one.id == item else one for one in held)  # type: ignore[arg-type]
                return set_monster(s, seat, **{place: changed})
    return s


# --- taking cards ------------------------------------------------------------------------------------------------


@carries("KT-26")
def take_card(s: Tokyo, seat: int, card: PowerCard, cost: int) -> Tokyo:
    """Give a card to a monster.

    A card that stays lies in front of its owner and is in force; any other acts at once and is discarded.
    """
    known = printed().get(card.id)
    s = replace(s, numbered=s.numbered + 1)
    held = Held(s.numbered, card.id, "" if known else card.name, cost)
    if known.stays if known else card.keep:
        return came(set_monster(s, seat, cards=(*s.monsters[seat].cards, held)), seat, held)
    return put_away(came(s, seat, held), card.id)


def came(s: Tokyo, seat: int, held: Held, as_card: str = "") -> Tokyo:
    """Run what a card does when it comes to its owner, or when it becomes a copy of another."""
    source = Source("card", f"card.{as_card or held.card}", seat, held.id)
    return happens_to(s, "taken", source, Case(seat, card=held.card))


@carries("KT-26")
def hand_over(s: Tokyo, item: int, seat: int) -> Tokyo:
    """Move a card from one monster to another, with what lies on it.

    It counts as coming to its new owner.
    """
    held, before = find(s, item), owner(s, item)
    if held is None or before in (-1, seat):
        return s
    s = set_monster(_without(s, before, item), seat, cards=(*s.monsters[seat].cards, held))
    s = note(s, "KT-26", Text("{card} goes to {who}", card=held_name(held), who=s.seats[seat]))
    return came(without_it(s, before), seat, held)


# --- discarding cards --------------------------------------------------------------------------------------------


@carries("KT-26")
def drop(s: Tokyo, item: int) -> Tokyo:
    """Discard a card of a monster; what copied it copies nothing any more (KT-33)."""
    held, seat = find(s, item), owner(s, item)
    if held is None or seat < 0:
        return s
    s = note(_without(s, seat, item), "KT-26", Text("{who} discards {card}", who=s.seats[seat], card=held_name(held)))
    return without_it(put_away(release(s, item), held.card), seat)


def drop_all(s: Tokyo, seat: int) -> Tokyo:
    """Discard all cards of a monster."""
    for held in s.monsters[seat].cards:
        s = drop(s, held.id)
    return s


def put_away(s: Tokyo, card: str) -> Tokyo:
    """Put a card on the discards."""
    return replace(s, discard=(*s.discard, card))


@carries("KT-33")
def release(s: Tokyo, item: int) -> Tokyo:
    """Take back the tokens of those who copied that card."""
    for monster in s.monsters:
        for held in (*monster.cards, *monster.tiles):
            s = set_held(s, held.id, copies=0, counters=0) if held.copies == item else s
    return s


def _without(s: Tokyo, seat: int, item: int) -> Tokyo:
    return set_monster(s, seat, cards=tuple(held for held in s.monsters[seat].cards if held.id != item))


@carries("KT-30")
def without_it(s: Tokyo, seat: int) -> Tokyo:
    """Cut hearts above the maximum after a card has left.

    A monster that was in the game at 0 hearts only by that card is eliminated.
    """
    over = s.monsters[seat].hearts - most_hearts(s, seat)
    s = add(s, "KT-30", seat, "hearts", -over) if over > 0 else s
    return s if s.monsters[seat].hearts else then(s, fall)


# --- effects used once a turn ------------------------------------------------------------------------------------


def spent(s: Tokyo, source: Source) -> bool:
    """Whether that effect has been used this turn."""
    return _mark(source) in s.now.used


def spend(s: Tokyo, source: Source) -> Tokyo:
    """Mark that effect as used this turn."""
    return set_now(s, used=s.now.used | {_mark(source)})


def _mark(source: Source) -> str:
    return f"{source.key}.{source.seat}.{source.item}"
