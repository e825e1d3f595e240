"""Review of a roll: every die with its picture and value, to correct, add, remove or type."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, replace

import flet as ft

from companion.dice.capture import Capture
from companion.dice.capture_reading import (
    EMPTY_READING,
    is_in_picture,
    only_die,
    with_die,
    with_face,
    without_die,
)
from companion.dice.roll import DoubtfulRoll, is_camera_readable, roll_from_reading, sort_in_reading_order
from companion.ui.design.boxes import CENTER, STRETCH, column_of, row_of, wrapped_row
from companion.ui.design.look import translate
from companion.ui.design.sizes import FontSize, Radius, Space
from companion.ui.design.text import MUTED, body_text, heading_text, label_text, name_text
from companion.ui.signs.dice_faces import die_face, face_name
from companion.ui.widgets import controls, page_frame
from rules.engine import CameraHole, CardFace, CardKind, Cards, DieKind, Displayable, Rolled, Text
from vision.reading import Die, Reading

from .input_buttons import RollInputs, is_low
from .photo_overlay import UNSURE_COLOR, die_label, photo_overlay
from .words import DICE, Words, words_for

Faces = tuple[int, ...]
TROUBLE_TEXTS = {
    "lost": Text("No picture comes from the camera: I ask for it again."),
    "slow": Text("The camera takes long to answer: I go on waiting."),
}
"""What is wrong with the live camera, by key of a ``FrameView``."""
SHARES_BESIDE = (2, 3)
"""Shares of the width of a low page that the roll and the keys beside it take."""


@dataclass(frozen=True)
class ReviewState:
    """State of the review: a capture or none, the corrected reading, and the selected die."""

    reading: Reading = EMPTY_READING
    capture: Capture | None = None
    is_reading: bool = False
    problem: Text | None = None
    selected: int | None = None
    """Index of the die being corrected; one past the last is an additional die."""
    previous: ReviewState | None = None
    """The review that the current picture replaced, for going back to its dice."""
    is_reversed: bool = False
    """Whether cards of several people are theirs in the opposite order."""


def review_with_capture(
    previous: ReviewState, result: Capture | Text, selected: int | None = None, words: Words = DICE
) -> ReviewState:
    """Return the review after a picture was read; an unreadable picture removes nothing."""
    if isinstance(result, Capture) and previous.reading.dice and not result.reading.dice:
        result = words.errors["empty"]
    if isinstance(result, Text):
        return replace(previous, is_reading=False, problem=result, selected=None)
    if words is not DICE and selected is None:
        selected = _only_doubtful(result.reading)
    ordered = Reading(sort_in_reading_order(result.reading.dice), result.reading.rejects, result.reading.size)
    restorable = replace(previous, problem=None, previous=None) if previous.reading.dice else None
    return ReviewState(ordered, result, previous=restorable, selected=selected)


def _only_doubtful(reading: Reading) -> int | None:
    """Return the place of the one card that is in doubt, which is asked about at once."""
    doubtful = [k for k, die in enumerate(sort_in_reading_order(reading.dice)) if die.doubt]
    return doubtful[0] if len(doubtful) == 1 and not reading.possible_dice else None


@dataclass(frozen=True)
class RollReview:
    """Layout of the review, drawn from one state."""

    dice: CameraHole
    state: ReviewState
    set_state: Callable[[ReviewState], None]
    on_faces: Callable[[Faces], None]
    inputs: RollInputs
    names: tuple[str, ...] = ()
    """Whose cards they are, in order, where they are of several."""

    @property
    def words(self) -> Words:
        """What is said of these dice or cards."""
        return words_for(self.dice)

    def body(self) -> ft.Control:
        """The whole page."""
        if self.state.is_reading:
            return column_of([reading_progress(self.words), *self.inputs.reader_progress()], tight=False, expand=True)
        if is_low(ft.context.page) and (keys := self.face_keys()):
            return replace(self, inputs=replace(self.inputs, is_narrow=True)).with_keys_beside(keys)
        if self.is_empty:
            return column_of(
                [*self.error_notice(), self.introduction(), *self.face_keys(), *self.footer()],
                Space.EDGE,
                tight=False,
                expand=True,
            )
        lines = _scrolled([*self.what_is_read(), *self.face_keys(), *self.count_buttons()], Space.EDGE)
        return column_of([lines, *self.footer()], Space.EDGE, tight=False, expand=True)

    def with_keys_beside(self, keys: list[ft.Control]) -> ft.Control:
        """Build the page of a phone on its side: below the rest the keys would be out of sight."""
        told = [*self.error_notice(), *self.introduction_texts()] if self.is_empty else self.what_is_read()
        rest = column_of([_scrolled([*told, *self.count_buttons()], Space.EDGE), *self.footer()], tight=False)
        parts = zip((rest, _scrolled(keys, Space.NEAR)), SHARES_BESIDE, strict=True)
        return row_of([ft.Container(part, expand=share) for part, share in parts], Space.ROOM, STRETCH, expand=True)

    @property
    def is_empty(self) -> bool:
        """Whether there is neither a picture nor a die yet."""
        return not self.state.reading.dice and self.state.capture is None

    def what_is_read(self) -> list[ft.Control]:
        """Build the error, the picture and what was read in it."""
        return [*self.error_notice(), *self.photo_view(), *self.dice_row()]

    def introduction(self) -> ft.Control:
        """Build the page before the first roll: what the camera can do."""
        if not is_camera_readable(self.dice):
            return ft.Container(column_of(self.introduction_texts(), tight=False), expand=True)
        five_two = [die_face(face, 56, self.dice.kind) for face in (5, 2)]
        drawn = row_of(five_two, Space.ROOM, alignment=ft.MainAxisAlignment.CENTER, rotate=0.12)
        return column_of(
            [drawn, *self.introduction_texts()],
            Space.AIR,
            CENTER,
            tight=False,
            expand=True,
            alignment=ft.MainAxisAlignment.CENTER,
        )

    def introduction_texts(self) -> list[ft.Control]:
        """Build what is said before the first roll."""
        if not is_camera_readable(self.dice):
            return self.inputs.explanation()
        says = translate(self.words.introduction)
        hint = page_frame.hint_text(says, text_align=ft.TextAlign.CENTER, width=280)
        return [hint, *self.inputs.explanation()]

    def error_notice(self) -> list[ft.Control]:
        """Build the error of the last picture."""
        return [page_frame.warning(translate(self.state.problem))] if self.state.problem else []

    def photo_view(self) -> list[ft.Control]:
        """Build the picture with its dice."""
        state, kind = self.state, self.dice.kind
        if state.capture is None or self.is_card_corrected:
            return []
        return [photo_overlay(state.capture, state.reading, state.selected, self.select, kind)]

    @property
    def is_card_corrected(self) -> bool:
        """Whether a card is corrected, whose keys need the room of the picture."""
        return isinstance(self.dice, Cards) and self.state.selected is not None

    def select(self, k: int) -> None:
        """Select that die for correction, or deselect it."""
        self.set_state(replace(self.state, problem=None, selected=None if self.state.selected == k else k))

    # --- the corrected dice --------------------------------------------------------------------------------------

    def dice_row(self) -> list[ft.Control]:
        """Build every die of the roll as a tile, and the button that adds a die."""
        dice = self.state.reading.dice
        if not dice:
            return [] if self.state.capture is None else [self.verdict_line()]
        tiles = [self.named_tile(k, die) for k, die in enumerate(dice)]
        more = controls.icon_button(ft.Icons.ADD, translate(self.words.one_more), lambda: self.select(len(dice)))
        verdict = [] if self.is_card_corrected else [self.verdict_line()]
        return [*verdict, wrapped_row([*tiles, more, *self.reverse_button()], Space.GAP)]

    def named_tile(self, k: int, die: Die) -> ft.Control:
        """Build one die, or one card below the name of whoever flipped it."""
        owner = self.names[:: -1 if self.state.is_reversed else 1][k : k + 1]
        tile = self.die_tile(k, die)
        return column_of([label_text(owner[0], 600), tile], Space.HAIR, CENTER) if owner else tile

    def reverse_button(self) -> list[ft.Control]:
        """Build the button by which cards of several people are theirs in the opposite order."""
        if len(self.names) < 2 or len(self.state.reading.dice) != len(self.names):
            return []
        flip = lambda: self.set_state(replace(self.state, is_reversed=not self.state.is_reversed))  # noqa: E731
        return [controls.icon_button(ft.Icons.SWAP_HORIZ, translate(Text("The other way round")), flip)]

    def verdict_line(self) -> ft.Control:
        """Build the line that accepts the roll, or says what is doubtful and would help."""
        match self.roll:
            case DoubtfulRoll(reason=reason):
                icon, text, color = ft.Icons.ERROR_OUTLINE, translate(reason), ft.Colors.ERROR
                advice = self.words.advice.get(self.state.capture.advice or "") if self.state.capture else None
                text += f" {translate(advice)}" if advice else ""
            case Rolled(faces=faces):
                icon, color = ft.Icons.CHECK_CIRCLE_OUTLINE, ft.Colors.SECONDARY
                told = self.words.was_read if self.state.capture else self.words.was_typed
                text = translate(told.with_args(faces=describe_faces(faces, self.dice.kind, self.names)))
        line = body_text(text, expand=True)
        row = row_of([ft.Icon(icon, color=color), line], Space.GAP)
        return ft.Semantics(content=row, live_region=True)

    @property
    def roll(self) -> Rolled | DoubtfulRoll:
        """The roll, or why it is none yet."""
        roll = roll_from_reading(self.state.reading, self.dice)
        return replace(roll, faces=roll.faces[::-1]) if self.state.is_reversed else roll

    def die_tile(self, k: int, die: Die) -> ft.Control:
        """Build one die: its picture if there is one, its value, and the reader's confidence."""
        is_selected = self.state.selected == k
        edge = ft.BorderSide(3, ft.Colors.PRIMARY) if is_selected else ft.BorderSide(1, ft.Colors.OUTLINE_VARIANT)
        if die.doubt and not is_selected:
            edge = ft.BorderSide(3, UNSURE_COLOR)
        crop = self.state.capture.crop_by_box.get(die.box) if self.state.capture else None
        content = die_face(die.value, 44, self.dice.kind) if crop is None else self.crop_view(crop, die)
        return controls.pressable(
            content,
            die_label(k, die, self.dice.kind),
            lambda: self.select(k),
            controls.Surface(edge=edge, radius=Radius.TILE, pad=Space.TIGHT),
            width=56 if crop is None else 112,
            height=56 if crop is None else 64,
            is_chosen=is_selected,
        )

    def crop_view(self, crop: bytes, die: Die) -> ft.Control:
        """Build a die's picture beside the value that was read."""
        image = ft.Image(
            src=crop, width=52, height=52, fit=ft.BoxFit.COVER, border_radius=Radius.SOFT, exclude_from_semantics=True
        )
        confidence = ft.Text(f"{100 * die.confidence:.0f} %", size=FontSize.FINE_PRINT, color=MUTED)
        value_column = column_of([die_face(die.value, 30, self.dice.kind), confidence], Space.HAIR, CENTER)
        return row_of([image, value_column], Space.NEAR, tight=True)

    # --- face buttons --------------------------------------------------------------------------------------------

    def face_keys(self) -> list[ft.Control]:
        """Build the face buttons, for the selected die or for a roll without a picture."""
        state, dice = self.state, self.state.reading.dice
        if state.selected is None and any(is_in_picture(die, state.reading) for die in dice):
            return []
        if state.selected is None and len(dice) >= self.dice.count:
            return []
        buttons = [self.face_button(value) for value in self.offered_faces()]
        question = page_frame.hint_text(translate(self.face_question()))
        return [question, self.key_grid(buttons), *self.suit_buttons()]

    @property
    def selected_card(self) -> CardFace | None:
        """The card that is being corrected, if it is one with a suit or a joker."""
        state, kind = self.state, self.dice.kind
        if not isinstance(kind, CardKind) or state.selected is None or state.selected >= len(state.reading.dice):
            return None
        face = kind.faces[state.reading.dice[state.selected].value - 1]
        return face if face.sign else None

    def offered_faces(self) -> list[int]:
        """Return the numbers of the faces to tap: of a card with a suit, those of its suit."""
        if not isinstance(self.dice, Cards) or self.dice.kind is None:
            return [*range(1, self.dice.sides + 1)]
        card, kind = self.selected_card, self.dice.kind
        of_suit = {face.rank: face.value for face in kind.faces if card and card.rank and face.sign == card.sign}
        return [kind.number_of(of_suit.get(face.rank, face.value)) for face in self.dice.faces]

    def key_grid(self, keys: list[ft.Control]) -> ft.Control:
        """Build the rows of faces: of cards two."""
        if not isinstance(self.dice, Cards):
            return controls.button_grid(keys, 6 if self.dice.sides <= 6 else 5, Space.TIGHT)
        free = [ft.Container(expand=True)] * (len(keys) % 2)
        return controls.button_grid([*keys, *free], math.ceil(len(keys) / 2), Space.TIGHT)

    def suit_buttons(self) -> list[ft.Control]:
        """Build the suits that the selected card may be of."""
        card, kind = self.selected_card, self.dice.kind
        if card is None or not card.rank or not isinstance(kind, CardKind):
            return []
        same = [k for k, face in enumerate(kind.faces, start=1) if face.sign and face.rank == card.rank]
        return [controls.button_grid([self.face_button(value) for value in same], len(same), Space.TIGHT)]

    def face_question(self) -> Text:
        """Return the question for the die whose face is asked."""
        selected, count = self.state.selected, len(self.state.reading.dice)
        if selected is not None and selected < count:
            return self.words.which.with_args(n=selected + 1)
        if self.dice.count == 1:
            return self.words.only_one
        return self.words.which.with_args(n=count + 1)

    def face_button(self, value: int) -> ft.Control:
        """Build one face button."""
        is_drawn = self.dice.sides <= 6 or self.dice.kind is not None
        content = die_face(value, 48 if isinstance(self.dice, Cards) else 40, self.dice.kind) if is_drawn else None
        content = content or heading_text(str(value))
        return controls.pressable(
            content,
            translate_name(face_name(value, self.dice.kind)),
            lambda: self.enter_face(value),
            controls.Surface(fill=ft.Colors.SURFACE_CONTAINER_HIGHEST, pad=Space.HAIR),
            expand=True,
            height=56,
        )

    def enter_face(self, value: int) -> None:
        """Enter a face, for the selected die or as one more die.

        The face of a single die is submitted at once.
        """
        state, selected = self.state, self.state.selected
        if selected is not None and selected < len(state.reading.dice):
            self.set_reading(with_face(state.reading, selected, value))
        elif self.dice.count == 1 and not state.reading.dice:
            self.on_faces((value,))
        else:
            self.set_reading(with_die(state.reading, value))

    def count_buttons(self) -> list[ft.Control]:
        """Build the buttons by which the selected die does not count, or the others do not."""
        k = self.state.selected
        if k is None or k >= len(self.state.reading.dice):
            return []
        reading, inputs = self.state.reading, self.inputs
        remove = inputs.button(
            translate(self.words.does_not_count),
            lambda: self.set_reading(without_die(reading, k)),
            ft.Icons.DELETE_OUTLINE,
        )
        if self.dice.count > 1 or len(reading.dice) == 1:
            return inputs.button_rows([remove])
        label = translate(self.words.counts_alone)
        alone = inputs.button(label, lambda: self.set_reading(only_die(reading, k)), ft.Icons.CHECK)
        return inputs.button_rows([alone, remove])

    def set_reading(self, reading: Reading) -> None:
        """Replace the reading with a corrected one."""
        self.set_state(replace(self.state, reading=reading, problem=None, selected=None))

    # --- buttons -------------------------------------------------------------------------------------------------

    def footer(self) -> list[ft.Control]:
        """Build the buttons at the very bottom: first the picture, then the roll."""
        if not self.state.reading.dice and self.state.capture is None:
            return self.inputs.initial_buttons()
        others = [
            *self.inputs.retry_buttons(self.state.capture is not None),
            *self.restore_button(),
            *self.inputs.virtual_roll_button(),
        ]
        return [*self.inputs.button_rows(others), *self.submit_button()]

    def restore_button(self) -> list[ft.Control]:
        """Build the button that restores the dice replaced by the last picture."""
        previous = self.state.previous
        if previous is None:
            return []
        return [self.inputs.button(translate(self.words.before), lambda: self.set_state(previous), ft.Icons.UNDO)]

    def submit_button(self) -> list[ft.Control]:
        """Build the button that submits the roll, once there are as many dice as requested."""
        roll = self.roll
        faces = roll.faces
        if len(faces) != self.dice.count or self.dice.sides < max(faces):
            return []
        label = translate(Text("It is {faces}", faces=describe_faces(faces, self.dice.kind, self.names)))
        if self.dice.kind is None:
            return [row_of([page_frame.main_button(label, lambda: self.on_faces(faces), ft.Icons.CHECK)])]
        size = 44 if isinstance(self.dice, Cards) else 28
        signs = row_of([die_face(face, size, self.dice.kind) for face in faces], Space.TIGHT, tight=True)
        fill = ft.Colors.PRIMARY_CONTAINER
        button = controls.pressable(
            signs, label, lambda: self.on_faces(faces), controls.Surface(fill=fill), height=60, expand=True
        )
        return [row_of([button])]


def _scrolled(controls: list[ft.Control], spacing: int) -> ft.Column:
    """Build a column that takes the room there is, and scrolls if it must."""
    return column_of(controls, spacing, tight=False, scroll=ft.ScrollMode.AUTO, expand=True)


def reading_progress(words: Words = DICE) -> ft.Control:
    """Build the progress page shown while a picture is read."""
    column = column_of([ft.ProgressRing(width=56, height=56), name_text(translate(words.reading))], Space.PAGE, CENTER)
    return ft.Container(column, alignment=ft.Alignment.CENTER, expand=True)


def describe_faces(faces: Faces, kind: DieKind | CardKind | None, names: tuple[str, ...] = ()) -> str:
    """Return a roll as text: pips with their sum, or faces by name.

    ``names`` say whose cards they are, in order.
    """
    if kind is not None:
        told = [translate_name(face_name(face, kind)) for face in faces]
        if names:
            pairs = zip(names, told, strict=False)
            told = [translate(Text("{who}: {card}", who=who, card=card)) for who, card in pairs]
        return " · ".join(told)
    return " + ".join(map(str, faces)) + (f" = {sum(faces)}" if len(faces) > 1 else "")


def translate_name(name: Displayable) -> str:
    """Return a name translated, if it is a text."""
    return translate(name) if isinstance(name, Text) else str(name)
