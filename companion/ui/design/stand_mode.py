"""Phones on a stand over the table: the viewfinder opens at every roll."""

from __future__ import annotations

from weakref import WeakSet

import flet as ft

STANDING_PAGES: WeakSet[ft.Page] = WeakSet()
"""Pages of phones on a stand; a page that is opened anew is not."""


def is_standing() -> bool:
    """Return whether the phone being drawn is on a stand."""
    return ft.context.page in STANDING_PAGES


def toggle_standing() -> None:
    """Toggle whether the phone is on a stand."""
    page = ft.context.page
    (STANDING_PAGES.discard if page in STANDING_PAGES else STANDING_PAGES.add)(page)
