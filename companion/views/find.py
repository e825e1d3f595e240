"""Finding a card: by the numbers printed on it, or by any word of its name in either language."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, fields, replace
from typing import Any

from rules.engine import Name, Shown
from rules.four_souls import catalogue as four_souls

PRINTED = ("hp", "evasion", "attack")
"""The numbers by which a card is found, as they stand on it."""


@dataclass(frozen=True)
class Found:
    """A card that can be turned up: the record for the log, its name here, what it does; ``id`` is empty if typed."""

    id: str
    record: Any
    name: Shown
    effect: Name | None = None


def shelf(game: str, catalogue: str, local: Mapping[str, Any], typed: Mapping[str, Any]) -> tuple[Found, ...]:
    """All cards of a catalogue: the printed ones, by the names of this table, and those it has typed before."""
    if (game, catalogue) != ("four_souls", "monsters"):
        return ()
    names, effects = four_souls.monster_names(), four_souls.monster_effects()
    printed = (_printed(card, names[id], effects.get(id), local.get(id)) for id, card in four_souls.monsters().items())
    return (*printed, *(own for name, data in typed.items() if (own := _typed(name, data)) is not None))


def _printed(card: Any, name: Name, effect: Name | None, local: Any) -> Found:
    if not isinstance(local, str):
        return Found(card.id, card, name, effect)
    return Found(card.id, replace(card, name=local), local, effect)


def _typed(name: str, data: Any) -> Found | None:
    known = {f.name for f in fields(four_souls.MonsterCard)} - {"id", "name"}
    if not isinstance(data, dict) or not set(data) <= known:
        return None
    return Found("", four_souls.MonsterCard(name=name, **data), name)


def by_numbers(cards: Iterable[Found], numbers: Mapping[str, int]) -> tuple[Found, ...]:
    """The cards on which all those numbers are printed."""
    return tuple(card for card in cards if all(getattr(card.record, key) == n for key, n in numbers.items()))


def by_name(cards: Iterable[Found], typed: str) -> tuple[Found, ...]:
    """The cards of whose name a word begins like that, in any language, whatever the accents."""
    return tuple(card for card in cards if any(starts(name, typed) for name in names(card)))


def names(card: Found) -> tuple[str, ...]:
    """Every name by which it may be known."""
    printed = four_souls.monster_names().get(card.id)
    own = (card.name.es, card.name.en) if isinstance(card.name, Name) else (str(card.name),)
    return (*own, printed.es, printed.en) if printed else own


def values(cards: Iterable[Found], number: str) -> tuple[int, ...]:
    """Which values of that number there are."""
    return tuple(sorted({getattr(card.record, number) for card in cards}))


def folded(text: str) -> str:
    """Without accents and capitals."""
    apart = unicodedata.normalize("NFKD", text.casefold())
    return "".join(sign for sign in apart if not unicodedata.combining(sign)).strip()


def starts(name: str, typed: str) -> bool:
    """Whether a word of the name, or the name from there on, begins like that."""
    words, wanted = folded(name).split(), folded(typed)
    return any(" ".join(words[k:]).startswith(wanted) for k in range(len(words)))
