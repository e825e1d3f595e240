"""The smallest game with all that the companion handles: dice, stops, records, secrets.

Each seat in turn rolls a die and adds it to its total; the first to reach ten wins. Before each roll, everybody may
"cheer". With the switch ``secrets``, every round begins with a secret number from each seat; all are revealed when
the last is named, and a single highest number scores one point.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from types import MappingProxyType

from rules.engine import (
    Adjusted,
    Change,
    Choice,
    Dice,
    Displayable,
    Event,
    Game,
    Name,
    Number,
    Option,
    Outcome,
    Pick,
    PlayerView,
    Prompt,
    Redaction,
    Refused,
    Rolled,
    State,
    Switch,
    Template,
    Text,
    TextLine,
    Tracker,
    TurnPosition,
    WentTo,
    asks,
    at,
    auto,
    note,
    then,
)

TARGET = 10
COUNT = Text("The count")
HIDDEN = -1
"""Veil of a secret number: the log says only that somebody has named one."""


@dataclass(frozen=True, slots=True)
class Cheered(Event):
    word: str = ""


@dataclass(frozen=True, slots=True)
class Stayed(Event):
    pass


@dataclass(frozen=True, slots=True)
class Gave(Event):
    """A remark: a point for somebody."""

    seat: int = 0


@dataclass(frozen=True, slots=True)
class Named(Event):
    """A secret number, concealed until all have named one."""

    seat: int = 0
    number: int = 0


@dataclass(frozen=True, slots=True)
class Cheer:
    """A second record with the same fields as another, to be kept apart."""

    by: int
    word: Displayable


@dataclass(frozen=True, slots=True)
class Boo:
    by: int
    word: Displayable


@dataclass(frozen=True, slots=True, kw_only=True)
class Counting(State):
    active: int = 0
    totals: tuple[int, ...] = ()
    said: tuple[Cheer | Boo, ...] = ()
    rolled: frozenset[int] = frozenset()
    last: Cheer | Boo | None = None
    named: tuple[int | None, ...] = ()


def new(seats: tuple[str, ...], rulings: tuple[tuple[str, str], ...] = ()) -> Counting:
    if len(seats) < 2:
        raise Refused("TOY-1", Text("Two at least."))
    return then(Counting(seats=seats, totals=(0,) * len(seats), rulings=rulings), turn)


@auto("TOY-2")
def turn(s: Counting) -> Counting:
    if s.active == 0 and dict(s.rulings).get("secrets") == "on":
        return then(replace(s, named=(None,) * len(s.seats)), name, cheer, roll, end)
    return then(s, cheer, roll, end)


def _name_prompt(s: Counting) -> Prompt:
    left = tuple(seat for seat, number in enumerate(s.named) if number is None)
    choices = (_names(seat, s.seats[seat]) for seat in left)
    return Prompt(left, Text("Name a number"), "TOY-8", tuple(choices), phase=COUNT)


def _names(seat: int, who: str) -> Choice:
    does = Template(Named(seat), (Number("number", 0, 9999, 1),))
    return Choice(Text("{who}", who=who), does, role="default", seat=seat)


@asks("TOY-8", prompt=_name_prompt, simultaneous=True)
def name(s: Counting, event: Named) -> Counting:
    s = replace(s, named=tuple(event.number if k == event.seat else n for k, n in enumerate(s.named)))
    return then(s, name) if None in s.named else then(s, show)


@auto("TOY-9")
def show(s: Counting) -> Counting:
    numbers = [number or 0 for number in s.named]
    for who, n in zip(s.seats, numbers, strict=True):
        s = note(s, "TOY-9", Text("{who} named {n}", who=who, n=n))
    highest = max(numbers)
    return add(s, numbers.index(highest), 1) if numbers.count(highest) == 1 else s


def conceal(s: Counting, seats: frozenset[int]) -> Counting:
    """Conceal the others' numbers until all are named."""
    if None not in s.named:
        return s
    return replace(s, named=tuple(n if n is None or k in seats else HIDDEN for k, n in enumerate(s.named)))


def veil(s: Counting, event: Event) -> Redaction | None:
    match event:
        case Named(seat):
            return Redaction(seat, Text("{who} has named a number", who=s.seats[seat]))
        case Adjusted(key) if key.startswith("named.") and None in s.named:
            seat = int(key.removeprefix("named."))
            return Redaction(seat, Text("{who} has named another number", who=s.seats[seat]))
    return None


def trackers(s: Counting) -> tuple[Tracker, ...]:
    totals = (Tracker(f"total.{k}", Text("ticks"), v, k) for k, v in enumerate(s.totals))
    named = (Tracker(f"named.{k}", Text("named"), n, k) for k, n in enumerate(s.named) if n not in (None, HIDDEN))
    return (*totals, *named)


@dataclass(frozen=True, slots=True)
class CountingView:
    named: tuple[int | None, ...]
    players: tuple[PlayerView, ...] = ()


def view(s: Counting) -> CountingView | None:
    return CountingView(s.named) if s.named else None


def _cheer_prompt(s: Counting) -> Prompt:
    stay = Choice(Text("Hush"), Template(Stayed()), role="default")
    cheer = Choice(Text("Cheer"), Template(Cheered(), (TextLine("word"),)))
    return Prompt(tuple(range(len(s.seats))), Text("Anyone?"), "TOY-3", (stay, cheer), phase=COUNT)


@asks("TOY-3", prompt=_cheer_prompt)
def cheer(s: Counting, event: Event) -> Counting:
    if isinstance(event, Cheered):
        made = (Boo if event.word == "boo" else Cheer)(s.active, Text("“{word}”", word=event.word))
        return replace(s, said=(*s.said, made), last=made)
    return s


def _roll_prompt(s: Counting) -> Prompt:
    roll = Choice(Text("Roll"), Template(Rolled(()), (Dice("faces"),)))
    return Prompt((s.active,), Text("Roll"), "TOY-4", (roll,), phase=COUNT)


@asks("TOY-4", prompt=_roll_prompt)
def roll(s: Counting, event: Rolled) -> Counting:
    return add(replace(s, rolled=s.rolled | {s.active}), s.active, event.faces[0])


@auto("TOY-5")
def end(s: Counting) -> Counting:
    return then(replace(s, active=(s.active + 1) % len(s.seats)), turn)


def add(s: Counting, seat: int, by: int) -> Counting:
    before = s.totals[seat]
    after = max(0, min(999, before + by))
    totals = tuple(after if k == seat else v for k, v in enumerate(s.totals))
    change = Change(f"total.{seat}", s.seats[seat], Text("ticks"), before, after)
    return note(replace(s, totals=totals), "TOY-4", Text("{who} has {n} ticks", who=s.seats[seat], n=after), change)


def settle(s: Counting) -> Counting:
    reached = tuple(seat for seat, total in enumerate(s.totals) if total >= TARGET)
    return replace(s, outcome=Outcome(reached, "TOY-6") if reached else None)


def adjust(s: Counting, event: Adjusted) -> Counting:
    if event.key not in (tracker.key for tracker in trackers(s)):
        raise Refused("TOY-7", Text("No such number."))
    kind, _, seat = event.key.partition(".")
    if kind == "named":
        return replace(s, named=tuple(n + event.by if n and k == int(seat) else n for k, n in enumerate(s.named)))
    return add(s, int(seat), event.by)


def go(s: Counting, event: WentTo) -> Counting:
    if event.rule != "TOY-4":
        raise Refused("TOY-7", Text("No such step."))
    return then(replace(s, agenda=()), roll, end)


def flow(s: Counting, phones: frozenset[int] = frozenset()) -> Event | None:
    quiet = dict(s.rulings).get("cheers") == "off"
    return Stayed() if quiet and s.outcome is None and s.agenda[0].name.endswith(".cheer") else None


def remarks(s: Counting) -> tuple[Choice, ...]:
    seats = tuple(Option(seat, name) for seat, name in enumerate(s.seats))
    return (Choice(Text("A point for somebody"), Template(Gave(), (Pick("seat", seats),))),)


def remark(s: Counting, event: Event) -> Counting:
    assert isinstance(event, Gave)
    return add(s, event.seat, 1)


def describe(s: Counting, event: Event) -> Text:
    match event:
        case Rolled(faces):
            return Text("{who} rolled {n}", who=s.seats[s.active], n=faces[0])
        case Cheered(word):
            return Text("“{word}”", word=word)
        case Named(seat, number):
            return Text("{who} named {n}", who=s.seats[seat], n=number)
    return Text("Hush")


SWITCH = Switch("cheers", Text("Cheers"), (("on", Text("On")), ("off", Text("Off"))))

SECRETS = Switch("secrets", Text("Secret numbers"), (("off", Text("Off")), ("on", Text("On"))))


class CountingGame(Game[Counting]):
    """A game whose numbers change by rules of its own: they stop at their bounds, and a secret one leaves no note."""

    def trackers(self, state: Counting) -> tuple[Tracker, ...]:
        return trackers(state)

    def adjust(self, state: Counting, event: Adjusted) -> Counting:
        return adjust(state, event)

    def describe_adjustment(self, state: Counting, event: Adjusted) -> Text:
        return Text("{key} by {n}", key=event.key, n=event.by)

    def go_to_step(self, state: Counting, event: WentTo) -> Counting:
        return go(state, event)


GAME = CountingGame(
    key="counting",
    title=Name("Contar", "Counting"),
    version=1,
    player_counts=range(2, 5),
    state_type=Counting,
    event_types=(Cheered, Stayed, Gave, Named),
    new=new,
    settle=settle,
    auto_answer=flow,
    remarks=remarks,
    remark=remark,
    remark_events=(Gave,),
    view=view,
    describe=describe,
    refusal_for=lambda s, event: None,
    switches=(SWITCH, SECRETS),
    positions=(TurnPosition("TOY-4", Text("The roll"), (at(roll), at(end))),),
    turn_steps=(at(turn),),
    outline={"phases": "turn\n    name\n        show\n    cheer\n    roll\n    end"},
    catalogues={},
    rulebook=MappingProxyType({}),
    conceal=conceal,
    redact=veil,
)
