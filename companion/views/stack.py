"""The stack: the top card whole, the next ones peeking out from under it."""

from __future__ import annotations

from typing import Any

import flet as ft

from companion.words import Translate
from rules.engine import Text

from .habits import swift
from .parts import badge, caption, card, sentence
from .theme import ROUND

PEEKING = 2
"""So many cards can be seen under the top one."""


@ft.component
def Stack(words: Translate, cards: tuple[Any, ...], seats: tuple[str, ...]) -> ft.Control:  # noqa: N802
    """Nothing at all while the stack is empty; the last card in comes first."""
    if not cards:
        return ft.Container(height=0)
    top, *under = cards
    count = caption(words(Text("Stack · {n}", n=len(cards))))
    moving = ft.AnimatedSwitcher(
        ft.Container(_top(words, top, seats), key=f"{top.id}.{top.title}.{top.does}"),
        duration=swift(),
        reverse_duration=swift(),
    )
    # a card that fades away may be read aloud for ever: the label stands for whichever lies on top
    landing = ft.Semantics(content=moving, label=_aloud(words, top, seats), exclude_semantics=True)
    peeks = [_peek(words, one, seats, depth + 1) for depth, one in enumerate(under[:PEEKING])]
    more = [] if len(under) <= PEEKING else [caption(words(Text("and {n} more", n=len(under) - PEEKING)))]
    pile = ft.Column([landing, *peeks, *more], spacing=0, horizontal_alignment=ft.CrossAxisAlignment.CENTER)
    return ft.Column([count, pile], spacing=6)


def _aloud(words: Translate, top: Any, seats: tuple[str, ...]) -> str:
    does = [sentence(words(top.does))] if top.does else []
    return "\n".join([sentence(words(top.title)), *does, words(Text("{who}'s", who=seats[top.seat]))])


def _top(words: Translate, top: Any, seats: tuple[str, ...]) -> ft.Control:
    title = ft.Text(sentence(words(top.title)), size=19, weight=ft.FontWeight.W_700)
    does = [ft.Text(sentence(words(top.does)), size=15, color=ft.Colors.ON_SURFACE_VARIANT)] if top.does else []
    whose = words(Text("{who}'s", who=seats[top.seat]))
    owner = ft.Column(
        [badge(top.seat, seats[top.seat], 30), ft.Text(whose, size=12, color=ft.Colors.ON_SURFACE_VARIANT)],
        spacing=2,
        horizontal_alignment=ft.CrossAxisAlignment.CENTER,
        tight=True,
    )
    said = ft.Column([title, *does], spacing=2, tight=True, expand=True)
    return card(ft.Row([said, owner]), seat=top.seat, bgcolor=ft.Colors.SURFACE_CONTAINER_HIGHEST)


def _peek(words: Translate, under: Any, seats: tuple[str, ...], depth: int) -> ft.Control:
    title = ft.Text(
        sentence(words(under.title)),
        size=13,
        no_wrap=True,
        overflow=ft.TextOverflow.ELLIPSIS,
        color=ft.Colors.ON_SURFACE_VARIANT,
        expand=True,
    )
    return ft.Container(
        ft.Row([badge(under.seat, seats[under.seat], 18), title], spacing=8),
        bgcolor=ft.Colors.SURFACE_CONTAINER_HIGH if depth == 1 else ft.Colors.SURFACE_CONTAINER,
        border=ft.Border(
            left=ft.BorderSide(1, ft.Colors.OUTLINE_VARIANT),
            right=ft.BorderSide(1, ft.Colors.OUTLINE_VARIANT),
            bottom=ft.BorderSide(1, ft.Colors.OUTLINE_VARIANT),
        ),
        border_radius=ft.BorderRadius.only(bottom_left=ROUND - 2, bottom_right=ROUND - 2),
        margin=ft.Margin.symmetric(horizontal=10 * depth),
        padding=ft.Padding.symmetric(horizontal=10, vertical=5),
    )
