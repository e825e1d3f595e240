"""Import of plays from BG Stats: what was read, line by line, before it is counted."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import datetime

import flet as ft

from companion.base.background import run_in_background
from companion.decoding.fair_queue import QueueFullError
from companion.decoding.in_turn import FILE_SECONDS, IMPORTING, PageWatch, run_in_turn
from companion.decoding.pool import TaskFailedError, WorkerDiedError
from companion.exchange.bg_stats_plays import Play, ReadPlays, read_plays_in_worker
from companion.exchange.rejection import UNREADABLE_TEXT, ImportRejected
from companion.library.library import Library
from companion.library.played_elsewhere import SortedPlays, add_plays, remove_plays, sort_plays
from companion.library.totals import finished_matches
from companion.storage.matches import StorageError
from companion.ui.design.boxes import column_of, row_of
from companion.ui.design.look import translate
from companion.ui.design.sizes import Space
from companion.ui.design.text import body_text, title_text
from companion.ui.session.phone import Phone
from companion.ui.state import use_latest, use_optional
from companion.ui.widgets import page_frame
from companion.ui.widgets.confirm import Confirmation, use_confirmation
from companion.ui.widgets.controls import secondary_button
from rules.engine import Refused, Text

from .match_files import only_import_of
from .upload import make_file_picker, must_send_inline

PLAYS_TEXT = Text("Plays of these games that are only in BG Stats can be counted too: export them there as a file.")
MAX_SHOWN = 200
"""Maximum number of plays that are listed; the others are counted in a line."""


@dataclass(frozen=True)
class FoundPlays:
    """What a file holds, and which of its plays are new."""

    read: ReadPlays
    sorted: SortedPlays


@ft.component
def PlaysPanel(phone: Phone, count: int, on_changed: page_frame.OnTap) -> ft.Control:  # noqa: N802 - named like a class
    """Panel that imports plays of BG Stats, and removes the ``count`` that are counted."""
    found, set_found = use_optional(FoundPlays)
    problem, show_error = use_optional(Text)
    ask = use_confirmation()

    async def on_result(event: ft.FilePickerResultEvent) -> None:
        if event.files:
            await on_picked.current(event.files[0])

    async def read_file(file: ft.FilePickerFile) -> None:
        data = await fetch(file)
        if isinstance(data, Text):
            show_error(data)
            return
        try:
            phone.require_host()
            watch = PageWatch(ft.context.page)
            with only_import_of(watch.requester):
                read = await run_in_turn(IMPORTING, watch, FILE_SECONDS, read_plays_in_worker, data or b"", games)
            set_found(await run_in_background(_sorted, phone.library, read))
            show_error(None)
        except (QueueFullError, ImportRejected, Refused, StorageError) as trouble:
            show_error(trouble.reason)
        except (WorkerDiedError, TaskFailedError):
            show_error(UNREADABLE_TEXT)

    def change(plays: tuple[Play, ...] | None) -> None:
        set_found(None)
        try:
            phone.require_host()
            add_plays(phone.library.settings, plays) if plays is not None else remove_plays(
                phone.library.settings, phone.library.games
            )
        except (Refused, StorageError) as trouble:
            show_error(trouble.reason)
        on_changed()

    games = phone.library.games
    on_picked = use_latest(read_file)
    picker, fetch = ft.use_memo(lambda: make_file_picker(on_result), [])
    # the state is in the page because a component inside a dialog loses its taps in Flet 1.0.5
    ft.use_dialog(_sheet(phone, found, change, lambda: set_found(None)) if found else None)
    pick = ft.PickFiles(picker, with_data=must_send_inline())
    button = ft.OutlinedButton(
        translate(Text("Import plays from BG Stats")), icon=ft.Icons.FILE_OPEN_OUTLINED, action=pick, height=52
    )
    removal = Confirmation(
        Text("Count the plays of BG Stats no more?"),
        (Text("They stay in BG Stats, and can be imported again."),),
        Text("Count them no more"),
        lambda: change(None),
    )
    counted = Text("{n} play from BG Stats is counted", "{n} plays from BG Stats are counted", n=count)
    kept = [
        page_frame.hint_text(translate(counted)),
        secondary_button(translate(Text("Remove them")), lambda: ask(removal), ft.Icons.DELETE_OUTLINE),
    ]
    return page_frame.panel(
        *([page_frame.warning(translate(problem))] if problem else []),
        page_frame.hint_text(translate(PLAYS_TEXT)),
        button,
        *(kept if count else []),
    )


def _sorted(library: Library, read: ReadPlays) -> FoundPlays:
    return FoundPlays(read, sort_plays(library.settings, read.plays, finished_matches(library.matches)))


def _sheet(
    phone: Phone, found: FoundPlays, take: Callable[[tuple[Play, ...]], None], on_close: page_frame.OnTap
) -> ft.BottomSheet:
    new = found.sorted.new
    rows: list[ft.Control] = [body_text(translate(line)) for line in describe_plays(phone.library, found)]
    label = Text("Count {n} play", "Count {n} plays", n=len(new))
    go: list[ft.Control] = [page_frame.main_button(translate(label), lambda: take(new), ft.Icons.CHECK)] if new else []
    title = title_text(translate(Text("Plays from BG Stats")), 700)
    column: list[ft.Control] = [title, *([row_of(go)] if go else []), *rows]
    return page_frame.dialog_sheet(column_of(column, Space.NEAR), on_close)


def describe_plays(library: Library, found: FoundPlays) -> Iterator[Text]:
    """Yield how each part of the file was read: new plays, known ones, and what is left out."""
    for play in found.sorted.new[:MAX_SHOWN]:
        yield _play_text(library, play)
    more = len(found.sorted.new) - MAX_SHOWN
    if more > 0:
        yield Text("And {n} more play", "And {n} more plays", n=more)
    for play in found.sorted.known[:MAX_SHOWN]:
        yield Text("Here already: {what}", what=_play_text(library, play))
    if found.read.others:
        yield Text("Left out: {n} play of another game", "Left out: {n} plays of other games", n=found.read.others)
    if found.read.unreadable:
        n = found.read.unreadable
        yield Text("Left out: {n} play that cannot be read", "Left out: {n} plays that cannot be read", n=n)


def _play_text(library: Library, play: Play) -> Text:
    day = f"{datetime.fromisoformat(play.date):%d/%m/%Y}"
    who = ", ".join(f"{seat.name}{'' if seat.score is None else f' {seat.score}'}" for seat in play.players)
    winners = ", ".join(seat.name for seat in play.players if seat.won)
    line = Text("{day}, {game}: {who}", day=day, game=library.games[play.game].title, who=who)
    return Text("{play}. Won: {winners}", play=line, winners=winners) if winners else line
