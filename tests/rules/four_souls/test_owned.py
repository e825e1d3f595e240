"""FS-11, FS-17, FS-86, FS-101, FS-113, FS-114, FS-117: items gained, named, lost; souls."""

import pytest

from rules.four_souls.game import GAME
from rules.four_souls.model.events import Aimed, Bought, Named, Parted, Played, Stocked, Unnamed
from rules.four_souls.turn.view import view
from tests.support.games.four_souls import Effect, FourSoulsTable, Target, table

rule = pytest.mark.rule


@rule("FS-86", "FS-114")
def test_the_dead_choose_which_item_they_lose_and_the_chest_becomes_a_soul() -> None:
    """A dead player chooses among different items; The Chest lost this way becomes a soul.

    The eternal item is not offered.
    """
    t = table().names("Beto", "The Chest").names("Beto", "Copa").by_hand("Beto", "treasures", 1)
    t.plays("Ana", t.to("Beto", "kill")).nobody().nobody()
    assert (t.step, t.asked.seats, len(t.asked.choices)) == ("part", (1,), 3)
    t.do(Parted(t.item("Beto", "the-chest").id))
    beto = t.player("Beto")
    assert (beto.treasures, beto.unnamed_item_count, beto.soul_count) == (2, 1, 1)
    assert view(t.s).players[1].souls == 1


@rule("FS-86")
@pytest.mark.parametrize(("named", "nameless", "left"), [(0, 2, 1), (1, 0, 0)])
def test_which_item_is_lost_is_not_asked_where_there_is_no_choice(named: int, nameless: int, left: int) -> None:
    """A dead player with one item, or only unnamed ones, is not asked which to lose."""
    t = table()
    for _ in range(named):
        t.names("Beto", "Copa")
    t.by_hand("Beto", "treasures", nameless) if nameless else t
    t.plays("Ana", t.to("Beto", "kill")).nobody().nobody()
    assert (t.step, t.player("Beto").treasures, t.has("Beto", "Copa")) == ("priority", left, False)


@rule("FS-114")
@pytest.mark.parametrize("taker", ["destroy", "steal"])
def test_an_item_that_is_named_is_destroyed_or_stolen_by_name(taker: str) -> None:
    """The Chest becomes its owner's soul if destroyed, and the thief's item if stolen."""
    t = table().names("Beto", "The Chest")
    t.plays("Ana", Effect(taker, Target("owned", t.item("Beto", "the-chest").id))).nobody()
    stolen = taker == "steal"
    assert (t.player("Beto").soul_count, t.player("Beto").treasures) == (int(not stolen), 0)
    assert (t.has("Ana", "the-chest"), t.player("Ana").treasures) == (stolen, int(stolen))


@rule("FS-114")
@pytest.mark.parametrize(("face", "souls", "cents"), [(6, 1, 3), (5, 0, 12)])
def test_pandoras_box_becomes_a_soul_on_a_six(face: int, souls: int, cents: int) -> None:
    """Pandora's Box leaves as it is used: on a 6 it becomes a soul, on a 5 its player gains 9¢."""
    t = table().names("Ana", "Pandora's Box")
    t.do(t.use("Ana", "pandoras-box", Effect("roll"))).nobody().rolls(face).nobody()
    assert t.step == "priority"  # nobody says what the card says
    assert (t.player("Ana").soul_count, t.player("Ana").cents) == (souls, cents)
    assert not t.has("Ana", "pandoras-box")


@rule("FS-59", "FS-26")
def test_the_number_of_a_known_card_acts_and_only_an_open_target_is_asked() -> None:
    """Pandora's Box on a 3 kills a monster: which one is the only question, and it leaves whatever is chosen."""
    t = table().names("Ana", "Pandora's Box")
    t.do(t.use("Ana", "pandoras-box", Effect("roll"))).nobody().rolls(3).nobody()
    assert (t.step, {c.event.target.kind for c in t.asked.choices}) == ("aim", {"monster"})
    fly = t.monster("fly").id
    t.do(Aimed(Target("monster", fly))).nobody()
    assert (t.has("Ana", "pandoras-box"), t.s.find_monster(fly)) == (False, None)


@rule("FS-59")
def test_a_number_that_gives_what_is_not_counted_asks_nothing() -> None:
    """Pills that give loot, at a table that does not count loot: a note says that the app tracks nothing of it."""
    t = table(follow__loot="off").plays("Ana", card="pills-white-blue").nobody().rolls(1).nobody()
    assert (t.step, "FS-59" in t.ruled) == ("priority", True)


@rule("FS-12", "FS-34")
def test_an_item_in_no_list_does_what_was_said_as_it_was_named() -> None:
    """Said to give 3¢ and hit somebody for 1, it is offered so as it is used, and asks only whom."""
    does = (Effect("cents", Target("me"), 3), Effect("damage", Target("body"), 1))
    t = table().names("Ana", "Zumbador", use="activated", does=does)
    use = next(event for event in t.offered if isinstance(event, Played) and event.item == t.item("Ana", "Zumbador").id)
    cents, life = t.player("Ana").cents, t.player("Beto").life
    t.do(use)
    assert t.step == "aim"
    t.do(Aimed(Target("seat", 1))).nobody()
    assert (t.player("Ana").cents, t.player("Beto").life) == (cents + 3, life - 1)


@rule("FS-14")
def test_an_item_in_no_list_that_always_acts_adds_to_numbers_while_it_lies_there() -> None:
    """Said to give +1 attack and +1 life, it does until it is destroyed; named again without either it does no more."""
    does = (Effect("attack", Target("me"), 1), Effect("health", Target("me"), 1))
    t = table().names("Ana", "Yelmo", does=does)
    assert (t.player("Ana").attack, t.player("Ana").full) == (2, 3)
    t.plays("Ana", Effect("destroy", Target("owned", t.item("Ana", "Yelmo").id))).nobody()
    assert (t.player("Ana").attack, t.player("Ana").full) == (1, 2)


@rule("FS-11")
def test_a_change_of_marks_keeps_what_an_item_does_unless_that_is_said_too() -> None:
    """A change of the name alone leaves what it does; a new effect takes the place of the old one."""
    t = table().names("Ana", "Yelmo", does=(Effect("attack", Target("me"), 1),))
    id = t.item("Ana", "Yelmo").id
    t.do(Named(0, id, "Casco"))
    assert t.player("Ana").attack == 2
    t.do(Named(0, id, "Casco", does=(Effect("attack", Target("me"), 2),)))
    assert t.player("Ana").attack == 3


@rule("FS-114")
def test_holy_chest_becomes_a_soul_of_whoever_plays_it() -> None:
    """Holy Chest, found by a refill and named, rolls and becomes the player's soul on a 6."""
    t = table()
    t.plays("Ana", t.to("fly", "kill")).nobody().nobody()
    t.turns_up_other(name="Cofre Sagrado").nobody().rolls(6).nobody().nobody().turns_up("dip")
    assert t.player("Ana").soul_count == 1


@rule("FS-113")
def test_lost_soul_becomes_a_soul_as_it_resolves() -> None:
    """Lost Soul, known by its name alone, becomes a soul on resolution."""
    t = table().plays("Ana", card="Lost Soul")
    assert (t.stack, t.player("Ana").soul_count) == (["loot"], 0)
    t.nobody()
    assert [card.name for card in t.player("Ana").souls] == ["Lost Soul"]


@rule("FS-11")
def test_a_treasure_gained_lies_there_for_all_to_see() -> None:
    """A treasure from the deck is unnamed; one from a followed shop has its name and card data."""
    t = table().plays("Ana", table().to("Ana", "treasure", 1)).nobody()
    assert (t.player("Ana").treasures, t.player("Ana").unnamed_item_count) == (1, 1)
    t = FourSoulsTable("Ana", "Beto", follow__shop="on").do(Stocked(0, "El Cofre")).do(Stocked(1))
    t.chooses(Ana="cain", Beto="isaac").turns_up("fly").turns_up("clotty").by_hand("Ana", "cents", 10)
    t.do(Bought("0")).nobody()
    assert t.item("Ana", "the-chest").ends == "soul"


@rule("FS-11")
def test_there_are_never_more_names_than_items() -> None:
    """A name needs an unnamed item; lowering the count asks which name goes if there are two."""
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
    """Correcting the item count withdraws the prompt; the depth "numbers" never puts it."""
    t = table().names("Ana", "Copa").names("Ana", "Vela").by_hand("Ana", "treasures", -1).by_hand("Ana", "treasures", 1)
    assert (t.step, t.has("Ana", "Copa")) == ("priority", True)
    t.settles_on("depth", "numbers").by_hand("Ana", "treasures", -1)
    assert (t.step, t.has("Ana", "Copa"), t.has("Ana", "Vela")) == ("numbers_only", True, False)


@rule("FS-14")
def test_marks_can_be_changed_and_a_name_taken_back() -> None:
    """Renaming keeps the item's identity and state; removing the name leaves it unnamed."""
    t = table().names("Ana", "Copa", use="activated").uses("Ana", "Copa", table().to("Ana", "cents", 1)).nobody()
    cup = t.item("Ana", "Copa")
    t.do(Named(0, cup.id, "La copa", "both", 2))
    now = t.item("Ana", "La copa")
    assert (now.id, now.ready, now.does, now.cost, now.activated) == (cup.id, False, cup.does, 2, True)
    t.do(Unnamed(cup.id))
    assert (t.player("Ana").items[1:], t.player("Ana").unnamed_item_count) == ((), 1)


@rule("FS-117")
def test_two_guppy_items_win_his_soul_at_once() -> None:
    """The first player with two marked Guppy items wins the Soul of Guppy."""
    t = table(bonus_souls="on").names("Beto", "Guppy's Head", use="activated", guppy=True)
    t.by_hand("Beto", "treasures", 1)
    assert t.player("Beto").soul_count == 0
    quick = next(c.event for c in GAME.remarks(t.s) if isinstance(c.event, Named) and c.event.guppy and c.seat == 1)
    t.do(quick)
    assert (t.ruled[-1], t.player("Beto").soul_count) == ("FS-117", 1)
    t.names("Ana", "Pata", guppy=True).names("Ana", "Cola", guppy=True)
    assert (t.player("Ana").soul_count, t.s.bonus) == (0, ("greed", "gluttony"))
