"""What happens at a table of Malifaux besides what happens at every table."""

from __future__ import annotations

from dataclasses import dataclass

from rules.engine import Event

from .state import Recruit


@dataclass(frozen=True, slots=True)
class Agreed(Event):
    """The strategy, the jokers' values, and limits: turns, points, soulstones; 0 for none."""

    strategy: str = ""
    turns: int = 0
    points: int = 0
    pool: int = 0
    red: int = 14
    black: int = 0


@dataclass(frozen=True, slots=True)
class Mustered(Event):
    """A player's crew, soulstones and schemes; without models nothing is followed of the crew."""

    seat: int
    models: tuple[Recruit, ...] = ()
    stones: int = 0
    schemes: str = ""


@dataclass(frozen=True, slots=True)
class Deployed(Event):
    """Who deployed first."""

    seat: int


@dataclass(frozen=True, slots=True)
class Kept(Event):
    """Those seats keep what they have: cards, a soulstone, a flip."""

    seats: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Spent(Event):
    """A soulstone was spent on what was asked."""

    seat: int


@dataclass(frozen=True, slots=True)
class Discarded(Event):
    """Cards of a hand went to the discard pile."""

    seat: int
    cards: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Drew(Event):
    """Cards of the deck went to a hand."""

    seat: int
    cards: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Flipped(Event):
    """The card that was asked for was turned up."""

    seat: int
    cards: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Valued(Event):
    """A flip of several cards, or one that something alters: its value as the table says it (MX-A7)."""

    seat: int
    value: int = 0


@dataclass(frozen=True, slots=True)
class Replaced(Event):
    """The flip for the end of the encounter was cheated (MX-A3)."""

    seat: int
    cards: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Chose(Event):
    """Whoever has the initiative is the First Player, or the Second."""

    first: bool


@dataclass(frozen=True, slots=True)
class Activated(Event):
    """A model is activated; ``by`` are those in whose name it is said, where that ends another's activation."""

    model: int
    by: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Finished(Event):
    """The model's activation is over."""


@dataclass(frozen=True, slots=True)
class PhaseOver(Event):
    """Everybody has activated what they had."""


@dataclass(frozen=True, slots=True)
class Ended(Event):
    """Of several effects that end now, this one ends next."""

    condition: int


@dataclass(frozen=True, slots=True)
class Scored(Event):
    """A player has a victory point more."""

    seat: int


@dataclass(frozen=True, slots=True)
class PointsDone(Event):
    """Nobody has a point more to gain now."""


@dataclass(frozen=True, slots=True)
class Stopped(Event):
    """The table ends the encounter here."""


@dataclass(frozen=True, slots=True)
class Judged(Event):
    """Who has won a game that ended level (MX-A4); −1: nobody."""

    seat: int


@dataclass(frozen=True, slots=True)
class TurnOver(Event):
    """The turn is over, where numbers only are followed."""


@dataclass(frozen=True, slots=True)
class Conditioned(Event):
    """A model has a condition, for so many closing phases (0: until it is lifted)."""

    model: int
    name: str = ""
    turns: int = 1
    acts: bool = False


@dataclass(frozen=True, slots=True)
class Lifted(Event):
    """A condition was taken off."""

    condition: int


@dataclass(frozen=True, slots=True)
class Readied(Event):
    """A model may be activated once more this turn: Reactivate, or another rule."""

    model: int


@dataclass(frozen=True, slots=True)
class Joined(Event):
    """A model came into play."""

    seat: int
    name: str = ""
    wounds: int = 1


@dataclass(frozen=True, slots=True)
class Turned(Event):
    """A card was flipped in a duel or for something else."""

    seat: int
    cards: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Took(Event):
    """A card was drawn outside the draw phase."""

    seat: int
    cards: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Cheated(Event):
    """A card of the hand replaced the last flip."""

    seat: int
    cards: tuple[str, ...] = ()


EVENTS: tuple[type[Event], ...] = (
    Agreed,
    Mustered,
    Deployed,
    Kept,
    Spent,
    Discarded,
    Drew,
    Flipped,
    Valued,
    Replaced,
    Chose,
    Activated,
    Finished,
    PhaseOver,
    Ended,
    Scored,
    PointsDone,
    Stopped,
    Judged,
    TurnOver,
    Conditioned,
    Lifted,
    Readied,
    Joined,
    Turned,
    Took,
    Cheated,
)
