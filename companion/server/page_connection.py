"""ASGI connection of one page, which ends when the page leaves or its visitor is removed."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import Any

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from companion.server.wire.inbound import InboundMessages

CLOSE_REFUSED, CLOSE_SURPLUS = 1008, 4409
"""Close codes: the visitor is not admitted (the page asks why), and too many pages of one device."""
GRACE_SECONDS = 10.0
"""Seconds that the application gets to finish after a page has left."""


class PageConnection:
    """ASGI receive and send functions of a page, until the connection is over."""

    def __init__(self, receive: Receive, send: Send, inbound: InboundMessages | None = None) -> None:
        self._receive = receive
        self._inbound = inbound
        self._send = send
        self._loop = asyncio.get_running_loop()
        self._close_code: asyncio.Future[Any] = self._loop.create_future()
        """Future of the close code; 0 if the page has left by itself."""
        self._is_accepted = False
        self._notice = ""
        """Key of the notice that is shown as soon as the connection is accepted; empty for none."""

    def end(self, is_surplus: bool) -> None:
        """Close the connection: as one too many (``is_surplus``) or for good. Thread-safe."""
        self._loop.call_soon_threadsafe(self._end, CLOSE_SURPLUS if is_surplus else CLOSE_REFUSED)

    def _end(self, code: int) -> None:
        if not self._close_code.done():
            self._close_code.set_result(code)

    async def serve(self, app: ASGIApp, scope: Scope) -> None:
        """Run the application until the connection is over.

        Without this, Flet would wait for ever for a page that never registers.
        """
        page = asyncio.ensure_future(app(scope, self._receive_message, self._send_message))
        try:
            await asyncio.wait((page, self._close_code), return_when=asyncio.FIRST_COMPLETED)
            if self._close_code.done() and (code := self._close_code.result()):
                await self._close(code)
            await asyncio.wait({page}, timeout=GRACE_SECONDS)
        finally:
            if not page.done():
                page.cancel()
        if page.done():
            page.result()

    def announce(self, key: str) -> None:
        """Show the notice of that key once the page is open."""
        self._notice = key

    async def notify(self, key: str) -> None:
        """Show the notice of that key over the page (see ``outage.js``), which goes on."""
        if not self._is_accepted:
            self.announce(key)
            return
        with suppress(TimeoutError):
            await asyncio.wait_for(self._send_message({"type": "websocket.send", "text": key}), GRACE_SECONDS)

    async def _close(self, code: int) -> None:
        with suppress(OSError, TimeoutError):
            await asyncio.wait_for(self._send({"type": "websocket.close", "code": code}), GRACE_SECONDS)

    async def _receive_message(self) -> Message:
        """Return the next message; a disconnect once the connection is over, whatever is still sent."""
        pending = asyncio.ensure_future(self._next_allowed_message())
        try:
            await asyncio.wait((pending, self._close_code), return_when=asyncio.FIRST_COMPLETED)
            if self._close_code.done():
                return {"type": "websocket.disconnect", "code": CLOSE_REFUSED}
            message = pending.result()
        finally:
            pending.cancel()
        if message["type"] == "websocket.disconnect":
            self._end(0)
        return message

    async def _next_allowed_message(self) -> Message:
        """Return the next message once the rate limit allows it; an invalid one ends the page."""
        message = await self._receive()
        if self._inbound is not None and (code := await self._inbound.close_code_for(message, self._send_message)):
            self._end(code)
        return message

    async def _send_message(self, message: Message) -> None:
        """Send a message; drop it if the page has left, because Flet must not fail over that."""
        if self._close_code.done():
            return
        with suppress(OSError):
            await self._send(message)
            if message["type"] == "websocket.accept":
                self._is_accepted = True
                if self._notice:
                    await self._send({"type": "websocket.send", "text": self._notice})
