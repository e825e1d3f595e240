"""King of Tokyo, audit of costumes, cultists and the tower (KT-37 … KT-44, KT-A11): each test from one sentence."""

import pytest

from rules.engine import Event, Records, Rolled
from rules.engine.record import replace
from rules.king_of_tokyo.model.events import (
    Bought,
    Braced,
    Claimed,
    Declined,
    DoneBuying,
    Dressed,
    TurnedUp,
    Used,
    UsedAside,
    Yielded,
)
from rules.king_of_tokyo.shop.reveal import FROM_UNFOLLOWED_SHOP
from tests.support.games.king_of_tokyo import NOTHING, KingOfTokyoTable, faces, three
from tests.support.games.king_of_tokyo_cards import record

HEART, ENERGY = 4, 5
COSTUMES = "variant.costumes"
CULTISTS = "variant.cultists"


def dressed(**rulings: str) -> KingOfTokyoTable:
    """Ana the Astronaut (4), Beto the Ghost (4), Cira the Princess (5); Cira is in Tokyo, Ana is to roll."""
    t = KingOfTokyoTable("Ana", "Beto", "Cira", variant__costumes="on", **rulings)
    return t.dresses(Ana="astronaut", Beto="ghost", Cira="princess").stand("Cira")


def costumes(t: KingOfTokyoTable, name: str) -> list[str]:
    """What that monster wears."""
    return [held.card for held in t.monster(name).cards]


def stolen_from(t: KingOfTokyoTable) -> list[int]:
    """The seats whose costumes may be taken now."""
    return [event.other for event in t.events if isinstance(event, Used) and event.key == COSTUMES]


def left_out(t: KingOfTokyoTable, kind: type[Event]) -> set[str]:
    """The cards that the search of such an answer leaves out."""
    holes = [hole for c in t.asked.choices if isinstance(c.event, kind) for hole in c.template.holes]
    return {card.id for hole in holes if isinstance(hole, Records) for card in hole.left_out}


@pytest.mark.rule("KT-37")
def test_everybody_chooses_a_costume_at_the_start() -> None:
    """KT-37, L158: "Los jugadores eligen una carta de disfraz al princpio": one each, no two the same, nobody none."""
    t = KingOfTokyoTable("Ana", "Beto", "Cira", variant__costumes="on")
    assert t.asked.rule == "KT-37"
    assert t.refuses(Rolled(faces(NOTHING))) == "KT-37", "before the first roll"
    t.refuses(Declined())
    t.dresses(Beto="ghost")
    assert t.refuses(Dressed(0, "ghost")) == "KT-37"
    assert t.refuses(Dressed(1, "witch")) == "KT-37", "one each at the start"
    assert t.refuses(Dressed(0, "wings")) == "KT-37", "a power card is no costume"
    t.dresses(Ana="astronaut", Cira="princess")
    assert [costumes(t, name) for name in t.s.seats] == [["astronaut"], ["ghost"], ["princess"]]
    assert t.offers(Rolled)
    assert not KingOfTokyoTable("Ana", "Beto", "Cira").offers(Dressed), "only with the variant"


@pytest.mark.rule("KT-37")
def test_the_other_costumes_are_bought_like_any_card_and_one_may_own_several() -> None:
    """KT-37, L159: those not dealt are in the deck "y se pueden comprar como cualquier otra carta"."""
    t = dressed().has("Ana", energy=9).throws(NOTHING)
    t.do(Bought(0, FROM_UNFOLLOWED_SHOP, (record("pirate"),)))
    assert (t.energy[0], costumes(t, "Ana")) == (5, ["astronaut", "pirate"])
    t.has("Ana", energy=3)
    assert t.refuses(Bought(0, FROM_UNFOLLOWED_SHOP, (record("robot"),))) == "KT-22", "for its cost"
    t = KingOfTokyoTable("Ana", "Beto", "Cira").has("Ana", energy=9).throws(NOTHING)
    assert all("costumes" not in getattr(hole, "catalogue", "") for c in t.asked.choices for hole in c.template.holes)


@pytest.mark.rule("KT-37")
def test_a_costume_that_somebody_wears_does_not_come_out_of_the_deck() -> None:
    """KT-37, L159: shuffled into the deck are those "que no se repartieron al principio"; each exists once."""
    t = dressed().has("Ana", energy=9).throws(NOTHING)
    assert left_out(t, Bought) == {"astronaut", "ghost", "princess"}
    t = dressed(follow__shop="on")
    assert left_out(t, TurnedUp) == {"astronaut", "ghost", "princess"}
    t.do(TurnedUp(0, (record("pirate"),)))
    assert t.s.shop[0] == "pirate"
    assert left_out(three().has("Ana", energy=9).throws(NOTHING), Bought) == set()


@pytest.mark.rule("KT-38")
def test_three_claws_may_take_a_costume_from_the_hit_for_its_cost() -> None:
    """KT-38, L160: three claws: "puede robar ... (después de pagarle el costo de esa carta al jugador golpeado)"."""
    t = dressed().has("Ana", energy=9).throws("sss112")
    assert (t.asked.rule, t.asked.seats, stolen_from(t)) == ("KT-38", (0,), [2])
    declined = t.copy().do(Declined())
    assert (costumes(declined, "Cira"), declined.energy) == (["princess"], (9, 0, 0)), "it is a may"
    t.uses()
    assert (costumes(t, "Ana"), costumes(t, "Cira")) == (["astronaut", "princess"], [])
    assert t.energy == (4, 0, 5)


@pytest.mark.rule("KT-38")
@pytest.mark.parametrize(
    ("card", "letters", "takes"), [("acid_attack", "ss1123", True), ("acid_attack", "s11233", False)]
)
def test_a_claw_that_a_card_adds_to_the_roll_counts_for_stealing(card: str, letters: str, takes: bool) -> None:
    """KT-38, L160: "tira tres garras o mas"; Acid Attack adds a smash "to every roll", so that two dice are enough."""
    t = dressed()
    t.holds("Ana", card)
    t.has("Ana", energy=9).throws(letters)
    assert (stolen_from(t) == [2]) == takes


@pytest.mark.rule("KT-38")
def test_nothing_is_taken_with_two_claws_from_others_or_without_the_energy() -> None:
    """KT-38, L160-161: three claws or more, "del jugador que golpearon", "si puedes pagar el costo"."""
    t = dressed().has("Ana", energy=9).throws("ss1123")
    assert (t.asked.rule, stolen_from(t)) == ("KT-13", [])
    assert t.refuses(Used(0, COSTUMES, 3, other=2)) == "KT-38"
    t = dressed().has("Ana", energy=9).throws("sss112")
    assert t.refuses(Used(0, COSTUMES, 2, other=1)) == "KT-38", "Beto was not hit"
    t = dressed().has("Ana", energy=4).throws("sss112")
    assert t.asked.rule == "KT-13"
    assert t.refuses(Used(0, COSTUMES, 3, other=2)) == "KT-38"


@pytest.mark.rule("KT-38")
def test_several_costumes_of_one_or_several_monsters_may_be_taken_in_a_turn() -> None:
    """KT-38, L161: "Es posible robar múltiples cartas ... (a un jugador o a múltiples jugadores)"."""
    t = dressed().stand("Ana").has("Ana", energy=13)
    t.holds("Beto", "vampire", cost=3)
    t.throws("sss112")
    assert stolen_from(t) == [1, 1, 2]
    for _ in range(2):
        t.uses()
    assert (costumes(t, "Beto"), t.energy) == ([], (6, 7, 0))
    t.uses()
    assert (t.energy, len(costumes(t, "Ana")), costumes(t, "Cira")) == ((1, 7, 5), 4, [])


@pytest.mark.rule("KT-39")
def test_claws_keep_their_effect_when_a_costume_is_taken() -> None:
    """KT-39, L162: "Todavía se aplica efectos normales de las garras": the hearts are lost and Tokyo may be left."""
    t = dressed().has("Ana", energy=9).throws("sss112").uses()
    assert t.hearts == (10, 10, 7)
    assert (t.who, t.offers(Yielded)) == ("Cira", True)
    t.yields()
    assert t.city == "Ana"


@pytest.mark.rule("KT-40")
@pytest.mark.parametrize(
    ("letters", "cultists"),
    [("1111he", 1), ("hhhh12", 1), ("eeeee1", 1), ("333333", 1), ("ssss12", 1), ("111222", 0), ("111hes", 0)],
)
def test_four_equal_faces_bring_one_cultist(letters: str, cultists: int) -> None:
    """KT-40, L167: after resolving, "al menos cuatro caras idénticas": one tile, of whatever face."""
    t = three(variant__cultists="on").stand("Ana").throws(letters)
    assert [m.cultists for m in t.s.monsters] == [cultists, 0, 0]
    assert three().stand("Ana").throws(letters).monster("Ana").cultists == 0, "only with the variant"


@pytest.mark.rule("KT-40")
def test_the_cultist_comes_after_the_dice_are_resolved() -> None:
    """KT-40, L167: "Después de resolver tus dados": not while the hit monster still decides."""
    t = three(variant__cultists="on").throws("ssss12")
    assert (t.asked.rule, t.monster("Ana").cultists) == ("KT-13", 0)
    assert t.stays().monster("Ana").cultists == 1


@pytest.mark.rule("KT-41")
@pytest.mark.parametrize("name", ["Ana", "Beto", "Cira"])
def test_a_cultist_is_spent_for_a_heart_or_an_energy_at_any_time_by_anybody(name: str) -> None:
    """KT-41, L168: "En cualquier momento": on any turn, in or out of Tokyo; one tile, one of the things."""
    t = three(variant__cultists="on").has(name, cultists=1, hearts=5)
    seat = t.seat(name)
    for face, hearts, energy in ((HEART, 6, 0), (ENERGY, 5, 1)):
        u = t.copy().do(UsedAside(seat, CULTISTS, face=face))
        assert (u.hearts[seat], u.energy[seat], u.monster(name).cultists) == (hearts, energy, 0)
        assert u.refuses(UsedAside(seat, CULTISTS, face=face)) == "KT-41", "there was one"
        assert u.offers(Rolled), "and the question is still open"
    for face in (1, 2, 3, 6):
        assert t.refuses(UsedAside(seat, CULTISTS, face=face)) == "KT-41"
    buying = t.copy().has("Ana", energy=2).throws(NOTHING).do(UsedAside(seat, CULTISTS, face=HEART))
    assert (buying.s.phase, buying.hearts[seat], buying.offers(DoneBuying)) == ("buy", 6, True)
    hit = t.copy().throws("s11223").do(UsedAside(seat, CULTISTS, face=HEART))
    assert (hit.offers(Yielded), hit.hearts[seat]) == (True, 5 if name == "Cira" else 6)
    full = t.has(name, hearts=10).do(UsedAside(seat, CULTISTS, face=HEART))
    assert full.hearts[seat] == 10, "the limit of ten holds"


@pytest.mark.rule("KT-41")
def test_a_cultist_brings_one_more_throw() -> None:
    """KT-41, L168: "o un tirada de dados extra": a fourth throw, of the active monster."""
    t = three(variant__cultists="on").has("Ana", cultists=1).has("Beto", cultists=1).by_throws()
    for _ in range(3):
        t.throws(NOTHING)
    assert not t.offers(Rolled)
    done = t.copy().do(next(c.event for c in t.asked.choices if c.role == "default"))
    assert (done.monster("Ana").cultists, done.who) == (1, "Beto"), "it is a may"
    t.do(Used(0, CULTISTS))
    assert (t.monster("Ana").cultists, t.offers(Rolled)) == (0, True)
    assert t.refuses(Used(0, CULTISTS)) == "KT-41"
    assert t.refuses(Used(1, CULTISTS)) != "", "Beto throws no dice now"
    t.throws("ee1123")
    assert t.energy == (2, 0, 0)


@pytest.mark.rule("KT-41", "KT-14")
def test_a_cultist_saves_a_monster_that_is_about_to_lose_its_last_heart() -> None:
    """KT-41, L168: "En cualquier momento": also as the last heart is about to be lost."""
    t = three(variant__cultists="on").has("Cira", hearts=1, cultists=1).throws("s11223")
    assert not t.monster("Cira").out
    assert (t.asked.seats, t.offers(Braced)) == ((2,), True)
    dead = t.copy().do(Braced())
    assert (dead.monster("Cira").out, dead.city) == (True, "Ana"), "it is a may"
    t.do(UsedAside(2, CULTISTS, face=HEART))
    while t.offers(Braced):
        t.do(Braced())
    assert (t.hearts[2], t.monster("Cira").cultists, t.monster("Cira").out) == (1, 0, False)


@pytest.mark.rule("KT-41", "KT-14")
def test_as_many_cultists_are_spent_as_survival_takes() -> None:
    """KT-41, L168: each brings one heart; too few of them save nobody and are not asked for."""
    t = three(variant__cultists="on").has("Cira", hearts=2, cultists=3).throws("sss112")
    assert t.asked.seats == (2,)
    t.uses()
    assert (t.hearts[2], t.monster("Cira").cultists, t.asked.rule) == (1, 1, "KT-13")
    t = three(variant__cultists="on").has("Cira", hearts=2, cultists=1).throws("sss112")
    assert t.monster("Cira").out
    t = three(variant__cultists="on").has("Cira", hearts=4, cultists=3).throws("sss112")
    assert (t.asked.rule, t.hearts[2]) == ("KT-13", 1), "nothing to be saved from"


@pytest.mark.rule("KT-41", "KT-45")
def test_no_heart_saves_where_the_curse_lets_nobody_gain_one() -> None:
    """KT-45, L181: Isis's Disgrace: only the owner of the scarab gains hearts, by cultists or Rapid Healing."""
    for scarab, saved in (("Beto", False), ("Cira", True)):
        t = three(variant__cultists="on", variant__curses="on").turns_up("bow_before_ra")
        t.is_cursed("isis_s_disgrace", scarab).has("Cira", hearts=1, cultists=1, energy=2)
        t.holds("Cira", "rapid_healing", cost=3)
        t.throws("s11223").fate("river")
        assert t.offers(Used) is saved
        assert t.monster("Cira").out is not saved


@pytest.mark.rule("KT-42")
def test_four_ones_in_tokyo_take_the_lowest_level_not_owned() -> None:
    """KT-42, KT-A11, L173: "al menos 1 1 1 1 mientras estar en Tokyo": the lowest level you do not own, unasked."""
    t = three(variant__tower="on").stand("Ana").throws("1111he")
    assert (t.s.tower, t.points[0]) == ((0, -1, -1), 2), "the points of the 1s as usual"
    t.until("Ana").throws("11111e")
    assert t.s.tower == (0, 0, -1)


@pytest.mark.rule("KT-42")
@pytest.mark.parametrize(("city", "letters"), [("Cira", "1111he"), ("Ana", "111ehh"), ("Ana", "2222he")])
def test_no_level_without_four_ones_or_outside_tokyo(city: str, letters: str) -> None:
    """KT-42, L173: four 1s, and in Tokyo as they are thrown."""
    t = three(variant__tower="on").stand(city).throws(letters)
    assert t.s.tower == (-1, -1, -1)
    assert t.refuses(Claimed(True)) != ""


@pytest.mark.rule("KT-42")
def test_entering_tokyo_after_the_throw_takes_no_level() -> None:
    """KT-42, L173: "mientras estar en Tokyo": the first player throws outside and enters only afterwards."""
    t = three(variant__tower="on").stand().throws("1111he")
    assert (t.city, t.s.tower) == ("Ana", (-1, -1, -1))


@pytest.mark.rule("KT-42")
def test_a_level_of_another_monster_is_taken_from_it() -> None:
    """KT-42, L174: "Si otro monstruo tiene posesión de ese nivel, robas posesión"."""
    t = three(variant__tower="on").stand("Ana").change(replace, tower=(1, 2, -1)).throws("1111he")
    assert t.s.tower == (0, 2, -1)
    t.until("Ana").throws("1111he")
    assert t.s.tower == (0, 0, -1)


@pytest.mark.rule("KT-42", "KT-A11")
def test_a_table_may_ask_whether_the_level_is_taken() -> None:
    """KT-A11, L173: "Puedes tomar posesión": the other choice: the monster decides."""
    t = three(variant__tower="on", KT_A11="may").stand("Ana").throws("1111he")
    assert (t.asked.rule, t.asked.seats, t.s.tower) == ("KT-42", (0,), (-1, -1, -1))
    assert t.copy().do(Claimed(True)).s.tower == (0, -1, -1)
    assert t.copy().do(Claimed(False)).s.tower == (-1, -1, -1)


@pytest.mark.rule("KT-43")
@pytest.mark.parametrize(
    ("tower", "hearts", "energy"),
    [((0, -1, -1), 6, 0), ((-1, 0, -1), 6, 1), ((0, 0, -1), 7, 1), ((1, 1, -1), 5, 0)],
)
def test_levels_bring_their_bonus_as_the_owners_turn_starts(
    tower: tuple[int, int, int], hearts: int, energy: int
) -> None:
    """KT-43, L175: 1 heart for the lower level, 1 heart and 1 energy for the second, "acumulativos"."""
    t = three(variant__tower="on").change(replace, tower=tower).has("Ana", hearts=5)
    t.turn(NOTHING).turn(NOTHING).turn(NOTHING)
    assert (t.who, t.hearts[0], t.energy[0]) == ("Ana", hearts, energy)


@pytest.mark.rule("KT-43", "KT-30")
def test_the_bonus_heals_in_tokyo_and_never_beyond_ten() -> None:
    """KT-43, L58, L175: it is no heart die, so it heals in Tokyo; the limit of ten holds."""
    t = three(variant__tower="on").stand("Ana").change(replace, tower=(0, 0, -1)).has("Ana", hearts=9)
    t.turn(NOTHING).turn(NOTHING).turn(NOTHING)
    assert (t.who, t.hearts[0], t.energy[0]) == ("Ana", 10, 1)


@pytest.mark.rule("KT-44")
def test_taking_the_top_wins_on_the_spot() -> None:
    """KT-44, L176: "Automáticamente ganas el juego si tomas posesión del nivel de arriba"."""
    t = three(variant__tower="on").stand("Ana").change(replace, tower=(0, 0, -1)).throws("1111es")
    assert (t.winners, t.points[0] < 20, t.hearts) == (("Ana",), True, (8, 8, 8))
    t = three(variant__tower="on").stand("Ana").change(replace, tower=(0, 1, -1)).throws("1111es")
    assert (t.winners, t.s.tower) == (None, (0, 0, -1)), "the second level comes first"


@pytest.mark.rule("KT-42", "KT-14")
def test_the_levels_of_an_eliminated_monster_are_free_again() -> None:
    """KT-42, facts of the tower: "Levels of an eliminated monster go back to the table"."""
    t = three(variant__tower="on").stand("Ana").change(replace, tower=(1, 2, -1)).has("Beto", hearts=1)
    t.throws("s11223")
    assert (t.monster("Beto").out, t.s.tower) == (True, (-1, 2, -1))
