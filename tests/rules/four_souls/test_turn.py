"""FS-38 … FS-53: the turn."""

import pytest

from rules.four_souls.model.events import Bought, Played
from tests.support.games.four_souls import Effect, table

rule = pytest.mark.rule


@rule("FS-38")
def test_a_turn_has_three_phases() -> None:
    """A turn goes through start, action and end phase in this order."""
    t = table(every=True).ends_turn().nobody()
    phases = []
    for _ in range(8):
        phases.append(t.s.phase)
        t.nobody()
        if t.s.active == 0:
            break
    assert list(dict.fromkeys(phases)) == ["start", "action", "end"]


@rule("FS-39")
def test_empty_windows_move_the_turn_on_one_step_at_a_time() -> None:
    """Passes over empty windows lead from the start phase to the loot card and the actions."""
    t = table(every=True).ends_turn().nobody()
    seen = [t.stack]
    for _ in range(3):
        seen.append(t.nobody().stack)
    assert seen == [[], ["loot_1"], [], []]
    assert t.s.phase == "action"


@rule("FS-41")
def test_the_active_player_recharges() -> None:
    """A deactivated character recharges at the start of its owner's turn."""
    t = table()
    t.plays("Beto")
    assert not t.player("Beto").ready
    t.nobody().ends_turn()
    assert t.player("Beto").ready
    assert "FS-41" in t.ruled


@rule("FS-42")
def test_start_of_turn_effects_may_be_put_on_the_stack() -> None:
    """Start-of-turn effects resolve before the turn's loot card."""
    t = table(every=True).ends_turn().nobody()
    loot = t.player("Beto").loot
    t.triggers("Beto", t.to("Beto", "cents", 1), card="Pago").nobody()
    assert (t.player("Beto").cents, t.player("Beto").loot) == (4, loot)


@rule("FS-43")
def test_the_loot_card_of_the_turn_can_be_answered() -> None:
    """The turn's loot card goes on the stack and is not drawn if cancelled."""
    t = table(every=True).ends_turn().nobody().nobody()
    assert t.stack == ["loot_1"]
    loot = t.player("Beto").loot
    t.plays("Ana", t.on_top("cancel"), kind="activated").nobody()
    assert (t.stack, t.player("Beto").loot) == ([], loot)


@rule("FS-43")
def test_the_loot_card_of_the_turn_is_drawn_by_itself() -> None:
    """Without stops, the turn's loot card is drawn without a prompt."""
    t = table()
    loot = t.player("Beto").loot
    t.ends_turn()
    assert t.player("Beto").loot == loot + 1


@rule("FS-44", "FS-45")
def test_one_loot_card_then_the_character_then_only_by_another_effect() -> None:
    """Loot is played by the turn's play, then the character's tap, then other effects only."""
    t = table()
    hows = []
    for _ in range(3):
        played = t.play("Ana")
        hows.append(played.how)
        t.do(played).nobody()
    assert hows == ["play", "tap", "free"]
    assert t.refuses(Played(0, "loot", how="play")) == "FS-44"


@rule("FS-45")
def test_off_turn_a_loot_card_costs_the_characters_tap() -> None:
    """A loot card played off turn deactivates the character (FS-A17)."""
    t = table()
    t.s = t.by_hand("Beto", "cents", 1).s
    assert not t.player("Beto").ready
    t.ends_turn().ends_turn()
    assert t.player("Beto").ready
    t.plays("Beto")
    assert not t.player("Beto").ready
    assert "FS-45" in t.ruled


@rule("FS-46")
def test_one_purchase_a_turn_for_ten_cents() -> None:
    """FS L148, L177: a purchase costs 10¢ as it resolves and is offered once a turn."""
    t = table()
    t.by_hand("Ana", "cents", 9).do(Bought("shop"))
    assert (t.stack, t.player("Ana").cents) == (["purchase"], 12)
    t.nobody()
    assert (t.player("Ana").cents, t.player("Ana").treasures) == (2, 1)
    t.by_hand("Ana", "cents", 20)
    assert not t.offers(Bought)


@rule("FS-46")
def test_a_purchase_is_never_an_answer() -> None:
    """A purchase is refused while the stack is not empty."""
    t = table().by_hand("Ana", "cents", 9).plays("Beto", kind="activated")
    assert t.refuses(Bought("deck")) == "FS-46"


@rule("FS-66")
def test_a_purchase_without_the_price_is_not_used_up() -> None:
    """A purchase that cannot be paid on resolution is not used up."""
    t = table().by_hand("Ana", "cents", 9).do(Bought("deck"))
    t.plays("Beto", t.to("Ana", "cents", -5), kind="activated").nobody().nobody()
    assert "FS-66" in t.ruled
    assert t.player("Ana").treasures == 0
    assert t.by_hand("Ana", "cents", 9).offers(Bought)


@rule("FS-48")
def test_end_of_turn_effects_use_the_stack() -> None:
    """End-of-turn effects resolve before healing."""
    t = table(every=True)
    t.by_hand("Ana", "life", -1).ends_turn()
    assert t.s.phase == "end"
    t.triggers("Ana", t.to("Ana", "cents", 1), card="Fin").nobody()
    assert (t.player("Ana").life, t.player("Ana").cents) == (1, 4)
    t.nobody()
    assert t.player("Ana").life == 2


@rule("FS-49", "FS-76")
def test_everybody_and_every_monster_heals_at_the_end_of_any_turn() -> None:
    """All players and monsters heal at the end of every turn."""
    t = table()
    t.by_hand("Beto", "life", -1).by_hand("clotty", "life", -1)
    t.ends_turn()
    assert (t.player("Beto").life, t.monster("clotty").life) == (2, 2)
    assert t.ruled.count("FS-49") == 2


@rule("FS-50")
def test_what_lasts_until_the_end_of_turn_is_said_to_be_over() -> None:
    """The end-of-turn notes come in order: FS-49, FS-50, FS-51, FS-52."""
    t = table()
    t.by_hand("Ana", "loot", 8).by_hand("Ana", "life", -1).ends_turn()
    order = [r for r in t.ruled if r in ("FS-49", "FS-50", "FS-51", "FS-52")]
    assert list(dict.fromkeys(order)) == ["FS-49", "FS-50", "FS-51", "FS-52"]


@rule("FS-51")
@pytest.mark.parametrize(("hand", "left"), [(10, 10), (14, 10), (3, 3)])
def test_a_hand_over_ten_is_discarded_down_to_ten(hand: int, left: int) -> None:
    """A hand of more than ten loot cards is discarded down to ten."""
    t = table()
    t.by_hand("Ana", "loot", hand - t.player("Ana").loot).ends_turn()
    assert t.player("Ana").loot == left


@rule("FS-52")
def test_the_turn_goes_to_the_left() -> None:
    """The turn goes to the next seat, and from the last seat to the first."""
    t = table("Ana", "Beto", "Cira")
    order = []
    for _ in range(4):
        order.append(t.s.seats[t.s.active])
        t.ends_turn()
    assert order == ["Ana", "Beto", "Cira", "Ana"]


@rule("FS-53")
def test_ending_the_turn_cancels_the_fight_but_not_the_stack() -> None:
    """Ending the turn removes the fight and its roll; the rest of the stack still resolves."""
    t = table().attacks("clotty")
    t.rolls(5)
    t.plays("Beto", t.to("Beto", "cents", 2), kind="activated")
    t.plays("Ana", Effect("end_turn"), kind="activated").nobody()
    assert (t.stack, t.s.combat, t.s.phase) == (["activated"], 0, "action")
    t.nobody()
    assert t.player("Beto").cents == 5
    assert t.s.active == t.seat("Beto")


@rule("FS-53")
def test_in_the_end_phase_ending_the_turn_changes_nothing() -> None:
    """An effect that ends the turn does nothing in the end phase."""
    t = table(every=True).ends_turn()
    t.plays("Ana", Effect("end_turn"), kind="activated").nobody()
    assert (t.s.phase, t.s.active) == ("end", 0)
    t.nobody()
    assert t.s.active == 1


@rule("FS-53")
def test_a_turn_ended_at_its_start_has_no_actions() -> None:
    """A turn ended in its start phase resolves its loot card, then goes to the end phase."""
    t = table(every=True).ends_turn().nobody().nobody()
    t.plays("Ana", Effect("end_turn"), kind="activated").nobody()
    assert t.stack == ["loot_1"]
    t.nobody()
    assert t.s.phase == "end"


@rule("FS-52")
def test_a_skipped_turn_counts_as_taken() -> None:
    """Nothing of a skipped turn happens, it is the turn of the next in order, and the one after it is played."""
    t = table("Ana", "Beto", "Cira")
    beto = t.seat("Beto")
    t.plays("Beto").nobody()
    t.plays("Ana", t.to("Beto", "skip_turn")).nobody()
    before = t.player("Beto")
    t.ends_turn()
    after = t.player("Beto")
    assert t.s.active == t.seat("Cira")
    assert (after.ready, after.loot, after.skips) == (before.ready, before.loot, 0)
    while t.s.active != beto:
        t.ends_turn()
    assert t.player("Beto").ready


@rule("FS-52")
def test_as_many_turns_are_skipped_as_effects_say() -> None:
    """Two effects skip two turns, one each time round; all skipping, the turn comes back to who ended it."""
    t = table("Ana", "Beto", "Cira")
    t.plays("Ana", t.to("Beto", "skip_turn"), t.to("Cira", "skip_turn"), t.to("Beto", "skip_turn")).nobody().ends_turn()
    assert (t.s.active, t.player("Beto").skips) == (t.seat("Ana"), 1)
    t.ends_turn()
    assert (t.s.active, t.player("Beto").skips) == (t.seat("Cira"), 0)
