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
from typing import TYPE_CHECKING

import flet as ft

from companion.access import uploads
from companion.access.uploads import INBOX, UPLOAD_TIMEOUT_SECONDS, ExpectedUpload
from companion.base.background import run_in_background
from companion.base.errors import FILE_GONE_TEXT, FILE_TOO_LARGE_TEXT
from companion.decoding import pool
from companion.ui.session.navigation import process_of_page, table_of_page
from companion.ui.session.routes import below_table
from rules.engine import Text

if TYPE_CHECKING:
    from flet.messaging.session import Session

AWAY_TIMEOUT_SECONDS = 10
"""Seconds without a page after which the file it was to send is given up."""
FetchFile = Callable[[ft.FilePickerFile], Awaitable[bytes | Text | None]]


def must_send_inline() -> bool:
    """Return whether files must come over the page's own connection.

    This is so where no upload endpoint runs.
    """
    try:
        ft.context.page.get_upload_url("probe", 1)
    except (RuntimeError, NotImplementedError, AttributeError):
        return True
    return False


def make_file_picker(
    on_result: Callable[[ft.FilePickerResultEvent], Awaitable[None]],
) -> tuple[ft.FilePicker, FetchFile]:
    """Return a file picker, and the function that fetches what it picked."""
    pool.warm_up()
    pending_uploads: dict[str, ExpectedUpload] = {}

    def on_upload(event: ft.FilePickerUploadEvent) -> None:
        # the server itself sees that a file has arrived; the phone's events are needed only for its errors
        upload = pending_uploads.get(event.file_name) if isinstance(event.file_name, str) else None
        if upload is not None and event.error:
            upload.fail()

    picker = ft.FilePicker(on_result=on_result, on_upload=on_upload)

    async def fetch(file: ft.FilePickerFile) -> bytes | Text | None:
        try:
            return await _fetch_bytes(picker, file, pending_uploads)
        except Exception:  # the phone went to sleep, or sent malformed data
            logging.getLogger(__name__).exception("a photo did not arrive")
            return FILE_GONE_TEXT

    return picker, fetch


async def _fetch_bytes(
    picker: ft.FilePicker, file: ft.FilePickerFile, pending_uploads: dict[str, ExpectedUpload]
) -> bytes | Text | None:
    """Return the file's bytes, or an error text, or None if there are none.

    The text says that the file is too large or may not be read. Everything in ``file`` is the client's claim. Its
    size only spares an honest phone a useless upload. Its path names a file of this computer, which no phone may name
    while this process serves phones.
    """
    if file.path is not None and not uploads.are_paths_allowed():
        return FILE_GONE_TEXT
    if isinstance(file.size, int) and file.size > uploads.MAX_FILE_BYTES:
        return FILE_TOO_LARGE_TEXT
    if file.bytes is not None:
        return _within_limit(file.bytes) if isinstance(file.bytes, bytes) else None
    if file.path is not None:
        return await run_in_background(_read, Path(file.path))
    return None if must_send_inline() else await _upload(picker, file, pending_uploads)


def _within_limit(data: bytes) -> bytes | Text:
    return FILE_TOO_LARGE_TEXT if len(data) > uploads.MAX_FILE_BYTES else data


def _read(path: Path) -> bytes | Text | None:
    try:
        return FILE_TOO_LARGE_TEXT if path.stat().st_size > uploads.MAX_FILE_BYTES else path.read_bytes()
    except OSError:
        return None


async def _upload(
    picker: ft.FilePicker, file: ft.FilePickerFile, pending_uploads: dict[str, ExpectedUpload]
) -> bytes | Text | None:
    """Request the upload and return its bytes.

    Raises ``OSError`` if there is no room for the file.
    """
    page, name = ft.context.page, str(file.name)
    upload = pending_uploads[name] = INBOX.expect(INBOX.owner_of(page.session))
    url = _upload_address(page, upload)
    asking = asyncio.ensure_future(picker.upload([ft.FilePickerUploadFile(upload_url=url, id=file.id, name=file.name)]))
    try:
        await _wait_for_upload(upload, asking, page.session)
        return await run_in_background(upload.path.read_bytes) if upload.is_complete else upload.reason
    finally:
        asking.cancel()
        INBOX.drop(upload)
        if pending_uploads.get(name) is upload:
            del pending_uploads[name]


def _upload_address(page: ft.Page, upload: ExpectedUpload) -> str:
    """Return where the phone sends the file; ``at`` tells a proxy which process waits for it."""
    url = below_table(table_of_page.get(page), page.get_upload_url(upload.name, UPLOAD_TIMEOUT_SECONDS))
    process = process_of_page.get(page)
    return f"{url}&at={process}" if process else url


async def _wait_for_upload(upload: ExpectedUpload, asking: asyncio.Task[None], session: Session) -> None:
    """Wait until the upload is over, its time is up, or the page has been away for too long.

    Too long is ``AWAY_TIMEOUT_SECONDS``. Raises what ``asking`` raises.
    """
    last_seen = time.monotonic()
    while not upload.done_event.is_set() and time.monotonic() < min(upload.deadline, last_seen + AWAY_TIMEOUT_SECONDS):
        if session.connection is not None:
            last_seen = time.monotonic()
        with suppress(TimeoutError):
            await asyncio.wait_for(upload.done_event.wait(), 1)
        if asking.done():
            asking.result()
