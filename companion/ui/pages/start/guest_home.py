"""Home page of a guest's phone: only the tables to which it was invited."""

from __future__ import annotations

from typing import Any

import flet as ft

from companion.ui.design.theme import Space, Type
from companion.ui.hooks import use_table
from companion.ui.session.phone import Phone
from companion.ui.widgets import page_frame
from rules.engine import Text

from .home import AT_FIRST, MORE, Cards, title
from .match_status import use_standings

HOST_BEGINS = Text("A new game begins on the host's phone.")
NOT_OPEN = Text(
    "That table is not open to this phone: it was closed or deleted, or the host sent the phone away. "
    "Scan the table's code again if you are invited."
)
NOWHERE = Text("This phone is at no table. Scan the code that the host shows you.")


@ft.component
def GuestPage(phone: Phone, told: Text | None = None) -> ft.View:  # noqa: N802 - Flet's components are named like classes
    """The guest's tables, and ``message`` if a refused address led here."""
    words, library = phone.words, use_table(phone.library)
    guests = use_table(library.guests)
    open_shown, show_open = ft.use_state(AT_FIRST)
    done_shown, show_done = ft.use_state(AT_FIRST)
    own = guests.tables(phone.visitor) if not phone.visitor.host else ()
    matches = [match for match in library.matches() if match.id in own]
    open_ = [match for match in matches if match.finished is None]
    done = [match for match in matches if match.finished is not None]
    standings = use_standings(phone, (*open_[:open_shown], *done[:done_shown]))
    cards = Cards(phone, standings)
    says: list[Any] = [page_frame.warning(words(told))] if told else []
    body = [
        *says,
        *cards.listed(Text("Your tables"), open_, open_shown, lambda: show_open(open_shown + MORE)),
        *cards.listed(Text("Finished games"), done, done_shown, lambda: show_done(done_shown + MORE)),
        *([] if matches else [_nowhere(phone)]),
    ]
    return page_frame.page("/", title(phone), body)


def _nowhere(phone: Phone) -> ft.Control:
    return page_frame.panel(
        ft.Icon(ft.Icons.QR_CODE_SCANNER, size=Type.SCENE, color=ft.Colors.PRIMARY),
        ft.Text(phone.words(NOWHERE), size=Type.BODY, text_align=ft.TextAlign.CENTER),
        padding=Space.AIR,
    )
