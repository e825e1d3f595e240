"""Messages that a page sends: each is validated, then rate limited, then passed on."""

from __future__ import annotations

import asyncio
import logging
import time
from contextlib import suppress
from typing import TYPE_CHECKING

from flet.messaging.protocol import MessageAction

from rules.engine import Text

from .budget import MessageBudget
from .message_limits import MalformedMessageError, check_frame

if TYPE_CHECKING:
    from starlette.types import Message, Send

CLOSE_MALFORMED, CLOSE_FLOOD, CLOSE_TOO_LARGE = 4400, 4429, 1009
"""Close codes for what a page sent: an invalid message, too many messages, a message of too many bytes."""
SLOWED_FRAME = "slowed"
"""Text frame that tells a page that its messages wait: a key of ``/outage.json``. Flet's frames are binary."""
OUTAGE_TEXTS = {
    "heavy": Text("This phone sent more than 1 MB at once, which was not taken. Touch here to go on."),
    "odd": Text("The table did not understand what this phone sent. Touch here to go on."),
    "flood": Text("This phone sent more than the table can take. Wait a moment, then touch here to go on."),
    SLOWED_FRAME: Text("This phone sends more than the table can take: what you tap is done a little later."),
}
"""Texts that a page shows for each close code (see ``outage.js``), and while it is slowed down."""
REPEAT_SECONDS = 5.0
"""Seconds after which a page that is still slowed down is told again."""


class InboundMessages:
    """Messages of one page of a device.

    Without a budget (this computer's own pages) none of them waits.
    """

    def __init__(self, device_id: str, budget: MessageBudget | None = None) -> None:
        self._device_id = device_id
        self._budget = budget
        self._registered = False
        self._notified_at = 0.0

    async def close_code_for(self, message: Message, send: Send) -> int:
        """Return the code with which this message closes the page; 0 once it may be passed on."""
        if message["type"] == "websocket.disconnect" and message.get("code") == CLOSE_TOO_LARGE:
            self._log("a message of too many bytes")
        if message["type"] != "websocket.receive":
            return 0
        try:
            self._check(message.get("bytes"))
        except MalformedMessageError as why:
            self._log(str(why))
            return CLOSE_MALFORMED
        if self._budget is not None and not await self._budget.wait_for_turn(lambda: self._send_slowed(send)):
            self._log("too many messages")
            return CLOSE_FLOOD
        return 0

    def _check(self, frame: bytes | None) -> None:
        """Raise ``MalformedMessageError`` for an invalid frame; a page registers once, and first."""
        began = time.monotonic()
        try:
            is_registration = check_frame(frame or b"") == MessageAction.REGISTER_CLIENT.value
        finally:
            if self._budget is not None:
                self._budget.charge(time.monotonic() - began)
        if is_registration is self._registered:
            raise MalformedMessageError("registered twice" if is_registration else "not registered")
        self._registered = True

    async def _send_slowed(self, send: Send) -> None:
        now = time.monotonic()
        if now - self._notified_at < REPEAT_SECONDS and self._notified_at:
            return
        self._notified_at = now
        with suppress(TimeoutError):  # a page that does not read is not informed
            await asyncio.wait_for(send({"type": "websocket.send", "text": SLOWED_FRAME}), 1)

    def _log(self, why: str) -> None:
        logging.getLogger(__name__).warning("a page of phone %s was ended: %s", self._device_id or "home", why)
