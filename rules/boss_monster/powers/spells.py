"""Effects of spells."""

from __future__ import annotations

from rules.boss_monster.effects.choices import lead
from rules.boss_monster.effects.spells import counter, opponents
from rules.boss_monster.effects.verbs import awake, power, with_hands
from rules.boss_monster.model.card_catalogue import printed
from rules.boss_monster.model.decks import into_hand
from rules.boss_monster.model.dungeon import destroy, exhaust, lift, of_kind, standing, walking
from rules.boss_monster.model.state import TOWN, BossMonster, Declared, others, set_hero, set_keep, set_room, tallied
from rules.boss_monster.phases.adventure import hurt
from rules.boss_monster.phases.build import place
from rules.boss_monster.phases.scoring import die, unscore
from rules.engine import at, then
from rules.engine.record import replace

from .rooms import rise
from .targets import dead_of_others, in_town, own


def _any_room(s: BossMonster, d: Declared) -> tuple[int, ...]:
    return tuple(room.id for _, _, room in s.rooms() if awake(room))


def _of_kind(kind: str, s: BossMonster) -> tuple[int, ...]:
    return tuple(room.id for seat in s.alive for room in of_kind(s, seat, kind))


def _inside(s: BossMonster, d: Declared) -> tuple[int, ...]:
    """The hero who walks the dungeon of the spell's player."""
    return (s.walk.hero,) if s.walk and s.walk.seat == d.seat and s.walk.room else ()


def _in_dungeons(s: BossMonster, seats: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(hero.id for seat in seats for hero in s.keeps[seat].entrance)


@power("motivation", allowed=lambda s, d: any(standing(s, d.seat) < standing(s, x) for x in others(s, d.seat)))
def motivation(s: BossMonster, d: Declared) -> BossMonster:
    """Motivation: lay one more room face down."""
    return then(s, at(place, d.seat))


@power("giant_size", lambda s, d: _of_kind("monster", s))
def giant(s: BossMonster, d: Declared) -> BossMonster:
    """Giant Size: a monster room deals 3 more this turn."""
    return _stronger(s, d)


@power("annihilator", lambda s, d: _of_kind("trap", s))
def annihilator(s: BossMonster, d: Declared) -> BossMonster:
    """Annihilator: a trap room deals 3 more this turn."""
    return _stronger(s, d)


def _stronger(s: BossMonster, d: Declared) -> BossMonster:
    """Raise the damage of the target room by 3.

    A hero who stands in it takes the 3 as well, because its damage has just been dealt.
    """
    found = s.room(d.target)
    if found is None:
        return s
    s = set_room(s, d.target, bonus=found[2].bonus + 3)
    here = s.walk is not None and s.walk.room == d.target
    return hurt(s, s.walk.hero, 3, found[2]) if here and s.walk else s


@power("exhaustion", _inside)
def exhaustion(s: BossMonster, d: Declared) -> BossMonster:
    """Exhaustion: the hero takes as much damage as there are rooms."""
    found = s.room(s.walk.room) if s.walk else None
    return hurt(s, d.target, standing(s, d.seat), found[2]) if found else s


@power("freeze", _any_room)
def freeze(s: BossMonster, d: Declared) -> BossMonster:
    """Freeze: a room is exhausted."""
    return exhaust(s, d.target)


@power("cave_in", lambda s, d: own(s, d.seat))
def cave_in(s: BossMonster, d: Declared) -> BossMonster:
    """Cave-In: destroy a room of one's own; the hero in it dies."""
    hero = walking(s, Declared(0, d.seat, d.key, d.target))
    s = destroy(s, d.target)
    return die(s, hero.id, d.seat, "BM-66") if hero else s


@power("zombie_attack", dead_of_others)
def zombies(s: BossMonster, d: Declared) -> BossMonster:
    """Zombie Attack: a dead hero of an opponent rises with 2 more health."""
    return rise(s, d, 2)


@power("assassin", lambda s, d: _in_dungeons(s, others(s, d.seat)))
def assassin(s: BossMonster, d: Declared) -> BossMonster:
    """Assassin: a hero in the dungeon of an opponent has 3 more health."""
    found = s.hero(d.target)
    return set_hero(s, d.target, more=found[1].more + 3) if found else s


@power("teleportation", _inside)
def teleport(s: BossMonster, d: Declared) -> BossMonster:
    """Teleportation: the hero returns to the first room and takes its damage again."""
    return replace(s, walk=replace(s.walk, pile=-1, room=0)) if s.walk else s


@power("fear", lambda s, d: _in_dungeons(s, s.alive))
def fear(s: BossMonster, d: Declared) -> BossMonster:
    """Fear: a hero goes back to town."""
    return lead(s, d.target, TOWN)


@power("kobold_strike")
def kobolds(s: BossMonster, d: Declared) -> BossMonster:
    """Kobold Strike: nothing is built this turn; face-down rooms go back to the hands."""
    for seat, _, room in [found for found in s.rooms() if found[2].down]:
        s = lift(s, room.id)
        s = into_hand(s, seat, (room.card.key,)) if room.card.key else s
    kept = tuple(step for step in s.agenda if not step.name.endswith((".place", ".turn_up", ".show")))
    return replace(s, no_building=True, agenda=kept)


@power(
    "trepidation", lambda s, d: tuple(x for x in opponents(s, d) if s.keeps[-1 - x].souls >= s.keeps[d.seat].souls + 2)
)
def trepidation(s: BossMonster, d: Declared) -> BossMonster:
    """Trepidation: no hero enters that dungeon this turn."""
    return set_keep(s, -1 - d.target, shut=True)


@power("princess_in_peril", lambda s, d: in_town(s, d.seat))
def princess(s: BossMonster, d: Declared) -> BossMonster:
    """Princess in Peril: a hero in town goes to the entrance."""
    return lead(s, d.target, d.seat)


@power("soul_harvest", lambda s, d: tuple(x.hero.id for x in s.keeps[d.seat].score if not x.wounds))
def harvest(s: BossMonster, d: Declared) -> BossMonster:
    """Soul Harvest: a dead hero leaves the game."""
    return with_hands(tallied(s, unscore(s, d.target)), d.key, d.seat)


power("counterspell", lambda s, d: tuple(x.id for x in s.declared if x.id != d.id and x.key in _spells()))(counter)


def _spells() -> frozenset[str]:
    return frozenset(key for key, card in printed().items() if card.phases)
