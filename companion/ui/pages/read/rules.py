"""Rules page: search, chapters, the rules at the match's position, and the turn diagram."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from typing import Any

import flet as ft

from companion.i18n import Translate
from companion.match.table import Table
from companion.ui.design.preferences import tall
from companion.ui.design.text_fit import abreast, fitted
from companion.ui.design.theme import Round, Space, Type
from companion.ui.hooks import use_table
from companion.ui.pages.match import opening
from companion.ui.session.phone import Phone
from companion.ui.table.board.why import badge, explained
from companion.ui.widgets import page_frame
from companion.ui.widgets.controls import bound, outline, press, quiet, rows, use_held
from companion.ui.widgets.text_field import Field
from rules.engine import Game, Text
from rules.rulebook import Chapter, chapters
from rules.turn_outline import course

from .rule_search import Lookup
from .turn_diagram import HERE, Picture

RULES = Text("Rules")
BADGE = 92
"""Points of a rule's badge together with the position icon."""
MOST = 25
"""Most rules shown for a search."""
NEAR = 3
"""Most rules of the match's position that are shown at once."""
CLEAR = ft.Colors.TRANSPARENT


@ft.component
def RulesPage(  # noqa: N802 - Flet's components are named like classes
    phone: Phone, route: str, back: str, game_key: str = "", id: str = "", wanted: str = ""
) -> ft.View:
    """A game's rules, alone or at the table of that ``match_id``.

    ``target`` is a rule id, or "turn" for the turn diagram.
    """
    words = phone.words
    opened, set_opened = use_held(page_frame.NOTHING)
    typed, type_ = ft.use_state("")
    drawn, draw = ft.use_state(wanted == "turn")

    async def find() -> None:
        set_opened(await asyncio.to_thread(opening, phone, id))

    ft.use_effect(find if id else lambda: None, [id])
    table = opened if isinstance(opened, Table) else None
    use_table(table or phone.library)
    game = table.game if table else phone.library.games.get(game_key)
    head = page_frame.head(words(_title(game)), words(Text("Back")), bound(phone.go, back))
    if game is None:
        body = [page_frame.warning(words(opened))] if isinstance(opened, Text) else [ft.ProgressBar()]
        return page_frame.page(route, head, body)
    look = Field(words(Text("Look up a rule")), "", type_, prefix_icon=ft.Icons.SEARCH, border=outline(), dense=True)
    tabs = [_tabs(words, drawn, draw)] if game.turn else []
    pad = ft.Padding.only(left=Space.PAGE, right=Space.PAGE, bottom=Space.EDGE)
    above = ft.Container(_column([look, *tabs]), padding=pad)
    top = ft.Column([head, above], spacing=0, horizontal_alignment=ft.CrossAxisAlignment.STRETCH)
    return page_frame.page(route, top, [Rules(phone, game, table, typed, drawn, wanted)])


def _title(game: Game[Any] | None) -> Text:
    return Text("Rules: {game}", game=game.title) if game else RULES


def _tabs(words: Translate, drawn: bool, draw: Callable[[bool], Any]) -> ft.Control:
    """Build the tabs of rulebook and turn diagram."""
    tabs = ((False, ft.Icons.MENU_BOOK, RULES), (True, ft.Icons.ACCOUNT_TREE_OUTLINED, Text("The turn")))
    return rows(
        [
            quiet(
                words(label),
                bound(draw, which),
                icon,
                fill=ft.Colors.PRIMARY_CONTAINER if which == drawn else ft.Colors.SURFACE_CONTAINER,
                expand=True,
            )
            for which, icon, label in tabs
        ],
        abreast(2),
    )


@ft.component
def Rules(  # noqa: N802
    phone: Phone, game: Game[Any], table: Table | None, typed: str, drawn: bool, wanted: str
) -> ft.Control:
    """Search results; else the turn diagram, or the current rules and all chapters."""
    words = phone.words
    lookup: Lookup = ft.use_memo(lambda: Lookup(game.rulebook), [game.key])
    way = ft.use_memo(lambda: course(game), [game.key])
    unfolded, unfold = use_held(None)
    told, tell = ft.use_state("")
    now = table.now_for(phone.chair(table.match.id)) if table else None
    here = now.rules if now else ()
    if typed.strip():
        shown = [_rule(phone, game, table, id, id in here) for id in lookup.found(typed)[:MOST]]
        return _column(shown or [page_frame.quiet(words(Text("No rule says anything like that.")))])
    if drawn:
        agenda = now.state.agenda if now and now.prompt else ()
        return _column(Picture(words, game, way, agenda, told, tell).draw())
    first = (wanted,) if wanted in game.rulebook else ()
    book = chapters(game.rulebook)
    start = first or here[:1]
    open_ = {k for k, one in enumerate(book) if start and start[0] in one.rules} if unfolded is None else unfolded
    near = [_rule(phone, game, table, id, id in here) for id in (first or here[:NEAR])]
    title = [page_frame.heading(words(Text("Where the game is")))] if near and not first else []
    folds = [
        _chapter(phone, game, table, one, here, k in open_, bound(unfold, frozenset(open_ ^ {k})))
        for k, one in enumerate(book)
    ]
    return _column([*title, *near, *([page_frame.heading(words(Text("All rules")))] if near else []), *folds])


def _column(controls: list[ft.Control]) -> ft.Control:
    return ft.Column(controls, spacing=Space.GAP, horizontal_alignment=ft.CrossAxisAlignment.STRETCH)


def _chapter(
    phone: Phone,
    game: Game[Any],
    table: Table | None,
    chapter: Chapter,
    here: tuple[str, ...],
    open_: bool,
    fold: Callable[[], Any],
) -> ft.Control:
    """Build a chapter that unfolds; marked if the match is in it."""
    words = phone.words
    title, marked = words(chapter.title), any(id in here for id in chapter.rules)
    name = ft.Text(title, size=Type.LEAD, weight=ft.FontWeight.W_600, expand=True)
    place = [ft.Icon(ft.Icons.PLACE, size=Type.HEAD, color=ft.Colors.PRIMARY)] if marked else []
    count = ft.Text(str(len(chapter.rules)), size=Type.SMALL, color=ft.Colors.ON_SURFACE_VARIANT)
    sign = ft.Icon(ft.Icons.EXPAND_LESS if open_ else ft.Icons.EXPAND_MORE, color=ft.Colors.ON_SURFACE_VARIANT)
    said = [title, words(Text("{n} rule", "{n} rules", n=len(chapter.rules))), *([words(HERE)] if marked else [])]
    row = press(
        ft.Row([name, *place, count, sign], spacing=Space.GAP),
        ". ".join(said),
        fold,
        fill=ft.Colors.SURFACE_CONTAINER,
        pad=ft.Padding.only(left=Space.ROOM, right=Space.EDGE),
        radius=Round.PILL,
        height=56,
    )
    inside = [_rule(phone, game, table, id, id in here) for id in chapter.rules] if open_ else []
    return _column([row, *inside])


def _rule(phone: Phone, game: Game[Any], table: Table | None, id: str, here: bool) -> ft.Control:
    """Build a rule with its sentence and, where tables differ, the ways to play it."""
    words = phone.words
    title, sentence = explained(game, id)
    free = page_frame.width() - 2 * Space.PAGE - Space.EDGE - tall(BADGE)
    name = ft.Text(words(title), size=fitted(words(title), Type.LEAD, free), weight=ft.FontWeight.W_600, expand=True)
    place = (
        [ft.Icon(ft.Icons.PLACE, size=Type.HEAD, color=ft.Colors.PRIMARY, semantics_label=words(HERE))] if here else []
    )
    lines: list[ft.Control] = [
        ft.Row([name, *place, badge(id)], spacing=Space.GAP, vertical_alignment=ft.CrossAxisAlignment.START),
        ft.Text(words(sentence), size=Type.BODY),
        *_readings(phone, game, table, id),
    ]
    edge = ft.BorderSide(4, ft.Colors.PRIMARY if here else CLEAR)
    return ft.Container(
        ft.Column(lines, spacing=Space.NEAR),
        border=ft.Border(left=edge),
        padding=ft.Padding.only(left=Space.EDGE, right=Space.TIGHT, top=Space.TIGHT, bottom=Space.TIGHT),
    )


def _readings(phone: Phone, game: Game[Any], table: Table | None, id: str) -> list[ft.Control]:
    """Build the ways to play an open point, and the button that changes the table's choice.

    Marked is the choice of this table or, without a table, the usual one.
    """
    switch = next((switch for switch in game.switches if switch.key == id), None)
    if switch is None:
        return []
    ruled: Mapping[str, str] = dict(table.state.rulings) if table else {}
    played = ruled.get(id, switch.choices[0][0])
    ways = [_reading(phone.words, phone.words(said), key == played, table is not None) for key, said in switch.choices]
    if table is None:
        return [*ways]
    change = bound(phone.go, f"/table/{table.match.id}/settings/{id}")
    return [*ways, ft.Row([ft.TextButton(phone.words(Text("Change")), on_click=lambda event: change(), height=48)])]


def _reading(words: Translate, said: str, played: bool, ours: bool) -> ft.Control:
    mark = words(Text("as this table plays it") if ours else Text("as is usual"))
    sign = ft.Icon(
        ft.Icons.RADIO_BUTTON_CHECKED if played else ft.Icons.RADIO_BUTTON_UNCHECKED,
        size=Type.LEAD,
        color=ft.Colors.PRIMARY if played else ft.Colors.OUTLINE,
    )
    text = ft.Text(f"{said} ({mark})" if played else said, size=Type.BODY, expand=True)
    return ft.Row([sign, text], spacing=Space.GAP, vertical_alignment=ft.CrossAxisAlignment.START)
