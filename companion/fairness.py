"""Whether dice fall as honest ones do: what was thrown at the table, counted, and no more said than that allows."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache, cached_property
from typing import Any

import numpy as np

from rules.engine import DieKind, Text

from .throws import Thrown
from .told import How

A_FACE = 10
"""Throws a face, on average, before anything is said of a set."""
RARE = 0.05
"""A set is unusual if honest ones, as many as are looked at, show one like it less often than this."""
VERY = 0.001
"""The same for one that is very unusual."""
SETS = 20_000
"""Honest sets of dice that are thrown to compare with."""
SEEN = 0.8
"""How often a loaded die must stand out to be said to."""
UNUSUAL = Text("Unusual: 1 in {sets} sets of honest dice does this. It proves nothing; go on counting.", sets=0)
STRANGE = Text(
    "Very unusual: 1 in {sets} sets of honest dice does this. Either the dice, the throwing or the telling is uneven.",
    sets=0,
)


@dataclass(frozen=True)
class Pile:
    """All throws of one set of dice that came in one way; of one player, or of all where ``who`` is empty."""

    kind: DieKind | None
    how: How
    who: str
    counts: tuple[int, ...]
    """How often each face fell."""

    @property
    def thrown(self) -> int:
        """How many dice were thrown in all."""
        return sum(self.counts)

    @property
    def lacks(self) -> int:
        """So many more must fall before anything can be said."""
        return max(0, A_FACE * len(self.counts) - self.thrown)

    @cached_property
    def share(self) -> float:
        """0..1: how many sets of honest dice fall at least as unevenly."""
        return honest_share(self.counts)


def piles(every: Iterable[Thrown]) -> tuple[Pile, ...]:
    """The throws by set and way, the largest first, each followed by those of its players where there are several."""
    counted: dict[tuple[str, int, How], dict[str, Counter[int]]] = {}
    kinds: dict[str, DieKind | None] = {"": None}
    for one in every:
        key = one.kind.key if one.kind else ""
        kinds[key] = one.kind
        of = counted.setdefault((key, one.sides, one.how), {}).setdefault(one.who, Counter())
        of.update(one.faces)
    found = []
    for (key, sides, how), by in sorted(counted.items(), key=lambda item: -sum(map(Counter.total, item[1].values()))):
        whole = sum(by.values(), Counter[int]())
        parts = [("", whole), *(sorted(item for item in by.items() if item[0]) if len(by) > 1 else ())]
        found += [Pile(kinds[key], how, who, tuple(c[face] for face in range(1, sides + 1))) for who, c in parts]
    return tuple(found)


@cache
def honest_share(counts: tuple[int, ...]) -> float:
    """In what share of sets of honest dice, thrown as often, the faces fall at least as unevenly: 0 … 1.

    Pearson's chi-square, its distribution not approximated but thrown: right for few throws as well. The same counts
    have the same answer; none is below 1 / (SETS + 1).
    """
    unevenness = float(np.square(counts).sum())
    return float((1 + (honest(sum(counts), len(counts)) >= unevenness).sum()) / (SETS + 1))


@cache
def honest(thrown: int, sides: int) -> np.ndarray[Any, np.dtype[np.float64]]:
    """(SETS,) how unevenly the faces of honest dice fall: chi-square grows with the sum of the squared counts."""
    chance = np.random.default_rng([thrown, sides])
    fell = chance.multinomial(thrown, [1 / sides] * sides, SETS)
    return np.asarray(np.square(fell).sum(axis=1), np.float64)


def by_chance(share: float, looked_at: int) -> float:
    """How often honest dice show at least one set as rare as this among so many that are looked at."""
    return 1 - (1 - share) ** looked_at


@cache
def noticeable(thrown: int, sides: int) -> int:
    """How often, in %, one face must fall for a loaded set to stand out from so many throws four times in five."""
    limit = float(np.quantile(honest(thrown, sides), 1 - RARE))
    low, high = round(100 / sides), 100
    while high - low > 1:
        middle = (low + high) // 2
        shares = [middle / 100] + [(1 - middle / 100) / (sides - 1)] * (sides - 1)
        fell = np.random.default_rng([thrown, sides, middle]).multinomial(thrown, shares, SETS // 10)
        if float((np.square(fell).sum(axis=1) > limit).mean()) >= SEEN:
            high = middle
        else:
            low = middle
    return high


def verdict(pile: Pile, looked_at: int) -> Text:
    """What can be said of a pile in plain words, when so many are looked at together."""
    if pile.lacks:
        return Text(
            "Too few to say anything yet: {n} more die is needed.",
            "Too few to say anything yet: {n} more dice are needed.",
            n=pile.lacks,
        )
    share = pile.share
    if by_chance(share, looked_at) <= RARE:
        said = UNUSUAL if share > VERY else STRANGE
        return said.but(sets=round(1 / share))
    alike = max(1, round(100 * share))
    if share <= RARE:
        return Text(
            "Nothing unusual among {many} sets: {alike} in 100 honest ones falls as unevenly.",
            many=looked_at,
            alike=alike,
        )
    return Text("Nothing unusual: {alike} in 100 honest sets of dice fall at least as unevenly.", alike=alike)


def limit(pile: Pile) -> Text | None:
    """What would not have been noticed; None where nothing can be said at all."""
    if pile.lacks:
        return None
    percent = noticeable(pile.thrown, len(pile.counts))
    return Text(
        "So many dice would show a face that falls {percent} % of the time instead of {even} %, not less.",
        percent=percent,
        even=round(100 / len(pile.counts)),
    )
