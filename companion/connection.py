"""The connection of one page, which ends when the page leaves or its visitor is shown out."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Any

from .inbound import Inbound

REFUSED, SURPLUS = 1008, 4409
"""The codes of a connection that we do not want: the page asks why; and of one too many of the same phone."""
GRACE = 10.0
"""Seconds that a page which has left may take to be forgotten."""


class Connection:
    """What the application hears and says, until it is ``over``."""

    def __init__(self, receive: Any, send: Any, inbound: Inbound | None = None) -> None:
        self._receive = receive
        self._inbound = inbound
        self._send = send
        self._loop = asyncio.get_running_loop()
        self._over: asyncio.Future[int] = self._loop.create_future()
        """Once it is over, the code with which we close it; 0 if the page has left."""

    def end(self, surplus: bool) -> None:
        """Show the visitor out, or end one connection too many; from any thread."""
        self._loop.call_soon_threadsafe(self._end, SURPLUS if surplus else REFUSED)

    def _end(self, code: int) -> None:
        if not self._over.done():
            self._over.set_result(code)

    async def serve(self, app: Callable[..., Awaitable[None]], scope: dict[str, Any]) -> None:
        """Run the application until it is over; Flet would wait for ever for a page that never said who it is."""
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
        """The next message. Who is shown out has left at once, whatever they still send."""
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
        """The next message that keeps the limits, when it is its turn; one that does not ends the page."""
        message = await self._receive()
        if self._inbound is not None and (code := await self._inbound.refused(message, self._sent)):
            self._end(code)
        return message

    async def _sent(self, message: Any) -> None:
        """Say something; to one who has left it is lost, and Flet must not stumble over that."""
        if not self._over.done():
            with suppress(OSError):
                await self._send(message)
