"""Cards against a loss of hearts.

Each may be used once against one loss; what is left of the loss is asked about again.
"""

from __future__ import annotations

from collections.abc import Iterable

from rules.engine import Choice, Dice, Number, Prompt, Rolled, Template, Text, asks, at, note, then
from rules.king_of_tokyo.city.cards_in_play import spend, spent
from rules.king_of_tokyo.city.damage import SMASH, less
from rules.king_of_tokyo.city.places import leave
from rules.king_of_tokyo.effects.card_names import source_name
from rules.king_of_tokyo.effects.state_changes import gain, most_hearts, pay
from rules.king_of_tokyo.effects.triggers import happens
from rules.king_of_tokyo.effects.verbs import Case, Source, alters, may, offers, total, uses
from rules.king_of_tokyo.model.dice import HEART, TOKYO
from rules.king_of_tokyo.model.events import Use, Used, UsedAside
from rules.king_of_tokyo.model.state import Tokyo

from .dice_changes import using

WINGS, ARMOR, HEALING = 2, 1, 2
"""Energy costs: Wings; a heart spared by the armor or the jump; a heart of Rapid Healing."""


def _pays(s: Tokyo, source: Source, energy: int) -> bool:
    return s.monsters[source.seat].energy >= energy


# --- cards that prevent the whole loss ---------------------------------------------------------------------------


@offers("loss", "card.wings")
def may_fly(s: Tokyo, source: Source, case: Case) -> Iterable[Choice]:
    """Offer to lose nothing in this turn, for 2 energy."""
    if source.seat == case.seat and _pays(s, source, WINGS):
        yield Choice(_said(source, Text("none this turn for {n} energy", n=WINGS)), Template(using(source)))


@uses("card.wings")
def fly(s: Tokyo, source: Source, event: Use) -> Tokyo:
    """Cancel the pending loss, and any other until the turn ends."""
    return pay(spend(less(s, less_all(s)), source), "KT-26", source.seat, WINGS, source_name(source))


@alters("lose_hearts", "card.wings")
def flying(s: Tokyo, source: Source, case: Case, n: int) -> int:
    """Lose nothing in the rest of the turn."""
    return 0 if source.seat == case.seat and spent(s, source) else n


@offers("loss", "card.jets")
def may_jet(s: Tokyo, source: Source, case: Case) -> Iterable[Choice]:
    """Offer to yield Tokyo and lose nothing, when hit by claws in Tokyo."""
    hit = source.seat == case.seat and case.why == SMASH and source.seat in s.in_tokyo
    if hit and may(s, "may_yield", Case(source.seat, by=case.by)):
        yield Choice(_said(source, Text("yield Tokyo and lose none")), Template(using(source)))


@uses("card.jets")
def jet(s: Tokyo, source: Source, event: Use) -> Tokyo:
    """Cancel the pending loss and leave Tokyo, as if before the claws struck."""
    s = less(s, less_all(s))
    s = note(leave(s, source.seat), "KT-13", Text("{who} yields Tokyo", who=s.seats[source.seat]))
    return happens(s, "yielded", Case(source.seat, by=s.active))


def less_all(s: Tokyo) -> int:
    """The hearts of the pending loss."""
    return int(s.agenda[0].args[1])


# --- cards that reduce the loss ----------------------------------------------------------------------------------


@offers("loss", "card.super_jump", "card.electric_armor")
def may_deflect(s: Tokyo, source: Source, case: Case) -> Iterable[Choice]:
    """Offer to spare one heart for 1 energy; the jump once in each player's turn."""
    if source.seat == case.seat and _pays(s, source, ARMOR) and not spent(s, source):
        yield Choice(_said(source, Text("1 less for {n} energy", n=ARMOR)), Template(using(source)))


@uses("card.super_jump", "card.electric_armor")
def deflect(s: Tokyo, source: Source, event: Use) -> Tokyo:
    """Pay for one heart and spare it."""
    s = spend(s, source) if source.key == "card.super_jump" else s
    return pay(less(s, 1), "KT-26", source.seat, ARMOR, source_name(source))


@offers("loss", "card.robot")
def may_short_out(s: Tokyo, source: Source, case: Case) -> Iterable[Choice]:
    """Offer to lose energy instead of hearts."""
    most = min(case.n, s.monsters[source.seat].energy)
    if source.seat == case.seat and most:
        hole = Number("n", 1, most, most, Text("energy instead of hearts"))
        yield Choice(_said(source, Text("energy instead")), Template(using(source), (hole,)))


@uses("card.robot")
def short_out(s: Tokyo, source: Source, event: Use) -> Tokyo:
    """Lose so much energy, and so many hearts less."""
    return pay(less(s, event.n), "KT-26", source.seat, event.n, source_name(source))


@offers("loss", "card.camouflage")
def may_hide(s: Tokyo, source: Source, case: Case) -> Iterable[Choice]:
    """Offer a throw of one die for each heart that would be lost."""
    if source.seat == case.seat:
        yield Choice(_said(source, Text("throw {n} die", "throw {n} dice", n=case.n)), Template(using(source)))


@uses("card.camouflage")
def hide(s: Tokyo, source: Source, event: Use) -> Tokyo:
    """Ask for the throw of the camouflage."""
    return then(s, at(hide_roll, source.seat, less_all(s)))


def hide_prompt(s: Tokyo, seat: int, n: int) -> Prompt:
    """Ask what the dice of a camouflage show."""
    shown = Choice(Text("The dice show"), Template(Rolled(()), (Dice("faces", n, 6, TOKYO),)), role="usual")
    title = Text("{who} hides: a die for each heart", who=s.seats[seat])
    return Prompt((seat,), title, "KT-26", (shown,), phase=Text("Hearts"))


@asks("KT-26", prompt=hide_prompt)
def hide_roll(s: Tokyo, event: Rolled, seat: int, n: int) -> Tokyo:
    """Spare one heart for each heart that is rolled."""
    return less(s, event.faces.count(HEART))


# --- Rapid Healing -----------------------------------------------------------------------------------------------


@offers("loss", "card.rapid_healing")
def may_survive(s: Tokyo, source: Source, case: Case) -> Iterable[Choice]:
    """Offer to survive a deadly loss, by buying as many hearts as it takes."""
    needed = case.n - s.monsters[source.seat].hearts + 1
    if source.seat != case.seat or needed < 1:
        return
    times = -(-needed // max(1, total(s, "gain_hearts", Case(source.seat, why="card", n=1), 1)))
    if _pays(s, source, HEALING * times):
        survive = Text("keep 1 heart for {n} energy", n=HEALING * times)
        yield Choice(_said(source, survive), Template(Used(source.seat, source.key, source.item, n=times)))


@offers("any", "card.rapid_healing")
def may_heal_now(s: Tokyo, source: Source, case: Case) -> Iterable[Choice]:
    """Offer one heart for 2 energy, at any moment."""
    monster = s.monsters[source.seat]
    if _pays(s, source, HEALING) and 0 < monster.hearts < most_hearts(s, source.seat):
        who, card = s.seats[source.seat], source_name(source)
        label = Text("{card} of {who}: 1 heart for {n} energy", card=card, who=who, n=HEALING)
        yield Choice(label, Template(UsedAside(source.seat, source.key, source.item)), seat=source.seat)


@uses("card.rapid_healing")
def heal_now(s: Tokyo, source: Source, event: Use) -> Tokyo:
    """Pay and heal; hearts above what is lost are lost with the rest."""
    if isinstance(event, UsedAside):
        s = pay(s, "KT-26", source.seat, HEALING, source_name(source))
        return gain(s, "KT-26", source.seat, "hearts", 1, "card")
    s = pay(s, "KT-26", source.seat, HEALING * event.n, source_name(source))
    return less(s, less_all(s) - s.monsters[source.seat].hearts + 1)


def _said(source: Source, does: Text) -> Text:
    return Text("{card}: {does}", card=source_name(source), does=does)
