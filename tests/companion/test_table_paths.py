"""Everything of a table lies below ``/t/<table>/``; a process of several serves its pages of that table alone."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import httpx
import pytest
from starlette.responses import PlainTextResponse

from companion.access.lan import LanAccess
from companion.access.visitor import served_table
from companion.library.library import Library
from companion.server.draining import Draining
from companion.server.page_connection import PageConnection
from companion.server.table_paths import TABLE_KEY, resolve_table_path, separate_sessions
from companion.ui.app import build
from tests.support.server.access import HOME, guests, visitor
from tests.support.ui.app import App, played

AT_HOME = "127.0.0.1:8550"
ON_TABLE = "Deshacer"
"""What can be tapped on a table, and on no page above it."""


@pytest.mark.parametrize(
    ("path", "endpoint", "table"),
    [
        ("/t/one/ws", "/ws", "one"),
        ("/t/one/upload", "/upload", "one"),
        ("/t/one/outage.json", "/outage.json", "one"),
        *((path, path, None) for path in ("/t/one", "/t/one/history", "/t//ws", "/t/ws", "/ws", "/x/t/one/ws")),
        *((path, path, None) for path in ("/t/one/ws/more", "/t/one//ws", "t/one/ws", "/", "")),
    ],
)
def test_only_endpoints_are_found_below_a_table(path: str, endpoint: str, table: str | None) -> None:
    """A request to an endpoint below a table is one to the endpoint; every other path stays as it is."""
    scope = resolve_table_path({"type": "http", "path": path})
    assert (scope["path"], scope.get(TABLE_KEY)) == (endpoint, table)


def test_the_way_below_a_table_asks_for_a_key_too(tmp_path: Path) -> None:
    """Heartbeat and socket below a table are as closed to strangers as those at the root."""
    door = LanAccess(guests(tmp_path), 8550)
    stranger, host = visitor(door), visitor(door, HOME, AT_HOME)
    for path in ("/t/one/outage.json", "/outage.json", "/t/one/upload"):
        assert stranger.get(path).status_code == 403
    assert host.get("/t/one/outage.json").json() == host.get("/outage.json").json()
    with pytest.raises(Exception), stranger.websocket_connect("ws://192.0.2.7:8550/t/one/ws"):  # noqa: B017, PT011
        pass
    with host.websocket_connect(f"ws://{AT_HOME}/t/one/ws") as socket:
        assert socket.receive_text() == "table"


class Loading(App):
    """A phone that keeps the addresses which it is told to load."""

    def ready(self) -> None:
        self.loaded: list[str] = []
        self.answering.replies["launch_url"] = lambda body: self.loaded.append(body.args["url"])

    async def go_to(self, route: str) -> None:
        """Go there as the browser's own buttons do."""
        self.session.apply_page_patch({"route": route})
        await self.session.dispatch_event(self.session.page._i, "route_change", {"route": route})
        await self.settle()


@pytest.fixture
def matches(library: Library) -> tuple[str, str]:
    """Two matches of the toy."""
    return tuple(library.matches.create("counting", names).match.id for names in (("Ana", "Cleo"), ("Beto", "Dora")))  # type: ignore[return-value]


def on_page(library: Library, route: str, table: str, *goes: str, is_shared: bool = True) -> tuple[str, list[str]]:
    """What a page reads whose connection leads to that table, and what it was told to load; then it goes on."""
    seen: list[Any] = []

    async def opened(phone: Loading) -> None:
        served_table.set(table)
        await phone.open(build(library, is_shared=is_shared), route)
        for go in goes:
            await phone.go_to(go)
        seen.append((phone.text, phone.loaded))

    played(opened, Loading)
    return seen[0]


def test_a_page_shows_the_table_of_its_connection(library: Library, matches: tuple[str, str]) -> None:
    """Pages above the table too; nothing is loaded anew."""
    one, _ = matches
    assert ON_TABLE in on_page(library, f"/t/{one}", one)[0]
    text, loaded = on_page(library, f"/t/{one}", one, f"/t/{one}/history")
    assert (loaded, "Historia" in text) == ([], True)


@pytest.mark.parametrize(("served", "hidden"), [(0, "Beto"), (None, ON_TABLE)])
def test_another_table_is_loaded_and_never_shown(
    library: Library, matches: tuple[str, str], served: int | None, hidden: str
) -> None:
    """Whatever route a client names, a process draws no table that its connection does not lead to."""
    table, other = "" if served is None else matches[served], f"/t/{matches[1]}"
    for route, more in ((other, ()), (f"/t/{table}" if table else "/", (other,))):
        text, loaded = on_page(library, route, table, *more)
        assert (loaded, hidden in text) == ([other], False)


def test_from_a_table_the_home_page_is_loaded(library: Library, matches: tuple[str, str]) -> None:
    """The list of tables may come from any process."""
    assert on_page(library, f"/t/{matches[0]}", matches[0], "/")[1] == ["/"]


def test_one_process_alone_loads_nothing_anew(library: Library, matches: tuple[str, str]) -> None:
    """In a living room every table is a tap away."""
    text, loaded = on_page(library, f"/t/{matches[0]}", matches[0], f"/t/{matches[1]}", is_shared=False)
    assert loaded == []
    assert ON_TABLE in text


def test_probes_answer_without_a_key_and_say_when_the_process_ends() -> None:
    """Pages are told first; what is asked besides goes to the application."""
    draining, said = Draining(0.1), []

    async def send(message: Any) -> None:
        said.append(message.get("text"))

    async def asked() -> list[tuple[int, str]]:
        app = draining.add_probes(PlainTextResponse("the app"))
        transport = httpx.ASGITransport(app)
        async with httpx.AsyncClient(transport=transport, base_url="http://localhost") as client:
            before = [await client.get(path) for path in ("/health", "/ready", "/")]
            page = PageConnection(None, send)  # type: ignore[arg-type]  # it hears nothing
            await page._send_message({"type": "websocket.accept"})
            with draining.serving(page):
                await draining.drain()
            after = [await client.get(path) for path in ("/health", "/ready")]
        return [(one.status_code, one.text.strip()) for one in (*before, *after)]

    assert asyncio.run(asked()) == [
        *((200, "alive"), (200, "ready"), (200, "the app")),
        *((200, "alive"), (503, "draining")),
    ]
    assert said == [None, "moving"]


def test_a_process_alone_has_no_probes(tmp_path: Path) -> None:
    """Without other processes a stranger learns nothing at all."""
    assert visitor(LanAccess(guests(tmp_path), 8550)).get("/health").status_code == 403


def test_a_tab_that_goes_to_another_table_resumes_no_session_of_the_first() -> None:
    """Flet finds a sleeping session by the address of its page: that of a table is its own, for the same browser."""
    seen: list[str] = []

    async def flet(scope: Any, receive: Any, send: Any) -> None:
        seen.append(scope["client"][0])

    async def opened() -> None:
        for path in ("/t/one/ws", "/t/two/ws", "/ws", "/t/one/ws"):
            scope = resolve_table_path({"type": "websocket", "path": path, "client": ("192.0.2.44", 0)})
            await separate_sessions(flet)(scope, None, None)  # type: ignore[arg-type]  # it hears and says nothing

    asyncio.run(opened())
    assert len(set(seen)) == 3
    assert seen[0] == seen[3]
