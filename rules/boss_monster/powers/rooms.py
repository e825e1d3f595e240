"""Effects of rooms: modified numbers, moments and activated abilities."""

from __future__ import annotations

from collections.abc import Iterator

from rules.boss_monster.effects.choices import ask_target, move_hero, note_at_entrance, swap_rooms
from rules.boss_monster.effects.registry import (
    DungeonCase,
    DungeonEffect,
    DungeonEffects,
    Power,
    announce_effect,
    apply_hand_effect,
)
from rules.boss_monster.effects.spells import cancel_choice, is_ability_used, may_cancel
from rules.boss_monster.hidden.hands import hand_hole
from rules.boss_monster.model.decks import SPELL
from rules.boss_monster.model.dungeon import destroy_room, hero_in_room, rooms_of_kind
from rules.boss_monster.model.state import (
    BossMonster,
    Declared,
    add_hero,
    hero_name,
    note_score_changes,
    set_hero,
    set_keep,
    set_room,
)
from rules.boss_monster.phases.adventure import damage_hero_again
from rules.boss_monster.phases.build import one_more
from rules.boss_monster.phases.scoring import heal_wound, kill_hero, remove_from_score
from rules.engine import Choice, Text, at, note, then
from rules.engine.record import replace

from .hidden import can_pay
from .targets import dead_opponent_heroes, normal_town_heroes, own_rooms, wounding_heroes

EFFECTS = DungeonEffects()
EFFECTS.increase("spell_instead", 1, "haunted_library")

# --- numbers -----------------------------------------------------------------------------------------------------


@EFFECTS.modifier("damage", "monsters_ballroom")
def monsters_ballroom(s: BossMonster, source: DungeonEffect, case: DungeonCase, n: int) -> int:
    """Monster's Ballroom: its damage is the number of monster rooms."""
    return n + len(rooms_of_kind(s, source.seat, "monster")) if case.room == source.room else n


@EFFECTS.modifier("damage", "dizzygas_hallway")
def dizzygas_hallway(s: BossMonster, source: DungeonEffect, case: DungeonCase, n: int) -> int:
    """Dizzygas Hallway: the trap to its right deals 2 more damage."""
    found = s.room(case.room)
    right = found is not None and found[:2] == (source.seat, source.pile + 1) and found[2].card.kind == "trap"
    return n + 2 if right else n


@EFFECTS.modifier("damage", "goblin_armory")
def goblin_armory(s: BossMonster, source: DungeonEffect, case: DungeonCase, n: int) -> int:
    """Goblin Armory: the monster rooms beside it deal 1 more damage."""
    found = s.room(case.room)
    beside = found is not None and found[0] == source.seat and abs(found[1] - source.pile) == 1
    return n + 1 if found is not None and beside and found[2].card.kind == "monster" else n


@EFFECTS.modifier("may_cover", "neanderthal_cave")
def neanderthal_cave(s: BossMonster, source: DungeonEffect, case: DungeonCase, n: int) -> int:
    """Neanderthal Cave: no advanced room may lie on it."""
    return 0 if case.room == source.room else n


# --- moments -----------------------------------------------------------------------------------------------------


@EFFECTS.handler("enters", "minotaurs_maze")
def minotaurs_maze(s: BossMonster, source: DungeonEffect, case: DungeonCase) -> BossMonster:
    """Minotaur's Maze: the first time a hero enters it he goes back one room."""
    found, walk = s.hero(case.hero), s.walk
    if found is None or walk is None or source.room in found[1].mazes:
        return s
    s = set_hero(s, case.hero, mazes=(*found[1].mazes, source.room))
    if walk.pile == 0:
        return s
    s = note(s, "BM-31", Text("{hero} is sent back a room", hero=hero_name(found[1])))
    return replace(s, walk=replace(walk, pile=walk.pile - 2, room=0))


@EFFECTS.handler("built", "construction_zone")
def construction_zone(s: BossMonster, source: DungeonEffect, case: DungeonCase) -> BossMonster:
    """Construction Zone: one more room may be built."""
    return then(s, at(one_more, source.seat))


@EFFECTS.handler("built", "centipede_tunnel")
def centipede_tunnel(s: BossMonster, source: DungeonEffect, case: DungeonCase) -> BossMonster:
    """Centipede Tunnel: two rooms may swap places."""
    return then(s, at(swap_rooms, source.seat)) if any(len(s.keeps[x].piles) > 1 for x in s.seats_in_game) else s


@EFFECTS.handler("other_built", "beast_menagerie")
def beast_menagerie(s: BossMonster, source: DungeonEffect, case: DungeonCase) -> BossMonster:
    """Beast Menagerie: draw a room when another monster room was built."""
    found = s.room(case.room)
    return announce_effect(s, source, case) if found and found[2].card.kind == "monster" else s


EFFECTS.handler("built", "mimic_vault")(ask_target)
EFFECTS.handler("died", "vampire_bordello")(ask_target)
EFFECTS.powers(
    "chosen",
    mimic_vault=Power(
        lambda s, d: move_hero(s, d.target, d.seat),
        normal_town_heroes,
        question=Text("which hero do you take to your entrance?"),
    ),
    vampire_bordello=Power(
        lambda s, d: heal_wound(s, d.target),
        wounding_heroes,
        is_optional=True,
        question=Text("which wound do you heal?"),
    ),
)


@EFFECTS.offer("cancel", "all_seeing_eye", whose="others")
def all_seeing_eye(s: BossMonster, source: DungeonEffect, case: DungeonCase) -> Iterator[Choice]:
    """All-Seeing Eye: a spell of an opponent is cancelled, if a spell is discarded."""
    is_used = is_ability_used(s, Declared(0, source.seat, source.key, source.room))
    if not is_used and may_cancel(s, source.seat):
        yield cancel_choice(s, source.seat, source.key, hand_hole(s, source.seat, SPELL, 1, 1), source.room)


# --- activated abilities -----------------------------------------------------------------------------------------


def _other_rooms(s: BossMonster, d: Declared) -> tuple[int, ...]:
    return tuple(id for id in own_rooms(s, d) if id != d.room)


def revive_hero(s: BossMonster, d: Declared, extra_health: int) -> BossMonster:
    """Return a dead hero to the entrance of the dungeon in whose score area he lay."""
    found = s.scored_hero(d.target)
    if found is None:
        return s
    seat, hero = found[0], replace(found[1].hero, more=extra_health)
    before, s = s, add_hero(remove_from_score(s, d.target), hero, seat)
    return note_score_changes(before, note_at_entrance(s, hero, seat, "BM-28", rises=True))


def kill_in_room(s: BossMonster, d: Declared) -> BossMonster:
    """Destroy the room to kill the hero in it."""
    hero = hero_in_room(s, d)
    s = destroy_room(s, d.room)
    return kill_hero(s, hero.id, d.seat, "BM-66") if hero else s


def crush_room(s: BossMonster, d: Declared) -> BossMonster:
    """Destroy another room; all that are left deal 2 more this turn."""
    s = destroy_room(s, d.target)
    for pile in s.keeps[d.seat].piles:
        s = set_room(s, pile[0].id, bonus=pile[0].bonus + 2)
    return s


def roll_boulder(s: BossMonster, d: Declared) -> BossMonster:
    """Destroy another room to deal 5 to the hero in this one."""
    hero, found = hero_in_room(s, d), s.room(d.room)
    s = destroy_room(s, d.target)
    return damage_hero_again(s, hero.id, 5, d.key) if hero and found else s


def destroy_for_card_effect(s: BossMonster, d: Declared) -> BossMonster:
    """Destroy the room for an effect on hidden cards."""
    return apply_hand_effect(destroy_room(s, d.room), d.key, d.seat)


def pay_with_rooms(s: BossMonster, d: Declared) -> BossMonster:
    """Discard rooms of the hand for another card."""
    return apply_hand_effect(s, d.key, d.seat)


EFFECTS.powers(
    "declared",
    zombie_prison=Power(lambda s, d: revive_hero(destroy_room(s, d.room), d, 0), dead_opponent_heroes),
    jackpot_stash=Power(lambda s, d: set_keep(destroy_room(s, d.room), d.seat, doubled=True)),
    bottomless_pit=Power(kill_in_room, needs_hero=True),
    the_crushinator=Power(crush_room, _other_rooms),
    boulder_ramp=Power(roll_boulder, _other_rooms, needs_hero=True, is_repeatable=True),
    dark_altar=Power(destroy_for_card_effect),
    torture_chamber=Power(destroy_for_card_effect),
    witchs_kitchen=Power(pay_with_rooms, is_allowed=lambda s, d: can_pay(s, d.seat, 1)),
    dracolich_lair=Power(pay_with_rooms, is_allowed=lambda s, d: can_pay(s, d.seat, 2)),
)
