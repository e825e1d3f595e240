"""The fairness test of dice: recorded rolls, chi-square p-values and their verdicts."""

import numpy as np
import pytest

from companion.i18n import translator
from companion.library.library import Library
from companion.stats.fairness import (
    MIN_ROLLS_PER_FACE,
    UNUSUAL_PROBABILITY,
    RollSample,
    detectable_percent,
    detection_limit,
    familywise_probability,
    roll_samples,
    uniformity_p_value,
    verdict,
)
from companion.stats.throws import RecordedRoll, recorded_rolls, rolled_dice
from companion.storage.matches import Storage
from rules.engine import Choice, Dice, Prompt, Rolled, Template, Text
from rules.king_of_tokyo.model.events import Began as TokyoBegan
from rules.king_of_tokyo.model.events import PutAside
from rules.registry import GAMES
from tests.support.device_seats import ANA
from tests.toy.counting import GAME

EN = translator("en")


def fell(seed: int, thrown: int, shares: list[float]) -> tuple[int, ...]:
    return tuple(int(n) for n in np.random.default_rng(seed).multinomial(thrown, shares))


@pytest.mark.parametrize(("thrown", "sides"), [(60, 6), (63, 6), (240, 6), (200, 4)])
def test_honest_dice_are_called_rare_as_often_as_they_are(thrown, sides) -> None:
    """The p-values of fair dice are uniform.

    Of 400 samples about a twentieth lie below 5 %, a half below a half.
    """
    shares = np.array([uniformity_p_value(fell(seed, thrown, [1 / sides] * sides)) for seed in range(400)])
    for level in (0.05, 0.25, 0.5, 0.75):
        off = 3.5 * np.sqrt(level * (1 - level) / 400)
        assert abs((shares <= level).mean() - level) < off + 0.02, "few throws have few values"


def test_it_is_what_the_books_say() -> None:
    """The p-value agrees with chi-square's tail: 5 degrees of freedom, 120 rolls.

    A statistic of 11.07 has the p-value 0.05; the one tested is 11.6, with 0.041.
    """
    counts = (12, 14, 18, 20, 28, 28)
    statistic = sum((n - 20) ** 2 / 20 for n in counts)
    assert statistic == pytest.approx(11.6)
    assert uniformity_p_value(counts) == pytest.approx(0.0407, abs=0.006)


@pytest.mark.parametrize(("thrown", "sides", "sets"), [(60, 6, 1), (120, 6, 1), (480, 6, 1), (60, 6, 8), (100, 4, 2)])
def test_a_die_as_loaded_as_the_page_says_is_called_unusual_four_times_in_five(thrown, sides, sets) -> None:
    """The page's verdict, on 800 dice thrown here: loaded by the said percentage at least four in five are unusual.

    Loaded by two percent less, fewer are.
    """
    percent = detectable_percent(thrown, sides, sets)

    def unusual(percent: int) -> float:
        shares = [(1 - percent / 100) / (sides - 1)] * (sides - 1) + [percent / 100]
        said = [EN(verdict(pile(*fell(seed, thrown, shares)), sets)) for seed in range(800)]
        return float(np.mean([text.startswith(("Unusual", "Very unusual")) for text in said]))

    noise = 2.5 * np.sqrt(0.8 * 0.2 / 800)
    assert unusual(percent) > 0.8 - noise
    assert unusual(percent - 2) < 0.8 + noise / 2


def test_a_slightly_loaded_die_is_seldom_found() -> None:
    """A die whose six falls 19 % of the time is found in less than a quarter of the samples of 120."""
    slight = np.mean(
        [uniformity_p_value(fell(seed, 120, [0.162] * 5 + [0.19])) <= UNUSUAL_PROBABILITY for seed in range(300)]
    )
    assert slight < 0.25


def test_more_throws_show_less_loaded_dice() -> None:
    """With more rolls, a smaller load is detectable."""
    assert detectable_percent(60, 6) > detectable_percent(240, 6) > detectable_percent(960, 6) > 17


def test_more_sets_compared_hide_a_smaller_load() -> None:
    """What stands out among eight sets is more loaded than what stands out alone."""
    assert detectable_percent(60, 6, 8) > detectable_percent(60, 6)


def pile(*counts: int, who: str = "") -> RollSample:
    return RollSample(None, "typed", who, counts)


def test_few_throws_say_nothing() -> None:
    """Below ten rolls per face, the verdict only says how many dice are lacking."""
    few = pile(0, 0, 0, 0, 0, 6 * MIN_ROLLS_PER_FACE - 1)
    assert EN(verdict(few, 1)) == "Too few to say anything yet: 1 more die is needed."
    assert detection_limit(few, 1) is None


def test_one_odd_set_among_many_is_nothing_unusual() -> None:
    """A p-value that is unusual for one sample is not unusual among twenty."""
    odd = pile(8, 10, 12, 12, 14, 28)
    assert EN(verdict(odd, 1)).startswith("Unusual: 1 in ")
    assert EN(verdict(odd, 20)).startswith("Nothing unusual among 20 sets: ")
    assert familywise_probability(0.01, 1) == pytest.approx(0.01)
    assert familywise_probability(0.01, 20) == pytest.approx(0.182, abs=0.001)


def test_honest_tables_are_seldom_told_that_something_is_unusual() -> None:
    """Of 60 fair tables with five samples each, at most nine have an unusual sample."""
    told = 0
    for table in range(60):
        every = [pile(*fell(1000 + 10 * table + n, 120, [1 / 6] * 6)) for n in range(5)]
        told += any("nusual:" in EN(verdict(one, 5)) and "Nothing" not in EN(verdict(one, 5)) for one in every)
    assert told <= 9


def test_sets_players_and_ways_are_told_apart() -> None:
    """Virtual rolls are a sample of their own; each player's sample follows that of all."""
    every = [
        RecordedRoll("Ana", None, 6, "typed", (1, 2)),
        RecordedRoll("Beto", None, 6, "typed", (2,)),
        RecordedRoll("Ana", None, 6, "virtual", (6,)),
    ]
    assert [(one.source, one.player, one.counts) for one in roll_samples(every)] == [
        ("typed", "", (1, 2, 0, 0, 0, 0)),
        ("typed", "Ana", (1, 1, 0, 0, 0, 0)),
        ("typed", "Beto", (0, 1, 0, 0, 0, 0)),
        ("virtual", "", (0, 0, 0, 0, 0, 1)),
    ]


def test_the_log_is_counted(tmp_path) -> None:
    """Rolls in the log are counted with player and source; undone ones are not."""
    library = Library(Storage(tmp_path), {GAME.key: GAME})
    table = library.matches.create("counting", ("Ana", "Bea"), (("cheers", "off"),))
    for face in (3, 5):
        table.answer(table.prompt_id, Rolled((face,)), ANA)
    table.undo(ANA)
    table.answer(table.prompt_id, Rolled((6,)), ANA, picture=b"a photo")
    table.answer(table.prompt_id, Rolled((2,)), ANA, source="virtual")
    found = list(recorded_rolls(table.game, table.match, library.storage))
    assert [(one.player, one.source, one.faces) for one in found] == [
        ("Ana", "typed", (3,)),
        ("Bea", "camera", (6,)),
        ("Ana", "virtual", (2,)),
    ]
    library.storage.close()


def test_dice_that_may_be_thrown_again_are_not_counted() -> None:
    """Rolls in which dice may be rerolled are not counted."""
    rolled = Rolled((2, 2))
    for again, found in ((False, (2, 2)), (True, None)):
        dice = Dice("faces", 2, may_reroll=again)
        asked = Prompt((0,), Text("Roll"), "X-01", (Choice(Text("These"), Template(Rolled(()), (dice,))),))
        told = rolled_dice(asked, rolled)
        assert (told[1] if told else None) == found


def test_rolls_of_which_only_the_kept_dice_are_told_are_not_counted(tmp_path) -> None:
    """Roll by roll, dice put aside are no random sample, nor is a roll that somebody liked enough to tell it whole.

    What the app rolled, and the last roll of a turn, are.
    """
    library = Library(Storage(tmp_path), GAMES)
    table = library.matches.create("king_of_tokyo", ("Ana", "Beto", "Cira"), (("throws", "each"),))
    for event in (TokyoBegan(0), PutAside((1, 1)), PutAside((1,)), Rolled((2, 3, 4))):
        table.answer(table.prompt_id, event)
    assert table.state.active == 1
    table.answer(table.prompt_id, Rolled((1, 1, 1, 1, 1, 1)))
    table.undo()
    table.answer(table.prompt_id, Rolled((1, 2, 3, 4, 5, 5)), source="virtual")
    found = list(recorded_rolls(table.game, table.match, library.storage))
    assert [(one.source, one.faces) for one in found] == [("typed", (2, 3, 4)), ("virtual", (1, 2, 3, 4, 5, 5))]
    library.storage.close()
