"""How a Flet component follows what several phones share: each redraws itself, in its own session."""

from __future__ import annotations

import contextvars
from typing import TYPE_CHECKING, Any, TypeVar

import flet as ft

if TYPE_CHECKING:
    from collections.abc import Callable

from .shared import Shared

T = TypeVar("T", bound=Shared)


def use_table(table: T) -> T:
    """Redraw the calling component whenever the table changes, and when its phone wakes up."""
    page = ft.context.page
    version, set_version = ft.use_state(0)
    del version

    def refresh() -> None:
        set_version(lambda count: count + 1)

    ft.use_effect(lambda: follow(table, page, refresh), [id(table)])
    return table


def follow(table: Shared, page: ft.Page, refresh: Callable[[], None]) -> Callable[[], None]:
    """Call ``refresh`` in the page's own context at every change, until the function returned is called."""

    async def run() -> None:
        refresh()

    def tell() -> None:
        if awake(page):
            # run_task leaves its page behind in the caller's context: give it a copy to spoil
            contextvars.copy_context().run(page.run_task, run)

    stop, stop_waking = table.subscribe(tell), on_wake(page, refresh)

    def both() -> None:
        stop()
        stop_waking()

    return both


def awake(page: ft.Page) -> bool:
    """Whether the phone is connected, to a server that still runs; one that sleeps catches up when it wakes."""
    try:
        connection = page.session.connection
    except RuntimeError:  # the session is gone
        return False
    return connection is not None and not connection.loop.is_closed()


def on_wake(page: ft.Page, refresh: Callable[[], None]) -> Callable[[], None]:
    """Call ``refresh`` when the phone connects again, besides whatever else was to be done then."""
    waking = getattr(page.on_connect, "__self__", None)
    if not isinstance(waking, Waking):
        waking = Waking(page.on_connect)
        page.on_connect = waking.connected
    return waking.add(refresh)


class Waking:
    """What a page does when its phone connects again: however many screens have come and gone, only what is there."""

    def __init__(self, before: Any) -> None:
        self._before = before
        self._refreshes: dict[object, Callable[[], None]] = {}

    def add(self, refresh: Callable[[], None]) -> Callable[[], None]:
        """Do this as well, until the function returned is called."""
        key = object()
        self._refreshes[key] = refresh
        return lambda: self._forget(key)

    def _forget(self, key: object) -> None:
        self._refreshes.pop(key, None)

    def connected(self, event: Any) -> None:
        """The phone is awake."""
        if callable(self._before):
            self._before(event)
        for refresh in tuple(self._refreshes.values()):
            refresh()
