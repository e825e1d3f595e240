"""Exact odds of dice that are thrown up to a few times with keeping in between (KT-03 … KT-05); nothing is simulated.

Ways are counted in whole numbers: out of 6 for each die and throw.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import cache
from math import comb

from .dice import NUMBERS

SIDES = 6
OTHERS = SIDES - len(NUMBERS)
"""Faces that give no points."""
Numbers = tuple[int, int, int]
"""How many dice show 1, 2 and 3."""
Score = Callable[[Numbers], int]


def at_least(n: int, dice: int, left: int, shown: int = 0) -> Fraction:
    """The odds that at least ``n`` of ``dice`` show one face after ``left`` more throws, ``shown`` doing so already.

    Whoever wants that face keeps each die that shows it and throws the others again.
    """
    free, needs = dice - shown, max(0, n - shown)
    every = SIDES**left
    miss = (SIDES - 1) ** left
    ways = sum(comb(free, hits) * (every - miss) ** hits * miss ** (free - hits) for hits in range(needs, free + 1))
    return Fraction(ways, every**free)


def scoring(need: int, dice: int, left: int, score: Score, shown: Numbers | None = None) -> Fraction:
    """The odds of at least ``need`` points with ``left`` more throws, if after each the best dice are kept.

    ``score`` says what 1s, 2s and 3s give together; ``shown`` are those that lie there, None before the first throw.
    """
    ways = {lie: int(score(lie) >= need) for lie in _lies(dice)}
    for throw in range(left):
        thrown = _thrown(ways, dice)
        if shown is None and throw == left - 1:  # nothing to be kept yet
            return Fraction(thrown[0, 0, 0], SIDES ** (dice * left))
        kept = _best(thrown)
        ways = {lie: max(kept[lie], stay * SIDES**dice) for lie, stay in ways.items()}
    return Fraction(ways[shown or (0, 0, 0)], SIDES ** (dice * left))


def _thrown(ways: dict[Numbers, int], dice: int) -> dict[Numbers, int]:
    """For each lot of numbers that is kept: the ways after the other dice have been thrown once more."""
    return {
        (a, b, c): SIDES ** (a + b + c)
        * sum(weight * ways[a + x, b + y, c + z] for (x, y, z), weight in _falls(dice - a - b - c))
        for a, b, c in ways
    }


def _best(thrown: dict[Numbers, int]) -> dict[Numbers, int]:
    """For each lie: the ways with the best part of it kept."""
    best: dict[Numbers, int] = {}
    for a, b, c in sorted(thrown):
        fewer = (lie for lie in ((a - 1, b, c), (a, b - 1, c), (a, b, c - 1)) if min(lie) >= 0)
        best[a, b, c] = max(thrown[a, b, c], *(best[lie] for lie in fewer), 0)
    return best


@cache
def _lies(dice: int) -> tuple[Numbers, ...]:
    """Every way in which so many dice may lie; all faces without points are one."""
    return tuple(_parts(dice))


def _parts(dice: int) -> Iterator[Numbers]:
    for a in range(dice + 1):
        for b in range(dice - a + 1):
            yield from ((a, b, c) for c in range(dice - a - b + 1))


@cache
def _falls(dice: int) -> tuple[tuple[Numbers, int], ...]:
    """Every lie of so many dice, and in how many of 6 ** dice throws they fall so."""
    return tuple(
        ((a, b, c), comb(dice, a) * comb(dice - a, b) * comb(dice - a - b, c) * OTHERS ** (dice - a - b - c))
        for a, b, c in _lies(dice)
    )
