"""Cards that give more throws, or let dice be thrown again and again."""

from __future__ import annotations

from collections.abc import Iterable

from rules.engine import Choice, Text, note
from rules.king_of_tokyo.city.cards_in_play import discard_card, set_held
from rules.king_of_tokyo.effects.card_names import effect_name
from rules.king_of_tokyo.effects.registry import TokyoCase, TokyoEffect, TokyoEffects, use_template
from rules.king_of_tokyo.effects.state_changes import counters_change, pay
from rules.king_of_tokyo.effects.triggers import trigger_moment
from rules.king_of_tokyo.model.dice import THREE
from rules.king_of_tokyo.model.events import EffectUse
from rules.king_of_tokyo.model.state import Tokyo, find_held, set_turn_state
from rules.king_of_tokyo.rolling.roll import reroll_dice

EFFECTS = TokyoEffects()

EXTRA_THROW_COST = 1
"""Energy cost of one more throw."""


@EFFECTS.offer("roll", "card.energy_drink", "card.smoke_cloud")
def offer_extra_throw(s: Tokyo, source: TokyoEffect, case: TokyoCase) -> Iterable[Choice]:
    """Offer one more throw, for an energy or a charge."""
    held, energy = find_held(s, source.item), s.monsters[source.seat].energy
    drinks = source.key == "card.energy_drink"
    left = energy if drinks else held.counters if held else 0
    if left:
        of = (
            Text("{n} of {left} energy", n=EXTRA_THROW_COST, left=left)
            if drinks
            else Text("1 of {left} charges", left=left)
        )
        yield Choice(Text("{card}: one more roll", card=effect_name(source)), use_template(source), of)


@EFFECTS.use("roll", "card.energy_drink", "card.smoke_cloud")
def add_extra_throw(s: Tokyo, source: TokyoEffect, event: EffectUse) -> Tokyo:
    """Pay for one more throw and add it."""
    s = set_turn_state(s, more=s.now.more + 1)
    if source.key == "card.energy_drink":
        return pay(s, "KT-26", source.seat, EXTRA_THROW_COST, effect_name(source))
    held = find_held(s, source.item)
    if held is None:
        return s
    s = note(
        set_held(s, held.id, counters=held.counters - 1),
        "KT-26",
        Text("{card}: one more roll", card=effect_name(source)),
        counters_change(s, source.seat, held, held.counters - 1),
    )
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
