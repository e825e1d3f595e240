"""Actions on a whole match: export to a file, import from a file, delete."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import flet as ft

from companion.base.background import aside
from companion.decoding.fair_queue import Busy, in_turn
from companion.exchange.importer import HEAVIEST, HEAVY, NotTaken
from companion.library import archive
from companion.storage.matches import Match, StorageTrouble
from companion.ui.design.theme import Space
from companion.ui.session.phone import Phone
from companion.ui.widgets import page_frame
from companion.ui.widgets.confirm import Sure, use_sure
from companion.ui.widgets.controls import icon_press
from rules.engine import Refused, Text

from .paste import use_pasting
from .upload import picking, straight

Say = Callable[[Text | None], Any]
"""Shows an error on the page; None removes it."""
OPEN_NOW = Text("It is open on a phone right now.")


def use_export(phone: Phone, say: Say) -> Callable[..., Any]:
    """Return a coroutine that saves that match as a file on this phone.

    The second argument is one of the ``FORMS``, by default the whole match.
    """
    picker: Any = ft.use_memo(lambda: ft.FilePicker(), [])

    async def export(id: str, form: str = "jsonl") -> None:
        made = await aside(_written, phone, id, form)
        if isinstance(made, Text):
            say(made)
            return
        say(None)
        name, data = made
        await picker.save_file(file_name=name, src_bytes=data)

    return export


def use_export_all(phone: Phone, say: Say) -> Callable[[], Any]:
    """Return a coroutine that saves all matches, cards, taught dice and settings in one file.

    The file is for another computer.
    """
    picker: Any = ft.use_memo(lambda: ft.FilePicker(), [])

    async def export() -> None:
        try:
            phone.host_only()
            packed = await aside(archive.pack, phone.library, phone.words)
        except (Refused, StorageTrouble) as trouble:
            say(trouble.reason)
            return
        say(archive.left_out(packed))
        await picker.save_file(file_name=packed.name, src_bytes=packed.data)

    return export


def _written(phone: Phone, id: str, form: str) -> tuple[str, bytes] | Text:
    try:
        phone.host_only()
        return phone.library.export(id, phone.words, form)
    except (Refused, StorageTrouble) as trouble:
        return trouble.reason


@dataclass(frozen=True)
class Taking:
    """The import buttons, and whether a file is being read."""

    phone: Phone
    picker: ft.FilePicker
    busy: bool
    paste: page_frame.Tap

    def button(self) -> ft.Control:
        """Build the row at the end of the match list."""
        pick = ft.PickFiles(self.picker, with_data=straight())
        words = self.phone.words
        if self.busy:
            ring = ft.ProgressRing(width=22, height=22)
            return ft.Row([ring, page_frame.quiet(words(Text("Reading the game…")))], spacing=Space.EDGE)
        file = ft.OutlinedButton(
            words(Text("Import a game from a file")), icon=ft.Icons.FILE_OPEN_OUTLINED, action=pick, height=52
        )
        return ft.Row([file, icon_press(ft.Icons.CONTENT_PASTE, words(Text("Paste a situation")), self.paste)])


def use_import(phone: Phone, say: Say, done: Callable[[Text], Any]) -> Taking:
    """Return the import buttons.

    ``show_error`` gets errors, ``on_imported`` the success message.
    """
    busy, set_busy = ft.use_state(False)
    took: Any = ft.use_ref(page_frame.NOTHING)

    async def take(file: ft.FilePickerFile) -> None:
        set_busy(True)
        most = archive.HEAVIEST if str(file.name).endswith(".zip") else HEAVIEST
        announced = file.size if isinstance(file.size, int) else 0  # a claim: spares honest phones a useless upload
        data = HEAVY if announced > most else await fetch(file)
        if isinstance(data, bytes) and len(data) > most:
            data = HEAVY
        if isinstance(data, Text):
            set_busy(False)
            say(data)
        else:
            await keep(data or b"")

    async def keep(data: bytes) -> None:
        set_busy(True)
        try:
            done(await in_turn(ft.context.page, _brought, phone, data))
        except (Busy, NotTaken, Refused, StorageTrouble) as trouble:
            say(trouble.reason)
        finally:
            set_busy(False)

    async def result(event: ft.FilePickerResultEvent) -> None:
        if event.files:
            await took.current(event.files[0])

    took.current = take
    picker, fetch = ft.use_memo(lambda: picking(result), [])
    return Taking(phone, picker, busy, use_pasting(phone, keep))


def _brought(phone: Phone, data: bytes) -> Text:
    """Import the file, and return the success message."""
    phone.host_only()
    if archive.is_archive(data):
        return archive.told(archive.unpack(phone.library, data))
    match = phone.library.bring(data)
    return Text("The game of {players} is on the shelf.", players=", ".join(match.seats))


def use_deleting(phone: Phone, say: Say, after: page_frame.Tap | None = None) -> Callable[[Match], Any]:
    """Return an action that deletes a match after a confirmation: it cannot be undone.

    ``on_deleted`` runs once the match is deleted, on a page that disappears with it.
    """
    ask = use_sure(phone.words)

    def delete(match: Match) -> None:
        try:
            phone.host_only()
            phone.library.delete(match.id)
        except (StorageTrouble, Refused) as trouble:
            say(trouble.reason)
            return
        if after is not None:
            after()

    def sure(match: Match) -> None:
        elsewhere = after is None and phone.library.in_hand(match.id)
        ask(_question(phone, match, elsewhere, lambda: delete(match)))

    return sure


def _question(phone: Phone, match: Match, elsewhere: bool, delete: page_frame.Tap) -> Sure:
    """Build the confirmation, which names what is deleted."""
    game = phone.words(phone.library.games[match.game].title)
    says = (
        Text("{game}: {players}.", game=game, players=", ".join(match.seats)),
        Text("{n} step goes, with all its history.", "{n} steps go, with all their history.", n=match.entries),
        *((OPEN_NOW,) if elsewhere else ()),
        Text("This cannot be undone. Export it first if you may want it again."),
    )
    return Sure(Text("Delete this game?"), says, Text("Delete"), delete, Text("Keep it"))
