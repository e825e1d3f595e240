"""View of the custom dice taught so far: pictures by face, a trial roll, substitute faces."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, replace

import flet as ft

from companion.base.background import IS_PAGE
from companion.dice.capture import TrialDie
from companion.dice.kinds import known_signs
from companion.dice.teaching import TeachingProgress, TeachingSession
from companion.ui.design.boxes import CENTER, column_of, row_of, wrapped_row
from companion.ui.design.look import translate
from companion.ui.design.sizes import FontSize, Radius, Space
from companion.ui.design.text import MUTED, body_text, label_text, name_text, title_text
from companion.ui.files.upload import must_send_inline
from companion.ui.session.phone import Phone
from companion.ui.signs.dice_faces import die_face, face_name
from companion.ui.widgets import controls, page_frame
from companion.ui.widgets.confirm import Confirmation
from rules.engine import DieKind, Displayable, Text

from .teach_viewfinder import OnPicture, Shutter, TeachCamera, TeachViewfinder, button_icon

WANTED_PICTURES = 3
"""Pictures of a face after which the next face is asked for."""
MAX_PICTURES = 5
"""Most pictures of a face that are kept."""
THUMBNAIL_SIZE = 60
"""Points of a die's picture."""
TEACH_HELP_TEXT = Text(
    "Lay one die in the middle, alone, this face up, and take a picture from above. Turn it, change the light."
)
LOCAL_DATA_TEXT = Text("The pictures stay on this computer, beside your games; no exported game holds them.")
BROWSER_DATA_TEXT = Text("The pictures stay in this browser, beside your games; no exported game holds them.")
TRIAL_HELP_TEXT = Text("Now roll them all and take one picture: are they read as they lie?")
KNOWN_SIGNS_TEXT = Text("These dice are read as they are. If yours are in doubt too often, teach them.")
PIP_MAPPING_TEXT = Text("Ordinary dice instead: what each number stands for")
NO_CAMERA_TEXT = Text("I find no camera here: choose a picture.")
TeachAction = Callable[[TeachingSession], Awaitable[tuple[TrialDie, ...] | Text | None]]
"""Action that runs off the screen's thread; it returns the dice of a trial roll, or an error."""


@dataclass(frozen=True)
class TeachState:
    """State of the teaching page."""

    progress: TeachingProgress | None = None
    face: int = 1
    """The face being taught."""
    pips: int | None = None
    """Number of an ordinary die for which a face is being chosen."""
    is_working: bool = False
    problem: Text | None = None
    thrown: tuple[TrialDie, ...] = ()


@dataclass(frozen=True)
class TeachView:
    """Layout of the teaching page, drawn from one state."""

    phone: Phone
    kind: DieKind | None
    state: TeachState
    set_state: Callable[[TeachState], None]
    run: Callable[[TeachAction, TeachState], Awaitable[None]]
    teach_picker: ft.FilePicker
    trial_picker: ft.FilePicker
    camera: TeachCamera
    on_picture: OnPicture
    """Gets a frame of the live camera, to teach the selected face."""
    on_trial: OnPicture
    """Gets a frame of the live camera with a trial roll."""
    ask_confirmation: Callable[[Confirmation], None]

    def body(self) -> list[ft.Control]:
        """Build what was taught, what is still needed, and the trial roll."""
        progress = self.state.progress
        error_notice = [page_frame.warning(translate(self.state.problem))] if self.state.problem else []
        busy: list[ft.Control] = (
            [ft.ProgressBar()] if self.state.is_working or progress is None else [ft.Container(height=4)]
        )
        if progress is None:
            return [*busy, *error_notice]
        trial = self.trial_panel(progress)
        return [
            *busy,
            *error_notice,
            *(trial if self.state.thrown else ()),  # its result is seen without scrolling
            self.faces_panel(progress),
            self.pictures_panel(progress),
            *(() if self.state.thrown else trial),
            *self.pip_mapping_panel(progress),
        ]

    def footer(self) -> ft.Control | None:
        """Build the bottom: the live camera, or the buttons for photos and to switch it on."""
        if self.state.progress is None:
            return None
        is_complete = self.can_try(self.state.progress)
        if self.camera.is_on:
            return self.viewfinder(is_complete)
        photos = self.photo_buttons(is_complete)
        reason = self.camera_reason()
        hint = [page_frame.hint_text(translate(reason))] if reason else []
        if not self.camera.is_available:
            return column_of([*hint, photos], Space.GAP) if hint else photos
        text = Text("Try the live camera again") if self.camera.method.can_retry else Text("Live camera")
        live = controls.secondary_button(translate(text), self.camera.switch_on, ft.Icons.VIDEOCAM)
        return column_of([*hint, row_of([live]), photos], Space.GAP)

    def can_try(self, progress: TeachingProgress) -> bool:
        """Return whether these dice are read already: all taught, or all signs known."""
        return not progress.missing_faces or bool(known_signs(self.kind))

    def camera_reason(self) -> Text | None:
        """Return why the live camera does not run, once it was tried."""
        method = self.camera.method
        if method.reason == "none":
            return NO_CAMERA_TEXT
        return method.reason_text if method.can_retry else None

    def viewfinder(self, is_complete: bool) -> ft.Control:
        """Build the live camera; with a trial roll once every face has a picture."""
        shutters = [Shutter(translate(self.teach_label()), self.on_picture, is_main=not is_complete)]
        if is_complete:
            shutters.append(Shutter(translate(Text("Try a roll")), self.on_trial))
        icon = ft.Icon(ft.Icons.IMAGE_OUTLINED, semantics_label=translate(Text("A picture from a file")))
        photo = ft.IconButton(icon, action=self.picker_action(self.teach_picker, allows_many=True))
        return TeachViewfinder(self.kind, self.camera, shutters, self.state.is_working, photo)

    def teach_label(self) -> Text:
        """Return the label of the button that takes the selected face."""
        return Text("Show {face}", face=face_name(self.state.face, self.kind))

    def photo_buttons(self, is_complete: bool) -> ft.Control:
        """Build the buttons for photos: of the selected face, and in the end of a trial roll."""
        label = translate(self.teach_label())
        first = self.picker_button(label, self.teach_picker, allows_many=True, is_main=not is_complete)
        if not is_complete:
            return row_of([first])
        trial = translate(Text("Try a roll"))
        return row_of([first, self.picker_button(trial, self.trial_picker, allows_many=False, is_main=True)], Space.GAP)

    def picker_action(self, picker: ft.FilePicker, *, allows_many: bool) -> ft.PickFiles:
        """Return the action that opens the phone's camera or picture library."""
        return ft.PickFiles(
            picker, file_type=ft.FilePickerFileType.IMAGE, with_data=must_send_inline(), allow_multiple=allows_many
        )

    def picker_button(self, label: str, picker: ft.FilePicker, *, allows_many: bool, is_main: bool) -> ft.Control:
        """Build the button that opens the phone's camera or picture library."""
        action = self.picker_action(picker, allows_many=allows_many)
        style = page_frame.main_button_style()
        button = ft.FilledButton if is_main else ft.OutlinedButton
        return button(
            label, icon=button_icon(ft.Icons.PHOTO_CAMERA), action=action, style=style, height=60, expand=True
        )

    def run_action(self, action: TeachAction, state: TeachState) -> None:
        """Run an action off the screen's thread, after which the page has that ``state``."""
        ft.context.page.run_task(self.run, action, state)

    # --- pictures taught so far ----------------------------------------------------------------------------------

    def faces_panel(self, progress: TeachingProgress) -> ft.Control:
        """Build every face with its number of pictures; a tap selects the face."""
        title = self.kind.name if self.kind else Text("Dice with pips")
        tiles = [self.face_tile(face, len(each)) for face, each in progress.pictures.items()]
        heading = name_text(translate(Text("Teach it: {dice}", dice=title)), 600)
        instruction = ft.Semantics(content=body_text(translate(self.next_instruction(progress))), live_region=True)
        free_width = page_frame.page_width() - 2 * Space.PAGE - 2 * Space.ROOM
        return page_frame.panel(heading, controls.even_rows(tiles, free_width, Space.GAP), instruction)

    def face_tile(self, face: int, count: int) -> ft.Control:
        """Build one face with its number of pictures."""
        is_selected = face == self.state.face
        edge = ft.BorderSide(3, ft.Colors.PRIMARY) if is_selected else ft.BorderSide(1, ft.Colors.OUTLINE_VARIANT)
        dots = label_text(f"{count}/{MAX_PICTURES}", 600)
        name = translate(Text("{face}: {n} picture", "{face}: {n} pictures", face=face_name(face, self.kind), n=count))
        return controls.pressable(
            column_of([die_face(face, 38, self.kind), dots], Space.TIGHT, CENTER),
            name,
            lambda: self.set_state(replace(self.state, face=face, problem=None)),
            controls.Surface(edge=edge, pad=Space.TIGHT),
            height=76,
            is_chosen=is_selected,
            expand=True,
        )

    def next_instruction(self, progress: TeachingProgress) -> Text:
        """Return the next instruction, in one sentence."""
        if len(progress.missing_faces) == len(progress.pictures):
            return KNOWN_SIGNS_TEXT if known_signs(self.kind) else TEACH_HELP_TEXT
        if progress.missing_faces:
            return Text("Still to be shown: {faces}.", faces=self.face_names(progress.missing_faces))
        if progress.similar_faces:
            first, then = (face_name(face, self.kind) for face in progress.similar_faces[0])
            return Text("{first} and {then} look alike: one more picture of each.", first=first, then=then)
        if any(len(each) < WANTED_PICTURES for each in progress.pictures.values()):
            return Text("All can be told apart. With {n} pictures of each it is surer.", n=WANTED_PICTURES)
        return Text("All can be told apart. From now on these dice are read.")

    def face_names(self, faces: Sequence[int]) -> Displayable:
        """Return the names of these faces as one text."""
        names: Displayable = face_name(faces[0], self.kind)
        for face in faces[1:]:
            names = Text("{first}, {then}", first=names, then=face_name(face, self.kind))
        return names

    def pictures_panel(self, progress: TeachingProgress) -> ft.Control:
        """Build the pictures of the selected face; a tap removes one."""
        each = progress.pictures[self.state.face]
        name = face_name(self.state.face, self.kind)
        title = body_text(translate(Text("Pictures of {face}", face=name)), 600)
        if not each:
            return page_frame.panel(
                title,
                page_frame.hint_text(translate(TEACH_HELP_TEXT)),
                page_frame.hint_text(translate(BROWSER_DATA_TEXT if IS_PAGE else LOCAL_DATA_TEXT)),
            )
        row = row_of([self.picture_tile(n, one.id, one.jpeg) for n, one in enumerate(each, 1)], Space.GAP, wrap=True)
        hint = translate(Text("Is one not this face, or not the die? A tap takes it away."))
        return page_frame.panel(title, row, page_frame.hint_text(hint), self.forget_button())

    def picture_tile(self, n: int, sample_id: int, jpeg: bytes) -> ft.Control:
        """Build one picture with a cross that removes it."""
        image = ft.Image(
            src=jpeg,
            width=THUMBNAIL_SIZE,
            height=THUMBNAIL_SIZE,
            border_radius=Radius.SOFT,
            exclude_from_semantics=True,
        )
        cross = ft.Icon(ft.Icons.CLOSE, size=FontSize.SUBTITLE, color=ft.Colors.WHITE)
        corner = ft.Container(cross, right=0, top=0, bgcolor="#A0000000", border_radius=Radius.SOFT)
        name = translate(Text("Take picture {n} away", n=n))
        drop = lambda: self.run_action(  # noqa: E731
            lambda session: session.delete_picture(sample_id), replace(self.state, thrown=())
        )
        return controls.pressable(
            ft.Stack([image, corner], width=THUMBNAIL_SIZE, height=THUMBNAIL_SIZE),
            name,
            drop,
            controls.Surface(pad=0),
            width=THUMBNAIL_SIZE,
            height=THUMBNAIL_SIZE,
            grows=False,
        )

    def forget_button(self) -> ft.Control:
        """Build the button that deletes all pictures after a confirmation."""
        forget = lambda: self.run_action(  # noqa: E731
            lambda session: session.forget(), replace(self.state, thrown=(), face=1)
        )
        question = Text("All pictures of these dice are deleted; they are read as before.")
        on_tap = lambda: self.ask_confirmation(  # noqa: E731
            Confirmation(Text("Forget these dice?"), (question,), Text("Forget them"), forget)
        )
        return controls.secondary_button(translate(Text("Forget these dice")), on_tap, ft.Icons.DELETE_OUTLINE)

    # --- test roll -----------------------------------------------------------------------------------------------

    def trial_panel(self, progress: TeachingProgress) -> list[ft.Control]:
        """Build the result of the trial roll."""
        if not self.can_try(progress):
            return []
        title = body_text(translate(Text("Try it")), 600)
        if not self.state.thrown:
            return [page_frame.panel(title, page_frame.hint_text(translate(TRIAL_HELP_TEXT)))]
        row = wrapped_row([self.trial_die(one) for one in self.state.thrown], Space.GAP)
        doubtful = sum(one.die.doubt is not None for one in self.state.thrown)
        verdict = Text("Every die is read without doubt. If one is wrong, show its face once more.")
        if doubtful:
            verdict = Text(
                "Of {n} die I am not sure: show its face once more.",
                "Of {n} dice I am not sure: show their faces once more.",
                n=doubtful,
            )
        return [page_frame.panel(title, row, body_text(translate(verdict)))]

    def trial_die(self, die: TrialDie) -> ft.Control:
        """Build a die of the trial roll: its picture and the value read."""
        face = die.die.value
        image = ft.Image(
            src=die.jpeg,
            width=THUMBNAIL_SIZE,
            height=THUMBNAIL_SIZE,
            border_radius=Radius.SOFT,
            exclude_from_semantics=True,
        )
        sign: list[ft.Control] = [die_face(face, 34, self.kind)]
        if die.die.doubt:
            sign.append(title_text("?", 700, ft.Colors.ERROR))
        name = face_name(face, self.kind)
        label = Text("{face}, doubtful", face=name) if die.die.doubt else Text("{face}", face=name)
        column = column_of([image, row_of(sign, Space.HAIR, tight=True)], Space.TIGHT, CENTER)
        return ft.Semantics(content=column, label=translate(label), exclude_semantics=True)

    # --- ordinary dice as substitutes ----------------------------------------------------------------------------

    def pip_mapping_panel(self, progress: TeachingProgress) -> list[ft.Control]:
        """Build what each number of an ordinary die stands for; tap a number, then a face."""
        if self.kind is None or not progress.pip_mapping:
            return []
        row = [self.pip_mapping_tile(pips, face) for pips, face in enumerate(progress.pip_mapping, 1)]
        choose: list[ft.Control] = []
        if (pips := self.state.pips) is not None:
            question = page_frame.hint_text(translate(Text("What does {n} stand for?", n=pips)))
            choose = [question, controls.button_grid([self.face_option(face, pips) for face in progress.pictures], 6)]
        title = body_text(translate(PIP_MAPPING_TEXT), 600)
        return [page_frame.panel(title, controls.button_grid(row, 6), *choose)]

    def pip_mapping_tile(self, pips: int, face: int) -> ft.Control:
        """Build a number above the face that it stands for."""
        name = Text("{n} stands for {face}", n=pips, face=face_name(face, self.kind))
        down = ft.Icon(ft.Icons.ARROW_DOWNWARD, size=FontSize.SMALL, color=MUTED)
        column = column_of([die_face(pips, 30), down, die_face(face, 34, self.kind)], Space.HAIR, CENTER)
        chosen = self.state.pips == pips
        edge = ft.BorderSide(3, ft.Colors.PRIMARY) if chosen else ft.BorderSide(1, ft.Colors.OUTLINE_VARIANT)
        on_tap = lambda: self.set_state(replace(self.state, pips=None if chosen else pips))  # noqa: E731
        return controls.pressable(
            column,
            translate(name),
            on_tap,
            controls.Surface(edge=edge, pad=Space.TIGHT),
            height=104,
            is_chosen=chosen,
            expand=True,
        )

    def face_option(self, face: int, pips: int) -> ft.Control:
        """Build a face to choose for that number."""
        assign = lambda: self.run_action(  # noqa: E731
            lambda session: session.map_pips_to_face(pips, face), replace(self.state, pips=None)
        )
        name = translate(face_name(face, self.kind))
        return controls.pressable(
            die_face(face, 40, self.kind), name, assign, controls.Surface(pad=Space.TIGHT), height=56, expand=True
        )
