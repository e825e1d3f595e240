"""How everything looks: a warm ground, one accent a game, one colour a seat, one pace of motion."""

from __future__ import annotations

from dataclasses import dataclass

import flet as ft


@dataclass(frozen=True, slots=True)
class Accent:
    """A game's colour, each by day and by evening: itself, what is written on it, its pale ground and the ink there."""

    day: str
    evening: str
    ink: str
    """On the evening's accent; the day's has white."""
    day_ground: str
    evening_ground: str
    day_ink: str
    evening_ink: str

    def scheme(self, dark: bool) -> dict[str, str]:
        """The accent's part of a colour scheme."""
        accent = self.evening if dark else self.day
        return {
            "primary": accent,
            "surface_tint": accent,
            "inverse_primary": accent,
            "on_primary": self.ink if dark else "#FFFFFF",
            "primary_container": self.evening_ground if dark else self.day_ground,
            "on_primary_container": self.evening_ink if dark else self.day_ink,
        }


SEATS = ("#4A9FE0", "#DDA01E", "#2BAA86", "#C77FB8", "#E0734A", "#9A948C")
"""One colour a seat, told apart by colour-blind eyes too; an initial always stands beside it."""
INK = "#17110D"
"""What is written on a seat's colour."""


class Type:
    """How large letters and the signs beside them are, in points at 100 %; a view takes no others."""

    FINE = 12
    """What is only read from close by."""
    SMALL = 14
    """What stands below something, or beside it."""
    BODY = 16
    LEAD = 18
    """What names a row, a card or a button."""
    HEAD = 20
    TITLE = 22
    """The question that a table waits for; the name of a page."""
    SIGN = 24
    """A sign that is tapped alone."""
    BIG = 26
    """A number that is read from where one sits."""
    HERO = 34
    SCENE = 56
    """A picture that stands alone."""


class Space:
    """How far things stand apart, in points."""

    HAIR = 2
    TIGHT = 4
    NEAR = 6
    """Between things that are one."""
    GAP = 8
    """Between things of one kind."""
    EDGE = 12
    """Between what is inside a tile and its edge; between a table and the edge of the phone."""
    ROOM = 16
    PAGE = 20
    """Between a page and the edge of the phone."""
    AIR = 24


class Round:
    """How round corners are, in points."""

    NIB = 4
    """A bar or a stripe."""
    SOFT = 10
    """A small thing among many."""
    TILE = 16
    """A tile, a card, a picture."""
    PILL = 20
    """What is tapped alone."""
    SHEET = 28
    """What comes up from below, at its upper corners."""


class Motion:
    """How long things take, in milliseconds; who wants less motion sees none of it."""

    SWIFT = 180


WIDE = 900
"""From this width on there are two columns."""
LEFT, RIGHT = 6, 5
"""How the two share the width."""
NARROW = 360
"""Below this width, by the size of the letters, two things stand beside each other where else three do."""
THUMB = 44
"""Points that a thumb needs each way."""
SHORT = 520
"""Below this height a phone lies on its side."""
CROWDED = 300
"""Below this height, by the size of the letters, nothing keeps its place: question and answers scroll as one."""

ACCENTS = {
    "four_souls": Accent("#A83F1C", "#F58A5C", "#351002", "#F6D5C4", "#5E2A14", "#4A1604", "#FFDCCB"),
    "king_of_tokyo": Accent("#3F6A12", "#A9D26B", "#152600", "#DDEBC3", "#33500F", "#1B3100", "#DDF3B8"),
    "malifaux": Accent("#6A429A", "#C9A8F2", "#2A0B4E", "#E8DAF6", "#48296F", "#2E0F52", "#EEDCFF"),
    "darkmoor": Accent("#2C5F87", "#8FC1EC", "#04263F", "#D3E4F3", "#1C4767", "#06304F", "#D3E9FB"),
    "boss_monster": Accent("#A02464", "#F48FBC", "#48002A", "#F8D7E5", "#6B1B44", "#4D0A2C", "#FFD9E7"),
}
"""Each game's accent."""
PLAIN = Accent("#7A5230", "#E0A878", "#331A04", "#F0DCC8", "#553819", "#3B2208", "#FBE0C6")

LIGHT = {
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
    "error": "#B3261E",
    "inverse_surface": "#38302A",
    "on_inverse_surface": "#F6EDE3",
}
DARK = {
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
    "error": "#FFB4AB",
    "inverse_surface": "#EDE2D6",
    "on_inverse_surface": "#2B231D",
}


def accent_of(game: str) -> Accent:
    """The game's accent; a plain one for the home page."""
    return ACCENTS.get(game, PLAIN)


def theme(game: str, dark: bool) -> ft.Theme:
    """The theme of that game, by day or by evening."""
    accent = accent_of(game).scheme(dark)
    scheme = ft.ColorScheme(**accent, **(DARK if dark else LIGHT))
    ring = ft.ButtonStyle(side=ringed())
    roomy = ft.ButtonStyle(side=ringed(), padding=Space.EDGE)  # a thumb needs more than the eye
    return ft.Theme(
        color_scheme=scheme,
        font_family="Roboto",
        visual_density=ft.VisualDensity.STANDARD,
        button_theme=ft.ButtonTheme(ring),
        filled_button_theme=ft.FilledButtonTheme(ring),
        icon_button_theme=ft.IconButtonTheme(roomy),
        outlined_button_theme=ft.OutlinedButtonTheme(ring),
        text_button_theme=ft.TextButtonTheme(ring),
    )


def ringed(edge: ft.BorderSide | None = None) -> dict[ft.ControlState, ft.BorderSide]:
    """A button's edge, if it has one: a ring while the keyboard is on it, for a change of tone alone is hardly seen."""
    ring = {ft.ControlState.FOCUSED: ft.BorderSide(3, ft.Colors.ON_SURFACE)}
    return ring if edge is None else {**ring, ft.ControlState.DEFAULT: edge}


def dress(page: ft.Page, game: str = "", mode: ft.ThemeMode = ft.ThemeMode.SYSTEM) -> None:
    """Dress a page for that game, in both grounds."""
    page.theme, page.dark_theme, page.theme_mode = theme(game, False), theme(game, True), mode
    page.bgcolor = ft.Colors.SURFACE


def seat_colour(seat: int | None) -> str:
    """The colour that a seat wears everywhere; a neutral one for nobody."""
    return ft.Colors.OUTLINE if seat is None else SEATS[seat % len(SEATS)]


def initial(name: str) -> str:
    """The sign beside the colour; of those whom nobody named, and who have numbers, the number."""
    *_, last = name.split() or [""]
    return last if len(last) == 1 and last.isdecimal() else name.strip()[:1].upper() or "?"


ICONS = {
    "life": ft.Icons.FAVORITE,
    "cents": ft.Icons.PAID,
    "loot": ft.Icons.STYLE,
    "soul": ft.Icons.AUTO_AWESOME,
    "attack": ft.Icons.SPORTS_MMA,
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
"""What stands for a number, by its tracker's kind."""


TRACKS = {"heart": "#D2463C", "points": "#DDA01E"}
"""The colour of a track, by its tracker's kind; its picture stands above it."""


def icon_of(kind: str) -> ft.IconData:
    """The picture of a kind of numbers; a box of counters where there is none."""
    return ICONS.get(kind, ft.Icons.INVENTORY_2)
