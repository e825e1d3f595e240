"""Cards that change dice after the last throw and before they count.

Some change their owner's dice, others those of another monster.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from rules.engine import Choice, Number, Pick, Template, Text, at, auto, then
from rules.king_of_tokyo.city.cards_in_play import drop, spend, spent
from rules.king_of_tokyo.effects.card_names import source_name
from rules.king_of_tokyo.effects.state_changes import pay
from rules.king_of_tokyo.effects.verbs import Case, Source, alters, offers, uses
from rules.king_of_tokyo.model.dice import ENERGY, HEART, ONE, TOKYO, TWO, counts, to_pick
from rules.king_of_tokyo.model.events import Use, Used
from rules.king_of_tokyo.model.state import Tokyo
from rules.king_of_tokyo.rolling.resolve import claws, targets
from rules.king_of_tokyo.rolling.roll import again, show


def using(source: Source) -> Used:
    """Build the event by which an effect is used."""
    return Used(source.seat, source.key, source.item)


def which_die(s: Tokyo, but: int = 0) -> Pick:
    """The pick of one die by its face, the first of several that show the same.

    None that shows ``excluded_face`` is offered.
    """
    first = {face: place for place, face in reversed(tuple(enumerate(s.now.faces))) if face != but}
    options = tuple(to_pick(place, face) for face, place in sorted(first.items()))
    return Pick("die", options, Text("Which die"))


def which_face() -> Pick:
    """The pick of one of the six faces."""
    faces = range(1, len(TOKYO.faces) + 1)
    return Pick("face", tuple(to_pick(face, face) for face in faces), Text("To which face"))


# --- the owner's dice --------------------------------------------------------------------------------------------


@offers("faces", "card.herd_culler")
def may_cull(s: Tokyo, source: Source, case: Case) -> Iterable[Choice]:
    """Offer to turn one die to a 1, once a turn."""
    dice = which_die(s, but=ONE)
    if source.seat == case.seat and not spent(s, source) and dice.options:
        yield Choice(Text("{card}: a die becomes a 1", card=source_name(source)), Template(using(source), (dice,)))


@uses("card.herd_culler")
def cull(s: Tokyo, source: Source, event: Use) -> Tokyo:
    """Turn the die to a 1."""
    return show(spend(s, source), event.die, ONE)


@offers("faces", "card.plot_twist", "card.stretchy", "card.clown")
def may_turn(s: Tokyo, source: Source, case: Case) -> Iterable[Choice]:
    """Offer to turn a die to any face.

    The price is 2 energy or the card itself; the clown needs all six faces in one roll instead.
    """
    if source.seat != case.seat or not s.now.faces or not TURNS[source.key](s, source):
        return
    yield Choice(_turning(source), Template(using(source), (which_die(s), which_face())))


def _turning(source: Source) -> Text:
    card = source_name(source)
    if source.key == "card.stretchy":
        return Text("{card}: turn a die for {n} energy", card=card, n=STRETCH)
    return Text("{card}: turn a die", card=card)


STRETCH = 2
"""Energy cost of turning a die."""
TURNS: dict[str, Callable[[Tokyo, Source], bool]] = {
    "card.plot_twist": lambda s, source: True,
    "card.stretchy": lambda s, source: s.monsters[source.seat].energy >= STRETCH,
    "card.clown": lambda s, source: spent(s, source) or len(counts(s.now.faces)) == len(TOKYO.faces),
}
"""Whether the card may turn a die now."""


@uses("card.plot_twist", "card.stretchy", "card.clown")
def turn_die(s: Tokyo, source: Source, event: Use) -> Tokyo:
    """Turn the die to that face, and pay the price."""
    s = show(s, event.die, event.face)
    match source.key:
        case "card.plot_twist":
            return drop(s, source.item)
        case "card.stretchy":
            return pay(s, "KT-26", source.seat, STRETCH, source_name(source))
    return spend(s, source)


COUNTS_AS = {"card.shrinky": (TWO, ONE), "card.biofuel": (HEART, ENERGY)}
"""Faces that may count as others."""


@offers("faces", *COUNTS_AS)
def may_count_as(s: Tokyo, source: Source, case: Case) -> Iterable[Choice]:
    """Offer to count some of the dice with one face as another."""
    face, other = COUNTS_AS[source.key]
    n = counts(s.now.faces)[face]
    if source.seat != case.seat or not n:
        return
    names = {"face": TOKYO.faces[face - 1].name, "other": TOKYO.faces[other - 1].name}
    label = Text("{card}: {face} counts as {other}", card=source_name(source), **names)
    yield Choice(label, Template(using(source), (Number("n", 1, n, n, Text("How many")),)))


@uses(*COUNTS_AS)
def count_as(s: Tokyo, source: Source, event: Use) -> Tokyo:
    """Count so many of those dice as the other face."""
    face, other = COUNTS_AS[source.key]
    for place in [k for k, lying in enumerate(s.now.faces) if lying == face][: event.n]:
        s = show(s, place, other)
    return s


# --- dice of another monster -------------------------------------------------------------------------------------


@offers("faces", "card.psychic_probe", "card.witch")
def may_meddle(s: Tokyo, source: Source, case: Case) -> Iterable[Choice]:
    """Offer to throw a die of another monster again, once in its turn.

    The witch does so only where she would be hit.
    """
    if source.seat == case.seat or spent(s, source) or not s.now.faces:
        return
    if source.key == "card.witch" and not (claws(s).total and source.seat in targets(s)):
        return
    label = Text("{card} of {who}: throw a die again", card=source_name(source), who=s.seats[source.seat])
    yield Choice(label, Template(using(source), (which_die(s),)), role="respond", seat=source.seat)


@uses("card.psychic_probe", "card.witch")
def meddle(s: Tokyo, source: Source, event: Use) -> Tokyo:
    """Throw that die again; a probe that finds a heart is discarded."""
    s = spend(s, source)
    s = then(s, at(probed, source.item, event.die)) if source.key == "card.psychic_probe" else s
    return again(s, s.active, event.die)


@auto("KT-26")
def probed(s: Tokyo, item: int, die: int) -> Tokyo:
    """Discard the probe if the die shows a heart."""
    return drop(s, item) if s.now.faces[die] == HEART else s


@offers("faces", "card.cheerleader")
def may_cheer(s: Tokyo, source: Source, case: Case) -> Iterable[Choice]:
    """Offer to add a claw to the roll of another monster, once in its turn."""
    if source.seat != case.seat and not spent(s, source):
        label = Text("{card} of {who}: one more claw", card=source_name(source), who=s.seats[source.seat])
        yield Choice(label, Template(using(source)), role="respond", seat=source.seat)


@uses("card.cheerleader")
def cheer(s: Tokyo, source: Source, event: Use) -> Tokyo:
    """Mark the cheerleader as used."""
    return spend(s, source)


@alters("claws", "card.cheerleader")
def cheered(s: Tokyo, source: Source, case: Case, n: int) -> int:
    """Add the offered claw to the others."""
    return n + 1 if source.seat != case.seat and spent(s, source) else n
