"""The set-up before the first turn: agreements, crews, and who deployed first."""

from __future__ import annotations

from typing import Any

from rules.engine import (
    Choice,
    Number,
    Prompt,
    Records,
    Refused,
    Template,
    Text,
    TextLine,
    asks,
    auto,
    carries,
    note,
    then,
)
from rules.engine.record import replace
from rules.malifaux.model.events import Agreed, Deployed, Mustered
from rules.malifaux.model.state import Limits, Malifaux, Player, Recruit, seats_from, set_player
from rules.malifaux.state_changes import NUMBER_NAMES, add_models, gain, table_change

from .turn import begin_turn

SETUP_PHASE = Text("Set-up")
PLAYER_COUNTS = range(2, 5)
MAX_MODELS, MAX_WOUNDS, MAX_STONES = 40, 99, 99
"""Models of a crew, wounds of a model, soulstones of a pool."""
MAX_NAME_LENGTH, MAX_SCHEMES_LENGTH = 40, 80
"""Maximum length of a name and of the schemes, in characters."""


@carries("MX-12")
def new(seats: tuple[str, ...], rulings: tuple[tuple[str, str], ...] = ()) -> Malifaux:
    """Seat two to four players in declared order (MX-A8). Raises ``Refused`` for other numbers."""
    if len(seats) not in PLAYER_COUNTS:
        raise Refused("MX-12", Text("Two to four players can play."))
    order = tuple(range(len(seats)))
    s = Malifaux(seats=seats, rulings=rulings, players=(Player(),) * len(seats), order=order)
    if s.depth == "numbers":
        return then(s, begin_turn)
    s = then(replace(s, waits=order), muster, who_deployed, begin_turn)
    return then(s, agree) if s.asks_agreements else s


def agree_prompt(s: Malifaux) -> Prompt:
    """Ask for what the rules text leaves to the book and the table (MX-A1, MX-A6)."""
    nothing = Choice(Text("Continue without settings"), Template(Agreed()), role="default")
    holes = (
        TextLine("strategy", MAX_NAME_LENGTH, (), Text("Strategy")),
        Number("turns", 0, 99, 0, Text("last turn (0: open)")),
        Number("points", 0, 99, 0, Text("most victory points (0: open)")),
        Number("pool", 0, MAX_STONES, 0, Text("most soulstones (0: open)")),
        Number("red", 0, 99, 14, Text("value of the red joker")),
        Number("black", 0, 99, 0, Text("value of the black joker")),
    )
    form = Choice(Text("Write it down"), Template(Agreed(), holes))
    title = Text("A strategy, a last turn, limits, other values of the jokers?")
    return Prompt(s.order, title, "MX-18", (nothing, form), phase=SETUP_PHASE)


@asks("MX-18", prompt=agree_prompt)
def agree(s: Malifaux, event: Agreed) -> Malifaux:
    """Store the limits and joker values for the whole game; they can be adjusted at any time."""
    limits = Limits(event.strategy, event.turns, event.points, event.pool)
    return set_joker_value(set_joker_value(replace(s, limits=limits), "red", event.red), "black", event.black)


def set_joker_value(s: Malifaux, what: str, worth: int) -> Malifaux:
    """Set the value of a joker at this table."""
    before: int = getattr(s, what)
    if worth == before:
        return s
    fresh: dict[str, Any] = {what: worth}
    s = replace(s, **fresh)
    return note(s, "MX-18", Text("{what}: {n}", what=NUMBER_NAMES[what], n=worth), table_change(s, what, before))


def muster_prompt(s: Malifaux) -> Prompt:
    """Ask for the crews, in any order."""
    choices = (choice for seat in s.waits for choice in _musters(s, seat))
    return Prompt(s.waits, Text("Which crews, with how many soulstones?"), "MX-12", tuple(choices), phase=SETUP_PHASE)


def _musters(s: Malifaux, seat: int) -> tuple[Choice, ...]:
    who = s.seats[seat]
    line = Template(
        Recruit("", 1),
        (TextLine("name", MAX_NAME_LENGTH), Number("wounds", 1, MAX_WOUNDS, 6)),
        Text("A model and its wounds"),
    )
    holes = (
        Records("models", (line,), MAX_MODELS, 0),
        Number("stones", 0, s.limits.pool or MAX_STONES, 0, Text("soulstones")),
        TextLine("schemes", MAX_SCHEMES_LENGTH, (), Text("Schemes, for your eyes only")),
    )
    crew = Choice(Text("{who}'s crew", who=who), Template(Mustered(seat), holes), role="default", seat=seat)
    return crew, Choice(Text("{who}: without a list", who=who), Template(Mustered(seat)), seat=seat)


@asks("MX-12", "MX-05", prompt=muster_prompt, simultaneous=True)
def muster(s: Malifaux, event: Mustered) -> Malifaux:
    """Add a player's models with their wounds, and the pool of soulstones."""
    s = add_models(s, event.seat, event.models)
    s = set_player(s, event.seat, schemes=event.schemes)
    n, who = len(event.models), s.seats[event.seat]
    s = note(s, "MX-12", Text("{who} has {n} model", "{who} has {n} models", who=who, n=n)) if n else s
    missing = event.stones - s.players[event.seat].stones
    s = gain(s, "MX-05", event.seat, "stones", missing) if missing else s
    s = replace(s, waits=tuple(seat for seat in s.waits if seat != event.seat))
    return then(s, muster) if s.waits else s


@auto("MX-06")
def who_deployed(s: Malifaux) -> Malifaux:
    """Ask who deployed first, if two or more may spend a soulstone in the first draw phase."""
    return then(s, deploy) if sum(player.stones > 0 for player in s.players) > 1 else s


def deploy_prompt(s: Malifaux) -> Prompt:
    """Ask who deployed first."""
    seats = range(len(s.seats))
    said = (Choice(Text("{who}", who=s.seats[k]), Template(Deployed(k)), role="default", seat=k) for k in seats)
    return Prompt(s.order, Text("Who deployed first?"), "MX-06", tuple(said), phase=SETUP_PHASE)


@asks("MX-06", prompt=deploy_prompt)
def deploy(s: Malifaux, event: Deployed) -> Malifaux:
    """Make the player who deployed first declare first in turn 1."""
    return replace(s, order=seats_from(s, event.seat))
