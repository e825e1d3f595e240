"""Actions on a whole match: export to a file, import from a file, delete."""

from __future__ import annotations

import time
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from typing import Protocol

import flet as ft

from companion.base.background import IS_PAGE, run_in_background
from companion.decoding.fair_queue import QueueFullError, Requester
from companion.decoding.in_turn import FILE_SECONDS, IMPORTING, READING, PageWatch, run_in_turn, run_task_in_turn
from companion.decoding.pool import TaskFailedError, WorkerDiedError
from companion.dice.capture import read_code_file
from companion.exchange.rejection import MAX_BYTES, TOO_LARGE_TEXT, UNREADABLE_TEXT, ImportRejected
from companion.library import archive
from companion.storage.matches import Match, StorageError
from companion.storage.settings import Settings
from companion.ui.design.boxes import row_of
from companion.ui.design.look import translate
from companion.ui.design.sizes import Space
from companion.ui.session.phone import Phone
from companion.ui.state import Ref, use_latest, use_optional, use_ref
from companion.ui.widgets import page_frame
from companion.ui.widgets.confirm import Confirmation, use_confirmation
from companion.ui.widgets.controls import icon_button
from rules.engine import Refused, Text
from vision.images.header import has_known_signature

from .paste import use_paste_sheet
from .upload import make_file_picker, must_send_inline

ShowError = Callable[[Text | None], None]
"""Shows an error on the page; None removes it."""


class Export(Protocol):
    """Coroutine that saves a match as a file on this phone."""

    async def __call__(self, match_id: str, export_format: str = "jsonl") -> None:
        """Save the match in one of the ``FORMS``, by default all of it."""


REMINDER_SETTING = "exported"
READING_TEXT = Text("Reading the game…")
ANOTHER_IMPORT_TEXT = Text("Another file is being imported: wait until it has been read, or cancel it there.")
_OWNERS_WHO_IMPORT: set[str] = set()
OPEN_ELSEWHERE_TEXT = Text("It is open on a phone right now.")


def use_export(phone: Phone, show_error: ShowError) -> Export:
    """Return a coroutine that saves a match as a file on this phone."""
    picker = ft.use_memo(ft.FilePicker, [])

    async def export(match_id: str, export_format: str = "jsonl") -> None:
        result = await run_in_background(load_export, phone, match_id, export_format)
        if isinstance(result, Text):
            show_error(result)
            return
        show_error(None)
        name, data = result
        await picker.save_file(file_name=name, src_bytes=data)

    return export


def use_export_all(phone: Phone, show_error: ShowError) -> Callable[[], Awaitable[None]]:
    """Return a coroutine that saves all matches, cards, taught dice and settings in one file.

    The file is for another computer.
    """
    picker = ft.use_memo(ft.FilePicker, [])

    async def export() -> None:
        try:
            phone.require_host()
            packed = await run_in_background(archive.export_archive, phone.library.exchange, translate)
        except (Refused, StorageError) as trouble:
            show_error(trouble.reason)
            return
        show_error(archive.describe_skipped(packed))
        await picker.save_file(file_name=packed.name, src_bytes=packed.data)
        if IS_PAGE:
            restart_reminder(phone.library.settings)

    return export


def restart_reminder(settings: Settings) -> None:
    """Count games anew until a page reminds of the export."""
    with suppress(StorageError):
        settings.save(REMINDER_SETTING, str(time.time()))


def load_export(phone: Phone, match_id: str, export_format: str) -> tuple[str, bytes] | Text:
    """Return the name of the file and its content, or why there is none."""
    try:
        phone.require_host()
        return phone.library.exchange.export(match_id, translate, export_format)
    except (Refused, StorageError) as trouble:
        return trouble.reason


@dataclass(frozen=True)
class ImportButtons:
    """The import buttons, and how far the file is that is being read, None without one."""

    phone: Phone
    picker: ft.FilePicker
    progress: Text | None
    open_paste_sheet: page_frame.OnTap
    stop: page_frame.OnTap
    import_data: Callable[[bytes], Awaitable[None]]
    """Imports what did not come from a file of the person's."""

    def row(self) -> ft.Control:
        """Build the row at the end of the match list."""
        pick = ft.PickFiles(self.picker, with_data=must_send_inline())
        if self.progress is not None:
            ring, says = ft.ProgressRing(width=22, height=22), page_frame.hint_text(translate(self.progress))
            stop = icon_button(ft.Icons.CLOSE, translate(Text("Cancel the import")), self.stop)
            return row_of([ring, ft.Container(says, expand=True), stop], Space.EDGE)
        file = ft.OutlinedButton(
            translate(Text("Import a game from a file")),
            icon=ft.Icons.FILE_OPEN_OUTLINED,
            action=pick,
            height=52,
            expand=True,
        )
        receive = icon_button(
            ft.Icons.QR_CODE_SCANNER,
            translate(Text("Take in a game from another phone, by its codes")),
            lambda: self.phone.go("/receive"),
        )
        paste = icon_button(ft.Icons.CONTENT_PASTE, translate(Text("Paste a situation")), self.open_paste_sheet)
        return row_of([file, receive, paste])


def use_import(phone: Phone, show_error: ShowError, on_imported: Callable[[Text], None]) -> ImportButtons:
    """Return the import buttons.

    ``show_error`` gets errors, ``on_imported`` the success message.
    """
    progress, set_progress = use_optional(Text)
    watch: Ref[PageWatch | None] = use_ref(None)

    async def read_file(file: ft.FilePickerFile) -> None:
        set_progress(READING_TEXT)
        max_bytes = archive.MAX_BYTES if str(file.name).endswith(".zip") else MAX_BYTES
        announced = file.size if isinstance(file.size, int) else 0  # a claim: spares honest phones a useless upload
        data = TOO_LARGE_TEXT if announced > max_bytes else await fetch(file)
        if isinstance(data, bytes) and len(data) > max_bytes:
            data = TOO_LARGE_TEXT
        if isinstance(data, Text):
            set_progress(None)
            show_error(data)
        else:
            await import_data(data or b"")

    async def import_data(data: bytes) -> None:
        set_progress(READING_TEXT)
        watch.current = this = PageWatch(ft.context.page)
        try:
            data = await _without_picture(ft.context.page, data)
            with only_import_of(this.requester):
                on_imported(await _import(phone, data, this, set_progress))
        except (QueueFullError, ImportRejected, Refused, StorageError) as trouble:
            show_error(trouble.reason)
        except (WorkerDiedError, TaskFailedError):
            show_error(UNREADABLE_TEXT)
        finally:
            set_progress(None)

    def stop() -> None:
        if watch.current is not None:
            watch.current.stop()

    async def on_result(event: ft.FilePickerResultEvent) -> None:
        if event.files:
            await on_picked.current(event.files[0])

    on_picked = use_latest(read_file)
    picker, fetch = ft.use_memo(lambda: make_file_picker(on_result), [])
    return ImportButtons(phone, picker, progress, use_paste_sheet(phone, import_data), stop, import_data)


async def _without_picture(page: ft.Page, data: bytes) -> bytes:
    """Return the situation in a picture of its QR code; other data as they are.

    Raises ``ImportRejected`` and what ``run_task_in_turn`` raises.
    """
    if not has_known_signature(data):
        return data
    from companion.exchange.importer import data_of_code

    return data_of_code(await run_task_in_turn(READING, page, read_code_file, data))


@contextmanager
def only_import_of(requester: Requester) -> Iterator[None]:
    """Import a file, one at a time of each owner. Raises ``ImportRejected``."""
    if requester.owner in _OWNERS_WHO_IMPORT:
        raise ImportRejected(ANOTHER_IMPORT_TEXT)
    _OWNERS_WHO_IMPORT.add(requester.owner)
    try:
        yield
    finally:
        _OWNERS_WHO_IMPORT.discard(requester.owner)


async def _import(phone: Phone, data: bytes, watch: PageWatch, show_progress: Callable[[Text], None]) -> Text:
    """Import the file, game by game while the page wants it; return the success message."""
    phone.require_host()
    if not archive.is_archive(data):
        match = await run_in_turn(IMPORTING, watch, FILE_SECONDS, phone.library.exchange.import_match, data)
        return Text("The game of {players} is on the shelf.", players=", ".join(match.seats))
    whole = await run_in_turn(IMPORTING, watch, FILE_SECONDS, archive.ArchiveImport, phone.library.exchange, data)
    with suppress(QueueFullError):  # says how many games were not read
        for number, name in enumerate(whole.games, start=1):
            if watch.is_gone:
                break
            show_progress(Text("Reading game {n} of {all}…", n=number, all=len(whole.games)))
            await run_in_turn(IMPORTING, watch, FILE_SECONDS, whole.import_game, name)
        else:
            await run_in_turn(IMPORTING, watch, FILE_SECONDS, whole.import_shared_parts)
    return archive.describe_import(whole.result)


def use_deletion(
    phone: Phone, show_error: ShowError, on_deleted: page_frame.OnTap | None = None
) -> Callable[[Match], None]:
    """Return an action that deletes a match after a confirmation: it cannot be undone.

    ``on_deleted`` runs once the match is deleted, on a page that disappears with it.
    """
    ask_confirmation = use_confirmation()

    def delete(match: Match) -> None:
        try:
            phone.require_host()
            phone.library.matches.delete(match.id)
        except (StorageError, Refused) as trouble:
            show_error(trouble.reason)
            return
        if on_deleted is not None:
            on_deleted()

    def confirm(match: Match) -> None:
        elsewhere = on_deleted is None and phone.library.matches.is_open(match.id)
        ask_confirmation(_confirmation(phone, match, elsewhere, lambda: delete(match)))

    return confirm


def _confirmation(phone: Phone, match: Match, is_open_elsewhere: bool, delete: page_frame.OnTap) -> Confirmation:
    game = translate(phone.library.summary(match.game).title)
    lines = (
        Text("{game}: {players}.", game=game, players=", ".join(match.seats)),
        Text(
            "{n} step is deleted, with all its history.",
            "{n} steps are deleted, with all their history.",
            n=match.entries,
        ),
        *((OPEN_ELSEWHERE_TEXT,) if is_open_elsewhere else ()),
        Text("This cannot be undone. Export it first if you may want it again."),
    )
    return Confirmation(Text("Delete this game?"), lines, Text("Delete"), delete, Text("Keep it"))
