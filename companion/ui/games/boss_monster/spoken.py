"""What is said aloud of a table of Boss Monster: dungeons, the heroes in them, and the town."""

from __future__ import annotations

from collections.abc import Iterator

from companion.ui.table.context.context import TableContext
from companion.ui.table.context.spoken import join_with_commas
from rules.boss_monster.view import BossMonsterHeroLine, BossMonsterPlayerLine, BossMonsterView
from rules.engine import Text

from .dungeons import room_status
from .heroes import hero_label


def spoken(context: TableContext) -> tuple[Text, ...]:
    """Return the rooms of each dungeon, the heroes and the town.

    Rooms go from the entrance to the boss; of a hero it is said where he is.
    """
    view = context.view_as(BossMonsterView)
    dungeons = [text for line in view.players for text in _dungeon(context, line)]
    town = [Text("In town: {heroes}", heroes=_heroes(context, view.town))] if view.town else [Text("The town is empty")]
    return (*dungeons, *town)


def _dungeon(context: TableContext, line: BossMonsterPlayerLine) -> Iterator[Text]:
    if line.rooms:
        rooms = join_with_commas([room_status(room) for room in line.rooms])
        yield Text("{who}'s dungeon, from the entrance: {rooms}", who=line.name, rooms=rooms)
    elif not line.dead:
        yield Text("{who}'s dungeon has no room", who=line.name)
    if line.entrance:
        yield Text("In {who}'s dungeon: {heroes}", who=line.name, heroes=_heroes(context, line.entrance))


def _heroes(context: TableContext, heroes: tuple[BossMonsterHeroLine, ...]) -> str:
    return "; ".join(hero_label(hero, context.seats) for hero in heroes)
