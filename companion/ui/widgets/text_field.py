"""Text field that keeps its text over redraws, as typing is faster than redrawing."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import flet as ft


@ft.component
def Field(label: str, start: str, on_text: Callable[[str], Any], **more: Any) -> ft.Control:  # noqa: N802
    """Build a text field that reports every change; ``more`` are properties of a TextField."""
    tell: Any = ft.use_ref(lambda: on_text)
    tell.current = on_text

    def made() -> ft.TextField:
        # the same control at every redraw: a new one would restore an outdated text
        return ft.TextField(label=label, value=start, on_change=lambda event: tell.current(event.control.value), **more)

    return ft.Container(ft.use_memo(made, [label]))
