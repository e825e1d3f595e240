"""Card editor: name, numbers, text and, as far as anybody enters it, the ability."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

import flet as ft

from companion.base.display_names import clean
from companion.i18n import Translate
from companion.ui.design.theme import Space
from companion.ui.table.sheets.choice_form import big, hole_filler, putting
from companion.ui.widgets.controls import quiet
from rules.darkmoor.model.cards import ALL, LONGEST, SENTENCE, TEMPLATES, called
from rules.engine import Hole, Text

BY_HAND = ("", "unsaid")
"""Triggers of an ability that needs no further fields."""
TOKENS = ("vp", "peril")


@ft.component
def Editor(  # noqa: N802 - Flet's components are named like classes
    words: Translate, kind: str, card: Any, label: Text, done: Callable[[Any], Any], back: Callable[[], Any]
) -> ft.Control:
    """Card form; the fields of an ability appear only once the card has one."""
    printed = called(card.name)
    start = replace(card, name=words(printed) if printed else "")
    # typing is faster than redrawing, so the ref holds the latest values
    latest: Any = ft.use_ref(lambda: start)
    now, draw = ft.use_state(start)

    def put(change: Callable[[Any], Any]) -> None:
        values = {hole.name: getattr(latest.current, hole.name) for hole in TEMPLATES[kind].holes}
        latest.current = replace(latest.current, **change(values))
        draw(latest.current)

    def finish() -> None:
        filled = latest.current
        name = clean(filled.name, LONGEST)
        name = card.name if printed and name == words(printed) else name
        done(replace(filled, name=name, text=clean(filled.text, SENTENCE)))

    parts = [hole_filler(words, h, getattr(now, h.name), putting(put, h.name)) for h in asked(kind, now)]
    column = ft.Column(
        [ft.Container(height=2), *parts],
        spacing=Space.EDGE,
        scroll=ft.ScrollMode.AUTO,
        expand=True,
        horizontal_alignment=ft.CrossAxisAlignment.STRETCH,
    )
    away = quiet(words(Text("Back to the cards")), back, height=64, expand=2)
    foot = ft.Row([away, ft.Container(big(words(label), finish), expand=3)], spacing=Space.GAP)
    return ft.Column([column, foot], spacing=Space.GAP, expand=True)


def asked(kind: str, card: Any) -> Iterator[Hole]:
    """Yield the holes that apply to the card as filled in so far."""
    for hole in TEMPLATES[kind].holes:
        if _matters(hole.name, card):
            yield hole


def _matters(name: str, card: Any) -> bool:
    match name:
        case "text":
            return bool(card.when)
        case "does":
            return card.when not in BY_HAND
        case "also":
            return card.when not in BY_HAND and bool(card.does)
        case "on" | "whom":
            deeds = {card.does, card.also} - {"", "play", "place", "least", "count"}
            return card.when not in BY_HAND and bool(deeds) and (name == "on" or card.on not in ALL[:1])
        case "n":
            return card.when not in BY_HAND and bool({card.does, card.also} & set(TOKENS))
    return True
