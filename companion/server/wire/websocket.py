"""WebSocket protocol of uvicorn with limits on unread data, fragments and control frames."""

from __future__ import annotations

from typing import Any

from websockets.frames import Frame

from .budget import Bucket
from .http import LimitedWebSocket
from .inbound import FLOOD
from .message_limits import LARGEST

PIECE = 2048
"""Bytes parsed before the application's readiness is checked again: some 300 of the smallest frames."""
EXTRA, EXTRA_A_SECOND = 200, 20
"""Control frames and small fragments in a burst, and per second; a browser sends two pings or pongs a minute."""
SMALL = 1024
"""Size in bytes below which a fragment counts as small; a browser's, save the last, have four times that."""
LATE = 5
"""Times in a row that a pong may be late because earlier data has not been read yet."""
LINGER = 2.0
"""Seconds in which the client may read the close code; what it still sends is not parsed."""
SETTINGS: dict[str, Any] = {"ws_max_size": LARGEST, "ws_per_message_deflate": False}
"""Settings of ``uvicorn.Config``.

Compression is off, because a browser compresses all it sends once that is agreed on.
"""


class BoundedWebSocket(LimitedWebSocket):
    """A WebSocket with limits on its backlog, fragments and control frames.

    uvicorn 0.54 parses all frames of one read (up to 256 KiB) before the application receives the first, stores any
    number of fragments, answers any number of pings, and closes without reading pending data, so that the client often
    gets a reset instead of the close code.
    """

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.close_timeout = LINGER
        self._unread = bytearray()
        self._extra = Bucket(EXTRA, EXTRA_A_SECOND)
        self._after = 0
        self._late = 0

    def data_received(self, data: bytes) -> None:
        """Buffer the data and parse it as far as the application reads."""
        if self.close_sent:
            self._after += len(data)
            if self._after <= PIECE:  # may be the client's close frame, which ends it sooner
                super().data_received(data)
            return
        self._unread += data
        self._parse()

    def _parse(self) -> None:
        while self._unread and not self.read_paused and not self.close_sent:
            piece = bytes(self._unread[:PIECE])
            del self._unread[:PIECE]
            super().data_received(piece)

    async def receive(self) -> Any:
        """Return the next ASGI event."""
        event = await super().receive()
        self._parse()
        return event

    def handle_ping(self) -> None:
        """Answer a ping, unless there are too many."""
        self._count()
        if not self.close_sent:
            super().handle_ping()

    def handle_pong(self, event: Frame) -> None:
        """Handle a pong, unless there are too many."""
        self._count()
        self._late = 0
        super().handle_pong(event)

    def keepalive_timeout(self) -> None:
        """Close if the pong is missing; wait on if it may be queued behind unread messages."""
        self._late += 1
        if self.read_paused and self._late <= LATE and not self.close_sent:
            self.pong_timer = self.loop.call_later(self.ping_timeout or 0, self.keepalive_timeout)
        else:
            super().keepalive_timeout()

    def handle_cont(self, event: Frame) -> None:
        """Handle a fragment, unless too many are small."""
        if len(event.data) < SMALL and not event.fin:
            self._count()
        if not self.close_sent:
            super().handle_cont(event)

    def _count(self) -> None:
        if not self._extra.take() and not self.close_sent:
            self.conn.fail(FLOOD)
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
        self.close_timer = self.loop.call_later(LINGER, self.transport.close)
