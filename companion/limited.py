"""HTTP and WebSocket protocols of uvicorn, with limits on what a client may send and how long it may take.

h11 refuses a request head over its limit before the whole of it is in memory; httptools collects headers without end.
"""

from __future__ import annotations

import asyncio
import logging
import time
from typing import Any

import h11
from uvicorn.config import Config
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from uvicorn.server import ServerState

from rules.engine import Text

from .admission import PEER, Peer
from .words import LANGUAGES, translator

HEAD = 16 * 1024
"""Bytes that a request head may have."""
PIECE = 16 * 1024
"""Bytes that the parser is given at a time: so it refuses a long head before it has seen all that was read."""
PATIENCE = 10.0
"""Seconds that a request head may take, and that a body may stand still."""
RATE = 1000
"""Bytes a second that a body has to bring on average after ``PATIENCE``."""
STUCK = 30.0
"""Seconds in which a client has to take in something of an answer."""
MALFORMED = Text("This request is malformed or too large. Close the page and open it again.")
QUIET = logging.getLogger("uvicorn.error.requests")
"""Where the protocol warns of malformed requests: a flood of them would fill the log."""
QUIET.setLevel(logging.ERROR)


class LimitedHttp(H11Protocol):
    """HTTP/1.1 on one connection. ``overdue`` is asked once a second and decides whether the connection ends."""

    def __init__(self, config: Config, server_state: ServerState, app_state: dict[str, Any], peer: Peer) -> None:
        super().__init__(config, server_state, {**app_state, PEER: peer})
        self.conn = h11.Connection(h11.SERVER, HEAD)
        self.logger = QUIET
        self._peer = peer
        self._state: tuple[object, bool] = (None, False)
        self._since = 0.0
        self._received = 0
        self._taken = 0.0
        self._unsent = 0

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """The connection is ready: the time for the first head begins."""
        super().connection_made(transport)
        self._peer.end, self._peer.overdue = transport.abort, self.overdue
        self._turn()

    def connection_lost(self, exc: Exception | None) -> None:
        """The connection is closed."""
        super().connection_lost(exc)
        self._peer.release()

    def data_received(self, data: bytes) -> None:
        """Hand the bytes to the parser piece by piece, until it refuses one or the connection is a WebSocket."""
        if self.timeout_keep_alive_task is not None:
            self._begin()
        self._received += len(data)
        for start in range(0, len(data), PIECE):
            if self.transport.is_closing() or self.transport.get_protocol() is not self:
                return
            super().data_received(data[start : start + PIECE])
        self._turn()

    def on_response_complete(self) -> None:
        """The answer is given: the next head, or the rest of a body that nobody reads, has its time from now."""
        super().on_response_complete()
        self._turn()

    def resume_writing(self) -> None:
        """The client takes in what it asked for."""
        super().resume_writing()
        self._taken = time.monotonic()

    def handle_websocket_upgrade(self, event: h11.Request) -> None:
        """From now on the WebSocket's own pings find out whether the client is there."""
        self._peer.busy, self._peer.overdue = True, _never
        super().handle_websocket_upgrade(event)

    def send_400_response(self, msg: str) -> None:
        """Say in every language of ours that the request cannot be read: which one the client speaks is not known."""
        says = "\n".join(translator(language)(MALFORMED) for language in sorted(LANGUAGES))
        headers = [(b"content-type", b"text/plain; charset=utf-8"), (b"connection", b"close")]
        answer = h11.Response(status_code=400, headers=headers, reason=b"Bad Request")
        for part in (answer, h11.Data(data=says.encode()), h11.EndOfMessage()):
            self.transport.write(self.conn.send(part) or b"")
        self.transport.close()

    def overdue(self) -> bool:
        """Whether the client should have sent, or taken in, more by now."""
        now = time.monotonic()
        return self._stuck(now) or now - self._since > self._allowed(now)

    def _allowed(self, now: float) -> float:
        """Seconds that what we wait for may take in all."""
        state, answered = self._state
        if state is h11.IDLE and self.timeout_keep_alive_task is None:
            return PATIENCE
        if state is not h11.SEND_BODY:
            return float("inf")
        if self.flow.read_paused:  # it is we who do not read
            self._since, self._received = now, 0
        return PATIENCE if answered else PATIENCE + self._received / RATE

    def _stuck(self, now: float) -> bool:
        """Whether nothing of an answer has been taken in for too long."""
        unsent = self.transport.get_write_buffer_size()
        if unsent == 0 or unsent < self._unsent:
            self._taken = now
        self._unsent = unsent
        return now - self._taken > STUCK

    def _turn(self) -> None:
        """Note whether we wait for a head, a body or ourselves, and since when."""
        state = (self.conn.their_state, self.conn.our_state is h11.DONE)
        if state != self._state:
            self._state = state
            self._begin()
        self._peer.busy = self.conn.their_state not in (h11.IDLE, h11.SEND_BODY)

    def _begin(self) -> None:
        self._since, self._received = time.monotonic(), 0


class LimitedWebSocket(WebSocketsSansIOProtocol):
    """A WebSocket whose connection is counted."""

    def connection_lost(self, exc: Exception | None) -> None:
        """The connection is closed."""
        super().connection_lost(exc)
        peer: Peer | None = self.app_state.get(PEER)  # none where another listener accepted it
        if peer is not None:
            peer.release()


def _never() -> bool:
    return False
