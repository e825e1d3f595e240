"""Cards, tiles and tokens of King of Tokyo: the shop, each monster's, and their sheets."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import flet as ft

from companion.i18n import Translate
from companion.ui.design.theme import THUMB, Round, Space, Type
from companion.ui.table.board.table_items import sayings
from companion.ui.table.context.choice_layout import item_of
from companion.ui.table.context.context import Drawn
from companion.ui.table.context.open_sheet import Open
from companion.ui.table.context.scene import Mark, OnOpen
from companion.ui.table.sheets.host import Paper
from companion.ui.widgets.controls import bound, press
from rules.engine import Choice, Name, Shown, Text
from rules.king_of_tokyo.model.events import Bought

QUIET = ft.Colors.ON_SURFACE_VARIANT
LEVELS = (Text("bottom level of the tower"), Text("second level of the tower"), Text("top of the tower"))


def shop(drawn: Drawn, open_: OnOpen) -> list[ft.Control]:
    """Build the cards face up with their prices; empty where they are not tracked."""
    cards = [_offer(drawn, k, card, bound(open_, Open("offer", k))) for k, card in enumerate(drawn.picture.shop)]
    return [ft.Row(cards, spacing=Space.NEAR)] if cards else []


def _bought(drawn: Drawn, k: int) -> list[Choice]:
    """Return the choices that buy the card in that place."""
    asked = drawn.asked.choices if drawn.asked else ()
    return [choice for choice in asked if isinstance(choice.event, Bought) and choice.event.place == k]


def _offer(drawn: Drawn, k: int, card: Any, on_open: Any) -> ft.Control:
    """Build a card face up; framed while it can be bought."""
    words = drawn.words
    name = ft.Text(
        words(card.name),
        size=Type.SMALL,
        weight=ft.FontWeight.W_600,
        max_lines=2,
        style=ft.TextStyle(height=1.1),
        overflow=ft.TextOverflow.ELLIPSIS,
        text_align=ft.TextAlign.CENTER,
    )
    price = ft.Row(
        [
            ft.Icon(ft.Icons.BOLT, size=Type.BODY, color=ft.Colors.PRIMARY),
            ft.Text(str(card.cost), size=Type.LEAD, weight=ft.FontWeight.W_700),
        ],
        spacing=Space.HAIR,
        tight=True,
    )
    face = ft.Column(
        [*([price] if card.effect else []), name],
        spacing=0,
        tight=True,
        horizontal_alignment=ft.CrossAxisAlignment.CENTER,
        alignment=ft.MainAxisAlignment.CENTER,
    )
    said = words(Text("{card}: {n} energy", card=card.name, n=card.cost) if card.effect else card.name)
    edge = ft.BorderSide(2, ft.Colors.PRIMARY) if _bought(drawn, k) else None
    fill, pad = ft.Colors.SURFACE_CONTAINER_HIGH, ft.Padding.symmetric(horizontal=Space.NEAR, vertical=Space.TIGHT)
    return press(face, said, on_open, fill=fill, edge=edge, radius=Round.TILE, pad=pad, height=64, expand=True)


def curse(drawn: Drawn, open_: OnOpen) -> list[ft.Control]:
    """Build the current curse."""
    lying, words = drawn.picture.curse, drawn.words
    if lying is None:
        return []
    name = ft.Text(words(lying.name), size=Type.SMALL, weight=ft.FontWeight.W_600, no_wrap=True)
    does = ft.Text(
        words(lying.always), size=Type.SMALL, color=QUIET, no_wrap=True, overflow=ft.TextOverflow.ELLIPSIS, expand=True
    )
    row = ft.Row([ft.Icon(ft.Icons.DARK_MODE, size=Type.LEAD, color=ft.Colors.ERROR), name, does], spacing=Space.NEAR)
    said = words(Text("Curse: {name}", name=lying.name))
    pad = ft.Padding.symmetric(horizontal=Space.EDGE)
    return [press(row, said, bound(open_, Open("curse")), fill=ft.Colors.SURFACE_CONTAINER, pad=pad, height=THUMB)]


# --- in front of a monster ---------------------------------------------------------------------------------------


def marks(line: Any) -> Iterator[Mark]:
    """Yield a monster's place and its other states, as icons."""
    if line.place == "city":
        yield ft.Icons.LOCATION_CITY, ft.Colors.PRIMARY
    if line.place == "bay":
        yield ft.Icons.SAILING, ft.Colors.PRIMARY
    for icon, _, colour in _states(line):
        yield icon, colour
    if line.cards or line.tiles:
        yield ft.Icons.STYLE, QUIET


def _states(line: Any) -> Iterator[tuple[ft.IconData, Shown, str]]:
    """Yield a monster's tokens and forms, each with icon, text and colour."""
    if line.poison:
        poison = Text("{n} poison token", "{n} poison tokens", n=line.poison)
        yield ft.Icons.SCIENCE, poison, ft.Colors.ERROR
    if line.shrink:
        yield ft.Icons.COMPRESS, Text("{n} shrink token", "{n} shrink tokens", n=line.shrink), ft.Colors.ERROR
    if line.berserk:
        yield ft.Icons.LOCAL_FIRE_DEPARTMENT, Text("Berserk"), ft.Colors.ERROR
    if line.beast:
        yield ft.Icons.PETS, Text("beast"), QUIET
    if line.scarab:
        yield ft.Icons.BUG_REPORT, Text("golden scarab"), ft.Colors.PRIMARY
    if line.cultists:
        yield ft.Icons.GROUPS, Text("{n} cultist", "{n} cultists", n=line.cultists), QUIET
    for level in line.levels:
        yield ft.Icons.CELL_TOWER, LEVELS[level - 1], ft.Colors.PRIMARY


def belongings(drawn: Drawn, seat: int, open_: OnOpen) -> list[ft.Control]:
    """Build a monster's cards and tiles by name, then its tokens and states."""
    line, words = drawn.lines[seat], drawn.words
    held = [_held(words, card, bound(open_, Open("card", card.id))) for card in (*line.cards, *line.tiles)]
    other: list[ft.Control] = [_token(icon, words(said), colour) for icon, said, colour in _states(line)]
    return [ft.Row(row, wrap=True, spacing=Space.GAP, run_spacing=Space.GAP) for row in (held, other) if row]


def _held(words: Translate, card: Any, on_open: Any) -> ft.Control:
    name = ft.Text(words(card.name), size=Type.BODY, weight=ft.FontWeight.W_600)
    counters = [ft.Text(f"×{card.counters}", size=Type.SMALL, color=QUIET)] if card.counters else []
    face = ft.Row(
        [ft.Icon(ft.Icons.STYLE, size=Type.BODY, color=ft.Colors.PRIMARY), name, *counters],
        spacing=Space.NEAR,
        tight=True,
    )
    edge, pad = ft.BorderSide(1, ft.Colors.OUTLINE), ft.Padding.symmetric(horizontal=Space.EDGE)
    return press(face, words(card.name), on_open, edge=edge, radius=Round.TILE, height=44, pad=pad)


def _token(icon: ft.IconData, said: str, colour: str) -> ft.Control:
    return ft.Row(
        [ft.Icon(icon, size=Type.BODY, color=colour), ft.Text(said, size=Type.SMALL, color=QUIET)],
        spacing=Space.TIGHT,
        tight=True,
    )


# --- sheets ------------------------------------------------------------------------------------------------------


def card_sheet(paper: Paper, id: int) -> ft.Control | None:
    """Build the sheet of a monster's card or tile: its text, counters and current actions."""
    drawn, words = paper.drawn, paper.words
    found = ((seat, one) for seat, line in drawn.lines.items() for one in (*line.cards, *line.tiles) if one.id == id)
    seat, card = next(found, (NOBODY, None))
    if card is None:
        return None
    asked = drawn.asked.choices if drawn.asked else ()
    parts = [
        *_effect(words, card.effect),
        *sayings(words, [choice for choice in asked if item_of(choice) == id], paper.use),
        *paper.numbers([t for t in drawn.now.trackers if t.key == f"held.{id}.counters"], across=1),
        *sayings(words, [remark for remark in drawn.remarks if item_of(remark) == id], paper.remark),
    ]
    return paper.framed(
        paper.head(seat, words(card.name), _also(words, card.name)),
        ft.Column(parts, spacing=Space.EDGE, tight=True),
        full=False,
    )


def offer_sheet(paper: Paper, k: int) -> ft.Control | None:
    """Build the sheet of a card face up: text, cost, and the purchase while it is offered."""
    cards = paper.drawn.picture.shop
    if k >= len(cards):
        return None
    card, words = cards[k], paper.words
    costs = words(Text("Costs {n} energy", n=card.cost)) if card.effect else ""
    head = paper.head(None, words(card.name), " · ".join(filter(None, (costs, _also(words, card.name)))))
    parts = [*_effect(words, card.effect), *sayings(words, _bought(paper.drawn, k), paper.use)]
    return paper.framed(head, ft.Column(parts, spacing=Space.EDGE, tight=True), full=False)


def curse_sheet(paper: Paper, _: Any) -> ft.Control | None:
    """Build the sheet of the curse: its permanent effect and those of the die of fate."""
    lying, words = paper.drawn.picture.curse, paper.words
    if lying is None:
        return None
    lines = [
        _said(words, Text("Always"), lying.always),
        _said(words, Text("Ankh"), lying.ankh),
        _said(words, Text("Snake"), lying.snake),
    ]
    head = paper.head(None, words(lying.name), words(Text("The curse on everybody")))
    return paper.framed(head, ft.Column(lines, spacing=Space.EDGE, tight=True), full=False)


NOBODY = -1


def _also(words: Translate, name: Shown) -> str:
    """Return a card's name in the other language (KT-A15).

    Empty if both names are the same, or the name was typed.
    """
    both = (name.es, name.en) if isinstance(name, Name) else ()
    return next((other for other in both if other != words(name)), "")


def _effect(words: Translate, effect: Shown | None) -> list[ft.Control]:
    return [ft.Text(words(effect), size=Type.BODY)] if effect else []


def _said(words: Translate, title: Text, says: Shown) -> ft.Control:
    name = ft.Text(words(title), size=Type.SMALL, weight=ft.FontWeight.W_600, color=ft.Colors.PRIMARY)
    return ft.Column([name, ft.Text(words(says), size=Type.BODY)], spacing=0, tight=True)
