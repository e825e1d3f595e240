"""FS-14, FS-36, FS-42, FS-48, FS-59, FS-86, FS-103: items that trigger by themselves."""

import pytest

from rules.four_souls.model.events import Bought, Parted
from tests.support.games.four_souls import Effect, Target, of, table

rule = pytest.mark.rule


@rule("FS-14", "FS-42")
def test_an_item_marked_once_goes_off_ever_after() -> None:
    """An item marked with a trigger triggers every time; its last effect is the usual choice."""
    t = table().names("Ana", "Altar", when="start").ends_turn().ends_turn()
    assert (t.step, t.asked.seats, t.s.phase) == ("say", (0,), "start")
    assert t.asked.choices[-1].role == "default"
    t.tells(t.to("Ana", "cents", 2))
    assert t.player("Ana").cents == 5
    t.ends_turn().ends_turn()
    usual = next(c for c in t.asked.choices if c.role == "default")
    t.do(usual.event)
    assert t.player("Ana").cents == 7
    t.ends_turn()
    assert t.step == "priority"


@rule("FS-12", "FS-48")
def test_what_an_item_does_as_it_is_used_and_as_it_goes_off_are_remembered_apart() -> None:
    """An item's activated and triggered effects are remembered separately."""
    t = table().names("Ana", "Lámpara", use="activated", when="end")
    lamp = t.item("Ana", "Lámpara").id
    for _ in range(2):
        t.uses("Ana", "Lámpara", t.to("Ana", "cents", 1)).nobody().ends_turn()
        t.tells(Effect("recharge", Target("owned", lamp))).ends_turn()
    assert t.use("Ana", "Lámpara", t.to("Ana", "cents", 1)) in t.offered
    t.ends_turn()
    assert (t.s.active, t.step) == (1, "priority")


@rule("FS-42")
def test_what_has_nothing_to_follow_goes_off_without_a_question() -> None:
    """A trigger without an effect to follow goes on the stack without a prompt."""
    t = of("eve", "isaac", stop__trigger="on")
    assert (t.s.phase, t.top.name) == ("start", "the-curse")
    t.nobody()
    assert (t.s.phase, t.step) == ("action", "priority")


@rule("FS-48")
def test_items_go_off_at_the_end_of_their_owners_turn() -> None:
    """An end-of-turn trigger triggers only in its owner's turn."""
    t = table().names("Beto", "Reloj", when="end").ends_turn()
    assert t.step == "priority"
    t.ends_turn()
    assert (t.step, t.s.phase) == ("say", "end")


@rule("FS-85", "FS-86")
def test_before_the_penalty_an_item_lies_above_it_and_after_it_another_goes_off() -> None:
    """A death trigger goes above the penalty; Lazarus's treasure comes after it."""
    t = of("lazarus", "isaac", stop__penalty="on").names("Ana", "Vela", when="death")
    t.by_hand("Ana", "treasures", 1)
    t.plays("Beto", t.to("Ana", "kill"), kind="activated").nobody().nobody()
    assert (t.step, t.stack) == ("say", ["penalty"])
    t.tells().nobody()
    assert t.step == "part"
    t.do(Parted(0))
    assert (t.player("Ana").treasures, t.player("Ana").unnamed_item_count) == (2, 1)
    assert "say" not in (t.step, t.stack)


@rule("FS-61", "FS-103")
def test_a_number_on_the_stack_that_has_changed_makes_nothing_of_what_it_set_off() -> None:
    """A trigger on a roll does nothing if the roll has changed meanwhile.

    Sacred Heart turns a 1 into a 6, unless the 1 has become a 2.
    """
    for answered, after in ((False, 6), (True, 2)):
        t = table().names("Ana", "Sacred Heart").settles_on("stop.trigger", "on").attacks("clotty").rolls(1)
        assert (t.stack, t.top.name) == (["triggered", "roll"], "sacred-heart")
        if answered:
            t.plays("Beto", Effect("modify", Target("item", t.s.stack.items[0].id), 1), kind="activated").nobody()
        t.nobody()
        if answered:
            assert "FS-103" in t.ruled
        else:
            t.do(t.asked.choices[0].event)
        assert (t.stack, t.s.roll_result(t.top)) == (["roll"], after)


@rule("FS-103")
def test_a_reroll_sets_it_off_anew() -> None:
    """A reroll of one's own can trigger Sacred Heart again."""
    t = table().names("Ana", "Sacred Heart").settles_on("stop.trigger", "on").attacks("clotty").rolls(3)
    assert t.stack == ["roll"]
    t.uses("Ana", "d6", t.on_top("reroll")).nobody().rolls(1)
    assert (t.stack, t.top.seat) == (["triggered", "roll"], 0)


# --- gains -------------------------------------------------------------------------------------------------------


@rule("FS-14", "FS-74")
@pytest.mark.parametrize(("when", "kind"), [("gain_cents", "cents"), ("gain_loot", "loot"), ("gain_item", "treasure")])
def test_an_item_goes_off_when_its_owner_gains(when: str, kind: str) -> None:
    """FS L47: a passive item goes off under its condition, such as a gain; a loss is none, nor another's gain."""
    t = table(stop__trigger="on").names("Ana", "Hucha", when=when).by_hand("Ana", "treasures", 1)
    t.triggers("Beto", t.to("Beto", kind, 1)).nobody()
    t.triggers("Beto", t.to("Ana", kind, -1)).nobody()
    assert t.stack == []
    t.triggers("Beto", t.to("Ana", kind, 1)).nobody()
    assert (t.stack, t.top.name) == (["triggered"], "Hucha")


@rule("FS-14", "FS-99")
def test_a_gift_or_a_theft_is_no_gain() -> None:
    """FS L265 speaks of ¢ that are given; who is given or steals something gains nothing from the game."""
    t = table(stop__trigger="on").names("Ana", "Hucha", when="gain_cents").names("Ana", "Bolsa", when="gain_loot")
    t.names("Ana", "Llave", when="gain_item").names("Beto", "Cofre")
    t.offers_cents("Beto", "Ana", 2).accepts()
    assert (t.player("Ana").cents, t.stack) == (5, [])
    t.triggers("Ana", Effect("steal", Target("owned", t.item("Beto", "Cofre").id))).nobody()
    assert (t.has("Ana", "Cofre"), t.stack) == (True, [])
    t = table(monsters=("ring-of-flies", "fly")).names("Ana", "Bolsa", when="gain_loot")
    t.attacks("ring-of-flies").rolls(3).nobody().all_pass()
    assert (t.player("Ana").loot, t.player("Beto").loot, t.step) == (5, 2, "roll_die")


@rule("FS-14", "FS-43")
def test_rewards_purchases_and_the_turns_loot_are_gains() -> None:
    """FS L141, L177, L196: the turn's loot, a bought item and the rewards of a monster are gained."""
    t = table().names("Ana", "Hucha", when="gain_cents").attacks("fly").rolls(6).nobody().nobody()
    assert t.step == "say"
    t = table(stop__purchase="on").names("Ana", "Llave", when="gain_item").by_hand("Ana", "cents", 7)
    t.do(Bought("deck"))
    assert t.nobody().step == "say"
    t = table().names("Beto", "Bolsa", when="gain_loot").ends_turn()
    assert (t.step, t.who) == ("say", "Beto")


@rule("FS-14")
def test_what_an_item_gains_by_itself_does_not_set_it_off_again() -> None:
    """An item that reacts to a gain with a gain does so once, not without end."""
    t = table().names("Ana", "Hucha", when="gain_cents")
    t.triggers("Beto", t.to("Ana", "cents", 1)).nobody()
    assert t.step == "say"
    t.tells(t.to("Ana", "cents", 1))
    assert (t.player("Ana").cents, t.step, t.stack) == (5, "priority", [])
