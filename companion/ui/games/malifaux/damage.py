"""Keys on a model's sheet that deal it damage."""

from __future__ import annotations

import flet as ft

from companion.ui.design.look import translate
from companion.ui.design.sizes import Space
from companion.ui.design.text import name_text
from companion.ui.design.text_fit import columns_at_scale
from companion.ui.table.sheets.host import SheetHost
from companion.ui.widgets.controls import Surface, bind, button_grid, caption, pressable
from rules.engine import Text
from rules.malifaux.model.events import Damaged
from rules.malifaux.view import ModelLine

from .conditions import CHIP_HEIGHT, is_offered

MOST_BY_KEY = 6
"""Largest damage that has a key of its own."""


def damage_keys(sheets: SheetHost, seat: int, model: ModelLine) -> list[ft.Control]:
    """Build the keys −1 … −6; none for a model that is out, or where this device may not say so."""
    hits = [Damaged(model.id, n) for n in range(1, MOST_BY_KEY + 1)]
    if not is_offered(sheets.context, seat, hits[0]):
        return []
    keys = [_key(sheets, hit) for hit in hits]
    return [caption(translate(Text("Damage"))), button_grid(keys, columns_at_scale(MOST_BY_KEY), Space.NEAR)]


def _key(sheets: SheetHost, hit: Damaged) -> ft.Control:
    face = name_text(f"−{hit.amount}", 700)
    spoken = translate(Text("{n} damage", n=hit.amount))
    return pressable(
        face,
        spoken,
        bind(sheets.intents.say, hit),
        Surface(
            fill=ft.Colors.SURFACE_CONTAINER_HIGH, edge=ft.BorderSide(1, ft.Colors.OUTLINE_VARIANT), pad=Space.TIGHT
        ),
        height=CHIP_HEIGHT,
        expand=True,
    )
