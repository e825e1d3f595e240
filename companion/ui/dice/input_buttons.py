"""Buttons for entering a roll: camera, photo or file, typing, virtual dice."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import flet as ft

from companion.dice.input_method import Way
from companion.dice.roll import readable, virtual
from companion.i18n import Translate
from companion.ui.design.theme import Round, Space, Type
from companion.ui.files.upload import straight
from companion.ui.widgets import controls, page_frame
from rules.engine import Dice, Text


@dataclass(frozen=True)
class Ways:
    """The inputs for a roll that this device offers."""

    dice: Dice
    words: Translate
    here: Way
    picker: ft.FilePicker
    on_rolled: Callable[[tuple[int, ...]], Any]
    anew: Callable[[], Any]
    """Returns to the live camera."""
    by_hand: Callable[[], Any]
    """Opens the page on which faces are typed."""

    def why(self) -> list[ft.Control]:
        """Build the explanation of this device's input method, if it has one."""
        says = self.here.says
        if says is None:
            return []
        return [page_frame.quiet(self.words(says), text_align=ft.TextAlign.CENTER, width=300)]

    def first(self) -> list[ft.Control]:
        """Build the buttons before the first picture, the most likely one last."""
        others = [self.by_machine()]
        if self.here.again:
            others.insert(
                0, controls.quiet(self.words(Text("Try the live camera again")), self.anew, ft.Icons.VIDEOCAM)
            )
        row = ft.Row(others, wrap=True, spacing=Space.GAP, run_spacing=Space.GAP)
        if self.here.kind == "live":
            return [
                row,
                ft.Row([page_frame.main_button(self.words(Text("Live camera")), self.anew, ft.Icons.VIDEOCAM)]),
            ]
        return [row, *self.photo(main=True)]

    def again(self, pictured: bool) -> list[ft.Control]:
        """Build the buttons for another picture of the dice."""
        if self.here.kind != "live":
            return self.photo(main=False, pictured=pictured)
        label = self.words(Text("Scan again") if pictured else Text("Live camera"))
        return [controls.quiet(label, self.anew, ft.Icons.VIDEOCAM)]

    def beside(self) -> list[ft.Control]:
        """Build the other inputs, shown beside the live camera."""
        typing = controls.quiet(self.words(Text("Type them")), self.by_hand, ft.Icons.DIALPAD)
        name = self.words(Text("A picture from a file"))
        icon = ft.Icon(ft.Icons.IMAGE_OUTLINED, semantics_label=name)
        return [typing, ft.IconButton(icon, action=self._pick()), self.by_machine(short=True)]

    def photo(self, main: bool, pictured: bool = False) -> list[ft.Control]:
        """Build the button for a photo or a file.

        On a phone it offers both, also over plain http.
        """
        if not readable(self.dice):
            return []
        text = self.words(Text("Another photo") if pictured else Text("Photo of the dice"))
        if not main:
            return [ft.OutlinedButton(text, icon=ft.Icons.PHOTO_CAMERA, action=self._pick(), height=48)]
        style = ft.ButtonStyle(
            shape=ft.RoundedRectangleBorder(radius=Round.PILL),
            text_style=ft.TextStyle(size=Type.LEAD, weight=ft.FontWeight.W_600),
        )
        button = ft.FilledButton(
            text, icon=ft.Icons.PHOTO_CAMERA, action=self._pick(), style=style, height=60, expand=True
        )
        return [ft.Row([button])]

    def _pick(self) -> ft.PickFiles:
        return ft.PickFiles(self.picker, file_type=ft.FilePickerFileType.IMAGE, with_data=straight())

    def by_machine(self, short: bool = False) -> ft.Control:
        """Build the button that rolls virtual dice."""

        def throw() -> None:
            self.on_rolled(virtual(self.dice).faces)

        name = self.words(Text("Virtual roll"))
        if short:
            return controls.icon_press(ft.Icons.CASINO, name, throw)
        return controls.quiet(name, throw, ft.Icons.CASINO)
