"""Phones on a stand over the table: the viewfinder opens at every roll."""

from __future__ import annotations

import flet as ft

from companion.base.session_value import SessionValue

_standing = SessionValue("standing", bool)


def is_standing() -> bool:
    """Return whether the phone being drawn is on a stand; a page that is opened anew is not."""
    return _standing.get(ft.context.page)


def toggle_standing() -> None:
    """Toggle whether the phone is on a stand."""
    _standing.set(ft.context.page, not is_standing())
