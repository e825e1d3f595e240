"""The view of a Darkmoor table for the screen, and its trackers."""

from __future__ import annotations

from dataclasses import dataclass

from rules.darkmoor.abilities.source import around
from rules.darkmoor.model.cards import called, says
from rules.darkmoor.model.horde import nearest, peril, total
from rules.darkmoor.model.state import WHAT, Darkmoor, Minion, hero_name, minion_name, place_name
from rules.darkmoor.phases.scoring import Held, Score, control, scores
from rules.engine import Shown, Text, Tracker


@dataclass(frozen=True, slots=True)
class MinionLine:
    """A minion of the view.

    ``peril`` is what it adds now; ``doomed``: the hero's first target in its horde; ``adjacent_ids`` are the minions
    adjacent to it; ``haven``: it is in a haven.
    """

    id: int
    seat: int
    name: Shown
    short: Shown
    kind: str
    peril: int
    vp: int
    peril_tokens: int
    vp_tokens: int
    text: Shown | None
    doomed: bool
    beside: tuple[int, ...]
    haven: bool


@dataclass(frozen=True, slots=True)
class PlaceLine:
    """A location: its horde from the location towards the hero, the peril, and its control."""

    number: int
    name: Shown
    vp: int
    text: Shown | None
    horde: tuple[MinionLine, ...]
    haven: tuple[MinionLine, ...]
    peril: int
    reached: bool
    attacked: bool
    held: Held


@dataclass(frozen=True, slots=True)
class HeroLine:
    """The present hero."""

    name: Shown
    kind: str
    threshold: int
    text: Shown | None


@dataclass(frozen=True, slots=True)
class PlayerLine:
    """A player: cards in hand, deck and discard, and the VP if the game ended now."""

    seat: int
    name: str
    active: bool
    dead: bool
    hand: int
    deck: int
    discard: int
    score: Score


@dataclass(frozen=True, slots=True)
class DarkmoorView:
    """The view of the table; ``heroes`` are left in the deck; ``is_over``: the VP are final."""

    turn: int
    hero: HeroLine | None
    heroes: int
    places: tuple[PlaceLine, ...]
    players: tuple[PlayerLine, ...]
    over: bool


def view(s: Darkmoor) -> DarkmoorView:
    """Return the view of a state."""
    hero = HeroLine(hero_name(s), s.hero.kind, s.hero.threshold, says(s.hero)) if s.hero else None
    places = tuple(_place(s, k) for k in range(len(s.places)))
    players = tuple(_player(s, seat, score) for seat, score in enumerate(scores(s)))
    return DarkmoorView(s.turn, hero, s.heroes, places, players, s.phase == "over")


def _place(s: Darkmoor, k: int) -> PlaceLine:
    place, doomed = s.places[k], nearest(s, k)
    horde = tuple(_minion(s, m, m.id == doomed, around(s, k, row)) for row, m in enumerate(place.horde))
    haven = tuple(_minion(s, m, False, (), haven=True) for m in place.haven)
    n = total(s, k)
    reached = s.hero is not None and bool(place.horde) and n >= s.hero.threshold
    told = (k, place_name(s, k), place.card.vp, says(place.card))
    return PlaceLine(*told, horde, haven, n, reached, s.attacked == k, control(s, k))


def _minion(s: Darkmoor, m: Minion, doomed: bool, beside: tuple[int, ...], haven: bool = False) -> MinionLine:
    short = called(m.card.name) or Text("a minion")
    counts = m.card.peril if haven else peril(s, m)
    numbers = (counts, m.card.vp, m.peril_tokens, m.vp_tokens)
    return MinionLine(
        m.id, m.seat, minion_name(s, m), short, m.card.kind, *numbers, says(m.card), doomed, beside, haven
    )


def _player(s: Darkmoor, seat: int, score: Score) -> PlayerLine:
    player = s.players[seat]
    cards = (player.hand, player.deck, len(player.discard))
    return PlayerLine(seat, s.seats[seat], seat == s.active and s.phase != "over", False, *cards, score)


def trackers(s: Darkmoor) -> tuple[Tracker, ...]:
    """Return every number that may be adjusted, the players' first."""
    return (
        *(t for seat in range(len(s.seats)) for t in _of_player(s, seat)),
        *(t for _, _, m in s.zone() for t in _of_minion(m)),
        *(t for place in s.places for m in place.haven for t in _of_minion(m)[:2]),
        *(Tracker(f"place.{k}.vp", WHAT["vp"], place.card.vp, icon="points") for k, place in enumerate(s.places)),
        *((Tracker("hero.threshold", WHAT["threshold"], s.hero.threshold, icon="peril"),) if s.hero else ()),
        Tracker("heroes.left", WHAT["left"], s.heroes),
    )


def _of_player(s: Darkmoor, seat: int) -> tuple[Tracker, ...]:
    player = s.players[seat]
    return (
        Tracker(f"seat.{seat}.tokens", WHAT["tokens"], player.tokens, seat, icon="points"),
        Tracker(f"seat.{seat}.hand", WHAT["hand"], player.hand, seat, icon="hand"),
        Tracker(f"seat.{seat}.deck", WHAT["deck"], player.deck, seat, icon="deck"),
    )


def _of_minion(m: Minion) -> tuple[Tracker, ...]:
    key = f"minion.{m.id}"
    return (
        Tracker(f"{key}.peril", WHAT["peril"], m.card.peril, icon="peril"),
        Tracker(f"{key}.vp", WHAT["vp"], m.card.vp, icon="points"),
        Tracker(f"{key}.peril_tokens", WHAT["peril_tokens"], m.peril_tokens, icon="token"),
        Tracker(f"{key}.vp_tokens", WHAT["vp_tokens"], m.vp_tokens, icon="token"),
    )
