"""A guest's page under an attacker's control: forged messages, and every control received."""

from __future__ import annotations

import http.client
import socket
import time
from collections.abc import Iterator
from contextlib import ExitStack, suppress
from typing import Any

import msgpack
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

REGISTER, PATCH, EVENT, UPDATE, INVOKE = 1, 2, 3, 4, 5
"""The message kinds of Flet's protocol, as sent on the wire."""
PAGE = {"route": "/", "web": True, "platform": "android", "width": 390, "height": 844}


def cookie_for(port: int, invitation: str, name: str = "table.local") -> str:
    """The key's cookie that the local server gives for an invitation, asked under that host name."""
    http_connection = http.client.HTTPConnection("127.0.0.1", port, timeout=20)
    http_connection.request("GET", f"/?i={invitation}", headers={"Host": f"{name}:{port}"})
    answer = http_connection.getresponse()
    given = answer.getheader("set-cookie") or ""
    http_connection.close()
    assert given, f"no cookie for the invitation: {answer.status}"
    return given.partition(";")[0]


class Page:
    """One page of a guest; ``controls`` maps the id of every control received to its fields."""

    def __init__(
        self,
        port: int,
        cookie: str,
        address: str = "127.0.0.1",
        name: str = "table.local",
        below: str = "",
        **more: Any,
    ) -> None:
        """Open the WebSocket there, under that name and below that path; ``more`` goes to ``websockets``."""
        sock, headers = socket.create_connection((address, port), 20), {"Cookie": cookie}
        url = f"ws://{name}:{port}{below}/ws"
        self.port, self.cookie, self.host = port, cookie, f"{name}:{port}"
        self.calls: list[dict[str, Any]] = []
        """Every method that the server has called on a control, as received."""
        self._open = ExitStack()
        self.socket: ClientConnection = self._open.enter_context(
            connect(url, sock=sock, additional_headers=headers, open_timeout=20, max_size=None, **more)
        )
        self.controls: dict[int, dict[str, Any]] = {}
        self.heard = b""
        self.session: str | None = None
        """The id of the session that the server has given."""
        self.notices: list[str] = []
        """The text frames received."""

    def __enter__(self) -> Page:
        return self

    def __exit__(self, *_: object) -> None:
        with suppress(ConnectionClosed, OSError):
            self._open.close()

    # --- sending -------------------------------------------------------------------------------------------------

    def send(self, kind: int, body: Any) -> None:
        """Send one message of the protocol."""
        self.socket.send(b"\x00" + msgpack.packb([kind, body]))

    def register(self, route: str = "/", session: str | None = None, **page: Any) -> Page:
        """Register the page, by default in a new session; every field of it can be forged."""
        self.introduce(route, session, **page)
        self.listen(first=20)
        return self

    def introduce(self, route: str = "/", session: str | None = None, **page: Any) -> None:
        """Send the registration without waiting for its answer."""
        self.send(REGISTER, {"session_id": session, "page_name": "", "page": {**PAGE, "route": route, **page}})

    def leave_when_asked(self) -> None:
        """Close the page at the first method call of the server, without an answer."""
        while not self.calls:
            message = self.socket.recv(timeout=20)
            if isinstance(message, bytes):
                self._take(message, answers=False)
        self.__exit__()

    def event(self, control: int, name: str, data: Any = None) -> None:
        """Send an event of a control."""
        self.send(EVENT, {"target": control, "name": name, "data": data})

    def update(self, control: int, **properties: Any) -> None:
        """Write properties of a control."""
        self.send(UPDATE, {"id": control, "props": properties})

    def raw(self, data: bytes, opcode: int = 0x2, fin: bool = True, deflated: bool = False) -> None:
        """Send one raw WebSocket frame, even one that a client library would refuse to send."""
        self.socket.socket.sendall(frame(data, opcode, fin, deflated))

    def ended(self, within: float = 20) -> int | None:
        """The close code if the server ends this page in time, else None; messages are dropped."""
        end = time.monotonic() + within
        while (left := end - time.monotonic()) > 0:
            try:
                self.socket.recv(timeout=left)
            except TimeoutError:
                return None
            except ConnectionClosed as closed:
                return closed.rcvd.code if closed.rcvd else 1006
        return None

    def tap(self, words: str) -> None:
        """Tap the newest button with those words."""
        self.event(self.find(words, "on_click"), "click")
        self.listen()

    def go(self, route: str) -> bytes:
        """Report a new address; return what is received then."""
        self.update(1, route=route)
        self.event(1, "route_change", {"route": route})
        return self.listen()

    def sweep(self, most: int = 400) -> int:
        """Forge every event that the newest controls listen to, and taps on ids never sent.

        At most ``most`` of the former and 60 of the latter; returns how many events were sent.
        """
        heard = [(i, key[3:]) for i, control in self.controls.items() for key in control if key.startswith("on_")]
        chosen = sorted(heard, reverse=True)[:most]
        for control, name in chosen:
            if name == "change":
                self.update(control, value=not self.controls[control].get("value"))
            self.event(control, name, "false" if name == "change" else None)
        for control in range(1, 2 * max(self.controls, default=0) + 60, max(1, max(self.controls, default=0) // 30)):
            self.event(control, "click")
        self.listen(pause=0.6)
        return len(chosen) + 60

    def tries(self, *words: str, within: float = 5) -> bool:
        """Tap these in turn as each appears; return whether all did within that many seconds each."""
        for word in words:
            if not self.hears(word, within=within):
                return False
            self.tap(word)
        return True

    # --- receiving -----------------------------------------------------------------------------------------------

    def listen(self, first: float = 1.0, pause: float = 0.4) -> bytes:
        """Receive until nothing comes for ``pause`` seconds; method calls get an empty result."""
        heard = b""
        with suppress(TimeoutError):
            while True:
                message = self.socket.recv(timeout=pause if heard else first)
                if isinstance(message, str):
                    self.notices.append(message)
                    continue
                heard += message
                self._take(message)
        self.heard += heard
        return heard

    def hears(self, *words: str, within: float = 15) -> bool:
        """Whether one of these words has been received, or is in time."""
        end = time.monotonic() + within
        while time.monotonic() < end:
            if any(word.encode() in self.heard for word in words):
                return True
            self.listen()
        return False

    def _take(self, message: bytes, answers: bool = True) -> None:
        kind, body = msgpack.unpackb(message[1:], strict_map_key=False)
        if kind == REGISTER:
            self.session = body["session_id"]
        for control in _controls(body):
            self.controls[control["_i"]] = control
        if kind == INVOKE:
            self.calls.append(body)
        if kind == INVOKE and answers:
            answer = {"control_id": body["control_id"], "call_id": body["call_id"], "result": None, "error": None}
            self.send(INVOKE, answer)

    # --- controls ------------------------------------------------------------------------------------------------

    def find(self, words: str, having: str = "") -> int:
        """The newest control with those words and that property; waits until there is one."""
        end = time.monotonic() + 20
        while time.monotonic() < end:
            found = [i for i, c in self.controls.items() if (not having or having in c) and words in repr(c)]
            if found:
                return max(found)
            self.listen()
        raise AssertionError(f"nothing says {words!r}")

    def kinds(self, kind: str) -> list[int]:
        """All controls of that kind (``FilePicker``), oldest first."""
        return sorted(i for i, control in self.controls.items() if control.get("_c") == kind)


def frame(data: bytes, opcode: int = 0x2, fin: bool = True, deflated: bool = False) -> bytes:
    """A masked frame of RFC 6455; the mask is zero, so the payload is unchanged."""
    first = bytes([(0x80 if fin else 0) | (0x40 if deflated else 0) | opcode])
    if len(data) < 126:
        length = bytes([0x80 | len(data)])
    elif len(data) < 2**16:
        length = b"\xfe" + len(data).to_bytes(2, "big")
    else:
        length = b"\xff" + len(data).to_bytes(8, "big")
    return first + length + bytes(4) + data


def _controls(told: Any) -> Iterator[dict[str, Any]]:
    """Every control in a message, the outer ones first."""
    if isinstance(told, dict):
        if isinstance(told.get("_i"), int):
            yield told
        told = list(told.values())
    if isinstance(told, list):
        for one in told:
            yield from _controls(one)
