"""What the board of Boss Monster shows, as data.

The dungeon that matters, the others, heroes and town.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias

from companion.ui.design.look import current_preferences, scaled_height, translate
from companion.ui.design.sizes import FontSize, Space
from companion.ui.design.text_fit import LETTER_WIDTH, fit_count, has_large_text
from companion.ui.table.model.board_room import BoardRoom
from companion.ui.table.model.context import TableContext
from companion.ui.table.model.picture_answers import asked_items, direct_answer, spoken_answer
from rules.boss_monster.model.card_catalogue import CLASS_NAMES
from rules.boss_monster.view import (
    BaitLine,
    BossMonsterHeroLine,
    BossMonsterPlayerLine,
    BossMonsterView,
    RoomLine,
)
from rules.engine import Choice, Text

from .model import PICTURE_QUESTIONS, RoomSheet, hero_label, room_status

CELL_GAP = 4
"""Space between the rooms of a dungeon, in points."""
MAX_CELL_WIDTH, MIN_CELL_WIDTH = 96, 52
"""Greatest and least width of a room, in points; where the least does not fit, the dungeon scrolls."""
CELL_HEIGHT, LOW_CELL_HEIGHT = 100, 76
"""Heights in points of a room at text scale 1: usually, and with little room."""
HEADING_HEIGHT, HERO_HEIGHT, STRIP_HEIGHT = 20, 54, 44
"""Heights in points of a dungeon's heading, of the hero above a room, and of a dungeon in one line."""
TOWN_HEAD_HEIGHT, BAIT_HEIGHT, STACKED_RESULT_HEIGHT = 30, 46, 18
"""Heights in points of the head of the town, of the heroes of a class in it, and of a result below them."""
TOWN_HEAD_SPARE, BAIT_SPARE = 8, 4
"""How much higher each of the two is in points where the town need not be tight."""
CHIP_WIDTH, COUNT_WIDTH = 64, 30
"""Widths in points of a hero in the table of the town, and of a player's column."""
TownLook: TypeAlias = Literal["table", "tight", "line"]
"""How the town is drawn, the most spacious first."""
MAX_NAME_LETTERS = 8
"""Letters of a name in a narrow room."""


@dataclass(frozen=True)
class HeroModel:
    """A hero: class, damage and health, whose he is or would be.

    Whether he dies if nobody does anything.
    """

    id: int
    klass: str
    name: str
    taken: int
    health: int
    goes_to: int
    is_doomed: bool
    is_epic: bool
    spoken: str


@dataclass(frozen=True)
class RoomModel:
    """A room: its name, short where it is narrow, damage, signs.

    Whether a hero is in it or a tap answers.
    """

    id: int
    name: str
    damage: int
    kind: str
    is_advanced: bool
    treasure: str
    is_down: bool
    is_exhausted: bool
    has_hero: bool
    is_asked: bool
    spoken: str


@dataclass(frozen=True)
class DungeonModel:
    """A dungeon from the entrance to the boss; ``hero`` walks over the room of that index."""

    seat: int
    name: str
    rooms: tuple[RoomModel, ...]
    boss: str
    xp: int
    has_levelled: bool
    hero: HeroModel | None
    hero_at: int


@dataclass(frozen=True)
class DungeonStrip:
    """A dungeon in one line: the damage of its rooms, and the heroes at its entrance."""

    seat: int
    name: str
    damages: tuple[str, ...]
    heroes: int
    spoken: str


@dataclass(frozen=True)
class TownBoard:
    """The town: a table of a row per class, perhaps tight, or its heroes in one line."""

    look: TownLook
    baits: tuple[BaitLine, ...]
    heroes: tuple[HeroModel, ...]


@dataclass(frozen=True)
class BossBoard:
    """What the board shows.

    Dungeons in full, the heroes who come next, the town, and dungeons in one line.

    ``cell_height`` is in points at the text size of the device, ``width`` that of a dungeon. With the least room it
    ``is_thin``: no dungeon has a heading. ``seats`` are the names of the players.
    """

    dungeons: tuple[DungeonModel, ...]
    next_heroes: tuple[HeroModel, ...]
    town: TownBoard
    strips: tuple[DungeonStrip, ...]
    cell_height: float
    width: float
    is_thin: bool
    seats: tuple[str, ...]


def board_model(context: TableContext, room: BoardRoom) -> BossBoard:
    """Return the board; with little room without the dungeons that the question is not about."""
    view, asked = context.view_as(BossMonsterView), asked_items(context, PICTURE_QUESTIONS, RoomSheet)
    alive = [line for line in view.players if not line.dead]
    large = _dungeons_in_full(context, alive, asked)
    cell_height = scaled_height(CELL_HEIGHT if room.density == "full" else LOW_CELL_HEIGHT)
    answers = {n: direct_answer(context, PICTURE_QUESTIONS, RoomSheet(n)) for n in asked}
    dungeons = tuple(_dungeon(line, context.seats, answers, _cells_are_narrow(line, room.width)) for line in large)
    waiting = tuple(hero_model(hero, context.seats) for line in alive for hero in line.entrance if hero.pile < 0)
    town, is_thin = view.baits, room.density == "thin"
    heading = 0 if is_thin else HEADING_HEIGHT
    others = [line for line in alive if line not in large]
    used = sum(scaled_height(heading + (HERO_HEIGHT if one.hero else 0)) + cell_height + Space.GAP for one in dungeons)
    line = scaled_height(STRIP_HEIGHT) + Space.GAP
    next_heroes = waiting if used + line <= room.height else ()
    used += line if next_heroes else 0
    lines = [_hero_lines(bait, context.seats, room.width) for bait in town]
    look = _town_look(lines, room.height - used)
    used += _town_height(lines, look) if town and not (look == "line" and next_heroes) else 0
    fits = used + len(others) * (scaled_height(STRIP_HEIGHT) + Space.TIGHT) <= room.height
    strips = tuple(map(_strip, others)) if fits else ()
    in_town = tuple(hero_model(hero, context.seats) for bait in town for hero in bait.heroes)
    town_board = TownBoard(look, town, in_town)
    return BossBoard(dungeons, next_heroes, town_board, strips, cell_height, room.width, is_thin, context.seats)


def _hero_lines(bait: BaitLine, seats: Sequence[str], width: float) -> int:
    """Return in how many lines a class's heroes stand beside the result, in a width in points."""
    numbers = len(bait.counts) * (COUNT_WIDTH + Space.HAIR)
    word = max(map(len, seats)) * LETTER_WIDTH * FontSize.SMALL * current_preferences().scale + FontSize.SMALL
    beside = max(numbers, word) if has_large_text() else numbers + Space.GAP + word
    across = fit_count(width - 3 * Space.GAP - beside, scaled_height(CHIP_WIDTH), Space.TIGHT)
    return math.ceil(len(bait.heroes) / across)


def _town_look(lines: Sequence[int], free: float) -> TownLook:
    """Return the most spacious look of the town in that height in points, at last a line.

    ``lines`` are those of the heroes of each class.
    """
    looks: tuple[TownLook, ...] = ("table", "tight")
    return next((look for look in looks if _town_height(lines, look) <= free), "line")


def _town_height(lines: Sequence[int], look: TownLook) -> float:
    if look == "line":
        return scaled_height(STRIP_HEIGHT) + Space.GAP
    head, each = (0, 0) if look == "tight" else (TOWN_HEAD_SPARE, BAIT_SPARE)
    each += BAIT_HEIGHT + (STACKED_RESULT_HEIGHT if has_large_text() else 0)
    more = sum(lines) - len(lines)
    return (
        scaled_height(head + TOWN_HEAD_HEIGHT + each * len(lines) + STRIP_HEIGHT * more)
        + Space.TIGHT * more
        + Space.GAP
    )


def _dungeons_in_full(
    context: TableContext, alive: list[BossMonsterPlayerLine], asked: frozenset[int]
) -> list[BossMonsterPlayerLine]:
    walked = [line for line in alive if any(hero.walks for hero in line.entrance)]
    with_asked = [line for line in alive if any(room.id in asked for room in line.rooms)]
    if walked or with_asked:
        return [line for line in alive if line in walked or line in with_asked]
    prompt = context.table_state.prompt
    whose = context.role.seat if context.role.seat is not None else prompt.seats[0] if prompt else context.active_seat
    return [line for line in alive if line.seat == whose] or alive[:1]


def _cells_are_narrow(line: BossMonsterPlayerLine, width: float) -> bool:
    return cell_width(len(line.rooms) + 1, width) < MAX_CELL_WIDTH - Space.GAP


def cell_width(cells: int, width: float) -> float:
    """Return the width in points of a cell in a dungeon of so many, where it is that wide."""
    return max(scaled_height(MIN_CELL_WIDTH), min(MAX_CELL_WIDTH, (width - (cells - 1) * CELL_GAP) / max(cells, 1)))


def dungeon_model(line: BossMonsterPlayerLine, seats: tuple[str, ...]) -> DungeonModel:
    """Return a dungeon with whole names, as a player's sheet shows it."""
    return _dungeon(line, seats, {}, is_narrow=False)


def _dungeon(
    line: BossMonsterPlayerLine, seats: tuple[str, ...], answers: Mapping[int, Choice | None], is_narrow: bool
) -> DungeonModel:
    hero = next((hero for hero in line.entrance if hero.pile >= 0), None)
    at = hero.pile if hero else -1
    rooms = tuple(_room(room, k == at, answers.get(room.id), is_narrow) for k, room in enumerate(line.rooms))
    boss = translate(line.boss) if line.boss else "?"
    return DungeonModel(
        line.seat,
        line.name,
        rooms,
        short_name(boss) if is_narrow else boss,
        line.xp if line.boss else 0,
        line.levelled,
        hero_model(hero, seats) if hero else None,
        at,
    )


def _room(room: RoomLine, has_hero: bool, answer: Choice | None, is_narrow: bool) -> RoomModel:
    name = translate(room.name)
    return RoomModel(
        room.id,
        short_name(name) if is_narrow else name,
        room.damage,
        "" if room.down else room.kind,
        room.advanced and not room.down,
        "" if room.down else room.treasure,
        room.down,
        room.exhausted,
        has_hero,
        answer is not None,
        spoken_answer(answer, translate(room_status(room))),
    )


def short_name(name: str) -> str:
    """Return the first word of a name, cut where it is too long for a narrow room."""
    first = name.split()[0] if name.split() else name
    return first if len(first) <= MAX_NAME_LETTERS else f"{first[: MAX_NAME_LETTERS - 1]}."


def hero_model(hero: BossMonsterHeroLine, seats: tuple[str, ...]) -> HeroModel:
    """Return what is shown of a hero."""
    klass = translate(CLASS_NAMES[hero.klass])
    spoken = hero_label(hero, seats)
    return HeroModel(hero.id, hero.klass, klass, hero.taken, hero.health, hero.goes_to, hero.doomed, hero.epic, spoken)


def _strip(line: BossMonsterPlayerLine) -> DungeonStrip:
    damages = tuple("?" if room.down else f"{room.damage}" for room in line.rooms)
    what = ", ".join(damages) if damages else translate(Text("no room"))
    return DungeonStrip(
        line.seat,
        line.name,
        damages,
        len(line.entrance),
        translate(Text("{who}'s dungeon: {what}", who=line.name, what=what)),
    )
