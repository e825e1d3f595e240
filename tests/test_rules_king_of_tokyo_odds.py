"""The odds of King of Tokyo's dice are exact: held against every throw there is, and against keeping every way."""

from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations, product

import pytest

from rules.king_of_tokyo.chance import Numbers, at_least, scoring

FACES = range(1, 7)


def points(numbers: Numbers) -> int:
    """KT-07 in one line."""
    return sum(face + n - 3 for face, n in enumerate(numbers, 1) if n >= 3)


def counted(faces: tuple[int, ...]) -> Numbers:
    one, two, three = (faces.count(face) for face in (1, 2, 3))
    return one, two, three


def kept(faces: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
    """Every part of the dice that may be put aside."""
    for n in range(len(faces) + 1):
        yield from set(combinations(faces, n))


def best(faces: tuple[int, ...], left: int, good) -> Fraction:
    """By brute force: every part kept, every throw of the others, the best of it."""
    if left == 0:
        return Fraction(good(faces))
    return max(after(part, len(faces) - len(part), left, good) for part in kept(faces))


def after(part: tuple[int, ...], free: int, left: int, good) -> Fraction:
    thrown = product(FACES, repeat=free)
    return sum((best((*part, *faces), left - 1, good) for faces in thrown), Fraction(0)) / 6**free


@pytest.mark.parametrize("left", [0, 1, 2])
@pytest.mark.parametrize("n", [0, 1, 2, 3, 4])
def test_so_many_of_a_face(n: int, left: int) -> None:
    """With three dice of which one shows it already: as counted by trying every way to keep and every throw."""
    assert at_least(n, 3, left, 1) == best((6, 1, 2), left, lambda faces: faces.count(6) >= n)


@pytest.mark.parametrize("need", [1, 2, 3, 4, 9])
@pytest.mark.parametrize("lie", [(1, 1, 2, 4), (3, 3, 3, 3), (4, 5, 6, 2)])
def test_so_many_points_with_one_throw_left(need: int, lie: tuple[int, ...]) -> None:
    """Four dice that lie there, the best kept: as counted by trying all."""
    exact = best(lie, 1, lambda faces: points(counted(faces)) >= need)
    assert scoring(need, 4, 1, points, counted(lie)) == exact


def test_so_many_points_with_two_throws_left() -> None:
    """Three dice, thrown once and once more."""
    exact = after((), 3, 2, lambda faces: points(counted(faces)) >= 2)
    assert scoring(2, 3, 2, points) == exact


def test_a_score_of_the_cards_own_counts() -> None:
    """What an effect adds to a score is in the odds: a lone 1 that is worth a point, one throw of two dice."""
    assert scoring(1, 2, 1, lambda numbers: numbers[0]) == 1 - Fraction(25, 36)


def test_standing_may_be_best() -> None:
    """Whoever has the points need not throw again, even where a score could be spoilt."""
    only_pairs = lambda numbers: int(numbers == (2, 0, 0))  # noqa: E731
    assert scoring(1, 2, 2, only_pairs, (2, 0, 0)) == 1


@pytest.mark.rule("KT-03")
def test_three_throws_of_six_dice() -> None:
    """The figures of the game itself: the chance of a face by the third throw, and that more throws never hurt."""
    q = 1 - Fraction(5, 6) ** 3
    assert at_least(6, 6, 3) == q**6
    assert at_least(1, 6, 3) == 1 - (1 - q) ** 6
    odds = [scoring(5, 6, left, points) for left in (1, 2, 3)]
    assert 0 < odds[0] < odds[1] < odds[2] < 1
    assert scoring(0, 6, 3, points) == 1
    assert scoring(7, 6, 3, points) == 0
