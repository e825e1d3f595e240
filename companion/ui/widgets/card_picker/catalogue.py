"""Picker of the cards of a printed list: by their numbers, by name, or typed by hand."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

import flet as ft

from companion.ui.design.boxes import row_of
from companion.ui.design.look import translate
from companion.ui.design.sizes import Space
from companion.ui.design.text import MUTED, body_text, title_text
from companion.ui.design.text_fit import columns_at_scale, has_large_text
from companion.ui.design.theme import tracker_icon
from companion.ui.widgets.controls import Action, bind, button_grid, secondary_button
from rules.engine import CatalogueCard, Number, Pick, Template, Text

from .memory import CardMemory
from .number_rows import NumberRow
from .picker import OpenForm, Picker, Query
from .search import CardMatch, number_holes, searchable_cards, values_at
from .typed_form import CardForm

OnCard = Callable[[Any], object]


def catalogue_picker(
    memory: CardMemory,
    printed_cards: Sequence[CatalogueCard],
    template: Template,
    on_card: OnCard,
    others: Sequence[tuple[Text, Action]],
    *,
    is_landscape: bool,
) -> Picker:
    """Return the picker of a printed list and of what the house remembers of it.

    ``template`` says which cards are possible, ``others`` that it is no such card. Numbers that no list states are
    read from the card once.
    """

    def cards() -> tuple[CardMatch, ...]:
        return searchable_cards(printed_cards, template, memory.local_names(), memory.cards())

    def take(card: CardMatch, open_form: OpenForm) -> None:
        if card.unknown:
            printed = card.printed_name.en if card.printed_name else ""
            open_form(lambda back: _unread_form(template, card, partial(keep, printed)))
        else:
            on_card(card.record)

    def keep(name: str, record: Any) -> None:
        on_card(record)
        memory.save_record(record, name)

    def foot(query: Query) -> list[ft.Control]:
        form = partial(_typed_form, template, query.words, partial(keep, ""))
        typed = (Text("Not in the list"), ft.Icons.EDIT, bind(query.open_form, form))
        buttons = [*((label, ft.Icons.BLOCK, do) for label, do in others), typed]
        return [_other_buttons(buttons, is_landscape)]

    rows = _number_rows(printed_cards, cards())
    return Picker(
        cards,
        take,
        label=Text("Search by name"),
        foot=foot,
        on_rename=memory.rename,
        numbers=rows,
        between=lambda query: _unlisted_buttons(template, query.numbers, on_card),
        hint=_hint([row.label for row in rows]),
        is_landscape=is_landscape,
    )


def _number_rows(printed: Sequence[CatalogueCard], cards: Sequence[CardMatch]) -> list[NumberRow]:
    """Return each number printed on the cards, with the values that it has on one of them."""
    if not printed:
        return []
    numbers, icons = printed[0].numbers, printed[0].icons or ("",) * len(printed[0].numbers)
    return [
        NumberRow("", label, values_at(cards, k), tracker_icon(icon))
        for k, ((label, _), icon) in enumerate(zip(numbers, icons, strict=True))
    ]


def _hint(numbers: Sequence[Text]) -> Text:
    """Return what to do with cards that have those numbers."""
    if len(numbers) == 3:
        return Text("Tap the three numbers on the card.")
    return Text("Choose its {what} or look for its name.", what=numbers[0] if numbers else Text("number"))


def _other_buttons(buttons: Sequence[tuple[Text, ft.IconData, Action]], is_landscape: bool) -> ft.Control:
    is_grid = not is_landscape and has_large_text()
    built = [
        secondary_button(translate(label), do, icon, expand=True if is_grid else None) for label, icon, do in buttons
    ]
    return button_grid(built, 1) if is_grid else row_of(built, Space.NEAR, wrap=not is_landscape)


def _unlisted_buttons(template: Template, chosen: Mapping[int, int], on_card: OnCard) -> list[ft.Control]:
    """Build a button for each kind of a card in no list, told by its number and kind."""
    numbers, kinds = number_holes(template), [h for h in template.holes if isinstance(h, Pick)]
    if len(numbers) != 1 or len(kinds) != 1 or 0 not in chosen:
        return []
    cards = [
        (option, replace(template.value, **{numbers[0].name: chosen[0], kinds[0].name: option.value}))
        for option in kinds[0].options
    ]
    buttons: list[ft.Control] = [
        secondary_button(translate(Text("Another card ({kind})", kind=option.label)), bind(on_card, card), expand=True)
        for option, card in cards
        if template.admits(card)
    ]
    return [button_grid(buttons, columns_at_scale(2), Space.NEAR)]


def _typed_form(template: Template, name: str, on_card: OnCard, on_back: Action) -> ft.Control:
    """Build the form of a card in no list, which begins with what was looked for."""
    holes = [hole for hole in template.holes if isinstance(hole, Number | Pick)]
    usual = {h.name: h.default if isinstance(h, Number) else h.options[0].value for h in holes}
    back = (Text("Back to the search"), on_back)
    record = replace(template.value, **usual, name=name)
    return CardForm(record, on_card, name_label=Text("Name"), holes=holes, back=back)


def _unread_form(template: Template, card: CardMatch, on_card: OnCard) -> ft.Control:
    """Build the form of the numbers of a known card that no list states."""
    holes = [h for h in template.holes if isinstance(h, Number | Pick) and h.name in card.unknown]
    title = title_text(translate(card.name), 700)
    why = translate(Text("Our lists lack these numbers. What does the card say?"))
    note = body_text(why, color=MUTED)
    return CardForm(card.record, on_card, holes=holes, head=[title, note])
