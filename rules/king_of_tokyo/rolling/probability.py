"""Exact odds of dice thrown up to a few times, with dice kept in between (KT-03 … KT-05).

Nothing is simulated: ways are counted in whole numbers, out of 6 for each die and throw.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import cache
from math import comb

from rules.king_of_tokyo.model.dice import NUMBER_FACES

FACES_PER_DIE = 6
"""Faces of a die."""
BLANK_FACES = FACES_PER_DIE - len(NUMBER_FACES)
"""Faces that give no points."""
NumberCounts = tuple[int, int, int]
"""How many dice show 1, 2 and 3."""
ScoreFunction = Callable[[NumberCounts], int]
"""The points for such counts of 1s, 2s and 3s."""


def odds_of_face(n: int, dice: int, throws_left: int, already_shown: int = 0) -> Fraction:
    """The odds of at least ``n`` dice with one face, of ``dice`` thrown ``throws_left`` times.

    ``already_shown`` dice show it now. Whoever wants that face keeps each die that shows it and throws the others
    again.
    """
    free, needs = dice - already_shown, max(0, n - already_shown)
    every = FACES_PER_DIE**throws_left
    miss = (FACES_PER_DIE - 1) ** throws_left
    ways = sum(comb(free, hits) * (every - miss) ** hits * miss ** (free - hits) for hits in range(needs, free + 1))
    return Fraction(ways, every**free)


def odds_of_points(
    need: int, dice: int, throws_left: int, score: ScoreFunction, already_shown: NumberCounts | None = None
) -> Fraction:
    """The odds of at least ``need`` points after ``throws_left`` throws with best play.

    After each throw the best dice are kept. ``score`` gives the points for 1s, 2s and 3s together; ``already_shown``
    are their counts now, None before the first throw.
    """
    ways = {lie: int(score(lie) >= need) for lie in _number_counts(dice)}
    for throw in range(throws_left):
        ways_by_kept = _ways_after_throw(ways, dice)
        if already_shown is None and throw == throws_left - 1:  # before the first throw no dice can be kept
            return Fraction(ways_by_kept[0, 0, 0], FACES_PER_DIE ** (dice * throws_left))
        best_kept = _ways_with_best_kept(ways_by_kept)
        ways = {lie: max(best_kept[lie], stay * FACES_PER_DIE**dice) for lie, stay in ways.items()}
    return Fraction(ways[already_shown or (0, 0, 0)], FACES_PER_DIE ** (dice * throws_left))


def _ways_after_throw(ways: dict[NumberCounts, int], dice: int) -> dict[NumberCounts, int]:
    return {
        (a, b, c): FACES_PER_DIE ** (a + b + c)
        * sum(weight * ways[a + x, b + y, c + z] for (x, y, z), weight in _weighted_number_counts(dice - a - b - c))
        for a, b, c in ways
    }


def _ways_with_best_kept(ways_by_kept: dict[NumberCounts, int]) -> dict[NumberCounts, int]:
    """The ways for each result, when the best part of it is kept."""
    best: dict[NumberCounts, int] = {}
    for a, b, c in sorted(ways_by_kept):
        fewer = (lie for lie in ((a - 1, b, c), (a, b - 1, c), (a, b, c - 1)) if min(lie) >= 0)
        best[a, b, c] = max(ways_by_kept[a, b, c], *(best[lie] for lie in fewer), 0)
    return best


@cache
def _number_counts(dice: int) -> tuple[NumberCounts, ...]:
    """Every combination of counts that so many dice may show; all faces without points are one."""
    return tuple(_iterate_number_counts(dice))


def _iterate_number_counts(dice: int) -> Iterator[NumberCounts]:
    for a in range(dice + 1):
        for b in range(dice - a + 1):
            yield from ((a, b, c) for c in range(dice - a - b + 1))


@cache
def _weighted_number_counts(dice: int) -> tuple[tuple[NumberCounts, int], ...]:
    """Every combination of counts, and in how many of 6 ** dice throws it comes."""
    return tuple(
        ((a, b, c), comb(dice, a) * comb(dice - a, b) * comb(dice - a - b, c) * BLANK_FACES ** (dice - a - b - c))
        for a, b, c in _number_counts(dice)
    )
