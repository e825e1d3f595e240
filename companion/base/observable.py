"""Observable objects that several devices watch."""

import logging
import threading
from collections.abc import Callable

Refresh = Callable[[], None]


class Shared:
    """An object that notifies its listeners of a change; they read the new state themselves."""

    def __init__(self) -> None:
        self._listeners: dict[object, Refresh] = {}
        self._listening = threading.Lock()

    def subscribe(self, refresh: Refresh) -> Callable[[], None]:
        """Register a listener for every change; the returned function removes it."""
        key = object()
        with self._listening:
            self._listeners[key] = refresh
        return lambda: self._forget(key)

    @property
    def followed(self) -> bool:
        """Whether there is any listener."""
        return bool(self._listeners)

    def _forget(self, key: object) -> None:
        with self._listening:
            self._listeners.pop(key, None)

    def changed(self) -> None:
        """Notify all listeners; an exception of one does not affect the others."""
        with self._listening:
            listeners = tuple(self._listeners.values())
        for refresh in listeners:
            try:
                refresh()
            except Exception:
                logging.getLogger(__name__).exception("a listener failed")
