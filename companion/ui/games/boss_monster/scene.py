"""Scene of Boss Monster: town, dungeons and the walking hero."""

from __future__ import annotations

from dataclasses import replace

import flet as ft

from companion.ui.design.look import scaled_height, screen_width, translate
from companion.ui.design.sizes import Space
from companion.ui.design.text import MUTED, body_text
from companion.ui.games.boss_monster.model import MODEL, HandSheet, HeroSheet, OwnSpellsSheet, RoomSheet, SpellsSheet
from companion.ui.table.model.choice_layout import item_id_of
from companion.ui.table.model.context import TableContext
from companion.ui.table.scene import OnOpenSheet, Scene
from companion.ui.table.sheets.host import SheetHost
from companion.ui.table.zones.middle import hand_button, remark_buttons
from companion.ui.widgets.bottom_sheet import SHEET_WIDTH, sheet_body
from companion.ui.widgets.controls import bind
from rules.boss_monster.view import BossMonsterPlayerLine, BossMonsterView
from rules.engine import Displayable, Text

from .board import build_board, dungeon_row
from .board_model import CELL_HEIGHT, board_model, dungeon_model
from .cards import card_choice_sheet, hand_sheet
from .reveal import form_sheet, pick_sheet
from .spells import own_spells_sheet, spells_sheet


def room_sheet(sheets: SheetHost, room_id: int) -> ft.Control | None:
    """Build a room's sheet: its text, the room below it, its damage and its actions."""
    players = sheets.context.view_as(BossMonsterView).players
    found = next(((line, room) for line in players for room in line.rooms if room.id == room_id), None)
    if found is None:
        return None
    line, found_room = found
    covers_note = [_muted_text(sheets, Text("It lies on {room}.", room=found_room.over))] if found_room.over else []
    exhausted_note = [_muted_text(sheets, Text("It is exhausted until the turn ends."))] if found_room.exhausted else []
    text = [body_text(translate(found_room.text))] if found_room.text else []
    return _sheet(
        sheets, line.seat, found_room.name, [*text, *covers_note, *exhausted_note], f"room.{room_id}.", room_id
    )


def hero_sheet(sheets: SheetHost, hero_id: int) -> ft.Control | None:
    """Build a hero's sheet: damage and health, who would get him, and manual moves."""
    view = sheets.context.view_as(BossMonsterView)
    walking = (hero for line in view.players for hero in line.entrance)
    found = next((hero for hero in (*view.town, *walking) if hero.id == hero_id), None)
    if found is None:
        return None
    seats = sheets.context.seats
    destination_text = Text("As it stands he goes to {who}.", who=seats[found.goes_to]) if found.goes_to >= 0 else None
    destination = _muted_text(sheets, destination_text or Text("As it stands he stays in town."))
    return _sheet(sheets, None, found.name, [destination], f"hero.{hero_id}.", hero_id)


def build_player_area(context: TableContext, seat: int, open_sheet: OnOpenSheet) -> list[ft.Control]:
    """Build the player's dungeon, and the button that opens the virtual hand."""
    view = context.view_as(BossMonsterView)
    dungeon = dungeon_model(context.lines_as(BossMonsterPlayerLine)[seat], context.seats)
    width = min(screen_width(), SHEET_WIDTH) - Space.ROOM - 2 * Space.EDGE
    area = [dungeon_row(dungeon, width, scaled_height(CELL_HEIGHT), open_sheet)]
    if view.virtual:
        label = translate(Text("{who}'s cards", who=context.seats[seat]))
        area.append(hand_button(label, bind(open_sheet, HandSheet(seat))))
    return area


def _sheet(
    sheets: SheetHost, seat: int | None, name: Displayable, parts: list[ft.Control], key: str, item_id: int
) -> ft.Control:
    numbers = sheets.tracker_panels([t for t in sheets.context.table_state.trackers if t.key.startswith(key)])
    facts = sheets.fact_rows([fact for fact in sheets.context.table_state.facts if fact.key.startswith(key)])
    item_remarks = [remark for remark in sheets.context.remarks if item_id_of(remark) == item_id]
    by_hand = [*facts, *sheets.manual_adjustment_note(), *remark_buttons(item_remarks, sheets.intents.remark)]
    body = sheet_body([*parts, *sheets.item_answers(), *numbers, *(by_hand if sheets.intents.may_set else [])])
    return sheets.build_sheet(sheets.build_heading(seat, translate(name)), body)


def _muted_text(sheets: SheetHost, text: Text) -> ft.Control:
    return body_text(translate(text), color=MUTED)


SCENE = Scene(
    replace(MODEL, board=board_model),
    build_board=build_board,
    build_player_area=build_player_area,
    item_sheets={
        RoomSheet: room_sheet,
        HeroSheet: hero_sheet,
        SpellsSheet: spells_sheet,
        OwnSpellsSheet: own_spells_sheet,
        HandSheet: hand_sheet,
    },
    choice_sheets={"pick": pick_sheet, "form": form_sheet},
    card_choice_sheet=card_choice_sheet,
)
