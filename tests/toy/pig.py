"""Pig, a sixth game in one file.

Roll as often as you like; a one loses the rolls of this turn; ten points win.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from rules.engine import (
    Change,
    Choice,
    Dice,
    Event,
    Game,
    Name,
    Outcome,
    Prompt,
    Rolled,
    State,
    Template,
    Text,
    TrackerGroup,
    TrackerKind,
    TurnPosition,
    asks,
    at,
    auto,
    note,
    then,
)

TO_WIN = 10
POINTS = Text("points")
THE_ROLL = Text("The roll")
RULES = {
    "PIG-1": {"title": {"es": "El turno", "en": "The turn"}, "es": "Tira o plántate.", "en": "Roll, or stop."},
    "PIG-2": {"title": {"es": "El uno", "en": "A one"}, "es": "Con un uno, nada.", "en": "A one takes it all."},
    "PIG-3": {
        "title": {"es": "Plantarse", "en": "Stopping"},
        "es": "Lo lanzado cuenta.",
        "en": "What was rolled counts.",
    },
}


@dataclass(frozen=True, slots=True)
class Stopped(Event):
    """The active player stops and keeps the rolls of this turn."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Pig(State):
    turn: int = 1
    active: int = 0
    rolled: int = 0
    points: tuple[int, ...] = ()


def new(seats: tuple[str, ...], rulings: tuple[tuple[str, str], ...] = ()) -> Pig:
    return then(Pig(seats=seats, points=(0,) * len(seats), rulings=rulings), dare)


def dare_prompt(s: Pig) -> Prompt:
    roll = Choice(Text("Roll"), Template(Rolled(()), (Dice("faces", 1),)), role="default")
    stop = Choice(Text("Stop"), Template(Stopped()), Text("{who} +{n}", who=s.seats[s.active], n=s.rolled), role="exit")
    return Prompt(
        (s.active,), Text("{who}: roll or stop?", who=s.seats[s.active]), "PIG-1", (roll, stop), phase=THE_ROLL
    )


@asks("PIG-1", prompt=dare_prompt)
def dare(s: Pig, event: Event) -> Pig:
    """Roll, or stop."""
    match event:
        case Rolled((1,)):
            return then(replace(s, rolled=0), pass_on)
        case Rolled((face,)):
            return then(replace(s, rolled=s.rolled + face), dare)
        case Stopped():
            return then(s, keep, pass_on)
    raise TypeError(event)


@auto("PIG-3")
def keep(s: Pig) -> Pig:
    """What was rolled counts."""
    s = score(s, s.active, s.points[s.active] + s.rolled)
    return replace(s, outcome=Outcome((s.active,), "PIG-3")) if s.points[s.active] >= TO_WIN else s


@auto("PIG-2")
def pass_on(s: Pig) -> Pig:
    """The next player's turn."""
    return then(replace(s, active=(s.active + 1) % len(s.seats), turn=s.turn + 1, rolled=0), dare)


def score(s: Pig, seat: int, points: int) -> Pig:
    change = Change(f"seat.{seat}.points", s.seats[seat], POINTS, s.points[seat], points)
    return note(points_of(s, seat, points), "PIG-3", Text("{who} stops", who=s.seats[seat]), change)


def points_of(s: Pig, seat: int, points: int) -> Pig:
    return replace(s, points=(*s.points[:seat], points, *s.points[seat + 1 :]))


# --- what every game has -----------------------------------------------------------------------------------------


def describe(s: Pig, event: Event) -> Text:
    match event:
        case Rolled((face,)):
            return Text("{who} rolls a {n}", who=s.seats[s.active], n=face)
    return Text("{who} stops", who=s.seats[s.active])


NUMBERS = TrackerGroup[Pig, int](
    "seat",
    {"points": POINTS},
    (TrackerKind("points", "points", read=lambda s, it: it.record),),
    lambda s: ((seat, seat, n) for seat, n in enumerate(s.points)),
    points_of,
)
GAME: Game[Pig] = Game(
    key="pig",
    title=Name("El cerdo", "Pig"),
    version=1,
    player_counts=range(2, 7),
    state_type=Pig,
    event_types=(Stopped,),
    new=new,
    describe=describe,
    rulebook=RULES,
    tracker_groups=(NUMBERS,),
    positions=(TurnPosition("PIG-1", THE_ROLL, (at(dare),)),),
    turn_steps=(at(dare),),
    outline={"phases": "dare\n    pass_on\n    keep"},
)
