"""Rate limit per device, for the number of messages and the event loop's time.

The messages of all pages of a device are passed on one at a time, each after the event loop has made some rounds for
the one before. So messages of other devices come in between, and the cost of a message can be measured. A device over
its budget waits; if it waits for too long, its page is closed.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable

MESSAGES, MESSAGES_A_SECOND = 600.0, 100.0
"""Messages that a device may send in a burst, and per second in the long run.

A camera sends 20 a second, a window that is resized 120.
"""
SECONDS, SECONDS_A_SECOND = 8.0, 0.35
"""Seconds for which a device's messages may keep the event loop busy in a burst, and per second in the long run.

Measured in wall-clock time: processor time would let a device take all of a computer that other programs keep busy.
"""
PATIENCE, PATIENCE_A_SECOND = 6.0, 0.1
"""Seconds that a device's messages may wait in total, and the part regained per second, until its page is closed."""
NOTICE = 1.0
"""Seconds of waiting after which the page shows that it is slowed down."""
ROUNDS = 12
"""Rounds of the event loop for one message: the tap is handled, the table changes, its screens are drawn."""
Clock = Callable[[], float]


class Bucket:
    """A token bucket of at most ``size`` tokens, refilled by ``rate`` a second.

    It may go into debt.
    """

    def __init__(self, size: float, rate: float, clock: Clock = time.monotonic) -> None:
        self.size = size
        self._rate = rate
        self._clock = clock
        self._left = size
        self._at = clock()

    @property
    def left(self) -> float:
        """Number of tokens available now; negative in debt."""
        now = self._clock()
        self._left = min(self.size, self._left + (now - self._at) * self._rate)
        self._at = now
        return self._left

    def take(self, much: float = 1.0) -> bool:
        """Take tokens and return whether there were enough."""
        enough = self.left >= much
        self._left -= much
        return enough

    def wait(self, much: float) -> float:
        """Return the seconds until that many tokens are available."""
        return max(0.0, (much - self.left) / self._rate)


class Lane:
    """Message budget of one device, shared by all its pages."""

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
        """Whether all buckets are full, so that the budget can be forgotten."""
        return all(one.left >= one.size for one in (self._messages, self._seconds, self._patience))

    def charge(self, seconds: float) -> None:
        """Count the seconds that were spent on a message before its turn."""
        self._seconds.take(seconds)

    async def admitted(self, slowed: Callable[[], Awaitable[None]]) -> bool:
        """Wait until the next message may be passed on.

        Returns False if the page is to be closed instead. ``on_slowed`` is called while the device is over its budget.
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
        """Let the event loop handle the message, measure the time, then release the next message."""
        self._house.lanes += 1
        try:
            for _ in range(ROUNDS):
                await asyncio.sleep(0)
        finally:
            spent = (self._clock() - began) / self._house.lanes
            self._seconds.take(min(spent, SECONDS))  # limited, because the computer may have been asleep
            self._house.lanes -= 1
            self._turn.release()


class Budgets:
    """Message budgets of all devices; ``clock`` is a monotonic clock in seconds."""

    def __init__(self, clock: Clock = time.monotonic) -> None:
        self.clock = clock
        self.lanes = 0
        """Number of messages that are handled now; the event loop's time is divided among them."""
        self._of: dict[str, Lane] = {}

    def of(self, id: str) -> Lane:
        """Return the budget of that device; the unused budgets of others are dropped."""
        self._of = {other: lane for other, lane in self._of.items() if other == id or not lane.full}
        return self._of.setdefault(id, Lane(self))
