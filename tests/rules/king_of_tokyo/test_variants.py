"""KT-37 … KT-44, KT-49 … KT-54: variants of King of Tokyo, except for the curses."""

import pytest

from rules.king_of_tokyo.model.card_catalogue import PowerCard
from rules.king_of_tokyo.model.dice import ENERGY, HEART
from rules.king_of_tokyo.model.events import Bought, Claimed, TookTile, Used
from tests.support.games.king_of_tokyo import NOTHING, KingOfTokyoTable, three

# --- costumes ----------------------------------------------------------------------------------------------------


def dressed() -> KingOfTokyoTable:
    """A match with costumes: Ana robot, Beto ghost, Cira princess; Cira is in Tokyo."""
    t = KingOfTokyoTable("Ana", "Beto", "Cira", variant__costumes="on")
    return t.dresses(Cira="princess", Ana="robot", Beto="ghost").stand("Cira")


@pytest.mark.rule("KT-37")
def test_everybody_chooses_a_costume() -> None:
    """Each monster chooses a different costume, in any order; it is held like a card."""
    t = dressed()
    worn = [[held.card for held in monster.cards] for monster in t.s.monsters]
    assert worn == [["robot"], ["ghost"], ["princess"]]
    assert t.asked.rule == "KT-03"
    assert t.active == "Ana"


@pytest.mark.rule("KT-38", "KT-39")
def test_three_claws_may_take_a_costume_for_its_price() -> None:
    """Three smashes let the attacker buy a costume of a monster that was hit.

    That monster loses its hearts anyway and gets the energy.
    """
    t = dressed().has("Ana", energy=6).throws("112sss")
    assert (t.asked.rule, t.hearts[2]) == ("KT-38", 7)
    t.uses()
    assert [held.card for held in t.monster("Ana").cards] == ["robot", "princess"]
    assert (t.energy, t.monster("Cira").cards) == ((1, 0, 5), ())
    assert t.asked.rule == "KT-13"


@pytest.mark.rule("KT-38")
def test_nobody_takes_a_costume_without_claws_or_energy() -> None:
    """A costume is not offered after two smashes or without enough energy, and may be declined."""
    assert dressed().has("Ana", energy=6).throws("1122ss").asked.rule == "KT-13"
    assert dressed().has("Ana", energy=4).throws("112sss").asked.rule == "KT-13"
    t = dressed().has("Ana", energy=6).throws("112sss").says("Take no costume")
    assert (t.asked.rule, t.energy[0]) == ("KT-13", 6)


@pytest.mark.rule("KT-38")
def test_several_costumes_may_be_taken_in_a_turn() -> None:
    """Several costumes may be bought in a turn, from all monsters that were hit."""
    t = dressed().stand("Ana").has("Ana", energy=9).throws("112sss").uses().uses()
    assert {held.card for held in t.monster("Ana").cards} == {"robot", "ghost", "princess"}
    assert t.energy == (0, 4, 5)


# --- cultists ----------------------------------------------------------------------------------------------------


@pytest.mark.rule("KT-40")
@pytest.mark.parametrize(("throw", "cultists"), [("eeee12", 1), ("111122", 1), ("eee112", 0), ("ssssss", 1)])
def test_four_equal_faces_bring_a_cultist(throw: str, cultists: int) -> None:
    """Four of a kind bring one cultist after the dice, for any face."""
    assert three(variant__cultists="on").turn(throw).monster("Ana").cultists == cultists
    assert three().turn(throw).monster("Ana").cultists == 0


@pytest.mark.rule("KT-41")
def test_a_cultist_is_a_heart_or_an_energy_at_any_moment() -> None:
    """A cultist may be spent on a heart or an energy beside any prompt, which stays.

    In anybody's turn, and in Tokyo too.
    """
    t = three(variant__cultists="on").has("Cira", cultists=2)
    asked = t.asked
    t.aside("Cira", face=HEART).aside("Cira", face=ENERGY)
    assert (t.hearts[2], t.energy[2], t.monster("Cira").cultists) == (9, 1, 0)
    assert t.asked == asked


@pytest.mark.rule("KT-30")
def test_no_effect_heals_above_the_most() -> None:
    """No effect heals above the maximum: ten hearts, or twelve with Full Regeneration."""
    t = three(variant__cultists="on").has("Ana", cultists=1, hearts=10)
    assert t.aside("Ana", face=HEART).hearts[0] == 10
    t = three(variant__cultists="on", variant__wickedness="both").has("Ana", cultists=1, hearts=10)
    t.owns("Ana", "full_regeneration")
    assert t.aside("Ana", face=HEART).hearts[0] == 11


@pytest.mark.rule("KT-41")
def test_a_cultist_is_one_more_throw() -> None:
    """A cultist may be spent on one more throw: a fourth one, if the table follows each throw."""
    t = three(variant__cultists="on", throws="each").has("Ana", cultists=1)
    t.throws(NOTHING).throws(NOTHING).throws(NOTHING)
    assert t.asked.rule == "KT-03"
    t.uses().throws("eeeeee")
    assert (t.energy[0], t.monster("Ana").cultists) == (6, 1)


# --- the tower ---------------------------------------------------------------------------------------------------


@pytest.mark.rule("KT-42")
def test_four_1s_in_tokyo_take_a_level_of_the_tower() -> None:
    """Four 1s in Tokyo take the lowest level of the tower that the monster does not own.

    Also from another monster. Outside Tokyo, or with three 1s, none.
    """
    t = three(variant__tower="on").stand("Ana").throws("1111he")
    assert t.s.tower == (0, -1, -1)
    assert three(variant__tower="on").throws("1111he").s.tower == (-1, -1, -1)
    assert three(variant__tower="on").stand("Ana").throws("111hhe").s.tower == (-1, -1, -1)
    t.on().stand("Beto").throws("1111he")
    assert t.s.tower == (1, -1, -1)


@pytest.mark.rule("KT-42")
def test_a_table_may_ask_whether_a_level_is_taken() -> None:
    """KT-A11 set to may: taking a level of the tower is asked, and may be declined."""
    t = three(variant__tower="on", KT_A11="may").stand("Ana").throws("1111he")
    assert t.asked.rule == "KT-42"
    assert t.do(Claimed(False)).s.tower == (-1, -1, -1)
    t = three(variant__tower="on", KT_A11="may").stand("Ana").throws("1111he").do(Claimed(True))
    assert t.s.tower == (0, -1, -1)


@pytest.mark.rule("KT-43")
def test_the_tower_gives_at_the_start_of_a_turn() -> None:
    """Tower levels pay at turn start: the lowest a heart, the second a heart and an energy.

    Both together give two hearts and an energy.
    """
    for owners, hearts, energy in (((1, -1, -1), 9, 0), ((-1, 1, -1), 9, 1), ((1, 1, -1), 10, 1)):
        t = three(variant__tower="on")
        t.s = t.s.__class__(**{**vars(t.s), "tower": owners})
        t.turn(NOTHING)
        assert (t.hearts[1], t.energy[1]) == (hearts, energy)


@pytest.mark.rule("KT-44")
def test_the_top_of_the_tower_wins_at_once() -> None:
    """The top level of the tower wins at once, before the dice have been resolved."""
    t = three(variant__tower="on").stand("Ana")
    t.s = t.s.__class__(**{**vars(t.s), "tower": (0, 0, 1)})
    assert t.throws("1111he").winners == ("Ana",)
    assert t.s.outcome is not None
    assert t.s.outcome.rule == "KT-44"


# --- berserk -----------------------------------------------------------------------------------------------------


@pytest.mark.rule("KT-49")
def test_four_claws_make_berserk_and_throw_one_more_die() -> None:
    """Four smashes make a monster berserk: it then throws a seventh, special die.

    From the next throw on it gives energy, smashes, or a skull.
    """
    t = three(variant__berserk="on").throws("12ssss").stays().on()
    assert t.monster("Ana").berserk
    t.until("Ana").throws("1122es")
    assert t.asked.rule == "KT-49"
    t.face(2)
    assert t.energy[0] == 3
    t = three(variant__berserk="on").has("Ana", berserk=True).throws("11223s").face(5)
    assert t.hearts == (8, 8, 5)
    t = three(variant__berserk="on").has("Ana", berserk=True).throws("11223s").face(6).stays()
    assert t.hearts == (7, 8, 7)
    assert not three().throws("12ssss").monster("Ana").berserk


@pytest.mark.rule("KT-49")
def test_healing_ends_it() -> None:
    """A gained heart ends berserk, from any source or from dice only (KT-A12).

    A heart above the maximum does not.
    """
    t = three(variant__berserk="on").has("Ana", berserk=True).throws("h11223").face(3)
    assert not t.monster("Ana").berserk
    t = three(variant__berserk="on").has("Ana", berserk=True, hearts=10).throws("h11223").face(3)
    assert t.monster("Ana").berserk
    for how, still in (("any", False), ("dice", True)):
        t = three(variant__berserk="on", variant__cultists="on", KT_A12=how).has("Ana", berserk=True, cultists=1)
        assert t.aside("Ana", face=HEART).monster("Ana").berserk == still


# --- transformation ----------------------------------------------------------------------------------------------


@pytest.mark.rule("KT-50", "KT-51")
def test_a_form_is_changed_before_buying_for_an_energy() -> None:
    """KT L197, L200: the form is changed for one energy before buying, once a turn; a beast buys nothing.

    All start as bipeds.
    """
    t = three(variant__transformation="on").has("Ana", energy=9).throws(NOTHING)
    assert not any(monster.beast for monster in t.s.monsters)
    t.uses()
    assert (t.monster("Ana").beast, t.energy[0]) == (True, 8)
    assert (t.offers(Bought), t.offers(Used)) == (False, False)


@pytest.mark.rule("KT-51")
def test_no_form_is_changed_after_a_purchase() -> None:
    """Changing form is offered before the first purchase and not after it."""
    t = three(variant__transformation="on").has("Ana", energy=9).throws(NOTHING)
    change = Used(0, "variant.transformation")
    assert change in [choice.event for choice in t.asked.choices]
    t.do(Bought(0, cards=(PowerCard("giant_brain", "Giant Brain", 5),)))
    assert (t.energy[0], t.s.phase) == (4, "buy")
    assert change not in [choice.event for choice in t.asked.choices]


@pytest.mark.rule("KT-52")
def test_a_beast_throws_one_die_once_more_and_buys_nothing() -> None:
    """KT L199-200: a beast rethrows one die once a turn, also after the last throw, and buys nothing; it may sweep.

    A biped is not offered this.
    """
    t = three(variant__transformation="on", throws="each").has("Ana", beast=True, energy=9)
    t.throws(NOTHING).throws(NOTHING).throws(NOTHING)
    t.uses(die=0).throws("e")
    assert t.energy[0] == 10
    offered = [choice.label.key for choice in t.asked.choices if choice.role != "default"]
    assert offered == ["Sweep the shop", "Become a biped (1 energy)"]
    assert not t.uses().monster("Ana").beast
    biped = three(variant__transformation="on", throws="each").throws(NOTHING).throws(NOTHING).throws(NOTHING)
    assert biped.active == "Beto"


# --- wickedness --------------------------------------------------------------------------------------------------


@pytest.mark.rule("KT-53")
@pytest.mark.parametrize(
    ("throw", "wicked"), [("111223", 2), ("222113", 1), ("333112", 0), ("222222", 2), ("111222", 3)]
)
def test_triples_of_1s_and_2s_are_wicked(throw: str, wicked: int) -> None:
    """Each triple of 1s gives two wickedness, each of 2s one, besides their points."""
    t = three(variant__wickedness="both").throws(throw)
    assert t.monster("Ana").wickedness == wicked
    assert t.points[0] > 0


@pytest.mark.rule("KT-53")
def test_six_1s_are_two_triples() -> None:
    """Six 1s give four wickedness, or two with KT-A10 set to once; the track ends at ten."""
    assert three(variant__wickedness="both").throws("111111").monster("Ana").wickedness == 4
    assert three(variant__wickedness="both", KT_A10="once").throws("111111").monster("Ana").wickedness == 2
    assert three(variant__wickedness="both").has("Ana", wickedness=9).throws("111111").monster("Ana").wickedness == 10


@pytest.mark.rule("KT-54")
def test_a_level_brings_a_tile_of_ones_choice() -> None:
    """Levels three, six and ten each bring a tile of the player's choice.

    Of the colour in play, and not one that somebody has.
    """
    t = three(variant__wickedness="orange").has("Ana", wickedness=2)
    t.owns("Beto", "devious")
    t.throws("111223")
    offered = {option.value for option in t.asked.choices[0].template.holes[0].options}  # type: ignore[union-attr]
    assert offered == {"eternal", "skulking", "tireless"}
    assert t.refuses(TookTile("barbs")) == "KT-54"
    t.takes("eternal")
    assert [tile.card for tile in t.monster("Ana").tiles] == ["eternal"]
    t = three(variant__wickedness="both").has("Ana", wickedness=2).throws("111111").takes("barbs").takes("cyberbrain")
    assert [tile.card for tile in t.monster("Ana").tiles] == ["barbs", "cyberbrain"]
