"""Redrawing only what changed: kept parts of a screen, and handlers that stay the same.

A part that is kept is neither built nor compared again. What it shows has to be in its arguments, by value: a handler
is a different argument at every redraw unless it comes from ``use_handlers`` or ``controls.bind``.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable
from dataclasses import fields, replace
from functools import update_wrapper
from typing import TYPE_CHECKING, Any, ParamSpec, TypeVar

import flet as ft
from flet.components.utils import current_renderer

from companion.ui.design.look import Look, current_look
from companion.ui.state import Ref, use_latest

if TYPE_CHECKING:
    from _typeshed import DataclassInstance

    D = TypeVar("D", bound=DataclassInstance)

P = ParamSpec("P")


def memoized(build: Callable[P, ft.Control]) -> Callable[P, ft.Control]:
    """Decorate a function as a component that is built again only when its input changes.

    That is its arguments, compared by ``==``, and the look of the device.
    """

    def draw(look: Look, *args: P.args, **kwargs: P.kwargs) -> ft.Control:
        return build(*args, **kwargs)

    draw.__name__ = build.__name__
    component = ft.component(draw)

    def part(*args: P.args, **kwargs: P.kwargs) -> ft.Control:
        current_renderer().set_memo()  # type: ignore[no-untyped-call]
        return component(current_look(), *args, **kwargs)

    return update_wrapper(part, build)


def use_handlers(handlers: D) -> D:
    """Return handlers that stay the same over redraws and call those of the latest one.

    ``handlers`` is a dataclass whose fields are functions.
    """
    latest = use_latest(handlers)
    return ft.use_memo(lambda: replace(handlers, **{f.name: _forward(latest, f.name) for f in fields(handlers)}), [])


def _forward(latest: Ref[Any], name: str) -> Callable[..., object]:
    """Return a function that calls the handler of that name in the latest redraw."""

    def call(*args: object, **kwargs: object) -> object:
        return getattr(latest.current, name)(*args, **kwargs)

    call.__signature__ = inspect.signature(getattr(latest.current, name))  # type: ignore[attr-defined]  # Flet reads it
    return call
