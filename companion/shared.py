"""What several phones look at together."""

import logging
import threading
from collections.abc import Callable

Refresh = Callable[[], None]


class Shared:
    """A plain object that tells its listeners when it has changed; they look for themselves."""

    def __init__(self) -> None:
        self._listeners: dict[object, Refresh] = {}
        self._listening = threading.Lock()

    def subscribe(self, refresh: Refresh) -> Callable[[], None]:
        """Be told of every change, until the function returned is called."""
        key = object()
        with self._listening:
            self._listeners[key] = refresh
        return lambda: self._forget(key)

    @property
    def followed(self) -> bool:
        """Whether anybody is told."""
        return bool(self._listeners)

    def _forget(self, key: object) -> None:
        with self._listening:
            self._listeners.pop(key, None)

    def changed(self) -> None:
        """Tell everybody; one listener's trouble is not another's."""
        with self._listening:
            listeners = tuple(self._listeners.values())
        for refresh in listeners:
            try:
                refresh()
            except Exception:
                logging.getLogger(__name__).exception("a listener failed")
