"""KT-01, KT-28, KT-29, KT-55: how a match starts and ends; overrides."""

import pytest

from rules.engine import Adjusted, Refused, WentTo, start
from rules.king_of_tokyo.game import GAME
from rules.king_of_tokyo.model.events import Yielded
from tests.support.games.king_of_tokyo import NOTHING, three


@pytest.mark.rule("KT-55")
def test_two_to_six_play() -> None:
    """Two to six players may play; one and seven are refused."""
    for names in ("A", "ABCDEFG"):
        with pytest.raises(Refused) as refused:
            start(GAME, tuple(names))
        assert refused.value.rule == "KT-55"
    assert all(start(GAME, tuple("ABCDEF"[:n])).seats_in_game for n in range(2, 7))


@pytest.mark.rule("KT-01", "KT-28")
def test_twenty_points_win_when_the_turn_is_survived() -> None:
    """Twenty points win at the end of the turn, not at the moment they are reached."""
    t = three().has("Ana", points=18, energy=2).throws("111223")
    assert (t.points[0], t.winners) == (19, None)
    t = three().has("Ana", points=18, energy=2).throws("222113")
    assert (t.points[0], t.winners) == (20, None)
    assert t.on().winners == ("Ana",)


@pytest.mark.rule("KT-01")
def test_the_last_monster_standing_wins() -> None:
    """The last monster in the game wins at once, whatever its points."""
    t = three().has("Beto", out=True, hearts=0).has("Cira", hearts=1, points=19).throws("11223s")
    assert t.winners == ("Ana",)
    assert t.s.outcome is not None
    assert t.s.outcome.rule == "KT-01"


@pytest.mark.rule("KT-28")
def test_twenty_points_at_0_hearts_are_no_win() -> None:
    """Twenty points do not win for a monster that is eliminated in the same turn.

    Poison takes its last heart at the end of the turn.
    """
    t = three().has("Ana", points=18, hearts=1, poison=1).turn("222113")
    assert (t.winners, t.monster("Ana").out, t.active) == (None, True, "Beto")


@pytest.mark.rule("KT-29")
def test_all_eliminated_at_once_is_a_loss_for_all() -> None:
    """If all monsters are eliminated at once, each losing its three hearts, nobody wins."""
    t = three()
    for name in t.s.seats:
        t.has(name, hearts=3)
    assert t.loses("Ana", Ana=3, Beto=3, Cira=3).winners == ()
    assert t.s.outcome is not None
    assert t.s.outcome.rule == "KT-29"


@pytest.mark.rule("KT-28")
def test_who_falls_in_their_own_turn_does_not_finish_it() -> None:
    """A monster eliminated in its own turn neither buys nor enters Tokyo; the next turn starts."""
    t = three().has("Ana", energy=9).loses(Ana=8)
    assert (t.monster("Ana").out, t.active, t.s.city) == (True, "Beto", 2)


@pytest.mark.rule("KT-01")
def test_the_first_to_twenty_wins() -> None:
    """The first to reach twenty points wins (KT-A5); or whoever has most, shared if tied.

    Beto reached them in Ana's turn before Ana did.
    """
    t = three().by_hand("Beto", "points", 20).has("Ana", points=18).turn("222113")
    assert t.winners == ("Beto",)
    t = three(KT_A5="most").by_hand("Beto", "points", 20).has("Ana", points=18).turn("222113")
    assert t.winners == ("Ana", "Beto")
    t = three(KT_A5="most", KT_A13="free").by_hand("Beto", "points", 20).has("Ana", points=18).turn("222333")
    assert (t.points[0], t.winners) == (23, ("Ana",))


@pytest.mark.rule("KT-01")
def test_points_that_were_lost_again_do_not_win() -> None:
    """A monster that falls below twenty has to reach them again, and then counts as later."""
    t = three().by_hand("Beto", "points", 20).by_hand("Beto", "points", -1).has("Ana", points=18)
    t.throws("222eee").by_hand("Beto", "points", 1).on()
    assert t.winners == ("Ana",)


@pytest.mark.rule("KT-28")
def test_a_table_may_let_the_points_win_at_once() -> None:
    """KT-A4 set to instant: twenty points win at once."""
    t = three(KT_A4="instant").has("Ana", points=18, energy=3).throws("222eee")
    assert t.winners == ("Ana",)


@pytest.mark.rule("KT-07")
def test_points_stop_at_twenty_or_go_on() -> None:
    """Points stop at twenty, or go on with KT-A13 set to free."""
    assert three().has("Ana", points=18).throws("333eee").points[0] == 20
    assert three(KT_A13="free").has("Ana", points=18).throws("333eee").points[0] == 21


# --- overrides ---------------------------------------------------------------------------------------------------


@pytest.mark.rule("KT-14")
def test_0_hearts_by_hand_are_asked_about() -> None:
    """0 hearts set by hand ask whether it happened in play.

    In play the monster is eliminated; a correction leaves it in the game until its hearts change.
    """
    t = three().by_hand("Beto", "hearts", -8)
    assert t.asked.rule == "KT-14"
    assert t.in_play(True).monster("Beto").out
    t = three().by_hand("Beto", "hearts", -8).in_play(False)
    assert (t.monster("Beto").out, t.monster("Beto").noted) == (False, True)
    assert t.turn(NOTHING).active == "Beto"
    assert not t.by_hand("Beto", "hearts", 3).monster("Beto").noted


@pytest.mark.rule("KT-14")
def test_a_question_that_answered_itself_is_withdrawn() -> None:
    """The question about 0 hearts is withdrawn if the hearts are corrected first."""
    t = three().by_hand("Beto", "hearts", -8).by_hand("Beto", "hearts", 8)
    assert t.asked.dice is not None
    assert not t.monster("Beto").noted


def test_hearts_by_hand_bring_a_monster_back() -> None:
    """Hearts set by hand bring an eliminated monster back, outside Tokyo."""
    t = three().has("Cira", hearts=1).throws("1122ss").on()
    assert t.monster("Cira").out
    t.by_hand("Cira", "hearts", 5)
    assert (t.monster("Cira").out, t.city) == (False, "Ana")


def test_the_table_may_be_at_another_step() -> None:
    """A jump goes to any step of the turn, starts the throw again, and reopens a finished match.

    An unknown step is refused. If nobody is left, the active monster gets one heart.
    """
    t = three().throws("1122ss")
    assert t.refuses(WentTo("KT-99")) == "X-06"
    assert t.goes_to("KT-03").asked.dice is not None
    assert t.s.now.faces == ()
    assert t.goes_to("KT-27").active == "Beto"
    assert t.goes_to("KT-02").active == "Cira"
    over = three().has("Beto", out=True, hearts=0).has("Cira", hearts=1).throws("11223s")
    assert over.goes_to("KT-03").winners is None
    nobody = three()
    for name in nobody.s.seats:
        nobody.has(name, out=True, hearts=0)
    assert nobody.goes_to("KT-03").monster("Ana").hearts == 1


def test_numbers_stay_between_0_and_999() -> None:
    """An override takes only values between 0 and 999 of trackers that exist."""
    t = three()
    assert t.refuses(Adjusted("seat.0.points", -1)) == "X-06"
    assert t.refuses(Adjusted("seat.0.hearts", 1000)) == "X-06"
    assert t.refuses(Adjusted("seat.9.points", 1)) == "X-06"
    assert t.refuses(Adjusted("held.9.counters", 1)) == "X-06"
    held = t.holds("Ana", "smoke_cloud")
    t.do(Adjusted(f"held.{held}.counters", 3))
    assert t.monster("Ana").cards[0].counters == 3


@pytest.mark.rule("KT-13")
def test_what_was_not_asked_is_refused_with_its_rule() -> None:
    """A yield that was not asked for is refused with KT-13, here because nobody was hit."""
    assert three().refuses(Yielded(True)) == "KT-13"


def test_numbers_only_asks_for_nothing() -> None:
    """At the depth "numbers" nothing happens by itself; back at "guided" the turn goes on.

    Dice may be read and the turn passed.
    """
    t = three().settles_on("depth", "numbers")
    t.throws("ssssss")
    assert t.hearts == (8, 8, 8)
    assert t.passes_turn().active == "Beto"
    t.by_hand("Cira", "hearts", -8)
    assert t.s.agenda[0].name == "king_of_tokyo.numbers_only"
    t.settles_on("depth", "guided")
    assert (t.asked.dice is not None, t.monster("Cira").noted) == (True, True)
