"""Card search by printed numbers, or by words of the name in either language."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from rules.engine import Card, Name, Number, Shown, Template


@dataclass(frozen=True)
class Found:
    """Card in the search: record for the log, name at this table, printed numbers.

    ``printed_name`` is the catalogue's name; None for a card that the table typed.
    """

    record: Any
    name: Shown
    numbers: tuple[int, ...]
    printed: Name | None = None
    effect: Name | None = None


def shelf(
    cards: Sequence[Card], template: Template, local: Mapping[str, Any], typed: Mapping[str, Any]
) -> tuple[Found, ...]:
    """Return all admitted cards: printed ones under their local names, then typed ones."""
    printed = (_printed(card, local.get(card.name.en)) for card in cards if template.admits(card.record))
    own = (_typed(name, data, template, len(cards[0].numbers) if cards else 0) for name, data in typed.items())
    return (*printed, *(card for card in own if card is not None))


def _printed(card: Card, local: Any) -> Found:
    numbers = tuple(number for _, number in card.numbers)
    if not isinstance(local, str):
        return Found(card.record, card.name, numbers, card.name, card.effect)
    return Found(replace(card.record, name=local), local, numbers, card.name, card.effect)


def _typed(name: str, data: Any, template: Template, count: int) -> Found | None:
    """Return a typed card; None if it no longer fits the template."""
    holes = {hole.name for hole in template.holes}
    if not isinstance(data, dict) or not set(data) <= holes:
        return None
    record = replace(template.value, **{**data, "name": name})
    if not template.admits(record):
        return None
    return Found(record, name, tuple(getattr(record, hole.name) for hole in numbers(template)[:count]))


def numbers(template: Template) -> tuple[Number, ...]:
    """Return the numbers of a record, those printed on the card first."""
    return tuple(hole for hole in template.holes if isinstance(hole, Number))


def by_numbers(cards: Iterable[Found], chosen: Mapping[int, int]) -> tuple[Found, ...]:
    """Return the cards with those printed numbers, keyed by position."""
    return tuple(card for card in cards if all(card.numbers[k] == n for k, n in chosen.items()))


def by_name(cards: Iterable[Found], typed: str) -> tuple[Found, ...]:
    """Return the cards with a word of a name beginning so, in any language, without accents."""
    return tuple(card for card in cards if any(starts(name, typed) for name in names(card)))


def names(card: Found) -> tuple[str, ...]:
    """Return every name that a search matches."""
    local = () if isinstance(card.name, Name) else (str(card.name),)
    return (*local, card.printed.es, card.printed.en) if card.printed else local


def values(cards: Iterable[Found], place: int) -> tuple[int, ...]:
    """Return the distinct printed values of a number, sorted."""
    return tuple(sorted({card.numbers[place] for card in cards}))


def folded(text: str) -> str:
    """Return the text in lower case and without accents."""
    apart = unicodedata.normalize("NFKD", text.casefold())
    return "".join(sign for sign in apart if not unicodedata.combining(sign)).strip()


def starts(name: str, typed: str) -> bool:
    """Return whether the name begins so at any of its words."""
    words, wanted = folded(name).split(), folded(typed)
    return any(" ".join(words[k:]).startswith(wanted) for k in range(len(words)))
