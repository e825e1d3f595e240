"""FS-97, FS-99: remarks beside the prompt: payments between players, rebuilt decks."""

import pytest

from rules.engine import prompt_id, remarks
from rules.four_souls.game import GAME
from rules.four_souls.model.events import Bartered, Rebuilt
from tests.support.games.four_souls import FourSoulsTable, table

rule = pytest.mark.rule


@rule("FS-99")
def test_bartering_moves_cents_at_any_moment_without_the_stack() -> None:
    """A payment can be offered and accepted at any moment; then the same prompt stands again."""
    t = table().attacks("fly")
    asked, holder = prompt_id(t.s), t.holder
    t.offers_cents("Ana", "Beto", 2)
    assert (t.asked.seats, t.player("Ana").cents) == ((1,), 3)
    t.accepts()
    assert (t.player("Ana").cents, t.player("Beto").cents) == (1, 5)
    assert (t.stack, prompt_id(t.s), t.step, t.holder) == ([], asked, "roll_die", holder)


@rule("FS-99")
def test_nothing_moves_before_it_is_accepted_and_declining_leaves_a_note() -> None:
    """A declined payment moves nothing and writes a note."""
    t = table().offers_cents("Ana", "Beto", 2)
    assert [choice.role for choice in t.asked.choices] == ["default", "option"]
    t.declines()
    assert (t.player("Ana").cents, t.player("Beto").cents, t.ruled) == (3, 3, ["FS-99"])


@rule("FS-99")
def test_a_promise_is_written_down_and_asked_with_the_payment() -> None:
    """The promise is shown with the offered payment and noted once it is accepted."""
    t = table().offers_cents("Ana", "Beto", 3, "no me atacas")
    assert t.asked.stake is not None
    assert dict(t.asked.stake.args) == {"promise": "no me atacas"}
    t.accepts()
    assert t.notes[-1].rule == "FS-99"
    assert dict(t.notes[-1].text.args) == {"promise": "no me atacas"}


@rule("FS-99")
def test_nobody_offers_what_they_do_not_have() -> None:
    """A payment above the player's ¢ is refused; items and loot cannot be offered."""
    t = table()
    assert t.refuses(Bartered(0, 1, 4)) == "FS-99"
    holes = {hole.name for c in remarks(GAME, t.s) if isinstance(c.event, Bartered) for hole in c.template.holes}
    assert holes == {"taker", "cents", "promise"}


@rule("FS-99")
def test_the_same_cents_offered_twice_are_given_once() -> None:
    """An offer whose ¢ have been spent meanwhile can only be declined."""
    t = table("Ana", "Beto", "Cira").offers_cents("Ana", "Beto", 3)
    t.offers_cents("Ana", "Cira", 2).accepts()
    assert (t.asked.seats, [choice.role for choice in t.asked.choices]) == ((1,), ["option"])
    t.declines()
    assert [player.cents for player in t.s.players] == [1, 3, 5]


def looting(t: FourSoulsTable, cards: int) -> FourSoulsTable:
    """Ana's card, which draws this many loot cards, is on the stack."""
    return t.plays("Ana", t.to("Ana", "loot", cards))


@rule("FS-16", "FS-97")
def test_a_deck_that_runs_out_in_the_middle_of_loot_3() -> None:
    """A deck rebuilt over a prompt changes neither the stack nor the prompt nor the loot."""
    t = looting(table(), 3).nobody()
    before, asked, holder = t.player("Ana").loot, prompt_id(t.s), t.holder
    t.do(Rebuilt("loot"))
    assert (t.ruled, t.player("Ana").loot) == (["FS-97"], before)
    assert (t.stack, prompt_id(t.s), t.holder) == ([], asked, holder)


@rule("FS-97")
def test_a_rebuilt_deck_leaves_the_passes_of_a_window_as_they_are() -> None:
    """A rebuilt deck does not void the passes of the window."""
    t = looting(table(every=True), 3).passes("Ana")
    t.do(Rebuilt("loot"))
    assert (t.s.stack.passed, t.holder, t.stack) == ({0}, "Beto", ["loot"])


@rule("FS-09", "FS-99")
def test_what_was_paid_before_characters_were_chosen_is_not_dealt_again() -> None:
    """FS L24: "comienza el juego con 3¢ y 3 cartas de botín"; L265: ¢ that are accepted have changed hands."""
    t = FourSoulsTable("Ana", "Beto").offers_cents("Ana", "Beto", 2).accepts().chooses(Ana="cain", Beto="eve")
    assert [(player.cents, player.loot) for player in t.s.players] == [(1, 3), (5, 3)]
