"""Cards against a loss of hearts.

Each may be used once against one loss; what is left of the loss is asked about again.
"""

from __future__ import annotations

from collections.abc import Iterable

from rules.engine import Choice, Dice, Number, Prompt, Rolled, Template, Text, asks, at, then
from rules.king_of_tokyo.city.cards_in_play import is_used_this_turn, mark_used
from rules.king_of_tokyo.city.damage import SMASH_CAUSE, reduce_loss
from rules.king_of_tokyo.city.places import move_out
from rules.king_of_tokyo.effects.card_names import effect_name, from_effect
from rules.king_of_tokyo.effects.registry import TokyoCase, TokyoEffect, TokyoEffects, effects, use_template
from rules.king_of_tokyo.effects.standing import can_pay, gains_to_survive, heart_room, is_in_game, payable_energy
from rules.king_of_tokyo.effects.state_changes import gain, pay
from rules.king_of_tokyo.effects.triggers import trigger_moment
from rules.king_of_tokyo.model.dice import HEART, TOKYO_DIE
from rules.king_of_tokyo.model.events import EffectUse, Used, UsedAside
from rules.king_of_tokyo.model.state import Tokyo

EFFECTS = TokyoEffects()

WINGS_COST, ARMOR_COST, RAPID_HEALING_COST = 2, 1, 2
"""Energy costs: Wings; a heart spared by the armor or the jump; a heart of Rapid Healing."""


# --- cards that prevent the whole loss ---------------------------------------------------------------------------


@EFFECTS.offer("loss", "card.wings")
def offer_wings(s: Tokyo, source: TokyoEffect, case: TokyoCase) -> Iterable[Choice]:
    """Offer to lose nothing in this turn, for 2 energy."""
    if can_pay(s, source.seat, WINGS_COST):
        yield Choice(_choice_label(source, Text("none this turn for {n} energy", n=WINGS_COST)), use_template(source))


@EFFECTS.use("loss", "card.wings")
def use_wings(s: Tokyo, source: TokyoEffect, event: EffectUse) -> Tokyo:
    """Cancel the pending loss, and any other until the turn ends."""
    s = mark_used(reduce_loss(s, pending_loss(s)), source)
    return pay(s, "KT-26", source.seat, WINGS_COST, from_effect(source))


@EFFECTS.modifier("lose_hearts", "card.wings")
def prevent_loss_after_wings(s: Tokyo, source: TokyoEffect, case: TokyoCase, n: int) -> int:
    """Lose nothing in the rest of the turn."""
    return 0 if is_used_this_turn(s, source) else n


@EFFECTS.offer("loss", "card.jets")
def offer_jets(s: Tokyo, source: TokyoEffect, case: TokyoCase) -> Iterable[Choice]:
    """Offer to yield Tokyo and lose nothing, when hit by claws in Tokyo."""
    hit = case.cause == SMASH_CAUSE and source.seat in s.seats_in_tokyo
    if hit and effects.allows(s, "may_yield", TokyoCase(source.seat, by=case.by)):
        yield Choice(_choice_label(source, Text("yield Tokyo and lose none")), use_template(source))


@EFFECTS.use("loss", "card.jets")
def use_jets(s: Tokyo, source: TokyoEffect, event: EffectUse) -> Tokyo:
    """Cancel the pending loss and leave Tokyo, as if before the claws struck."""
    s = reduce_loss(s, pending_loss(s))
    s = move_out(s, "KT-13", source.seat, Text("{who} yields Tokyo", who=s.seats[source.seat]))
    return trigger_moment(s, "yielded", TokyoCase(source.seat, by=s.active))


def pending_loss(s: Tokyo) -> int:
    """The hearts of the pending loss."""
    return int(s.agenda[0].args[1])


# --- cards that reduce the loss ----------------------------------------------------------------------------------


@EFFECTS.offer("loss", "card.super_jump", "card.electric_armor")
def offer_deflection(s: Tokyo, source: TokyoEffect, case: TokyoCase) -> Iterable[Choice]:
    """Offer to spare one heart for 1 energy; the jump once in each player's turn."""
    if can_pay(s, source.seat, ARMOR_COST) and not is_used_this_turn(s, source):
        yield Choice(_choice_label(source, Text("1 less for {n} energy", n=ARMOR_COST)), use_template(source))


@EFFECTS.use("loss", "card.electric_armor")
def deflect_heart(s: Tokyo, source: TokyoEffect, event: EffectUse) -> Tokyo:
    """Pay for one heart and spare it."""
    return pay(reduce_loss(s, 1), "KT-26", source.seat, ARMOR_COST, from_effect(source))


@EFFECTS.use("loss", "card.super_jump")
def deflect_heart_once(s: Tokyo, source: TokyoEffect, event: EffectUse) -> Tokyo:
    """Pay for one heart and spare it; no more in this turn."""
    return deflect_heart(mark_used(s, source), source, event)


@EFFECTS.offer("loss", "card.robot")
def offer_energy_loss(s: Tokyo, source: TokyoEffect, case: TokyoCase) -> Iterable[Choice]:
    """Offer to lose energy instead of hearts."""
    most = min(case.n, payable_energy(s, source.seat))
    if most:
        hole = Number("n", 1, most, most, Text("energy instead of hearts"))
        yield Choice(_choice_label(source, Text("energy instead")), use_template(source, hole))


@EFFECTS.use("loss", "card.robot")
def lose_energy_instead(s: Tokyo, source: TokyoEffect, event: EffectUse) -> Tokyo:
    """Lose so much energy, and so many hearts less."""
    return pay(reduce_loss(s, event.n), "KT-26", source.seat, event.n, from_effect(source))


@EFFECTS.offer("loss", "card.camouflage")
def offer_camouflage(s: Tokyo, source: TokyoEffect, case: TokyoCase) -> Iterable[Choice]:
    """Offer a throw of one die for each heart that would be lost."""
    yield Choice(_choice_label(source, Text("roll {n} die", "roll {n} dice", n=case.n)), use_template(source))


@EFFECTS.use("loss", "card.camouflage")
def use_camouflage(s: Tokyo, source: TokyoEffect, event: EffectUse) -> Tokyo:
    """Ask for the throw of the camouflage."""
    return then(s, at(hide_roll, source.seat, pending_loss(s)))


def hide_prompt(s: Tokyo, seat: int, n: int) -> Prompt:
    """Ask what the dice of a camouflage show."""
    shown = Choice(Text("The dice show"), Template(Rolled(()), (Dice("faces", n, 6, TOKYO_DIE),)), role="default")
    title = Text("{who} hides: a die for each heart", who=s.seats[seat])
    return Prompt((seat,), title, "KT-26", (shown,), phase=Text("Hearts"))


@asks("KT-26", prompt=hide_prompt)
def hide_roll(s: Tokyo, event: Rolled, seat: int, n: int) -> Tokyo:
    """Spare one heart for each heart that is rolled."""
    return reduce_loss(s, event.faces.count(HEART))


# --- Rapid Healing -----------------------------------------------------------------------------------------------


@EFFECTS.offer("loss", "card.rapid_healing")
def offer_survival(s: Tokyo, source: TokyoEffect, case: TokyoCase) -> Iterable[Choice]:
    """Offer to survive a deadly loss, by buying as many hearts as it takes."""
    times = gains_to_survive(s, case, "card")
    if times and can_pay(s, source.seat, RAPID_HEALING_COST * times):
        survive = Text("keep 1 heart for {n} energy", n=RAPID_HEALING_COST * times)
        yield Choice(_choice_label(source, survive), Template(Used(source.seat, source.key, source.item, n=times)))


@EFFECTS.offer("any", "card.rapid_healing", whose="any")
def offer_rapid_healing(s: Tokyo, source: TokyoEffect, case: TokyoCase) -> Iterable[Choice]:
    """Offer one heart for 2 energy, at any moment."""
    can_heal = is_in_game(s, source.seat) and heart_room(s, source.seat) > 0
    if can_heal and can_pay(s, source.seat, RAPID_HEALING_COST):
        who, card = s.seats[source.seat], effect_name(source)
        label = Text("{card} of {who}: 1 heart for {n} energy", card=card, who=who, n=RAPID_HEALING_COST)
        yield Choice(label, Template(UsedAside(source.seat, source.key, source.item)), seat=source.seat)


@EFFECTS.use("loss", "card.rapid_healing")
@EFFECTS.use("any", "card.rapid_healing")
def use_rapid_healing(s: Tokyo, source: TokyoEffect, event: EffectUse) -> Tokyo:
    """Pay and heal; hearts above what is lost are lost with the rest."""
    if isinstance(event, UsedAside):
        s = pay(s, "KT-26", source.seat, RAPID_HEALING_COST, from_effect(source))
        return gain(s, "KT-26", source.seat, "hearts", 1, "card", from_effect(source))
    s = pay(s, "KT-26", source.seat, RAPID_HEALING_COST * event.n, from_effect(source))
    return reduce_loss(s, pending_loss(s) - s.monsters[source.seat].hearts + 1)


def _choice_label(source: TokyoEffect, does: Text) -> Text:
    return Text("{card}: {does}", card=effect_name(source), does=does)
