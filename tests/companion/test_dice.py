"""Dice in a picture become an answer or a doubt."""

from random import Random

import pytest

from companion.dice.capture import crop_box
from companion.dice.capture_reading import with_die
from companion.dice.roll import DoubtfulRoll, roll_from_reading, roll_virtual_dice, sort_in_reading_order
from rules.engine import Dice, Rolled
from vision.reading import POSSIBLE_DIE, Die, Reading, Reject


def die(value: int, x: int = 0, y: int = 0, unsure: str | None = None) -> Die:
    return Die(value, (x, y, 20, 20), 0.9, unsure)


def reading(*dice: Die) -> Reading:
    return Reading(dice, (), (640, 480))


def test_what_was_asked_for_is_an_answer() -> None:
    """As many sure dice as were asked for make a roll."""
    assert roll_from_reading(reading(die(4)), Dice("faces")) == Rolled((4,))


def test_faces_come_in_reading_order() -> None:
    """Faces are in reading order: rows from the top, each from left to right."""
    found = (die(6, 300, 205), die(1, 10, 8), die(3, 250, 8), die(2, 100, 0), die(5, 20, 200))
    assert [one.value for one in sort_in_reading_order(found)] == [1, 2, 3, 5, 6]
    assert roll_from_reading(reading(*found), Dice("faces", 5)) == Rolled((1, 2, 3, 5, 6))


@pytest.mark.parametrize(
    ("found", "dice", "says"),
    [
        ((), Dice("faces"), "no die"),
        ((die(2),), Dice("faces", 2), "only"),
        ((die(2), die(3, 40)), Dice("faces"), "tap the one that counts"),
        ((die(2), die(3, 40), die(4, 80)), Dice("faces", 2), "there should be"),
        ((die(2, unsure="faint"),), Dice("faces"), "not sure"),
        ((die(2),), Dice("faces", sides=8), "six faces"),
    ],
)
def test_a_doubt_says_why_and_what_was_seen(found, dice: Dice, says: str) -> None:
    """A wrong count, an unsure die or another kind of die gives a doubt with its reason."""
    doubt = roll_from_reading(reading(*found), dice)
    assert isinstance(doubt, DoubtfulRoll)
    assert says in doubt.reason.key
    assert doubt.faces == tuple(one.value for one in found)


def test_a_die_that_may_have_been_missed_is_asked_about() -> None:
    """As many sure dice as were asked for are no roll where one more may lie; once a person adds it, it counts."""
    found = Reading((die(2),), (Reject((60, 0, 20, 20), POSSIBLE_DIE),), (640, 480))
    doubt = roll_from_reading(found, Dice("faces"))
    assert isinstance(doubt, DoubtfulRoll)
    assert "question mark" in doubt.reason.key
    assert roll_from_reading(with_die(found, 5), Dice("faces", 2)) == Rolled((2, 5))
    left, _, wide, _ = crop_box(found, 1)
    assert left + wide > 80


def test_the_machine_throws_what_is_asked() -> None:
    """A virtual roll fits the prompt, shows every face, and is repeatable with a seed."""
    for dice in (Dice("faces"), Dice("faces", 3, 8)):
        assert all(dice.admits(roll_virtual_dice(dice).faces) for _ in range(50))
    assert {roll_virtual_dice(Dice("faces"), Random(seed)).faces[0] for seed in range(60)} == set(range(1, 7))
    assert roll_virtual_dice(Dice("faces", 9), Random(1)) == roll_virtual_dice(Dice("faces", 9), Random(1))
