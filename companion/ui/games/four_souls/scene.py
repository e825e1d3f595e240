"""Scene of Four Souls: board, player rows, sheets and card piles."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import flet as ft

from companion.match.latest import latest_changes
from companion.ui.games.four_souls.effect_builder.sheet import effects_sheet
from companion.ui.table.context.context import TableContext
from companion.ui.table.context.open_sheet import OpenSheet
from companion.ui.table.context.scene import OnOpenSheet, PlayerRowLayout, Scene, StatusMark, Tile, TileSet
from companion.ui.widgets.controls import bind
from rules.engine import Text
from rules.four_souls.model.catalogue import characters
from rules.four_souls.model.events import Chose
from rules.four_souls.model.item_catalogue import item_cards
from rules.four_souls.model.state import FourSouls
from rules.four_souls.turn.view import FourSoulsPlayerLine, FourSoulsView

from .belongings import player_area
from .first_turn import FIRST_TURN
from .monsters import monster_cards
from .sheets import item_sheet, monster_sheet, stack_sheet
from .stack import StackView

DEEP_STACK = 2
"""Items on the stack above which monsters are shown without their effects."""
MUTED = ft.Colors.ON_SURFACE_VARIANT


def build_board(context: TableContext, open_sheet: OnOpenSheet) -> list[ft.Control]:
    """Build the stack, if there is one, and the monsters."""
    controls: list[ft.Control] = []
    cards = context.view_as(FourSoulsView).stack if context.winners is None else ()
    if cards:
        controls.append(StackView(context.translate, cards, context.seats, bind(open_sheet, OpenSheet("stack"))))
    monsters = context.view_as(FourSoulsView).monsters
    if context.winners is not None:  # the fight is over as well
        monsters = tuple(replace(monster, fighting=False) for monster in monsters)
    if monsters:
        max_items = DEEP_STACK if context.role.seat is None else 0  # a player's own items and passes need room too
        hides_effects = len(cards) > max_items and not context.has_two_columns
        changes = latest_changes(context.log)
        controls.append(monster_cards(context.translate, monsters, changes, open_sheet, hides_effects))
    return controls


def status_marks(context: TableContext, seat: int) -> Iterator[StatusMark]:
    """Yield marks for priority, an upright character, shield, boosts and curses."""
    line = context.lines_as(FourSoulsPlayerLine)[seat]
    if line.holder:
        yield ft.Icons.BACK_HAND, MUTED
    if line.ready:
        yield ft.Icons.STAY_CURRENT_PORTRAIT, MUTED
    if line.shield:
        yield ft.Icons.SHIELD, MUTED
    if line.boosts:
        yield ft.Icons.TRENDING_UP, MUTED
    if line.curses:
        yield ft.Icons.CORONAVIRUS, ft.Colors.ERROR


def player_subtitle(context: TableContext, seat: int) -> str:
    """Return the player's character and its item."""
    line = context.lines_as(FourSoulsPlayerLine)[seat]
    return " · ".join(context.translate(one) for one in (line.character, line.item) if one)


def player_character(context: TableContext, seat: int) -> str:
    """Return the player's character."""
    character = context.lines_as(FourSoulsPlayerLine)[seat].character
    return context.translate(character) if character else ""


def build_player_area(context: TableContext, seat: int, open_sheet: OnOpenSheet) -> list[ft.Control]:
    """Build the player's items, curses and effects until the end of the turn."""
    return player_area(
        context.translate,
        context.lines_as(FourSoulsPlayerLine)[seat],
        lambda id: open_sheet(OpenSheet("item", number=id)),
    )


def shows_stake(context: TableContext) -> bool:
    """Return whether the top of the stack already shows the stake."""
    top = next(iter(context.view_as(FourSoulsView).stack), None)
    return top is not None and context.seat_prompt is not None and top.does == context.seat_prompt.prompt.stake


def character_tile(id: str) -> Tile:
    """Return the tile of a character: life, attack and the starting item."""
    card = characters()[id]
    item = item_cards().get(card.item)
    return Tile(card.name, (("life", card.hp), ("attack", card.attack)), item.name if item else "")


def taken_characters(context: TableContext) -> dict[int, str]:
    """Return the ids of the characters that seats have."""
    players = context.state_as(FourSouls).players
    return {seat: player.character for seat, player in enumerate(players) if player.character}


SCENE = Scene(
    cover_icon=ft.Icons.AUTO_AWESOME,
    build_board=build_board,
    player_row=PlayerRowLayout(("life", "cents", "soul", "loot"), status_marks),
    item_sheets={"monster": monster_sheet, "stack": stack_sheet, "item": item_sheet},
    separate_tracker_prefixes=("monster.", "owned."),
    player_subtitle=player_subtitle,
    player_character=player_character,
    build_player_area=build_player_area,
    piles=(
        ("countdown", ft.Icons.HOURGLASS_BOTTOM, Text("Die of eight")),
        ("rooms", ft.Icons.MEETING_ROOM, Text("Rooms")),
        ("shop", ft.Icons.STOREFRONT, Text("Shop")),
        ("bonus", ft.Icons.AUTO_AWESOME, Text("Bonus souls")),
    ),
    shows_stake=shows_stake,
    tiles={Chose: TileSet(character_tile, taken_characters)},
    effects=effects_sheet,
    first_turn=FIRST_TURN,
)
