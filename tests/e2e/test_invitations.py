"""The host on this computer and an invited guest, in a real browser."""

import socket
import time
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, Request

from companion.access.connections import MAX_CONNECTIONS_PER_DEVICE
from companion.access.invitations import AccessGrant
from tests.support.server.lan_server import LanServer, at_table, opened
from tests.support.server.network_guest import ADDRESS, Guest
from tests.support.ui import browser as driving
from tests.support.ui.browser import Phone, Server

pytestmark = pytest.mark.skipif(not ADDRESS, reason="this machine has no address that others reach")


@pytest.fixture
def options() -> tuple[str, ...]:
    return ("--lan",)


@pytest.fixture
def guest(chromium: Any, server: Server) -> Iterator[Phone]:
    """A Spanish phone that has followed the invitation."""
    outside = Guest(server)
    clean, outside.url = outside.url, outside.url + outside.invitation
    with driving.phone(chromium, outside) as one:
        outside.url = clean
        yield one


def same(*phones: Phone) -> None:
    """Wait until all phones show exactly the same text."""
    for one in phones:
        one.lift()
    end = time.monotonic() + 20
    while len({one.text for one in phones}) > 1 and time.monotonic() < end:
        phones[0].page.wait_for_timeout(50)
    assert len({one.text for one in phones}) == 1, "\n--\n".join(one.text for one in phones)


def seated(host: Phone, guest: Phone) -> None:
    """Both phones at a new table of Ana and Beto."""
    host.tap("Four Souls").type("Jugador 1", "Ana").type("Jugador 2", "Beto").tap("Empezar").sees("¿quién eres?")
    guest.sees("Ana · Beto").tap("Ana · Beto").sees("¿quién eres?")
    assert guest.at_table() == host.at_table()


@pytest.mark.landing
def test_two_phones_stay_equal_in_every_tap(phone: Phone, guest: Phone) -> None:
    """After every tap, undo included, both phones show the same text."""
    assert guest.page.evaluate("location.href") == f"http://{ADDRESS}:{phone.server.port}/"
    assert guest.page.evaluate("document.cookie") == ""
    seated(phone, guest)
    same(phone, guest)
    phone.tap("Ana").tap("Isaac").sees("Isaac: Ana")
    same(phone, guest)
    guest.tap("Eva").sees("Beto juega con Eva")
    same(phone, guest)
    guest.tap("Deshacer").sees("Rehacer")
    phone.sees("Rehacer")
    # the offer to redo is shown only on the phone that undid
    assert all("Deshecho" in line for line in set(phone.text.splitlines()) ^ set(guest.text.splitlines()))
    phone.tap("Rehacer").sees("Beto juega con Eva").sees_no("Rehacer")
    same(phone, guest)


def test_an_outage_shows_the_last_table(phone: Phone, guest: Phone, server: Server) -> None:
    """During an outage the table stays visible below a sentence, and returns after a restart."""
    seated(phone, guest)
    server.kill()
    for one in (phone, guest):
        said = one.page.locator("#outage p")
        said.wait_for()
        assert "La mesa no responde" in said.inner_text()
        assert "url(" in one.page.locator("#outage").evaluate("shade => getComputedStyle(shade).backgroundImage")
    guest.shot("outage")
    table = guest.at_table()
    server.start()
    for one in (phone, guest):
        one.page.locator("#outage").wait_for(state="detached")
        one.sees("¿quién eres?", "Beto")
        assert one.at_table() == table
    phone.tap("Ana").tap("Isaac")
    guest.sees("Isaac: Ana")


def test_a_renewed_invitation_shows_the_old_guest_out(phone: Phone, guest: Phone, server: Server) -> None:
    """After the invitation was renewed, an open page says so and shows nothing of the table."""
    server.kill()
    server.options = ("--lan", "--new-invitation")
    server.start()
    guest.page.get_by_text("La invitación de este teléfono ya no vale").wait_for()
    phone.page.locator("#outage").wait_for(state="detached")
    assert phone.sees("La mesa aún está vacía").can_tap("Four Souls")


class Here:
    """A house of this process as a guest's phone addresses it: URL and cookie."""

    def __init__(self, house: LanServer, one: AccessGrant) -> None:
        port = house.at.rpartition(":")[2]
        self.url = f"http://{ADDRESS}:{port}/"
        self.cookie = {"name": f"sobremesa-{port}", "value": one.key, "url": self.url}


@pytest.fixture
def house(tmp_path: Path) -> Iterator[LanServer]:
    with opened(tmp_path, socket.create_server(("", 0))) as one:
        yield one


@pytest.fixture
def one(house: LanServer) -> AccessGrant:
    """One guest of a table of that house."""
    return house.guest()


@pytest.fixture
def page(chromium: Any, house: LanServer, one: AccessGrant) -> Iterator[Page]:
    """The guest's page."""
    here = Here(house, one)
    context = chromium.new_context(locale="es-ES", bypass_csp=True, viewport={"width": 390, "height": 844})
    context.add_cookies([here.cookie])
    page = context.new_page()
    page.goto(here.url)
    page.get_by_label(f"here is {one.visitor.id}.").or_(page.locator("flt-semantics-placeholder")).first.wait_for(
        state="attached"
    )
    awake(house, one)
    yield page
    context.close()


def awake(house: LanServer, one: AccessGrant) -> None:
    """Wait until the phone's page is connected."""
    end = time.monotonic() + 20
    while not house.library.guests.device_seats(one.match_id)[0].is_online and time.monotonic() < end:
        time.sleep(0.05)
    assert house.library.guests.device_seats(one.match_id)[0].is_online


def test_who_is_sent_away_reads_so_at_once(house: LanServer, one: AccessGrant, page: Page) -> None:
    """A guest that is sent away reads at once that it may have been removed, not of an outage."""
    house.library.guests.remove_device(one.visitor.id, one.match_id)
    page.get_by_text("ha cerrado la mesa o ha echado a este teléfono").wait_for()
    assert page.locator("#outage").count() == 0


def test_who_is_sent_away_from_one_table_goes_on_at_another(house: LanServer, one: AccessGrant, page: Page) -> None:
    """A phone sent away from one table comes back to its second table as a new visitor."""
    other = house.library.matches.create("counting", ("Ana", "Bea")).match.id
    house.library.guests.redeem_invitation(house.library.guests.table_invitation(other), one.key)
    house.library.guests.remove_device(one.visitor.id, one.match_id)
    awake(house, AccessGrant(one.visitor, one.key, other))


def test_one_window_too_many_waits_for_a_touch(house: LanServer, one: AccessGrant, page: Page) -> None:
    """The oldest page beyond the limit says so, and connects again when touched.

    The other pages stay connected.
    """
    with ExitStack() as stack:
        others = [stack.enter_context(at_table(house, one.key)) for _ in range(MAX_CONNECTIONS_PER_DEVICE)]
        said = page.locator("#outage p")
        said.wait_for()
        assert "demasiadas veces" in said.inner_text()
        page.wait_for_timeout(3000)
        for other in others:
            other.ping().wait(20)
        said.click()
        page.locator("#outage").wait_for(state="detached")
        awake(house, one)


def test_nothing_is_asked_of_anybody_else(chromium: Any, server: Server) -> None:
    """With every other host blocked no request fails, because none is made."""
    asked: list[Request] = []
    failed: list[str] = []
    with driving.phone(chromium, server) as one:
        one.page.on("request", lambda request: asked.append(request))
        one.page.on("requestfailed", lambda request: failed.append(request.url))
        one.reload().tap("Four Souls").sees("Jugador 1")
        one.page.wait_for_timeout(1000)
    assert asked
    assert failed == []
    assert [one.url for one in asked if not one.url.startswith((server.url, f"blob:{server.url}"))] == []
