"""FS-07, FS-12, FS-13, FS-22, FS-112: starting, activated and paid items; and loot."""

import pytest

from rules.engine import Adjusted, Name
from rules.four_souls.model.events import Brought, Measured, Named, Played
from rules.four_souls.turn.view import view
from tests.support.games.four_souls import Effect, FourSoulsTable, Target, of, table

rule = pytest.mark.rule


# --- starting items ----------------------------------------------------------------------------------------------


@rule("FS-07", "FS-22")
def test_edens_item_is_asked_once_and_eternal() -> None:
    """Eden's item is asked for once; it is eternal, also when named later."""
    t = FourSoulsTable("Ana", "Beto").chooses(Ana="eden", Beto="cain")
    assert (t.step, t.asked.seats) == ("bring_item", (0,))
    t.do(Brought(0, "The Chest"))
    assert (t.item("Ana", "the-chest").eternal, t.step) == (True, "reveal")
    late = of("eden", "isaac")
    assert late.s.players[0].items == ()
    late.do(Named(0, -1, "Brújula"))
    assert (late.item("Ana", "Brújula").eternal, late.player("Ana").treasures) == (True, 0)


@rule("FS-07")
def test_the_numbers_of_a_typed_character_are_asked_once() -> None:
    """A character of no list is typed by name; its numbers are asked once: the usual ones, or those on its card."""
    t = FourSoulsTable("Ana", "Beto").chooses(Ana="Tía Pili", Beto="cain")
    assert t.asked.choices[0].event == Measured(0, 2, 1)
    t.measures("Ana", 1, 2)
    typed = t.player("Ana")
    assert (typed.life, typed.full, typed.before, typed.attack) == (1, 1, 1, 2)
    assert typed.character == "Tía Pili"
    assert t.refuses(Measured(0, 1, 2)) == "FS-05"


# --- activated items ---------------------------------------------------------------------------------------------


@rule("FS-12")
def test_an_item_may_be_turned_sideways_without_being_used() -> None:
    """An item deactivated by an effect counts as not used and cannot be used."""
    t = table().plays("Ana", Effect("deactivate", Target("owned", -2))).nobody()
    assert (t.item("Beto", "yum-heart").ready, t.item("Beto", "yum-heart").used) == (False, False)
    assert t.refuses(t.use("Beto", "yum-heart", t.to("Ana", "shield", 1))) == "FS-12"


@rule("FS-12")
def test_what_it_did_is_offered_again_in_one_tap() -> None:
    """An item's last effect is offered again once it recharges, with the same target."""
    t = table().uses("Beto", "yum-heart", table().to("Beto", "shield", 1)).nobody().ends_turn()
    assert t.item("Beto", "yum-heart").ready
    again = t.use("Beto", "yum-heart", t.to("Beto", "shield", 1))
    assert again in t.offered
    assert t.use("Beto", "yum-heart", t.to("Ana", "shield", 1)) not in t.offered


@rule("FS-12", "FS-57")
def test_an_item_of_the_data_is_offered_where_its_target_is_clear() -> None:
    """An item with card data is offered with its effect when there is one possible target."""
    t = of("isaac", "judas").attacks("clotty")
    assert not any(isinstance(event, Played) and event.item for event in t.offered)
    t.rolls(2)
    more, less = (t.use("Beto", "book-of-belial", t.on_top("modify", by)) for by in (1, -1))
    assert {more, less, t.use("Ana", "d6", t.on_top("reroll"))} <= set(t.offered)
    t.do(more).nobody()
    assert t.s.roll_result(t.top) == 3


@rule("FS-12", "FS-26")
def test_an_item_that_aims_at_a_roll_needs_one() -> None:
    """FS L273: targets are declared when effects are played; without a roll the D6 is neither offered nor taken."""
    t = of("isaac", "the-forgotten").do(Adjusted("owned.-2.counters", 1))
    uses = [Played(0, "activated", item=-1), t.use("Beto", "the-bone", cost=1)]
    assert not any(isinstance(event, Played) and (event.item == -1 or event.cost) for event in t.events)
    assert [t.refuses(event) for event in uses] == ["FS-26", "FS-26"]
    t.attacks("clotty").rolls(2).uses("Ana", "d6", t.on_top("reroll"))
    assert t.stack == ["activated", "roll"]
    assert t.refuses(t.use("Ana", "d6", t.to("Ana", "cents", 1))) == "FS-12"


@rule("FS-A1", "FS-26")
def test_an_item_that_aims_at_a_roll_may_come_first_where_targets_come_last() -> None:
    """FS-A1 on resolve: targets are chosen as effects leave the stack, so the D6 may be played before a roll."""
    t = of("isaac", "maggy", FS_A1="resolve").uses("Ana", "d6")
    assert t.stack == ["activated"]


@rule("FS-12")
def test_a_pad_begins_with_what_the_item_is_known_to_do() -> None:
    """The effect hole of a known item starts with its effect; the target remains to be chosen."""
    t = of("samson", "isaac")
    choice = next(c for c in t.asked.choices if c.event == Played(0, "activated", item=-1))
    assert choice.template.holes[0].templates[0].value.kind == "attack"
    t.uses("Ana", "blood-lust", t.to("Ana", "attack", 1)).nobody()
    assert t.player("Ana").attack == 2
    t.ends_turn()
    assert t.player("Ana").attack == 1


@rule("FS-12")
def test_what_has_nothing_to_follow_asks_for_nothing() -> None:
    """A known item without an effect to follow is offered as a choice without an effect."""
    t = of("lilith", "isaac", FS_A1="resolve")
    assert t.use("Ana", "incubus") in t.offered
    assert t.uses("Ana", "incubus").nobody().step == "priority"
    t = FourSoulsTable("Ana", "Beto").chooses(Ana="cain", Beto="isaac").turns_up("fly").turns_up("clotty")
    assert t.use("Ana", "sleight-of-hand") in t.offered


@rule("FS-12", "FS-41")
def test_everything_of_the_active_player_is_recharged_as_their_turn_starts() -> None:
    """Items recharge at the start of their owner's turn only."""
    t = of("samson", "maggy").uses("Ana", "blood-lust").nobody().uses("Beto", "yum-heart").nobody()
    t.plays("Ana", Effect("recharge", Target("seat", 0))).nobody()
    assert (t.item("Ana", "blood-lust").ready, t.item("Beto", "yum-heart").ready) == (True, False)
    t.ends_turn()
    assert t.item("Beto", "yum-heart").ready


@rule("FS-48")
def test_an_item_recharges_itself_at_the_end_of_its_owners_turn() -> None:
    """Blood Lust recharges at the end of its owner's turn, and of no other turn."""
    t = of("samson", "isaac", "judas").uses("Ana", "blood-lust").nobody().ends_turn()
    assert t.item("Ana", "blood-lust").ready
    t.uses("Ana", "blood-lust").nobody().ends_turn()
    assert (t.s.active, t.item("Ana", "blood-lust").ready) == (2, False)


@rule("FS-12", "FS-48")
def test_an_upright_item_that_only_recharges_itself_puts_nothing_on_the_stack() -> None:
    """A ready Blood Lust puts no recharge on the stack at the end of the turn."""
    t = of("samson", "isaac").settles_on("depth", "every").ends_turn()
    assert (t.s.phase, t.stack) == ("end", [])
    t = of("samson", "isaac").settles_on("depth", "every").uses("Ana", "blood-lust").nobody().ends_turn()
    assert (t.s.phase, t.stack, t.top.source) == ("end", ["triggered"], -1)


@rule("FS-12")
def test_forever_alone_recharges_when_its_owner_is_hurt() -> None:
    """Forever Alone recharges when its owner is damaged, and not otherwise."""
    t = of("blue-baby", "isaac").uses("Ana", "forever-alone").nobody()
    t.plays("Beto", t.to("Beto", "damage", 1), kind="activated").nobody()
    assert not t.item("Ana", "forever-alone").ready
    t.plays("Beto", t.to("Ana", "damage", 1), kind="activated").nobody()
    assert t.item("Ana", "forever-alone").ready


@rule("FS-12")
@pytest.mark.parametrize(("once", "later"), [("", True), ("turn", True), ("game", False)])
def test_an_item_may_be_used_once_a_turn_or_once_a_game(once: str, later: bool) -> None:
    """An item limited to once a turn or once a game is refused a second time, even recharged."""
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
    """An unnamed item that is named on use keeps the name and is offered by it later."""
    t = table().by_hand("Ana", "treasures", 1)
    t.plays("Ana", t.to("Ana", "cents", 2), kind="activated", card="Alcancía").nobody().ends_turn().ends_turn()
    assert t.player("Ana").unnamed_item_count == 0
    assert t.use("Ana", "Alcancía", t.to("Ana", "cents", 2)) in t.offered
    assert t.refuses(Played(0, "activated")) == "FS-12"


# --- paid effects ------------------------------------------------------------------------------------------------


@rule("FS-13", "FS-112")
def test_the_bone_gathers_counters_and_ends_as_a_soul() -> None:
    """The Bone gains a counter per use; its effects cost 1, 2 and 5, the last makes it a soul."""
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


# --- loot, passes and the view -----------------------------------------------------------------------------------


def test_the_picture_shows_what_lies_in_front_of_everybody() -> None:
    """The view shows items with names in both languages, whether ready, and the unnamed count."""
    t = table().names("Ana", "Copa", cost=1, use="paid").by_hand("Ana", "treasures", 2).attacks("fly").rolls(1)
    t.uses("Ana", "d6", t.on_top("reroll")).nobody()
    d6, cup = view(t.s).players[0].items
    assert (d6.name, d6.ready, d6.eternal, d6.triggers) == (Name("El D6", "The D6"), False, True, True)
    assert (cup.name, cup.cost, view(t.s).players[0].nameless) == ("Copa", 1, 2)
