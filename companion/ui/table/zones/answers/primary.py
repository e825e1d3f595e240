"""Primary answers at the bottom of the screen: large buttons, the dice pad or the card pad."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence

import flet as ft

from companion.ui.design.boxes import CENTER, STRETCH, column_of
from companion.ui.design.look import scaled_height, translate
from companion.ui.design.sizes import FontSize, Radius, Space
from companion.ui.design.text import MUTED, label_text
from companion.ui.signs.dice_faces import DicePad
from companion.ui.signs.playing_cards import CardPad
from companion.ui.table.intents import TableIntents
from companion.ui.table.model.answers import KEY_HEIGHT, KEY_PADDING, Answer, large_keys, usual_answers
from companion.ui.table.model.choice_layout import ChoiceLayout, NextRoll, asks_card, fill_holes, has_inline_dice
from companion.ui.table.zones.answers.side import SideControls
from companion.ui.widgets.controls import Action, Surface, bind, button_grid, pressable
from rules.engine import Cards, Choice, Dice, Event, Text

VERTICAL_PADDING = Space.NEAR
"""Padding of a large key, in points."""
PEEK_SHARE = 0.5
"""Share of the next row that is visible, to show that there are more."""


def usual_buttons(
    layout: ChoiceLayout, intents: TableIntents, side_controls: SideControls, kept: Sequence[ft.Control] = ()
) -> ft.Control:
    """Build the primary answers; without any, their place holds a hint.

    The dice ``kept`` from earlier throws stand beside those that are typed.
    """
    if has_inline_dice(layout) and layout.dice is not None:
        return _dice(layout.dice, intents.answer, side_controls.width, layout.put_aside, kept)
    card_choice = next((choice for choice in layout.primary if asks_card(choice)), None)
    if card_choice is not None:
        return _card(card_choice, intents, side_controls.width, is_compact=side_controls.is_landscape)
    answers = usual_answers(layout)
    if not answers:
        return _hint_area(side_controls.hint or _default_hint(layout))
    return _large_buttons(answers, intents, side_controls, is_filled=layout.usual_leave is None)


def next_faces(following: NextRoll, intents: TableIntents, width: float, *, is_compact: bool) -> ft.Control:
    """Build the faces of the roll that comes if nobody responds, below a line on it.

    They are ``width`` points wide. Compact ones are as low as fingers can hit, and the line is only the question.
    """
    text = Text("{answer}. {question}", answer=following.label, question=following.question)
    line = ft.Text(
        translate(following.question if is_compact else text),
        size=FontSize.FINE_PRINT if is_compact else FontSize.SMALL,
        color=MUTED,
        text_align=ft.TextAlign.CENTER,
        style=ft.TextStyle(height=1.1) if is_compact else None,
    )
    faces = _dice(following.dice, lambda roll: intents.answer(roll, following.answer), width, is_compact=is_compact)
    return column_of([line, faces], Space.HAIR, STRETCH)


def _hint_area(hint: str) -> ft.Control:
    label = label_text(hint, color=MUTED, text_align=ft.TextAlign.CENTER)
    return ft.Container(label, height=scaled_height(KEY_HEIGHT), alignment=ft.Alignment.CENTER)


def _default_hint(layout: ChoiceLayout) -> str:
    """Return what is to be done, or what follows if nobody does anything."""
    if layout.pictured:
        return translate(Text("Touch one of the framed"))
    if layout.secondary:
        return translate(Text("Choose one of the answers"))
    consequence = next((choice.consequence for choice in layout.leave if choice.consequence), None)
    return translate(
        Text("If nobody does anything more: {what}", what=consequence)
        if consequence
        else Text("No hurry: nobody is waiting")
    )


def _dice(
    choice: Choice,
    answer: Callable[[Event], object],
    width: float,
    put_aside: Choice | None = None,
    kept: Sequence[ft.Control] = (),
    *,
    is_compact: bool = False,
) -> ft.Control:
    """Build the pad of a roll.

    With ``put_aside`` it has a button that rolls the dice again that were not tapped.
    """

    def answer_with(answered: Choice) -> Callable[[tuple[int, ...]], object]:
        name = answered.template.required_hole(Dice).name
        return lambda faces: answer(fill_holes(answered, **{name: faces}))

    dice = choice.template.required_hole(Dice)
    on_put_aside = answer_with(put_aside) if put_aside else None
    return DicePad(dice, answer_with(choice), width, on_put_aside, kept, is_compact=is_compact)


def _card(choice: Choice, intents: TableIntents, width: float, *, is_compact: bool) -> ft.Control:
    hole = choice.template.required_hole(Cards)
    on_cards = lambda cards: intents.answer(fill_holes(choice, **{hole.name: cards}))  # noqa: E731
    return CardPad(hole, on_cards, width, is_compact=is_compact)


# --- large keys ---------------------------------------------------------------------------------------------------


def _large_buttons(
    buttons: Sequence[Answer], intents: TableIntents, side_controls: SideControls, *, is_filled: bool
) -> ft.Control:
    """Build the large keys, filled, or outlined where something useful may be left to do."""
    look = large_keys(buttons, side_controls.width, is_landscape=side_controls.is_landscape)
    tiles = [
        _large_button(one, follows, bind(intents.give, one), look.sizes, look.height, is_filled=is_filled)
        for one, follows in zip(buttons, look.shown, strict=True)
    ]
    across, height = look.across, look.height
    grid = button_grid(tiles, across)
    max_rows = int(side_controls.max_buttons_height / (scaled_height(height) + Space.GAP)) + PEEK_SHARE
    if math.ceil(len(buttons) / across) <= max_rows:
        return grid
    return ft.Container(
        column_of([grid], tight=False, scroll=ft.ScrollMode.AUTO), height=max_rows * (scaled_height(height) + Space.GAP)
    )


def _large_button(
    answer: Answer, follows: str, on_tap: Action, sizes: tuple[float, float], height: int, *, is_filled: bool
) -> ft.Control:
    label, (size, small) = answer.label, sizes
    ink = ft.Colors.ON_PRIMARY if is_filled else ft.Colors.PRIMARY
    labels = [_button_label(label, size, ink, ft.FontWeight.W_700)]
    labels += [_button_label(follows, small, ink if is_filled else ft.Colors.ON_SURFACE)] if follows else []
    spoken = f"{label}, {answer.consequence}" if answer.consequence else label
    surface = Surface(
        fill=ft.Colors.PRIMARY if is_filled else ft.Colors.TRANSPARENT,
        edge=None if is_filled else ft.BorderSide(2, ft.Colors.PRIMARY),
        radius=Radius.PILL,
        pad=ft.Padding.symmetric(horizontal=KEY_PADDING, vertical=VERTICAL_PADDING),
    )
    return pressable(column_of(labels, 0, CENTER), spoken, on_tap, surface, height=height, expand=True)


def _button_label(text: str, size: float, ink: str, weight: ft.FontWeight | None = None) -> ft.Control:
    style = ft.TextStyle(height=1.1 if weight else 1.15)
    return ft.Text(text, size=size, weight=weight, color=ink, text_align=ft.TextAlign.CENTER, style=style)
