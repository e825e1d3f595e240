"""FS-11 … FS-17, FS-22, FS-101, FS-103, FS-112 … FS-114, FS-117: items come, are used, go off, and go."""

import pytest
from four_souls import Effect, Table, Target, table

from rules.engine import Adjusted, Name
from rules.four_souls.event import Bought, Brought, Measured, Named, Parted, Played, Rebuilt, Stocked, Unnamed
from rules.four_souls.game import GAME
from rules.four_souls.view import view

rule = pytest.mark.rule


def of(*characters: str, **rulings: str) -> Table:
    """The first player's action phase, everybody being who is named; the monsters are Fly and Clotty."""
    names = ("Ana", "Beto", "Cira", "Dani")[: len(characters)]
    t = Table(*names, rulings=rulings).chooses(**dict(zip(names, characters, strict=True)))
    while t.step != "saddest":
        t.do(next(c.event for c in t.asked.choices if c.role == "usual"))
    return t.saddest("Ana").turns_up("fly").turns_up("clotty")


# --- starting items ----------------------------------------------------------------------------------------------


@rule("FS-08", "FS-22")
def test_everybody_starts_with_their_eternal_item_upright() -> None:
    """It has the data of its card, and does not count among the items that can be lost."""
    t = table()
    d6, heart = t.item("Ana", "d6"), t.item("Beto", "yum-heart")
    assert (d6.ready, d6.eternal, d6.activated, heart.eternal) == (True, True, True, True)
    assert (t.player("Ana").treasures, t.player("Ana").nameless) == (0, 0)


@rule("FS-22")
def test_nothing_destroys_or_takes_an_eternal_item() -> None:
    """No chip aims at it, the penalty leaves it, and an effect on it comes to nothing."""
    t = table()
    heart = Target("owned", t.item("Beto", "yum-heart").id)
    for kind in ("destroy", "steal"):
        assert t.refuses(t.play("Ana", Effect(kind, heart))).startswith("FS-")
    t.plays("Ana", t.to("Beto", "kill")).nobody().nobody()
    assert t.has("Beto", "yum-heart")


@rule("FS-07", "FS-22")
def test_edens_item_is_asked_once_and_eternal() -> None:
    """Named or left out; left out it can be named later, as an eternal one."""
    t = Table("Ana", "Beto").chooses(Ana="eden", Beto="cain")
    assert (t.step, t.asked.seats) == ("bring_item", (0,))
    t.do(Brought(0, "The Chest"))
    assert (t.item("Ana", "the-chest").eternal, t.step) == (True, "reveal")
    late = of("eden", "isaac")
    assert late.s.players[0].items == ()
    late.do(Named(0, -1, "Brújula"))
    assert (late.item("Ana", "Brújula").eternal, late.player("Ana").treasures) == (True, 0)


@rule("FS-07")
def test_the_losts_numbers_are_asked_once() -> None:
    """The usual ones with one tap, or those that are printed on the table's card."""
    t = Table("Ana", "Beto").chooses(Ana="the-lost", Beto="cain")
    assert t.asked.choices[0].event == Measured(0, 2, 1)
    t.measures("Ana", 1, 2)
    lost = t.player("Ana")
    assert (lost.life, lost.full, lost.before, lost.attack) == (1, 1, 1, 2)
    assert t.refuses(Measured(0, 1, 2)) == "FS-05"


# --- activated ---------------------------------------------------------------------------------------------------


@rule("FS-12", "FS-34")
def test_an_item_is_turned_sideways_as_it_is_played_and_not_again() -> None:
    """Maggy answers with Yum Heart; until it is recharged she cannot do it again."""
    t = table()
    shield = t.to("Ana", "shield", 1)
    t.uses("Beto", "yum-heart", shield)
    assert (t.stack, t.top.name, t.holder) == (["activated"], "yum-heart", "Beto")
    assert not t.item("Beto", "yum-heart").ready
    assert t.refuses(t.use("Beto", "yum-heart", shield)) == "FS-12"
    t.nobody()
    assert t.player("Ana").shield == 1


@rule("FS-12")
def test_an_item_may_be_turned_sideways_without_being_used() -> None:
    """Ana's card turns Yum Heart: Beto cannot answer with it."""
    t = table().plays("Ana", Effect("deactivate", Target("owned", -2))).nobody()
    assert (t.item("Beto", "yum-heart").ready, t.item("Beto", "yum-heart").used) == (False, False)
    assert t.refuses(t.use("Beto", "yum-heart", t.to("Ana", "shield", 1))) == "FS-12"


@rule("FS-12")
def test_what_it_did_is_offered_again_in_one_tap() -> None:
    """Yum Heart on its owner; when it is upright again the same is offered, aimed at the owner."""
    t = table().uses("Beto", "yum-heart", table().to("Beto", "shield", 1)).nobody().ends_turn()
    assert t.item("Beto", "yum-heart").ready
    again = t.use("Beto", "yum-heart", t.to("Beto", "shield", 1))
    assert again in t.offered
    assert t.use("Beto", "yum-heart", t.to("Ana", "shield", 1)) not in t.offered


@rule("FS-12", "FS-57")
def test_an_item_of_the_data_is_offered_where_its_target_is_clear() -> None:
    """The D6 rerolls the roll on the stack, the Book of Belial adds or subtracts one: one tap each."""
    t = of("isaac", "judas").attacks("clotty")
    assert not any(isinstance(event, Played) and event.item for event in t.offered)
    t.rolls(2)
    more, less = (t.use("Beto", "book-of-belial", t.on_top("modify", by)) for by in (1, -1))
    assert {more, less, t.use("Ana", "d6", t.on_top("reroll"))} <= set(t.offered)
    t.do(more).nobody()
    assert t.s.result(t.top) == 3


@rule("FS-12")
def test_a_pad_begins_with_what_the_item_is_known_to_do() -> None:
    """Blood Lust gives attack; to whom, a thumb says."""
    t = of("samson", "isaac")
    choice = next(c for c in t.asked.choices if c.event == Played(0, "activated", item=-1))
    assert choice.does.holes[0].of[0].value.kind == "attack"
    t.uses("Ana", "blood-lust", t.to("Ana", "attack", 1)).nobody()
    assert t.player("Ana").attack == 2
    t.ends_turn()
    assert t.player("Ana").attack == 1


@rule("FS-12")
def test_what_has_nothing_to_follow_asks_for_nothing() -> None:
    """Sleight of Hand is one tap, without a pad."""
    t = of("lilith", "isaac", **{"FS-A1": "resolve"})
    assert t.use("Ana", "incubus") in t.offered
    assert t.uses("Ana", "incubus").nobody().step == "priority"
    t = Table("Ana", "Beto").chooses(Ana="cain", Beto="isaac").turns_up("fly").turns_up("clotty")
    assert t.use("Ana", "sleight-of-hand") in t.offered


@rule("FS-12", "FS-41")
def test_everything_of_the_active_player_is_recharged_as_their_turn_starts() -> None:
    """The other player's stays sideways."""
    t = table().uses("Ana", "d6").nobody().uses("Beto", "yum-heart").nobody()
    t.plays("Ana", Effect("recharge", Target("seat", 0))).nobody()
    assert (t.item("Ana", "d6").ready, t.item("Beto", "yum-heart").ready) == (True, False)
    t.ends_turn()
    assert t.item("Beto", "yum-heart").ready


@rule("FS-48")
def test_an_item_recharges_itself_at_the_end_of_its_owners_turn() -> None:
    """The D6 used in Ana's turn is upright in Beto's; used in Beto's it is not at the end of his."""
    t = table("Ana", "Beto", "Cira").uses("Ana", "d6").nobody().ends_turn()
    assert t.item("Ana", "d6").ready
    t.uses("Ana", "d6").nobody().ends_turn()
    assert (t.s.active, t.item("Ana", "d6").ready) == (2, False)


@rule("FS-12", "FS-48")
def test_an_upright_item_that_only_recharges_itself_puts_nothing_on_the_stack() -> None:
    """Every window is asked, and at the end of the turn there is none for the D6."""
    t = table(every=True).ends_turn()
    assert (t.s.phase, t.stack) == ("end", [])
    t = table(every=True).uses("Ana", "d6").nobody().ends_turn()
    assert (t.s.phase, t.stack, t.top.source) == ("end", ["triggered"], -1)


@rule("FS-12")
def test_forever_alone_recharges_when_its_owner_is_hurt() -> None:
    """Damage to another does not."""
    t = of("blue-baby", "isaac").uses("Ana", "forever-alone").nobody()
    t.plays("Beto", t.to("Beto", "damage", 1), kind="activated").nobody()
    assert not t.item("Ana", "forever-alone").ready
    t.plays("Beto", t.to("Ana", "damage", 1), kind="activated").nobody()
    assert t.item("Ana", "forever-alone").ready


@rule("FS-12")
@pytest.mark.parametrize(("once", "later"), [("", True), ("turn", True), ("game", False)])
def test_an_item_may_be_used_once_a_turn_or_once_a_game(once: str, later: bool) -> None:
    """Recharged at once it may be used again only if it knows no such bound; next turn, unless it was for the game."""
    t = table().names("Ana", "Palanca", use="activated", once=once).uses("Ana", "Palanca").nobody()
    t.plays("Ana", Effect("recharge", Target("owned", t.item("Ana", "Palanca").id))).nobody()
    if once:
        assert t.refuses(t.use("Ana", "Palanca")) == "FS-12"
    else:
        t.uses("Ana", "Palanca").nobody()
    t.ends_turn().ends_turn()
    use = t.use("Ana", "Palanca")
    if later:
        assert t.do(use).stack == ["activated"]
    else:
        assert t.refuses(use) == "FS-12"


@rule("FS-12")
def test_an_item_that_is_named_as_it_is_used_keeps_its_name() -> None:
    """Nobody had named it: from now on it lies there by that name, sideways."""
    t = table().by_hand("Ana", "treasures", 1)
    t.plays("Ana", t.to("Ana", "cents", 2), kind="activated", card="Alcancía").nobody().ends_turn().ends_turn()
    assert t.player("Ana").nameless == 0
    assert t.use("Ana", "Alcancía", t.to("Ana", "cents", 2)) in t.offered
    assert t.refuses(Played(0, "activated")) == "FS-12"


# --- paid --------------------------------------------------------------------------------------------------------


@rule("FS-13")
def test_a_paid_effect_is_paid_at_once_and_as_often_as_it_can_be() -> None:
    """Also with the item sideways, and not once more."""
    t = table().names("Ana", "Tragaperras", use="both", cost=1).uses("Ana", "Tragaperras").nobody()
    for left in (2, 1, 0):
        t.uses("Ana", "Tragaperras", t.to("Ana", "loot", 1), cost=1)
        assert t.player("Ana").cents == left
    assert t.stack == ["paid", "paid", "paid"]
    assert t.refuses(t.use("Ana", "Tragaperras", t.to("Ana", "loot", 1), cost=1)) == "FS-13"
    t.nobody().nobody().nobody()
    assert t.player("Ana").loot == 7


@rule("FS-13", "FS-112")
def test_the_bone_gathers_counters_and_ends_as_a_soul() -> None:
    """One counter an activation; its effects cost 1, 2 and 5 of them; the last makes it a soul without abilities."""
    t = of("the-forgotten", "isaac")
    grow = t.use("Ana", "the-bone", Effect("counter", Target("owned", -1), 1))
    assert grow in t.offered
    t.do(grow).nobody()
    assert t.item("Ana", "the-bone").counters == 1
    assert not any(isinstance(e, Played) and e.cost == 2 for e in t.offered)
    t.do(Adjusted("owned.-1.counters", 6))
    t.uses("Ana", "the-bone", t.to("fly", "damage", 1), cost=2)
    assert (t.item("Ana", "the-bone").counters, t.item("Ana", "the-bone").ready) == (5, False)
    soul = t.use("Ana", "the-bone", Effect("become_soul", Target("owned", -1)), cost=5)
    assert soul in t.offered
    t.do(soul)
    assert t.player("Ana").soul_count == 0
    t.nobody()
    assert (t.player("Ana").soul_count, t.has("Ana", "the-bone")) == (1, False)
    assert not any(c.event == Played(0, "activated") for c in t.asked.choices)


@rule("FS-112")
def test_the_bone_discarded_as_a_soul_is_lost_for_good() -> None:
    """It says so; stolen it is not."""
    for thief, told in ((False, True), (True, False)):
        t = of("the-forgotten", "isaac").do(Adjusted("owned.-1.counters", 5))
        t.uses("Ana", "the-bone", Effect("become_soul", Target("owned", -1)), cost=5).nobody()
        t.plays("Beto", t.to("Ana", "steal_soul") if thief else t.to("Ana", "soul", -1), kind="activated").nobody()
        assert ("FS-112" in t.ruled, t.player("Beto").soul_count) == (told, int(thief))


# --- what goes off by itself -------------------------------------------------------------------------------------


@rule("FS-14", "FS-42")
def test_an_item_marked_once_goes_off_ever_after() -> None:
    """As Ana's turn starts it asks what it does; at her next turn the same is one tap."""
    t = table().names("Ana", "Altar", when="start").ends_turn().ends_turn()
    assert (t.step, t.asked.seats, t.s.phase) == ("say", (0,), "start")
    assert t.asked.choices[-1].role == "usual"
    t.tells(t.to("Ana", "cents", 2))
    assert t.player("Ana").cents == 5
    t.ends_turn().ends_turn()
    usual = next(c for c in t.asked.choices if c.role == "usual")
    t.do(usual.event)
    assert t.player("Ana").cents == 7
    t.ends_turn()
    assert t.step == "priority"


@rule("FS-12", "FS-48")
def test_what_an_item_does_as_it_is_used_and_as_it_goes_off_are_remembered_apart() -> None:
    """A lamp that gives a cent and recharges itself at the end of the turn: both are one tap the next time."""
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
    """The Curse, as Eve's turn starts: it is on the stack, and asks nothing."""
    t = of("eve", "isaac", **{"stop.trigger": "on"})
    assert (t.s.phase, t.top.name) == ("start", "the-curse")
    t.nobody()
    assert (t.s.phase, t.step) == ("action", "priority")


@rule("FS-36")
def test_items_of_three_owners_go_on_the_stack_in_turn_order() -> None:
    """A monster dies in Beto's turn: Beto's lies deepest, then Cira's, then Ana's; nobody is asked for an order."""
    t = table("Ana", "Beto", "Cira", **{"stop.trigger": "on"})
    for name in ("Ana", "Beto", "Cira"):
        t.names(name, f"Copa de {name}", when="monster_death", whose="any")
    t.ends_turn()
    t.plays("Beto", t.to("fly", "kill")).nobody().nobody()
    assert [item.seat for item in t.s.stack.items if item.source] == [1, 2, 0]
    assert t.holder == "Beto"


@rule("FS-36", "FS-37")
def test_an_owner_of_two_that_go_off_together_orders_them() -> None:
    """Only that owner is asked, and only because there are two."""
    t = table(**{"stop.trigger": "on"})
    t.names("Beto", "Copa", when="hurt").names("Beto", "Vela", when="hurt")
    t.plays("Ana", t.to("Beto", "damage", 1)).nobody()
    assert (t.step, t.asked.seats) == ("order_together", (1,))
    cup, candle = (item.id for item in t.s.waiting)
    t.orders(candle)
    assert [item.name for item in t.s.stack.items] == ["Vela", "Copa"]
    assert cup == t.top.id


@rule("FS-48")
def test_items_go_off_at_the_end_of_their_owners_turn() -> None:
    """Not at the end of another's."""
    t = table().names("Beto", "Reloj", when="end").ends_turn()
    assert t.step == "priority"
    t.ends_turn()
    assert (t.step, t.s.phase) == ("say", "end")


@rule("FS-85", "FS-86")
def test_before_the_penalty_an_item_lies_above_it_and_after_it_another_goes_off() -> None:
    """Ana's candle burns before she pays; Lazarus gains his treasure after, by himself."""
    t = of("lazarus", "isaac", **{"stop.penalty": "on"}).names("Ana", "Vela", when="death")
    t.by_hand("Ana", "treasures", 1)
    t.plays("Beto", t.to("Ana", "kill"), kind="activated").nobody().nobody()
    assert (t.step, t.stack) == ("say", ["penalty"])
    t.tells().nobody()
    assert t.step == "part"
    t.do(Parted(0))
    assert (t.player("Ana").treasures, t.player("Ana").nameless) == (2, 1)
    assert "say" not in (t.step, t.stack)


@rule("FS-59", "FS-61")
def test_an_item_that_watches_what_counts_lies_above_what_the_roll_leads_to() -> None:
    """On a 5 of its owner: above the combat damage, like what monsters do, and the number can change no more."""
    t = table(**{"stop.trigger": "on"}).names("Ana", "Moneda", when="roll", faces=(5,)).attacks("clotty").rolls(5)
    assert t.stack == ["roll"]
    t.nobody()
    assert t.stack == ["triggered", "damage"]
    t.nobody().tells(t.to("Ana", "cents", 1))
    assert (t.player("Ana").cents, t.stack) == (4, [])


@rule("FS-61", "FS-103")
def test_a_number_on_the_stack_that_has_changed_makes_nothing_of_what_it_set_off() -> None:
    """Sacred Heart turns a 1 into a 6, unless the 1 is a 2 by then."""
    for answered, after in ((False, 6), (True, 2)):
        t = table().names("Ana", "Sacred Heart").rules("stop.trigger", "on").attacks("clotty").rolls(1)
        assert (t.stack, t.top.name) == (["triggered", "roll"], "sacred-heart")
        if answered:
            t.plays("Beto", Effect("modify", Target("item", t.s.stack.items[0].id), 1), kind="activated").nobody()
        t.nobody()
        if answered:
            assert "FS-103" in t.ruled
        else:
            t.do(t.asked.choices[0].event)
        assert (t.stack, t.s.result(t.top)) == (["roll"], after)


@rule("FS-103")
def test_a_reroll_sets_it_off_anew() -> None:
    """The 3 is a 1 now, and Sacred Heart sees it."""
    t = table().names("Beto", "Sacred Heart").rules("stop.trigger", "on").attacks("clotty").rolls(3)
    assert t.stack == ["roll"]
    t.uses("Ana", "d6", t.on_top("reroll")).nobody().rolls(1)
    assert (t.stack, t.top.seat) == (["triggered", "roll"], 1)


@rule("FS-103")
def test_an_item_that_destroys_itself_does_nothing_once_it_has_gone() -> None:
    """The Chaos Card is destroyed in answer: all that it would have done is cancelled."""
    t = table().names("Ana", "Chaos Card")
    card = Target("owned", t.item("Ana", "chaos-card").id)
    t.uses("Ana", "chaos-card", Effect("destroy", card), t.to("fly", "kill"))
    t.plays("Beto", Effect("destroy", card), kind="activated").nobody().nobody()
    assert ("FS-103" in t.ruled, t.monster("fly").life) == (True, 1)
    t = table().names("Ana", "Chaos Card")
    card = Target("owned", t.item("Ana", "chaos-card").id)
    t.uses("Ana", "chaos-card", Effect("destroy", card), t.to("fly", "kill")).nobody()
    assert (t.has("Ana", "chaos-card"), t.monster("fly").life) == (False, 0)


# --- items come and go -------------------------------------------------------------------------------------------


@rule("FS-101")
def test_destroying_an_item_does_not_cancel_its_effect() -> None:
    """The lever is gone, and Ana gains her cents all the same."""
    t = table().names("Ana", "Palanca", use="activated").uses("Ana", "Palanca", table().to("Ana", "cents", 3))
    lever = Target("owned", t.item("Ana", "Palanca").id)
    t.plays("Beto", Effect("destroy", lever), kind="activated").nobody()
    assert (t.has("Ana", "Palanca"), t.player("Ana").treasures) == (False, 0)
    t.nobody()
    assert t.player("Ana").cents == 6


@rule("FS-86", "FS-114")
def test_the_dead_choose_which_item_they_lose_and_the_chest_becomes_a_soul() -> None:
    """Asked only because they differ; the eternal one is not among them."""
    t = table().names("Beto", "The Chest").names("Beto", "Copa").by_hand("Beto", "treasures", 1)
    t.plays("Ana", t.to("Beto", "kill")).nobody().nobody()
    assert (t.step, t.asked.seats, len(t.asked.choices)) == ("part", (1,), 3)
    t.do(Parted(t.item("Beto", "the-chest").id))
    beto = t.player("Beto")
    assert (beto.treasures, beto.nameless, beto.soul_count) == (2, 1, 1)
    assert view(t.s).players[1].souls == 1


@rule("FS-86")
@pytest.mark.parametrize(("named", "nameless", "left"), [(0, 2, 1), (1, 0, 0)])
def test_which_item_is_lost_is_not_asked_where_there_is_no_choice(named: int, nameless: int, left: int) -> None:
    """Items without a name are all alike, and the only one is the one."""
    t = table()
    for _ in range(named):
        t.names("Beto", "Copa")
    t.by_hand("Beto", "treasures", nameless) if nameless else t
    t.plays("Ana", t.to("Beto", "kill")).nobody().nobody()
    assert (t.step, t.player("Beto").treasures, t.has("Beto", "Copa")) == ("priority", left, False)


@rule("FS-114")
@pytest.mark.parametrize("taker", ["destroy", "steal"])
def test_an_item_that_is_named_is_destroyed_or_stolen_by_name(taker: str) -> None:
    """The Chest destroyed is a soul of its owner; stolen it is the thief's item, as it lay."""
    t = table().names("Beto", "The Chest")
    t.plays("Ana", Effect(taker, Target("owned", t.item("Beto", "the-chest").id))).nobody()
    stolen = taker == "steal"
    assert (t.player("Beto").soul_count, t.player("Beto").treasures) == (int(not stolen), 0)
    assert (t.has("Ana", "the-chest"), t.player("Ana").treasures) == (stolen, int(stolen))


@rule("FS-114")
@pytest.mark.parametrize(("face", "souls"), [(6, 1), (5, 0)])
def test_pandoras_box_becomes_a_soul_on_a_six(face: int, souls: int) -> None:
    """One tap after the die; on another number the usual answer is that nothing is followed."""
    t = table().names("Ana", "Pandora's Box")
    t.do(t.use("Ana", "pandoras-box", Effect("roll"))).nobody().rolls(face).nobody()
    assert t.step == "tell"
    t.do(next(c.event for c in t.asked.choices if c.role == "usual")).nobody()
    assert (t.player("Ana").soul_count, t.has("Ana", "pandoras-box")) == (souls, not souls)


@rule("FS-114")
def test_holy_chest_becomes_a_soul_of_whoever_plays_it() -> None:
    """Found by a refill and only called by its name: it rolls, and on a 6 it is Ana's soul."""
    t = table()
    t.plays("Ana", t.to("fly", "kill")).nobody().nobody()
    t.turns_up_other(name="Cofre Sagrado").nobody().rolls(6).turns_up("dip").nobody()
    t.do(t.asked.choices[0].event).nobody()
    assert t.player("Ana").soul_count == 1


@rule("FS-113")
def test_lost_soul_becomes_a_soul_as_it_resolves() -> None:
    """Its name is enough; until then it can be answered."""
    t = table().plays("Ana", card="Lost Soul")
    assert (t.stack, t.player("Ana").soul_count) == (["loot"], 0)
    t.nobody()
    assert [card.name for card in t.player("Ana").souls] == ["Lost Soul"]


@rule("FS-100")
def test_a_card_that_cancels_needs_no_more_than_its_name() -> None:
    """NO! takes what lies under it off the stack, and nothing else."""
    t = table().plays("Ana", t_cents := table().to("Ana", "cents", 5))
    t.plays("Beto", card="NO!").nobody()
    assert (t.stack, t.player("Ana").cents, t_cents.amount) == ([], 3, 5)


@rule("FS-17")
def test_a_trinket_becomes_an_item_as_it_resolves() -> None:
    """It counts as one, can be destroyed like one, and has its name."""
    t = table().plays("Ana", t_item := Effect("trinket", Target("seat", 0)), card="Pata")
    assert t.player("Ana").treasures == 0
    t.nobody()
    assert (t.player("Ana").treasures, t.has("Ana", "Pata"), t_item.amount) == (1, True, 0)
    t.plays("Beto", t.to("Ana", "kill"), kind="activated").nobody().nobody()
    assert (t.player("Ana").treasures, t.has("Ana", "Pata")) == (0, False)


@rule("FS-11")
def test_a_treasure_gained_lies_there_for_all_to_see() -> None:
    """From the deck it is only counted; from a shop that is followed it brings its name, and the data of its card."""
    t = table().plays("Ana", table().to("Ana", "treasure", 1)).nobody()
    assert (t.player("Ana").treasures, t.player("Ana").nameless) == (1, 1)
    t = Table("Ana", "Beto", rulings={"follow.shop": "on"}).do(Stocked(0, "El Cofre")).do(Stocked(1))
    t.chooses(Ana="cain", Beto="isaac").turns_up("fly").turns_up("clotty").by_hand("Ana", "cents", 10)
    t.do(Bought("0")).nobody()
    assert t.item("Ana", "the-chest").ends == "soul"


@rule("FS-11")
def test_there_are_never_more_names_than_items() -> None:
    """Without an item to name a name is refused; an item counted away takes its name along, asked where it matters."""
    t = table()
    assert t.refuses(Named(0, 0, "Copa")) == "FS-11"
    t.names("Ana", "Copa").names("Ana", "Vela").by_hand("Ana", "treasures", -1)
    assert t.step == "say_gone"
    t.do(Parted(t.item("Ana", "Copa").id))
    assert (t.step, t.has("Ana", "Copa"), t.has("Ana", "Vela")) == ("priority", False, True)
    t.by_hand("Ana", "treasures", -1)
    assert (t.step, t.has("Ana", "Vela")) == ("priority", False)


@rule("FS-11")
def test_a_count_set_right_withdraws_the_question_which_has_gone() -> None:
    """And following numbers only it is never put."""
    t = table().names("Ana", "Copa").names("Ana", "Vela").by_hand("Ana", "treasures", -1).by_hand("Ana", "treasures", 1)
    assert (t.step, t.has("Ana", "Copa")) == ("priority", True)
    t.rules("depth", "numbers").by_hand("Ana", "treasures", -1)
    assert (t.step, t.has("Ana", "Copa"), t.has("Ana", "Vela")) == ("numbers_only", True, False)


@rule("FS-14")
def test_marks_can_be_changed_and_a_name_taken_back() -> None:
    """What the item has done stays with it; without a name it is only counted."""
    t = table().names("Ana", "Copa", use="activated").uses("Ana", "Copa", table().to("Ana", "cents", 1)).nobody()
    cup = t.item("Ana", "Copa")
    t.do(Named(0, cup.id, "La copa", "both", 2))
    now = t.item("Ana", "La copa")
    assert (now.id, now.ready, now.does, now.cost, now.activated) == (cup.id, False, cup.does, 2, True)
    t.do(Unnamed(cup.id))
    assert (t.player("Ana").items[1:], t.player("Ana").nameless) == ((), 1)


@rule("FS-117")
def test_two_guppy_items_win_his_soul_at_once() -> None:
    """Only those that somebody marked count; the second player to have two wins nothing."""
    t = table(bonus_souls="on").names("Beto", "Guppy's Head", use="activated", guppy=True)
    t.by_hand("Beto", "treasures", 1)
    assert t.player("Beto").soul_count == 0
    quick = next(c.event for c in GAME.remarks(t.s) if isinstance(c.event, Named) and c.event.guppy and c.seat == 1)
    t.do(quick)
    assert (t.ruled[-1], t.player("Beto").soul_count) == ("FS-117", 1)
    t.names("Ana", "Pata", guppy=True).names("Ana", "Cola", guppy=True)
    assert (t.player("Ana").soul_count, t.s.bonus) == (0, ("greed", "gluttony"))


# --- loot, and the tricky ones -----------------------------------------------------------------------------------


@rule("FS-15", "FS-16")
def test_loot_is_counted_and_never_shown() -> None:
    """Looting 3 raises the number; no question and no line says which cards they are."""
    t = table().plays("Ana", table().to("Ana", "loot", 3)).nobody()
    assert (t.player("Ana").loot, t.ruled) == (7, ["FS-16"])
    assert isinstance(view(t.s).players[0].loot, int)


@rule("FS-16", "FS-97")
def test_the_deck_runs_out_in_the_middle_of_loot_three() -> None:
    """The discard is shuffled at once; nothing goes on the stack, and three cards are drawn."""
    t = table().plays("Ana", table().to("Ana", "loot", 3)).do(Rebuilt("loot"))
    assert t.stack == ["loot"]
    t.nobody()
    assert t.player("Ana").loot == 7


@rule("FS-32", "FS-34")
def test_four_players_and_a_count_that_starts_again() -> None:
    """Three have passed when Dani activates an item: all four are asked again, Dani first."""
    t = of("isaac", "maggy", "judas", "samson", depth="every")
    while t.s.phase != "action":
        t.nobody()
    t.plays("Ana", t.to("Ana", "cents", 1)).passes("Ana").passes("Beto").passes("Cira")
    t.uses("Dani", "blood-lust", t.to("fly", "attack", 1))
    assert (t.holder, t.s.stack.passed) == ("Dani", frozenset())
    for name in ("Dani", "Ana", "Beto"):
        t.passes(name)
    assert t.stack == ["activated", "loot"]
    t.passes("Cira")
    assert (t.stack, t.holder, t.monster("fly").attack) == (["loot"], "Ana", 2)


def test_the_picture_shows_what_lies_in_front_of_everybody() -> None:
    """Names in both languages, upright or not, and what is only counted."""
    t = table().names("Ana", "Copa", cost=1, use="paid").by_hand("Ana", "treasures", 2).uses("Ana", "d6").nobody()
    d6, cup = view(t.s).players[0].items
    assert (d6.name, d6.ready, d6.eternal, d6.triggers) == (Name("El D6", "The D6"), False, True, True)
    assert (cup.name, cup.cost, view(t.s).players[0].nameless) == ("Copa", 1, 2)
