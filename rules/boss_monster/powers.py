"""What rooms, bosses and spells do, hung on the one mechanism of effects under their keys."""

from __future__ import annotations

from rules.engine import Text, at, carries, then
from rules.engine.record import replace

from .adventure import hurt
from .build import one_more, place
from .cards import printed
from .chosen import Aim, aims, choosing, fetch, lead, swap_rooms
from .dungeon import destroy, exhaust, lift, of_kind, standing, walking
from .effects import Case, Source, alters, awake, power, told, when
from .score import die, heal, unscore
from .spells import counter, opponents
from .state import TOWN, BossMonster, Declared, hero_name, note, order, others, put_hero, set_hero, set_keep, set_room

# --- rooms: numbers ----------------------------------------------------------------------------------------------


@alters("damage", "monsters_ballroom")
def ballroom(s: BossMonster, source: Source, case: Case, n: int) -> int:
    """Its damage is the number of monster rooms."""
    return n + len(of_kind(s, source.seat, "monster")) if case.room == source.room else n


@alters("damage", "dizzygas_hallway")
def dizzy(s: BossMonster, source: Source, case: Case, n: int) -> int:
    """The trap to its right does 2 more."""
    found = s.room(case.room)
    right = found is not None and found[:2] == (source.seat, source.pile + 1) and found[2].card.kind == "trap"
    return n + 2 if right else n


@alters("may_cover", "neanderthal_cave")
def cave(s: BossMonster, source: Source, case: Case, n: int) -> int:
    """No advanced room lies on it."""
    return 0 if case.room == source.room else n


# --- rooms: moments ----------------------------------------------------------------------------------------------


@when("enters", "minotaurs_maze")
def maze(s: BossMonster, source: Source, case: Case) -> BossMonster:
    """The first time a hero enters he is in the room before it again."""
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
    """One more room may be built."""
    return then(s, at(one_more, source.seat))


@when("built", "centipede_tunnel")
def tunnel(s: BossMonster, source: Source, case: Case) -> BossMonster:
    """Two rooms may change places."""
    return then(s, at(swap_rooms, source.seat)) if any(len(s.keeps[x].piles) > 1 for x in s.alive) else s


@when("built", "mimic_vault")
def vault(s: BossMonster, source: Source, case: Case) -> BossMonster:
    """A normal hero in town goes to the entrance."""
    return choosing(s, "mimic_vault", source.seat)


@when("died", "vampire_bordello")
def bordello(s: BossMonster, source: Source, case: Case) -> BossMonster:
    """A wound is healed."""
    return choosing(s, "vampire_bordello", source.seat)


@when("other_built", "beast_menagerie")
def menagerie(s: BossMonster, source: Source, case: Case) -> BossMonster:
    """Another monster room was built: a room is drawn."""
    found = s.room(case.room)
    return told(s, source, case) if found and found[2].card.kind == "monster" else s


# --- bosses ------------------------------------------------------------------------------------------------------


@when("level_up", "cleopatra", "king_croak")
def fetches(s: BossMonster, source: Source, case: Case) -> BossMonster:
    """An advanced room is fetched out of the deck, which is shuffled, and may be built at once."""
    s = note(told(s, source, case), "BM-50", Text("Shuffle the deck that was searched"))
    return then(s, at(one_more, source.seat, {"cleopatra": "trap"}.get(source.key, "monster")))


@when("level_up", "seducia")
def seduces(s: BossMonster, source: Source, case: Case) -> BossMonster:
    """A hero of the town or of a deck comes to the entrance."""
    return then(s, at(fetch, source.seat))


@when("level_up", "gorgona")
def petrifies(s: BossMonster, source: Source, case: Case) -> BossMonster:
    """A hero in town dies and is hers."""
    return choosing(s, "gorgona", source.seat)


@when("level_up", "robobo")
def crushes(s: BossMonster, source: Source, case: Case) -> BossMonster:
    """Each opponent destroys a room."""
    for seat in reversed([seat for seat in order(s) if seat != source.seat]):
        s = choosing(s, "robobo", seat)
    return s


def _town(s: BossMonster, seat: int) -> tuple[int, ...]:
    return tuple(hero.id for hero in s.town)


@carries("BM-12", "BM-56")
def _ordinary(s: BossMonster, seat: int) -> tuple[int, ...]:
    """Normal heroes alone; without that word a card means both kinds."""
    return tuple(hero.id for hero in s.town if not hero.card.epic)


def _wounds(s: BossMonster, seat: int) -> tuple[int, ...]:
    """The epic ones first: they heal more."""
    lying = [scored.hero for scored in s.keeps[seat].score if scored.wounds]
    return tuple(hero.id for hero in sorted(lying, key=lambda hero: -hero.worth))


def _own(s: BossMonster, seat: int) -> tuple[int, ...]:
    return tuple(pile[0].id for pile in s.keeps[seat].piles if awake(pile[0]))


aims.update(
    mimic_vault=Aim(_ordinary, lambda s, seat, id: lead(s, id, seat)),
    vampire_bordello=Aim(_wounds, lambda s, seat, id: heal(s, id)),
    gorgona=Aim(_town, lambda s, seat, id: die(s, id, seat, "BM-66"), must=True),
    robobo=Aim(_own, lambda s, seat, id: destroy(s, id), must=True),
)


# --- activated abilities -----------------------------------------------------------------------------------------


def _dead_of_others(s: BossMonster, d: Declared) -> tuple[int, ...]:
    """The heroes that lie dead in the other score areas, which everybody may look at (BM-45)."""
    lying = (scored for seat in others(s, d.seat) for scored in s.keeps[seat].score)
    return tuple(scored.hero.id for scored in lying if not scored.wounds)


def _other_rooms(s: BossMonster, d: Declared) -> tuple[int, ...]:
    return tuple(id for id in _own(s, d.seat) if id != d.room)


def rise(s: BossMonster, d: Declared, more: int) -> BossMonster:
    """A dead hero is at the entrance of the dungeon where he lay."""
    found = s.dead(d.target)
    if found is None:
        return s
    seat, hero = found[0], replace(found[1].hero, more=more)
    s = put_hero(unscore(s, d.target), hero, seat)
    return note(s, "BM-28", Text("{hero} rises at the entrance of {who}", hero=hero_name(hero), who=s.seats[seat]))


@power("zombie_prison", _dead_of_others)
def prison(s: BossMonster, d: Declared) -> BossMonster:
    """Destroyed: a dead hero of another rises."""
    return rise(destroy(s, d.room), d, 0)


@power("jackpot_stash")
def stash(s: BossMonster, d: Declared) -> BossMonster:
    """Destroyed: the dungeon's treasure counts double this turn."""
    return set_keep(destroy(s, d.room), d.seat, doubled=True)


@power("bottomless_pit", allowed=lambda s, d: walking(s, d) is not None)
def pit(s: BossMonster, d: Declared) -> BossMonster:
    """Destroyed: the hero in it dies."""
    hero = walking(s, d)
    s = destroy(s, d.room)
    return die(s, hero.id, d.seat, "BM-66") if hero else s


@power("the_crushinator", _other_rooms)
def crushinator(s: BossMonster, d: Declared) -> BossMonster:
    """Another room is destroyed: all that are left do 2 more this turn."""
    s = destroy(s, d.target)
    for pile in s.keeps[d.seat].piles:
        s = set_room(s, pile[0].id, bonus=pile[0].bonus + 2)
    return s


@power("boulder_ramp", _other_rooms, allowed=lambda s, d: walking(s, d) is not None)
def boulder(s: BossMonster, d: Declared) -> BossMonster:
    """Another room is destroyed: the hero who is here takes 5."""
    hero, found = walking(s, d), s.room(d.room)
    s = destroy(s, d.target)
    return hurt(s, hero.id, 5, found[2]) if hero and found else s


@power("dark_altar")
@power("torture_chamber")
def for_a_card(s: BossMonster, d: Declared) -> BossMonster:
    """Destroyed: what follows concerns hidden cards alone."""
    return destroy(s, d.room)


@power("witchs_kitchen")
@power("dracolich_lair")
def with_cards(s: BossMonster, d: Declared) -> BossMonster:
    """Cards are discarded and taken, which the table does."""
    return s


# --- spells ------------------------------------------------------------------------------------------------------


def _any_room(s: BossMonster, d: Declared) -> tuple[int, ...]:
    return tuple(room.id for _, _, room in s.rooms() if awake(room))


def _of_kind(kind: str, s: BossMonster) -> tuple[int, ...]:
    return tuple(room.id for seat in s.alive for room in of_kind(s, seat, kind))


def _inside(s: BossMonster, d: Declared) -> tuple[int, ...]:
    """The hero who walks the dungeon of whoever plays it."""
    return (s.walk.hero,) if s.walk and s.walk.seat == d.seat and s.walk.room else ()


def _in_dungeons(s: BossMonster, seats: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(hero.id for seat in seats for hero in s.keeps[seat].entrance)


@power("motivation", allowed=lambda s, d: any(standing(s, d.seat) < standing(s, x) for x in others(s, d.seat)))
def motivation(s: BossMonster, d: Declared) -> BossMonster:
    """One more room is laid face down."""
    return then(s, at(place, d.seat))


@power("giant_size", lambda s, d: _of_kind("monster", s))
def giant(s: BossMonster, d: Declared) -> BossMonster:
    """A monster room does 3 more this turn."""
    return _stronger(s, d)


@power("annihilator", lambda s, d: _of_kind("trap", s))
def annihilator(s: BossMonster, d: Declared) -> BossMonster:
    """A trap room does 3 more this turn."""
    return _stronger(s, d)


def _stronger(s: BossMonster, d: Declared) -> BossMonster:
    """From now on; the hero who stands in it feels it too, as its damage has just been done."""
    found = s.room(d.target)
    if found is None:
        return s
    s = set_room(s, d.target, bonus=found[2].bonus + 3)
    here = s.walk is not None and s.walk.room == d.target
    return hurt(s, s.walk.hero, 3, found[2]) if here and s.walk else s


@power("exhaustion", _inside)
def exhaustion(s: BossMonster, d: Declared) -> BossMonster:
    """The hero takes as much as there are rooms."""
    found = s.room(s.walk.room) if s.walk else None
    return hurt(s, d.target, standing(s, d.seat), found[2]) if found else s


@power("freeze", _any_room)
def freeze(s: BossMonster, d: Declared) -> BossMonster:
    """A room is exhausted."""
    return exhaust(s, d.target)


@power("cave_in", lambda s, d: _own(s, d.seat))
def cave_in(s: BossMonster, d: Declared) -> BossMonster:
    """A room of one's own is destroyed, and the hero in it dies."""
    hero = walking(s, Declared(0, d.seat, d.key, d.target))
    s = destroy(s, d.target)
    return die(s, hero.id, d.seat, "BM-66") if hero else s


@power("zombie_attack", _dead_of_others)
def zombies(s: BossMonster, d: Declared) -> BossMonster:
    """A dead hero of an opponent rises with 2 health more."""
    return rise(s, d, 2)


@power("assassin", lambda s, d: _in_dungeons(s, others(s, d.seat)))
def assassin(s: BossMonster, d: Declared) -> BossMonster:
    """A hero in the dungeon of an opponent has 3 health more."""
    found = s.hero(d.target)
    return set_hero(s, d.target, more=found[1].more + 3) if found else s


@power("teleportation", _inside)
def teleport(s: BossMonster, d: Declared) -> BossMonster:
    """He is in the first room again, and so takes its damage again."""
    return replace(s, walk=replace(s.walk, pile=-1, room=0)) if s.walk else s


@power("fear", lambda s, d: _in_dungeons(s, s.alive))
def fear(s: BossMonster, d: Declared) -> BossMonster:
    """A hero goes back to town."""
    return lead(s, d.target, TOWN)


@power("kobold_strike")
def kobolds(s: BossMonster, d: Declared) -> BossMonster:
    """Nothing is built this turn: what lies face down goes back to the hands."""
    for room in [room for _, _, room in s.rooms() if room.down]:
        s = lift(s, room.id)
    kept = tuple(step for step in s.agenda if not step.name.endswith((".place", ".turn_up")))
    return replace(s, no_building=True, agenda=kept)


@power(
    "trepidation", lambda s, d: tuple(x for x in opponents(s, d) if s.keeps[-1 - x].souls >= s.keeps[d.seat].souls + 2)
)
def trepidation(s: BossMonster, d: Declared) -> BossMonster:
    """No hero enters that dungeon this turn."""
    return set_keep(s, -1 - d.target, shut=True)


@power("princess_in_peril", lambda s, d: _town(s, d.seat))
def princess(s: BossMonster, d: Declared) -> BossMonster:
    """A hero in town goes to the entrance."""
    return lead(s, d.target, d.seat)


@power("soul_harvest", lambda s, d: tuple(x.hero.id for x in s.keeps[d.seat].score if not x.wounds))
def harvest(s: BossMonster, d: Declared) -> BossMonster:
    """A dead hero leaves the game."""
    return unscore(s, d.target)


power("counterspell", lambda s, d: tuple(x.id for x in s.declared if x.id != d.id and x.key in _spells()))(counter)


def _spells() -> frozenset[str]:
    return frozenset(key for key, card in printed().items() if card.phases)


def hang() -> None:
    """What concerns hidden cards alone is told at its moment; a room has all its effects under its key."""
    for key, card in printed().items():
        if card.tells and key != "beast_menagerie":
            when(card.tells, key)(told)  # type: ignore[arg-type]
    for key in ("draculord", "xyzax", "cerebellus"):
        when("level_up", key)(told)


hang()
