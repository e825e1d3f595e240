"""KT-45 … KT-48: curses, golden scarab and die of fate of King of Tokyo."""

from dataclasses import replace

import pytest

from rules.king_of_tokyo.effects.registry import TokyoCase, active_effects, effects
from rules.king_of_tokyo.model.card_catalogue import PowerCard
from rules.king_of_tokyo.model.events import Bought, CurseTurned, Swept
from rules.king_of_tokyo.model.texts import load_data
from rules.king_of_tokyo.rolling.roll import dice_to_throw, throws_in_turn
from rules.king_of_tokyo.variants.fate_die import turn_curse
from tests.support.games.king_of_tokyo import NOTHING, KingOfTokyoTable, three


def cursed(curse: str, scarab: str = "Beto", **rulings: str) -> KingOfTokyoTable:
    """A match with that curse in force, Cira in Tokyo, and Ana about to throw."""
    t = KingOfTokyoTable("Ana", "Beto", "Cira", variant__curses="on", **rulings).turns_up("gaze_of_the_sphinx")
    for name in t.s.seats:
        t.has(name, hearts=8, points=5, energy=5)
    return t.stand("Cira").is_cursed(curse, scarab)


@pytest.mark.rule("KT-46")
def test_the_die_of_fate_acts_before_the_others() -> None:
    """The die of fate is asked for with the dice of each turn, and acts before the other dice.

    Smashes that its snake cancels hurt nobody.
    """
    t = cursed("buried_in_sand").throws("ssssss")
    assert (t.asked.rule, t.hearts[2]) == ("KT-46", 8)
    assert t.fate("snake").hearts[2] == 8
    assert three().throws(NOTHING).active == "Beto"


@pytest.mark.rule("KT-45")
def test_a_curse_that_has_gone_comes_back_when_all_have_been() -> None:
    """The deck of 24 curses is shuffled again when it is used up."""
    s = KingOfTokyoTable("Ana", "Beto", variant__curses="on").turns_up("builders_uprising").s
    every = [id for id in load_data("curses") if id != "builders_uprising"]
    for seen, id in enumerate(every):
        assert len(s.curses_gone) == seen
        s = turn_curse(s, CurseTurned(id))
    assert (len(every), s.curses_gone) == (23, ())


@pytest.mark.rule("KT-45")
def test_every_curse_holds_and_has_two_fates() -> None:
    """Each of the 24 curses has a permanent, an ankh and a snake effect, in both languages."""
    silent = {id for id, curse in load_data("curses").items() if "silences" in curse}
    assert {f"curse.{id}" for id in load_data("curses").keys() - silent} <= effects.keys()
    for curse in load_data("curses").values():
        assert all(curse[part][language] for part in ("always", "ankh", "snake") for language in ("es", "en"))
        assert set(curse["does"]) == {"ankh", "snake"}


# --- permanent effects -------------------------------------------------------------------------------------------


@pytest.mark.rule("KT-45")
@pytest.mark.parametrize(
    ("curse", "throw", "what"),
    [
        ("isis_s_disgrace", "h11223", "hearts"),
        ("thot_s_blindness", "e11223", "energy"),
        ("tutankhamun_s_curse", "222113", "points"),
    ],
)
def test_only_the_owner_of_the_scarab_gains(curse: str, throw: str, what: str) -> None:
    """Curses that let only the owner of the scarab gain hearts, energy or points from dice."""
    without, owner = cursed(curse), cursed(curse, "Ana")
    before = getattr(without, what)[0]
    assert getattr(without.throws(throw).fate("river"), what)[0] == before
    assert getattr(owner.throws(throw).fate("river"), what)[0] > before


@pytest.mark.rule("KT-45")
def test_only_the_owner_of_the_scarab_smashes_or_buys() -> None:
    """Hotep's Peace and Forbidden Library let only the owner of the scarab smash or buy; all may sweep (KT L98)."""
    assert cursed("hotep_s_peace").throws("1122ss").fate("river").hearts[2] == 8
    assert cursed("hotep_s_peace", "Ana").throws("1122ss").fate("river").hearts[2] == 6
    for owner, buys in (("Cira", False), ("Ana", True)):
        t = cursed("forbidden_library", owner).throws(NOTHING).fate("river")
        assert (t.s.phase, t.offers(Bought), t.offers(Swept)) == ("buy", buys, True)


@pytest.mark.rule("KT-45")
def test_curses_that_change_throws_and_dice() -> None:
    """Curses that change throws, dice, prices and the maximum of hearts.

    Buried in Sand, Raging Flood, False Blessing, Inadequate Offering; Bow Before Ra allows eight hearts.
    """
    assert (throws_in_turn(cursed("buried_in_sand").s), dice_to_throw(cursed("raging_flood").s)) == (2, 5)
    assert (throws_in_turn(cursed("false_blessing").s), dice_to_throw(cursed("false_blessing").s)) == (4, 8)
    assert effects.number(cursed("inadequate_offering").s, "cost", TokyoCase(0), 3) == 5
    assert cursed("bow_before_ra").throws("h11223").fate("river").hearts[0] == 8


@pytest.mark.rule("KT-45")
def test_ra_takes_what_is_above_eight() -> None:
    """Bow Before Ra removes hearts above eight when it is turned up."""
    t = cursed("set_s_storm").has("Beto", hearts=10).throws(NOTHING).fate("eye").turns_up("bow_before_ra")
    assert t.hearts == (8, 8, 8)


@pytest.mark.rule("KT-45")
@pytest.mark.parametrize(("curse", "sticky"), [("vengeance_of_horus", "s"), ("scribe_s_perseverance", "1")])
def test_some_faces_are_not_thrown_again(curse: str, sticky: str) -> None:
    """Curses that forbid rethrowing smashes, or 1s: the next throw is of the other four dice."""
    t = cursed(curse, throws="each").throws(f"{sticky}{sticky}2233")
    hole = t.asked.dice
    assert hole is not None
    assert hole.count == 4


@pytest.mark.rule("KT-45")
def test_nobody_yields_to_a_pharaoh() -> None:
    """Pharaonic Ego: a monster that is hit in Tokyo is not asked whether it yields."""
    t = cursed("pharaonic_ego").throws("1122ss").fate("river")
    assert (t.hearts[2], t.city, t.asked.rule) == (6, "Cira", "KT-22")


@pytest.mark.rule("KT-45")
def test_osiris_heals_in_tokyo_alone() -> None:
    """Resurrection of Osiris: heart dice heal in Tokyo, and not outside."""
    assert cursed("resurrection_of_osiris").throws("h11223").fate("river").hearts[0] == 8
    assert cursed("resurrection_of_osiris").stand("Ana").throws("h11223").fate("river").hearts[0] == 9


@pytest.mark.rule("KT-45")
def test_the_pharaohs_skin_spares_the_owner_of_the_scarab() -> None:
    """Pharaonic Skin: the owner of the scarab loses no hearts to smashes."""
    assert cursed("pharaonic_skin", "Cira").throws("1122ss").fate("river").hearts[2] == 8
    assert cursed("pharaonic_skin", "Ana").throws("1122ss").fate("river").hearts[2] == 6


@pytest.mark.rule("KT-45")
@pytest.mark.parametrize(
    ("curse", "after"),
    [
        ("set_s_storm", (7, 5, 5)),
        ("builders_uprising", (8, 3, 5)),
        ("ordeal_of_the_mighty", (7, 5, 5)),
        ("ordeal_of_the_wealthy", (8, 4, 5)),
        ("ordeal_of_the_spiritual", (8, 5, 4)),
    ],
)
def test_curses_that_cost_at_the_start_of_a_turn(curse: str, after: tuple[int, int, int]) -> None:
    """Curses that cost something at the start of a turn.

    They hit the active monster, or all that have most of something.
    """
    t = cursed(curse).throws(NOTHING).fate("river").on()
    assert (t.hearts[1], t.points[1], t.energy[1]) == after
    tied = "ordeal" in curse
    assert ((t.hearts[0], t.points[0], t.energy[0]) == after) == tied


@pytest.mark.rule("KT-45")
def test_khepris_tribute() -> None:
    """Khepri's Rebellion: at turn start the scarab's owner gives the active monster one thing.

    Here one energy.
    """
    t = cursed("khepri_s_rebellion", "Cira").throws(NOTHING).fate("river").says("End the turn")
    assert t.asked.seats == (2,)
    t.uses(n=2)
    assert (t.energy[1], t.energy[2]) == (6, 4)


@pytest.mark.rule("KT-45")
def test_senses_are_confused_by_the_owner_of_the_scarab() -> None:
    """Confused Senses: the owner of the scarab may have up to two dice rethrown."""
    t = cursed("confused_senses").throws("eee112")
    assert t.asked.seats == (1,)
    t.uses(die=0).throws("1").uses(die=1).throws("1").fate("river")
    assert t.energy[0] == 6
    assert cursed("confused_senses").throws("eee112").says("Nothing").fate("river").energy[0] == 8


@pytest.mark.rule("KT-45")
def test_body_and_spirit_leave_numbers_out() -> None:
    """Body, Spirit and Ka: numbers do not score; ankh and snake change what is left out.

    With the ankh all dice count, with the snake numbers only.
    """
    assert cursed("body_spirit_and_ka").throws("222eee").fate("river").points[0] == 5
    blessed = cursed("body_spirit_and_ka").throws("222eee").fate("ankh")
    assert (blessed.points[0], blessed.energy[0]) == (7, 8)
    bitten = cursed("body_spirit_and_ka").throws("222eee").fate("snake")
    assert (bitten.points[0], bitten.energy[0]) == (7, 5)


@pytest.mark.rule("KT-45")
def test_a_false_blessing_has_its_price() -> None:
    """False Blessing costs a heart for each different face of the eight dice."""
    assert cursed("false_blessing").throws("1112233e").fate("river").hearts[0] == 4


@pytest.mark.rule("KT-45")
def test_the_sphinx_silences_keep_cards() -> None:
    """Gaze of the Sphinx disables all keep cards."""
    t = cursed("gaze_of_the_sphinx")
    t.holds("Ana", "giant_brain")
    assert throws_in_turn(t.s) == 3
    assert not any(source.kind == "card" for source in active_effects(t.s, effects.keys()))


# --- ankh and snake ----------------------------------------------------------------------------------------------


@pytest.mark.rule("KT-47")
@pytest.mark.parametrize(
    ("curse", "shows", "throw", "hearts", "points", "energy"),
    [
        ("isis_s_disgrace", "snake", NOTHING, 7, 5, 5),
        ("thot_s_blindness", "snake", NOTHING, 8, 5, 3),
        ("tutankhamun_s_curse", "snake", NOTHING, 8, 3, 5),
        ("hotep_s_peace", "snake", "1122ss", 8, 5, 3),
        ("set_s_storm", "ankh", NOTHING, 10, 5, 5),
        ("builders_uprising", "snake", NOTHING, 8, 3, 5),
        ("vengeance_of_horus", "ankh", "1122ss", 8, 7, 5),
        ("vengeance_of_horus", "snake", "1122ss", 6, 5, 5),
        ("ordeal_of_the_mighty", "snake", NOTHING, 7, 5, 5),
        ("ordeal_of_the_wealthy", "ankh", NOTHING, 8, 7, 5),
        ("ordeal_of_the_spiritual", "snake", NOTHING, 8, 5, 4),
        ("gaze_of_the_sphinx", "ankh", NOTHING, 8, 5, 8),
        ("gaze_of_the_sphinx", "snake", NOTHING, 8, 5, 2),
        ("scribe_s_perseverance", "ankh", "1112he", 9, 6, 9),
        ("scribe_s_perseverance", "snake", "111223", 8, 5, 5),
    ],
)
def test_numbers_that_the_die_moves(curse: str, shows: str, throw: str, hearts: int, points: int, energy: int) -> None:
    """Ankh and snake effects that change the active monster's hearts, points and energy.

    Some depend on the faces that were thrown.
    """
    t = cursed(curse).throws(throw).fate(shows)
    assert (t.hearts[0], t.points[0], t.energy[0]) == (hearts, points, energy)


@pytest.mark.rule("KT-47")
@pytest.mark.parametrize(
    ("curse", "shows"), [("isis_s_disgrace", "ankh"), ("khepri_s_rebellion", "snake"), ("forbidden_library", "ankh")]
)
def test_the_scarab_changes_hands(curse: str, shows: str) -> None:
    """Ankh and snake effects that give the scarab to the active monster."""
    assert cursed(curse).throws(NOTHING).fate(shows).s.scarab == 0


@pytest.mark.rule("KT-47")
def test_the_scarab_is_given_away() -> None:
    """Khepri's Rebellion: with the ankh the scarab goes to any player."""
    t = cursed("khepri_s_rebellion").throws(NOTHING).fate("ankh").uses(other=2)
    assert t.s.scarab == 2


@pytest.mark.rule("KT-47")
def test_tokyo_is_taken_or_left() -> None:
    """Ankh and snake effects that put the active monster into Tokyo or out of it.

    A monster that was put out does not enter Tokyo in this turn.
    """
    t = cursed("pharaonic_ego").throws(NOTHING).fate("snake")
    assert (t.city, t.points[0]) == ("Ana", 6)
    t = cursed("resurrection_of_osiris").throws(NOTHING).fate("ankh")
    assert t.city == "Ana"
    t = cursed("pharaonic_ego").stand("Ana").throws(NOTHING).fate("ankh")
    assert (t.city, t.points[0]) == ("", 5)
    assert cursed("resurrection_of_osiris").stand("Ana").throws(NOTHING).fate("snake").city == ""


@pytest.mark.rule("KT-47")
def test_another_throw_and_void_claws() -> None:
    """Buried in Sand: the ankh allows one more throw, which may be declined."""
    t = cursed("buried_in_sand").throws("112233").fate("ankh")
    assert t.asked.rule == "KT-03"
    assert t.throws("eee112").energy[0] == 8
    assert cursed("buried_in_sand").throws("eee112").fate("ankh").stops().energy[0] == 8


@pytest.mark.rule("KT-47")
def test_another_turn_without_the_die_of_fate() -> None:
    """Builders' Uprising: the ankh gives another turn outside Tokyo, without the die of fate."""
    t = cursed("builders_uprising").throws(NOTHING).fate("ankh").on()
    assert t.active == "Ana"
    assert t.throws(NOTHING).on().active == "Beto"
    assert t.throws(NOTHING).asked.rule == "KT-46"
    assert cursed("builders_uprising").stand("Ana").throws(NOTHING).fate("ankh").on().active == "Beto"


@pytest.mark.rule("KT-47")
def test_dice_come_and_go() -> None:
    """Ankh and snake effects that add, rethrow or remove dice.

    Raging Flood adds a die of one's choice or removes one; False Blessing rethrows or removes up to two.
    """
    assert cursed("raging_flood").throws("ee112").fate("ankh").uses(face=5).energy[0] == 8
    assert cursed("raging_flood").throws("ee112").fate("snake").uses(die=0).energy[0] == 6
    t = cursed("false_blessing").throws("ee111222").fate("ankh").uses(die=2, n=0).uses(die=0, n=1).throws("1")
    assert (t.energy[0], len(t.s.now.faces), t.hearts[0]) == (6, 7, 5)
    t = cursed("false_blessing").throws("ee111222").fate("snake")
    assert t.asked.seats == (1,)
    t.uses(die=0).throws("1").uses(die=1).throws("1")
    assert t.energy[0] == 5


@pytest.mark.rule("KT-47")
def test_a_card_is_discarded() -> None:
    """Inadequate Offering: the snake discards a card, the ankh draws one.

    The active monster chooses which card; without a card nothing is asked; a drawn card is named.
    """
    t = cursed("inadequate_offering")
    t.holds("Ana", "alien_origin")
    t.throws(NOTHING).fate("snake").uses()
    assert (t.monster("Ana").cards, t.s.discard) == ((), ("alien_origin",))
    assert cursed("inadequate_offering").throws(NOTHING).fate("snake").asked.rule == "KT-22"
    t = cursed("inadequate_offering").throws(NOTHING).fate("ankh")
    assert t.asked.rule == "KT-47"
    drawn = t.asked.choices[0].event
    t.do(replace(drawn, cards=(PowerCard("giant_brain", "Giant Brain", 5),)))  # type: ignore[call-arg]
    assert [card.card for card in t.monster("Ana").cards] == ["giant_brain"]
    assert (t.energy[0], t.asked.rule) == (5, "KT-22")


@pytest.mark.rule("KT-47")
def test_gifts_to_the_owner_of_the_scarab() -> None:
    """Snake effects that give to the owner of the scarab, or nothing to oneself.

    Two things of one's choice; the hearts and energy of the dice; no question if the active monster has the scarab.
    """
    t = cursed("pharaonic_skin").throws(NOTHING).fate("snake").uses(n=0).uses(n=1)
    assert (t.hearts[:2], t.points[:2]) == ((7, 9), (4, 6))
    t = cursed("confused_senses").throws("hee112").says("Nothing").fate("snake")
    assert (t.hearts[:2], t.energy[:2]) == ((8, 9), (5, 7))
    assert cursed("pharaonic_skin", "Ana").throws(NOTHING).fate("snake").asked.rule == "KT-22"


@pytest.mark.rule("KT-30", "KT-45")
def test_hearts_that_only_a_card_allowed_go_when_the_curse_silences_cards() -> None:
    """KT L122: "a menos que una carta de guardado diga lo contrario": a card without effect says nothing."""
    t = cursed("set_s_storm").has("Beto", hearts=12)
    t.holds("Beto", "even_bigger")
    t.throws(NOTHING).fate("eye").turns_up("gaze_of_the_sphinx")
    assert t.hearts[1] == 10
    assert "KT-30" in t.ruled
