"""Page that says how the table stands, aloud and in large letters."""

from __future__ import annotations

import flet as ft

from companion.match.table import Table
from companion.ui.design.boxes import STRETCH, column_of, row_of
from companion.ui.design.look import translate
from companion.ui.design.sizes import FontSize, Space
from companion.ui.design.speech import SPEECH_LANGUAGE, say, speak
from companion.ui.games.scenes import scene_of
from companion.ui.hooks import use_observable
from companion.ui.session.open_table import open_table
from companion.ui.session.phone import Phone
from companion.ui.state import use_latest, use_loaded
from companion.ui.table.model.context import TableContext
from companion.ui.table.model.spoken import spoken_position
from companion.ui.widgets import page_frame
from companion.ui.widgets.controls import secondary_button
from rules.engine import Text


@ft.component
def PositionPage(phone: Phone, match_id: str) -> ft.View:  # noqa: N802 - Flet's components are named like classes
    """The page of how a match stands."""
    table = use_loaded([match_id], open_table, phone, match_id)
    back = lambda: phone.go(f"/t/{match_id}")  # noqa: E731
    head = page_frame.page_header(Text("How the table stands"), back)
    body: list[ft.Control] = [SpokenPosition(phone, table)] if isinstance(table, Table) else [ft.ProgressBar()]
    if isinstance(table, Text):
        body = [page_frame.warning(translate(table))]
    return page_frame.page_view(f"/t/{match_id}/position", head, body)


@ft.component
def SpokenPosition(phone: Phone, table: Table) -> ft.Control:  # noqa: N802
    """The position as this device may see it, one sentence a line, said as the page opens."""
    use_observable(table)
    page, role = ft.context.page, phone.role_at(table.match.id)
    context = TableContext(
        table.table_state_for(role),
        table.log(role),
        page.width or 0,
        page.height or 0,
        role=role,
        claimed_seats=table.claimed_seats,
    )
    sentences = spoken_position(context, scene_of(table.game.key).model)
    latest = use_latest(sentences)

    def start() -> None:
        page.run_task(say, " ".join(latest.current))

    def stop() -> None:
        page.run_task(speak, "", translate(SPEECH_LANGUAGE))

    ft.use_effect(start, [], stop)
    again = secondary_button(translate(Text("Say it again")), start, ft.Icons.VOLUME_UP, expand=True, height=56)
    lines: list[ft.Control] = [
        ft.Text(sentence, size=FontSize.NUMBER if k else FontSize.TITLE, weight=ft.FontWeight.W_500)
        for k, sentence in enumerate(sentences)
    ]
    return column_of([*lines, row_of([again])], Space.EDGE, STRETCH, tight=False)
