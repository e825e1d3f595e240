"""Scene of Four Souls: board, player rows, sheets and card piles."""

from __future__ import annotations

from dataclasses import replace

import flet as ft

from companion.match.latest import latest_changes
from companion.ui.games.four_souls.effect_builder.sheet import effects_sheet
from companion.ui.games.four_souls.model import (
    MODEL,
    PICTURE_QUESTIONS,
    MonsterSheet,
    OwnedSheet,
    StackSheet,
    why_unusable,
)
from companion.ui.table.model.board_room import BoardRoom
from companion.ui.table.model.context import TableContext
from companion.ui.table.model.picture_answers import asked_items
from companion.ui.table.scene import OnOpenSheet, Scene
from companion.ui.widgets.controls import bind
from rules.four_souls.model.events import Named
from rules.four_souls.turn.view import FourSoulsPlayerLine, FourSoulsView

from .belongings import player_area
from .item_naming import item_naming_sheet
from .monsters import monster_cards
from .sheets import item_sheet, monster_sheet, stack_sheet
from .stack import StackView

DEEP_STACK = 2
"""Items on the stack above which monsters are shown without their effects."""


def build_board(context: TableContext, room: BoardRoom, open_sheet: OnOpenSheet) -> list[ft.Control]:
    """Build the stack, if there is one, and the monsters."""
    controls: list[ft.Control] = []
    cards = context.view_as(FourSoulsView).stack if context.winners is None else ()
    if cards:
        open_stack = bind(open_sheet, StackSheet())
        controls.append(StackView(cards, context.seats, open_stack, room.width))
    monsters = context.view_as(FourSoulsView).monsters
    if context.winners is not None:  # the fight is over as well
        monsters = tuple(replace(monster, fighting=False) for monster in monsters)
    if monsters:
        max_items = DEEP_STACK if context.role.seat is None else 0  # a player's own items and passes need room too
        hides_effects = len(cards) > max_items and not context.has_two_columns
        changes, asked = latest_changes(context.log), asked_items(context, PICTURE_QUESTIONS, MonsterSheet)
        controls.append(monster_cards(monsters, changes, open_sheet, hides_effects, asked))
    return controls


def build_player_area(context: TableContext, seat: int, open_sheet: OnOpenSheet) -> list[ft.Control]:
    """Build the player's items, curses and effects until the end of the turn.

    An item that cannot be used now says why.
    """
    line = context.lines_as(FourSoulsPlayerLine)[seat]
    found = ((item.id, why_unusable(context, seat, item)) for item in line.items)
    reasons = {id: refused.reason for id, refused in found if refused is not None}
    return player_area(line, lambda id: open_sheet(OwnedSheet(id)), reasons)


SCENE = Scene(
    MODEL,
    build_board=build_board,
    build_player_area=build_player_area,
    item_sheets={MonsterSheet: monster_sheet, StackSheet: stack_sheet, OwnedSheet: item_sheet},
    choice_sheets={"pad": effects_sheet},
    remark_sheets={Named: item_naming_sheet},
)
