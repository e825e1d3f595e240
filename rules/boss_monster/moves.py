"""Where heroes go between two states, as sentences for previews."""

from __future__ import annotations

from collections.abc import Iterator

from rules.boss_monster.model.state import TOWN, BossMonster, hero_name
from rules.engine import Text


def moves(before: BossMonster, after: BossMonster) -> Iterator[Text]:
    """Yield the heroes who stand in town or before another dungeon than they did."""
    for where, hero in before.heroes():
        found = after.hero(hero.id)
        if found is None or found[0] == where:
            continue
        if found[0] == TOWN:
            yield Text("{hero} goes back to town", hero=hero_name(hero))
        else:
            yield Text("{hero} goes to the dungeon of {who}", hero=hero_name(hero), who=after.seats[found[0]])
