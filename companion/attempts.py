"""How many invitations anybody may try: enough for a slip of the finger, too few for guessing."""

from __future__ import annotations

import time
from collections.abc import Callable

EACH, ALL = 10, 100
"""Wrong invitations that one address, and all together, may try in a while."""
WHILE = 60.0
"""Seconds until everybody is heard again."""


class Attempts:
    """The wrong invitations of a while.

    The same one twice is one attempt: a phone with last month's asks often. It never holds more than ``ALL``.
    """

    def __init__(self, now: Callable[[], float] = time.monotonic, each: int = EACH, together: int = ALL) -> None:
        self._now = now
        self._each = each
        self._together = together
        self._since = now()
        self._wrong: dict[str, set[int]] = {}

    def wait(self, address: str) -> int:
        """Seconds until an invitation from that address is looked at; 0 if it is now."""
        left = self._since + WHILE - self._now()
        if left <= 0:
            self._since, left = self._now(), WHILE
            self._wrong.clear()
        spent = len(self._wrong.get(address, ())) >= self._each
        return max(1, round(left)) if spent or sum(map(len, self._wrong.values())) >= self._together else 0

    def wrong(self, address: str, word: str) -> bool:
        """That one was wrong; whether it is news."""
        tried = self._wrong.setdefault(address, set())
        before = len(tried)
        tried.add(hash(word))
        return len(tried) > before
