"""What lies in front of a player: named items, curses, and effects until end of turn."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import flet as ft

from companion.i18n import Translate
from companion.ui.design.text_fit import enlarged
from companion.ui.design.theme import Round, Space, Type
from companion.ui.widgets.controls import bound, press
from rules.engine import Shown, Text

OnItem = Callable[[int], Any]
UPRIGHT, SIDEWAYS = ft.Icons.STAY_CURRENT_PORTRAIT, ft.Icons.STAY_CURRENT_LANDSCAPE
QUIET = ft.Colors.ON_SURFACE_VARIANT


def belongings(words: Translate, line: Any, on_item: OnItem) -> list[ft.Control]:
    """Build a row of items, and a row of everything else; empty rows are left out."""
    items = [_item(words, item, on_item) for item in getattr(line, "items", ())]
    nameless = getattr(line, "nameless", 0)
    if nameless:
        said = Text("{n} item without a name", "{n} items without a name", n=nameless)
        items.append(_token(ft.Icons.INVENTORY_2, words(said)))
    other = [_token(icon, words(said)) for icon, said in _state(line)]
    return [ft.Row(row, wrap=True, spacing=Space.GAP, run_spacing=Space.GAP) for row in (items, other) if row]


def _state(line: Any) -> Iterator[tuple[ft.IconData, Shown]]:
    """Yield curses, then effects until the end of the turn."""
    for curse in getattr(line, "curses", ()):
        yield ft.Icons.CORONAVIRUS, Text("Curse: {name}", name=curse) if curse else Text("A curse")
    if getattr(line, "shield", 0):
        yield ft.Icons.SHIELD, Text("{n} damage is going to be prevented", n=line.shield)
    for boost in getattr(line, "boosts", ()):
        yield ft.Icons.TRENDING_UP, boost


def _token(icon: ft.IconData, said: str) -> ft.Control:
    alone = enlarged()  # then it takes the whole width
    text = ft.Text(said, size=Type.SMALL, color=QUIET, expand=alone or None)
    return ft.Row([ft.Icon(icon, size=Type.BODY, color=QUIET), text], spacing=Space.TIGHT, tight=not alone)


def _item(words: Translate, item: Any, on_item: OnItem) -> ft.Control:
    """Build an item: icon turned and name pale while it is sideways."""
    ink = ft.Colors.ON_SURFACE if item.ready else QUIET
    sign = ft.Icon(
        UPRIGHT if item.ready else SIDEWAYS, size=Type.BODY, color=ft.Colors.PRIMARY if item.ready else QUIET
    )
    name = ft.Text(words(item.name), size=Type.BODY, weight=ft.FontWeight.W_600, color=ink)
    price = [ft.Text(words(price_of(item)), size=Type.SMALL, color=QUIET)] if item.cost >= 0 else []
    counters = [ft.Text(words(Text("{n} counter", "{n} counters", n=item.counters)), size=Type.SMALL, color=QUIET)]
    marks = [ft.Icon(icon, size=Type.SMALL, color=QUIET) for icon, _ in marks_of(item)]
    face = ft.Row([sign, name, *price, *(counters if item.counters else []), *marks], spacing=Space.NEAR, tight=True)
    edge = ft.BorderSide(1, ft.Colors.OUTLINE if item.ready else ft.Colors.OUTLINE_VARIANT)
    pad = ft.Padding.symmetric(horizontal=Space.EDGE)
    spoken = words(Text("{item}: {what}", item=item.name, what=lies(words, item)))
    return press(face, spoken, bound(on_item, item.id), edge=edge, radius=Round.TILE, height=44, pad=pad)


def price_of(item: Any) -> Text:
    """Return the price of its paid effect."""
    if item.pays == "counters":
        return Text("{n} counter", "{n} counters", n=item.cost)
    return Text("{n}¢", n=item.cost)


def marks_of(item: Any) -> Iterator[tuple[ft.IconData, Text]]:
    """Yield icon and text of each special property."""
    if item.triggers:
        yield ft.Icons.BOLT, Text("goes off by itself")
    if item.guppy:
        yield ft.Icons.PETS, Text("Guppy's")
    if item.eternal:
        yield ft.Icons.ALL_INCLUSIVE, Text("eternal")
    if item.spent:
        yield ft.Icons.BLOCK, Text("used up")


def lies(words: Translate, item: Any) -> Text:
    """Return its orientation and special properties as text."""
    said: list[Text] = [Text("upright") if item.ready else Text("sideways")]
    if item.cost >= 0:
        said.append(price_of(item))
    if item.counters:
        said.append(Text("{n} counter", "{n} counters", n=item.counters))
    said += [mark for _, mark in marks_of(item)]
    return Text("{what}", what=", ".join(map(words, said)))
