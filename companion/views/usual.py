"""The likely tap, at the bottom of the screen: large keys; where dice or a card are asked for, their faces, its pad."""

from __future__ import annotations

import math
from collections.abc import Sequence

import flet as ft

from companion.words import Translate
from rules.engine import Cards, Choice, Text

from .beside import Beside
from .cards import CardPad
from .faces import Faces
from .habits import tall
from .hand import Hand, act
from .parts import Do, abreast, bound, lines, made, press, rows, sentence
from .places import Places, asks_card, filled, inline, options, throw
from .theme import Round, Space, Type

TALL, LOW, PAD, EDGES = 64, 52, Space.EDGE, Space.NEAR
"""Points of a large button's least height, of that on its side, and of the room around what is written on it."""
MANY = 4
"""More large buttons than so many stand three abreast on a phone that lies on its side."""
PEEKS = 0.5
"""How much of a row of them shows that there are more."""
Tap = tuple[str, str, Do, int | None]
"""A large button: its label, its consequence, what a tap does, whose colour."""


def usual(words: Translate, found: Places, hand: Hand, beside: Beside) -> ft.Control:
    """Always the bottom of the screen; when nothing is usual, the place stays free."""
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
    """Where no answer is usual."""
    said = ft.Text(hint, size=Type.SMALL, color=ft.Colors.ON_SURFACE_VARIANT, text_align=ft.TextAlign.CENTER)
    return ft.Container(said, height=tall(TALL), alignment=ft.Alignment.CENTER)


def _unless(words: Translate, found: Places) -> str:
    """What follows if nobody does anything."""
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
    """A choice as large buttons."""
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
    """What follows from it, as a sentence; empty if nothing is said of that."""
    return sentence(words(choice.follows)) if choice.follows else ""


def _large(taps: Sequence[Tap], beside: Beside) -> ft.Control:
    """As many abreast as can be read, all of one height; where they would take the screen, they are pushed along."""
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
    """Of a label and of what follows from it: the larger ones where they fit."""
    size = Type.HEAD if lines(label, Type.HEAD, width) <= (1 if follows else 2) else Type.BODY
    return size, Type.SMALL if lines(follows, Type.SMALL, width) <= 1 else Type.FINE


def _height(label: str, follows: str, width: float) -> int:
    """Points that hold all of it."""
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
