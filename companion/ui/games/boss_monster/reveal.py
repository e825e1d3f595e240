"""Card reveal: a hero by class and health; a room by name, or by icons and damage."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import flet as ft

from companion.i18n import Translate
from companion.ui.design.text_fit import fitting, screen
from companion.ui.design.theme import THUMB, Round, Space, Type
from companion.ui.table.context.choice_layout import filled
from companion.ui.table.sheets.choice_form import Form, PickOne, search
from companion.ui.table.sheets.host import Paper
from companion.ui.widgets.card_search import folded, starts
from companion.ui.widgets.controls import bound, keyed, press, quiet, use_held
from rules.boss_monster.model.card_catalogue import CLASS_NAMES, rooms, treasure_name
from rules.boss_monster.model.events import Arrived, Revealed, RevealedPlain
from rules.engine import Choice, Event, Option, Pick, Text

from .cards import signs
from .heroes import SIGNS

CELL, ICONS = 52, 76
"""Points of a cell's height, and of the icons before a row."""
QUIET = ft.Colors.ON_SURFACE_VARIANT
STRETCH = ft.CrossAxisAlignment.STRETCH


def picked(paper: Paper, event: Any) -> ft.Control | None:
    """Build the sheet that picks one option: heroes and rooms by their looks, others as a list."""
    choice = paper.drawn.choice(event)
    if choice is None:
        return None
    asked = paper.drawn.asked
    title = paper.words(asked.title if asked and choice.role == "usual" else choice.label)
    match choice.event:
        case Arrived():
            return paper.framed(paper.head(choice.seat, title), _heroes(paper, choice), full=paper.drawn.short)
        case Revealed():
            room = keyed(WhichRoom, paper.drawn.now.prompt_id, paper, choice)
            return paper.framed(paper.head(choice.seat, title), room)
    head = paper.head(choice.seat, paper.words(choice.label))
    return paper.framed(head, PickOne(paper.words, choice, paper.answer))


def formed(paper: Paper, event: Any) -> ft.Control | None:
    """Build the sheet of a choice with several holes.

    A room without a name has a table of treasure and damage, all others a form.
    """
    choice = paper.drawn.choice(event)
    if choice is None:
        return None
    plain = isinstance(choice.event, RevealedPlain)
    body = _table(paper.words, choice, paper.answer) if plain else Form(paper.words, choice, paper.answer)
    return paper.framed(paper.head(choice.seat, paper.words(choice.label)), body)


# --- heroes ------------------------------------------------------------------------------------------------------


def _heroes(paper: Paper, choice: Choice) -> ft.Control:
    """Build a row per class with a cell per health; heroes by name follow below."""
    [pick] = [hole for hole in choice.does.holes if isinstance(hole, Pick)]
    by_class: dict[str, list[Option]] = {}
    for option in pick.options:
        by_class.setdefault(option.value.partition(".")[0], []).append(option)
    rows = [_class(paper, choice, klass, options) for klass, options in by_class.items()]
    others = [other for other in paper.drawn.places.quiet if choice.role == "usual"]
    more = [ft.Row([quiet(paper.words(other.label), bound(paper.use, other), expand=True) for other in others])]
    parts = [*rows, *(more if others else [])]
    return _scrolled(parts) if paper.drawn.short else ft.Column(parts, spacing=Space.GAP, tight=True)


def _class(paper: Paper, choice: Choice, klass: str, options: Sequence[Option]) -> ft.Control:
    name = ft.Text(paper.words(CLASS_NAMES[klass]), size=Type.BODY, width=84, no_wrap=True)
    head = ft.Row([ft.Icon(SIGNS[klass], size=Type.HEAD), name], spacing=Space.NEAR, tight=True)
    keys = [
        _cell(
            option.value.partition(".")[2],
            paper.words(option.label),
            bound(paper.answer, filled(choice, kind=option.value)),
        )
        for option in options
    ]
    return ft.Row([head, *keys], spacing=Space.NEAR)


def _cell(said: str, name: str, do: Callable[[], Any]) -> ft.Control:
    text = ft.Text(said, size=Type.HEAD, weight=ft.FontWeight.W_700)
    fill = ft.Colors.SURFACE_CONTAINER_HIGH
    return press(text, name, do, fill=fill, radius=Round.TILE, pad=0, height=CELL, expand=True)


# --- rooms -------------------------------------------------------------------------------------------------------


@ft.component
def WhichRoom(paper: Paper, choice: Choice) -> ft.Control:  # noqa: N802 - named like a class
    """Room picker by name with a search field, or by icons and damage."""
    words = paper.words
    typed, type_ = ft.use_state("")
    plain, turn = use_held(False)
    others = paper.drawn.places.quiet
    tables = [other for other in others if isinstance(other.event, RevealedPlain)]
    back = [other for other in others if other not in tables]
    label = Text("By its name") if plain else Text("Without a name")
    switch = [quiet(words(label), lambda: turn(not plain), expand=True)] if tables else []
    leave = [quiet(words(other.label), bound(paper.use, other), expand=True) for other in back]
    bottom = ft.Row([*switch, *leave], spacing=Space.GAP)
    if plain:
        return ft.Column([_tables(paper, tables), bottom], spacing=Space.GAP, expand=True)
    [pick] = [hole for hole in choice.does.holes if isinstance(hole, Pick)]
    found = sorted((o for o in pick.options if _fits(o, typed)), key=lambda o: folded(words(o.label)))
    tiles = [_named(words, o, bound(paper.answer, filled(choice, room=o.value))) for o in found]
    listed = ft.ListView(tiles, spacing=Space.TIGHT, expand=True)
    field = search(words(Text("Look for a name")), type_)
    return ft.Column([field, listed, bottom], spacing=Space.GAP, expand=True, horizontal_alignment=STRETCH)


def _fits(option: Option, typed: str) -> bool:
    label: Any = option.label
    return any(starts(name, typed) for name in (label.es, label.en))


def _named(words: Translate, option: Option, do: Callable[[], Any]) -> ft.Control:
    name = words(option.label)
    text = ft.Text(name, size=Type.LEAD, weight=ft.FontWeight.W_500, expand=True)
    fill = ft.Colors.PRIMARY_CONTAINER if rooms()[option.value].advanced else ft.Colors.SURFACE_CONTAINER_HIGH
    face = ft.Row([text, *signs(option.value)], spacing=Space.TIGHT)
    pad = ft.Padding.symmetric(horizontal=Space.EDGE)
    return press(face, name, do, fill=fill, pad=pad, align=ft.Alignment.CENTER_LEFT, height=CELL)


def _tables(paper: Paper, tables: Sequence[Choice]) -> ft.Control:
    """Build the tables of normal rooms and, where one may lie, of advanced rooms."""
    parts: list[ft.Control] = []
    for choice in tables:
        parts += [ft.Text(paper.words(choice.label), size=Type.BODY), *_rows(paper.words, choice, paper.answer)]
    return _scrolled(parts)


def _table(words: Translate, choice: Choice, answer: Callable[[Event], Any]) -> ft.Control:
    return _scrolled(_rows(words, choice, answer))


def _scrolled(parts: list[ft.Control]) -> ft.Control:
    return ft.Column(parts, spacing=Space.TIGHT, scroll=ft.ScrollMode.AUTO, expand=True, horizontal_alignment=STRETCH)


def _rows(words: Translate, choice: Choice, answer: Callable[[Event], Any]) -> list[ft.Control]:
    """Build a row per treasure with a cell per damage; one tap answers both."""
    treasure, damage = (hole for hole in choice.does.holes if isinstance(hole, Pick))
    return [_row(words, choice, option.value, damage, answer) for option in treasure.options]


def _row(words: Translate, choice: Choice, treasure: str, damage: Pick, answer: Callable[[Event], Any]) -> ft.Control:
    icons: list[ft.Control] = [
        ft.Icon(SIGNS[klass], size=Type.LEAD if len(treasure) < 4 else Type.BODY) for klass in treasure
    ]
    head = ft.Row(icons or [ft.Text("–", size=Type.LEAD, color=QUIET)], spacing=Space.HAIR, width=ICONS)
    cells = [
        _cell(
            f"{option.value}",
            words(Text("{treasure}, damage {n}", treasure=treasure_name(treasure), n=option.value)),
            bound(answer, filled(choice, treasure=treasure, damage=option.value)),
        )
        for option in damage.options
    ]
    if fitting(screen() - 2 * Space.ROOM - ICONS, THUMB, Space.TIGHT) < len(cells):
        return ft.Column([head, ft.Row(cells, spacing=Space.TIGHT)], spacing=0, tight=True)
    return ft.Row([head, *cells], spacing=Space.TIGHT)
