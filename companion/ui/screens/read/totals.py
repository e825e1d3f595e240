"""Statistics of all finished matches: players, games, and causes of death."""

from __future__ import annotations

from dataclasses import dataclass

import flet as ft

from companion.dice.corrections import ReaderAccuracy, accuracy_by_kind
from companion.library.totals import (
    GameTotal,
    PlayerHabits,
    PlayerTotal,
    ReplayedTotals,
    finished_matches,
    game_totals,
    imported_matches,
    player_totals,
    replay_totals,
)
from companion.stats.results import FinishedMatch, format_duration
from companion.storage.matches import StorageError
from companion.ui.design.boxes import column_of
from companion.ui.design.look import translate
from companion.ui.design.sizes import Space
from companion.ui.design.text import name_text
from companion.ui.files.plays import PlaysPanel
from companion.ui.screens.read.statistics import BADGE_SIZE, average_seconds_text, figure_row, panel_title, person_row
from companion.ui.session.phone import Phone
from companion.ui.state import use_loaded
from companion.ui.widgets import controls, page_frame
from rules.engine import Text

MAX_KILLERS = 8
"""Causes of death that are listed."""
NO_FINISHED_GAMES_TEXT = Text(
    "No game has been finished yet: here you will see who wins, how long games last and what kills you."
)


@dataclass(frozen=True)
class TotalsData:
    """The totals that need no log."""

    games: tuple[FinishedMatch, ...]
    imported: tuple[FinishedMatch, ...] = ()
    """Plays of BG Stats, which have no log."""
    reader_accuracy: tuple[ReaderAccuracy, ...] = ()


@ft.component
def TotalsPage(phone: Phone) -> ft.View:  # noqa: N802 - Flet's components are named like classes
    """The page of all finished matches; slow totals are added once they are known."""
    version, set_version = ft.use_state(0)
    totals = use_loaded([version], _load_totals, phone)
    replayed = use_loaded([totals is None], _replay_totals, phone, totals)

    head = page_frame.page_header(Text("Statistics"), lambda: phone.go("/"))

    def panels(totals: TotalsData) -> list[ft.Control]:
        plays = PlaysPanel(phone, len(totals.imported), lambda: set_version(version + 1))
        if not totals.games and not totals.imported:
            return [page_frame.hint_text(translate(NO_FINISHED_GAMES_TEXT)), plays]
        return [*TotalsPanels(phone, totals, replayed).panels(), plays]

    return page_frame.page_view("/statistics", head, page_frame.loaded_body(totals, panels))


def _load_totals(phone: Phone) -> TotalsData | Text:
    try:
        library = phone.library
        return TotalsData(
            finished_matches(library.matches),
            imported_matches(library.settings, library.games),
            accuracy_by_kind(phone.access("")),
        )
    except StorageError as trouble:
        return trouble.reason


def _replay_totals(phone: Phone, totals: TotalsData | Text | None) -> ReplayedTotals | None:
    return (
        replay_totals(phone.library.matches, totals.games) if isinstance(totals, TotalsData) and totals.games else None
    )


@dataclass(frozen=True)
class TotalsPanels:
    """The totals as panels."""

    phone: Phone
    totals: TotalsData
    replayed: ReplayedTotals | None
    """The totals that need the logs, None until they are known."""

    def panels(self) -> list[ft.Control]:
        """Build the panels that have content."""
        games = (*self.totals.games, *self.totals.imported)
        people = (self._player(one) for one in player_totals(games))
        waiting: list[ft.Control] = [] if self.replayed or not self.totals.games else [ft.ProgressBar()]
        return [
            page_frame.panel(panel_title(translate(Text("Players"))), *people),
            *(self._game(one) for one in game_totals(games)),
            *(self._replayed_panels(self.replayed) if self.replayed else waiting),
            *(_reader_panel(one) for one in self.totals.reader_accuracy),
        ]

    def _player(self, player: PlayerTotal) -> ft.Control:
        titles = self.phone.library.games
        by = " · ".join(
            f"{translate(titles[key].title)} {share.wins}/{share.games}"
            for key, share in player.by_game
            if key in titles
        )
        won = Text("{wins} of {n} game won", "{wins} of {n} games won", wins=player.total.wins, n=player.total.games)
        name = name_text(player.name, 600)
        return person_row(
            controls.seat_badge(None, player.name, BADGE_SIZE),
            [name],
            [translate(won), by],
            f"{player.total.percent} %",
        )

    def _game(self, game_total: GameTotal) -> ft.Control:
        game = self.phone.library.games[game_total.key]
        length = translate(format_duration(game_total.seconds))
        rows = [
            (Text("Games"), str(game_total.plays)),
            *([(Text("Length on average"), length)] if game_total.seconds else []),
            *([(Text("Turns on average"), str(round(game_total.turns)))] if game_total.turns else []),
        ]
        if game.tally is not None and game_total.best_score is not None and game_total.best_score[0]:
            rows.append(
                (Text("Most {what}", what=game.tally.label), f"{game_total.best_score[0]} · {game_total.best_score[1]}")
            )
        return page_frame.panel(
            panel_title(translate(game.title)), *(figure_row(translate(name), value) for name, value in rows)
        )

    def _replayed_panels(self, replayed: ReplayedTotals) -> list[ft.Control]:
        title = Text("In the latest game", "In the latest {n} games", n=replayed.match_count)
        panels: list[ft.Control] = [
            page_frame.panel(panel_title(translate(title)), *(_habits_row(one) for one in replayed.habits))
        ]
        if replayed.killers:
            rows = (
                figure_row(controls.capitalize_first(translate(by)), str(n)) for by, n in replayed.killers[:MAX_KILLERS]
            )
            panels.append(page_frame.panel(panel_title(translate(Text("What killed players"))), *rows))
        return panels


def _habits_row(habits: PlayerHabits) -> ft.Control:
    texts = [Text("{n} decision", "{n} decisions", n=habits.decisions)]
    if habits.decisions:
        texts.append(average_seconds_text(habits.seconds / habits.decisions))
    texts.append(Text("{n} killed", "{n} killed", n=habits.kills))
    texts.append(Text("died once", "died {n} times", n=habits.deaths))
    name = name_text(habits.name, 600)
    return column_of([name, page_frame.hint_text(" · ".join(map(translate, texts)))], Space.HAIR, tight=False)


def _reader_panel(accuracy: ReaderAccuracy) -> ft.Control:
    rows = (
        (Text("Read"), accuracy.dice_read),
        (Text("Put right: read wrongly"), accuracy.wrong_dice + accuracy.false_dice),
        (Text("Put right: not seen"), accuracy.missed_dice),
    )
    title = Text("The camera: {kind}", kind=accuracy.kind) if accuracy.kind else Text("The camera: dice with pips")
    title = Text("The camera: cards") if accuracy.kind in ("ranks", "cards") else title
    return page_frame.panel(panel_title(translate(title)), *(figure_row(translate(name), str(n)) for name, n in rows))
