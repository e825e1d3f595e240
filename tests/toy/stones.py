"""The minimal game of docs/adding-a-game.md: no turn, no active seat, no view.

Seven stones; in turn the players take one or two; whoever takes the last one wins, the others are out.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from rules.engine import (
    Adjusted,
    Change,
    Choice,
    Death,
    Event,
    Game,
    Name,
    Outcome,
    Prompt,
    State,
    Tally,
    Template,
    Text,
    Tracker,
    TurnPosition,
    WentTo,
    asks,
    at,
    compare_consecutive,
    note,
    then,
)
from rules.engine.overrides import adjusted_value, describe_adjustment, find_position, note_adjustment, note_jump

STONES = Text("stones")
RULES = {
    "ST-1": {"title": {"es": "Coger", "en": "Taking"}, "es": "Coge una o dos.", "en": "Take one or two."},
    "ST-2": {"title": {"es": "La última", "en": "The last"}, "es": "Quien la coge gana.", "en": "Who takes it wins."},
}


@dataclass(frozen=True)
class Took(Event):
    stones: int


@dataclass(frozen=True)
class Stones(State):
    left: int = 7
    mover: int = 0
    taken: tuple[int, ...] = ()


def new(seats: tuple[str, ...], rulings: tuple[tuple[str, str], ...] = ()) -> Stones:
    return then(Stones(seats=seats, rulings=rulings, taken=(0,) * len(seats)), take)


def take_prompt(s: Stones) -> Prompt:
    choices = tuple(Choice(Text("Take {n}", n=n), Template(Took(n))) for n in (1, 2) if n <= s.left)
    return Prompt((s.mover,), Text("{who}: one or two?", who=s.seats[s.mover]), "ST-1", choices)


@asks("ST-1", prompt=take_prompt)
def take(s: Stones, event: Took) -> Stones:
    """Take one or two."""
    has = s.taken[s.mover] + event.stones
    change = Change("left", STONES, STONES, s.left, s.left - event.stones)
    taken = (*s.taken[: s.mover], has, *s.taken[s.mover + 1 :])
    s = note(replace(s, left=s.left - event.stones, taken=taken), "ST-1", Text("{n} are left", n=change.after), change)
    if s.left <= 0:
        return replace(s, outcome=Outcome((s.mover,), "ST-2"))
    return then(replace(s, mover=(s.mover + 1) % len(s.seats)), take)


def trackers(s: Stones) -> tuple[Tracker, ...]:
    return (Tracker("left", STONES, s.left),)


def adjust(s: Stones, event: Adjusted) -> Stones:
    find_position({"left": 0}, event.key)
    return note_adjustment(replace(s, left=max(1, adjusted_value(s.left, event.by))), event, STONES, STONES, s.left)


def go(s: Stones, event: WentTo) -> Stones:
    place = find_position({place.rule: place for place in PLACES}, event.rule)
    return then(replace(note_jump(s, place.label), agenda=()), take)


def describe(s: Stones, event: Event) -> Text:
    match event:
        case Took(stones):
            return Text("{who} takes {n}", who=s.seats[s.mover], n=stones)
        case Adjusted(by=by):
            return describe_adjustment(STONES, by, STONES)
    raise TypeError(event)


def deaths(before: Stones, after: Stones) -> Iterator[Death]:
    if after.outcome is not None and before.outcome is None:
        lost = (seat for seat in range(len(after.seats)) if seat not in after.outcome.winners)
        yield from (Death(after.seats[seat], "ST-2", seat, is_player=True) for seat in lost)


PLACES = (TurnPosition("ST-1", Text("Taking"), at(take).name),)
GAME: Game[Stones] = Game(
    key="stones",
    title=Name("Piedras", "Stones"),
    version=1,
    player_counts=range(2, 5),
    state_type=Stones,
    event_types=(Took,),
    new=new,
    adjust=adjust,
    go_to_step=go,
    trackers=trackers,
    describe=describe,
    rulebook=RULES,
    positions=PLACES,
    turn_steps=(at(take),),
    tally=Tally(STONES, lambda s: s.taken),
    deaths=compare_consecutive(deaths),
)
