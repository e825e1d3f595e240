"""RD-28 … RD-31: the final scoring: escapes, control of locations, VP, the winner."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from rules.darkmoor.model.cards import MOST_VP_ASKED, card_text
from rules.darkmoor.model.events import Controlled, ReadVp
from rules.darkmoor.model.horde import discard_fallen, escape_to_haven
from rules.darkmoor.model.state import (
    NOBODY,
    NUMBER_NAMES,
    RULEBOOK,
    UNDECIDED,
    Darkmoor,
    Minion,
    Place,
    minion_name,
    name_with_position,
    place_name,
    set_minion,
    set_place,
)
from rules.engine import (
    Change,
    Choice,
    Displayable,
    Option,
    Outcome,
    Pick,
    Prompt,
    Step,
    Template,
    Text,
    asks,
    at,
    auto,
    carries,
    note,
    then,
)
from rules.engine.record import replace


@dataclass(frozen=True, slots=True)
class LocationControl:
    """The scoring of a location: each seat's strength, its measure, who controls it (−1: none)."""

    place: int
    strength: tuple[int, ...]
    measure: str
    seat: int
    vp: int


@dataclass(frozen=True, slots=True)
class PlayerScore:
    """A player's VP: of each minion in a haven, of each controlled location, and in tokens.

    ``unread``: how many of the minions count nothing because nobody has read their VP off the card.
    """

    minions: tuple[int, ...]
    locations: tuple[int, ...]
    tokens: int
    unread: int = 0

    @property
    def total(self) -> int:
        """The sum of the VP (RD-30)."""
        return sum(self.minions) + sum(self.locations) + self.tokens


@carries("RD-29")
def location_control(s: Darkmoor, place: int) -> LocationControl:
    """Return who controls a location: the most peril in its haven, or as its ability says.

    Nobody controls it in a tie.
    """
    location = s.places[place]
    measure = _strength_measure(location)
    strength = tuple(_strength(location, seat, measure) for seat in range(len(s.seats)))
    seat = location.control if location.control != UNDECIDED else _strongest_seat(location, strength, measure)
    return LocationControl(place, strength, measure, seat, location.card.vp)


def _strength_measure(location: Place) -> str:
    card = location.card
    return card.does if card.when == "scoring" and card.does in ("least", "count") else "peril"


def _strength(location: Place, seat: int, measure: str) -> int:
    own = [minion.card.peril for minion in location.haven if minion.seat == seat]
    return len(own) if measure == "count" else sum(own)


def _strongest_seat(location: Place, strength: tuple[int, ...], measure: str) -> int:
    """Return the seat with the best strength among those with a minion there; −1 in a tie."""
    present = {minion.seat for minion in location.haven}
    if not present:
        return NOBODY
    sought = min if measure == "least" else max
    best = sought(strength[seat] for seat in present)
    first = [seat for seat in present if strength[seat] == best]
    return first[0] if len(first) == 1 else NOBODY


@carries("RD-30")
def scores(s: Darkmoor) -> tuple[PlayerScore, ...]:
    """Return each player's VP if the game ended now: every minion reaches a haven (L113)."""
    s = everybody_safe(s)
    controlled = [location_control(s, k) for k in range(len(s.places))]
    return tuple(
        PlayerScore(
            tuple(m.card.vp for m in _safe_minions(s) if m.seat == seat),
            tuple(location.vp for location in controlled if location.seat == seat),
            player.tokens,
            sum(m.card.is_vp_unknown for m in _safe_minions(s) if m.seat == seat),
        )
        for seat, player in enumerate(s.players)
    )


@carries("RD-28")
def everybody_safe(s: Darkmoor) -> Darkmoor:
    """Return the state with every minion in a haven, its tokens collected or not (RD-A5)."""
    for place, _, minion in tuple(s.horde_minions()):
        s = escape_to_haven(s, minion, place, s.ruling("RD-A5") == "collect")
    return s


def _safe_minions(s: Darkmoor) -> Iterator[Minion]:
    return (minion for place in s.places for minion in place.haven)


@carries("RD-31")
def winner(s: Darkmoor) -> int:
    """Return the seat with the most VP; of tied players, the one who would play next.

    That is the active player where the game ended before they played.
    """
    totals = [score.total for score in scores(s)]
    level = [seat for seat, n in enumerate(totals) if n == max(totals)]
    following = s.active if s.is_turn_unplayed else s.active + 1
    return min(level, key=lambda seat: (seat - following) % len(s.seats))


# --- the steps ---------------------------------------------------------------------------------------------------


@auto("RD-28")
def all_escape(s: Darkmoor) -> Darkmoor:
    """Move every minion left in a horde to its haven, with or without its tokens (RD-A5)."""
    s = replace(discard_fallen(s), phase="scoring", attacked=NOBODY, struck=0)
    s = RULEBOOK.note_ruling(s, "RD-A5", "RD-28") if any(minion.vp_tokens for _, _, minion in s.horde_minions()) else s
    s = everybody_safe(s)
    asked = (k for k, place in enumerate(s.places) if place.card.when == "scoring" and not place.card.does)
    return then(s, *(at(settle_control, k) for k in asked), read_unknown_vp)


@auto("RD-30")
def read_unknown_vp(s: Darkmoor) -> Darkmoor:
    """Ask for the unread VP of minions in havens, one card after the other."""
    unread = next((minion for minion in _safe_minions(s) if minion.card.is_vp_unknown), None)
    return s if unread is None else then(s, at(read_vp, unread.id), read_unknown_vp)


def read_vp_prompt(s: Darkmoor, id: int) -> Prompt:
    """Ask how many VP are printed on a minion's card; its place tells it apart."""
    minion = s.find_minion(id)
    seat = minion.seat if minion else s.active
    options = tuple(Option(n, Text("{n} VP", n=n)) for n in range(MOST_VP_ASKED + 1))
    label = Text("Its VP")
    choice = Choice(label, Template(ReadVp(id, 0), (Pick("vp", options, is_ordered=True),)), role="default", seat=seat)
    title = Text("{minion}: how many VP?", minion=name_with_position(s, minion) if minion else Text("the minion"))
    stake = Text("Peril {n}", n=minion.card.peril) if minion else None
    return Prompt((s.active,), title, "RD-30", (choice,), stake, Text("Final scoring"))


@asks("RD-30", prompt=read_vp_prompt)
def read_vp(s: Darkmoor, event: ReadVp, id: int) -> Darkmoor:
    """Note the VP of every minion of that name, as all decks are alike (L4)."""
    read = s.find_minion(id)
    if read is None:
        return s
    alike = [m for m in _table_minions(s) if m.id == id or (read.card.name and m.card.name == read.card.name)]
    unread = [minion for minion in alike if minion.card.is_vp_unknown]
    for minion in unread:
        s = set_minion(s, minion.id, card=replace(minion.card, vp=event.vp, is_vp_unknown=False))
    label, n = NUMBER_NAMES["vp"], event.vp
    changes = tuple(
        Change(f"minion.{m.id}.vp", minion_name(s, m), label, m.card.vp, n) for m in unread if m.card.vp != n
    )
    text = Text("{minion}: {n} VP", minion=minion_name(s, read), n=n)
    return note(s, "RD-30", text, *changes[:1], other_changes=changes[1:])


def _table_minions(s: Darkmoor) -> tuple[Minion, ...]:
    return (*(minion for _, _, minion in s.horde_minions()), *_safe_minions(s))


def settle_control_prompt(s: Darkmoor, place: int) -> Prompt:
    """Ask who controls a location whose ability only the table knows.

    The player with the most peril stands first.
    """
    control = location_control(s, place)
    order = sorted((*range(len(s.seats)), NOBODY), key=lambda seat: seat != control.seat)
    text = card_text(s.places[place].card)
    title = Text("{place}: who controls it?", place=place_name(s, place))
    choices = tuple(_control_choice(s, seat, control.seat) for seat in order)
    stake = Text("{text}", text=text) if text else None
    return Prompt((s.active,), title, "RD-29", choices, stake, Text("Final scoring"))


def _control_choice(s: Darkmoor, seat: int, likely: int) -> Choice:
    label = Text("Nobody") if seat == NOBODY else Text("{who}", who=s.seats[seat])
    whose = None if seat == NOBODY else seat
    return Choice(label, Template(Controlled(seat)), role="default" if seat == likely else "option", seat=whose)


@asks("RD-29", prompt=settle_control_prompt)
def settle_control(s: Darkmoor, event: Controlled, place: int) -> Darkmoor:
    """Give the location to that player, or to nobody."""
    return set_place(s, place, control=event.seat)


@auto("RD-30")
def count_up(s: Darkmoor) -> Darkmoor:
    """Add up havens, locations and tokens."""
    for k in range(len(s.places)):
        control = location_control(s, k)
        place = place_name(s, k)
        if control.seat == NOBODY:
            s = note(s, "RD-29", Text("{place}: nobody controls it", place=place))
        else:
            text = Text("{place}: {who} controls it, {n} VP", place=place, who=s.seats[control.seat], n=control.vp)
            s = note(s, "RD-29", text)
    for seat, score in enumerate(scores(s)):
        text = Text(
            "{who}: {minions} + {locations} + {tokens} = {n} VP",
            who=s.seats[seat],
            minions=sum(score.minions),
            locations=sum(score.locations),
            tokens=score.tokens,
            n=score.total,
        )
        s = note(s, "RD-30", text)
    return set_outcome(replace(s, phase="over"))


def set_outcome(s: Darkmoor) -> Darkmoor:
    """Set the outcome once the game is over, and say why; adjustments by hand change both."""
    if s.phase != "over":
        return s
    is_told = any(note.kind == "win" for note in s.notes) or (s.outcome is not None and not s.notes)
    s = replace(s, outcome=Outcome((winner(s),), "RD-31"))
    return s if is_told else note(s, "RD-31", _win_text(s), kind="win", seat=winner(s))


@carries("RD-31")
def _win_text(s: Darkmoor) -> Text:
    totals, first = [score.total for score in scores(s)], winner(s)
    values: dict[str, Displayable] = {"who": s.seats[first], "n": totals[first]}
    level = [seat for seat, n in enumerate(totals) if n == totals[first] and seat != first]
    if level:
        others = ", ".join(s.seats[seat] for seat in level)
        return Text("{who} wins: level with {others} at {n} VP, but would have played next", **values, others=others)
    second = max((seat for seat in range(len(totals)) if seat != first), key=lambda seat: totals[seat])
    return Text("{who} wins: {n} VP, {other} {m}", **values, other=s.seats[second], m=totals[second])


SCORING_STEPS: tuple[Step, ...] = (at(all_escape), at(count_up))
"""The steps of the final scoring, when no hero can be revealed."""
