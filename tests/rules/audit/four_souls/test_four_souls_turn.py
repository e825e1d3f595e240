"""Four Souls, audit of the turn (FS-38 … FS-53): each test from one sentence of the rules text."""

import pytest

from rules.four_souls.model.events import Attacked, Bought, Passed
from tests.support.games.four_souls import FourSoulsTable, of, table

THREE = ("Ana", "Beto", "Cira")


def start_of_beto(t: FourSoulsTable) -> FourSoulsTable:
    """The table in Beto's turn, before any start-of-turn effect has resolved."""
    return t.goes_to("FS-52")


@pytest.mark.rule("FS-38")
def test_a_turn_has_a_start_an_action_and_an_end_phase() -> None:
    """FS-38, L131: three main phases, in this order."""
    t = start_of_beto(table(every=True))
    phases = [t.s.phase]
    while t.s.active == 1:
        phases.append(t.s.phase)
        t.nobody()
    assert list(dict.fromkeys(phases)) == ["start", "action", "end"]
    assert (t.s.active, t.s.phase) == (0, "start")


@pytest.mark.rule("FS-39")
def test_the_turn_moves_on_once_all_have_passed_in_succession_on_an_empty_stack() -> None:
    """FS-39, L133: when all pass with an empty stack, the turn goes to its next step or phase."""
    t = start_of_beto(table(*THREE, every=True))
    assert (t.stack, t.holder) == ([], "Beto")
    t.passes("Beto").passes("Cira")
    assert t.stack == [], "one has not passed yet"
    t.copy().plays("Ana").passes("Ana").passes("Beto")
    t.passes("Ana")
    assert t.stack == ["loot_1"], "the next step"
    t.nobody()
    assert (t.stack, t.s.phase) == ([], "start")
    t.nobody()
    assert t.s.phase == "action", "the next phase"


@pytest.mark.rule("FS-40")
def test_nobody_acts_in_the_recharge_and_in_the_last_steps_of_the_turn() -> None:
    """FS-40, L133: step 1 of the start and steps 2-5 of the end do not use the stack; the turn moves on at once."""
    t = table(every=True)
    t.triggers("Ana", t.to("Beto", "damage", 1)).nobody()
    t.by_hand("Ana", "loot", 20).ends_turn()
    assert (t.s.phase, t.s.active, t.player("Beto").life) == ("end", 0, 1), "step 1 of the end has priority"
    t.nobody()
    assert (t.s.phase, t.s.active, t.player("Beto").life) == ("start", 1, 2), "nobody was asked in between"
    assert t.player("Ana").loot == 10
    assert t.player("Beto").ready, "the recharge is done as well"


@pytest.mark.rule("FS-41")
def test_the_turn_begins_by_recharging_all_your_items_and_your_character() -> None:
    """FS-41, L139: recharge all "tus objetos y tu carta de personaje", nobody else's."""
    t = table(every=True).names("Beto", "Cola", use="activated")
    t.uses("Beto", "Yum Heart").nobody().uses("Beto", "Cola").nobody()
    t.plays("Ana").nobody().plays("Ana").nobody()
    assert (t.player("Ana").ready, t.player("Beto").ready) == (False, False)
    t.next_turn()
    assert "FS-41" in t.ruled
    assert t.player("Beto").ready
    assert [t.item("Beto", item).ready for item in ("Yum Heart", "Cola")] == [True, True]
    assert t.player("Ana").ready is False


@pytest.mark.rule("FS-42")
def test_start_of_turn_effects_go_on_the_stack_before_the_turns_loot() -> None:
    """FS-42, L140: start-of-turn effects trigger and are added to the stack."""
    t = table(*THREE, every=True).names("Beto", "Sack", when="start").names("Cira", "Purse", when="start")
    start_of_beto(t)
    assert [(item.kind, item.name, item.seat) for item in t.s.stack.items] == [("triggered", "Sack", 1)]
    assert t.holder == "Beto"
    t.plays("Cira").nobody().nobody()
    assert t.player("Beto").loot == 3, "the turn's loot comes after it"


@pytest.mark.rule("FS-43")
def test_the_turns_loot_waits_on_the_stack_and_can_be_answered() -> None:
    """FS-43, L141: "Saquea 1" goes on the stack; the card is taken as it resolves."""
    t = start_of_beto(table(every=True)).nobody()
    assert (t.stack, t.player("Beto").loot, t.holder) == (["loot_1"], 3, "Beto")
    assert t.copy().nobody().player("Beto").loot == 4
    t.plays("Ana", t.on_top("cancel")).nobody()
    assert (t.stack, t.player("Beto").loot) == ([], 3)


@pytest.mark.rule("FS-44")
def test_the_actions_come_in_any_order_or_not_at_all_with_one_loot_card() -> None:
    """FS-44, L145, L147: any or all of them in any order; "juega 1 carta de botín"."""
    t = table(every=True).by_hand("Ana", "cents", 10)
    t.copy().ends_turn()
    for order in ("loot buy attack", "attack loot buy", "buy attack loot"):
        u = t.copy()
        for action in order.split():
            match action:
                case "loot":
                    u.plays("Ana").nobody()
                case "buy":
                    u.do(Bought("deck")).nobody()
                case _:
                    u.attacks("clotty").nobody().triggers("Ana", u.plain("leave")).nobody()
        assert (u.s.phase, u.stack, u.s.combat) == ("action", [], 0)
    t.plays("Ana")
    assert t.refuses(t.loot("Ana", "play")) == "FS-44"
    t.nobody()
    assert t.refuses(t.loot("Ana", "play")) == "FS-44"


@pytest.mark.rule("FS-45")
def test_turning_the_character_gives_one_more_loot_card_also_on_other_turns() -> None:
    """FS-45, L147: activate your character for another loot card, even on your opponents' turns."""
    t = table(every=True).plays("Ana").nobody()
    t.do(t.loot("Ana", "tap"))
    assert (t.stack, t.player("Ana").ready) == (["loot"], False)
    t.nobody()
    assert t.refuses(t.loot("Ana", "tap")) == t.refuses(t.loot("Beto", "tap")) == "FS-45", "they lie sideways"
    assert t.play("Ana").how == "free", "only another effect allows one more"
    t = start_of_beto(table(every=True))
    t.is_turn_of("Ana").do(t.loot("Ana", "tap"))
    assert (t.stack, t.player("Ana").ready, "FS-45" in t.ruled) == (["loot"], False, True)


@pytest.mark.rule("FS-48")
def test_end_of_turn_effects_go_on_the_stack_and_can_be_answered() -> None:
    """FS-48, L153: end-of-turn effects trigger and are added to the stack."""
    t = table(every=True).names("Ana", "Sack", when="end")
    t.triggers("Ana", t.to("Beto", "damage", 1)).nobody().ends_turn()
    while t.step == "order_together":
        t.usual()
    assert (t.s.phase, t.holder) == ("end", "Ana")
    assert "Sack" in [item.name for item in t.s.stack.items]
    t.copy().plays("Beto")
    assert t.player("Beto").life == 1, "nobody has healed yet"


@pytest.mark.rule("FS-49")
def test_the_end_phase_heals_every_player_and_monster_also_the_dead() -> None:
    """FS-49, L154: heal all players, those who died this turn too, and the monsters, to full life."""
    t = table(*THREE, every=True, monsters=("monstro", "clotty"))
    t.triggers("Ana", t.to("Beto", "kill"), t.to("Cira", "damage", 1), t.to("monstro", "damage", 3)).all_pass()
    assert [player.life for player in t.s.players] == [2, 0, 1]
    assert t.monster("monstro").life == 1
    t.ends_turn().nobody()
    assert [player.life for player in t.s.players] == [2, 2, 2]
    assert (t.monster("monstro").life, t.player("Beto").is_dead) == (4, False)
    assert t.ruled.count("FS-49") == 3, "one note for each who was hurt"


@pytest.mark.rule("FS-50")
def test_what_lasts_until_the_end_of_the_turn_ends_with_it() -> None:
    """FS-50, L155: any effect that lasts until the end of the turn is over."""
    t = table(every=True)
    t.plays("Ana", t.to("Beto", "attack", 2), t.to("clotty", "evasion", 1), t.to("Ana", "health", 1)).nobody()
    assert (t.player("Beto").attack, t.monster("clotty").evasion, t.player("Ana").full) == (3, 4, 3)
    t.ends_turn()
    assert t.player("Beto").attack == 3, "it lasts through the effects of the end of the turn"
    t.nobody()
    assert (t.player("Beto").attack, t.monster("clotty").evasion) == (1, 3)
    assert (t.player("Ana").full, t.player("Ana").life) == (2, 2)


@pytest.mark.rule("FS-49", "FS-50", "FS-51")
def test_the_steps_of_the_end_phase_are_told_in_their_order() -> None:
    """FS-49 … FS-52, L154-157: heal, end what lasts, discard down to ten, pass the turn; each has a note."""
    t = table().by_hand("Ana", "loot", 8).by_hand("Ana", "life", -1).ends_turn()
    steps = [rule for rule in t.ruled if rule in ("FS-49", "FS-50", "FS-51", "FS-52")]
    assert list(dict.fromkeys(steps)) == ["FS-49", "FS-50", "FS-51", "FS-52"]


@pytest.mark.rule("FS-51")
@pytest.mark.parametrize(("hand", "kept"), [(14, 10), (11, 10), (10, 10), (9, 9)])
def test_the_active_player_discards_down_to_ten_loot_cards(hand: int, kept: int) -> None:
    """FS-51, L156: "si tienes más de 10 cartas", discard until you have 10."""
    t = table(every=True).by_hand("Ana", "loot", hand - 4).by_hand("Beto", "loot", 10)
    t.ends_turn()
    assert t.player("Ana").loot == hand
    t.nobody()
    assert (t.player("Ana").loot, t.player("Beto").loot) == (kept, 13), "it is Ana's turn that ends"
    assert ("FS-51" in t.ruled) is (hand > kept)


@pytest.mark.rule("FS-52")
def test_the_turn_passes_to_the_player_on_the_left() -> None:
    """FS-52, L157: pass the turn to the player on your left, round the table."""
    t = of("isaac", "maggy", "judas")
    order = []
    for _ in range(4):
        order.append(t.s.seats[t.s.active])
        t.ends_turn()
    assert order == ["Ana", "Beto", "Cira", "Ana"]


@pytest.mark.rule("FS-52")
def test_a_skipped_turn_counts_as_taken() -> None:
    """FS-52, L157: nothing of a skipped turn happens, the next player has theirs, and the one after it is played."""
    t = table(*THREE)
    t.plays("Beto").nobody().plays("Ana", t.to("Beto", "skip_turn")).nobody()
    before = t.player("Beto")
    after = t.ends_turn().player("Beto")
    assert t.s.seats[t.s.active] == "Cira"
    assert (after.ready, after.loot, after.skips) == (before.ready, before.loot, 0)
    while t.s.seats[t.s.active] != "Beto":
        t.ends_turn()
    assert t.player("Beto").ready


@pytest.mark.rule("FS-52")
def test_as_many_turns_are_skipped_as_effects_say() -> None:
    """FS-52, L157: two effects skip two turns, one each time round; with all skipped it is Ana's turn again."""
    t = table(*THREE)
    t.plays("Ana", t.to("Beto", "skip_turn"), t.to("Cira", "skip_turn"), t.to("Beto", "skip_turn")).nobody()
    assert (t.ends_turn().s.active, t.player("Beto").skips) == (0, 1)
    assert (t.ends_turn().s.active, t.player("Beto").skips) == (2, 0)


@pytest.mark.rule("FS-53")
def test_an_ended_turn_cancels_combat_and_first_resolves_what_waits() -> None:
    """FS-53, L135: jump to step 1 of the end; combat is cancelled, the rest of the stack resolves before it."""
    t = table(every=True).attacks("clotty").nobody().nobody().rolls(1)
    t.plays("Beto", t.to("Ana", "cents", 2), card="gift").triggers("Ana", t.plain("end_turn"))
    assert t.stack == ["triggered", "loot", "roll"]
    t.nobody()
    assert (t.stack, t.s.combat, t.s.phase) == (["loot"], 0, "action"), "the attack roll has gone with the fight"
    assert t.refuses(Attacked(t.monster("fly").id)) in ("FS-35", "FS-53", "FS-67")
    t.nobody()
    assert (t.player("Ana").cents, t.s.phase, t.s.active) == (5, "end", 0)
    t.triggers("Beto", t.plain("end_turn")).nobody()
    assert (t.s.phase, t.s.active) == ("end", 0), "it is there already"
    assert t.offers(Passed)


@pytest.mark.rule("FS-53")
def test_a_turn_ended_at_its_start_has_no_actions() -> None:
    """FS-53, L135: the rest of the stack, the turn's loot, resolves; then comes step 1 of the end."""
    t = start_of_beto(table(every=True)).nobody()
    t.triggers("Ana", t.plain("end_turn")).nobody()
    assert t.stack == ["loot_1"]
    assert t.nobody().s.phase == "end"
