"""The events of Malifaux, besides those of every game."""

from __future__ import annotations

from dataclasses import dataclass

from rules.engine import Event

from .state import Recruit


@dataclass(frozen=True, slots=True)
class Agreed(Event):
    """The strategy, the values of the jokers, and the limits: turns, points, soulstones.

    A limit of 0 is none.
    """

    strategy: str = ""
    turns: int = 0
    points: int = 0
    pool: int = 0
    red: int = 14
    black: int = 0


@dataclass(frozen=True, slots=True)
class Mustered(Event):
    """A player's crew, soulstones and schemes; without models the crew is not followed."""

    seat: int
    models: tuple[Recruit, ...] = ()
    stones: int = 0
    schemes: str = ""


@dataclass(frozen=True, slots=True)
class Deployed(Event):
    """The player who deployed first."""

    seat: int


@dataclass(frozen=True, slots=True)
class Kept(Event):
    """Those seats decline: they keep their cards, their soulstone or their flip."""

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
class FlippedTogether(Event):
    """Several seats turned up a card each at the same time, in their order."""

    seats: tuple[int, ...] = ()
    cards: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Valued(Event):
    """The value of a flip of several cards, or of one that something alters (MX-A7)."""

    seat: int
    value: int = 0


@dataclass(frozen=True, slots=True)
class Replaced(Event):
    """The flip for the end of the encounter was cheated (MX-A3)."""

    seat: int
    cards: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Chose(Event):
    """The player with the initiative chose to be the First Player, or the Second."""

    first: bool


@dataclass(frozen=True, slots=True)
class Activated(Event):
    """A model is activated.

    ``by`` are the seats that say so, where it ends another model's activation.
    """

    model: int
    by: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Finished(Event):
    """The model's activation is over."""


@dataclass(frozen=True, slots=True)
class PhaseOver(Event):
    """All activations of the phase are done."""


@dataclass(frozen=True, slots=True)
class Ended(Event):
    """The next of several effects that end now."""

    condition: int


@dataclass(frozen=True, slots=True)
class Scored(Event):
    """A player gains a victory point."""

    seat: int


@dataclass(frozen=True, slots=True)
class PointsDone(Event):
    """Nobody gains another point now."""


@dataclass(frozen=True, slots=True)
class Stopped(Event):
    """The table ends the encounter here."""


@dataclass(frozen=True, slots=True)
class Judged(Event):
    """The winner of a game that ended level (MX-A4); −1: nobody."""

    seat: int


@dataclass(frozen=True, slots=True)
class TurnOver(Event):
    """The turn is over, where only numbers are followed."""


@dataclass(frozen=True, slots=True)
class Damaged(Event):
    """A model suffers damage."""

    model: int
    amount: int = 1


@dataclass(frozen=True, slots=True)
class Conditioned(Event):
    """A model gets a condition, for so many closing phases (0: until it is lifted)."""

    model: int
    name: str = ""
    turns: int = 1
    acts: bool = False


@dataclass(frozen=True, slots=True)
class Afflicted(Event):
    """A model gets a known condition by its key, with that value where it has one.

    ``group``: the word that the table writes beside it, such as an Adversary's group.
    """

    model: int
    condition: str = ""
    value: int = 1
    group: str = ""


@dataclass(frozen=True, slots=True)
class Lowered(Event):
    """A condition lost one of its value."""

    condition: int


@dataclass(frozen=True, slots=True)
class Lifted(Event):
    """A condition was removed."""

    condition: int


@dataclass(frozen=True, slots=True)
class Readied(Event):
    """A model may be activated once more this turn, by Reactivate or another rule."""

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


@dataclass(frozen=True, slots=True)
class PutAway(Event):
    """Cards of a hand were discarded by hand, outside the step that asks for it."""

    seat: int
    cards: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Recovered(Event):
    """Discarded cards were taken into the hand."""

    seat: int
    cards: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Returned(Event):
    """Discarded cards were put back into the deck."""

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
    FlippedTogether,
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
    Damaged,
    Conditioned,
    Afflicted,
    Lowered,
    Lifted,
    Readied,
    Joined,
    Turned,
    Took,
    Cheated,
    PutAway,
    Recovered,
    Returned,
)
