"""Strangers at one public address: two processes behind the deployed proxy, phones that know nothing of each other."""

from __future__ import annotations

import functools
import http.client
import http.server
import re
import threading
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import pytest

from tests.support import postgres
from tests.support.postgres import PostgresServer
from tests.support.proxy import proxy
from tests.support.server.processes import free_port
from tests.support.server.public_address import PublicAddress, public_address
from tests.support.ui import browser as driving
from tests.support.ui.browser import Phone, Server


@pytest.fixture
def database() -> Iterator[PostgresServer]:
    """A running PostgreSQL."""
    with postgres.server() as one:
        yield one


@pytest.fixture
def public(database: PostgresServer, tmp_path: Path) -> Iterator[PublicAddress]:
    """Two public processes behind the proxy."""
    with public_address(database, tmp_path) as one:
        yield one


ELSEWHERE = "https://elsewhere.example/"
"""A page of another site."""
BEGIN = {"es-ES": "Empezar una mesa", "en-GB": "Begin a table"}


@contextmanager
def begun(chromium: Any, public: PublicAddress, locale: str = "es-ES") -> Iterator[Phone]:
    """A phone whose owner opened the address and touched the button."""
    context = chromium.new_context(viewport={"width": 390, "height": 844}, locale=locale, bypass_csp=True)
    context.add_init_script(script=driving.HINTS_SEEN)
    context.add_init_script(script=driving.FEW_FRAMES)
    page = context.new_page()
    try:
        page.goto(public.url)
        page.get_by_role("link", name=BEGIN[locale]).click()
        yield Phone(page, public).wake()  # type: ignore[arg-type]
    finally:
        context.close()


def test_strangers_play_at_one_address_and_see_nothing_of_each_other(chromium: Any, public: PublicAddress) -> None:
    """Each begins a table; a phone with its code sits there and nowhere else; the host's link opens all of them."""
    with begun(chromium, public) as ana, begun(chromium, public, "en-GB") as zoe:
        ana.tap("Four Souls").type("Jugador 1", "Ana").type("Jugador 2", "Beto")
        with ana.page.expect_navigation(url=re.compile("/t/")):  # the proxy may have the table at the other process
            ana.tap("Empezar")
        table = ana.wake().sees("¿quién eres?").path
        zoe.sees("Nothing on the table yet").sees_no("Ana")
        ana.tap("Cerrar").tap("Menú").tap("Teléfonos e invitación").sees(
            "Escanéalo con la cámara del teléfono. Abre esta mesa"
        )
        invitation = re.search(r"/\?i=\w{26}", ana.text)
        assert invitation is not None
        with driving.phone(chromium, public, invitation[0]) as beto:  # type: ignore[arg-type]
            assert beto.path.startswith(table)
            beto.sees("Ana", "Beto").shot("public-seat")
            beto.page.goto(public.url)
            beto.page.get_by_role("link", name=re.compile("Ana, Beto")).wait_for()
        assert refused(public, table)
        zoe.page.goto(public.url + table.lstrip("/"))
        zoe.page.get_by_text("invitation").first.wait_for()
        zoe.page.goto(public.url)
        zoe.wake().tap("Invite").sees("The key of your tables").shot("public-key-english")

        ana.page.goto(public.url)
        ana.wake().tap("Invitar").sees("La llave de tus mesas").shot("public-key")
        key = re.search(r"/\?i=\w{26}", ana.text)
        assert key is not None
        assert key[0] != invitation[0]
        with driving.phone(chromium, public, key[0]) as again:  # type: ignore[arg-type]
            again.sees("Seguir", "Ana")
            again.tap("Borrar todo lo mío").sees("¿Borrar todo lo tuyo?").shot("public-erase")
            again.tap("Borrarlo")
            again.page.get_by_role("link", name="Empezar una mesa").wait_for()
        ana.page.get_by_role("link", name="Empezar una mesa").wait_for()  # her open page has heard of it
    figures = "".join(map(measured, public.servers))
    for name in ("taps_total", "tap_seconds_bucket", "sessions", "refusals_total", "reader_seconds_bucket"):
        assert f"sobremesa_{name}" in figures
    for name in ("taps_total", "refusals_total"):
        assert sum(float(value) for value in re.findall(rf"^sobremesa_{name} (\S+)$", figures, re.MULTILINE)) > 2
    for one in public.servers:
        assert "Traceback" not in one.log.read_text("utf-8")
        assert "localhost" not in one.log.read_text("utf-8")


def test_a_link_of_another_site_is_asked_about_and_both_homes_are_reached(chromium: Any, public: PublicAddress) -> None:
    """A host who follows one to another owner's key keeps what they have, says yes, and goes back and forth."""
    with begun(chromium, public) as ana, begun(chromium, public) as beto:
        for phone, name in ((ana, "Ana"), (beto, "Zoe")):
            phone.tap("Four Souls").type("Jugador 1", name).type("Jugador 2", "Leo")
            with phone.page.expect_navigation(url=re.compile("/t/")):
                phone.tap("Empezar")
            phone.page.goto(public.url)
        ana.wake().tap("Invitar").sees("La llave de tus mesas")
        key = re.search(r"\?i=\w{26}", ana.text)
        assert key is not None
        link, page = f'<a href="{public.url}{key[0]}">Look</a>', beto.page
        page.route(ELSEWHERE, lambda route: route.fulfill(body=link, content_type="text/html"))
        for is_accepted, home in ((False, "Zoe"), (True, "Ana")):
            page.goto(ELSEWHERE)
            page.get_by_role("link", name="Look").click()
            page.get_by_text("Tus propias mesas").wait_for()
            page.get_by_role("link", name="Aceptar la invitación" if is_accepted else "No aceptarla").click()
            beto.wake().sees(home)
        beto.tap("Ver mis otras mesas")
        page.get_by_role("link", name=re.compile("Zoe")).click()
        beto.wake().sees("Zoe").sees_no("Ana")


def test_the_page_without_a_server_has_a_name_of_its_own(tmp_path: Path) -> None:
    """The proxy gives that name's requests to the file server, and no others: the two share no cookie."""
    (tmp_path / "site").mkdir()
    (tmp_path / "site" / "index.html").write_text("the page")
    files = functools.partial(http.server.SimpleHTTPRequestHandler, directory=str(tmp_path / "site"))
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), files)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        with proxy([free_port()], tmp_path / "proxy.log", page=server.server_port) as port:
            found = {name: answer(port, name) for name in ("page.127.0.0.1", "127.0.0.1", "page.localhost")}
    finally:
        server.shutdown()
        server.server_close()
    assert found["page.127.0.0.1"] == (200, "the page")
    assert found["127.0.0.1"][0] == 503  # no process runs
    assert found["page.localhost"][0] == 421
    assert "parsing" not in (tmp_path / "proxy.log").read_text("utf-8")  # the configuration raises no warning


def answer(port: int, name: str) -> tuple[int, str]:
    """What the proxy answers to a request for its first page under that name."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=10)
    with closing(connection):
        connection.request("GET", "/", headers={"Host": f"{name}:{port}"})
        response = connection.getresponse()
        return response.status, response.read().decode()


def measured(server: Server) -> str:
    """The figures of a process, as whoever runs it reads them behind the proxy."""
    with urllib.request.urlopen(f"http://127.0.0.1:{server.port}/metrics", timeout=10) as answer:
        return str(answer.read().decode())


def refused(public: PublicAddress, table: str) -> bool:
    """Whether a browser without any key is turned away from that table."""
    try:
        urllib.request.urlopen(f"{public.url}{table.lstrip('/')}", timeout=10).close()
    except urllib.error.HTTPError as error:
        return error.code == 403
    return False
