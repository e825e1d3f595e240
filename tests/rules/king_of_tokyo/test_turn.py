"""KT-01 … KT-10, KT-27: a turn, its dice, and what they count."""

import pytest

from rules.engine import Rolled, Text, prompt, start
from rules.king_of_tokyo.game import GAME
from rules.king_of_tokyo.model.dice import TOKYO_DIE
from rules.king_of_tokyo.model.events import Began, Kept, Resolved, Stopped
from rules.king_of_tokyo.model.state import NOBODY
from tests.support.games.king_of_tokyo import NOTHING, KingOfTokyoTable, faces, three


@pytest.mark.rule("KT-16")
def test_all_begin_outside_with_ten_hearts() -> None:
    """Ten hearts, no points, no energy, and nobody in Tokyo (KT-A1)."""
    t = KingOfTokyoTable("Ana", "Beto", "Cira")
    assert (t.hearts, t.points, t.energy, t.city) == ((10, 10, 10), (0, 0, 0), (0, 0, 0), "")
    assert [note.rule for note in start(GAME, ("Ana", "Beto")).notes] == ["KT-16"]


@pytest.mark.rule("KT-16")
def test_the_table_or_the_dice_say_who_begins() -> None:
    """The table names somebody; or all throw, most smashes begin, and who is tied throws again (KT-A2)."""
    assert KingOfTokyoTable("Ana", "Beto", "Cira", begins="Beto").active == "Beto"
    t = KingOfTokyoTable("Ana", "Beto", "Cira", begins=None)
    t.do(Began(NOBODY)).throws("ss1123").throws("s11223")
    assert t.asked.seats == (2,)
    t.throws("ss1123")
    assert t.asked.seats == (0,)
    t.throws("112233").throws("11223s")
    assert t.active == "Cira"


@pytest.mark.rule("KT-02", "KT-27")
def test_a_turn_goes_through_its_steps_and_the_dice_go_left() -> None:
    """Dice, what they do, Tokyo, cards, end: then it is the next one's turn, and after the last the first one's."""
    t = KingOfTokyoTable("Ana", "Beto", "Cira").throws("eeehhh")
    assert (t.energy[0], t.city, t.s.phase, t.asked.rule) == (3, "Ana", "buy", "KT-22")
    assert t.on().active == "Beto"
    assert t.turn(NOTHING).turn(NOTHING).active == "Ana"
    assert t.s.turn == 4


@pytest.mark.rule("KT-02")
def test_a_turn_with_a_yield_and_no_purchase_takes_nine_taps() -> None:
    """Six faces and their confirmation, the yield, and nothing bought: three questions."""
    t = three().has("Ana", energy=3)
    t.taps = 0
    t.throws("1122ss").yields().on()
    assert (t.active, t.city, t.taps) == ("Beto", "Ana", 3)
    assert t.taps - 1 + 7 <= 9


@pytest.mark.rule("KT-06")
def test_only_the_last_faces_are_asked_for() -> None:
    """One question: six dice of this game, which count at once; only other faces than were said have a line."""
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
    """A tap follows the throws: what is put aside stays, the others are thrown again, three times at most."""
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
    """A die kept on the first throw is thrown again on the third."""
    t = three().by_throws().throws("ee1123").keeps(0, 1).throws("e223").keeps(0, 2)
    dice = t.asked.dice
    assert dice is not None
    assert dice.count == 4
    assert t.s.now.kept == {1, 2}
    assert t.throws("1111").energy[0] == 2
    assert t.s.now.faces == faces("1ee111")


@pytest.mark.rule("KT-03")
def test_a_monster_may_stop_throwing() -> None:
    """They count as they lie, after the first throw already; after the third nobody asks."""
    t = three().by_throws().throws("eee112")
    assert {Stopped(), Kept(0)} <= {choice.event for choice in t.asked.choices}
    assert t.stops().energy[0] == 3
    t = three(throws="each").throws(NOTHING).throws(NOTHING)
    assert t.asked.stake == Text("{n} throw left", "{n} throws left", n=1)
    assert t.throws("eee112").energy[0] == 3


@pytest.mark.rule("KT-03")
def test_a_table_may_follow_every_throw() -> None:
    """The switch asks for the first throw as such, in every turn."""
    t = three(throws="each")
    assert t.asked.title.key == "{who}'s first throw"
    assert t.throws(NOTHING).stops().asked.title.key == "{who}'s first throw"


@pytest.mark.rule("KT-07")
@pytest.mark.parametrize(
    ("throw", "points"), [("1111he", 2), ("222333", 5), ("111111", 4), ("333333", 6), ("11223h", 0), ("222hhh", 2)]
)
def test_three_equal_numbers_score(throw: str, points: int) -> None:
    """As many points as the number, one more for each further die; each number by itself."""
    assert three().throws(throw).points[0] == points


@pytest.mark.rule("KT-07")
def test_the_arithmetic_stands_in_the_log() -> None:
    """Which dice gave what: 1 1 1 1 is one point and one more."""
    line = three().throws("1111he").noted("KT-07")[0]
    how = line["how"]
    assert (line["by"], line["after"]) == ("+2", 2)
    assert (how.key, dict(how.args)["n"], dict(how.args)["more"]) == ("{dice}: {n} + {more}", 1, 1)


@pytest.mark.rule("KT-08")
def test_bolts_are_energy() -> None:
    """One energy a bolt, in Tokyo too."""
    assert three().throws("eeee12").energy == (4, 0, 0)
    assert three().stand("Ana").throws("e11223").energy == (1, 0, 0)


@pytest.mark.rule("KT-09")
def test_hearts_heal_outside_tokyo_up_to_ten() -> None:
    """One each, and never above ten."""
    assert three().throws("h11223").hearts[0] == 9
    assert three().throws("hhhh12").hearts[0] == 10


@pytest.mark.rule("KT-10")
def test_hearts_do_not_heal_in_tokyo() -> None:
    """The dice are lost, and a line says why."""
    t = three().stand("Ana").throws("hhhh12")
    assert t.hearts[0] == 8
    assert t.noted("KT-10")


@pytest.mark.rule("KT-06")
def test_the_order_of_the_dice_may_be_free() -> None:
    """The active monster says what counts next (KT-A3); what the dice do not show is not asked about."""
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
    """Outside Tokyo the monster divides its hearts; the tokens cost a heart and a die."""
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
    """In Tokyo no heart die does anything; the poison costs its hearts at the end of the turn."""
    t = three().stand("Ana").has("Ana", poison=2).turn("hhh112")
    assert (t.monster("Ana").poison, t.hearts[0], t.active) == (2, 6, "Beto")


@pytest.mark.rule("KT-34")
def test_a_table_may_heal_besides() -> None:
    """With KT-A19 the other way a heart takes the token and heals as well, unasked."""
    t = three(KT_A19="besides").has("Ana", poison=1).throws("hh1122")
    assert (t.monster("Ana").poison, t.hearts[0]) == (0, 10)
