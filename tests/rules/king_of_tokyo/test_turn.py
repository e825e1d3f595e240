"""KT-01 … KT-10, KT-27: the turn of King of Tokyo and the value of its dice."""

import pytest

from rules.engine import Rolled, Text, prompt, start
from rules.king_of_tokyo.game import GAME
from rules.king_of_tokyo.model.dice import TOKYO_DIE
from rules.king_of_tokyo.model.events import Began, ByThrows, CountedSmashes, Kept, PutAside, Resolved, Stopped
from rules.king_of_tokyo.model.state import NOBODY
from tests.support.games.king_of_tokyo import NOTHING, KingOfTokyoTable, faces, three


@pytest.mark.rule("KT-16")
def test_all_begin_outside_with_ten_hearts() -> None:
    """All start outside Tokyo with ten hearts, no points and no energy (KT-A1)."""
    t = KingOfTokyoTable("Ana", "Beto", "Cira")
    assert (t.hearts, t.points, t.energy, t.city) == ((10, 10, 10), (0, 0, 0), (0, 0, 0), "")
    assert [note.rule for note in start(GAME, ("Ana", "Beto")).notes] == ["KT-16"]


@pytest.mark.rule("KT-16")
def test_the_table_or_the_dice_say_who_begins() -> None:
    """The first player is named, or thrown for: most smashes start, ties throw again (KT-A2)."""
    assert KingOfTokyoTable("Ana", "Beto", "Cira", begins="Beto").active == "Beto"
    t = KingOfTokyoTable("Ana", "Beto", "Cira", begins=None)
    t.do(Began(NOBODY)).throws("ss1123").throws("s11223")
    assert t.asked.seats == (2,)
    t.throws("ss1123")
    assert t.asked.seats == (0,)
    t.throws("112233").throws("11223s")
    assert t.active == "Cira"


@pytest.mark.rule("KT-16")
def test_the_table_counts_the_smashes_for_the_start() -> None:
    """A number a player is enough: four players answer four times, unless some are tied (KT-A2)."""
    t = KingOfTokyoTable("Ana", "Beto", "Cira", "Dani", begins=None).do(Began(NOBODY))
    for count in (2, 0, 4, 3):
        assert any(choice.admits(CountedSmashes(count)) for choice in t.asked.choices)
        t.do(CountedSmashes(count))
    assert t.active == "Cira"
    t = KingOfTokyoTable("Ana", "Beto", "Cira", begins=None).do(Began(NOBODY))
    t.do(CountedSmashes(2), CountedSmashes(2), CountedSmashes(0))
    assert t.asked.seats == (0,)
    t.do(CountedSmashes(1)).throws("ss1123")
    assert t.active == "Beto"
    assert t.refuses(CountedSmashes(1)) == "KT-16"


@pytest.mark.rule("KT-02", "KT-27")
def test_a_turn_goes_through_its_steps_and_the_dice_go_left() -> None:
    """A turn has dice, resolution, Tokyo, purchases and end; then the next player has a turn.

    The first player follows the last.
    """
    t = KingOfTokyoTable("Ana", "Beto", "Cira").throws("eeehhh")
    assert (t.energy[0], t.city, t.s.phase, t.asked.rule) == (3, "Ana", "buy", "KT-22")
    assert t.on().active == "Beto"
    assert t.turn(NOTHING).turn(NOTHING).active == "Ana"
    assert t.s.turn == 4


@pytest.mark.rule("KT-02")
def test_a_turn_with_a_yield_and_no_purchase_takes_nine_taps() -> None:
    """A turn with a yield and no purchase takes at most nine taps.

    Six faces and their confirmation, the yield, and nothing bought: three prompts.
    """
    t = three().has("Ana", energy=3)
    t.taps = 0
    t.throws("1122ss").yields().on()
    assert (t.active, t.city, t.taps) == ("Beto", "Ana", 3)
    assert t.taps - 1 + 7 <= 9


@pytest.mark.rule("KT-06")
def test_only_the_last_faces_are_asked_for() -> None:
    """Only the final faces are asked for, in one prompt for six dice that count at once.

    Only faces that differ from what was entered have a note.
    """
    t = three()
    dice = t.asked.dice
    assert dice is not None
    assert (dice.count, dice.sides, dice.kind) == (6, 6, TOKYO_DIE)
    assert t.throws("eee112").energy[0] == 3
    assert not t.noted("KT-06")
    assert three().by_throws().throws("eee112").keeps(0).stops().noted("KT-06") == []
    assert len(three().by_throws().throws("ee1123").keeps(0, 1).throws("1123").stops().noted("KT-06")) == 1
    assert t.refuses(Rolled((1,) * 6)) == "KT-06"


@pytest.mark.rule("KT-03", "KT-04")
def test_throw_by_throw_dice_are_put_aside() -> None:
    """If the table follows each throw, kept dice stay and the others are rethrown, three times."""
    t = three().by_throws().throws("ee1123").keeps(0, 1)
    dice = t.asked.dice
    assert dice is not None
    assert dice.count == 4
    t.throws("e223")
    assert t.s.now.faces == faces("eee223")
    assert t.s.now.kept == {0, 1}
    assert t.refuses(Rolled(faces("112233"))) == "KT-04"
    t.keeps(2).throws("1eh")
    assert (t.energy[0], t.s.phase) == (4, "buy")


@pytest.mark.rule("KT-05")
def test_what_was_put_aside_may_be_taken_back() -> None:
    """A die kept after the first throw may be rethrown with the third."""
    t = three().by_throws().throws("ee1123").keeps(0, 1).throws("e223").keeps(0, 2)
    dice = t.asked.dice
    assert dice is not None
    assert dice.count == 4
    assert t.s.now.kept == {1, 2}
    assert t.throws("1111").energy[0] == 2
    assert t.s.now.faces == faces("1ee111")


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


@pytest.mark.rule("KT-03")
def test_dice_rolled_by_the_app_are_told_whole() -> None:
    """Whoever lets the app roll the other dice has not said which of them are kept, and is asked."""
    t = three(throws="each").do(PutAside(faces("ee")))
    assert t.asked.dice is not None
    assert t.asked.dice.each_throw == ByThrows()
    t.do(ByThrows()).throws("1122")
    assert (t.s.now.faces, t.s.now.kept, t.offers(Stopped)) == (faces("ee1122"), {0, 1}, True)


@pytest.mark.rule("KT-04")
def test_a_roll_that_was_told_whole_goes_on_whole() -> None:
    """Where all six dice were told, those that are kept are tapped among them, and the others told again."""
    t = three(throws="each").throws("ee1123").keeps(0, 1)
    assert not t.offers(PutAside)
    assert t.refuses(PutAside(faces("e"))) == "KT-04"


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


@pytest.mark.rule("KT-03")
def test_a_monster_may_stop_throwing() -> None:
    """A monster may stop after any throw, and the dice count; after the third nothing is asked."""
    t = three().by_throws().throws("eee112")
    assert {Stopped(), Kept(0)} <= {choice.event for choice in t.asked.choices}
    assert t.stops().energy[0] == 3
    t = three(throws="each").throws(NOTHING).throws(NOTHING)
    assert t.asked.stake == Text("{n} roll left", "{n} rolls left", n=1)
    assert t.throws("eee112").energy[0] == 3


@pytest.mark.rule("KT-03")
def test_a_table_may_follow_every_throw() -> None:
    """The switch "throws" asks for the first throw as such in every turn."""
    t = three(throws="each")
    assert t.asked.title.key == "{who}'s first roll"
    assert t.throws(NOTHING).stops().asked.title.key == "{who}'s first roll"


@pytest.mark.rule("KT-07")
@pytest.mark.parametrize(
    ("throw", "points"), [("1111he", 2), ("222333", 5), ("111111", 4), ("333333", 6), ("11223h", 0), ("222hhh", 2)]
)
def test_three_equal_numbers_score(throw: str, points: int) -> None:
    """Three equal numbers score their number, and one more for each further die."""
    assert three().throws(throw).points[0] == points


@pytest.mark.rule("KT-07")
def test_the_arithmetic_stands_in_the_log() -> None:
    """The note of a score states the arithmetic: 1 1 1 1 is one point and one more."""
    line = three().throws("1111he").noted("KT-07")[0]
    how = line["how"]
    assert (line["by"], line["after"]) == ("+2", 2)
    assert (how.key, dict(how.args)["n"], dict(how.args)["more"]) == ("{dice}: {n} + {more}", 1, 1)


@pytest.mark.rule("KT-08")
def test_bolts_are_energy() -> None:
    """Each energy face gives one energy, in Tokyo too."""
    assert three().throws("eeee12").energy == (4, 0, 0)
    assert three().stand("Ana").throws("e11223").energy == (1, 0, 0)


@pytest.mark.rule("KT-09")
def test_hearts_heal_outside_tokyo_up_to_ten() -> None:
    """Outside Tokyo each heart face heals one heart, up to ten."""
    assert three().throws("h11223").hearts[0] == 9
    assert three().throws("hhhh12").hearts[0] == 10


@pytest.mark.rule("KT-10")
def test_hearts_do_not_heal_in_tokyo() -> None:
    """In Tokyo heart faces do not heal, and a note says why."""
    t = three().stand("Ana").throws("hhhh12")
    assert t.hearts[0] == 8
    assert t.noted("KT-10")


@pytest.mark.rule("KT-06")
def test_the_order_of_the_dice_may_be_free() -> None:
    """KT-A3 set to free: the active monster chooses which faces count next.

    Faces that were not thrown are not offered; a single kind is not asked about.
    """
    t = three(KT_A3="free").throws("h111ss")
    offered = [choice.event for choice in t.asked.choices]
    assert offered == [Resolved("numbers"), Resolved("hearts"), Resolved("smash")]
    t.resolves("smash").yields()
    assert (t.city, t.points[0]) == ("", 0)
    t.resolves("hearts")
    assert (t.hearts[0], t.points[0], t.city) == (9, 2, "Ana")
    assert prompt(three(KT_A3="free").throws("111222").s).rule != "KT-06"  # type: ignore[union-attr]


@pytest.mark.rule("KT-34")
def test_a_heart_takes_a_token_away_instead_of_healing() -> None:
    """Outside Tokyo a heart face may remove a token instead of healing.

    The monster divides its hearts; a token costs a heart, or a die.
    """
    t = three().has("Ana", poison=1, shrink=1)
    dice = t.asked.dice
    assert dice is not None
    assert dice.count == 5
    t.throws("hhh12").says("{first}, {then}")
    assert (t.monster("Ana").poison, t.monster("Ana").shrink, t.hearts[0]) == (0, 0, 9)
    t = three().has("Ana", poison=2).throws("h11223").says("{n} heart")
    assert (t.monster("Ana").poison, t.hearts[0], t.active) == (2, 9 - 2, "Beto")


@pytest.mark.rule("KT-34")
def test_tokens_stay_in_tokyo() -> None:
    """In Tokyo heart faces remove no tokens; poison costs its hearts at the end of the turn."""
    t = three().stand("Ana").has("Ana", poison=2).turn("hhh112")
    assert (t.monster("Ana").poison, t.hearts[0], t.active) == (2, 6, "Beto")


@pytest.mark.rule("KT-34")
def test_a_table_may_heal_besides() -> None:
    """KT-A19 set to besides: a heart face removes the token and heals, without a question."""
    t = three(KT_A19="besides").has("Ana", poison=1).throws("hh1122")
    assert (t.monster("Ana").poison, t.hearts[0]) == (0, 10)
