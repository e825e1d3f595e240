"""FS-32: passes by any seats in any order, also over random play."""

import pytest

from rules.engine import Text, apply, prompt, prompt_id, seats_answering
from rules.four_souls.game import GAME
from rules.four_souls.model.events import Attacked, Bought, Passed, Played
from rules.four_souls.vocabulary.skipped_priority import is_skipped
from tests.support.games.four_souls import table
from tests.support.games.passes import hole, passing
from tests.support.random_play import Seeded, filled, move, sit_down

rule = pytest.mark.rule


@rule("FS-31", "FS-32")
@pytest.mark.parametrize("seed", range(12))
def test_what_is_put_on_the_stack_voids_every_pass(seed: int) -> None:
    """A new item on the stack voids every pass; only skipped seats stay counted as passed."""
    chance, put = Seeded(seed), 0
    s = sit_down(chance, GAME)
    for _ in range(400):
        number, event = prompt_id(s), move(chance, GAME, s)
        s = apply(GAME, s, event)
        asked = prompt(s)
        if isinstance(event, Played | Attacked | Bought) and asked is not None and asked.window:
            put += 1
            assert prompt_id(s) != number
            assert all(is_skipped(s, seat) for seat in s.stack.passed)
    assert put


@rule("FS-32")
def test_a_pass_ahead_of_ones_turn_is_an_announcement() -> None:
    """A pass ahead of the player's turn counts until something is added to the stack."""
    t = table("Ana", "Beto", "Cira", every=True).plays("Ana", kind="activated")
    number = prompt_id(t.s)
    t.do(Passed((2,), t.top.id))
    assert (t.holder, t.asked.window, prompt_id(t.s)) == ("Ana", (0, 1), number)
    t.passes("Ana")
    assert (t.holder, t.asked.window, prompt_id(t.s)) == ("Beto", (1,), number)
    t.plays("Beto", kind="activated")
    assert (t.holder, t.asked.window) == ("Beto", (1, 2, 0))
    assert prompt_id(t.s) != number


@rule("FS-32", "FS-39")
def test_a_phone_passes_for_those_for_whom_it_speaks() -> None:
    """One pass covers exactly the seats for which the device answers.

    Only non-empty ordered tuples of known seats are admitted.
    """
    t = table("Ana", "Beto", "Cira", every=True).plays("Ana", kind="activated")
    choice = passing(t.s)
    assert choice is not None
    mine = hole(choice)
    assert choice.event == Passed((0, 1, 2), t.top.id)
    assert (mine.answering_seats({2, 0, 7}), mine.answering_seats({7}), mine.single_label) == ((0, 2), (), Text("Pass"))
    assert not any(mine.admits(value) for value in ((), (2, 0), (0, 0), (3,), [0], 0, (True,), None))
    assert seats_answering(t.asked, choice, Passed((0, 2), t.top.id)) == (0, 2)
    other = next(c for c in t.asked.choices if c.seat == 1)
    assert seats_answering(t.asked, other, other.event) == (1,)
    thrown = table().attacks("fly")
    assert seats_answering(
        thrown.asked, thrown.asked.choices[0], filled(Seeded(0), thrown.asked.choices[0].template)
    ) == (0,)


@rule("FS-A2", "FS-39")
def test_the_active_players_word_ends_the_actions_before_the_others_have_passed() -> None:
    """Nobody passes over the actions before the active player has ended them.

    Afterwards the others pass in any order.
    """
    t = table("Ana", "Beto", "Cira", every=True)
    assert (t.asked.window, t.asked.awaited_seats) == ((), (0,))
    assert t.refuses(Passed((1,), 0)) == "FS-32"
    assert GAME.describe(t.s, Passed((0,), 0)) == Text("{who} ends the turn", who="Ana")
    t.do(Passed((0,), 0))
    assert t.asked.window == (1, 2)
    assert GAME.describe(t.s, Passed((2,), 0)) == Text("{who} passes", who="Cira")
    t.do(Passed((2,), 0)).do(Passed((1,), 0))
    assert (t.s.phase, t.decided) == ("end", set())
