"""Scene of Malifaux: turn phases, crews and fate decks."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import flet as ft

from companion.ui.table.context.context import Drawn
from companion.ui.table.context.scene import Mark, PlayerLine, Scene
from rules.engine import Text

from .sheets import belongings, hand, model, muster
from .table import picture


def marks(line: Any) -> Iterator[Mark]:
    """Yield the mark of the First Player."""
    if line.first:
        yield ft.Icons.LOOKS_ONE, ft.Colors.PRIMARY


def about(drawn: Drawn, seat: int) -> str:
    """Return whether the player is the First Player."""
    return drawn.words(Text("First Player")) if drawn.lines[seat].first else ""


SCENE = Scene(
    sign=ft.Icons.AUTO_FIX_HIGH,
    picture=picture,
    line=PlayerLine(("points", "soulstone"), marks),
    sheets={"pad": muster, "model": model, "hand": hand},
    apart=("model.",),
    about=about,
    belongings=belongings,
)
