"""Text field that keeps its text over redraws, as typing is faster than redrawing."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

import flet as ft


@ft.component
def TextInput(  # noqa: N802
    label: str,
    initial_text: str,
    on_text: Callable[[str], Any],
    on_enter: Callable[[], Any] | None = None,
    on_made: Callable[[ft.TextField], Any] | None = None,
    **more: Any,
) -> ft.Control:
    """Build a text field that reports every change; ``more`` are properties of a TextField.

    ``on_enter`` is called at the Enter key; ``on_made`` gets the control, so that another one can give it the focus.
    """
    handlers: Any = ft.use_ref(lambda: (on_text, on_enter))
    handlers.current = on_text, on_enter

    async def enter() -> None:
        done = handlers.current[1]()
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
    return ft.Column(
        [ft.use_memo(made, [label])], spacing=0, tight=True, horizontal_alignment=ft.CrossAxisAlignment.STRETCH
    )
