"""The picker: the cards that a search or printed numbers leave, and the forms of one card."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

import flet as ft

from companion.ui.design.boxes import STRETCH, column_of, row_of
from companion.ui.design.look import current_preferences, scaled_height, translate
from companion.ui.design.sizes import FontSize, Space
from companion.ui.design.text import MUTED, body_text, name_text
from companion.ui.widgets.bottom_sheet import sheet_body
from companion.ui.widgets.controls import Action, bind, icon_button, secondary_button
from rules.engine import Text

from .faces import card_row, text_face
from .number_rows import NumberRow, number_row
from .search import CardMatch, filter_by_numbers, filter_by_words, search_field, sorted_by_name, values_at
from .typed_form import CardForm

Form = Callable[[Action], ft.Control]
"""Builder of a form that stands in place of the cards; it gets what leads back to them."""
OpenForm = Callable[[Form], object]
LOOK_FOR_NAME = Text("Look for a name")
MATCHES_HEIGHT = 232
"""Height of the matching cards in points: always the same, so that the keys stay where they are."""
TALL_MATCHES_HEIGHT = 420
"""Height of the matching cards where they have one number, which many of them share."""
MIN_HEIGHT = 580
"""Height of a page at text scale 1 from which the matching cards have room of their own, in points."""


@dataclass(frozen=True)
class Query:
    """What is looked for: words, and the number tapped in each row; and how a form is opened."""

    words: str
    numbers: Mapping[int, int]
    open_form: OpenForm


@dataclass(frozen=True)
class Picker:
    """What a game lets people pick from, and how.

    ``row`` builds a card's row around its tap; without it the row has the name and the numbers. ``first`` stands before
    the cards, ``head`` below the search field, ``foot`` holds the other ways to name a card. With ``numbers`` the cards
    are listed only once a number or a name is known, and ``hint`` says so until then.
    """

    cards: Callable[[], Sequence[CardMatch]]
    """What can be found; read at each drawing, as forms change what a house remembers."""
    on_card: Callable[[CardMatch, OpenForm], object]
    row: Callable[[CardMatch, Action], ft.Control] | None = None
    label: Text = LOOK_FOR_NAME
    """Label of the search field, which is there with more than ``search_above`` cards."""
    search_above: int = 0
    with_effects: bool = False
    is_ordered: bool = False
    """Whether the cards keep their order; otherwise they are sorted by name."""
    first: Sequence[ft.Control] = ()
    head: Sequence[ft.Control] = ()
    foot: Callable[[Query], Sequence[ft.Control]] = lambda query: ()
    on_rename: Callable[[CardMatch, str], object] | None = None
    """Gives a printed card the table's own name; an empty one restores the printed name."""
    numbers: Sequence[NumberRow] = ()
    between: Callable[[Query], Sequence[ft.Control]] = lambda query: ()
    """Cards in no list, of the numbers that were tapped."""
    hint: Text = LOOK_FOR_NAME
    is_landscape: bool = False

    def matches(self, cards: Sequence[CardMatch], query: Query) -> list[CardMatch]:
        """Return those of the cards that fit the numbers and the words."""
        found = filter_by_numbers(cards, query.numbers)
        if query.words:
            found = filter_by_words(found, query.words, with_effects=self.with_effects)
        return list(found) if self.is_ordered else sorted_by_name(found)


@ft.component
def CardPicker(picker: Picker, first_number: int | None = None) -> ft.Control:  # noqa: N802 - named like a class
    """Build a search for cards and the form that it opens; ``first_number`` was tapped before."""
    words, set_words = ft.use_state("")
    chosen, set_chosen = ft.use_state(dict[int, int]() if first_number is None else {0: first_number})
    shows_played, set_shows_played = ft.use_state(False)
    forms, set_forms = ft.use_state(tuple[Form, ...]())
    if forms:
        return forms[0](bind(set_forms, ()))
    query = Query(words, chosen, lambda form: set_forms((form,)))
    field = search_field(translate(picker.label), set_words, words)
    every = picker.cards()
    matches = picker.matches(every, query) if words or chosen or not picker.numbers else []
    left = [card for card in matches if not card.is_played]
    played = [card for card in matches if card.is_played]
    hides = bool(played) and not words and not shows_played
    cards = left if hides else [*left, *played]
    rows = [_row(picker, card, query.open_form, len(cards) == 1) for card in cards]
    if picker.numbers:
        return _narrowed(picker, every, query, field, rows, set_chosen)
    if hides:
        rows.append(_played_button(len(played), bind(set_shows_played, True)))
    searches = len(every) > picker.search_above
    return _listed(picker, [*picker.first, *rows], [field] if searches else [], picker.foot(query))


def _row(picker: Picker, card: CardMatch, open_form: OpenForm, is_only: bool) -> ft.Control:
    """Build a card's row; one that is the only one left is marked as the answer."""
    on_tap = bind(picker.on_card, card, open_form)
    if picker.row is not None:
        return picker.row(card, on_tap)
    ink, size = (ft.Colors.ON_PRIMARY, FontSize.TITLE) if is_only else (ft.Colors.ON_SURFACE, FontSize.SUBTITLE)
    numbers = body_text(" · ".join("?" if n is None else str(n) for n in card.numbers), color=ink)
    fill = ft.Colors.PRIMARY if is_only else ft.Colors.SURFACE_CONTAINER_HIGH
    name, after = translate(card.name), list[ft.Control]()
    if card.printed_name is not None and picker.on_rename is not None:
        label = translate(Text("Call it something else: {name}", name=name))
        rename = partial(_rename_form, card, name, picker.on_rename)
        after.append(icon_button(ft.Icons.EDIT, label, bind(open_form, rename), FontSize.HEADING))
    face = text_face(name, [numbers], [card.effect], ink=ink, size=size)
    return card_row(face, name, on_tap, after, fill=fill)


def _rename_form(
    card: CardMatch, name: str, on_rename: Callable[[CardMatch, str], object], on_back: Action
) -> ft.Control:
    """Build the form of a card's own name."""

    def rename(record: Any) -> None:
        on_back()
        on_rename(card, record.name)

    label, submit = Text("What you call it"), Text("Keep the name")
    return CardForm(replace(card.record, name=name), rename, name_label=label, submit=submit)


def _played_button(n: int, on_tap: Action) -> ft.Control:
    label = translate(Text("{n} card already played", "{n} cards already played", n=n))
    return row_of([secondary_button(label, on_tap, ft.Icons.EXPAND_MORE, expand=True)])


# --- all cards ---------------------------------------------------------------------------------------------------


def _listed(picker: Picker, rows: list[ft.Control], field: list[ft.Control], foot: Sequence[ft.Control]) -> ft.Control:
    """Arrange all cards, the search field if there are many, and the other ways to name one."""
    beside = bool(foot) and picker.is_landscape
    if not field and not beside:
        return sheet_body(rows, foot, picker.head, spacing=Space.TIGHT, stretches=True)
    listed = ft.ListView(rows, spacing=Space.TIGHT, expand=True)
    if beside:  # on a phone lying on its side there is more room beside the cards than below
        column = column_of([*field, *foot], Space.GAP, tight=False, expand=2, scroll=ft.ScrollMode.HIDDEN)
        return row_of([ft.Container(listed, expand=3), column], Space.ROOM, expand=True)
    parts = [*field, *picker.head, listed, *foot]
    return column_of(parts, Space.GAP, STRETCH, tight=False, expand=True)


# --- the cards that numbers leave --------------------------------------------------------------------------------


def _narrowed(
    picker: Picker,
    cards: Sequence[CardMatch],
    query: Query,
    field: ft.Control,
    rows: list[ft.Control],
    set_chosen: Callable[[dict[int, int]], object],
) -> ft.Control:
    """Arrange the numbers and what they leave; on a low screen everything scrolls together."""
    chosen = query.numbers

    def toggle(place: int, n: int) -> None:
        others = {k: v for k, v in chosen.items() if k != place}
        set_chosen(others if chosen.get(place) == n else others | {place: n})

    def possible(place: int) -> tuple[int, ...]:
        others = {k: v for k, v in chosen.items() if k != place}
        return values_at(filter_by_numbers(cards, others), place)

    numbers = [number_row(row, chosen.get(k), partial(toggle, k), possible(k)) for k, row in enumerate(picker.numbers)]
    foot, between = picker.foot(query), picker.between(query)
    ink, middle = MUTED, ft.TextAlign.CENTER
    says = Text("I know none like that: type it.") if query.words or chosen else picker.hint
    hint = name_text(translate(says), color=ink, text_align=middle)
    if not picker.is_landscape and _is_low():
        return sheet_body([*numbers, *between, *(rows or [hint]), field, *foot], spacing=Space.GAP, stretches=True)
    listed: ft.Control = ft.Container(hint, expand=True, alignment=ft.Alignment.CENTER)
    if rows:
        end = ft.MainAxisAlignment.END
        listed = column_of(rows, Space.NEAR, tight=False, scroll=ft.ScrollMode.AUTO, alignment=end, expand=True)
    height = MATCHES_HEIGHT if len(numbers) > 1 else TALL_MATCHES_HEIGHT
    room = ft.Container(listed, height=scaled_height(height), expand=True, expand_loose=True)
    head = [field, *foot]
    if picker.is_landscape:
        head = [row_of([ft.Container(field, expand=True), *foot], Space.NEAR)]
    spacing = Space.NEAR if picker.is_landscape else Space.GAP
    return column_of([*head, room, *between, *numbers], spacing, STRETCH)


def _is_low() -> bool:
    """Return whether a sheet has no room for matches beside the numbers and the fields."""
    return (ft.context.page.height or MIN_HEIGHT) < MIN_HEIGHT * current_preferences().scale
