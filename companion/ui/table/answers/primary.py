"""Primary answers at the bottom of the screen: large buttons, the dice pad or the card pad."""

from __future__ import annotations

import math
from collections.abc import Sequence

import flet as ft

from companion.i18n import Translate
from companion.ui.design.preferences import tall
from companion.ui.design.text_fit import abreast, lines
from companion.ui.design.theme import Round, Space, Type
from companion.ui.signs.dice_faces import Faces
from companion.ui.signs.playing_cards import CardPad
from companion.ui.table.context.choice_layout import Places, asks_card, filled, inline, options, throw
from companion.ui.table.context.choice_tap import Hand, act
from companion.ui.widgets.controls import Do, bound, made, press, rows, sentence
from rules.engine import Cards, Choice, Text

from .side import Beside

TALL, LOW, PAD, EDGES = 64, 52, Space.EDGE, Space.NEAR
"""Sizes in points: minimum height of a large button, in landscape, and its padding."""
MANY = 4
"""Number of large buttons in landscape above which there are three columns."""
PEEKS = 0.5
"""Share of the next row that is visible, to show that there are more."""
Tap = tuple[str, str, Do, int | None]
"""Large button: label, consequence, handler, seat of its color."""


def usual(words: Translate, found: Places, hand: Hand, beside: Beside) -> ft.Control:
    """Build the primary answers; without any, their place holds a hint."""
    if inline(found) and found.dice is not None:
        return _dice(words, found.dice, hand)
    turned_up = next((choice for choice in found.usual if asks_card(choice)), None)
    if turned_up is not None:
        return _card(words, turned_up, hand, beside.width)
    taps = [tap for choice in found.usual for tap in _taps(words, choice, hand)]
    if found.dice is not None and not taps:
        taps = [(words(found.dice.label), "", bound(hand.dice_sheet, found.dice), found.dice.seat)]
    if not taps:
        return _nothing(beside.hint or _unless(words, found))
    return _large(taps, beside)


def _nothing(hint: str) -> ft.Control:
    """Build the hint where there is no primary answer."""
    said = ft.Text(hint, size=Type.SMALL, color=ft.Colors.ON_SURFACE_VARIANT, text_align=ft.TextAlign.CENTER)
    return ft.Container(said, height=tall(TALL), alignment=ft.Alignment.CENTER)


def _unless(words: Translate, found: Places) -> str:
    """Return what follows if nobody does anything."""
    after = next((choice.follows for choice in found.leave if choice.follows), None)
    return words(
        Text("If nobody does anything more: {what}", what=after) if after else Text("No hurry: nobody is waiting")
    )


def _dice(words: Translate, choice: Choice, hand: Hand) -> ft.Control:
    dice = throw(choice)
    return made(Faces, words, dice, lambda faces: hand.answer(filled(choice, **{dice.name: faces})))


def _card(words: Translate, choice: Choice, hand: Hand, width: float) -> ft.Control:
    hole = next(hole for hole in choice.does.holes if isinstance(hole, Cards))
    return made(CardPad, words, hole, lambda cards: hand.answer(filled(choice, **{hole.name: cards})), width)


# --- large keys ---------------------------------------------------------------------------------------------------


def _taps(words: Translate, choice: Choice, hand: Hand) -> list[Tap]:
    """Return a choice as large buttons."""
    follows = leads(words, choice)
    few = options(choice)
    if few:
        name = choice.does.holes[0].name
        return [
            (
                words(Text("{do} {what}", do=choice.label, what=option.label)),
                sentence(words(option.stake)) if option.stake else follows if len(few) == 1 else "",
                bound(hand.answer, filled(choice, **{name: option.value})),
                None,
            )
            for option in few
        ]
    return [(words(choice.label), follows, act(choice, hand), choice.seat)]


def leads(words: Translate, choice: Choice) -> str:
    """Return the consequence of a choice as a sentence; empty if it has none."""
    return sentence(words(choice.follows)) if choice.follows else ""


def _large(taps: Sequence[Tap], beside: Beside) -> ft.Control:
    """Build the large buttons, in as many columns as are readable; too many of them scroll."""
    across = 1 if len(taps) == 1 else abreast(3 if beside.short and len(taps) > MANY else 2)
    width = (beside.width - Space.GAP * (across - 1)) / across - 2 * PAD
    least = LOW if beside.short else TALL
    height = max(least, *(_height(label, follows, width) for label, follows, *_ in taps))
    large = rows([_big(*tap, width, height) for tap in taps], across)
    most = int(beside.most / (tall(height) + Space.GAP)) + PEEKS
    if math.ceil(len(taps) / across) <= most:
        return large
    return ft.Container(ft.Column([large], scroll=ft.ScrollMode.AUTO), height=most * (tall(height) + Space.GAP))


def _sizes(label: str, follows: str, width: float) -> tuple[int, int]:
    """Return the font sizes of label and consequence: the larger ones if they fit."""
    size = Type.HEAD if lines(label, Type.HEAD, width) <= (1 if follows else 2) else Type.BODY
    return size, Type.SMALL if lines(follows, Type.SMALL, width) <= 1 else Type.FINE


def _height(label: str, follows: str, width: float) -> int:
    """Return the height in points for label and consequence."""
    size, small = _sizes(label, follows, width)
    written = lines(label, size, width) * size * 1.1 + lines(follows, small, width) * small * 1.2
    return math.ceil(written) + 2 * EDGES


def _big(label: str, follows: str, do: Do, seat: int | None, width: float, height: int) -> ft.Control:
    size, small = _sizes(label, follows, width)
    said = [_said(label, size, ft.FontWeight.W_700), *([_said(follows, small)] if follows else [])]
    face = ft.Column(said, spacing=0, tight=True, horizontal_alignment=ft.CrossAxisAlignment.CENTER)
    spoken = f"{label}, {follows}" if follows else label
    pad = ft.Padding.symmetric(horizontal=PAD, vertical=EDGES)
    return press(face, spoken, do, fill=ft.Colors.PRIMARY, radius=Round.PILL, height=height, expand=True, pad=pad)


def _said(text: str, size: int, weight: ft.FontWeight | None = None) -> ft.Control:
    style = ft.TextStyle(height=1.1 if weight else 1.15)
    ink, middle = ft.Colors.ON_PRIMARY, ft.TextAlign.CENTER
    return ft.Text(text, size=size, weight=weight, color=ink, text_align=middle, style=style)
