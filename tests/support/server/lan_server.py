"""A real server in LAN mode, and clients made by hand: what they send and receive."""

from __future__ import annotations

import socket
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

import flet as ft
import msgpack
from flet.messaging.protocol import MessageAction
from websockets.sync.client import connect

from companion.access.invitations import AccessGrant
from companion.access.lan import LanAccess
from companion.access.rate_limit import AttemptLimiter
from companion.access.visitor import current_visitor
from companion.library.library import Library
from companion.server import sockets
from companion.storage.matches import Storage
from tests.support.server.access import key
from tests.support.server.processes import free_port, serving
from tests.toy.counting import GAME

T, U = TypeVar("T"), TypeVar("U")
PAGE = {"route": "/", "web": True, "platform": "android", "width": 390, "height": 844}


@dataclass(frozen=True)
class LanServer:
    """A real server with LAN access, requested under a name that is not local."""

    at: str
    library: Library
    key: str
    """The key of a host's phone."""

    def __str__(self) -> str:
        return self.at

    def guest(self, match: str = "") -> AccessGrant:
        """A new guest, at that table or at a new one."""
        match = match or self.library.matches.create("counting", ("Ana", "Bea")).match.id
        entered = self.library.guests.redeem_invitation(self.library.guests.table_invitation(match), "")
        assert entered is not None
        return entered


@contextmanager
def opened(
    folder: Path,
    sock: socket.socket | None = None,
    main: Callable[[Library], Callable[[ft.Page], Any]] = lambda library: whose,
) -> Iterator[LanServer]:
    """Run a server; its default page names the visitor."""
    sock = sock or sockets.open_local_socket(free_port())
    port = sock.getsockname()[1]
    library = Library(Storage(folder), {GAME.key: GAME})
    door = LanAccess(library.guests, port)
    door.attempts = AttemptLimiter(per_address=10**6, total=10**6)  # no rate limit
    with serving(sock, main(library), door):
        yield LanServer(f"127.0.0.1:{port}", library, key(door))


def whose(page: ft.Page) -> None:
    """A page that names its visitor."""
    page.add(ft.TextField(label=f"here is {current_visitor.get().id}."))


def guest_headers(lan: LanServer, cookie: str = "") -> dict[str, str]:
    """The headers of a guest, with a host name that is not local."""
    port = lan.at.rpartition(":")[2]
    return {"Host": f"table.local:{port}", "Cookie": f"sobremesa-{port}={cookie}"}


def at_table(lan: LanServer, cookie: str = "") -> Any:
    """A WebSocket of that guest, or else of the host's phone."""
    return socket_of(lan, cookie or lan.key)


def socket_of(lan: LanServer, cookie: str, source: tuple[str, int] | None = None) -> Any:
    """A WebSocket with that cookie, from that address, under a name that is not local."""
    host, _, port = lan.at.rpartition(":")
    asks = guest_headers(lan, cookie)
    sock = socket.create_connection((host, int(port)), 20, source)
    return connect(f"ws://{asks.pop('Host')}/ws", sock=sock, additional_headers=asks, open_timeout=20)


def registered(**more: Any) -> bytes:
    """The message that registers a page."""
    body = {"session_id": None, "page_name": "", "page": PAGE, **more}
    return packed([MessageAction.REGISTER_CLIENT, body])


def packed(message: Any) -> bytes:
    """A message encoded as a page sends it."""
    return b"\x00" + bytes(msgpack.packb(message, default=lambda action: action.value))


def assert_it_serves(lan: LanServer) -> None:
    """Assert that another guest can join and sees the table."""
    other = lan.guest()
    with at_table(lan, other.key) as page:
        page.send(registered())
        assert wait_for_text(page, f"here is {other.visitor.id}.")
    assert lan.library.matches.open(other.match_id).table_state is not None


def wait_for_text(page: Any, text: str) -> bytes:
    """Everything received until that text is in it."""
    seen = b""
    while text.encode() not in seen:
        seen += page.recv(timeout=20)
    return bytes(seen)


class ByHand:
    """A guest's page of the whole app without a browser; method calls get an empty result."""

    def __init__(self, page: Any, route: str) -> None:
        self.page = page
        self.received = b""
        self.controls: set[int] = set()
        page.send(registered(page={**PAGE, "route": route}))
        self.listen(first=20)

    def listen(self, first: float = 0.5) -> bytes:
        """Receive until nothing comes for a while."""
        heard = b""
        with suppress(TimeoutError):
            while True:
                heard += (message := self.page.recv(timeout=0.3 if heard else first))
                action, body = msgpack.unpackb(message[1:], strict_map_key=False)
                self.controls |= set(_numbers(body))
                if action == MessageAction.INVOKE_METHOD.value:
                    reply = {
                        "control_id": body["control_id"],
                        "call_id": body["call_id"],
                        "result": None,
                        "error": None,
                    }
                    self.page.send(packed([MessageAction.INVOKE_METHOD, reply]))
        self.received += heard
        return heard

    def hears(self, *said: bytes) -> bool:
        """Whether one of these has been received, or is within a number of attempts."""
        for _ in range(40):
            if any(one in self.received for one in said):
                return True
            self.listen()
        return False

    def taps(self, name: str = "click") -> None:
        """Send that event for every control ever received."""
        for control in sorted(self.controls):
            self.page.send(packed([MessageAction.CONTROL_EVENT, {"target": control, "name": name, "data": None}]))

    def goes(self, route: Any) -> bytes:
        """Report a new address; return what is received then."""
        self.page.send(packed([MessageAction.UPDATE_CONTROL_PROPS, {"id": 1, "props": {"route": route}}]))
        event = {"target": 1, "name": "route_change", "data": {"route": route}}
        self.page.send(packed([MessageAction.CONTROL_EVENT, event]))
        return self.listen()


def together(do: Callable[[T], U], every: Iterable[T]) -> list[U]:
    """Run it for several pages in parallel, so that waiting times overlap."""
    with ThreadPoolExecutor(max_workers=32) as pool:
        return list(pool.map(do, every))


def _numbers(told: Any) -> Iterator[int]:
    """The ids of all controls in a message."""
    if isinstance(told, dict):
        if isinstance(told.get("_i"), int):
            yield told["_i"]
        told = list(told.values())
    if isinstance(told, list):
        for one in told:
            yield from _numbers(one)
