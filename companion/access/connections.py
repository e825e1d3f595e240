"""Open connections per device; a device with one is online."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable

SOCKETS = 8
"""Maximum number of connections of a device: its pages, and dead ones not yet detected."""
End = Callable[[bool], None]
"""Closes a connection, as surplus (True) or for good (False); thread-safe."""


class Live:
    """Connections by device.

    ``on_change`` is called with each device that goes online or offline.
    """

    def __init__(self, moved: Callable[[str], None]) -> None:
        self._moved = moved
        self._ends: dict[str, dict[object, End]] = {}
        self._lock = threading.Lock()

    def __contains__(self, id: object) -> bool:
        return id in self._ends

    def pages(self, id: str) -> int:
        """Return the number of open connections of that device."""
        return len(self._ends.get(id, ()))

    def opened(self, id: str, end: End, most: int | None = SOCKETS) -> Callable[[], None]:
        """Register a connection and return the function that unregisters it.

        ``end`` is called to close it. A device with more than ``max_connections`` loses the oldest; None is no limit.
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
        """Close all connections of those devices, for good."""
        with self._lock:
            ends = [end for id in ids for end in self._ends.pop(id, {}).values()]
        for end in ends:
            end(False)
