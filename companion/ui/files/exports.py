"""Exports of a whole match: text, spreadsheet, complete log, and BG Stats."""

from __future__ import annotations

from functools import partial

import flet as ft

from companion.storage.matches import StorageError
from companion.ui.design.boxes import row_of
from companion.ui.design.look import scaled_height, translate
from companion.ui.design.sizes import Space
from companion.ui.design.text import name_text
from companion.ui.session.phone import Phone
from companion.ui.state import use_loaded, use_optional
from companion.ui.widgets import page_frame
from companion.ui.widgets.controls import secondary_button
from rules.engine import Refused, Text

from .match_files import use_export
from .send import SendGame

EXPORT_FORMATS = (
    ("text", ft.Icons.ARTICLE_OUTLINED, Text("A text to read")),
    ("csv", ft.Icons.TABLE_CHART_OUTLINED, Text("A spreadsheet")),
    ("jsonl", ft.Icons.FILE_DOWNLOAD_OUTLINED, Text("The whole game")),
)
"""File formats, with what they are for."""
BG_STATS_TEXT = Text("BG Stats opens with this play if it is on this phone; nothing goes over the network.")


@ft.component
def MatchExports(phone: Phone, match_id: str, is_finished: bool) -> ft.Control:  # noqa: N802 - Flet's components are named like classes
    """Export buttons of a match, with the BG Stats link once it is finished.

    Only a host's phone has them.
    """
    problem, show_error = use_optional(Text)
    address = use_loaded([match_id, is_finished], _bg_stats_link, phone, match_id, is_finished)
    export = use_export(phone, show_error)
    files: list[ft.Control] = [
        secondary_button(translate(label), partial(export, match_id, form), icon, expand=True, height=scaled_height(56))
        for form, icon, label in EXPORT_FORMATS
    ]
    return page_frame.panel(
        name_text(translate(Text("Export")), 600),
        *([page_frame.warning(translate(problem))] if problem else []),
        row_of(files[:2], Space.GAP),
        row_of([*files[2:], *([_bg_stats_button(address)] if address else [ft.Container(expand=True)])], Space.GAP),
        *([page_frame.hint_text(translate(BG_STATS_TEXT))] if address else []),
        SendGame(phone, match_id),
    )


def _bg_stats_link(phone: Phone, match_id: str, is_finished: bool) -> str:
    """Return the BG Stats link of the match, empty if it cannot be made or the match still runs."""
    try:
        return phone.library.exchange.bg_stats_link(match_id) if is_finished else ""
    except (Refused, StorageError):
        return ""


def _bg_stats_button(address: str) -> ft.Control:
    """Build the BG Stats link; a phone opens another app only directly from a tap."""
    link = ft.Url(address, target=ft.UrlTarget.SELF)
    return ft.OutlinedButton("BG Stats", icon=ft.Icons.OPEN_IN_NEW, url=link, height=scaled_height(56), expand=True)
