"""Forms to type a card that is in no catalogue, and to give a printed card a local name."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import flet as ft

from companion.base.display_names import clean
from companion.i18n import Translate
from rules.engine import Many, Number, Pick, Text

from .fill import big, hole_filler, putting
from .find import Found
from .parts import outline, quiet
from .theme import Space

LONGEST = 40
"""Maximum length of a card's name."""
LABELS = {
    "hp": Text("life"),
    "evasion": Text("evasion"),
    "attack": Text("attack"),
    "cents": Text("cents"),
    "loot": Text("loot cards"),
    "treasure": Text("items"),
    "souls": Text("souls"),
    "roll": Text("a die decides the reward"),
}
"""Labels of a card's fields."""


@ft.component
def Typed(  # noqa: N802 - Flet's components are named like classes
    words: Translate, hole: Many, name: str, done: Callable[[Any], Any], back: Callable[[], Any]
) -> ft.Control:
    """Build the form of a card's name, numbers and rewards."""
    template = hole.of[0]
    values, put = ft.use_state({**_usual(hole), "name": name})
    fillers = [
        hole_filler(words, h, values[h.name], putting(put, h.name), LABELS.get(h.name))
        for h in template.holes
        if isinstance(h, Number | Pick)
    ]
    field = _line(words(Text("Name")), values["name"], putting(put, "name"))
    column = ft.Column([field, *fillers], spacing=Space.TIGHT, scroll=ft.ScrollMode.AUTO, expand=True)
    card = replace(template.value, **{**values, "name": clean(values["name"], LONGEST)})
    foot = ft.Row([quiet(words(Text("Back to the search")), back, ft.Icons.ARROW_BACK)])
    return ft.Column([column, foot, big(words(Text("This is it")), lambda: done(card))], spacing=Space.GAP, expand=True)


def _usual(hole: Many) -> dict[str, Any]:
    holes = hole.of[0].holes
    numbers = {h.name: h.usual for h in holes if isinstance(h, Number)}
    return numbers | {h.name: h.options[0].value for h in holes if isinstance(h, Pick)}


@ft.component
def Renamed(words: Translate, card: Found, done: Callable[[str], Any]) -> ft.Control:  # noqa: N802
    """Build the form of a card's local name; an empty one restores the printed name."""
    name, set_name = ft.use_state(words(card.name))
    field = _line(words(Text("What you call it")), name, set_name)
    return ft.Column(
        [field, big(words(Text("Keep the name")), lambda: done(clean(name, LONGEST)))], spacing=Space.EDGE, expand=True
    )


def _line(label: str, value: str, put: Callable[[str], Any]) -> ft.TextField:
    return ft.TextField(
        value=value,
        label=label,
        max_length=LONGEST,
        counter=ft.Container(width=0, height=0),
        on_change=lambda e: put(e.control.value),
        border=outline(),
        dense=True,
    )
