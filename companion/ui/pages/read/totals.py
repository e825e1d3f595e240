"""Statistics of all finished matches: players, games, and causes of death."""

from __future__ import annotations

from dataclasses import dataclass, replace

import flet as ft

from companion.base.background import aside
from companion.dice.corrections import Score, scores
from companion.i18n import Translate
from companion.library.totals import (
    Finished,
    GameTotal,
    Habit,
    Looked,
    PlayerTotal,
    by_game,
    finished,
    looked_into,
    players,
)
from companion.stats.results import lasting
from companion.storage.matches import StorageTrouble
from companion.ui.design.theme import Space, Type
from companion.ui.session.phone import Phone
from companion.ui.widgets import controls, page_frame
from rules.engine import Text

from .statistics import SIGN, each, figure, heading, person

LISTED = 8
"""Causes of death that are listed."""
NONE_YET = Text("No game has been finished yet: here you will see who wins, how long games last and what kills you.")


@dataclass(frozen=True)
class Found:
    """The totals known so far; those that need the logs come later."""

    games: tuple[Finished, ...]
    read: tuple[Score, ...] = ()
    looked: Looked | None = None


@ft.component
def TotalsPage(phone: Phone) -> ft.View:  # noqa: N802 - Flet's components are named like classes
    """The page of all finished matches; slow totals are added once they are known."""
    found, show = ft.use_state(page_frame.NOTHING)
    words = phone.words

    async def look() -> None:
        first = await aside(_found, phone)
        show(first)
        if isinstance(first, Found) and first.games:
            looked = await aside(looked_into, phone.library, first.games)
            show(replace(first, looked=looked))

    ft.use_effect(look, [])
    head = page_frame.head(words(Text("Statistics")), words(Text("Back")), lambda: phone.go("/"))
    body: list[ft.Control] = [ft.ProgressBar()]
    if isinstance(found, Text):
        body = [page_frame.warning(words(found))]
    elif found is not None:
        body = Sums(phone, found).panels() if found.games else [page_frame.quiet(words(NONE_YET))]
    return page_frame.page("/statistics", head, body)


def _found(phone: Phone) -> Found | Text:
    """Return the finished matches and the reader's scores, or why they cannot be read."""
    try:
        return Found(finished(phone.library), scores(phone.access("")))
    except StorageTrouble as trouble:
        return trouble.reason


@dataclass(frozen=True)
class Sums:
    """The totals as panels."""

    phone: Phone
    found: Found

    def panels(self) -> list[ft.Control]:
        """Build the panels that have content."""
        words, games = self.phone.words, self.found.games
        people = (self._player(one) for one in players(games))
        waiting: list[ft.Control] = [] if self.found.looked else [ft.ProgressBar()]
        return [
            page_frame.panel(heading(words(Text("Players"))), *people),
            *(self._game(one) for one in by_game(games)),
            *(self._looked(self.found.looked) if self.found.looked else waiting),
            *(_reader(words, one) for one in self.found.read),
        ]

    def _player(self, one: PlayerTotal) -> ft.Control:
        """Build a player's matches and wins, in all and by game."""
        words, titles = self.phone.words, self.phone.library.games
        by = " · ".join(
            f"{words(titles[key].title)} {share.wins}/{share.games}" for key, share in one.by if key in titles
        )
        won = Text("{wins} of {n} game won", "{wins} of {n} games won", wins=one.all.wins, n=one.all.games)
        name = ft.Text(one.name, size=Type.LEAD, weight=ft.FontWeight.W_600)
        return person(controls.badge(None, one.name, SIGN), [name], [words(won), by], f"{one.all.percent} %")

    def _game(self, one: GameTotal) -> ft.Control:
        """Build a game's number of matches, average length and turns, and highest points."""
        words, game = self.phone.words, self.phone.library.games[one.key]
        rows = [
            (Text("Games"), str(one.plays)),
            (Text("Length on average"), words(lasting(one.seconds))),
            *([(Text("Turns on average"), str(round(one.turns)))] if one.turns else []),
        ]
        if game.tally is not None and one.best is not None and one.best[0]:
            rows.append((Text("Most {what}", what=game.tally.what), f"{one.best[0]} · {one.best[1]}"))
        return page_frame.panel(heading(words(game.title)), *(figure(words(name), value) for name, value in rows))

    def _looked(self, looked: Looked) -> list[ft.Control]:
        """Build the players' thinking times, and the most frequent killers."""
        words = self.phone.words
        said = Text("In the latest game", "In the latest {n} games", n=looked.games)
        panels: list[ft.Control] = [
            page_frame.panel(heading(words(said)), *(_habit(words, one) for one in looked.habits))
        ]
        if looked.killers:
            rows = (figure(controls.sentence(words(by)), str(n)) for by, n in looked.killers[:LISTED])
            panels.append(page_frame.panel(heading(words(Text("What killed players"))), *rows))
        return panels


def _habit(words: Translate, one: Habit) -> ft.Control:
    """Build a player's decisions, time, kills and deaths."""
    told = [Text("{n} decision", "{n} decisions", n=one.decisions)]
    if one.decisions:
        told.append(each(one.seconds / one.decisions))
    told.append(Text("{n} killed", "{n} killed", n=one.kills))
    told.append(Text("died once", "died {n} times", n=one.deaths))
    name = ft.Text(one.name, size=Type.LEAD, weight=ft.FontWeight.W_600)
    return ft.Column([name, page_frame.quiet(" · ".join(map(words, told)))], spacing=Space.HAIR)


def _reader(words: Translate, one: Score) -> ft.Control:
    """Build how dice of one kind were read and corrected."""
    rows = (
        (Text("Dice read"), one.dice),
        (Text("Put right: read wrongly"), one.wrong + one.none),
        (Text("Put right: not seen"), one.missed),
    )
    title = Text("The camera: {kind}", kind=one.kind) if one.kind else Text("The camera: dice with pips")
    return page_frame.panel(heading(words(title)), *(figure(words(name), str(n)) for name, n in rows))
