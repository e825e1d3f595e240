"""The dice sheet: a photo, its dice to look at and correct, faces to type, a throw of the machine's: one roll."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

import flet as ft

from companion.dice import Doubt, in_reading_order, rolled, virtual
from companion.words import Translate
from rules.engine import Dice, Rolled, Text
from vision import Die, Reading

from . import frame, parts, shot
from .faces import die as drawn
from .fetch import picking, straight
from .picture import UNSURE, die_name, picture
from .sheet import sheet
from .shot import EMPTY, TROUBLE, Shot, added, corrected, pictured, struck

Faces = tuple[int, ...]


@dataclass(frozen=True)
class Look:
    """What the sheet shows: a photo or none, the dice as they are after correction, which one is being corrected."""

    reading: Reading = EMPTY
    photo: Shot | None = None
    waiting: bool = False
    trouble: Text | None = None
    touched: int | None = None
    """The place of the die that is being corrected; one past the last is one more die."""
    before: Look | None = None
    """What the photo took the place of: dice that somebody may want back."""


@ft.component
def DiceSheet(  # noqa: N802 - Flet's components are named like classes
    dice: Dice,
    words: Translate,
    on_rolled: Callable[[Faces], Any],
    on_close: Callable[[], Any],
    title: str = "",
    wide: bool = False,
) -> ft.Control:
    """A paper over the table on which a throw is found out. ``on_rolled`` gets the faces in reading order."""
    now, show = ft.use_state(Look())
    picked: Any = ft.use_ref(frame.NOTHING)

    async def took(file: ft.FilePickerFile) -> None:
        show(Look(waiting=True))
        data = await fetch(file)
        show(seen(now, await asyncio.to_thread(shot.look, data, dice.count)))

    async def result(event: ft.FilePickerResultEvent) -> None:
        if event.files:
            await picked.current(event.files[0])

    picked.current = took
    picker, fetch = ft.use_memo(lambda: picking(result), [])
    sheet_ = _Sheet(dice, words, now, show, on_rolled, picker)
    head = ft.Text(title or words(_asked(dice)), size=20, weight=ft.FontWeight.W_600)
    return sheet(head, sheet_.body(), words(Text("Close")), on_close, full=True, wide=wide)


def seen(before: Look, found: Shot | Text) -> Look:
    """What to show after a picture was looked at; one that could not be read takes nothing away."""
    if isinstance(found, Shot) and before.reading.dice and not found.reading.dice:
        found = TROUBLE["empty"]
    if isinstance(found, Text):
        return replace(before, waiting=False, trouble=found, touched=None)
    ordered = Reading(in_reading_order(found.reading.dice), found.reading.rejects, found.reading.size)
    return Look(ordered, found, before=replace(before, trouble=None, before=None) if before.reading.dice else None)


def _asked(dice: Dice) -> Text:
    return Text("Throw {n} die", "Throw {n} dice", n=dice.count)


@dataclass(frozen=True)
class _Sheet:
    """The parts of the sheet, drawn from one look."""

    dice: Dice
    words: Translate
    now: Look
    show: Any
    on_rolled: Callable[[Faces], None]
    picker: ft.FilePicker

    def body(self) -> ft.Control:
        if self.now.waiting:
            return self.waiting()
        if not self.now.reading.dice and self.now.photo is None:
            return ft.Column([*self.trouble(), self.invitation(), *self.faces(), *self.foot()], spacing=14, expand=True)
        lines = ft.Column(
            [*self.trouble(), *self.photo(), *self.row(), *self.faces()],
            spacing=14,
            scroll=ft.ScrollMode.AUTO,
            expand=True,
        )
        return ft.Column([lines, *self.foot()], spacing=12, expand=True)

    def waiting(self) -> ft.Control:
        ring = ft.ProgressRing(width=56, height=56)
        says = ft.Text(self.words(Text("Reading the dice…")), size=18)
        return ft.Column(
            [ring, says],
            expand=True,
            spacing=20,
            alignment=ft.MainAxisAlignment.CENTER,
            horizontal_alignment=ft.CrossAxisAlignment.CENTER,
        )

    def invitation(self) -> ft.Control:
        """Before anything was thrown: what the camera can do."""
        says = Text("Take a photo of the dice from above, close and in good light: I read the pips.")
        if self.dice.sides != 6:
            return ft.Container(expand=True)
        return ft.Column(
            [
                ft.Row([drawn(5, 56), drawn(2, 56)], alignment=ft.MainAxisAlignment.CENTER, spacing=18, rotate=0.12),
                frame.quiet(self.words(says), text_align=ft.TextAlign.CENTER, width=280),
            ],
            expand=True,
            spacing=26,
            alignment=ft.MainAxisAlignment.CENTER,
            horizontal_alignment=ft.CrossAxisAlignment.CENTER,
        )

    def trouble(self) -> list[ft.Control]:
        return [frame.warning(self.words(self.now.trouble))] if self.now.trouble else []

    def photo(self) -> list[ft.Control]:
        now = self.now
        return [picture(self.words, now.photo, now.reading, now.touched, self.touch)] if now.photo else []

    def touch(self, k: int) -> None:
        self.show(replace(self.now, trouble=None, touched=None if self.now.touched == k else k))

    # --- the dice as they stand ----------------------------------------------------------------------------------

    def row(self) -> list[ft.Control]:
        """Every die of the throw, to be touched as well; and one more."""
        dice = self.now.reading.dice
        if not dice:
            return [] if self.now.photo is None else [self.told()]
        tiles = [self.tile(k, die) for k, die in enumerate(dice)]
        more = parts.icon_press(ft.Icons.ADD, self.words(Text("One more die")), lambda: self.touch(len(dice)))
        return [self.told(), ft.Row([*tiles, more], wrap=True, spacing=8, run_spacing=8)]

    def told(self) -> ft.Control:
        """Whether this is a throw as it was asked for; or why it needs a look."""
        match self.answer:
            case Doubt(reason=reason):
                sign, says, colour = ft.Icons.ERROR_OUTLINE, self.words(reason), ft.Colors.ERROR
            case Rolled(faces=faces):
                sign, colour = ft.Icons.CHECK_CIRCLE_OUTLINE, ft.Colors.SECONDARY
                says = self.words(_read(_plus(faces)) if self.now.photo else _typed(_plus(faces)))
        line = ft.Text(says, size=16, expand=True)
        row = ft.Row([ft.Icon(sign, color=colour), line], spacing=10)
        return ft.Semantics(content=row, live_region=True)

    @property
    def answer(self) -> Rolled | Doubt:
        return rolled(self.now.reading, self.dice)

    def tile(self, k: int, die: Die) -> ft.Control:
        touched = self.now.touched == k
        edge = ft.BorderSide(3, ft.Colors.PRIMARY) if touched else ft.BorderSide(1, ft.Colors.OUTLINE_VARIANT)
        if die.unsure and not touched:
            edge = ft.BorderSide(3, UNSURE)
        return parts.press(
            drawn(die.value, 44),
            die_name(self.words, k, die),
            lambda: self.touch(k),
            edge=edge,
            radius=14,
            pad=4,
            width=56,
            height=56,
        )

    # --- faces to type -------------------------------------------------------------------------------------------

    def faces(self) -> list[ft.Control]:
        """The faces of a die: for the one that is touched, or for a throw without a photo."""
        now, dice = self.now, self.now.reading.dice
        if now.touched is None and any(pictured(die, now.reading) for die in dice):
            return []
        if now.touched is None and len(dice) >= self.dice.count:
            return []
        pad = [self.face(value) for value in range(1, self.dice.sides + 1)]
        out = [self.out(now.touched)] if now.touched is not None and now.touched < len(dice) else []
        return [frame.quiet(self.words(self.what())), parts.rows(pad, 6 if self.dice.sides <= 6 else 5), *out]

    def what(self) -> Text:
        touched, count = self.now.touched, len(self.now.reading.dice)
        if touched is not None and touched < count:
            return Text("What does die {n} show?", n=touched + 1)
        return Text("Type what die {n} shows:", n=count + 1)

    def face(self, value: int) -> ft.Control:
        shown = drawn(value, 40) if self.dice.sides <= 6 else ft.Text(str(value), size=20)
        return parts.press(
            shown,
            str(value),
            lambda: self.say(value),
            fill=ft.Colors.SURFACE_CONTAINER_HIGHEST,
            pad=2,
            expand=True,
            height=56,
        )

    def say(self, value: int) -> None:
        """A face was typed: for the touched die, or as one more; a single die needs no more than that."""
        now, touched = self.now, self.now.touched
        if touched is not None and touched < len(now.reading.dice):
            self.reads(corrected(now.reading, touched, value))
        elif self.dice.count == 1 and not now.reading.dice:
            self.on_rolled((value,))
        else:
            self.reads(added(now.reading, value))

    def out(self, k: int) -> ft.Control:
        words = self.words(Text("It is not one of these dice"))
        return parts.quiet(words, lambda: self.reads(struck(self.now.reading, k)), ft.Icons.DELETE_OUTLINE)

    def reads(self, reading: Reading) -> None:
        """A person said what the dice are."""
        self.show(replace(self.now, reading=reading, trouble=None, touched=None))

    # --- what to do with it --------------------------------------------------------------------------------------

    def foot(self) -> list[ft.Control]:
        """The likely tap at the very bottom: the photo first, then the roll."""
        if not self.now.reading.dice and self.now.photo is None:
            return [self.by_machine(), self.take(main=True)]
        return [
            ft.Row([self.take(main=False), *self.back(), self.by_machine()], wrap=True, spacing=8),
            *self.confirm(),
        ]

    def back(self) -> list[ft.Control]:
        """The dice that the last photo took the place of."""
        before = self.now.before
        if before is None:
            return []
        return [parts.quiet(self.words(Text("The dice from before")), lambda: self.show(before), ft.Icons.UNDO)]

    def confirm(self) -> list[ft.Control]:
        answer = self.answer
        faces = answer.faces if isinstance(answer, Rolled) else answer.seen
        if len(faces) != self.dice.count or self.dice.sides < max(faces):
            return []
        text = Text("It is {faces}", faces=_plus(faces))
        return [ft.Row([frame.main_button(self.words(text), lambda: self.on_rolled(faces), ft.Icons.CHECK)])]

    def take(self, main: bool) -> ft.Control:
        """A photo or a file: on a phone the same button offers both, over plain http too."""
        pick = ft.PickFiles(self.picker, file_type=ft.FilePickerFileType.IMAGE, with_data=straight())
        if self.dice.sides != 6:
            return ft.Container()
        if main:
            style = ft.ButtonStyle(
                shape=ft.RoundedRectangleBorder(radius=18), text_style=ft.TextStyle(size=18, weight=ft.FontWeight.W_600)
            )
            text = self.words(Text("Photo of the dice"))
            return ft.Row(
                [ft.FilledButton(text, icon=ft.Icons.PHOTO_CAMERA, action=pick, style=style, height=60, expand=True)]
            )
        text = self.words(Text("Another photo") if self.now.photo else Text("Photo of the dice"))
        return ft.OutlinedButton(text, icon=ft.Icons.PHOTO_CAMERA, action=pick, height=48)

    def by_machine(self) -> ft.Control:
        def throw() -> None:
            self.on_rolled(virtual(self.dice).faces)

        return parts.quiet(self.words(Text("Virtual roll")), throw, ft.Icons.CASINO)


def _read(faces: str) -> Text:
    return Text("I read {faces}. A tap on a die corrects it.", faces=faces)


def _typed(faces: str) -> Text:
    return Text("Typed: {faces}. A tap on a die corrects it.", faces=faces)


def _plus(faces: Faces) -> str:
    return " + ".join(map(str, faces)) + (f" = {sum(faces)}" if len(faces) > 1 else "")
