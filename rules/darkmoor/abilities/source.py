"""Sources of abilities: the card, its position, and the minions it affects."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from rules.darkmoor.model.cards import AbilityCard
from rules.darkmoor.model.state import Darkmoor, Minion, hero_name, minion_name, place_name
from rules.engine import Shown, carries

HERO = "hero"


@dataclass(frozen=True, slots=True)
class Source:
    """A card with an ability: its name, and the horde it affects (−1: all).

    For a minion, its row and id; ``is_gone``: it has been defeated or has escaped, and the gap where it lay has closed.
    """

    name: Shown
    card: AbilityCard
    place: int
    row: int = -1
    minion: int = 0
    gone: bool = False


def source(s: Darkmoor, key: str) -> Source | None:
    """Return the source of that key (``minion.5``, ``place.2``, ``hero``), None if it is gone."""
    kind, _, number = key.partition(".")
    if kind == HERO:
        return Source(hero_name(s), s.hero, s.attacked) if s.hero else None
    if kind == "place":
        place = int(number)
        return Source(place_name(s, place), s.places[place].card, place)
    return _of_minion(s, int(number))


def _of_minion(s: Darkmoor, id: int) -> Source | None:
    minion = s.minion(id)
    if minion is None:
        return None
    name, spot = minion_name(s, minion), s.spot(id)
    if spot is not None:
        return Source(name, minion.card, *spot, minion=id)
    fallen = next((f for f in s.fallen if f.minion.id == id), None)
    if fallen is not None:
        return Source(name, minion.card, fallen.place, fallen.row, id, gone=True)
    home = next(k for k, place in enumerate(s.places) if minion in place.haven)
    return Source(name, minion.card, home, -1, id, gone=True)


@carries("RD-16")
def around(s: Darkmoor, place: int, row: int, gone: bool = False) -> tuple[int, ...]:
    """Return the ids of the minions adjacent to a position.

    Before and behind it in its horde, and in the same row of the next hordes; never diagonal.
    """
    if row < 0:
        return ()
    behind = row if gone else row + 1
    spots = ((place, row - 1), (place, behind), (place - 1, row), (place + 1, row))
    return tuple(minion.id for spot in spots if (minion := _lying(s, *spot)) is not None)


def _lying(s: Darkmoor, place: int, row: int) -> Minion | None:
    if not 0 <= place < len(s.places) or not 0 <= row < len(s.places[place].horde):
        return None
    return s.places[place].horde[row]


def targets(s: Darkmoor, src: Source, about: int = 0) -> tuple[int, ...]:
    """Return the minions that an ability may affect: those in hordes, and the source itself."""
    found = tuple(id for id in _meant(s, src, about) if _fits(s, src, id))
    if src.card.on != "strongest" or not found:
        return found
    worth = {id: minion.card.vp for id in found if (minion := s.minion(id)) is not None}
    return tuple(id for id in found if worth[id] == max(worth.values()))


def _meant(s: Darkmoor, src: Source, about: int) -> tuple[int, ...]:
    match src.card.on:
        case "self":
            return (src.minion,) if src.minion else ()
        case "it":
            return (about,) if about else ()
        case "adjacent" | "strongest" | "each":
            return around(s, src.place, src.row, src.gone)
        case "horde" | "whole":
            return tuple(m.id for place, _, m in s.zone() if place == src.place or src.place < 0)
    return tuple(minion.id for _, _, minion in s.zone())


def _fits(s: Darkmoor, src: Source, id: int) -> bool:
    minion = s.minion(id)
    if minion is None or (id == src.minion and src.card.on != "self"):
        return False
    return src.card.whom in ("", minion.card.kind)


def everywhere(s: Darkmoor) -> Iterator[Source]:
    """Yield the cards on the table whose ability is always in effect."""
    keys = [
        *([HERO] if s.hero and s.hero.when == "always" else []),
        *(f"place.{k}" for k, place in enumerate(s.places) if place.card.when == "always"),
        *(f"minion.{m.id}" for _, _, m in s.zone() if m.card.when == "always"),
    ]
    for key in keys:
        src = source(s, key)
        if src is not None:
            yield src


def lasting(s: Darkmoor, id: int, does: str) -> int:
    """Return how much the lasting abilities do that to a minion.

    The peril they add, or how often it is spared.
    """
    on = (src for src in everywhere(s) if src.card.does == does or src.card.also == does)
    return sum(src.card.n for src in on if id in _held(s, src))


def _held(s: Darkmoor, src: Source) -> tuple[int, ...]:
    """Return the minions that a lasting ability affects; none if it affects one chosen minion."""
    if src.card.on in ("adjacent", "strongest"):
        return ()
    if src.minion or src.card.on in ("self", "each"):
        return targets(s, src)
    every = src.card.on == "any" or src.place < 0
    return tuple(m.id for place, _, m in s.zone() if (every or place == src.place) and _fits(s, src, m.id))
