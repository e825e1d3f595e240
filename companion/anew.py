"""A phone that sleeps wakes to controls with new numbers.

Flet's client takes whatever has a number that it knows for the same control, and compares the two of them with all that
is below, at every level anew: a table took it seconds in which the phone stood still. What has a new number is drawn.
"""

from __future__ import annotations

import flet as ft
from flet.controls.id_counter import ControlId
from flet.controls.services.service import Service


def renumber(page: ft.Page) -> None:
    """Give all that is drawn a new number: to be done while nobody is connected."""
    index = page.session.index
    for number, control in list(index.items()):
        if not isinstance(control, ft.Page | ft.Window | Service):  # the client has these from the beginning
            del index[number]
            control._i = ControlId.next()
            index[control._i] = control
