"""FS-07, FS-14, FS-50: gold counters, copies of the shop and changed characters, from the facts of four cards."""

from typing import Any

import pytest

from rules.four_souls.model.events import Aimed, Chose, Copied, Played, Stocked
from rules.four_souls.model.state import set_owned
from tests.support.games.four_souls import Effect, FourSoulsTable, Target, table
from tests.support.games.table import english

rule = pytest.mark.rule


def uses(t: FourSoulsTable, who: str, card: str, k: int = 0) -> FourSoulsTable:
    id = t.item(who, card).id
    found = [c.event for c in t.asked.choices if isinstance(c.event, Played) and c.event.item == id]
    return t.do(found[k])


def shop_table(first: str, second: str) -> FourSoulsTable:
    """A table that follows its shop, in the first player's action phase."""
    t = FourSoulsTable("Ana", "Beto", follow__shop="on")
    t.do(Stocked(0, first)).do(Stocked(1, second)).chooses(Ana="isaac", Beto="maggy").saddest("Ana")
    return t.turns_up("fly").turns_up("clotty")


# --- Golden Trinket ----------------------------------------------------------------------------------------------


def gilded(card: str, **more: Any) -> FourSoulsTable:
    """Ana has played Golden Trinket and put its gold on that item of hers."""
    t = table(cards__r="on", **more).names("Ana", card).plays("Ana", card="golden-trinket")
    while t.step == "priority" and t.stack:
        t.nobody()
    if t.step == "aim":
        t.do(Aimed(Target("owned", t.item("Ana", card).id)))
    return t.all_pass()


@rule("FS-14", "FS-17")
def test_golden_trinket_asks_for_an_item_of_its_owner_and_does_what_that_does() -> None:
    """Breakfast with gold: +1 life of its own and +1 of the trinket, which lies beside it as itself."""
    t = gilded("breakfast")
    assert (t.item("Ana", "breakfast").gold, t.item("Ana", "golden-trinket").gilded) == (1, ("breakfast",))
    assert (t.player("Ana").full, t.player("Ana").life, "FS-14" in t.ruled) == (4, 4, True)
    shown = {item.id: english(item.does) for item in t.game.view(t.s).players[0].items if item.does}
    assert "1 gold counter" in shown[t.item("Ana", "breakfast").id]
    assert shown[t.item("Ana", "golden-trinket").id].endswith("does what these do: Breakfast")


@rule("FS-22", "FS-26")
def test_golden_trinket_may_gild_a_starting_item_and_never_itself() -> None:
    """Ana's D6 and Breakfast are offered, Beto's item and the trinket are not."""
    t = table(cards__r="on").names("Ana", "breakfast").names("Beto", "meat").plays("Ana", card="golden-trinket")
    t.all_pass()
    offered = {t.s.find_owned_item(c.event.target.id)[1].card for c in t.asked.choices}
    assert (t.step, offered) == ("aim", {"d6", "breakfast"})


@rule("FS-12", "FS-14")
def test_golden_trinket_is_used_as_the_item_with_gold() -> None:
    """Mr. Boom with gold: both are turned sideways for 1 damage each, and both are recharged with the turn."""
    t = gilded("mr-boom", monsters=("fly", "big-spider"))
    for card in ("mr-boom", "golden-trinket"):
        uses(t, "Ana", card).do(Aimed(Target("monster", t.monster("big-spider").id))).all_pass()
    assert t.monster("big-spider").card.hp - t.monster("big-spider").life == 2
    assert [t.item("Ana", card).ready for card in ("mr-boom", "golden-trinket")] == [False, False]
    t.next_turn().next_turn()
    assert [t.item("Ana", card).ready for card in ("mr-boom", "golden-trinket")] == [True, True]


@rule("FS-14")
def test_golden_trinket_triggers_beside_the_item_with_gold() -> None:
    """Swallowed Penny with gold: being hurt brings 1¢ for each of the two."""
    t = gilded("swallowed-penny")
    before = t.player("Ana").cents
    t.triggers("Beto", t.to("Ana", "damage", 1)).all_pass()
    assert t.player("Ana").cents == before + 2


@rule("FS-14")
def test_golden_trinket_loses_what_it_did_with_the_item_that_has_gold() -> None:
    """Breakfast is destroyed: its life goes, and that of the trinket too; stolen it still counts for the trinket."""
    t = gilded("breakfast")
    t.triggers("Beto", Effect("steal", Target("owned", t.item("Ana", "breakfast").id))).all_pass()
    assert (t.player("Ana").full, t.player("Beto").full) == (3, 3)
    t.triggers("Ana", Effect("destroy", Target("owned", t.item("Beto", "breakfast").id))).all_pass()
    assert (t.player("Ana").full, t.item("Ana", "golden-trinket").gilded) == (2, ())


def hand_tasks(t: FourSoulsTable) -> list[str]:
    return [english(note.task) for note in t.notes if note.task is not None]


@rule("FS-14", "FS-34")
def test_golden_trinket_tells_the_hands_what_the_item_with_gold_lets_look_at() -> None:
    """Potato Peeler with gold: each use, that of the trinket too, is a line for the hands that names the Peeler."""
    t = gilded("potato-peeler")
    for card in ("potato-peeler", "golden-trinket"):
        uses(t, "Ana", card).all_pass()
        assert hand_tasks(t) == ["look at 1 card of each deck, as Potato Peeler says"], card


@rule("FS-14", "FS-42")
def test_golden_trinket_tells_the_hands_of_looks_at_a_moment() -> None:
    """The Map with gold: the end of the turn brings its look twice, once for the trinket."""
    t = gilded("the-map")
    t.ends_turn()
    told = [task for task in hand_tasks(t) if "The Map" in task]
    while t.s.active == 0:
        t.nobody()
        told += [task for task in hand_tasks(t) if "The Map" in task]
    assert told == ["look at 4 cards of the monster deck, as The Map says"] * 2


@rule("FS-14", "FS-59")
def test_golden_trinket_tells_the_hands_of_a_look_only_by_its_own_card() -> None:
    """Swallowed Penny and The Map with gold: the ¢ that being hurt brings looks at nothing."""
    t = gilded("the-map").names("Ana", "swallowed-penny")
    t.s = set_owned(t.s, t.item("Ana", "swallowed-penny").id, gold=1)
    before, told = t.player("Ana").cents, []
    t.triggers("Beto", t.to("Ana", "damage", 1))
    while t.stack and t.step == "priority":
        t.nobody()
        told += hand_tasks(t)
    assert t.player("Ana").cents == before + 2
    assert not [task for task in told if "The Map" in task]


# --- Undefined and Glitch ----------------------------------------------------------------------------------------


@rule("FS-14", "FS-50", "FS-38")
def test_undefined_is_a_treasure_of_the_shop_until_its_owner_s_next_turn() -> None:
    """Undefined as Breakfast of the shop: upright, +1 life in Beto's turn; then itself, and a treasure may leave."""
    t = shop_table("Breakfast", "Meat!").names("Ana", "undefined")
    uses(t, "Ana", "undefined")
    assert {c.event.target for c in t.asked.choices} == {Target("shop", 0), Target("shop", 1)}
    t.do(Aimed(Target("shop", 0))).all_pass()
    copy = t.item("Ana", "breakfast")
    assert (t.player("Ana").full, copy.own_card, copy.ready, t.s.shop) == (3, "undefined", True, ("Breakfast", "Meat!"))
    t.next_turn()
    assert (t.s.active, t.player("Ana").full) == (1, 3)
    t.next_turn()
    assert (t.s.active, t.player("Ana").full, t.has("Ana", "undefined")) == (0, 2, True)
    assert t.step == "say"
    leaving = [c.event for c in t.asked.choices if c.event.effects]
    assert [event.effects[0] for event in leaving] == [Effect("flush_shop", Target("shop", k)) for k in (0, 1)]
    t.do(leaving[1]).passes_until("stock")
    assert t.s.shop == ("Breakfast", "")


@rule("FS-14", "FS-26")
def test_undefined_asks_for_the_name_where_nobody_follows_the_shop() -> None:
    """With an unknown shop the one question is which treasure it is; without a name it stays itself."""
    t = table(cards__r="on").names("Ana", "undefined")
    uses(t, "Ana", "undefined").all_pass()
    assert t.step == "name_copied"
    t.do(Copied("Meat!")).all_pass()
    assert (t.item("Ana", "meat").own_card, t.item("Ana", "meat").copy_until) == ("undefined", 0)
    t = table(cards__r="on").names("Ana", "undefined")
    uses(t, "Ana", "undefined").all_pass()
    t.do(Copied()).all_pass()
    assert t.item("Ana", "undefined").ready


@rule("FS-42", "FS-14")
def test_glitch_becomes_a_copy_as_each_turn_of_its_owner_begins() -> None:
    """Glitch: as Ana's turn begins it asks for a treasure of the shop, and is that until her next turn."""
    t = shop_table("Breakfast", "Meat!").names("Beto", "glitch").next_turn()
    assert (t.s.active, t.step) == (1, "aim") or t.stack == ["triggered"]
    t.passes_until("aim")
    t.do(Aimed(Target("shop", 1))).all_pass()
    assert (t.item("Beto", "meat").own_card, t.item("Beto", "meat").copy_until) == ("glitch", 1)


# --- The Clicker -------------------------------------------------------------------------------------------------


def clicked(character: str) -> FourSoulsTable:
    t = table(cards__r="on", cards__g2="on").names("Ana", "breakfast").names("Ana", "the-clicker")
    t.plays("Ana", t.to("Ana", "attack", 1), kind="triggered").all_pass()
    uses(t, "Ana", "the-clicker").all_pass()
    assert (t.step, t.asked.seats) == ("take_character", (0,))
    return t.do(Chose(0, character))


@rule("FS-07", "FS-08")
def test_the_clicker_changes_the_character_and_keeps_items_and_effects() -> None:
    """Isaac becomes Samson: printed life and attack change, Breakfast and +1 attack of the turn stay on top."""
    t = clicked("samson")
    player = t.player("Ana")
    assert (player.character, t.has("Ana", "the-clicker"), t.has("Ana", "d6")) == ("samson", False, True)
    from rules.four_souls.model.catalogue import characters

    samson = characters()["samson"]
    assert (player.full, player.life, player.attack) == (samson.hp + 1, samson.hp + 1, samson.attack + 1)
    t.next_turn()
    assert t.player("Ana").attack == samson.attack


@rule("FS-111")
def test_the_clicker_brings_and_takes_the_soul_of_the_lost() -> None:
    """As The Lost a player has 1 life and 1 soul; as somebody else again neither."""
    t = clicked("the-lost-g2")
    assert (t.player("Ana").full, t.player("Ana").soul_count) == (2, 1)
    t.names("Ana", "the-clicker")
    uses(t, "Ana", "the-clicker").all_pass().do(Chose(0, "isaac"))
    assert (t.player("Ana").full, t.player("Ana").soul_count) == (3, 0)


@rule("FS-07")
def test_the_clicker_offers_nobody_who_plays_already() -> None:
    """Neither Isaac nor Maggy is among the characters; a typed one keeps the numbers for the table to set."""
    t = table(cards__r="on").names("Ana", "the-clicker")
    uses(t, "Ana", "the-clicker").all_pass()
    options = [
        option.value for c in t.asked.choices for hole in c.template.holes for option in getattr(hole, "options", ())
    ]
    assert options
    assert not {"isaac", "maggy"} & set(options)
    t.do(Chose(0, "Rosa"))
    assert (t.player("Ana").character, t.player("Ana").full, t.player("Ana").attack) == ("Rosa", 2, 1)
