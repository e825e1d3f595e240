"""Rate limits by address: typing errors are allowed, guessing and flooding are not."""

from __future__ import annotations

import time
from collections.abc import Callable

from .addresses import network_of

MAX_PER_ADDRESS, MAX_TOTAL = 10, 100
"""Maximum number of wrong invitations per window from one address, and from all addresses."""
WINDOW_SECONDS = 60.0
"""Length of a window in seconds, after which all counts start again."""


class AttemptLimiter:
    """Counter of the wrong invitations in the current window.

    The same wrong word from the same address counts once, because a device with an expired invitation asks often. A
    network of IPv6 is one address. At most ``total`` words are stored.
    """

    def __init__(
        self,
        clock: Callable[[], float] = time.monotonic,
        per_address: int = MAX_PER_ADDRESS,
        total: int = MAX_TOTAL,
        window: float = WINDOW_SECONDS,
    ) -> None:
        self._now = clock
        self._window = window
        self._each = per_address
        self._together = total
        self._since = clock()
        self._wrong: dict[str, set[int]] = {}

    def seconds_to_wait(self, address: str) -> int:
        """Return the seconds until an invitation from that address is checked again; 0 if it is now."""
        left = self._since + self._window - self._now()
        if left <= 0:
            self._since, left = self._now(), self._window
            self._wrong.clear()
        spent = len(self._wrong.get(network_of(address), ())) >= self._each
        return max(1, round(left)) if spent or sum(map(len, self._wrong.values())) >= self._together else 0

    def record_failure(self, address: str, word: str) -> bool:
        """Record a wrong invitation and return whether it is a new one."""
        words = self._wrong.setdefault(network_of(address), set())
        before = len(words)
        words.add(hash(word))
        return len(words) > before
