"""End of a match: who won, how, three facts, and what can be done next."""

from __future__ import annotations

import logging
from collections.abc import Sequence

import flet as ft

from companion.match.log import LogLine
from companion.match.moments import win_note
from companion.match.preview_text import outcome_text
from companion.match.roles import DeviceRole
from companion.match.table import Table
from companion.stats.highlights import match_highlights
from companion.stats.match_stats import match_stats_of
from companion.ui.design import text_fit
from companion.ui.design.boxes import CENTER, STRETCH, column_of, row_of
from companion.ui.design.look import screen_width, sentence, translate
from companion.ui.design.sizes import FontSize, Radius, Space
from companion.ui.design.text import body_text
from companion.ui.games.scenes import scene_of
from companion.ui.state import use_loaded
from companion.ui.table.intents import Page, TableIntents
from companion.ui.table.model.context import TableContext
from companion.ui.table.sheets.why import rule_text
from companion.ui.table.zones.moment import panel_colors
from companion.ui.widgets import controls, page_frame
from rules.engine import Name, Outcome, Text

STATISTICS_LINK = Text("Statistics"), ft.Icons.INSERT_CHART_OUTLINED


def winner_view(context: TableContext, lines: Sequence[LogLine], facts: ft.Control) -> ft.Control:
    """Build who has won, with which character and how, and the facts below it."""
    character_of, how = scene_of(context.table_state.game.key).model.player_character, win_note(lines)
    characters = [character_of(context, seat) for seat in context.outcome.winners]
    banner = winner_banner(
        context.seats,
        context.outcome,
        " · ".join(filter(None, characters)),
        translate(how.text if how else _rule_sentence(context)),
        context.answers_width,
    )
    return column_of([banner, facts], Space.GAP, STRETCH, tight=False)


def _rule_sentence(context: TableContext) -> Text | Name:
    """Return the sentence of the rule by which the match ended, where no note says how."""
    game, rule = context.table_state.game, context.outcome.rule
    return rule_text(game, rule)[1] if rule in game.rulebook else Text("The game is over")


def winner_banner(
    seats: Sequence[str], outcome: Outcome, character: str = "", how: str = "", width: float | None = None
) -> ft.Control:
    """Build the banner that names the winners; that of a single one has the color of the seat.

    Its ``width`` in points is by default that of a page.
    """
    free = (width or screen_width() - 2 * Space.PAGE) - 2 * Space.ROOM
    winner = outcome.winners[0] if len(outcome.winners) == 1 and not outcome.draw else None
    fill, ink = panel_colors(winner)
    badges = [controls.seat_badge(seat, seats[seat], 56) for seat in outcome.winners] if winner is None else []
    sign = ft.Icon(ft.Icons.EMOJI_EVENTS, size=FontSize.ILLUSTRATION, color=ink)
    lines: list[ft.Control] = [
        row_of(list(badges), alignment=ft.MainAxisAlignment.CENTER, wrap=True) if badges else sign,
        _line(sentence(outcome_text(outcome, seats)), FontSize.HERO, ft.FontWeight.W_800, ink, free),
        *([_line(character, FontSize.SUBTITLE, ft.FontWeight.W_600, ink, free)] if character else []),
        *([_line(how, FontSize.BODY, ft.FontWeight.W_500, ink, free)] if how else []),
    ]
    column = column_of(lines, Space.NEAR, CENTER, tight=False)
    return ft.Container(
        column, bgcolor=fill, border_radius=Radius.SHEET, padding=Space.ROOM, alignment=ft.Alignment.CENTER
    )


def _line(text: str, size: float, weight: ft.FontWeight, ink: str, width: float) -> ft.Control:
    return ft.Text(
        text, size=text_fit.fit_font_size(text, size, width), weight=weight, color=ink, text_align=ft.TextAlign.CENTER
    )


# --- facts -------------------------------------------------------------------------------------------------------


def match_facts(table: Table, role: DeviceRole) -> ft.Control:
    """Build the facts of the match, as that device may see them."""
    return controls.keyed_component(MatchFacts, table.match.id, table, role)


@ft.component
def MatchFacts(table: Table, role: DeviceRole) -> ft.Control:  # noqa: N802
    """Build the facts of the match once they are computed, off the screen's thread."""
    facts = use_loaded([table.table_state.seq], load_highlights, table, role) or ()
    rows = [_fact_row(controls.capitalize_first(translate(fact))) for fact in facts]
    return column_of(rows, Space.NEAR, STRETCH, tight=False)


def load_highlights(table: Table, role: DeviceRole) -> tuple[Text, ...]:
    """Return the facts of the match; none where they cannot be computed."""
    try:
        record = table.view(role).record(table.match)
        return match_highlights(table.game, record, match_stats_of(table.game, record))
    except Exception:  # the end of the match is shown without them
        logging.getLogger(__name__).exception("the facts of a match cannot be worked out")
        return ()


def _fact_row(text: str) -> ft.Control:
    sign = ft.Icon(ft.Icons.AUTO_AWESOME_OUTLINED, size=FontSize.HEADING, color=ft.Colors.PRIMARY)
    words = body_text(text, expand=True)
    return ft.Container(
        row_of([sign, words], Space.EDGE),
        bgcolor=ft.Colors.SURFACE_CONTAINER,
        border_radius=Radius.TILE,
        padding=ft.Padding.symmetric(horizontal=Space.EDGE, vertical=Space.GAP),
    )


# --- what comes next ---------------------------------------------------------------------------------------------


def end_of_match_actions(intents: TableIntents) -> ft.Control:
    """Build what can be tapped at the end of a match: rematch, statistics, putting away."""
    says = page_frame.hint_text(
        translate(Text("Not so? Undo takes back what ended it, and any number can be corrected.")),
        text_align=ft.TextAlign.CENTER,
    )
    label, icon = STATISTICS_LINK
    statistics = controls.secondary_button(
        translate(label), controls.bind(intents.go, Page.STATISTICS), icon, expand=True
    )
    put_away = Text("Put away"), controls.bind(intents.go, Page.AWAY), ft.Icons.INVENTORY_2_OUTLINED
    if not intents.role.is_host:
        main, others = _main_button(*put_away), [statistics]
    else:
        main = _main_button(Text("Rematch"), controls.bind(intents.go, Page.REMATCH), ft.Icons.REPLAY)
        others = [statistics, controls.secondary_button(translate(put_away[0]), *put_away[1:], expand=True)]
    rows = [says, row_of([main]), controls.button_grid(others, text_fit.columns_at_scale(2))]
    return column_of(rows, Space.GAP, STRETCH)


def _main_button(label: Text, on_tap: controls.Action, icon: ft.IconData) -> ft.Control:
    return page_frame.main_button(translate(label), on_tap, icon)
