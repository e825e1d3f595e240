"""Where a thumb finds each choice of a prompt: the usual ones, leaving, the quiet ones, and who may respond."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from rules.engine import Cards, Choice, Dice, Event, Hole, Many, Option, Pick, Prompt, Seats

BUTTONS = 6
"""Up to so many options of a single pick are buttons of their own."""
INLINE = 2
"""So many dice with pips are typed where they are asked for; more of them, on their sheet."""


@dataclass(frozen=True)
class Places:
    """The choices of a prompt by place. ``responds`` are by seat, the one who decides first.

    ``at_hand`` are the items with a name of the seat that decides. ``alone``: whoever responds can only be the seat of
    this phone.
    """

    usual: tuple[Choice, ...] = ()
    leave: tuple[Choice, ...] = ()
    quiet: tuple[Choice, ...] = ()
    dice: Choice | None = None
    triggers: tuple[Choice, ...] = ()
    responds: Mapping[int, tuple[Choice, ...]] = field(default_factory=dict)
    at_hand: tuple[Choice, ...] = ()
    alone: bool = False


def places(prompt: Prompt, every: bool, own: int | None = None) -> Places:
    """Sort the choices; single passes are shown only to a table that stops at every window.

    ``own`` is the seat whose items lie at hand: that of the phone, else the one that decides.
    """
    dice = next((c for c in prompt.choices if asks_dice(c)), None)
    rest = [c for c in prompt.choices if c is not dice and (every or not passes_alone(c))]
    by_role = {role: tuple(c for c in rest if c.role == role) for role in ("usual", "leave", "quiet", "respond")}
    triggers = tuple(c for c in by_role["respond"] if triggered(c))
    by_seat = _by_seat(by_role["respond"])
    at_hand = tuple(c for c in by_seat.get(prompt.seats[0] if own is None else own, ()) if item_of(c))
    alone = list(by_seat) == [own]
    return Places(by_role["usual"], by_role["leave"], by_role["quiet"], dice, triggers, by_seat, at_hand, alone)


def _by_seat(choices: tuple[Choice, ...]) -> Mapping[int, tuple[Choice, ...]]:
    seats: dict[int, tuple[Choice, ...]] = {}
    for choice in choices:
        if choice.seat is not None and not triggered(choice):
            seats[choice.seat] = (*seats.get(choice.seat, ()), choice)
    return seats


def asks_dice(choice: Choice) -> bool:
    """Whether it waits for a throw and nothing else."""
    return [type(hole) for hole in choice.does.holes] == [Dice]


def asks_card(choice: Choice) -> bool:
    """Whether it waits for nothing but which card was turned up at the table."""
    holes = choice.does.holes
    return len(holes) == 1 and isinstance(holes[0], Cards) and holes[0].come == "table"


def triggered(choice: Choice) -> bool:
    """Whether it is something that nobody plays: it triggers."""
    return getattr(choice.event, "kind", "") == "triggered"


def item_of(choice: Choice) -> int:
    """The number of the item in play that it is about; 0 for none."""
    return int(getattr(choice.event, "item", 0))


def passes_alone(choice: Choice) -> bool:
    """Whether it is one seat's pass, where everybody's pass is one tap."""
    return choice.kind == "pass"


def throw(choice: Choice) -> Dice:
    """The throw that it waits for."""
    return next(hole for hole in choice.does.holes if isinstance(hole, Dice))


def inline(found: Places) -> bool:
    """Whether the faces stand where the usual answer does: those of a game's own dice always, for they are tapped."""
    if found.dice is None or found.usual:
        return False
    dice = throw(found.dice)
    return dice.kind is not None or (dice.count <= INLINE and dice.sides == 6)


def options(choice: Choice) -> tuple[Option, ...]:
    """The options that are buttons of their own: those of its only hole, if they are few."""
    holes = choice.does.holes
    if len(holes) == 1 and isinstance(holes[0], Pick) and len(holes[0].options) <= BUTTONS:
        return holes[0].options
    return ()


def sheet_of(choice: Choice) -> str:
    """Which sheet fills its holes: name, pad, pick, dice, cards, form; none if it has no holes."""
    holes = [hole for hole in choice.does.holes if not _by_itself(hole)]
    many = next((hole for hole in holes if isinstance(hole, Many)), None)
    if many is not None:
        return "name" if many.catalogue else "pad"
    if asks_dice(choice):
        return "dice"
    if len(holes) == 1 and isinstance(holes[0], Pick | Cards):
        return "pick" if isinstance(holes[0], Pick) else "cards"
    return "form" if holes else ""


def _by_itself(hole: Hole) -> bool:
    """Whether nobody fills it with a thumb: the phone knows for whom it speaks, and a deck gives its cards."""
    return isinstance(hole, Seats) or (isinstance(hole, Cards) and hole.come == "deck")


def filled(choice: Choice, **values: Any) -> Event:
    """The event with its holes filled."""
    event: Event = replace(choice.event, **values)
    return event
