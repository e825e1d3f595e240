"""A real house with its door open, and phones that come to it by hand: what they send, and what they are told."""

from __future__ import annotations

import socket
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import flet as ft
import msgpack
from flet.messaging.protocol import MessageAction
from test_bad_process import free_port, serving
from test_companion_lan import key
from toy.counting import GAME
from websockets.sync.client import connect

from companion import serve
from companion.attempts import Attempts
from companion.door import Door
from companion.guests import Entered
from companion.library import Library
from companion.storage import Storage
from companion.visitor import current


@dataclass(frozen=True)
class House:
    """A real server with a door, on a real socket, asked under a name that is not home."""

    at: str
    library: Library
    key: str
    """Of a host's phone."""

    def __str__(self) -> str:
        return self.at

    def guest(self, match: str = "") -> Entered:
        """Another phone, at that table or at a new one."""
        match = match or self.library.new("counting", ("Ana", "Bea")).match.id
        entered = self.library.guests.enter(self.library.guests.invitation(match), "")
        assert entered is not None
        return entered


@contextmanager
def opened(folder: Path, sock: socket.socket | None = None) -> Iterator[House]:
    """Its page says whose it is."""
    sock = sock or serve.listening(free_port())
    port = sock.getsockname()[1]
    library = Library(Storage(folder), {GAME.key: GAME})
    door = Door(library.guests, port)
    door.attempts = Attempts(each=10**6, together=10**6)  # here every guess is looked at, as fast as it comes
    with serving(sock, lambda: ft.TextField(label=f"here is {current.get().id}."), door):
        yield House(f"127.0.0.1:{port}", library, key(door))


def asked(lan: House, cookie: str = "") -> dict[str, str]:
    """The headers of a guest: from elsewhere by the name it asks for."""
    port = lan.at.rpartition(":")[2]
    return {"Host": f"table.local:{port}", "Cookie": f"sobremesa-{port}={cookie}"}


def at_table(lan: House, cookie: str = "") -> Any:
    """A page's socket: of that guest, or else of the host's phone."""
    return connect(f"ws://{lan}/ws", additional_headers=asked(lan, cookie or lan.key), open_timeout=20)


def registered(**more: Any) -> bytes:
    """What a page says first."""
    body = {"session_id": None, "page_name": "", "page": {"route": "/", "web": True, "platform": "android"}, **more}
    return packed([MessageAction.REGISTER_CLIENT, body])


def packed(message: Any) -> bytes:
    """As a page sends it."""
    return b"\x00" + bytes(msgpack.packb(message, default=lambda action: action.value))


def lives(lan: House) -> None:
    """Another guest comes, and sees the table."""
    other = lan.guest()
    with at_table(lan, other.key) as page:
        page.send(registered())
        assert shows(page, f"here is {other.visitor.id}.")
    assert lan.library.open(other.match).now is not None


def shows(page: Any, text: str) -> bytes:
    """All that the page is told until that text is in it."""
    seen = b""
    while text.encode() not in seen:
        seen += page.recv(timeout=20)
    return bytes(seen)
