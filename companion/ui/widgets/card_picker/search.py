"""Search for cards: by printed numbers, by words of a name, or by what they do."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import flet as ft

from companion.exchange.custom_cards import read_record
from companion.ui.design.look import translate
from companion.ui.widgets.controls import input_border
from companion.ui.widgets.text_field import TextInput
from rules.engine import CatalogueCard, Displayable, Name, Number, Template


@dataclass(frozen=True)
class CardMatch:
    """Card in the search: record for the log, name at this table, printed numbers.

    ``printed_name`` is the catalogue's name; None for a card that the table typed. ``unknown`` are fields of the record
    that nobody has read yet; such a number is None. A card that ``is_played`` is listed last, and only on demand.
    """

    record: Any
    name: Displayable
    numbers: tuple[int | None, ...] = ()
    printed_name: Name | None = None
    effect: Displayable | None = None
    unknown: tuple[str, ...] = ()
    is_played: bool = False


def searchable_cards(
    cards: Sequence[CatalogueCard], template: Template, local_names: Mapping[str, Any], typed_cards: Mapping[str, Any]
) -> tuple[CardMatch, ...]:
    """Return all admitted cards: printed ones under their local names, then typed ones."""
    count = len(cards[0].numbers) if cards else 0
    read = {card.name.en: typed_cards[card.name.en] for card in cards if card.unknown and card.name.en in typed_cards}
    printed_matches = (
        _printed(_completed(card, read.get(card.name.en), template), local_names.get(card.name.en), template)
        for card in cards
        if template.admits(card.record)
    )
    typed_matches = (_typed(name, data, template, count) for name, data in typed_cards.items() if name not in read)
    return (*printed_matches, *(card for card in typed_matches if card is not None))


def _completed(card: CatalogueCard, data: Any, template: Template) -> CatalogueCard:
    """Return the card with the fields that somebody has read.

    Unchanged if they no longer fit the template.
    """
    if not isinstance(data, dict) or not set(card.unknown) <= set(data):
        return card
    record = replace(card.record, **{name: data[name] for name in card.unknown})
    holes = number_holes(template)[: len(card.numbers)]
    numbers = tuple((label, getattr(record, hole.name)) for (label, _), hole in zip(card.numbers, holes, strict=True))
    return replace(card, record=record, numbers=numbers, unknown=()) if template.admits(record) else card


def _printed(card: CatalogueCard, local: Any, template: Template) -> CardMatch:
    unread = {k for k, hole in enumerate(number_holes(template)) if hole.name in card.unknown}
    numbers = tuple(None if k in unread else number for k, (_, number) in enumerate(card.numbers))
    own_name = local if isinstance(local, str) else None
    record = replace(card.record, name=own_name) if own_name is not None else card.record
    return CardMatch(record, own_name or card.name, numbers, card.name, card.effect, card.unknown)


def _typed(name: str, data: Any, template: Template, count: int) -> CardMatch | None:
    """Return a typed card; None if it no longer fits the template."""
    record = read_record(template, name, data)
    if record is None:
        return None
    return CardMatch(record, name, tuple(getattr(record, hole.name) for hole in number_holes(template)[:count]))


def number_holes(template: Template) -> tuple[Number, ...]:
    """Return the numbers of a record, those printed on the card first."""
    return tuple(hole for hole in template.holes if isinstance(hole, Number))


# --- what a search finds -----------------------------------------------------------------------------------------


def filter_by_numbers(cards: Iterable[CardMatch], chosen: Mapping[int, int]) -> tuple[CardMatch, ...]:
    """Return the cards with those printed numbers, keyed by position."""
    return tuple(card for card in cards if all(card.numbers[k] == n for k, n in chosen.items()))


def filter_by_words(cards: Iterable[CardMatch], typed: str, *, with_effects: bool = False) -> tuple[CardMatch, ...]:
    """Return the cards with a word of a name that begins so, in any language, without accents.

    ``with_effects`` finds cards by a word of what they do as well, after those found by a name.
    """
    every = tuple(cards)
    named = tuple(card for card in every if any(has_word_prefix(name, typed) for name in searchable_names(card)))
    if not with_effects:
        return named
    return (*named, *(card for card in every if card not in named and _acts_so(card, typed)))


def _acts_so(card: CardMatch, typed: str) -> bool:
    return card.effect is not None and has_word_prefix(translate(card.effect), typed)


def searchable_names(card: CardMatch) -> tuple[str, ...]:
    """Return every name that a search matches."""
    names = (card.name, card.printed_name or "")
    return tuple(
        said for name in names for said in ((name.es, name.en) if isinstance(name, Name) else (translate(name),))
    )


def sorted_by_name(cards: Iterable[CardMatch]) -> list[CardMatch]:
    """Return the cards in the order of their names in the language of the device."""
    return sorted(cards, key=lambda card: normalize_for_search(translate(card.name)))


def values_at(cards: Iterable[CardMatch], place: int) -> tuple[int, ...]:
    """Return the distinct printed values of a number, sorted."""
    return tuple(sorted({number for card in cards if (number := card.numbers[place]) is not None}))


def normalize_for_search(text: str) -> str:
    """Return the text in lower case and without accents."""
    apart = unicodedata.normalize("NFKD", text.casefold())
    return "".join(sign for sign in apart if not unicodedata.combining(sign)).strip()


def has_word_prefix(name: str, typed: str) -> bool:
    """Return whether the name begins so at any of its words."""
    words, wanted = normalize_for_search(name).split(), normalize_for_search(typed)
    return any(" ".join(words[k:]).startswith(wanted) for k in range(len(words)))


def search_field(label: str, on_typed: Callable[[str], object], value: str = "") -> ft.Control:
    """Build a search field; ``value`` is what was typed before."""
    style: dict[str, Any] = {"prefix_icon": ft.Icons.SEARCH, "border": input_border(), "dense": True}
    field: ft.Control = TextInput(label, value, on_typed, autocorrect=False, **style)
    return field
