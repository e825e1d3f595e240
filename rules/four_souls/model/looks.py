"""What cards let somebody look at or sort, which nobody tracks: read from the notation."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Literal

from rules.card_grammar import Ability, Deed, Roll

from .item_effects import UNTRACKED_VERB

CardUse = Literal["loot", "activated", "paid", "triggered", "rolled"]
"""How a card comes onto the stack, as kind of its stack item, or that its die is rolled."""


@dataclass(frozen=True)
class Look:
    """A look at hidden cards.

    ``use``: the use of the card for which it happens; ``place``: word of the notation for what is looked at;
    ``amount``: how many cards; ``is_alternative``: it is a way of its own, beside others with effects;
    ``faces``: the numbers of its die at which it happens; ``beside``: the verbs of what else its way does.
    """

    use: CardUse
    place: str
    amount: int
    is_alternative: bool = False
    faces: tuple[int, ...] = ()
    beside: tuple[str, ...] = ()


def looks_of(abilities: tuple[Ability, ...]) -> tuple[Look, ...]:
    """Return the looks of a card, in the order of the notation."""
    return tuple(look for ability in abilities for look in _looks(ability))


def _looks(ability: Ability) -> Iterator[Look]:
    use = _use_of(ability)
    for way in ability.ways if use else ():
        verbs = tuple(step.verb for step in way if isinstance(step, Deed) and step.verb != UNTRACKED_VERB)
        for step in way:
            if use and isinstance(step, Deed):
                yield from _look(step, Look(use, step.target, 0, len(ability.ways) > 1, beside=verbs))
            for face in step.faces if isinstance(step, Roll) else ():
                for deed in face.way:
                    if isinstance(deed, Deed):
                        yield from _look(deed, Look("rolled", deed.target, 0, faces=face.numbers))


def _look(deed: Deed, look: Look) -> Iterator[Look]:
    """Yield the look with its number of cards, if the deed is one and says at what."""
    if deed.verb == UNTRACKED_VERB and deed.target:
        yield replace(look, amount=deed.amount.number if deed.amount else 0)


def _use_of(ability: Ability) -> CardUse | None:
    """Return the use that does the ability; None as long as the card is in play."""
    head = ability.head
    if head is None:
        return "loot"
    if head.kind == "moment":
        return "triggered"
    if head.kind == "always":
        return None
    return "activated" if head.is_tapped else "paid"
