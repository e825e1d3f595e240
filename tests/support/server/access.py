"""The access check in front of the app, requested from any address."""

from __future__ import annotations

import html
import re
import signal
import subprocess
import threading
import warnings
from contextlib import suppress
from pathlib import Path

import pytest
from starlette.responses import PlainTextResponse
from starlette.websockets import WebSocket, WebSocketDisconnect

from companion.access.guests import INVITATION_SETTING, DeviceRegistry
from companion.access.lan import LanAccess, lan_addresses
from companion.library.library import Library
from companion.server.middleware import authorize_requests
from companion.server.reception import HouseholdReception
from companion.storage.matches import Storage
from companion.ui.app import build
from rules.registry import GAMES
from tests.support.ui.app import App, Scene, played

with warnings.catch_warnings():
    warnings.simplefilter("ignore")  # starlette warns that it prefers another client than httpx
    from starlette.testclient import TestClient

SECRET = "abcdefghjkmnpqrstuvwxyz234"


HOST = "192.0.2.7:8550"


GUEST = ("192.0.2.44", 50000)


HOME = ("127.0.0.1", 50000)
SAID_SECONDS = 60


async def flet(scope, receive, send) -> None:
    """The app behind the access check, which answers every request."""
    if scope["type"] == "websocket":
        socket = WebSocket(scope, receive, send)
        await socket.accept()
        await socket.send_text("table")
        await socket.close()
    else:
        await PlainTextResponse("table")(scope, receive, send)


def guests(folder: Path) -> DeviceRegistry:
    """The device registry of a house with a known invitation."""
    storage = Storage(folder)
    storage.settings.save(INVITATION_SETTING, SECRET)
    return DeviceRegistry(storage)


def key(door: LanAccess) -> str:
    """The key of a host's phone."""
    entered = door.guests.redeem_invitation(door.guests.host_invitation(), "")
    assert entered is not None
    return entered.key


def visitor(door: LanAccess | None, peer=GUEST, host: str = HOST, language: str = "") -> TestClient:
    """A browser at that address that requests that host."""
    return TestClient(
        authorize_requests(flet, HouseholdReception(door, lambda: language)), base_url=f"http://{host}", client=peer
    )


def accepting(question: str) -> str:
    """Where the button of a page leads that asks whether an invitation shall have its effect."""
    found = re.search(r'class="button" href="([^"]*\bok=\w{26})"', question)
    assert found is not None, question
    return html.unescape(found[1])


def reads(client: TestClient, **headers: str) -> str:
    """The first message of a WebSocket; empty when it is refused."""
    url = client.base_url.copy_with(scheme="ws", path="/ws")
    with suppress(WebSocketDisconnect), client.websocket_connect(str(url), headers=headers) as connection:
        return connection.receive_text()
    return ""


def on_screen(tmp_path, door: LanAccess | None, scene: Scene) -> None:
    """Play the scene on a phone without a browser, on the invitation sheet."""
    storage = Storage(tmp_path)
    library = Library(storage, GAMES)
    library.device_access = door
    library.settings.save("language", "en")

    async def opened(phone: App) -> None:
        await phone.open(build(library))
        await phone.tap("Invite")
        await scene(phone)

    played(opened)
    storage.close()


ADDRESS = next(iter(lan_addresses()), "")


networked = pytest.mark.skipif(not ADDRESS, reason="this machine has no address that others reach")


def ended(process: subprocess.Popen[str]) -> None:
    process.send_signal(signal.SIGTERM)
    process.wait(20)


def lines(process: subprocess.Popen[str], until: str) -> str:
    """The process's output up to a line with that text; a process that does not say it in time is killed."""
    assert process.stdout is not None
    read = ""
    patience = threading.Timer(SAID_SECONDS, process.kill)
    patience.start()
    try:
        while until not in read:
            line = process.stdout.readline()
            assert line, f"never said: {until!r}. It says:\n{read}"
            read += line
    finally:
        patience.cancel()
    return read
