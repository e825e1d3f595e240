"""Game covers on the home page, in each game's colour, the most recently played first."""

from __future__ import annotations

from collections.abc import Sequence

import flet as ft

from companion.storage.matches import Match
from rules.engine import Text

from .parts import bound, press, rows
from .phone import Phone
from .pictures import scene_of
from .theme import Round, Space, Type, accent_of

ACROSS, GAP, TALL, SIGN = 2, 12, 128, 92
"""Covers per row; their gap, height and icon size in points."""
WHITE = ft.Colors.WHITE


def covers(phone: Phone, matches: Sequence[Match]) -> ft.Control:
    """Build the grid of all games.

    ``matches`` are the matches of this house, the most recently played first.
    """
    order = _order(phone, matches)
    blank: list[ft.Control] = [ft.Container(expand=True)] if len(order) % ACROSS else []
    return rows([*(_cover(phone, game) for game in order), *blank], ACROSS, GAP)


def _order(phone: Phone, matches: Sequence[Match]) -> list[str]:
    played = list(dict.fromkeys(match.game for match in matches))
    return [*played, *(game for game in phone.library.games if game not in played)]


def _cover(phone: Phone, key: str) -> ft.Control:
    words, game = phone.words, phone.library.games[key]
    few, many = game.players[0], game.players[-1]
    seats = words(Text("{low} to {high} players", low=few, high=many))
    title = ft.Text(
        words(game.title),
        size=Type.HEAD,
        weight=ft.FontWeight.W_700,
        style=ft.TextStyle(height=1.1),
        color=WHITE,
        max_lines=2,
        overflow=ft.TextOverflow.ELLIPSIS,
    )
    said = ft.Column(
        [title, ft.Text(seats, size=Type.SMALL, color=WHITE)],
        spacing=Space.HAIR,
        tight=True,
        left=14,
        bottom=12,
        right=10,
    )
    sign = ft.Icon(scene_of(key).sign, size=SIGN, color=ft.Colors.with_opacity(0.28, WHITE))
    face = ft.Stack([ft.Container(sign, right=-12, top=-14), said], height=TALL)
    cover = press(
        face,
        f"{words(game.title)}, {seats}",
        bound(phone.go, f"/new/{key}"),
        fill=accent_of(key).day,
        radius=Round.PILL,
        pad=0,
        height=TALL,
        align=ft.Alignment.BOTTOM_LEFT,
    )
    return ft.Container(cover, border_radius=Round.PILL, clip_behavior=ft.ClipBehavior.ANTI_ALIAS, expand=True)
