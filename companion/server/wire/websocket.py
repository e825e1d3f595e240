"""WebSocket protocol of uvicorn with limits on unread data, fragments and control frames."""

from __future__ import annotations

from asyncio import BaseTransport
from contextlib import suppress
from functools import partial

from uvicorn import Config
from uvicorn._types import ASGIReceiveEvent, ASGISendEvent
from uvicorn.protocols.utils import ClientDisconnected
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import Frame

from .admission import PEER_KEY, Peer
from .budget import TokenBucket
from .inbound import CLOSE_FLOOD
from .message_limits import MAX_MESSAGE_BYTES

PARSE_CHUNK_BYTES = 2048
"""Bytes parsed before the application's readiness is checked again: some 300 of the smallest frames."""
MAX_CONTROL_FRAMES, CONTROL_FRAMES_PER_SECOND = 200, 20
"""Control frames and small fragments in a burst, and per second; a browser sends two pings or pongs a minute."""
SMALL_FRAGMENT_BYTES = 1024
"""Size in bytes below which a fragment counts as small; a browser's, save the last, have four times that."""
MAX_LATE_PONGS = 5
"""Times in a row that a pong may be late because earlier data has not been read yet."""
CLOSE_LINGER_SECONDS = 2.0
"""Seconds in which the client may read the close code; what it still sends is not parsed."""


class BoundedWebSocketProtocol(WebSocketsSansIOProtocol):
    """A WebSocket with limits on its backlog, fragments and control frames.

    uvicorn 0.54 parses all frames of one read (up to 256 KiB) before the application receives the first, stores any
    number of fragments, answers any number of pings, and closes without reading pending data, so that the client often
    gets a reset instead of the close code.
    """

    def connection_made(self, transport: BaseTransport) -> None:
        """Begin with nothing received."""
        super().connection_made(transport)
        self.close_timeout = CLOSE_LINGER_SECONDS
        self._unread = bytearray()
        self._control_frames = TokenBucket(MAX_CONTROL_FRAMES, CONTROL_FRAMES_PER_SECOND)
        self._bytes_after_close = 0
        self._late_pongs = 0

    def connection_lost(self, exc: Exception | None) -> None:
        """Unregister the closed connection."""
        super().connection_lost(exc)
        peer: Peer | None = self.app_state.get(PEER_KEY)  # none where another listener accepted it
        if peer is not None:
            peer.release()

    def data_received(self, data: bytes) -> None:
        """Buffer the data and parse it as far as the application reads."""
        if self.close_sent:
            self._bytes_after_close += len(data)
            if self._bytes_after_close <= PARSE_CHUNK_BYTES:  # may be the client's close frame, which ends it sooner
                super().data_received(data)
            return
        self._unread += data
        self._parse()

    def _parse(self) -> None:
        while self._unread and not self.read_paused and not self.close_sent:
            piece = bytes(self._unread[:PARSE_CHUNK_BYTES])
            del self._unread[:PARSE_CHUNK_BYTES]
            super().data_received(piece)

    async def send(self, message: ASGISendEvent) -> None:
        """Send an ASGI event. Raises ``ClientDisconnected`` if either side has closed."""
        if self.close_sent or self.transport.is_closing():
            raise ClientDisconnected
        await super().send(message)

    def shutdown(self) -> None:
        """Close at the end of the server, unless the client has just gone."""
        with suppress(RuntimeError):  # uvloop's, where the handle is closed and the transport does not know it yet
            super().shutdown()

    async def receive(self) -> ASGIReceiveEvent:
        """Return the next ASGI event."""
        event = await super().receive()
        self._parse()
        return event

    def handle_ping(self) -> None:
        """Answer a ping, unless there are too many."""
        self._count_control_frame()
        if not self.close_sent:
            super().handle_ping()

    def handle_pong(self, event: Frame) -> None:
        """Handle a pong, unless there are too many."""
        self._count_control_frame()
        self._late_pongs = 0
        super().handle_pong(event)

    def keepalive_timeout(self) -> None:
        """Close if the pong is missing; wait on if it may be queued behind unread messages."""
        self._late_pongs += 1
        if self.read_paused and self._late_pongs <= MAX_LATE_PONGS and not self.close_sent:
            self.pong_timer = self.loop.call_later(self.ping_timeout or 0, self.keepalive_timeout)
        else:
            super().keepalive_timeout()

    def handle_cont(self, event: Frame) -> None:
        """Handle a fragment, unless too many are small."""
        if len(event.data) < SMALL_FRAGMENT_BYTES and not event.fin:
            self._count_control_frame()
        if not self.close_sent:
            super().handle_cont(event)

    def _count_control_frame(self) -> None:
        if not self._control_frames.take() and not self.close_sent:
            self.conn.fail(CLOSE_FLOOD)
            self.handle_parser_exception()

    def handle_parser_exception(self) -> None:
        """Close with the error's code and leave the client time to read it."""
        close = self.conn.close_sent
        if self.close_sent or close is None or not self.handshake_complete:
            if not self.close_sent:
                super().handle_parser_exception()
            return
        self.queue.put_nowait({"type": "websocket.disconnect", "code": close.code, "reason": close.reason})
        self.transport.write(b"".join(self.conn.data_to_send()))
        self.close_sent = True
        self._unread.clear()
        if self.read_paused:
            self.read_paused = False
            self.transport.resume_reading()
        self.close_timer = self.loop.call_later(CLOSE_LINGER_SECONDS, self.transport.close)


bounded_config = partial(
    Config, ws=BoundedWebSocketProtocol, ws_max_size=MAX_MESSAGE_BYTES, ws_per_message_deflate=False
)
"""``uvicorn.Config`` with this protocol.

Compression is off, because a browser compresses all it sends once that is agreed on.
"""
