"""Effects of spells."""

from __future__ import annotations

from rules.boss_monster.effects.choices import move_hero
from rules.boss_monster.effects.registry import DungeonEffects, apply_hand_effect, is_awake
from rules.boss_monster.effects.spells import counter_spell, opponent_targets
from rules.boss_monster.model.card_catalogue import card_texts
from rules.boss_monster.model.decks import add_to_hand
from rules.boss_monster.model.dungeon import (
    count_ready_rooms,
    destroy_room,
    exhaust_room,
    hero_in_room,
    remove_room,
    rooms_of_kind,
)
from rules.boss_monster.model.state import (
    TOWN,
    BossMonster,
    Declared,
    note_score_changes,
    opponents_of,
    set_hero,
    set_keep,
    set_room,
)
from rules.boss_monster.phases.adventure import damage_hero_again
from rules.boss_monster.phases.build import place
from rules.boss_monster.phases.scoring import kill_hero, remove_from_score
from rules.engine import at, then
from rules.engine.record import replace

from .rooms import revive_hero
from .targets import dead_opponent_heroes, own_rooms, town_heroes

EFFECTS = DungeonEffects()


def _awake_rooms(s: BossMonster, d: Declared) -> tuple[int, ...]:
    return tuple(room.id for _, _, room in s.rooms() if is_awake(room))


def _of_kind(kind: str, s: BossMonster) -> tuple[int, ...]:
    return tuple(room.id for seat in s.seats_in_game for room in rooms_of_kind(s, seat, kind))


def _walking_hero(s: BossMonster, d: Declared) -> tuple[int, ...]:
    """The hero who walks the dungeon of the spell's player."""
    return (s.walk.hero,) if s.walk and s.walk.seat == d.seat and s.walk.room else ()


def _heroes_in_dungeons(s: BossMonster, seats: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(hero.id for seat in seats for hero in s.keeps[seat].entrance)


@EFFECTS.power(
    "motivation",
    is_allowed=lambda s, d: any(
        count_ready_rooms(s, d.seat) < count_ready_rooms(s, x) for x in opponents_of(s, d.seat)
    ),
)
def motivation(s: BossMonster, d: Declared) -> BossMonster:
    """Motivation: lay one more room face down."""
    return then(s, at(place, d.seat))


@EFFECTS.power("giant_size", lambda s, d: _of_kind("monster", s))
def giant_size(s: BossMonster, d: Declared) -> BossMonster:
    """Giant Size: a monster room deals 3 more this turn."""
    return _raise_damage(s, d)


@EFFECTS.power("annihilator", lambda s, d: _of_kind("trap", s))
def annihilator(s: BossMonster, d: Declared) -> BossMonster:
    """Annihilator: a trap room deals 3 more this turn."""
    return _raise_damage(s, d)


def _raise_damage(s: BossMonster, d: Declared) -> BossMonster:
    """Raise the damage of the target room by 3.

    A hero who stands in it takes the 3 as well, because its damage has just been dealt.
    """
    found = s.room(d.target)
    if found is None:
        return s
    s = set_room(s, d.target, bonus=found[2].bonus + 3)
    here = s.walk is not None and s.walk.room == d.target
    return damage_hero_again(s, s.walk.hero, 3, found[2]) if here and s.walk else s


@EFFECTS.power("exhaustion", _walking_hero)
def exhaustion(s: BossMonster, d: Declared) -> BossMonster:
    """Exhaustion: the hero takes as much damage as there are rooms."""
    found = s.room(s.walk.room) if s.walk else None
    return damage_hero_again(s, d.target, count_ready_rooms(s, d.seat), found[2]) if found else s


@EFFECTS.power("freeze", _awake_rooms)
def freeze(s: BossMonster, d: Declared) -> BossMonster:
    """Freeze: a room is exhausted."""
    return exhaust_room(s, d.target)


@EFFECTS.power("cave_in", own_rooms)
def cave_in(s: BossMonster, d: Declared) -> BossMonster:
    """Cave-In: destroy a room of one's own; the hero in it dies."""
    hero = hero_in_room(s, Declared(0, d.seat, d.key, d.target))
    s = destroy_room(s, d.target)
    return kill_hero(s, hero.id, d.seat, "BM-66") if hero else s


@EFFECTS.power("zombie_attack", dead_opponent_heroes)
def zombie_attack(s: BossMonster, d: Declared) -> BossMonster:
    """Zombie Attack: a dead hero of an opponent rises with 2 more health."""
    return revive_hero(s, d, 2)


@EFFECTS.power("assassin", lambda s, d: _heroes_in_dungeons(s, opponents_of(s, d.seat)))
def assassin(s: BossMonster, d: Declared) -> BossMonster:
    """Assassin: a hero in the dungeon of an opponent has 3 more health."""
    found = s.hero(d.target)
    return set_hero(s, d.target, more=found[1].more + 3) if found else s


@EFFECTS.power("teleportation", _walking_hero)
def teleportation(s: BossMonster, d: Declared) -> BossMonster:
    """Teleportation: the hero returns to the first room and takes its damage again."""
    return replace(s, walk=replace(s.walk, pile=-1, room=0)) if s.walk else s


@EFFECTS.power("fear", lambda s, d: _heroes_in_dungeons(s, s.seats_in_game))
def fear(s: BossMonster, d: Declared) -> BossMonster:
    """Fear: a hero goes back to town."""
    return move_hero(s, d.target, TOWN)


@EFFECTS.power("kobold_strike")
def kobold_strike(s: BossMonster, d: Declared) -> BossMonster:
    """Kobold Strike: nothing is built this turn; face-down rooms go back to the hands."""
    for seat, _, room in [found for found in s.rooms() if found[2].down]:
        s = remove_room(s, room.id)
        s = add_to_hand(s, seat, (room.card.key,)) if room.card.key else s
    kept = tuple(step for step in s.agenda if not step.name.endswith((".place", ".turn_up", ".show")))
    return replace(s, no_building=True, agenda=kept)


@EFFECTS.power(
    "trepidation",
    lambda s, d: tuple(x for x in opponent_targets(s, d) if s.keeps[-1 - x].souls >= s.keeps[d.seat].souls + 2),
)
def trepidation(s: BossMonster, d: Declared) -> BossMonster:
    """Trepidation: no hero enters that dungeon this turn."""
    return set_keep(s, -1 - d.target, shut=True)


@EFFECTS.power("princess_in_peril", town_heroes)
def princess_in_peril(s: BossMonster, d: Declared) -> BossMonster:
    """Princess in Peril: a hero in town goes to the entrance."""
    return move_hero(s, d.target, d.seat)


@EFFECTS.power("soul_harvest", lambda s, d: tuple(x.hero.id for x in s.keeps[d.seat].score if not x.wounds))
def soul_harvest(s: BossMonster, d: Declared) -> BossMonster:
    """Soul Harvest: a dead hero leaves the game."""
    return apply_hand_effect(note_score_changes(s, remove_from_score(s, d.target)), d.key, d.seat)


def _waiting_spells(s: BossMonster, d: Declared) -> tuple[int, ...]:
    return tuple(x.id for x in s.declared if x.id != d.id and card_texts()[x.key].phases)


EFFECTS.power("counterspell", _waiting_spells, cancels=True)(counter_spell)
