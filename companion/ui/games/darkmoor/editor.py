"""Card editor: name, numbers, and what the card does as a sentence that is picked."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

import flet as ft

from companion.base.display_names import clean_name
from companion.ui.design.boxes import STRETCH, column_of, row_of
from companion.ui.design.look import translate
from companion.ui.design.sizes import Space
from companion.ui.design.text import body_text, name_text
from companion.ui.state import Ref, use_ref
from companion.ui.widgets.bottom_sheet import sheet_body
from companion.ui.widgets.controls import bind, secondary_button
from companion.ui.widgets.hole_controls import hole_control, option_button, submit_button
from rules.darkmoor.model.cards import (
    CARD_TEMPLATES,
    MAX_NAME_LENGTH,
    MAX_TEXT_LENGTH,
    TARGETS_WITHOUT_CHOICE,
    AbilityCard,
    ability_text,
    card_name,
)
from rules.darkmoor.model.sentences import ABILITY_SENTENCES, AbilitySentence, find_sentence
from rules.engine import Hole, Option, Text

MANUAL_TRIGGERS = ("", "unsaid")
"""Triggers of an ability that needs no further fields."""
TOKEN_FIELDS = ("vp", "peril")
ABILITY_FIELDS = ("when", "does", "on", "whom", "n", "also", "may")
REFINING_FIELDS = ("whom", "n", "may")
"""Fields of an ability, and those of them that a ready sentence leaves open."""
CARD_FIELDS = ("name", "peril", "vp", "threshold", "kind", "back")
"""Fields besides the ability and the card's own words."""
NOTHING_SAID = {"": Text("It has no ability"), "unsaid": Text("We do it by hand")}
"""What is said of a card that does nothing by itself, by its moment."""


@ft.component
def CardEditor(  # noqa: N802 - Flet's components are named like classes
    kind: str, card: AbilityCard, label: Text, on_done: Callable[[AbilityCard], object], on_back: Callable[[], object]
) -> ft.Control:
    """Card form: its numbers, and what it does as one of the ready sentences, or put together."""
    # typing is faster than redrawing, so the ref holds the latest values
    latest = use_ref(replace(card, name=_local_name(card) or ""))
    draft, draw = ft.use_state(latest.current)
    sentence = find_sentence(kind, card.when, card.does, card.also, card.on)
    is_composed, set_is_composed = ft.use_state(card.when not in MANUAL_TRIGGERS and sentence is None)
    is_choosing, set_is_choosing = ft.use_state(sentence is None)
    changes = _CardChanges(kind, card, latest, draw, set_is_choosing, on_done)
    controls = partial(_controls, kind, draft, changes.put)
    heading = name_text(translate(Text("What it does")))
    if is_composed:
        ability = controls(ABILITY_FIELDS)
    elif is_choosing:
        sentences = _sentences(kind, draft, changes.pick, changes.clear)
        ability = [heading, *sentences, _compose_button(set_is_composed)]
    else:
        change = secondary_button(translate(Text("Another sentence")), bind(set_is_choosing, True), ft.Icons.LIST)
        ability = [heading, _chosen_sentence(kind, draft), row_of([change]), *controls(REFINING_FIELDS)]
    back_button = secondary_button(translate(Text("Back to the cards")), on_back, height=64, expand=2)
    submit = ft.Container(submit_button(translate(label), changes.submit), expand=3)
    parts = [ft.Container(height=2), *controls(CARD_FIELDS), *ability, *controls(("text",))]
    return sheet_body(parts, [row_of([back_button, submit], Space.GAP)], stretches=True)


@dataclass(frozen=True)
class _CardChanges:
    """What taps and typing change in the card of a form."""

    kind: str
    card: AbilityCard
    """The card before any change."""
    latest: Ref[AbilityCard]
    draw: Callable[[AbilityCard], object]
    set_is_choosing: Callable[[bool], object]
    on_done: Callable[[AbilityCard], object]

    def put(self, name: str, value: Any) -> None:
        read = {"is_vp_unknown": False} if name == "vp" and self.kind == "minions" else {}
        self._change({name: value, **read})

    def pick(self, sentence: AbilitySentence) -> None:
        self._change(sentence.fields)
        self.set_is_choosing(False)

    def clear(self, when: str) -> None:
        """Set the ability to none, or to what is said instead of one."""
        self._change({"when": when, "does": "", "also": ""})
        self.set_is_choosing(False)

    def _change(self, fields: Mapping[str, Any]) -> None:
        self.latest.current = replace(self.latest.current, **fields)
        self.draw(self.latest.current)

    def submit(self) -> None:
        """Answer with the card, under its printed name where that was left alone."""
        filled = self.latest.current
        name = clean_name(filled.name, MAX_NAME_LENGTH)
        name = self.card.name if name and name == _local_name(self.card) else name
        self.on_done(replace(filled, name=name, text=clean_name(filled.text, MAX_TEXT_LENGTH)))


def _local_name(card: AbilityCard) -> str | None:
    printed = card_name(card.name)
    return translate(printed) if printed else None


def _controls(
    kind: str, card: AbilityCard, put: Callable[[str, Any], object], names: Collection[str]
) -> list[ft.Control]:
    holes = (hole for hole in visible_holes(kind, card) if hole.name in names)
    return [hole_control(hole, getattr(card, hole.name), partial(put, hole.name)) for hole in holes]


def _sentences(
    kind: str, card: AbilityCard, on_pick: Callable[[AbilitySentence], object], on_clear: Callable[[str], object]
) -> list[ft.Control]:
    """Build a row for each ready sentence, after those that say nothing of an ability."""
    chosen = find_sentence(kind, card.when, card.does, card.also, card.on)
    nothing = [
        option_button(Option(when, label), bind(on_clear, when), is_chosen=not card.does and card.when == when)
        for when, label in NOTHING_SAID.items()
        if when == "" or kind != "locations"
    ]
    ready = [
        option_button(Option(one.when, one.text), bind(on_pick, one), is_chosen=one is chosen)
        for one in ABILITY_SENTENCES[kind]
    ]
    return [column_of([*nothing, *ready], Space.TIGHT, STRETCH)]


def _chosen_sentence(kind: str, card: AbilityCard) -> ft.Control:
    text = ability_text(card) or NOTHING_SAID.get(card.when) or NOTHING_SAID["unsaid"]
    return body_text(translate(text), 600)


def _compose_button(set_is_composed: Callable[[bool], object]) -> ft.Control:
    label = translate(Text("None of these: put it together"))
    return row_of([secondary_button(label, bind(set_is_composed, True), ft.Icons.TUNE, expand=True)])


def visible_holes(kind: str, card: AbilityCard) -> Iterator[Hole]:
    """Yield the holes that apply to the card as filled in so far."""
    for hole in CARD_TEMPLATES[kind].holes:
        if _is_visible(hole.name, card):
            yield hole


def _is_visible(name: str, card: AbilityCard) -> bool:
    match name:
        case "text":
            return bool(card.when)
        case "is_vp_unknown":
            return False
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
