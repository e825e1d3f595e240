"""Cards that give more throws, or let dice be thrown again and again."""

from __future__ import annotations

from collections.abc import Iterable

from rules.engine import Choice, Text, note
from rules.king_of_tokyo.city.cards_in_play import discard_card, set_held
from rules.king_of_tokyo.effects.card_names import effect_name, from_effect
from rules.king_of_tokyo.effects.registry import TokyoCase, TokyoEffect, TokyoEffects, use_template
from rules.king_of_tokyo.effects.standing import can_pay, payable_energy
from rules.king_of_tokyo.effects.state_changes import counters_change, pay
from rules.king_of_tokyo.effects.triggers import trigger_moment
from rules.king_of_tokyo.model.dice import THREE
from rules.king_of_tokyo.model.events import EffectUse
from rules.king_of_tokyo.model.state import Tokyo, find_held, set_turn_state
from rules.king_of_tokyo.rolling.roll import reroll_dice

EFFECTS = TokyoEffects()

EXTRA_THROW_COST = 1
"""Energy cost of one more throw."""


def _extra_throw_text(source: TokyoEffect) -> Text:
    return Text("{card}: one more roll", card=effect_name(source))


def _add_throw(s: Tokyo) -> Tokyo:
    return set_turn_state(s, more=s.now.more + 1)


@EFFECTS.offer("roll", "card.energy_drink")
def offer_throw_for_energy(s: Tokyo, source: TokyoEffect, case: TokyoCase) -> Iterable[Choice]:
    """Offer one more throw for an energy."""
    if can_pay(s, source.seat, EXTRA_THROW_COST):
        price = Text("{n} of {left} energy", n=EXTRA_THROW_COST, left=payable_energy(s, source.seat))
        yield Choice(_extra_throw_text(source), use_template(source), price)


@EFFECTS.use("roll", "card.energy_drink")
def throw_for_energy(s: Tokyo, source: TokyoEffect, event: EffectUse) -> Tokyo:
    """Pay an energy for one more throw."""
    return pay(_add_throw(s), "KT-26", source.seat, EXTRA_THROW_COST, from_effect(source))


@EFFECTS.offer("roll", "card.smoke_cloud")
def offer_throw_for_charge(s: Tokyo, source: TokyoEffect, case: TokyoCase) -> Iterable[Choice]:
    """Offer one more throw for a charge."""
    held = find_held(s, source.item)
    if held is not None and held.counters:
        price = Text("1 of {left} charges", left=held.counters)
        yield Choice(_extra_throw_text(source), use_template(source), price)


@EFFECTS.use("roll", "card.smoke_cloud")
def throw_for_charge(s: Tokyo, source: TokyoEffect, event: EffectUse) -> Tokyo:
    """Take a charge off the card for one more throw; without any it is discarded."""
    s, held = _add_throw(s), find_held(s, source.item)
    if held is None:
        return s
    left = held.counters - 1
    change = counters_change(s, source.seat, held, left)
    s = note(set_held(s, held.id, counters=left), "KT-26", _extra_throw_text(source), change)
    return s if held.counters > 1 else discard_card(s, held.id)


@EFFECTS.offer("roll", "card.background_dweller")
def offer_rethrow_of_threes(s: Tokyo, source: TokyoEffect, case: TokyoCase) -> Iterable[Choice]:
    """Offer to throw the 3s again, where each throw is entered."""
    if s.now.by_throws and THREE in s.now.faces:
        yield Choice(Text("{card}: reroll the 3s", card=effect_name(source)), use_template(source))


@EFFECTS.use("roll", "card.background_dweller")
def rethrow_threes(s: Tokyo, source: TokyoEffect, event: EffectUse) -> Tokyo:
    """Throw the 3s again, without using up a throw."""
    threes = tuple(place for place, face in enumerate(s.now.faces) if face == THREE)
    return reroll_dice(trigger_moment(s, "rethrown", TokyoCase(s.active, n=len(threes))), s.active, *threes)
