"""Forecast of who gets each hero and whether he dies there; BM-26 … BM-33.

It holds as long as nobody plays anything.
"""

from __future__ import annotations

from fractions import Fraction

from rules.boss_monster.model.card_catalogue import FOOL
from rules.boss_monster.model.state import (
    TOWN,
    BossMonster,
    Hero,
    Room,
    Walk,
    hero_name,
    put_hero,
    room_name,
    take_hero,
)
from rules.boss_monster.phases.adventure import fate
from rules.boss_monster.phases.bait import goes_to
from rules.engine import Odd, Text
from rules.engine.record import replace

SURE = Fraction(1)


def likely(s: BossMonster) -> tuple[Odd, ...]:
    """Forecasts for heroes in dungeons, then for those in town if the turn ended now.

    Within a dungeon the hero who walks first comes first.
    """
    if s.outcome is not None:
        return ()
    inside = (_ends(s, hero, seat) for seat, keep in enumerate(s.keeps) for hero in keep.entrance)
    town = (_lured(s, hero) for hero in s.town if hero.card.klass != FOOL)  # the Fool's target depends on his card
    return (*inside, *town)


def _lured(s: BossMonster, hero: Hero) -> Odd:
    seat = goes_to(s, hero.card.klass)
    if seat == TOWN:
        return Odd(Text("{hero} stays in town", hero=hero_name(hero)), SURE, "BM-27")
    return _ends(put_hero(take_hero(s, hero.id), hero, seat), hero, seat)


def _ends(s: BossMonster, hero: Hero, seat: int) -> Odd:
    """Outcome for a hero in the dungeon of a seat, from where he stands or its entrance."""
    named = {"hero": hero_name(hero), "who": s.seats[seat]}
    if s.keeps[seat].shut:
        return Odd(Text("{hero} waits at the entrance of {who}", **named), SURE, "BM-30", seat)
    dies, room = walks(s, hero, seat)
    if not dies or room is None:
        return Odd(Text("{hero} survives the dungeon of {who}", **named), SURE, "BM-33", seat)
    return Odd(Text("{hero} dies at {who}'s: {room}", room=room_name(room), **named), SURE, "BM-32", seat)


def walks(s: BossMonster, hero: Hero, seat: int) -> tuple[bool, Room | None]:
    """Whether he dies in that dungeon, and in which room.

    He begins at its entrance unless he is already walking.
    """
    on_his_way = s.walk is not None and s.walk.hero == hero.id
    return fate(s if on_his_way else replace(s, walk=Walk(seat, hero.id)))
