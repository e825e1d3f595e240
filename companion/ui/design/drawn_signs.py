"""Signs that no font of the page has, drawn as outlines: a ghost, a skull and a sword."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

import flet as ft

_SVG = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24"><path fill-rule="evenodd" d="{outline}"/></svg>'


@dataclass(frozen=True)
class DrawnSign:
    """A sign by its outline, an SVG path in a square of 24 by 24."""

    outline: str

    @property
    def svg(self) -> str:
        """The sign as an SVG document; its color is that of the image."""
        return _SVG.format(outline=self.outline)


SignIcon: TypeAlias = ft.IconData | DrawnSign
"""What a sign looks like: an icon of the page's font, or a drawn one."""

GHOST = DrawnSign(
    "M4 22V10a8 8 0 0 1 16 0v12l-2.7-2.6-2.7 2.6-2.6-2.6L9.4 22l-2.7-2.6z"
    "M10.8 10a1.9 1.9 0 1 0-3.8 0 1.9 1.9 0 1 0 3.8 0zM17 10a1.9 1.9 0 1 0-3.8 0 1.9 1.9 0 1 0 3.8 0z"
)
SKULL = DrawnSign(
    "M12 2C6.9 2 3 5.7 3 10.4c0 2.8 1.4 4.9 3.6 6.2V20a2 2 0 0 0 2 2h1v-2.8h1.6V22h1.6v-2.8h1.6V22h1a2 2 0 0 0 2-2v-3.4"
    "c2.2-1.3 3.6-3.4 3.6-6.2C21 5.7 17.1 2 12 2zM10.5 11a2.2 2.2 0 1 0-4.4 0 2.2 2.2 0 1 0 4.4 0z"
    "M17.9 11a2.2 2.2 0 1 0-4.4 0 2.2 2.2 0 1 0 4.4 0zM12 13.2l1.4 2.8h-2.8z"
)
SWORD = DrawnSign("M21.5 2.5H17L8 11.5l4.5 4.5 9-9zM6.7 11.2L4.9 13l2.2 2.2L2.6 19.7l1.7 1.7 4.5-4.5L11 19.1l1.8-1.8z")


def icon_of(
    icon: SignIcon, size: float, color: str | None = None, tooltip: ft.Tooltip | str | None = None
) -> ft.Icon | ft.Image:
    """Build a sign of that size in points; screen readers pass a drawn one over."""
    if isinstance(icon, DrawnSign):
        return ft.Image(icon.svg, width=size, height=size, color=color, tooltip=tooltip, exclude_from_semantics=True)
    return ft.Icon(icon, size=size, color=color, tooltip=tooltip)
