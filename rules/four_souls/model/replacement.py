"""Replacements: what an item in play changes in damage or in a gain before it happens.

They are abilities like any other, in the notation of ``rules.card_grammar``, and do not use the stack::

    would_hurt mine -> cap_damage:1@me && would_gain:cents mine -> cents:1@me
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from rules.card_grammar import Ability, Amount, Condition, Deed, If, Roll, Step, Way

from .effect import EFFECT_KINDS

ReplacedEvent = Literal["damage", "cents", "loot", "treasures", "lost_cents", "lost_loot", "destroyed"]
"""Damage, a gain, a loss by an ability or the death penalty, or the destruction of the item itself."""
ReplacementChange = Literal["more", "times", "cap", "prevent", "counters", "instead", "roll"]


@dataclass(frozen=True, slots=True)
class Replacement:
    """What is changed in an event before it happens.

    ``change``: by the ``amount`` it is ``more``, multiplied (``times``), at most that (``cap``) or so much less
    (``prevent``; 0: all of it); the item's ``counters`` prevent 1 each; counters are put on the item ``instead``; a
    ``roll`` of one of the ``faces`` prevents the amount. ``limit``: the events that are meant, if not all of them;
    ``combat``: combat damage of an attack roll that shows one of the ``faces``.
    """

    event: ReplacedEvent
    change: ReplacementChange
    amount: int = 0
    limit: str = ""
    faces: tuple[int, ...] = ()


LIMITS = ("", "not combat", "not in the loot step", "not your turn")
"""Limits on the events that are meant, in the words of the notation."""
ITS_COUNTERS_PREVENT = (Deed("counter", Amount(word="-dealt"), "this"), Deed("shield", Amount(word="counters"), "me"))
COUNTER_INSTEAD = (If((Condition("counters", "=", "0"),), (Deed("counter", Amount((1,)), "this", is_instead=True),)),)


def replacements_in(ability: Ability) -> tuple[Replacement, ...]:
    """Return the replacements that an ability is; none if the rules know it as something else."""
    head = ability.head
    if head is None or len(ability.ways) != 1:
        return ()
    (way,) = ability.ways
    if head.kind == "always" and not head.conditions:
        found = tuple(_immunity(step) for step in way)
        return tuple(one for one in found if one) if None not in found else ()
    if (head.moment, head.words, way) == ("would_be_destroyed", ("this",), COUNTER_INSTEAD):
        return (Replacement("destroyed", "instead", 1),)
    if head.words != ("mine",) or head.limit not in LIMITS or head.faces or head.conditions:
        return ()
    one = None
    if head.moment == "would_hurt" and not head.argument:
        one = _damage_replacement(way, head.limit)
    if head.moment == "would_gain" and head.argument in EFFECT_KINDS:
        one = _gain_replacement(way, head.argument, EFFECT_KINDS[head.argument].gains, head.limit)
    return (one,) if one else ()


LOSSES: dict[str, ReplacedEvent] = {"cents": "lost_cents", "loot": "lost_loot"}
"""What an item keeps from being lost, by its word."""


def _immunity(step: Step) -> Replacement | None:
    """Return that of an item which lets its owner take no damage, or lose nothing of a sort."""
    match step:
        case Deed("keeps", Amount((), what), "me", "", "", False) if what in LOSSES:
            return Replacement(LOSSES[what], "prevent")
        case Deed("unhurt", Amount((_, *_) as faces, ""), "me", "", "", False):
            return Replacement("damage", "prevent", limit="combat", faces=tuple(faces))
        case Deed("immune", None, "me", "", limit, False) if limit in LIMITS:
            return Replacement("damage", "prevent", limit=limit)
    return None


def _damage_replacement(way: Way, limit: str) -> Replacement | None:
    if way == ITS_COUNTERS_PREVENT:
        return Replacement("damage", "counters", limit=limit)
    match way:
        case (Deed("immune", None, "me", "", "", False),):
            return Replacement("damage", "prevent", limit=limit)
        case (Deed("damage", Amount((by,), ""), "me", "", "more", False),):
            return Replacement("damage", "more", by, limit)
        case (Deed("cap_damage", Amount((by,), ""), "me", "", "", False),):
            return Replacement("damage", "cap", by, limit)
        case (Roll((face,), 1),) if not face.limit:
            by = _prevented(face.way)
            return Replacement("damage", "roll", by, limit, face.numbers) if by else None
    return None


def _prevented(way: tuple[Step, ...]) -> int:
    match way:
        case (Deed("shield", Amount((by,), ""), "me", "", "", False),):
            return by
    return 0


def _gain_replacement(way: Way, verb: str, gained: ReplacedEvent | None, limit: str) -> Replacement | None:
    match way:
        case (Deed("counter", Amount((), "as_many"), "this", "", "", True),) if gained:
            return Replacement(gained, "instead", limit=limit)
        case (Deed(other, Amount((by,), ""), "me", "", "" | "more", False),) if gained and other == verb:
            return Replacement(gained, "more", by, limit)
    return None
