"""List of what the players of a match are not asked about any more, each to be taken back."""

from __future__ import annotations

from collections.abc import Callable

import flet as ft

from companion.match.roles import DeviceRole, may_set
from companion.match.table import Table
from companion.ui.design.boxes import END, column_of, row_of
from companion.ui.design.look import translate
from companion.ui.design.sizes import Space
from companion.ui.design.text import body_text
from companion.ui.widgets import page_frame
from companion.ui.widgets.controls import seat_badge
from rules.engine import Text
from rules.engine.switch import ASKED, silence_switch, silences, subject_of


def silence_list(table: Table, role: DeviceRole, set_ruling: Callable[[str, str], None]) -> list[ft.Control]:
    """Build the list of the silences that this device may end; none without any."""
    rows = [
        _row(table, switch, seat, set_ruling)
        for switch, seat in ((silence_switch(key, seat), seat) for key, seat in silences(table.state.rulings))
        if seat < len(table.match.seats) and may_set(role, switch, table.claimed_seats)
    ]
    if not rows or role.is_spectator:
        return []
    title = body_text(translate(Text("Not asked any more, until this game ends")))
    title.weight = ft.FontWeight.W_600
    return [page_frame.panel(title, *rows)]


def _row(table: Table, switch: str, seat: int, set_ruling: Callable[[str, str], None]) -> ft.Control:
    who, found = table.match.seats[seat], table.game.find_switch(switch)
    what = translate(subject_of(found)) if found else ""
    label = body_text(translate(Text("{who}: {what}", who=who, what=what)), expand=True)
    again = ft.TextButton(translate(Text("Ask again")), on_click=lambda event: set_ruling(switch, ASKED), height=48)
    named = row_of([seat_badge(seat, who, 30), label], Space.GAP)
    return column_of([named, again], 0, END)
