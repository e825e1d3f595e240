"""Card search by printed numbers, or by words of the name in either language."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from rules.engine import CatalogueCard, Displayable, Name, Number, Template


@dataclass(frozen=True)
class CardMatch:
    """Card in the search: record for the log, name at this table, printed numbers.

    ``printed_name`` is the catalogue's name; None for a card that the table typed.
    """

    record: Any
    name: Displayable
    numbers: tuple[int, ...]
    printed_name: Name | None = None
    effect: Name | None = None


def searchable_cards(
    cards: Sequence[CatalogueCard], template: Template, local_names: Mapping[str, Any], typed_cards: Mapping[str, Any]
) -> tuple[CardMatch, ...]:
    """Return all admitted cards: printed ones under their local names, then typed ones."""
    printed_matches = (_printed(card, local_names.get(card.name.en)) for card in cards if template.admits(card.record))
    typed_matches = (
        _typed(name, data, template, len(cards[0].numbers) if cards else 0) for name, data in typed_cards.items()
    )
    return (*printed_matches, *(card for card in typed_matches if card is not None))


def _printed(card: CatalogueCard, local: Any) -> CardMatch:
    numbers = tuple(number for _, number in card.numbers)
    if not isinstance(local, str):
        return CardMatch(card.record, card.name, numbers, card.name, card.effect)
    return CardMatch(replace(card.record, name=local), local, numbers, card.name, card.effect)


def _typed(name: str, data: Any, template: Template, count: int) -> CardMatch | None:
    """Return a typed card; None if it no longer fits the template."""
    holes = {hole.name for hole in template.holes}
    if not isinstance(data, dict) or not set(data) <= holes:
        return None
    record = replace(template.value, **{**data, "name": name})
    if not template.admits(record):
        return None
    return CardMatch(record, name, tuple(getattr(record, hole.name) for hole in number_holes(template)[:count]))


def number_holes(template: Template) -> tuple[Number, ...]:
    """Return the numbers of a record, those printed on the card first."""
    return tuple(hole for hole in template.holes if isinstance(hole, Number))


def filter_by_numbers(cards: Iterable[CardMatch], chosen: Mapping[int, int]) -> tuple[CardMatch, ...]:
    """Return the cards with those printed numbers, keyed by position."""
    return tuple(card for card in cards if all(card.numbers[k] == n for k, n in chosen.items()))


def filter_by_name(cards: Iterable[CardMatch], typed: str) -> tuple[CardMatch, ...]:
    """Return the cards with a word of a name beginning so, in any language, without accents."""
    return tuple(card for card in cards if any(has_word_prefix(name, typed) for name in searchable_names(card)))


def searchable_names(card: CardMatch) -> tuple[str, ...]:
    """Return every name that a search matches."""
    local = () if isinstance(card.name, Name) else (str(card.name),)
    return (*local, card.printed_name.es, card.printed_name.en) if card.printed_name else local


def values_at(cards: Iterable[CardMatch], place: int) -> tuple[int, ...]:
    """Return the distinct printed values of a number, sorted."""
    return tuple(sorted({card.numbers[place] for card in cards}))


def normalize_for_search(text: str) -> str:
    """Return the text in lower case and without accents."""
    apart = unicodedata.normalize("NFKD", text.casefold())
    return "".join(sign for sign in apart if not unicodedata.combining(sign)).strip()


def has_word_prefix(name: str, typed: str) -> bool:
    """Return whether the name begins so at any of its words."""
    words, wanted = normalize_for_search(name).split(), normalize_for_search(typed)
    return any(" ".join(words[k:]).startswith(wanted) for k in range(len(words)))
