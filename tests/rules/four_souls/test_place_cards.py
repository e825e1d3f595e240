"""FS-13, FS-14, FS-65, FS-94, FS-95: cards of the lists that act on slots, the shop, prices and turns, by their names.

Each scenario is what the list of cards says of it (``rulebook/cards``).
"""

from __future__ import annotations

from dataclasses import replace

import pytest

from rules.engine import Refused
from rules.four_souls.model.catalogue import monsters
from rules.four_souls.model.events import Aimed, Bought, Placed, Played, Revealed, RevealedOther, Stocked, Told
from rules.four_souls.model.item_catalogue import item_cards
from rules.four_souls.vocabulary.shop import price_of
from tests.support.games.four_souls import Effect, FourSoulsTable, Target, table
from tests.support.games.table import english

rule = pytest.mark.rule


def shop(first: str = "The Map", second: str = "The Compass", cents: int = 10) -> FourSoulsTable:
    """Ana's action phase with these two treasures in a followed shop, and that many ¢ more."""
    t = FourSoulsTable("Ana", "Beto", follow__shop="on")
    t.do(Stocked(0, first)).do(Stocked(1, second)).chooses(Ana="isaac", Beto="maggy").saddest("Ana")
    return t.turns_up("fly").turns_up("clotty").by_hand("Ana", "cents", cents)


def empties(t: FourSoulsTable, until: str = "") -> FourSoulsTable:
    """Pass until the stack is empty or something else is asked."""
    t.all_pass()
    assert not until or t.step == until
    return t


def uses(t: FourSoulsTable, who: str, item: str, kind: str = "activated") -> FourSoulsTable:
    """Use the item as its card says, by the choice that the table offers without any form."""
    id = t.item(who, item).id
    offered = [c for c in t.asked.choices if isinstance(c.event, Played) and c.event.item == id]
    return t.do(next(c.event for c in offered if c.event.kind == kind and not c.template.holes))


def uses_way(t: FourSoulsTable, who: str, item: str, kind: str) -> FourSoulsTable:
    """Use the item in the way that has an effect of that kind."""
    id = t.item(who, item).id
    events = [c.event for c in t.asked.choices if isinstance(c.event, Played) and not c.template.holes]
    return t.do(next(e for e in events if e.item == id and kind in [effect.kind for effect in e.effects]))


def on_item(kind: str, id: int) -> Effect:
    """An effect on an item in play."""
    return Effect(kind, Target("owned", id))


def acts(card: str) -> bool:
    """Whether the rules know all words of the card."""
    return not item_cards()[card].lacks


def told(t: FourSoulsTable) -> list[tuple[str, ...]]:
    """The ways that are offered, by the kinds of their effects."""
    asked = [c.event for c in t.asked.choices if not c.template.holes]
    return [_kinds(event) for event in asked if isinstance(event, Told)]


def tells(t: FourSoulsTable, *kinds: str) -> FourSoulsTable:
    """Answer with the first way that has these effects."""
    return t.do(next(c.event for c in t.asked.choices if isinstance(c.event, Told) and _kinds(c.event) == kinds))


def _kinds(event: Told) -> tuple[str, ...]:
    return tuple(effect.kind for effect in event.effects)


def tasks(t: FourSoulsTable) -> list[str]:
    """What the hands must do after the latest event, in English; that the loot played is discarded goes without it."""
    found = (english(note.task) for note in t.notes if note.task is not None)
    return [task for task in found if not task.endswith("on the loot discard")]


def prices(t: FourSoulsTable) -> dict[str, int]:
    """What each offered purchase costs the active player."""
    places = [event.place for event in t.events if isinstance(event, Bought)]
    return {place: price_of(t.s, t.s.active, place) for place in places}


def starts_turn_of(t: FourSoulsTable, who: str) -> FourSoulsTable:
    """End the turn and pass until that player's turn asks something or its actions begin."""
    t.ends_turn()
    while t.step == "priority" and not (t.s.active == t.seat(who) and t.s.phase == "action" and not t.stack):
        t.nobody()
    return t


# --- monster slots -----------------------------------------------------------------------------------------------


@rule("FS-94")
def test_ehwaz_empties_the_slots_of_all_monsters_that_are_not_attacked() -> None:
    """Ehwaz: each of them to the discard, the top of the deck takes its place."""
    t = table().plays("Ana", card="ehwaz").nobody()
    assert tasks(t) == ["put Fly on the monster discard", "put Clotty on the monster discard"]
    for card in ("dip", "fatty"):
        empties(t, "reveal").turns_up(card)
    assert {m.card.id for m in empties(t).s.monsters} == {"dip", "fatty"}


@rule("FS-94")
def test_flush_buries_the_monsters_or_the_shop() -> None:
    """Flush!: monsters under their deck, or all treasures of the shop under theirs, as its owner says."""
    t = uses_way(table().names("Ana", "flush"), "Ana", "flush", "bury").nobody()
    assert tasks(t) == ["put Fly on the bottom of the monster deck", "put Clotty on the bottom of the monster deck"]
    t = uses_way(shop().names("Ana", "flush"), "Ana", "flush", "bury_shop").nobody()
    assert tasks(t) == ["put The Map under the treasure deck", "put The Compass under the treasure deck"]
    empties(t, "stock")


@rule("FS-14")
def test_spider_mod_may_empty_a_slot_on_a_5() -> None:
    """Spider Mod: on any roll of 5 a monster that is not attacked may leave."""
    t = table().names("Ana", "spider-mod").attacks("fly").rolls(5)
    empties(t, "say")
    assert told(t) == [("vacate",), ()]
    tells(t, "vacate")
    assert not t.there("clotty")


@rule("FS-14")
def test_the_d10_may_fill_a_slot_on_a_3() -> None:
    """The D10: on any roll of 3 the top card of the monster deck may come into a slot that is not attacked."""
    t = table().names("Ana", "the-d10").attacks("fly").rolls(3)
    empties(t, "say")
    tells(t, "fill_slot")
    assert (t.step, t.s.agenda[0].args[0]) == ("reveal", 1)
    t.turns_up("dip")
    assert (t.there("dip"), t.there("clotty"), t.s.combat) == (True, False, t.monster("fly").id)


@rule("FS-26")
def test_key_gives_an_attack_or_fills_a_slot() -> None:
    """Key: one more attack, or the top card of the monster deck into a slot."""
    t = table().plays("Ana", card="key")
    assert told(t) == [("attack_again",), ("fill_slot",)]
    assert tells(t, "attack_again").nobody().s.attacks == 2
    t = tells(table().plays("Ana", card="key"), "fill_slot").do(Aimed(Target("slot", 0)))
    empties(t, "reveal").turns_up("dip")
    assert t.there("dip")
    assert not t.there("fly")


@rule("FS-95")
def test_book_of_the_dead_brings_a_discarded_monster() -> None:
    """Book of the Dead: a monster of the discard, into a slot that is not attacked."""
    t = uses(table().names("Ana", "book-of-the-dead"), "Ana", "book-of-the-dead").do(Aimed(Target("slot", 1)))
    none = empties(t, "bring_back").copy().do(Placed(-1))
    assert (none.there("clotty"), none.step) == (True, "priority"), "there may be none"
    t.do(Revealed(1, (monsters()["dip"],)))
    assert (t.there("dip"), t.there("clotty")) == (True, False)
    assert tasks(t) == ["put Dip from the discard into slot 2"]


@rule("FS-95")
def test_dads_note_brings_up_to_three_discarded_monsters() -> None:
    """Dad's Note: up to 3, each into a slot that is not attacked; the number is said as it is played."""
    t = table().plays("Ana", card="dads-note")
    assert [len(kinds) for kinds in told(t)] == [1, 2, 3]
    tells(t, "fill_discarded", "fill_discarded").do(Aimed(Target("slot", 0))).do(Aimed(Target("slot", 1)))
    empties(t, "bring_back")
    for _slot, card in ((0, "dip"), (1, "fatty")):
        slots = [int(step.args[0]) for step in t.s.agenda if step.name.endswith("bring_back")]
        assert slots
        t.do(Revealed(slots[0], (monsters()[card],)))
    assert {m.card.id for m in t.s.monsters} == {"dip", "fatty"}


@rule("FS-20")
def test_ouija_board_may_play_an_event() -> None:
    """Ouija Board: of the top 4 cards an event may be put into a slot, where it is played."""
    t = uses_way(table().names("Ana", "ouija-board"), "Ana", "ouija-board", "fill_event")
    none = empties(t, "bring_event").copy().do(Placed(-1))
    assert (none.stack, none.step) == ([], "priority")
    assert not any(isinstance(choice.event, Revealed) for choice in t.asked.choices)
    t.do(RevealedOther(-1, "", (t.to("Ana", "cents", 2),)))
    assert empties(t).player("Ana").cents == 5


@rule("FS-81")
def test_emergency_contact_ends_the_attack_and_buries_the_monster() -> None:
    """Emergency Contact: the monster under attack goes under its deck; without an attack there is no target."""
    t = table().attacks("fly").rolls(1).plays("Ana", card="emergency-contact").nobody()
    assert (t.s.combat, t.there("fly")) == (0, False)
    assert "put Fly on the bottom of the monster deck" in tasks(t)
    t = table()
    assert t.refuses(t.play("Ana", card="emergency-contact")) == "FS-26"


@rule("FS-104")
def test_broken_remote_may_empty_a_slot_as_its_owner_activates_an_item() -> None:
    """Broken Remote: as its owner activates an item, a monster or a room that is not attacked may leave."""
    t = table().plays("Ana", card="broken-remote").nobody()
    t.names("Ana", "mr-boom")
    uses(t, "Ana", "mr-boom").do(Aimed(Target("monster", t.monster("fly").id)))
    empties(t, "say")
    assert told(t) == [("vacate",), ("vacate",), ()]


@rule("FS-95")
def test_red_key_fills_a_slot_only_outside_an_attack() -> None:
    """Red Key: the top of the deck may come into a slot; during an attack it is not offered."""
    t = table().names("Ana", "red-key")
    uses(t, "Ana", "red-key").do(Aimed(Target("slot", 0)))
    empties(t, "reveal").turns_up("dip")
    t = table().names("Ana", "red-key").attacks("fly").rolls(1)
    effects = [c.event.effects for c in t.asked.choices if isinstance(c.event, Played) and not c.template.holes]
    assert not any(effect.kind == "fill_slot" for way in effects for effect in way)


# --- the shop ----------------------------------------------------------------------------------------------------


@rule("FS-22")
def test_the_devil_takes_from_the_shop_for_an_item_of_ones_own() -> None:
    """XV. The Devil: destroy one of your items, then steal one of another player or of the shop."""
    t = shop().names("Ana", "breakfast").names("Beto", "dinner").plays("Ana", card="xv-the-devil")
    assert told(t) == [("destroy", "steal"), ("destroy", "steal_shop")]
    tells(t, "destroy", "steal_shop")
    t.do(Aimed(Target("shop", 0)))
    empties(t, "stock").do(Stocked(0, ""))
    assert (t.has("Ana", "breakfast"), t.has("Ana", "The Map"), t.player("Ana").treasures) == (False, True, 1)


@rule("FS-22")
def test_berkano_lets_the_owner_of_a_destroyed_item_take_one_of_the_shop() -> None:
    """Berkano: destroy an item; whoever had it takes one of the shop, and says which."""
    t = shop().names("Beto", "breakfast").plays("Ana", card="berkano")
    empties(t, "take_from_shop")
    assert t.asked.seats == (1,)
    empties(t.do(Aimed(Target("shop", 1))), "stock").do(Stocked(1, ""))
    assert (t.has("Beto", "breakfast"), t.has("Beto", "The Compass")) == (False, True)


@rule("FS-42")
def test_restock_discards_any_number_as_the_turn_starts() -> None:
    """Restock: at the start of its owner's turn any number of the shop's treasures leave, or none."""
    t = starts_turn_of(shop().names("Beto", "restock"), "Beto")
    assert (t.step, told(t)) == ("say", [("flush_shop",), ()])
    tells(t, "flush_shop")
    assert t.step == "flush_some"
    assert {c.event.target for c in t.asked.choices} == {Target("shop", 0), Target("shop", 1), Target()}
    t.do(Aimed(Target("shop", 0)))
    assert {c.event.target for c in t.asked.choices} == {Target("shop", 1), Target()}
    t.do(Aimed(Target()))
    empties(t, "stock").do(Stocked(0, "The Relic"))
    assert t.s.shop == ("The Relic", "The Compass")


@rule("FS-64")
@pytest.mark.parametrize(("card", "price"), [("steamy-sale", 5), ("member-card", 6), ("trick-penny", 9)])
def test_items_of_the_shop_cost_their_owner_less_and_the_deck_does_not(card: str, price: int) -> None:
    """Steamy Sale! 5¢, Member Card 4¢, Trick Penny 1¢ less for shop items; the deck's top card is none of them."""
    if not acts(card):
        pytest.skip("it has another word that the rules do not know yet")
    t = shop(cents=7).names("Ana", card)
    assert prices(t) == {"0": price, "1": price, "deck": 10}
    empties(t.do(Bought("0")), "stock").do(Stocked(0, ""))
    back = 1 if card == "trick-penny" else 0  # its owner gains 1¢ as they buy
    assert (t.player("Ana").cents, t.has("Ana", "The Map")) == (10 - price + back, True)


@rule("FS-64")
def test_a_price_falls_as_far_as_nothing_and_is_told_on_the_stack() -> None:
    """Steamy Sale! and Member Card together: 1¢; the stack says what is paid, and another player pays 10¢."""
    t = shop(cents=-2).names("Ana", "steamy-sale").names("Ana", "member-card").do(Bought("1"))
    assert english(t.view.stack[0].does) == "Ana pays 1¢ and gains an item"
    empties(t, "stock").do(Stocked(1, ""))
    assert t.player("Ana").cents == 0
    t.names("Beto", "breakfast")
    starts_turn_of(t, "Beto")
    assert prices(t)["0"] == 10


@rule("FS-64")
def test_credit_card_makes_the_next_treasure_of_the_shop_free() -> None:
    """Credit Card: the first item of the shop bought this turn costs nothing."""
    t = shop(cents=0).plays("Ana", card="credit-card").nobody()
    assert prices(t)["0"] == 0
    empties(t.do(Bought("0")), "stock").do(Stocked(0, ""))
    assert (t.player("Ana").cents, t.has("Ana", "The Map")) == (3, True)


@rule("FS-62")
@pytest.mark.parametrize("card", ["theres-options", "more-options"])
def test_one_more_purchase_each_turn(card: str) -> None:
    """There's Options, More Options: two purchases in its owner's turn."""
    t = starts_turn_of(table().names("Beto", card), "Beto")
    assert t.s.purchases == 2


@rule("FS-65")
def test_member_card_flushes_one_treasure() -> None:
    """Member Card: one treasure of the shop leaves; where nobody tracks them it is a line for the hands."""
    t = uses(shop().names("Ana", "member-card"), "Ana", "member-card")
    empties(t.do(Aimed(Target("shop", 1))), "stock").do(Stocked(1, "The Relic"))
    assert t.s.shop == ("The Map", "The Relic")
    t = uses(table().names("Ana", "member-card"), "Ana", "member-card").nobody()
    assert "discard a treasure of the shop" in tasks(t)


# --- items, hands, turns -----------------------------------------------------------------------------------------


@rule("FS-22")
def test_the_d20_and_the_d4_replace_items() -> None:
    """The D20: an item becomes the top treasure; The D4: itself destroyed, and every item of a player replaced."""
    t = uses(table().names("Ana", "the-d20").names("Beto", "breakfast"), "Ana", "the-d20")
    t.do(Aimed(Target("owned", t.item("Beto", "breakfast").id))).nobody()
    assert (t.has("Beto", "breakfast"), t.player("Beto").treasures) == (False, 1)
    t = table().names("Ana", "the-d4").names("Beto", "breakfast").names("Beto", "dinner")
    uses(t, "Ana", "the-d4").do(Aimed(Target("seat", 1))).nobody()
    assert (t.player("Ana").treasures, t.player("Beto").treasures) == (0, 2)
    assert not t.has("Beto", "breakfast")
    assert not t.has("Beto", "dinner")


@rule("FS-44")
def test_belly_button_gives_a_loot_play_in_its_owners_turn() -> None:
    """Belly Button: one more loot play on its owner's turn, from the moment it lies there until it goes."""
    t = table()
    assert t.s.loot_plays == 1
    t.names("Ana", "belly-button")
    assert t.s.loot_plays == 2
    t = starts_turn_of(table().names("Beto", "belly-button"), "Beto")
    assert t.s.loot_plays == 2


@rule("FS-45")
def test_belly_button_may_recharge_the_character_as_its_owner_is_hurt() -> None:
    """Belly Button: hurt, its owner may turn their character upright."""
    t = table().names("Beto", "belly-button")
    t.triggers("Ana", t.to("Beto", "damage", 1))
    empties(t, "say")
    tells(t, "recharge_character")
    assert (t.player("Beto").ready, "recharge your character" in tasks(t)) == (True, True)


@rule("FS-44")
def test_box_allows_any_number_of_loot_cards() -> None:
    """Box!: destroyed, and its owner may play as many loot cards as they like this turn."""
    t = uses(table().names("Ana", "box"), "Ana", "box").nobody()
    assert not t.has("Ana", "box")
    for _ in range(3):
        t.plays("Ana", t.to("Ana", "cents", 1)).nobody()
    assert t.player("Ana").cents == 6


@rule("FS-15")
def test_chaos_passes_every_hand_to_the_left() -> None:
    """Chaos: the hand of each player goes to the player on their left."""
    t = table("Ana", "Beto", "Cira").names("Ana", "chaos").by_hand("Beto", "loot", 5)
    before = [t.player(who).loot for who in t.s.seats]
    uses(t, "Ana", "chaos").nobody()
    assert "give your hand to the player on your left" in tasks(t)
    assert [t.player(who).loot for who in t.s.seats] == [before[2], before[0], before[1]]


@rule("FS-14")
def test_trinity_shield_keeps_the_others_from_playing_and_activating() -> None:
    """Trinity Shield: on its owner's turn the others play no loot and activate nothing; paying is still allowed."""
    t = table("Ana", "Beto", "Cira").names("Ana", "trinity-shield").names("Beto", "mr-boom").names("Beto", "the-jar")
    t.by_hand("Beto", "cents", 9)
    t.plays("Ana", t.to("Ana", "cents", 1))
    plays = {c.event.kind for c in t.asked.choices if isinstance(c.event, Played) and c.event.seat == 1}
    assert "paid" in plays
    assert not plays & {"loot", "activated", "tap"}
    with pytest.raises(Refused, match="FS-14"):
        t.do(t.loot("Beto", "free", t.to("Beto", "cents", 1)))
    empties(t)
    starts_turn_of(t, "Beto")
    plays = {c.event.kind for c in t.asked.choices if isinstance(c.event, Played) and c.event.seat == 1}
    assert {"loot", "activated"} <= plays


@rule("FS-78")
def test_skeleton_key_allows_any_number_of_attacks() -> None:
    """Skeleton Key: 98 more attacks, so that nobody has to count."""
    t = starts_turn_of(table().names("Beto", "skeleton-key"), "Beto")
    assert t.s.attacks == 99


@rule("FS-74")
def test_a_lucky_penny_doubles_the_rewards_of_the_turn() -> None:
    """A Lucky Penny!: 1¢, and until the turn ends rewards are doubled."""
    t = table().plays("Ana", card="a-lucky-penny").nobody()
    t.triggers("Ana", t.to("fly", "kill"))
    empties(t)
    assert t.player("Ana").cents == 4 + 2 * monsters()["fly"].cents


@rule("FS-12")
def test_nothing_but_its_own_price_recharges_car_battery() -> None:
    """Car Battery: it recharges others, not itself; neither the start of a turn nor another card turns it upright."""
    t = table().names("Ana", "car-battery").names("Beto", "mr-boom").by_hand("Ana", "cents", 10)
    battery, boom = t.item("Ana", "car-battery").id, t.item("Beto", "mr-boom").id
    t.triggers("Ana", on_item("deactivate", battery), on_item("deactivate", boom)).nobody()
    t.triggers("Ana", on_item("recharge", battery), on_item("recharge", boom)).nobody()
    assert (t.item("Ana", "car-battery").ready, t.item("Beto", "mr-boom").ready) == (False, True)
    uses(t, "Ana", "car-battery", "paid").nobody()
    assert t.item("Ana", "car-battery").ready


@rule("FS-52")
def test_the_sun_gives_another_turn_only_on_ones_own() -> None:
    """XIX. The Sun: on one's own turn, another turn after it; the card goes under the loot deck."""
    t = table().plays("Ana", card="xix-the-sun").nobody()
    assert "put XIX. The Sun under the loot deck" in tasks(t)
    starts_turn_of(t, "Ana")
    assert (t.s.active, t.s.turn) == (0, 2)
    assert starts_turn_of(t, "Beto").s.turn == 3
    t = table().do(table().loot("Beto", "free", card="xix-the-sun")).nobody()
    assert starts_turn_of(t, "Beto").s.active == 1


# --- costs -------------------------------------------------------------------------------------------------------


def paid(t: FourSoulsTable, who: str, item: str) -> list[Played]:
    """What can be paid for the item's own effect, one event for each choice of what it costs."""
    id, found = t.item(who, item).id, []
    for choice in t.asked.choices:
        if isinstance(choice.event, Played) and choice.event.item == id and choice.event.effects:
            options = [option.value for hole in choice.template.holes for option in getattr(hole, "options", ())]
            found += [replace(choice.event, spent=spent) for spent in options] or [choice.event]
    return found


@rule("FS-13")
def test_smelter_is_paid_with_a_loot_card() -> None:
    """Smelter: a loot card for 3¢; with an empty hand it cannot be paid."""
    t = table().names("Ana", "smelter")
    before = t.player("Ana")
    (event,) = paid(t, "Ana", "smelter")
    t.do(event)
    assert t.player("Ana").loot == before.loot - 1
    assert t.nobody().player("Ana").cents == before.cents + 3
    assert not paid(table().by_hand("Ana", "loot", -4).names("Ana", "smelter"), "Ana", "smelter")


@rule("FS-13")
def test_contract_from_below_is_paid_with_two_items_of_ones_own() -> None:
    """Contract from Below: two of one's items that are not eternal, chosen as it is used, for one of another player."""
    t = table().names("Ana", "contract-from-below").names("Beto", "dinner")
    assert not paid(t, "Ana", "contract-from-below")  # there is only the contract itself
    t.names("Ana", "breakfast").names("Ana", "the-map")
    events = paid(t, "Ana", "contract-from-below")
    assert len(events) == 3
    ids = {t.item("Ana", card).id for card in ("breakfast", "the-map")}
    t.do(next(event for event in events if {target.id for target in event.spent} == ids))
    assert (t.has("Ana", "breakfast"), t.has("Ana", "the-map"), t.stack) == (False, False, ["paid"])
    t.nobody()
    assert (t.has("Ana", "dinner"), t.has("Ana", "contract-from-below"), t.player("Beto").treasures) == (True, True, 0)


@rule("FS-13")
def test_donation_machine_is_paid_by_giving_an_item_away() -> None:
    """Donation Machine: one of one's items, not eternal and not itself, to another player, for 8¢."""
    t = table("Ana", "Beto", "Cira").names("Ana", "donation-machine")
    assert not paid(t, "Ana", "donation-machine")
    t.names("Ana", "breakfast")
    given = {event.spent[1].id: event for event in paid(t, "Ana", "donation-machine")}
    assert set(given) == {1, 2}
    before = t.player("Ana").cents
    t.do(given[2])
    assert (t.has("Cira", "breakfast"), t.has("Ana", "breakfast"), t.player("Cira").full) == (True, False, 3)
    assert t.nobody().player("Ana").cents == before + 8


@rule("FS-13")
@pytest.mark.parametrize("card", ["pageant-boy", "experimental-treatment"])
def test_an_item_that_is_its_own_price_is_gone_before_it_resolves(card: str) -> None:
    """Pageant Boy, Experimental Treatment: destroyed to use them, and the die decides with them gone."""
    t = table().names("Ana", card)
    before = t.player("Ana")
    t.do(next(c.event for c in t.asked.choices if isinstance(c.event, Played) and c.event.effects))
    assert not t.has("Ana", card)
    assert t.stack == ["paid"]
    t.nobody().rolls(3)
    while t.step != "priority" or t.stack:
        t.usual() if t.step == "tell" else t.nobody()
    assert t.player("Ana").cents - before.cents == {"pageant-boy": 12, "experimental-treatment": 9}[card]
    assert t.player("Ana").treasures == before.treasures - 1


@rule("FS-114")
def test_experimental_treatment_becomes_a_soul_on_a_6() -> None:
    """Experimental Treatment: with a 6 it is a soul, although it was destroyed to use it."""
    t = table().names("Ana", "experimental-treatment")
    t.do(paid(t, "Ana", "experimental-treatment")[0]).nobody().rolls(6)
    while t.step != "priority" or t.stack:
        t.usual() if t.step == "tell" else t.nobody()
    assert (t.player("Ana").soul_count, t.player("Ana").treasures) == (1, 0)


@rule("FS-13")
def test_jar_of_flies_turns_and_takes_counters_off() -> None:
    """Jar of Flies: turned sideways and a counter taken off for loot 1, three for 1 damage to a monster."""
    t = table().names("Ana", "jar-of-flies")
    jar = t.item("Ana", "jar-of-flies").id
    assert not paid(t, "Ana", "jar-of-flies")
    t.adjust(f"owned.{jar}.counters", 3)
    costs = {event.cost: event for event in paid(t, "Ana", "jar-of-flies")}
    assert set(costs) == {1, 3}
    before = t.player("Ana").loot
    t.do(costs[1]).nobody()
    assert (t.item("Ana", "jar-of-flies").counters, t.player("Ana").loot) == (2, before + 1)
    assert not t.item("Ana", "jar-of-flies").ready
    assert not paid(t, "Ana", "jar-of-flies")


@rule("FS-13")
def test_a_paid_effect_costs_the_owner_of_a_penny_less() -> None:
    """Trick Penny: paid effects cost 1¢ less, which the choice, the payment and the item's line say."""
    if not acts("trick-penny"):
        pytest.skip("it has another word that the rules do not know yet")
    t = table().names("Ana", "trick-penny").names("Ana", "portable-slot-machine").by_hand("Ana", "cents", -1)
    (event,) = paid(t, "Ana", "portable-slot-machine")
    assert t.do(event).player("Ana").cents == 0


@rule("FS-13")
def test_guppys_paw_is_paid_with_a_life() -> None:
    """Guppy's Paw: turned sideways and 1 life paid, which no shield prevents; with the last one its player dies."""
    if not acts("guppys-paw"):
        pytest.skip("it has another word that the rules do not know yet")
    t = table().names("Ana", "guppys-paw")
    t.do(paid(t, "Ana", "guppys-paw")[0])
    assert (t.player("Ana").life, t.item("Ana", "guppys-paw").ready) == (1, False)
