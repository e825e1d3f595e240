"""Manual adjustments, jumps to another step, and minions moved, defeated or escaped by hand."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any

from rules.darkmoor.model.cards import HeroCard, LocationCard
from rules.darkmoor.model.events import Felled, Fled, Moved
from rules.darkmoor.model.horde import add_to_horde, defeat_minion, discard_fallen, escape_to_haven, remove_from_horde
from rules.darkmoor.model.state import (
    NOBODY,
    NUMBER_NAMES,
    UNDECIDED,
    Darkmoor,
    Minion,
    Place,
    Player,
    hero_name,
    minion_name,
    place_name,
    row_name,
    set_minion,
    set_place,
    set_player,
)
from rules.darkmoor.phases.attack import check_peril
from rules.darkmoor.phases.scoring import SCORING_STEPS
from rules.darkmoor.phases.setup import deal, shuffle_heroes
from rules.darkmoor.phases.turn import TURN_STEPS, begin_turn, end_turn, next_hero
from rules.engine import (
    Choice,
    Event,
    HandMove,
    Option,
    Pick,
    Template,
    Text,
    TrackerGroup,
    TrackerKind,
    TurnPosition,
    note,
    steps_from,
)
from rules.engine.overrides import TrackerEntry
from rules.engine.record import replace

REMARK_EVENTS = (Moved, Felled, Fled)
PERIL, VP, VP_TOKENS = Text("{n} peril", n=0), Text("{n} VP", n=0), Text("{n} VP in tokens", n=0)
"""So much of a number."""


def _printed(name: str, icon: str, counted: Text) -> TrackerKind[Darkmoor, Any]:
    def changed_card(s: Darkmoor, it: TrackerEntry[Darkmoor, Any], n: int) -> dict[str, Any]:
        read = {"is_vp_unknown": False} if name == "vp" and isinstance(it.record, Minion) else {}
        return {"card": replace(it.record.card, **{name: n}, **read)}

    return TrackerKind(
        name, icon, read=lambda s, it: getattr(it.record.card, name), write=changed_card, counted=counted
    )


MINION_NUMBERS = (
    *(_printed("peril", "peril", PERIL), _printed("vp", "points", VP)),
    *(
        TrackerKind[Darkmoor, Any]("peril_tokens", "token", counted=Text("{n} peril token", "{n} peril tokens", n=0)),
        TrackerKind[Darkmoor, Any]("vp_tokens", "token", counted=VP_TOKENS),
    ),
)


def _minions(minions: Callable[[Darkmoor], Iterable[Minion]], shown: int) -> TrackerGroup[Darkmoor, Minion]:
    """The numbers of some of the minions, of which that many are shown."""
    hidden = (replace(kind, shown=lambda s, it: False) for kind in MINION_NUMBERS[shown:])
    return TrackerGroup(
        "minion",
        NUMBER_NAMES,
        (*MINION_NUMBERS[:shown], *hidden),
        lambda s: ((None, minion.id, minion) for minion in minions(s)),
        set_minion,
        lambda s, it: minion_name(s, it.record),
    )


TRACKERS: tuple[TrackerGroup[Darkmoor, Any], ...] = (
    TrackerGroup[Darkmoor, Player](
        "seat",
        NUMBER_NAMES,
        (
            TrackerKind("tokens", "points", counted=VP_TOKENS),
            TrackerKind("hand", "hand", worth=0, counted=Text("{n} card in hand", "{n} cards in hand", n=0)),
            TrackerKind(
                "deck", "deck", worth=0, counted=Text("{n} card in the draw pile", "{n} cards in the draw pile", n=0)
            ),
        ),
        lambda s: ((seat, seat, player) for seat, player in enumerate(s.players)),
        set_player,
    ),
    _minions(lambda s: (minion for _, _, minion in s.horde_minions()), 4),
    _minions(lambda s: (minion for place in s.places for minion in place.haven), 2),
    _minions(lambda s: (fallen.minion for fallen in s.fallen), 0),
    TrackerGroup[Darkmoor, Place](
        "place",
        NUMBER_NAMES,
        (_printed("vp", "points", VP),),
        lambda s: ((None, k, place) for k, place in enumerate(s.places)),
        set_place,
        lambda s, it: place_name(s, it.number),
    ),
    TrackerGroup[Darkmoor, HeroCard](
        "hero",
        NUMBER_NAMES,
        (TrackerKind("threshold", "peril", write=lambda s, it, n: {"hero": replace(it.record, threshold=n)}),),
        lambda s: ((None, 0, s.hero),) if s.hero else (),
        owner=lambda s, it: hero_name(s),
    ),
    TrackerGroup[Darkmoor, Darkmoor](
        "heroes",
        NUMBER_NAMES,
        (
            TrackerKind(
                "left",
                read=lambda s, it: s.heroes,
                write=lambda s, it, n: {"heroes": n},
                counted=Text("{n} hero in the deck", "{n} heroes in the deck", n=0),
            ),
        ),
    ),
)
"""Every number that may be set by hand (X-06)."""
HAND_MOVES = {
    "seat.tokens": HandMove(Text("take {n} VP in tokens", n=0), Text("put back {n} VP in tokens", n=0), is_alike=True),
    "seat.hand": HandMove(
        Text("draw {n} card", "draw {n} cards", n=0), Text("discard {n} card", "discard {n} cards", n=0)
    ),
    "minion.vp_tokens": HandMove(
        Text("put {n} VP in tokens on {owner}", n=0, owner=""),
        Text("take {n} VP in tokens off {owner}", n=0, owner=""),
        is_alike=True,
    ),
    "minion.peril_tokens": HandMove(
        Text("put {n} peril token on {owner}", "put {n} peril tokens on {owner}", n=0, owner=""),
        Text("take {n} peril token off {owner}", "take {n} peril tokens off {owner}", n=0, owner=""),
        is_alike=True,
    ),
}
"""What is moved for each number, by the key of its tracker."""
SELF_DONE_RULES = frozenset({"RD-14"})
"""Whoever plays a minion has laid it down."""


POSITIONS = (
    TurnPosition("RD-14", Text("A minion is played"), steps_from(TURN_STEPS, begin_turn)),
    TurnPosition("RD-18", Text("Peril"), steps_from(TURN_STEPS, check_peril)),
    TurnPosition("RD-26", Text("The next hero"), steps_from(TURN_STEPS, next_hero)),
    TurnPosition("RD-27", Text("Draw, and the next player's turn"), steps_from(TURN_STEPS, end_turn)),
    TurnPosition("RD-28", Text("The final scoring"), SCORING_STEPS),
)


# --- jumps -------------------------------------------------------------------------------------------------------


def end_attack(s: Darkmoor, position: TurnPosition) -> Darkmoor:
    """End the attack after a jump to a step of the turn or the scoring, and complete the set-up."""
    jump, s = s.notes, replace(discard_fallen(s), attacked=NOBODY, struck=0, notes=())
    s = _complete_setup(s)
    places = tuple(replace(place, control=UNDECIDED) for place in s.places)
    unplayed = s.is_turn_unplayed and position.agenda == SCORING_STEPS
    notes = (*s.notes, *jump)  # what the set-up lacked comes before the jump
    return replace(s, phase="play", turn=max(1, s.turn), places=places, is_turn_unplayed=unplayed, notes=notes)


def _complete_setup(s: Darkmoor) -> Darkmoor:
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
        rows = tuple(Option(k, row_name(s, others, k)) for k in range(len(others) + 1) if k != row)
        does = Template(Moved(minion.id, place, row), (Pick("row", rows),))
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
