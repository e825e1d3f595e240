"""KT-54: the effects of the wickedness tiles."""

from __future__ import annotations

from collections.abc import Iterator

from rules.engine import Choice, Option, Outcome, Pick, Prompt, Template, Text, asks, at, carries, note, then
from rules.engine.record import replace
from rules.king_of_tokyo.city.cards_in_play import is_copyable, note_copy, set_held
from rules.king_of_tokyo.effects.card_names import effect_key_name, effect_name, from_effect, held_name
from rules.king_of_tokyo.effects.registry import TokyoCase, TokyoEffect, TokyoEffects
from rules.king_of_tokyo.effects.standing import is_in_game, max_hearts
from rules.king_of_tokyo.effects.state_changes import change_number, gain, lose
from rules.king_of_tokyo.model.dice import ENERGY, HEART, ONE, count_faces
from rules.king_of_tokyo.model.events import Used
from rules.king_of_tokyo.model.state import Held, Tokyo, add_extra_turn, find_held, set_monster

EFFECTS = TokyoEffects()

EFFECTS.increase("throws", 1, "tile.devious")
EFFECTS.increase("dice", 1, "tile.cyberbrain")
EFFECTS.increase("cost", -1, "tile.evil_lair")
EFFECTS.increase("copies", 1, "tile.fluxling")
TURN_START_GAINS = {"tile.eternal": "hearts", "tile.tireless": "energy", "tile.sonic_boomer": "points"}
"""Resource that a tile gives at the start of each turn of its owner."""
REGENERATED_HEARTS = 12
"""Most hearts with Full Regeneration."""
FINAL_ROAR_POINTS = 16
"""Points with which Final Roar wins."""


# --- quantities --------------------------------------------------------------------------------------------------


@EFFECTS.modifier("most_hearts", "tile.full_regeneration")
@carries("KT-54")
def raise_max_hearts(s: Tokyo, source: TokyoEffect, case: TokyoCase, n: int) -> int:
    """Raise the most hearts to twelve."""
    return max(n, REGENERATED_HEARTS)


@EFFECTS.modifier("energy_dice", "tile.skybeam")
@carries("KT-54")
def add_energy_per_bolt(s: Tokyo, source: TokyoEffect, case: TokyoCase, n: int) -> int:
    """Add one energy for each die that shows one."""
    return n + count_faces(case.faces)[ENERGY]


@EFFECTS.modifier("heart_dice", "tile.skybeam")
@carries("KT-54")
def add_heart_per_heart(s: Tokyo, source: TokyoEffect, case: TokyoCase, n: int) -> int:
    """Add one heart for each die that shows one."""
    return n + count_faces(case.faces)[HEART]


@EFFECTS.modifier("smashes", "tile.antimatter_beam")
@carries("KT-54")
def double_smashes(s: Tokyo, source: TokyoEffect, case: TokyoCase, n: int) -> int:
    """Double the smashes."""
    return 2 * n


@EFFECTS.modifier("smashes", "tile.barbs")
@carries("KT-54")
def add_barbs_smash(s: Tokyo, source: TokyoEffect, case: TokyoCase, n: int) -> int:
    """Add one smash to two or more."""
    return n + 1 if n >= 2 else n


# --- moments -----------------------------------------------------------------------------------------------------


@EFFECTS.handler("turn_starts", *TURN_START_GAINS)
@carries("KT-54")
def gain_each_turn(s: Tokyo, source: TokyoEffect, case: TokyoCase) -> Tokyo:
    """Give one of a resource at the start of the owner's turns."""
    what = TURN_START_GAINS[source.key]
    return gain(s, "KT-54", source.seat, what, 1, "tile", from_effect(source))  # type: ignore[arg-type]


@EFFECTS.handler("scored", "tile.skulking")
@carries("KT-54")
def gain_skulking_point(s: Tokyo, source: TokyoEffect, case: TokyoCase) -> Tokyo:
    """Give a point for three 1s."""
    return gain(s, "KT-54", source.seat, "points", 1, "tile", from_effect(source)) if case.face == ONE else s


@EFFECTS.handler("claws_hit", "tile.poison_spit", whose="any")
@carries("KT-54")
def poison_victim(s: Tokyo, source: TokyoEffect, case: TokyoCase) -> Tokyo:
    """Poison whoever loses hearts to the owner's claws."""
    if source.seat != case.by:
        return s
    return change_number(s, "KT-54", case.seat, "poison", 1, from_effect(source))


@EFFECTS.handler("claws_hit", "tile.underdog", whose="any")
@carries("KT-54")
def steal_from_richer_victim(s: Tokyo, source: TokyoEffect, case: TokyoCase) -> Tokyo:
    """Take a point from whoever loses hearts to the owner's claws and has more points."""
    is_richer = s.monsters[case.seat].points > s.monsters[source.seat].points
    return steal_point(s, source, case.seat) if source.seat == case.by and is_richer else s


def steal_point(s: Tokyo, source: TokyoEffect, seat: int) -> Tokyo:
    """Move a point from that monster to the owner."""
    before = s.monsters[seat].points
    s = lose(s, "KT-54", seat, "points", 1, from_effect(source))
    return gain(s, "KT-54", source.seat, "points", before - s.monsters[seat].points, "tile", from_effect(source))


@EFFECTS.handler("turn_starts", "tile.defender_of_tokyo")
@EFFECTS.handler("entered", "tile.defender_of_tokyo")
@carries("KT-54")
def take_points_for_tokyo(s: Tokyo, source: TokyoEffect, case: TokyoCase) -> Tokyo:
    """Take a point from all others when the owner enters Tokyo or starts a turn there."""
    return _all_lose(s, source, 1) if source.seat in s.seats_in_tokyo else s


def _all_lose(s: Tokyo, source: TokyoEffect, points: int) -> Tokyo:
    for seat in s.opponents_of(source.seat):
        s = lose(s, "KT-54", seat, "points", points, from_effect(source))
    return s


@EFFECTS.handler("bought", "tile.have_it_all")
@carries("KT-54")
def gain_point_for_purchase(s: Tokyo, source: TokyoEffect, case: TokyoCase) -> Tokyo:
    """Give a point for each card that the owner buys."""
    return gain(s, "KT-54", source.seat, "points", 1, "tile", from_effect(source))


@EFFECTS.handler("zero", "tile.final_roar")
@carries("KT-54")
def win_by_final_roar(s: Tokyo, source: TokyoEffect, case: TokyoCase) -> Tokyo:
    """Let the owner win if it is eliminated with sixteen points or more."""
    if is_in_game(s, case.seat) or s.monsters[case.seat].points < FINAL_ROAR_POINTS:
        return s
    s = note(s, "KT-54", Text("{who} wins with its final roar", who=s.seats[case.seat]))
    return replace(s, outcome=Outcome((case.seat,), "KT-54"))


# --- effects on taking a tile ------------------------------------------------------------------------------------


@EFFECTS.handler("taken", "tile.have_it_all")
@carries("KT-54")
def gain_points_for_cards(s: Tokyo, source: TokyoEffect, case: TokyoCase) -> Tokyo:
    """Give a point for each card that the owner has."""
    cards = len(s.monsters[source.seat].cards)
    return gain(s, "KT-54", source.seat, "points", cards, "tile", from_effect(source))


@EFFECTS.handler("taken", "tile.full_regeneration")
@carries("KT-54")
def heal_fully(s: Tokyo, source: TokyoEffect, case: TokyoCase) -> Tokyo:
    """Heal the owner to its most hearts, which may be twelve."""
    return gain(s, "KT-54", source.seat, "hearts", max_hearts(s, source.seat), "tile", from_effect(source))


@EFFECTS.handler("taken", "tile.starburst")
@carries("KT-54")
def gain_starburst_energy(s: Tokyo, source: TokyoEffect, case: TokyoCase) -> Tokyo:
    """Give twelve energy and remove the tile."""
    return remove_tile(gain(s, "KT-54", source.seat, "energy", 12, "tile", from_effect(source)), source)


@EFFECTS.handler("taken", "tile.widespread_panic")
@carries("KT-54")
def spread_panic(s: Tokyo, source: TokyoEffect, case: TokyoCase) -> Tokyo:
    """Take four points from all others and remove the tile."""
    return remove_tile(_all_lose(s, source, 4), source)


@EFFECTS.handler("taken", "tile.final_push")
@carries("KT-54")
def apply_final_push(s: Tokyo, source: TokyoEffect, case: TokyoCase) -> Tokyo:
    """Give two hearts, two energy and another turn, and remove the tile."""
    s = gain(s, "KT-54", source.seat, "hearts", 2, "tile", from_effect(source))
    s = gain(s, "KT-54", source.seat, "energy", 2, "tile", from_effect(source))
    return remove_tile(add_extra_turn(s), source)


def remove_tile(s: Tokyo, source: TokyoEffect) -> Tokyo:
    """Remove the tile from the game."""
    tiles = tuple(tile for tile in s.monsters[source.seat].tiles if tile.id != source.item)
    name = effect_name(source)
    text, task = Text("{tile} leaves the game", tile=name), Text("put {tile} back in the box", tile=name)
    s = set_monster(s, source.seat, tiles=tiles)
    return note(s, "KT-54", text, subject=name, seat=source.seat, task=task)


# --- Fluxling ----------------------------------------------------------------------------------------------------


@EFFECTS.handler("taken", "tile.fluxling")
@carries("KT-54")
def queue_fluxling_copy(s: Tokyo, source: TokyoEffect, case: TokyoCase) -> Tokyo:
    """Ask Fluxling's owner for a card to copy, if there is one."""
    return then(s, at(copy_card, source.seat, source.item)) if any(_keep_cards(s)) else s


def has_fluxling_options(s: Tokyo, seat: int, item: int) -> bool:
    """Whether Fluxling still lies in front of that monster, with a card to copy."""
    return any(tile.id == item for tile in s.monsters[seat].tiles) and any(_keep_cards(s))


def _keep_cards(s: Tokyo) -> Iterator[tuple[int, Held]]:
    yield from ((seat, card) for seat in s.seats_in_game for card in s.monsters[seat].cards if is_copyable(card))


def copy_prompt(s: Tokyo, seat: int, item: int) -> Prompt:
    """Ask which card Fluxling copies."""
    options = tuple(
        Option(card.id, effect_key_name(f"card.{card.card}"), Text("of {who}", who=s.seats[owner]))
        for owner, card in _keep_cards(s)
    )
    does = Template(Used(seat, "tile.fluxling", item, n=options[0].value), (Pick("n", options, Text("card")),))
    choice = Choice(Text("{what}", what=Text("Copy a card")), does, role="default", seat=seat)
    return Prompt((seat,), Text("Which card does Fluxling copy?"), "KT-54", (choice,), phase=Text("Wickedness"))


@asks("KT-54", prompt=copy_prompt)
def copy_card(s: Tokyo, event: Used, seat: int, item: int) -> Tokyo:
    """Make the tile a copy of that card."""
    copied, tile = find_held(s, event.n), find_held(s, item)
    if copied is None or tile is None:
        return s
    s = set_held(s, item, copies=copied.id)
    return note_copy(s, "KT-54", seat, tile, held_name(copied))
