"""Error boundary: an error page or dialog instead of a broken page."""

from __future__ import annotations

import asyncio
import logging
import sys
from collections.abc import Callable
from typing import Any

import flet as ft

from companion.i18n import Translate
from companion.ui.design.theme import Space, Type
from companion.ui.widgets import page_frame
from rules.engine import Text

STUMBLED = Text("Something went wrong in Sobremesa itself. Nothing of the game is lost: every answer is on the disk.")
Drawing = Callable[[], Any]
Speaks = Callable[[], Translate]


def reason(error: BaseException | None) -> Text:
    """Return the error's own text if it has one, else that of an internal error."""
    found = getattr(error, "reason", None)
    return found if isinstance(found, Text) else STUMBLED


@ft.component
def FallenPage(words: Translate, why: Text, again: Drawing, home: Drawing) -> list[ft.View]:  # noqa: N802
    """Build the page shown in place of one that could not be drawn."""
    back = ft.OutlinedButton(
        words(Text("Back to home")), icon=ft.Icons.HOME, on_click=lambda event: home(), height=52, expand=True
    )
    more = page_frame.main_button(words(Text("Try again")), again, ft.Icons.REFRESH)
    head = ft.Container(ft.Text("Sobremesa", size=Type.HERO, weight=ft.FontWeight.W_700), padding=Space.PAGE)
    return [page_frame.page("/", head, [page_frame.warning(words(why))], ft.Column([ft.Row([back]), ft.Row([more])]))]


class Watch:
    """Error boundary of a page: redraws it, and reports errors of drawing and of events."""

    def __init__(self, page: ft.Page, speaks: Speaks, draw: Drawing) -> None:
        self.page = page
        self.speaks = speaks
        self._draw = draw
        self._watched: Any = None
        session: Any = page.session
        session.error = self._stumbled  # by default Flet replaces the page by its traceback

    def draw(self) -> None:
        """Redraw everything."""
        try:
            self._draw()
        except Exception as error:
            self._fallen(error)
        self._follow()

    def _follow(self) -> None:
        """Watch Flet's drawing task: if it fails, Flet neither reports it nor draws again."""
        session: Any = self.page.session
        session.start_updates_scheduler()
        drawing: asyncio.Task[None] = session._Session__updates_task  # the drawing task has no public name
        if drawing is not self._watched:
            self._watched = drawing
            drawing.add_done_callback(self._ended)

    def _ended(self, drawing: asyncio.Task[None]) -> None:
        error = None if drawing.cancelled() else drawing.exception()
        if error is not None:
            self._fallen(error)
            self._follow()

    def _fallen(self, error: BaseException) -> None:
        """Replace the page, which is half old and half new, by the error page."""
        logging.getLogger(__name__).error("a page could not be drawn", exc_info=error)
        self.page.render_views(FallenPage, self.speaks(), reason(error), self.draw, self._home)

    def _home(self) -> None:
        self.page.route = "/"
        self.page.navigate("/")
        self.draw()

    def _stumbled(self, message: str) -> None:
        """Report a failed event handler in a dialog; the page and typed text stay."""
        error = sys.exc_info()[1]
        logging.getLogger(__name__).error("a tap failed: %s", message)
        words = self.speaks()
        close = ft.TextButton(words(Text("Close")), on_click=lambda event: self.page.pop_dialog())
        self.page.show_dialog(ft.AlertDialog(content=ft.Text(words(reason(error))), actions=[close]))
