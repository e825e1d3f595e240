"""Colors of the games' signs: one of each hue for the light and for the dark scheme.

A sign never says anything by its color alone: each has a shape and a name of its own.
"""

from __future__ import annotations

from dataclasses import dataclass

import flet as ft

from companion.ui.design.text import MUTED


@dataclass(frozen=True, slots=True)
class SignColor:
    """Color of signs: the slot of the color scheme that holds it, and its value in both schemes."""

    slot: str
    light: str
    dark: str


SIGN_COLORS = {
    ft.Colors.PRIMARY_FIXED: SignColor("primary_fixed", "#B3332A", "#F0857A"),
    ft.Colors.PRIMARY_FIXED_DIM: SignColor("primary_fixed_dim", "#8A6100", "#EFB93C"),
    ft.Colors.SECONDARY_FIXED: SignColor("secondary_fixed", "#A34A10", "#F09A55"),
    ft.Colors.SECONDARY_FIXED_DIM: SignColor("secondary_fixed_dim", "#2C6E49", "#7CCB98"),
    ft.Colors.TERTIARY_FIXED: SignColor("tertiary_fixed", "#22639E", "#86B9EA"),
    ft.Colors.TERTIARY_FIXED_DIM: SignColor("tertiary_fixed_dim", "#7547A8", "#C4A0EE"),
}
"""Color of each slot, which no control of Flet uses by itself."""
RED, GOLD, ORANGE, GREEN, BLUE, VIOLET = SIGN_COLORS
"""Colors of signs, which the client resolves for its light or dark scheme."""
TRACKER_COLORS = {
    "life": RED,
    "cents": GOLD,
    "loot": GREEN,
    "soul": BLUE,
    "attack": ORANGE,
    "evasion": VIOLET,
    "heart": RED,
    "points": GOLD,
    "energy": GREEN,
    "wounds": RED,
    "token": VIOLET,
    "cost": GOLD,
    "soulstone": BLUE,
    "hand": GREEN,
    "deck": BLUE,
    "peril": ORANGE,
    "cleric": GOLD,
    "fighter": RED,
    "mage": BLUE,
    "thief": GREEN,
    "fool": VIOLET,
}
"""Color of the sign by kind of tracker; an icon of that kind has it."""


def tracker_color(kind: str) -> str:
    """Return the color of the sign of a kind of tracker; a neutral one for unknown kinds."""
    return TRACKER_COLORS.get(kind, MUTED)


def sign_scheme(dark: bool) -> dict[str, str]:
    """Return the signs' part of a color scheme."""
    return {color.slot: color.dark if dark else color.light for color in SIGN_COLORS.values()}
