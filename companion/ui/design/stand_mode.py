"""Phones on a stand over the table: the viewfinder opens at every roll."""

from __future__ import annotations

from weakref import WeakSet

import flet as ft

STANDING: WeakSet[ft.Page] = WeakSet()
"""Pages of phones on a stand; a page that is opened anew is not."""


def stands() -> bool:
    """Return whether the phone being drawn is on a stand."""
    return ft.context.page in STANDING


def turn_stand() -> None:
    """Toggle whether the phone is on a stand."""
    page = ft.context.page
    (STANDING.discard if page in STANDING else STANDING.add)(page)
