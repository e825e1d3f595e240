"""What one phone's messages may cost: how many there are, and how long they keep the event loop busy.

The messages of all pages of a phone are handed on one at a time, each after the event loop has gone round for the one
before: so the messages of other phones come between them, and what one message costs can be measured. Over its
budget a phone waits; over it for too long, its page ends.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable

MESSAGES, MESSAGES_A_SECOND = 600.0, 100.0
"""Messages that a phone may send at once and for ever; a camera sends 20 a second, a window that is dragged 120."""
SECONDS, SECONDS_A_SECOND = 8.0, 0.35
"""Seconds for which a phone's messages may keep the event loop busy at once, and in each second for ever.

By the clock on the wall: processor time would let a phone take all of a computer that others keep busy as well.
"""
PATIENCE, PATIENCE_A_SECOND = 6.0, 0.1
"""Seconds that a phone's messages may wait in all, and that it is forgiven in each second, until its page ends."""
NOTICE = 1.0
"""Seconds that its messages have waited when its page says so."""
ROUNDS = 12
"""Rounds of the event loop for one message: a tap is heard, the table changes, every screen of it is drawn."""
Clock = Callable[[], float]


class Bucket:
    """A token bucket: holds at most ``size``, refilled by ``rate`` a second; what is taken may leave it in debt."""

    def __init__(self, size: float, rate: float, clock: Clock = time.monotonic) -> None:
        self.size = size
        self._rate = rate
        self._clock = clock
        self._left = size
        self._at = clock()

    @property
    def left(self) -> float:
        """What it holds now."""
        now = self._clock()
        self._left = min(self.size, self._left + (now - self._at) * self._rate)
        self._at = now
        return self._left

    def take(self, much: float = 1.0) -> bool:
        """Take so much; whether there was so much."""
        enough = self.left >= much
        self._left -= much
        return enough

    def wait(self, much: float) -> float:
        """Seconds until it holds so much."""
        return max(0.0, (much - self.left) / self._rate)


class Lane:
    """The messages of one phone, all its pages together."""

    def __init__(self, house: Budgets) -> None:
        self._house = house
        self._clock = house.clock
        self._messages = Bucket(MESSAGES, MESSAGES_A_SECOND, house.clock)
        self._seconds = Bucket(SECONDS, SECONDS_A_SECOND, house.clock)
        self._patience = Bucket(PATIENCE, PATIENCE_A_SECOND, house.clock)
        self._turn = asyncio.Lock()
        self._round: asyncio.Task[None] | None = None

    @property
    def full(self) -> bool:
        """Whether nothing of the budget is used."""
        return all(one.left >= one.size for one in (self._messages, self._seconds, self._patience))

    def charge(self, seconds: float) -> None:
        """Count seconds that went into one of its messages before its turn."""
        self._seconds.take(seconds)

    async def admitted(self, slowed: Callable[[], Awaitable[None]]) -> bool:
        """Wait until the next message may be handed on; False if this phone's page is to end instead.

        ``slowed`` is called while the phone is over its budget.
        """
        await self._turn.acquire()
        try:
            admitted = await self._afforded(slowed)
            if admitted:
                self._messages.take()
                self._round = asyncio.ensure_future(self._measured(self._clock()))
        except BaseException:
            self._turn.release()
            raise
        if not admitted:
            self._turn.release()
        return admitted

    async def _afforded(self, slowed: Callable[[], Awaitable[None]]) -> bool:
        wait = max(self._messages.wait(1), self._seconds.wait(0))
        if not wait:
            return True
        left = self._patience.left
        if left <= 0:
            return False
        if left < PATIENCE - NOTICE:
            await slowed()
        self._patience.take(wait)
        await asyncio.sleep(wait)
        return True

    async def _measured(self, began: float) -> None:
        """Let the event loop work on the message, count what that took, and let the next one come."""
        self._house.lanes += 1
        try:
            for _ in range(ROUNDS):
                await asyncio.sleep(0)
        finally:
            spent = (self._clock() - began) / self._house.lanes
            self._seconds.take(min(spent, SECONDS))  # a computer that was asleep is not the phone's doing
            self._house.lanes -= 1
            self._turn.release()


class Budgets:
    """The lanes of all phones; ``clock`` gives seconds that never go back."""

    def __init__(self, clock: Clock = time.monotonic) -> None:
        self.clock = clock
        self.lanes = 0
        """How many messages are worked on now: what the event loop does meanwhile is shared among them."""
        self._of: dict[str, Lane] = {}

    def of(self, id: str) -> Lane:
        """The lane of that phone; those of phones that have long been silent are forgotten."""
        self._of = {other: lane for other, lane in self._of.items() if other == id or not lane.full}
        return self._of.setdefault(id, Lane(self))
