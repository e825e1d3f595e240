"""Page of one match: the table screen, and what opens over it."""

from __future__ import annotations

import logging
from contextlib import suppress
from typing import Any

import flet as ft

from companion.access.guests import UNINVITED
from companion.base.background import aside
from companion.match.table import Table
from companion.storage.matches import DELETED, StorageTrouble
from companion.ui.design.theme import Space
from companion.ui.hooks import use_table
from companion.ui.session.phone import Phone
from companion.ui.table.board.unsaved import UnsavedBar
from companion.ui.table.board.why import use_why
from companion.ui.table.finished import Kept
from companion.ui.table.screen import TableView, Ways
from companion.ui.widgets import page_frame
from rules.engine import Refused, Text


@ft.component
def MatchPage(phone: Phone, id: str) -> ft.View:  # noqa: N802 - Flet's components are named like classes
    """The match with that id, or the reason why it cannot be shown."""
    opened, set_opened = ft.use_state(page_frame.NOTHING)

    async def find() -> None:
        # a long match takes a moment to replay; other phones must not wait for it
        set_opened(await aside(opening, phone, id))

    ft.use_effect(find, [id])
    if opened is None:
        return _waiting(phone, id)
    if isinstance(opened, Text):
        return _missing(phone, id, opened)
    return ft.View(route=f"/table/{id}", padding=0, bgcolor=ft.Colors.SURFACE, controls=[Playing(phone, opened)])


def opening(phone: Phone, id: str) -> Table | Text:
    """Return the table, or why this phone cannot have it."""
    try:
        if not phone.library.guests.admitted(phone.visitor, id):
            return UNINVITED
        return phone.library.open(id)
    except (Refused, StorageTrouble) as trouble:
        return trouble.reason
    except Exception:  # otherwise the page would wait forever
        logging.getLogger(__name__).exception("a table could not be opened")
        return Text("This game cannot be opened. It stays in the file.")


@ft.component
def Playing(phone: Phone, table: Table) -> Any:  # noqa: N802
    """The table screen with the rule sheet over it; a match that was put away is read-only."""
    use_table(table)
    use_table(phone.library.guests.at(table.match.id))
    chair = phone.chair(table.match.id)
    stay_awake(phone.habits.awake)
    here, page = f"/table/{table.match.id}", ft.context.page

    def leave() -> None:
        if table.gone and page.route.startswith(f"{here}/"):  # pages above the table close with it
            phone.go(here)

    def away() -> None:
        with suppress(Refused):  # a watcher may not put it away and only leaves
            table.put_away(chair)
        phone.go("/")

    ft.use_effect(leave, [table.gone])
    ways = Ways(
        back=lambda: phone.go("/"),
        history=lambda: phone.go(f"{here}/history"),
        menu=lambda: phone.go(f"{here}/settings"),
        why=use_why(phone.words, table, phone.go),
        away=away,
        dice=lambda key: phone.go(f"{here}/dice/{key}".rstrip("/")),
    )
    if table.gone:
        return ft.SafeArea(ft.Column(_gone(phone), expand=True, spacing=0), expand=True)
    shown = Kept(phone, table) if table.kept else TableView(table, phone.library, phone.words, chair, ways)
    return ft.SafeArea(ft.Column([UnsavedBar(phone, table), shown], spacing=0, expand=True), expand=True)


def stay_awake(wanted: bool) -> None:
    """Keep the screen on while a table is shown, if the browser can and the owner wants it."""
    lock: Any = ft.use_memo(lambda: ft.Wakelock(), [])

    async def hold() -> None:
        with suppress(Exception):  # the wakelock is optional
            await (lock.enable() if wanted else lock.disable())

    async def release() -> None:
        with suppress(Exception):
            await lock.disable()

    ft.use_effect(hold, [wanted])
    ft.use_effect(lambda: None, [], release)


def _waiting(phone: Phone, id: str) -> ft.View:
    words = phone.words
    head = page_frame.head("", words(Text("Back")), lambda: phone.go("/"))
    ring = ft.Row([ft.ProgressRing()], alignment=ft.MainAxisAlignment.CENTER)
    says = page_frame.quiet(words(Text("Setting the table…")), text_align=ft.TextAlign.CENTER)
    return page_frame.page(
        f"/table/{id}", head, [ft.Container(height=120), ring, ft.Row([says], alignment=ft.MainAxisAlignment.CENTER)]
    )


def _gone(phone: Phone) -> list[ft.Control]:
    """Build the notice in place of a table whose match another phone has deleted."""
    words, home = phone.words, lambda: phone.go("/")
    button = ft.Row([page_frame.main_button(words(Text("Back to home")), home, ft.Icons.HOME)])
    return [
        page_frame.head("", words(Text("Back")), home),
        ft.Container(
            page_frame.warning(words(DELETED)), padding=Space.PAGE, expand=True, alignment=ft.Alignment.TOP_LEFT
        ),
        ft.Container(button, padding=Space.PAGE),
    ]


def _missing(phone: Phone, id: str, why: Text) -> ft.View:
    words = phone.words
    head = page_frame.head("", words(Text("Back")), lambda: phone.go("/"))
    home = page_frame.main_button(words(Text("Back to home")), lambda: phone.go("/"), ft.Icons.HOME)
    return page_frame.page(f"/table/{id}", head, [page_frame.warning(words(why))], ft.Row([home]))
