"""Cards that give more throws, or let dice be thrown again and again."""

from __future__ import annotations

from collections.abc import Iterable

from rules.engine import Choice, Template, Text, note
from rules.king_of_tokyo.city.cards_in_play import drop, set_held
from rules.king_of_tokyo.effects.card_names import source_name
from rules.king_of_tokyo.effects.state_changes import of_held, pay
from rules.king_of_tokyo.effects.triggers import happens
from rules.king_of_tokyo.effects.verbs import Case, Source, find, offers, uses
from rules.king_of_tokyo.model.dice import THREE
from rules.king_of_tokyo.model.events import Use
from rules.king_of_tokyo.model.state import Tokyo, set_now
from rules.king_of_tokyo.rolling.roll import again

from .dice_changes import using

DRINK = 1
"""Energy cost of one more throw."""


@offers("roll", "card.energy_drink", "card.smoke_cloud")
def may_throw_more(s: Tokyo, source: Source, case: Case) -> Iterable[Choice]:
    """Offer one more throw, for an energy or a charge."""
    held, energy = find(s, source.item), s.monsters[source.seat].energy
    drinks = source.key == "card.energy_drink"
    left = energy if drinks else held.counters if held else 0
    if source.seat == case.seat and left:
        of = Text("{n} of {left} energy", n=DRINK, left=left) if drinks else Text("1 of {left} charges", left=left)
        yield Choice(Text("{card}: one more throw", card=source_name(source)), Template(using(source)), of)


@uses("card.energy_drink", "card.smoke_cloud")
def throw_more(s: Tokyo, source: Source, event: Use) -> Tokyo:
    """Pay for one more throw and add it."""
    s = set_now(s, more=s.now.more + 1)
    if source.key == "card.energy_drink":
        return pay(s, "KT-26", source.seat, DRINK, source_name(source))
    held = find(s, source.item)
    if held is None:
        return s
    s = note(
        set_held(s, held.id, counters=held.counters - 1),
        "KT-26",
        Text("{card}: one more throw", card=source_name(source)),
        of_held(s, source.seat, held, held.counters - 1),
    )
    return s if held.counters > 1 else drop(s, held.id)


@offers("roll", "card.background_dweller")
def may_throw_threes(s: Tokyo, source: Source, case: Case) -> Iterable[Choice]:
    """Offer to throw the 3s again, where each throw is entered."""
    if source.seat == case.seat and s.now.by_throws and THREE in s.now.faces:
        yield Choice(Text("{card}: throw the 3s again", card=source_name(source)), Template(using(source)))


@uses("card.background_dweller")
def throw_threes(s: Tokyo, source: Source, event: Use) -> Tokyo:
    """Throw the 3s again, without using up a throw."""
    threes = tuple(place for place, face in enumerate(s.now.faces) if face == THREE)
    return again(happens(s, "rethrown", Case(s.active, n=len(threes))), s.active, *threes)
