"""The host lets phones in and shuts them out again, in a real browser."""

from __future__ import annotations

import re
import socket
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest

from tests.support.server.network_guest import ADDRESS
from tests.support.ui import browser as driving
from tests.support.ui.browser import Phone, Server

pytestmark = pytest.mark.skipif(not ADDRESS, reason="this machine has no address that others reach")
LABEL = "Dejar entrar a los teléfonos de esta wifi"
CLOSED, OPEN = "Ahora solo funciona en este ordenador", "Al apagarlo se van"


def reached(server: Server) -> bool:
    with socket.socket() as sock:
        sock.settimeout(5)
        return sock.connect_ex((ADDRESS, server.port)) == 0


class Outside(Server):
    """The same server at an address with an invitation, as a phone reads it from the screen."""

    def __init__(self, server: Server, host: Phone) -> None:
        super().__init__(server.data)
        shown = re.search(rf"http://{re.escape(ADDRESS)}:{server.port}/\?i=\w+", host.text)
        assert shown is not None, host.text
        self.url = shown[0]


@contextmanager
def guest(chromium: Any, server: Server, host: Phone) -> Iterator[Phone]:
    """A phone that has scanned the code on the host's screen."""
    with driving.phone(chromium, Outside(server, host), "") as one:
        yield one


def shut_out(one: Phone) -> None:
    """Wait until the page says that the table does not answer."""
    said = one.page.locator("#outage p")
    said.wait_for()
    assert "La mesa no responde" in said.inner_text()


@pytest.mark.landing
def test_the_host_lets_phones_in_and_shuts_them_out(chromium: Any, phone: Phone, server: Server) -> None:
    """From the home page: refused before, admitted while it is on, refused again, and back.

    The guest's open page says so and comes back by itself; the host's page is never loaded again.
    """
    phone.page.evaluate("window.loadedOnce = true")
    assert not reached(server)
    phone.tap("Invitar").sees(LABEL, CLOSED).sees_no(ADDRESS)
    phone.shot("lan-closed-es")
    phone.tap(LABEL).sees(OPEN, f"http://{ADDRESS}:{server.port}", "La invitación como código")
    phone.shot("lan-open-es")
    with guest(chromium, server, phone) as one:
        one.sees("La mesa aún está vacía")
        phone.sees("Ha llegado un teléfono").tap(LABEL).sees(CLOSED).sees_no(ADDRESS)
        shut_out(one)
        assert not reached(server)
        phone.tap(LABEL).sees(OPEN)
        one.page.locator("#outage").wait_for(state="detached")
        one.tap("Four Souls").sees("Jugador 1")
    phone.tap("Cerrar").tap("Four Souls").sees("Jugador 1")
    assert phone.page.evaluate("window.loadedOnce") is True
