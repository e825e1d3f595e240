"""Four Souls, audit of the other ways to play (FS-118 … FS-122): each test from one sentence of the rules text."""

import pytest

from rules.engine import Adjusted, Outcome, Refused, Ruled
from rules.four_souls.board.solo import COUNTDOWN_TRACKER
from rules.four_souls.game import GAME
from rules.four_souls.model.events import Attacked, Bartered, Drafted, Stocked
from tests.support.games.four_souls import FourSoulsTable


def solo(**rulings: str) -> FourSoulsTable:
    """A solo game in the first character's action phase, every window open."""
    t = FourSoulsTable("Ana", "Beto", mode="solo", **rulings).chooses(Ana="isaac", Beto="maggy")
    return t.turns_up("fly").turns_up("clotty").settles_on("depth", "every")


def plays_on(t: FourSoulsTable) -> FourSoulsTable:
    """The table once the turn of the present character has ended, or the game has."""
    active = t.s.active
    while t.outcome is None and t.s.active == active:
        t.nobody()
    return t


@pytest.mark.rule("FS-118")
def test_the_draft_gives_both_players_two_items_with_the_first_pick_alternating() -> None:
    """FS-118, L329: of three treasures the first takes one, the other one; then the other picks first."""
    with pytest.raises(Refused) as refusal:
        FourSoulsTable("Ana", "Beto", "Cira", mode="draft")
    assert refusal.value.rule == "FS-118"
    t = FourSoulsTable("Ana", "Beto", mode="draft").chooses(Ana="isaac", Beto="eve")
    t.saddest("Beto").turns_up("fly").turns_up("clotty")
    assert (t.asked.rule, t.offers(Drafted), t.who) == ("FS-118", True, "Beto")
    assert t.refuses(Attacked(1)) == "FS-67", "the game has not begun"
    t.drafts("Cola", "Horn")
    assert "under the" in " ".join(t.note_texts), "the third goes to the bottom of the deck"
    t.drafts("Pen", "Ink")
    assert [[item.name for item in player.items[1:]] for player in t.s.players] == [["Horn", "Pen"], ["Cola", "Ink"]]
    assert [player.treasures for player in t.s.players] == [2, 2]
    assert (t.s.active, t.s.phase, t.offers(Drafted)) == (1, "action", False), "the game is played as usual"
    assert t.refuses(Drafted()) == "FS-44"


@pytest.mark.rule("FS-118")
def test_drafted_treasures_need_no_name() -> None:
    """FS-118, L329: one tap takes two unnamed treasures; Cain, who begins, picks first."""
    t = FourSoulsTable("Ana", "Beto", mode="draft").chooses(Ana="isaac", Beto="cain").turns_up("fly").turns_up("clotty")
    assert (t.step, t.asked.seats) == ("draft", (1, 0))
    assert t.usual().asked.seats == (0, 1)
    t.usual()
    assert [player.treasures for player in t.s.players] == [2, 2]
    assert (t.s.turn, t.s.active, t.step) == (1, 1, "priority")


@pytest.mark.rule("FS-118", "FS-119")
@pytest.mark.parametrize(("mode", "refused"), [("draft", "FS-118"), ("solo", "FS-119")])
def test_a_way_to_play_for_two_seats_is_refused_for_more_also_in_mid_game(mode: str, refused: str) -> None:
    """FS-118, FS-119, L329, L333: it is for two."""
    for names in (("Ana", "Beto", "Cira"), ("Ana", "Beto", "Cira", "Dani")):
        assert FourSoulsTable(*names).refuses(Ruled("mode", mode)) == refused


@pytest.mark.rule("FS-119")
def test_alone_one_plays_two_characters_with_hands_of_their_own_in_a_fixed_order() -> None:
    """FS-119, L333-337: two characters, 3¢ and 3 loot each, hands not mixed; two slots each; always in one order."""
    with pytest.raises(Refused) as refusal:
        FourSoulsTable("Ana", "Beto", "Cira", mode="solo")
    assert refusal.value.rule == "FS-119"
    t = FourSoulsTable("Ana", "Beto", mode="solo", follow__shop="on")
    t.do(Stocked(0)).do(Stocked(1)).chooses(Ana="isaac", Beto="maggy")
    assert [(player.cents, player.loot) for player in t.s.players] == [(3, 3), (3, 3)]
    assert t.has("Ana", "The D6")
    assert t.has("Beto", "Yum Heart")
    assert (len(t.s.shop), len(t.s.slots)) == (2, 2)
    t = solo()
    order = [t.s.active]
    for _ in range(3):
        order.append(plays_on(t).s.active)
    assert order == [0, 1, 0, 1]
    assert [player.loot for player in t.s.players] == [5, 4], "each draws for its own hand"
    t = FourSoulsTable("Ana", "Beto", mode="solo").chooses(Ana="isaac", Beto="cain").turns_up("fly").turns_up("dip")
    order = [t.s.active]
    for _ in range(3):
        order.append(t.ends_turn().s.active)
    assert (order, t.s.countdown) == ([1, 0, 1, 0], 7), "Cain goes first, and the die counts from there"


@pytest.mark.rule("FS-120")
def test_the_die_starts_at_eight_and_drops_after_both_turns_or_a_death_on_ones_turn() -> None:
    """FS-120, L335, L339: a D8 on 8; 1 less when both turns have ended, and when a character dies on its own turn."""
    t = solo()
    assert t.s.countdown == 8
    assert plays_on(t).s.countdown == 8, "only one of them has had its turn"
    assert plays_on(t).s.countdown == 7
    other = t.copy()
    other.triggers("Ana", other.to("Beto", "kill"))
    while other.stack:
        other.nobody()
    assert other.s.countdown == 7, "not on its own turn"
    t.triggers("Ana", t.to("Ana", "kill"))
    while t.s.phase != "end":
        t.nobody()
    assert t.s.countdown == 6
    assert plays_on(t).s.countdown == 6
    assert plays_on(t).s.countdown == 5, "the usual one comes as well"


@pytest.mark.rule("FS-120")
def test_a_skipped_turn_is_over_for_the_die_too() -> None:
    """FS-120, L335: a skipped turn has ended as well."""
    t = solo().settles_on("depth", "guided")
    t.triggers("Ana", t.to("Beto", "skip_turn")).nobody().ends_turn()
    assert (t.s.active, t.s.countdown) == (0, 7)
    t.ends_turn().triggers("Beto", t.to("Ana", "skip_turn")).nobody().ends_turn()
    assert (t.s.active, t.s.countdown) == (1, 6)


@pytest.mark.rule("FS-120")
def test_the_die_is_a_number_that_the_table_corrects() -> None:
    """FS-120, L335: it is a number of the table, alone and within bounds only, and counts with numbers only too."""
    t = solo().adjust(COUNTDOWN_TRACKER, -3)
    assert next(tracker.value for tracker in GAME.trackers(t.s) if tracker.key == COUNTDOWN_TRACKER) == 5
    assert (t.s.countdown, GAME.view(t.s).countdown) == (5, 5)
    assert t.refuses(Adjusted(COUNTDOWN_TRACKER, -6)) == "X-06"
    assert t.settles_on("depth", "numbers").passes_turn().passes_turn().s.countdown == 4
    usual = FourSoulsTable("Ana", "Beto", mode="draft")
    assert usual.refuses(Adjusted(COUNTDOWN_TRACKER, -1)) == "X-06"
    assert GAME.view(usual.s).countdown is None
    assert COUNTDOWN_TRACKER not in {tracker.key for tracker in GAME.trackers(usual.s)}


@pytest.mark.rule("FS-121")
def test_alone_the_characters_never_trade_cents() -> None:
    """FS-121, L339: "no puedes intercambiar ¢ entre personajes en el modo solitario"."""
    t = solo()
    assert t.refuses(Bartered(0, 1, 1)) == "FS-121"
    assert t.refuses(Bartered(1, 0, 3)) == "FS-121"
    assert not any(isinstance(choice.event, Bartered) for choice in t.remarks)


@pytest.mark.rule("FS-122")
def test_alone_four_souls_between_both_win_before_the_die_reaches_zero() -> None:
    """FS-122, L341: four souls between the two characters before the D8 reaches 0 is a victory, else a defeat."""
    t = solo()
    t.triggers("Ana", t.to("Ana", "soul", 2)).nobody().triggers("Ana", t.to("Beto", "soul", 1)).nobody()
    assert t.outcome is None, "three are not enough"
    won = t.copy().triggers("Ana", t.to("Beto", "soul", 1)).nobody()
    assert won.outcome is not None
    assert (won.outcome.winners, won.outcome.rule) == ((0, 1), "FS-122")
    t.adjust("table.countdown", -7)
    assert plays_on(t).outcome is None, "the die still shows 1"
    plays_on(t)
    assert (t.s.countdown, t.winners) == (0, ())


@pytest.mark.rule("FS-120", "FS-122")
def test_a_death_on_its_own_turn_can_lose_the_game() -> None:
    """FS-122, L339, L341: the death takes the last from the die."""
    t = solo().adjust(COUNTDOWN_TRACKER, -7)
    t.triggers("Ana", t.to("Ana", "kill")).nobody().nobody()
    assert t.s.outcome == Outcome((), "FS-122")


@pytest.mark.rule("FS-122")
def test_a_soul_still_on_the_stack_as_the_die_runs_out_comes_too_late() -> None:
    """FS-122, L341: four souls "antes de que el D8 llegue a cero"; Satan's are not gained yet."""
    t = FourSoulsTable("Ana", "Beto", mode="solo").chooses(Ana="isaac", Beto="maggy").turns_up("satan").turns_up("fly")
    t.adjust(COUNTDOWN_TRACKER, -7).triggers("Ana", t.to("Ana", "soul", 3)).nobody()
    t.triggers("Beto", t.to("satan", "kill"), t.to("Ana", "kill")).nobody()
    while t.s.outcome is None:
        t.nobody()
    assert t.s.outcome == Outcome((), "FS-122")


@pytest.mark.rule("FS-122")
@pytest.mark.parametrize("played", [True, False])
def test_a_die_set_to_0_by_hand_asks_whether_it_happened_in_play(played: bool) -> None:
    """FS-122, L341: it is lost only if that is confirmed; a correction withdraws the question."""
    t = solo().adjust(COUNTDOWN_TRACKER, -8)
    assert t.step == "confirm_time_out"
    assert t.copy().adjust(COUNTDOWN_TRACKER, 2).step == "priority"
    assert t.in_play(played).s.outcome == (Outcome((), "FS-122") if played else None)


@pytest.mark.rule("FS-122")
def test_a_fourth_soul_by_hand_counts_both_characters() -> None:
    """FS-122, L341: four between both, set by hand, win only if that is confirmed."""
    t = solo().by_hand("Ana", "souls", 3).by_hand("Beto", "souls", 1)
    assert t.step == "confirm_win"
    assert (t.in_play(False).s.outcome, t.step) == (None, "priority")
    t.by_hand("Beto", "souls", -1).by_hand("Beto", "souls", 1).in_play(True)
    assert t.s.outcome == Outcome((0, 1), "FS-122")
