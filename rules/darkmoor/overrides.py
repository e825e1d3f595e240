"""Manual adjustments, jumps to another step, and minions moved, defeated or escaped by hand."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from rules.darkmoor.model.cards import LocationCard
from rules.darkmoor.model.events import Felled, Fled, Moved
from rules.darkmoor.model.horde import add_to_horde, defeat_minion, discard_fallen, escape_to_haven, remove_from_horde
from rules.darkmoor.model.state import (
    NOBODY,
    NUMBER_NAMES,
    UNDECIDED,
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
from rules.darkmoor.phases.scoring import SCORING_STEPS
from rules.darkmoor.phases.setup import deal, shuffle_heroes
from rules.darkmoor.phases.turn import TURN_STEPS, begin_turn, end_turn, next_hero
from rules.engine import Adjusted, Choice, Event, Option, Pick, Step, Template, Text, WentTo, at, note
from rules.engine.overrides import adjusted_value, find_position, note_adjustment, note_jump, parse_key, unknown_tracker
from rules.engine.record import replace

REMARK_EVENTS = (Moved, Felled, Fled)
TURN_POSITIONS: dict[str, tuple[Step, Text]] = {
    "RD-14": (at(begin_turn), Text("A minion is played")),
    "RD-18": (at(check_peril), Text("Peril")),
    "RD-26": (at(next_hero), Text("The next hero")),
    "RD-27": (at(end_turn), Text("Draw, and the next player's turn")),
    "RD-28": (SCORING_STEPS[0], Text("The final scoring")),
}


# --- numbers -----------------------------------------------------------------------------------------------------


def adjust(s: Darkmoor, event: Adjusted) -> Darkmoor:
    """Adjust a tracker by a difference, within 0 … 999 (X-06). Raises ``Refused`` otherwise."""
    if event.key == "hero.threshold" and s.hero:
        n = adjusted_value(s.hero.threshold, event.by)
        hero = replace(s.hero, threshold=n)
        return note_adjustment(replace(s, hero=hero), event, hero_name(s), NUMBER_NAMES["threshold"], s.hero.threshold)
    if event.key == "heroes.left":
        n = adjusted_value(s.heroes, event.by)
        return note_adjustment(replace(s, heroes=n), event, Text("the table"), NUMBER_NAMES["left"], s.heroes)
    kind, number, what = parse_key(event.key)
    owner = {"seat": _adjust_seat, "minion": _adjust_minion, "place": _adjust_place}.get(kind)
    if owner is None:
        raise unknown_tracker()
    return owner(s, event, number, what)


def _adjust_seat(s: Darkmoor, event: Adjusted, seat: int, what: str) -> Darkmoor:
    if seat not in range(len(s.seats)) or what not in ("tokens", "hand", "deck"):
        raise unknown_tracker()
    before: int = getattr(s.players[seat], what)
    s = set_player(s, seat, **{what: adjusted_value(before, event.by)})
    return note_adjustment(s, event, s.seats[seat], NUMBER_NAMES[what], before)


def _adjust_minion(s: Darkmoor, event: Adjusted, id: int, what: str) -> Darkmoor:
    minion = s.find_minion(id)
    if minion is None or what not in ("peril", "vp", "peril_tokens", "vp_tokens"):
        raise unknown_tracker()
    printed = what in ("peril", "vp")
    before: int = getattr(minion.card if printed else minion, what)
    after = adjusted_value(before, event.by)
    fresh: dict[str, Any] = {what: after}
    changed = {"card": replace(minion.card, **fresh)} if printed else fresh
    return note_adjustment(set_minion(s, id, **changed), event, minion_name(s, minion), NUMBER_NAMES[what], before)


def _adjust_place(s: Darkmoor, event: Adjusted, place: int, what: str) -> Darkmoor:
    if place not in range(len(s.places)) or what != "vp":
        raise unknown_tracker()
    card = s.places[place].card
    s = set_place(s, place, card=replace(card, vp=adjusted_value(card.vp, event.by)))
    return note_adjustment(s, event, place_name(s, place), NUMBER_NAMES[what], card.vp)


# --- jumps -------------------------------------------------------------------------------------------------------


def go_to_step(s: Darkmoor, event: WentTo) -> Darkmoor:
    """Jump to a position: the agenda becomes the turn from there, or the scoring.

    An attack in progress is over.
    """
    step, label = find_position(TURN_POSITIONS, event.rule)
    s = _complete_setup(replace(discard_fallen(s), attacked=NOBODY, struck=0))
    s = note_jump(s, label)
    tail = SCORING_STEPS if step in SCORING_STEPS else TURN_STEPS[TURN_STEPS.index(step) :]
    places = tuple(replace(place, control=UNDECIDED) for place in s.places)
    unplayed = s.is_turn_unplayed and step in SCORING_STEPS
    return replace(s, phase="play", turn=max(1, s.turn), places=places, agenda=tail, is_turn_unplayed=unplayed)


def _complete_setup(s: Darkmoor) -> Darkmoor:
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
        *(choice for place, row, minion in s.horde_minions() for choice in _minion_remarks(s, place, row, minion)),
        *(_move_choice(s, minion) for minion in havens),
    )


def _minion_remarks(s: Darkmoor, place: int, row: int, minion: Minion) -> Iterator[Choice]:
    yield Choice(Text("It is defeated"), Template(Felled(minion.id, False)))
    if minion.seat != s.active:
        label = Text("Defeated: 2 VP for {who}", who=s.seats[s.active])
        yield Choice(label, Template(Felled(minion.id, True)))
    yield _move_choice(s, minion)
    others = [m for m in s.places[place].horde if m.id != minion.id]
    if others:
        rows = [Option(k, Text("before {minion}", minion=minion_name(s, m))) for k, m in enumerate(others) if k != row]
        back = [Option(len(others), Text("at the back, nearest to the hero"))] if row != len(others) else []
        does = Template(Moved(minion.id, place, row), (Pick("row", (*rows, *back)),))
        yield Choice(Text("Another place in its horde"), does)
    yield Choice(Text("It escapes"), Template(Fled(minion.id)))


def _move_choice(s: Darkmoor, minion: Minion) -> Choice:
    places = tuple(Option(k, place_name(s, k)) for k in range(len(s.places)))
    does = Template(Moved(minion.id, 0, -1), (Pick("place", places),))
    return Choice(Text("To the back of a horde"), does)


def remark(s: Darkmoor, event: Event) -> Darkmoor:
    """Apply a remark without triggering abilities."""
    match event:
        case Felled(id, paid):
            return defeat_minion(s, id, "X-06", paid)
        case Fled(id):
            minion, spot = s.find_minion(id), s.position_of(id)
            return escape_to_haven(remove_from_horde(s, id), minion, spot[0]) if minion and spot else s
        case Moved(id, place, row):
            return _move_by_hand(s, id, place, row)
    raise TypeError(event)


def _move_by_hand(s: Darkmoor, id: int, place: int, row: int) -> Darkmoor:
    minion = s.find_minion(id)
    if minion is None:
        return s
    s = remove_from_horde(s, id)
    s = replace(s, places=tuple(replace(p, haven=tuple(m for m in p.haven if m.id != id)) for p in s.places))
    text = Text("By hand: {minion} lies at {place}", minion=minion_name(s, minion), place=place_name(s, place))
    return note(add_to_horde(s, minion, place, row), "X-06", text)
