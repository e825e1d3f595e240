"""Dice faces, and the pad on which a roll is typed: pips, or signs of custom faces."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import flet as ft

from companion.i18n import Translate
from companion.ui.design.text_fit import screen
from companion.ui.design.theme import Round, Space, Type
from companion.ui.widgets.controls import bound, press
from rules.engine import Dice, DieKind, Shown, Text

from .dice_signs import sign

PIPS = {
    1: ((1, 1),),
    2: ((0, 0), (2, 2)),
    3: ((0, 0), (1, 1), (2, 2)),
    4: ((0, 0), (0, 2), (2, 0), (2, 2)),
    5: ((0, 0), (0, 2), (1, 1), (2, 0), (2, 2)),
    6: ((0, 0), (0, 1), (0, 2), (2, 0), (2, 1), (2, 2)),
}
"""Column and row of each pip, 0 … 2."""
IVORY, PIP = "#FBF3E4", "#2A1A12"
SIGN = 0.76
"""Share of a die's size that its sign takes."""
TRAY = 336
"""Maximum width of the dice typed so far, in points."""
LARGE, SMALL = 56, 38
"""Size of a die on the pad and of one already typed, in points, if there is room."""
Rolled = Callable[[tuple[int, ...]], Any]


def _edged() -> ft.Border:
    """Return the border of a die, which makes it visible on a light background."""
    return ft.Border.all(1.5, "#CDBB9F")


def die(face: int, size: float, kind: DieKind | None = None) -> ft.Control:
    """Draw a die face; a die kind with custom faces shows its sign."""
    if kind is None:
        return ft.Container(_pips(face, size), bgcolor=IVORY, border=_edged(), border_radius=size * 0.2)
    return ft.Container(
        sign(kind.faces[face - 1].sign, size * SIGN),
        width=size,
        height=size,
        bgcolor=IVORY,
        border=_edged(),
        border_radius=size * 0.2,
        alignment=ft.Alignment.CENTER,
    )


def _pips(face: int, size: float) -> ft.Control:
    dot = size * 0.19
    at = [size * share - dot / 2 for share in (0.26, 0.5, 0.74)]
    pips: list[ft.Control] = [
        ft.Container(width=dot, height=dot, border_radius=dot, bgcolor=PIP, left=at[x], top=at[y])
        for x, y in PIPS[face]
    ]
    return ft.Stack(pips, width=size, height=size)


def face_name(face: int, kind: DieKind | None) -> Shown:
    """Return the name of a face: its number of pips, or the custom name."""
    return face if kind is None else kind.faces[face - 1].name


# --- the pad -----------------------------------------------------------------------------------------------------


@ft.component
def Faces(words: Translate, dice: Dice, on_rolled: Rolled) -> ft.Control:  # noqa: N802
    """Build a pad of all faces, a tap per die; the last die submits the roll.

    The dice typed so far are shown above; a tap takes one back.
    """
    # taps may come faster than redraws: the ref holds the latest dice, not the drawn ones
    latest: Any = ft.use_ref(lambda: ())
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

    thrown: tuple[int, ...] = latest.current
    faces = [_face(words, face, dice.kind, thrown.count(face), bound(tap, face)) for face in range(1, dice.sides + 1)]
    row = ft.Row(faces, spacing=Space.TIGHT, alignment=ft.MainAxisAlignment.SPACE_BETWEEN)
    if dice.kind is not None and dice.count > 1:
        return ft.Column([_tray(words, dice, thrown, back), row], spacing=Space.NEAR, tight=True)
    if not thrown:
        return row
    return ft.Column([_waiting(words, thrown, lambda: put(latest.current[:-1])), row], spacing=Space.NEAR, tight=True)


def _face(words: Translate, face: int, kind: DieKind | None, thrown: int, tap: Callable[[], None]) -> ft.Control:
    name = words(Text("Die: {n}", n=face_name(face, kind)))
    across = 6 if kind is None else len(kind.faces)
    shown = die(face, min(LARGE, (screen() - 2 * Space.EDGE) / across - Space.GAP), kind)
    if thrown and kind is not None:
        shown = ft.Stack([shown, _count(thrown)])
    return press(shown, name, tap, pad=0, radius=Round.TILE, height=64, expand=True)


def _count(thrown: int) -> ft.Control:
    """Build the mark of how many dice show a face."""
    text = ft.Text(f"×{thrown}", size=Type.SMALL, weight=ft.FontWeight.W_800, color=ft.Colors.ON_PRIMARY)
    pad = ft.Padding.symmetric(horizontal=Space.TIGHT)
    return ft.Container(text, bgcolor=ft.Colors.PRIMARY, border_radius=Round.SOFT, padding=pad, right=0, top=0)


def _waiting(words: Translate, thrown: tuple[int, ...], back: Callable[[], None]) -> ft.Control:
    """Build the row of the first of two dice."""
    shown = ft.Row(
        [*(die(face, 30) for face in thrown), ft.Icon(ft.Icons.BACKSPACE, size=Type.LEAD)],
        tight=True,
        spacing=Space.GAP,
    )
    return press(shown, words(Text("Take the die back")), back, fill=ft.Colors.SURFACE_CONTAINER_HIGH, height=48)


def _tray(words: Translate, dice: Dice, thrown: tuple[int, ...], back: Callable[[int], None]) -> ft.Control:
    """Build the row of typed dice, sorted, with slots for the rest; a tap takes one back."""
    each = min(SMALL, TRAY / dice.count - 6)
    tiles = [_thrown(words, face, dice.kind, each, bound(back, face)) for face in sorted(thrown)]
    room = [_room(each) for _ in range(dice.count - len(thrown))]
    left = words(Text("{n} die to tap", "{n} dice to tap", n=dice.count - len(thrown)))
    row = ft.Row([*tiles, *room], spacing=Space.NEAR, alignment=ft.MainAxisAlignment.CENTER)
    return ft.Semantics(content=row, label=left)


def _thrown(words: Translate, face: int, kind: DieKind | None, size: float, tap: Callable[[], None]) -> ft.Control:
    name = words(Text("Take the die back: {what}", what=face_name(face, kind)))
    return press(die(face, size, kind), name, tap, pad=0, radius=Round.SOFT, width=size, height=44, grows=False)


def _room(size: float) -> ft.Control:
    edge = ft.Border.all(1.5, ft.Colors.OUTLINE_VARIANT)
    return ft.Container(width=size, height=size, border=edge, border_radius=size * 0.2)
