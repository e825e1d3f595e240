"""Sheets that fill the holes of a choice: card name, effects, hand cards, dice, form."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

import flet as ft

from companion.dice.provenance import RollSource
from companion.dice.roll import roll_hole
from companion.ui.design.look import translate
from companion.ui.design.stand_mode import is_standing
from companion.ui.signs.playing_cards import CardSheet
from companion.ui.table.intents import DicePage
from companion.ui.table.model.choice_layout import fill_holes, sheet_kind
from companion.ui.table.model.sheet import ChoiceSheet
from companion.ui.widgets.bottom_sheet import sheet_body
from companion.ui.widgets.card_picker.catalogue import catalogue_picker
from companion.ui.widgets.card_picker.memory import CardMemory
from companion.ui.widgets.card_picker.picker import CardPicker
from companion.ui.widgets.controls import bind, keyed_component
from companion.ui.widgets.hole_controls import submit_button
from rules.engine import Cards, Choice, Event, Records, Text

from .choice_form import ChoiceForm, PickList

if TYPE_CHECKING:
    from .host import SheetHost


def choice_sheet(sheets: SheetHost, choice: Choice) -> ft.Control:
    """Build the sheet of the kind that is open."""
    match sheet_kind(choice):
        case "name":
            return _naming(sheets, choice)
        case "dice":
            return dice_sheet(sheets, choice, sheets.answer)
        case "confirm":
            return _confirmation(sheets, choice)
    return _filling_sheet(sheets, choice, sheets.answer)


def _filling_sheet(sheets: SheetHost, choice: Choice, on_event: Callable[[Event], bool]) -> ft.Control:
    """Build the sheet of hand cards, of the options of one hole, or of all holes."""
    head = sheets.build_heading(choice.seat, translate(choice.label))
    match sheet_kind(choice):
        case "cards":
            return sheets.build_sheet(head, _cards(sheets, choice, on_event))
        case "pick":
            return sheets.build_sheet(head, PickList(choice, on_event))
        case "dice":
            return dice_sheet(sheets, choice, lambda event, *told: on_event(event))
    return sheets.build_sheet(head, ChoiceForm(choice, on_event))


def _confirmation(sheets: SheetHost, choice: Choice) -> ft.Control:
    question = translate(choice.confirm or choice.label)
    button = submit_button(translate(choice.label), bind(sheets.answer, choice.event))
    return sheets.build_sheet(sheets.build_heading(None, question), button)


def remark_sheet(sheets: SheetHost, remark: Choice) -> ft.Control:
    """Build the sheet of a remark."""
    build_own_sheet = sheets.scene.remark_sheets.get(type(remark.event))
    if build_own_sheet is not None:
        return build_own_sheet(sheets, remark)
    return _filling_sheet(sheets, remark, sheets.intents.say)


def _naming(sheets: SheetHost, choice: Choice) -> ft.Control:
    hole = choice.template.required_hole(Records)
    prompt = sheets.context.table_state.prompt
    cards = sheets.context.table_state.game.catalogues.get(hole.catalogue, ())
    number = sheets.sheet.number if isinstance(sheets.sheet, ChoiceSheet) else ""
    others = sheets.context.layout.secondary if choice.role == "default" else ()  # say that it is no such card
    picker = catalogue_picker(
        CardMemory(sheets.access, sheets.context.table_state.game.key, hole.catalogue, sheets.intents.tell),
        tuple(card for card in cards if card.record not in hole.left_out),
        hole.templates[0],
        lambda card: sheets.answer(fill_holes(choice, **{hole.name: (card,)})),
        [(other.label, bind(sheets.choose, other)) for other in others],
        is_landscape=sheets.context.is_landscape,
    )
    key = f"{sheets.context.table_state.prompt_id} {number}"
    naming = keyed_component(CardPicker, key, picker, int(number) if number else None)
    return sheets.build_sheet(
        sheets.build_heading(choice.seat, translate(prompt.title if prompt else choice.label)), naming
    )


def _cards(sheets: SheetHost, choice: Choice, on_event: Callable[[Event], bool]) -> ft.Control:
    if sheets.scene.card_choice_sheet is not None:
        return sheets.scene.card_choice_sheet(sheets, choice, on_event)
    hole = choice.template.required_hole(Cards)
    is_own = sheets.context.role.seat is not None and sheets.context.role.seat == choice.seat
    owner, label = sheets.context.seats[choice.seat or 0], translate(choice.label)
    key = f"{sheets.context.table_state.prompt_id} {choice.event!r}"
    on_cards = lambda cards: on_event(fill_holes(choice, **{hole.name: cards}))  # noqa: E731
    return sheet_body([keyed_component(CardSheet, key, hole, owner, is_own, label, on_cards)])


OnRoll = Callable[[Event, RollSource, bytes], object]
"""Gets the answer, where its dice or cards come from, and the JPEG of them."""


def dice_sheet(sheets: SheetHost, choice: Choice, on_roll: OnRoll | None = None) -> ft.Control:
    """Build the sheet of dice or cards: a doubtful reading, else camera, photo, file, keys."""
    dice, prompt, answer = roll_hole(choice), sheets.context.table_state.prompt, on_roll or sheets.answer
    assert dice is not None
    # imports OpenCV: only on demand
    from companion.ui.dice.input_buttons import HandsFreeSwitch
    from companion.ui.dice.sheet import DiceRequest, DiceSheet, DiceSheetHandlers

    def roll(faces: tuple[int, ...], how: RollSource, picture: bytes) -> None:
        answer(fill_holes(choice, **{dice.name: dice.values_of(faces)}), how, picture)

    is_remark = choice in sheets.context.remarks
    sighting = None if is_remark else sheets.context.tray_state.sighting
    is_held = isinstance(dice, Cards) and dice.source == "hand"
    title = translate(choice.label if is_remark or is_held or prompt is None else prompt.title)
    names = tuple(sheets.context.seats[seat] for seat in dice.seats) if isinstance(dice, Cards) else ()
    if names:
        title = translate(Text("Flip: {who}", who=" · ".join(names)))
    doubtful = sighting if sighting and sighting.doubt else None
    capture, has_tray = doubtful.capture if doubtful else None, not is_remark and sheets.context.tray_state.is_waiting
    switch, match_id = sheets.hands_free, sheets.intents.table.match.id
    hands_free = HandsFreeSwitch(
        switch.is_enabled_for(match_id), partial(switch.enable_for, match_id), has_tray or is_standing()
    )
    teach = (
        bind(sheets.intents.go, DicePage(dice.kind.key if dice.kind else "")) if sheets.context.role.is_host else None
    )
    return keyed_component(
        DiceSheet,
        f"{sheets.context.table_state.prompt_id} {doubtful.at if doubtful else ''}",  # one flip may follow on another
        DiceRequest(
            dice,
            title,
            sheets.access,
            has_tray,
            capture,
            hands_free=hands_free if sheets.context.role.is_host else None,
            names=names,
        ),
        DiceSheetHandlers(roll, sheets.close, teach),
        sheets.context.has_two_columns,
    )
