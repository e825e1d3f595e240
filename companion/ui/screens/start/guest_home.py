"""Home page of a guest's phone: only the tables to which it was invited."""

from __future__ import annotations

import flet as ft

from companion.ui.design.look import translate
from companion.ui.design.sizes import FontSize, Space
from companion.ui.design.text import body_text
from companion.ui.hooks import use_observable
from companion.ui.screens.start.home import home_header
from companion.ui.screens.start.match_cards import MatchCards, use_match_section
from companion.ui.screens.start.match_status import use_match_statuses
from companion.ui.session.phone import Phone
from companion.ui.widgets import page_frame
from rules.engine import Text

HOST_STARTS_GAMES_TEXT = Text("A new game begins on the host's phone.")
TABLE_NOT_OPEN_TEXT = Text(
    "That table is not open to this phone: it was closed or deleted, or the host sent the phone away. "
    "Scan the table's code again if you are invited."
)
NO_TABLE_TEXT = Text("This phone is at no table. Scan the code that the host shows you.")


@ft.component
def GuestPage(phone: Phone, message: Text | None = None) -> ft.View:  # noqa: N802 - Flet's components are named like classes
    """The guest's tables, and ``message`` if a refused address led here."""
    library = use_observable(phone.library)
    guests = use_observable(library.guests)
    match_ids = guests.tables_of(phone.visitor) if not phone.visitor.is_host else ()
    matches = [match for match in library.matches.all() if match.id in match_ids]
    unfinished = use_match_section(Text("Your tables"), [match for match in matches if match.finished is None])
    finished = use_match_section(Text("Finished games"), [match for match in matches if match.finished is not None])
    cards = MatchCards(phone, use_match_statuses(phone, (*unfinished.shown_matches, *finished.shown_matches)))
    notice: list[ft.Control] = [page_frame.warning(translate(message))] if message else []
    body = [
        *notice,
        *cards.section(unfinished),
        *cards.section(finished),
        *([] if matches else [_no_table_panel(phone)]),
    ]
    return page_frame.page_view("/", home_header(phone), body)


def _no_table_panel(phone: Phone) -> ft.Control:
    return page_frame.panel(
        ft.Icon(ft.Icons.QR_CODE_SCANNER, size=FontSize.ILLUSTRATION, color=ft.Colors.PRIMARY),
        body_text(translate(NO_TABLE_TEXT), text_align=ft.TextAlign.CENTER),
        padding=Space.AIR,
    )
