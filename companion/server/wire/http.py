"""HTTP protocol of uvicorn with limits on sizes and times.

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
from uvicorn.server import ServerState

from companion.i18n import LANGUAGES, translator
from rules.engine import Text

from .admission import PEER_KEY, Peer

MAX_HEAD_BYTES = 16 * 1024
"""Maximum size of a request head, in bytes."""
PARSE_CHUNK_BYTES = 16 * 1024
"""Bytes passed to the parser at a time, so that it refuses a long head before it has all that was read."""
HEAD_TIMEOUT_SECONDS = 10.0
"""Seconds that a request head may take, and that a body may pause."""
MIN_BODY_BYTES_PER_SECOND = 1000
"""Minimum average rate of a body after ``HEAD_TIMEOUT_SECONDS``, in bytes per second."""
STALL_TIMEOUT_SECONDS = 30.0
"""Seconds within which a client has to read some part of a response."""
MALFORMED_REQUEST_TEXT = Text("This request is malformed or too large. Close the page and open it again.")
REQUEST_LOGGER = logging.getLogger("uvicorn.error.requests")
"""Logger of warnings about malformed requests, see ``log_limits.py``."""


class _LimitedConnection(h11.Connection):
    """HTTP/1.1 parser that refuses every long head.

    The usual one takes a head that ends within the data that were read last.
    """

    def next_event(self) -> h11.Event | type[h11.NEED_DATA] | type[h11.PAUSED]:
        event = super().next_event()
        if isinstance(event, h11.Request):
            lines = ((event.method, event.target), *event.headers)
            if sum(len(name) + len(value) + len(b": \r\n") for name, value in lines) > MAX_HEAD_BYTES:
                raise h11.RemoteProtocolError("the head is too long", error_status_hint=431)
        return event


class LimitedHttpProtocol(H11Protocol):
    """HTTP/1.1 on one connection, with limits.

    ``is_overdue`` is called once a second and decides whether the connection is closed.
    """

    def __init__(self, config: Config, server_state: ServerState, app_state: dict[str, Any], peer: Peer) -> None:
        super().__init__(config, server_state, {**app_state, PEER_KEY: peer})
        self.conn = _LimitedConnection(h11.SERVER, MAX_HEAD_BYTES)
        self.logger = REQUEST_LOGGER
        self._peer = peer
        self._state: tuple[object, bool] = (None, False)
        self._since = 0.0
        self._received = 0
        self._last_read = 0.0
        self._unsent = 0

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Start the connection and the timer of the first request head."""
        super().connection_made(transport)
        self._peer.close, self._peer.is_overdue = transport.abort, self.is_overdue
        self._update_state()

    def connection_lost(self, exc: Exception | None) -> None:
        """Unregister the closed connection."""
        super().connection_lost(exc)
        self._peer.release()

    def data_received(self, data: bytes) -> None:
        """Pass the data to the parser in chunks, until it refuses one or a WebSocket takes over."""
        if self.timeout_keep_alive_task is not None:
            self._restart_timer()
        self._received += len(data)
        for start in range(0, len(data), PARSE_CHUNK_BYTES):
            if self.transport.is_closing() or self.transport.get_protocol() is not self:
                return
            super().data_received(data[start : start + PARSE_CHUNK_BYTES])
        self._update_state()

    def on_response_complete(self) -> None:
        """Start the timer of the next head, or of the rest of a body that nobody reads."""
        super().on_response_complete()
        self._update_state()

    def resume_writing(self) -> None:
        """Note that the client reads the response again."""
        super().resume_writing()
        self._last_read = time.monotonic()

    def handle_websocket_upgrade(self, event: h11.Request) -> None:
        """Disable the timeouts: from now on the WebSocket's pings check the client."""
        self._peer.is_busy, self._peer.is_overdue = True, _never
        super().handle_websocket_upgrade(event)

    def send_400_response(self, msg: str) -> None:
        """Send the error in all languages, because the client's is not known.

        Where an answer has begun the connection is closed instead.
        """
        if self.cycle is not None:
            self.cycle.disconnected = True  # what the application still answers has nobody to read it
            self.cycle.message_event.set()
        if self.conn.our_state not in (h11.IDLE, h11.SEND_RESPONSE):
            self.transport.close()
            return
        says = "\n".join(translator(language)(MALFORMED_REQUEST_TEXT) for language in sorted(LANGUAGES))
        headers = [(b"content-type", b"text/plain; charset=utf-8"), (b"connection", b"close")]
        answer = h11.Response(status_code=400, headers=headers, reason=b"Bad Request")
        for part in (answer, h11.Data(data=says.encode()), h11.EndOfMessage()):
            self.transport.write(self.conn.send(part) or b"")
        self.transport.close()

    def is_overdue(self) -> bool:
        """Return whether the client should have sent, or read, more by now."""
        now = time.monotonic()
        return self._is_stalled(now) or now - self._since > self._allowed_seconds(now)

    def _allowed_seconds(self, now: float) -> float:
        state, answered = self._state
        if state is h11.IDLE and self.timeout_keep_alive_task is None:
            return HEAD_TIMEOUT_SECONDS
        if state is not h11.SEND_BODY:
            return float("inf")
        if self.flow.read_paused:  # paused by us, not by the client
            self._since, self._received = now, 0
        return HEAD_TIMEOUT_SECONDS if answered else HEAD_TIMEOUT_SECONDS + self._received / MIN_BODY_BYTES_PER_SECOND

    def _is_stalled(self, now: float) -> bool:
        unsent = self.transport.get_write_buffer_size()
        if unsent == 0 or unsent < self._unsent:
            self._last_read = now
        self._unsent = unsent
        return now - self._last_read > STALL_TIMEOUT_SECONDS

    def _update_state(self) -> None:
        """Note whether a head, a body or our response is awaited, and since when."""
        state = (self.conn.their_state, self.conn.our_state is h11.DONE)
        if state != self._state:
            self._state = state
            self._restart_timer()
        self._peer.is_busy = self.conn.their_state not in (h11.IDLE, h11.SEND_BODY)

    def _restart_timer(self) -> None:
        self._since, self._received = time.monotonic(), 0


def _never() -> bool:
    return False
