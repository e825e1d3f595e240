"""Playing cards: card faces, the pad to tap a drawn card, and the sheet to play a hand."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence

import flet as ft

from companion.ui.design.boxes import CENTER, column_of, row_of, wrapped_row
from companion.ui.design.look import scaled_height, translate
from companion.ui.design.sizes import MIN_TAP_SIZE, FontSize, Radius, Space
from companion.ui.design.text import MUTED, body_text, name_text
from companion.ui.design.text_fit import fit_count
from companion.ui.widgets.controls import Action, Surface, bind, button_grid, capitalize_first, pressable
from companion.ui.widgets.page_frame import hint_text, main_button
from rules.engine import CardFace, Cards, Text

from .dice_signs import INK, IVORY, draw_sign

CARD_ASPECT = 1.4
"""Height of a card divided by its width."""
EDGE_COLOR = "#B9A98F"
"""Color of a card's border, visible on a light background too."""
MAX_CARDS_PER_ROW = 8
"""Maximum number of cards in a row of the pad."""
KEY_HEIGHT = 56
"""Height of a key of the pad, in points."""
HAND_CARD_WIDTH = 64
"""Width of a card in a hand, in points."""
OnCards = Callable[[tuple[str, ...]], object]


def card_face(face: CardFace, width: float) -> ft.Control:
    """Draw a card face: rank above suit sign, or the only one of them large."""
    return ft.Container(
        _inside(face, width),
        width=width,
        height=width * CARD_ASPECT,
        bgcolor=IVORY,
        border_radius=width * 0.14,
        border=ft.Border.all(1, EDGE_COLOR),
        alignment=ft.Alignment.CENTER,
    )


def _inside(face: CardFace, width: float) -> ft.Control:
    if not face.rank:
        return draw_sign(face.sign, width * 0.72)
    if not face.sign:
        return _rank(face.rank, width * 0.62)
    parts = [_rank(face.rank, width * 0.5), draw_sign(face.sign, width * 0.5)]
    return column_of(parts, width * 0.04, CENTER)


def _rank(rank: str, size: float) -> ft.Control:
    style = ft.TextStyle(size=size, weight=ft.FontWeight.W_800, height=1, color=INK)
    return ft.Text(rank, style=style, no_wrap=True)


# --- turned up at the table --------------------------------------------------------------------------------------


@ft.component
def CardPad(  # noqa: N802 - named like a class
    hole: Cards, on_cards: OnCards, width: float, *, is_compact: bool = False
) -> ft.Control:
    """Build a pad of all cards, ``width`` points wide; a tap reports the card turned up.

    Keys of a compact pad are as low as fingers can hit.
    """
    height = MIN_TAP_SIZE if is_compact else KEY_HEIGHT
    keys = [_key(face, bind(on_cards, (face.value,)), height) for face in hole.faces]
    most = min(MAX_CARDS_PER_ROW, fit_count(width, scaled_height(MIN_TAP_SIZE), 4))
    line = math.ceil(len(keys) / math.ceil(len(keys) / most))  # rows of one length, as wide as they can be
    free = [ft.Container(expand=True) for _ in range(-len(keys) % line)]
    return button_grid([*keys, *free], line, 4)


def _key(face: CardFace, on_tap: Action, height: float) -> ft.Control:
    inside = draw_sign(face.sign, 30) if not face.rank else _rank(face.rank, 24)
    edge = ft.Border.all(1, EDGE_COLOR)
    tile = ft.Container(
        inside, bgcolor=IVORY, border=edge, border_radius=Radius.SOFT, alignment=ft.Alignment.CENTER, height=height - 4
    )
    return pressable(tile, translate(face.name), on_tap, Surface(pad=0, radius=Radius.TILE), height=height, expand=True)


# --- out of a hand -----------------------------------------------------------------------------------------------


@ft.component
def HandView(  # noqa: N802
    faces: Sequence[CardFace], owner: str, is_own: bool, empty_text: str = "", note: str = ""
) -> ft.Control:
    """Build the view of a hand with a ``note``.

    The pass-phone notice hides it until it is opened, unless the hand ``is_own``.
    """
    is_open, set_open = ft.use_state(is_own)
    if not is_open:
        return pass_phone_notice(owner, lambda: set_open(True))
    cards: list[ft.Control] = [
        ft.Semantics(content=card_face(face, HAND_CARD_WIDTH), label=translate(face.name)) for face in faces
    ]
    content: ft.Control = wrapped_row(cards, Space.GAP) if cards else hint_text(empty_text)
    return column_of([content, *([body_text(note)] if note else [])], Space.EDGE)


def pass_phone_notice(owner: str, on_continue: Action) -> ft.Control:
    """Build the notice that hides a secret on a shared phone until its owner holds it."""
    message = name_text(translate(Text("Pass the phone to {who}: what comes is secret.", who=owner)))
    icon = ft.Icon(ft.Icons.VISIBILITY_OFF, size=FontSize.ILLUSTRATION, color=MUTED)
    button = row_of([main_button(translate(Text("I am {who}: show it", who=owner)), on_continue, ft.Icons.VISIBILITY)])
    column = [icon, message, button]
    return column_of(list(column), Space.ROOM, CENTER)


@ft.component
def CardSheet(  # noqa: N802
    hole: Cards, owner: str, is_own: bool, label: str, on_cards: OnCards
) -> ft.Control:
    """Build the choice of cards from a hand: one by a tap, several by marking and confirming.

    It is hidden behind the same notice as ``HandView`` unless the hand ``is_own``.
    """
    is_open, set_open = ft.use_state(is_own or hole.source != "hand")
    chosen, set_chosen = ft.use_state(tuple[str, ...]())
    if not is_open:
        return pass_phone_notice(owner, lambda: set_open(True))
    if hole.most == 1:
        keys = [_hand_card(face, False, bind(on_cards, (face.value,))) for face in hole.faces]
        return wrapped_row(keys, Space.GAP)

    def tap(value: str) -> None:
        set_chosen(lambda now: tuple(v for v in now if v != value) if value in now else (*now, value)[-hole.most :])

    keys = [_hand_card(face, face.value in chosen, bind(tap, face.value)) for face in hole.faces]
    enough = hole.least <= len(chosen)
    count = translate(Text("{n} card", "{n} cards", n=len(chosen) if enough else hole.least))
    done = main_button(f"{capitalize_first(label)}: {count}", lambda: on_cards(chosen) if enough else None)
    done.disabled = not enough
    cards = wrapped_row(keys, Space.GAP)
    return column_of([cards, row_of([done])], Space.ROOM)


def _hand_card(face: CardFace, is_selected: bool, on_tap: Action) -> ft.Control:
    edge = ft.BorderSide(4, ft.Colors.PRIMARY) if is_selected else ft.BorderSide(1, ft.Colors.OUTLINE_VARIANT)
    width, height = HAND_CARD_WIDTH + 12, HAND_CARD_WIDTH * CARD_ASPECT + 12
    name = translate(face.name)
    return pressable(
        card_face(face, HAND_CARD_WIDTH),
        name,
        on_tap,
        Surface(edge=edge, radius=Radius.TILE, pad=Space.HAIR),
        width=width,
        height=height,
        grows=False,
        is_chosen=is_selected,
    )
