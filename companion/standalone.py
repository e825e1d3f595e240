"""Standalone mode without a server: an app of ``flet build``, a page of ``flet publish``."""

from __future__ import annotations

import asyncio
import os
import time
from collections.abc import Callable
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Any

import flet as ft
from flet.messaging.session import Session

from companion import flet_speed
from companion.access import uploads
from companion.base.background import IS_PAGE, run_in_background
from companion.base.browser_storage import BROWSER_SAVES
from companion.base.later_code import LATER_CODE
from companion.base.page_news import CHANNEL, PAGE_NEWS
from companion.decoding.browser_worker import PAGE_READER
from companion.flet_speed.late_results import ignoring_late_results
from companion.i18n import catalogue_of
from companion.library.library import Library
from companion.server.preload import preload
from companion.storage.daily_copies import CHECK_SECONDS, try_backup
from companion.storage.matches import Storage
from companion.storage.recovery import open_storage
from companion.storage.sqlite_database import database_path
from companion.ui.app import build
from rules.registry import GAMES

BROWSER_FOLDER = "/sobremesa"
"""Folder of the games in a browser page, stored in the browser's IndexedDB."""
SyncFiles = Callable[[bool, Callable[[Exception | None], None]], None]
"""Emscripten's ``syncfs``: copies into the folder (True) or out of it, then reports."""
SYNC_INTERVAL_SECONDS = 0.1
"""Seconds between two checks for changed files."""
REST_SECONDS, IMPORT_PAUSE_SECONDS = 1.0, 0.03
"""Seconds without a touch until modules that later pages need are imported, and between two of them."""
SERVER_PACKAGES = frozenset({"server", "cli", "tray"})
"""Packages that only a computer has use for."""
RETRY_SECONDS = 2.0
"""Seconds until a browser that could not save is asked again."""


def run_standalone() -> None:
    """Run the app for the single user of this device."""
    uploads.allow_paths()
    flet_speed.install()
    flet_speed.space_out_collections()
    handle = ignoring_late_results(Session.handle_invoke_method_results)
    type.__setattr__(Session, "handle_invoke_method_results", handle)
    if IS_PAGE:
        _opening()  # while Flutter starts

    async def main(page: ft.Page) -> None:
        await build(await _opening())(page)
        if IS_PAGE:
            touches = _Touches()
            await PAGE_NEWS.wait_until_drawn()
            await touches.rest()
            with suppress(OSError):  # without a network it is fetched when it is needed
                await LATER_CODE.fetch()
            await preload(SERVER_PACKAGES, touches.rest)
            PAGE_READER.start()

    ft.run(main)


_tasks: set[asyncio.Task[None]] = set()


@cache
def _opening() -> asyncio.Task[Library]:
    """Return the task that opens the games, the same one each time."""
    return asyncio.create_task(_open_library())


async def _open_library() -> Library:
    """Open the games of this device, and begin to back them up."""
    folder = await data_folder()
    library = Library(open_storage(folder), GAMES)
    _tasks.add(asyncio.create_task(_back_up_daily(library.storage, database_path(folder))))
    if IS_PAGE:
        PAGE_NEWS.listen()
        catalogue_of("es")
    return library


async def _back_up_daily(storage: Storage, database: Path) -> None:
    """Back the games up once the first page is drawn, if there are any, and on each new day."""
    await PAGE_NEWS.wait_until_drawn()
    while True:
        if await run_in_background(storage.match_count):
            await run_in_background(try_backup, database)
        await asyncio.sleep(CHECK_SECONDS)


class _Touches:
    """When the page was touched last, which ``offline.js`` tells."""

    def __init__(self) -> None:
        from js import BroadcastChannel  # the browser's own
        from pyodide.ffi import create_proxy

        self._last = time.monotonic()
        self._channel = BroadcastChannel.new(CHANNEL)
        self._channel.onmessage = create_proxy(self._hear)

    def _hear(self, event: Any) -> None:
        if event.data.kind == "touch":
            self._last = time.monotonic()

    async def rest(self) -> None:
        """Wait for a moment, until nobody touches the page."""
        await asyncio.sleep(IMPORT_PAUSE_SECONDS)
        while time.monotonic() - self._last < REST_SECONDS:
            await asyncio.sleep(IMPORT_PAUSE_SECONDS)


async def data_folder() -> Path | None:
    """Return the folder of the games on this platform; None is the default folder.

    On a device it is the app's own storage, in a browser page a folder that outlives the page.
    """
    if IS_PAGE:
        return await _mount_browser_folder()
    told = os.environ.get("FLET_APP_STORAGE_DATA")
    return Path(told) if told else None


async def _mount_browser_folder() -> Path:
    """Mount a persistent folder, load its files and start the task that saves changes.

    The files are there before anything reads them. A change is saved at the next tenth of a second.
    """
    import pyodide_js  # Pyodide's own

    files = pyodide_js.FS
    folder = Path(BROWSER_FOLDER)
    folder.mkdir(exist_ok=True)
    files.mount(files.filesystems.IDBFS, None, BROWSER_FOLDER)
    await _sync_folder(files.syncfs, True)
    _tasks.add(asyncio.create_task(_save_changes(files.syncfs, folder)))
    return folder


async def _save_changes(sync: SyncFiles, folder: Path) -> None:
    """Save the folder whenever a file has changed, and note whether that fails."""
    saved: object = None
    while True:
        await asyncio.sleep(RETRY_SECONDS if BROWSER_SAVES.is_failing else SYNC_INTERVAL_SECONDS)
        present = sorted((path.name, path.stat().st_size, path.stat().st_mtime_ns) for path in folder.iterdir())
        if present == saved:
            continue
        try:
            await _sync_folder(sync, False)
            saved = present
            BROWSER_SAVES.note(False)
        except OSError:  # the browser's storage is full or closed: tried again
            BROWSER_SAVES.note(True)


async def _sync_folder(sync: SyncFiles, inwards: bool) -> None:
    """Copy the browser's database into the folder (``inwards``), or the other way round."""
    from pyodide.ffi import create_once_callable

    done: asyncio.Future[None] = asyncio.get_running_loop().create_future()

    def on_done(error: Exception | None = None) -> None:
        if error:
            done.set_exception(OSError(str(error)))
        else:
            done.set_result(None)

    sync(inwards, create_once_callable(on_done))
    await done
