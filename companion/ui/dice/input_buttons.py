"""Buttons for entering a roll: camera, photo or file, typing, virtual dice."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import flet as ft

from companion.base.background import IS_PAGE
from companion.dice.input_method import InputMethod, choose_input_method
from companion.dice.roll import is_camera_readable, roll_virtual_dice
from companion.ui.design.boxes import row_of, wrapped_row
from companion.ui.design.look import translate
from companion.ui.design.sizes import Space
from companion.ui.files.upload import must_send_inline
from companion.ui.widgets import controls, page_frame
from rules.engine import CameraHole, Dice, Text

from .reader_progress import ReaderProgress, progress_text
from .words import Words, words_for

LIVE_CAMERA_PLATFORMS = frozenset({ft.PagePlatform.ANDROID, ft.PagePlatform.IOS})
"""Platforms besides the browser on which flet-camera works."""
LOW_PAGE_HEIGHT, USUAL_PAGE_HEIGHT = 520, 800
"""Page height in points below which text stands beside the camera's picture, and the one until it is known."""


def is_low(page: ft.Page) -> bool:
    """Return whether the page is so low that text stands beside the camera's picture."""
    return (page.height or USUAL_PAGE_HEIGHT) < LOW_PAGE_HEIGHT


def input_method_of(page: ft.Page, dice: CameraHole, camera_error: str, host_camera: bool = False) -> InputMethod:
    """Return how such dice are entered on that page; as ``choose_input_method``."""
    return choose_input_method(page.url, has_live_camera(page), dice, camera_error, host_camera)


def has_live_camera(page: ft.Page) -> bool:
    """Return whether flet-camera works on that page's device."""
    return page.web or page.platform in LIVE_CAMERA_PLATFORMS


@dataclass(frozen=True)
class HandsFreeSwitch:
    """The switch by which the table goes on by itself to the next throw."""

    is_on: bool
    set_on: Callable[[bool], object]
    is_watched: bool
    """Whether a camera sees the throws: the host's, or that of a phone on a stand."""

    @property
    def name(self) -> Text:
        """What a tap on it does."""
        if self.is_on:
            return Text("Wait for a tap again")
        return Text("Hands-free: go on by itself") if self.is_watched else Text("Accept without a tap")

    def toggle(self) -> None:
        """Turn hands-free play on, or off where it is on."""
        self.set_on(not self.is_on)


@dataclass(frozen=True)
class RollInputs:
    """The inputs for a roll that this device offers."""

    dice: CameraHole
    method: InputMethod
    picker: ft.FilePicker
    on_rolled: Callable[[tuple[int, ...]], None]
    restart: Callable[[], None]
    """Returns to the live camera."""
    open_typing: Callable[[], None]
    """Opens the page on which faces are typed."""
    hands_free: HandsFreeSwitch | None = None
    """The switch of the table, on the host's device."""
    is_narrow: bool = False
    """Whether each button has a row of its own, and its label as many lines as it needs."""

    @property
    def words(self) -> Words:
        """What is said of these dice or cards."""
        return words_for(self.dice)

    def button(self, label: str, on_tap: controls.Action, icon: ft.IconData) -> ft.Control:
        """Build a button for ``button_rows``."""
        return controls.secondary_button(label, on_tap, icon, expand=True if self.is_narrow else None)

    def button_rows(self, buttons: list[ft.Control]) -> list[ft.Control]:
        """Arrange buttons beside each other, or one below the other where they are narrow."""
        if self.is_narrow:
            return [row_of([button]) for button in buttons]
        return [wrapped_row(buttons, Space.GAP)] if buttons else []

    def explanation(self) -> list[ft.Control]:
        """Build the explanation of this device's input method, if it has one."""
        reason = self.words.reasons.get(self.method.reason, self.method.reason_text)
        if reason is None:
            return self.reader_progress()
        hint = page_frame.hint_text(translate(reason), text_align=ft.TextAlign.CENTER, width=300)
        return [hint, *self.reader_progress()]

    def reader_progress(self) -> list[ft.Control]:
        """Build the line of a page that is still loading its reader."""
        return [ReaderProgress(progress_text)] if IS_PAGE and is_camera_readable(self.dice) else []

    def initial_buttons(self) -> list[ft.Control]:
        """Build the buttons before the first picture, the most likely one last."""
        others = [*self.virtual_roll_button(), *self.hands_free_button()]
        if self.method.can_retry:
            others.insert(
                0,
                self.button(translate(Text("Try the live camera again")), self.restart, ft.Icons.VIDEOCAM),
            )
        row = self.button_rows(others)
        if self.method.kind == "live":
            return [
                *row,
                row_of([page_frame.main_button(translate(Text("Live camera")), self.restart, ft.Icons.VIDEOCAM)]),
            ]
        return [*row, *self.photo_button(is_main=True)]

    def retry_buttons(self, has_picture: bool) -> list[ft.Control]:
        """Build the buttons for another picture of the dice."""
        if self.method.kind != "live":
            return self.photo_button(is_main=False, has_picture=has_picture)
        label = translate(Text("Scan again") if has_picture else Text("Live camera"))
        return [self.button(label, self.restart, ft.Icons.VIDEOCAM)]

    def other_buttons(self) -> list[ft.Control]:
        """Build the other inputs as signs, shown below the live camera."""
        typing, file = self.words.typing, Text("A picture from a file")
        signs = [
            controls.sign_button(ft.Icons.DIALPAD, translate(Text("Type")), translate(typing), self.open_typing),
            controls.sign_button(
                ft.Icons.IMAGE_OUTLINED, translate(Text("File")), translate(file), action=self._picker_action()
            ),
        ]
        if isinstance(self.dice, Dice):
            virtual = translate(Text("Roll for me"))
            signs.append(controls.sign_button(ft.Icons.CASINO, virtual, virtual, self.roll_virtual_dice))
        if self.hands_free is not None:
            word, name, is_on = translate(Text("Hands-free")), translate(self.hands_free.name), self.hands_free.is_on
            signs.append(
                controls.sign_button(self._hands_free_icon, word, name, self.hands_free.toggle, is_chosen=is_on)
            )
        return signs

    def hands_free_button(self) -> list[ft.Control]:
        """Build the switch of hands-free play; none on a guest's device."""
        if self.hands_free is None:
            return []
        name = translate(self.hands_free.name)
        return [self.button(name, self.hands_free.toggle, self._hands_free_icon)]

    @property
    def _hands_free_icon(self) -> ft.IconData:
        is_on = self.hands_free is not None and self.hands_free.is_on
        return ft.Icons.DO_NOT_TOUCH if is_on else ft.Icons.DO_NOT_TOUCH_OUTLINED

    def photo_button(self, is_main: bool, has_picture: bool = False) -> list[ft.Control]:
        """Build the button for a photo or a file.

        On a phone it offers both, also over plain http.
        """
        if not is_camera_readable(self.dice):
            return []
        text = translate(Text("Another photo") if has_picture else self.words.photo)
        if not is_main:
            return [ft.OutlinedButton(text, icon=ft.Icons.PHOTO_CAMERA, action=self._picker_action(), height=48)]
        style = page_frame.main_button_style()
        button = ft.FilledButton(
            text, icon=ft.Icons.PHOTO_CAMERA, action=self._picker_action(), style=style, height=60, expand=True
        )
        return [row_of([button])]

    def _picker_action(self) -> ft.PickFiles:
        return ft.PickFiles(self.picker, file_type=ft.FilePickerFileType.IMAGE, with_data=must_send_inline())

    def virtual_roll_button(self) -> list[ft.Control]:
        """Build the button that rolls virtual dice; none for cards, which the app's decks draw."""
        if not isinstance(self.dice, Dice):
            return []
        return [self.button(translate(Text("Roll for me")), self.roll_virtual_dice, ft.Icons.CASINO)]

    def roll_virtual_dice(self) -> None:
        """Answer with a roll of virtual dice."""
        if isinstance(self.dice, Dice):
            self.on_rolled(roll_virtual_dice(self.dice).faces)
