"""FS-14, FS-50: items that become copies of others, or do what others do, from their facts."""

import pytest

from rules.four_souls.model.events import Aimed, Played, Told
from rules.four_souls.model.state import set_player
from tests.support.games.four_souls import Effect, FourSoulsTable, Target, table

rule = pytest.mark.rule


def uses(t: FourSoulsTable, who: str, card: str) -> FourSoulsTable:
    id = t.item(who, card).id
    return t.do(next(c.event for c in t.asked.choices if isinstance(c.event, Played) and c.event.item == id))


def at(t: FourSoulsTable, who: str, card: str) -> FourSoulsTable:
    """Aim at an item of that player where it is asked, and resolve."""
    if t.step == "aim":
        t.do(Aimed(Target("owned", t.item(who, card).id)))
    return t.all_pass()


@rule("FS-14")
def test_modeling_clay_is_another_item_for_good() -> None:
    """Modeling Clay as Breakfast of Beto: its owner has 3 life, next turn too, and Breakfast may go without it."""
    t = table().names("Ana", "modeling-clay").names("Beto", "breakfast").names("Beto", "meat")
    at(uses(t, "Ana", "modeling-clay"), "Beto", "breakfast")
    copy = t.item("Ana", "breakfast")
    assert (t.player("Ana").full, copy.own_card, copy.ready, t.player("Ana").treasures) == (
        3,
        "modeling-clay",
        False,
        1,
    )
    t.triggers("Ana", Effect("destroy", Target("owned", t.item("Beto", "breakfast").id))).all_pass().next_turn()
    assert (t.player("Ana").full, t.player("Beto").full) == (3, 2)


@rule("FS-22")
def test_modeling_clay_copies_no_eternal_item_and_not_itself() -> None:
    """Only items that are not eternal are offered: with one other item there is no question."""
    t = table().names("Ana", "modeling-clay").names("Beto", "meat")
    uses(t, "Ana", "modeling-clay")
    t.all_pass()
    assert t.has("Ana", "meat")


@rule("FS-14", "FS-50")
def test_diplopia_is_a_passive_item_until_the_turn_ends() -> None:
    """Diplopia: passive items alone are offered; as the turn ends it is itself again, sideways as it lay."""
    t = table().names("Ana", "diplopia").names("Beto", "breakfast").names("Beto", "mr-boom").names("Beto", "meat")
    uses(t, "Ana", "diplopia")
    cards = {t.s.find_owned_item(c.event.target.id)[1].card for c in t.asked.choices}
    assert cards == {"breakfast", "meat"}
    at(t, "Beto", "breakfast")
    assert (t.player("Ana").full, t.has("Ana", "diplopia")) == (3, False)
    t.next_turn()
    assert (t.player("Ana").full, t.item("Ana", "diplopia").ready) == (2, False)


@rule("FS-22")
def test_a_copy_of_a_starting_item_is_not_eternal() -> None:
    """Birthright becomes a copy of its owner's eternal item for good, and can be destroyed all the same."""
    t = table().names("Ana", "birthright")
    own = next(item for item in t.player("Ana").items if item.eternal)
    at(uses(t, "Ana", "birthright"), "Ana", own.card)
    copies = [item for item in t.player("Ana").items if item.own_card == "birthright"]
    assert [(item.card, item.eternal) for item in copies] == [(own.card, False)]
    t.triggers("Beto", Effect("destroy", Target("owned", copies[0].id))).all_pass()
    assert [item.card for item in t.player("Ana").items if item.card == own.card] == [own.card]


@rule("FS-26", "FS-12")
def test_placebo_does_what_another_item_does_with_a_target_of_its_own() -> None:
    """Placebo as Mr. Boom: its player says which monster takes 1 damage; Mr. Boom itself stays upright."""
    t = table().names("Ana", "placebo").names("Beto", "mr-boom").names("Beto", "meat")
    at(uses(t, "Ana", "placebo"), "Beto", "mr-boom")
    assert (t.step, {c.event.target.kind for c in t.asked.choices}) == ("aim", {"monster"})
    t.do(Aimed(Target("monster", t.monster("clotty").id))).all_pass()
    assert t.monster("clotty").life == t.monster("clotty").card.hp - 1
    assert (t.item("Beto", "mr-boom").ready, t.item("Ana", "placebo").ready, t.has("Ana", "placebo")) == (
        True,
        False,
        True,
    )


@rule("FS-26")
def test_placebo_asks_for_the_way_where_there_are_several() -> None:
    """Placebo as The Bible, with a curse in play and in a fight: both ways of The Bible are offered, and no third."""
    t = table().names("Ana", "placebo").names("Beto", "the-bible").names("Beto", "meat")
    t.change(set_player, 1, curses=("curse-of-loss",)).attacks("clotty").rolls(3)
    at(uses(t, "Ana", "placebo"), "Beto", "the-bible")
    assert t.step == "choose_way"
    told = [c.event for c in t.asked.choices if isinstance(c.event, Told)]
    assert [event.effects[0].kind for event in told] == ["destroy_curse", "leave"]
    t.do(told[0]).all_pass()
    assert t.player("Beto").curses == ()


@rule("FS-102", "FS-14")
def test_the_copy_of_an_item_that_is_destroyed_in_response_fails() -> None:
    """A copied item that is destroyed: before it resolves nothing is copied; afterwards the copy stays."""
    t = table().names("Ana", "modeling-clay").names("Beto", "breakfast").names("Beto", "meat")
    uses(t, "Ana", "modeling-clay")
    t.do(Aimed(Target("owned", t.item("Beto", "breakfast").id)))
    t.triggers("Beto", Effect("destroy", Target("owned", t.item("Beto", "breakfast").id))).all_pass()
    assert (t.has("Ana", "modeling-clay"), t.player("Ana").full) == (True, 2)


@rule("FS-50", "FS-34")
def test_blank_card_copies_the_next_loot_card_of_anybody_for_its_owner() -> None:
    """Blank Card: Beto plays A Nickel, and Ana gains 5¢ before him; his second card is copied no more."""
    t = table().names("Ana", "blank-card")
    uses(t, "Ana", "blank-card").all_pass()
    cents = [player.cents for player in t.s.players]
    t.plays("Beto", card="a-nickel").nobody()
    assert (t.player("Ana").cents - cents[0], t.player("Beto").cents - cents[1], t.stack) == (5, 5, [])
    t.plays("Beto", card="a-penny").all_pass()
    assert [player.cents for player in t.s.players] == [cents[0] + 5, cents[1] + 6]


@rule("FS-26")
def test_blank_card_chooses_a_target_of_its_own() -> None:
    """Blank Card and Bomb!: Ana says what her copy hits, whatever Beto aims at."""
    t = table().names("Ana", "blank-card")
    uses(t, "Ana", "blank-card").all_pass()
    t.plays("Beto", card="bomb").do(Aimed(Target("monster", t.monster("clotty").id)))
    assert (t.step, t.asked.seats) == ("aim", (0,))
    t.do(Aimed(Target("seat", 1)))
    assert (t.player("Beto").life, t.monster("clotty").life, t.stack) == (1, 2, ["loot"])
    t.all_pass()
    assert t.monster("clotty").life == 1


@rule("FS-17")
def test_blank_card_waits_past_a_trinket() -> None:
    """A trinket is not copied: the next card that leaves at once is."""
    t = table().names("Ana", "blank-card")
    uses(t, "Ana", "blank-card").all_pass()
    t.plays("Beto", card="swallowed-penny").all_pass()
    before = t.player("Ana").cents
    t.plays("Beto", card="a-nickel").all_pass()
    assert (t.player("Ana").cents - before, t.has("Ana", "swallowed-penny")) == (5, False)
