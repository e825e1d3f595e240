"""Naming a card that was turned up: by its printed numbers, by name, or typed."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import asdict, replace
from functools import partial
from typing import Any

import flet as ft

from companion.access.permissions import Access
from companion.base.display_names import clean_name
from companion.i18n import Translate
from companion.storage.matches import StorageError
from companion.ui.design.preferences import current_preferences, scaled_height
from companion.ui.design.text_fit import columns_at_scale, fit_count, fit_font_size, has_large_text, screen_width
from companion.ui.design.theme import MIN_TAP_SIZE, FontSize, Radius, Space, tracker_icon
from companion.ui.session.error_boundary import failure_of
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
    input_border,
    pressable,
    secondary_button,
)
from companion.ui.widgets.text_field import TextInput
from rules.engine import CatalogueCard, Choice, Number, Pick, Records, Text

from .choice_form import hole_control, search_field, submit_button, value_setter

MAX_NAME_LENGTH = 40
"""Maximum length of a card's name."""


@ft.component
def TypedCardForm(  # noqa: N802 - Flet's components are named like classes
    translate: Translate, hole: Records, name: str, on_card: Callable[[Any], object], on_back: Callable[[], object]
) -> ft.Control:
    """Build the form of a card's name, numbers and rewards."""
    template = hole.templates[0]
    values, update = ft.use_state({**_default_values(hole), "name": name})
    fillers = [
        hole_control(translate, h, values[h.name], value_setter(update, h.name))
        for h in template.holes
        if isinstance(h, Number | Pick)
    ]
    field = _line(translate(Text("Name")), values["name"], value_setter(update, "name"))
    card = replace(template.value, **{**values, "name": clean_name(values["name"], MAX_NAME_LENGTH)})
    foot = ft.Row([secondary_button(translate(Text("Back to the search")), on_back, ft.Icons.ARROW_BACK)])
    submit = submit_button(translate(Text("This is it")), lambda: on_card(card))
    return sheet_body([field, *fillers], [foot, submit], spacing=Space.GAP, stretches=True)


def _default_values(hole: Records) -> dict[str, Any]:
    holes = hole.templates[0].holes
    numbers = {h.name: h.default for h in holes if isinstance(h, Number)}
    return numbers | {h.name: h.options[0].value for h in holes if isinstance(h, Pick)}


@ft.component
def UnreadNumbersForm(  # noqa: N802 - Flet's components are named like classes
    translate: Translate, hole: Records, card: CardMatch, on_card: Callable[[Any], object]
) -> ft.Control:
    """Build the form of the numbers of a known card that no list states.

    They are read from the card once.
    """
    holes = [h for h in hole.templates[0].holes if isinstance(h, Number | Pick) and h.name in card.unknown]
    values, update = ft.use_state({h.name: getattr(card.record, h.name) for h in holes})
    fillers = [hole_control(translate, h, values[h.name], value_setter(update, h.name)) for h in holes]
    title = ft.Text(translate(card.name), size=FontSize.TITLE, weight=ft.FontWeight.W_700)
    why = translate(Text("Our lists lack these numbers. What does the card say?"))
    note = ft.Text(why, size=FontSize.BODY, color=ft.Colors.ON_SURFACE_VARIANT)
    submit = submit_button(translate(Text("This is it")), lambda: on_card(replace(card.record, **values)))
    return sheet_body([title, note, *fillers], [submit], spacing=Space.GAP, stretches=True)


@ft.component
def CardRenameForm(translate: Translate, card: CardMatch, on_name: Callable[[str], object]) -> ft.Control:  # noqa: N802
    """Build the form of a card's local name; an empty one restores the printed name."""
    name, set_name = ft.use_state(translate(card.name))
    field = _line(translate(Text("What you call it")), name, set_name)
    submit = submit_button(translate(Text("Keep the name")), lambda: on_name(clean_name(name, MAX_NAME_LENGTH)))
    return sheet_body([field], [submit], stretches=True)


def _line(label: str, value: str, on_text: Callable[[str], object]) -> ft.Control:
    style: dict[str, Any] = {"counter": ft.Container(width=0, height=0), "border": input_border(), "dense": True}
    field: ft.Control = TextInput(label, value, on_text, max_length=MAX_NAME_LENGTH, **style)
    return field


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
    translate: Translate,
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
    if side == "typed":

        def typed(card: Any) -> None:
            on_card(card)
            memory.remember_typed(card)

        return TypedCardForm(translate, hole, name, typed, bind(set_side, ""))
    if renaming is not None:

        def keep(own: str) -> None:
            start_renaming(None)
            memory.rename(renaming, own)

        return CardRenameForm(translate, renaming, keep)
    if unread is not None:
        return UnreadNumbersForm(translate, hole, unread, partial(_keep_numbers, memory, unread, on_card))

    def take(card: CardMatch) -> None:
        if card.unknown:
            start_reading(card)
        else:
            on_card(card.record)

    def toggle(place: int, n: int) -> None:
        set_chosen({k: v for k, v in chosen.items() if k != place} | ({} if chosen.get(place) == n else {place: n}))

    cards = searchable_cards(printed_cards, hole.templates[0], memory.local_names, memory.typed_cards)
    has_query = bool(chosen or name)
    candidates = filter_by_name(filter_by_numbers(cards, chosen), name) if has_query else ()
    matches = tuple(sorted(candidates, key=lambda card: normalize_for_search(translate(card.name))))
    labels = _labels(printed_cards)
    numbers = [_row(translate, label, icon, k, cards, chosen, toggle) for k, (label, icon) in enumerate(labels)]
    field = search_field(translate(Text("Or its name")), set_name, name)
    others = [(translate(c.label), ft.Icons.BLOCK, bind(on_other_choice, c)) for c in other_choices]
    foot = _other_buttons([*others, (translate(Text("Type it")), ft.Icons.EDIT, bind(set_side, "typed"))], is_landscape)
    head = [ft.Row([ft.Container(field, expand=True), foot], spacing=Space.NEAR)] if is_landscape else [field, foot]
    hint = _hint(len(labels), has_query)
    unlisted = _unlisted_buttons(translate, hole, chosen, on_card)
    if not is_landscape and _is_low():
        found = _found_below(translate, matches, take, start_renaming, hint)
        return sheet_body([*numbers, *unlisted, *found, field, foot], spacing=Space.GAP, stretches=True)
    match_list = _matches(translate, matches, take, start_renaming, hint)
    height = MATCHES_HEIGHT if len(labels) > 1 else TALL_MATCHES_HEIGHT
    room = ft.Container(match_list, height=scaled_height(height), expand=True, expand_loose=True)
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


def _unlisted_buttons(
    translate: Translate, hole: Records, chosen: Mapping[int, int], on_card: OnCard
) -> list[ft.Control]:
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
        secondary_button(translate(Text("Another one: {kind}", kind=option.label)), bind(on_card, card), expand=True)
        for option, card in cards
        if template.admits(card)
    ]
    return [button_grid(buttons, columns_at_scale(2), Space.NEAR)]


class CardMemory:
    """Table's memory of a catalogue: local names of printed cards, and typed cards.

    ``tell`` says that something could not be kept.
    """

    def __init__(
        self, access: Access, game: str, catalogue: str, tell: Callable[[Text], object] = lambda text: None
    ) -> None:
        self.access, self.game, self.kind, self._tell = access, game, catalogue, tell

    @property
    def local_names(self) -> dict[str, Any]:
        """Local names of printed cards, by English name."""
        return self._load(f"{self.kind}.names")

    @property
    def typed_cards(self) -> dict[str, Any]:
        """Typed cards, by name."""
        return self._load(self.kind)

    def remember_typed(self, card: Any) -> None:
        """Save a typed card that has a name."""
        if not card.name:
            return
        data = {key: value for key, value in asdict(card).items() if key not in ("id", "name")}
        problem = failure_of(lambda: self.access.save_card(self.game, self.kind, card.name, data))
        if problem is not None:
            self._tell(Text("The card counts, but it could not be kept: {why}", why=problem))

    def remember_numbers(self, card: CardMatch, record: Any) -> None:
        """Save the numbers of a printed card that no list states, under its printed name."""
        if card.printed_name is not None:
            self.remember_typed(replace(record, name=card.printed_name.en))

    def rename(self, card: CardMatch, local_name: str) -> None:
        """Save a local name of a printed card; an empty name removes it."""
        if card.printed_name is None:
            return
        kind, name, local_name = f"{self.kind}.names", card.printed_name.en, local_name.strip()
        save, delete = self.access.save_card, self.access.delete_card
        problem = failure_of(
            lambda: save(self.game, kind, name, local_name) if local_name else delete(self.game, kind, name)
        )
        if problem is not None:
            self._tell(Text("The name could not be kept: {why}", why=problem))

    def _load(self, kind: str) -> dict[str, Any]:
        with suppress(StorageError):  # the printed catalogue works without it
            return self.access.cards(self.game, kind)
        return {}


# --- three numbers -----------------------------------------------------------------------------------------------


def _labels(printed: Sequence[CatalogueCard]) -> list[tuple[Text, str]]:
    """Return label and icon kind of each number printed on the cards."""
    if not printed:
        return []
    numbers, icons = printed[0].numbers, printed[0].icons or ("",) * len(printed[0].numbers)
    return [(label, icon) for (label, _), icon in zip(numbers, icons, strict=True)]


def _row(
    translate: Translate,
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


def _hint(numbers: int, has_query: bool) -> Text:
    """Return the hint for an empty result, on cards with that many numbers."""
    if has_query:
        return Text("I know none like that: type it.")
    if numbers == 3:
        return Text("Tap the three numbers on the card.")
    return Text("Tap the number on the card, or look for its name.")


# --- what fits ---------------------------------------------------------------------------------------------------


def _matches(
    translate: Translate,
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
        only = _match(translate, matches[0], on_card, on_rename, True)
        return ft.Column([only], alignment=ft.MainAxisAlignment.END, expand=True)
    listed = [_match(translate, card, on_card, on_rename, False) for card in matches]
    return ft.Column(
        listed, spacing=Space.NEAR, scroll=ft.ScrollMode.AUTO, alignment=ft.MainAxisAlignment.END, expand=True
    )


def _found_below(
    translate: Translate,
    matches: tuple[CardMatch, ...],
    on_card: Callable[[CardMatch], object],
    on_rename: Callable[[CardMatch], object],
    hint: Text,
) -> list[ft.Control]:
    """Build the matching cards below the numbers, where everything scrolls together."""
    if matches:
        return [_match(translate, card, on_card, on_rename, len(matches) == 1) for card in matches]
    ink, middle = ft.Colors.ON_SURFACE_VARIANT, ft.TextAlign.CENTER
    return [ft.Text(translate(hint), size=FontSize.SMALL, color=ink, text_align=middle)]


def _is_low() -> bool:
    """Return whether a sheet has no room for matches beside the numbers and the fields."""
    return (ft.context.page.height or MIN_HEIGHT) < MIN_HEIGHT * current_preferences().scale


def _match(
    translate: Translate,
    card: CardMatch,
    on_card: Callable[[CardMatch], object],
    on_rename: Callable[[CardMatch], object],
    is_only: bool,
) -> ft.Control:
    name = translate(card.name)
    tap = pressable(
        _match_face(translate, card, name, is_only),
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


def _match_face(translate: Translate, card: CardMatch, name: str, is_only: bool) -> ft.Control:
    ink = ft.Colors.ON_PRIMARY if is_only else ft.Colors.ON_SURFACE
    title = ft.Text(name, size=FontSize.TITLE if is_only else FontSize.SUBTITLE, weight=ft.FontWeight.W_700, color=ink)
    numbers = ft.Text(" · ".join("?" if n is None else str(n) for n in card.numbers), size=FontSize.BODY, color=ink)
    lines: list[ft.Control] = [ft.Row([ft.Container(title, expand=True), numbers])]
    if card.effect is not None:
        effect = translate(card.effect)
        lines.append(ft.Text(effect, size=FontSize.SMALL, color=ink))
    return ft.Column(lines, spacing=Space.HAIR, tight=True)
