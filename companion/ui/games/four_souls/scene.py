"""Scene of Four Souls: board, player rows, sheets and card piles."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import flet as ft

from companion.ui.games.four_souls.effect_builder.sheet import effects_sheet
from companion.ui.table.board.recent import moved
from companion.ui.table.context.context import Drawn
from companion.ui.table.context.open_sheet import Open
from companion.ui.table.context.scene import Mark, OnOpen, PlayerLine, Scene
from rules.engine import Text

from .belongings import belongings
from .monsters import Monsters
from .sheets import item, monster, stack
from .stack import Stack

DEEP = 2
"""Items on the stack above which monsters are shown without their effects."""
QUIET = ft.Colors.ON_SURFACE_VARIANT


def picture(drawn: Drawn, open_: OnOpen) -> list[ft.Control]:
    """Build the stack, if there is one, and the monsters."""
    shown: list[ft.Control] = []
    cards = drawn.picture.stack
    if cards:
        shown.append(Stack(drawn.words, cards, drawn.seats, lambda: open_(Open("stack"))))
    if drawn.picture.monsters:
        deep = DEEP if drawn.chair.seat is None else 0  # a player's own items and passes need room too
        terse = len(cards) > deep and not drawn.wide
        on_monster = lambda id: open_(Open("monster", id))  # noqa: E731
        shown.append(Monsters(drawn.words, drawn.picture.monsters, moved(drawn.log), on_monster, terse))
    return shown


def marks(line: Any) -> Iterator[Mark]:
    """Yield marks for priority, an upright character, shield, boosts and curses."""
    if line.holder:
        yield ft.Icons.BACK_HAND, QUIET
    if line.ready:
        yield ft.Icons.STAY_CURRENT_PORTRAIT, QUIET
    if line.shield:
        yield ft.Icons.SHIELD, QUIET
    if line.boosts:
        yield ft.Icons.TRENDING_UP, QUIET
    if line.curses:
        yield ft.Icons.CORONAVIRUS, ft.Colors.ERROR


def about(drawn: Drawn, seat: int) -> str:
    """Return the player's character and its item."""
    line = drawn.lines[seat]
    return " · ".join(drawn.words(one) for one in (line.character, line.item) if one)


def lie(drawn: Drawn, seat: int, open_: OnOpen) -> list[ft.Control]:
    """Build the player's items, curses and effects until the end of the turn."""
    return belongings(drawn.words, drawn.lines[seat], lambda id: open_(Open("item", id)))


def staked(drawn: Drawn) -> bool:
    """Return whether the top of the stack already shows the stake."""
    top = next(iter(drawn.picture.stack), None)
    return top is not None and drawn.heard is not None and top.does == drawn.heard.prompt.stake


SCENE = Scene(
    sign=ft.Icons.AUTO_AWESOME,
    picture=picture,
    line=PlayerLine(("life", "cents", "soul", "loot"), marks),
    sheets={"monster": monster, "stack": stack, "item": item},
    apart=("monster.", "owned."),
    about=about,
    belongings=lie,
    piles=(
        ("countdown", ft.Icons.HOURGLASS_BOTTOM, Text("Die of eight")),
        ("rooms", ft.Icons.MEETING_ROOM, Text("Rooms")),
        ("shop", ft.Icons.STOREFRONT, Text("Shop")),
        ("bonus", ft.Icons.AUTO_AWESOME, Text("Bonus souls")),
    ),
    staked=staked,
    effects=effects_sheet,
)
