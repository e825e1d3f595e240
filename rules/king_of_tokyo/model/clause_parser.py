"""Parser for the clauses of the data files: what a card does while it is in force.

A line of ``does`` is one of two clauses::

    smashes +1 if inside=1                  changes a quantity
    resolving if faces=111: points 2        acts at a moment

A quantity or a moment may be that of other monsters (``zero others: points 3``). An action is ``target kind amount``,
without ``target`` where it is the owner; its amount may count something (``points 1 per 6 energy``). All conditions
after ``if`` must hold. Effects that ask somebody have no clause: they are code, under the same id.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from typing import Any, Literal, cast, get_args

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

``dice`` and ``throws`` of a turn; ``claws`` shown and ``smashes`` that count; ``cost`` of a card; ``most_hearts``;
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


def parse_clauses(clauses: tuple[str, ...]) -> CardAbilities:
    """Parse the clauses of a data file.

    Raises ``ValueError`` with the clause if a word in it is unknown.
    """
    read = tuple(_parse_clause(clause) for clause in clauses)
    return CardAbilities(
        tuple(part for part in read if isinstance(part, QuantityChange)),
        tuple(part for part in read if isinstance(part, CardTrigger)),
    )


@cache
def _parse_clause(clause: str) -> QuantityChange | CardTrigger:
    head, _, deeds = clause.partition(": ")
    subject, _, ifs = head.partition(" if ")
    words, needs = subject.split(), tuple(_parse_condition(need, clause) for need in ifs.split())
    whose: OwnerFilter
    if deeds:
        whose = _require_known(OwnerFilter, words[1], clause) if words[1:] else "mine"
        does = tuple(_parse_action(deed.split(), clause) for deed in deeds.split(", "))
        return CardTrigger(_require_known(ClauseMoment, words[0], clause), does, whose, needs)
    what, amount = _require_known(ClauseQuantity, words[0], clause), words[-1]
    whose = _require_known(OwnerFilter, words[1], clause) if words[2:] else "mine"
    by, times = (0, int(amount[1:])) if amount[0] == "x" else (int(amount), 1)
    return QuantityChange(what, by, times, needs, whose)


def _parse_condition(text: str, clause: str) -> ClauseCondition:
    found = re.fullmatch(r"(\w+?)(=|>=|<)(\w+)", text)
    if found is None:
        raise ValueError(clause)
    what, value = _require_known(Measure, found[1], clause), found[3]
    if what == "faces":
        return ClauseCondition(what, ">=", 0, tuple(SIGN_BY_LETTER[letter] for letter in value))
    return ClauseCondition(what, cast(Comparison, found[2]), int(value))


def _parse_action(words: list[str], clause: str) -> CardAction:
    whom: ActionTarget = cast(ActionTarget, words.pop(0)) if words[0] in get_args(ActionTarget) else "me"
    kind = _require_known(ActionKind, words[0], clause)
    n = int(words[1]) if words[1:] else 1
    if len(words) < 5:
        return CardAction(kind, whom, n)
    return CardAction(kind, whom, n, int(words[3]), _require_known(Measure, words[4], clause))


def _require_known(words: object, word: str, clause: str) -> Any:
    if word not in get_args(words):
        raise ValueError(clause)
    return word
