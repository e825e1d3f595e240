"""Effects of rooms: modified numbers, moments and activated abilities."""

from __future__ import annotations

from rules.boss_monster.effects.choices import Aim, aims, choosing, lead, swap_rooms
from rules.boss_monster.effects.verbs import Case, Source, alters, power, told, when, with_hands
from rules.boss_monster.model.dungeon import destroy, of_kind, walking
from rules.boss_monster.model.state import (
    BossMonster,
    Declared,
    hero_name,
    put_hero,
    set_hero,
    set_keep,
    set_room,
    tallied,
)
from rules.boss_monster.phases.adventure import hurt
from rules.boss_monster.phases.build import one_more
from rules.boss_monster.phases.scoring import die, heal, unscore
from rules.engine import Text, at, note, then
from rules.engine.record import replace

from .hidden import can_pay
from .targets import dead_of_others, ordinary, own, wounding

# --- numbers -----------------------------------------------------------------------------------------------------


@alters("damage", "monsters_ballroom")
def ballroom(s: BossMonster, source: Source, case: Case, n: int) -> int:
    """Monster's Ballroom: its damage is the number of monster rooms."""
    return n + len(of_kind(s, source.seat, "monster")) if case.room == source.room else n


@alters("damage", "dizzygas_hallway")
def dizzy(s: BossMonster, source: Source, case: Case, n: int) -> int:
    """Dizzygas Hallway: the trap to its right deals 2 more damage."""
    found = s.room(case.room)
    right = found is not None and found[:2] == (source.seat, source.pile + 1) and found[2].card.kind == "trap"
    return n + 2 if right else n


@alters("may_cover", "neanderthal_cave")
def cave(s: BossMonster, source: Source, case: Case, n: int) -> int:
    """Neanderthal Cave: no advanced room may lie on it."""
    return 0 if case.room == source.room else n


@alters("spell_instead", "haunted_library")
def library(s: BossMonster, source: Source, case: Case, n: int) -> int:
    """Haunted Library: its player may draw a spell instead of a room."""
    return 1 if case.seat == source.seat else n


# --- moments -----------------------------------------------------------------------------------------------------


@when("enters", "minotaurs_maze")
def maze(s: BossMonster, source: Source, case: Case) -> BossMonster:
    """Minotaur's Maze: the first time a hero enters it he goes back one room."""
    found, walk = s.hero(case.hero), s.walk
    if found is None or walk is None or source.room in found[1].mazes:
        return s
    s = set_hero(s, case.hero, mazes=(*found[1].mazes, source.room))
    if walk.pile == 0:
        return s
    s = note(s, "BM-31", Text("{hero} is sent back a room", hero=hero_name(found[1])))
    return replace(s, walk=replace(walk, pile=walk.pile - 2, room=0))


@when("built", "construction_zone")
def zone(s: BossMonster, source: Source, case: Case) -> BossMonster:
    """Construction Zone: one more room may be built."""
    return then(s, at(one_more, source.seat))


@when("built", "centipede_tunnel")
def tunnel(s: BossMonster, source: Source, case: Case) -> BossMonster:
    """Centipede Tunnel: two rooms may swap places."""
    return then(s, at(swap_rooms, source.seat)) if any(len(s.keeps[x].piles) > 1 for x in s.alive) else s


@when("built", "mimic_vault")
def vault(s: BossMonster, source: Source, case: Case) -> BossMonster:
    """Mimic Vault: a normal hero in town goes to the entrance."""
    return choosing(s, "mimic_vault", source.seat)


@when("died", "vampire_bordello")
def bordello(s: BossMonster, source: Source, case: Case) -> BossMonster:
    """Vampire Bordello: a wound is healed."""
    return choosing(s, "vampire_bordello", source.seat)


@when("other_built", "beast_menagerie")
def menagerie(s: BossMonster, source: Source, case: Case) -> BossMonster:
    """Beast Menagerie: draw a room when another monster room was built."""
    found = s.room(case.room)
    return told(s, source, case) if found and found[2].card.kind == "monster" else s


aims.update(
    mimic_vault=Aim(ordinary, lambda s, seat, id: lead(s, id, seat)),
    vampire_bordello=Aim(wounding, lambda s, seat, id: heal(s, id)),
)


# --- activated abilities -----------------------------------------------------------------------------------------


def _other_rooms(s: BossMonster, d: Declared) -> tuple[int, ...]:
    return tuple(id for id in own(s, d.seat) if id != d.room)


def rise(s: BossMonster, d: Declared, more: int) -> BossMonster:
    """Return a dead hero to the entrance of the dungeon in whose score area he lay."""
    found = s.dead(d.target)
    if found is None:
        return s
    seat, hero = found[0], replace(found[1].hero, more=more)
    before, s = s, put_hero(unscore(s, d.target), hero, seat)
    text = Text("{hero} rises at the entrance of {who}", hero=hero_name(hero), who=s.seats[seat])
    return tallied(before, note(s, "BM-28", text))


@power("zombie_prison", dead_of_others)
def prison(s: BossMonster, d: Declared) -> BossMonster:
    """Zombie Prison: destroy it to let a dead hero of an opponent rise."""
    return rise(destroy(s, d.room), d, 0)


@power("jackpot_stash")
def stash(s: BossMonster, d: Declared) -> BossMonster:
    """Jackpot Stash: destroy it to double the dungeon's treasure this turn."""
    return set_keep(destroy(s, d.room), d.seat, doubled=True)


@power("bottomless_pit", allowed=lambda s, d: walking(s, d) is not None)
def pit(s: BossMonster, d: Declared) -> BossMonster:
    """Bottomless Pit: destroy it to kill the hero in it."""
    hero = walking(s, d)
    s = destroy(s, d.room)
    return die(s, hero.id, d.seat, "BM-66") if hero else s


@power("the_crushinator", _other_rooms)
def crushinator(s: BossMonster, d: Declared) -> BossMonster:
    """The Crushinator: destroy another room; all that are left deal 2 more this turn."""
    s = destroy(s, d.target)
    for pile in s.keeps[d.seat].piles:
        s = set_room(s, pile[0].id, bonus=pile[0].bonus + 2)
    return s


@power("boulder_ramp", _other_rooms, allowed=lambda s, d: walking(s, d) is not None)
def boulder(s: BossMonster, d: Declared) -> BossMonster:
    """Boulder Ramp: destroy another room to deal 5 to the hero in this one."""
    hero, found = walking(s, d), s.room(d.room)
    s = destroy(s, d.target)
    return hurt(s, hero.id, 5, found[2]) if hero and found else s


@power("dark_altar")
@power("torture_chamber")
def for_a_card(s: BossMonster, d: Declared) -> BossMonster:
    """Dark Altar, Torture Chamber: destroy it for an effect on hidden cards."""
    return with_hands(destroy(s, d.room), d.key, d.seat)


@power("witchs_kitchen", allowed=lambda s, d: can_pay(s, d.seat, 1))
@power("dracolich_lair", allowed=lambda s, d: can_pay(s, d.seat, 2))
def for_rooms_of_the_hand(s: BossMonster, d: Declared) -> BossMonster:
    """Witch's Kitchen, Dracolich Lair: discard rooms of the hand for another card."""
    return with_hands(s, d.key, d.seat)
