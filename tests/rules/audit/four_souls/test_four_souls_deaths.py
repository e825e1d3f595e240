"""Four Souls, audit of deaths, slots and decks (FS-82 … FS-98): each test from one sentence of the rules text."""

import pytest

from rules.four_souls.model.events import Attacked, Parted, Passed, Played, Rebuilt, Revealed, SlotAdded
from rules.four_souls.model.stack_item import Item
from rules.four_souls.stack.effect_actions import apply_effects
from tests.support.games.four_souls import Effect, FourSoulsTable, Target, table

THREE = ("Ana", "Beto", "Cira")


def killing(name: str, *names: str, **rulings: str) -> FourSoulsTable:
    """A table on which that player's death has just gone on the stack."""
    t = table(*(names or THREE), every=True, **rulings)
    return t.triggers("Ana", t.to(name, "kill")).nobody()


# --- players -----------------------------------------------------------------------------------------------------


@pytest.mark.rule("FS-82")
def test_a_death_goes_on_the_stack_and_the_active_player_receives_priority() -> None:
    """FS-82, L213: at 0 life, or killed by an effect; the death waits and the active player has priority."""
    for harm in (("damage", 2), ("damage", 5), ("kill", 0)):
        t = table(*THREE, every=True).passes("Ana")
        t.plays("Beto", t.to("Beto", harm[0], harm[1])).nobody()
        assert (t.stack, t.holder, t.player("Beto").cents) == (["player_death"], "Ana", 3)
        t.copy().plays("Cira", card="answer")
    t = table(every=True)
    t.plays("Beto", t.to("Beto", "damage", 1)).nobody()
    assert t.stack == [], "with 1 life left nobody dies"


@pytest.mark.rule("FS-82", "FS-90")
def test_healing_in_response_does_not_undo_a_death() -> None:
    """FS-82, L213, L232: who is at 0 life dies unless the death is prevented; Holy Dinga's healing is no prevention."""
    t = table(monsters=("holy-dinga", "fly"))
    t.plays("Beto", t.to("Ana", "damage", 2), kind="activated").nobody()
    assert t.refuses(t.play("Ana", t.to("Ana", "heal", 1))).startswith("FS-")
    t.triggers("Ana", Effect("roll")).nobody().rolls(6).nobody().tells()
    assert "Ana cannot be healed" in t.note_texts
    assert (t.stack, t.player("Ana").life) == (["player_death"], 0)
    assert (t.nobody().player("Ana").cents, t.s.active) == (2, 1)


@pytest.mark.rule("FS-82")
def test_an_effect_that_hurts_and_heals_does_not_save() -> None:
    """FS-82, L213: a player dies when their life drops to 0, also if the same card heals them after."""
    t = table()
    t.plays("Beto", t.to("Ana", "damage", 2), t.to("Ana", "heal", 1), kind="activated").nobody()
    assert (t.stack, t.player("Ana").life) == (["player_death"], 0)
    assert "Ana cannot be healed" in t.note_texts


@pytest.mark.rule("FS-83")
def test_the_dead_first_discard_all_their_own_curses() -> None:
    """FS-83, L215: the player first discards any curse that afflicts them."""
    t = table(*THREE, every=True)
    for name in ("Beto", "Beto", "Cira"):
        t.triggers("Ana", t.to(name, "curse")).nobody()
    t.triggers("Ana", t.to("Beto", "kill")).nobody()
    assert len(t.player("Beto").curses) == 2
    t.nobody()
    assert t.ruled.index("FS-82") < t.ruled.index("FS-83")
    assert (t.stack, t.player("Beto").curses) == (["penalty"], ()), "before the penalty"
    assert len(t.player("Cira").curses) == 1


@pytest.mark.rule("FS-84")
def test_the_penalty_goes_on_the_stack_as_the_death_resolves() -> None:
    """FS-84, L216: "la penalización de muerte se pone en la pila"."""
    t = killing("Beto").nobody()
    assert (t.stack, t.holder) == (["penalty"], "Ana")
    assert (t.player("Beto").cents, t.player("Beto").loot) == (3, 3), "nothing is paid yet"
    t.copy().plays("Cira", card="answer")


@pytest.mark.rule("FS-85")
def test_effects_before_the_penalty_go_above_it() -> None:
    """FS-85, L217-218: what happens "antes de pagar la penalización" joins the stack; then active player's priority."""
    t = table(*THREE, every=True).names("Beto", "Amulet", when="death")
    t.triggers("Ana", t.to("Beto", "kill")).nobody().nobody()
    assert ([item.name or item.kind for item in t.s.stack.items], t.holder) == (["penalty", "Amulet"], "Ana")


@pytest.mark.rule("FS-86")
def test_the_penalty_takes_a_loot_a_cent_and_an_item_and_turns_everything_sideways() -> None:
    """FS-86, L222-225: discard 1 loot, lose 1¢, destroy a non-eternal item, deactivate items and character."""
    t = table(*THREE, every=True).names("Beto", "Cola", use="activated").names("Beto", "Horn")
    t.goes_to("FS-52").nobody().nobody().nobody()
    assert (t.s.active, t.s.phase, t.player("Beto").ready, t.player("Beto").loot) == (1, "action", True, 4)
    t.triggers("Ana", t.to("Beto", "kill")).nobody().nobody().nobody()
    assert (t.who, t.player("Beto").loot, t.player("Beto").cents) == ("Beto", 3, 2)
    eternal = t.item("Beto", "Yum Heart").id
    assert t.refuses(Parted(eternal)) in ("FS-22", "FS-86"), "an eternal item is not destroyed"
    assert t.refuses(Parted(t.item("Ana", "The D6").id)) == "FS-86", "nor somebody else's"
    t.do(Parted(t.item("Beto", "Horn").id))
    assert (t.has("Beto", "Horn"), t.player("Beto").treasures) == (False, 1)
    assert (t.player("Beto").ready, t.item("Beto", "Cola").ready, t.item("Beto", "Yum Heart").ready) == (False,) * 3
    assert [player.loot for player in t.s.players] == [4, 3, 3]


@pytest.mark.rule("FS-87")
def test_the_death_of_the_active_player_ends_their_turn() -> None:
    """FS-87, L226: the turn goes to the beginning of the end phase; anybody else's death does not end it."""
    assert killing("Beto").all_pass().s.phase == "action"
    t = killing("Ana")
    assert t.s.phase == "action"
    t.nobody()
    assert t.s.phase == "action", "the penalty is paid first"
    t.nobody()
    assert (t.s.phase, t.s.active) == ("end", 0)
    assert not t.offers(Attacked)


@pytest.mark.rule("FS-88")
def test_a_player_dies_once_a_turn_and_is_healed_in_the_next_end_phase() -> None:
    """FS-88, L228: "solo puede morir una vez por turno"; once in each of several turns is possible."""
    t = killing("Beto")
    t.triggers("Ana", t.to("Beto", "kill")).nobody()
    assert t.stack == ["player_death"], "one death, although killed twice"
    t.all_pass()
    t.triggers("Ana", Effect("damage", Target("everyone"), 1)).all_pass()
    assert (t.player("Beto").cents, t.player("Beto").life) == (2, 0), "no second death this turn"
    t.ends_turn().nobody()
    assert (t.s.active, t.player("Beto").life) == (1, 2)
    t.triggers("Ana", t.to("Beto", "kill")).all_pass()
    assert t.player("Beto").cents == 1, "another turn, another death"


@pytest.mark.rule("FS-88")
def test_effects_do_not_heal_the_dead() -> None:
    """FS-88, L228: who died heals at the end phase; Holy Dinga does not make them stand up before."""
    t = table(*THREE, monsters=("holy-dinga", "fly"))
    t.plays("Ana", t.to("Beto", "kill"), kind="activated").nobody().nobody()
    assert t.refuses(t.play("Ana", t.to("Beto", "heal", 1), kind="activated")).startswith("FS-")
    t.triggers("Beto", Effect("roll")).nobody().rolls(6).nobody().tells()
    assert (t.player("Beto").life, t.player("Beto").is_dead) == (0, True)
    t.ends_turn()
    assert (t.player("Beto").life, t.player("Beto").doom) == (2, "none")


@pytest.mark.rule("FS-89")
def test_nobody_chooses_to_harm_the_dead() -> None:
    """FS-89, L230: one cannot choose to damage a dead player; unchosen damage is possible; life never below 0."""
    t = killing("Beto").all_pass()
    assert t.player("Beto").is_dead
    assert t.refuses(t.loot("Ana", "play", t.to("Beto", "damage", 1))) == "FS-89"
    t.refuses(Played(2, "triggered", "", (t.to("Beto", "damage", 1),)))
    t.plays("Ana", Effect("damage", Target("everyone"), 1)).all_pass()
    assert [player.life for player in t.s.players] == [1, 0, 1]
    t = table(*THREE, every=True)
    t.triggers("Ana", t.to("Cira", "damage", 9)).nobody()
    assert t.player("Cira").life == 0


@pytest.mark.rule("FS-89")
def test_the_dead_are_hurt_by_damage_that_nobody_aims() -> None:
    """FS-89, L230: "es posible para ellos recibir daño" where the target is not chosen: it sets off effects."""
    t = killing("Beto").all_pass().names("Beto", "Fetus", when="hurt")
    t.triggers("Ana", Effect("damage", Target("everyone"), 1)).nobody()
    assert [item.name for item in t.s.stack.items] == ["Fetus"]


@pytest.mark.rule("FS-90")
def test_a_prevented_death_gives_back_the_life_before_the_blow() -> None:
    """FS-90, L232: life returns to what it was before the lethal damage, or before dying by an effect."""
    for wounds, blow, life in ((0, 2, 2), (1, 1, 1), (1, 5, 1), (0, 0, 2), (1, 0, 1)):
        t = table(*THREE, every=True)
        if wounds:
            t.triggers("Ana", t.to("Beto", "damage", wounds)).nobody()
        t.triggers("Ana", t.to("Beto", "damage", blow) if blow else t.to("Beto", "kill")).nobody()
        assert (t.stack, t.player("Beto").life) == (["player_death"], 0)
        t.plays("Cira", t.on_top("prevent")).nobody()
        assert (t.stack, t.player("Beto").life, t.player("Beto").cents) == ([], life, 3)
        assert (t.player("Beto").doom, "FS-90" in t.ruled) == ("none", True)


@pytest.mark.rule("FS-90")
def test_a_death_whose_life_is_put_back_by_hand_does_not_happen() -> None:
    """FS-90, L232: the table is right: a life corrected by hand takes the death from the stack."""
    t = killing("Ana").by_hand("Ana", "life", 1)
    assert (t.stack, t.player("Ana").doom, "FS-90" in t.ruled) == ([], "none", True)


@pytest.mark.rule("FS-91")
def test_empty_slots_of_a_dead_active_player_are_refilled_as_the_end_phase_begins() -> None:
    """FS-91, L234, L255: refilled before the turn can end; other cards are played by the dead player as usual."""
    t = table(every=True, monsters=("fly", "clotty"))
    t.triggers("Beto", t.to("Ana", "kill"), t.to("fly", "kill")).nobody().all_pass()
    assert (t.s.phase, t.s.active, t.asked.rule) == ("end", 0, "FS-95")
    t.turns_up_other(t.to("Ana", "cents", 5), name="Gold Chest")
    assert (t.stack[0], t.s.seats[t.top.seat]) == ("non_monster", "Ana")
    cents = t.player("Ana").cents
    t.nobody()
    assert (t.player("Ana").cents, t.player("Ana").is_dead) == (cents + 5, True)
    t.turns_up("dip").all_pass()
    assert (t.s.active, t.s.phase, t.stack) == (0, "end", [])
    assert len(t.s.monsters) == 2


# --- monsters, slots and decks -----------------------------------------------------------------------------------


@pytest.mark.rule("FS-92")
def test_a_monsters_death_goes_on_the_stack() -> None:
    """FS-92, L238-240: at 0 life or beaten by an effect; its death waits, priority is the active player's."""
    for harm in (("damage", 2), ("damage", 7), ("kill", 0)):
        t = table(*THREE, every=True).passes("Ana")
        t.plays("Beto", t.to("clotty", harm[0], harm[1])).nobody()
        assert (t.stack, t.holder, t.monster("clotty").life) == (["monster_death"], "Ana", 0)
        assert t.player("Ana").cents == 3


@pytest.mark.rule("FS-92")
def test_healing_does_not_undo_a_monsters_death() -> None:
    """FS-92, L238: at 0 life the death is on the stack; healing is not offered and would change nothing."""
    t = table().triggers("Ana", table().to("clotty", "damage", 2)).nobody()
    healing = t.to("clotty", "heal", 1)
    assert t.refuses(t.play("Beto", healing, kind="triggered")).startswith("FS-")
    t.change(apply_effects, Item(0, "triggered", 0, effects=(healing,)))
    assert (t.monster("clotty").life, t.stack) == (0, ["monster_death"])


@pytest.mark.rule("FS-93")
def test_the_dead_monsters_card_rewards_and_effects_go_on_the_stack_in_this_order() -> None:
    """FS-93, L241: the card, then its rewards, and last what it does on dying; the active player has priority."""
    t = table(*THREE, every=True, monsters=("boom-fly", "clotty"))
    t.plays("Beto", t.to("boom-fly", "kill")).nobody().nobody()
    assert (t.stack, t.holder) == (["triggered", "rewards", "monster_card"], "Ana")
    assert t.player("Ana").cents == 3
    t.nobody()
    assert [player.life for player in t.s.players] == [1, 1, 1]
    t.nobody()
    assert (t.player("Ana").cents, t.stack, "FS-74" in t.ruled) == (7, ["monster_card"], True)


@pytest.mark.rule("FS-19", "FS-94")
def test_a_boss_becomes_a_soul_a_basic_is_discarded_and_the_slot_is_refilled() -> None:
    """FS-19, FS-94, L69-70, L242: the active player gains a boss's card as a soul; an empty slot has to be refilled."""
    for monster, souls in (("monstro", 1), ("pale-fatty", 0)):
        t = table(*THREE, every=True, monsters=(monster, "clotty"))
        t.plays("Cira", t.to(monster, "kill")).nobody().nobody().nobody()
        assert t.stack == ["monster_card"]
        assert [player.soul_count for player in t.s.players] == [0, 0, 0]
        t.nobody()
        assert ([player.soul_count for player in t.s.players], "FS-94" in t.ruled) == ([souls, 0, 0], True)
        assert [card.name.lower() for card in t.player("Ana").souls] == [monster] * souls
        assert (t.there(monster), t.stack, t.top.slot) == (False, ["refill"], 0)


@pytest.mark.rule("FS-18", "FS-95")
def test_a_refill_waits_then_turns_up_cards_until_a_monster_stays() -> None:
    """FS-18, FS-95, L63, L248-251: on the stack; revealed as it resolves; another card is played, and so again."""
    t = table(*THREE, every=True)
    t.plays("Beto", t.to("fly", "kill"))
    while t.stack != ["refill"]:
        t.nobody()
    assert t.holder == "Ana"
    t.copy().plays("Cira", card="answer")
    t.nobody()
    for _ in range(2):
        assert (t.offers(Revealed), t.stack) == (True, [])
        t.turns_up_other(t.to("Cira", "cents", 1), name="Chest")
        assert (t.stack, t.holder, t.top.seat) == (["non_monster"], "Ana", 0)
        t.nobody()
    t.turns_up("dip")
    assert (t.s.slots[0], t.stack, t.step) == (t.monster("dip"), [], "priority")
    assert t.player("Cira").cents == 5


@pytest.mark.rule("FS-94", "FS-95")
def test_a_slot_is_refilled_while_the_card_of_another_monster_of_it_waits() -> None:
    """FS-94, L242: "si una casilla de monstruo activo está ahora vacía", it is refilled, whatever waits below."""
    t = table(monsters=("fatty", "fly"), every=True).attacks_deck().nobody().turns_up("dip").places(0)
    t.triggers("Ana", t.to("dip", "kill")).nobody().nobody()
    assert (t.stack, t.there("fatty")) == (["rewards", "monster_card"], True)
    t.triggers("Ana", t.to("fatty", "kill")).nobody().nobody().nobody().nobody()
    assert t.stack == ["refill", "rewards", "monster_card"]
    t.nobody().turns_up("clotty").nobody().nobody()
    assert (t.stack, [m.card.id for m in t.s.monsters]) == ([], ["clotty", "fly"])


@pytest.mark.rule("FS-96")
def test_a_turn_does_not_end_before_every_slot_is_refilled() -> None:
    """FS-96, L255: "el turno de un jugador no puede terminar hasta que todas las casillas sean repuestas"."""
    t = table(*THREE, every=True).runs(slots=(None, None)).ends_turn().usual()
    for card in ("dip", "fly"):
        assert t.s.active == 0
        t.all_pass()
        assert t.offers(Revealed)
        assert t.refuses(Passed((0, 1, 2), 0)) in ("FS-95", "FS-96")
        t.turns_up(card)
    t.all_pass()
    assert t.s.active == 0
    t.nobody()
    assert (t.s.active, len(t.s.monsters)) == (1, 2)


@pytest.mark.rule("FS-97")
@pytest.mark.parametrize("deck", ["monsters", "loot", "treasure"])
def test_a_deck_that_runs_out_is_rebuilt_at_once_without_the_stack(deck: str) -> None:
    """FS-97, L181, L257: its discard is shuffled at once, also in the middle of an effect; no stack."""
    t = table(every=True)
    rolling, revealing = t.copy().attacks("fly").nobody().nobody(), t.copy().attacks_deck().nobody()
    for moment in (t.copy(), t.copy().plays("Ana"), t.copy().plays("Ana").passes("Ana"), rolling, revealing):
        before = (moment.stack, moment.s.stack.passed, moment.asks, moment.holder, moment.numbers)
        moment.do(Rebuilt(deck))
        assert (moment.stack, moment.s.stack.passed, moment.asks, moment.holder, moment.numbers) == before
        assert "FS-97" in moment.ruled


@pytest.mark.rule("FS-98")
def test_slots_are_added_for_the_rest_of_the_game_without_a_limit() -> None:
    """FS-98, L261: the change lasts; new slots are refilled like the others; there is no limit."""
    t = table(every=True)
    for card in ("dip", "spider", "trite", "leech", "horf", "dinga"):
        t.triggers("Ana", t.plain("monster_slot")).nobody()
        assert t.stack == ["refill"]
        t.nobody().turns_up(card)
    assert len(t.s.monsters) == 8
    t.triggers("Ana", t.plain("shop_slot")).nobody()
    assert t.stack == ["shop_refill"]
    t.nobody()
    assert len(t.s.shop) == 3
    t.goes_to("FS-52")
    assert (len(t.s.slots), len(t.s.shop)) == (8, 3), "another turn does not end it"
    t.triggers("Ana", t.to("dip", "kill")).all_pass()
    assert t.offers(Revealed)
    assert t.do(SlotAdded("shop")).s.shop[3:] == ("",), "and again by hand"
