"""View of the custom dice taught so far: pictures by face, a trial roll, substitute faces."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import flet as ft

from companion.access.permissions import Access
from companion.ui.design.theme import Round, Space, Type
from companion.ui.files.upload import straight
from companion.ui.session.phone import Phone
from companion.ui.signs.dice_faces import die, face_name
from companion.ui.widgets import controls, page_frame
from companion.ui.widgets.confirm import Sure
from rules.engine import DieKind, Shown, Text

if TYPE_CHECKING:
    from .teach_session import Shelf, Tried

GOOD = 3
"""Pictures of a face after which the next face is asked for."""
ENOUGH = 5
"""Most pictures of a face that are kept."""
THUMB = 60
"""Points of a die's picture."""
HOW = Text("Lay one die in the middle, alone, this face up, and take a picture from above. Turn it, change the light.")
STAYS = Text("The pictures stay on this computer, beside your games; no exported game holds them.")
TRY = Text("Now throw them all and take one picture: are they read as they lie?")
STANDS = Text("Ordinary dice instead: what each number stands for")
Act = Callable[[Any], Any]
"""Action that gets the ``teach_session`` module; it runs off the screen's thread."""


@dataclass(frozen=True)
class Look:
    """State of the teaching page."""

    shelf: Shelf | None = None
    face: int = 1
    """The face being taught."""
    pips: int | None = None
    """Number of an ordinary die for which a face is being chosen."""
    waiting: bool = False
    trouble: Text | None = None
    thrown: tuple[Tried, ...] = ()


@dataclass(frozen=True)
class Taught:
    """Layout of the teaching page, drawn from one state."""

    phone: Phone
    access: Access
    kind: DieKind | None
    now: Look
    show: Callable[[Look], Any]
    work: Callable[..., Awaitable[None]]
    teaching: ft.FilePicker
    trying: ft.FilePicker
    sure: Callable[[Sure], Any]

    def body(self) -> list[ft.Control]:
        """Build what was taught, what is still needed, and the trial roll."""
        shelf, words = self.now.shelf, self.phone.words
        trouble = [page_frame.warning(words(self.now.trouble))] if self.now.trouble else []
        busy: list[ft.Control] = [ft.ProgressBar()] if self.now.waiting or shelf is None else [ft.Container(height=4)]
        if shelf is None:
            return [*busy, *trouble]
        return [*busy, *trouble, self.faces(shelf), self.shown(shelf), *self.throw(shelf), *self.stand(shelf)]

    def foot(self) -> ft.Control | None:
        """Build the bottom buttons: another picture, and the trial roll once every face has one."""
        if self.now.shelf is None:
            return None
        words, done = self.phone.words, not self.now.shelf.lacking
        label = Text("Show {face}", face=face_name(self.now.face, self.kind))
        first = self.pick(words(label), self.teaching, many=True, main=not done)
        if not done:
            return ft.Row([first])
        return ft.Row(
            [first, self.pick(words(Text("Try a throw")), self.trying, many=False, main=True)], spacing=Space.GAP
        )

    def pick(self, label: str, picker: ft.FilePicker, *, many: bool, main: bool) -> ft.Control:
        """Build the button that opens the phone's camera or picture library."""
        action = ft.PickFiles(
            picker, file_type=ft.FilePickerFileType.IMAGE, with_data=straight(), allow_multiple=many
        )  # fmt: skip
        shape = ft.RoundedRectangleBorder(radius=Round.PILL)
        style = ft.ButtonStyle(shape=shape, text_style=ft.TextStyle(size=Type.LEAD, weight=ft.FontWeight.W_600))
        button = ft.FilledButton if main else ft.OutlinedButton
        return button(label, icon=ft.Icons.PHOTO_CAMERA, action=action, style=style, height=60, expand=True)

    def do(self, act: Act, **more: Any) -> None:
        """Run an action off the screen's thread."""
        ft.context.page.run_task(self.work, act, **more)

    # --- pictures taught so far ----------------------------------------------------------------------------------

    def faces(self, shelf: Shelf) -> ft.Control:
        """Build every face with its number of pictures; a tap selects the face."""
        words = self.phone.words
        title = self.kind.name if self.kind else Text("Dice with pips")
        tiles = [self.tile(face, len(each)) for face, each in shelf.pictures.items()]
        heading = ft.Text(words(Text("Teach it: {dice}", dice=title)), size=Type.LEAD, weight=ft.FontWeight.W_600)
        says = ft.Semantics(content=ft.Text(words(self.needs(shelf)), size=Type.BODY), live_region=True)
        free = page_frame.width() - 2 * Space.PAGE - 2 * Space.ROOM
        return page_frame.panel(heading, controls.evenly(tiles, free, Space.GAP), says)

    def tile(self, face: int, shown: int) -> ft.Control:
        """Build one face with its number of pictures."""
        here = face == self.now.face
        edge = ft.BorderSide(3, ft.Colors.PRIMARY) if here else ft.BorderSide(1, ft.Colors.OUTLINE_VARIANT)
        dots = ft.Text(f"{shown}/{ENOUGH}", size=Type.SMALL, weight=ft.FontWeight.W_600)
        name = self.phone.words(
            Text("{face}: {n} picture", "{face}: {n} pictures", face=face_name(face, self.kind), n=shown)
        )
        return controls.press(
            ft.Column(
                [die(face, 38, self.kind), dots],
                spacing=Space.TIGHT,
                tight=True,
                horizontal_alignment=ft.CrossAxisAlignment.CENTER,
            ),
            name,
            lambda: self.show(replace(self.now, face=face, trouble=None)),
            edge=edge,
            pad=Space.TIGHT,
            height=76,
            expand=True,
        )

    def needs(self, shelf: Shelf) -> Text:
        """Return the next instruction, in one sentence."""
        if len(shelf.lacking) == len(shelf.pictures):
            return HOW
        if shelf.lacking:
            return Text("Still to be shown: {faces}.", faces=self.listed(shelf.lacking))
        if shelf.alike:
            first, then = (face_name(face, self.kind) for face in shelf.alike[0])
            return Text("{first} and {then} look alike: one more picture of each.", first=first, then=then)
        if any(len(each) < GOOD for each in shelf.pictures.values()):
            return Text("All can be told apart. With {n} pictures of each it is surer.", n=GOOD)
        return Text("All can be told apart. From now on these dice are read.")

    def listed(self, faces: Sequence[int]) -> Shown:
        """Return the names of these faces as one text."""
        said: Shown = face_name(faces[0], self.kind)
        for face in faces[1:]:
            said = Text("{first}, {then}", first=said, then=face_name(face, self.kind))
        return said

    def shown(self, shelf: Shelf) -> ft.Control:
        """Build the pictures of the selected face; a tap removes one."""
        words, each = self.phone.words, shelf.pictures[self.now.face]
        name = face_name(self.now.face, self.kind)
        title = ft.Text(words(Text("Pictures of {face}", face=name)), size=Type.BODY, weight=ft.FontWeight.W_600)
        if not each:
            return page_frame.panel(title, page_frame.quiet(words(HOW)), page_frame.quiet(words(STAYS)))
        row = ft.Row([self.picture(n, one.id, one.jpeg) for n, one in enumerate(each, 1)], wrap=True, spacing=Space.GAP)
        says = words(Text("Is one not this face, or not the die? A tap takes it away."))
        return page_frame.panel(title, row, page_frame.quiet(says), self.forget())

    def picture(self, n: int, id: int, jpeg: bytes) -> ft.Control:
        """Build one picture with a cross that removes it."""
        image = ft.Image(src=jpeg, width=THUMB, height=THUMB, border_radius=Round.SOFT, exclude_from_semantics=True)
        cross = ft.Icon(ft.Icons.CLOSE, size=Type.LEAD, color=ft.Colors.WHITE)
        corner = ft.Container(cross, right=0, top=0, bgcolor="#A0000000", border_radius=Round.SOFT)
        name = self.phone.words(Text("Take picture {n} away", n=n))
        drop = lambda: self.do(lambda lesson: lesson.owndice.drop(id, self.access), thrown=())  # noqa: E731
        return controls.press(
            ft.Stack([image, corner], width=THUMB, height=THUMB),
            name,
            drop,
            pad=0,
            width=THUMB,
            height=THUMB,
            grows=False,
        )

    def forget(self) -> ft.Control:
        """Build the button that deletes all pictures after a confirmation."""
        words = self.phone.words
        act = lambda: self.do(lambda lesson: lesson.owndice.forget(self.kind, self.access), thrown=(), face=1)  # noqa: E731
        says = Text("All pictures of these dice are deleted; they are read as before.")
        ask = lambda: self.sure(Sure(Text("Forget these dice?"), (says,), Text("Forget them"), act))  # noqa: E731
        return controls.quiet(words(Text("Forget these dice")), ask, ft.Icons.DELETE_OUTLINE)

    # --- test roll -----------------------------------------------------------------------------------------------

    def throw(self, shelf: Shelf) -> list[ft.Control]:
        """Build the result of the trial roll."""
        words = self.phone.words
        if shelf.lacking:
            return []
        title = ft.Text(words(Text("Try it")), size=Type.BODY, weight=ft.FontWeight.W_600)
        if not self.now.thrown:
            return [page_frame.panel(title, page_frame.quiet(words(TRY)))]
        row = ft.Row([self.read(one) for one in self.now.thrown], wrap=True, spacing=Space.GAP, run_spacing=Space.GAP)
        doubtful = sum(one.die.unsure is not None for one in self.now.thrown)
        said = Text("Every die is read without doubt. If one is wrong, show its face once more.")
        if doubtful:
            said = Text(
                "Of {n} die I am not sure: show its face once more.",
                "Of {n} dice I am not sure: show their faces once more.",
                n=doubtful,
            )
        return [page_frame.panel(title, row, ft.Text(words(said), size=Type.BODY))]

    def read(self, one: Tried) -> ft.Control:
        """Build a die of the trial roll: its picture and the value read."""
        words, face = self.phone.words, one.die.value
        image = ft.Image(src=one.jpeg, width=THUMB, height=THUMB, border_radius=Round.SOFT, exclude_from_semantics=True)
        sign: list[ft.Control] = [die(face, 34, self.kind)]
        if one.die.unsure:
            sign.append(ft.Text("?", size=Type.TITLE, weight=ft.FontWeight.W_700, color=ft.Colors.ERROR))
        name = face_name(face, self.kind)
        said = Text("{face}, doubtful", face=name) if one.die.unsure else Text("{face}", face=name)
        column = ft.Column(
            [image, ft.Row(sign, tight=True, spacing=Space.HAIR)],
            tight=True,
            spacing=Space.TIGHT,
            horizontal_alignment=ft.CrossAxisAlignment.CENTER,
        )
        return ft.Semantics(content=column, label=words(said), exclude_semantics=True)

    # --- ordinary dice as substitutes ----------------------------------------------------------------------------

    def stand(self, shelf: Shelf) -> list[ft.Control]:
        """Build what each number of an ordinary die stands for; tap a number, then a face."""
        if self.kind is None or not shelf.stands:
            return []
        words = self.phone.words
        row = [self.meaning(pips, face) for pips, face in enumerate(shelf.stands, 1)]
        choose: list[ft.Control] = []
        if self.now.pips is not None:
            says = page_frame.quiet(words(Text("What does {n} stand for?", n=self.now.pips)))
            choose = [says, controls.rows([self.choice(face) for face in shelf.pictures], 6)]
        title = ft.Text(words(STANDS), size=Type.BODY, weight=ft.FontWeight.W_600)
        return [page_frame.panel(title, controls.rows(row, 6), *choose)]

    def meaning(self, pips: int, face: int) -> ft.Control:
        """Build a number above the face that it stands for."""
        name = Text("{n} stands for {face}", n=pips, face=face_name(face, self.kind))
        down = ft.Icon(ft.Icons.ARROW_DOWNWARD, size=Type.SMALL, color=ft.Colors.ON_SURFACE_VARIANT)
        column = ft.Column(
            [die(pips, 30), down, die(face, 34, self.kind)],
            spacing=Space.HAIR,
            tight=True,
            horizontal_alignment=ft.CrossAxisAlignment.CENTER,
        )
        chosen = self.now.pips == pips
        edge = ft.BorderSide(3, ft.Colors.PRIMARY) if chosen else ft.BorderSide(1, ft.Colors.OUTLINE_VARIANT)
        tap = lambda: self.show(replace(self.now, pips=None if chosen else pips))  # noqa: E731
        return controls.press(column, self.phone.words(name), tap, edge=edge, pad=Space.TIGHT, height=104, expand=True)

    def choice(self, face: int) -> ft.Control:
        """Build a face to choose for the selected number."""
        pips = self.now.pips
        put = lambda: self.do(lambda lesson: lesson.let_stand(self.kind, pips, face, self.access), pips=None)  # noqa: E731
        name = self.phone.words(face_name(face, self.kind))
        return controls.press(die(face, 40, self.kind), name, put, pad=Space.TIGHT, height=56, expand=True)
