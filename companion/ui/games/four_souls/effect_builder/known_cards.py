"""Loot cards of the catalogue in the effect builder.

Keys for the usual ones, and what a search finds.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cache

import flet as ft

from companion.base.value_types import JsonValue
from companion.ui.design.boxes import row_of
from companion.ui.design.look import translate
from companion.ui.design.sizes import Radius, Space
from companion.ui.design.text import label_text
from companion.ui.widgets.card_picker.faces import card_chip, card_row, chip_row, text_face
from companion.ui.widgets.card_picker.search import CardMatch, filter_by_words, has_word_prefix
from companion.ui.widgets.controls import Surface, bind, capitalize_first, pressable
from rules.engine import Text, TextLine
from rules.four_souls.model.item_catalogue import ItemCard, find_played_name
from rules.four_souls.vocabulary.card_text import card_text
from rules.four_souls.vocabulary.effect_templates import is_statable

USUAL_CARDS = ("bomb", "dice-shard", "butter-bean", "soul-heart", "lil-battery", "gold-bomb")
"""Ids of the loot cards of which a box has the most, besides coins, most frequent first."""
MAX_FOUND = 4
"""Number of cards that a search shows at most."""
MAX_SUGGESTIONS = 6
"""Number of remembered cards that are offered at most."""
KEY_HEIGHT = 44
"""Height of a card's key in points."""
OnCard = Callable[[ItemCard], object]


@cache
def cards_named(names: tuple[str, ...], find: Callable[[str], ItemCard | None]) -> tuple[ItemCard, ...]:
    """Return the cards that ``find`` knows under those names, each once."""
    return tuple(dict.fromkeys(card for name in names if (card := find(name)) is not None))


def usual_cards(line: TextLine, recent: Sequence[str], kinds: frozenset[str]) -> tuple[ItemCard, ...]:
    """Return the cards that have a key: those played last, then the most frequent ones.

    Left out is what can do nothing now; ``kinds`` are the kinds of effects that are possible.
    """
    by_id = {card.id: card for card in cards_named(line.suggestions, find_played_name) if _can_act(card, kinds)}
    ids = dict.fromkeys((*recent, *USUAL_CARDS))
    return tuple(by_id[id] for id in ids if id in by_id)[: len(USUAL_CARDS)]


def _can_act(card: ItemCard, kinds: frozenset[str]) -> bool:
    ways = card.does.activations
    return not ways or any(all(e.kind in kinds or not is_statable(e.kind) for e in way) for way in ways)


def rows_of_found(cards: Sequence[ItemCard], typed: str, on_card: OnCard) -> list[ft.Control]:
    """Build a row for each card that the text finds by a name or an effect; none without one."""
    if not typed.strip():
        return []
    matches = [CardMatch(card, card.name, effect=card_text(card)) for card in cards]
    return [_row(card, on_card) for card in filter_by_words(matches, typed, with_effects=True)[:MAX_FOUND]]


def _row(card: CardMatch, on_card: OnCard) -> ft.Control:
    does = translate(card.effect) if card.effect else ""
    spoken = f"{translate(card.name)}: {does}" if does else translate(card.name)
    return card_row(text_face(card.name, lines=[capitalize_first(does)]), spoken, bind(on_card, card.record))


def as_last_time(
    remembered: Mapping[str, JsonValue], typed: str, on_card: Callable[[str, JsonValue], object]
) -> list[ft.Control]:
    """Build a chip for each remembered card with a word of its name that begins so."""
    fitting = [name for name in remembered if has_word_prefix(name, typed)][:MAX_SUGGESTIONS]
    chips = [
        card_chip(
            name,
            translate(Text("{card}, as last time", card=name)),
            ft.Icons.REPLAY,
            bind(on_card, name, remembered[name]),
        )
        for name in fitting
    ]
    return [chip_row(chips)] if chips else []


def card_keys(cards: Sequence[ItemCard], on_card: OnCard) -> list[ft.Control]:
    """Build a row of keys; a tap plays the card. Empty without cards."""
    if not cards:
        return []
    keys = [_key(card, on_card) for card in cards]
    return [row_of(keys, Space.TIGHT, scroll=ft.ScrollMode.HIDDEN)]


def _key(card: ItemCard, on_card: OnCard) -> ft.Control:
    name = translate(card.name)
    does = card_text(card)
    spoken = f"{name}: {translate(does)}" if does else name
    face = label_text(name, 600, no_wrap=True)
    pad = ft.Padding.symmetric(horizontal=Space.EDGE)
    fill = ft.Colors.PRIMARY_CONTAINER
    return pressable(
        face,
        spoken,
        bind(on_card, card),
        Surface(fill=fill, pad=pad, radius=Radius.PILL),
        height=KEY_HEIGHT,
        grows=False,
    )
