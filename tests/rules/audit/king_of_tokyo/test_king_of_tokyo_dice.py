"""King of Tokyo, audit of the throw and of what the dice bring (KT-03 … KT-10): each test from one sentence."""

import pytest

from rules.engine import Refused, Rolled, Text
from rules.king_of_tokyo.model.events import Bought, ByThrows, Declined, Kept, PutAside, Resolved, Stopped
from rules.king_of_tokyo.shop.reveal import FROM_UNFOLLOWED_SHOP
from tests.support.games.king_of_tokyo import KingOfTokyoTable, faces, three
from tests.support.games.king_of_tokyo_cards import record
from tests.support.games.table import english


def dice_asked(t: KingOfTokyoTable) -> int:
    """The dice of the throw that is asked for; 0: none."""
    return t.asked.dice.count if t.asked.dice else 0


def throwing(letters: str = "112233") -> KingOfTokyoTable:
    """Ana outside Tokyo after a first throw that was entered by itself."""
    return three().by_throws().throws(letters)


@pytest.mark.rule("KT-03")
def test_a_turn_has_three_throws_and_no_fourth() -> None:
    """KT-03, L32: "puedes tirar los dados hasta tres veces"."""
    t = throwing()
    assert t.throws_left == 2
    t.throws("hhhhhh")
    assert (t.who, t.s.phase, t.offers(Rolled), t.offers(Kept)) == ("Ana", "roll", True, True)
    t.throws("ee1122")
    assert (t.s.phase, t.energy) == ("buy", (2, 0, 0)), "the third throw counts"
    assert t.refuses(Rolled(faces("112233"))) == "KT-06"
    assert t.refuses(Kept(0)) == "KT-03"
    assert t.refuses(Stopped()) == "KT-03"


@pytest.mark.rule("KT-03")
@pytest.mark.parametrize("before", [0, 1])
def test_the_player_may_stop_after_any_throw(before: int) -> None:
    """KT-03, L32: "Puedes dejar de tirar en cualquier momento": after the first throw or the second."""
    t = three().by_throws()
    assert not t.offers(Stopped), "nothing has been thrown yet"
    assert t.refuses(Stopped()) == "KT-04"
    for _ in range(before):
        t.throws("112233")
    t.throws("e12233").stops()
    assert t.energy == (1, 0, 0)
    assert t.s.active == 1, "no throw is left and one energy buys nothing"


@pytest.mark.rule("KT-03")
def test_a_table_may_say_only_what_the_dice_show_in_the_end() -> None:
    """KT-03, L32, L42: throwing less or more than once is the player's own business; the last faces are told."""
    t = three()
    assert (t.offers(Rolled), t.offers(ByThrows)) == (True, True)
    t.throws("ee1122")
    assert (t.energy, t.s.phase) == ((2, 0, 0), "buy")


@pytest.mark.rule("KT-04")
def test_the_first_throw_is_six_dice() -> None:
    """KT-04, L34: "se lanzan 6 dados": neither five nor seven."""
    for t in (three(), three().by_throws()):
        assert dice_asked(t) == 6
        for letters in ("11223", "1122331"):
            assert t.refuses(Rolled(faces(letters))) == "KT-04"
        with pytest.raises(Refused):
            t.copy().do(Rolled((1, 1, 2, 2, 3, 7)))


@pytest.mark.rule("KT-04")
def test_only_the_dice_not_put_aside_are_thrown_again() -> None:
    """KT-04, L34: put aside what you like, throw "sólo los que no te gusten"; putting aside is free to decline."""
    t = throwing("ee1122").keeps(0, 1)
    assert dice_asked(t) == 4
    for letters in ("112233", "112"):
        assert t.refuses(Rolled(faces(letters))) == "KT-04"
    t.throws("eh12")
    assert t.s.now.faces == faces("eeeh12")
    t = throwing("ee1122").throws("112233")
    assert t.s.now.faces == faces("112233"), "nothing was put aside: all six go"


@pytest.mark.rule("KT-05")
def test_dice_put_aside_may_be_taken_back_for_the_third_throw() -> None:
    """KT-05, L36: for the third throw "puedes volver a tirar los dados que hayas apartado"."""
    t = throwing("ee1122").keeps(0, 1).throws("1122")
    assert t.s.now.kept == {0, 1}, "they stay aside unless taken back"
    t.keeps(0)
    assert t.s.now.kept == {1}
    t.throws("hh1hh")
    assert (t.energy, t.hearts) == ((1, 0, 0), (10, 8, 8))


@pytest.mark.rule("KT-05")
def test_all_dice_put_aside_leave_nothing_to_throw() -> None:
    """KT-05, L36, L38: with all six aside the player stops, or takes one back."""
    t = throwing("eeeeee").keeps(0, 1, 2, 3, 4, 5)
    assert (t.offers(Rolled), t.offers(Stopped), t.offers(Kept)) == (False, True, True)
    assert t.refuses(Rolled(())) == "KT-04"
    assert t.copy().stops().energy == (6, 0, 0)
    assert t.keeps(5).throws("h").stops().energy == (5, 0, 0)


@pytest.mark.rule("KT-06")
def test_only_the_faces_after_the_last_throw_count() -> None:
    """KT-06, L42: "al final de tu última tirada": what was thrown away brings nothing."""
    t = throwing("111ess").throws("222hhs").throws("11eehh")
    assert (t.points, t.energy, t.hearts) == ((0, 0, 0), (2, 0, 0), (10, 8, 8))
    assert t.city == "Cira"


@pytest.mark.rule("KT-07")
@pytest.mark.parametrize(
    ("letters", "points"),
    [
        ("111ehh", 1),
        ("222ehh", 2),
        ("333ehh", 3),
        ("1111eh", 2),
        ("22222e", 4),
        ("333333", 6),
        ("111222", 3),
        ("222333", 5),
        ("112233", 0),
        ("12eehh", 0),
    ],
)
def test_three_equal_numbers_score_and_each_further_one_a_point(letters: str, points: int) -> None:
    """KT-07, L46-48: three 1s, 2s or 3s give that number, each further equal die one more; a pair nothing."""
    t = three().throws(letters)
    assert t.points == (points, 0, 0)


@pytest.mark.rule("KT-08")
@pytest.mark.parametrize(("letters", "energy"), [("112233", 0), ("e12233", 1), ("eeeeee", 6)])
def test_each_bolt_brings_one_energy_in_tokyo_and_outside(letters: str, energy: int) -> None:
    """KT-08, L52: "1 energía de la reserva por cada dado de energía", wherever the monster is."""
    assert three().throws(letters).energy == (energy, 0, 0)
    assert three().stand("Ana").throws(letters).energy == (energy, 0, 0)


@pytest.mark.rule("KT-09")
@pytest.mark.parametrize(
    ("hearts", "letters", "after"),
    [(5, "h11223", 6), (5, "hhh112", 8), (8, "hhhh12", 10), (10, "hh1122", 10), (9, "hhhhhh", 10)],
)
def test_hearts_heal_outside_tokyo_up_to_ten(hearts: int, letters: str, after: int) -> None:
    """KT-09, L56: one heart for each heart die outside Tokyo, "no más de 10 corazones"."""
    t = three().has("Ana", hearts=hearts).throws(letters)
    assert t.hearts == (after, 8, 8)


@pytest.mark.rule("KT-10")
def test_heart_dice_do_not_heal_in_the_city_nor_in_the_bay() -> None:
    """KT-10, L58, L92: in Tokyo "los corazones que saques no te permiten ganar corazón"; cards still do."""
    for city, bay in (("Ana", "Elsa"), ("Elsa", "Ana")):
        t = KingOfTokyoTable("Ana", "Beto", "Cira", "Dani", "Elsa").stand(city, bay)
        t.has("Ana", hearts=4).throws("hhh112")
        assert (t.hearts[0], t.noted("KT-10") != []) == (4, True)
    t = three().stand("Ana").has("Ana", hearts=4, energy=3).throws("hhh112")
    t.do(Bought(0, FROM_UNFOLLOWED_SHOP, (record("heal"),)))
    assert t.hearts == (6, 8, 8), "a card heals in Tokyo (L58)"


@pytest.mark.rule("KT-A3")
def test_the_dice_count_in_the_order_of_the_text() -> None:
    """KT-A3, L44-66: numbers, energy, hearts, smashes; nobody is asked."""
    t = three().has("Ana", hearts=5).throws("111ehs")
    assert t.ruled[:4] == ["KT-07", "KT-08", "KT-09", "KT-11"]
    assert t.refuses(Resolved("energy")) != ""
    assert t.asked.rule == "KT-13"


@pytest.mark.rule("KT-A3")
def test_in_free_order_the_player_chooses_what_counts_next_and_must_take_all() -> None:
    """KT-A3: free order: the active player resolves in any order, but all of it."""
    t = three(KT_A3="free").has("Ana", hearts=5).throws("111ehs")
    assert {event.what for event in t.events if isinstance(event, Resolved)} == {"numbers", "energy", "hearts", "smash"}
    assert t.refuses(Declined()) != "", "nothing is left out"
    t.resolves("smash").stays()
    assert (t.hearts, t.points, t.energy) == ((5, 8, 7), (0, 0, 0), (0, 0, 0))
    assert t.refuses(Resolved("smash")) != "", "each group counts once"
    t.resolves("hearts")
    assert (t.hearts, t.points, t.energy) == ((6, 8, 7), (0, 0, 0), (0, 0, 0))
    t.resolves("energy")
    assert t.energy == (1, 0, 0)
    if t.offers(Resolved):
        t.resolves("numbers")
    assert t.points == (1, 0, 0)


@pytest.mark.rule("KT-05")
def test_a_die_told_as_put_aside_may_be_taken_back() -> None:
    """KT L36: for the third throw dice put aside before may be thrown again with the others."""
    t = three(throws="each").do(PutAside(faces("e1")), PutAside(faces("h"))).do(Kept(1))
    dice = t.asked.dice
    assert dice is not None
    assert dice.count == 4
    assert not t.offers(PutAside), "the third throw is the last"
    assert t.refuses(PutAside(())) == "KT-03"
    t.throws("eee1")
    assert (sorted(t.s.now.faces), t.energy[0]) == (sorted(faces("eheee1")), 4)


@pytest.mark.rule("KT-04")
def test_what_an_effect_looks_at_is_told() -> None:
    """Where an effect may act on a throw, or forbids to reroll a face, each throw is told whole."""
    mine, theirs, cursed = (three(throws="each") for _ in range(3))
    mine.holds("Ana", "background_dweller")
    theirs.holds("Beto", "background_dweller")
    cursed.is_cursed("vengeance_of_horus")
    assert [t.offers(PutAside) for t in (mine, theirs, cursed)] == [False, True, False]
    assert mine.refuses(PutAside(())) == "KT-04"
    assert not three().offers(PutAside), "only the final result is asked for"


@pytest.mark.rule("KT-04")
def test_of_a_throw_only_the_dice_put_aside_are_told() -> None:
    """KT L34: dice that are liked are put aside, the others thrown again: what those showed need not be told.

    Told are the two that are kept, then the four others; as all dice are told then, they count at once.
    """
    t = three(throws="each").do(PutAside(faces("ee")))
    dice = t.asked.dice
    assert dice is not None
    assert (dice.count, t.asked.stake) == (4, Text("{n} roll left", "{n} rolls left", n=2))
    assert t.refuses(Rolled(faces("112233"))) == "KT-04"
    t.throws("e123")
    assert (t.s.now.faces, t.energy[0], t.s.phase) == (faces("eee123"), 3, "buy")


@pytest.mark.rule("KT-03")
def test_dice_rolled_by_the_app_are_told_whole() -> None:
    """Whoever lets the app roll the other dice has not said which of them are kept, and is asked."""
    t = three(throws="each").do(PutAside(faces("ee")))
    assert t.asked.dice is not None
    assert t.asked.dice.each_throw == ByThrows()
    t.do(ByThrows()).throws("1122")
    assert (t.s.now.faces, t.s.now.kept, t.offers(Stopped)) == (faces("ee1122"), {0, 1}, True)


@pytest.mark.rule("KT-07")
def test_the_arithmetic_stands_in_the_log() -> None:
    """The note of a score says what it is for: 1 1 1 1 is two points for four 1s (L46-48)."""
    line = three().throws("1111he").noted("KT-07")[0]
    assert (line["by"], line["after"], english(line["how"])) == ("+2", 2, "for four 1s")
