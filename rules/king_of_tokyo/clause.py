"""What a card, a tile or a curse does as long as it is in force, as its data file says it.

A line of ``does`` is one of two clauses::

    smashes +1 if inside=1                  a number that is asked is another one
    resolving if faces=111: points 2        at a moment something happens

A number or a moment may be that of others (``zero others: points 3``); a deed is ``whom kind amount``, without
``whom`` where it is the owner, and its amount may count something (``points 1 per 6 energy``). What stands behind
``if`` must all hold. Where somebody is asked, no line says it: that is code, under the same id.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from typing import Any, Literal, cast, get_args

What = Literal[
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
"""A number that is asked: dice and throws of a turn; claws that lie there, and as many as count; the price of a card;
the most hearts; the points that win; what is lost when struck, and struck when striking; what is gained; whether claws
hit somebody, and whether throws are followed one by one (1 or 0)."""

When = Literal[
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
"""A moment of its owner: a turn starts; the dice are about to count; the claws have struck, and have cost somebody
hearts; hearts were lost; dice are thrown again; Tokyo is taken, yielded, kept; this card
comes to its owner; the owner buys any; a monster is at 0 hearts, and is out; the turn ends."""

Whose = Literal["mine", "others", "any"]

Whom = Literal["me", "other", "others", "everyone", "neighbours", "richest"]
"""The owner; the other one of the moment (who struck, who takes Tokyo, whom one's claws hit); each other monster; each;
those who sit beside; those others with most points; the owner of the scarab; who sits to the left."""

Kind = Literal[
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
"""What a deed does: numbers of a monster, tokens on it, Tokyo, another turn, energy or charges put on this card
(``counter``) or taken from it (``drain``)."""

Measure = Literal["faces", "same", "n", "claws", "inside", "hearts", "energy", "hurt", "lost", "fewest", "turn"]
"""What a condition looks at: the faces rolled (at least these: ``123hse``), how many are the same, the number of the
moment, claws that lie there, being in Tokyo, the owner's hearts and energy, how many monsters it made lose
hearts this turn, whether it has lost any this turn, having the fewest points of all, being at turn."""

Sign = Literal["=", ">=", "<"]

SIGNS: dict[str, str] = {"1": "1", "2": "2", "3": "3", "h": "heart", "e": "energy", "s": "smash"}
"""The letters by which a data file writes faces, and the signs of those faces."""


@dataclass(frozen=True, slots=True)
class Need:
    """A condition: a measure against a number, or at least these faces (their signs)."""

    what: Measure
    sign: Sign = "="
    n: int = 0
    faces: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Alter:
    """A number that is asked is higher or lower by something, or so many times itself."""

    what: What
    by: int = 0
    times: int = 1
    needs: tuple[Need, ...] = ()
    whose: Whose = "mine"


@dataclass(frozen=True, slots=True)
class Deed:
    """Something that happens to somebody: so much, or so much for each full ``per`` of what that one has."""

    kind: Kind
    whom: Whom = "me"
    n: int = 1
    per: int = 0
    of: Measure = "energy"


@dataclass(frozen=True, slots=True)
class Trigger:
    """At a moment, if the conditions hold, these deeds happen."""

    when: When
    does: tuple[Deed, ...]
    whose: Whose = "mine"
    needs: tuple[Need, ...] = ()


@dataclass(frozen=True, slots=True)
class Nature:
    """All that a card does while it is in force."""

    alters: tuple[Alter, ...] = ()
    triggers: tuple[Trigger, ...] = ()


def nature(clauses: tuple[str, ...]) -> Nature:
    """The clauses of a data file read. Raises ``ValueError`` with the clause that says nothing known."""
    read = tuple(_clause(clause) for clause in clauses)
    return Nature(
        tuple(part for part in read if isinstance(part, Alter)),
        tuple(part for part in read if isinstance(part, Trigger)),
    )


@cache
def _clause(clause: str) -> Alter | Trigger:
    head, _, deeds = clause.partition(": ")
    subject, _, ifs = head.partition(" if ")
    words, needs = subject.split(), tuple(_need(need, clause) for need in ifs.split())
    whose: Whose
    if deeds:
        whose = _known(Whose, words[1], clause) if words[1:] else "mine"
        does = tuple(_deed(deed.split(), clause) for deed in deeds.split(", "))
        return Trigger(_known(When, words[0], clause), does, whose, needs)
    what, amount = _known(What, words[0], clause), words[-1]
    whose = _known(Whose, words[1], clause) if words[2:] else "mine"
    by, times = (0, int(amount[1:])) if amount[0] == "x" else (int(amount), 1)
    return Alter(what, by, times, needs, whose)


def _need(text: str, clause: str) -> Need:
    found = re.fullmatch(r"(\w+?)(=|>=|<)(\w+)", text)
    if found is None:
        raise ValueError(clause)
    what, value = _known(Measure, found[1], clause), found[3]
    if what == "faces":
        return Need(what, ">=", 0, tuple(SIGNS[letter] for letter in value))
    return Need(what, cast(Sign, found[2]), int(value))


def _deed(words: list[str], clause: str) -> Deed:
    whom: Whom = cast(Whom, words.pop(0)) if words[0] in get_args(Whom) else "me"
    kind = _known(Kind, words[0], clause)
    n = int(words[1]) if words[1:] else 1
    if len(words) < 5:
        return Deed(kind, whom, n)
    return Deed(kind, whom, n, int(words[3]), _known(Measure, words[4], clause))


def _known(words: object, word: str, clause: str) -> Any:
    if word not in get_args(words):
        raise ValueError(clause)
    return word
