"""Theme: color schemes, an accent per game, a color per seat, and icons."""

from __future__ import annotations

from dataclasses import dataclass, fields

import flet as ft

from .drawn_signs import GHOST, SWORD, SignIcon
from .font import FONT_FAMILY, first_sign, has_glyphs
from .look import seat_look
from .sign_colors import sign_scheme
from .sizes import Space


@dataclass(frozen=True, slots=True)
class Accent:
    """Colors of a game for the light and the dark scheme.

    Each has the accent itself, the text on it, its container and the text there.
    """

    light: str
    dark: str
    on_dark: str
    """Text color on the dark accent; on the light one it is white."""
    light_container: str
    dark_container: str
    on_light_container: str
    on_dark_container: str

    def color_scheme(self, dark: bool) -> dict[str, str]:
        """Return the accent's part of a color scheme."""
        accent = self.dark if dark else self.light
        return {
            "primary": accent,
            "surface_tint": accent,
            "inverse_primary": accent,
            "on_primary": self.on_dark if dark else "#FFFFFF",
            "primary_container": self.dark_container if dark else self.light_container,
            "on_primary_container": self.on_dark_container if dark else self.on_light_container,
        }


SEAT_COLORS = ("#4A9FE0", "#DDA01E", "#2BAA86", "#C77FB8", "#E0734A", "#9A948C")
"""Colors of the seats, distinct when color-blind; an initial always stands beside them."""
INK = "#17110D"
"""Text color on a seat's color."""


GAIN_COLOR, LOSS_COLOR = ft.Colors.TERTIARY, ft.Colors.ERROR
"""Colors of what went up and what went down; a sign stands beside them."""
ACCENTS = {
    "four_souls": Accent("#A83F1C", "#F58A5C", "#351002", "#F6D5C4", "#5E2A14", "#4A1604", "#FFDCCB"),
    "king_of_tokyo": Accent("#3F6A12", "#A9D26B", "#152600", "#DDEBC3", "#33500F", "#1B3100", "#DDF3B8"),
    "malifaux": Accent("#6A429A", "#C9A8F2", "#2A0B4E", "#E8DAF6", "#48296F", "#2E0F52", "#EEDCFF"),
    "darkmoor": Accent("#2C5F87", "#8FC1EC", "#04263F", "#D3E4F3", "#1C4767", "#06304F", "#D3E9FB"),
    "boss_monster": Accent("#A02464", "#F48FBC", "#48002A", "#F8D7E5", "#6B1B44", "#4D0A2C", "#FFD9E7"),
}
"""Accent of each game."""
DEFAULT_ACCENT = Accent("#7A5230", "#E0A878", "#331A04", "#F0DCC8", "#553819", "#3B2208", "#FBE0C6")

LIGHT_SCHEME = {
    "surface": "#FBF5ED",
    "surface_container_lowest": "#FFFCF7",
    "surface_container_low": "#F6EEE3",
    "surface_container": "#F1E7DA",
    "surface_container_high": "#EADECF",
    "surface_container_highest": "#E2D4C2",
    "on_surface": "#221A13",
    "on_surface_variant": "#65574A",
    "outline": "#8C7C6C",
    "outline_variant": "#D5C6B4",
    "secondary": "#2F6B62",
    "on_secondary": "#FFFFFF",
    "tertiary": "#2C6A1C",
    "tertiary_container": "#DCEBCF",
    "on_tertiary_container": "#1C4A10",
    "error": "#B3261E",
    "error_container": "#F7D6CF",
    "on_error_container": "#7D140D",
    "inverse_surface": "#2B211B",
    "on_inverse_surface": "#FFF8F0",
}
DARK_SCHEME = {
    "surface": "#1A1512",
    "surface_container_lowest": "#130F0C",
    "surface_container_low": "#221C18",
    "surface_container": "#29221D",
    "surface_container_high": "#342B25",
    "surface_container_highest": "#40362E",
    "on_surface": "#F3E9DE",
    "on_surface_variant": "#C3B3A3",
    "outline": "#94836F",
    "outline_variant": "#4B4037",
    "secondary": "#8CC7BB",
    "on_secondary": "#06302A",
    "tertiary": "#93D77F",
    "tertiary_container": "#23401A",
    "on_tertiary_container": "#BFF0AC",
    "error": "#FFB4AB",
    "error_container": "#5A1F18",
    "on_error_container": "#FFDAD4",
    "inverse_surface": "#EDE2D6",
    "on_inverse_surface": "#2B231D",
}


TEXT_STYLES = tuple(field.name for field in fields(ft.TextTheme))
"""Names of the text styles of a theme."""


def accent_of(game: str) -> Accent:
    """Return the game's accent; the default one for pages without a game."""
    return ACCENTS.get(game, DEFAULT_ACCENT)


def build_theme(game: str, dark: bool) -> ft.Theme:
    """Build the game's theme, light or dark."""
    accent = accent_of(game).color_scheme(dark)
    scheme = ft.ColorScheme(**accent, **(DARK_SCHEME if dark else LIGHT_SCHEME), **sign_scheme(dark))
    # Flutter colors texts by a scheme of its own, not by ours, and takes the family of a style from nowhere else
    words = ft.TextStyle(color=scheme.on_surface, font_family=FONT_FAMILY)
    ring = ft.ButtonStyle(side=focus_ring())
    roomy = ft.ButtonStyle(side=focus_ring(), padding=Space.EDGE)  # the tap target is larger than the icon
    return ft.Theme(
        color_scheme=scheme,
        font_family=FONT_FAMILY,
        text_theme=ft.TextTheme(**dict.fromkeys(TEXT_STYLES, words)),
        visual_density=ft.VisualDensity.STANDARD,
        button_theme=ft.ButtonTheme(ring),
        filled_button_theme=ft.FilledButtonTheme(ring),
        icon_button_theme=ft.IconButtonTheme(roomy),
        outlined_button_theme=ft.OutlinedButtonTheme(ring),
        text_button_theme=ft.TextButtonTheme(ring),
    )


def focus_ring(edge: ft.BorderSide | None = None) -> dict[ft.ControlState, ft.BorderSide]:
    """Return a button's border by state, with a ring on keyboard focus.

    A change of tone alone is hardly visible. Without ``edge`` the border is that of the kind of button.
    """
    ring = {ft.ControlState.FOCUSED: ft.BorderSide(3, ft.Colors.ON_SURFACE)}
    return ring if edge is None else {**ring, ft.ControlState.DEFAULT: edge}


def no_edge() -> ft.BorderSide:
    """Return the border of a button without one.

    The client keeps a former border if the next style says nothing about it.
    """
    return ft.BorderSide(0, ft.Colors.TRANSPARENT, style=ft.BorderStyle.NONE)


def seat_color(seat: int | None) -> str:
    """Return the seat's color, as its player chose it; a neutral one for None."""
    return ft.Colors.OUTLINE if seat is None else SEAT_COLORS[seat_look(seat).color % len(SEAT_COLORS)]


def seat_initial(name: str, seat: int | None = None) -> str:
    """Return the letter of a seat's badge; the seat's number where the page has no such letter.

    For default names that end in a number, it is that number.
    """
    *_, last = name.split() or [""]
    if len(last) == 1 and last.isdecimal():
        return last
    first = first_sign(name)
    if first and has_glyphs(first):
        return first.upper()
    return "?" if seat is None else str(seat + 1)


TRACKER_ICONS: dict[str, SignIcon] = {
    "life": ft.Icons.FAVORITE,
    "cents": ft.Icons.PAID,
    "loot": ft.Icons.STYLE,
    "soul": GHOST,
    "attack": SWORD,
    "evasion": ft.Icons.CASINO,
    "heart": ft.Icons.FAVORITE,
    "points": ft.Icons.STAR,
    "energy": ft.Icons.BOLT,
    "wounds": ft.Icons.HEART_BROKEN,
    "token": ft.Icons.HEXAGON,
    "cost": ft.Icons.SELL,
    "soulstone": ft.Icons.DIAMOND,
    "hand": ft.Icons.STYLE,
    "deck": ft.Icons.LAYERS,
    "peril": ft.Icons.WHATSHOT,
    "cleric": ft.Icons.HEALING,
    "fighter": ft.Icons.SHIELD,
    "mage": ft.Icons.AUTO_FIX_HIGH,
    "thief": ft.Icons.VPN_KEY,
    "fool": ft.Icons.CELEBRATION,
}
"""Icon by kind of tracker."""


def tracker_icon(kind: str) -> SignIcon:
    """Return the icon of a kind of tracker; a generic one for unknown kinds."""
    return TRACKER_ICONS.get(kind, ft.Icons.INVENTORY_2)
