"""Buttons for entering a roll: camera, photo or file, typing, virtual dice."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import flet as ft

from companion.dice.input_method import InputMethod
from companion.dice.roll import is_camera_readable, roll_virtual_dice
from companion.i18n import Translate
from companion.ui.design.theme import FontSize, Radius, Space
from companion.ui.files.upload import must_send_inline
from companion.ui.widgets import controls, page_frame
from rules.engine import Dice, Text


@dataclass(frozen=True)
class RollInputs:
    """The inputs for a roll that this device offers."""

    dice: Dice
    translate: Translate
    method: InputMethod
    picker: ft.FilePicker
    on_rolled: Callable[[tuple[int, ...]], None]
    restart: Callable[[], None]
    """Returns to the live camera."""
    open_typing: Callable[[], None]
    """Opens the page on which faces are typed."""

    def explanation(self) -> list[ft.Control]:
        """Build the explanation of this device's input method, if it has one."""
        reason = self.method.reason_text
        if reason is None:
            return []
        return [page_frame.hint_text(self.translate(reason), text_align=ft.TextAlign.CENTER, width=300)]

    def initial_buttons(self) -> list[ft.Control]:
        """Build the buttons before the first picture, the most likely one last."""
        others = [self.virtual_roll_button()]
        if self.method.can_retry:
            others.insert(
                0,
                controls.secondary_button(
                    self.translate(Text("Try the live camera again")), self.restart, ft.Icons.VIDEOCAM
                ),
            )
        row = ft.Row(others, wrap=True, spacing=Space.GAP, run_spacing=Space.GAP)
        if self.method.kind == "live":
            return [
                row,
                ft.Row([page_frame.main_button(self.translate(Text("Live camera")), self.restart, ft.Icons.VIDEOCAM)]),
            ]
        return [row, *self.photo_button(is_main=True)]

    def retry_buttons(self, has_picture: bool) -> list[ft.Control]:
        """Build the buttons for another picture of the dice."""
        if self.method.kind != "live":
            return self.photo_button(is_main=False, has_picture=has_picture)
        label = self.translate(Text("Scan again") if has_picture else Text("Live camera"))
        return [controls.secondary_button(label, self.restart, ft.Icons.VIDEOCAM)]

    def other_buttons(self) -> list[ft.Control]:
        """Build the other inputs, shown beside the live camera."""
        typing = controls.secondary_button(self.translate(Text("Type them")), self.open_typing, ft.Icons.DIALPAD)
        name = self.translate(Text("A picture from a file"))
        icon = ft.Icon(ft.Icons.IMAGE_OUTLINED, semantics_label=name)
        return [typing, ft.IconButton(icon, action=self._picker_action()), self.virtual_roll_button(is_icon=True)]

    def photo_button(self, is_main: bool, has_picture: bool = False) -> list[ft.Control]:
        """Build the button for a photo or a file.

        On a phone it offers both, also over plain http.
        """
        if not is_camera_readable(self.dice):
            return []
        text = self.translate(Text("Another photo") if has_picture else Text("Photo of the dice"))
        if not is_main:
            return [ft.OutlinedButton(text, icon=ft.Icons.PHOTO_CAMERA, action=self._picker_action(), height=48)]
        style = ft.ButtonStyle(
            shape=ft.RoundedRectangleBorder(radius=Radius.PILL),
            text_style=ft.TextStyle(size=FontSize.SUBTITLE, weight=ft.FontWeight.W_600),
        )
        button = ft.FilledButton(
            text, icon=ft.Icons.PHOTO_CAMERA, action=self._picker_action(), style=style, height=60, expand=True
        )
        return [ft.Row([button])]

    def _picker_action(self) -> ft.PickFiles:
        return ft.PickFiles(self.picker, file_type=ft.FilePickerFileType.IMAGE, with_data=must_send_inline())

    def virtual_roll_button(self, is_icon: bool = False) -> ft.Control:
        """Build the button that rolls virtual dice."""

        def roll() -> None:
            self.on_rolled(roll_virtual_dice(self.dice).faces)

        name = self.translate(Text("Roll for me"))
        if is_icon:
            return controls.icon_button(ft.Icons.CASINO, name, roll)
        return controls.secondary_button(name, roll, ft.Icons.CASINO)
