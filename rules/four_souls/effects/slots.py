"""Effects on slots, decks and the shop: what comes and goes there, and captured monsters."""

from __future__ import annotations

from rules import stack
from rules.engine import Displayable, Text, at, carries, note, then
from rules.engine.record import replace
from rules.four_souls.board.rooms import discard_room, reveal_room
from rules.four_souls.board.shop_changes import flush_shop, let_take, take_shop_item
from rules.four_souls.board.slots import (
    add_slot,
    bring_event,
    fill_discarded,
    fill_event,
    fill_slot,
    remove_monster,
    search_monsters,
    summon_monster,
    take_out_monster,
    turn_over,
)
from rules.four_souls.board.souls import take_soul
from rules.four_souls.combat.death import put_into_deck, return_to_deck
from rules.four_souls.model.catalogue import monster_effect_texts
from rules.four_souls.model.effect import Effect, EffectAction, EffectKind, EffectTargets, EffectTemplate, Target
from rules.four_souls.model.item_catalogue import find_room
from rules.four_souls.model.stack_item import Item
from rules.four_souls.model.state import FourSouls, set_owned
from rules.four_souls.vocabulary.card_names import card_key, card_name, display_name, owned_name
from rules.four_souls.vocabulary.monster_triggers import is_indomitable
from rules.four_souls.vocabulary.state_changes import place_monster


def _vacate(s: FourSouls, item: Item, target: Target, by: int) -> FourSouls:
    if target.kind == "room":
        return discard_room(s, target.id)
    return remove_monster(s, target.id, is_told=False)


def _steal_shop(s: FourSouls, item: Item, target: Target, by: int) -> FourSouls:
    """Give the player of the effect that treasure; a player who is the target chooses one."""
    return let_take(s, target.id) if target.kind == "seat" else take_shop_item(s, item.seat, target.id)


def _add_slots(of: str) -> EffectAction:
    def add(s: FourSouls, item: Item, target: Target, by: int) -> FourSouls:
        for _ in range(max(1, by)):
            s = add_slot(s, of)
        return s

    return add


@carries("FS-94")
def capture(s: FourSouls, id: int, target: Target) -> FourSouls:
    """Put a monster that is not attacked under an item, if nothing lies there.

    Its slot is refilled.
    """
    found, monster = s.find_owned_item(id), s.find_monster(target.id)
    if found is None or monster is None or found[1].under is not None or is_indomitable(s, monster):
        return s
    seat, item = found
    name, over = card_name(monster.card), owned_name(item)
    text = Text("{monster} lies under {item} now", monster=name, item=over)
    task = Text("put {monster} under {item}", monster=name, item=over)
    s = note(s, "FS-94", text, seat=seat, subject=name, task=task)
    return set_owned(take_out_monster(s, monster), id, under=monster.card)


@carries("FS-95")
def release(s: FourSouls, id: int, slot: int) -> FourSouls:
    """Put the monster from under an item into a slot that is not attacked."""
    found = s.find_owned_item(id)
    card = found[1].under if found else None
    if found is None or card is None:
        return s
    name = card_name(card)
    s = place_monster(set_owned(s, id, under=None), slot, card)
    task = Text("put {monster} from under {item} into slot {n}", monster=name, item=owned_name(found[1]), n=slot + 1)
    text = Text("{monster} is an active monster", monster=name)
    return note(s, "FS-95", text, seat=found[0], subject=name, task=task)


def _printed_text(item: Item) -> Displayable:
    return monster_effect_texts()[item.card.id] if item.card else item.name


def _look(s: FourSouls, item: Item, target: Target, by: int) -> FourSouls:
    """Tell what a monster's card lets its player look at, as a task: nobody tracks hidden cards."""
    text = Text("{effect}", effect=_printed_text(item))
    return note(s, "FS-34", text, seat=item.seat, task=text)


def _discard_this_room(s: FourSouls, item: Item, target: Target, by: int) -> FourSouls:
    """Discard the room whose effect it is."""
    found = ((slot, find_room(room)) for slot, room in enumerate(s.rooms) if room)
    place = next((slot for slot, card in found if card and card.id == item.name), None)
    return s if place is None else discard_room(s, place)


@carries("FS-94")
def _give_soul(s: FourSouls, item: Item, target: Target, by: int) -> FourSouls:
    """Let another player gain the soul of the dead monster.

    Its card is still on the stack, or was just taken.
    """
    waiting = (one for one in reversed(s.stack.items) if (one.kind, one.card) == ("monster_card", item.card))
    card = next(waiting, None)
    if card:
        return replace(s, stack=stack.replace_item(s.stack, replace(card, seat=target.id)))
    key = card_key(item.card) if item.card else ""
    place = next((k for k, soul in enumerate(s.players[s.active].souls) if soul.name == key), -1)
    return s if place < 0 else take_soul(s, s.active, place, target.id, s.players[s.active].souls[place].worth)


def _search_curse(s: FourSouls, item: Item, target: Target, by: int) -> FourSouls:
    task = Text("search the monster deck for a curse, then shuffle it")
    text = Text("{who} searches for a curse", who=s.seats[s.active])
    return then(note(s, "FS-21", text, seat=s.active, task=task), at(bring_event, "curse"))


def _to_deck(s: FourSouls, item: Item, target: Target, by: int) -> FourSouls:
    """Return a dead monster's card, or that of an event, to the monster deck."""
    if item.card:
        return return_to_deck(s, item.card, by)
    return put_into_deck(s, display_name(item.name), by)


SLOTS = Text("Slots")

KINDS: dict[str, EffectKind] = {
    "vacate": EffectKind(  # without being killed; a room too
        lambda on, n, by: Text("{monster} leaves its slot", monster=on),
        _vacate,
        EffectTemplate(Text("leaves its slot"), lambda t: t.monsters, group=SLOTS),
    ),
    "monster_slot": EffectKind(
        lambda on, n, by: Text("one more monster slot"),
        _add_slots("monster"),
        EffectTemplate(Text("one more monster slot"), group=SLOTS),
    ),
    "shop_slot": EffectKind(
        lambda on, n, by: Text("one more shop slot", "{n} more shop slots", n=max(1, n)),
        _add_slots("shop"),
        EffectTemplate(Text("one more shop slot"), group=SLOTS),
    ),
    "room_slot": EffectKind(
        lambda on, n, by: Text("one more room slot"),
        _add_slots("room"),
        EffectTemplate(Text("one more room slot"), group=SLOTS, is_possible=lambda s: s.rooms),
    ),
    "bury": EffectKind(
        lambda on, n, by: Text("{monster} goes under its deck", monster=on),
        lambda s, item, target, by: remove_monster(s, target.id, "bottom", is_told=False),
    ),
    "fill_slot": EffectKind(
        lambda on, n, by: Text("the top card of the monster deck: {slot}", slot=on),
        lambda s, item, target, by: fill_slot(s, target),
    ),
    "fill_discarded": EffectKind(
        lambda on, n, by: Text("a discarded monster: {slot}", slot=on),
        lambda s, item, target, by: fill_discarded(s, target),
    ),
    "fill_event": EffectKind(
        lambda on, n, by: Text("a card that is no monster is played"), lambda s, item, target, by: fill_event(s)
    ),
    "fill_room": EffectKind(
        lambda on, n, by: Text("the top card of the room deck in place of {room}", room=on),
        lambda s, item, target, by: then(discard_room(s, target.id), at(reveal_room, target.id)),
    ),
    "summon": EffectKind(
        lambda on, n, by: Text("{monster} comes into a slot", monster=on),
        lambda s, item, target, by: summon_monster(s, item.effects[0].card),
        text_in_state=lambda s, effect, on: Text("{monster} comes into a slot", monster=display_name(effect.card)),
    ),
    "turn_over": EffectKind(
        lambda on, n, by: Text("{monster} is turned over", monster=on),
        lambda s, item, target, by: turn_over(s, target.id, item.effects[-1].card),
    ),
    "give_soul": EffectKind(lambda on, n, by: Text("{who} gains its soul", who=on), _give_soul, is_soul=True),
    "search_curse": EffectKind(lambda on, n, by: Text("a curse is searched for"), _search_curse),
    "discard_room": EffectKind(lambda on, n, by: Text("the room is discarded"), _discard_this_room),
    "search_bosses": EffectKind(  # one of them must be attacked
        lambda on, n, by: Text("{n} boss comes into a slot", "{n} bosses come into slots", n=n),
        lambda s, item, target, by: search_monsters(s, by),
    ),
    "to_deck": EffectKind(  # at the depth of the amount
        lambda on, n, by: Text("its card goes into the monster deck"),
        _to_deck,
        keeps_card=True,
    ),
    "capture": EffectKind(
        lambda on, n, by: Text("captures {monster}", monster=on),
        lambda s, item, target, by: capture(s, item.source, target),
        targets=EffectTargets(needs_captive=False),
        forms={
            ("capture", "monster", "not attacked, if nothing is under this"): Effect("capture", Target("idle_monster"))
        },
    ),
    "release": EffectKind(
        lambda on, n, by: Text("the captured monster: {slot}", slot=on),
        lambda s, item, target, by: release(s, item.source, target.id),
        targets=EffectTargets(needs_captive=True),
        forms={("fill_slot", "slot", "from under this"): Effect("release", Target("idle_slot"))},
    ),
    "flush_shop": EffectKind(
        lambda on, n, by: Text("discards {treasure}", treasure=on),
        lambda s, item, target, by: flush_shop(s, item.seat, target, is_buried=False),
    ),
    "bury_shop": EffectKind(
        lambda on, n, by: Text("puts {treasure} under the treasure deck", treasure=on),
        lambda s, item, target, by: flush_shop(s, item.seat, target, is_buried=True),
    ),
    "steal_shop": EffectKind(lambda on, n, by: Text("takes from the shop: {treasure}", treasure=on), _steal_shop),
    "look": EffectKind(lambda on, n, by: Text("a hidden card may be looked at"), _look),
}
"""Kinds of effects on slots, decks and the shop."""
