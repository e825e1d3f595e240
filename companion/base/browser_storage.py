"""How full the browser's storage for this page is, and whether the browser may clear it."""

from __future__ import annotations

from dataclasses import dataclass

from .background import IS_PAGE
from .observable import Observable


@dataclass(frozen=True, slots=True)
class StorageUsage:
    """What the browser keeps for this page, in bytes."""

    used: int
    quota: int
    """How much it would keep at most; the browser's estimate."""
    is_persistent: bool
    """Whether only the person can clear it; otherwise the browser may, where room is short."""


class BrowserSaves(Observable):
    """Whether the browser saves what is played; listeners hear of every change."""

    is_failing = False
    """Whether the last attempt failed: the storage is full or closed."""
    is_known = False
    """Whether somebody has said that they know of it."""

    def note(self, is_failing: bool) -> None:
        """Note how an attempt to save went."""
        if is_failing != self.is_failing:
            self.is_failing, self.is_known = is_failing, False
            self.notify()

    def acknowledge(self) -> None:
        """Note that somebody knows that it fails."""
        self.is_known = True
        self.notify()


BROWSER_SAVES = BrowserSaves()
"""The saves of this page; they never fail where there is a server."""


async def storage_usage() -> StorageUsage | None:
    """Return how full the storage is; None without a page, or where the browser does not tell."""
    if not IS_PAGE:
        return None
    from js import navigator  # the browser's own
    from pyodide.ffi import JsException

    try:
        told = await navigator.storage.estimate()
        return StorageUsage(int(told.usage), int(told.quota), bool(await navigator.storage.persisted()))
    except (AttributeError, JsException):  # an older browser, or a page without https
        return None
