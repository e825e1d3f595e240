"""Cards, tiles and tokens of King of Tokyo: the shop, each monster's, and their sheets."""

from __future__ import annotations

from functools import cache

import flet as ft

from companion.ui.design.boxes import CENTER, column_of, row_of, wrapped_row
from companion.ui.design.look import translate
from companion.ui.design.sizes import MIN_TAP_SIZE, FontSize, Radius, Space
from companion.ui.design.text import MUTED, body_text, label_text, name_text
from companion.ui.games.king_of_tokyo.model import STATE_SIGNS, CardSheet, CurseSheet, OfferSheet, monster_states
from companion.ui.redraw import memoized
from companion.ui.signs.legend import Sign, sign_icon
from companion.ui.table.model.board_room import BoardRoom
from companion.ui.table.model.choice_layout import item_id_of
from companion.ui.table.model.context import TableContext
from companion.ui.table.model.sheet import ChoiceSheet
from companion.ui.table.scene import OnOpenSheet
from companion.ui.table.sheets.host import SheetHost
from companion.ui.table.zones.middle import remark_buttons
from companion.ui.widgets.bottom_sheet import sheet_body
from companion.ui.widgets.card_picker.search import number_holes
from companion.ui.widgets.controls import Action, Surface, bind, even_rows, pressable
from rules.engine import Choice, Displayable, Name, Records, Text
from rules.king_of_tokyo.model.card_catalogue import catalogues
from rules.king_of_tokyo.model.events import Bought
from rules.king_of_tokyo.shop.reveal import FROM_UNFOLLOWED_SHOP
from rules.king_of_tokyo.turn.view import CardLine, CurseLine, MonsterLine, TokyoView

from .signs import CARD_SIGN, CURSE_SIGN, ENERGY_SIGN


def shop_cards(context: TableContext, room: BoardRoom, open_sheet: OnOpenSheet) -> list[ft.Control]:
    """Build the cards face up with their prices; empty where they are not tracked."""
    cards = [
        OfferTile(card, bool(_buy_choices(context, k)), bind(open_sheet, OfferSheet(k)))
        for k, card in enumerate(context.view_as(TokyoView).shop)
    ]
    return [row_of(cards, Space.NEAR)] if cards else price_row(context, room, open_sheet)


def price_row(context: TableContext, room: BoardRoom, open_sheet: OnOpenSheet) -> list[ft.Control]:
    """Build the prices that can be paid in a shop that is not followed.

    A tap lists the cards of that price.
    """
    choice = next((one for one in _buy_choices(context, FROM_UNFOLLOWED_SHOP) if one.template.hole(Records)), None)
    if choice is None:
        return []
    hole = choice.template.required_hole(Records)
    most = next(field.high for field in number_holes(hole.templates[0]))
    prices = card_prices(hole.catalogue, most)
    on_price = [bind(open_sheet, ChoiceSheet(choice, number=str(n))) for n in prices]
    return [PriceRow(prices, tuple(on_price), room.width)]


@cache
def card_prices(catalogue: str, most: int) -> tuple[int, ...]:
    """Return the prices of the cards of that deck, of at most that much energy."""
    return tuple(sorted({n for card in catalogues()[catalogue] for _, n in card.numbers if n <= most}))


@memoized
def PriceRow(  # noqa: N802
    prices: tuple[int, ...], on_price: tuple[Action, ...], width: float
) -> ft.Control:
    """Build a button for each price, below what it is for."""
    caption_text = label_text(translate(Text("Buy a card by its price")), color=MUTED)
    keys = [_price_button(n, on_tap) for n, on_tap in zip(prices, on_price, strict=True)]
    return column_of([caption_text, even_rows(keys, width)], Space.TIGHT)


def _price_button(n: int, on_tap: Action) -> ft.Control:
    number = name_text(str(n), 700)
    face = row_of(
        [sign_icon(ENERGY_SIGN, FontSize.SMALL), number], Space.HAIR, tight=True, alignment=ft.MainAxisAlignment.CENTER
    )
    label = translate(Text("Cards of {n} energy", n=n))
    return pressable(
        face,
        label,
        on_tap,
        Surface(fill=ft.Colors.SURFACE_CONTAINER_HIGH, pad=0, radius=Radius.TILE),
        height=MIN_TAP_SIZE,
        expand=True,
    )


def _buy_choices(context: TableContext, k: int) -> list[Choice]:
    choices = context.annotated_prompt.choices if context.annotated_prompt else ()
    return [choice for choice in choices if isinstance(choice.event, Bought) and choice.event.place == k]


@memoized
def OfferTile(card: CardLine, can_buy: bool, on_open: Action) -> ft.Control:  # noqa: N802
    """Build a card face up; framed while it can be bought."""
    name = label_text(
        translate(card.name),
        600,
        max_lines=2,
        style=ft.TextStyle(height=1.1),
        overflow=ft.TextOverflow.ELLIPSIS,
        text_align=ft.TextAlign.CENTER,
    )
    price = row_of([sign_icon(ENERGY_SIGN, FontSize.BODY), name_text(str(card.cost), 700)], Space.HAIR, tight=True)
    face = column_of([*([price] if card.effect else []), name], 0, CENTER, alignment=ft.MainAxisAlignment.CENTER)
    label = translate(Text("{card}: {n} energy", card=card.name, n=card.cost) if card.effect else card.name)
    edge = ft.BorderSide(2, ft.Colors.PRIMARY) if can_buy else None
    fill, pad = ft.Colors.SURFACE_CONTAINER_HIGH, ft.Padding.symmetric(horizontal=Space.NEAR, vertical=Space.TIGHT)
    return pressable(
        face, label, on_open, Surface(fill=fill, edge=edge, radius=Radius.TILE, pad=pad), height=64, expand=True
    )


def curse_row(context: TableContext, open_sheet: OnOpenSheet) -> list[ft.Control]:
    """Build the current curse."""
    current = context.view_as(TokyoView).curse
    return [CurseRow(current, bind(open_sheet, CurseSheet()))] if current else []


@memoized
def CurseRow(current: CurseLine, on_open: Action) -> ft.Control:  # noqa: N802
    """Build a curse with its name and its permanent effect."""
    name = label_text(translate(current.name), 600, no_wrap=True)
    effect = label_text(
        translate(current.always), color=MUTED, no_wrap=True, overflow=ft.TextOverflow.ELLIPSIS, expand=True
    )
    row = row_of([sign_icon(CURSE_SIGN, FontSize.SUBTITLE), name, effect], Space.NEAR)
    label = translate(Text("Curse: {name}", name=current.name))
    pad = ft.Padding.symmetric(horizontal=Space.EDGE)
    return pressable(row, label, on_open, Surface(fill=ft.Colors.SURFACE_CONTAINER, pad=pad), height=MIN_TAP_SIZE)


# --- in front of a monster ---------------------------------------------------------------------------------------


def build_player_area(context: TableContext, seat: int, open_sheet: OnOpenSheet) -> list[ft.Control]:
    """Build a monster's cards and tiles by name, then its tokens and states."""
    line = context.lines_as(MonsterLine)[seat]
    card_buttons = [_card_button(card, bind(open_sheet, CardSheet(card.id))) for card in (*line.cards, *line.tiles)]
    tokens: list[ft.Control] = [_token(STATE_SIGNS[state], translate(said)) for state, said in monster_states(line)]
    return [wrapped_row(row, Space.GAP) for row in (card_buttons, tokens) if row]


def _card_button(card: CardLine, on_open: Action) -> ft.Control:
    name = body_text(translate(card.name), 600)
    counters = [label_text(f"×{card.counters}", color=MUTED)] if card.counters else []
    said = Text("{n} counter", "{n} counters", n=card.counters)
    label = translate(Text("{item}: {what}", item=card.name, what=said) if counters else card.name)
    face = row_of([sign_icon(CARD_SIGN, FontSize.BODY, ft.Colors.PRIMARY), name, *counters], Space.NEAR, tight=True)
    edge, pad = ft.BorderSide(1, ft.Colors.OUTLINE), ft.Padding.symmetric(horizontal=Space.EDGE)
    return pressable(face, label, on_open, Surface(edge=edge, radius=Radius.TILE, pad=pad), height=44)


def _token(sign: Sign, label: str) -> ft.Control:
    return row_of([sign_icon(sign, FontSize.BODY), label_text(label, color=MUTED)], Space.TIGHT, tight=True)


# --- sheets ------------------------------------------------------------------------------------------------------


def card_sheet(sheets: SheetHost, card_id: int) -> ft.Control | None:
    """Build the sheet of a monster's card or tile: its text, counters and current actions."""
    context = sheets.context
    found = (
        (seat, one)
        for seat, line in context.lines_as(MonsterLine).items()
        for one in (*line.cards, *line.tiles)
        if one.id == card_id
    )
    seat, card = next(found, (NO_SEAT, None))
    if card is None:
        return None
    choices = context.annotated_prompt.choices if context.annotated_prompt else ()
    parts = [
        *_effect(card.effect),
        *sheets.item_answers(),
        *remark_buttons([choice for choice in choices if item_id_of(choice) == card_id], sheets.choose),
        *sheets.tracker_panels(
            [t for t in context.table_state.trackers if t.key == f"held.{card_id}.counters"], across=1
        ),
        *sheets.fact_rows([fact for fact in context.table_state.facts if fact.key.startswith(f"held.{card_id}.")]),
        *remark_buttons([remark for remark in context.remarks if item_id_of(remark) == card_id], sheets.intents.remark),
    ]
    return sheets.build_sheet(
        sheets.build_heading(seat, translate(card.name), _other_name(card.name)), sheet_body(parts)
    )


def offer_sheet(sheets: SheetHost, k: int) -> ft.Control | None:
    """Build the sheet of a card face up: text, cost, and the purchase while it is offered."""
    cards = sheets.context.view_as(TokyoView).shop
    if k >= len(cards):
        return None
    card = cards[k]
    costs = translate(Text("Costs {n} energy", n=card.cost)) if card.effect else ""
    head = sheets.build_heading(None, translate(card.name), " · ".join(filter(None, (costs, _other_name(card.name)))))
    parts = [*_effect(card.effect), *remark_buttons(_buy_choices(sheets.context, k), sheets.choose)]
    return sheets.build_sheet(head, sheet_body(parts))


def curse_sheet(sheets: SheetHost, _: int) -> ft.Control | None:
    """Build the sheet of the curse: its permanent effect and those of the die of fate."""
    current = sheets.context.view_as(TokyoView).curse
    if current is None:
        return None
    lines = [
        _titled_text(Text("Always"), current.always),
        _titled_text(Text("Ankh"), current.ankh),
        _titled_text(Text("Snake"), current.snake),
    ]
    head = sheets.build_heading(None, translate(current.name), translate(Text("The curse on everybody")))
    return sheets.build_sheet(head, sheet_body(lines))


NO_SEAT = -1


def _other_name(name: Displayable) -> str:
    """Return a card's name in the other language (KT-A15).

    Empty if both names are the same, or the name was typed.
    """
    both = (name.es, name.en) if isinstance(name, Name) else ()
    return next((other for other in both if other != translate(name)), "")


def _effect(effect: Displayable | None) -> list[ft.Control]:
    return [body_text(translate(effect))] if effect else []


def _titled_text(title: Text, text: Displayable) -> ft.Control:
    name = label_text(translate(title), 600, ft.Colors.PRIMARY)
    return column_of([name, body_text(translate(text))], 0)
