"""Typed local state of components: refs, optional values, and values loaded in a thread."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from typing import Generic, ParamSpec, TypeVar

import flet as ft

from companion.base.background import run_in_background

P = ParamSpec("P")
T = TypeVar("T")


class Ref(Generic[T]):
    """Value of a component that is kept over redraws; a new one draws nothing."""

    def __init__(self, value: T) -> None:
        self.current = value

    def set(self, value: T) -> None:
        """Keep another value."""
        self.current = value


def use_ref(initial: T) -> Ref[T]:
    """Return a ref that begins with this value."""
    return ft.use_memo(lambda: Ref(initial), [])


def use_latest(value: T) -> Ref[T]:
    """Return a ref to the value of the latest draw, for handlers that outlive a draw."""
    ref = use_ref(value)
    ref.current = value
    return ref


def use_optional(kind: type[T]) -> tuple[T | None, Callable[[T | None], None]]:
    """Return local state that is None until it is set to an object of that kind, and its setter."""
    return ft.use_state(None)


def use_loaded(dependencies: Sequence[object], load: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T | None:
    """Return what ``load`` returns, run off the screen's thread again when a dependency changes.

    None until it is there the first time.
    """
    return use_awaited(dependencies, lambda: run_in_background(load, *args, **kwargs))


def use_awaited(dependencies: Sequence[object], load: Callable[[], Awaitable[T]]) -> T | None:
    """Return what ``load`` returns, awaited again when a dependency changes; None until then."""
    loaded: tuple[T | None, Callable[[T | None], None]] = ft.use_state(None)

    async def run() -> None:
        loaded[1](await load())

    ft.use_effect(run, dependencies)
    return loaded[0]
