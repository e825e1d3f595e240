"""Playing cards: card faces, the pad to tap a drawn card, and the sheet to play a hand."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import flet as ft

from companion.i18n import Translate
from companion.ui.design.preferences import tall
from companion.ui.design.text_fit import fitting
from companion.ui.design.theme import THUMB, Round, Space, Type
from companion.ui.widgets.controls import bound, press, rows, sentence, use_held
from companion.ui.widgets.page_frame import main_button, quiet
from rules.engine import Cards, Face, Text

from .dice_faces import IVORY
from .dice_signs import INK, sign

TALL = 1.4
"""Height of a card divided by its width."""
EDGE = "#B9A98F"
"""Color of a card's border, visible on a light background too."""
LINE = 8
"""Maximum number of cards in a row of the pad."""
HELD = 64
"""Width of a card in a hand, in points."""
OnCards = Callable[[tuple[str, ...]], Any]


def card(face: Face, width: float) -> ft.Control:
    """Draw a card face: rank above suit sign, or the only one of them large."""
    return ft.Container(
        _inside(face, width),
        width=width,
        height=width * TALL,
        bgcolor=IVORY,
        border_radius=width * 0.14,
        border=ft.Border.all(1, EDGE),
        alignment=ft.Alignment.CENTER,
    )


def _inside(face: Face, width: float) -> ft.Control:
    if not face.rank:
        return sign(face.sign, width * 0.72)
    if not face.sign:
        return _rank(face.rank, width * 0.62)
    parts = [_rank(face.rank, width * 0.5), sign(face.sign, width * 0.5)]
    return ft.Column(parts, spacing=width * 0.04, tight=True, horizontal_alignment=ft.CrossAxisAlignment.CENTER)


def _rank(rank: str, size: float) -> ft.Control:
    style = ft.TextStyle(size=size, weight=ft.FontWeight.W_800, height=1, color=INK)
    return ft.Text(rank, style=style, no_wrap=True)


# --- turned up at the table --------------------------------------------------------------------------------------


@ft.component
def CardPad(  # noqa: N802 - named like a class
    words: Translate, hole: Cards, on_cards: OnCards, width: float
) -> ft.Control:
    """Build a pad of all cards, ``width`` points wide; a tap reports the card turned up."""
    keys = [_key(words, face, bound(on_cards, (face.value,))) for face in hole.of]
    line = min(LINE, fitting(width, tall(THUMB), 4))
    free = [ft.Container(expand=True) for _ in range(-len(keys) % line)]
    return rows([*keys, *free], line, 4)


def _key(words: Translate, face: Face, tap: Callable[[], Any]) -> ft.Control:
    inside = sign(face.sign, 30) if not face.rank else _rank(face.rank, 24)
    edge = ft.Border.all(1, EDGE)
    shown = ft.Container(
        inside, bgcolor=IVORY, border=edge, border_radius=Round.SOFT, alignment=ft.Alignment.CENTER, height=52
    )
    return press(shown, words(face.name), tap, pad=0, radius=Round.TILE, height=56, expand=True)


# --- out of a hand -----------------------------------------------------------------------------------------------


@ft.component
def Hand(  # noqa: N802
    words: Translate, faces: Sequence[Face], whose: str, own: bool, empty: str = "", note: str = ""
) -> ft.Control:
    """Build the view of a hand with a ``note``.

    The pass-phone notice hides it until it is opened, unless the hand ``is_own``.
    """
    open_, set_open = use_held(own)
    if not open_:
        return passing(words, whose, lambda: set_open(True))
    cards: list[ft.Control] = [ft.Semantics(content=card(face, HELD), label=words(face.name)) for face in faces]
    shown: ft.Control = ft.Row(cards, wrap=True, spacing=Space.GAP, run_spacing=Space.GAP) if cards else quiet(empty)
    return ft.Column([shown, *([ft.Text(note, size=Type.BODY)] if note else [])], spacing=Space.EDGE, tight=True)


def passing(words: Translate, whose: str, go_on: Callable[[], Any]) -> ft.Control:
    """Build the notice that hides a secret on a shared phone until its owner holds it."""
    says = ft.Text(words(Text("Pass the phone to {who}: the hand is secret.", who=whose)), size=Type.LEAD)
    sign_ = ft.Icon(ft.Icons.VISIBILITY_OFF, size=Type.SCENE, color=ft.Colors.ON_SURFACE_VARIANT)
    button = ft.Row([main_button(words(Text("I am {who}: show it", who=whose)), go_on, ft.Icons.VISIBILITY)])
    column = [sign_, says, button]
    return ft.Column(list(column), spacing=Space.ROOM, tight=True, horizontal_alignment=ft.CrossAxisAlignment.CENTER)


@ft.component
def CardSheet(  # noqa: N802
    words: Translate, hole: Cards, whose: str, own: bool, label: str, on_cards: OnCards
) -> ft.Control:
    """Build the choice of cards from a hand: one by a tap, several by marking and confirming.

    It is hidden behind the same notice as ``HandView`` unless the hand ``is_own``.
    """
    open_, set_open = use_held(own or hole.come != "hand")
    chosen, choose = use_held(())
    if not open_:
        return passing(words, whose, lambda: set_open(True))
    if hole.most == 1:
        keys = [_held(words, face, False, bound(on_cards, (face.value,))) for face in hole.of]
        return ft.Row(keys, wrap=True, spacing=Space.GAP, run_spacing=Space.GAP)

    def tap(value: str) -> None:
        choose(lambda now: tuple(v for v in now if v != value) if value in now else (*now, value)[-hole.most :])

    keys = [_held(words, face, face.value in chosen, bound(tap, face.value)) for face in hole.of]
    enough = hole.least <= len(chosen)
    count = words(Text("{n} card", "{n} cards", n=len(chosen) if enough else hole.least))
    done = main_button(f"{sentence(label)}: {count}", lambda: on_cards(chosen) if enough else None)
    done.disabled = not enough
    cards = ft.Row(keys, wrap=True, spacing=Space.GAP, run_spacing=Space.GAP)
    return ft.Column([cards, ft.Row([done])], spacing=Space.ROOM, tight=True)


def _held(words: Translate, face: Face, on: bool, tap: Callable[[], Any]) -> ft.Control:
    edge = ft.BorderSide(4, ft.Colors.PRIMARY) if on else ft.BorderSide(1, ft.Colors.OUTLINE_VARIANT)
    width, height = HELD + 12, HELD * TALL + 12
    name = words(face.name)
    return press(
        card(face, HELD),
        name,
        tap,
        edge=edge,
        radius=Round.TILE,
        pad=Space.HAIR,
        width=width,
        height=height,
        grows=False,
    )
