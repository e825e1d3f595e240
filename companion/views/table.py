"""The table's screen: it draws whatever prompt, trackers and picture a game has, and knows no rule."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import flet as ft

from companion.hub import use_table
from companion.library import Library
from companion.seating import Chair
from companion.table import Table
from companion.words import Translate
from rules.engine import Event

from .bar import Bar
from .doing import Doing, use_doing, use_running
from .drawn import Drawn
from .felt import Felt
from .kept import at_the_end, ended
from .monsters import Monsters
from .notice import Notice
from .papers import NONE, Open, Paper, opening
from .parts import Do, keyed
from .players import Players
from .prompt import Question
from .ribbon import SHOWN, Ribbon, moved, strips
from .sheet import Over
from .stack import Stack
from .theme import EDGE, GAP
from .thumb import Hand, Thumb
from .why import Asked

DEEP = 2
"""Items above which the stack takes the place of what is printed on the monsters; their sheets still say it."""


@dataclass(frozen=True)
class Ways:
    """The ways out of the table, each to another screen."""

    back: Do
    history: Do
    menu: Do
    why: Callable[[Asked], None]
    away: Do = lambda: None
    """From a game that has ended, for good."""


def readable(words: Translate) -> Translate:
    """The same words with only those signs that the bundled font has."""
    return lambda shown: words(shown).replace("→", "›")


@ft.component
def TableView(table: Table, library: Library, words: Translate, chair: Chair, ways: Ways) -> ft.Control:  # noqa: N802
    """One match on one phone; ``chair`` is this phone's place."""
    return keyed(Board, table.match.id, table, library, words, chair, ways)


@ft.component
def Board(table: Table, library: Library, words: Translate, chair: Chair, ways: Ways) -> ft.Control:  # noqa: N802
    """What lies open on this phone belongs to this match: another one begins anew."""
    use_table(table)
    opened, open_ = ft.use_state(NONE)
    size, set_size = ft.use_state((ft.context.page.width or 390, ft.context.page.height or 844))
    now = table.now_for(chair)
    drawn = Drawn(now, table.log(chair), readable(words), *size, use_running(table))
    doing, told = use_doing(table, chair, now)

    def answer(event: Event) -> bool:
        done = doing.answer(event)
        if done:
            open_(NONE)
        return done

    hand = Hand(
        answer,
        doing.guarded(lambda choice: open_(opening(choice))),
        doing.guarded(lambda choice: open_(Open("dice", choice.event))),
        doing.ready,
    )
    last = drawn.log[-1].entry.event if drawn.log else None
    redo = doing.redo if now.redoable else None
    pieces = Pieces(
        _bar(drawn, doing, ways),
        _question(drawn, ways),
        [*_picture(drawn, open_)],
        [
            _players(drawn, lambda seat: open_(Open("player", seat))),
            *([Felt(drawn.words, drawn.picture, lambda: open_(Open("table")))] if drawn.remarks else []),
        ],
        Ribbon(
            drawn.words,
            strips(drawn.log, 10 if drawn.wide and not drawn.short else SHOWN),
            doing.reopen,
            ways.history,
            ways.why,
        ),
        Notice(drawn.words, told, last, redo),
        _thumb(drawn, hand, ways),
    )
    body = ft.Container(
        _two_columns(pieces, drawn.short) if drawn.wide else _one_column(pieces),
        bgcolor=ft.Colors.SURFACE,
        expand=True,
        on_size_change=lambda e: set_size((e.width, e.height)),
    )
    paper = Paper(opened, drawn, library, answer, doing.say, doing.adjust, open_)
    return Over(body, paper.build(), paper.close, drawn.words(told.text) if told and told.text else "")


# --- the pieces --------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Pieces:
    """The parts of the screen, wherever they stand."""

    bar: ft.Control
    question: ft.Control
    picture: list[ft.Control]
    players: list[ft.Control]
    ribbon: ft.Control
    notice: ft.Control
    thumb: ft.Control


def _bar(drawn: Drawn, doing: Doing, ways: Ways) -> ft.Control:
    undo = doing.undo if drawn.now.undoable is not None else None
    return Bar(drawn.words, drawn.title, undo, ways.history, ways.back, ways.menu)


def _question(drawn: Drawn, ways: Ways) -> ft.Control:
    if drawn.now.prompt is None:
        return ended(drawn.words, drawn.seats, drawn.now.state.outcome)
    top = next(iter(getattr(drawn.picture, "stack", ())), None)
    below = top is not None and top.does == drawn.now.prompt.stake  # the stack says it
    return Question(drawn.words, drawn.now.prompt, drawn.seats, lambda rule: ways.why(Asked(rule)), not below)


def _thumb(drawn: Drawn, hand: Hand, ways: Ways) -> ft.Control:
    """What is asked; when the game has ended, the way to put it away."""
    if drawn.now.prompt is None:
        return at_the_end(drawn.words, ways.away)
    return keyed(Thumb, drawn.now.prompt_id, drawn.words, drawn.places, drawn.seats, drawn.active, hand)


def _picture(drawn: Drawn, open_: Callable[[Open], None]) -> list[ft.Control]:
    """What this game shows besides numbers: its stack, its monsters."""
    shown: list[ft.Control] = []
    stack = getattr(drawn.picture, "stack", ())
    if stack:
        shown.append(Stack(drawn.words, stack, drawn.seats, lambda: open_(Open("stack"))))
    if getattr(drawn.picture, "monsters", ()):
        terse = len(stack) > DEEP and not drawn.wide
        on_monster = lambda id: open_(Open("monster", id))  # noqa: E731
        shown.append(Monsters(drawn.words, drawn.picture.monsters, moved(drawn.log), on_monster, terse))
    return shown


def _players(drawn: Drawn, on_open: Callable[[int], None]) -> ft.Control:
    return Players(
        drawn.words,
        drawn.seats,
        drawn.now.trackers,
        drawn.lines,
        moved(drawn.log),
        on_open,
        not drawn.short and drawn.wide,
    )


# --- where they stand --------------------------------------------------------------------------------------------


def _one_column(p: Pieces) -> ft.Control:
    middle = _scrolled([p.question, *p.picture, *p.players, p.ribbon])
    return ft.SafeArea(ft.Column([p.bar, middle, _bottom(p)], spacing=0, expand=True), expand=True)


def _two_columns(p: Pieces, short: bool) -> ft.Control:
    """The question and what it is about at the left; on a phone lying on its side only the question."""
    about, rest = ([], p.picture) if short else (p.picture, [])
    left = ft.Column([_scrolled([p.question, *about]), _bottom(p)], spacing=0, expand=6)
    right = ft.Column([_scrolled([*rest, *p.players, p.ribbon])], spacing=0, expand=5)
    columns = ft.Row([left, right], spacing=GAP, expand=True, vertical_alignment=ft.CrossAxisAlignment.START)
    return ft.SafeArea(ft.Column([p.bar, columns], spacing=0, expand=True), expand=True)


def _scrolled(parts: list[ft.Control]) -> ft.Control:
    column = ft.Column(parts, spacing=10, scroll=ft.ScrollMode.HIDDEN, expand=True)
    return ft.Container(column, padding=ft.Padding.symmetric(horizontal=EDGE, vertical=4), expand=True)


def _bottom(p: Pieces) -> ft.Control:
    column = ft.Column([p.notice, p.thumb], spacing=GAP, tight=True)
    return ft.Container(column, padding=ft.Padding.only(left=EDGE, right=EDGE, top=6, bottom=EDGE))
