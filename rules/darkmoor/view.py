"""The view of a Darkmoor table for the screen."""

from __future__ import annotations

from dataclasses import dataclass

from rules.darkmoor.abilities.source import adjacent_minions
from rules.darkmoor.model.cards import card_name, card_text
from rules.darkmoor.model.horde import first_target, horde_peril, is_doomed, minion_peril
from rules.darkmoor.model.state import Darkmoor, Minion, hero_name, minion_name, place_name
from rules.darkmoor.phases.scoring import LocationControl, PlayerScore, everybody_safe, location_control, scores
from rules.engine import Displayable, Text


@dataclass(frozen=True, slots=True)
class MinionLine:
    """A minion of the view.

    ``peril`` is what it adds now; ``doomed``: it would fall if the hero attacked its horde now, which he may;
    ``adjacent_ids`` are the minions
    adjacent to it; ``haven``: it is in a haven; ``is_vp_unknown``: ``vp`` is 0 because nobody has read it.
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
    is_vp_unknown: bool = False


@dataclass(frozen=True, slots=True)
class PlaceLine:
    """A location: its horde from the location towards the hero, the peril, and its control.

    ``if_ended``: its control if the game ended now, when everybody in the horde would reach the haven too.
    """

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
    if_ended: LocationControl


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
    place, doomed = s.places[k], first_target(s, k) if is_doomed(s, k) else 0
    horde = tuple(_minion(s, m, m.id == doomed, adjacent_minions(s, k, row)) for row, m in enumerate(place.horde))
    haven = tuple(_minion(s, m, False, (), haven=True) for m in place.haven)
    n = horde_peril(s, k)
    reached = s.hero is not None and bool(place.horde) and n >= s.hero.threshold
    identity = (k, place_name(s, k), place.card.vp, card_text(place.card))
    control = location_control(s, k), location_control(everybody_safe(s), k)
    return PlaceLine(*identity, horde, haven, n, reached, s.attacked == k, *control)


def _minion(s: Darkmoor, m: Minion, doomed: bool, adjacent_ids: tuple[int, ...], haven: bool = False) -> MinionLine:
    short = card_name(m.card.name) or Text("a minion")
    counts = m.card.peril if haven else minion_peril(s, m)
    numbers = (counts, m.card.vp, m.peril_tokens, m.vp_tokens)
    identity, text = (m.id, m.seat, minion_name(s, m), short, m.card.kind), card_text(m.card)
    return MinionLine(*identity, *numbers, text, doomed, adjacent_ids, haven, m.card.is_vp_unknown)


def _player(s: Darkmoor, seat: int, score: PlayerScore) -> DarkmoorPlayerLine:
    player = s.players[seat]
    cards = (player.hand, player.deck, len(player.discard))
    return DarkmoorPlayerLine(seat, s.seats[seat], seat == s.active and s.phase != "over", False, *cards, score)
