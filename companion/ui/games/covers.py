"""Picture on the cover of each game with a scene of its own, known without importing it."""

from __future__ import annotations

import flet as ft

COVER_ICONS = {
    "four_souls": ft.Icons.AUTO_AWESOME,
    "king_of_tokyo": ft.Icons.LOCATION_CITY,
    "malifaux": ft.Icons.AUTO_FIX_HIGH,
    "darkmoor": ft.Icons.CASTLE,
    "boss_monster": ft.Icons.FORT,
}
PLAIN_COVER_ICON = ft.Icons.CASINO
"""Picture of a game without one of its own."""
