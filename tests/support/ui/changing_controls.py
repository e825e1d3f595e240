"""A phone that shows one of each control that a user changes."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

import flet as ft

from tests.support.ui.app import App


@ft.component
def ChangingControls() -> Any:  # noqa: N802 - named like a class
    """One of each control that a user changes."""
    radio = ft.RadioGroup(ft.Column([ft.Radio(value="a")]), on_change=lambda event: None)
    field = ft.TextField(label="name", on_change=lambda event: None, border=ft.OutlineInputBorder())
    return ft.Column([field, ft.Switch(label="on"), radio, ft.ExpansionTile(title="more"), ft.Container(width=9)])


async def open_phone() -> App:
    """A phone that shows those controls."""
    return await App().show(ChangingControls)


def on_phone(scene: Callable[[App], Any]) -> None:
    """Run a scene with that phone; one that is a coroutine is awaited."""

    async def run() -> None:
        phone = await open_phone()
        try:
            if (waits := scene(phone)) is not None:
                await waits
        finally:
            phone.wire.dispose()

    asyncio.run(run())
