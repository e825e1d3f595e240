"""Signs of the boards with name, explaining line and color, for legends and tooltips."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache

import flet as ft

from companion.ui.design.boxes import START, column_of, row_of
from companion.ui.design.drawn_signs import SKULL, SignIcon, icon_of
from companion.ui.design.look import translate
from companion.ui.design.sizes import FontSize, Space
from companion.ui.design.text import MUTED, body_text, label_text
from companion.ui.widgets.controls import capitalize_first
from rules.engine import Text


@dataclass(frozen=True)
class Sign:
    """Sign that stands on a board or on a player's row: what it looks like, and what it means."""

    icon: SignIcon
    name: Text
    line: Text
    """One short sentence."""
    color: str = MUTED

    @property
    def mark(self) -> tuple[SignIcon, str, Text]:
        """The sign as a mark on a player's row."""
        return self.icon, self.color, self.name


COMMON_SIGNS = (
    Sign(ft.Icons.PLAY_ARROW, Text("Turn"), Text("It is this player's turn, or this one acts."), ft.Colors.PRIMARY),
    Sign(SKULL, Text("Out"), Text("This player is dead or out of the game."), ft.Colors.ERROR),
    Sign(ft.Icons.FRONT_HAND, Text("To do at the table"), Text("How much hands must still do; a tap lists it.")),
    Sign(ft.Icons.EMOJI_EVENTS, Text("Winner"), Text("This player has won the game."), ft.Colors.PRIMARY),
    Sign(ft.Icons.WIFI, Text("Phone"), Text("This player has a phone at the table.")),
    Sign(ft.Icons.BEDTIME, Text("Sleeping phone"), Text("This player's phone is disconnected.")),
    Sign(ft.Icons.AUTO_MODE, Text("By itself"), Text("The app did this by the rules, nobody tapped.")),
    Sign(ft.Icons.VIDEOCAM_OUTLINED, Text("By camera"), Text("The host's camera read this roll or flip.")),
    Sign(ft.Icons.TOUCH_APP, Text("By hand"), Text("Somebody answered this on a screen.")),
)
"""Signs that every game has: on the rows of the players and beside what just happened."""


def sign_hint(sign: Sign) -> str:
    """Return what a long press on the sign shows."""
    return f"{capitalize_first(translate(sign.name))}. {translate(sign.line)}"


@cache
def sign_hints(signs: tuple[Sign, ...]) -> Mapping[SignIcon, str]:
    """Return what a long press shows, by icon; of two signs with one icon the first counts."""
    hints: dict[SignIcon, str] = {}
    for sign in (*signs, *COMMON_SIGNS):
        hints.setdefault(sign.icon, sign_hint(sign))
    return hints


def sign_icon(sign: Sign, size: float, color: str | None = None) -> ft.Control:
    """Build a sign that a long press explains, in its own color or another one."""
    return icon_of(sign.icon, size, color or sign.color, sign_hint(sign))


def legend_rows(signs: Iterable[Sign]) -> list[ft.Control]:
    """Build a row per sign: the sign in its color, its name and its line."""
    return [_row(sign) for sign in signs]


def _row(sign: Sign) -> ft.Control:
    name = body_text(capitalize_first(translate(sign.name)), 600)
    line = label_text(translate(sign.line), color=MUTED)
    column = column_of([name, line], 0, expand=True)
    icon = icon_of(sign.icon, FontSize.NUMBER, sign.color)
    return row_of([icon, column], Space.ROOM, START)
