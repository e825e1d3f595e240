"""Actions on a whole match: export to a file, import from a file, delete."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Protocol

import flet as ft

from companion.base.background import run_in_background
from companion.decoding.fair_queue import QueueFullError, run_in_turn
from companion.decoding.in_turn import run_task_in_turn
from companion.decoding.pool import TaskFailedError, WorkerDiedError
from companion.dice.capture import read_code_file
from companion.exchange.rejection import MAX_BYTES, TOO_LARGE_TEXT, UNREADABLE_TEXT, ImportRejected
from companion.library import archive
from companion.storage.matches import Match, StorageError
from companion.ui.design.theme import Space
from companion.ui.session.phone import Phone
from companion.ui.state import use_latest
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


OPEN_ELSEWHERE_TEXT = Text("It is open on a phone right now.")


def use_export(phone: Phone, show_error: ShowError) -> Export:
    """Return a coroutine that saves a match as a file on this phone."""
    picker = ft.use_memo(ft.FilePicker, [])

    async def export(match_id: str, export_format: str = "jsonl") -> None:
        result = await run_in_background(_export, phone, match_id, export_format)
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
            packed = await run_in_background(archive.export_archive, phone.library, phone.translate)
        except (Refused, StorageError) as trouble:
            show_error(trouble.reason)
            return
        show_error(archive.describe_skipped(packed))
        await picker.save_file(file_name=packed.name, src_bytes=packed.data)

    return export


def _export(phone: Phone, match_id: str, export_format: str) -> tuple[str, bytes] | Text:
    try:
        phone.require_host()
        return phone.library.export(match_id, phone.translate, export_format)
    except (Refused, StorageError) as trouble:
        return trouble.reason


@dataclass(frozen=True)
class ImportButtons:
    """The import buttons, and whether a file is being read."""

    phone: Phone
    picker: ft.FilePicker
    is_reading: bool
    open_paste_sheet: page_frame.OnTap

    def row(self) -> ft.Control:
        """Build the row at the end of the match list."""
        pick = ft.PickFiles(self.picker, with_data=must_send_inline())
        translate = self.phone.translate
        if self.is_reading:
            ring = ft.ProgressRing(width=22, height=22)
            return ft.Row([ring, page_frame.hint_text(translate(Text("Reading the game…")))], spacing=Space.EDGE)
        file = ft.OutlinedButton(
            translate(Text("Import a game from a file")),
            icon=ft.Icons.FILE_OPEN_OUTLINED,
            action=pick,
            height=52,
            expand=True,
        )
        return ft.Row(
            [file, icon_button(ft.Icons.CONTENT_PASTE, translate(Text("Paste a situation")), self.open_paste_sheet)]
        )


def use_import(phone: Phone, show_error: ShowError, on_imported: Callable[[Text], None]) -> ImportButtons:
    """Return the import buttons.

    ``show_error`` gets errors, ``on_imported`` the success message.
    """
    is_reading, set_reading = ft.use_state(False)

    async def read_file(file: ft.FilePickerFile) -> None:
        set_reading(True)
        max_bytes = archive.MAX_BYTES if str(file.name).endswith(".zip") else MAX_BYTES
        announced = file.size if isinstance(file.size, int) else 0  # a claim: spares honest phones a useless upload
        data = TOO_LARGE_TEXT if announced > max_bytes else await fetch(file)
        if isinstance(data, bytes) and len(data) > max_bytes:
            data = TOO_LARGE_TEXT
        if isinstance(data, Text):
            set_reading(False)
            show_error(data)
        else:
            await import_data(data or b"")

    async def import_data(data: bytes) -> None:
        set_reading(True)
        try:
            data = await _without_picture(ft.context.page, data)
            on_imported(await run_in_turn(ft.context.page, _import, phone, data))
        except (QueueFullError, ImportRejected, Refused, StorageError) as trouble:
            show_error(trouble.reason)
        except (WorkerDiedError, TaskFailedError):
            show_error(UNREADABLE_TEXT)
        finally:
            set_reading(False)

    async def on_result(event: ft.FilePickerResultEvent) -> None:
        if event.files:
            await on_picked.current(event.files[0])

    on_picked = use_latest(read_file)
    picker, fetch = ft.use_memo(lambda: make_file_picker(on_result), [])
    return ImportButtons(phone, picker, is_reading, use_paste_sheet(phone, import_data))


async def _without_picture(page: ft.Page, data: bytes) -> bytes:
    """Return the situation in a picture of its QR code; other data as they are.

    Raises ``ImportRejected`` and what ``run_task_in_turn`` raises.
    """
    if not has_known_signature(data):
        return data
    from companion.exchange.importer import data_of_code

    return data_of_code(await run_task_in_turn(page, read_code_file, data))


def _import(phone: Phone, data: bytes) -> Text:
    """Import the file, and return the success message."""
    phone.require_host()
    if archive.is_archive(data):
        return archive.describe_import(archive.import_archive(phone.library, data))
    match = phone.library.import_match(data)
    return Text("The game of {players} is on the shelf.", players=", ".join(match.seats))


def use_deletion(
    phone: Phone, show_error: ShowError, on_deleted: page_frame.OnTap | None = None
) -> Callable[[Match], None]:
    """Return an action that deletes a match after a confirmation: it cannot be undone.

    ``on_deleted`` runs once the match is deleted, on a page that disappears with it.
    """
    ask_confirmation = use_confirmation(phone.translate)

    def delete(match: Match) -> None:
        try:
            phone.require_host()
            phone.library.delete(match.id)
        except (StorageError, Refused) as trouble:
            show_error(trouble.reason)
            return
        if on_deleted is not None:
            on_deleted()

    def confirm(match: Match) -> None:
        elsewhere = on_deleted is None and phone.library.is_open(match.id)
        ask_confirmation(_confirmation(phone, match, elsewhere, lambda: delete(match)))

    return confirm


def _confirmation(phone: Phone, match: Match, is_open_elsewhere: bool, delete: page_frame.OnTap) -> Confirmation:
    """Build the confirmation, which names what is deleted."""
    game = phone.translate(phone.library.summary(match.game).title)
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
