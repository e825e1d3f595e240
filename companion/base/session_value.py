"""Values of one page, kept in the store of its session and gone with it."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Generic, TypeVar

if TYPE_CHECKING:
    from flet import Page

T = TypeVar("T")


class SessionValue(Generic[T]):
    """A value that each page has for itself; ``make`` makes the first one."""

    def __init__(self, key: str, make: Callable[[], T]) -> None:
        self._key, self._make = key, make

    def get(self, page: Page) -> T:
        """Return the page's value."""
        store = page.session.store
        value: T | None = store.get(self._key)
        if value is None:
            value = self._make()
            store.set(self._key, value)
        return value

    def set(self, page: Page, value: T) -> None:
        """Give the page another value."""
        page.session.store.set(self._key, value)
