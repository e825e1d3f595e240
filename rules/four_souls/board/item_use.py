"""Activation and payment of named items, and their immediate cost (FS-12, FS-13, FS-34)."""

from __future__ import annotations

from collections.abc import Iterator

from rules.engine import Choice, Many, Template, Text, carries, note
from rules.engine.record import replace
from rules.four_souls.model.effect import Target
from rules.four_souls.model.events import Played
from rules.four_souls.model.item import Owned
from rules.four_souls.model.item_catalogue import Way, made
from rules.four_souls.model.state import FourSouls, set_owned
from rules.four_souls.vocabulary.card_names import owned_name
from rules.four_souls.vocabulary.consequence_text import effects_text
from rules.four_souls.vocabulary.effect_memory import activations, aimed_anew, kept, payments
from rules.four_souls.vocabulary.state_changes import gain

from .item_gain import own, put_counters, starts_nameless


def item_plays(s: FourSouls, seat: int, pad: Many) -> Iterator[Choice]:
    """List the activations of ready items and the affordable paid effects.

    Each is offered as last time and with newly stated effects.
    """
    for item in s.players[seat].items:
        if item.once and item.used:
            continue
        if item.activated and item.ready:
            yield from _activations(s, seat, item, pad)
        for cost, way in payments(item):
            if _affordable(s, seat, item, cost):
                yield from _payment(s, seat, item, cost, way, pad)


def _activations(s: FourSouls, seat: int, item: Owned, pad: Many) -> Iterator[Choice]:
    does, name, ways = Played(seat, "activated", item=item.id), owned_name(item), activations(item)
    follows = Text("It is turned sideways")
    for way in ways:
        aims = aimed_anew(s, seat, item.id, way, pad)
        if aims:
            label = Text("{item}: {effects}", item=name, effects=effects_text(s, aims))
            yield Choice(label, Template(replace(does, effects=aims)), follows, "respond", seat)
    holes = (_first(pad, *ways),) if any(ways) or not ways else ()
    yield Choice(Text("{item}", item=name), Template(does, holes), follows, "respond", seat)


def _payment(s: FourSouls, seat: int, item: Owned, cost: int, way: Way, pad: Many) -> Iterator[Choice]:
    does = Played(seat, "paid", item=item.id, cost=cost)
    price = _price(item, cost)
    aims = aimed_anew(s, seat, item.id, way, pad)
    if aims:
        label = Text("{item}, {price}: {effects}", item=owned_name(item), price=price, effects=effects_text(s, aims))
        yield Choice(label, Template(replace(does, effects=aims)), Text("Paid at once"), "respond", seat)
    label = Text("{item}, {price}", item=owned_name(item), price=price)
    yield Choice(label, Template(does, (_first(pad, way),)), Text("Paid at once"), "respond", seat)


def _first(pad: Many, *ways: Way) -> Many:
    """Return the hole with the item's known effects in front and visible."""
    kinds = {effect.kind for way in ways for effect in way}
    known = tuple(replace(template, group=None) for template in pad.of if template.value.kind in kinds)
    return replace(pad, of=(*known, *(template for template in pad.of if template.value.kind not in kinds)))


def _price(item: Owned, cost: int) -> Text:
    if item.pays == "counters":
        return Text("{n} counter", "{n} counters", n=cost)
    return Text("{n}¢", n=cost)


def _affordable(s: FourSouls, seat: int, item: Owned, cost: int) -> bool:
    return item.counters >= cost if item.pays == "counters" else s.affords(seat, cost)


def has_nameless(s: FourSouls, seat: int) -> bool:
    """Return whether the player has an unnamed item, the starting item included."""
    return s.players[seat].nameless > 0 or starts_nameless(s, seat)


@carries("FS-12", "FS-13")
def use(s: FourSouls, event: Played) -> tuple[FourSouls, int]:
    """Turn the item sideways or pay its cost, store its effects, and return its id.

    The id is 0 for an unnamed item.

    An item that is named as it is used keeps that name.
    """
    s, id = (s, event.item) if event.item else _named_in_use(s, event)
    found = s.owned(id)
    if found is None:
        return s, 0
    does = kept(s, event.seat, id, event.effects) or found[1].does
    s = set_owned(s, id, does=does, used=True)
    if event.kind == "activated":
        s = set_owned(s, id, ready=False)
        return note(s, "FS-12", Text("{item} is turned sideways", item=owned_name(found[1]))), id
    return _pay(s, event, found[1]), id


def _pay(s: FourSouls, event: Played, item: Owned) -> FourSouls:
    if item.pays == "counters":
        return put_counters(s, Target("owned", item.id), -event.cost, "FS-13")
    return gain(s, "FS-13", event.seat, "cents", -event.cost)


def _named_in_use(s: FourSouls, event: Played) -> tuple[FourSouls, int]:
    """Return the id of the item played by its name: one that has that name, or an unnamed one."""
    player, name = s.players[event.seat], event.name.strip().casefold()
    if not name or event.kind not in ("activated", "paid"):
        return s, 0
    same = next((item.id for item in player.items if item.name.casefold() == name), 0)
    if same or player.nameless < 1:
        return s, same
    item = made(event.name.strip())
    marks = {"activated": True} if event.kind == "activated" else {"cost": max(0, item.cost)}
    s = own(s, event.seat, replace(item, **marks))
    return s, s.numbered
