"""Which sheet lies over the table now, and what it may do."""

from __future__ import annotations

import importlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any

import flet as ft

from companion.library import Library
from companion.told import How
from rules.engine import Cards, Choice, Event, Many, Text, Tracker

from .ahead import ahead_sheet
from .cards import CardSheet
from .catalogue import Naming
from .drawn import Drawn
from .felt import heaps, sayings
from .fill import Form, PickOne
from .frame import SIGN
from .habits import tall
from .pad import Pad
from .parts import Do, badge, bound, fitted, fitting, keyed, lines, press, rows, screen
from .places import filled, item_of, sheet_of, throw
from .players import Numbers
from .recall import Here
from .scene import Scene
from .sheet import WIDE, sheet
from .stand import stands
from .theme import THUMB, Space, Type, seat_colour

SEAT = 72
"""Points of a name with its badge."""
MANY = 3
"""Lines from which a heading is written smaller."""


@dataclass(frozen=True)
class Open:
    """A sheet: its kind, and what it is about: a choice with holes, a seat, a question, a thing of the game's own."""

    kind: str = ""
    about: Any = None


def _scrolling(parts: list[ft.Control]) -> ft.Control:
    return ft.Column(parts, spacing=Space.EDGE, scroll=ft.ScrollMode.AUTO, expand=True)


NONE = Open()
CLOSED = "closed"


def opening(choice: Choice) -> Open:
    """The sheet that fills that choice."""
    return Open(sheet_of(choice), choice)


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
                return self._saying(remark) if remark else None
            case kind if kind in self.scene.sheets:
                return self.scene.sheets[kind](self, self.opened.about)
        if self.opened.kind in ("", CLOSED):
            return self._opens()
        choice = self.drawn.choice(self.opened.about)
        return self._filling(choice) if choice else None

    def _opens(self) -> ft.Control | None:
        """What opens by itself, until it is closed: dice to be looked at, every throw on a phone that stands, a card
        to be named; the latter two never over an undo and its redo.
        """
        if self.opened == Open(CLOSED, self._moment):
            return None
        if self.drawn.doubted and self.drawn.throw:
            return self._dice(self.drawn.throw)
        if stands() and self.drawn.throw and not (self.drawn.now.redoable or self.drawn.chair.watches):
            return self._dice(self.drawn.throw)
        named = [choice for choice in self.drawn.places.usual if self._opens_alone(choice)]
        alone = len(named) == 1 and not self.drawn.now.redoable  # among several a thumb chooses first
        return replace(self, opened=opening(named[0])).build() if alone else None

    def _opens_alone(self, choice: Choice) -> bool:
        return sheet_of(choice) == "name" or isinstance(choice.event, self.scene.opens)

    def _filling(self, choice: Choice) -> ft.Control:
        match self.opened.kind:
            case "name":
                return self._naming(choice)
            case "pad":
                return self._pad(choice)
            case "dice":
                return self._dice(choice)
        if self.opened.kind == "cards":
            return self.framed(self.head(choice.seat, self.words(choice.label)), self._cards(choice, self.answer))
        body = PickOne if self.opened.kind == "pick" else Form
        head = self.head(choice.seat, self.words(choice.label))
        return self.framed(head, body(self.words, choice, self.answer), full=True)

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
            self._said(remark.event)

    def _said(self, event: Event) -> bool:
        done = self.say(event)
        if done:
            self.open(NONE)
        return done

    def _saying(self, remark: Choice) -> ft.Control:
        head = self.head(remark.seat, self.words(remark.label))
        if sheet_of(remark) == "cards":
            return self.framed(head, self._cards(remark, self._said))
        body = PickOne if sheet_of(remark) == "pick" else Form
        return self.framed(head, body(self.words, remark, self._said))

    def _naming(self, choice: Choice) -> ft.Control:
        """The card that was turned up, looked up or typed."""
        if self.scene.naming is not None:
            return self.scene.naming(self, choice)
        hole = next(hole for hole in choice.does.holes if isinstance(hole, Many))
        asked = self.drawn.now.prompt
        naming = keyed(
            Naming,
            self.drawn.now.prompt_id,
            self.words,
            self.drawn.now.game.key,
            self.drawn.now.game.catalogues.get(hole.catalogue, ()),
            hole,
            self.library.storage,
            lambda card: self.answer(filled(choice, **{hole.name: (card,)})),
            self.drawn.places.quiet if choice.role == "usual" else (),  # those that say it is no such card
            lambda other: self.open(opening(other)) if other.does.holes else self.answer(other.event),
            self.drawn.short,
        )
        return self.framed(self.head(choice.seat, self.words(asked.title if asked else choice.label)), naming)

    def _pad(self, choice: Choice) -> ft.Control:
        """What a card does."""
        active = self.drawn.active
        here = Here(active if choice.seat is None else choice.seat, active, self.scene.fought(self.drawn.picture))
        pad = keyed(
            Pad,
            repr((choice.event, choice.label)),
            self.words,
            self.drawn.now.game.key,
            choice,
            here,
            self.library.storage,
            self.answer,
            6 if self.drawn.short else 3,
        )
        follows = self.words(choice.follows) if choice.follows else ""
        head = self.head(choice.seat, self.words(choice.label), follows)
        return self.framed(ft.Column([head, *self._whose(choice)], spacing=Space.GAP, tight=True), pad)

    def _cards(self, choice: Choice, say: Callable[[Event], bool]) -> ft.Control:
        """Cards of a hand, for the eyes of whoever holds them; or one that was turned up."""
        if self.scene.cards is not None:
            return self.scene.cards(self, choice, say)
        hole = next(hole for hole in choice.does.holes if isinstance(hole, Cards))
        own = self.drawn.chair.seat is not None and self.drawn.chair.seat == choice.seat
        whose, label = self.drawn.seats[choice.seat or 0], self.words(choice.label)
        key = f"{self.drawn.now.prompt_id} {choice.event!r}"
        done = lambda cards: say(filled(choice, **{hole.name: cards}))  # noqa: E731
        return keyed(CardSheet, key, self.words, hole, whose, own, label, done)

    def _whose(self, choice: Choice) -> list[ft.Control]:
        """The same choice of the other seats, where they have it."""
        asked = self.drawn.asked
        same = [c for c in asked.choices if c.label == choice.label and c.seat is not None] if asked else []
        if len(same) < 2:
            return []
        across = fitting(min(screen(), WIDE) - 2 * Space.EDGE, tall(SEAT), Space.NEAR)
        return [rows([self._seat(c, c.seat == choice.seat) for c in same], across, Space.NEAR)]

    def _seat(self, choice: Choice, chosen: bool) -> ft.Control:
        name = self.drawn.seats[choice.seat or 0]
        text = ft.Text(
            name, size=Type.SMALL, weight=ft.FontWeight.W_600, no_wrap=True, overflow=ft.TextOverflow.ELLIPSIS
        )
        edge = ft.BorderSide(2, seat_colour(choice.seat)) if chosen else None
        face = ft.Row([badge(choice.seat, name, 22), text], tight=True, spacing=Space.NEAR)
        spoken = self.words(Text("It is {who}'s", who=name))
        return press(
            face, spoken, bound(self.open, opening(choice)), edge=edge, pad=Space.TIGHT, height=THUMB, expand=True
        )

    def _dice(self, choice: Choice) -> ft.Control:
        """The throw that the host's camera doubts; else camera, photo, file and virtual roll."""
        dice, asked = throw(choice), self.drawn.now.prompt
        module: Any = importlib.import_module(".dice", __package__)  # it brings OpenCV: only when it is asked for

        def rolled(faces: tuple[int, ...], how: How, picture: bytes) -> None:
            self.answer(filled(choice, **{dice.name: faces}), how, picture)

        title = self.words(asked.title) if asked else ""
        storage = self.library.storage
        seen = self.drawn.overhead.seen
        doubted = seen if seen and seen.doubt else None
        return keyed(
            module.DiceSheet,
            str(doubted.at) if doubted else "",
            dice,
            self.words,
            rolled,
            self.close,
            title,
            self.drawn.wide,
            storage,
            self.drawn.overhead.waits,
            module.doubted(doubted) if doubted else None,
            bound(self.teach, dice.kind.key if dice.kind else ""),
        )

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
