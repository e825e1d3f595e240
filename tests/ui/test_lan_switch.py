"""The switch that lets phones in, on the home page and among a table's phones."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Iterator

import flet as ft
import pytest

from companion.access import lan as doors
from companion.access.lan import LanAccess
from companion.access.visitor import LOCAL_BROWSER, Visitor
from companion.exchange import qr
from companion.i18n import translator
from companion.library.library import Library
from companion.server import sockets
from companion.server.lan_listeners import LanListeners
from companion.ui.screens.host.invite import InvitationState
from companion.ui.session.phone import Phone
from rules.engine import Text
from tests.support.ui.app import App
from tests.support.ui.guests import invited, opened

ADDRESS = "127.0.0.2"
"""An address of this computer that stands for the one in a network."""
OFF = "Ahora solo funciona en este ordenador"
LABEL = "Dejar entrar a los teléfonos de esta wifi"


@pytest.fixture
def access(library: Library, monkeypatch: pytest.MonkeyPatch) -> Iterator[LanAccess]:
    """A closed access with the real sockets of a server that has not started."""
    monkeypatch.setattr(doors, "lan_addresses", lambda: (ADDRESS,))
    monkeypatch.setattr(doors, "schedule_daemon", lambda seconds, callback: None)
    bound = sockets.open_sockets(0)
    port = sockets.port_of(bound[sockets.HOST])
    library.device_access = LanAccess(library.guests, port, listeners=LanListeners(bound), is_open=False)
    yield library.device_access
    asyncio.run(library.device_access.close())
    bound[sockets.HOST].close()


def switches(phone: App) -> list[ft.Switch]:
    return [one for one in phone.drawn() if isinstance(one, ft.Switch)]


async def test_it_is_one_tap_from_home(library: Library, access: LanAccess) -> None:
    """One tap on the home page shows the switch; with it on, the code and the address too.

    A tap counts as it was made, even if a redraw has put the switch back before it arrives.
    """
    phone = await opened(library, LOCAL_BROWSER, "/")
    await phone.tap("Invitar")
    await phone.sees(LABEL, OFF)
    assert ADDRESS not in phone.text
    await phone.change(switches(phone)[0], True)
    await phone.sees(f"http://{ADDRESS}:{access.port}", "Al apagarlo se van")
    assert [one.src for one in phone.drawn() if isinstance(one, ft.Image)] == [qr.url_png(access.invitation_urls()[0])]
    assert (access.is_open, switches(phone)[0].value) == (True, True)
    await phone.fire(switches(phone)[0], "change", False)  # without the value, which a redraw may have put back
    await phone.sees(OFF)
    assert (access.is_open, switches(phone)[0].value, ADDRESS in phone.text) == (False, False, False)


async def test_it_is_one_tap_from_the_tables_menu(library: Library, access: LanAccess) -> None:
    """The menu leads to the table's phones, where the switch shows the table's own invitation."""
    match = library.matches.create("king_of_tokyo", ("Ana", "Beto")).match.id
    phone = await opened(library, LOCAL_BROWSER, f"/t/{match}/settings")
    await phone.tap("Teléfonos e invitación")
    await phone.sees(LABEL, OFF)
    assert "Código nuevo" not in phone.names()
    await phone.change(switches(phone)[0], True)
    await phone.sees(f"?i={library.guests.table_invitation(match)}", "Código nuevo")


async def test_a_taken_port_is_said_every_time(library: Library, access: LanAccess) -> None:
    """If it cannot be opened the reason is shown and the switch is off again, twice."""
    phone = await opened(library, LOCAL_BROWSER, "/")
    await phone.tap("Invitar")
    with socket.socket() as other:
        other.bind((ADDRESS, access.port))
        other.listen()
        for _ in range(2):
            await phone.change(switches(phone)[0], True)
            await phone.sees(f"Otro programa usa el puerto {access.port}", OFF)
            assert (switches(phone)[0].value, access.is_open) == (False, False)
    await phone.tap("Cerrar")
    await phone.tap("Invitar")
    assert "Otro programa" not in phone.text.rpartition(LABEL)[2]  # on the sheet that was opened last


async def test_every_page_of_this_computer_follows(library: Library, access: LanAccess) -> None:
    """A second window of this computer shows the same state at once."""
    first, second = await opened(library, LOCAL_BROWSER, "/"), await opened(library, LOCAL_BROWSER, "/")
    for phone in (first, second):
        await phone.tap("Invitar")
    await first.change(switches(first)[0], True)
    await second.sees(f"http://{ADDRESS}:{access.port}")
    assert switches(second)[0].value is True


async def test_no_phone_has_the_switch(library: Library, access: LanAccess) -> None:
    """A guest and a phone of the host's see no switch; the latter sees the invitation."""
    await access.open()
    table = library.matches.create("king_of_tokyo", ("Ana", "Beto"))
    guest = invited(library, table)
    library.guests.take_seat(guest, table.match.id, None)
    entered = library.guests.redeem_invitation(library.guests.host_invitation(), "")
    assert entered is not None
    at = f"/t/{table.match.id}/phones"
    phone = await opened(library, guest, at)
    assert not switches(phone)
    assert ADDRESS not in phone.text
    phone = await opened(library, entered.visitor, at)
    assert not switches(phone)
    assert ADDRESS in phone.text


@pytest.mark.parametrize("is_host", [False, True])
@pytest.mark.parametrize("is_open", [False, True])
async def test_the_switch_of_a_phone_does_nothing(
    library: Library, access: LanAccess, is_host: bool, is_open: bool
) -> None:
    """Even if a phone's page could send it, the switch is refused with a sentence."""
    en = translator("en")
    phone = Phone(library, "en", print, print, print, visitor=Visitor("a", is_host))
    told: list[Text | None] = []
    if is_open:
        await access.open()
    state = InvitationState(phone, "", "", None, print, access_nothing, told.append)
    await state.switch(not is_open)
    assert access.is_open is is_open
    assert told[-1] is not None
    assert en(told[-1]) == "Only this computer can change this."


async def access_nothing(url: str) -> None:
    """Copy nothing."""


async def test_the_app_without_a_server_has_no_switch(library: Library) -> None:
    """Without a server there is nothing to open."""
    phone = await opened(library, LOCAL_BROWSER, "/")
    await phone.tap("Invitar")
    assert not switches(phone)
    assert LABEL not in phone.text
