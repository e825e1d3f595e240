"""Errors on a page.

They are told by the reason of what failed, and an error page or dialog instead of a broken page.
"""

from __future__ import annotations

import asyncio
import logging
import sys
from collections.abc import Callable
from typing import Any

import flet as ft

from companion.base.errors import StorageError
from companion.ui.design.boxes import column_of, row_of
from companion.ui.design.look import translate
from companion.ui.design.sizes import FontSize, Space
from companion.ui.widgets import page_frame
from rules.engine import Refused, Text

INTERNAL_ERROR = Text(
    "Something went wrong in Sobremesa itself. Nothing of the game is lost: every answer is on the disk."
)
Redraw = Callable[[], None]


def error_text(error: BaseException | None) -> Text:
    """Return the error's own text if it has one, else that of an internal error."""
    found = getattr(error, "reason", None)
    return found if isinstance(found, Text) else INTERNAL_ERROR


def failure_of(act: Callable[[], object]) -> Text | None:
    """Do something; return the reason if it is refused or cannot be stored."""
    try:
        act()
    except (Refused, StorageError) as error:
        return error.reason
    return None


@ft.component
def ErrorPage(message: Text, on_retry: Redraw, on_home: Redraw) -> list[ft.View]:  # noqa: N802
    """Build the page shown in place of one that could not be drawn."""
    home_button = ft.OutlinedButton(
        translate(Text("Back to home")), icon=ft.Icons.HOME, on_click=lambda event: on_home(), height=52, expand=True
    )
    retry_button = page_frame.main_button(translate(Text("Try again")), on_retry, ft.Icons.REFRESH)
    head = ft.Container(ft.Text("Sobremesa", size=FontSize.HERO, weight=ft.FontWeight.W_700), padding=Space.PAGE)
    return [
        page_frame.page_view(
            "/",
            head,
            [page_frame.warning(translate(message))],
            column_of([row_of([home_button]), row_of([retry_button])], tight=False),
        )
    ]


class ErrorBoundary:
    """Error boundary of a page: redraws it, and reports errors of drawing and of events."""

    def __init__(self, page: ft.Page, draw: Redraw) -> None:
        self.page = page
        self._draw = draw
        self._draw_task: asyncio.Task[None] | None = None
        session: Any = page.session
        session.error = self._handle_event_error  # by default Flet replaces the page by its traceback

    def draw(self) -> None:
        """Redraw everything."""
        try:
            self._draw()
        except Exception as error:
            self._show_error_page(error)
        self._watch_draw_task()

    def _watch_draw_task(self) -> None:
        """Watch Flet's drawing task: if it fails, Flet neither reports it nor draws again."""
        session: Any = self.page.session
        session.start_updates_scheduler()
        drawing: asyncio.Task[None] = session._Session__updates_task  # the drawing task has no public name
        if drawing is not self._draw_task:
            self._draw_task = drawing
            drawing.add_done_callback(self._on_draw_task_done)

    def _on_draw_task_done(self, drawing: asyncio.Task[None]) -> None:
        error = None if drawing.cancelled() else drawing.exception()
        if error is not None:
            self._show_error_page(error)
            self._watch_draw_task()

    def _show_error_page(self, error: BaseException) -> None:
        """Replace the page, which is half old and half new, by the error page."""
        logging.getLogger(__name__).error("a page could not be drawn", exc_info=error)
        self.page.render_views(ErrorPage, error_text(error), self.draw, self._home)

    def _home(self) -> None:
        self.page.route = "/"
        self.page.navigate("/")
        self.draw()

    def _handle_event_error(self, message: str) -> None:
        """Report a failed event handler in a dialog; the page and typed text stay."""
        error = sys.exc_info()[1]
        logging.getLogger(__name__).error("a tap failed: %s", message)
        close = ft.TextButton(translate(Text("Close")), on_click=lambda event: self.page.pop_dialog())
        self.page.show_dialog(ft.AlertDialog(content=ft.Text(translate(error_text(error))), actions=[close]))
