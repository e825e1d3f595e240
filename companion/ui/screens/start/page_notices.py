"""Notices of a page without a server: what works offline, how it is installed."""

from __future__ import annotations

import flet as ft

from companion.base.background import IS_PAGE
from companion.base.page_news import PAGE_NEWS, PageState
from companion.storage.matches import StorageError
from companion.ui.design.boxes import STRETCH, column_of, row_of
from companion.ui.design.look import translate
from companion.ui.design.sizes import Space
from companion.ui.design.text import MUTED, body_text
from companion.ui.hooks import use_observable
from companion.ui.session.phone import Phone
from companion.ui.widgets import page_frame
from companion.ui.widgets.controls import secondary_button
from rules.engine import Text

MEGABYTE = 1_000_000
GAMES_BEFORE_INSTALLING = 2
"""Finished games after which the app is offered for the home screen."""
DECLINED_KEY, DECLINED = "install", "no"
"""Setting that says whether somebody did not want it there."""
KEPT_TEXT = Text("It works without a connection now.")
INSTALL_TEXT = Text("As an app it has its own icon and the whole screen, and the browser keeps your games.")
IPHONE_TEXT = Text(
    "On an iPhone: tap Share, then “Add to Home Screen”. Safari deletes what a page keeps after seven days without a "
    "visit; from the home screen it stays."
)


def page_notices(phone: Phone) -> list[ft.Control]:
    """Build the notices in a page without a server; nothing elsewhere."""
    return [PageNotices(phone)] if IS_PAGE else []


@ft.component
def PageNotices(phone: Phone) -> ft.Control:  # noqa: N802 - Flet's components are named like classes
    """What is missing offline; after some games, how the page becomes an app."""
    state = use_observable(PAGE_NEWS).state
    use_observable(phone.library.settings)
    line = offline_line(state)
    played = sum(match.finished is not None for match in phone.library.matches.all())
    is_declined = phone.library.settings.get(DECLINED_KEY) == DECLINED
    offer = install_panel(phone, state) if played >= GAMES_BEFORE_INSTALLING and not is_declined else []
    return column_of([*([_line(line, state.missing > 0)] if line else []), *offer], Space.GAP, STRETCH)


def offline_line(state: PageState) -> Text | None:
    """Return what does not work offline yet, with the megabytes to come; None if all does."""
    megabytes = -(-state.missing // MEGABYTE)
    if state.is_kept_now:
        return KEPT_TEXT
    if not state.missing:
        return None
    if not state.plays_offline:
        return Text("Still to be kept for playing without a connection: {n} MB.", n=megabytes)
    if state.is_interrupted:
        return Text("Without a connection you can play; reading dice by camera still needs {n} MB.", n=megabytes)
    return Text("You can already play without a connection. For reading dice, {n} MB are still to come.", n=megabytes)


def _line(line: Text, is_coming: bool) -> ft.Control:
    sign = ft.Icons.CLOUD_DOWNLOAD_OUTLINED if is_coming else ft.Icons.OFFLINE_PIN_OUTLINED
    text = ft.Container(page_frame.hint_text(translate(line)), expand=True)
    return ft.Semantics(content=row_of([ft.Icon(sign, color=MUTED), text], Space.GAP), live_region=True)


def install_panel(phone: Phone, state: PageState) -> list[ft.Control]:
    """Build the offer for this browser's way to install the page, if it has one."""

    def decline() -> None:
        try:
            phone.library.settings.save(DECLINED_KEY, DECLINED)
        except StorageError:
            return  # it is offered again

    later = secondary_button(translate(Text("Not now")), decline, expand=True)
    if state.install == "button":
        install = secondary_button(translate(Text("Install")), PAGE_NEWS.install, ft.Icons.INSTALL_MOBILE, expand=True)
        return [page_frame.panel(body_text(translate(INSTALL_TEXT)), row_of([later, install]))]
    if state.install == "iphone":
        return [page_frame.panel(body_text(translate(IPHONE_TEXT)), row_of([later]))]
    return []
