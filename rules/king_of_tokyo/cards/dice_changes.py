"""Cards that change dice after the last throw and before they count.

Some change their owner's dice, others those of another monster.
"""

from __future__ import annotations

from collections.abc import Iterable

from rules.engine import Choice, Number, Pick, Text, at, auto, then
from rules.king_of_tokyo.city.cards_in_play import discard_card, is_used_this_turn, mark_used
from rules.king_of_tokyo.effects.card_names import effect_name, from_effect
from rules.king_of_tokyo.effects.registry import TokyoCase, TokyoEffect, TokyoEffects, use_template
from rules.king_of_tokyo.effects.standing import can_pay
from rules.king_of_tokyo.effects.state_changes import pay
from rules.king_of_tokyo.model.dice import ENERGY, HEART, ONE, TOKYO_DIE, TWO, count_faces, face_option
from rules.king_of_tokyo.model.events import EffectUse
from rules.king_of_tokyo.model.state import Tokyo
from rules.king_of_tokyo.rolling.resolve import claw_count, smash_targets
from rules.king_of_tokyo.rolling.roll import reroll_dice, set_face

EFFECTS = TokyoEffects()


def die_pick(s: Tokyo, excluded_face: int = 0) -> Pick:
    """The pick of one die by its face, the first of several that show the same.

    None that shows ``excluded_face`` is offered.
    """
    first = {face: place for place, face in reversed(tuple(enumerate(s.now.faces))) if face != excluded_face}
    options = tuple(face_option(place, face) for face, place in sorted(first.items()))
    return Pick("die", options, Text("Which die"))


def face_pick() -> Pick:
    """The pick of one of the six faces."""
    faces = range(1, len(TOKYO_DIE.faces) + 1)
    return Pick("face", tuple(face_option(face, face) for face in faces), Text("To which face"))


# --- the owner's dice --------------------------------------------------------------------------------------------


@EFFECTS.offer("faces", "card.herd_culler")
def offer_herd_culler(s: Tokyo, source: TokyoEffect, case: TokyoCase) -> Iterable[Choice]:
    """Offer to turn one die to a 1, once a turn."""
    dice = die_pick(s, excluded_face=ONE)
    if not is_used_this_turn(s, source) and dice.options:
        yield Choice(Text("{card}: a die becomes a 1", card=effect_name(source)), use_template(source, dice))


@EFFECTS.use("faces", "card.herd_culler")
def turn_die_to_one(s: Tokyo, source: TokyoEffect, event: EffectUse) -> Tokyo:
    """Turn the die to a 1."""
    return set_face(mark_used(s, source), event.die, ONE)


STRETCHY_COST = 2
"""Energy cost of turning a die."""


@EFFECTS.offer("faces", "card.plot_twist")
def offer_die_turn(s: Tokyo, source: TokyoEffect, case: TokyoCase) -> Iterable[Choice]:
    """Offer to turn a die to any face."""
    if s.now.faces:
        label = Text("{card}: turn a die", card=effect_name(source))
        yield Choice(label, use_template(source, die_pick(s), face_pick()))


@EFFECTS.offer("faces", "card.clown")
def offer_die_turns_of_clown(s: Tokyo, source: TokyoEffect, case: TokyoCase) -> Iterable[Choice]:
    """Offer to turn dice to any face, once all six faces lay in one roll."""
    has_all_faces = len(count_faces(s.now.faces)) == len(TOKYO_DIE.faces)
    return offer_die_turn(s, source, case) if is_used_this_turn(s, source) or has_all_faces else ()


@EFFECTS.offer("faces", "card.stretchy")
def offer_die_turn_for_energy(s: Tokyo, source: TokyoEffect, case: TokyoCase) -> Iterable[Choice]:
    """Offer to turn a die to any face for energy."""
    if s.now.faces and can_pay(s, source.seat, STRETCHY_COST):
        label = Text("{card}: turn a die for {n} energy", card=effect_name(source), n=STRETCHY_COST)
        yield Choice(label, use_template(source, die_pick(s), face_pick()))


@EFFECTS.use("faces", "card.plot_twist")
def turn_die_and_discard(s: Tokyo, source: TokyoEffect, event: EffectUse) -> Tokyo:
    """Turn the die to that face, and discard the card."""
    return discard_card(set_face(s, event.die, event.face), source.item)


@EFFECTS.use("faces", "card.clown")
def turn_die(s: Tokyo, source: TokyoEffect, event: EffectUse) -> Tokyo:
    """Turn the die to that face; further dice may follow."""
    return mark_used(set_face(s, event.die, event.face), source)


@EFFECTS.use("faces", "card.stretchy")
def turn_die_for_energy(s: Tokyo, source: TokyoEffect, event: EffectUse) -> Tokyo:
    """Turn the die to that face, and pay for it."""
    s = set_face(s, event.die, event.face)
    return pay(s, "KT-26", source.seat, STRETCHY_COST, from_effect(source))


COUNTS_AS = {"card.shrinky": (TWO, ONE), "card.biofuel": (HEART, ENERGY)}
"""Faces that may count as others."""


@EFFECTS.offer("faces", *COUNTS_AS)
def offer_count_as(s: Tokyo, source: TokyoEffect, case: TokyoCase) -> Iterable[Choice]:
    """Offer to count some of the dice with one face as another."""
    face, other = COUNTS_AS[source.key]
    n = count_faces(s.now.faces)[face]
    if not n:
        return
    names = {"face": TOKYO_DIE.faces[face - 1].name, "other": TOKYO_DIE.faces[other - 1].name}
    label = Text("{card}: {face} counts as {other}", card=effect_name(source), **names)
    yield Choice(label, use_template(source, Number("n", 1, n, n, Text("How many"))))


@EFFECTS.use("faces", *COUNTS_AS)
def count_as(s: Tokyo, source: TokyoEffect, event: EffectUse) -> Tokyo:
    """Count so many of those dice as the other face."""
    face, other = COUNTS_AS[source.key]
    for place in [k for k, lying in enumerate(s.now.faces) if lying == face][: event.n]:
        s = set_face(s, place, other)
    return s


# --- dice of another monster -------------------------------------------------------------------------------------


@EFFECTS.offer("faces", "card.psychic_probe", whose="others")
def offer_opponent_reroll(s: Tokyo, source: TokyoEffect, case: TokyoCase) -> Iterable[Choice]:
    """Offer to throw a die of another monster again, once in its turn."""
    if is_used_this_turn(s, source) or not s.now.faces:
        return
    label = Text("{card} of {who}: reroll a die", card=effect_name(source), who=s.seats[source.seat])
    brief = Text("reroll a die")
    yield Choice(label, use_template(source, die_pick(s)), role="response", seat=source.seat, brief=brief)


@EFFECTS.offer("faces", "card.witch", whose="others")
def offer_reroll_when_hit(s: Tokyo, source: TokyoEffect, case: TokyoCase) -> Iterable[Choice]:
    """Offer the same to an owner who would be hit."""
    would_be_hit = claw_count(s).total and source.seat in smash_targets(s)
    return offer_opponent_reroll(s, source, case) if would_be_hit else ()


@EFFECTS.use("faces", "card.witch")
def reroll_opponent_die(s: Tokyo, source: TokyoEffect, event: EffectUse) -> Tokyo:
    """Throw that die again."""
    return reroll_dice(mark_used(s, source), s.active, event.die)


@EFFECTS.use("faces", "card.psychic_probe")
def probe_opponent_die(s: Tokyo, source: TokyoEffect, event: EffectUse) -> Tokyo:
    """Throw that die again; a probe that finds a heart is discarded."""
    return reroll_opponent_die(then(s, at(probed, source.item, event.die)), source, event)


@auto("KT-26")
def probed(s: Tokyo, item: int, die: int) -> Tokyo:
    """Discard the probe if the die shows a heart."""
    return discard_card(s, item) if s.now.faces[die] == HEART else s


@EFFECTS.offer("faces", "card.cheerleader", whose="others")
def offer_cheerleader(s: Tokyo, source: TokyoEffect, case: TokyoCase) -> Iterable[Choice]:
    """Offer to add a claw to the roll of another monster, once in its turn."""
    if not is_used_this_turn(s, source):
        label = Text("{card} of {who}: one more claw", card=effect_name(source), who=s.seats[source.seat])
        brief = Text("one more claw")
        yield Choice(label, use_template(source), role="response", seat=source.seat, brief=brief)


@EFFECTS.use("faces", "card.cheerleader")
def use_cheerleader(s: Tokyo, source: TokyoEffect, event: EffectUse) -> Tokyo:
    """Mark the cheerleader as used."""
    return mark_used(s, source)


@EFFECTS.modifier("claws", "card.cheerleader", whose="others")
def add_cheered_claw(s: Tokyo, source: TokyoEffect, case: TokyoCase, n: int) -> int:
    """Add the offered claw to the others."""
    return n + is_used_this_turn(s, source)
