"""Table screen: prompt, trackers and board of any game, without knowledge of rules."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Any

import flet as ft

from companion.dice.provenance import How
from companion.i18n import Translate
from companion.library.library import Library
from companion.match.roles import Chair
from companion.match.table import Table
from companion.match.undo import last_done, named
from companion.storage.matches import StorageTrouble
from companion.ui.design.feedback import use_title
from companion.ui.design.preferences import here
from companion.ui.design.theme import LEFT, RIGHT, Space
from companion.ui.games.scenes import scene_of
from companion.ui.hooks import use_table
from companion.ui.table.answers.side import beside
from companion.ui.table.answers.zone import Thumb
from companion.ui.table.board.clock import Clock, ticks
from companion.ui.table.board.lookahead import sign
from companion.ui.table.board.notice import Notice
from companion.ui.table.board.players import Players
from companion.ui.table.board.prompt import Question, calls
from companion.ui.table.board.recent import SHOWN, Ribbon, moved, strips
from companion.ui.table.board.rotation import quarters, turned
from companion.ui.table.board.table_items import Felt
from companion.ui.table.board.top_bar import Bar
from companion.ui.table.board.tray_status import followed, tray_line, use_overhead, use_read
from companion.ui.table.board.undo_notice import Undid, undid
from companion.ui.table.board.why import Asked
from companion.ui.table.context.actions import Doing, Told, use_doing, use_redraw, use_running
from companion.ui.table.context.choice_tap import Hand
from companion.ui.table.context.context import Drawn
from companion.ui.table.context.open_sheet import NONE, Open, opening
from companion.ui.table.sheets.host import Paper
from companion.ui.widgets.bottom_sheet import Over
from companion.ui.widgets.controls import Do, keyed, whole
from rules.engine import Event

from .finished import at_the_end, ended


@dataclass(frozen=True)
class Ways:
    """Handlers that leave the table for another screen."""

    back: Do
    history: Do
    menu: Do
    why: Callable[[Asked], None]
    away: Do = lambda: None
    """Puts a finished match away."""
    dice: Callable[[str], Any] = lambda key: None
    """Opens the page that teaches dice of the kind with that key."""


def readable(words: Translate) -> Translate:
    """Return the translator, limited to characters that the bundled font has."""
    return lambda shown: words(shown).replace("→", "›")


@ft.component
def TableView(table: Table, library: Library, words: Translate, chair: Chair, ways: Ways) -> ft.Control:  # noqa: N802
    """Build the screen of one match for a device in its role."""
    return keyed(Board, table.match.id, table, library, words, chair, ways)


@ft.component
def Board(table: Table, library: Library, words: Translate, chair: Chair, ways: Ways) -> ft.Control:  # noqa: N802
    """Build the screen of one match; another match resets its state."""
    use_table(table)
    use_table(library.guests.at(table.match.id))
    use_table(followed(library))
    opened, open_ = ft.use_state(NONE)
    size, set_size = ft.use_state((ft.context.page.width or 390, ft.context.page.height or 844))
    stepped, step_in = ft.use_state("")
    drawn, by = use_drawn(table, library, words, chair, opened != NONE, size, stepped)
    now = drawn.now
    doing, told = use_doing(table, chair, now, drawn.heard.call if drawn.heard else "")
    use_title(_title(drawn))
    use_read(doing.feel, drawn.words, drawn.overhead.seen)

    def answer(event: Event, how: How = "typed", picture: bytes = b"") -> bool:
        done = doing.answer(event, how, picture)
        if done:
            open_(NONE)
        return done

    hand, step = _hand(answer, doing, open_), lambda: step_in(now.prompt_id)
    pieces = _pieces(drawn, doing, hand, ways, open_, step, _notice(drawn, doing, told, use_undid(drawn, doing)))
    adjust, scene = None if chair.watches else doing.adjust, scene_of(table.game.key)
    paper = Paper(opened, scene, drawn, library, answer, doing.say, adjust, open_, ways.dice, table.match.id)
    lost = paper.lost
    ft.use_effect(lambda: open_(NONE) if lost else None, [lost])
    said = drawn.words(told.text) if told and told.text else ""
    over = Over(_standing(pieces, drawn), paper.build(), paper.close, said)
    return ft.Container(turned(over, by), expand=True, on_size_change=lambda e: set_size((e.width, e.height)))


def _hand(answer: Callable[[Event], bool], doing: Doing, open_: Callable[[Open], None]) -> Hand:
    """Return tap handlers that ignore taps during the guard time."""
    fill = doing.guarded(lambda choice: open_(opening(choice)))
    dice = doing.guarded(lambda choice: open_(Open("dice", choice)))
    return Hand(answer, fill, dice, doing.ready)


def use_drawn(
    table: Table, library: Library, words: Translate, chair: Chair, sheet: bool, size: tuple[float, float], stepped: str
) -> tuple[Drawn, int]:
    """Return the context of this redraw, and the screen's rotation in quarter turns.

    ``is_sheet_open`` means that a sheet lies over the table; ``host_prompt_id`` is the id of the prompt that the host
    answers for others.
    """
    now = table.now_for(chair)
    running, phones = use_running(table, sheet), _phones(library, table)
    log, for_all = table.log(chair), stepped == now.prompt_id
    overhead, clocked = use_overhead(library, table.match.id, now, chair), _clocked(library, table)
    drawn = Drawn(now, log, readable(words), *size, running, chair, table.taken, phones, for_all, overhead, clocked)
    by = _turn(drawn)
    return replace(drawn, width=size[by % 2], height=size[1 - by % 2]), by


def use_undid(drawn: Drawn, doing: Doing) -> Undid | None:
    """Return what another device has just undone or redone, as long as it is announced."""
    found = undid(drawn.log, drawn.chair, drawn.seats, doing.led)
    use_redraw(found.left if found else None, drawn.now.seq)
    return found


def _phones(library: Library, table: Table) -> dict[int, bool]:
    """Return whether each seat's own device is online; empty if storage fails."""
    with suppress(StorageTrouble):
        return {place.seat: place.awake for place in library.guests.places(table.match.id) if place.seat is not None}
    return {}


def _clocked(library: Library, table: Table) -> bool:
    """Return whether the clock is shown; False if storage fails."""
    with suppress(StorageTrouble):
        return ticks(library, table.match.id)
    return False


def _turn(drawn: Drawn) -> int:
    """Return a shared phone's quarter turns towards the deciding seat, if that is preferred."""
    heard = drawn.heard
    if heard is None or not heard.asked or drawn.chair.seat is not None or not here().turn:
        return 0
    return quarters(heard.asked[0], len(drawn.seats))


def _title(drawn: Drawn) -> str:
    """Return the title of the browser page."""
    if drawn.heard is None:
        return "Sobremesa"
    said = calls(drawn.heard, drawn.chair, drawn.seats)
    return f"{drawn.words(said)} · Sobremesa"


# --- the pieces --------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Pieces:
    """Parts of the screen, independent of their arrangement."""

    bar: ft.Control
    question: ft.Control
    picture: list[ft.Control]
    players: list[ft.Control]
    ribbon: ft.Control
    tray: list[ft.Control]
    notice: ft.Control
    thumb: ft.Control


def _pieces(
    drawn: Drawn, doing: Doing, hand: Hand, ways: Ways, open_: Callable[[Open], None], step: Do, notice: ft.Control
) -> Pieces:
    scene = scene_of(drawn.now.game.key)
    on_felt = lambda: open_(Open("table"))  # noqa: E731
    felt = [Felt(drawn.words, drawn.picture, scene.piles, on_felt)] if drawn.now.remarks else []
    strip = strips(drawn.log, 10 if drawn.wide and not drawn.short else SHOWN)
    reopen = None if drawn.chair.watches else doing.reopen
    return Pieces(
        _bar(drawn, doing, ways),
        _question(drawn, ways, open_),
        scene.picture(drawn, open_),
        [_players(drawn, lambda seat: open_(Open("player", seat))), *felt],
        Ribbon(drawn.words, strip, reopen, ways.history, ways.why),
        tray_line(drawn, doing.undo, lambda: open_(Open("dice", drawn.throw)) if drawn.throw else None),
        notice,
        _thumb(drawn, hand, ways, step, open_),
    )


def _bar(drawn: Drawn, doing: Doing, ways: Ways) -> ft.Control:
    undo = doing.undo if drawn.now.undoable is not None and not drawn.chair.watches else None
    what, seats = named(last_done(drawn.log)) if undo else None, len(drawn.seats)
    turns = drawn.now.game.counts_turns
    clock = Clock(drawn.words, drawn.log, seats, turns) if drawn.clocked and drawn.heard else None
    return Bar(drawn.words, drawn.title, undo, ways.history, ways.back, ways.menu, what, clock)


def _question(drawn: Drawn, ways: Ways, open_: Callable[[Open], None]) -> ft.Control:
    if drawn.heard is None:
        return ended(drawn.words, drawn.seats, drawn.now.state.outcome)
    staked = scene_of(drawn.now.game.key).staked(drawn)
    on_why = lambda rule: ways.why(Asked(rule))  # noqa: E731
    on_ahead = lambda: open_(Open("ahead"))  # noqa: E731
    ahead, width = sign(drawn), drawn.column[0]
    return Question(drawn.words, drawn.heard, drawn.chair, drawn.seats, on_why, not staked, ahead, on_ahead, width)


def _notice(drawn: Drawn, doing: Doing, told: Told | None, by_others: Undid | None) -> ft.Control:
    """Build the notice.

    Whoever undid and the host may redo for as long as it stands, all others for a moment.
    """
    last = drawn.log[-1].entry if drawn.log else None
    its_own = drawn.chair.host or (last is not None and last.by == drawn.chair.name(drawn.seats))
    may = drawn.now.redoable and not drawn.chair.watches and (its_own or by_others is not None)
    return Notice(drawn.words, told, last.event if last else None, doing.redo if may else None, by_others)


def _thumb(drawn: Drawn, hand: Hand, ways: Ways, step_in: Do, open_: Callable[[Open], None]) -> ft.Control:
    """Build the answers; when the game has ended, the button to put it away."""
    if drawn.heard is None:
        return at_the_end(drawn.words, ways.away)
    key = f"{drawn.now.prompt_id} {drawn.for_all}"
    by_it = beside(drawn, hand, step_in, ways.menu, scene_of(drawn.now.game.key).asides(drawn), open_)
    return keyed(Thumb, key, drawn.words, drawn.places, drawn.seats, drawn.own, hand, by_it)


def _players(drawn: Drawn, on_open: Callable[[int], None]) -> ft.Control:
    return Players(
        drawn.words,
        drawn.seats,
        drawn.now.trackers,
        drawn.lines,
        moved(drawn.log),
        on_open,
        not drawn.short and drawn.wide,
        drawn.phones,
        drawn.chair.seat or 0,
        scene_of(drawn.now.game.key).line,
        drawn.column[1],
    )


# --- where they stand --------------------------------------------------------------------------------------------


def _standing(p: Pieces, drawn: Drawn) -> ft.Control:
    """Arrange the parts in one column or two."""
    body = _two_columns(p, drawn) if drawn.wide else _one_column(p, drawn.crowded)
    return ft.Container(body, bgcolor=ft.Colors.SURFACE, expand=True)


def _one_column(p: Pieces, crowded: bool) -> ft.Control:
    parts = _pinned(p, [*p.picture, *p.players, p.ribbon], crowded)
    return ft.SafeArea(ft.Column([p.bar, *parts], spacing=0, expand=True), expand=True)


def _pinned(p: Pieces, about: list[ft.Control], crowded: bool) -> list[ft.Control]:
    """Let question and board scroll above fixed answers; if ``crowded``, everything scrolls."""
    if crowded:
        return [_scrolled([p.question, *_answers(p), *about])]
    return [_scrolled([p.question, *about]), _bottom(p)]


def _two_columns(p: Pieces, drawn: Drawn) -> ft.Control:
    """Put question and board at the left; in landscape, only the question."""
    about, rest = ([], p.picture) if drawn.short else (p.picture, [])
    left = whole(ft.Column(_pinned(p, about, drawn.crowded), spacing=0), expand=LEFT)
    right = whole(ft.Column([_scrolled([*rest, *p.players, p.ribbon])], spacing=0), expand=RIGHT)
    columns = ft.Row([left, right], spacing=Space.GAP, expand=True, vertical_alignment=ft.CrossAxisAlignment.START)
    return ft.SafeArea(ft.Column([p.bar, columns], spacing=0, expand=True), expand=True)


def _scrolled(parts: list[ft.Control]) -> ft.Control:
    column = ft.Column(parts, spacing=Space.GAP, scroll=ft.ScrollMode.HIDDEN, expand=True)
    return ft.Container(column, padding=ft.Padding.symmetric(horizontal=Space.EDGE, vertical=Space.TIGHT), expand=True)


def _answers(p: Pieces) -> list[ft.Control]:
    return [*p.tray, p.notice, p.thumb]


def _bottom(p: Pieces) -> ft.Control:
    column = ft.Column(_answers(p), spacing=Space.GAP, tight=True)
    return ft.Container(
        column, padding=ft.Padding.only(left=Space.EDGE, right=Space.EDGE, top=Space.NEAR, bottom=Space.EDGE)
    )
