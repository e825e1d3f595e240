"""Naming a card that was turned up: by its printed numbers, by name, or typed."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

import flet as ft

from companion.ui.design.look import current_preferences, scaled_height, screen_width, translate
from companion.ui.design.sizes import MIN_TAP_SIZE, FontSize, Radius, Space
from companion.ui.design.text_fit import columns_at_scale, fit_count, fit_font_size, has_large_text
from companion.ui.design.theme import tracker_icon
from companion.ui.state import use_optional
from companion.ui.widgets.bottom_sheet import sheet_body
from companion.ui.widgets.card_search import (
    CardMatch,
    filter_by_name,
    filter_by_numbers,
    normalize_for_search,
    number_holes,
    searchable_cards,
    values_at,
)
from companion.ui.widgets.controls import (
    Action,
    bind,
    button_grid,
    icon_button,
    pressable,
    secondary_button,
)
from rules.engine import CatalogueCard, Choice, Pick, Records, Text

from .card_forms import CardRenameForm, TypedCardForm, UnreadNumbersForm
from .card_memory import CardMemory
from .choice_form import search_field

OnCard = Callable[[Any], object]
STRETCH = ft.CrossAxisAlignment.STRETCH
MATCHES_HEIGHT = 232
"""Height of the matching cards in points: always the same, so that the keys stay where they are."""
TALL_MATCHES_HEIGHT = 420
"""Height of the matching cards where they have one number, which many of them share."""
MIN_HEIGHT = 580
"""Height of a page at text scale 1 from which the matching cards have room of their own, in points."""
LABEL_WIDTH = 52
"""Width of a row's label beside its values, in points."""


@ft.component
def CardNaming(  # noqa: N802 - Flet's components are named like classes
    memory: CardMemory,
    printed_cards: Sequence[CatalogueCard],
    hole: Records,
    on_card: OnCard,
    other_choices: Sequence[Choice],
    on_other_choice: Callable[[Choice], object],
    *,
    is_landscape: bool,
    first_number: int | None = None,
) -> ft.Control:
    """Build the card search: by its numbers, by name, or typed by hand.

    ``other_choices`` say that it is no such card. ``first_number`` is the first number, if it was tapped already.
    """
    no_numbers: dict[int, int] = {}
    chosen, set_chosen = ft.use_state(no_numbers if first_number is None else {0: first_number})
    name, set_name = ft.use_state("")
    side, set_side = ft.use_state("")
    renaming, start_renaming = use_optional(CardMatch)
    unread, start_reading = use_optional(CardMatch)
    search = _CardSearch(
        memory,
        printed_cards,
        hole,
        on_card,
        chosen,
        set_chosen,
        name,
        set_name,
        start_renaming,
        start_reading,
    )
    if side == "typed":
        return TypedCardForm(hole, name, search.take_typed, bind(set_side, ""))
    if renaming is not None:
        return CardRenameForm(renaming, partial(search.rename, renaming))
    if unread is not None:
        return UnreadNumbersForm(hole, unread, partial(_keep_numbers, memory, unread, on_card))
    others = [(translate(c.label), ft.Icons.BLOCK, bind(on_other_choice, c)) for c in other_choices]
    typed = (translate(Text("Not in the list")), ft.Icons.EDIT, bind(set_side, "typed"))
    foot = _other_buttons([*others, typed], is_landscape)
    return _search_page(search, foot, is_landscape)


@dataclass(frozen=True)
class _CardSearch:
    """The search by numbers and by name, and what taps do in it."""

    memory: CardMemory
    printed_cards: Sequence[CatalogueCard]
    hole: Records
    on_card: OnCard
    chosen: dict[int, int]
    """Number that was tapped in each row."""
    set_chosen: Callable[[dict[int, int]], object]
    name: str
    set_name: Callable[[str], object]
    start_renaming: Callable[[CardMatch | None], object]
    start_reading: Callable[[CardMatch | None], object]

    @property
    def cards(self) -> tuple[CardMatch, ...]:
        """All cards that can be found."""
        memory, template = self.memory, self.hole.templates[0]
        return searchable_cards(self.printed_cards, template, memory.local_names, memory.typed_cards)

    @property
    def has_query(self) -> bool:
        """Whether a number was tapped or a name typed."""
        return bool(self.chosen or self.name)

    def matches(self, cards: Sequence[CardMatch]) -> tuple[CardMatch, ...]:
        """Cards that fit the numbers and the name, by name; none without a query."""
        found = filter_by_name(filter_by_numbers(cards, self.chosen), self.name) if self.has_query else ()
        return tuple(sorted(found, key=lambda card: normalize_for_search(translate(card.name))))

    def toggle(self, place: int, n: int) -> None:
        """Choose a number of a row, or take it back."""
        others = {k: v for k, v in self.chosen.items() if k != place}
        self.set_chosen(others if self.chosen.get(place) == n else others | {place: n})

    def take(self, card: CardMatch) -> None:
        """Take a card; ask for its numbers first if they are unknown."""
        if card.unknown:
            self.start_reading(card)
        else:
            self.on_card(card.record)

    def take_typed(self, card: Any) -> None:
        """Take a card that was typed by hand, and remember it."""
        self.on_card(card)
        self.memory.remember_typed(card)

    def rename(self, card: CardMatch, own: str) -> None:
        """Give a card the table's own name."""
        self.start_renaming(None)
        self.memory.rename(card, own)


def _search_page(search: _CardSearch, foot: ft.Control, is_landscape: bool) -> ft.Control:
    """Build the search: numbers, name, matching cards, and at its ``foot`` the other ways."""
    cards = search.cards
    matches = search.matches(cards)
    labels = _labels(search.printed_cards)
    numbers = [_row(label, icon, k, cards, search.chosen, search.toggle) for k, (label, icon) in enumerate(labels)]
    field = search_field(translate(Text("Search by name")), search.set_name, search.name)
    hint = _hint([label for label, _ in labels], search.has_query)
    unlisted = _unlisted_buttons(search.hole, search.chosen, search.on_card)
    if not is_landscape and _is_low():
        found = _found_below(matches, search.take, search.start_renaming, hint)
        return sheet_body([*numbers, *unlisted, *found, field, foot], spacing=Space.GAP, stretches=True)
    match_list = _matches(matches, search.take, search.start_renaming, hint)
    height = MATCHES_HEIGHT if len(labels) > 1 else TALL_MATCHES_HEIGHT
    room = ft.Container(match_list, height=scaled_height(height), expand=True, expand_loose=True)
    head = [ft.Row([ft.Container(field, expand=True), foot], spacing=Space.NEAR)] if is_landscape else [field, foot]
    return ft.Column(
        [*head, room, *unlisted, *numbers],
        spacing=Space.NEAR if is_landscape else Space.GAP,
        tight=True,
        horizontal_alignment=STRETCH,
    )


def _other_buttons(buttons: Sequence[tuple[str, ft.IconData, Action]], is_landscape: bool) -> ft.Control:
    """Build the buttons of the other ways, one below the other where there is little room."""
    if not is_landscape and has_large_text():
        return button_grid([secondary_button(says, do, icon, expand=True) for says, icon, do in buttons], 1)
    row: list[ft.Control] = [secondary_button(says, do, icon) for says, icon, do in buttons]
    return ft.Row(row, wrap=not is_landscape, spacing=Space.NEAR)


def _keep_numbers(memory: CardMemory, card: CardMatch, on_card: OnCard, record: Any) -> None:
    """Take the card with the numbers that were read, and remember them for later matches."""
    on_card(record)
    memory.remember_numbers(card, record)


def _unlisted_buttons(hole: Records, chosen: Mapping[int, int], on_card: OnCard) -> list[ft.Control]:
    """Build a button for each kind of a card in no list, told by its number and kind."""
    template = hole.templates[0]
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


def _labels(printed: Sequence[CatalogueCard]) -> list[tuple[Text, str]]:
    """Return label and icon kind of each number printed on the cards."""
    if not printed:
        return []
    numbers, icons = printed[0].numbers, printed[0].icons or ("",) * len(printed[0].numbers)
    return [(label, icon) for (label, _), icon in zip(numbers, icons, strict=True)]


def _row(
    label: Text,
    icon: str,
    place: int,
    cards: tuple[CardMatch, ...],
    chosen: Mapping[int, int],
    toggle: Callable[[int, int], None],
) -> ft.Control:
    """Build a row of a number's printed values; those without a match are dim and disabled."""
    possible = values_at(filter_by_numbers(cards, {k: v for k, v in chosen.items() if k != place}), place)
    label_text = translate(label)
    name: list[ft.Control] = [
        ft.Icon(tracker_icon(icon), size=FontSize.HEADING, color=ft.Colors.ON_SURFACE_VARIANT),
        ft.Text(
            label_text,
            size=fit_font_size(label_text, FontSize.FINE_PRINT, LABEL_WIDTH),
            color=ft.Colors.ON_SURFACE_VARIANT,
            no_wrap=True,
        ),
    ]
    buttons = [
        _value(label_text, n, chosen.get(place) == n, bind(toggle, place, n) if n in possible else None)
        for n in values_at(cards, place)
    ]
    if fit_count(screen_width() - 3 * Space.EDGE - LABEL_WIDTH, scaled_height(MIN_TAP_SIZE), 4) < len(buttons):
        return ft.Column(
            [ft.Row(name, spacing=Space.TIGHT), ft.Row(list(buttons), spacing=Space.TIGHT)], spacing=0, tight=True
        )
    middle = ft.CrossAxisAlignment.CENTER
    head = ft.Column(name, spacing=0, width=LABEL_WIDTH, tight=True, horizontal_alignment=middle)
    return ft.Row([head, *buttons], spacing=Space.TIGHT)


def _value(label: str, n: int, on: bool, do: Callable[[], object] | None) -> ft.Control:
    ink = ft.Colors.ON_PRIMARY if on else ft.Colors.ON_SURFACE if do else ft.Colors.OUTLINE_VARIANT
    text = ft.Text(str(n), size=FontSize.TITLE, weight=ft.FontWeight.W_700, color=ink)
    fill = ft.Colors.PRIMARY if on else ft.Colors.SURFACE_CONTAINER_HIGH
    return pressable(
        text, f"{label} {n}", do, fill=fill, pad=0, radius=Radius.TILE, height=56, is_chosen=on, expand=True
    )


def _hint(numbers: Sequence[Text], has_query: bool) -> Text:
    """Return the hint for an empty result, on cards with those numbers."""
    if has_query:
        return Text("I know none like that: type it.")
    if len(numbers) == 3:
        return Text("Tap the three numbers on the card.")
    return Text("Choose its {what} or look for its name.", what=numbers[0] if numbers else Text("number"))


# --- what fits ---------------------------------------------------------------------------------------------------


def _matches(
    matches: tuple[CardMatch, ...],
    on_card: Callable[[CardMatch], object],
    on_rename: Callable[[CardMatch], object],
    hint: Text,
) -> ft.Control:
    """Build the list of matching cards; a single match is large and at the bottom."""
    if not matches:
        message = ft.Text(
            translate(hint), size=FontSize.SUBTITLE, color=ft.Colors.ON_SURFACE_VARIANT, text_align=ft.TextAlign.CENTER
        )
        return ft.Container(message, expand=True, alignment=ft.Alignment.CENTER)
    if len(matches) == 1:
        only = _match(matches[0], on_card, on_rename, True)
        return ft.Column([only], alignment=ft.MainAxisAlignment.END, expand=True)
    listed = [_match(card, on_card, on_rename, False) for card in matches]
    return ft.Column(
        listed, spacing=Space.NEAR, scroll=ft.ScrollMode.AUTO, alignment=ft.MainAxisAlignment.END, expand=True
    )


def _found_below(
    matches: tuple[CardMatch, ...],
    on_card: Callable[[CardMatch], object],
    on_rename: Callable[[CardMatch], object],
    hint: Text,
) -> list[ft.Control]:
    """Build the matching cards below the numbers, where everything scrolls together."""
    if matches:
        return [_match(card, on_card, on_rename, len(matches) == 1) for card in matches]
    ink, middle = ft.Colors.ON_SURFACE_VARIANT, ft.TextAlign.CENTER
    return [ft.Text(translate(hint), size=FontSize.SMALL, color=ink, text_align=middle)]


def _is_low() -> bool:
    """Return whether a sheet has no room for matches beside the numbers and the fields."""
    return (ft.context.page.height or MIN_HEIGHT) < MIN_HEIGHT * current_preferences().scale


def _match(
    card: CardMatch,
    on_card: Callable[[CardMatch], object],
    on_rename: Callable[[CardMatch], object],
    is_only: bool,
) -> ft.Control:
    name = translate(card.name)
    tap = pressable(
        _match_face(card, name, is_only),
        name,
        bind(on_card, card),
        fill=ft.Colors.PRIMARY if is_only else ft.Colors.SURFACE_CONTAINER_HIGH,
        pad=ft.Padding.symmetric(horizontal=Space.ROOM, vertical=Space.EDGE if is_only else Space.GAP),
        align=ft.Alignment.CENTER_LEFT,
        expand=True,
    )
    if card.printed_name is None:
        return ft.Row([tap])
    label = translate(Text("Call it something else: {name}", name=name))
    return ft.Row([tap, icon_button(ft.Icons.EDIT, label, bind(on_rename, card), FontSize.HEADING)], spacing=Space.HAIR)


def _match_face(card: CardMatch, name: str, is_only: bool) -> ft.Control:
    ink = ft.Colors.ON_PRIMARY if is_only else ft.Colors.ON_SURFACE
    title = ft.Text(name, size=FontSize.TITLE if is_only else FontSize.SUBTITLE, weight=ft.FontWeight.W_700, color=ink)
    numbers = ft.Text(" · ".join("?" if n is None else str(n) for n in card.numbers), size=FontSize.BODY, color=ink)
    lines: list[ft.Control] = [ft.Row([ft.Container(title, expand=True), numbers])]
    if card.effect is not None:
        effect = translate(card.effect)
        lines.append(ft.Text(effect, size=FontSize.SMALL, color=ink))
    return ft.Column(lines, spacing=Space.HAIR, tight=True)
