"""Manual adjustments, jumps to another step, and minions moved, defeated or escaped by hand."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from rules.darkmoor.model.cards import LocationCard
from rules.darkmoor.model.events import Felled, Fled, Moved
from rules.darkmoor.model.horde import bury, defeat, escape, join, leave
from rules.darkmoor.model.state import (
    NOBODY,
    UNDECIDED,
    WHAT,
    Darkmoor,
    Minion,
    Place,
    hero_name,
    minion_name,
    place_name,
    set_minion,
    set_place,
    set_player,
)
from rules.darkmoor.phases.attack import check_peril
from rules.darkmoor.phases.scoring import FINISH
from rules.darkmoor.phases.setup import deal, shuffle_heroes
from rules.darkmoor.phases.turn import TURN, begin_turn, end_turn, next_hero
from rules.engine import Adjusted, Choice, Event, Option, Pick, Step, Template, Text, WentTo, at, note
from rules.engine.overrides import address, bounded, by_hand, no_number, went, whereto
from rules.engine.record import replace

SAID = (Moved, Felled, Fled)
PLACES: dict[str, tuple[Step, Text]] = {
    "RD-14": (at(begin_turn), Text("A minion is played")),
    "RD-18": (at(check_peril), Text("Peril")),
    "RD-26": (at(next_hero), Text("The next hero")),
    "RD-27": (at(end_turn), Text("Draw, and the next player's turn")),
    "RD-28": (FINISH[0], Text("The final scoring")),
}


# --- numbers -----------------------------------------------------------------------------------------------------


def adjust(s: Darkmoor, event: Adjusted) -> Darkmoor:
    """Adjust a tracker by a difference, within 0 … 999 (X-06). Raises ``Refused`` otherwise."""
    if event.key == "hero.threshold" and s.hero:
        n = bounded(s.hero.threshold, event.by)
        hero = replace(s.hero, threshold=n)
        return by_hand(replace(s, hero=hero), event, hero_name(s), WHAT["threshold"], s.hero.threshold)
    if event.key == "heroes.left":
        n = bounded(s.heroes, event.by)
        return by_hand(replace(s, heroes=n), event, Text("the table"), WHAT["left"], s.heroes)
    kind, number, what = address(event.key)
    owner = {"seat": _seat, "minion": _minion, "place": _place}.get(kind)
    if owner is None:
        raise no_number()
    return owner(s, event, number, what)


def _seat(s: Darkmoor, event: Adjusted, seat: int, what: str) -> Darkmoor:
    if seat not in range(len(s.seats)) or what not in ("tokens", "hand", "deck"):
        raise no_number()
    before: int = getattr(s.players[seat], what)
    s = set_player(s, seat, **{what: bounded(before, event.by)})
    return by_hand(s, event, s.seats[seat], WHAT[what], before)


def _minion(s: Darkmoor, event: Adjusted, id: int, what: str) -> Darkmoor:
    minion = s.minion(id)
    if minion is None or what not in ("peril", "vp", "peril_tokens", "vp_tokens"):
        raise no_number()
    printed = what in ("peril", "vp")
    before: int = getattr(minion.card if printed else minion, what)
    after = bounded(before, event.by)
    fresh: dict[str, Any] = {what: after}
    changed = {"card": replace(minion.card, **fresh)} if printed else fresh
    return by_hand(set_minion(s, id, **changed), event, minion_name(s, minion), WHAT[what], before)


def _place(s: Darkmoor, event: Adjusted, place: int, what: str) -> Darkmoor:
    if place not in range(len(s.places)) or what != "vp":
        raise no_number()
    card = s.places[place].card
    s = set_place(s, place, card=replace(card, vp=bounded(card.vp, event.by)))
    return by_hand(s, event, place_name(s, place), WHAT[what], card.vp)


# --- jumps -------------------------------------------------------------------------------------------------------


def go(s: Darkmoor, event: WentTo) -> Darkmoor:
    """Jump to a position: the agenda becomes the turn from there, or the scoring.

    An attack in progress is over.
    """
    step, label = whereto(PLACES, event.rule)
    s = _laid_out(replace(bury(s), attacked=NOBODY, struck=0))
    s = went(s, label)
    tail = FINISH if step in FINISH else TURN[TURN.index(step) :]
    places = tuple(replace(place, control=UNDECIDED) for place in s.places)
    return replace(s, phase="play", turn=max(1, s.turn), places=places, agenda=tail)


def _laid_out(s: Darkmoor) -> Darkmoor:
    """Complete the set-up: locations without a name, hands and heroes."""
    if s.phase != "setup":
        return s
    bare = (Place(LocationCard()),) * (len(s.seats) + 1 - len(s.places))
    s = replace(s, places=(*s.places, *bare))
    if not s.heroes and s.hero is None:
        s = shuffle_heroes(s)
    return s if any(player.deck for player in s.players) else deal(s)


# --- minions -----------------------------------------------------------------------------------------------------


def remarks(s: Darkmoor) -> tuple[Choice, ...]:
    """Return the remarks about every minion on the table, available at any moment."""
    havens = (minion for place in s.places for minion in place.haven)
    return (
        *(choice for place, row, minion in s.zone() for choice in _of_horde(s, place, row, minion)),
        *(_moves(s, minion) for minion in havens),
    )


def _of_horde(s: Darkmoor, place: int, row: int, minion: Minion) -> Iterator[Choice]:
    yield Choice(Text("It is defeated"), Template(Felled(minion.id, False)))
    if minion.seat != s.active:
        label = Text("Defeated: 2 VP for {who}", who=s.seats[s.active])
        yield Choice(label, Template(Felled(minion.id, True)))
    yield _moves(s, minion)
    others = [m for m in s.places[place].horde if m.id != minion.id]
    if others:
        rows = [Option(k, Text("before {minion}", minion=minion_name(s, m))) for k, m in enumerate(others) if k != row]
        back = [Option(len(others), Text("at the back, nearest to the hero"))] if row != len(others) else []
        does = Template(Moved(minion.id, place, row), (Pick("row", (*rows, *back)),))
        yield Choice(Text("Another place in its horde"), does)
    yield Choice(Text("It escapes"), Template(Fled(minion.id)))


def _moves(s: Darkmoor, minion: Minion) -> Choice:
    places = tuple(Option(k, place_name(s, k)) for k in range(len(s.places)))
    does = Template(Moved(minion.id, 0, -1), (Pick("place", places),))
    return Choice(Text("To the back of a horde"), does)


def remark(s: Darkmoor, event: Event) -> Darkmoor:
    """Apply a remark without triggering abilities."""
    match event:
        case Felled(id, paid):
            return defeat(s, id, "X-06", paid)
        case Fled(id):
            minion, spot = s.minion(id), s.spot(id)
            return escape(leave(s, id), minion, spot[0]) if minion and spot else s
        case Moved(id, place, row):
            return _moved(s, id, place, row)
    raise TypeError(event)


def _moved(s: Darkmoor, id: int, place: int, row: int) -> Darkmoor:
    minion = s.minion(id)
    if minion is None:
        return s
    s = leave(s, id)
    s = replace(s, places=tuple(replace(p, haven=tuple(m for m in p.haven if m.id != id)) for p in s.places))
    text = Text("By hand: {minion} lies at {place}", minion=minion_name(s, minion), place=place_name(s, place))
    return note(join(s, minion, place, row), "X-06", text)
