"""Handling of pages that leave while they are opened: a log line, not an error."""

from __future__ import annotations

import inspect
import logging
from collections.abc import Awaitable, Callable
from typing import Any

import flet as ft


def log_early_departures(main: Callable[[ft.Page], Any]) -> Callable[[ft.Page], Awaitable[None]]:
    """Wrap the handler of new pages so that a page that leaves early is only logged.

    While ``main`` waits for the page's answers, the page may leave and its session may be removed. Flet 1.0.5 then
    continues with a missing session; after a ``BrokenPipeError`` it does not.
    """

    async def opened(page: ft.Page) -> None:
        connection = _connection(page)
        try:
            result = main(page)
            if inspect.isawaitable(result):
                await result
        except Exception:
            if connection is not None and _connection(page) is connection:
                raise
        if connection is None or _connection(page) is not connection:
            logging.getLogger(__name__).warning("a page left while it was opened")
            raise BrokenPipeError

    return opened


def _connection(page: ft.Page) -> Any:
    """Return the connection of the page; None if it has left."""
    try:
        return page.session.connection
    except RuntimeError:  # Flet: "An attempt to fetch destroyed session."
        return None
