"""Text field that keeps its text over redraws, as typing is faster than redrawing."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import flet as ft


@ft.component
def TextInput(label: str, initial_text: str, on_text: Callable[[str], Any], **more: Any) -> ft.Control:  # noqa: N802
    """Build a text field that reports every change; ``more`` are properties of a TextField."""
    current_on_text: Any = ft.use_ref(lambda: on_text)
    current_on_text.current = on_text

    def made() -> ft.TextField:
        # the same control at every redraw: a new one would restore an outdated text
        return ft.TextField(
            label=label,
            value=initial_text,
            on_change=lambda event: current_on_text.current(event.control.value),
            **more,
        )

    return ft.Container(ft.use_memo(made, [label]))
