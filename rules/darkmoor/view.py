"""The view of a Darkmoor table for the screen, and its trackers."""

from __future__ import annotations

from dataclasses import dataclass

from rules.darkmoor.abilities.source import adjacent_minions
from rules.darkmoor.model.cards import card_name, card_text
from rules.darkmoor.model.horde import first_target, horde_peril, is_strike_pending, minion_peril
from rules.darkmoor.model.state import NUMBER_NAMES, Darkmoor, Minion, hero_name, minion_name, place_name
from rules.darkmoor.phases.scoring import LocationControl, PlayerScore, location_control, scores
from rules.engine import Displayable, Text, Tracker


@dataclass(frozen=True, slots=True)
class MinionLine:
    """A minion of the view.

    ``peril`` is what it adds now; ``doomed``: the hero's first target in its horde; ``adjacent_ids`` are the minions
    adjacent to it; ``haven``: it is in a haven.
    """

    id: int
    seat: int
    name: Displayable
    short: Displayable
    kind: str
    peril: int
    vp: int
    peril_tokens: int
    vp_tokens: int
    text: Displayable | None
    doomed: bool
    adjacent_ids: tuple[int, ...]
    haven: bool


@dataclass(frozen=True, slots=True)
class PlaceLine:
    """A location: its horde from the location towards the hero, the peril, and its control."""

    number: int
    name: Displayable
    vp: int
    text: Displayable | None
    horde: tuple[MinionLine, ...]
    haven: tuple[MinionLine, ...]
    peril: int
    is_attackable: bool
    attacked: bool
    control: LocationControl


@dataclass(frozen=True, slots=True)
class DarkmoorHeroLine:
    """The present hero."""

    name: Displayable
    kind: str
    threshold: int
    text: Displayable | None


@dataclass(frozen=True, slots=True)
class DarkmoorPlayerLine:
    """A player: cards in hand, deck and discard, and the VP if the game ended now."""

    seat: int
    name: str
    active: bool
    dead: bool
    hand: int
    deck: int
    discard: int
    score: PlayerScore


@dataclass(frozen=True, slots=True)
class DarkmoorView:
    """The view of the table; ``heroes`` are left in the deck; ``is_over``: the VP are final."""

    turn: int
    hero: DarkmoorHeroLine | None
    heroes: int
    places: tuple[PlaceLine, ...]
    players: tuple[DarkmoorPlayerLine, ...]
    is_over: bool


def view(s: Darkmoor) -> DarkmoorView:
    """Return the view of a state."""
    hero = DarkmoorHeroLine(hero_name(s), s.hero.kind, s.hero.threshold, card_text(s.hero)) if s.hero else None
    places = tuple(_place(s, k) for k in range(len(s.places)))
    players = tuple(_player(s, seat, score) for seat, score in enumerate(scores(s)))
    return DarkmoorView(s.turn, hero, s.heroes, places, players, s.phase == "over")


def _place(s: Darkmoor, k: int) -> PlaceLine:
    place, doomed = s.places[k], first_target(s, k) if is_strike_pending(s, k) else 0
    horde = tuple(_minion(s, m, m.id == doomed, adjacent_minions(s, k, row)) for row, m in enumerate(place.horde))
    haven = tuple(_minion(s, m, False, (), haven=True) for m in place.haven)
    n = horde_peril(s, k)
    reached = s.hero is not None and bool(place.horde) and n >= s.hero.threshold
    identity = (k, place_name(s, k), place.card.vp, card_text(place.card))
    return PlaceLine(*identity, horde, haven, n, reached, s.attacked == k, location_control(s, k))


def _minion(s: Darkmoor, m: Minion, doomed: bool, adjacent_ids: tuple[int, ...], haven: bool = False) -> MinionLine:
    short = card_name(m.card.name) or Text("a minion")
    counts = m.card.peril if haven else minion_peril(s, m)
    numbers = (counts, m.card.vp, m.peril_tokens, m.vp_tokens)
    return MinionLine(
        m.id, m.seat, minion_name(s, m), short, m.card.kind, *numbers, card_text(m.card), doomed, adjacent_ids, haven
    )


def _player(s: Darkmoor, seat: int, score: PlayerScore) -> DarkmoorPlayerLine:
    player = s.players[seat]
    cards = (player.hand, player.deck, len(player.discard))
    return DarkmoorPlayerLine(seat, s.seats[seat], seat == s.active and s.phase != "over", False, *cards, score)


def trackers(s: Darkmoor) -> tuple[Tracker, ...]:
    """Return every number that may be adjusted, the players' first."""
    return (
        *(t for seat in range(len(s.seats)) for t in _player_trackers(s, seat)),
        *(t for _, _, m in s.horde_minions() for t in _minion_trackers(m)),
        *(t for place in s.places for m in place.haven for t in _minion_trackers(m)[:2]),
        *(
            Tracker(f"place.{k}.vp", NUMBER_NAMES["vp"], place.card.vp, icon="points")
            for k, place in enumerate(s.places)
        ),
        *((Tracker("hero.threshold", NUMBER_NAMES["threshold"], s.hero.threshold, icon="peril"),) if s.hero else ()),
        Tracker("heroes.left", NUMBER_NAMES["left"], s.heroes),
    )


def _player_trackers(s: Darkmoor, seat: int) -> tuple[Tracker, ...]:
    player = s.players[seat]
    return (
        Tracker(f"seat.{seat}.tokens", NUMBER_NAMES["tokens"], player.tokens, seat, icon="points"),
        Tracker(f"seat.{seat}.hand", NUMBER_NAMES["hand"], player.hand, seat, icon="hand"),
        Tracker(f"seat.{seat}.deck", NUMBER_NAMES["deck"], player.deck, seat, icon="deck"),
    )


def _minion_trackers(m: Minion) -> tuple[Tracker, ...]:
    key = f"minion.{m.id}"
    return (
        Tracker(f"{key}.peril", NUMBER_NAMES["peril"], m.card.peril, icon="peril"),
        Tracker(f"{key}.vp", NUMBER_NAMES["vp"], m.card.vp, icon="points"),
        Tracker(f"{key}.peril_tokens", NUMBER_NAMES["peril_tokens"], m.peril_tokens, icon="token"),
        Tracker(f"{key}.vp_tokens", NUMBER_NAMES["vp_tokens"], m.vp_tokens, icon="token"),
    )
