"""Statistics of one match, also while it runs, without what this device may not see."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import flet as ft

from companion.base.background import aside
from companion.dice.corrections import Tidied, tidied
from companion.dice.provenance import told
from companion.i18n import Translate
from companion.match.roles import Chair
from companion.match.table import Table
from companion.match.undo import standing
from companion.stats.match_stats import Fell, Part, Play, obituary, play_of
from companion.stats.results import lasting
from companion.storage.matches import StorageTrouble
from companion.ui.design import text_fit
from companion.ui.design.theme import Round, Space, Type
from companion.ui.files.exports import Takeaway
from companion.ui.hooks import use_table
from companion.ui.pages.match import opening
from companion.ui.session.phone import Phone
from companion.ui.table.board.why import Asked, use_why
from companion.ui.table.board.why import badge as rule_badge
from companion.ui.widgets import controls, page_frame
from rules.engine import Text

if TYPE_CHECKING:
    from companion.stats.fairness import Pile

SIGN = 36
"""Points of a player's badge."""
FIRST = 12
"""Deaths listed at first."""
BROKEN = Text("The figures of this game cannot be worked out: its log cannot be read.")


@dataclass(frozen=True)
class Figures:
    """The page's data: match statistics, dice by set, camera rolls and corrections."""

    play: Play
    piles: tuple[Pile, ...]
    seen: int
    tidied: Tidied


@ft.component
def StatisticsPage(phone: Phone, id: str) -> ft.View:  # noqa: N802 - Flet's components are named like classes
    """The page of one match's statistics."""
    opened, set_opened = ft.use_state(page_frame.NOTHING)

    async def find() -> None:
        set_opened(await aside(opening, phone, id))

    ft.use_effect(find, [id])
    words = phone.words
    head = page_frame.head(words(Text("Statistics")), words(Text("Back")), lambda: phone.go(f"/table/{id}"))
    body: list[ft.Control] = [ft.ProgressBar()]
    if isinstance(opened, Table):
        body = [
            controls.keyed(GameFigures, opened.match.id, phone, opened)
        ]  # keyed so that another match's figures do not carry over
    if isinstance(opened, Text):
        body = [page_frame.warning(words(opened))]
    return page_frame.page(f"/table/{id}/statistics", head, body)


@ft.component
def GameFigures(phone: Phone, table: Table) -> Any:  # noqa: N802
    """The statistics, recomputed whenever the match changes."""
    use_table(table)
    chair = phone.chair(table.match.id)
    found, show = ft.use_state(page_frame.NOTHING)
    why = use_why(phone.words, table, lambda switch: phone.go(f"/table/{table.match.id}/settings/{switch}"))

    async def count() -> None:
        show(await aside(counted, table, chair, phone))

    ft.use_effect(count, [table.now.seq])
    take = [Takeaway(phone, table.match.id, table.state.outcome is not None)] if chair.host else []
    shown: list[ft.Control] = [ft.ProgressBar()]
    if isinstance(found, Text):
        shown = [page_frame.warning(phone.words(found))]
    elif found is not None:
        shown = Sheet(phone, table, found, why).panels()
    return ft.Column([*shown, *take], spacing=Space.EDGE, horizontal_alignment=ft.CrossAxisAlignment.STRETCH)


def counted(table: Table, chair: Chair, phone: Phone) -> Figures | Text:
    """Return the statistics visible to that device, or why there are none.

    Blocks for a moment; run it off the screen's thread.
    """
    from companion.stats.fairness import piles  # imports numpy, so only on demand

    storage, match = phone.library.storage, table.match
    try:
        how = told(match.id, storage)
        story = table.story_for(chair)
        play = play_of(table.game, story, how)
        seen = sum(how.get(line.entry.seq) == "camera" for line in standing(story.lines))
        return Figures(play, piles(play.throws), seen, tidied(phone.access(match.id), match.created, table.moved))
    except StorageTrouble as trouble:
        return trouble.reason
    except Exception:
        logging.getLogger(__name__).exception("the figures of a game cannot be worked out")
        return BROKEN


@dataclass(frozen=True)
class Sheet:
    """All statistics of a match as panels."""

    phone: Phone
    table: Table
    figures: Figures
    why: Any

    def panels(self) -> list[ft.Control]:
        """Build the panels that have content."""
        return [self._whole(), *self._points(), self._players(), *self._deaths(), *self._dice()]

    def _whole(self) -> ft.Control:
        """Build the match totals: playing time, turns, decisions and corrections."""
        play, words = self.figures.play, self.phone.words
        rows = [
            (Text("Played"), words(lasting(play.seconds))),
            *([(Text("Turns"), str(play.turns))] if play.turns else []),
            (Text("Decisions"), str(play.decisions)),
            *([(Text("of them several together"), str(play.shared))] if play.shared else []),
            *([(Text("Answered by stops"), str(play.flowed))] if play.flowed else []),
            *([(Text("Set by hand"), str(play.by_hand))] if play.by_hand else []),
            *([(Text("Taken back"), str(play.undone))] if play.undone else []),
        ]
        return page_frame.panel(*(figure(words(name), value) for name, value in rows))

    def _points(self) -> list[ft.Control]:
        """Build the points by turn as a chart and as a table; empty if the game counts no turns."""
        from companion.ui.widgets.chart import chart, table  # imports the charts library, so only on demand

        game, play, seats = self.table.game, self.figures.play, self.table.match.seats
        if game.tally is None or not play.turns or not any(map(any, (one.totals for one in play.points))):
            return []
        points = play.points
        words = self.phone.words
        title = heading(words(Text("{what} by turn", what=game.tally.what)))
        return [page_frame.panel(title, chart(words, seats, points)), table(words, seats, points)]

    def _players(self) -> ft.Control:
        """Build a line per player."""
        words, each = self.phone.words, self.figures.play.parts
        rows = (_player(words, seat, part) for seat, part in enumerate(each))
        return page_frame.panel(heading(words(Text("Players"))), *rows)

    def _deaths(self) -> list[ft.Control]:
        """Build the deaths of players, and folded all others."""
        words, fell = self.phone.words, self.figures.play.fell
        people = [one for one in fell if one.death.player]
        others = [one for one in fell if not one.death.player]
        shown: list[ft.Control] = []
        if people:
            rows = (self._death(one) for one in people[-FIRST:])
            shown.append(page_frame.panel(heading(words(Text("Who died, and of what"))), *rows))
        if others:
            title = Text("What else fell: {n}", n=len(others))
            shown.append(page_frame.folded(words(title), [self._death(one) for one in others]))
        return shown

    def _death(self, one: Fell) -> ft.Control:
        """Build one death: turn, victim and killer; a tap explains the rule."""
        words, killer, seats = self.phone.words, one.death.killer, self.table.match.seats
        said = controls.sentence(words(obituary(one.death, seats)))
        whose = one.death.seat if one.death.player else killer
        turns, quiet = self.figures.play.turns, ft.Colors.ON_SURFACE_VARIANT
        face: list[ft.Control] = [
            *([ft.Text(str(one.turn), size=Type.SMALL, width=28, color=quiet)] if turns else []),
            *([controls.badge(whose, seats[whose], 24)] if whose is not None else []),
            ft.Text(said, size=Type.BODY, expand=True),
            rule_badge(one.death.rule),
        ]
        spoken = words(Text("Turn {n}: {totals}", n=one.turn, totals=said)) if turns else said
        tap = controls.bound(self.why, Asked(one.death.rule))
        return controls.press(ft.Row(face, spacing=Space.GAP), spoken, tap, pad=Space.TIGHT, radius=Round.TILE)

    def _dice(self) -> list[ft.Control]:
        """Build each dice set's face counts, and how the dice were read."""
        from .fairness import bars, title_of

        figures, words = self.figures, self.phone.words
        whole = [pile for pile in figures.piles if not pile.who]
        sets = [one for pile in whole for one in (page_frame.quiet(words(title_of(pile))), bars(words, pile))]
        told = [*sets, *self._read()]
        if not told:
            return []
        fair = controls.quiet(
            words(Text("Are the dice fair?")),
            lambda: self.phone.go(f"/table/{self.table.match.id}/fairness"),
            ft.Icons.CASINO_OUTLINED,
        )
        return [page_frame.panel(heading(words(Text("Dice"))), *told, fair)]

    def _read(self) -> list[ft.Control]:
        """Build how many rolls a camera read, and how many dice people corrected."""
        seen, put_right = self.figures.seen, self.figures.tidied
        if not seen and not put_right.dice:
            return []
        read = Text("The camera read {n} throw.", "The camera read {n} throws.", n=seen)
        right = Text("{n} die was put right.", "{n} dice were put right.", n=put_right.dice)
        words = self.phone.words
        return [page_frame.quiet(f"{words(read)} {words(right)}")]


def heading(text: str) -> ft.Control:
    """Build the title of a panel."""
    return ft.Text(controls.sentence(text), size=Type.LEAD, weight=ft.FontWeight.W_600)


def figure(name: str, value: str) -> ft.Control:
    """Build a row of name and value, read aloud as one."""
    number = ft.Text(value, size=Type.LEAD, weight=ft.FontWeight.W_700)
    row = ft.Row([ft.Text(name, size=Type.BODY, expand=True, color=ft.Colors.ON_SURFACE_VARIANT), number])
    return ft.Semantics(content=row, label=f"{name}: {value}", exclude_semantics=True)


def _player(words: Translate, seat: int, part: Part) -> ft.Control:
    """Build a player's name, points and actions."""
    name: list[ft.Control] = [ft.Text(part.name, size=Type.LEAD, weight=ft.FontWeight.W_600)]
    if part.won:
        name.append(ft.Icon(ft.Icons.EMOJI_EVENTS, size=Type.HEAD, semantics_label=words(Text("won"))))
    said = " · ".join(map(words, _did(part)))
    return person(controls.badge(seat, part.name, SIGN), name, [said], "" if part.points is None else str(part.points))


def person(sign: ft.Control, name: Sequence[ft.Control], said: Sequence[str], number: str) -> ft.Control:
    """Build a player's row with a number.

    The notes stand below it, aligned with the name where there is room.
    """
    large = ft.Text(number, size=Type.TITLE, weight=ft.FontWeight.W_700)
    head = ft.Row([sign, ft.Row(list(name), spacing=Space.NEAR, expand=True), large], spacing=Space.EDGE)
    under = SIGN + Space.EDGE if not text_fit.enlarged() else 0
    told = ft.Column([page_frame.quiet(one) for one in said], spacing=Space.HAIR)
    return ft.Column([head, ft.Container(told, padding=ft.Padding.only(left=under))], spacing=0)


def _did(part: Part) -> list[Text]:
    """Return a player's decisions, the time they took, kills and deaths."""
    told = [Text("{n} decision", "{n} decisions", n=part.decisions)]
    if part.decisions:
        told.append(each(part.seconds / part.decisions))
    if part.kills:
        told.append(Text("{n} killed", "{n} killed", n=part.kills))
    if part.deaths:
        told.append(Text("died once", "died {n} times", n=part.deaths))
    return told


def each(seconds: float) -> Text:
    """Return how long a decision took on average."""
    return Text("{n} s each", n=max(1, round(seconds)))
