"""Draws the shop of King of Tokyo: the cards face up, or the prices that can be paid."""

from __future__ import annotations

import flet as ft

from companion.ui.design.boxes import CENTER, START, STRETCH, column_of, row_of
from companion.ui.design.look import translate
from companion.ui.design.sizes import MIN_TAP_SIZE, FontSize, Radius, Space
from companion.ui.design.text import MUTED, body_text, label_text, name_text, sized_text
from companion.ui.design.text_fit import fit_lines
from companion.ui.games.king_of_tokyo.model import OfferSheet
from companion.ui.redraw import memoized
from companion.ui.signs.legend import sign_icon
from companion.ui.table.scene import OnOpenSheet
from companion.ui.widgets.controls import Action, Surface, bind, even_rows, pressable
from rules.engine import Text

from .board_model import Price, Shop, ShopCard
from .signs import ENERGY_SIGN

LOW_CARD_HEIGHT = 138
"""Height in points at text scale 1 below which the price of a card is smaller."""
CARD_PARTS_HEIGHT, KIND_HEIGHT, EFFECT_LINE_HEIGHT = 144, 20, 18
"""Heights in points at text scale 1 of price, name and button, of the kind of card, and of a line of its effect."""
NAME_LINES, EDGE_WIDTH = 2, 2


def shop_row(shop: Shop, width: float, open_sheet: OnOpenSheet) -> list[ft.Control]:
    """Build the cards face up; while cards are bought each has its effect and its purchase."""
    if not shop.is_open:
        return [row_of([ShortCard(one, bind(open_sheet, OfferSheet(one.slot))) for one in shop.cards], Space.NEAR)]
    each = (width - (len(shop.cards) - 1) * Space.GAP) / max(1, len(shop.cards))
    cards = [
        OpenCard(
            one,
            each,
            shop.card_height,
            bind(open_sheet, OfferSheet(one.slot)),
            bind(open_sheet, one.sheet) if one.sheet is not None else None,
        )
        for one in shop.cards
    ]
    return [row_of(cards, Space.GAP, START)]


@memoized
def ShortCard(one: ShopCard, on_open: Action) -> ft.Control:  # noqa: N802
    """Build a card face up while nobody buys: its price and its name."""
    name = label_text(
        translate(one.card.name),
        600,
        max_lines=NAME_LINES,
        style=ft.TextStyle(height=1.1),
        overflow=ft.TextOverflow.ELLIPSIS,
        text_align=ft.TextAlign.CENTER,
    )
    price = [_price(one, FontSize.SUBTITLE)] if one.card.effect else []
    face = column_of([*price, name], 0, CENTER, alignment=ft.MainAxisAlignment.CENTER)
    pad = ft.Padding.symmetric(horizontal=Space.NEAR, vertical=Space.TIGHT)
    surface = Surface(fill=ft.Colors.SURFACE_CONTAINER, radius=Radius.TILE, pad=pad)
    return pressable(face, one.spoken, on_open, surface, height=64, expand=True)


@memoized
def OpenCard(  # noqa: N802 - named like a class
    one: ShopCard, width: float, height: float, on_open: Action, on_buy: Action | None
) -> ft.Control:
    """Build a card that is for sale now; ``width`` and ``height`` in points.

    The height is that at text scale 1. A tap on it shows the whole card, a tap on its button buys it.
    """
    face = column_of(_face(one, width - 2 * (Space.GAP + EDGE_WIDTH), height), Space.HAIR, STRETCH)
    pad = ft.Padding.only(left=Space.GAP, right=Space.GAP, top=Space.NEAR)
    surface = Surface(radius=Radius.TILE, pad=pad, align=ft.Alignment.TOP_LEFT)
    upper = pressable(face, one.spoken, on_open, surface, height=height - MIN_TAP_SIZE - Space.GAP - 2 * EDGE_WIDTH)
    edge = ft.Border.all(EDGE_WIDTH, ft.Colors.PRIMARY if on_buy else ft.Colors.TRANSPARENT)
    return ft.Container(
        column_of([upper, ft.Container(_foot(one, on_buy), padding=Space.TIGHT)], 0, STRETCH),
        bgcolor=ft.Colors.SURFACE_CONTAINER,
        border=edge,
        border_radius=Radius.TILE,
        expand=True,
    )


def _face(one: ShopCard, width: float, height: float) -> list[ft.Control]:
    """Return price and name, and so much of kind and effect as there is height for."""
    name = translate(one.card.name)
    size = fit_lines(name, FontSize.BODY, width, NAME_LINES)
    title = sized_text(name, size, 700, max_lines=NAME_LINES, style=ft.TextStyle(height=1.1))
    price = [_price(one, FontSize.HERO if height >= LOW_CARD_HEIGHT else FontSize.TITLE)] if one.card.effect else []
    parts: list[ft.Control] = [*price, title]
    lines = int((height - CARD_PARTS_HEIGHT - KIND_HEIGHT) / EFFECT_LINE_HEIGHT)
    if one.card.is_kept is not None and lines >= 0:
        kind = _kind_text(one.card.is_kept)
        parts.append(sized_text(kind, fit_lines(kind, FontSize.SMALL, width, 1), color=MUTED, no_wrap=True))
    if one.card.effect and lines > 0:
        parts.append(
            label_text(
                translate(one.card.effect),
                max_lines=lines,
                overflow=ft.TextOverflow.ELLIPSIS,
                style=ft.TextStyle(height=1.2),
            )
        )
    return parts


def _kind_text(is_kept: bool) -> str:
    return translate(Text("It is kept") if is_kept else Text("It is discarded"))


def _price(one: ShopCard, size: int) -> ft.Control:
    number = sized_text(str(one.card.cost), size, 700, style=ft.TextStyle(height=1.1))
    return row_of([sign_icon(ENERGY_SIGN, size * 0.75), number], Space.HAIR, tight=True)


def _foot(one: ShopCard, on_buy: Action | None) -> ft.Control:
    """Build the button of the purchase, or what is missing for it."""
    if on_buy is not None:
        words = body_text(translate(Text("Buy")), 700, ft.Colors.ON_PRIMARY_CONTAINER)
        surface = Surface(fill=ft.Colors.PRIMARY_CONTAINER, radius=Radius.TILE, pad=0)
        return pressable(words, one.purchase, on_buy, surface, height=MIN_TAP_SIZE)
    missing = translate(Text("{n} missing", "{n} missing", n=one.missing)) if one.missing else ""
    words = body_text(missing, 700, MUTED)
    return ft.Container(words, height=MIN_TAP_SIZE, alignment=ft.Alignment.CENTER)


def price_row(
    prices: tuple[Price, ...], width: float, open_sheet: OnOpenSheet, *, has_caption: bool
) -> list[ft.Control]:
    """Build the prices that can be paid in a shop that is not followed."""
    on_price = tuple(bind(open_sheet, price.sheet) for price in prices)
    energies = tuple(price.energy for price in prices)
    return [PriceRow(energies, on_price, width, has_caption=has_caption)] if prices else []


@memoized
def PriceRow(  # noqa: N802
    prices: tuple[int, ...], on_price: tuple[Action, ...], width: float, *, has_caption: bool
) -> ft.Control:
    """Build a button for each price, below what it is for."""
    caption = [label_text(translate(Text("Buy a card by its price")), color=MUTED)] if has_caption else []
    keys = [_price_button(n, on_tap) for n, on_tap in zip(prices, on_price, strict=True)]
    return column_of([*caption, even_rows(keys, width)], Space.TIGHT)


def _price_button(n: int, on_tap: Action) -> ft.Control:
    number = name_text(str(n), 700)
    face = row_of(
        [sign_icon(ENERGY_SIGN, FontSize.SMALL), number], Space.HAIR, tight=True, alignment=ft.MainAxisAlignment.CENTER
    )
    label = translate(Text("Cards of {n} energy", n=n))
    surface = Surface(fill=ft.Colors.SURFACE_CONTAINER_HIGH, pad=0, radius=Radius.TILE)
    return pressable(face, label, on_tap, surface, height=MIN_TAP_SIZE, expand=True)
