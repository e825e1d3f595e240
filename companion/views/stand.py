"""A phone that stands over the table: its viewfinder opens by itself at every throw that is asked for."""

from __future__ import annotations

from weakref import WeakSet

import flet as ft

STANDING: WeakSet[ft.Page] = WeakSet()
"""The pages whose phones stand; one that is opened anew lies in a hand again."""


def stands() -> bool:
    """Whether the phone that is being drawn stands over the table."""
    return ft.context.page in STANDING


def turn_stand() -> None:
    """It stands from now on, or no longer."""
    page = ft.context.page
    (STANDING.discard if page in STANDING else STANDING.add)(page)
