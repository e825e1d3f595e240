"""Healing Ray: the owner's heart dice heal others, who pay for it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from rules.engine import Choice, Number, Option, Pick, Template, Text
from rules.king_of_tokyo.effects.card_names import source_name
from rules.king_of_tokyo.effects.state_changes import add, gain, most_hearts
from rules.king_of_tokyo.effects.verbs import Case, Source, alters, offers, uses
from rules.king_of_tokyo.model.events import Use
from rules.king_of_tokyo.model.state import Tokyo, set_now
from rules.king_of_tokyo.rolling.resolve import heart_dice

from .dice_changes import using

FEE = 2
"""Energy for each heart, or what the monster has if that is less."""


@offers("heal", "card.healing_ray")
def may_heal_others(s: Tokyo, source: Source, case: Case) -> Iterable[Choice]:
    """Offer some of the hearts to one of the other monsters."""
    hearts = heart_dice(s).total
    patients = tuple(_patients(s, source.seat))
    if source.seat == case.seat and hearts and patients:
        holes = (Pick("other", patients, Text("Whom")), Number("n", 1, hearts, 1, Text("Hearts")))
        yield Choice(Text("{card}: heal another", card=source_name(source)), Template(using(source), holes))


def _patients(s: Tokyo, seat: int) -> Iterator[Option]:
    for other in s.others(seat):
        monster = s.monsters[other]
        if monster.hearts < most_hearts(s, other):
            yield Option(other, s.seats[other], Text("{n} energy", n=min(FEE, monster.energy)))


@uses("card.healing_ray")
def heal_other(s: Tokyo, source: Source, event: Use) -> Tokyo:
    """Heal the other monster, which pays two energy a heart, or its last one."""
    before = s.monsters[event.other]
    n = min(event.n, most_hearts(s, event.other) - before.hearts)
    fee = min(FEE * n, before.energy)
    s = set_now(gain(s, "KT-26", event.other, "hearts", n, "card"), lent=s.now.lent + n)
    s = add(s, "KT-26", event.other, "energy", -fee, source_name(source))
    return add(s, "KT-26", source.seat, "energy", fee, source_name(source))


@alters("heart_dice", "card.healing_ray")
def lent(s: Tokyo, source: Source, case: Case, n: int) -> int:
    """Subtract the hearts that have healed another monster."""
    return n - s.now.lent if source.seat == case.seat else n
