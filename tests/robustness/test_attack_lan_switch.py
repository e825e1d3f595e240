"""Guests and strangers on the wire while the host lets phones in and shuts them out."""

from __future__ import annotations

import socket
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.access.lan import lan_addresses
from companion.library.library import Library
from companion.storage.matches import Storage
from rules.registry import GAMES
from tests.support.attack.attacked_server import AttackedServer
from tests.support.attack.client import Page, cookie_for
from tests.support.server.network_guest import ADDRESS

pytestmark = pytest.mark.skipif(not ADDRESS, reason="this machine has no address that others reach")
LABEL = "Dejar entrar a los teléfonos de esta wifi"
CLOSED, OPEN = "Ahora solo funciona en este ordenador", "Al apagarlo se van"


def spanish(folder: Path) -> AttackedServer:
    """A house that speaks Spanish, not started yet."""
    house = AttackedServer(folder)
    storage = Storage(folder)
    Library(storage, GAMES).settings.save("language", "es")
    storage.close()
    return house


@pytest.fixture
def house(tmp_path: Path) -> Iterator[AttackedServer]:
    """A house that was started without ``--lan``, in Spanish."""
    house = spanish(tmp_path)
    house.options = ()
    try:
        yield house.start()  # type: ignore[misc]
    finally:
        house.kill()


def reached(house: AttackedServer) -> list[str]:
    """The addresses of this machine at which somebody listens."""
    return [host for host in lan_addresses() if listens(host, house.port)]


def listens(host: str, port: int) -> bool:
    family = socket.AF_INET6 if host.startswith("[") else socket.AF_INET
    with socket.socket(family) as sock:
        sock.settimeout(5)
        return sock.connect_ex((host.strip("[]"), port)) == 0


def at_home(house: AttackedServer) -> Page:
    """The page of this computer's own browser, among the phones of the table."""
    page = Page(house.port, "", name="127.0.0.1").register(f"/t/{house.match}/phones")
    assert page.hears(LABEL)
    return page


def switch(page: Page, on: bool) -> None:
    """Move the switch as a browser does: the value first, then the event."""
    control = page.kinds("Switch")[-1]
    page.heard = b""
    page.update(control, value=on)
    page.event(control, "change", on)
    assert page.hears(OPEN if on else CLOSED), (control, page.heard, page.notices)


def guest_of(house: AttackedServer) -> Page:
    """A guest of the table, through the network."""
    cookie = cookie_for(house.port, house.invitation)
    guest = Page(house.port, cookie, ADDRESS, f"{ADDRESS}").register(f"/t/{house.match}")
    guest.tap("En medio de la mesa")
    return guest


def forge(page: Page, controls: list[int], value: bool) -> None:
    """Send the change of a switch for these ids."""
    for control in controls:
        page.update(control, value=value)
        page.event(control, "change", value)
    page.listen()


@pytest.mark.landing
def test_closing_ends_the_guests_and_keeps_this_computer(house: AttackedServer) -> None:
    """Closing ends guests and strangers, not the host; before it is opened nobody is reached."""
    assert reached(house) == []
    with at_home(house) as host:
        switch(host, True)
        assert reached(house) == list(lan_addresses())
        with guest_of(house) as guest, socket.create_connection((ADDRESS, house.port), 20) as stranger:
            through_loopback = Page(house.port, guest.cookie).register(f"/t/{house.match}")
            stranger.sendall(b"GET / HTTP/1.1\r\n")
            switch(host, False)
            assert guest.ended() is not None
            assert through_loopback.ended() is not None
            stranger.settimeout(20)
            assert stranger.recv(1) == b""
        assert reached(house) == []
        switch(host, True)
        with Page(house.port, guest.cookie, ADDRESS, ADDRESS).register(f"/t/{house.match}") as again:
            assert again.hears("Mosca")  # the key of before is good, and the seat was kept
        assert host.ended(0.5) is None


@pytest.mark.landing
def test_no_forged_event_of_a_phone_switches(house: AttackedServer) -> None:
    """A guest and a phone of the host's send the switch's own event: nothing changes."""
    with at_home(house) as host:
        ids = host.kinds("Switch")
        switch(host, True)
        before = reached(house)
        host_phone = Page(house.port, cookie_for(house.port, house.key), ADDRESS, ADDRESS)
        with guest_of(house) as guest, host_phone.register(f"/t/{house.match}/phones") as phone:
            guest.go(f"/t/{house.match}/phones")
            for page in (guest, phone):
                assert page.kinds("Switch") == []
                forge(page, [*ids, *host.kinds("Switch")], False)
                page.sweep()
                assert reached(house) == before
            assert phone.hears("En esta mesa")
        switch(host, False)  # the same event from this computer does count
        assert reached(house) == []


@pytest.mark.landing
def test_a_guest_takes_over_no_page_of_this_computer(house: AttackedServer) -> None:
    """A phone that registers with the session of this computer's page gets one of its own."""
    with at_home(house) as host:
        switch(host, True)
        host.__exit__()  # a page that sleeps can be taken up again, by its own browser
        cookie = cookie_for(house.port, house.invitation)
        with Page(house.port, cookie, ADDRESS, ADDRESS).register("/", session=host.session) as thief:
            forge(thief, host.kinds("Switch"), False)
            assert thief.session != host.session
        assert reached(house) == list(lan_addresses())


@pytest.mark.landing
def test_what_was_started_open_is_closed_by_the_switch(tmp_path: Path) -> None:
    """With ``--lan`` the switch of this computer's page stands on: it closes and opens every address."""
    house = spanish(tmp_path)
    house.options = ("--lan",)
    try:
        house.start()
        assert reached(house) == list(lan_addresses())
        with at_home(house) as host:
            assert host.hears(OPEN)
            switch(host, False)
            assert reached(house) == []
            switch(host, True)
            assert reached(house) == list(lan_addresses())
    finally:
        house.kill()
