"""Forecast of who gets each hero and whether he dies there; BM-26 … BM-33.

It holds as long as nobody plays anything more: what has been declared takes effect first.
"""

from __future__ import annotations

from fractions import Fraction

from rules.boss_monster.effects.spells import needs_target
from rules.boss_monster.model.card_catalogue import FOOL
from rules.boss_monster.model.state import (
    TOWN,
    BossMonster,
    Hero,
    Room,
    Walk,
    add_hero,
    hero_name,
    remove_hero,
    room_name,
)
from rules.boss_monster.phases.adventure import foresee_declared, predict_fate
from rules.boss_monster.phases.bait import luring_seat
from rules.engine import Probability, Text
from rules.engine.record import replace

CERTAIN = Fraction(1)


def hero_odds(s: BossMonster) -> tuple[Probability, ...]:
    """Forecasts for heroes in dungeons, then for those in town if the turn ended now.

    Within a dungeon the hero who walks first comes first. They hold after everything that waits has taken effect; there
    are none while a target is still to be chosen.
    """
    if s.outcome is not None or any(needs_target(d) and not d.target for d in s.declared):
        return ()
    after = foresee_declared(s)
    if after.outcome is not None or after.turn != s.turn:
        return ()
    inside = (_inside_odds(after, hero, seat) for seat, keep in enumerate(s.keeps) for hero in keep.entrance)
    town = after.town if after.phase != "adventure" else ()  # rooms are built before they are lured
    lured = (_town_odds(after, hero) for hero in town if hero.card.klass != FOOL)  # the Fool's depends on his card
    return (*inside, *lured)


def _inside_odds(s: BossMonster, hero: Hero, seat: int) -> Probability:
    """Outcome for a hero who was in that dungeon before what waits took effect."""
    found, named = s.hero(hero.id), {"hero": hero_name(hero), "who": s.seats[seat]}
    if found is None:
        return Probability(Text("{hero} dies in the dungeon of {who}", **named), CERTAIN, "BM-66", seat)
    if found[0] == TOWN:
        return Probability(Text("{hero} goes back to town", hero=hero_name(hero)), CERTAIN, "BM-29", seat)
    return _walk_odds(s, found[1], found[0])


def _town_odds(s: BossMonster, hero: Hero) -> Probability:
    seat = luring_seat(s, hero.card.klass)
    if seat == TOWN:
        return Probability(Text("{hero} stays in town", hero=hero_name(hero)), CERTAIN, "BM-27")
    return _walk_odds(add_hero(remove_hero(s, hero.id), hero, seat), hero, seat)


def _walk_odds(s: BossMonster, hero: Hero, seat: int) -> Probability:
    named = {"hero": hero_name(hero), "who": s.seats[seat]}
    if s.keeps[seat].shut and not (s.walk is not None and s.walk.hero == hero.id):
        return Probability(Text("{hero} waits at the entrance of {who}", **named), CERTAIN, "BM-30", seat)
    dies, room = predict_walk(s, hero, seat)
    if not dies:
        return Probability(Text("{hero} survives the dungeon of {who}", **named), CERTAIN, "BM-33", seat)
    text = Text("{hero} dies in the dungeon of {who}", **named)
    if room is not None:
        text = Text("{hero} dies in {room}, of {who}", room=room_name(room), **named)
    return Probability(text, CERTAIN, "BM-32", seat)


def predict_walk(s: BossMonster, hero: Hero, seat: int) -> tuple[bool, Room | None]:
    """Whether he dies in that dungeon, and in which room.

    He begins at its entrance unless he is already walking.
    """
    on_his_way = s.walk is not None and s.walk.hero == hero.id
    return predict_fate(s if on_his_way else replace(s, walk=Walk(seat, hero.id)))
