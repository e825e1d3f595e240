"""File upload from a phone, beside the page's own connection.

A large photo would block that connection.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

import flet as ft

from companion.access import uploads
from companion.access.upload_inbox import INBOX, PATIENCE, Upload
from companion.base.background import aside
from companion.base.errors import GONE, HEAVY
from companion.decoding import pool
from rules.engine import Text

LEFT = 10
"""Seconds without a page after which the file it was to send is given up."""
Fetch = Callable[[ft.FilePickerFile], Awaitable[bytes | Text | None]]


def straight() -> bool:
    """Return whether files must come over the page's own connection.

    This is so where no upload endpoint runs.
    """
    try:
        ft.context.page.get_upload_url("probe", 1)
    except (RuntimeError, NotImplementedError, AttributeError):
        return True
    return False


def picking(on_result: Callable[[ft.FilePickerResultEvent], Awaitable[None]]) -> tuple[ft.FilePicker, Fetch]:
    """Return a file picker, and the function that fetches what it picked."""
    pool.warm()
    coming: dict[str, Upload] = {}

    def on_upload(event: ft.FilePickerUploadEvent) -> None:
        # the server itself sees that a file has arrived; the phone's events are needed only for its errors
        upload = coming.get(event.file_name) if isinstance(event.file_name, str) else None
        if upload is not None and event.error:
            upload.fail()

    picker = ft.FilePicker(on_result=on_result, on_upload=on_upload)

    async def fetch(file: ft.FilePickerFile) -> bytes | Text | None:
        try:
            return await _fetched(picker, file, coming)
        except Exception:  # the phone went to sleep, or sent malformed data
            logging.getLogger(__name__).exception("a photo did not arrive")
            return GONE

    return picker, fetch


async def _fetched(picker: ft.FilePicker, file: ft.FilePickerFile, coming: dict[str, Upload]) -> bytes | Text | None:
    """Return the file's bytes, or an error text, or None if there are none.

    The text says that the file is too large or may not be read. Everything in ``file`` is the client's claim. Its
    size only spares an honest phone a useless upload. Its path names a file of this computer, which no phone may name
    while this process serves phones.
    """
    if file.path is not None and not uploads.paths_allowed():
        return GONE
    if isinstance(file.size, int) and file.size > uploads.HEAVIEST:
        return HEAVY
    if file.bytes is not None:
        return _bounded(file.bytes) if isinstance(file.bytes, bytes) else None
    if file.path is not None:
        return await aside(_read, Path(file.path))
    return None if straight() else await _uploaded(picker, file, coming)


def _bounded(data: bytes) -> bytes | Text:
    return HEAVY if len(data) > uploads.HEAVIEST else data


def _read(path: Path) -> bytes | Text | None:
    try:
        return HEAVY if path.stat().st_size > uploads.HEAVIEST else path.read_bytes()
    except OSError:
        return None


async def _uploaded(picker: ft.FilePicker, file: ft.FilePickerFile, coming: dict[str, Upload]) -> bytes | Text | None:
    """Request the upload and return its bytes.

    Raises ``OSError`` if there is no room for the file.
    """
    page, name = ft.context.page, str(file.name)
    upload = coming[name] = INBOX.expect(INBOX.owner(page.session))
    url = page.get_upload_url(upload.name, PATIENCE)
    asking = asyncio.ensure_future(picker.upload([ft.FilePickerUploadFile(upload_url=url, id=file.id, name=file.name)]))
    try:
        await _arrival(upload, asking, page.session)
        return await aside(upload.path.read_bytes) if upload.whole else upload.reason
    finally:
        asking.cancel()
        INBOX.drop(upload)
        if coming.get(name) is upload:
            del coming[name]


async def _arrival(upload: Upload, asking: asyncio.Task[None], session: Any) -> None:
    """Wait until the upload is over, its time is up, or the page has been away for too long.

    Too long is ``AWAY_TIMEOUT_SECONDS``. Raises what ``asking`` raises.
    """
    here = time.monotonic()
    while not upload.over.is_set() and time.monotonic() < min(upload.ends, here + LEFT):
        if session.connection is not None:
            here = time.monotonic()
        with suppress(TimeoutError):
            await asyncio.wait_for(upload.over.wait(), 1)
        if asking.done():
            asking.result()
