"""Observable objects that several devices watch."""

import logging
import threading
from collections.abc import Callable

ChangeCallback = Callable[[], None]


class Observable:
    """An object that notifies its listeners of a change; they read the new state themselves."""

    def __init__(self) -> None:
        self._listeners: dict[object, ChangeCallback] = {}
        self._listeners_lock = threading.Lock()

    def subscribe(self, listener: ChangeCallback) -> Callable[[], None]:
        """Register a listener for every change; the returned function removes it."""
        key = object()
        with self._listeners_lock:
            self._listeners[key] = listener
        return lambda: self._unsubscribe(key)

    @property
    def redraw_delay(self) -> float:
        """Seconds that a redraw after the latest change may wait, because more changes are likely."""
        return 0.0

    @property
    def has_listeners(self) -> bool:
        """Whether there is any listener."""
        return bool(self._listeners)

    def _unsubscribe(self, key: object) -> None:
        with self._listeners_lock:
            self._listeners.pop(key, None)

    def notify(self) -> None:
        """Notify all listeners; an exception of one does not affect the others."""
        with self._listeners_lock:
            listeners = tuple(self._listeners.values())
        for refresh in listeners:
            try:
                refresh()
            except Exception:  # a listener may fail in any way
                logging.getLogger(__name__).exception("a listener failed")
