"""Getting a chosen file from a phone: its bytes come beside the page's own traffic, which a large photo would stop."""

from __future__ import annotations

import asyncio
import logging
import uuid
from collections.abc import Awaitable, Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

import flet as ft

from companion import uploads
from companion.aside import aside
from rules.engine import Text

GONE = Text("The file could not be read: choose it again.")
HEAVY = Text("The file is too large: choose a smaller picture.")
PATIENCE = 120
"""Seconds until a file that does not arrive is given up."""
Fetch = Callable[[ft.FilePickerFile], Awaitable[bytes | Text | None]]


def straight() -> bool:
    """Whether files must come with the page's own traffic: nobody takes uploads here."""
    try:
        ft.context.page.get_upload_url("probe", 1)
    except (RuntimeError, NotImplementedError, AttributeError):
        return True
    return False


def picking(on_result: Callable[[ft.FilePickerResultEvent], Awaitable[None]]) -> tuple[ft.FilePicker, Fetch]:
    """A picker, and how to get what it picked."""
    arrivals: dict[str, asyncio.Future[None]] = {}

    def on_upload(event: ft.FilePickerUploadEvent) -> None:
        arrival = arrivals.get(event.file_name)
        if arrival is not None and not arrival.done() and (event.error or event.progress == 1):
            arrival.set_result(None)

    picker = ft.FilePicker(on_result=on_result, on_upload=on_upload)

    async def fetch(file: ft.FilePickerFile) -> bytes | Text | None:
        try:
            return await _fetched(picker, file, arrivals)
        except Exception:  # the phone went to sleep, or sends what no phone sends
            logging.getLogger(__name__).exception("a photo did not arrive")
            return GONE

    return picker, fetch


async def _fetched(picker: ft.FilePicker, file: ft.FilePickerFile, arrivals: dict[str, Any]) -> bytes | Text | None:
    """The file's bytes; a sentence if they are too many or may not be had; None if there are none.

    All of ``file`` is the client's word: its size counts only to spare an honest phone a useless upload, and its path
    is a file of this computer, which no phone may name while this process serves phones.
    """
    if file.path is not None and not uploads.paths_allowed():
        return GONE
    if isinstance(file.size, int) and file.size > uploads.HEAVIEST:
        return HEAVY
    if file.bytes is not None:
        return _bounded(file.bytes) if isinstance(file.bytes, bytes) else None
    if file.path is not None:
        return await aside(_read, Path(file.path))
    return None if straight() else await _uploaded(picker, file, arrivals)


def _bounded(data: bytes) -> bytes | Text:
    return HEAVY if len(data) > uploads.HEAVIEST else data


def _read(path: Path) -> bytes | Text | None:
    try:
        return HEAVY if path.stat().st_size > uploads.HEAVIEST else path.read_bytes()
    except OSError:
        return None


async def _uploaded(picker: ft.FilePicker, file: ft.FilePickerFile, arrivals: dict[str, Any]) -> bytes | None:
    """Have it sent, and take what arrived."""
    name = uuid.uuid4().hex
    arrival = arrivals[file.name] = asyncio.get_running_loop().create_future()
    url = ft.context.page.get_upload_url(name, PATIENCE)
    await picker.upload([ft.FilePickerUploadFile(upload_url=url, id=file.id, name=file.name)])
    with suppress(TimeoutError):
        await asyncio.wait_for(arrival, PATIENCE)
    return await aside(uploads.take, name)
