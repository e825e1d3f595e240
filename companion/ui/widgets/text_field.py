"""Text field that keeps its text over redraws, as typing is faster than redrawing."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Any

import flet as ft

from companion.ui.design.boxes import STRETCH, column_of
from companion.ui.state import use_latest


@ft.component
def TextInput(  # noqa: N802
    label: str,
    initial_text: str,
    on_text: Callable[[str], object],
    on_enter: Callable[[], object] | None = None,
    on_made: Callable[[ft.TextField], object] | None = None,
    **more: Any,
) -> ft.Control:
    """Build a text field that reports every change; ``more`` are properties of a TextField.

    ``on_enter`` is called at the Enter key; ``on_made`` gets the control, so that another one can give it the focus.
    """
    handlers = use_latest((on_text, on_enter))

    async def enter() -> None:
        latest = handlers.current[1]
        done = latest() if latest is not None else None
        if isinstance(done, Awaitable):
            await done

    def made() -> ft.TextField:
        # the same control at every redraw: a new one would restore an outdated text
        field = ft.TextField(
            label=label,
            value=initial_text,
            on_change=lambda event: handlers.current[0](event.control.value),
            on_submit=None if on_enter is None else enter,
            **more,
        )
        if on_made is not None:
            on_made(field)
        return field

    # in a list: Flet loses the parent of a control that stays the only content of a new container
    return column_of([ft.use_memo(made, [label])], 0, STRETCH)


async def give_focus(field: ft.TextField) -> None:
    """Give the field the focus, unless it was closed meanwhile."""
    focus: Callable[[], Awaitable[None]] = field.focus  # its result has no type
    with suppress(RuntimeError):
        await focus()
