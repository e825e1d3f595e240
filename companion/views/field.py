"""A line to type in. Letters come faster than pages are drawn, so a page that is drawn again leaves it alone."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import flet as ft


@ft.component
def Field(label: str, start: str, on_text: Callable[[str], Any], **more: Any) -> ft.Control:  # noqa: N802
    """A text field that begins with ``start`` and tells of every letter; ``more`` are properties of a TextField."""
    tell: Any = ft.use_ref(lambda: on_text)
    tell.current = on_text

    def made() -> ft.TextField:
        # the same control at every drawing: a new one would bring back a text that is some letters old
        return ft.TextField(label=label, value=start, on_change=lambda event: tell.current(event.control.value), **more)

    return ft.Container(ft.use_memo(made, [label]))
