"""Effects of spells."""

from __future__ import annotations

from rules.boss_monster.effects.choices import move_hero
from rules.boss_monster.effects.registry import DungeonEffects, Power, apply_hand_effect, is_awake
from rules.boss_monster.effects.spells import counter_spell, opponent_targets
from rules.boss_monster.model.card_catalogue import card_texts
from rules.boss_monster.model.decks import add_to_hand
from rules.boss_monster.model.dungeon import (
    count_ready_rooms,
    exhaust_room,
    remove_room,
    rooms_of_kind,
)
from rules.boss_monster.model.state import (
    TOWN,
    BossMonster,
    Declared,
    card_task,
    hero_name,
    hero_subject,
    note_score_changes,
    opponents_of,
    room_subject,
    set_hero,
    set_keep,
    set_room,
)
from rules.boss_monster.phases.adventure import damage_hero_again, is_dying
from rules.boss_monster.phases.build import place
from rules.boss_monster.phases.scoring import kill_hero, remove_from_score
from rules.engine import Text, at, carries, note, then
from rules.engine.record import replace

from .rooms import kill_in_room, revive_hero
from .targets import dead_opponent_heroes, own_rooms, town_heroes

EFFECTS = DungeonEffects()


def _awake_rooms(s: BossMonster, d: Declared) -> tuple[int, ...]:
    return tuple(room.id for _, _, room in s.rooms() if is_awake(room))


def _of_kind(kind: str, s: BossMonster) -> tuple[int, ...]:
    return tuple(room.id for seat in s.seats_in_game for room in rooms_of_kind(s, seat, kind))


@carries("BM-55")
def _hero_inside(s: BossMonster, *seats: int) -> tuple[int, ...]:
    """The hero who walks one of those dungeons; the others wait at the entrance (L617)."""
    return (s.walk.hero,) if s.walk and s.walk.seat in seats else ()


def _hero_beyond_entrance(s: BossMonster, d: Declared) -> tuple[int, ...]:
    return _hero_inside(s, d.seat) if s.walk and s.walk.pile >= 0 else ()


def _opponents_with_souls(s: BossMonster, d: Declared) -> tuple[int, ...]:
    """The opponents with at least two souls more."""
    return tuple(x for x in opponent_targets(s, d) if s.keeps[-1 - x].souls >= s.keeps[d.seat].souls + 2)


def _waiting_spells(s: BossMonster, d: Declared) -> tuple[int, ...]:
    return tuple(x.id for x in s.declared if x.id != d.id and card_texts()[x.key].phases)


def _has_fewer_rooms(s: BossMonster, d: Declared) -> bool:
    return any(count_ready_rooms(s, d.seat) < count_ready_rooms(s, x) for x in opponents_of(s, d.seat))


def raise_damage(s: BossMonster, d: Declared) -> BossMonster:
    """Raise the damage of the target room by 3 this turn.

    A hero who stands in it takes the 3 as well, because its damage has just been dealt.
    """
    found = s.room(d.target)
    if found is None:
        return s
    s = set_room(s, d.target, bonus=found[2].bonus + 3)
    here = s.walk is not None and s.walk.room == d.target
    return damage_hero_again(s, s.walk.hero, 3, d.key) if here and s.walk else s


def exhaust_hero(s: BossMonster, d: Declared) -> BossMonster:
    """Deal the hero as much damage as there are rooms."""
    return damage_hero_again(s, d.target, count_ready_rooms(s, d.seat), d.key)


def cave_in(s: BossMonster, d: Declared) -> BossMonster:
    """Destroy a room of one's own; the hero in it dies."""
    return kill_in_room(s, replace(d, room=d.target))


def strengthen_hero(s: BossMonster, d: Declared) -> BossMonster:
    """Give a hero 3 more health."""
    found = s.hero(d.target)
    return set_hero(s, d.target, more=found[1].more + 3) if found else s


def send_to_first_room(s: BossMonster, d: Declared) -> BossMonster:
    """Return the hero to the first room, whose damage he takes again.

    With lethal damage he dies as he leaves his room (BM-32).
    """
    if s.walk is None or is_dying(s):
        return kill_hero(s, d.target, d.seat)
    return replace(s, walk=replace(s.walk, pile=-1, room=0))


def stop_building(s: BossMonster, d: Declared) -> BossMonster:
    """Build nothing this turn; face-down rooms go back to the hands."""
    for seat, _, room in [found for found in s.rooms() if found[2].down]:
        s = remove_room(s, room.id)
        s = add_to_hand(s, seat, (room.card.key,)) if room.card.key else s
        text, task = Text("{who} takes the room back", who=s.seats[seat]), Text("take your face-down room back")
        s = note(s, "BM-25", text, subject=room_subject(room), seat=seat, task=card_task(s, task))
    kept = tuple(step for step in s.agenda if not step.name.endswith((".place", ".turn_up", ".show")))
    return replace(s, no_building=True, agenda=kept)


def harvest_soul(s: BossMonster, d: Declared) -> BossMonster:
    """Remove a dead hero from the game for spells."""
    found, after = s.scored_hero(d.target), remove_from_score(s, d.target)
    if found is None:
        return s
    seat, hero = found[0], found[1].hero
    text = Text("{hero} leaves the game: {who} loses the soul", hero=hero_name(hero), who=s.seats[seat])
    task = card_task(s, Text("put {hero} into the box", hero=hero_name(hero)))
    after = note(after, "BM-16", text, subject=hero_subject(hero), seat=seat, task=task)
    return apply_hand_effect(note_score_changes(s, after), d.key, d.seat)


EFFECTS.powers(
    "declared",
    motivation=Power(lambda s, d: then(s, at(place, d.seat)), is_allowed=_has_fewer_rooms),
    giant_size=Power(raise_damage, lambda s, d: _of_kind("monster", s)),
    annihilator=Power(raise_damage, lambda s, d: _of_kind("trap", s)),
    exhaustion=Power(exhaust_hero, lambda s, d: _hero_inside(s, d.seat)),
    freeze=Power(lambda s, d: exhaust_room(s, d.target), _awake_rooms),
    cave_in=Power(cave_in, own_rooms),
    zombie_attack=Power(lambda s, d: revive_hero(s, d, 2), dead_opponent_heroes),
    assassin=Power(strengthen_hero, lambda s, d: _hero_inside(s, *opponents_of(s, d.seat))),
    teleportation=Power(send_to_first_room, _hero_beyond_entrance),
    fear=Power(lambda s, d: move_hero(s, d.target, TOWN), lambda s, d: _hero_inside(s, *s.seats_in_game)),
    kobold_strike=Power(stop_building),
    trepidation=Power(lambda s, d: set_keep(s, -1 - d.target, shut=True), _opponents_with_souls),
    princess_in_peril=Power(lambda s, d: move_hero(s, d.target, d.seat), town_heroes),
    soul_harvest=Power(harvest_soul, lambda s, d: tuple(x.hero.id for x in s.keeps[d.seat].score if not x.wounds)),
    counterspell=Power(counter_spell, _waiting_spells, cancels=True),
)
