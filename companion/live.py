"""The pages that are open, by the phone that holds them: whoever has one is awake."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable

SOCKETS = 8
"""Connections that a phone may have at once: its pages, and those that it has not yet noticed to be dead."""
End = Callable[[bool], None]
"""Ends a connection, because it is one too many or else for good; called from any thread."""


class Live:
    """Connections by phone; ``moved`` is told of each that wakes up or falls asleep."""

    def __init__(self, moved: Callable[[str], None]) -> None:
        self._moved = moved
        self._ends: dict[str, dict[object, End]] = {}
        self._lock = threading.Lock()

    def __contains__(self, id: object) -> bool:
        return id in self._ends

    def pages(self, id: str) -> int:
        """How many that phone has open."""
        return len(self._ends.get(id, ()))

    def opened(self, id: str, end: End, most: int | None = SOCKETS) -> Callable[[], None]:
        """A page is open, and would be closed by ``end``; call what is returned when it is closed.

        A phone that opens more than ``most`` loses the oldest; without it, it may open as many as it likes.
        """
        page = object()
        with self._lock:
            pages = self._ends.setdefault(id, {})
            pages[page] = end
            woke = len(pages) == 1
            surplus = pages.pop(next(iter(pages))) if most is not None and len(pages) > most else None
        if surplus is not None:
            surplus(True)
        if woke:
            self._moved(id)
        return lambda: self._closed(id, page)

    def _closed(self, id: str, page: object) -> None:
        with self._lock:
            left = self._ends.get(id, {})
            slept = left.pop(page, None) is not None and not left
            if slept:
                del self._ends[id]
        if slept:
            self._moved(id)

    def hang_up(self, ids: Iterable[str]) -> None:
        """End all connections of those phones, for good."""
        with self._lock:
            ends = [end for id in ids for end in self._ends.pop(id, {}).values()]
        for end in ends:
            end(False)
