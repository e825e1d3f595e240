"""Card editor: name, numbers, text and, as far as anybody enters it, the ability."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

import flet as ft

from companion.base.display_names import clean_name
from companion.i18n import Translate
from companion.ui.design.theme import Space
from companion.ui.state import use_ref
from companion.ui.table.sheets.choice_form import hole_control, submit_button, value_setter
from companion.ui.widgets.bottom_sheet import sheet_body
from companion.ui.widgets.controls import secondary_button
from rules.darkmoor.model.cards import (
    CARD_TEMPLATES,
    MAX_NAME_LENGTH,
    MAX_TEXT_LENGTH,
    TARGETS_WITHOUT_CHOICE,
    AbilityCard,
    card_name,
)
from rules.engine import Hole, Text

MANUAL_TRIGGERS = ("", "unsaid")
"""Triggers of an ability that needs no further fields."""
TOKEN_FIELDS = ("vp", "peril")


@ft.component
def CardEditor(  # noqa: N802 - Flet's components are named like classes
    translate: Translate,
    kind: str,
    card: AbilityCard,
    label: Text,
    on_done: Callable[[AbilityCard], object],
    on_back: Callable[[], object],
) -> ft.Control:
    """Card form; the fields of an ability appear only once the card has one."""
    printed_name = card_name(card.name)
    start = replace(card, name=translate(printed_name) if printed_name else "")
    # typing is faster than redrawing, so the ref holds the latest values
    latest = use_ref(start)
    draft, draw = ft.use_state(start)

    def apply_change(change: Callable[[dict[str, Any]], dict[str, Any]]) -> None:
        values = {hole.name: getattr(latest.current, hole.name) for hole in CARD_TEMPLATES[kind].holes}
        latest.current = replace(latest.current, **change(values))
        draw(latest.current)

    def submit() -> None:
        filled = latest.current
        name = clean_name(filled.name, MAX_NAME_LENGTH)
        name = card.name if printed_name and name == translate(printed_name) else name
        on_done(replace(filled, name=name, text=clean_name(filled.text, MAX_TEXT_LENGTH)))

    parts = [
        hole_control(translate, h, getattr(draft, h.name), value_setter(apply_change, h.name))
        for h in visible_holes(kind, draft)
    ]
    back_button = secondary_button(translate(Text("Back to the cards")), on_back, height=64, expand=2)
    footer = ft.Row([back_button, ft.Container(submit_button(translate(label), submit), expand=3)], spacing=Space.GAP)
    return sheet_body([ft.Container(height=2), *parts], [footer], stretches=True)


def visible_holes(kind: str, card: AbilityCard) -> Iterator[Hole]:
    """Yield the holes that apply to the card as filled in so far."""
    for hole in CARD_TEMPLATES[kind].holes:
        if _is_visible(hole.name, card):
            yield hole


def _is_visible(name: str, card: AbilityCard) -> bool:
    match name:
        case "text":
            return bool(card.when)
        case "does":
            return card.when not in MANUAL_TRIGGERS
        case "also" | "may":
            return card.when not in MANUAL_TRIGGERS and bool(card.does)
        case "on" | "whom":
            deeds = {card.does, card.also} - {"", "play", "place", "least", "count"}
            return (
                card.when not in MANUAL_TRIGGERS
                and bool(deeds)
                and (name == "on" or card.on not in TARGETS_WITHOUT_CHOICE[:1])
            )
        case "n":
            return card.when not in MANUAL_TRIGGERS and bool({card.does, card.also} & set(TOKEN_FIELDS))
    return True
