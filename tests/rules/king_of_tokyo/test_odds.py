"""Odds of King of Tokyo's dice, compared with brute force over throws and ways to keep."""

from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations, product

import pytest

from rules.engine import Outcome, Rolled, apply, legal_events, prompt, start
from rules.engine.record import replace
from rules.king_of_tokyo.game import GAME
from rules.king_of_tokyo.model.dice import BERSERK_DIE
from rules.king_of_tokyo.model.events import Began, ByThrows, Yielded
from rules.king_of_tokyo.model.state import Held, Tokyo, set_monster
from rules.king_of_tokyo.rolling.odds import EliminationOdds, throw_odds
from rules.king_of_tokyo.rolling.probability import NumberCounts, odds_of_face, odds_of_points

FACES = range(1, 7)


def points(numbers: NumberCounts) -> int:
    """Score of number faces by KT-07."""
    return sum(face + n - 3 for face, n in enumerate(numbers, 1) if n >= 3)


def counted(faces: tuple[int, ...]) -> NumberCounts:
    one, two, three = (faces.count(face) for face in (1, 2, 3))
    return one, two, three


def kept(faces: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
    """Yield every set of dice that may be kept."""
    for n in range(len(faces) + 1):
        yield from set(combinations(faces, n))


def best(faces: tuple[int, ...], left: int, good) -> Fraction:
    """Best chance of a good result, found by brute force over what is kept and thrown."""
    if left == 0:
        return Fraction(good(faces))
    return max(after(part, len(faces) - len(part), left, good) for part in kept(faces))


def after(part: tuple[int, ...], free: int, left: int, good) -> Fraction:
    thrown = product(FACES, repeat=free)
    return sum((best((*part, *faces), left - 1, good) for faces in thrown), Fraction(0)) / 6**free


@pytest.mark.parametrize("left", [0, 1, 2])
@pytest.mark.parametrize("n", [0, 1, 2, 3, 4])
def test_so_many_of_a_face(n: int, left: int) -> None:
    """Odds of n equal faces equal brute force, with three dice of which one already matches."""
    assert odds_of_face(n, 3, left, 1) == best((6, 1, 2), left, lambda faces: faces.count(6) >= n)


@pytest.mark.parametrize("need", [1, 2, 3, 4, 9])
@pytest.mark.parametrize("lie", [(1, 1, 2, 4), (3, 3, 3, 3), (4, 5, 6, 2)])
def test_so_many_points_with_one_throw_left(need: int, lie: tuple[int, ...]) -> None:
    """Odds of a score with one throw left equal brute force, with four dice on the table."""
    exact = best(lie, 1, lambda faces: points(counted(faces)) >= need)
    assert odds_of_points(need, 4, 1, points, counted(lie)) == exact


def test_so_many_points_with_two_throws_left() -> None:
    """Odds of a score with two throws of three dice equal brute force."""
    exact = after((), 3, 2, lambda faces: points(counted(faces)) >= 2)
    assert odds_of_points(2, 3, 2, points) == exact


def test_a_score_of_the_cards_own_counts() -> None:
    """Odds use the given score function: here a lone 1 scores, with one throw of two dice."""
    assert odds_of_points(1, 2, 1, lambda numbers: numbers[0]) == 1 - Fraction(25, 36)


def test_standing_may_be_best() -> None:
    """The odds assume that a player with enough points keeps all dice."""
    only_pairs = lambda numbers: int(numbers == (2, 0, 0))  # noqa: E731
    assert odds_of_points(1, 2, 2, only_pairs, (2, 0, 0)) == 1


@pytest.mark.rule("KT-03")
def test_three_throws_of_six_dice() -> None:
    """Odds of six dice and three throws: the closed formula for faces; more throws never hurt."""
    q = 1 - Fraction(5, 6) ** 3
    assert odds_of_face(6, 6, 3) == q**6
    assert odds_of_face(1, 6, 3) == 1 - (1 - q) ** 6
    odds = [odds_of_points(5, 6, left, points) for left in (1, 2, 3)]
    assert 0 < odds[0] < odds[1] < odds[2] < 1
    assert odds_of_points(0, 6, 3, points) == 1
    assert odds_of_points(7, 6, 3, points) == 0


# --- odds in a state ---------------------------------------------------------------------------------------------


def throwing(**changes: object) -> Tokyo:
    """A state before Beto's throw: Ana has 3 hearts in Tokyo, Cira is outside, he has 14 points."""
    s = start(GAME, ("Ana", "Beto", "Cira"))
    for event in (Began(0), Rolled((1, 1, 2, 2, 4, 4))):
        s = apply(GAME, s, event)
    s = set_monster(set_monster(s, 0, hearts=3), 1, points=14)
    return replace(s, **changes)


@pytest.mark.rule("KT-12")
def test_a_kill_is_of_whom_the_claws_would_hit() -> None:
    """Elimination odds cover the monsters that smashes would hit, by their hearts.

    From outside only the one in Tokyo, unless it has ten hearts; from Tokyo all outside.
    """
    found = throw_odds(throwing())
    assert found is not None
    assert found.eliminations == (EliminationOdds(0, 3, odds_of_face(3, 6, 3)),)
    inside = throw_odds(set_monster(throwing(city=1), 2, hearts=1))
    assert inside is not None
    assert [(kill.seat, kill.claws) for kill in inside.eliminations] == [(2, 1), (0, 3)]
    assert throw_odds(set_monster(throwing(), 0, hearts=10)).eliminations == ()


def test_cards_that_change_the_claws_are_in_the_odds() -> None:
    """Elimination odds include cards that change smashes.

    Acid Attack needs one smash less; Armor Plating with one heart needs two.
    """
    acid = throw_odds(set_monster(throwing(), 1, cards=(Held(1, "acid_attack"),)))
    assert [kill.claws for kill in acid.eliminations] == [2]
    plated = throw_odds(set_monster(throwing(), 0, hearts=1, cards=(Held(1, "armor_plating"),)))
    assert [kill.claws for kill in plated.eliminations] == [2]


def test_what_cards_do_with_the_dice_is_told_to_come_besides() -> None:
    """The odds flag cards of the active player that act on dice, such as Gourmet.

    Another player's card does not matter.
    """
    assert not throw_odds(throwing()).ignores_cards
    assert throw_odds(set_monster(throwing(), 1, cards=(Held(1, "gourmet"),))).ignores_cards
    assert not throw_odds(set_monster(throwing(), 2, cards=(Held(1, "gourmet"),))).ignores_cards


@pytest.mark.rule("KT-18", "KT-21")
def test_the_point_for_an_empty_tokyo_is_sure() -> None:
    """The win odds count the certain point for entering an empty Tokyo: five of six are needed."""
    there, empty = throw_odds(throwing()), throw_odds(throwing(city=-1))
    assert (there.points_needed, there.win_odds) == (6, odds_of_points(6, 6, 3, points))
    assert (empty.points_needed, empty.win_odds) == (5, odds_of_points(5, 6, 3, points))


@pytest.mark.rule("KT-36")
def test_two_players_get_no_point_for_entering() -> None:
    """With two players entering Tokyo gives no point, so all six points have to be thrown."""
    s = apply(GAME, start(GAME, ("Ana", "Beto")), Began(0))
    assert throw_odds(set_monster(s, 0, points=14)).points_needed == 6


def test_who_has_the_points_needs_nothing() -> None:
    """With nineteen points and an empty Tokyo no die is needed: the win odds are 1."""
    found = throw_odds(set_monster(throwing(city=-1), 1, points=19))
    assert (found.points_needed, found.win_odds) == (0, 1)


@pytest.mark.rule("KT-04", "KT-05")
def test_the_dice_that_lie_there_count() -> None:
    """Odds between throws count the dice on the table and the throws that are left."""
    s = throwing()
    for event in (ByThrows(), Rolled((6, 6, 3, 3, 5, 1))):
        s = apply(GAME, s, event)
    found = throw_odds(s)
    assert found.throws_left == 2
    assert found.faces[5][2] == odds_of_face(3, 6, 2, 2)
    assert found.eliminations == (EliminationOdds(0, 3, odds_of_face(3, 6, 2, 2)),)
    assert found.win_odds == odds_of_points(6, 6, 2, points, (1, 0, 2))


def test_no_odds_without_a_throw() -> None:
    """There are no odds during another prompt, for another die, or after the end of the match."""
    asked = apply(GAME, throwing(), Rolled((6, 1, 2, 3, 4, 5)))
    assert isinstance(legal_events(asked)[0], Yielded)
    assert throw_odds(asked) is None
    berserk = apply(GAME, set_monster(throwing(), 1, berserk=True), Rolled((6, 1, 2, 3, 4, 5)))
    assert prompt(berserk).dice.kind == BERSERK_DIE
    assert throw_odds(berserk) is None
    assert throw_odds(replace(throwing(), outcome=Outcome((1,), "KT-01"))) is None
