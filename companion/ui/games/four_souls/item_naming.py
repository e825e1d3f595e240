"""Naming of an item: a search by name or effect, and a short form for what is in no list."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import fields, replace
from typing import TYPE_CHECKING, Any

import flet as ft

from companion.base.value_types import JsonValue
from companion.ui.design.boxes import row_of
from companion.ui.design.look import translate
from companion.ui.design.sizes import Space
from companion.ui.state import use_ref
from companion.ui.widgets.bottom_sheet import sheet_body
from companion.ui.widgets.card_picker.memory import CardMemory
from companion.ui.widgets.card_picker.search import search_field
from companion.ui.widgets.controls import Action, bind, button_grid, caption, keyed_component, secondary_button
from companion.ui.widgets.hole_controls import choice_chip, hole_control, submit_button, value_setter
from rules.engine import Choice, Event, Option, Records, Template, Text, TextLine
from rules.four_souls.model.effect import Effect, Target
from rules.four_souls.model.events import Named
from rules.four_souls.model.item_catalogue import ItemCard, find_item
from rules.four_souls.vocabulary.effect_templates import outcome_templates

from .effect_builder.chips import CHIPS_ACROSS, chip_width, effect_chip
from .effect_builder.known_cards import as_last_time, cards_named, rows_of_found
from .effect_builder.selection import apply_tap

if TYPE_CHECKING:
    from companion.ui.table.sheets.host import SheetHost

ITEMS_KEY = "items"
"""Kind of card memory that holds the marks of items in no list."""
ITEM_NOT_KEPT = Text("The item counts, but it could not be kept: {why}", why="")
USES = (Option("passive", Text("Passive")), Option("activated", Text("Activated")))
"""The two usual uses of an item; the others are behind *More*."""
Put = Callable[[Callable[[dict[str, Any]], dict[str, Any]]], None]
"""Change of the values of the form."""
UNSAVED_FIELDS = ("seat", "item", "name")
"""Fields of a naming that are not what is printed on the item."""


def item_naming_sheet(sheets: SheetHost, remark: Choice) -> ft.Control:
    """Build the sheet that names an item."""
    head = sheets.build_heading(remark.seat, translate(remark.label))
    naming = keyed_component(
        ItemNaming,
        repr(remark.event),
        remark,
        CardMemory(sheets.access, sheets.context.table_state.game.key, ITEMS_KEY, sheets.intents.tell),
        sheets.intents.say,
        sheets.close,
    )
    return sheets.build_sheet(head, naming)


@ft.component
def ItemNaming(  # noqa: N802 - Flet's components are named like classes
    remark: Choice, memory: CardMemory, on_event: Callable[[Event], bool], on_close: Action
) -> ft.Control:
    """Build the search, what it finds, and the marks of an item that is in no list."""
    naming = remark.event
    assert isinstance(naming, Named)
    line = remark.template.required_hole(TextLine)
    values = {hole.name: getattr(naming, hole.name) for hole in remark.template.holes}
    latest = use_ref(values)
    shown, draw = ft.use_state(values)
    shows_more, set_shows_more = ft.use_state(False)

    def put(change: Callable[[dict[str, Any]], dict[str, Any]]) -> None:
        latest.current = change(latest.current)
        draw(latest.current)

    def give(card: ItemCard) -> bool:
        return on_event(Named(naming.seat, naming.item, card.id))

    def give_remembered(name: str, data: JsonValue) -> bool:
        return on_event(replace(naming, name=name, **from_saved_marks(data)))

    def submit() -> None:
        named = replace(naming, **{**latest.current, "name": latest.current["name"].strip()})
        if on_event(named):
            memory.save(named.name, to_saved_marks(named), ITEM_NOT_KEPT)

    typed = shown["name"]
    parts: list[ft.Control] = [
        ft.Container(height=Space.HAIR),  # room for the label on the field's upper border
        search_field(translate(Text("Look for a name or an effect")), value_setter(put, line.name), naming.name),
        *rows_of_found(cards_named(line.suggestions, find_item), typed, give),
        *(as_last_time(memory.cards(), typed, give_remembered) if typed else []),
        *([] if shows_more else [_uses(shown["use"], value_setter(put, "use"))]),
        *(_outcomes(remark, shown, put) if typed.strip() and find_item(typed) is None else []),
        *(_further(remark, shown, put) if shows_more else []),
        _more_button(shows_more, lambda: set_shows_more(not shows_more)),
    ]
    buttons = [submit_button(translate(remark.label), submit)]
    if not naming.item:
        buttons.insert(0, secondary_button(translate(Text("No name")), on_close))
    return sheet_body(parts, buttons, spacing=Space.GAP, stretches=True)


def _uses(use: str, put: Callable[[Any], object]) -> ft.Control:
    chips = [choice_chip(translate(o.label), bind(put, o.value), o.value == use, height=48, expand=True) for o in USES]
    return row_of(chips, Space.GAP)


def _outcomes(remark: Choice, shown: dict[str, Any], put: Put) -> list[ft.Control]:
    """Build a chip for each usual thing that the item may do.

    A tap adds, a long press subtracts.
    """
    hole = next((hole for hole in remark.template.holes if isinstance(hole, Records)), None)
    if hole is None:
        return []
    is_passive = shown["use"] == "passive" and not shown["when"]
    fitting = outcome_templates(is_passive=is_passive)

    def tap(template: Template, target: Target | None, by: int) -> None:
        put(lambda values: {**values, hole.name: apply_tap(values[hole.name], template, target, by, hole.most)})

    width = chip_width(CHIPS_ACROSS)
    chips = [effect_chip(template, None, shown[hole.name], tap, width) for template in fitting]
    return [caption(translate(Text("What it does, if it is in no list"))), button_grid(chips, CHIPS_ACROSS, Space.NEAR)]


def _further(remark: Choice, shown: dict[str, Any], put: Put) -> list[ft.Control]:
    return [
        hole_control(hole, shown[hole.name], value_setter(put, hole.name))
        for hole in remark.template.holes
        if not isinstance(hole, TextLine | Records)
    ]


def _more_button(shows_more: bool, on_tap: Action) -> ft.Control:
    return secondary_button(translate(Text("Less") if shows_more else Text("Another effect")), on_tap)


# --- the memory of the house -------------------------------------------------------------------------------------


def to_saved_marks(naming: Named) -> dict[str, JsonValue]:
    """Return what is printed on the item as plain data."""
    marks = {f.name: getattr(naming, f.name) for f in fields(naming) if f.name not in UNSAVED_FIELDS}
    marks["does"] = tuple([effect.kind, effect.amount] for effect in naming.does)
    return {key: [*value] if isinstance(value, tuple) else value for key, value in marks.items()}


def from_saved_marks(data: JsonValue) -> dict[str, Any]:
    """Return the marks of saved data; unknown ones are left out."""
    known = {f.name for f in fields(Named)} - set(UNSAVED_FIELDS)
    marks = data if isinstance(data, dict) else {}
    known_marks = {key: value for key, value in marks.items() if key in known}
    does = tuple(_saved_outcomes(known_marks.pop("does", None)))
    found = {key: tuple(value) if isinstance(value, list) else value for key, value in known_marks.items()}
    return {**found, "does": does} if does else found


def _saved_outcomes(saved: JsonValue) -> Iterator[Effect]:
    """Yield what the item does by saved data; what is no usual outcome is left out."""
    by_kind = {template.value.kind: template for template in outcome_templates()}
    for one in saved if isinstance(saved, list) else ():
        match one:
            case [str(kind), int(amount)] if kind in by_kind:
                effect: Effect = replace(by_kind[kind].value, amount=amount)
                if by_kind[kind].admits(effect):
                    yield effect
