"""Rate limit per device, for the number of messages and the event loop's time.

The messages of all pages of a device are passed on one at a time, each after the event loop has made some rounds for
the one before. So messages of other devices come in between, and the cost of a message can be measured. A device over
its budget waits; if it waits for too long, its page is closed.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable

MAX_BURST_MESSAGES, MESSAGES_PER_SECOND = 600.0, 100.0
"""Messages that a device may send in a burst, and per second in the long run.

A camera sends 20 a second, a window that is resized 120.
"""
MAX_BURST_SECONDS, BUSY_SECONDS_PER_SECOND = 8.0, 0.35
"""Seconds for which a device's messages may keep the event loop busy in a burst, and per second in the long run.

Measured in the event loop's processor time, and at least in a part of the wall-clock time (``MAX_SLOWDOWN``).
"""
MAX_SLOWDOWN = 3.0
"""Wall-clock seconds that count as one processor second on a computer that other programs keep busy.

Wall-clock time alone would close the page of an honest player there; processor time alone would let a device take
all of the computer's time that is left.
"""
MAX_WAIT_SECONDS, WAIT_SECONDS_PER_SECOND = 6.0, 0.1
"""Seconds that a device's messages may wait in total, and the part regained per second, until its page is closed."""
NOTICE_AFTER_SECONDS = 1.0
"""Seconds of waiting after which the page shows that it is slowed down."""
LOOP_ROUNDS_PER_MESSAGE = 12
"""Rounds of the event loop for one message: the tap is handled, the table changes, its screens are drawn."""
Clock = Callable[[], float]


class TokenBucket:
    """A token bucket of at most ``size`` tokens, refilled by ``rate`` a second.

    It may go into debt.
    """

    def __init__(self, size: float, rate: float, clock: Clock = time.monotonic) -> None:
        self.size = size
        self._rate = rate
        self._clock = clock
        self._tokens = size
        self._updated = clock()

    @property
    def available(self) -> float:
        """Number of tokens available now; negative in debt."""
        now = self._clock()
        self._tokens = min(self.size, self._tokens + (now - self._updated) * self._rate)
        self._updated = now
        return self._tokens

    def take(self, amount: float = 1.0) -> bool:
        """Take tokens and return whether there were enough."""
        enough = self.available >= amount
        self._tokens -= amount
        return enough

    def seconds_until(self, amount: float) -> float:
        """Return the seconds until that many tokens are available."""
        return max(0.0, (amount - self.available) / self._rate)


class MessageBudget:
    """Message budget of one device, shared by all its pages."""

    def __init__(self, budgets: MessageBudgets) -> None:
        self._budgets = budgets
        self._clock = budgets.clock
        self._messages = TokenBucket(MAX_BURST_MESSAGES, MESSAGES_PER_SECOND, budgets.clock)
        self._seconds = TokenBucket(MAX_BURST_SECONDS, BUSY_SECONDS_PER_SECOND, budgets.clock)
        self._waiting = TokenBucket(MAX_WAIT_SECONDS, WAIT_SECONDS_PER_SECOND, budgets.clock)
        self._turn = asyncio.Lock()
        self._round: asyncio.Task[None] | None = None

    @property
    def is_full(self) -> bool:
        """Whether all buckets are full, so that the budget can be forgotten."""
        return all(one.available >= one.size for one in (self._messages, self._seconds, self._waiting))

    def charge(self, seconds: float) -> None:
        """Count the seconds that were spent on a message before its turn."""
        self._seconds.take(seconds)

    async def wait_for_turn(self, on_slowed: Callable[[], Awaitable[None]]) -> bool:
        """Wait until the next message may be passed on.

        Returns False if the page is to be closed instead. ``on_slowed`` is called while the device is over its budget.
        """
        await self._turn.acquire()
        try:
            is_admitted = await self._wait_for_budget(on_slowed)
            if is_admitted:
                self._messages.take()
                self._round = asyncio.ensure_future(self._measure_round(*self._times()))
        except BaseException:
            self._turn.release()
            raise
        if not is_admitted:
            self._turn.release()
        return is_admitted

    async def _wait_for_budget(self, on_slowed: Callable[[], Awaitable[None]]) -> bool:
        wait = max(self._messages.seconds_until(1), self._seconds.seconds_until(0))
        if not wait:
            return True
        left = self._waiting.available
        if left <= 0:
            return False
        if left < MAX_WAIT_SECONDS - NOTICE_AFTER_SECONDS:
            await on_slowed()
        self._waiting.take(wait)
        await asyncio.sleep(wait)
        return True

    def _times(self) -> tuple[float, float]:
        return self._clock(), self._budgets.processor_clock()

    async def _measure_round(self, began: float, began_processor: float) -> None:
        """Let the event loop handle the message, measure the time, then release the next message."""
        self._budgets.active_count += 1
        try:
            for _ in range(LOOP_ROUNDS_PER_MESSAGE):
                await asyncio.sleep(0)
        finally:
            ended, ended_processor = self._times()
            spent = max(ended_processor - began_processor, (ended - began) / MAX_SLOWDOWN) / self._budgets.active_count
            self._seconds.take(min(spent, MAX_BURST_SECONDS))  # limited, because the computer may have been asleep
            self._budgets.active_count -= 1
            self._turn.release()


class MessageBudgets:
    """Message budgets of all devices.

    ``clock`` is a monotonic clock in seconds, ``processor_clock`` the processor time of the event loop's thread.
    """

    def __init__(self, clock: Clock = time.monotonic, processor_clock: Clock = time.thread_time) -> None:
        self.clock = clock
        self.processor_clock = processor_clock
        self.active_count = 0
        """Number of messages that are handled now; the event loop's time is divided among them."""
        self._of: dict[str, MessageBudget] = {}

    def budget_of(self, device_id: str) -> MessageBudget:
        """Return the budget of that device; the unused budgets of others are dropped."""
        self._of = {other: lane for other, lane in self._of.items() if other == device_id or not lane.is_full}
        return self._of.setdefault(device_id, MessageBudget(self))
