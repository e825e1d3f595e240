"""What Boss Monster adds to the models of the table: responses, words, sheets of things."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import flet as ft

from companion.ui.design.look import translate
from companion.ui.games.boss_monster.signs import SIGNS
from companion.ui.table.model.context import TableContext
from companion.ui.table.model.game_model import (
    UNDO_TEXT,
    USUAL_TEXT,
    Belonging,
    GameModel,
    Hint,
    PlayerRowLayout,
    SideButton,
    Tile,
    TileSet,
)
from companion.ui.table.model.picture_answers import PictureQuestion
from companion.ui.table.model.response_chips import ResponseChip
from companion.ui.table.model.sheet import ItemSheet, Sheet
from companion.ui.table.model.spoken import join_with_commas
from rules.boss_monster.model.card_catalogue import (
    CLASS_ICONS,
    CLASS_NAMES,
    CLASSES,
    boss_cards,
    card_name,
    treasure_name,
)
from rules.boss_monster.model.events import (
    Activated,
    Aimed,
    Arrived,
    Cast,
    Chose,
    Handed,
    Laid,
    Placed,
    Played,
    Revealed,
    Walked,
)
from rules.boss_monster.model.state import BossMonster
from rules.boss_monster.view import BossMonsterHeroLine, BossMonsterPlayerLine, BossMonsterView, RoomLine
from rules.engine import Choice, Displayable, Text


@dataclass(frozen=True, slots=True)
class RoomSheet(ItemSheet):
    """A room of a dungeon."""


@dataclass(frozen=True, slots=True)
class HeroSheet(ItemSheet):
    """A hero in town or at an entrance."""


@dataclass(frozen=True, slots=True)
class SpellsSheet(ItemSheet):
    """Spells and abilities that anybody may use; the item is a seat."""


@dataclass(frozen=True, slots=True)
class OwnSpellsSheet(ItemSheet):
    """A seat's spells."""


@dataclass(frozen=True, slots=True)
class HandSheet(ItemSheet):
    """A seat's virtual hand."""


FIRST_TURN = (
    Hint("hands", USUAL_TEXT, (Handed,)),
    Hint("placed", Text("Rooms stay secret: only say that one lies face down, and where."), (Placed,)),
    Hint(
        "walked",
        Text("Before the hero goes on, anybody may use a spell or a room: above their dungeon, or in the book."),
        (Walked,),
    ),
    Hint("undo", UNDO_TEXT),
)
"""The hints, in the order in which they are shown."""


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


SPELL_TEXT = Text("Spell")


def takes_responses(context: TableContext) -> bool:
    """Return whether a guided game is on: spells and rooms may be used whatever is asked."""
    return context.winners is None and not context.keeps_numbers_only


def responses(context: TableContext, seat: int) -> Iterator[ResponseChip]:
    """Yield the rooms that the player may use now, and spells, last."""
    own = [remark for remark in context.remarks if remark.seat == seat]
    for remark in own:
        if isinstance(remark.event, Activated):
            yield _chip(context, seat, dict(remark.label.args)["room"], remark.event.item, remark=remark)
    for remark in own:
        if isinstance(remark.event, Cast | Played):
            kind = HandSheet if isinstance(remark.event, Played) else OwnSpellsSheet
            yield _chip(context, seat, SPELL_TEXT, sheet=kind(seat))


def _chip(
    context: TableContext,
    seat: int,
    what: Displayable,
    item: int = 0,
    *,
    remark: Choice | None = None,
    sheet: Sheet | None = None,
) -> ResponseChip:
    """Return a chip; one of no ``item`` is of the hand."""
    name = translate(what)
    return ResponseChip(item, name, f"{context.seats[seat]}: {name}", remark=remark, sheet=sheet)


ROOM_KIND_WORDS = {"monster": Text("monster"), "trap": Text("trap")}


def room_status(room: RoomLine) -> Text:
    """Return a room's name, kind and damage as text; only the name of one that lies face down."""
    if room.down:
        return Text("{what}", what=room.name)
    numbers = {"room": room.name, "n": room.damage}
    if room.kind in ROOM_KIND_WORDS:
        kind = ROOM_KIND_WORDS[room.kind]
        if room.advanced:
            return Text("{room}, advanced, {kind}: damage {n}", **numbers, kind=kind)
        return Text("{room}, {kind}: damage {n}", **numbers, kind=kind)
    if room.advanced:
        return Text("{room}, advanced: damage {n}", **numbers)
    return Text("{room}: damage {n}", **numbers)


def hero_label(hero: BossMonsterHeroLine, seats: tuple[str, ...]) -> str:
    """Return a hero's accessible name."""
    destination = seats[hero.goes_to] if hero.goes_to >= 0 else translate(Text("nobody yet"))
    values = {
        "hero": hero.name,
        "klass": CLASS_NAMES[hero.klass],
        "n": hero.taken,
        "health": hero.health,
        "who": destination,
    }
    if hero.epic:
        return translate(Text("{hero}, {klass}, epic: damage {n} of {health}, {who}", **values))
    return translate(Text("{hero}, {klass}: damage {n} of {health}, {who}", **values))


PICTURE_QUESTIONS = (
    *(
        PictureQuestion(event, "room", (RoomSheet,), takes_options=True, replaces_key=lambda context, room: bool(room))
        for event in (Placed, Laid)
    ),
    PictureQuestion(Aimed, "target", (RoomSheet, HeroSheet)),
)
"""Questions that a tap on a room or a hero answers."""


USES = Cast | Played | Activated
"""Remarks by which somebody uses a spell or an ability."""


def side_buttons(context: TableContext) -> tuple[SideButton, ...]:
    """Return the button beside the answers that opens the playable spells and abilities."""
    can_play = any(isinstance(one.event, USES) for one in context.remarks)
    return ((ft.Icons.AUTO_STORIES, Text("Spells and abilities"), SpellsSheet()),) if can_play else ()


def player_subtitle(context: TableContext, seat: int) -> str:
    """Return a player's boss and its XP."""
    line = context.lines_as(BossMonsterPlayerLine)[seat]
    return translate(Text("{boss}, {n} XP", boss=line.boss, n=line.xp)) if line.boss else ""


def belongings(context: TableContext, seat: int) -> Iterator[Belonging]:
    """Yield a player's boss with its XP."""
    boss = player_subtitle(context, seat)
    if boss:
        yield Belonging(boss)


def boss_tile(key: str) -> Tile:
    """Return the tile of a boss: XP and treasure."""
    boss = boss_cards()[key]
    return Tile(card_name(key), note=Text("{n} XP, {treasure}", n=boss.xp, treasure=treasure_name(boss.treasure)))


def taken_bosses(context: TableContext) -> dict[int, str]:
    """Return the keys of the bosses that seats have."""
    keeps = context.state_as(BossMonster).keeps
    return {seat: keep.boss for seat, keep in enumerate(keeps) if keep.boss}


MODEL = GameModel(
    player_row=PlayerRowLayout(
        ("soul", "wounds"),
        small_icons=tuple(CLASS_ICONS[klass] for klass in CLASSES),
        signs=SIGNS,
        belongings=belongings,
        takes_responses=takes_responses,
        responses=responses,
        more_sheet=SpellsSheet,
    ),
    separate_tracker_prefixes=("room.", "hero."),
    player_subtitle=player_subtitle,
    player_character=player_subtitle,
    side_buttons=side_buttons,
    auto_opened_events=(Arrived, Revealed),
    picture_questions=PICTURE_QUESTIONS,
    tiles={Chose: TileSet(boss_tile, taken_bosses)},
    spoken=spoken,
    first_turn=FIRST_TURN,
)
