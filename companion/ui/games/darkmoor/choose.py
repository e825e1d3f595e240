"""Card naming for Darkmoor: a known card, or the one number that counts now."""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import replace
from functools import partial
from typing import Any

import flet as ft

from companion.exchange.custom_cards import CustomCards
from companion.ui.design.boxes import row_of
from companion.ui.design.drawn_signs import icon_of
from companion.ui.design.look import translate
from companion.ui.design.sizes import FontSize, Radius, Space
from companion.ui.design.text import body_text
from companion.ui.signs.legend import sign_icon
from companion.ui.table.model.choice_layout import fill_holes
from companion.ui.table.sheets.choice_sheets import choice_sheet
from companion.ui.table.sheets.host import SheetHost
from companion.ui.widgets.bottom_sheet import sheet_body
from companion.ui.widgets.card_picker.faces import card_row, text_face
from companion.ui.widgets.card_picker.memory import CardMemory
from companion.ui.widgets.card_picker.number_rows import NumberRow, number_row
from companion.ui.widgets.card_picker.picker import CardPicker, OpenForm, Picker, Query
from companion.ui.widgets.card_picker.search import CardMatch
from companion.ui.widgets.card_picker.typed_form import CardForm, asked_numbers
from companion.ui.widgets.controls import Action, bind, keyed_component, secondary_button
from companion.ui.widgets.page_frame import hint_text
from rules.darkmoor.game import GAME
from rules.darkmoor.model.cards import CARD_TEMPLATES, AbilityCard, MinionCard, card_name, card_text, unknown_numbers
from rules.darkmoor.model.events import ReadVp
from rules.darkmoor.model.state import Darkmoor, names_out_of_reach, played_names
from rules.engine import Choice, Name, Number, Pick, Records, Text

from .signs import KIND_SIGNS, PERIL_SIGN, POINTS_SIGN

NUMBERS_WIDTH_SHARE = 0.4
"""Share of the width that the numbers take on a phone lying on its side."""
SEARCH_THRESHOLD = 8
"""Number of cards above which there is a search field."""
NUMBER_VALUES = {
    "minions": {"peril": range(8), "vp": range(8)},
    "heroes": {"threshold": range(3, 11)},
    "locations": {"vp": range(1, 9)},
}
"""Numbers printed on a card, each with the values offered as buttons; the first is needed as soon as it is met."""
NUMBER_QUESTIONS = {
    "minions": Text("A minion in no list: what peril?"),
    "heroes": Text("A hero in no list: what threshold?"),
    "locations": Text("A location in no list: how many VP?"),
}
"""What is asked of a card that is in no list, by kind."""
FIELD_SIGNS = {"peril": PERIL_SIGN, "threshold": PERIL_SIGN, "vp": POINTS_SIGN}
OnCard = Callable[[AbilityCard], object]


def custom_cards_of(sheets: SheetHost) -> CustomCards:
    """Return the cards of this game that are known at this table."""
    return CustomCards(sheets.access, GAME.key, CARD_TEMPLATES, GAME.catalogues)


def memory_of(sheets: SheetHost, kind: str) -> CardMemory:
    """Return what this house remembers of the cards of that kind."""
    return CardMemory(sheets.access, GAME.key, kind, sheets.intents.tell)


# --- the sheets --------------------------------------------------------------------------------------------------


def card_naming_sheet(sheets: SheetHost, choice: Choice) -> ft.Control:
    """Build the sheet that asks which card was played, turned up or laid out."""
    hole = choice.template.required_hole(Records)
    prompt = sheets.context.table_state.prompt
    title = prompt.title if prompt else choice.label
    if hole.catalogue == "minions":  # the prompt asked only for the place
        title = Text("{place}: which minion is played?", place=choice.label)
    head = sheets.build_heading(None, translate(title))
    key = f"{sheets.context.table_state.prompt_id} {choice.event}"
    picker = card_picker(sheets, hole.catalogue, lambda card: sheets.answer(fill_holes(choice, **{hole.name: (card,)})))
    return sheets.build_sheet(head, keyed_component(CardPicker, key, picker))


def pick_sheet(sheets: SheetHost, choice: Choice) -> ft.Control:
    """Build the sheet that picks one option; unread VP are a row of numbers, and are kept."""
    asked = choice.event
    if not isinstance(asked, ReadVp):
        return choice_sheet(sheets, choice)

    def answer(n: int) -> None:
        found = sheets.context.state_as(Darkmoor).find_minion(asked.item)
        sheets.answer(fill_holes(choice, vp=n))
        if found is not None and found.card.name:
            known = custom_cards_of(sheets).all_cards("minions").get(found.card.name, found.card)
            memory_of(sheets, "minions").save_record(replace(known, vp=n, is_vp_unknown=False))

    prompt, pick = sheets.context.table_state.prompt, choice.template.required_hole(Pick)
    head = sheets.build_heading(choice.seat, translate(prompt.title if prompt else choice.label))
    row = NumberRow("vp", Text("VP"), range(len(pick.options)), POINTS_SIGN.icon, POINTS_SIGN.color)
    return sheets.build_sheet(head, sheet_body([number_row(row, None, answer, wraps=True)], stretches=True))


# --- the picker --------------------------------------------------------------------------------------------------


def card_picker(sheets: SheetHost, kind: str, on_card: OnCard) -> Picker:
    """Return the picker of the known cards that can come, and of any other by one number.

    Cards that their player has already played are not offered. A deck may hold another one, so a tap below the list or
    a search brings them back, last and marked.
    """
    state, custom_cards = sheets.context.state_as(Darkmoor), custom_cards_of(sheets)
    unavailable = {*names_out_of_reach(state, kind)}
    played = played_names(state, state.active) if kind == "minions" else ()
    rows = number_rows(kind)

    def cards() -> list[CardMatch]:
        found = known_cards(custom_cards, kind, played)
        return [card for card in found if unavailable.isdisjoint((card.record.name, getattr(card.record, "back", "")))]

    def take(card: CardMatch, open_form: OpenForm) -> None:
        if card.unknown:
            open_form(partial(_numbers_form, kind, card, keep))
        else:
            on_card(card.record)

    def keep(card: AbilityCard) -> None:
        on_card(card)
        memory_of(sheets, kind).save_record(card)

    def answer_number(field: str, n: int) -> None:
        number: dict[str, Any] = {field: n}
        on_card(replace(unnamed_card(kind), **number))

    def foot(query: Query) -> list[ft.Control]:
        named = partial(_name_form, kind, replace(unnamed_card(kind), name=query.words), keep)
        new = secondary_button(
            translate(Text("Give it a name")), bind(query.open_form, named), ft.Icons.EDIT, expand=True
        )
        share = NUMBERS_WIDTH_SHARE if sheets.context.is_landscape else 1
        return [row_of([new]), asked_numbers(NUMBER_QUESTIONS[kind], rows[:1], {}, answer_number, share)]

    return Picker(
        cards,
        take,
        lambda card, on_tap: card_row(face_of(kind, card), translate(card.name), on_tap),
        search_above=SEARCH_THRESHOLD,
        foot=foot,
        is_landscape=sheets.context.is_landscape,
    )


def known_cards(custom_cards: CustomCards, kind: str, played: Collection[str] = ()) -> list[CardMatch]:
    """Return the cards of that kind.

    Of cards that are named in the rules text, some numbers are unknown until somebody enters them.
    """
    custom = custom_cards.custom_cards(kind)
    return [
        CardMatch(
            card,
            printed := card_name(name) or Text("a card without a name"),
            printed_name=printed if isinstance(printed, Name) else None,
            effect=card_text(card),
            unknown=() if name in custom else unknown_numbers(name, kind),
            is_played=name in played,
        )
        for name, card in custom_cards.all_cards(kind).items()
    ]


def face_of(kind: str, card: CardMatch) -> ft.Column:
    """Build a card's type, name, numbers and text; unknown numbers are question marks."""
    sign = KIND_SIGNS.get(card.record.kind) if isinstance(card.record, MinionCard) else None
    marks = [_number(field, card) for field in NUMBER_VALUES[kind]]
    lines = [card.effect, Text("Already played") if card.is_played else None]
    return text_face(card.name, marks, lines, before=[sign_icon(sign, FontSize.BODY)] if sign else [])


def _number(field: str, card: CardMatch) -> ft.Control:
    is_vp_unknown = field == "vp" and isinstance(card.record, MinionCard) and card.record.is_vp_unknown
    value = "?" if is_vp_unknown or field in card.unknown else str(getattr(card.record, field))
    text = body_text(value, 700)
    icon = icon_of(FIELD_SIGNS[field].icon, FontSize.SMALL, FIELD_SIGNS[field].color)
    return row_of([icon, text], Space.HAIR, tight=True)


def number_rows(kind: str) -> list[NumberRow]:
    """Return the numbers that are printed on a card of that kind."""
    labels = {hole.name: hole.label for hole in CARD_TEMPLATES[kind].holes if isinstance(hole, Number)}
    return [
        NumberRow(field, labels[field] or Text("number"), values, FIELD_SIGNS[field].icon, FIELD_SIGNS[field].color)
        for field, values in NUMBER_VALUES[kind].items()
    ]


def unnamed_card(kind: str) -> AbilityCard:
    """Return a card in no list; of a minion its peril counts now, and its VP in the scoring."""
    card: AbilityCard = CARD_TEMPLATES[kind].value
    return replace(card, vp=0, is_vp_unknown=True) if isinstance(card, MinionCard) else card


def _numbers_form(kind: str, card: CardMatch, on_card: OnCard, on_back: Action) -> ft.Control:
    """Build the form of the numbers of a card that the rules text leaves out."""
    pad, ground = ft.Padding.all(Space.EDGE), ft.Colors.SURFACE_CONTAINER_HIGH
    shown = ft.Container(face_of(kind, card), bgcolor=ground, padding=pad, border_radius=Radius.TILE)
    rows = [row for row in number_rows(kind) if row.field in card.unknown]
    return CardForm(card.record, on_card, rows=rows, head=[shown], back=(Text("Back to the cards"), on_back))


def _name_form(kind: str, card: AbilityCard, on_card: OnCard, on_back: Action) -> ft.Control:
    """Build the form of the name of a card in no list, and of its first number."""
    hint = hint_text(translate(Text("What it does is said later, in the cards of this table.")))
    back = (Text("Back to the cards"), on_back)
    return CardForm(card, on_card, name_label=Text("Name"), rows=number_rows(kind)[:1], head=[hint], back=back)
