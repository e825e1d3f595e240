"""Scene of King of Tokyo: Tokyo, dice, curse, shop and odds."""

from __future__ import annotations

import flet as ft

from companion.ui.design.boxes import column_of, row_of, wrapped_row
from companion.ui.design.look import translate
from companion.ui.design.sizes import Radius, Space
from companion.ui.design.text import MUTED, body_text, name_text
from companion.ui.design.text_fit import has_large_text
from companion.ui.games.king_of_tokyo.model import FIRST_TURN, CardSheet, CurseSheet, OfferSheet, TokyoSheet, spoken
from companion.ui.redraw import memoized
from companion.ui.signs.dice_faces import die_face, face_name
from companion.ui.table.model.context import TableContext
from companion.ui.table.model.picture_answers import PictureQuestion
from companion.ui.table.model.player_row import PlayerRowLayout
from companion.ui.table.scene import OnOpenSheet, Scene, Tile, TileSet
from companion.ui.table.sheets.host import SheetHost
from companion.ui.widgets.bottom_sheet import sheet_body
from companion.ui.widgets.controls import seat_badge
from rules.engine import Text
from rules.king_of_tokyo.model.dice import TOKYO_DIE
from rules.king_of_tokyo.model.events import Chose, Copied, Swapped
from rules.king_of_tokyo.model.state import Tokyo
from rules.king_of_tokyo.turn.figures import figure_name
from rules.king_of_tokyo.turn.view import MonsterLine, TokyoView

from .cards import (
    belongings,
    build_player_area,
    card_sheet,
    curse_row,
    curse_sheet,
    offer_sheet,
    shop_cards,
    status_marks,
    takes_responses,
)
from .city import NO_SEAT, PLACE_NAMES, city_board
from .odds import odds_panel
from .signs import SIGNS

DIE_SIZE = 30
"""Points of a die on the table."""
PICTURE_QUESTIONS = (
    PictureQuestion(Copied, "item", (CardSheet,), label=Text("Copy this card")),
    PictureQuestion(Swapped, "item", (CardSheet,), label=Text("Swap for this card")),
)
"""Questions about a card in front of a monster, which a tap on it answers."""


def build_board(context: TableContext, open_sheet: OnOpenSheet) -> list[ft.Control]:
    """Build the board of Tokyo, the dice, the curse and the cards face up."""
    return [
        city_board(context, open_sheet),
        *_dice(context),
        *curse_row(context, open_sheet),
        *shop_cards(context, open_sheet),
    ]


def _dice(context: TableContext) -> list[ft.Control]:
    """Build the dice as rolled, sorted by face.

    Empty while the prompt itself offers dice to tap.
    """
    faces = context.view_as(TokyoView).throw.faces
    if not faces or any(
        choice.die for choice in (context.annotated_prompt.choices if context.annotated_prompt else ())
    ):
        return []
    return [ThrownDice(tuple(sorted(faces)))]


@memoized
def ThrownDice(faces: tuple[int, ...]) -> ft.Control:  # noqa: N802
    """Build a row of dice with these faces."""
    dice = [die_face(face, DIE_SIZE, TOKYO_DIE) for face in faces]
    row = wrapped_row(dice, Space.TIGHT)
    label = ", ".join(translate(face_name(face, TOKYO_DIE)) for face in faces)
    return ft.Semantics(content=row, label=label, exclude_semantics=True)


def tokyo_sheet(sheets: SheetHost, _: int) -> ft.Control:
    """Build the list of everybody's place, and of the tower's owners."""
    context = sheets.context
    rows = [_name_row(line.seat, line.name, PLACE_NAMES[line.place]) for line in context.view_as(TokyoView).players]
    levels = enumerate(context.view_as(TokyoView).tower, 1)
    tower = [_name_row(owner, _owner_name(context, owner), Text("Tower, level {n}", n=k)) for k, owner in levels]
    head = sheets.build_heading(None, translate(Text("Tokyo")))
    return sheets.build_sheet(head, sheet_body([*rows, *reversed(tower)], spacing=Space.GAP))


def _owner_name(context: TableContext, seat: int) -> str:
    return translate(Text("nobody")) if seat == NO_SEAT else context.seats[seat]


def _name_row(seat: int, name: str, where: Text) -> ft.Control:
    ring = ft.Container(
        width=30, height=30, border=ft.Border.all(2, ft.Colors.OUTLINE_VARIANT), border_radius=Radius.TILE
    )
    mark = ring if seat == NO_SEAT else seat_badge(seat, name, 30)
    place_text = body_text(translate(where), color=MUTED)
    title = name_text(name, 600)
    if has_large_text():
        return row_of([mark, column_of([title, place_text], 0, expand=True)], Space.GAP)
    return row_of([mark, ft.Container(title, expand=True), place_text], Space.GAP)


def player_character(context: TableContext, seat: int) -> str:
    """Return the monster that the player has chosen."""
    return translate(context.lines_as(MonsterLine)[seat].figure)


def figure_tile(key: str) -> Tile:
    """Return the tile of a monster: its name."""
    return Tile(figure_name(key))


def taken_figures(context: TableContext) -> dict[int, str]:
    """Return the monsters that seats have."""
    return {seat: m.figure for seat, m in enumerate(context.state_as(Tokyo).monsters) if m.figure}


def player_subtitle(context: TableContext, seat: int) -> str:
    """Return which monster it is, and where it stands."""
    place = translate(PLACE_NAMES[context.lines_as(MonsterLine)[seat].place])
    return " · ".join(filter(None, (player_character(context, seat), place)))


SCENE = Scene(
    build_board=build_board,
    player_row=PlayerRowLayout(
        ("heart", "points", "energy"),
        status_marks,
        track_icons=("heart", "points"),
        signs=SIGNS,
        belongings=belongings,
        item_sheet=CardSheet,
        takes_responses=takes_responses,
    ),
    item_sheets={TokyoSheet: tokyo_sheet, CardSheet: card_sheet, OfferSheet: offer_sheet, CurseSheet: curse_sheet},
    separate_tracker_prefixes=("held.",),
    build_odds_panel=odds_panel,
    picture_questions=PICTURE_QUESTIONS,
    player_subtitle=player_subtitle,
    player_character=player_character,
    tiles={Chose: TileSet(figure_tile, taken_figures)},
    spoken_place=lambda context, seat: PLACE_NAMES[context.lines_as(MonsterLine)[seat].place],
    spoken=spoken,
    build_player_area=build_player_area,
    first_turn=FIRST_TURN,
)
