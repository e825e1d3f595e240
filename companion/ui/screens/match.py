"""Page of one match: the table screen, and what opens over it."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass

import flet as ft

from companion.library.seat_looks import seat_looks
from companion.match.table import Table
from companion.storage.matches import MATCH_DELETED_TEXT, StorageError
from companion.ui.design.boxes import column_of, row_of
from companion.ui.design.look import translate
from companion.ui.design.page_look import show_looks
from companion.ui.design.sizes import Space
from companion.ui.hooks import use_key, use_observable, use_wakelock
from companion.ui.redraw import use_handler
from companion.ui.screens.table.finished import FinishedTable
from companion.ui.screens.table.screen import TableScreen
from companion.ui.screens.table.unsaved import UnsavedBar, storage_notice
from companion.ui.session.open_table import open_table
from companion.ui.session.phone import Phone
from companion.ui.state import Ref, use_loaded, use_optional, use_ref
from companion.ui.table.intents import CardPage, Destination, DicePage, Explanation, Page
from companion.ui.table.sheets.why import use_rule_sheet
from companion.ui.widgets import page_frame
from companion.ui.widgets.controls import bind, keyed_component
from rules.engine import Refused, Text


@ft.component
def MatchPage(phone: Phone, match_id: str) -> ft.View:  # noqa: N802 - Flet's components are named like classes
    """The match with that id, or the reason why it cannot be shown."""
    # a long match takes a moment to replay; other phones must not wait for it
    table = use_loaded([match_id], open_table, phone, match_id)
    if table is None:
        return _loading_view(phone, match_id)
    if isinstance(table, Text):
        return _error_view(phone, match_id, table)
    return ft.View(
        route=f"/t/{match_id}",
        padding=0,
        bgcolor=ft.Colors.SURFACE,
        controls=[keyed_component(MatchScreen, table.match.id, phone, table)],
    )


@dataclass(frozen=True)
class ScreenActions:
    """What the taps on a match's frame do, and where its device follows the others."""

    phone: Phone
    table: Table
    page: ft.Page
    followed: Ref[str | None]
    """The rematch to which this device has gone, or that had begun before it came."""
    show_error: Callable[[Text], None]
    explain: Callable[[Explanation], None]
    """Opens the rule sheet."""

    @property
    def route(self) -> str:
        """Route of the table."""
        return f"/t/{self.table.match.id}"

    def leave(self) -> None:
        """Close the pages above a table that was deleted."""
        if self.table.is_deleted and self.page.route.startswith(f"{self.route}/"):
            self.phone.go(self.route)

    def put_away(self) -> None:
        """Put the match away and go home; a watcher, who may not, only leaves."""
        with suppress(Refused):
            self.table.put_away(self.phone.role_at(self.table.match.id))
        self.phone.go("/")

    def rematch(self) -> None:
        """Start the match anew and go there."""
        try:
            self.phone.require_host()
            self.followed.current = self.phone.library.matches.rematch(self.table.match.id).match.id
        except (Refused, StorageError) as error:
            self.show_error(error.reason)
        else:
            self.phone.go(f"/t/{self.followed.current}")

    def follow(self, rematch_id: str | None) -> None:
        """Go to a rematch that somebody else has begun."""
        if rematch_id and rematch_id != self.followed.current and self.page.route == self.route:
            self.followed.current = rematch_id
            self.phone.go(f"/t/{rematch_id}")

    def go(self, destination: Destination) -> None:
        """Go where a tap on the table leads."""
        match destination:
            case Page.HOME:
                self.phone.go("/")
            case Page.AWAY:
                self.put_away()
            case Page.REMATCH:
                self.rematch()
            case Page():
                self.phone.go(f"{self.route}/{destination.name.lower()}")
            case DicePage(key):
                self.phone.go(f"{self.route}/dice/{key}".rstrip("/"))
            case CardPage(card):
                self.phone.go(f"{self.route}/card/{card}")
            case Explanation():
                self.explain(destination)


@ft.component
def MatchScreen(phone: Phone, table: Table) -> ft.Control:  # noqa: N802
    """The table screen with the rule sheet over it; a match that was put away is read-only."""
    use_observable(table)
    use_observable(phone.library.guests.observable_of(table.match.id))
    show_looks(seat_looks(phone.library.settings, table.match.id, len(table.match.seats)))
    use_wakelock(phone.preferences.awake)
    rematch_id = phone.library.matches.rematch_of(table.match.id)
    problem, set_problem = use_optional(Text)
    explain = use_rule_sheet(table, phone.go)
    actions = ScreenActions(phone, table, ft.context.page, use_ref(rematch_id), set_problem, explain)
    use_key("F2", bind(actions.go, Page.POSITION))
    ft.use_effect(actions.leave, [table.is_deleted])
    ft.use_effect(lambda: actions.follow(rematch_id), [rematch_id])
    go = use_handler(actions.go)
    if table.is_deleted:
        return ft.SafeArea(column_of(_deleted_notice(phone), 0, tight=False, expand=True), expand=True)
    screen = (
        FinishedTable(phone, table)
        if table.is_put_away
        else TableScreen(table, phone.library, phone.role_at(table.match.id), go)
    )
    notice = [page_frame.warning(translate(problem))] if problem else []
    return ft.SafeArea(
        column_of([UnsavedBar(phone, table), *storage_notice(phone), *notice, screen], 0, tight=False, expand=True),
        expand=True,
    )


def _loading_view(phone: Phone, match_id: str) -> ft.View:
    head = page_frame.page_header("", lambda: phone.go("/"))
    ring = row_of([ft.ProgressRing()], alignment=ft.MainAxisAlignment.CENTER)
    says = page_frame.hint_text(translate(Text("Setting the table…")), text_align=ft.TextAlign.CENTER)
    return page_frame.page_view(
        f"/t/{match_id}", head, [ft.Container(height=120), ring, row_of([says], alignment=ft.MainAxisAlignment.CENTER)]
    )


def _deleted_notice(phone: Phone) -> list[ft.Control]:
    home = bind(phone.go, "/")
    button = row_of([page_frame.main_button(translate(Text("Back to home")), home, ft.Icons.HOME)])
    return [
        page_frame.page_header("", home),
        ft.Container(
            page_frame.warning(translate(MATCH_DELETED_TEXT)),
            padding=Space.PAGE,
            expand=True,
            alignment=ft.Alignment.TOP_LEFT,
        ),
        ft.Container(button, padding=Space.PAGE),
    ]


def _error_view(phone: Phone, match_id: str, why: Text) -> ft.View:
    head = page_frame.page_header("", lambda: phone.go("/"))
    home = page_frame.main_button(translate(Text("Back to home")), lambda: phone.go("/"), ft.Icons.HOME)
    return page_frame.page_view(f"/t/{match_id}", head, [page_frame.warning(translate(why))], row_of([home]))
