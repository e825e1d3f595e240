"""Fairness test of physical dice: a simulated chi-square test over the rolls of the table."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache, cached_property
from typing import Any

import numpy as np

from companion.dice.provenance import How
from rules.engine import DieKind, Text

from .throws import Thrown

A_FACE = 10
"""Rolls per face, on average, below which no statement about a set is made."""
RARE = 0.05
"""Significance level: probability that fair dice, over all sets compared, show one as uneven."""
VERY = 0.001
"""Probability below which a set counts as very unusual."""
SETS = 20_000
"""Number of simulated sets of fair dice to compare with."""
SEEN = 0.8
"""Statistical power: how often a loaded die must stand out."""
UNUSUAL = Text("Unusual: 1 in {sets} sets of honest dice does this. It proves nothing; go on counting.", sets=0)
STRANGE = Text(
    "Very unusual: 1 in {sets} sets of honest dice does this. Either the dice, the throwing or the telling is uneven.",
    sets=0,
)


@dataclass(frozen=True)
class Pile:
    """All rolls of one set of dice from one source.

    They are those of one player, or of all where ``player`` is empty.
    """

    kind: DieKind | None
    how: How
    who: str
    counts: tuple[int, ...]
    """How often each face was rolled."""

    @property
    def thrown(self) -> int:
        """Number of dice rolled in all."""
        return sum(self.counts)

    @property
    def lacks(self) -> int:
        """Number of further dice needed before a statement is possible."""
        return max(0, A_FACE * len(self.counts) - self.thrown)

    @cached_property
    def share(self) -> float:
        """Fraction (0..1) of sets of fair dice that fall at least as unevenly."""
        return honest_share(self.counts)


def piles(every: Iterable[Thrown]) -> tuple[Pile, ...]:
    """Group the rolls by dice and source, the largest sample first.

    Each sample is followed by those of its players where there are several.
    """
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
    """Return the share (0 … 1) of as many simulated fair dice that fall at least as unevenly.

    This is Pearson's chi-square test with a simulated instead of an approximated distribution, which is right for few
    rolls as well. Equal counts give equal results; the minimum is 1 / (SIMULATED_SETS + 1).
    """
    unevenness = float(np.square(counts).sum())
    return float((1 + (honest(sum(counts), len(counts)) >= unevenness).sum()) / (SETS + 1))


@cache
def honest(thrown: int, sides: int) -> np.ndarray[Any, np.dtype[np.float64]]:
    """Return the sum of squared face counts of each simulated set of fair dice."""
    chance = np.random.default_rng([thrown, sides])
    fell = chance.multinomial(thrown, [1 / sides] * sides, SETS)
    return np.asarray(np.square(fell).sum(axis=1), np.float64)


def by_chance(share: float, looked_at: int) -> float:
    """Return how often fair dice show a p-value this small at least once in that many sets."""
    return 1 - (1 - share) ** looked_at


@cache
def noticeable(thrown: int, sides: int) -> int:
    """Return the percentage at which a loaded face is noticed four times in five."""
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
    """Describe in plain words what can be said of a sample when that many are compared together."""
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
    """Describe the bias that would have gone unnoticed; None where no statement is possible."""
    if pile.lacks:
        return None
    percent = noticeable(pile.thrown, len(pile.counts))
    return Text(
        "So many dice would show a face that falls {percent} % of the time instead of {even} %, not less.",
        percent=percent,
        even=round(100 / len(pile.counts)),
    )
