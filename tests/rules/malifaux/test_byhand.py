"""Overrides in Malifaux, and the depth "numbers"."""

import pytest

from rules.engine import Adjusted, FactSet, Refused, prompt, start
from rules.malifaux.game import GAME
from rules.malifaux.model.events import Mustered, Stopped, TurnOver
from tests.support.games.malifaux import MalifauxTable, table


def test_numbers_only_is_one_question_a_turn() -> None:
    """The depth "numbers" asks once a turn; guided play resumes with the activations."""
    t = MalifauxTable("Ana", "Beto", depth="numbers")
    assert (t.asks, t.s.turn) == ("Turn 1", 1)
    assert t.do(TurnOver()).s.turn == 2
    assert t.asks == "Turn 2"
    t.settles_on("depth", "guided")
    assert t.asked.rule == "MX-12"
    assert t.settles_on("depth", "numbers").asks == "Turn 2"
    t.do(Stopped())
    assert t.asked.rule == "MX-20"
    t.scores("Ana").no_more_points()
    assert t.s.outcome is not None
    assert t.s.outcome.winners == (0,)


@pytest.mark.parametrize("rule", [place.rule for place in GAME.positions])
def test_the_table_may_be_at_any_of_its_places(rule: str) -> None:
    """Every position can be gone to, also before the first turn and after the end."""
    for t in (MalifauxTable("Ana", "Beto"), table(), table().goes_to("MX-20").no_more_points()):
        t.goes_to(rule)
        assert "X-06" in t.ruled
        assert t.s.turn >= 1
        assert t.s.outcome is None
        assert prompt(t.s) is not None
    assert t.s.phase == dict(zip([p.rule for p in GAME.positions], PHASES, strict=True))[rule]


PHASES = ("initiative", "initiative", "activation", "closing", "closing", "initiative", "end")
"""The phase that each position leads to, without soulstones and in turn 1, which has no flip for its end."""


def test_two_to_four_sit_down() -> None:
    """Player counts outside two to four are refused."""
    for names in (("Ana",), ("Ana", "Beto", "Cira", "Dani", "Elsa")):
        with pytest.raises(Refused):
            MalifauxTable(*names)


@pytest.mark.parametrize(
    ("rulings", "rule"),
    [
        ((), "MX-12"),
        ((("agreements", "off"),), "MX-12"),
        ((("agreements", "on"),), "MX-18"),
        ((("depth", "numbers"), ("agreements", "on")), "MX-01"),
    ],
)
def test_the_agreements_are_asked_for_if_the_table_wants_it(rulings: tuple[tuple[str, str], ...], rule: str) -> None:
    """The first question is the crews, or the agreements before them; with numbers only neither is asked."""
    asked = prompt(start(GAME, ("Ana", "Beto"), rulings))
    assert asked is not None
    assert asked.rule == rule


def test_what_is_not_asked_for_is_set_by_hand_at_any_time() -> None:
    """Strategy, limits and jokers are on the table's sheet, also before the crews."""
    t = MalifauxTable("Ana", "Beto", agreements="off")
    t.do(FactSet("table.strategy", "Turf War"), FactSet("table.pool", 7), Adjusted("table.red", -2))
    assert t.refuses(Mustered(0, (), 8))
    t.do(Mustered(0, (), 7), Mustered(1))
    assert (t.s.limits.strategy, t.s.limits.pool, t.s.red, t.s.turn) == ("Turf War", 7, 12, 1)
