"""Ids of a page's controls, which Flet's client takes for the identity of what it has drawn."""

from __future__ import annotations

import flet as ft
from flet.controls.id_counter import ControlId
from flet.controls.services.service import Service


def reassign_control_ids(page: ft.Page) -> None:
    """Assign a new id to every control of the page; to be called while no client is connected.

    Flet's client takes a control with a known id for the same one and compares both with all that is below, again at
    every level: a device that reconnected was blocked for seconds. Controls with new ids are simply drawn.
    """
    index = page.session.index
    for number, control in list(index.items()):
        if not isinstance(control, ft.Page | ft.Window | Service):  # these have fixed ids in the client
            del index[number]
            control._i = ControlId.next()
            index[control._i] = control
