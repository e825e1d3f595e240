"""A page with every fault that the observers look for, beside the same things without one."""

from __future__ import annotations

from typing import Any

import click
import flet as ft
import flet.fastapi
import uvicorn

from companion.ui.design.theme import seat_color

CUT_SHORT, HALF, LOW, BEYOND = (
    "Esta frase no se lee hasta el final",
    "Terminar el turno",
    "Dos líneas altas",
    "Se sale de la pantalla",
)
BROKEN, WHOLE, AWAY = "Constantinopla", "Esta frase se lee entera", "Aparece al bajar"
SHORTENED = "Una frase que la página…"
"""A text that the page itself cuts where it is narrow."""
TILES = (
    (
        "Mosca: vida 1 de 1, evasión 2, ataque 3",
        ("1/1", "2+", "3", "1¢"),
    ),  # spoken and painted attack that is not saved
    (
        "Anillo de moscas: vida 3 de 3, evasión 3, ataque 1",
        ("2/3", "3+", "1", "3¢"),
    ),  # a painted life that is not spoken
    ("Clotty: vida 2 de 2, evasión 2, ataque 1", ("2/2", "2+", "1", "3 ¢")),  # right
)
"""Spoken and painted numbers of three monsters."""
UNDER, FREE = "Atacar Mosca", "Comprar"
ROWS = (
    ("Eva, vida 2, ¢ 3", "24", 1),  # another's color, and a painted number that is not the spoken one
    ("Fernanda, vida 9, ¢ 3", "93", 1),  # a frame without a turn, and a number that is not saved
    ("Constantinopla, vida 2, ¢ 3", "23", None),  # right
)
"""Name, painted numbers and frame of three players, of whom Eva has the turn and each has 2 lives and 3 cents."""


def faulty(page: ft.Page) -> None:
    """Draw all of it."""
    page.padding, page.spacing = 12, 8
    shortened = ft.Text(SHORTENED)
    page.on_resize = lambda event: widen(shortened, event.width)
    clip, ellipsis = ft.TextOverflow.CLIP, ft.TextOverflow.ELLIPSIS
    page.add(
        *(row(*one) for one in ROWS),
        ft.Row([tile(*one) for one in TILES]),
        ft.Container(ft.Text(CUT_SHORT, no_wrap=True, overflow=ellipsis), width=120),
        ft.Container(ft.Text(HALF, no_wrap=True, overflow=clip), width=70),
        ft.Container(ft.Text(LOW, size=20), width=90, height=30),
        ft.Container(ft.Text(BROKEN, size=20), width=70),
        ft.Row([ft.Container(width=300), ft.Text(BEYOND, no_wrap=True, overflow=ft.TextOverflow.VISIBLE)]),
        ft.Text(WHOLE),
        shortened,
        ft.Container(
            ft.Column([ft.Container(height=50), ft.Text(AWAY), ft.Text(AWAY)], scroll=ft.ScrollMode.HIDDEN), height=60
        ),
        ft.Stack([button(UNDER), ft.GestureDetector(ft.Container(width=200, height=60), on_tap=nothing)]),
        button(FREE),
    )


def widen(text: ft.Text, width: float) -> None:
    """Show all of it where there is room."""
    text.value = SHORTENED if width < 600 else SHORTENED.replace("…", " acorta")
    text.update()


def row(name: str, numbers: str, framed: int | None) -> ft.Control:
    """A player's row."""
    edge = ft.BorderSide(1.5, seat_color(framed)) if framed is not None else ft.BorderSide(0, ft.Colors.TRANSPARENT)
    style = ft.ButtonStyle(side=edge, shape=ft.RoundedRectangleBorder(radius=8), padding=8)
    face = ft.Row([ft.Text(name.split(",")[0]), *(ft.Text(number, size=20) for number in numbers)])
    spoken = ft.Semantics(content=face, label=name, exclude_semantics=True)
    return ft.MergeSemantics(ft.TextButton(content=spoken, style=style, on_click=nothing, height=48))


def tile(label: str, numbers: tuple[str, ...]) -> ft.Control:
    """A monster's tile."""
    face = ft.Row([ft.Text(number) for number in numbers], spacing=2)
    spoken = ft.Semantics(content=face, label=label, exclude_semantics=True)
    return ft.MergeSemantics(ft.TextButton(content=spoken, on_click=nothing, width=110, height=48))


def button(name: str) -> ft.Control:
    return ft.Button(name, on_click=nothing, width=200, height=60)


def nothing(_: Any) -> None:
    """Do nothing."""


@click.command(help=__doc__)
@click.argument("port", type=click.IntRange(1, 65535))
def main(port: int) -> None:
    """Serve the page at that port of this computer."""
    uvicorn.run(flet.fastapi.app(faulty, no_cdn=True), port=port, log_level="error")


if __name__ == "__main__":
    main()
