"""Target lists shared by rooms, bosses and spells."""

from __future__ import annotations

from rules.boss_monster.effects.registry import is_awake
from rules.boss_monster.model.state import BossMonster, Declared, opponents_of
from rules.engine import carries


def town_heroes(s: BossMonster, d: Declared) -> tuple[int, ...]:
    """Every hero in town."""
    return tuple(hero.id for hero in s.town)


@carries("BM-12", "BM-56")
def normal_town_heroes(s: BossMonster, d: Declared) -> tuple[int, ...]:
    """Normal heroes in town; a card that does not say "normal" means both kinds."""
    return tuple(hero.id for hero in s.town if not hero.card.epic)


def wounding_heroes(s: BossMonster, d: Declared) -> tuple[int, ...]:
    """Heroes who wound a player, the epic ones first because they heal more."""
    lying = [scored.hero for scored in s.keeps[d.seat].score if scored.wounds]
    return tuple(hero.id for hero in sorted(lying, key=lambda hero: -hero.worth))


def own_rooms(s: BossMonster, d: Declared) -> tuple[int, ...]:
    """Awake rooms of one's own dungeon."""
    return tuple(pile[0].id for pile in s.keeps[d.seat].piles if is_awake(pile[0]))


def dead_opponent_heroes(s: BossMonster, d: Declared) -> tuple[int, ...]:
    """Dead heroes in the opponents' score areas, which everybody may look at (BM-45)."""
    lying = (scored for seat in opponents_of(s, d.seat) for scored in s.keeps[seat].score)
    return tuple(scored.hero.id for scored in lying if not scored.wounds)
