"""Loot cards of the catalogue in the effect builder.

Keys for the usual ones, and what a search finds.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache

import flet as ft

from companion.ui.design.look import translate
from companion.ui.design.sizes import MIN_TAP_SIZE, FontSize, Radius, Space
from companion.ui.widgets.card_picker.search import has_word_prefix, normalize_for_search
from companion.ui.widgets.controls import bind, capitalize_first, pressable
from rules.engine import TextLine
from rules.four_souls.model.item_catalogue import ItemCard, find_item, find_played_name
from rules.four_souls.vocabulary.card_text import card_text
from rules.four_souls.vocabulary.effect_memory import STATABLE_KINDS

USUAL_CARDS = ("bomb", "dice-shard", "butter-bean", "soul-heart", "lil-battery", "gold-bomb")
"""Ids of the loot cards of which a box has the most, besides coins, most frequent first."""
MAX_FOUND = 4
"""Number of cards that a search shows at most."""
KEY_HEIGHT = 44
"""Height of a card's key in points."""
OnCard = Callable[[ItemCard], object]


@cache
def offered_cards(names: tuple[str, ...]) -> tuple[ItemCard, ...]:
    """Return the loot cards with those names, each once."""
    found = (find_played_name(name) for name in names)
    return tuple(dict.fromkeys(card for card in found if card is not None))


def usual_cards(line: TextLine, recent: Sequence[str], kinds: frozenset[str]) -> tuple[ItemCard, ...]:
    """Return the cards that have a key: those played last, then the most frequent ones.

    Left out is what can do nothing now; ``kinds`` are the kinds of effects that are possible.
    """
    by_id = {card.id: card for card in offered_cards(line.suggestions) if _can_act(card, kinds)}
    ids = dict.fromkeys((*recent, *USUAL_CARDS))
    return tuple(by_id[id] for id in ids if id in by_id)[: len(USUAL_CARDS)]


def _can_act(card: ItemCard, kinds: frozenset[str]) -> bool:
    ways = card.does.activations
    return not ways or any(all(e.kind in kinds or e.kind not in STATABLE_KINDS for e in way) for way in ways)


def found_cards(line: TextLine, typed: str) -> tuple[ItemCard, ...]:
    """Return the cards with a word of a name or of the effect that begins so."""
    return _matching(offered_cards(line.suggestions), typed)


def find_items(names: tuple[str, ...], typed: str) -> tuple[ItemCard, ...]:
    """Return the items among those names with a word of a name or of the effect that begins so."""
    return _matching(offered_items(names), typed)


@cache
def offered_items(names: tuple[str, ...]) -> tuple[ItemCard, ...]:
    """Return the items with those names, each once."""
    found = (find_item(name) for name in names)
    return tuple(dict.fromkeys(card for card in found if card is not None))


def _matching(cards: Sequence[ItemCard], typed: str) -> tuple[ItemCard, ...]:
    """Return the cards that a text finds, those with such a name first; none without a text."""
    if not typed.strip():
        return ()
    named = [card for card in cards if _is_named(card, typed)]
    acting = [card for card in cards if card not in named and _acts(card, typed)]
    return tuple((*named, *acting)[:MAX_FOUND])


def _is_named(card: ItemCard, typed: str) -> bool:
    return any(has_word_prefix(name, typed) for name in (card.name.es, card.name.en))


def _acts(card: ItemCard, typed: str) -> bool:
    does = card_text(card)
    return does is not None and has_word_prefix(normalize_for_search(translate(does)), typed)


def card_keys(cards: Sequence[ItemCard], on_card: OnCard) -> list[ft.Control]:
    """Build a row of keys; a tap plays the card. Empty without cards."""
    if not cards:
        return []
    keys = [_key(card, on_card) for card in cards]
    return [ft.Row(keys, scroll=ft.ScrollMode.HIDDEN, spacing=Space.TIGHT)]


def _key(card: ItemCard, on_card: OnCard) -> ft.Control:
    name = translate(card.name)
    does = card_text(card)
    spoken = f"{name}: {translate(does)}" if does else name
    face = ft.Text(name, size=FontSize.SMALL, weight=ft.FontWeight.W_600, no_wrap=True)
    pad = ft.Padding.symmetric(horizontal=Space.EDGE)
    fill = ft.Colors.PRIMARY_CONTAINER
    return pressable(
        face, spoken, bind(on_card, card), fill=fill, pad=pad, radius=Radius.PILL, height=KEY_HEIGHT, grows=False
    )


def card_rows(cards: Sequence[ItemCard], on_card: OnCard) -> list[ft.Control]:
    """Build a row for each card with what it does; a tap plays it."""
    return [_row(card, on_card) for card in cards]


def _row(card: ItemCard, on_card: OnCard) -> ft.Control:
    name, does = translate(card.name), card_text(card)
    lines: list[ft.Control] = [ft.Text(name, size=FontSize.BODY, weight=ft.FontWeight.W_600)]
    if does:
        text = capitalize_first(translate(does))
        lines.append(ft.Text(text, size=FontSize.SMALL, color=ft.Colors.ON_SURFACE_VARIANT))
    pad = ft.Padding.symmetric(horizontal=Space.EDGE, vertical=Space.NEAR)
    return pressable(
        ft.Column(lines, spacing=0, tight=True),
        f"{name}: {translate(does)}" if does else name,
        bind(on_card, card),
        fill=ft.Colors.SURFACE_CONTAINER_HIGH,
        align=ft.Alignment.CENTER_LEFT,
        radius=Radius.TILE,
        pad=pad,
        height=None if does else MIN_TAP_SIZE,  # an effect may have several lines
    )
