"""ASGI connection of one page, which ends when the page leaves or its visitor is removed."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Any

from companion.server.wire.inbound import Inbound

REFUSED, SURPLUS = 1008, 4409
"""Close codes: the visitor is not admitted (the page asks why), and too many pages of one device."""
GRACE = 10.0
"""Seconds that the application gets to finish after a page has left."""


class Connection:
    """ASGI receive and send functions of a page, until the connection is over."""

    def __init__(self, receive: Any, send: Any, inbound: Inbound | None = None) -> None:
        self._receive = receive
        self._inbound = inbound
        self._send = send
        self._loop = asyncio.get_running_loop()
        self._over: asyncio.Future[int] = self._loop.create_future()
        """Future of the close code; 0 if the page has left by itself."""

    def end(self, surplus: bool) -> None:
        """Close the connection: as one too many (``is_surplus``) or for good. Thread-safe."""
        self._loop.call_soon_threadsafe(self._end, SURPLUS if surplus else REFUSED)

    def _end(self, code: int) -> None:
        if not self._over.done():
            self._over.set_result(code)

    async def serve(self, app: Callable[..., Awaitable[None]], scope: dict[str, Any]) -> None:
        """Run the application until the connection is over.

        Without this, Flet would wait for ever for a page that never registers.
        """
        page = asyncio.ensure_future(app(scope, self._received, self._sent))
        try:
            both: set[asyncio.Future[Any]] = {page, self._over}
            await asyncio.wait(both, return_when=asyncio.FIRST_COMPLETED)
            if self._over.done() and (code := self._over.result()):
                await self._close(code)
            await asyncio.wait({page}, timeout=GRACE)
        finally:
            if not page.done():
                page.cancel()
        if page.done():
            page.result()

    async def _close(self, code: int) -> None:
        with suppress(OSError, TimeoutError):
            await asyncio.wait_for(self._send({"type": "websocket.close", "code": code}), GRACE)

    async def _received(self) -> Any:
        """Return the next message; a disconnect once the connection is over, whatever is still sent."""
        hears = asyncio.ensure_future(self._heard())
        try:
            await asyncio.wait({hears, self._over}, return_when=asyncio.FIRST_COMPLETED)
            if self._over.done():
                return {"type": "websocket.disconnect", "code": REFUSED}
            message = hears.result()
        finally:
            hears.cancel()
        if message["type"] == "websocket.disconnect":
            self._end(0)
        return message

    async def _heard(self) -> Any:
        """Return the next message once the rate limit allows it; an invalid one ends the page."""
        message = await self._receive()
        if self._inbound is not None and (code := await self._inbound.refused(message, self._sent)):
            self._end(code)
        return message

    async def _sent(self, message: Any) -> None:
        """Send a message; drop it if the page has left, because Flet must not fail over that."""
        if not self._over.done():
            with suppress(OSError):
                await self._send(message)
