"""Dice faces, and the pad on which a roll is typed: pips, or signs of custom faces."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import flet as ft

from companion.ui.design.boxes import column_of, row_of
from companion.ui.design.look import translate
from companion.ui.design.sizes import FontSize, Radius, Space
from companion.ui.design.text import label_text
from companion.ui.design.text_fit import fit_lines
from companion.ui.page_life import OF_QUESTION, use_draft
from companion.ui.widgets.controls import Surface, bind, pressable
from rules.engine import CardKind, Dice, DieKind, Displayable, Text

from .dice_signs import IVORY, draw_sign
from .playing_cards import CARD_ASPECT, card_face

PIPS = {
    1: ((1, 1),),
    2: ((0, 0), (2, 2)),
    3: ((0, 0), (1, 1), (2, 2)),
    4: ((0, 0), (0, 2), (2, 0), (2, 2)),
    5: ((0, 0), (0, 2), (1, 1), (2, 0), (2, 2)),
    6: ((0, 0), (0, 1), (0, 2), (2, 0), (2, 1), (2, 2)),
}
"""Column and row of each pip, 0 … 2."""
PIP_COLOR = "#2A1A12"
SIGN_SHARE = 0.76
"""Share of a die's size that its sign takes."""
TRAY_WIDTH = 336
"""Maximum width of the dice typed so far, in points."""
LARGE_DIE, SMALL_DIE, KEPT_DIE = 56, 38, 44
"""Size of a die on the pad, of one already typed and of one kept beside it, in points, if there is room."""
FACE_HEIGHT, COMPACT_HEIGHT = 64, 48
"""Height of a key of the pad in points, and where there is little room."""
OnRolled = Callable[[tuple[int, ...]], object]


def _edge() -> ft.Border:
    """Return the border of a die, which makes it visible on a light background."""
    return ft.Border.all(1.5, "#CDBB9F")


def die_face(face: int, size: float, kind: DieKind | CardKind | None = None) -> ft.Control:
    """Draw a die face, or a card of that height; a die kind with custom faces shows its sign."""
    if isinstance(kind, CardKind):
        return card_face(kind.faces[face - 1], size / CARD_ASPECT)
    if kind is None:
        return ft.Container(_pips(face, size), bgcolor=IVORY, border=_edge(), border_radius=size * 0.2)
    return ft.Container(
        draw_sign(kind.faces[face - 1].sign, size * SIGN_SHARE),
        width=size,
        height=size,
        bgcolor=IVORY,
        border=_edge(),
        border_radius=size * 0.2,
        alignment=ft.Alignment.CENTER,
    )


def _pips(face: int, size: float) -> ft.Control:
    dot = size * 0.19
    at = [size * share - dot / 2 for share in (0.26, 0.5, 0.74)]
    pips: list[ft.Control] = [
        ft.Container(width=dot, height=dot, border_radius=dot, bgcolor=PIP_COLOR, left=at[x], top=at[y])
        for x, y in PIPS[face]
    ]
    return ft.Stack(pips, width=size, height=size)


def face_name(face: int, kind: DieKind | CardKind | None) -> Displayable:
    """Return the name of a face: its number of pips, or the custom name."""
    return face if kind is None else kind.faces[face - 1].name


# --- the pad -----------------------------------------------------------------------------------------------------


@ft.component
def DicePad(  # noqa: N802
    dice: Dice,
    on_rolled: OnRolled,
    width: float,
    on_put_aside: OnRolled | None = None,
    kept: Sequence[ft.Control] = (),
    *,
    is_compact: bool = False,
) -> ft.Control:
    """Build a pad of all faces in a width in points; a tap per die, the last submits the roll.

    The dice typed so far are shown above; a tap takes one back. Where dice may be put aside, a button below puts those
    aside and says that the others are rolled again. The dice ``kept`` from earlier throws lie before those typed. Faces
    of a compact pad are as low as fingers can hit.
    """
    # taps may come faster than redraws: the ref holds the latest dice, not the drawn ones
    latest = use_draft((OF_QUESTION, "dice", dice.name, dice.count, dice.sides), tuple[int, ...])
    _, draw = ft.use_state(0)

    def put(faces: tuple[int, ...]) -> None:
        latest.current = faces if len(faces) < dice.count else ()
        draw(lambda times: times + 1)
        if len(faces) == dice.count:
            on_rolled(faces)

    def tap(face: int) -> None:
        put((*latest.current, face))

    def back(face: int) -> None:
        at = max(k for k, thrown in enumerate(latest.current) if thrown == face)
        put((*latest.current[:at], *latest.current[at + 1 :]))

    thrown = latest.current
    faces = [
        _face(face, dice.kind, thrown.count(face), bind(tap, face), width, is_compact=is_compact)
        for face in range(1, dice.sides + 1)
    ]
    row = row_of(faces, Space.HAIR if is_compact else Space.TIGHT, alignment=ft.MainAxisAlignment.SPACE_BETWEEN)
    if on_put_aside is not None:

        def put_aside() -> None:
            kept = latest.current
            put(())
            on_put_aside(kept)

        again = _reroll_button(dice.count, thrown, put_aside, width)
        return column_of([_tray(dice, thrown, back, kept), row, again], Space.NEAR)
    if dice.kind is not None and dice.count > 1:
        return column_of([_tray(dice, thrown, back, kept), row], Space.NEAR)
    if not thrown:
        return row
    return column_of([_waiting(thrown, lambda: put(latest.current[:-1])), row], Space.NEAR)


def _face(
    face: int, kind: DieKind | None, count: int, on_tap: Callable[[], None], width: float, *, is_compact: bool
) -> ft.Control:
    name = translate(Text("Die: {n}", n=face_name(face, kind)))
    across = 6 if kind is None else len(kind.faces)
    largest = SMALL_DIE if is_compact else LARGE_DIE
    control = die_face(face, min(largest, width / across - Space.GAP), kind)
    if count and kind is not None:
        control = ft.Stack([control, _count(count)])
    height = COMPACT_HEIGHT if is_compact else FACE_HEIGHT
    return pressable(
        control, name, on_tap, Surface(pad=0, radius=Radius.TILE), height=height, grows=not is_compact, expand=True
    )


def _reroll_button(count: int, thrown: tuple[int, ...], on_tap: Callable[[], object], width: float) -> ft.Control:
    n = count - len(thrown)
    text = Text("Keep these, reroll {n}", n=n) if thrown else Text("Keep none, reroll {n}", n=n)
    label = translate(text)
    fill, ink = (ft.Colors.PRIMARY, ft.Colors.ON_PRIMARY) if thrown else (ft.Colors.SURFACE_CONTAINER_HIGH, None)
    size = fit_lines(label, FontSize.HEADING, width - 2 * Space.GAP, 1)
    face = ft.Text(label, size=size, weight=ft.FontWeight.W_700, color=ink)
    return row_of([pressable(face, label, on_tap, Surface(fill=fill, radius=Radius.PILL), height=56, expand=True)])


def _count(count: int) -> ft.Control:
    text = label_text(f"×{count}", 800, ft.Colors.ON_PRIMARY)
    pad = ft.Padding.symmetric(horizontal=Space.TIGHT)
    return ft.Container(text, bgcolor=ft.Colors.PRIMARY, border_radius=Radius.SOFT, padding=pad, right=0, top=0)


def _waiting(thrown: tuple[int, ...], on_take_back: Callable[[], None]) -> ft.Control:
    """Build the row of the first of two dice."""
    content = row_of(
        [*(die_face(face, 30) for face in thrown), ft.Icon(ft.Icons.BACKSPACE, size=FontSize.SUBTITLE)],
        Space.GAP,
        tight=True,
    )
    return pressable(
        content,
        translate(Text("Take the die back")),
        on_take_back,
        Surface(fill=ft.Colors.SURFACE_CONTAINER_HIGH),
        height=48,
    )


def _tray(
    dice: Dice, thrown: tuple[int, ...], on_take_back: Callable[[int], None], kept: Sequence[ft.Control]
) -> ft.Control:
    each = min(SMALL_DIE, (TRAY_WIDTH - len(kept) * (KEPT_DIE + Space.NEAR)) / dice.count - Space.NEAR)
    tiles = [_thrown_die(face, dice.kind, each, bind(on_take_back, face)) for face in sorted(thrown)]
    empty_slots = [_empty_slot(each) for _ in range(dice.count - len(thrown))]
    remaining_text = translate(Text("{n} die to tap", "{n} dice to tap", n=dice.count - len(thrown)))
    slots = ft.Semantics(content=row_of([*tiles, *empty_slots], Space.NEAR, tight=True), label=remaining_text)
    return row_of([*kept, slots], Space.NEAR, alignment=ft.MainAxisAlignment.CENTER, height=KEPT_DIE)


def _thrown_die(face: int, kind: DieKind | None, size: float, on_tap: Callable[[], None]) -> ft.Control:
    name = translate(Text("Take the die back: {what}", what=face_name(face, kind)))
    return pressable(
        die_face(face, size, kind), name, on_tap, Surface(pad=0, radius=Radius.SOFT), width=size, height=44, grows=False
    )


def _empty_slot(size: float) -> ft.Control:
    edge = ft.Border.all(1.5, ft.Colors.OUTLINE_VARIANT)
    return ft.Container(width=size, height=size, border=edge, border_radius=size * 0.2)
