"""KT-26: the cards in front of a monster: taking, handing over and discarding them."""

from __future__ import annotations

from rules.engine import Displayable, Text, carries, note, then
from rules.engine.record import ANY_FIELDS, id_updater, replace
from rules.king_of_tokyo.effects.card_names import from_effect, held_name, held_or_tile_name
from rules.king_of_tokyo.effects.registry import SourceKind, TokyoCase, TokyoEffect, effects
from rules.king_of_tokyo.effects.standing import heart_limit, heart_room, is_in_game
from rules.king_of_tokyo.effects.state_changes import change_number
from rules.king_of_tokyo.effects.triggers import trigger_effect
from rules.king_of_tokyo.model.card_catalogue import PowerCard, printed_power_cards
from rules.king_of_tokyo.model.state import Held, Tokyo, find_held, set_monster, set_turn_state

from .damage import fall


def card_name(card: PowerCard) -> Displayable:
    """The name of a card at this table, as printed or as typed."""
    return held_name(Held(0, card.id, card.name))


def owner_of(s: Tokyo, item: int) -> int:
    """The seat that has the card; −1: nobody."""
    return next((seat for seat in s.seats_in_game if any(held.id == item for held in s.monsters[seat].cards)), -1)


def is_copyable(held: Held) -> bool:
    """Whether that card may be copied: a printed keep card that copies none itself (KT-33)."""
    printed_card = printed_power_cards().get(held.card)
    return printed_card is not None and printed_card.kind == "keep" and not is_copier("card", held)


def is_copier(kind: SourceKind, held: Held) -> bool:
    """Whether a token makes that card or tile a copy of another, also while it is not in force."""
    return f"{kind}.{held.card}" in effects.modifier["copies"]


set_held = id_updater(Tokyo, ANY_FIELDS, "monsters.cards", "monsters.tiles")
"""Changes a card or tile."""


# --- taking cards ------------------------------------------------------------------------------------------------


@carries("KT-26")
def take_card(s: Tokyo, seat: int, card: PowerCard, cost: int) -> Tokyo:
    """Give a card to a monster.

    A card that stays lies in front of its owner and is in force; any other acts at once and is discarded.
    """
    printed_card = printed_power_cards().get(card.id)
    s = replace(s, numbered=s.numbered + 1)
    held = Held(s.numbered, card.id, "" if printed_card else card.name, cost)
    stays = printed_card.is_permanent if printed_card else card.keep
    name, who = held_name(held), s.seats[seat]
    task = Text("put {card} in front of you", card=name) if stays else Text("discard {card}", card=name)
    s = note(s, "KT-26", Text("{who} has {card}", who=who, card=name), kind="restated", seat=seat, task=task)
    if stays:
        return trigger_arrival(set_monster(s, seat, cards=(*s.monsters[seat].cards, held)), seat, held)
    return put_on_discards(trigger_arrival(s, seat, held), card.id)


def trigger_arrival(s: Tokyo, seat: int, held: Held, as_card: str = "") -> Tokyo:
    """Run what a card does when it comes to its owner, or when it becomes a copy of another."""
    source = TokyoEffect("card", f"card.{as_card or held.card}", seat, held.id)
    return trigger_effect(s, "taken", source, TokyoCase(seat, card=held.card))


@carries("KT-26")
def hand_over(s: Tokyo, item: int, seat: int) -> Tokyo:
    """Move a card from one monster to another, with what lies on it.

    It counts as coming to its new owner.
    """
    held, before = find_held(s, item), owner_of(s, item)
    if held is None or before in (-1, seat):
        return s
    s = set_monster(_without(s, before, item), seat, cards=(*s.monsters[seat].cards, held))
    name = held_name(held)
    task = Text("give {card} to {who}", card=name, who=s.seats[seat])
    s = note(s, "KT-26", Text("{card} goes to {who}", card=name, who=s.seats[seat]), seat=before, task=task)
    return trigger_arrival(cut_excess_hearts(s, before), seat, held)


# --- discarding cards --------------------------------------------------------------------------------------------


@carries("KT-26")
def discard_card(s: Tokyo, item: int) -> Tokyo:
    """Discard a card of a monster; what copied it copies nothing any more (KT-33)."""
    held, seat = find_held(s, item), owner_of(s, item)
    if held is None or seat < 0:
        return s
    name = held_name(held)
    text, task = Text("{who} discards {card}", who=s.seats[seat], card=name), Text("discard {card}", card=name)
    s = note(_without(s, seat, item), "KT-26", text, seat=seat, task=task)
    return cut_excess_hearts(put_on_discards(end_copies(s, item), held.card), seat)


def discard_all_cards(s: Tokyo, seat: int) -> Tokyo:
    """Discard all cards of a monster."""
    for held in s.monsters[seat].cards:
        s = discard_card(s, held.id)
    return s


def put_on_discards(s: Tokyo, card: str) -> Tokyo:
    """Put a card on the discards."""
    return replace(s, discard=(*s.discard, card))


@carries("KT-33")
def return_copy_tokens(s: Tokyo, item: int) -> Tokyo:
    """Take back the tokens of those who copied that card."""
    for monster in s.monsters:
        for held in (*monster.cards, *monster.tiles):
            s = set_held(s, held.id, copies=0, counters=0) if held.copies == item else s
    return s


@carries("KT-30", "KT-33")
def end_copies(s: Tokyo, item: int) -> Tokyo:
    """End the copies of that card, and cut the hearts that only they allowed."""
    copiers = tuple(
        (seat, held)
        for seat, monster in enumerate(s.monsters)
        for held in (*monster.cards, *monster.tiles)
        if held.copies == item
    )
    s = return_copy_tokens(s, item)
    for seat, held in copiers:
        text = Text("{card} copies nothing any more", card=held_or_tile_name(held))
        s = note(s, "KT-33", text, subject=token_subject(held), seat=seat, task=Text("take your token back"))
        s = cut_excess_hearts(s, seat)
    return s


def note_copy(s: Tokyo, rule: str, seat: int, held: Held, copied: Displayable) -> Tokyo:
    """Note that a card or tile copies another one, on which its token is put."""
    text = Text("{who} copies {card}", who=s.seats[seat], card=copied)
    task = Text("put your token on {card}", card=copied)
    return note(s, rule, text, subject=token_subject(held), seat=seat, task=task)


def token_subject(held: Held) -> Text:
    """The subject of the notes about where a copier's token lies."""
    return Text("token of {card}", card=held_or_tile_name(held))


def _without(s: Tokyo, seat: int, item: int) -> Tokyo:
    return set_monster(s, seat, cards=tuple(held for held in s.monsters[seat].cards if held.id != item))


@carries("KT-30")
def cut_excess_hearts(s: Tokyo, seat: int) -> Tokyo:
    """Cut hearts above the maximum after a card has left, or a curse has come.

    A monster that was in the game at 0 hearts only by that card is eliminated.
    """
    limit, room = heart_limit(s, seat), heart_room(s, seat)
    if room < 0:
        lowering = (from_effect(source) for source, by in limit.parts if by < 0)
        s = change_number(s, "KT-30", seat, "hearts", room, next(lowering, Text("for the limit of {n}", n=limit.total)))
    return s if is_in_game(s, seat) else then(s, fall)


# --- effects used once a turn ------------------------------------------------------------------------------------


def is_used_this_turn(s: Tokyo, source: TokyoEffect) -> bool:
    """Whether that effect has been used this turn."""
    return _mark(source) in s.now.used


def mark_used(s: Tokyo, source: TokyoEffect) -> Tokyo:
    """Mark that effect as used this turn."""
    return set_turn_state(s, used=s.now.used | {_mark(source)})


def _mark(source: TokyoEffect) -> str:
    return f"{source.key}.{source.seat}.{source.item}"
