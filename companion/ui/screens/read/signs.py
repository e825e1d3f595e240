"""Legend page: the signs of a game, each with its color, name and one line."""

from __future__ import annotations

import flet as ft

from companion.match.table import Table
from companion.ui.design.boxes import STRETCH, column_of
from companion.ui.design.look import translate
from companion.ui.design.sizes import Space
from companion.ui.games.scenes import scene_of
from companion.ui.session.open_table import open_table
from companion.ui.session.phone import Phone
from companion.ui.signs.legend import COMMON_SIGNS, Sign, legend_rows
from companion.ui.state import use_loaded
from companion.ui.widgets import page_frame
from companion.ui.widgets.controls import caption
from rules.engine import Text

LEGEND_TITLE = Text("Signs")


@ft.component
def SignsPage(phone: Phone, match_id: str) -> ft.View:  # noqa: N802 - Flet's components are named like classes
    """The legend of a match's game."""
    table = use_loaded([match_id], open_table, phone, match_id)
    back = lambda: phone.go(f"/t/{match_id}")  # noqa: E731
    head = page_frame.page_header(LEGEND_TITLE, back)
    body: list[ft.Control] = [ft.ProgressBar()]
    if isinstance(table, Table):
        signs = game_signs(table.game.key)
        common = tuple(sign for sign in COMMON_SIGNS if sign.icon not in {one.icon for one in signs})
        hint = page_frame.hint_text(translate(Text("A long press on a sign at the table explains it too.")))
        everywhere = translate(Text("In every game"))
        body = [hint, *legend_rows(signs), caption(everywhere), *legend_rows(common)]
    if isinstance(table, Text):
        body = [page_frame.warning(translate(table))]
    column = column_of(body, Space.EDGE, STRETCH, tight=False)
    return page_frame.page_view(f"/t/{match_id}/signs", head, [column])


def game_signs(game: str) -> tuple[Sign, ...]:
    """Return the signs of a game's board and rows."""
    return scene_of(game).model.player_row.signs
