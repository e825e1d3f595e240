"""Open connections per device; a device with one is online."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable

MAX_CONNECTIONS_PER_DEVICE = 8
"""Maximum number of connections of a device: its pages, and dead ones not yet detected."""
CloseConnection = Callable[[bool], None]
"""Closes a connection, as surplus (True) or for good (False); thread-safe."""


class ConnectionRegistry:
    """Connections by device.

    ``on_change`` is called with each device that goes online or offline.
    """

    def __init__(self, on_change: Callable[[str], None]) -> None:
        self._on_change = on_change
        self._closers: dict[str, dict[object, CloseConnection]] = {}
        self._lock = threading.Lock()

    def __contains__(self, device_id: object) -> bool:
        return device_id in self._closers

    def connection_count(self, device_id: str) -> int:
        """Return the number of open connections of that device."""
        return len(self._closers.get(device_id, ()))

    def devices(self) -> tuple[str, ...]:
        """Return the devices that are online."""
        with self._lock:
            return tuple(self._closers)

    def register(
        self, device_id: str, end: CloseConnection, max_connections: int | None = MAX_CONNECTIONS_PER_DEVICE
    ) -> Callable[[], None]:
        """Register a connection and return the function that unregisters it.

        ``end`` is called to close it. A device with more than ``max_connections`` loses the oldest; None is no limit.
        """
        page = object()
        with self._lock:
            pages = self._closers.setdefault(device_id, {})
            pages[page] = end
            came_online = len(pages) == 1
            surplus = (
                pages.pop(next(iter(pages))) if max_connections is not None and len(pages) > max_connections else None
            )
        if surplus is not None:
            surplus(True)
        if came_online:
            self._on_change(device_id)
        return lambda: self._unregister(device_id, page)

    def _unregister(self, device_id: str, page: object) -> None:
        with self._lock:
            remaining = self._closers.get(device_id, {})
            went_offline = remaining.pop(page, None) is not None and not remaining
            if went_offline:
                del self._closers[device_id]
        if went_offline:
            self._on_change(device_id)

    def close_all(self, device_ids: Iterable[str]) -> None:
        """Close all connections of those devices, for good."""
        with self._lock:
            ends = [end for id in device_ids for end in self._closers.pop(id, {}).values()]
        for end in ends:
            end(False)
