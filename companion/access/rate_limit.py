"""Rate limit for wrong invitations: allows typing errors, prevents guessing."""

from __future__ import annotations

import time
from collections.abc import Callable

EACH, ALL = 10, 100
"""Maximum number of wrong invitations per window from one address, and from all addresses."""
WHILE = 60.0
"""Length of a window in seconds, after which all counts start again."""


class Attempts:
    """Counter of the wrong invitations in the current window.

    The same wrong word from the same address counts once, because a device with an expired invitation asks often. At
    most ``MAX_TOTAL`` words are stored.
    """

    def __init__(self, now: Callable[[], float] = time.monotonic, each: int = EACH, together: int = ALL) -> None:
        self._now = now
        self._each = each
        self._together = together
        self._since = now()
        self._wrong: dict[str, set[int]] = {}

    def wait(self, address: str) -> int:
        """Return the seconds until an invitation from that address is checked again; 0 if it is now."""
        left = self._since + WHILE - self._now()
        if left <= 0:
            self._since, left = self._now(), WHILE
            self._wrong.clear()
        spent = len(self._wrong.get(address, ())) >= self._each
        return max(1, round(left)) if spent or sum(map(len, self._wrong.values())) >= self._together else 0

    def wrong(self, address: str, word: str) -> bool:
        """Record a wrong invitation and return whether it is a new one."""
        tried = self._wrong.setdefault(address, set())
        before = len(tried)
        tried.add(hash(word))
        return len(tried) > before
