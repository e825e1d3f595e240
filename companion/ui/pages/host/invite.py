"""Invitation panel: a QR code, and every address as text, readable from across the table."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

import flet as ft

from companion.access.invitation_text import NO_NETWORK, NOBODY, PLAIN
from companion.access.lan import Door
from companion.exchange import qr
from companion.ui.design.text_fit import enlarged
from companion.ui.design.theme import SHORT, Round, Space, Type
from companion.ui.hooks import use_table
from companion.ui.session.phone import Phone
from companion.ui.widgets import page_frame
from companion.ui.widgets.controls import bound, icon_press, press
from rules.engine import Text

SIDE = 232
"""Points of the code's side: readable from a metre, with room for the addresses below."""
LONG = 27
"""Characters from which an address is written smaller; IPv6 addresses are that long."""
COMMAND = "sobremesa --lan"
"""Command that lets phones of the local network in."""

HOSTS = Text(
    "For a phone that hosts as this computer does: whoever scans it sees and touches every game here. "
    "Players scan the code of their table, in its menu."
)


@dataclass(frozen=True)
class Shown:
    """State of an invitation panel, and its actions."""

    phone: Phone
    chosen: str
    """The address whose code is shown; the likeliest one if it is none of them."""
    copied: str
    """The address that was just copied, or empty."""
    choose: Callable[[str], Any]
    copy: Callable[[str], Awaitable[None]]


def use_invite(phone: Phone) -> page_frame.Tap:
    """Return the action that opens the house's invitation over the calling page."""
    opened, set_opened = ft.use_state(False)
    shown = use_shown(phone)
    # the state is in the page because a component inside a dialog loses its taps in Flet 1.0.5
    ft.use_dialog(invite_sheet(shown, lambda: set_opened(False)) if opened else None)
    return lambda: set_opened(True)


def use_shown(phone: Phone) -> Shown:
    """Return the shown address, and the clipboard actions."""
    chosen, choose = ft.use_state("")
    copied, set_copied = ft.use_state("")
    board: Any = ft.use_memo(lambda: ft.Clipboard(), [])
    use_table(phone.library.door or phone.library)

    async def copy(url: str) -> None:
        with suppress(Exception):  # without https a browser has no clipboard; the address can still be read
            await board.set(url)
            set_copied(url)
            await asyncio.sleep(2)
            set_copied("")

    return Shown(phone, chosen, copied, choose, copy)


def invite_sheet(shown: Shown, close: page_frame.Tap) -> ft.BottomSheet:
    """Build the bottom sheet that invites another host."""
    words, door = shown.phone.words, shown.phone.library.door
    title = ft.Text(words(Text("Invite")), size=Type.TITLE, weight=ft.FontWeight.W_700, expand=True)
    top = ft.Row([title, icon_press(ft.Icons.CLOSE, words(Text("Close")), close)])
    body = [invitation(shown, door, HOSTS)] if door else shut(shown.phone)
    return ft.BottomSheet(
        ft.Container(
            ft.Column([top, *body], tight=True, spacing=Space.GAP, horizontal_alignment=ft.CrossAxisAlignment.STRETCH),
            padding=ft.Padding.only(left=Space.AIR, right=Space.ROOM, top=Space.GAP, bottom=Space.PAGE),
            width=page_frame.width(),
        ),
        show_drag_handle=True,
        scrollable=True,
        on_dismiss=lambda event: close(),
    )


def shut(phone: Phone) -> list[ft.Control]:
    """Build the instructions for letting phones in."""
    says = phone.words(Text("Only this computer is served. For phones of the same network, end it and start it with:"))
    command = ft.Text(
        COMMAND, size=Type.TITLE if not enlarged() else Type.BODY, weight=ft.FontWeight.W_600, selectable=True
    )
    heard = ft.Semantics(
        content=command, label=COMMAND, exclude_semantics=True
    )  # selectable text would otherwise be a field without a name
    return [ft.Text(says, size=Type.BODY), page_frame.panel(heard)]


def invitation(shown: Shown, door: Door, says: Text, word: str = "") -> ft.Control:
    """Build the code of one address, all addresses, and the arrivals or hints why nobody came.

    Without an ``invitation`` it invites to the whole house.
    """
    phone, urls = shown.phone, door.urls(word)
    if not urls:
        return page_frame.warning(phone.words(NO_NETWORK))
    first = door.first()
    url = shown.chosen if shown.chosen and shown.chosen in (*urls, first) else urls[0]
    lines = [_address(shown, one, one == url) for one in urls]
    told = ft.Column(
        [ft.Text(phone.words(says), size=Type.BODY), *lines, *_before(shown, first, url), *_arrivals(phone, door)],
        spacing=Space.GAP,
        tight=True,
        horizontal_alignment=ft.CrossAxisAlignment.STRETCH,
    )
    if (ft.context.page.height or SHORT) < SHORT:  # a phone lying on its side
        told.expand = True
        return ft.Row([_code(phone, url), told], spacing=Space.ROOM, vertical_alignment=ft.CrossAxisAlignment.START)
    code = ft.Row([_code(phone, url)], alignment=ft.MainAxisAlignment.CENTER)
    return ft.Column([code, told], spacing=Space.GAP, tight=True, horizontal_alignment=ft.CrossAxisAlignment.STRETCH)


def _before(shown: Shown, first: str, url: str) -> list[ft.Control]:
    """Build the first-visit address of an https server, or a note on what http lacks."""
    words = shown.phone.words
    if first:
        says = Text("A phone's first time: touch this address, and it scans its code to trust this table. Once.")
        return [ft.Text(words(says), size=Type.BODY), _address(shown, first, first == url)]
    return [page_frame.quiet(words(PLAIN))]


def _code(phone: Phone, url: str) -> ft.Control:
    label = phone.words(Text("The invitation as a code"))
    picture = ft.Image(src=qr.picture(url), width=SIDE, height=SIDE, semantics_label=label, gapless_playback=True)
    return ft.Container(picture, bgcolor=ft.Colors.WHITE, border_radius=Round.TILE, padding=Space.NEAR)


def _address(shown: Shown, url: str, is_shown: bool) -> ft.Control:
    """Build an address: the host part large, the invitation below; a tap shows its code."""
    words = shown.phone.words
    host, _, secret = url.partition("/?")
    ink = ft.Colors.PRIMARY if is_shown else ft.Colors.ON_SURFACE
    lines = ft.Column(
        [
            ft.Text(host, size=Type.TITLE if len(host) < LONG else Type.LEAD, weight=ft.FontWeight.W_700, color=ink),
            *([ft.Text(f"/?{secret}", size=Type.BODY, weight=ft.FontWeight.W_500)] if secret else []),
        ],
        spacing=0,
        expand=True,
    )
    name = words(Text("Show the code of {url}", url=url))
    tap = press(
        ft.Row([lines]), name, bound(shown.choose, url), align=ft.Alignment.CENTER_LEFT, pad=Space.GAP, expand=True
    )
    return ft.Container(
        ft.Row([tap, _copy(shown, url)], spacing=0),
        bgcolor=ft.Colors.SURFACE_CONTAINER_HIGH,
        border_radius=Round.TILE,
        border=ft.Border.all(2, ft.Colors.PRIMARY if is_shown else ft.Colors.TRANSPARENT),
    )


def _copy(shown: Shown, url: str) -> ft.Control:
    """Build the button that copies an address and briefly says so."""
    done = shown.copied == url
    name = shown.phone.words(Text("Copied") if done else Text("Copy {url}", url=url))

    async def copy() -> None:
        await shown.copy(url)

    return icon_press(ft.Icons.CHECK if done else ft.Icons.CONTENT_COPY, name, copy)


def _arrivals(phone: Phone, door: Door) -> list[ft.Control]:
    words = phone.words
    if door.lonely:
        hints: list[ft.Control] = [ft.Text(f"• {words(hint)}", size=Type.BODY) for hint in door.hints()]
        return [page_frame.warning(words(NOBODY)), *hints]
    if not door.arrived:
        return [page_frame.quiet(words(Text("Waiting for the first phone…")))]
    came = Text("One phone has come.", "{n} phones have come.", n=door.arrived)
    return [page_frame.quiet(words(came))]
