"""The minimal game of docs/adding-a-game.md: no turn, no active seat, no view.

Seven stones; in turn the players take one or two; whoever takes the last one wins, the others are out.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from rules.engine import (
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
    TrackerGroup,
    TrackerKind,
    TurnPosition,
    asks,
    at,
    compare_consecutive,
    note,
    then,
)

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
    return Prompt((s.mover,), Text("{who}: one or two?", who=s.seats[s.mover]), "ST-1", choices, phase=Text("Taking"))


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


def describe(s: Stones, event: Event) -> Text:
    match event:
        case Took(stones):
            return Text("{who} takes {n}", who=s.seats[s.mover], n=stones)
    raise TypeError(event)


def deaths(before: Stones, after: Stones) -> Iterator[Death]:
    if after.outcome is not None and before.outcome is None:
        lost = (seat for seat in range(len(after.seats)) if seat not in after.outcome.winners)
        yield from (Death(after.seats[seat], "ST-2", seat, is_player=True) for seat in lost)


NUMBERS = TrackerGroup[Stones, Stones](
    "",
    {"left": STONES},
    (TrackerKind("left", write=lambda s, it, n: {"left": max(1, n)}),),
    owner=lambda s, it: STONES,
)
GAME: Game[Stones] = Game(
    key="stones",
    title=Name("Piedras", "Stones"),
    version=1,
    player_counts=range(2, 5),
    state_type=Stones,
    event_types=(Took,),
    new=new,
    describe=describe,
    rulebook=RULES,
    tracker_groups=(NUMBERS,),
    positions=(TurnPosition("ST-1", Text("Taking"), (at(take),)),),
    turn_steps=(at(take),),
    tally=Tally(STONES, lambda s: s.taken),
    deaths=compare_consecutive(deaths),
)
