"""Activation and payment of named items, and their immediate cost (FS-12, FS-13, FS-34)."""

from __future__ import annotations

from collections.abc import Iterator

from rules.engine import Choice, Pick, Records, Template, Text, carries, note
from rules.engine.kinds import ChoiceRole
from rules.engine.record import replace
from rules.four_souls.model.effect import Target
from rules.four_souls.model.events import Played
from rules.four_souls.model.item import Owned
from rules.four_souls.model.item_abilities import Payment
from rules.four_souls.model.item_catalogue import abilities_of_item, is_marked_by_hand, make_item
from rules.four_souls.model.item_effects import EffectSequence
from rules.four_souls.model.state import FourSouls, set_owned
from rules.four_souls.vocabulary.card_names import owned_name
from rules.four_souls.vocabulary.consequence_text import brief_text, effects_text
from rules.four_souls.vocabulary.effect_memory import (
    activation_effects,
    find_cost,
    lacks_target,
    paid_effects,
    remember_effects,
    retarget_effects,
    ways_to_pay,
)
from rules.four_souls.vocabulary.skipped_priority import forbidding_item, limiting_room

from .item_costs import can_pay, pay_cost, price_text, spent_options
from .item_gain import add_item, has_unnamed_starting_item


def item_choices(s: FourSouls, seat: int, effects_hole: Records) -> Iterator[Choice]:
    """List the activations of ready items and the affordable paid effects.

    Each is offered as last time and with newly stated effects.
    """
    if limiting_room(s, seat, "activated"):
        return
    for item in s.players[seat].items:
        if item.once and item.used and is_marked_by_hand(item):
            continue
        if item.activated and item.ready and forbidding_item(s, seat) is None:
            yield from _activation_choices(s, seat, item, effects_hole)
        for payment in paid_effects(item):
            is_free = not payment.is_tapped or (item.ready and forbidding_item(s, seat) is None)
            if is_free and can_pay(s, seat, item, payment.cost):
                yield from _payment_choices(s, seat, item, payment, effects_hole)


def _activation_choices(s: FourSouls, seat: int, item: Owned, effects_hole: Records) -> Iterator[Choice]:
    does, name, alternatives = Played(seat, "activated", item=item.id), owned_name(item), activation_effects(item)
    if lacks_target(s, seat, abilities_of_item(item).activations, effects_hole, item.id):
        return
    if not alternatives and any(payment.is_tapped for payment in paid_effects(item)):
        return
    follows, role = Text("It is turned sideways"), _general_role(item)
    for effects in alternatives:
        aims = retarget_effects(s, seat, item.id, effects, effects_hole)
        if aims:
            brief = brief_text(s, seat, item.id, aims)
            is_about_itself = all(aim.target == Target("owned", item.id) for aim in aims)
            label = Text("{item}: {effects}", item=name, effects=brief if is_about_itself else effects_text(s, aims))
            yield Choice(label, Template(replace(does, effects=aims)), follows, "response", seat, brief=brief)
    holes = (_known_first(effects_hole, *alternatives),) if any(alternatives) or not alternatives else ()
    yield Choice(Text("{item}", item=name), Template(does, holes), follows, role, seat)


def _general_role(item: Owned) -> ChoiceRole:
    """Return the role of stating an item's effects by hand.

    Seldom wanted where its data says all of them.
    """
    return "unlikely" if any(abilities_of_item(item).activations) else "response"


def _payment_choices(s: FourSouls, seat: int, item: Owned, payment: Payment, effects_hole: Records) -> Iterator[Choice]:
    cost, effects = payment.cost, payment.effects
    does = Played(seat, "activated" if payment.is_tapped else "paid", item=item.id, cost=cost.amount.number)
    if lacks_target(s, seat, ways_to_pay(item, cost), effects_hole, item.id):
        return
    price, options = price_text(s, seat, cost), spent_options(s, seat, item, cost)
    spent = (Pick("spent", options, Text("What is paid with")),) if options[1:] else ()
    does = replace(does, spent=options[0].value) if options and not spent else does
    aims = retarget_effects(s, seat, item.id, effects, effects_hole)
    if aims:
        label = Text("{item}, {price}: {effects}", item=owned_name(item), price=price, effects=effects_text(s, aims))
        brief = Text("{price}: {effects}", price=price, effects=brief_text(s, seat, item.id, aims))
        paid = Template(replace(does, effects=aims), spent)
        yield Choice(label, paid, Text("Paid at once"), "response", seat, brief=brief)
    label = Text("{item}, {price}", item=owned_name(item), price=price)
    holes = (*spent, _known_first(effects_hole, effects))
    role: ChoiceRole = "unlikely" if spent and aims else "response"
    yield Choice(label, Template(does, holes), Text("Paid at once"), role, seat)


def _known_first(effects_hole: Records, *alternatives: EffectSequence) -> Records:
    """Return the hole with the item's known effects in front and visible."""
    kinds = {effect.kind for effects in alternatives for effect in effects}
    known = tuple(replace(template, group=None) for template in effects_hole.templates if template.value.kind in kinds)
    return replace(
        effects_hole,
        templates=(*known, *(template for template in effects_hole.templates if template.value.kind not in kinds)),
    )


def has_unnamed_item(s: FourSouls, seat: int) -> bool:
    """Return whether the player has an unnamed item, the starting item included."""
    return s.players[seat].unnamed_item_count > 0 or has_unnamed_starting_item(s, seat)


@carries("FS-12", "FS-13")
def use_item(s: FourSouls, event: Played) -> tuple[FourSouls, int]:
    """Turn the item sideways or pay its cost, store its effects, and return its id.

    The id is 0 for an unnamed item.

    An item that is named as it is used keeps that name.
    """
    s, id = (s, event.item) if event.item else _find_or_name_item(s, event)
    found = s.find_owned_item(id)
    if found is None:
        return s, 0
    does = remember_effects(s, event.seat, id, event.effects) or found[1].does
    s = set_owned(s, id, does=does, used=True)
    if event.kind == "activated":
        s = set_owned(s, id, ready=False)
        s = note(s, "FS-12", Text("{item} is turned sideways", item=owned_name(found[1])))
        if not event.cost:
            return s, id
    return pay_cost(s, event, found[1], find_cost(found[1], event.cost)), id


def _find_or_name_item(s: FourSouls, event: Played) -> tuple[FourSouls, int]:
    """Return the id of the item played by its name: one that has that name, or an unnamed one."""
    player, name = s.players[event.seat], event.name.strip().casefold()
    if not name or event.kind not in ("activated", "paid"):
        return s, 0
    known_id = next((item.id for item in player.items if item.name.casefold() == name), 0)
    if known_id or player.unnamed_item_count < 1:
        return s, known_id
    item = make_item(event.name.strip())
    marks = {"activated": True} if event.kind == "activated" else {"cost": max(0, item.cost)}
    s = add_item(s, event.seat, replace(item, **marks))
    return s, s.numbered
