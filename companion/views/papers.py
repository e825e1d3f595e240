"""Which sheet lies over the table now, what it may do, and what all of them are made of."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any

import flet as ft

from companion.access import Access
from companion.library import Library
from rules.engine import Choice, Event, Text, Tracker

from .ahead import ahead_sheet
from .drawn import Drawn
from .felt import heaps, sayings
from .filling import dice_sheet, filling, saying
from .frame import SIGN
from .opened import CLOSED, NONE, Open, opening
from .parts import Do, badge, fitted, lines, screen
from .places import item_of, sheet_of
from .players import Numbers
from .scene import Scene
from .sheet import WIDE, sheet
from .stand import stands
from .theme import Space, Type

MANY = 3
"""Lines from which a heading is written smaller."""


def _scrolling(parts: list[ft.Control]) -> ft.Control:
    return ft.Column(parts, spacing=Space.EDGE, scroll=ft.ScrollMode.AUTO, expand=True)


@dataclass(frozen=True)
class Paper:
    """What lies over the table, and what it can do."""

    opened: Open
    scene: Scene
    drawn: Drawn
    library: Library
    answer: Callable[..., bool]
    say: Callable[[Event], bool]
    adjust: Callable[[str, int], Any] | None
    """None on a phone that only looks on."""
    open: Callable[[Open], Any]
    teach: Callable[[str], Any] = lambda key: None
    """To where dice of the kind with that key are taught."""
    match: str = ""
    """The id of the match."""

    def close(self) -> None:
        """Back to the table; what opens by itself stays closed until the next question."""
        self.open(Open(CLOSED, self._moment))

    @property
    def _moment(self) -> str:
        """What opens by itself opens once for each question, and for each throw that is in doubt."""
        doubted = self.drawn.doubted
        return f"{self.drawn.now.prompt_id} {doubted.at if doubted else ''}"

    @property
    def lost(self) -> bool:
        """Whether what it was to fill is not asked any more: the next time, it does not come back by itself."""
        fills = self.opened.kind in ("name", "pad", "pick", "form", "dice", "cards")
        return fills and self.drawn.choice(self.opened.about) is None

    def build(self) -> ft.Control | None:
        """The sheet; none while the table lies open."""
        match self.opened.kind:
            case "player":
                return self._player(self.opened.about)
            case "table":
                return self._table()
            case "ahead":
                return ahead_sheet(self)
            case "remark":
                remark = self.drawn.remark(self.opened.about)
                return saying(self, remark) if remark else None
            case kind if kind in self.scene.sheets:
                return self.scene.sheets[kind](self, self.opened.about)
        if self.opened.kind in ("", CLOSED):
            return self._opens()
        choice = self.drawn.choice(self.opened.about)
        return filling(self, choice) if choice else None

    def _opens(self) -> ft.Control | None:
        """What opens by itself, until it is closed: dice to be looked at, every throw on a phone that stands, a card
        to be named; the latter two never over an undo and its redo.
        """
        if self.opened == Open(CLOSED, self._moment):
            return None
        if self.drawn.doubted and self.drawn.throw:
            return dice_sheet(self, self.drawn.throw)
        if stands() and self.drawn.throw and not (self.drawn.now.redoable or self.drawn.chair.watches):
            return dice_sheet(self, self.drawn.throw)
        named = [choice for choice in self.drawn.places.usual if self._opens_alone(choice)]
        alone = len(named) == 1 and not self.drawn.now.redoable  # among several a thumb chooses first
        return replace(self, opened=opening(named[0])).build() if alone else None

    def _opens_alone(self, choice: Choice) -> bool:
        return sheet_of(choice) == "name" or isinstance(choice.event, self.scene.opens)

    # --- each of them --------------------------------------------------------------------------------------------

    def _player(self, seat: int) -> ft.Control | None:
        """What a player has: what lies there, every number, what can be said of it."""
        drawn = self.drawn
        lies = self.scene.belongings(drawn, seat, self.open)
        numbers = self.numbers([t for t in drawn.now.trackers if t.seat == seat and not self._apart(t)])
        remarks = [remark for remark in drawn.remarks if remark.seat == seat and not item_of(remark)]
        parts = [*lies, *numbers, *self.by_hand(), *sayings(self.words, remarks, self.remark)]
        return self.framed(self.head(seat, drawn.seats[seat], self.scene.about(drawn, seat)), _scrolling(parts))

    def _table(self) -> ft.Control:
        """What lies there beside the players, its numbers, and what can be said of it."""
        remarks = [remark for remark in self.drawn.remarks if remark.seat is None and not item_of(remark)]
        heaped = heaps(self.words, self.drawn.picture, self.scene.piles)
        parts = [*heaped, *self.numbers(self.loose, across=1), *sayings(self.words, remarks, self.remark)]
        head = self.head(None, self.words(Text("The table")))
        return self.framed(head, ft.Column(parts, spacing=Space.EDGE, tight=True), full=False)

    @property
    def loose(self) -> list[Tracker]:
        """The table's own numbers."""
        return [t for t in self.drawn.now.trackers if t.seat is None and not self._apart(t)]

    def _apart(self, tracker: Tracker) -> bool:
        return tracker.key.startswith(self.scene.apart) if self.scene.apart else False

    # --- what sheets are made of ---------------------------------------------------------------------------------

    def numbers(self, trackers: Sequence[Tracker], across: int = 0) -> list[ft.Control]:
        """Those numbers with their keys, so many a row: two if the phone lies on its side, unless told otherwise."""
        if not trackers:
            return []
        each = across or (2 if self.drawn.short else 1)
        return [Numbers(self.words, trackers, self.drawn.running, self.adjust, each, self.drawn.width / each)]

    def by_hand(self) -> list[ft.Control]:
        """That numbers may always be put right, where this phone may."""
        if self.adjust is None:
            return []
        said_so = self.words(Text("By hand: always possible, always in the log"))
        return [ft.Text(said_so, size=Type.SMALL, color=ft.Colors.ON_SURFACE_VARIANT)]

    def use(self, choice: Choice) -> None:
        """Answer at once, or fill the holes first."""
        if sheet_of(choice):
            self.open(opening(choice))
        else:
            self.answer(choice.event)

    def remark(self, remark: Choice) -> None:
        """Say it at once, or fill its holes first."""
        if sheet_of(remark):
            self.open(Open("remark", remark))
        else:
            self.said(remark.event)

    def said(self, event: Event) -> bool:
        """Say it; the sheet closes if the table takes it."""
        done = self.say(event)
        if done:
            self.open(NONE)
        return done

    @property
    def access(self) -> Access:
        """What this phone may read and change of what is remembered."""
        return Access(self.library.storage, self.drawn.chair.host, self.match)

    # --- their frame ---------------------------------------------------------------------------------------------

    @property
    def words(self) -> Callable[[Any], str]:
        """The reader's words."""
        return self.drawn.words

    def framed(self, head: ft.Control, body: ft.Control, *, full: bool = True) -> ft.Control:
        """A sheet over this table."""
        close: Do = self.close
        return sheet(
            head, body, self.words(Text("Close")), close, full=full, wide=self.drawn.wide and not self.drawn.short
        )

    def head(self, seat: int | None, title: str, small: str = "") -> ft.Control:
        """The heading of a sheet; with a seat's colour if it is somebody's."""
        free = min(screen(), WIDE) - Space.ROOM - 2 * Space.EDGE - (SIGN if seat is None else 2 * SIGN)
        few = (size for size in (Type.TITLE, Type.LEAD) if lines(title, size, free) < MANY)
        size = fitted(title, next(few, Type.BODY), free)
        told: list[ft.Control] = [ft.Text(title, size=size, weight=ft.FontWeight.W_700)]
        if small:
            told.append(ft.Text(small, size=Type.SMALL, color=ft.Colors.ON_SURFACE_VARIANT))
        who = [] if seat is None else [badge(seat, self.drawn.seats[seat], 36)]
        return ft.Row([*who, ft.Column(told, spacing=0, tight=True, expand=True)], spacing=Space.EDGE)
