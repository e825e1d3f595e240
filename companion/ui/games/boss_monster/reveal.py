"""Card reveal: a hero by class and health; a room by name, or by icons and damage."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import flet as ft

from companion.ui.design.boxes import row_of
from companion.ui.design.look import translate
from companion.ui.design.sizes import FontSize, Space
from companion.ui.design.text import MUTED, body_text, name_text
from companion.ui.design.text_fit import columns_at_scale
from companion.ui.signs.legend import sign_icon
from companion.ui.table.model.choice_layout import fill_holes
from companion.ui.table.sheets.choice_form import ChoiceForm, PickList
from companion.ui.table.sheets.host import SheetHost
from companion.ui.widgets.bottom_sheet import sheet_body
from companion.ui.widgets.card_picker.faces import card_row, text_face
from companion.ui.widgets.card_picker.number_rows import key_row, value_key
from companion.ui.widgets.card_picker.picker import CardPicker, Picker
from companion.ui.widgets.card_picker.search import CardMatch
from companion.ui.widgets.controls import Action, bind, button_grid, keyed_component, secondary_button
from rules.boss_monster.model.card_catalogue import CLASS_NAMES, card_texts, room_cards, treasure_name
from rules.boss_monster.model.events import Arrived, Revealed, RevealedPlain
from rules.engine import Choice, Event, Option, Pick, Text

from .cards import card_icons
from .signs import CLASS_SIGNS
from .spells import NAME_OR_EFFECT

CELL_HEIGHT, ICONS_WIDTH, CLASS_WIDTH = 52, 76, 116
"""Points of a cell's height, and of the icons and the class before a row."""


def pick_sheet(sheets: SheetHost, choice: Choice) -> ft.Control:
    """Build the sheet that picks one option: heroes and rooms by their looks, others as a list."""
    prompt = sheets.context.annotated_prompt
    title = translate(prompt.title if prompt and choice.role == "default" else choice.label)
    match choice.event:
        case Arrived():
            return sheets.build_sheet(sheets.build_heading(choice.seat, title), _hero_table(sheets, choice))
        case Revealed():
            room = keyed_component(RoomPicker, sheets.context.table_state.prompt_id, sheets, choice)
            return sheets.build_sheet(sheets.build_heading(choice.seat, title), room)
    head = sheets.build_heading(choice.seat, translate(choice.label))
    return sheets.build_sheet(head, PickList(choice, sheets.answer))


def form_sheet(sheets: SheetHost, choice: Choice) -> ft.Control:
    """Build the sheet of a choice with several holes.

    A room without a name has a table of treasure and damage, all others a form.
    """
    is_unnamed_room = isinstance(choice.event, RevealedPlain)
    body = _room_table(choice, sheets.answer) if is_unnamed_room else ChoiceForm(choice, sheets.answer)
    return sheets.build_sheet(sheets.build_heading(choice.seat, translate(choice.label)), body)


# --- heroes ------------------------------------------------------------------------------------------------------


def _hero_table(sheets: SheetHost, choice: Choice) -> ft.Control:
    pick = choice.template.required_hole(Pick)
    by_class: dict[str, list[Option]] = {}
    for option in pick.options:
        by_class.setdefault(option.value.partition(".")[0], []).append(option)
    rows = [_class_row(sheets, choice, klass, options) for klass, options in by_class.items()]
    others = [other for other in sheets.context.layout.secondary if choice.role == "default"]
    more = [
        row_of([secondary_button(translate(other.label), bind(sheets.choose, other), expand=True) for other in others])
    ]
    parts = [*(more if others else []), *rows]
    return _scrolled(parts)


def _class_row(sheets: SheetHost, choice: Choice, klass: str, options: Sequence[Option]) -> ft.Control:
    head = [sign_icon(CLASS_SIGNS[klass], FontSize.HEADING), body_text(translate(CLASS_NAMES[klass]), no_wrap=True)]
    keys = [
        value_key(
            option.value.partition(".")[2],
            translate(option.label),
            bind(sheets.answer, fill_holes(choice, kind=option.value)),
            height=CELL_HEIGHT,
        )
        for option in options
    ]
    return key_row(head, keys, CLASS_WIDTH, is_stacked=False)


# --- rooms -------------------------------------------------------------------------------------------------------


@ft.component
def RoomPicker(sheets: SheetHost, choice: Choice) -> ft.Control:  # noqa: N802 - named like a class
    """Room picker by name with a search field, or by icons and damage."""
    is_unnamed, set_is_unnamed = ft.use_state(False)
    others = sheets.context.layout.secondary
    table_choices = [other for other in others if isinstance(other.event, RevealedPlain)]
    label = Text("By its name") if is_unnamed else Text("Without a name")
    ways = [(label, bind(set_is_unnamed, not is_unnamed))] if table_choices else []
    ways += [(other.label, bind(sheets.choose, other)) for other in others if other not in table_choices]
    buttons = [secondary_button(translate(says), do, expand=True) for says, do in ways]
    head = [button_grid(buttons, columns_at_scale(2))]
    if is_unnamed:
        return sheet_body(_room_tables(sheets, table_choices), head=head, spacing=Space.GAP, stretches=True)
    options = choice.template.required_hole(Pick).options
    return CardPicker(
        Picker(
            lambda: [CardMatch(o.value, o.label, effect=card_texts()[o.value].effect) for o in options],
            lambda card, _: sheets.answer(fill_holes(choice, room=card.record)),
            _room_row,
            label=NAME_OR_EFFECT,
            with_effects=True,
            head=head,
        )
    )


def _room_row(card: CardMatch, on_tap: Action) -> ft.Control:
    fill = ft.Colors.PRIMARY_CONTAINER if room_cards()[card.record].advanced else ft.Colors.SURFACE_CONTAINER_HIGH
    face = text_face(card.name, card_icons(card.record), [card.effect])
    return card_row(face, translate(card.name), on_tap, fill=fill)


def _room_tables(sheets: SheetHost, choices: Sequence[Choice]) -> list[ft.Control]:
    parts: list[ft.Control] = []
    for choice in choices:
        parts += [body_text(translate(choice.label)), *_rows(choice, sheets.answer)]
    return parts


def _room_table(choice: Choice, answer: Callable[[Event], object]) -> ft.Control:
    return _scrolled(_rows(choice, answer))


def _scrolled(parts: list[ft.Control]) -> ft.Control:
    return sheet_body(parts, spacing=Space.TIGHT, stretches=True)


def _rows(choice: Choice, answer: Callable[[Event], object]) -> list[ft.Control]:
    """Build a row per treasure with a cell per damage; one tap answers both."""
    treasure, damage = (hole for hole in choice.template.holes if isinstance(hole, Pick))
    return [_row(choice, option.value, damage, answer) for option in treasure.options]


def _row(choice: Choice, treasure: str, damage: Pick, answer: Callable[[Event], object]) -> ft.Control:
    icons: list[ft.Control] = [
        sign_icon(CLASS_SIGNS[klass], FontSize.SUBTITLE if len(treasure) < 4 else FontSize.BODY) for klass in treasure
    ]
    head = icons or [name_text("–", color=MUTED)]
    cells = [
        value_key(
            f"{option.value}",
            translate(Text("{treasure}, damage {n}", treasure=treasure_name(treasure), n=option.value)),
            bind(answer, fill_holes(choice, treasure=treasure, damage=option.value)),
            height=CELL_HEIGHT,
        )
        for option in damage.options
    ]
    return key_row(head, cells, ICONS_WIDTH, is_stacked=False)
