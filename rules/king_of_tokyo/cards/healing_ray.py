"""Healing Ray: the owner's heart dice heal others, who pay for it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from rules.engine import Choice, Number, Option, Pick, Text
from rules.king_of_tokyo.effects.card_names import effect_name, from_effect
from rules.king_of_tokyo.effects.registry import TokyoCase, TokyoEffect, TokyoEffects, active_effects, use_template
from rules.king_of_tokyo.effects.standing import heart_room
from rules.king_of_tokyo.effects.state_changes import change_number, gain
from rules.king_of_tokyo.model.events import EffectUse
from rules.king_of_tokyo.model.state import Tokyo, set_turn_state
from rules.king_of_tokyo.rolling.resolve import heart_dice

EFFECTS = TokyoEffects()

HEALING_FEE = 2
"""Energy for each heart, or what the monster has if that is less."""


@EFFECTS.offer("heal", "card.healing_ray")
def offer_healing(s: Tokyo, source: TokyoEffect, case: TokyoCase) -> Iterable[Choice]:
    """Offer some of the hearts to one of the other monsters."""
    hearts = heart_dice(s).total
    patients = tuple(_patients(s, source.seat))
    if hearts and patients:
        holes = (Pick("other", patients, Text("Whom")), Number("n", 1, hearts, 1, Text("Hearts")))
        yield Choice(Text("{card}: heal another", card=effect_name(source)), use_template(source, *holes))


def _patients(s: Tokyo, seat: int) -> Iterator[Option]:
    for other in s.opponents_of(seat):
        if heart_room(s, other) > 0:
            yield Option(other, s.seats[other], Text("{n} energy", n=min(HEALING_FEE, s.monsters[other].energy)))


@EFFECTS.use("heal", "card.healing_ray")
def heal_other(s: Tokyo, source: TokyoEffect, event: EffectUse) -> Tokyo:
    """Heal the other monster, which pays two energy a heart, or its last one."""
    origin, n = from_effect(source), min(event.n, heart_room(s, event.other))
    fee = min(HEALING_FEE * n, s.monsters[event.other].energy)
    s = set_turn_state(gain(s, "KT-26", event.other, "hearts", n, "card", origin), lent=s.now.lent + n)
    s = change_number(s, "KT-26", event.other, "energy", -fee, origin)
    return change_number(s, "KT-26", source.seat, "energy", fee, origin)


@EFFECTS.modifier("heart_dice", "card.healing_ray")
def subtract_lent_hearts(s: Tokyo, source: TokyoEffect, case: TokyoCase, n: int) -> int:
    """Subtract the hearts that have healed another monster, once even with a copy of the card."""
    of_owner = (one for one in active_effects(s, {source.key}) if one.seat == case.seat)
    return n - s.now.lent if source == next(of_owner, None) else n
