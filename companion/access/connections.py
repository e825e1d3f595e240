"""Open connections per device; a device with one is online."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from weakref import WeakSet

MAX_CONNECTIONS_PER_DEVICE = 8
"""Maximum number of connections of a device: its pages, and dead ones not yet detected."""
MAX_PAGES_PER_OWNER = 200
"""Most open pages of all devices of an owner in one process: ten tables of eight phones with two each, and a host's."""
MEMORY_WITHOUT_PAGES, MIN_PAGES_IN_ALL = 200, 16
"""MiB that a hosted process takes without pages, and the pages that it serves whatever its limit of memory is."""
CloseConnection = Callable[[bool], None]
"""Closes a connection, as surplus (True) or for good (False); thread-safe."""


@dataclass
class PageLimits:
    """Limits of the open pages of each owner of a process, and of all together.

    Where there are too many in all, the owner with most loses one.
    """

    in_all: int | None = None
    per_owner: int = MAX_PAGES_PER_OWNER
    _owners: WeakSet[ConnectionRegistry] = field(default_factory=WeakSet)
    _lock: threading.Lock = field(default_factory=threading.Lock)

    @classmethod
    def of_memory(cls, mebibytes: int) -> PageLimits:
        """Return the limits of a process with that limit of memory, 0 for none.

        A page takes up to one MiB.
        """
        return cls(max(MIN_PAGES_IN_ALL, mebibytes - MEMORY_WITHOUT_PAGES) if mebibytes else None)

    def include(self, owner: ConnectionRegistry) -> None:
        """Let the pages of another owner count."""
        with self._lock:
            self._owners.add(owner)

    def enforce(self, owner: ConnectionRegistry) -> None:
        """Close a page where a new one of that owner is one too many."""
        if len(owner) > self.per_owner:
            owner.close_surplus()
        elif self.in_all is not None:
            with self._lock:  # requests of several threads begin and open owners
                owners = list(self._owners)
            if sum(map(len, owners)) > self.in_all:
                max(owners, key=len).close_surplus()


class ConnectionRegistry:
    """Connections by device.

    ``on_change`` is called with each device that goes online or offline.
    """

    def __init__(self, on_change: Callable[[str], None]) -> None:
        self._on_change = on_change
        self._closers: dict[str, dict[object, CloseConnection]] = {}
        self._limits: PageLimits | None = None
        self._lock = threading.Lock()

    def __contains__(self, device_id: object) -> bool:
        return device_id in self._closers

    def __len__(self) -> int:
        with self._lock:
            return sum(map(len, self._closers.values()))

    def limit(self, limits: PageLimits) -> None:
        """Apply these limits from now on."""
        self._limits = limits
        limits.include(self)

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
        if self._limits is not None:
            self._limits.enforce(self)
        return lambda: self._unregister(device_id, page)

    def close_surplus(self) -> None:
        """Close the oldest page of the device that has most."""
        with self._lock:
            if not self._closers:
                return
            device_id = max(self._closers, key=lambda one: len(self._closers[one]))
            page, end = next(iter(self._closers[device_id].items()))
        self._unregister(device_id, page)
        end(True)

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
