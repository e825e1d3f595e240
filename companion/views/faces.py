"""Six faces with drawn pips: one tap is the roll."""

from __future__ import annotations

from collections.abc import Callable

import flet as ft

from companion.words import Translate
from rules.engine import Text

from .parts import press, use_held

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
Rolled = Callable[[tuple[int, ...]], None]


def die(face: int, size: float) -> ft.Control:
    """A die seen from above."""
    dot = size * 0.19
    at = [size * share - dot / 2 for share in (0.26, 0.5, 0.74)]
    pips: list[ft.Control] = [
        ft.Container(width=dot, height=dot, border_radius=dot, bgcolor=PIP, left=at[x], top=at[y])
        for x, y in PIPS[face]
    ]
    return ft.Container(ft.Stack(pips, width=size, height=size), bgcolor=IVORY, border_radius=size * 0.2)


@ft.component
def Faces(words: Translate, count: int, on_rolled: Rolled) -> ft.Control:  # noqa: N802
    """One row of faces; for a second die the first one waits above, where a tap takes it back."""
    thrown, set_thrown = use_held(())

    def tap(face: int) -> None:
        faces = (*thrown, face)
        set_thrown(faces if len(faces) < count else ())
        if len(faces) == count:
            on_rolled(faces)

    row = ft.Row([_face(words, face, tap) for face in PIPS], spacing=4, alignment=ft.MainAxisAlignment.SPACE_BETWEEN)
    if not thrown:
        return row
    return ft.Column([_thrown(words, thrown, lambda: set_thrown(thrown[:-1])), row], spacing=6, tight=True)


def _face(words: Translate, face: int, tap: Callable[[int], None]) -> ft.Control:
    name = words(Text("Die: {n}", n=face))
    return press(die(face, 56), name, lambda: tap(face), pad=0, radius=12, height=64, expand=True)


def _thrown(words: Translate, thrown: tuple[int, ...], back: Callable[[], None]) -> ft.Control:
    shown = ft.Row([*(die(face, 30) for face in thrown), ft.Icon(ft.Icons.BACKSPACE, size=18)], tight=True, spacing=8)
    return press(shown, words(Text("Take the die back")), back, fill=ft.Colors.SURFACE_CONTAINER_HIGH, height=48)
