"""Statistics of one match, also while it runs, without what this device may not see."""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import flet as ft

from companion.dice.corrections import CorrectionCount, count_corrections
from companion.dice.provenance import sources
from companion.match.roles import DeviceRole
from companion.match.table import Table
from companion.match.undo import lines_in_effect
from companion.stats.fairness import RollSample, roll_samples
from companion.stats.match_stats import MatchStats, SeatStats, TurnDeath, describe_death, match_stats_of
from companion.stats.results import format_duration
from companion.storage.matches import StorageError
from companion.ui.design import text_fit
from companion.ui.design.boxes import STRETCH, column_of, row_of
from companion.ui.design.look import translate
from companion.ui.design.sizes import FontSize, Radius, Space
from companion.ui.design.text import MUTED, body_text, label_text, name_text, title_text
from companion.ui.files.exports import MatchExports
from companion.ui.hooks import use_observable
from companion.ui.session.open_table import open_table
from companion.ui.session.phone import Phone
from companion.ui.state import use_loaded
from companion.ui.table.intents import Explanation
from companion.ui.table.sheets.why import rule_badge as rule_badge
from companion.ui.table.sheets.why import use_rule_sheet
from companion.ui.widgets import controls, page_frame
from rules.engine import Text

BADGE_SIZE = 36
"""Points of a player's badge."""
MAX_DEATHS = 12
"""Deaths listed at first."""
STATISTICS_FAILED_TEXT = Text("The figures of this game cannot be worked out: its log cannot be read.")


@dataclass(frozen=True)
class MatchFigures:
    """The page's data: match statistics, dice by set, camera rolls and corrections."""

    stats: MatchStats
    samples: tuple[RollSample, ...]
    camera_rolls: int
    corrections: CorrectionCount


@ft.component
def StatisticsPage(phone: Phone, match_id: str) -> ft.View:  # noqa: N802 - Flet's components are named like classes
    """The page of one match's statistics."""
    table = use_loaded([match_id], open_table, phone, match_id)
    head = page_frame.page_header(Text("Statistics"), lambda: phone.go(f"/t/{match_id}"))

    def figures(table: Table) -> list[ft.Control]:  # keyed so that another match's figures do not carry over
        return [controls.keyed_component(MatchFiguresBody, table.match.id, phone, table)]

    body = page_frame.loaded_body(table, figures)
    return page_frame.page_view(f"/t/{match_id}/statistics", head, body)


@ft.component
def MatchFiguresBody(phone: Phone, table: Table) -> ft.Control:  # noqa: N802
    """The statistics, recomputed whenever the match changes."""
    use_observable(table)
    role = phone.role_at(table.match.id)
    figures = use_loaded([table.table_state.seq], load_figures, table, role, phone)
    explain = use_rule_sheet(table, lambda switch: phone.go(f"/t/{table.match.id}/settings/{switch}"))

    exports = [MatchExports(phone, table.match.id, table.state.outcome is not None)] if role.is_host else []
    panels = page_frame.loaded_body(
        figures, lambda figures: MatchFiguresPanels(phone, table, figures, explain).panels()
    )
    return column_of([*panels, *exports], Space.EDGE, STRETCH, tight=False)


def load_figures(table: Table, role: DeviceRole, phone: Phone) -> MatchFigures | Text:
    """Return the statistics visible to that device, or why there are none.

    Blocks for a moment; run it off the screen's thread.
    """
    storage, match = phone.library.storage, table.match
    try:
        roll_sources = sources(match.id, storage)
        record = table.view(role).record(table.match)
        stats = match_stats_of(table.game, record, roll_sources)
        camera_rolls = sum(roll_sources.get(line.entry.seq) == "camera" for line in lines_in_effect(record.lines))
        return MatchFigures(stats, roll_samples(stats.rolls), camera_rolls, count_corrections(phone.access(match.id)))
    except StorageError as trouble:
        return trouble.reason
    except Exception:
        logging.getLogger(__name__).exception("the figures of a game cannot be worked out")
        return STATISTICS_FAILED_TEXT


@dataclass(frozen=True)
class MatchFiguresPanels:
    """All statistics of a match as panels."""

    phone: Phone
    table: Table
    figures: MatchFigures
    explain: Callable[[Explanation], None]

    def panels(self) -> list[ft.Control]:
        """Build the panels that have content."""
        return [self._totals(), *self._points(), self._players(), *self._deaths(), *self._dice()]

    def _totals(self) -> ft.Control:
        stats = self.figures.stats
        rows = [
            (Text("Played"), translate(format_duration(stats.seconds))),
            *([(Text("Turns"), str(stats.turns))] if stats.turns else []),
            (Text("Decisions"), str(stats.decisions)),
            *([(Text("of them several together"), str(stats.shared_decisions))] if stats.shared_decisions else []),
            *([(Text("Automatic"), str(stats.automatic_answers))] if stats.automatic_answers else []),
            *([(Text("Set by hand"), str(stats.overrides))] if stats.overrides else []),
            *([(Text("Undone"), str(stats.undone_entries))] if stats.undone_entries else []),
        ]
        return page_frame.panel(*(figure_row(translate(name), value) for name, value in rows))

    def _points(self) -> list[ft.Control]:
        """Build the points by turn as a chart and as a table; empty if the game counts no turns."""
        from companion.ui.widgets.chart import (
            points_chart,
            points_table,
        )  # imports the charts library, so only on demand

        game, stats, seats = self.table.game, self.figures.stats, self.table.match.seats
        if game.tally is None or not stats.turns or not any(map(any, (one.totals for one in stats.points))):
            return []
        points = stats.points
        title = panel_title(translate(Text("{what} by turn", what=game.tally.label)))
        return [page_frame.panel(title, points_chart(seats, points)), points_table(seats, points)]

    def _players(self) -> ft.Control:
        seats = self.figures.stats.seats
        rows = (_player_row(seat, part) for seat, part in enumerate(seats))
        return page_frame.panel(panel_title(translate(Text("Players"))), *rows)

    def _deaths(self) -> list[ft.Control]:
        deaths = self.figures.stats.deaths
        people = [one for one in deaths if one.death.is_player]
        others = [one for one in deaths if not one.death.is_player]
        panels: list[ft.Control] = []
        if people:
            rows = (self._death(one) for one in people[-MAX_DEATHS:])
            panels.append(page_frame.panel(panel_title(translate(Text("Who died, and of what"))), *rows))
        if others:
            title = Text("What else fell: {n}", n=len(others)) if people else Text("All that fell: {n}", n=len(others))
            panels.append(page_frame.expandable_section(translate(title), [self._death(one) for one in others]))
        return panels

    def _death(self, death: TurnDeath) -> ft.Control:
        killer, seats = death.death.killer_seat, self.table.match.seats
        sentence = controls.capitalize_first(translate(describe_death(death.death, seats)))
        badge_seat = death.death.seat if death.death.is_player else killer
        turns, muted = self.figures.stats.turns, MUTED
        face: list[ft.Control] = [
            *([label_text(str(death.turn), color=muted, width=28)] if turns else []),
            *([controls.seat_badge(badge_seat, seats[badge_seat], 24)] if badge_seat is not None else []),
            body_text(sentence, expand=True),
            rule_badge(death.death.rule),
        ]
        spoken = translate(Text("Turn {n}: {totals}", n=death.turn, totals=sentence)) if turns else sentence
        on_tap = controls.bind(self.explain, Explanation(death.death.rule))
        return controls.pressable(
            row_of(face, Space.GAP), spoken, on_tap, controls.Surface(pad=Space.TIGHT, radius=Radius.TILE)
        )

    def _dice(self) -> list[ft.Control]:
        from companion.ui.screens.read.fairness import face_bars, sample_title

        figures = self.figures
        shared_samples = [pile for pile in figures.samples if not pile.player]
        sets = [
            one
            for pile in shared_samples
            for one in (page_frame.hint_text(translate(sample_title(pile))), face_bars(pile))
        ]
        content = [*sets, *self._reader_note()]
        if not content:
            return []
        if not self.table.game.dice_kinds:
            return [page_frame.panel(panel_title(translate(Text("Flips"))), *content)]
        fairness_button = controls.secondary_button(
            translate(Text("Are the dice fair?")),
            lambda: self.phone.go(f"/t/{self.table.match.id}/fairness"),
            ft.Icons.CASINO_OUTLINED,
        )
        return [page_frame.panel(panel_title(translate(Text("Dice"))), *content, fairness_button)]

    def _reader_note(self) -> list[ft.Control]:
        camera_rolls, corrections = self.figures.camera_rolls, self.figures.corrections
        if not camera_rolls and not corrections.total:
            return []
        if self.table.game.dice_kinds:
            read = Text("The camera read {n} roll.", "The camera read {n} rolls.", n=camera_rolls)
            right = Text("{n} die was put right.", "{n} dice were put right.", n=corrections.total)
        else:
            read = Text("The camera read {n} flip.", "The camera read {n} flips.", n=camera_rolls)
            right = Text("{n} card was put right.", "{n} cards were put right.", n=corrections.total)
        return [page_frame.hint_text(f"{translate(read)} {translate(right)}")]


def panel_title(text: str) -> ft.Control:
    """Build the title of a panel."""
    return name_text(controls.capitalize_first(text), 600)


def figure_row(name: str, value: str) -> ft.Control:
    """Build a row of name and value, read aloud as one."""
    number = name_text(value, 700)
    row = row_of([body_text(name, color=MUTED, expand=True), number])
    return ft.Semantics(content=row, label=f"{name}: {value}", exclude_semantics=True)


def _player_row(seat: int, part: SeatStats) -> ft.Control:
    name: list[ft.Control] = [name_text(part.name, 600)]
    if part.won:
        name.append(ft.Icon(ft.Icons.EMOJI_EVENTS, size=FontSize.HEADING, semantics_label=translate(Text("won"))))
    actions = " · ".join(map(translate, _player_actions(part)))
    return person_row(
        controls.seat_badge(seat, part.name, BADGE_SIZE),
        name,
        [actions],
        "" if part.points is None else str(part.points),
    )


def person_row(badge: ft.Control, name: Sequence[ft.Control], notes: Sequence[str], number: str) -> ft.Control:
    """Build a player's row with a number.

    The notes stand below it, aligned with the name where there is room.
    """
    large = title_text(number, 700, no_wrap=True)
    head = row_of([badge, row_of(list(name), Space.NEAR, expand=True), large], Space.EDGE)
    under = BADGE_SIZE + Space.EDGE if not text_fit.has_large_text() else 0
    notes_column = column_of([page_frame.hint_text(one) for one in notes], Space.HAIR, tight=False)
    return column_of([head, ft.Container(notes_column, padding=ft.Padding.only(left=under))], 0, tight=False)


def _player_actions(part: SeatStats) -> list[Text]:
    texts = [Text("{n} decision", "{n} decisions", n=part.decisions)]
    if part.decisions:
        texts.append(average_seconds_text(part.seconds / part.decisions))
    if part.kills:
        texts.append(Text("{n} killed", "{n} killed", n=part.kills))
    if part.deaths:
        texts.append(Text("died once", "died {n} times", n=part.deaths))
    return texts


def average_seconds_text(seconds: float) -> Text:
    """Return how long a decision took on average."""
    return Text("{n} s each", n=max(1, round(seconds)))
