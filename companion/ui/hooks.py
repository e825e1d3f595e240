"""Flet components that follow shared objects: each redraws itself in its own session."""

from __future__ import annotations

import contextvars
from typing import TYPE_CHECKING, Any, TypeVar

import flet as ft

if TYPE_CHECKING:
    from collections.abc import Callable

from companion.base.observable import Observable

T = TypeVar("T", bound=Observable)


def use_observable(observable: T) -> T:
    """Redraw the calling component when the object changes and when its device reconnects."""
    page = ft.context.page
    version, set_version = ft.use_state(0)
    del version

    def refresh() -> None:
        set_version(lambda count: count + 1)

    ft.use_effect(lambda: subscribe_page(observable, page, refresh), [id(observable)])
    return observable


def subscribe_page(observable: Observable, page: ft.Page, refresh: Callable[[], None]) -> Callable[[], None]:
    """Call ``refresh`` in the page's own context at every change.

    Returns the function that ends this.
    """

    async def run() -> None:
        refresh()

    def on_change() -> None:
        if is_connected(page):
            # run in a copied context, because run_task modifies it
            contextvars.copy_context().run(page.run_task, run)

    stop, stop_waking = observable.subscribe(on_change), on_reconnect(page, refresh)

    def unsubscribe() -> None:
        stop()
        stop_waking()

    return unsubscribe


def is_connected(page: ft.Page) -> bool:
    """Return whether the page is connected to a server that still runs.

    One that is not catches up when it reconnects.
    """
    try:
        connection = page.session.connection
    except RuntimeError:  # the session was removed
        return False
    return connection is not None and not connection.loop.is_closed()


def on_reconnect(page: ft.Page, refresh: Callable[[], None]) -> Callable[[], None]:
    """Call ``refresh`` when the page reconnects, besides its previous handler.

    Returns the function that ends this.
    """
    callbacks = getattr(page.on_connect, "__self__", None)
    if not isinstance(callbacks, ReconnectCallbacks):
        callbacks = ReconnectCallbacks(page.on_connect)
        page.on_connect = callbacks.handle_connect
    return callbacks.add(refresh)


class ReconnectCallbacks:
    """Callbacks of a page's reconnection, only those of its present screens."""

    def __init__(self, before: Any) -> None:
        self._before = before
        self._refreshes: dict[object, Callable[[], None]] = {}

    def add(self, refresh: Callable[[], None]) -> Callable[[], None]:
        """Add a callback and return the function that removes it."""
        key = object()
        self._refreshes[key] = refresh
        return lambda: self._forget(key)

    def _forget(self, key: object) -> None:
        self._refreshes.pop(key, None)

    def handle_connect(self, event: Any) -> None:
        """Handle the reconnection: call the previous handler, then all callbacks."""
        if callable(self._before):
            self._before(event)
        for refresh in tuple(self._refreshes.values()):
            refresh()
