"""The invitation, to be read from across the table: a code, and every address in letters."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import Any

import flet as ft

from companion import qr
from companion.door import Door
from companion.hub import use_table
from companion.invite import NO_NETWORK, NOBODY
from rules.engine import Text

from . import frame
from .parts import bound, icon_press, press
from .phone import Phone
from .theme import ROUND

SIDE = 232
"""Points of the code's side: read from a metre, and the addresses stand below it without scrolling."""
LONG = 27
"""Letters from which an address grows smaller: those of IPv6."""


def use_invite(phone: Phone) -> frame.Tap:
    """The invitation over the page that calls this; what opens it."""
    opened, set_opened = ft.use_state(False)
    ft.use_dialog(invite_sheet(phone, lambda: set_opened(False)) if opened else None)
    return lambda: set_opened(True)


def invite_sheet(phone: Phone, on_close: frame.Tap) -> ft.BottomSheet:
    """What slides up when somebody wants to invite."""
    words, door = phone.words, phone.library.door
    title = ft.Text(words(Text("Invite")), size=22, weight=ft.FontWeight.W_700, expand=True)
    top = ft.Row([title, icon_press(ft.Icons.CLOSE, words(Text("Close")), on_close)])
    body: list[ft.Control] = [Invitation(phone, door)] if door else _shut(phone)
    return ft.BottomSheet(
        ft.Container(
            ft.Column([top, *body], tight=True, spacing=10, horizontal_alignment=ft.CrossAxisAlignment.STRETCH),
            padding=ft.Padding.only(left=24, right=16, top=8, bottom=20),
            width=frame.width(),
        ),
        show_drag_handle=True,
        scrollable=True,
        on_dismiss=lambda event: on_close(),
    )


def _shut(phone: Phone) -> list[ft.Control]:
    """How to let phones in."""
    says = phone.words(Text("Only this computer is served. For phones of the same network, end it and start it with:"))
    command = ft.Text("sobremesa --lan", size=22, weight=ft.FontWeight.W_600, selectable=True)
    return [ft.Text(says, size=16), frame.panel(command)]


@ft.component
def Invitation(phone: Phone, door: Door) -> ft.Control:  # noqa: N802 - Flet's components are named like classes
    """The code of one address, all addresses, and who has come or why nobody may have."""
    use_table(door)
    chosen, choose = ft.use_state("")
    urls = door.urls()
    if not urls:
        return frame.warning(phone.words(NO_NETWORK))
    shown = chosen if chosen in urls else urls[0]
    says = Text("Scan it with the phone's camera, in the same Wi-Fi. Whoever has it sees and touches every game here.")
    lines = [_address(phone, url, url == shown, bound(choose, url)) for url in urls]
    return ft.Column(
        [_code(phone, shown), ft.Text(phone.words(says), size=16), *lines, *_arrivals(phone, door)],
        spacing=10,
        tight=True,
        horizontal_alignment=ft.CrossAxisAlignment.STRETCH,
    )


def _code(phone: Phone, url: str) -> ft.Control:
    label = phone.words(Text("The invitation as a code"))
    picture = ft.Image(src=qr.picture(url), width=SIDE, height=SIDE, semantics_label=label, gapless_playback=True)
    ground = ft.Container(picture, bgcolor=ft.Colors.WHITE, border_radius=ROUND, padding=6)
    return ft.Row([ground], alignment=ft.MainAxisAlignment.CENTER)


def _address(phone: Phone, url: str, shown: bool, on_show: frame.Tap) -> ft.Control:
    """An address: the computer's part large, the invitation below it; a tap makes it the code."""
    host, _, secret = url.partition("/?")
    ink = ft.Colors.PRIMARY if shown else ft.Colors.ON_SURFACE
    lines = ft.Column(
        [
            ft.Text(host, size=22 if len(host) < LONG else 17, weight=ft.FontWeight.W_700, color=ink),
            ft.Text(f"/?{secret}", size=18, weight=ft.FontWeight.W_500),
        ],
        spacing=0,
        expand=True,
    )
    name = phone.words(Text("Show the code of {url}", url=url))
    tap = press(ft.Row([lines]), name, on_show, align=ft.Alignment.CENTER_LEFT, pad=8, expand=True)
    return ft.Container(
        ft.Row([tap, Copy(phone, url)], spacing=0),
        bgcolor=ft.Colors.SURFACE_CONTAINER_HIGH,
        border_radius=ROUND,
        border=ft.Border.all(2, ft.Colors.PRIMARY if shown else ft.Colors.TRANSPARENT),
    )


@ft.component
def Copy(phone: Phone, url: str) -> ft.Control:  # noqa: N802
    """Copies an address, and says for a moment that it did."""
    copied, set_copied = ft.use_state(False)
    board: Any = ft.use_memo(lambda: ft.Clipboard(), [])

    async def copy() -> None:
        with suppress(Exception):  # over plain http a browser gives no clipboard: the address can be read
            await board.set(url)
            set_copied(True)
            await asyncio.sleep(2)
            set_copied(False)

    icon = ft.Icons.CHECK if copied else ft.Icons.CONTENT_COPY
    return icon_press(icon, phone.words(Text("Copied") if copied else Text("Copy {url}", url=url)), copy)


def _arrivals(phone: Phone, door: Door) -> list[ft.Control]:
    words = phone.words
    if door.lonely:
        hints: list[ft.Control] = [ft.Text(f"• {words(hint)}", size=16) for hint in door.hints()]
        return [frame.warning(words(NOBODY)), *hints]
    if not door.guests:
        return [frame.quiet(words(Text("Waiting for the first phone…")))]
    came = Text("One phone has come.", "{n} phones have come.", n=door.guests)
    return [frame.quiet(words(came))]
