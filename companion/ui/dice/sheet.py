"""Dice sheet: enter a roll by live camera, photo, file, typed faces or virtual dice."""

from __future__ import annotations

import logging
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import TYPE_CHECKING, Any

import flet as ft

import vision
from companion.access.permissions import Access
from companion.dice import capture, corrections
from companion.dice.capture import Shot
from companion.dice.input_method import way
from companion.dice.kinds import reader_for
from companion.dice.provenance import How
from companion.dice.roll import readable, rolled
from companion.dice.stream import Watched, remembered
from companion.i18n import Translate
from companion.storage.matches import StorageTrouble
from companion.ui.design import text_fit
from companion.ui.design.theme import Type
from companion.ui.files.upload import Fetch, picking
from companion.ui.widgets import controls, page_frame
from companion.ui.widgets.bottom_sheet import sheet
from rules.engine import Dice, Rolled, Text
from vision.stream.settle import Reader

from .input_buttons import Ways
from .live_reader import Sight
from .reader_stats import Figures
from .review import Look, Review, seen
from .viewfinder import Finder

if TYPE_CHECKING:
    from companion.tray.tray import Seen

Faces = tuple[int, ...]
LIVE = frozenset({ft.PagePlatform.ANDROID, ft.PagePlatform.IOS})
"""Platforms besides the browser on which flet-camera works."""


@dataclass(frozen=True)
class Open:
    """The open page of the dice sheet, and the error of the live camera, if any."""

    trouble: str = ""
    """Key of the messages in ``input_method``, empty if there is no error."""
    review: bool = False
    """Whether the review is shown instead of the viewfinder."""
    figures: bool = False
    """Whether the reader's statistics are shown."""


@ft.component
def DiceSheet(  # noqa: N802 - Flet's components are named like classes
    dice: Dice,
    words: Translate,
    on_rolled: Callable[[Faces, How, bytes], Any],
    on_close: Callable[[], Any],
    title: str = "",
    wide: bool = False,
    access: Access | None = None,
    watched: bool = False,
    photo: Shot | None = None,
    on_teach: Callable[[], Any] | None = None,
) -> ft.Control:
    """Bottom sheet over the table that collects one roll.

    ``on_rolled`` gets the faces in reading order, the source of the roll, and the JPEG that the log keeps of them
    (empty without a picture).  ``access`` gives taught dice and corrections; ``has_tray``: the host's camera looks at
    the table. The sheet starts with ``capture`` if that camera was not sure of a roll. ``on_teach`` opens the page on
    which dice are taught.
    """
    phone = ft.context.page
    now, show = ft.use_state(seen(Look(), photo) if photo else Look())
    page, turn = ft.use_state(Open(review=photo is not None))
    picked: Any = ft.use_ref(page_frame.NOTHING)
    behind: Any = ft.use_ref(page_frame.NOTHING)
    read: Reader = ft.use_memo(lambda: _reader(dice, access), [])
    throw = _Throw(phone, dice, words, access, read, on_rolled, now, show, page, turn, behind)

    async def result(event: ft.FilePickerResultEvent) -> None:
        if event.files:
            await picked.current(event.files[0], fetch)

    picked.current = throw.took
    picker, fetch = ft.use_memo(lambda: picking(result), [])
    here = way(phone.url, phone.web or phone.platform in LIVE, dice, page.trouble, watched)
    ways = Ways(dice, words, here, picker, throw.by_machine, throw.anew, throw.reviewed)
    top = _head(words, title or words(_asked(dice)), throw.on_figures(), on_teach if readable(dice) else None)
    return sheet(top, throw.body(ways, wide), words(Text("Close")), on_close, full=True, wide=wide)


@dataclass(frozen=True)
class _Throw:
    """One roll while it is entered: review state, open page, and handlers."""

    phone: Any
    dice: Dice
    words: Translate
    access: Access | None
    read: Reader
    on_rolled: Callable[[Faces, How, bytes], Any]
    now: Look
    show: Callable[[Look], Any]
    page: Open
    turn: Callable[[Open], Any]
    behind: Any
    """Ref to the stream state under review, or None; it tells the next roll from this one."""

    async def took(self, file: ft.FilePickerFile, fetch: Fetch) -> None:
        """Read the chosen picture; a reading without doubt is accepted as the roll at once."""
        self.show(Look(waiting=True))
        self.reviewed()
        found = await capture.look_in_turn(self.phone, await fetch(file), self.dice.count, self.read)
        self.show(seen(self.now, found))
        if isinstance(found, Shot) and not self.now.reading.dice:
            answer = rolled(found.reading, self.dice)
            if isinstance(answer, Rolled):
                self.confirmed(found, found.reading, answer.faces, "camera")

    def confirmed(self, photo: Shot | None, said: vision.Reading, faces: Faces, how: How = "looked") -> None:
        """Submit these faces as the roll, and learn from dice that the reader misread."""
        if photo is not None and self.access is not None:
            _learn(self.access, self.dice, photo, said)
        if self.behind.current is not None:
            remembered(self.phone, self.behind.current, faces)
        self.on_rolled(faces, *(("typed", b"") if photo is None else (how, capture.kept(photo))))

    def sure(self, faces: Faces, photo: Shot, stream: Watched) -> None:
        """Accept a roll that the viewfinder read without doubt."""
        self.inspected(photo, stream, None)  # stays visible, to be submitted again if the table refuses the roll
        self.confirmed(photo, photo.reading, faces, "camera")

    def inspected(self, photo: Shot, stream: Watched, touched: int | None) -> None:
        """Review a picture of the viewfinder, optionally with one die selected."""
        self.behind.current = stream
        self.show(seen(Look(), photo, touched))
        self.reviewed()

    def by_machine(self, faces: Faces) -> None:
        """Submit a virtual roll."""
        self.on_rolled(faces, "virtual", b"")

    def reviewed(self) -> None:
        """Switch to the review."""
        self.turn(replace(self.page, review=True))

    def anew(self) -> None:
        """Return to the first page and forget the review."""
        self.show(Look())
        self.turn(Open())
        self.behind.current = None

    def lost(self, trouble: str) -> None:
        """Record why there is no live camera; ``camera_error`` is a key of ``input_method``."""
        self.turn(replace(self.page, trouble=trouble))

    def on_figures(self) -> Callable[[], Any] | None:
        """Return the action that opens the reader's statistics, if the reader reads these dice."""
        if self.access is None or self.page.figures or not readable(self.dice):
            return None
        return lambda: self.turn(replace(self.page, figures=True))

    def body(self, ways: Ways, wide: bool) -> ft.Control:
        """Build the open page: statistics, viewfinder or review."""
        if self.page.figures and self.access is not None:
            back = lambda: self.turn(replace(self.page, figures=False))  # noqa: E731
            return controls.made(Figures, self.words, self.access, self.dice.kind, back)
        if ways.here.kind == "live" and not self.page.review:
            sight = Sight(self.sure, self.inspected, self.lost, ways.beside)
            return controls.made(Finder, self.dice, self.words, self.read, sight, wide)
        said = lambda faces: self.confirmed(self.now.photo, self.now.reading, faces)  # noqa: E731
        return Review(self.dice, self.words, self.now, self.show, said, ways).body()


def _head(
    words: Translate, title: str, on_figures: Callable[[], Any] | None, on_teach: Callable[[], Any] | None
) -> ft.Control:
    """Build the header: the title, and buttons to the reader's statistics and to teaching dice."""
    large = text_fit.enlarged()
    size = text_fit.fitted(title, Type.LEAD if large else Type.HEAD, text_fit.screen() - 2 * page_frame.SIGN)
    name = ft.Text(title, size=size, weight=ft.FontWeight.W_600, expand=None if large else True)
    head: list[ft.Control] = [] if large else [name]
    if on_figures is not None:
        head.append(controls.icon_press(ft.Icons.INSIGHTS, words(Text("How well dice are read")), on_figures))
    if on_teach is not None:
        head.append(controls.icon_press(ft.Icons.SCHOOL_OUTLINED, words(Text("Teach your dice")), on_teach))
    row = ft.Row(head, vertical_alignment=ft.CrossAxisAlignment.START)
    return ft.Column([row, name], spacing=0, tight=True) if large else row


@lru_cache(2)
def doubted(throw: Seen) -> Shot:
    """Return the capture of a roll that the host's camera doubts, cached for all phones."""
    return capture.taken(throw.image, throw.reading, throw.dice.count)


def _asked(dice: Dice) -> Text:
    return Text("Throw {n} die", "Throw {n} dice", n=dice.count)


def _reader(dice: Dice, access: Access | None) -> Reader:
    """Return the reader for these dice; the pip reader if the taught dice cannot be loaded."""
    if access is None:
        return vision.read
    try:
        return reader_for(dice.kind, access.storage)
    except StorageTrouble:
        logging.getLogger(__name__).exception("own dice could not be had")
        return vision.read


def _learn(access: Access, dice: Dice, photo: Shot, said: vision.Reading) -> None:
    """Save the corrections of a reading; a storage error does not stop the game."""
    try:
        found = corrections.put_right(photo.reading, said, photo.crops)
        corrections.learn(access, dice.kind, photo.reading, found)
    except StorageTrouble:
        logging.getLogger(__name__).exception("corrections were not kept")
