"""Live viewfinder of the teaching page: outlines the die in the middle, takes it with a tap."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from functools import partial

import flet as ft

from companion.dice.frames import FrameView
from companion.dice.input_method import InputMethod
from companion.dice.live_reader import CaptureHandlers, LiveReader, open_analyser
from companion.dice.reader_spec import ReaderSpec
from companion.ui.design.boxes import column_of, row_of, wrapped_row
from companion.ui.design.look import translate
from companion.ui.design.sizes import Radius, Space
from companion.ui.design.text import MUTED, body_text
from companion.ui.widgets import controls, page_frame
from rules.engine import Dice, DieKind, Text

from .browser_camera import BrowserCamera, camera_window, torch_buttons
from .input_buttons import is_low
from .photo_overlay import SURE_COLOR
from .review import TROUBLE_TEXTS
from .viewfinder import DEFAULT_FRAME_SIZE, run_task
from .words import ADVICE_TEXTS

OnPicture = Callable[[bytes], Awaitable[None]]
WINDOW_SHARE = 0.32
"""Largest share of the page's height that the camera's picture takes; the faces stand above it."""
LEAST_WINDOW_HEIGHT = 140
"""Points of height that the picture has on a small phone."""
ROOM_FOR_FACES = 480
"""Points of height that everything else takes."""
NARROW_PAGE = 360
"""Page width in points below which two buttons beside each other have no icons."""


@dataclass(frozen=True)
class TeachCamera:
    """The live camera of the teaching page."""

    method: InputMethod
    """Whether this device has one, or why not."""
    is_on: bool
    switch_on: controls.Action
    switch_off: controls.Action
    on_lost: Callable[[str], None]
    """Gets a key of the messages of ``input_method``."""

    @property
    def is_available(self) -> bool:
        """Whether it makes sense to switch it on."""
        return self.method.kind == "live" or self.method.can_retry


@dataclass(frozen=True)
class Shutter:
    """A button that takes a picture."""

    label: str
    on_picture: OnPicture
    is_main: bool = True


def dice_to_teach(kind: DieKind | None) -> Dice:
    """Return the one die that is shown; it may be turned, so that it never counts by itself."""
    return Dice("face", kind=kind, may_reroll=True)


@ft.component
def TeachViewfinder(  # noqa: N802 - Flet's components are named like classes
    kind: DieKind | None,
    teach_camera: TeachCamera,
    shutters: Sequence[Shutter],
    is_working: bool,
    photo_button: ft.Control,
) -> ft.Control:
    """The camera's picture above its buttons; the camera runs as long as it is shown."""
    page, dice = ft.context.page, dice_to_teach(kind)
    camera = ft.use_memo(BrowserCamera, [])
    live_reader = ft.use_memo(
        lambda: LiveReader(page, camera, dice, open_analyser(page, dice, ReaderSpec(finds_middle=True))), []
    )
    view, set_view = ft.use_state(live_reader.view)
    live_reader.handlers = CaptureHandlers(lambda *roll: None, lambda *picture: None, teach_camera.on_lost)
    live_reader.on_change = set_view
    ft.use_effect(live_reader.run, [], lambda: None)  # Flet cancels the effect only if it has a cleanup
    others = [
        controls.secondary_button(
            translate(Text("Stop the camera")), teach_camera.switch_off, ft.Icons.VIDEOCAM_OFF_OUTLINED
        ),
        photo_button,
        *torch_buttons(camera, view.advice),
    ]
    if len(camera.cameras) > 1:
        name = translate(Text("Other camera"))
        others.append(controls.icon_button(ft.Icons.CAMERASWITCH, name, partial(run_task, camera.switch_camera)))
    takes = [_shutter_button(each, live_reader, is_working or not view.number) for each in shutters]
    rows = [_status_line(view), wrapped_row(others, Space.GAP), row_of(takes, Space.GAP)]
    if is_low(page):
        side = column_of(rows, Space.GAP, expand=True)
        return row_of([_window(camera, view), side], Space.ROOM)
    window = row_of([_window(camera, view)], alignment=ft.MainAxisAlignment.CENTER)
    return column_of([window, *rows], Space.GAP)


def _window(camera: BrowserCamera, view: FrameView) -> ft.Control:
    wide, high = view.size if view.number else DEFAULT_FRAME_SIZE
    width = min(page_frame.page_width(), 560) - 2 * Space.PAGE
    page_height = ft.context.page.height or 800
    height = max(LEAST_WINDOW_HEIGHT, min(WINDOW_SHARE * page_height, page_height - ROOM_FOR_FACES))
    scale = min(width / wide, height / high)
    return camera_window(camera, wide * scale, high * scale, _outlines(view, scale))


def _outlines(view: FrameView, scale: float) -> list[ft.Control]:
    if view.reading is None or view.phase == "moving":
        return []
    edge = ft.BorderSide(3, SURE_COLOR)
    return [
        ft.Container(
            border=ft.Border(edge, edge, edge, edge),
            border_radius=Radius.SOFT,
            left=(x + view.drift[0]) * scale,
            top=(y + view.drift[1]) * scale,
            width=width * scale,
            height=height * scale,
        )
        for x, y, width, height in (die.box for die in view.reading.dice)
    ]


def _status_line(view: FrameView) -> ft.Control:
    text = body_text(translate(_status_text(view)), color=MUTED, max_lines=2)
    return ft.Container(ft.Semantics(content=text, live_region=True), height=44)


def _status_text(view: FrameView) -> Text:
    if view.trouble:
        return TROUBLE_TEXTS[view.trouble]
    if not view.number:
        return Text("The camera is opening…")
    if view.reading is None or view.phase == "moving":
        return Text("I wait until everything lies still.")
    if not view.reading.dice and view.advice != "light":
        return Text("I see no die: lay one alone in the middle, close.")
    return ADVICE_TEXTS[view.advice] if view.advice else Text("I see the die. Turn it a little for each picture.")


def _shutter_button(shutter: Shutter, live_reader: LiveReader, is_disabled: bool) -> ft.Control:
    button = ft.FilledButton if shutter.is_main else ft.OutlinedButton
    take = partial(live_reader.take_picture, shutter.on_picture)
    return button(
        shutter.label,
        icon=button_icon(ft.Icons.CAMERA),
        on_click=partial(run_task, take),
        style=page_frame.main_button_style(),
        height=60,
        expand=True,
        disabled=is_disabled,
    )


def button_icon(icon: ft.IconData) -> ft.IconData | None:
    """Return the icon of a large button, none where the page is too narrow for two with icons."""
    return icon if page_frame.page_width() >= NARROW_PAGE else None
