"""Redrawing only what changed: kept parts of a screen, and handlers that stay the same.

A part that is kept is neither built nor compared again. What it shows has to be in its arguments, by value: a handler
is a different argument at every redraw unless it comes from ``use_handler`` or ``controls.bind``.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable
from functools import update_wrapper
from typing import ParamSpec

import flet as ft
from flet.components.utils import current_renderer

from companion.ui.design.look import PageLook, current_look
from companion.ui.state import use_latest

P = ParamSpec("P")


def memoized(build: Callable[P, ft.Control]) -> Callable[P, ft.Control]:
    """Decorate a function as a component that is built again only when its input changes.

    That is its arguments, compared by ``==``, and the look of the device.
    """

    def draw(look: PageLook, *args: P.args, **kwargs: P.kwargs) -> ft.Control:
        return build(*args, **kwargs)

    draw.__name__ = build.__name__
    component = ft.component(draw)

    def part(*args: P.args, **kwargs: P.kwargs) -> ft.Control:
        current_renderer().set_memo()  # type: ignore[no-untyped-call]
        return component(current_look(), *args, **kwargs)

    return update_wrapper(part, build)


def use_handler(handle: Callable[P, object]) -> Callable[P, object]:
    """Return a handler that stays the same over redraws and calls that of the latest one.

    Flet looks at the handler's parameters, which are those of the first one.
    """
    latest = use_latest(handle)

    def make() -> Callable[P, object]:
        def call(*args: P.args, **kwargs: P.kwargs) -> object:
            return latest.current(*args, **kwargs)

        call.__signature__ = inspect.signature(handle)  # type: ignore[attr-defined]  # what Flet reads
        return call

    return ft.use_memo(make, [])
