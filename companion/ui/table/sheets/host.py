"""Sheet host: which sheet lies over the table, and the parts that all sheets share."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any

import flet as ft

from companion.access.permissions import Access
from companion.library.library import Library
from companion.ui.design.stand_mode import stands
from companion.ui.design.text_fit import fitted, lines, screen
from companion.ui.design.theme import Space, Type
from companion.ui.table.board.lookahead import ahead_sheet
from companion.ui.table.board.players import Numbers
from companion.ui.table.board.table_items import heaps, sayings
from companion.ui.table.context.choice_layout import item_of, sheet_of
from companion.ui.table.context.context import Drawn
from companion.ui.table.context.open_sheet import CLOSED, NONE, Open, opening
from companion.ui.table.context.scene import Scene
from companion.ui.widgets.bottom_sheet import WIDE, sheet
from companion.ui.widgets.controls import Do, badge
from companion.ui.widgets.page_frame import SIGN
from rules.engine import Choice, Event, Text, Tracker

from .choice_sheets import dice_sheet, filling, saying

MANY = 3
"""Number of lines from which a heading is written smaller."""


def _scrolling(parts: list[ft.Control]) -> ft.Control:
    return ft.Column(parts, spacing=Space.EDGE, scroll=ft.ScrollMode.AUTO, expand=True)


@dataclass(frozen=True)
class Paper:
    """Sheet over the table with what it shows and may do."""

    opened: Open
    scene: Scene
    drawn: Drawn
    library: Library
    answer: Callable[..., bool]
    say: Callable[[Event], bool]
    adjust: Callable[[str, int], Any] | None
    """Adjusts a tracker; None on a device that only watches."""
    open: Callable[[Open], Any]
    teach: Callable[[str], Any] = lambda key: None
    """Opens the page that teaches dice of the kind with that key."""
    match: str = ""
    """Id of the match."""

    def close(self) -> None:
        """Close the sheet; one that opens automatically stays closed until the next prompt."""
        self.open(Open(CLOSED, self._moment))

    @property
    def _moment(self) -> str:
        """Key of the prompt and the doubtful roll, for which a sheet opens automatically once."""
        doubted = self.drawn.doubted
        return f"{self.drawn.now.prompt_id} {doubted.at if doubted else ''}"

    @property
    def lost(self) -> bool:
        """Whether the choice that the sheet fills is not offered any more, so that it must close."""
        fills = self.opened.kind in ("name", "pad", "pick", "form", "dice", "cards")
        return fills and self.drawn.choice(self.opened.about) is None

    def build(self) -> ft.Control | None:
        """Build the sheet; None if none is open."""
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
        """Build the sheet that opens automatically, until it is closed.

        It is the dice sheet for a doubtful roll, the dice sheet for every roll on a standing phone, or the naming sheet
        of a card; the last two never while a redo is possible.
        """
        if self.opened == Open(CLOSED, self._moment):
            return None
        if self.drawn.doubted and self.drawn.throw:
            return dice_sheet(self, self.drawn.throw)
        if stands() and self.drawn.throw and not (self.drawn.now.redoable or self.drawn.chair.watches):
            return dice_sheet(self, self.drawn.throw)
        named = [choice for choice in self.drawn.places.usual if self._opens_alone(choice)]
        alone = len(named) == 1 and not self.drawn.now.redoable  # among several the player chooses first
        return replace(self, opened=opening(named[0])).build() if alone else None

    def _opens_alone(self, choice: Choice) -> bool:
        return sheet_of(choice) == "name" or isinstance(choice.event, self.scene.opens)

    # --- each of them --------------------------------------------------------------------------------------------

    def _player(self, seat: int) -> ft.Control | None:
        """Build a player's sheet: items, all trackers, remarks."""
        drawn = self.drawn
        lies = self.scene.belongings(drawn, seat, self.open)
        numbers = self.numbers([t for t in drawn.now.trackers if t.seat == seat and not self._apart(t)])
        remarks = [remark for remark in drawn.remarks if remark.seat == seat and not item_of(remark)]
        parts = [*lies, *numbers, *self.by_hand(), *sayings(self.words, remarks, self.remark)]
        return self.framed(self.head(seat, drawn.seats[seat], self.scene.about(drawn, seat)), _scrolling(parts))

    def _table(self) -> ft.Control:
        """Build the table's sheet: card piles, trackers without a seat, remarks."""
        remarks = [remark for remark in self.drawn.remarks if remark.seat is None and not item_of(remark)]
        heaped = heaps(self.words, self.drawn.picture, self.scene.piles)
        parts = [*heaped, *self.numbers(self.loose, across=1), *sayings(self.words, remarks, self.remark)]
        head = self.head(None, self.words(Text("The table")))
        return self.framed(head, ft.Column(parts, spacing=Space.EDGE, tight=True), full=False)

    @property
    def loose(self) -> list[Tracker]:
        """Trackers without a seat."""
        return [t for t in self.drawn.now.trackers if t.seat is None and not self._apart(t)]

    def _apart(self, tracker: Tracker) -> bool:
        return tracker.key.startswith(self.scene.apart) if self.scene.apart else False

    # --- what sheets are made of ---------------------------------------------------------------------------------

    def numbers(self, trackers: Sequence[Tracker], across: int = 0) -> list[ft.Control]:
        """Build the counters, ``across`` in a row; by default two in landscape, else one."""
        if not trackers:
            return []
        each = across or (2 if self.drawn.short else 1)
        return [Numbers(self.words, trackers, self.drawn.running, self.adjust, each, self.drawn.width / each)]

    def by_hand(self) -> list[ft.Control]:
        """Build the note that numbers can always be adjusted, if this device may."""
        if self.adjust is None:
            return []
        said_so = self.words(Text("By hand: always possible, always in the log"))
        return [ft.Text(said_so, size=Type.SMALL, color=ft.Colors.ON_SURFACE_VARIANT)]

    def use(self, choice: Choice) -> None:
        """Answer with the choice at once, or open the sheet that fills its holes."""
        if sheet_of(choice):
            self.open(opening(choice))
        else:
            self.answer(choice.event)

    def remark(self, remark: Choice) -> None:
        """Make the remark at once, or open the sheet that fills its holes."""
        if sheet_of(remark):
            self.open(Open("remark", remark))
        else:
            self.said(remark.event)

    def said(self, event: Event) -> bool:
        """Submit the remark; close the sheet if the table accepts it."""
        done = self.say(event)
        if done:
            self.open(NONE)
        return done

    @property
    def access(self) -> Access:
        """Rights of this device to read and change what is stored."""
        return Access(self.library.storage, self.drawn.chair.host, self.match)

    # --- their frame ---------------------------------------------------------------------------------------------

    @property
    def words(self) -> Callable[[Any], str]:
        """Translator to the reader's language."""
        return self.drawn.words

    def framed(self, head: ft.Control, body: ft.Control, *, full: bool = True) -> ft.Control:
        """Build a sheet over this table."""
        close: Do = self.close
        return sheet(
            head, body, self.words(Text("Close")), close, full=full, wide=self.drawn.wide and not self.drawn.short
        )

    def head(self, seat: int | None, title: str, small: str = "") -> ft.Control:
        """Build the heading of a sheet, with the badge of its seat."""
        free = min(screen(), WIDE) - Space.ROOM - 2 * Space.EDGE - (SIGN if seat is None else 2 * SIGN)
        few = (size for size in (Type.TITLE, Type.LEAD) if lines(title, size, free) < MANY)
        size = fitted(title, next(few, Type.BODY), free)
        told: list[ft.Control] = [ft.Text(title, size=size, weight=ft.FontWeight.W_700)]
        if small:
            told.append(ft.Text(small, size=Type.SMALL, color=ft.Colors.ON_SURFACE_VARIANT))
        who = [] if seat is None else [badge(seat, self.drawn.seats[seat], 36)]
        return ft.Row([*who, ft.Column(told, spacing=0, tight=True, expand=True)], spacing=Space.EDGE)
