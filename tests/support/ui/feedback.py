"""A recorder of a phone's vibration and sound."""

from __future__ import annotations

import asyncio
from typing import Any

from flet.messaging.protocol import MessageAction

from tests.support.ui.headless import Phone


class Felt:
    """Counts the vibrations and sounds of a phone."""

    def __init__(self, phone: Phone) -> None:
        self.all: list[str] = []
        self._send = phone.wire.send_message
        phone.wire.send_message = self.send  # type: ignore[method-assign]

    def send(self, message: Any) -> None:
        if message.action == MessageAction.INVOKE_METHOD:
            self.all.append(message.body.name)
        self._send(message)

    async def done(self, phone: Phone) -> list[str]:
        await asyncio.sleep(0.02)
        await phone.settle()
        felt, self.all = self.all, []
        return [one for one in felt if one in ("light_impact", "medium_impact", "vibrate", "play")]
