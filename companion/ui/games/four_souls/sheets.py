"""Sheets of Four Souls: monster, item, whole stack."""

from __future__ import annotations

from typing import Any

import flet as ft

from companion.ui.design.theme import Space, Type
from companion.ui.table.board.table_items import sayings
from companion.ui.table.context.choice_layout import item_of
from companion.ui.table.sheets.host import Paper
from rules.engine import Text

from .belongings import lies
from .stack import whole


def stack(paper: Paper, _: Any) -> ft.Control | None:
    """Build the sheet of the whole stack; None if it is empty."""
    drawn, words = paper.drawn, paper.words
    cards = drawn.picture.stack
    if not cards:
        return None
    head = paper.head(None, words(Text("Stack · {n}", n=len(cards))), words(Text("They resolve from the top")))
    return paper.framed(head, whole(words, cards, drawn.seats))


def monster(paper: Paper, id: int) -> ft.Control | None:
    """Build a monster's sheet: effect, reward, trackers."""
    found = next((m for m in paper.drawn.picture.monsters if m.id == id), None)
    if found is None:
        return None
    words = paper.words
    said = [ft.Text(words(found.effect), size=Type.BODY, color=ft.Colors.ON_SURFACE_VARIANT)] if found.effect else []
    numbers = paper.numbers([t for t in paper.drawn.now.trackers if t.key.startswith(f"monster.{id}.")])
    head = paper.head(None, words(found.name), words(Text("Reward: {what}", what=found.reward)))
    return paper.framed(
        head, ft.Column([*said, *numbers, *paper.by_hand()], spacing=Space.EDGE, tight=True), full=False
    )


def item(paper: Paper, id: int) -> ft.Control | None:
    """Build an item's sheet: its uses, trackers and remarks."""
    drawn = paper.drawn
    found = [(seat, o) for seat, line in drawn.lines.items() for o in line.items if o.id == id]
    if not found:
        return None
    seat, owned = found[0]
    uses = [choice for choice in (drawn.asked.choices if drawn.asked else ()) if item_of(choice) == id]
    remarks = [remark for remark in drawn.remarks if item_of(remark) == id]
    parts = [
        *sayings(paper.words, uses, paper.use),
        *paper.numbers([t for t in drawn.now.trackers if t.key.startswith(f"owned.{id}.")], across=1),
        *sayings(paper.words, remarks, paper.remark),
    ]
    head = paper.head(seat, paper.words(owned.name), paper.words(lies(paper.words, owned)))
    return paper.framed(head, ft.Column(parts, spacing=Space.EDGE, tight=True), full=False)
