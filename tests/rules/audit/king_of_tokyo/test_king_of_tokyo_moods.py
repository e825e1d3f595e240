"""King of Tokyo, audit of curses, berserk, forms and wickedness (KT-45 … KT-54, KT-A10, KT-A12)."""

import pytest

from rules.engine import Rolled
from rules.king_of_tokyo.model.dice import RIVER
from rules.king_of_tokyo.model.events import (
    Bought,
    CurseTurned,
    Declined,
    DoneBuying,
    Swept,
    TookTile,
    Used,
    UsedAside,
)
from rules.king_of_tokyo.model.texts import load_names
from rules.king_of_tokyo.shop.reveal import FROM_UNFOLLOWED_SHOP
from tests.support.games.king_of_tokyo import NOTHING, KingOfTokyoTable, faces, three
from tests.support.games.king_of_tokyo_cards import record

FORM = "variant.transformation"
BERSERK_SKULL, BERSERK_SMASH, BERSERK_TWO_SMASHES, BERSERK_TWO_ENERGY = 6, 3, 5, 2


def cursed(curse: str = "ordeal_of_the_mighty", **rulings: str) -> KingOfTokyoTable:
    """Three monsters with eight hearts under that curse; Ana is to roll, Cira holds the scarab and Tokyo."""
    t = KingOfTokyoTable("Ana", "Beto", "Cira", variant__curses="on", **rulings).turns_up(curse)
    for name in t.s.seats:
        t.has(name, hearts=8)
    return t.stand("Cira")


@pytest.mark.rule("KT-45")
def test_exactly_one_curse_lies_face_up_from_the_start() -> None:
    """KT-45, L181: "Siempre hay una maldicion activo": turned up before the first throw, one of the 24."""
    t = KingOfTokyoTable("Ana", "Beto", "Cira", variant__curses="on")
    assert (t.asked.rule, t.s.curse) == ("KT-45", "")
    t.refuses(Rolled(faces(NOTHING)))
    t.refuses(Declined())
    assert t.refuses(CurseTurned("no such curse")) == "KT-45"
    assert len(load_names("curses")) == 24
    t.turns_up("set_s_storm")
    assert (t.s.curse, t.offers(Rolled)) == ("set_s_storm", True)
    assert t.refuses(CurseTurned("bow_before_ra")) == "KT-47", "it is replaced only by the eye"
    assert not KingOfTokyoTable("Ana", "Beto").offers(CurseTurned), "only with the variant"


@pytest.mark.rule("KT-45")
def test_the_curse_affects_all_monsters() -> None:
    """KT-45, L181: "que afecta todos los jugadores": Set's Storm costs each a heart as its turn starts."""
    t = cursed("set_s_storm")
    for name, hearts in (("Beto", (8, 7, 8)), ("Cira", (8, 7, 7)), ("Ana", (7, 7, 7))):
        t.throws(NOTHING).fate("river").on()
        assert (t.who, t.hearts) == (name, hearts)


@pytest.mark.rule("KT-46")
def test_the_die_of_fate_is_thrown_on_every_turn_and_counts_before_the_others() -> None:
    """KT-46, L182: "junto con los otros dados ... Se activa antes": the snake takes 2 energy before the bolts come."""
    t = cursed("ordeal_of_the_spiritual").has("Ana", energy=0)
    t.throws("eee112")
    assert (t.asked.rule, t.energy) == ("KT-46", (0, 0, 0)), "nothing counts yet"
    for wrong in ((), (0,), (5,), (1, 1)):
        t.refuses(Rolled(wrong))
    t.refuses(Declined())
    t.fate("ankh")
    fate = next(k for k, rule in enumerate(t.ruled) if rule == "KT-47")
    assert (fate < t.ruled.index("KT-08"), t.energy[0]) == (True, 5)
    t.on().throws(NOTHING)
    assert t.asked.rule == "KT-46", "and on Beto's turn"


@pytest.mark.rule("KT-46")
def test_the_snake_bites_before_the_hearts_heal() -> None:
    """KT-46, L182: "Se activa antes de los otros dados": two hearts lost to the snake, then two healed."""
    t = cursed("bow_before_ra").throws("hh1123").fate("snake")
    assert t.hearts[0] == 8, "6 after the snake, then 2 hearts"
    t = cursed("bow_before_ra").throws("hh1123").fate("ankh")
    assert t.hearts[0] == 8, "no more than the curse allows"


@pytest.mark.rule("KT-47")
def test_the_eye_replaces_the_curse_the_river_does_nothing() -> None:
    """KT-47, L183: "Ojo = reemplaza la carta ... Rio = nada pasa"; the new curse is another one."""
    t = cursed("set_s_storm").throws(NOTHING).fate("eye")
    assert (t.asked.rule, t.offers(CurseTurned)) == ("KT-45", True)
    assert t.refuses(CurseTurned("set_s_storm")) == "KT-45"
    t.refuses(Declined())
    t.turns_up("ordeal_of_the_wealthy")
    assert t.s.curse == "ordeal_of_the_wealthy"
    t = cursed("set_s_storm")
    before = (t.hearts, t.points, t.energy, t.s.scarab)
    t.throws(NOTHING).do(Rolled((RIVER,)))
    assert (t.s.curse, t.s.scarab) == ("set_s_storm", 2)
    assert (t.hearts, t.points, t.energy) == ((8, 7, 8), *before[1:3]), "Beto's turn started under Set's Storm"


@pytest.mark.rule("KT-47")
@pytest.mark.parametrize(
    ("curse", "ankh", "snake"),
    [("set_s_storm", (8, 0, 0), (5, 0, 0)), ("bow_before_ra", (8, 0, 0), (4, 0, 0))],
)
def test_the_ankh_blesses_and_the_snake_bites(
    curse: str, ankh: tuple[int, int, int], snake: tuple[int, int, int]
) -> None:
    """KT-47, L183: "Ankh = activa la bendicion. Serpiente = activa el efecto", each of the curse that lies there."""
    for face, expected in (("ankh", ankh), ("snake", snake)):
        t = cursed(curse).has("Ana", hearts=6, points=0).throws(NOTHING).fate(face)
        assert (t.hearts[0], t.points[0], t.energy[0]) == expected


@pytest.mark.rule("KT-47", "KT-45")
def test_what_cancels_a_curse_cancels_no_other_that_takes_its_place() -> None:
    """KT-45, L181: "Siempre hay una maldicion activo": the one that the table puts there holds at once."""
    t = cursed("body_spirit_and_ka").has("Ana", hearts=7, energy=2).throws("hh1123").fate("ankh")
    assert (t.s.now.cancelled, t.s.phase) == (True, "buy")
    t.sets("table.curse", "inadequate_offering")
    assert (t.s.curse, t.s.now.cancelled) == ("inadequate_offering", False)
    assert t.refuses(Bought(0, FROM_UNFOLLOWED_SHOP, (record("alien_origin"),))) == "KT-22", "3 and 2 more"
    t = cursed("set_s_storm").has("Ana", hearts=10).sets("table.curse", "bow_before_ra")
    assert t.hearts[0] == 10, "a hand changes what it names; the limit forbids gaining (L56, L122)"
    t.throws("hh1123").fate("river")
    assert t.hearts[0] == 10


@pytest.mark.rule("KT-48")
@pytest.mark.parametrize(("begins", "holder"), [("Ana", 2), ("Beto", 0), ("Cira", 1)])
def test_the_golden_scarab_goes_to_the_last_to_play(begins: str, holder: int) -> None:
    """KT-48, L184: at the start "al ultimo jugador que va iniciar su turno"."""
    t = KingOfTokyoTable("Ana", "Beto", "Cira", begins=begins, variant__curses="on")
    assert t.s.scarab == holder
    assert KingOfTokyoTable("Ana", "Beto", "Cira", begins=begins).s.scarab == -1


@pytest.mark.rule("KT-49")
@pytest.mark.parametrize(("letters", "berserk"), [("ssss12", True), ("ssssss", True), ("sss112", False)])
def test_four_claws_make_a_monster_berserk(letters: str, berserk: bool) -> None:
    """KT-49, L189: "una tirada de 4 garras o más": its owner alone, and only with the variant."""
    t = three(variant__berserk="on").stand("Ana").throws(letters)
    assert [m.berserk for m in t.s.monsters] == [berserk, False, False]
    assert not three().stand("Ana").throws(letters).monster("Ana").berserk


@pytest.mark.rule("KT-49")
def test_a_berserk_monster_throws_the_berserk_die_as_well() -> None:
    """KT-49, L190: "también tiras el dado beserker": smashes and energy besides the six; the skull bites itself."""
    t = three(variant__berserk="on").stand("Ana").has("Ana", berserk=True).throws("s11223")
    assert (t.asked.rule, t.hearts) == ("KT-49", (8, 8, 8)), "it counts with the others"
    for wrong in ((), (0,), (7,), (1, 1)):
        t.refuses(Rolled(wrong))
    t.refuses(Declined())
    for face, hearts, energy in (
        (BERSERK_SMASH, (8, 6, 6), 0),
        (BERSERK_TWO_SMASHES, (8, 5, 5), 0),
        (BERSERK_TWO_ENERGY, (8, 7, 7), 2),
        (BERSERK_SKULL, (7, 7, 7), 0),
    ):
        u = t.copy().face(face)
        assert (u.hearts, u.energy[0], u.monster("Ana").berserk) == (hearts, energy, True)
    t.face(1).throws("s11223")
    assert t.s.active == 2 or t.asked.rule != "KT-49", "Beto throws none"


@pytest.mark.rule("KT-49", "KT-A12")
def test_berserk_ends_as_the_monster_heals_and_lasts_until_then() -> None:
    """KT-49, L191: "Terminas modo berserker cuando te curas"; hearts that heal nothing end nothing."""
    t = three(variant__berserk="on").has("Ana", berserk=True, hearts=5)
    assert t.copy().throws(NOTHING).face(1).monster("Ana").berserk
    assert not t.copy().throws("h11223").face(1).monster("Ana").berserk
    inside = t.copy().stand("Ana").throws("h11223").face(1)
    assert (inside.hearts[0], inside.monster("Ana").berserk) == (5, True), "in Tokyo a heart die heals nothing"


@pytest.mark.rule("KT-A12", "KT-49")
def test_a_heart_from_a_card_or_a_cultist_ends_berserk_or_does_not() -> None:
    """KT-A12: default any own heal; a table may say that only dice end it."""
    for choice, berserk in (("any", False), ("dice", True)):
        t = three(variant__berserk="on", variant__cultists="on", KT_A12=choice)
        t.has("Ana", berserk=True, hearts=5, cultists=1, energy=3)
        cultist = t.copy().do(UsedAside(0, "variant.cultists", face=4))
        assert (cultist.hearts[0], cultist.monster("Ana").berserk) == (6, berserk)
        card = t.copy().throws(NOTHING).face(BERSERK_SMASH).stays()
        card.do(Bought(0, FROM_UNFOLLOWED_SHOP, (record("heal"),)))
        assert (card.hearts[0], card.monster("Ana").berserk) == (7, berserk)
        assert not t.throws("h11223").face(1).monster("Ana").berserk


@pytest.mark.rule("KT-50")
def test_all_monsters_start_as_bipeds() -> None:
    """KT-50, L196: "Todo jugador inicia el juego en forma bípedo"; without the variant nobody changes form."""
    t = three(variant__transformation="on")
    assert [m.beast for m in t.s.monsters] == [False, False, False]
    t = three().has("Ana", energy=5).throws(NOTHING)
    assert t.refuses(Used(0, FORM)) != ""


@pytest.mark.rule("KT-51")
def test_one_energy_changes_the_form_once_a_turn_while_buying() -> None:
    """KT-51, L197: "Una vez por turno, durante el fase de comprar cartas, puedes pagar 1 energía"."""
    t = three(variant__transformation="on").has("Ana", energy=5)
    assert t.refuses(Used(0, FORM)) == "KT-51", "not while rolling"
    t.throws(NOTHING)
    assert t.copy().do(DoneBuying()).monster("Ana").beast is False, "it is a may"
    t.uses()
    assert (t.monster("Ana").beast, t.energy[0]) == (True, 4)
    assert t.refuses(Used(0, FORM)) == "KT-51", "once"
    t.on().turn(NOTHING).turn(NOTHING).throws(NOTHING).uses()
    assert (t.monster("Ana").beast, t.energy[0], t.offers(Bought)) == (False, 3, True), "back, and it may buy"


@pytest.mark.rule("KT-51")
def test_the_form_changes_before_a_card_is_bought_and_not_after() -> None:
    """KT-51, L197: "antes de comprar una carta"; sweeping is no purchase; 0 energy changes nothing."""
    t = three(variant__transformation="on").has("Ana", energy=6).throws(NOTHING)
    bought = t.copy().do(Bought(0, FROM_UNFOLLOWED_SHOP, (), 2))
    assert bought.refuses(Used(0, FORM)) == "KT-51"
    swept = t.copy().do(Swept()).uses()
    assert (swept.monster("Ana").beast, swept.energy[0]) == (True, 3)
    t = three(variant__transformation="on").throws(NOTHING)
    assert (t.who, t.monster("Ana").beast) == ("Beto", False)
    t = three(variant__transformation="on").has("Ana", energy=1).throws(NOTHING)
    assert (t.s.phase, t.offers(Bought)) == ("buy", False) or t.offers(Used)
    assert t.uses().monster("Ana").beast, "one energy is enough"


@pytest.mark.rule("KT-52")
def test_a_beast_buys_no_power_card() -> None:
    """KT-52, L200: "No puedes comprar cartas de poder cuando estés en forma bestia": at no price."""
    t = three(variant__transformation="on").has("Ana", energy=9, beast=True).throws(NOTHING)
    assert not t.offers(Bought)
    assert t.refuses(Bought(0, FROM_UNFOLLOWED_SHOP, (record("heal"),))) == "KT-52"
    assert t.refuses(Bought(0, FROM_UNFOLLOWED_SHOP, (), 3)) == "KT-52"
    t = three(variant__transformation="on").has("Ana", energy=9).throws(NOTHING).uses()
    assert t.refuses(Bought(0, FROM_UNFOLLOWED_SHOP, (), 3)) == "KT-52", "nor one that has just become a beast"


@pytest.mark.rule("KT-52", "KT-24")
def test_a_beast_may_sweep_the_shop() -> None:
    """KT-52, L98, L200: sweeping costs 2 energy and is no purchase; a beast is only forbidden to buy."""
    t = three(variant__transformation="on").has("Ana", energy=4, beast=True).throws(NOTHING)
    assert t.offers(Swept)
    t.do(Swept())
    assert (t.energy[0], t.s.phase) == (2, "buy")
    t.do(Swept())
    assert (t.energy[0], t.who) == (0, "Beto")
    t = three(variant__transformation="on").has("Ana", energy=5).throws(NOTHING).uses()
    assert (t.monster("Ana").beast, t.energy[0], t.offers(Swept)) == (True, 4, True)
    assert t.do(DoneBuying()).who == "Beto", "it is a may"


@pytest.mark.rule("KT-52")
def test_a_beast_throws_one_die_one_more_time() -> None:
    """KT-52, L199: "puedes tirar uno de tus dados una vez adicional": one die, once, even after the third throw."""
    t = three(variant__transformation="on").has("Ana", beast=True).by_throws()
    for _ in range(3):
        t.throws(NOTHING)
    assert not t.offers(Rolled)
    assert t.refuses(Used(0, FORM, die=6)) != ""
    assert t.copy().stops().who == "Beto", "it is a may"
    t.uses(die=0)
    assert t.refuses(Rolled(faces("ee"))) != "", "one die"
    t.throws("e")
    assert t.energy[0] == 1
    biped = three(variant__transformation="on").by_throws().throws(NOTHING)
    assert not biped.offers(Used)
    t = three(variant__transformation="on").has("Ana", beast=True).by_throws().throws(NOTHING).uses(die=0).throws("e")
    assert (t.s.now.faces, t.offers(Rolled), t.offers(Used)) == (faces("e12233"), True, False), "two throws are left"


@pytest.mark.rule("KT-53")
@pytest.mark.parametrize(
    ("letters", "points", "wickedness"),
    [
        ("111ehh", 1, 2),
        ("222ehh", 2, 1),
        ("2222eh", 3, 1),
        ("333ehh", 3, 0),
        ("1111eh", 2, 2),
        ("112233", 0, 0),
    ],
)
def test_triples_of_ones_and_twos_bring_wickedness_besides_points(letters: str, points: int, wickedness: int) -> None:
    """KT-53, L205-207: each 1-1-1 two, each 2-2-2 one, "ademas de obtener puntos normalmente"."""
    t = three(variant__wickedness="both").throws(letters)
    assert (t.points[0], t.monster("Ana").wickedness) == (points, wickedness)
    assert three().throws(letters).monster("Ana").wickedness == 0, "only with the variant"


@pytest.mark.rule("KT-A10", "KT-53")
@pytest.mark.parametrize(("letters", "each", "once"), [("111111", 4, 2), ("222222", 2, 1), ("111222", 3, 3)])
def test_two_triples_of_one_number_count_each_or_once(letters: str, each: int, once: int) -> None:
    """KT-A10, L206: "Por cada tres": six 1s give four; a table may count each number once."""
    for choice, wickedness in (("each", each), ("once", once)):
        t = three(variant__wickedness="both", KT_A10=choice).throws(letters)
        assert t.monster("Ana").wickedness == wickedness


@pytest.mark.rule("KT-54")
def test_a_tile_is_chosen_on_reaching_three_six_and_ten() -> None:
    """KT-54, L208: at 3, 6 and 10 "puedes elegir una loseta", of that level and free; below nothing."""
    tiles = {0: "devious", 4: "evil_lair", 8: "starburst"}
    for before, reached in ((0, 2), (3, 5), (6, 8), (7, 9)):
        t = three(variant__wickedness="both").has("Ana", wickedness=before).throws("111ehh")
        assert (t.monster("Ana").wickedness, t.offers(TookTile)) == (reached, False)
    for before, tile in tiles.items():
        t = three(variant__wickedness="both").has("Ana", wickedness=before, energy=0)
        t.throws("111222" if before == 0 else "111ehh")
        assert (t.asked.rule, t.asked.seats) == ("KT-54", (0,))
        without = t.copy().do(Declined())
        assert (without.monster("Ana").tiles, without.asked.rule != "KT-54") == ((), True), "it is a may"
        for other in tiles.values():
            if other != tile:
                assert t.refuses(TookTile(other)) == "KT-54", "of another level"
        t.takes(tile)
        assert [held.card for held in t.monster("Ana").tiles] == ([] if tile == "starburst" else [tile])


@pytest.mark.rule("KT-54")
def test_a_tile_acts_at_once_and_stays_to_the_end() -> None:
    """KT-54, L209: "se activa inmediatamente y se queda ... (al menos que se hay instrucciones al contrario)"."""
    t = three(variant__wickedness="both").has("Ana", wickedness=8).throws("111hh2").takes("starburst")
    assert (t.energy[0], t.monster("Ana").tiles) == (12, ()), "its own text discards it"
    t = three(variant__wickedness="both").has("Ana", hearts=5, wickedness=4).throws("1112ee").takes("full_regeneration")
    assert t.hearts[0] == 12, "healed at once to its new maximum"
    t = three(variant__wickedness="both").throws("111222").takes("devious")
    t.turn(NOTHING).turn(NOTHING)
    assert t.throws_left == 4
    t.turn(NOTHING).turn(NOTHING).turn(NOTHING)
    assert [held.card for held in t.monster("Ana").tiles] == ["devious"]


@pytest.mark.rule("KT-54")
def test_a_tile_that_somebody_has_cannot_be_taken_again() -> None:
    """KT-54, L208: "elegir una loseta": each lies there once."""
    t = three(variant__wickedness="both").throws("111222").takes("devious").throws("111222")
    assert t.asked.seats == (1,)
    assert t.refuses(TookTile("devious")) == "KT-54"
    t.takes("eternal")
    assert [[held.card for held in m.tiles] for m in t.s.monsters] == [["devious"], ["eternal"], []]


@pytest.mark.rule("KT-54")
def test_two_levels_reached_in_one_throw_bring_two_tiles() -> None:
    """KT-54, L208: "cierto nivel de puntos de maldad (3, 6, o 10)": each level that is passed; none twice."""
    t = three(variant__wickedness="both").has("Ana", wickedness=2).throws("111111")
    t.takes("eternal")
    assert t.refuses(TookTile("devious")) == "KT-54", "now the level of six"
    t.takes("cyberbrain")
    assert [held.card for held in t.monster("Ana").tiles] == ["eternal", "cyberbrain"]
    assert (t.monster("Ana").wickedness, t.who) == (6, "Beto")
    t.until("Ana").throws("1112233")
    assert (t.monster("Ana").wickedness, t.offers(TookTile)) == (8, False)
