"""Card naming for Darkmoor: a known card, or the one number that counts now."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

import flet as ft

from companion.base.display_names import clean_name
from companion.exchange.custom_cards import CustomCards
from companion.ui.design.look import screen_width, translate
from companion.ui.design.sizes import FontSize, Radius, Space
from companion.ui.session.error_boundary import failure_of
from companion.ui.signs.legend import sign_icon
from companion.ui.state import use_optional, use_ref
from companion.ui.table.context.choice_layout import fill_holes
from companion.ui.table.sheets.choice_form import search_field
from companion.ui.table.sheets.choice_sheets import choice_sheet
from companion.ui.table.sheets.host import SheetHost
from companion.ui.widgets.bottom_sheet import sheet_body
from companion.ui.widgets.card_search import has_word_prefix, normalize_for_search
from companion.ui.widgets.controls import (
    Action,
    bind,
    even_rows,
    input_border,
    keyed_component,
    pressable,
    secondary_button,
)
from companion.ui.widgets.page_frame import hint_text
from companion.ui.widgets.text_field import TextInput
from rules.darkmoor.game import GAME
from rules.darkmoor.model.cards import (
    CARD_TEMPLATES,
    MAX_NAME_LENGTH,
    AbilityCard,
    MinionCard,
    card_name,
    card_text,
    is_incomplete,
    named_cards,
    unknown_numbers,
)
from rules.darkmoor.model.events import ReadVp
from rules.darkmoor.model.state import Darkmoor, names_out_of_reach, played_names
from rules.engine import Choice, Number, Pick, Records, Text

from .signs import KIND_SIGNS, PERIL_SIGN, POINTS_SIGN

NUMBERS_WIDTH_SHARE = 0.4
"""Share of the width that the numbers take on a phone lying on its side."""
SIGN_WIDTH = 30
"""Points of a number's sign before its values, with the gap."""
SEARCH_THRESHOLD = 8
"""Number of cards above which there is a search field."""
NUMBER_ROWS = {"minions": (("peril", range(8)), ("vp", range(8))), "heroes": (("threshold", range(3, 11)),)}
LOCATION_NUMBER_ROW = (("vp", range(1, 9)),)
"""Numbers printed on a card, each with the values offered as buttons; the first is needed as soon as it is met."""
NUMBER_QUESTIONS = {
    "minions": Text("A minion in no list: what peril?"),
    "heroes": Text("A hero in no list: what threshold?"),
    "locations": Text("A location in no list: how many VP?"),
}
"""What is asked of a card that is in no list, by kind."""
FIELD_SIGNS = {"peril": PERIL_SIGN, "threshold": PERIL_SIGN, "vp": POINTS_SIGN}
MUTED = ft.Colors.ON_SURFACE_VARIANT
STRETCH = ft.CrossAxisAlignment.STRETCH


def custom_cards_of(sheets: SheetHost) -> CustomCards:
    """Return the cards of this game that are known at this table."""
    return CustomCards(sheets.access, GAME.key, CARD_TEMPLATES, GAME.catalogues)


def card_naming_sheet(sheets: SheetHost, choice: Choice) -> ft.Control:
    """Build the sheet that asks which card was played, turned up or laid out."""
    hole = choice.template.required_hole(Records)
    prompt = sheets.context.table_state.prompt
    title = prompt.title if prompt else choice.label
    if hole.catalogue == "minions":  # the prompt asked only for the place
        title = Text("{place}: which minion is played?", place=choice.label)
    head = sheets.build_heading(None, translate(title))
    state = sheets.context.state_as(Darkmoor)
    body = keyed_component(
        CardPicker,
        f"{sheets.context.table_state.prompt_id} {choice.event}",
        custom_cards_of(sheets),
        hole.catalogue,
        lambda card: sheets.answer(fill_holes(choice, **{hole.name: (card,)})),
        sheets.context.is_landscape,
        sheets.intents.tell,
        names_out_of_reach(state, hole.catalogue),
        played_names(state, state.active) if hole.catalogue == "minions" else (),
    )
    return sheets.build_sheet(head, body)


@ft.component
def CardPicker(  # noqa: N802 - Flet's components are named like classes
    custom_cards: CustomCards,
    kind: str,
    on_card: Callable[[AbilityCard], object],
    is_landscape: bool,
    tell: Callable[[Text], object] = lambda text: None,
    unavailable: Sequence[str] = (),
    played: Sequence[str] = (),
) -> ft.Control:
    """Known cards except those that cannot come, then any other one by one number.

    Cards that their player has already ``played`` are not offered. A deck may hold another one, so a tap below the
    list or a search brings them back, last and marked.
    """
    query, set_query = ft.use_state("")
    shows_played, set_shows_played = ft.use_state(False)
    numbered_card, set_numbered_card = use_optional(AbilityCard)
    named_card, set_named_card = use_optional(AbilityCard)

    def save_and_answer(card: AbilityCard) -> None:
        problem = failure_of(lambda: custom_cards.save_card(kind, card))
        on_card(card)
        if problem is not None:
            tell(Text("The card counts, but it could not be kept: {why}", why=problem))

    if named_card is not None:
        return NamedCard(kind, named_card, save_and_answer, set_named_card)
    if numbered_card is not None:
        return CardNumbers(kind, numbered_card, save_and_answer, set_numbered_card)

    def take(card: AbilityCard) -> None:
        (on_card if is_complete(custom_cards, kind, card) else set_numbered_card)(card)

    found = find_cards(custom_cards, kind, query)
    reachable = [card for card in found if not _is_out_of_reach(card, unavailable)]
    left, gone = _split_played(reachable, played)
    hides_played = bool(gone) and not query and not shows_played
    cards = left if hides_played else [*left, *gone]
    buttons = [_card(kind, c, is_complete(custom_cards, kind, c), bind(take, c), c.name in played) for c in cards]
    if hides_played:
        buttons.append(_played_button(len(gone), bind(set_shows_played, True)))
    new = secondary_button(
        translate(Text("Give it a name")),
        lambda: set_named_card(replace(unnamed_card(kind), name=query)),
        ft.Icons.EDIT,
        expand=True,
    )
    numbers = keyed_component(CardByNumbers, kind, kind, on_card, is_landscape)
    searches = len(custom_cards.all_cards(kind)) > SEARCH_THRESHOLD
    field = [search_field(translate(Text("Look for a name")), set_query, query)] if searches else []
    return _arranged(buttons, field, [ft.Row([new]), numbers], is_landscape)


def _arranged(
    buttons: list[ft.Control], field: list[ft.Control], others: list[ft.Control], is_landscape: bool
) -> ft.Control:
    """Arrange the cards, the search field if there are many, and the other ways to name one."""
    if not field and not is_landscape:
        return sheet_body(buttons, others, spacing=Space.TIGHT, stretches=True)
    listed = ft.Column(
        buttons, spacing=Space.TIGHT, scroll=ft.ScrollMode.AUTO, expand=True, horizontal_alignment=STRETCH
    )
    if is_landscape:  # on a phone lying on its side there is more room beside the cards than below
        column = ft.Column([*field, *others], spacing=Space.GAP, expand=2, scroll=ft.ScrollMode.HIDDEN)
        return ft.Row([ft.Container(listed, expand=3), column], spacing=Space.ROOM, expand=True)
    return ft.Column([*field, listed, *others], spacing=Space.GAP, expand=True, horizontal_alignment=STRETCH)


def _split_played(cards: Sequence[AbilityCard], played: Sequence[str]) -> tuple[list[AbilityCard], list[AbilityCard]]:
    """Return the cards that their player may still hold, and those already played."""
    return [c for c in cards if c.name not in played], [c for c in cards if c.name in played]


def _played_button(n: int, on_tap: Action) -> ft.Control:
    label = translate(Text("{n} card already played", "{n} cards already played", n=n))
    return ft.Row([secondary_button(label, on_tap, ft.Icons.EXPAND_MORE, expand=True)])


def _is_out_of_reach(card: AbilityCard, unavailable: Sequence[str]) -> bool:
    """Return whether that card, or the location on its back, cannot come any more."""
    return card.name in unavailable or getattr(card, "back", "") in unavailable


def find_cards(custom_cards: CustomCards, kind: str, query: str = "") -> list[AbilityCard]:
    """Return the cards of that kind whose name matches the search, sorted by name."""
    cards = [card for card in custom_cards.all_cards(kind).values() if not query or _matches(card, query)]
    return sorted(cards, key=lambda card: normalize_for_search(translate(card_name(card.name) or "")))


def _matches(card: AbilityCard, query: str) -> bool:
    return has_word_prefix(translate(card_name(card.name) or ""), query) or has_word_prefix(card.name, query)


def is_complete(custom_cards: CustomCards, kind: str, card: AbilityCard) -> bool:
    """Return whether every number of the card is known.

    Of cards that are named in the rules text, some numbers are unknown until somebody enters them.
    """
    incomplete_names = {c.record.name for c in named_cards(kind) if is_incomplete(c, kind)}
    return card.name not in incomplete_names or card.name in custom_cards.custom_cards(kind)


# --- one card ----------------------------------------------------------------------------------------------------


def _card(
    kind: str,
    card: AbilityCard,
    is_complete: bool,
    on_tap: Callable[[], object],
    is_played: bool = False,
) -> ft.Control:
    name = translate(card_name(card.name) or Text("a card without a name"))
    return ft.Row([card_button(card_face(kind, card, name, is_complete, is_played), name, on_tap)])


def card_button(face: ft.Control, name: str, on_tap: Action) -> ft.Control:
    """Build a card button as wide as there is room."""
    pad = ft.Padding.symmetric(horizontal=Space.EDGE, vertical=Space.EDGE)
    fill = ft.Colors.SURFACE_CONTAINER_HIGH
    return pressable(face, name, on_tap, fill=fill, pad=pad, align=ft.Alignment.CENTER_LEFT, expand=True)


def card_face(kind: str, card: AbilityCard, name: str, is_complete: bool, is_played: bool = False) -> ft.Control:
    """Build a card's type, name, numbers and text; unknown numbers are question marks."""
    title = ft.Text(name, size=FontSize.SUBTITLE, weight=ft.FontWeight.W_700, expand=True)
    numbers = [_number(field, _printed_number(card, field) if is_complete else "?") for field, _ in _number_rows(kind)]
    sign = KIND_SIGNS.get(card.kind) if isinstance(card, MinionCard) else None
    kind_icon = [sign_icon(sign, FontSize.BODY)] if sign else []
    lines: list[ft.Control] = [ft.Row([*kind_icon, title, *numbers], spacing=Space.GAP)]
    text = card_text(card)
    if text:
        lines.append(
            ft.Text(translate(text), size=FontSize.SMALL, color=MUTED),
        )
    if is_played:
        lines.append(ft.Text(translate(Text("Already played")), size=FontSize.SMALL, color=MUTED))
    return ft.Column(lines, spacing=Space.HAIR, tight=True)


def _printed_number(card: AbilityCard, field: str) -> str:
    """Return a number of the card; a question mark for one that nobody has read yet."""
    is_unknown = field == "vp" and isinstance(card, MinionCard) and card.is_vp_unknown
    return "?" if is_unknown else str(getattr(card, field))


def _number(field: str, value: str) -> ft.Control:
    text = ft.Text(value, size=FontSize.BODY, weight=ft.FontWeight.W_700)
    return ft.Row(
        [ft.Icon(FIELD_SIGNS[field].icon, size=FontSize.SMALL, color=FIELD_SIGNS[field].color), text],
        spacing=Space.HAIR,
        tight=True,
    )


def _number_rows(kind: str) -> tuple[tuple[str, range], ...]:
    return NUMBER_ROWS.get(kind, LOCATION_NUMBER_ROW)


# --- a card of which only the number that counts now is asked ------------------------------------------------------


def unnamed_card(kind: str) -> AbilityCard:
    """Return a card in no list; of a minion its peril counts now, and its VP in the scoring."""
    card: AbilityCard = CARD_TEMPLATES[kind].value
    return replace(card, vp=0, is_vp_unknown=True) if isinstance(card, MinionCard) else card


@ft.component
def CardNumbers(  # noqa: N802
    kind: str,
    card: AbilityCard,
    on_card: Callable[[AbilityCard], object],
    on_back: Callable[[None], object],
) -> ft.Control:
    """Entry of the numbers of a card that the rules text leaves out; the last one answers."""
    name = translate(card_name(card.name) or Text("a card without a name"))
    face = card_face(kind, card, name, False)
    pad = ft.Padding.symmetric(horizontal=Space.EDGE, vertical=Space.EDGE)
    shown = ft.Container(face, bgcolor=ft.Colors.SURFACE_CONTAINER_HIGH, padding=pad, border_radius=Radius.TILE)
    back = secondary_button(translate(Text("Back to the cards")), bind(on_back, None), ft.Icons.ARROW_BACK, expand=True)
    numbers = CardByNumbers(kind, on_card, False, card, unknown_numbers(card.name, kind))
    return sheet_body([shown], [ft.Row([back]), numbers], spacing=Space.GAP, stretches=True)


@ft.component
def NamedCard(  # noqa: N802
    kind: str,
    card: AbilityCard,
    on_card: Callable[[AbilityCard], object],
    on_back: Callable[[None], object],
) -> ft.Control:
    """Entry of the name of a card in no list, which is kept; the number answers."""
    latest = use_ref(card.name)  # typing is faster than redrawing

    def put(name: str) -> None:
        latest.current = name

    def answer(filled: AbilityCard) -> None:
        on_card(replace(filled, name=clean_name(latest.current, MAX_NAME_LENGTH)))

    style: dict[str, Any] = {"counter": ft.Container(width=0, height=0), "border": input_border()}
    field = TextInput(translate(Text("Name")), card.name, put, max_length=MAX_NAME_LENGTH, **style)
    hint = hint_text(translate(Text("What it does is said later, in the cards of this table.")))
    back = secondary_button(translate(Text("Back to the cards")), bind(on_back, None), ft.Icons.ARROW_BACK, expand=True)
    numbers = CardByNumbers(kind, answer, False, card, (_number_rows(kind)[0][0],))
    rows = [ft.Container(height=2), field, hint]
    return sheet_body(rows, [ft.Row([back]), numbers], spacing=Space.GAP, stretches=True)


@ft.component
def CardByNumbers(  # noqa: N802
    kind: str,
    on_card: Callable[[AbilityCard], object],
    is_landscape: bool,
    card: AbilityCard | None = None,
    fields: Sequence[str] = (),
) -> ft.Control:
    """Entry of a card by its printed numbers; the last number answers the prompt.

    With ``card`` that one gets the numbers of ``fields``; otherwise it is a card in no list, of which one is asked.
    """
    chosen, set_chosen = ft.use_state(dict[str, int]())
    labels = {hole.name: hole.label for hole in CARD_TEMPLATES[kind].holes if isinstance(hole, Number)}
    printed = _number_rows(kind)
    rows = printed[:1] if card is None else tuple(row for row in printed if row[0] in fields)

    def choose(field: str, n: int) -> None:
        now: dict[str, Any] = {**chosen, field: n}
        if len(now) == len(rows):
            on_card(replace(card or unnamed_card(kind), **now))
        else:
            set_chosen(now)

    asked = NUMBER_QUESTIONS[kind] if card is None else Text("What is printed on the card?")
    caption = ft.Text(translate(asked), size=FontSize.SMALL, color=MUTED)
    width = (screen_width() - 2 * Space.EDGE) * (NUMBERS_WIDTH_SHARE if is_landscape else 1) - SIGN_WIDTH
    lines = [
        number_row(labels[field] or Text("number"), field, vs, chosen.get(field), partial(choose, field), width)
        for field, vs in rows
    ]
    return ft.Column([caption, *lines], spacing=Space.TIGHT, tight=True)


def pick_sheet(sheets: SheetHost, choice: Choice) -> ft.Control:
    """Build the sheet that picks one option; unread VP are a row of numbers, and are kept."""
    asked = choice.event
    if not isinstance(asked, ReadVp):
        return choice_sheet(sheets, choice)

    def answer(n: int) -> None:
        problem = failure_of(lambda: _keep_vp(sheets, asked.item, n))
        sheets.answer(fill_holes(choice, vp=n))
        if problem is not None:
            sheets.intents.tell(Text("The card counts, but it could not be kept: {why}", why=problem))

    prompt, pick = sheets.context.table_state.prompt, choice.template.required_hole(Pick)
    head = sheets.build_heading(choice.seat, translate(prompt.title if prompt else choice.label))
    values = range(len(pick.options))
    width = screen_width() - 2 * Space.EDGE - SIGN_WIDTH
    row = number_row(Text("VP"), "vp", values, None, answer, width)
    return sheets.build_sheet(head, sheet_body([row], stretches=True))


def _keep_vp(sheets: SheetHost, minion: int, vp: int) -> None:
    """Keep the VP that were read off a minion's card, for when it is met again."""
    found, cards = sheets.context.state_as(Darkmoor).find_minion(minion), custom_cards_of(sheets)
    if found is not None and found.card.name:
        known = cards.all_cards("minions").get(found.card.name, found.card)
        cards.save_card("minions", replace(known, vp=vp, is_vp_unknown=False))


def number_row(
    label: Text,
    field: str,
    values: range,
    chosen: int | None,
    on_value: Callable[[int], object],
    width: float,
) -> ft.Control:
    """Build a row of the values that a number may have, behind its sign; a tap chooses one."""
    head = ft.Container(
        ft.Icon(FIELD_SIGNS[field].icon, size=FontSize.HEADING, color=FIELD_SIGNS[field].color),
        width=26,
        alignment=ft.Alignment.CENTER_LEFT,
    )
    keys = [_value_button(translate(label), n, chosen == n, bind(on_value, n)) for n in values]
    return ft.Row([head, ft.Container(even_rows(keys, width), expand=True)], spacing=Space.HAIR)


def _value_button(label: str, n: int, is_chosen: bool, on_tap: Action) -> ft.Control:
    ink = ft.Colors.ON_PRIMARY if is_chosen else ft.Colors.ON_SURFACE
    text = ft.Text(str(n), size=FontSize.SUBTITLE, weight=ft.FontWeight.W_700, color=ink)
    fill = ft.Colors.PRIMARY if is_chosen else ft.Colors.SURFACE_CONTAINER_HIGH
    return pressable(
        text,
        f"{label} {n}",
        on_tap,
        fill=fill,
        pad=0,
        radius=Radius.SOFT,
        height=44,
        is_chosen=is_chosen,
        expand=True,
    )
