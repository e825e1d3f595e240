"""Review of a roll: every die with its picture and value, to correct, add, remove or type."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

import flet as ft

from companion.dice.capture import EMPTY, TROUBLE, Shot, added, corrected, pictured, struck
from companion.dice.roll import Doubt, in_reading_order, readable, rolled
from companion.i18n import Translate
from companion.ui.design.theme import Round, Space, Type
from companion.ui.signs.dice_faces import die as drawn
from companion.ui.signs.dice_faces import face_name
from companion.ui.widgets import controls, page_frame
from rules.engine import Dice, DieKind, Rolled, Shown, Text
from vision import Die, Reading

from .input_buttons import Ways
from .photo_overlay import UNSURE, die_name, picture

Faces = tuple[int, ...]
WANTS = {
    "light": Text("More light on the dice."),
    "still": Text("Hold the camera still."),
    "closer": Text("Closer: the dice are small in the picture."),
    "glare": Text("A light shines on the dice: tilt the phone."),
    "back": Text("Farther away: every die must be whole in the picture."),
    "flat": Text("A die leans or lies on another: lay it flat."),
}
"""What would help, by key of the light analysis; one thing at a time."""


@dataclass(frozen=True)
class Look:
    """State of the review: a capture or none, the corrected reading, and the selected die."""

    reading: Reading = EMPTY
    photo: Shot | None = None
    waiting: bool = False
    trouble: Text | None = None
    touched: int | None = None
    """Index of the die being corrected; one past the last is an additional die."""
    before: Look | None = None
    """The review that the current picture replaced, for going back to its dice."""


def seen(before: Look, found: Shot | Text, touched: int | None = None) -> Look:
    """Return the review after a picture was read; an unreadable picture removes nothing."""
    if isinstance(found, Shot) and before.reading.dice and not found.reading.dice:
        found = TROUBLE["empty"]
    if isinstance(found, Text):
        return replace(before, waiting=False, trouble=found, touched=None)
    ordered = Reading(in_reading_order(found.reading.dice), found.reading.rejects, found.reading.size)
    kept = replace(before, trouble=None, before=None) if before.reading.dice else None
    return Look(ordered, found, before=kept, touched=touched)


@dataclass(frozen=True)
class Review:
    """Layout of the review, drawn from one state."""

    dice: Dice
    words: Translate
    now: Look
    show: Callable[[Look], Any]
    on_rolled: Callable[[Faces], Any]
    ways: Ways

    def body(self) -> ft.Control:
        """The whole page."""
        if self.now.waiting:
            return waiting(self.words)
        if not self.now.reading.dice and self.now.photo is None:
            return ft.Column(
                [*self.trouble(), self.invitation(), *self.faces(), *self.foot()], spacing=Space.EDGE, expand=True
            )
        lines = ft.Column(
            [*self.trouble(), *self.photo(), *self.row(), *self.faces()],
            spacing=Space.EDGE,
            scroll=ft.ScrollMode.AUTO,
            expand=True,
        )
        return ft.Column([lines, *self.foot()], spacing=Space.EDGE, expand=True)

    def invitation(self) -> ft.Control:
        """Build the page before the first roll: what the camera can do."""
        if not readable(self.dice):
            return ft.Container(ft.Column(self.ways.why()), expand=True)
        five_two = [drawn(face, 56, self.dice.kind) for face in (5, 2)]
        says = Text("Take a photo of the dice from above, close and in good light: I read them.")
        return ft.Column(
            [
                ft.Row(five_two, alignment=ft.MainAxisAlignment.CENTER, spacing=Space.ROOM, rotate=0.12),
                page_frame.quiet(self.words(says), text_align=ft.TextAlign.CENTER, width=280),
                *self.ways.why(),
            ],
            expand=True,
            spacing=Space.AIR,
            alignment=ft.MainAxisAlignment.CENTER,
            horizontal_alignment=ft.CrossAxisAlignment.CENTER,
        )

    def trouble(self) -> list[ft.Control]:
        """Build the error of the last picture."""
        return [page_frame.warning(self.words(self.now.trouble))] if self.now.trouble else []

    def photo(self) -> list[ft.Control]:
        """Build the picture with its dice."""
        now, kind = self.now, self.dice.kind
        return [picture(self.words, now.photo, now.reading, now.touched, self.touch, kind)] if now.photo else []

    def touch(self, k: int) -> None:
        """Select that die for correction, or deselect it."""
        self.show(replace(self.now, trouble=None, touched=None if self.now.touched == k else k))

    # --- the corrected dice --------------------------------------------------------------------------------------

    def row(self) -> list[ft.Control]:
        """Build every die of the roll as a tile, and the button that adds a die."""
        dice = self.now.reading.dice
        if not dice:
            return [] if self.now.photo is None else [self.told()]
        tiles = [self.tile(k, die) for k, die in enumerate(dice)]
        more = controls.icon_press(ft.Icons.ADD, self.words(Text("One more die")), lambda: self.touch(len(dice)))
        return [self.told(), ft.Row([*tiles, more], wrap=True, spacing=Space.GAP, run_spacing=Space.GAP)]

    def told(self) -> ft.Control:
        """Build the line that accepts the roll, or says what is doubtful and would help."""
        match self.answer:
            case Doubt(reason=reason):
                sign, says, colour = ft.Icons.ERROR_OUTLINE, self.words(reason), ft.Colors.ERROR
                helps = WANTS.get(self.now.photo.wants or "") if self.now.photo else None
                says += f" {self.words(helps)}" if helps else ""
            case Rolled(faces=faces):
                sign, colour = ft.Icons.CHECK_CIRCLE_OUTLINE, ft.Colors.SECONDARY
                says = self.words((_read if self.now.photo else _typed)(thrown(self.words, faces, self.dice.kind)))
        line = ft.Text(says, size=Type.BODY, expand=True)
        row = ft.Row([ft.Icon(sign, color=colour), line], spacing=Space.GAP)
        return ft.Semantics(content=row, live_region=True)

    @property
    def answer(self) -> Rolled | Doubt:
        """The roll, or why it is none yet."""
        return rolled(self.now.reading, self.dice)

    def tile(self, k: int, die: Die) -> ft.Control:
        """Build one die: its picture if there is one, its value, and the reader's confidence."""
        touched = self.now.touched == k
        edge = ft.BorderSide(3, ft.Colors.PRIMARY) if touched else ft.BorderSide(1, ft.Colors.OUTLINE_VARIANT)
        if die.unsure and not touched:
            edge = ft.BorderSide(3, UNSURE)
        crop = self.now.photo.crops.get(die.box) if self.now.photo else None
        shown = drawn(die.value, 44, self.dice.kind) if crop is None else self.cropped(crop, die)
        return controls.press(
            shown,
            die_name(self.words, k, die, self.dice.kind),
            lambda: self.touch(k),
            edge=edge,
            radius=Round.TILE,
            pad=Space.TIGHT,
            width=56 if crop is None else 112,
            height=56 if crop is None else 64,
        )

    def cropped(self, crop: bytes, die: Die) -> ft.Control:
        """Build a die's picture beside the value that was read."""
        image = ft.Image(
            src=crop, width=52, height=52, fit=ft.BoxFit.COVER, border_radius=Round.SOFT, exclude_from_semantics=True
        )
        trust = ft.Text(f"{100 * die.confidence:.0f} %", size=Type.FINE, color=ft.Colors.ON_SURFACE_VARIANT)
        said = ft.Column(
            [drawn(die.value, 30, self.dice.kind), trust],
            spacing=Space.HAIR,
            tight=True,
            horizontal_alignment=ft.CrossAxisAlignment.CENTER,
        )
        return ft.Row([image, said], spacing=Space.NEAR, tight=True)

    # --- face buttons --------------------------------------------------------------------------------------------

    def faces(self) -> list[ft.Control]:
        """Build the face buttons, for the selected die or for a roll without a picture."""
        now, dice = self.now, self.now.reading.dice
        if now.touched is None and any(pictured(die, now.reading) for die in dice):
            return []
        if now.touched is None and len(dice) >= self.dice.count:
            return []
        pad = [self.face(value) for value in range(1, self.dice.sides + 1)]
        out = [self.out(now.touched)] if now.touched is not None and now.touched < len(dice) else []
        return [
            page_frame.quiet(self.words(self.what())),
            controls.rows(pad, 6 if self.dice.sides <= 6 else 5, Space.TIGHT),
            *out,
        ]

    def what(self) -> Text:
        """Return the question for the die whose face is asked."""
        touched, count = self.now.touched, len(self.now.reading.dice)
        if touched is not None and touched < count:
            return Text("What does die {n} show?", n=touched + 1)
        return Text("Type what die {n} shows:", n=count + 1)

    def face(self, value: int) -> ft.Control:
        """Build one face button."""
        shown = drawn(value, 40, self.dice.kind) if self.dice.sides <= 6 else ft.Text(str(value), size=Type.HEAD)
        return controls.press(
            shown,
            said(self.words, face_name(value, self.dice.kind)),
            lambda: self.say(value),
            fill=ft.Colors.SURFACE_CONTAINER_HIGHEST,
            pad=Space.HAIR,
            expand=True,
            height=56,
        )

    def say(self, value: int) -> None:
        """Enter a face, for the selected die or as one more die.

        The face of a single die is submitted at once.
        """
        now, touched = self.now, self.now.touched
        if touched is not None and touched < len(now.reading.dice):
            self.reads(corrected(now.reading, touched, value))
        elif self.dice.count == 1 and not now.reading.dice:
            self.on_rolled((value,))
        else:
            self.reads(added(now.reading, value))

    def out(self, k: int) -> ft.Control:
        """Build the button that removes that die."""
        words = self.words(Text("It is not one of these dice"))
        return controls.quiet(words, lambda: self.reads(struck(self.now.reading, k)), ft.Icons.DELETE_OUTLINE)

    def reads(self, reading: Reading) -> None:
        """Replace the reading with a corrected one."""
        self.show(replace(self.now, reading=reading, trouble=None, touched=None))

    # --- buttons -------------------------------------------------------------------------------------------------

    def foot(self) -> list[ft.Control]:
        """Build the buttons at the very bottom: first the picture, then the roll."""
        if not self.now.reading.dice and self.now.photo is None:
            return self.ways.first()
        others = [*self.ways.again(self.now.photo is not None), *self.back(), self.ways.by_machine()]
        return [ft.Row(others, wrap=True, spacing=Space.GAP), *self.confirm()]

    def back(self) -> list[ft.Control]:
        """Build the button that restores the dice replaced by the last picture."""
        before = self.now.before
        if before is None:
            return []
        return [controls.quiet(self.words(Text("The dice from before")), lambda: self.show(before), ft.Icons.UNDO)]

    def confirm(self) -> list[ft.Control]:
        """Build the button that submits the roll, once there are as many dice as requested."""
        answer = self.answer
        faces = answer.faces if isinstance(answer, Rolled) else answer.seen
        if len(faces) != self.dice.count or self.dice.sides < max(faces):
            return []
        words = self.words(Text("It is {faces}", faces=thrown(self.words, faces, self.dice.kind)))
        if self.dice.kind is None:
            return [ft.Row([page_frame.main_button(words, lambda: self.on_rolled(faces), ft.Icons.CHECK)])]
        signs = ft.Row([drawn(face, 28, self.dice.kind) for face in faces], tight=True, spacing=Space.TIGHT)
        fill = ft.Colors.PRIMARY_CONTAINER
        button = controls.press(signs, words, lambda: self.on_rolled(faces), fill=fill, height=60, expand=True)
        return [ft.Row([button])]


def waiting(words: Translate) -> ft.Control:
    """Build the progress page shown while a picture is read."""
    return ft.Column(
        [ft.ProgressRing(width=56, height=56), ft.Text(words(Text("Reading the dice…")), size=Type.LEAD)],
        expand=True,
        spacing=Space.PAGE,
        alignment=ft.MainAxisAlignment.CENTER,
        horizontal_alignment=ft.CrossAxisAlignment.CENTER,
    )


def thrown(words: Translate, faces: Faces, kind: DieKind | None) -> str:
    """Return a roll as text: pips with their sum, or faces by name."""
    if kind is not None:
        return " · ".join(said(words, face_name(face, kind)) for face in faces)
    return " + ".join(map(str, faces)) + (f" = {sum(faces)}" if len(faces) > 1 else "")


def said(words: Translate, name: Shown) -> str:
    """Return a name translated, if it is a text."""
    return words(name) if isinstance(name, Text) else str(name)


def _read(faces: str) -> Text:
    return Text("I read {faces}. A tap on a die corrects it.", faces=faces)


def _typed(faces: str) -> Text:
    return Text("Typed: {faces}. A tap on a die corrects it.", faces=faces)
