"""The odds of King of Tokyo's dice are exact: held against every throw there is, and against keeping every way."""

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
    """KT-07 in one line."""
    return sum(face + n - 3 for face, n in enumerate(numbers, 1) if n >= 3)


def counted(faces: tuple[int, ...]) -> NumberCounts:
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
    assert odds_of_face(n, 3, left, 1) == best((6, 1, 2), left, lambda faces: faces.count(6) >= n)


@pytest.mark.parametrize("need", [1, 2, 3, 4, 9])
@pytest.mark.parametrize("lie", [(1, 1, 2, 4), (3, 3, 3, 3), (4, 5, 6, 2)])
def test_so_many_points_with_one_throw_left(need: int, lie: tuple[int, ...]) -> None:
    """Four dice that lie there, the best kept: as counted by trying all."""
    exact = best(lie, 1, lambda faces: points(counted(faces)) >= need)
    assert odds_of_points(need, 4, 1, points, counted(lie)) == exact


def test_so_many_points_with_two_throws_left() -> None:
    """Three dice, thrown once and once more."""
    exact = after((), 3, 2, lambda faces: points(counted(faces)) >= 2)
    assert odds_of_points(2, 3, 2, points) == exact


def test_a_score_of_the_cards_own_counts() -> None:
    """What an effect adds to a score is in the odds: a lone 1 that is worth a point, one throw of two dice."""
    assert odds_of_points(1, 2, 1, lambda numbers: numbers[0]) == 1 - Fraction(25, 36)


def test_standing_may_be_best() -> None:
    """Whoever has the points need not throw again, even where a score could be spoilt."""
    only_pairs = lambda numbers: int(numbers == (2, 0, 0))  # noqa: E731
    assert odds_of_points(1, 2, 2, only_pairs, (2, 0, 0)) == 1


@pytest.mark.rule("KT-03")
def test_three_throws_of_six_dice() -> None:
    """The figures of the game itself: the chance of a face by the third throw, and that more throws never hurt."""
    q = 1 - Fraction(5, 6) ** 3
    assert odds_of_face(6, 6, 3) == q**6
    assert odds_of_face(1, 6, 3) == 1 - (1 - q) ** 6
    odds = [odds_of_points(5, 6, left, points) for left in (1, 2, 3)]
    assert 0 < odds[0] < odds[1] < odds[2] < 1
    assert odds_of_points(0, 6, 3, points) == 1
    assert odds_of_points(7, 6, 3, points) == 0


# --- as the table stands -----------------------------------------------------------------------------------------


def throwing(**changes: object) -> Tokyo:
    """Beto is to throw: Ana stands in Tokyo with 3 hearts, Cira outside; he has 14 points."""
    s = start(GAME, ("Ana", "Beto", "Cira"))
    for event in (Began(0), Rolled((1, 1, 2, 2, 4, 4))):
        s = apply(GAME, s, event)
    s = set_monster(set_monster(s, 0, hearts=3), 1, points=14)
    return replace(s, **changes)


@pytest.mark.rule("KT-12")
def test_a_kill_is_of_whom_the_claws_would_hit() -> None:
    """Outside only the monster in Tokyo can be killed, with as many claws as it has hearts; ten hearts are too many."""
    found = throw_odds(throwing())
    assert found is not None
    assert found.eliminations == (EliminationOdds(0, 3, odds_of_face(3, 6, 3)),)
    inside = throw_odds(set_monster(throwing(city=1), 2, hearts=1))
    assert inside is not None
    assert [(kill.seat, kill.claws) for kill in inside.eliminations] == [(2, 1), (0, 3)]
    assert throw_odds(set_monster(throwing(), 0, hearts=10)).eliminations == ()


def test_cards_that_change_the_claws_are_in_the_odds() -> None:
    """Acid Attack spares a claw of the one who throws; who has Armor Plating and one heart is out with two."""
    acid = throw_odds(set_monster(throwing(), 1, cards=(Held(1, "acid_attack"),)))
    assert [kill.claws for kill in acid.eliminations] == [2]
    plated = throw_odds(set_monster(throwing(), 0, hearts=1, cards=(Held(1, "armor_plating"),)))
    assert [kill.claws for kill in plated.eliminations] == [2]


def test_what_cards_do_with_the_dice_is_told_to_come_besides() -> None:
    """Gourmet acts on what the dice show, so the odds say that they are without it; another's card is no matter."""
    assert not throw_odds(throwing()).has_card_effects
    assert throw_odds(set_monster(throwing(), 1, cards=(Held(1, "gourmet"),))).has_card_effects
    assert not throw_odds(set_monster(throwing(), 2, cards=(Held(1, "gourmet"),))).has_card_effects


@pytest.mark.rule("KT-18", "KT-21")
def test_the_point_for_an_empty_tokyo_is_sure() -> None:
    """Six points are missing; where Tokyo is empty he must enter, and five have to be thrown."""
    there, empty = throw_odds(throwing()), throw_odds(throwing(city=-1))
    assert (there.points_needed, there.win_odds) == (6, odds_of_points(6, 6, 3, points))
    assert (empty.points_needed, empty.win_odds) == (5, odds_of_points(5, 6, 3, points))


@pytest.mark.rule("KT-36")
def test_two_players_get_no_point_for_entering() -> None:
    """There an empty Tokyo gives energy, and all that is missing has to be thrown."""
    s = apply(GAME, start(GAME, ("Ana", "Beto")), Began(0))
    assert throw_odds(set_monster(s, 0, points=14)).points_needed == 6


def test_who_has_the_points_needs_nothing() -> None:
    """With nineteen points and Tokyo to be entered no die is needed."""
    found = throw_odds(set_monster(throwing(city=-1), 1, points=19))
    assert (found.points_needed, found.win_odds) == (0, 1)


@pytest.mark.rule("KT-04", "KT-05")
def test_the_dice_that_lie_there_count() -> None:
    """Throw by throw: what is wanted is kept, the rest is thrown again with the throws that are left."""
    s = throwing()
    for event in (ByThrows(), Rolled((6, 6, 3, 3, 5, 1))):
        s = apply(GAME, s, event)
    found = throw_odds(s)
    assert found.throws_left == 2
    assert found.faces[5][2] == odds_of_face(3, 6, 2, 2)
    assert found.eliminations == (EliminationOdds(0, 3, odds_of_face(3, 6, 2, 2)),)
    assert found.win_odds == odds_of_points(6, 6, 2, points, (1, 0, 2))


def test_no_odds_without_a_throw() -> None:
    """While something else is asked, be it another die, and once the game is over, there are none."""
    asked = apply(GAME, throwing(), Rolled((6, 1, 2, 3, 4, 5)))
    assert isinstance(legal_events(asked)[0], Yielded)
    assert throw_odds(asked) is None
    berserk = apply(GAME, set_monster(throwing(), 1, berserk=True), Rolled((6, 1, 2, 3, 4, 5)))
    assert prompt(berserk).dice.kind == BERSERK_DIE
    assert throw_odds(berserk) is None
    assert throw_odds(replace(throwing(), outcome=Outcome((1,), "KT-01"))) is None
