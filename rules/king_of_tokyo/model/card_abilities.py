"""What a power card does while it is in force, read from the data files.

``does`` of a card is in the notation of ``rules.card_grammar``, with the words of this module::

    always if(inside=1) -> smashes:1@me       changes a quantity
    resolving if(faces=111) -> points:2@me    acts at a moment

A quantity or a moment may be that of other monsters (``zero others -> points:3@me``). The amount of an action may count
something (``points:1 per 6 energy@me``). Effects that ask somebody are no ability here: they are code, under the id of
the card.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Any, Literal, get_args

from rules.card_grammar import Ability, Amount, Condition, Deed, parse_abilities

ClauseQuantity = Literal[
    "dice",
    "throws",
    "claws",
    "smashes",
    "cost",
    "most_hearts",
    "win_points",
    "lose_hearts",
    "harm",
    "gain_points",
    "gain_energy",
    "gain_hearts",
    "enter_points",
    "start_points",
    "hit",
    "by_throws",
]
"""Quantities that a clause may change.

``dice`` and ``throws`` of a turn; ``claws`` shown and ``smashes`` that count; ``cost`` of a card; ``most_hearts``, of
which the number is the new limit;
``win_points``; ``lose_hearts`` (lost when struck) and ``harm`` (dealt when striking); ``gain_points``, ``gain_energy``,
``gain_hearts``, ``enter_points`` and ``start_points`` (gained); 1 or 0: ``hit`` (whether smash dice hit that monster)
and ``by_throws`` (whether throws are entered one by one).
"""

ClauseMoment = Literal[
    "turn_starts",
    "resolving",
    "smashed",
    "claws_hit",
    "lost",
    "rethrown",
    "entered",
    "yielded",
    "stayed",
    "taken",
    "bought",
    "zero",
    "eliminated",
    "turn_ends",
]
"""Moments at which a clause may act.

``turn_starts``; ``resolving``: before the dice count; ``smashed``: after the smash dice struck; ``claws_hit``: they
cost somebody hearts; ``lost``: hearts were lost; ``rethrown``: dice were thrown again; ``entered``, ``yielded`` and
``stayed``: Tokyo was taken, yielded or kept; ``taken``: this card came to its owner; ``bought``: the owner buys any
card; ``zero``: a monster is at 0 hearts; ``eliminated``: it is out; ``turn_ends``.
"""

OwnerFilter = Literal["mine", "others", "any"]
"""Whose quantity or moment a clause is about, seen from the owner."""

ActionTarget = Literal["me", "other", "others", "everyone", "neighbours", "richest"]
"""Who an action is done to.

``me``: the owner; ``other``: the opponent of the moment (who struck, who takes Tokyo, whom the owner's smash dice hit);
``others``: each other monster; ``everyone``; ``neighbours``: those to the left and right; ``richest``: those others
with most points.
"""

ActionKind = Literal[
    "points",
    "energy",
    "heal",
    "damage",
    "steal_points",
    "steal_energy",
    "poison",
    "shrink",
    "take_tokyo",
    "again",
    "counter",
    "drain",
]
"""Kinds of actions: resources, tokens, Tokyo, another turn, charges.

``counter`` puts charges on this card, ``drain`` takes them from it.
"""

Measure = Literal["faces", "same", "n", "claws", "inside", "hearts", "energy", "hurt", "lost", "fewest", "turn"]
"""What a condition or a counted amount measures.

``faces``: at least these faces were rolled (``123hse``); ``same``: the most equal faces; ``n``: the number of the
moment; ``claws`` shown; ``inside``: whether the owner is in Tokyo; its ``hearts`` and ``energy``; ``hurt``: how many
others it made lose hearts this turn; ``lost``: whether it lost hearts this turn; ``fewest``: whether it has the fewest
points of all; ``turn``: whether it is its turn. What is true or false is 1 or 0.
"""

Comparison = Literal["=", ">=", "<"]
"""Comparison operators of a condition."""

SIGN_BY_LETTER: dict[str, str] = {"1": "1", "2": "2", "3": "3", "h": "heart", "e": "energy", "s": "smash"}
"""Signs of the die faces, by the letter that a data file writes for each."""


@dataclass(frozen=True, slots=True)
class ClauseCondition:
    """A condition: a measure compared with a number, or at least these faces (their signs)."""

    measure: Measure
    comparison: Comparison = "="
    threshold: int = 0
    faces: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class QuantityChange:
    """A change of a quantity: ``(quantity + increase) × factor``."""

    quantity: ClauseQuantity
    increase: int = 0
    factor: int = 1
    conditions: tuple[ClauseCondition, ...] = ()
    whose: OwnerFilter = "mine"


@dataclass(frozen=True, slots=True)
class CardAction:
    """An action on monsters: an amount, or that amount for each full ``per`` of a measure."""

    kind: ActionKind
    target: ActionTarget = "me"
    amount: int = 1
    per: int = 0
    measure: Measure = "energy"


@dataclass(frozen=True, slots=True)
class CardTrigger:
    """Actions that happen at a moment if the conditions hold."""

    moment: ClauseMoment
    actions: tuple[CardAction, ...]
    whose: OwnerFilter = "mine"
    conditions: tuple[ClauseCondition, ...] = ()


@dataclass(frozen=True, slots=True)
class CardAbilities:
    """All that a card does by its clauses while it is in force."""

    changes: tuple[QuantityChange, ...] = ()
    triggers: tuple[CardTrigger, ...] = ()


@cache
def card_abilities(does: str) -> CardAbilities:
    """Return the abilities of a data file's card.

    Raises ``ValueError`` with the text if it is not in the notation, or with the ability if a word in it is unknown.
    """
    read = tuple(_ability(ability) for ability in parse_abilities(does)) if does else ()
    return CardAbilities(
        tuple(part for ability in read for part in ability if isinstance(part, QuantityChange)),
        tuple(part for ability in read for part in ability if isinstance(part, CardTrigger)),
    )


def _ability(ability: Ability) -> tuple[QuantityChange | CardTrigger, ...]:
    head, (way,) = ability.head, ability.ways
    deeds = tuple(step for step in way if isinstance(step, Deed) and not (step.receiver or step.limit))
    if head is None or head.kind == "activated" or head.faces or head.limit or len(deeds) < len(way):
        raise ValueError(f"no ability of a power card: {ability}")
    conditions = tuple(map(_condition, head.conditions))
    if head.kind == "always":
        return tuple(_quantity_change(deed, conditions) for deed in deeds)
    whose = _require_known(OwnerFilter, next(iter(head.words), "mine"))
    return (CardTrigger(_require_known(ClauseMoment, head.moment), tuple(map(_action, deeds)), whose, conditions),)


def _quantity_change(deed: Deed, conditions: tuple[ClauseCondition, ...]) -> QuantityChange:
    quantity, amount = _require_known(ClauseQuantity, deed.verb), deed.amount or Amount((1,))
    whose = _require_known(OwnerFilter, "mine" if deed.target == "me" else deed.target)
    increase, factor = (0, amount.number) if amount.is_factor else (amount.number, 1)
    return QuantityChange(quantity, increase, factor, conditions, whose)


def _condition(condition: Condition) -> ClauseCondition:
    measure = _require_known(Measure, condition.measure)
    if measure == "faces":
        return ClauseCondition(measure, ">=", 0, tuple(_sign(letter) for letter in condition.value))
    return ClauseCondition(measure, _require_known(Comparison, condition.comparison), condition.number)


def _sign(letter: str) -> str:
    if letter not in SIGN_BY_LETTER:
        raise ValueError(f"{letter!r} is no face: {', '.join(SIGN_BY_LETTER)}")
    return SIGN_BY_LETTER[letter]


def _action(deed: Deed) -> CardAction:
    kind, target = _require_known(ActionKind, deed.verb), _require_known(ActionTarget, deed.target or "me")
    amount = deed.amount or Amount((1,))
    if not amount.per and not amount.word:
        return CardAction(kind, target, amount.number)
    return CardAction(kind, target, amount.number, amount.per, _require_known(Measure, amount.word))


def _require_known(words: object, word: str) -> Any:
    if word not in get_args(words):
        raise ValueError(f"{word!r} is none of {', '.join(get_args(words))}")
    return word
