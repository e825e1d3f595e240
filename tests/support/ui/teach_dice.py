"""The page on which a table teaches its dice."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

import flet as ft

from companion.decoding import pool
from companion.library.library import Library
from companion.match.table import Table
from tests.support.ui.app import App, app_at


async def on_page(library: Library, table: Table) -> App:
    """Return a phone that shows the page."""
    app = await app_at(library, f"/t/{table.match.id}/dice")
    await until(app, "Enséñale")
    return app


async def until(app: App, text: str) -> None:
    """Wait for a condition that a thread fulfils."""
    for _ in range(400):
        if text in app.text:
            return
        await app.wait()
    raise AssertionError(f"nowhere to be read: {text!r} in\n{app.text}")


async def choose(app: App, which: int, *files: bytes) -> None:
    """Choose these with the first or second button at the bottom."""
    pickers = [c.action.file_picker for c in app.controls() if isinstance(getattr(c, "action", None), ft.PickFiles)]
    chosen = [ft.FilePickerFile(id=n, name=f"{n}.jpg", size=len(data), bytes=data) for n, data in enumerate(files)]
    event = ft.FilePickerResultEvent(name="result", control=pickers[which], files=chosen)
    await pickers[which].on_result(event)


async def in_worker(task: Callable[..., Any], *args: Any) -> Any:
    """Run a task in a worker process, as the page on which dice are taught does in its turn."""
    return await asyncio.to_thread(pool.run_task_of, pool.READERS, task, *args)
