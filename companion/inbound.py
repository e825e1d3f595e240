"""What a page sends: each message is checked, and handed on when it is its phone's turn."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Any

from flet.messaging.protocol import MessageAction

from rules.engine import Text

from .budget import Lane
from .messages import Malformed, checked

MALFORMED, FLOOD, HEAVY = 4400, 4429, 1009
"""The codes of a connection that ends for what its page sent: no message of ours, too many, one of too many bytes."""
SLOWED = "slowed"
"""The text frame that tells a page that its messages wait: a key of ``/outage.json``; Flet's frames are binary."""
SAYS = {
    "heavy": Text("This phone sent more than 1 MB at once, which was not taken. Touch here to go on."),
    "odd": Text("The table did not understand what this phone sent. Touch here to go on."),
    "flood": Text("This phone sent more than the table can take. Wait a moment, then touch here to go on."),
    SLOWED: Text("This phone sends more than the table can take: what you tap is done a little later."),
}
"""What a page shows for each code (see ``outage.js``), and while it is slowed."""
AGAIN = 5.0
"""Seconds after which a page that is still slowed is told again."""
Send = Callable[[Any], Awaitable[None]]


class Inbound:
    """The messages of one page of that phone; without a lane (this computer's own pages) none of them waits."""

    def __init__(self, phone: str, lane: Lane | None = None) -> None:
        self._phone = phone
        self._lane = lane
        self._registered = False
        self._told = 0.0

    async def refused(self, message: Any, send: Send) -> int:
        """The code with which the page is to end for this message; 0 once it may be handed on."""
        if message["type"] == "websocket.disconnect" and message.get("code") == HEAVY:
            self._log("a message of too many bytes")
        if message["type"] != "websocket.receive":
            return 0
        try:
            self._check(message.get("bytes"))
        except Malformed as why:
            self._log(str(why))
            return MALFORMED
        if self._lane is not None and not await self._lane.admitted(lambda: self._slowed(send)):
            self._log("too many messages")
            return FLOOD
        return 0

    def _check(self, frame: bytes | None) -> None:
        """Raise ``Malformed`` for a frame that no page of ours sends now: it registers once, and first."""
        began = time.monotonic()
        try:
            registers = checked(frame or b"") == MessageAction.REGISTER_CLIENT.value
        finally:
            if self._lane is not None:
                self._lane.charge(time.monotonic() - began)
        if registers is self._registered:
            raise Malformed("registered twice" if registers else "not registered")
        self._registered = True

    async def _slowed(self, send: Send) -> None:
        now = time.monotonic()
        if now - self._told < AGAIN and self._told:
            return
        self._told = now
        with suppress(TimeoutError):  # a page that does not read is not told
            await asyncio.wait_for(send({"type": "websocket.send", "text": SLOWED}), 1)

    def _log(self, why: str) -> None:
        logging.getLogger(__name__).warning("a page of phone %s was ended: %s", self._phone or "home", why)
