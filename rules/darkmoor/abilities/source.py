"""Sources of abilities: the card, its position, and the minions it affects."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from rules.darkmoor.model.cards import AbilityCard
from rules.darkmoor.model.state import Darkmoor, Minion, hero_name, minion_name, place_name
from rules.engine import Displayable, carries

HERO = "hero"


@dataclass(frozen=True, slots=True)
class AbilitySource:
    """A card with an ability: its key, its name, and the horde it affects (−1: all).

    For a minion, its row and id; ``is_gone``: it has been defeated or has escaped, and the gap where it lay has closed.
    """

    key: str
    name: Displayable
    card: AbilityCard
    place: int
    row: int = -1
    minion: int = 0
    is_gone: bool = False


def find_source(s: Darkmoor, key: str) -> AbilitySource | None:
    """Return the source of that key (``minion.5``, ``place.2``, ``hero``), None if it is gone."""
    kind, _, number = key.partition(".")
    if kind == HERO:
        return AbilitySource(key, hero_name(s), s.hero, s.attacked) if s.hero else None
    if kind == "place":
        place = int(number)
        return AbilitySource(key, place_name(s, place), s.places[place].card, place)
    return _of_minion(s, int(number))


def _of_minion(s: Darkmoor, id: int) -> AbilitySource | None:
    minion = s.find_minion(id)
    if minion is None:
        return None
    key, name, spot = f"minion.{id}", minion_name(s, minion), s.position_of(id)
    if spot is not None:
        return AbilitySource(key, name, minion.card, *spot, minion=id)
    fallen = next((f for f in s.fallen if f.minion.id == id), None)
    if fallen is not None:
        return AbilitySource(key, name, minion.card, fallen.place, fallen.row, id, is_gone=True)
    home = next(k for k, place in enumerate(s.places) if minion in place.haven)
    return AbilitySource(key, name, minion.card, home, -1, id, is_gone=True)


@carries("RD-16")
def adjacent_minions(s: Darkmoor, place: int, row: int, is_gone: bool = False) -> tuple[int, ...]:
    """Return the ids of the minions adjacent to a position.

    Before and behind it in its horde, and in the same row of the next hordes; never diagonal.
    """
    if row < 0:
        return ()
    behind = row if is_gone else row + 1
    spots = ((place, row - 1), (place, behind), (place - 1, row), (place + 1, row))
    return tuple(minion.id for spot in spots if (minion := _minion_at(s, *spot)) is not None)


def _minion_at(s: Darkmoor, place: int, row: int) -> Minion | None:
    if not 0 <= place < len(s.places) or not 0 <= row < len(s.places[place].horde):
        return None
    return s.places[place].horde[row]


def find_targets(s: Darkmoor, source: AbilitySource, about: int = 0) -> tuple[int, ...]:
    """Return the minions that an ability may affect: those in hordes, and the source itself."""
    found = tuple(id for id in target_candidates(s, source, about) if _can_affect(s, source, id))
    if source.card.on != "strongest" or not found:
        return found
    cards = {id: minion.card for id in found if (minion := s.find_minion(id)) is not None}
    most = max(card.vp for card in cards.values())
    return tuple(id for id, card in cards.items() if card.vp == most or card.is_vp_unknown)


def target_candidates(s: Darkmoor, source: AbilitySource, about: int = 0) -> tuple[int, ...]:
    """Return the minions among which an ability finds its targets, whatever their type."""
    match source.card.on:
        case "self":
            return (source.minion,) if source.minion else ()
        case "it":
            return (about,) if about else ()
        case "adjacent" | "strongest" | "each":
            return adjacent_minions(s, source.place, source.row, source.is_gone)
        case "horde" | "whole":
            return tuple(m.id for place, _, m in s.horde_minions() if place == source.place or source.place < 0)
    return tuple(minion.id for _, _, minion in s.horde_minions())


def _can_affect(s: Darkmoor, source: AbilitySource, id: int) -> bool:
    minion = s.find_minion(id)
    if minion is None or (id == source.minion and source.card.on != "self"):
        return False
    return source.card.whom in ("", minion.card.kind)


def lasting_sources(s: Darkmoor) -> Iterator[AbilitySource]:
    """Yield the cards on the table whose ability is always in effect."""
    keys = [
        *([HERO] if s.hero and s.hero.when == "always" else []),
        *(f"place.{k}" for k, place in enumerate(s.places) if place.card.when == "always"),
        *(f"minion.{m.id}" for _, _, m in s.horde_minions() if m.card.when == "always"),
    ]
    for key in keys:
        source = find_source(s, key)
        if source is not None:
            yield source


def lasting_amount(s: Darkmoor, id: int, does: str) -> int:
    """Return how much the lasting abilities do that to a minion.

    The peril they add, or how often it is spared.
    """
    on = (source for source in lasting_sources(s) if source.card.does == does or source.card.also == does)
    return sum(src.card.n for src in on if id in _lasting_targets(s, src))


def _lasting_targets(s: Darkmoor, source: AbilitySource) -> tuple[int, ...]:
    return tuple(id for id in lasting_candidates(s, source) if _can_affect(s, source, id))


def lasting_candidates(s: Darkmoor, source: AbilitySource) -> tuple[int, ...]:
    """Return those a lasting ability may affect, of any type; none for one chosen minion."""
    if source.card.on in ("adjacent", "strongest"):
        return ()
    if source.minion or source.card.on in ("self", "each"):
        return target_candidates(s, source)
    every = source.card.on == "any" or source.place < 0
    return tuple(m.id for place, _, m in s.horde_minions() if every or place == source.place)
