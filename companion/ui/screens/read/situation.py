"""Situation page: a moment of the match as a QR code and as text, to share, save or report."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace

import flet as ft

from companion.base.background import run_in_background
from companion.exchange.report import Report, report_moment
from companion.exchange.share import SharedSituation, share_situation
from companion.match.log import LogLine
from companion.match.table import StaleAnswerError
from companion.storage.matches import StorageError
from companion.ui.design import text_fit
from companion.ui.design.boxes import row_of
from companion.ui.design.look import translate
from companion.ui.design.sizes import Radius, Space
from companion.ui.design.text import body_text, label_text, name_text
from companion.ui.files.send import SendGame
from companion.ui.session.open_table import open_table
from companion.ui.session.phone import Phone
from companion.ui.state import use_loaded, use_optional
from companion.ui.widgets import controls, page_frame
from companion.ui.widgets.switches import on_off_switch
from rules.engine import Refused, Text

MAX_CODE_SIDE = 340
"""Largest side of the code in points: a dense code needs a large picture."""
ABOUT_TEXT = Text("Whoever takes this in has the same table in front of them, at the same question.")
IMPORT_HELP_TEXT = Text("On another Sobremesa: “Import a game from a file” takes the file, or a photo of the code.")
TOO_DENSE_TEXT = Text("So much lies on this table that no phone would read its code: send the file.")


REPORT_TITLE = Text("Report this moment")
REPORT_TEXT = Text(
    "One file for whoever looks into a fault: this table, the version, the settings and the latest 20 steps. What "
    "other players keep secret is not in it."
)


@ft.component
def SituationPage(phone: Phone, match_id: str, seq: int | None = None) -> ft.View:  # noqa: N802 - named like a class
    """The situation now, or before the log entry with that number."""
    shared = use_loaded([match_id, seq], load_shared_situation, phone, match_id, seq)
    is_copied, set_is_copied = ft.use_state(False)
    clipboard, picker = ft.use_memo(ft.Clipboard, []), ft.use_memo(ft.FilePicker, [])

    back = lambda: phone.go(f"/t/{match_id}" if seq is None else f"/t/{match_id}/history")  # noqa: E731
    head = page_frame.page_header(Text("Share this game"), back)
    route = f"/t/{match_id}/situation"
    report = ReportPanel(phone, match_id, seq)
    if not isinstance(shared, SharedSituation):
        body = [*page_frame.waiting_body(shared), *([report] if shared is not None else [])]
        return page_frame.page_view(route, head, body)

    def save() -> None:
        ft.context.page.run_task(picker.save_file, file_name=shared.name, src_bytes=shared.text.encode())

    async def copy() -> None:
        with suppress(Exception):  # without https a browser has no clipboard; the text can still be selected
            await clipboard.set(shared.text)
            set_is_copied(True)

    body = [
        body_text(translate(ABOUT_TEXT)),
        _code(phone, shared),
        page_frame.hint_text(translate(IMPORT_HELP_TEXT)),
        _text(phone, shared),
        *_whole_game(phone, match_id, seq),
        report,
    ]
    copy_label = translate(Text("Copied") if is_copied else Text("Copy the text"))
    icon = ft.Icons.CHECK if is_copied else ft.Icons.CONTENT_COPY
    buttons = [
        controls.secondary_button(copy_label, copy, icon, expand=True, height=56),
        page_frame.main_button(translate(Text("Save the file")), save, ft.Icons.FILE_DOWNLOAD_OUTLINED),
    ]
    return page_frame.page_view(route, head, body, controls.button_grid(buttons, text_fit.columns_at_scale(2)))


@ft.component
def ReportPanel(phone: Phone, match_id: str, seq: int | None) -> ft.Control:  # noqa: N802 - named like a class
    """Panel that saves a report of the moment for whoever looks into a fault."""
    problem, show_error = use_optional(Text)
    with_names, set_with_names = ft.use_state(False)
    picker = ft.use_memo(ft.FilePicker, [])

    async def save() -> None:
        report = await run_in_background(load_report, phone, match_id, seq, with_names)
        show_error(report if isinstance(report, Text) else None)
        if isinstance(report, Report):
            await picker.save_file(file_name=report.name, src_bytes=report.text.encode())

    title = name_text(translate(REPORT_TITLE), 600)
    return page_frame.panel(
        title,
        *([page_frame.warning(translate(problem))] if problem else []),
        page_frame.hint_text(translate(REPORT_TEXT)),
        on_off_switch(translate(Text("With the players' names")), with_names, set_with_names),
        controls.secondary_button(translate(REPORT_TITLE), save, ft.Icons.BUG_REPORT_OUTLINED),
    )


def load_report(phone: Phone, match_id: str, seq: int | None, with_names: bool) -> Report | Text:
    """Return the report of the moment as this device may see it, or why there is none."""
    table = open_table(phone, match_id)
    if isinstance(table, Text):
        return table
    view = table.view(phone.role_at(match_id))
    try:
        record = replace(view.record(table.match), lines=lines_before(view.log, seq))
        state = view.state_at(seq)
    except Refused:  # secrets of others
        state = None
    except (StaleAnswerError, StorageError) as trouble:
        return trouble.reason
    codec = phone.library.storage.codec(table.game)
    return report_moment(record, state, codec, translate, with_names=with_names)


def lines_before(lines: tuple[LogLine, ...], seq: int | None) -> tuple[LogLine, ...]:
    """Return the lines before the entry with that number; all of them without one."""
    return lines if seq is None else tuple(line for line in lines if line.entry.seq < seq)


def load_shared_situation(phone: Phone, match_id: str, seq: int | None) -> SharedSituation | Text:
    """Return the shared situation, or why it cannot be shared."""
    table = open_table(phone, match_id)
    if isinstance(table, Text):
        return table
    try:
        state = table.view(phone.role_at(match_id)).state_at(seq)
        return share_situation(table.match_record, state, phone.library.storage.codec(table.game), translate)
    except (StaleAnswerError, Refused, StorageError) as trouble:
        return trouble.reason


def _code(phone: Phone, shared: SharedSituation) -> ft.Control:
    """Build the code on white in every theme, or a note that it would be too dense."""
    if not shared.qr_png:
        return page_frame.warning(translate(TOO_DENSE_TEXT))
    side = min(MAX_CODE_SIDE, page_frame.page_width() - 2 * Space.PAGE)
    label = translate(Text("The game as a code"))
    image = ft.Image(src=shared.qr_png, width=side, height=side, semantics_label=label, gapless_playback=True)
    card = ft.Container(image, bgcolor=ft.Colors.WHITE, border_radius=Radius.TILE)
    return row_of([card], alignment=ft.MainAxisAlignment.CENTER)


def _whole_game(phone: Phone, match_id: str, seq: int | None) -> list[ft.Control]:
    """Build the panel that sends all of the match.

    None for an earlier moment, and on a guest's phone.
    """
    return [page_frame.panel(SendGame(phone, match_id))] if seq is None and phone.visitor.is_host else []


def _text(phone: Phone, shared: SharedSituation) -> ft.Control:
    return page_frame.expandable_section(translate(Text("What it says")), [label_text(shared.text, selectable=True)])
