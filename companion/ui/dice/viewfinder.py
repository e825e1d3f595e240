"""Live viewfinder: outlines the dice, checks their number, reads them once at rest."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from functools import partial
from itertools import zip_longest

import flet as ft

from companion.decoding.browser_worker import PAGE_READER
from companion.dice.frames import FrameView
from companion.dice.live_reader import CaptureHandlers, LiveReader, open_analyser
from companion.dice.reader_spec import ReaderSpec
from companion.dice.roll import (
    CONFIRM_TEXT,
    DoubtfulRoll,
    is_waiting_for_more,
    roll_from_reading,
    sort_in_reading_order,
)
from companion.ui.design.boxes import STRETCH, column_of, row_of, wrapped_row
from companion.ui.design.look import scaled_height, translate
from companion.ui.design.sizes import FontSize, Radius, Space
from companion.ui.design.stand_mode import is_standing, toggle_standing
from companion.ui.design.text import MUTED, body_text, name_text
from companion.ui.widgets import controls, page_frame
from companion.ui.widgets.bottom_sheet import LEFT_EDGE, RIGHT_EDGE, SHEET_WIDTH, sheet_edges
from rules.engine import CameraHole, Rolled, Text
from vision.reading import Die, Reading

from .browser_camera import BrowserCamera, camera_window, torch_buttons
from .input_buttons import USUAL_PAGE_HEIGHT, RollInputs, is_low
from .photo_overlay import die_frames, die_plate
from .review import TROUBLE_TEXTS, describe_faces
from .words import Words, words_for

Task = Callable[[], Awaitable[None]]
DEFAULT_FRAME_SIZE = (4, 3)
"""Aspect ratio of the window until the camera's own is known."""
COUNT_HEIGHT, STATUS_HEIGHT, NEW_ROLL_HEIGHT, PROGRESS_HEIGHT = 36, 44, 54, 62
"""Points of height of the line that counts the dice, of the one that says what the camera sees, of a button under them,
and of a reader that still loads."""
SIDE_EDGES = LEFT_EDGE + RIGHT_EDGE
"""Points of width beside the body of the sheet."""


@ft.component
def Viewfinder(  # noqa: N802
    dice: CameraHole,
    reader: ReaderSpec,
    handlers: CaptureHandlers,
    inputs: RollInputs,
    wide: bool,
    header_height: float,
    names: tuple[str, ...] = (),
) -> ft.Control:
    """The viewfinder below a heading of that height; its camera runs as long as it is shown.

    ``names`` say whose cards they are, in order.
    """
    page = ft.context.page
    camera = ft.use_memo(BrowserCamera, [])
    live_reader = ft.use_memo(lambda: LiveReader(page, camera, dice, open_analyser(page, dice, reader)), [])
    view, set_view = ft.use_state(live_reader.view)
    _, redraw = ft.use_state(False)
    live_reader.handlers, live_reader.on_change = handlers, set_view
    live_reader.is_hands_free = inputs.hands_free is not None and inputs.hands_free.is_on

    def toggle_stand() -> None:
        toggle_standing()
        redraw(lambda was: not was)

    ft.use_effect(live_reader.run, [], lambda: None)  # Flet cancels the effect only if it has a cleanup
    actions = ViewfinderActions(
        live_reader.inspect, live_reader.read_now, live_reader.confirm_new_roll, camera.switch_camera, toggle_stand
    )
    return _ViewfinderLayout(dice, camera, view, inputs, actions, wide, header_height, names).build()


@dataclass(frozen=True)
class ViewfinderActions:
    """Actions of the viewfinder's buttons."""

    inspect: Callable[..., Awaitable[None]]
    read_now: Task
    confirm_new_roll: Task
    switch_camera: Task
    toggle_stand: Callable[[], None]


@dataclass(frozen=True)
class _ViewfinderLayout:
    """Layout of the viewfinder."""

    dice: CameraHole
    browser_camera: BrowserCamera
    view: FrameView
    inputs: RollInputs
    actions: ViewfinderActions
    wide: bool
    header_height: float
    names: tuple[str, ...]

    @property
    def words(self) -> Words:
        return words_for(self.dice)

    def build(self) -> ft.Control:
        texts = column_of(
            [self.dice_count_row(), self.status_line(), *self.inputs.reader_progress(), *self.more_buttons()],
            Space.NEAR,
        )
        scrolled = column_of([texts], 0, STRETCH, scroll=ft.ScrollMode.AUTO, expand=True)
        beside = column_of([scrolled, *self.footer()], Space.GAP, STRETCH, tight=False, expand=True)
        if self.is_low:
            return row_of([self.camera_window(Radius.TILE), beside], Space.ROOM, expand=True)
        letterbox = row_of([self.camera_window()], alignment=ft.MainAxisAlignment.CENTER)
        window = ft.Container(letterbox, bgcolor=ft.Colors.BLACK, width=self.width)
        rest = ft.Container(beside, padding=sheet_edges(), expand=True)
        return column_of([window, rest], Space.GAP, tight=False, expand=True)

    @property
    def is_low(self) -> bool:
        return is_low(ft.context.page)

    @property
    def width(self) -> float:
        """Points that the picture may be wide: the sheet's, or what the texts beside leave."""
        sheet = SHEET_WIDTH if self.wide else ft.context.page.width or 390
        return sheet - SIDE_EDGES - Space.ROOM - self.signs_width if self.is_low else sheet

    @property
    def signs_width(self) -> float:
        """The width of the signs, in points; three side by side beside the picture."""
        return 3 * (self.sign_width + Space.TIGHT) if self.is_low else self.width - SIDE_EDGES

    # --- picture -------------------------------------------------------------------------------------------------

    def camera_window(self, radius: float = 0) -> ft.Control:
        """Build the picture: as wide as the sheet where it is high enough for that."""
        wide, high = self.view.size if self.view.number else DEFAULT_FRAME_SIZE
        scale = min(self.width / wide, max(120, self.room_for_picture()) / high)
        return camera_window(self.browser_camera, wide * scale, high * scale, self.die_frames(scale), radius)

    def room_for_picture(self) -> float:
        """Return the points of height that the rest of the sheet leaves."""
        height = ft.context.page.height or USUAL_PAGE_HEIGHT
        if self.is_low:
            return height - 110
        is_loading = bool(self.inputs.reader_progress()) and not PAGE_READER.progress.is_ready
        more = NEW_ROLL_HEIGHT * bool(self.more_buttons()) + scaled_height(PROGRESS_HEIGHT) * is_loading
        lines = controls.even_lines(len(self.signs()), self.signs_width, least=self.sign_width)
        signs = lines * (scaled_height(controls.SIGN_BUTTON_HEIGHT) + Space.TIGHT)
        main = page_frame.MAIN_BUTTON_HEIGHT + Space.GAP
        texts = scaled_height(COUNT_HEIGHT) + scaled_height(STATUS_HEIGHT) + Space.NEAR
        return height - self.header_height - texts - more - signs - main - 2 * Space.GAP

    def die_frames(self, scale: float) -> list[ft.Control]:
        """Build the outlines of the dice; dice that do not count are grey."""
        reading = self.view.reading
        if reading is None or self.view.phase == "moving":
            return []
        counts = {die.box for die in (self.reading or reading).dice}
        idle = frozenset(die.box for die in reading.dice) - counts
        corner = (round(-self.view.drift[0]), round(-self.view.drift[1]))
        on_select = lambda k: run_task(partial(self.actions.inspect, k))  # noqa: E731
        return die_frames(reading, corner, scale, None, on_select, self.dice.kind, idle)

    # --- status --------------------------------------------------------------------------------------------------

    @property
    def reading(self) -> Reading | None:
        """The dice that count, or None."""
        view = self.view
        return self.view.counted_reading or (view.reading if view.phase == "still" else view.new_dice)

    def dice_count_row(self) -> ft.Control:
        dice = sort_in_reading_order(self.reading.dice) if self.reading else ()
        if self.names:
            return ft.Container(self.cards_of_all(dice), height=self.count_height)
        faces = tuple(die.value for die in dice)
        count_text = translate(self.count_text(len(faces)))
        controls: list[ft.Control] = [name_text(count_text, 600, expand=True)]
        if faces and self.dice.kind is None:
            controls.append(ft.Text(f"= {sum(faces)}", size=FontSize.NUMBER, weight=ft.FontWeight.W_800))
        elif faces and not self.is_low:  # beside the picture, which has them too, there is no room
            controls.append(body_text(describe_faces(faces, self.dice.kind, self.names)))
        return ft.Container(row_of(controls, Space.GAP), height=self.count_height)

    @property
    def count_height(self) -> float | None:
        """Points of height of the line that counts the dice; beside the picture it may be two lines."""
        return None if self.is_low else scaled_height(COUNT_HEIGHT)

    def cards_of_all(self, cards: tuple[Die, ...]) -> ft.Control:
        """Build whose card is which, with a question mark for one that is still to come."""
        parts: list[ft.Control] = []
        for name, card in zip_longest(self.names, cards[: len(self.names)]):
            shown = [die_plate(card, self.dice.kind)] if card else [name_text("?", 600)]
            parts.append(row_of([name_text(name, 600), *shown], Space.NEAR, tight=True))
        return wrapped_row(parts, Space.GAP if self.is_low else Space.PAGE)

    def count_text(self, seen: int) -> Text:
        """Return how many are missing or too many, or that all are seen."""
        wanted = self.dice.count
        if seen < wanted:
            return self.words.missing.with_args(n=wanted - seen)
        words = self.words.too_many if seen > wanted else self.words.all_seen
        return words.with_args(n=seen - wanted if seen > wanted else seen)

    def status_line(self) -> ft.Control:
        line = body_text(translate(self.status_text()), color=MUTED, max_lines=2)
        return ft.Container(ft.Semantics(content=line, live_region=True), height=scaled_height(STATUS_HEIGHT))

    def status_text(self) -> Text:
        view = self.view
        if view.trouble:
            return TROUBLE_TEXTS[view.trouble]
        if not self.view.number:
            return Text("The camera is opening…")
        if view.phase == "moving":
            return Text("I wait until everything lies still.")
        if view.phase == "still":
            return self.words.reading
        if self.view.may_be_counted:
            return self.words.same_again
        if view.phase == "same":
            return self.words.counted if self.has_dice else self.words.awaited
        advice = self.words.advice.get(self.view.advice or "")
        if advice is not None and not self.waits_for_more:
            return advice
        if isinstance(self.roll, DoubtfulRoll):
            return self.roll.reason
        is_hands_free = self.inputs.hands_free is not None and self.inputs.hands_free.is_on
        return Text("They count in a moment. Roll again what does not.") if is_hands_free else CONFIRM_TEXT

    @property
    def roll(self) -> Rolled | DoubtfulRoll:
        return roll_from_reading(self.view.counted_reading or Reading((), (), (0, 0)), self.dice)

    @property
    def waits_for_more(self) -> bool:
        """Whether not all of those who flip have done so: nothing is wrong with the picture."""
        return self.reading is not None and is_waiting_for_more(self.reading, self.dice)

    @property
    def has_dice(self) -> bool:
        reading = self.view.reading
        return bool(reading and reading.dice)

    def more_buttons(self) -> list[ft.Control]:
        """Build the torch in the dark, and the button for dice like those of the last roll."""
        buttons = [*torch_buttons(self.browser_camera, self.view.advice), *self.new_roll_buttons()]
        return [wrapped_row(buttons, Space.GAP)] if buttons else []

    def new_roll_buttons(self) -> list[ft.Control]:
        if self.view.may_be_counted or (self.view.phase == "same" and self.has_dice):
            return [
                controls.secondary_button(
                    translate(self.words.new_one),
                    partial(run_task, self.actions.confirm_new_roll),
                    ft.Icons.CASINO_OUTLINED,
                )
            ]
        return []

    # --- buttons -------------------------------------------------------------------------------------------------

    def footer(self) -> list[ft.Control]:
        others = controls.even_rows(self.signs(), self.signs_width, least=self.sign_width)
        settled = self.view.counted_reading is not None and not self.view.may_be_counted
        if settled and isinstance(self.roll, Rolled):
            main = page_frame.main_button(
                translate(Text("They count")), partial(run_task, self.actions.confirm_new_roll), ft.Icons.CHECK
            )
        elif settled:
            main = page_frame.main_button(
                translate(Text("Correct it here")), partial(run_task, self.actions.inspect), ft.Icons.EDIT
            )
        else:
            main = page_frame.main_button(
                translate(Text("Read now")), partial(run_task, self.actions.read_now), ft.Icons.CAMERA
            )
        return [others, row_of([main])]

    @property
    def sign_width(self) -> float:
        return scaled_height(controls.SIGN_BUTTON_WIDTH)

    def signs(self) -> list[ft.Control]:
        """Build what else there is to do, as signs with their words."""
        return [*self.inputs.other_buttons(), *self.camera_signs()]

    def camera_signs(self) -> list[ft.Control]:
        is_on_stand = is_standing()
        name = translate(Text("Back in the hand") if is_on_stand else Text("Tripod mode"))
        pin = ft.Icons.PUSH_PIN if is_on_stand else ft.Icons.PUSH_PIN_OUTLINED
        word = translate(Text("Tripod"))
        signs = [controls.sign_button(pin, word, name, self.actions.toggle_stand, is_chosen=is_on_stand)]
        if len(self.browser_camera.cameras) > 1:
            name = translate(Text("Other camera"))
            switch = partial(run_task, self.actions.switch_camera)
            signs.append(controls.sign_button(ft.Icons.CAMERASWITCH, name, name, switch))
        return signs


def run_task(task: Task) -> None:
    """Start a coroutine of the page in the background."""
    ft.context.page.run_task(task)
