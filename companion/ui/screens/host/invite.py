"""Invitation panel: a QR code, and every address as text, readable from across the table."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import dataclass
from functools import partial

import flet as ft

from companion.access.device_access import DeviceAccess
from companion.access.lan import NO_NETWORK_TEXT, NOBODY_JOINED_TEXT, PLAIN_HTTP_TEXT, LanAccess, LanUnavailableError
from companion.ui.design.boxes import START, STRETCH, column_of, row_of
from companion.ui.design.look import translate
from companion.ui.design.sizes import LANDSCAPE_HEIGHT, FontSize, Radius, Space
from companion.ui.design.text import body_text, title_text
from companion.ui.hooks import use_observable
from companion.ui.screens.host.browser_storage import OTHER_PHONE_TEXT
from companion.ui.session.phone import Phone
from companion.ui.state import use_optional
from companion.ui.widgets import page_frame
from companion.ui.widgets.controls import Surface, bind, icon_button, pressable
from companion.ui.widgets.switches import on_off_switch
from rules.engine import Refused, Text

CODE_SIDE = 232
"""Points of the code's side: readable from a metre, with room for the addresses below."""
LONG_ADDRESS_LENGTH = 27
"""Characters from which an address is written smaller; IPv6 addresses are that long."""
ALONE_TEXT = Text(
    "Here Sobremesa runs on this device alone. For several phones at one table, start it on a computer of the same "
    "Wi-Fi."
)
HOST_INVITATION_TEXT = Text(
    "For a phone that hosts as this computer does: whoever scans it sees and touches every game here. "
    "Players scan the code of their table, in its menu."
)
PUBLIC_HOST_INVITATION_TEXT = Text(
    "The key of your tables: keep this address, or you lose them with this device. Whoever opens it sees and touches "
    "every game here. Players scan the code of their table, in its menu."
)
LAN_SWITCH_TEXT = Text("Let the phones of this Wi-Fi in")
LAN_OPEN_TEXT = Text("Switched off, they leave; their invitations stay.")
LAN_CLOSED_TEXT = Text("Only this computer is served now: no phone reaches it.")


@dataclass(frozen=True)
class InvitationState:
    """State of an invitation panel, and its actions."""

    phone: Phone
    chosen_url: str
    """The address whose code is shown; the likeliest one if it is none of them."""
    copied_url: str
    """The address that was just copied, or empty."""
    problem: Text | None
    """Why the phones could not be let in."""
    choose: Callable[[str], None]
    copy: Callable[[str], Awaitable[None]]
    show_problem: Callable[[Text | None], None]

    async def switch(self, is_open: bool) -> None:
        """Let the phones of the network in, or only this computer; show the reason if that fails."""
        access = self.phone.library.device_access
        self.show_problem(None)
        try:
            self.phone.require_this_computer()
            if isinstance(access, LanAccess):
                await (access.open() if is_open else access.close())
        except (Refused, LanUnavailableError) as error:
            self.show_problem(error.reason)


def use_host_invitation(phone: Phone) -> page_frame.OnTap:
    """Return the action that opens the house's invitation over the calling page."""
    opened, set_opened = ft.use_state(False)
    state = use_invitation_state(phone)
    # the state is in the page because a component inside a dialog loses its taps in Flet 1.0.5
    ft.use_dialog(invitation_sheet(state, lambda: set_opened(False)) if opened else None)

    def open_sheet() -> None:
        state.show_problem(None)
        set_opened(True)

    return open_sheet


def use_invitation_state(phone: Phone) -> InvitationState:
    """Return the shown address, and the actions of the switch and of the clipboard."""
    chosen, choose = ft.use_state("")
    copied, set_copied = ft.use_state("")
    problem, show_problem = use_optional(Text)
    clipboard = ft.use_memo(ft.Clipboard, [])
    use_observable(phone.library.device_access or phone.library)

    async def copy(url: str) -> None:
        with suppress(Exception):  # without https a browser has no clipboard; the address can still be read
            await clipboard.set(url)
            set_copied(url)
            await asyncio.sleep(2)
            set_copied("")

    return InvitationState(phone, chosen, copied, problem, choose, copy, show_problem)


def invitation_sheet(state: InvitationState, close: page_frame.OnTap) -> ft.BottomSheet:
    """Build the bottom sheet that invites another host."""
    title = title_text(translate(Text("Invite")), 700, expand=True)
    top = row_of([title, icon_button(ft.Icons.CLOSE, translate(Text("Close")), close)])
    body = lan_section(state, lambda access: [invitation_panel(state, access, host_text(access))])
    stretch = STRETCH
    return page_frame.dialog_sheet(column_of([top, *body], Space.GAP, stretch), close)


def host_text(access: DeviceAccess) -> Text:
    """Return what the host's invitation is for."""
    return HOST_INVITATION_TEXT if access.has_own_computer else PUBLIC_HOST_INVITATION_TEXT


def lan_section(state: InvitationState, invite: Callable[[DeviceAccess], list[ft.Control]]) -> list[ft.Control]:
    """Build the switch that lets phones in, and the result of ``invite`` while it is on."""
    access = state.phone.library.device_access
    if access is None:
        return _alone_hints(state.phone)
    return [*_lan_switch(state, access), *(invite(access) if access.is_open else [])]


def _lan_switch(state: InvitationState, access: DeviceAccess) -> list[ft.Control]:
    """Build the switch that lets phones in; empty on a phone, which would shut itself out."""
    phone = state.phone
    if not (access.can_be_switched and phone.is_this_computer):
        return []
    hint = page_frame.hint_text(translate(LAN_OPEN_TEXT if access.is_open else LAN_CLOSED_TEXT))
    problem = [page_frame.warning(translate(state.problem))] if state.problem else []
    toggle = on_off_switch(translate(LAN_SWITCH_TEXT), access.is_open, state.switch)
    padding = ft.Padding.symmetric(horizontal=Space.ROOM, vertical=Space.GAP)  # the code has to stay in sight
    return [page_frame.panel(toggle, hint, *problem, padding=padding)]


def _alone_hints(phone: Phone) -> list[ft.Control]:
    return [body_text(translate(text)) for text in (ALONE_TEXT, OTHER_PHONE_TEXT)]


def invitation_panel(state: InvitationState, access: DeviceAccess, message: Text, invitation: str = "") -> ft.Control:
    """Build the code of one address, all addresses, and the arrivals or hints why nobody came.

    Without an ``invitation`` it invites to the whole house.
    """
    phone, urls = state.phone, access.invitation_urls(invitation)
    if not urls:
        return page_frame.warning(translate(NO_NETWORK_TEXT))
    certificate_url = access.certificate_url()
    url = state.chosen_url if state.chosen_url and state.chosen_url in (*urls, certificate_url) else urls[0]
    lines = [_address(state, one, one == url) for one in urls]
    details = ft.Column(
        [
            body_text(translate(message)),
            *lines,
            *_arrivals(phone, access),  # above what is read once, to be in sight
            *_https_note(state, access, url),
        ],
        spacing=Space.GAP,
        tight=True,
        horizontal_alignment=STRETCH,
    )
    if (ft.context.page.height or LANDSCAPE_HEIGHT) < LANDSCAPE_HEIGHT:  # a phone lying on its side
        details.expand = True
        return row_of([_code(phone, url), details], Space.ROOM, START)
    code = row_of([_code(phone, url)], alignment=ft.MainAxisAlignment.CENTER)
    return column_of([code, details], Space.GAP, STRETCH)


def _https_note(state: InvitationState, access: DeviceAccess, url: str) -> list[ft.Control]:
    if certificate_url := access.certificate_url():
        says = Text("A phone's first time: touch this address, and it scans its code to trust this table. Once.")
        return [body_text(translate(says)), _address(state, certificate_url, certificate_url == url)]
    if access.is_encrypted:
        return []
    lacks = page_frame.hint_text(translate(PLAIN_HTTP_TEXT))
    return [page_frame.expandable_section(translate(Text("More")), [lacks])]


def _code(phone: Phone, url: str) -> ft.Control:
    from companion.exchange.qr import url_png

    label = translate(Text("The invitation as a code"))
    picture = ft.Image(
        src=url_png(url), width=CODE_SIDE, height=CODE_SIDE, semantics_label=label, gapless_playback=True
    )
    return ft.Container(picture, bgcolor=ft.Colors.WHITE, border_radius=Radius.TILE, padding=Space.NEAR)


def _address(state: InvitationState, url: str, is_chosen: bool) -> ft.Control:
    """Build an address: the host part large, the invitation below; a tap shows its code."""
    host, _, secret = url.partition("/?")
    ink = ft.Colors.PRIMARY if is_chosen else ft.Colors.ON_SURFACE
    lines = column_of(
        [
            ft.Text(
                host,
                size=FontSize.TITLE if len(host) < LONG_ADDRESS_LENGTH else FontSize.SUBTITLE,
                weight=ft.FontWeight.W_700,
                color=ink,
            ),
            *([body_text(f"/?{secret}", 500)] if secret else []),
        ],
        0,
        tight=False,
        expand=True,
    )
    name = translate(Text("Show the code of {url}", url=url))
    tap = pressable(
        row_of([lines]),
        name,
        bind(state.choose, url),
        Surface(align=ft.Alignment.CENTER_LEFT, pad=Space.GAP),
        is_chosen=is_chosen,
        expand=True,
    )
    return ft.Container(
        row_of([tap, _copy_button(state, url)], 0),
        bgcolor=ft.Colors.SURFACE_CONTAINER_HIGH,
        border_radius=Radius.TILE,
        border=ft.Border.all(2, ft.Colors.PRIMARY if is_chosen else ft.Colors.TRANSPARENT),
    )


def _copy_button(state: InvitationState, url: str) -> ft.Control:
    is_copied = state.copied_url == url
    name = translate(Text("Copied") if is_copied else Text("Copy {url}", url=url))
    return icon_button(ft.Icons.CHECK if is_copied else ft.Icons.CONTENT_COPY, name, partial(state.copy, url))


def _arrivals(phone: Phone, access: DeviceAccess) -> list[ft.Control]:
    if access.nobody_joined:
        hints: list[ft.Control] = [body_text(f"• {translate(hint)}") for hint in access.hints()]
        return [page_frame.warning(translate(NOBODY_JOINED_TEXT)), *hints]
    if not access.arrival_count:
        return [page_frame.hint_text(translate(Text("Waiting for the first phone…")))]
    came = Text("One phone has come.", "{n} phones have come.", n=access.arrival_count)
    return [page_frame.hint_text(translate(came))]
