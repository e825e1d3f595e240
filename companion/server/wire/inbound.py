"""Messages that a page sends: each is validated, then rate limited, then passed on."""

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
from .message_limits import Malformed, checked

MALFORMED, FLOOD, HEAVY = 4400, 4429, 1009
"""Close codes for what a page sent: an invalid message, too many messages, a message of too many bytes."""
SLOWED = "slowed"
"""Text frame that tells a page that its messages wait: a key of ``/outage.json``. Flet's frames are binary."""
SAYS = {
    "heavy": Text("This phone sent more than 1 MB at once, which was not taken. Touch here to go on."),
    "odd": Text("The table did not understand what this phone sent. Touch here to go on."),
    "flood": Text("This phone sent more than the table can take. Wait a moment, then touch here to go on."),
    SLOWED: Text("This phone sends more than the table can take: what you tap is done a little later."),
}
"""Texts that a page shows for each close code (see ``outage.js``), and while it is slowed down."""
AGAIN = 5.0
"""Seconds after which a page that is still slowed down is told again."""
Send = Callable[[Any], Awaitable[None]]


class Inbound:
    """Messages of one page of a device.

    Without a budget (this computer's own pages) none of them waits.
    """

    def __init__(self, phone: str, lane: Lane | None = None) -> None:
        self._phone = phone
        self._lane = lane
        self._registered = False
        self._told = 0.0

    async def refused(self, message: Any, send: Send) -> int:
        """Return the code with which this message closes the page; 0 once it may be passed on."""
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
        """Raise ``MalformedMessageError`` for an invalid frame; a page registers once, and first."""
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
        with suppress(TimeoutError):  # a page that does not read is not informed
            await asyncio.wait_for(send({"type": "websocket.send", "text": SLOWED}), 1)

    def _log(self, why: str) -> None:
        logging.getLogger(__name__).warning("a page of phone %s was ended: %s", self._phone or "home", why)
