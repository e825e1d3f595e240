"""Dice sheet: enter a roll by live camera, photo, file, typed faces or virtual dice."""

from __future__ import annotations

import logging
from collections.abc import Callable
from dataclasses import dataclass, replace

import flet as ft

from companion.access.permissions import Access
from companion.decoding.browser_worker import PAGE_READER
from companion.dice import capture_reading, corrections
from companion.dice.capture import Capture
from companion.dice.input_method import InputMethod
from companion.dice.kinds import card_reader_spec, reader_spec
from companion.dice.live_reader import CaptureHandlers, FrameAnalyser
from companion.dice.provenance import RollSource
from companion.dice.reader_spec import PIPS, ReaderSpec
from companion.dice.roll import expected_counts, is_camera_readable, roll_from_reading
from companion.storage.matches import StorageError
from companion.ui.design import text_fit
from companion.ui.design.boxes import START, column_of, row_of
from companion.ui.design.look import scaled_height, screen_width, translate
from companion.ui.design.sizes import FontSize, Space
from companion.ui.files.upload import FetchFile, make_file_picker
from companion.ui.hooks import use_subscription
from companion.ui.page_life import OF_QUESTION, use_draft, use_shown_again
from companion.ui.state import Ref, use_latest, use_ref
from companion.ui.widgets import controls, page_frame
from companion.ui.widgets.bottom_sheet import MIN_UNCOVERED_HEIGHT, SHEET_WIDTH, bottom_sheet
from rules.engine import CameraHole, CardKind, Rolled, Text
from vision.reading import Reading

from .input_buttons import HandsFreeSwitch, RollInputs, input_method_of, is_low
from .reader_stats import ReaderStats
from .review import ReviewState, RollReview, review_with_capture
from .words import Words, words_for

Faces = tuple[int, ...]
LINE_HEIGHT = 1.45
"""Height of a line of the heading, as a share of its font size."""


@dataclass(frozen=True)
class SheetPage:
    """The open page of the dice sheet, and the error of the live camera, if any."""

    camera_error: str = ""
    """Key of the messages in ``input_method``, empty if there is no error."""
    shows_review: bool = False
    """Whether the review is shown instead of the viewfinder."""
    shows_stats: bool = False
    """Whether the reader's statistics are shown."""


@dataclass(frozen=True)
class DiceRequest:
    """One roll that the table waits for."""

    dice: CameraHole
    title: str = ""
    """What is rolled for; empty for a sentence with the number of dice."""
    access: Access | None = None
    """Access to taught dice and corrections, if the device has it."""
    has_tray: bool = False
    """Whether the host's camera looks at the table."""
    doubtful_capture: Capture | None = None
    """What that camera read without being sure."""
    hands_free: HandsFreeSwitch | None = None
    """The table's switch of hands-free play, on the host's device."""
    names: tuple[str, ...] = ()
    """Whose cards they are, in order, where several flip at the same time."""


@dataclass(frozen=True)
class DiceSheetHandlers:
    """What follows from taps on the dice sheet."""

    roll: Callable[[Faces, RollSource, bytes], None]
    """Gets the faces in reading order, their source, and the JPEG that the log keeps of them, empty without one."""
    close: controls.Action
    teach: controls.Action | None = None
    """Opens the page on which dice are taught."""


@ft.component
def DiceSheet(  # noqa: N802 - Flet's components are named like classes
    request: DiceRequest, handlers: DiceSheetHandlers, wide: bool = False
) -> ft.Control:
    """Bottom sheet over the table that collects one roll.

    It starts with a doubtful capture, if there is one.
    """
    page, dice, capture = ft.context.page, request.dice, request.doubtful_capture
    words = words_for(dice)
    typed = use_draft((OF_QUESTION, "typed", dice.name, dice.count, dice.sides), ReviewState)
    review, draw_review = ft.use_state(
        review_with_capture(ReviewState(), capture, words=words) if capture else typed.current
    )
    sheet_page, set_sheet_page = ft.use_state(SheetPage(shows_review=bool(capture or review.reading.dice)))
    analyser: Ref[FrameAnalyser | None] = use_ref(None)
    use_subscription(PAGE_READER.hold, [])
    latest_read: Ref[object] = use_ref(None)
    reader = ft.use_memo(lambda: _reader(dice, request.access), [])

    def set_review(review: ReviewState) -> None:
        typed.set(ReviewState() if review.is_reading or review.capture else review)
        draw_review(review)

    flow = _RollFlow(
        page, request, reader, handlers, review, set_review, sheet_page, set_sheet_page, analyser, latest_read
    )
    ft.use_effect(lambda: None, [], flow.forget_reading)

    async def on_result(event: ft.FilePickerResultEvent) -> None:
        if event.files:
            await on_picked.current(event.files[0], fetch)

    on_picked = use_latest(flow.load_photo)
    picker, fetch = ft.use_memo(lambda: make_file_picker(on_result), [])
    method = input_method_of(page, dice, sheet_page.camera_error, request.has_tray)
    use_shown_again(flow.ask_camera_again if method.can_retry else None)
    inputs = RollInputs(
        dice, method, picker, flow.submit_virtual_roll, flow.restart, flow.open_review, hands_free=request.hands_free
    )
    header = _header(flow.title, words.stats, flow.stats_action(), flow.teach_action())
    body, close = flow.body(inputs, wide), translate(Text("Close"))
    return bottom_sheet(
        header, body, close, handlers.close, is_wide=wide, reaches_edges=flow.is_live(method) and not is_low(page)
    )


@dataclass(frozen=True)
class _RollFlow:
    """One roll while it is entered: review state, open page, and handlers."""

    page: ft.Page
    request: DiceRequest
    reader: ReaderSpec
    handlers: DiceSheetHandlers
    review: ReviewState
    set_review: Callable[[ReviewState], None]
    sheet_page: SheetPage
    set_sheet_page: Callable[[SheetPage], None]
    analyser: Ref[FrameAnalyser | None]
    """The analyser of the frame under review, or None; it tells the next roll from this one."""
    latest_read: Ref[object]
    """What stands for the picture that is being read, None once its result is not wanted any more."""

    async def load_photo(self, file: ft.FilePickerFile, fetch: FetchFile) -> None:
        """Read the chosen picture; a reading without doubt is accepted as the roll at once."""
        self.set_review(ReviewState(is_reading=True))
        self.open_review()
        this = self.latest_read.current = object()
        dice = self.request.dice
        result = await capture_reading.read_capture_in_turn(
            self.page, await fetch(file), dice.count, self.reader, expected_counts(dice)
        )
        if self.latest_read.current is not this:
            return
        self.set_review(review_with_capture(self.review, result, words=self.words))
        if isinstance(result, Capture) and not self.review.reading.dice:
            roll = roll_from_reading(result.reading, self.request.dice)
            if isinstance(roll, Rolled):
                self.submit(result, result.reading, roll.faces, "camera")

    def submit(self, photo: Capture | None, reading: Reading, faces: Faces, source: RollSource = "looked") -> None:
        """Submit these faces as the roll, and learn from dice that the reader misread."""
        if photo is not None and self.request.access is not None:
            _learn(self.request.access, self.request.dice, photo, reading)
        if self.analyser.current is not None:
            self.analyser.current.remember_roll(faces)
        self.handlers.roll(faces, *(("typed", b"") if photo is None else (source, photo.log_jpeg)))

    def accept_reading(self, faces: Faces, capture: Capture, analyser: FrameAnalyser) -> None:
        self.inspect(capture, analyser, None)  # stays visible, to be submitted again if the table refuses the roll
        self.submit(capture, capture.reading, faces, "camera")

    def inspect(self, capture: Capture, analyser: FrameAnalyser, selected: int | None) -> None:
        self.forget_reading()
        self.analyser.current = analyser
        self.set_review(review_with_capture(ReviewState(), capture, selected, self.words))
        self.open_review()

    def submit_virtual_roll(self, faces: Faces) -> None:
        self.handlers.roll(faces, "virtual", b"")

    def open_review(self) -> None:
        self.set_sheet_page(replace(self.sheet_page, shows_review=True))

    def restart(self) -> None:
        self.forget_reading()
        self.set_review(ReviewState())
        self.set_sheet_page(SheetPage())
        self.analyser.current = None

    def forget_reading(self) -> None:
        """Ignore the picture that is being read: its result would come too late."""
        self.latest_read.current = None

    def report_camera_error(self, camera_error: str) -> None:
        """Record why there is no live camera; ``camera_error`` is a key of ``input_method``."""
        self.set_sheet_page(replace(self.sheet_page, camera_error=camera_error))

    def ask_camera_again(self) -> None:
        """Open the camera that had failed, unless somebody is busy with a picture or with typing."""
        is_busy = self.review.is_reading or self.review.capture or self.review.reading.dice
        if not is_busy and not self.sheet_page.shows_stats:
            self.restart()

    @property
    def words(self) -> Words:
        return words_for(self.request.dice)

    @property
    def title(self) -> str:
        return self.request.title or translate(self.words.request.with_args(n=self.request.dice.count))

    def teach_action(self) -> controls.Action | None:
        dice = self.request.dice
        return self.handlers.teach if is_camera_readable(dice) and not isinstance(dice.kind, CardKind) else None

    def stats_action(self) -> controls.Action | None:
        if self.request.access is None or self.sheet_page.shows_stats or not is_camera_readable(self.request.dice):
            return None
        return lambda: self.set_sheet_page(replace(self.sheet_page, shows_stats=True))

    def is_live(self, method: InputMethod) -> bool:
        """Return whether the picture of the live camera is shown."""
        return method.kind == "live" and not self.sheet_page.shows_review and not self.sheet_page.shows_stats

    def body(self, inputs: RollInputs, wide: bool) -> ft.Control:
        if self.sheet_page.shows_stats and self.request.access is not None:
            back = lambda: self.set_sheet_page(replace(self.sheet_page, shows_stats=False))  # noqa: E731
            return ReaderStats(self.request.access, self.request.dice.kind, back)
        if self.is_live(inputs.method):
            from .viewfinder import Viewfinder  # late: a page draws its first screen sooner

            handlers = CaptureHandlers(self.accept_reading, self.inspect, self.report_camera_error)
            header = _header_height(
                self.title, 1 + (self.stats_action() is not None) + (self.teach_action() is not None), wide
            )
            return Viewfinder(self.request.dice, self.reader, handlers, inputs, wide, header, self.request.names)
        on_faces = lambda faces: self.submit(self.review.capture, self.review.reading, faces)  # noqa: E731
        return RollReview(self.request.dice, self.review, self.set_review, on_faces, inputs, self.request.names).body()


def _header(title: str, stats: Text, on_stats: controls.Action | None, on_teach: controls.Action | None) -> ft.Control:
    large = text_fit.has_large_text()
    size = text_fit.fit_font_size(
        title, FontSize.SUBTITLE if large else FontSize.HEADING, screen_width() - 2 * page_frame.ICON_BUTTON_SIZE
    )
    name = ft.Text(title, size=size, weight=ft.FontWeight.W_600, expand=None if large else True)
    head: list[ft.Control] = [] if large else [name]
    if on_stats is not None:
        head.append(controls.icon_button(ft.Icons.INSIGHTS, translate(stats), on_stats))
    if on_teach is not None:
        head.append(controls.icon_button(ft.Icons.SCHOOL_OUTLINED, translate(Text("Teach your dice")), on_teach))
    row = row_of(head, align=START)
    return column_of([row, name], 0) if large else row


def _header_height(title: str, buttons: int, wide: bool) -> float:
    """Return about how high the sheet's heading with what is above it is, in points."""
    sheet = SHEET_WIDTH if wide else screen_width()
    size, beside = (FontSize.SUBTITLE, 0) if text_fit.has_large_text() else (FontSize.HEADING, buttons)
    free = sheet - 2 * Space.PAGE - beside * page_frame.ICON_BUTTON_SIZE
    words = text_fit.line_count(title, size, free * text_fit.SPARE_SHARE) * scaled_height(size * LINE_HEIGHT)
    icons = page_frame.ICON_BUTTON_SIZE
    head = words + icons if text_fit.has_large_text() else max(words, icons)
    return MIN_UNCOVERED_HEIGHT + 2 * Space.EDGE + head


def _reader(dice: CameraHole, access: Access | None) -> ReaderSpec:
    """Return the reader for these dice or cards; that of pips if taught ones cannot be loaded."""
    if isinstance(dice.kind, CardKind):
        return card_reader_spec(dice.kind)
    if access is None:
        return PIPS
    try:
        return reader_spec(dice.kind, access.storage)
    except StorageError as trouble:
        logging.getLogger(__name__).warning("own dice could not be had: %s", trouble)
        return PIPS


def _learn(access: Access, dice: CameraHole, capture: Capture, corrected: Reading) -> None:
    """Save the corrections of a reading; a storage error does not stop the game."""
    try:
        corrected_dice = corrections.find_corrections(capture.reading, corrected, capture.crop_by_box)
        corrections.record_roll(access, dice.kind, capture.reading, corrected_dice)
    except StorageError:
        logging.getLogger(__name__).exception("corrections were not kept")
