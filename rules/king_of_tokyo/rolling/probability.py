"""Exact odds of dice thrown up to a few times, with dice kept in between (KT-03 … KT-05).

Nothing is simulated: ways are counted in whole numbers, out of 6 for each die and throw.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import cache
from math import comb

from rules.king_of_tokyo.model.dice import NUMBERS

SIDES = 6
"""Faces of a die."""
OTHERS = SIDES - len(NUMBERS)
"""Faces that give no points."""
Numbers = tuple[int, int, int]
"""How many dice show 1, 2 and 3."""
Score = Callable[[Numbers], int]
"""The points for such counts of 1s, 2s and 3s."""


def at_least(n: int, dice: int, left: int, shown: int = 0) -> Fraction:
    """The odds of at least ``n`` dice with one face, of ``dice`` thrown ``throws_left`` times.

    ``already_shown`` dice show it now. Whoever wants that face keeps each die that shows it and throws the others
    again.
    """
    free, needs = dice - shown, max(0, n - shown)
    every = SIDES**left
    miss = (SIDES - 1) ** left
    ways = sum(comb(free, hits) * (every - miss) ** hits * miss ** (free - hits) for hits in range(needs, free + 1))
    return Fraction(ways, every**free)


def scoring(need: int, dice: int, left: int, score: Score, shown: Numbers | None = None) -> Fraction:
    """The odds of at least ``need`` points after ``throws_left`` throws with best play.

    After each throw the best dice are kept. ``score`` gives the points for 1s, 2s and 3s together; ``already_shown``
    are their counts now, None before the first throw.
    """
    ways = {lie: int(score(lie) >= need) for lie in _lies(dice)}
    for throw in range(left):
        thrown = _thrown(ways, dice)
        if shown is None and throw == left - 1:  # before the first throw no dice can be kept
            return Fraction(thrown[0, 0, 0], SIDES ** (dice * left))
        kept = _best(thrown)
        ways = {lie: max(kept[lie], stay * SIDES**dice) for lie, stay in ways.items()}
    return Fraction(ways[shown or (0, 0, 0)], SIDES ** (dice * left))


def _thrown(ways: dict[Numbers, int], dice: int) -> dict[Numbers, int]:
    """The ways for each set of kept numbers, after one throw of the other dice."""
    return {
        (a, b, c): SIDES ** (a + b + c)
        * sum(weight * ways[a + x, b + y, c + z] for (x, y, z), weight in _falls(dice - a - b - c))
        for a, b, c in ways
    }


def _best(thrown: dict[Numbers, int]) -> dict[Numbers, int]:
    """The ways for each result, when the best part of it is kept."""
    best: dict[Numbers, int] = {}
    for a, b, c in sorted(thrown):
        fewer = (lie for lie in ((a - 1, b, c), (a, b - 1, c), (a, b, c - 1)) if min(lie) >= 0)
        best[a, b, c] = max(thrown[a, b, c], *(best[lie] for lie in fewer), 0)
    return best


@cache
def _lies(dice: int) -> tuple[Numbers, ...]:
    """Every combination of counts that so many dice may show; all faces without points are one."""
    return tuple(_parts(dice))


def _parts(dice: int) -> Iterator[Numbers]:
    for a in range(dice + 1):
        for b in range(dice - a + 1):
            yield from ((a, b, c) for c in range(dice - a - b + 1))


@cache
def _falls(dice: int) -> tuple[tuple[Numbers, int], ...]:
    """Every combination of counts, and in how many of 6 ** dice throws it comes."""
    return tuple(
        ((a, b, c), comb(dice, a) * comb(dice - a, b) * comb(dice - a - b, c) * OTHERS ** (dice - a - b - c))
        for a, b, c in _lies(dice)
    )
