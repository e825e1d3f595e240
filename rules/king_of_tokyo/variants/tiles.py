"""KT-54: the effects of the wickedness tiles."""

from __future__ import annotations

from collections.abc import Iterator

from rules.engine import Choice, Option, Outcome, Pick, Prompt, Template, Text, asks, at, carries, note, then
from rules.engine.record import replace
from rules.king_of_tokyo.effects.card_names import key_name, source_name
from rules.king_of_tokyo.effects.state_changes import add, gain, lose, most_hearts
from rules.king_of_tokyo.effects.verbs import Case, Source, alters, find, plus, when
from rules.king_of_tokyo.model.dice import ENERGY, HEART, ONE, counts
from rules.king_of_tokyo.model.events import Used
from rules.king_of_tokyo.model.state import HEARTS, Held, Tokyo, set_monster, set_now

plus("throws", 1, "tile.devious")
plus("dice", 1, "tile.cyberbrain")
plus("cost", -1, "tile.evil_lair")
plus("most_hearts", 2, "tile.full_regeneration")
EACH_TURN = {"tile.eternal": "hearts", "tile.tireless": "energy", "tile.sonic_boomer": "points"}
"""Resource that a tile gives at the start of each turn of its owner."""
ROAR = 16
"""Points with which Final Roar wins."""


# --- quantities --------------------------------------------------------------------------------------------------


@alters("energy_dice", "tile.skybeam")
@carries("KT-54")
def one_more_a_bolt(s: Tokyo, source: Source, case: Case, n: int) -> int:
    """Add one energy for each die that shows one."""
    return n + counts(case.faces)[ENERGY] if source.seat == case.seat else n


@alters("heart_dice", "tile.skybeam")
@carries("KT-54")
def one_more_a_heart(s: Tokyo, source: Source, case: Case, n: int) -> int:
    """Add one heart for each die that shows one."""
    return n + counts(case.faces)[HEART] if source.seat == case.seat else n


@alters("smashes", "tile.antimatter_beam")
@carries("KT-54")
def twice_the_smashes(s: Tokyo, source: Source, case: Case, n: int) -> int:
    """Double the smashes."""
    return 2 * n if source.seat == case.seat else n


@alters("smashes", "tile.barbs")
@carries("KT-54")
def barbed(s: Tokyo, source: Source, case: Case, n: int) -> int:
    """Add one smash to two or more."""
    return n + 1 if source.seat == case.seat and n >= 2 else n


# --- moments -----------------------------------------------------------------------------------------------------


@when("turn_starts", *EACH_TURN)
@carries("KT-54")
def each_turn(s: Tokyo, source: Source, case: Case) -> Tokyo:
    """Give one of a resource at the start of the owner's turns."""
    what = EACH_TURN[source.key]
    return gain(s, "KT-54", source.seat, what, 1, "tile", source_name(source)) if source.seat == case.seat else s  # type: ignore[arg-type]


@when("scored", "tile.skulking")
@carries("KT-54")
def skulking(s: Tokyo, source: Source, case: Case) -> Tokyo:
    """Give a point for three 1s."""
    ones = source.seat == case.seat and case.face == ONE
    return gain(s, "KT-54", source.seat, "points", 1, "tile", source_name(source)) if ones else s


@when("claws_hit", "tile.poison_spit", "tile.underdog")
@carries("KT-54")
def claws_hit(s: Tokyo, source: Source, case: Case) -> Tokyo:
    """Poison those who lose hearts to claws, or take a point from them if they have more."""
    if source.seat != case.by:
        return s
    if source.key == "tile.poison_spit":
        return add(s, "KT-54", case.seat, "poison", 1, source_name(source))
    mine, theirs = s.monsters[source.seat].points, s.monsters[case.seat].points
    return steal_point(s, source, case.seat) if theirs > mine else s


def steal_point(s: Tokyo, source: Source, seat: int) -> Tokyo:
    """Move a point from that monster to the owner."""
    before = s.monsters[seat].points
    s = lose(s, "KT-54", seat, "points", 1, source_name(source))
    return gain(s, "KT-54", source.seat, "points", before - s.monsters[seat].points, "tile", source_name(source))


@when("turn_starts", "tile.defender_of_tokyo")
@when("entered", "tile.defender_of_tokyo")
@carries("KT-54")
def defends(s: Tokyo, source: Source, case: Case) -> Tokyo:
    """Take a point from all others when the owner enters Tokyo or starts a turn there."""
    if source.seat != case.seat or source.seat not in s.in_tokyo:
        return s
    return _all_lose(s, source, 1)


def _all_lose(s: Tokyo, source: Source, points: int) -> Tokyo:
    for seat in s.others(source.seat):
        s = lose(s, "KT-54", seat, "points", points, source_name(source))
    return s


@when("bought", "tile.have_it_all")
@carries("KT-54")
def has_it_all(s: Tokyo, source: Source, case: Case) -> Tokyo:
    """Give a point for each card that the owner buys."""
    return gain(s, "KT-54", source.seat, "points", 1, "tile", source_name(source)) if source.seat == case.seat else s


@when("zero", "tile.final_roar")
@carries("KT-54")
def final_roar(s: Tokyo, source: Source, case: Case) -> Tokyo:
    """Let the owner win if it is eliminated with sixteen points or more."""
    if source.seat != case.seat or s.monsters[case.seat].points < ROAR:
        return s
    s = note(s, "KT-54", Text("{who} wins with its final roar", who=s.seats[case.seat]))
    return replace(s, outcome=Outcome((case.seat,), "KT-54"))


# --- effects on taking a tile ------------------------------------------------------------------------------------


@when("taken", "tile.have_it_all")
@carries("KT-54")
def counts_its_cards(s: Tokyo, source: Source, case: Case) -> Tokyo:
    """Give a point for each card that the owner has."""
    cards = len(s.monsters[source.seat].cards)
    return gain(s, "KT-54", source.seat, "points", cards, "tile", source_name(source))


@when("taken", "tile.full_regeneration")
@carries("KT-54")
def heals_fully(s: Tokyo, source: Source, case: Case) -> Tokyo:
    """Heal the owner to its most hearts, which may be twelve."""
    most = most_hearts(s, source.seat)
    return gain(s, "KT-54", source.seat, "hearts", max(HEARTS, most), "tile", source_name(source))


@when("taken", "tile.starburst")
@carries("KT-54")
def bursts(s: Tokyo, source: Source, case: Case) -> Tokyo:
    """Give twelve energy and remove the tile."""
    return gone(gain(s, "KT-54", source.seat, "energy", 12, "tile", source_name(source)), source)


@when("taken", "tile.widespread_panic")
@carries("KT-54")
def panics(s: Tokyo, source: Source, case: Case) -> Tokyo:
    """Take four points from all others and remove the tile."""
    return gone(_all_lose(s, source, 4), source)


@when("taken", "tile.final_push")
@carries("KT-54")
def pushes(s: Tokyo, source: Source, case: Case) -> Tokyo:
    """Give two hearts, two energy and another turn, and remove the tile."""
    s = gain(s, "KT-54", source.seat, "hearts", 2, "tile", source_name(source))
    s = gain(s, "KT-54", source.seat, "energy", 2, "tile", source_name(source))
    return gone(set_now(s, again=(*s.now.again, 0)), source)


def gone(s: Tokyo, source: Source) -> Tokyo:
    """Remove the tile from the game."""
    tiles = tuple(tile for tile in s.monsters[source.seat].tiles if tile.id != source.item)
    return set_monster(s, source.seat, tiles=tiles)


# --- Fluxling ----------------------------------------------------------------------------------------------------


@when("taken", "tile.fluxling")
@carries("KT-54")
def chooses_copy(s: Tokyo, source: Source, case: Case) -> Tokyo:
    """Ask Fluxling's owner for a card to copy, if there is one."""
    return then(s, at(copy_card, source.seat, source.item)) if any(_keep_cards(s)) else s


def _keep_cards(s: Tokyo) -> Iterator[Held]:
    yield from (card for seat in s.alive for card in s.monsters[seat].cards if card.card)


def copy_prompt(s: Tokyo, seat: int, item: int) -> Prompt:
    """Ask which card Fluxling copies."""
    options = tuple(Option(card.id, key_name(f"card.{card.card}")) for card in _keep_cards(s))
    does = Template(Used(seat, "tile.fluxling", item, n=options[0].value), (Pick("n", options, Text("card")),))
    choice = Choice(Text("Copy a card"), does, role="usual", seat=seat)
    return Prompt((seat,), Text("Which card does Fluxling copy?"), "KT-54", (choice,), phase=Text("Wickedness"))


@asks("KT-54", prompt=copy_prompt)
def copy_card(s: Tokyo, event: Used, seat: int, item: int) -> Tokyo:
    """Make the tile a copy of that card."""
    copied = find(s, event.n)
    tiles = tuple(replace(tile, copies=event.n) if tile.id == item else tile for tile in s.monsters[seat].tiles)
    text = Text("Fluxling copies {card}", card=key_name(f"card.{copied.card}") if copied else Text("a card"))
    return note(set_monster(s, seat, tiles=tiles), "KT-54", text)
