"""Treasures that effects discard, bury or take out of the shop (FS-65, FS-66)."""

from __future__ import annotations

from rules.engine import Choice, Displayable, Prompt, Template, Text, asks, at, carries, note, then
from rules.engine.kinds import ChoiceRole
from rules.four_souls.model.effect import TARGET_KINDS, Target
from rules.four_souls.model.events import Aimed
from rules.four_souls.model.state import FourSouls
from rules.four_souls.vocabulary.card_names import treasure_name
from rules.four_souls.vocabulary.shop import filled_shop_slots, is_shop_followed

from .item_gain import gain_treasure
from .purchase import empty_shop_slot

NO_MORE = Target()
"""Target that says that no further treasure leaves."""


@carries("FS-65")
def flush_shop(s: FourSouls, seat: int, target: Target, *, is_buried: bool) -> FourSouls:
    """Take treasures out of the shop.

    One, all, or those that a player chooses go to the discard or under the deck.

    Where the treasures are not tracked it is a line for the hands.
    """
    if not is_shop_followed(s):
        return _flush_untracked(s, seat, target, is_buried)
    if target.kind == "some_shop":
        return then(s, at(flush_some, seat))
    for slot in filled_shop_slots(s) if target.kind == "whole_shop" else (target.id,):
        s = _discard(s, seat, slot, is_buried)
    return s


def _discard(s: FourSouls, seat: int, slot: int, is_buried: bool) -> FourSouls:
    name = treasure_name(s, slot)
    text = Text("{treasure} leaves the shop", treasure=name)
    s = note(s, "FS-65", text, seat=seat, subject=name, task=_discard_text(name, is_buried))
    return empty_shop_slot(s, slot)


def _discard_text(name: Displayable, is_buried: bool) -> Text:
    if is_buried:
        return Text("put {treasure} under the treasure deck", treasure=name)
    return Text("discard {treasure}", treasure=name)


def _flush_untracked(s: FourSouls, seat: int, target: Target, is_buried: bool) -> FourSouls:
    what = TARGET_KINDS[target.kind].text
    if target.kind == "some_shop":
        what = Text("the treasures of the shop that you choose")
    task = _discard_text(what, is_buried)
    s = note(s, "FS-65", Text("Treasures leave the shop"), seat=seat, task=task)
    return empty_shop_slot(s, -1)


def flush_some_prompt(s: FourSouls, seat: int) -> Prompt:
    """Ask which treasure leaves the shop, until no more do."""
    choices = (_shop_choice(s, slot, seat, "option") for slot in filled_shop_slots(s))
    done = Choice(Text("No more"), Template(Aimed(NO_MORE)), role="default", seat=seat)
    title = Text("Which treasure leaves the shop?")
    return Prompt((seat,), title, "FS-65", (*choices, done), phase=Text("Shop"))


def _shop_choice(s: FourSouls, slot: int, seat: int, role: ChoiceRole) -> Choice:
    name = Text("{treasure}", treasure=treasure_name(s, slot))
    return Choice(name, Template(Aimed(Target("shop", slot))), role=role, seat=seat)


@asks("FS-65", prompt=flush_some_prompt)
def flush_some(s: FourSouls, event: Aimed, seat: int) -> FourSouls:
    """Discard the treasure and ask for the next one; the slots are refilled afterwards."""
    if event.target == NO_MORE:
        return s
    return then(_discard(s, seat, event.target.id, is_buried=False), at(flush_some, seat))


# --- taken by a player -------------------------------------------------------------------------------------------


@carries("FS-65")
def take_shop_item(s: FourSouls, seat: int, slot: int) -> FourSouls:
    """Give a treasure of the shop to a player; −1: one that nobody tracks."""
    text = Text("{who} takes from the shop: {treasure}", who=s.seats[seat], treasure=treasure_name(s, slot))
    s = note(s, "FS-65", text)
    s = gain_treasure(s, "FS-34", seat, 1, s.shop[slot] if slot >= 0 else "")
    return empty_shop_slot(s, slot)


def let_take(s: FourSouls, seat: int, *, is_optional: bool = False) -> FourSouls:
    """Ask a player which treasure of the shop they take, where there is a choice."""
    slots = filled_shop_slots(s) if is_shop_followed(s) else (-1,)
    if is_optional:
        return then(s, at(take_from_shop, seat, "may"))
    if len(slots) > 1:
        return then(s, at(take_from_shop, seat))
    return take_shop_item(s, seat, slots[0]) if slots else s


def take_prompt(s: FourSouls, seat: int, may: str = "") -> Prompt:
    """Ask which treasure of the shop the player takes, if any where they may."""
    slots = filled_shop_slots(s) if is_shop_followed(s) else (-1,)
    choices = tuple(_shop_choice(s, slot, seat, "default") for slot in slots)
    nothing = Choice(
        Text("None of them" if may else "None is there"), Template(Aimed(NO_MORE)), role="option", seat=seat
    )
    title = Text("Which treasure of the shop does {who} take?", who=s.seats[seat])
    return Prompt((seat,), title, "FS-65", (*choices, nothing) if may or not choices else choices, phase=Text("Shop"))


@asks("FS-65", prompt=take_prompt)
def take_from_shop(s: FourSouls, event: Aimed, seat: int, may: str = "") -> FourSouls:
    """Give the chosen treasure to the player."""
    return s if event.target == NO_MORE else take_shop_item(s, seat, event.target.id)
