"""The stack of Four Souls: top card in full, the next ones below it, all of them in a sheet."""

from __future__ import annotations

from typing import Any

import flet as ft

from companion.i18n import Translate
from companion.ui.design.preferences import swift
from companion.ui.design.theme import Round, Space, Type
from companion.ui.widgets.controls import Do, badge, caption, card, press, sentence
from rules.engine import Text

PEEKING = 3
"""Number of cards visible under the top one."""
STRETCH = ft.CrossAxisAlignment.STRETCH


@ft.component
def Stack(words: Translate, cards: tuple[Any, ...], seats: tuple[str, ...], on_open: Do) -> ft.Control:  # noqa: N802
    """Build the stack, last card in first; a tap on the cards below opens the whole stack.

    While the stack is empty nothing is shown.
    """
    if not cards:
        return ft.Container(height=0)
    top, *under = cards
    count = caption(words(Text("Stack · {n}", n=len(cards))))
    moving = ft.AnimatedSwitcher(
        ft.Container(_top(words, top, seats), key=f"{top.id}.{top.title}.{top.does}"),
        duration=swift(),
        reverse_duration=swift(),
    )
    # a card that fades out may stay readable for screen readers: the label is always that of the top card
    landing = ft.Semantics(content=moving, label=_aloud(words, top, seats), exclude_semantics=True)
    pile = [landing, *([_under(words, under, seats, on_open)] if under else [])]
    return ft.Column([count, ft.Column(pile, spacing=0, tight=True)], spacing=Space.NEAR)


def _aloud(words: Translate, card: Any, seats: tuple[str, ...]) -> str:
    does = [sentence(words(card.does))] if card.does else []
    return "\n".join([sentence(words(card.title)), *does, words(Text("{who}'s", who=seats[card.seat]))])


def _top(words: Translate, top: Any, seats: tuple[str, ...]) -> ft.Control:
    title = ft.Text(sentence(words(top.title)), size=Type.HEAD, weight=ft.FontWeight.W_700)
    does = [ft.Text(sentence(words(top.does)), size=Type.LEAD, color=ft.Colors.ON_SURFACE_VARIANT)] if top.does else []
    whose = words(Text("{who}'s", who=seats[top.seat]))
    owner = ft.Column(
        [badge(top.seat, seats[top.seat], 30), ft.Text(whose, size=Type.FINE, color=ft.Colors.ON_SURFACE_VARIANT)],
        spacing=Space.HAIR,
        horizontal_alignment=ft.CrossAxisAlignment.CENTER,
        tight=True,
    )
    said = ft.Column([title, *does], spacing=Space.HAIR, tight=True, expand=True)
    return card(ft.Row([said, owner]), seat=top.seat, bgcolor=ft.Colors.SURFACE_CONTAINER_HIGHEST)


# --- what lies under it ------------------------------------------------------------------------------------------


def _under(words: Translate, under: list[Any], seats: tuple[str, ...], on_open: Do) -> ft.Control:
    """Build the cards that resolve next and the number of further ones; a tap opens the stack."""
    peeks = [_peek(words, one, seats, depth) for depth, one in enumerate(under[:PEEKING], start=1)]
    hidden = len(under) - PEEKING
    if hidden > 0:
        peeks.append(_more(words(Text("and {n} more", n=hidden))))
    names = ", ".join(words(one.title) for one in under)
    spoken = words(Text("The whole stack. Under it: {names}", names=names))
    return press(ft.Column(peeks, spacing=0, tight=True, horizontal_alignment=STRETCH), spoken, on_open, pad=0)


def _more(label: str) -> ft.Control:
    row = ft.Row(
        [caption(label), ft.Icon(ft.Icons.EXPAND_MORE, size=Type.BODY, color=ft.Colors.ON_SURFACE_VARIANT)],
        alignment=ft.MainAxisAlignment.CENTER,
        spacing=Space.HAIR,
    )
    return ft.Container(row, padding=ft.Padding.symmetric(vertical=Space.HAIR))


def _peek(words: Translate, under: Any, seats: tuple[str, ...], depth: int) -> ft.Control:
    spans = [ft.TextSpan(sentence(words(under.title)), style=ft.TextStyle(weight=ft.FontWeight.W_600))]
    if under.does:
        spans.append(ft.TextSpan(f" · {sentence(words(under.does))}"))
    said = ft.Text(
        spans=spans,
        size=Type.SMALL,
        no_wrap=True,
        overflow=ft.TextOverflow.ELLIPSIS,
        color=ft.Colors.ON_SURFACE_VARIANT,
        expand=True,
    )
    line = ft.BorderSide(1, ft.Colors.OUTLINE_VARIANT)
    return ft.Container(
        ft.Row([badge(under.seat, seats[under.seat], 18), said], spacing=Space.GAP),
        bgcolor=ft.Colors.SURFACE_CONTAINER_HIGH if depth == 1 else ft.Colors.SURFACE_CONTAINER,
        border=ft.Border(left=line, right=line, bottom=line),
        border_radius=ft.BorderRadius.only(bottom_left=Round.TILE, bottom_right=Round.TILE),
        margin=ft.Margin.symmetric(horizontal=7 * depth),
        padding=ft.Padding.symmetric(horizontal=Space.GAP, vertical=Space.TIGHT),
    )


# --- all of it ---------------------------------------------------------------------------------------------------


def whole(words: Translate, cards: tuple[Any, ...], seats: tuple[str, ...]) -> ft.Control:
    """Build every card of the stack with its effect, in order of resolution."""
    rows = [_row(words, one, seats, place) for place, one in enumerate(cards, start=1)]
    return ft.Column(rows, spacing=Space.NEAR, scroll=ft.ScrollMode.AUTO, expand=True)


def _row(words: Translate, one: Any, seats: tuple[str, ...], place: int) -> ft.Control:
    ink = ft.Colors.PRIMARY if place == 1 else ft.Colors.ON_SURFACE_VARIANT
    number = ft.Text(str(place), size=Type.HEAD, weight=ft.FontWeight.W_700, color=ink, width=28)
    title = ft.Text(sentence(words(one.title)), size=Type.LEAD, weight=ft.FontWeight.W_600)
    does = [ft.Text(sentence(words(one.does)), size=Type.BODY, color=ft.Colors.ON_SURFACE_VARIANT)] if one.does else []
    said = ft.Column([title, *does], spacing=0, tight=True, expand=True)
    face = card(ft.Row([number, said, badge(one.seat, seats[one.seat], 26)]), seat=one.seat, hot=place == 1)
    return ft.Semantics(content=face, label=f"{place}\n{_aloud(words, one, seats)}", exclude_semantics=True)
