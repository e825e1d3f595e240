"""Covers of the games, each of which begins a new match."""

from __future__ import annotations

from collections.abc import Sequence

import flet as ft

from companion.storage.matches import Match
from companion.ui.design.boxes import column_of
from companion.ui.design.look import translate
from companion.ui.design.sizes import Radius, Space
from companion.ui.design.text import heading_text, label_text
from companion.ui.design.theme import accent_of
from companion.ui.games.covers import COVER_ICONS, PLAIN_COVER_ICON
from companion.ui.session.phone import Phone
from companion.ui.widgets.controls import Surface, bind, button_grid, pressable
from rules.engine import Text

COVERS_PER_ROW, COVER_GAP, COVER_HEIGHT, COVER_ICON_SIZE = 2, 12, 128, 92
"""Covers per row; their gap, height and icon size in points."""
WHITE = ft.Colors.WHITE


def game_covers(phone: Phone, matches: Sequence[Match]) -> ft.Control:
    """Build the grid of all games.

    ``matches`` are the matches of this house, the most recently played first.
    """
    order = _order(phone, matches)
    blank: list[ft.Control] = [ft.Container(expand=True)] if len(order) % COVERS_PER_ROW else []
    return button_grid([*(_cover(phone, game) for game in order), *blank], COVERS_PER_ROW, COVER_GAP)


def _order(phone: Phone, matches: Sequence[Match]) -> list[str]:
    played = list(dict.fromkeys(match.game for match in matches))
    return [*played, *(game for game in phone.library.games if game not in played)]


def _cover(phone: Phone, key: str) -> ft.Control:
    game = phone.library.summary(key)
    fewest, most = game.player_counts[0], game.player_counts[-1]
    seats = translate(Text("{low}–{high} players", low=fewest, high=most))
    title = heading_text(
        translate(game.title),
        700,
        WHITE,
        style=ft.TextStyle(height=1.1),
        max_lines=2,
        overflow=ft.TextOverflow.ELLIPSIS,
    )
    caption = column_of([title, label_text(seats, color=WHITE)], Space.HAIR, left=14, bottom=12, right=10)
    icon = ft.Icon(
        COVER_ICONS.get(key, PLAIN_COVER_ICON), size=COVER_ICON_SIZE, color=ft.Colors.with_opacity(0.28, WHITE)
    )
    face = ft.Stack([ft.Container(icon, right=-12, top=-14), caption], height=COVER_HEIGHT)
    cover = pressable(
        face,
        f"{translate(game.title)}, {seats}",
        bind(phone.go, f"/new/{key}"),
        Surface(fill=accent_of(key).light, radius=Radius.PILL, pad=0, align=ft.Alignment.BOTTOM_LEFT),
        height=COVER_HEIGHT,
    )
    return ft.Container(cover, border_radius=Radius.PILL, clip_behavior=ft.ClipBehavior.ANTI_ALIAS, expand=True)
