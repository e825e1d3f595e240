"""What lies in front of a player: named items, curses, and effects until end of turn."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

import flet as ft

from companion.ui.design.boxes import column_of, row_of, wrapped_row
from companion.ui.design.look import translate
from companion.ui.design.sizes import FontSize, Radius, Space
from companion.ui.design.text import MUTED, body_text, label_text
from companion.ui.design.text_fit import has_large_text
from companion.ui.games.four_souls.model import nameless_text, orientation_text
from companion.ui.signs.legend import Sign, sign_icon
from companion.ui.widgets.controls import Surface, bind, pressable
from rules.engine import Displayable, Text
from rules.four_souls.turn.view import FourSoulsPlayerLine, OwnedItemLine

from .signs import (
    BOOST_SIGN,
    CURSE_SIGN,
    ETERNAL_SIGN,
    GUPPY_SIGN,
    ITEM_SIGN,
    SHIELD_SIGN,
    SIDEWAYS_SIGN,
    SPENT_SIGN,
    TRIGGER_SIGN,
    UPRIGHT_SIGN,
)

OnItem = Callable[[int], object]
NO_REFUSALS: Mapping[int, Displayable] = {}


def player_area(
    line: FourSoulsPlayerLine, on_item: OnItem, refusals: Mapping[int, Displayable] = NO_REFUSALS
) -> list[ft.Control]:
    """Build a row of items, and a row of everything else; empty rows are left out.

    ``refusals``: why items cannot be used now, by their ids.
    """
    items = [_item(item, on_item, refusals.get(item.id)) for item in getattr(line, "items", ())]
    nameless = getattr(line, "nameless", 0)
    if nameless:
        items.append(_token(ITEM_SIGN, translate(nameless_text(nameless))))
    effect_rows = [_token(sign, translate(said)) for sign, said in _lasting_effects(line)]
    return [wrapped_row(row, Space.GAP) for row in (items, effect_rows) if row]


def _lasting_effects(line: FourSoulsPlayerLine) -> Iterator[tuple[Sign, Displayable]]:
    for curse in getattr(line, "curses", ()):
        yield CURSE_SIGN, Text("Curse: {name}", name=curse) if curse else Text("A curse")
    if getattr(line, "shield", 0):
        yield SHIELD_SIGN, Text("{n} damage is going to be prevented", n=line.shield)
    for boost in getattr(line, "boosts", ()):
        yield BOOST_SIGN, boost


def _token(sign: Sign, label: str) -> ft.Control:
    alone = has_large_text()  # then it takes the whole width
    text = label_text(label, color=MUTED, expand=alone or None)
    return row_of([sign_icon(sign, FontSize.BODY), text], Space.TIGHT, tight=not alone)


def _item(item: OwnedItemLine, on_item: OnItem, refusal: Displayable | None) -> ft.Control:
    """Build an item: icon turned and name pale while it is sideways.

    One that cannot be used now is pale too, above the reason.
    """
    is_usable = item.ready and refusal is None
    ink = ft.Colors.ON_SURFACE if is_usable else MUTED
    sign = sign_icon(UPRIGHT_SIGN if item.ready else SIDEWAYS_SIGN, FontSize.BODY)
    name = body_text(translate(item.name), 600, ink)
    price = [label_text(translate(price_of(item)), color=MUTED)] if item.cost >= 0 else []
    counters = [label_text(translate(Text("{n} counter", "{n} counters", n=item.counters)), color=MUTED)]
    marks = [sign_icon(mark, FontSize.SMALL) for mark, _ in item_marks(item)]
    face = row_of([sign, name, *price, *(counters if item.counters else []), *marks], Space.NEAR, tight=True)
    edge = ft.BorderSide(1, ft.Colors.OUTLINE if is_usable else ft.Colors.OUTLINE_VARIANT)
    spoken = translate(Text("{item}: {what}", item=item.name, what=item_status(item)))
    do = bind(on_item, item.id)
    if refusal is None:
        pad = ft.Padding.symmetric(horizontal=Space.EDGE)
        return pressable(face, spoken, do, Surface(edge=edge, radius=Radius.TILE, pad=pad), height=44)
    reason = translate(refusal)
    lines = column_of([face, label_text(reason, color=MUTED)], Space.HAIR)
    pad = ft.Padding.symmetric(horizontal=Space.EDGE, vertical=Space.GAP)
    return pressable(lines, f"{spoken}. {reason}", do, Surface(edge=edge, radius=Radius.TILE, pad=pad))


def price_of(item: OwnedItemLine) -> Text:
    """Return the price of its paid effect."""
    if item.pays == "counters":
        return Text("{n} counter", "{n} counters", n=item.cost)
    return Text("{n}¢", n=item.cost)


def item_marks(item: OwnedItemLine) -> Iterator[tuple[Sign, Text]]:
    """Yield sign and text of each special property."""
    if item.triggers:
        yield TRIGGER_SIGN, Text("goes off by itself")
    if item.guppy:
        yield GUPPY_SIGN, Text("Guppy's")
    if item.eternal:
        yield ETERNAL_SIGN, Text("eternal")
    if item.spent:
        yield SPENT_SIGN, Text("used up")


def item_status(item: OwnedItemLine) -> Text:
    """Return its orientation and special properties as text."""
    phrases: list[Text] = [orientation_text(item.ready)]
    if item.cost >= 0:
        phrases.append(price_of(item))
    if item.counters:
        phrases.append(Text("{n} counter", "{n} counters", n=item.counters))
    phrases += [mark for _, mark in item_marks(item)]
    return Text("{what}", what=", ".join(map(translate, phrases)))
