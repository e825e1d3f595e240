"""FS-21, FS-34, FS-86: amounts that a player says, curses that are discarded, and what a death pays to an item."""

import pytest

from rules.four_souls.model.events import Aimed, Parted, Played, Told
from rules.four_souls.model.state import set_player
from tests.support.games.four_souls import FourSoulsTable, table

rule = pytest.mark.rule


def says(t: FourSoulsTable, n: int) -> FourSoulsTable:
    """The player says the amount; 0 is the last answer."""
    choices = [c.event for c in t.asked.choices if isinstance(c.event, Told)]
    return t.do(choices[n - 1])


@rule("FS-34")
@pytest.mark.parametrize("n", [0, 1, 3])
def test_goat_head_changes_as_many_cards_as_its_owner_says(n: int) -> None:
    """Goat Head: as the turn ends its owner says how many of the hand go, and as many come; the hand stays as large."""
    t = table().names("Ana", "goat-head").ends_turn().all_pass()
    before = t.player("Ana").loot
    assert (t.step, t.asked.seats, len(t.asked.choices)) == ("choose_amount", (0,), before + 1)
    told = [c.event.effects for c in t.asked.choices if isinstance(c.event, Told)][n - 1]
    assert [effect.amount for effect in told] == ([-n, n] if n else [])
    says(t, n).all_pass()
    assert (t.player("Ana").loot, t.step != "choose_amount") == (before, True)


@rule("FS-34")
def test_goat_head_asks_nothing_else_of_an_empty_hand() -> None:
    """With an empty hand there is nothing but none to answer."""
    t = table().names("Ana", "goat-head")
    t.by_hand("Ana", "loot", -t.player("Ana").loot).ends_turn().all_pass()
    assert (t.step, len(t.asked.choices)) == ("choose_amount", 1)


@rule("FS-34")
@pytest.mark.parametrize("n", [0, 1, 2])
def test_hand_me_downs_gives_one_card_for_each_player_who_takes_part(n: int) -> None:
    """Hand-Me-Downs: each other player may loot 1 and give one: asked is how many did; their hands stay as large."""
    t = table("Ana", "Beto", "Cira").names("Ana", "hand-me-downs")
    hands = [player.loot for player in t.s.players]
    id = t.item("Ana", "hand-me-downs").id
    t.do(next(c.event for c in t.asked.choices if isinstance(c.event, Played) and c.event.item == id)).all_pass()
    assert (t.step, len(t.asked.choices)) == ("choose_amount", 3)
    says(t, n)
    assert [player.loot for player in t.s.players] == [hands[0] + n, *hands[1:]]


@rule("FS-21")
def test_dagaz_discards_one_of_the_curses() -> None:
    """Dagaz: with curses in play they are offered one by one; without any it prevents damage and asks only whom."""
    t = table("Ana", "Beto", "Cira")
    t.change(set_player, 1, curses=("curse-of-the-blind", "curse-of-loss")).change(set_player, 2, curses=("",))
    t.plays("Ana", card="dagaz")
    assert t.step == "choose_way"
    ways = [c.event for c in t.asked.choices if isinstance(c.event, Told)]
    t.do(next(event for event in ways if event.effects[0].kind == "destroy_curse"))
    assert (t.step, len(t.asked.choices)) == ("aim", 3)
    t.do(Aimed(t.asked.choices[0].event.target)).all_pass()
    assert [player.curses for player in t.s.players] == [(), ("curse-of-loss",), ("",)]
    t = table().plays("Ana", card="dagaz")
    assert (t.step, {c.event.target.kind for c in t.asked.choices}) == ("aim", {"seat"})


@rule("FS-102")
def test_a_curse_that_has_gone_is_no_target_any_more() -> None:
    """Beto dies in response: his curse is gone, and Dagaz does nothing."""
    t = table()
    t.change(set_player, 1, curses=("curse-of-loss",)).plays("Ana", card="dagaz")
    ways = [c.event for c in t.asked.choices if isinstance(c.event, Told)]
    t.do(next(event for event in ways if event.effects[0].kind == "destroy_curse"))
    t.change(set_player, 1, curses=()).all_pass()
    assert "FS-102" in t.ruled or t.stack == []


@rule("FS-21")
def test_the_bible_kills_only_the_monsters_that_it_names() -> None:
    """The Bible: Mom! dies; Fly and Clotty are never offered, and without curse and fight nothing is left."""
    t = table(monsters=("fly", "mom")).names("Ana", "the-bible")
    kills = [
        c.event.effects
        for c in t.asked.choices
        if getattr(c.event, "item", 0) == t.item("Ana", "the-bible").id and getattr(c.event, "effects", ())
    ]
    assert {effect.kind for effects in kills for effect in effects} == {"kill"}
    t.do(next(c.event for c in t.asked.choices if getattr(c.event, "effects", ()) == kills[0]))
    t.nobody()
    assert t.monster("fly").life == 1
    assert "monster_death" in t.stack or not t.there("mom")


@rule("FS-86", "FS-14")
@pytest.mark.parametrize(("loot", "cents"), [(3, 3), (0, 3), (3, 0)])
def test_shadow_gains_what_another_player_pays_for_a_death(loot: int, cents: int) -> None:
    """Shadow: its owner gains the loot card and the ¢ that the dead player loses, and no more than were lost."""
    t = table("Ana", "Beto", "Cira").names("Cira", "shadow")
    t.by_hand("Beto", "loot", loot - 3).by_hand("Beto", "cents", cents - 3)
    before = t.player("Cira")
    t.triggers("Ana", t.to("Beto", "kill")).all_pass()
    beto, cira = t.player("Beto"), t.player("Cira")
    assert (beto.loot, beto.cents) == (max(0, loot - 1), max(0, cents - 1))
    assert (cira.loot - before.loot, cira.cents - before.cents) == (min(1, loot), min(1, cents))


@rule("FS-86")
def test_the_owner_of_shadow_chooses_the_item_that_is_destroyed() -> None:
    """Two items of Beto: Cira, who has Shadow, is asked which one; her own death pays nobody."""
    t = table("Ana", "Beto", "Cira").names("Cira", "shadow").names("Beto", "breakfast").names("Beto", "meat")
    t.triggers("Ana", t.to("Beto", "kill")).all_pass()
    assert (t.step, t.asked.seats) == ("part", (2,))
    t.do(Parted(t.item("Beto", "meat").id)).all_pass()
    assert (t.has("Beto", "meat"), t.has("Beto", "breakfast")) == (False, True)
    before = t.player("Ana").cents
    t.triggers("Ana", t.to("Cira", "kill")).all_pass()
    assert t.player("Ana").cents == before
