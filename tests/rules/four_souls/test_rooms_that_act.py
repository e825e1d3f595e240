"""FS-13, FS-104, FS-105: what rooms do, by the facts of their rows; plain ones are in ``test_card_readings.py``."""

import pytest

from rules.engine.record import replace
from rules.four_souls.model.events import Aimed, Attacked, Bought, Placed, Played
from rules.four_souls.model.state import SoulCard, rival_id, rival_seat, set_player
from tests.support.games.four_souls import Effect, FourSoulsTable, Target
from tests.support.games.four_souls_rooms import NAMES, in_room, paid, pays, settled, told, turn_of, until
from tests.support.games.table import english

rule = pytest.mark.rule
ANA, BETO, CIRA = (Target("seat", seat) for seat in range(3))


# --- souls ---------------------------------------------------------------------------------------------------------


@rule("FS-105", "FS-107")
def test_nobody_gains_souls_on_all_hallows_eve() -> None:
    """Neither Ana, who has the turn, nor Beto gains one; once the room has gone, Beto does."""
    t = in_room("room-all-hallows-eve")
    for name in ("Ana", "Beto"):
        assert settled(t.triggers("Ana", t.to(name, "soul", 1))).player(name).soul_count == 0
    t.change(replace, rooms=("",))
    assert settled(t.triggers("Ana", t.to("Beto", "soul", 1))).player("Beto").soul_count == 1


@rule("FS-105", "FS-52")
def test_haunted_costs_whoever_gains_a_soul_their_next_turn() -> None:
    """Beto gains a soul: his next turn is skipped, and Cira has it; a soul that Ana keeps costs nothing more."""
    t = in_room("room-haunted")
    settled(t.triggers("Ana", t.to("Beto", "soul", 1)))
    assert (t.player("Beto").soul_count, t.player("Beto").skips, t.player("Ana").skips) == (1, 1, 0)
    turn_of(t, "Cira")
    assert t.player("Beto").skips == 0


@rule("FS-105", "FS-67")
@pytest.mark.parametrize(
    ("souls", "cents", "left"), [((0, 0), 0, 0), ((1, 2), 0, 0), ((1, 0), 4, 0), ((1, 1), 9, 5), ((2, 1), 5, 1)]
)
def test_tax_for_the_mighty_is_paid_to_attack(souls: tuple[int, int], cents: int, left: int) -> None:
    """Ana has the most souls, on a tie too: 2¢ to each other as she declares; nobody has the most of none."""
    t = in_room("room-tax-for-the-mighty")
    for seat, count in enumerate(souls):
        t.change(set_player, seat, souls=(SoulCard("one"),) * count, cents=cents if seat == 0 else 3)
    t.attacks("fatty")
    paid = 2 if cents > left else 0
    assert [player.cents for player in t.s.players] == [left, 3 + paid, 3 + paid]


@rule("FS-105", "FS-67", "FS-77")
def test_whoever_cannot_pay_the_tax_cannot_attack() -> None:
    """With 3¢ of the 4¢ there is no attack, a forced one neither; where ¢ are not counted there is."""
    t = in_room("room-tax-for-the-mighty")
    t.change(set_player, 0, souls=(SoulCard("one"),), cents=3)
    assert t.refuses(Attacked(t.monster("fatty").id)) == "FS-105"
    t.change(replace, forced=1)
    assert not [event for event in t.events if isinstance(event, Attacked)]
    t.change(replace, rulings=(*t.s.rulings, ("follow.cents", "off")))
    assert [event for event in t.events if isinstance(event, Attacked)]


@rule("FS-105", "FS-14", "FS-78")
def test_might_for_the_meek_helps_whoever_has_the_fewest_souls() -> None:
    """Fewest souls, ties too: +1 attack, and one more attack in their turn; who has more has neither."""
    t = in_room("room-might-for-the-meek")
    assert ([t.player(name).attack for name in NAMES], t.s.attacks) == ([2, 2, 2], 2)
    t.change(set_player, 0, souls=(SoulCard("one"),)).by_hand("Cira", "cents", 1)
    assert ([t.player(name).attack for name in NAMES], t.s.attacks) == ([1, 2, 2], 1)


@rule("FS-105", "FS-14")
@pytest.mark.parametrize(("room", "life", "attack"), [("room-maggys-blessing", 3, 1), ("room-samsons-blessing", 2, 2)])
def test_a_blessing_from_the_set_up_on_holds_for_every_player(room: str, life: int, attack: int) -> None:
    """Players have +1 life or +1 attack, also where the room is turned up before the characters are chosen."""
    t = in_room(room)
    assert [(t.player(name).life, t.player(name).full, t.player(name).attack) for name in NAMES] == [
        (life, life, attack)
    ] * 3
    t.change(replace, rooms=("",)).by_hand("Cira", "cents", 1)
    assert [(t.player(name).full, t.player(name).attack) for name in NAMES] == [(2, 1)] * 3


# --- ¢ and rewards -------------------------------------------------------------------------------------------------


@rule("FS-105", "FS-34")
def test_equality_gives_every_player_what_one_gains() -> None:
    """Beto gains 4¢, so do the others, once; a loss is nobody else's."""
    t = in_room("room-equality")
    settled(t.triggers("Ana", t.to("Beto", "cents", 4)))
    assert [t.player(name).cents for name in NAMES] == [7, 7, 7]
    settled(t.triggers("Ana", t.to("Beto", "cents", -2)))
    assert [t.player(name).cents for name in NAMES] == [7, 5, 7]


@rule("FS-105", "FS-74")
def test_blessing_of_the_sack_doubles_rewards() -> None:
    """Clotty brings 8¢ instead of 4¢."""
    t = in_room("room-blessing-of-the-sack")
    assert settled(t.triggers("Beto", t.to("clotty", "kill"))).player("Ana").cents == 3 + 8


@rule("FS-105", "FS-34")
def test_laser_eye_hurts_whoever_loots() -> None:
    """Beto loots 2 and takes 1 damage, not 2; Ana took hers with the card of her turn."""
    t = in_room("room-laser-eye")
    assert [t.player(name).life for name in NAMES] == [1, 2, 2]
    settled(t.triggers("Ana", t.to("Beto", "loot", 2)))
    assert [t.player(name).life for name in NAMES] == [1, 1, 2]


# --- attacks -------------------------------------------------------------------------------------------------------


def looks(t: FourSoulsTable) -> list[str]:
    return [english(note.task) for note in t.notes if note.task and "look at" in english(note.task)]


@rule("FS-105", "FS-69")
@pytest.mark.parametrize("on_deck", [True, False])
def test_the_inner_eye_looks_as_an_attack_is_declared(on_deck: bool) -> None:
    """On a monster and on the deck alike: one line for the hands, before the card is turned up."""
    t = in_room("room-blessing-of-the-inner-eye")
    t.attacks_deck() if on_deck else t.attacks("clotty")
    assert looks(t) == ["look at 3 cards of the monster deck, as Blessing Of The Inner Eye says"]


@rule("FS-105", "FS-70", "FS-81")
@pytest.mark.parametrize("cancels", [True, False])
def test_angelic_intervention_cancels_an_attack_on_the_deck(cancels: bool) -> None:
    """Once the card lies in a slot Ana may cancel: the fight is over and the attack spent; the monster stays."""
    t = in_room("room-angelic-intervention")
    t.attacks_deck().turns_up("gurdy").do(Placed(0))
    until(t, lambda t: t.step == "say")
    told(t, *(("leave",) if cancels else ()))
    assert (bool(t.s.combat), t.s.attacks, t.there("gurdy")) == (not cancels, 0, True)


@rule("FS-105", "FS-57", "FS-58")
def test_isaacs_blessing_lets_whoever_rolled_roll_again() -> None:
    """A 6 of Beto's in Ana's turn: Beto is asked, rolls a 1, is asked again, and keeps it; a 3 asks nobody."""
    t = in_room("room-isaacs-blessing").triggers("Beto", Effect("roll")).nobody().rolls(6)
    until(t, lambda t: t.step == "say")
    assert t.asked.seats == (1,)
    told(t, "reroll").rolls(1)
    until(t, lambda t: t.step == "say")
    told(t)
    assert t.s.roll_result(t.top) == 1
    t = in_room("room-isaacs-blessing").triggers("Beto", Effect("roll")).nobody().rolls(3)
    assert settled(t).step != "say"


@rule("FS-105", "FS-93")
def test_conjoined_twin_lets_the_killer_kill_another_player() -> None:
    """Beto kills Clotty in Ana's turn: Beto chooses, among the others, who dies."""
    t = in_room("room-conjoined-twin")
    t.triggers("Beto", t.to("clotty", "kill"))
    until(t, lambda t: t.step == "aim")
    assert (t.asked.seats, {choice.event.target for choice in t.asked.choices}) == ((1,), {ANA, CIRA})
    settled(t.do(Aimed(CIRA)))
    assert (t.player("Cira").life, t.player("Ana").life) == (0, 2)


# --- turns ---------------------------------------------------------------------------------------------------------


@rule("FS-105", "FS-22")
@pytest.mark.parametrize("does", [True, False])
def test_edens_blessing_replaces_an_item_as_the_turn_starts(does: bool) -> None:
    """Beto, who has the turn, may replace his item by the top of the treasure deck; the eternal one is not asked."""
    t = told(in_room("room-edens-blessing")).names("Beto", "mr-boom")  # Ana, who has none
    until(t, lambda t: t.s.active == 1 and t.step == "say")
    told(t, *(("reroll_item",) if does else ()))
    turn_of(t, "Beto")
    assert (t.has("Beto", "mr-boom"), t.player("Beto").treasures) == (not does, 1)


@rule("FS-41", "FS-105")
def test_heavy_is_the_head_recharges_one_item_of_whoever_has_the_most() -> None:
    """Beto has the most items and recharges one of two; Cira, who has fewer, recharges all of hers."""
    t = in_room("room-heavy-is-the-head").names("Beto", "mr-boom").names("Beto", "jawbone").names("Cira", "the-d20")
    for item in ("mr-boom", "jawbone"):
        t.triggers("Ana", Effect("deactivate", Target("owned", t.item("Beto", item).id))).nobody()
    t.triggers("Ana", *(Effect("deactivate", Target("owned", o.id)) for o in t.player("Cira").items)).nobody()
    until(t, lambda t: t.step == "recharge_chosen")
    assert t.asked.seats == (1,)
    turn_of(t.do(Aimed(Target("owned", t.item("Beto", "mr-boom").id))), "Beto")
    assert (t.item("Beto", "mr-boom").ready, t.item("Beto", "jawbone").ready) == (True, False)
    turn_of(t, "Cira")
    assert all(o.ready for o in t.player("Cira").items)


@rule("FS-105", "FS-26", "FS-59")
@pytest.mark.parametrize(
    ("face", "leaves", "replaced", "loot"),
    [(1, True, False, 4), (2, True, False, 4), (3, False, True, 4), (5, False, False, 4), (6, True, True, 4)],
)
def test_i_am_error_does_what_the_number_says(face: int, leaves: bool, replaced: bool, loot: int) -> None:
    """A monster leaves, an item is replaced, or the hand goes and 3 cards come (and 1 of the turn); 6: all of it."""
    t = in_room_of_error()
    for _ in range(2):
        if t.step == "aim":
            wanted = {Target("monster", t.monster("clotty").id), Target("owned", t.item("Beto", "mr-boom").id)}
            t.do(Aimed(next(c.event.target for c in t.asked.choices if c.event.target in wanted)))
    before = t.player("Beto").loot
    until(t, lambda t: t.step == "roll_die").rolls(face)
    turn_of(t, "Beto")
    assert (not t.there("clotty"), not t.has("Beto", "mr-boom")) == (leaves, replaced)
    assert t.player("Beto").loot == (loot if face >= 5 else before + 1)


def in_room_of_error() -> FourSoulsTable:
    """Beto's turn starts in I Am Error; he has an item that is not eternal."""
    t = FourSoulsTable(*NAMES, rooms="on", cards__r="on").turns_up_room("Beggar")
    t.chooses(Ana="isaac", Beto="maggy", Cira="judas").saddest("Ana").turns_up("fatty").turns_up("clotty")
    t.names("Beto", "mr-boom").by_hand("Beto", "loot", 2)
    t.change(replace, rooms=("room-i-am-error",))
    return until(t, lambda t: t.s.active == 1 and t.step in ("aim", "roll_die"))


# --- paid uses -------------------------------------------------------------------------------------------------------


@rule("FS-13", "FS-105")
def test_a_room_is_paid_for_by_whoever_has_the_turn_and_can() -> None:
    """Beggar for 3¢: once for Ana's 3¢, then no more; on a 6 a treasure comes, and the room goes and is refilled."""
    t = in_room("room-beggar")
    pays(t, "roll")
    assert t.player("Ana").cents == 0
    until(t, lambda t: t.step == "roll_die").rolls(4)
    assert settled(t).player("Ana").cents == 2
    assert paid(t) == []
    pays(t.by_hand("Ana", "cents", 1), "roll")
    until(t, lambda t: t.step == "roll_die").rolls(6)
    until(t, lambda t: t.step == "reveal_room").turns_up_room("Fortune Teller")
    assert (t.player("Ana").treasures, t.s.rooms) == (1, ("Fortune Teller",))
    assert t.refuses(Played(1, "room", "Fortune Teller", (Effect("roll"),), cost=3)) == "FS-105"


@rule("FS-13", "FS-105", "FS-65")
def test_the_restock_machine_empties_the_shop_or_the_slots() -> None:
    """For 3¢ all treasures of the shop leave, or both monsters that are not attacked."""
    t = in_room("room-restock-machine", follow__shop="off")
    assert len(paid(t)) == 2
    shop = settled(pays(t.copy(), "flush_shop"))
    assert (shop.player("Ana").cents, shop.there("fatty"), shop.there("clotty")) == (0, True, True)
    slots = settled(pays(t, "vacate"))
    assert (slots.there("fatty"), slots.there("clotty"), slots.there("dip")) == (False, False, True)


# --- players that can be attacked ------------------------------------------------------------------------------------


@rule("FS-67", "FS-86", "FS-105")
@pytest.mark.parametrize(
    ("room", "evasion"), [("room-battle-royale-3", 3), ("room-battle-royale-4", 4), ("room-battle-royale-5", 5)]
)
def test_battle_royale_lets_players_be_attacked_for_the_item_of_their_penalty(room: str, evasion: int) -> None:
    """Any other player at that evasion, whatever their souls: Beto dies, chooses the item, and Ana has it."""
    t = in_room(room).names("Beto", "mr-boom").by_hand("Beto", "life", -1)
    assert {(rival_seat(rival.id), rival.evasion) for rival in t.s.rivals} == {(1, evasion), (2, evasion)}
    t.do(Attacked(rival_id(1)))
    until(t, lambda t: t.step == "roll_die").rolls(evasion)
    until(t, lambda t: t.has("Ana", "mr-boom"))
    assert (t.player("Ana").treasures, t.player("Beto").treasures) == (1, 0)


@rule("FS-86", "FS-105")
def test_battle_royale_brings_no_item_of_somebody_who_was_not_attacked() -> None:
    """Cira dies by an effect without having been attacked: her item is destroyed as always."""
    t = in_room("room-battle-royale-3").names("Cira", "mr-boom")
    settled(t.triggers("Ana", t.to("Cira", "kill")))
    assert [t.player(name).treasures for name in NAMES] == [0, 0, 0]


# --- turns that are looked back on -----------------------------------------------------------------------------------


@rule("FS-48", "FS-105")
@pytest.mark.parametrize("place", ["shop", "deck", ""])
def test_greed_looms_takes_the_hand_of_whoever_buys_nothing_in_the_shop(place: str) -> None:
    """A purchase in the shop keeps Ana's hand; one from the deck, or none, does not."""
    t = in_room("room-greed-looms").by_hand("Ana", "cents", 7)
    if place:
        settled(t.do(Bought(place)))
    held = t.player("Ana").loot
    turn_of(t, "Beto")
    assert t.player("Ana").loot == (held if place == "shop" else 0)


@rule("FS-50", "FS-105")
@pytest.mark.parametrize("pays", [True, False])
def test_the_mirror_sells_treasures_for_life(pays: bool) -> None:
    """Beto may pay his life down to 1 as his turn starts: then each monster that dies in it brings him a treasure."""
    t = told(in_room("room-the-mirror"))
    until(t, lambda t: t.s.active == 1 and t.step == "say")
    told(t, *(("pay_life_down", "lasting") if pays else ()))
    turn_of(t, "Beto")
    settled(t.triggers("Cira", t.to("clotty", "kill")))
    assert (t.player("Beto").life, t.player("Beto").treasures) == ((1, 1) if pays else (2, 0))
    told(until(t, lambda t: t.step == "say"))
    settled(turn_of(t, "Cira").triggers("Cira", t.to("fatty", "kill")))
    assert [t.player(name).treasures for name in NAMES] == [0, 1 if pays else 0, 0]


# --- monsters with more life, limits, goals -----------------------------------------------------------------------


@rule("FS-105", "FS-71", "FS-92")
def test_red_champions_give_every_monster_one_more_life() -> None:
    """Fatty has 5 of 5 and Clotty 3 of 3, also as they heal; once the room has gone nobody has more than printed."""
    t = in_room("room-red-champions")
    cards = {name: t.monster(name).card.hp for name in ("fatty", "clotty")}
    assert {name: (t.monster(name).life, t.s.full_life(t.monster(name))) for name in cards} == {
        name: (life + 1, life + 1) for name, life in cards.items()
    }
    settled(t.triggers("Ana", t.to("clotty", "damage", 1)))
    assert t.monster("clotty").life == cards["clotty"]
    turn_of(t, "Beto")
    assert t.monster("clotty").life == cards["clotty"] + 1
    settled(t.triggers("Beto", t.to("clotty", "kill")))
    dip = t.monster("dip")
    assert (dip.life, t.s.full_life(dip)) == (dip.card.hp + 1, dip.card.hp + 1)
    settled(t.triggers("Beto", t.to("fatty", "damage", 1)))
    cards = {"fatty": cards["fatty"], "dip": dip.card.hp}
    t.change(replace, rooms=("",)).by_hand("Cira", "cents", 1)
    assert {name: (t.monster(name).life, t.s.full_life(t.monster(name))) for name in cards} == {
        name: (life, life) for name, life in cards.items()
    }


@rule("FS-105", "FS-34")
def test_shadow_of_famine_leaves_one_ability_and_one_loot_card_a_turn() -> None:
    """Ana's second loot card and Beto's second item are refused until the turn ends; the other kind is still there."""
    t = in_room("room-shadow-of-famine").names("Beto", "jawbone").names("Beto", "mr-boom")
    settled(t.plays("Ana", card="a-penny"))
    assert t.refuses(t.loot("Ana", "tap", card="a-penny")) == "FS-105"
    items = [t.item("Beto", name).id for name in ("jawbone", "mr-boom")]
    jawbone = next(
        event for event in t.events if isinstance(event, Played) and event.item == items[0] and event.effects
    )
    settled(t.do(jawbone).do(Aimed(CIRA)))
    assert t.player("Beto").cents == 6
    assert t.refuses(replace(jawbone, item=items[1])) == "FS-105"
    kinds = {event.kind for event in t.events if isinstance(event, Played) and event.seat == 1}
    assert ("loot" in kinds, kinds & {"activated", "paid"}) == (True, set())
    turn_of(t, "Beto")
    assert {"loot", "activated"} <= {event.kind for event in t.events if isinstance(event, Played) and event.seat == 1}


@rule("FS-105", "FS-13")
def test_social_goals_are_said_to_be_reached() -> None:
    """Whoever has the turn says that 4 goals are reached: the room leaves, and each player gains 2 treasures."""
    t = in_room("room-social-goals")
    settled(pays(t, "discard_room", "treasure"))
    assert ([player.treasures for player in t.s.players], t.s.rooms) == ([2, 2, 2], (None,))
