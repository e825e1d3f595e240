"""FS-118 … FS-122: the mini-draft for two players, and solo play."""

import pytest

from rules.engine import Adjusted, Outcome, Refused, Ruled, start
from rules.four_souls.board.solo import COUNTDOWN_TRACKER
from rules.four_souls.game import GAME
from rules.four_souls.model.events import Bartered, Drafted
from tests.support.games.four_souls import FourSoulsTable

rule = pytest.mark.rule


def draft(**characters: str) -> FourSoulsTable:
    """Two players who draft, at the first prompt after the monsters."""
    t = FourSoulsTable("Ana", "Beto", mode="draft").chooses(**(characters or {"Ana": "isaac", "Beto": "cain"}))
    return t.turns_up("fly").turns_up("clotty")


def solo(die: int = 8, monsters: tuple[str, str] = ("fly", "clotty"), **rulings: str) -> FourSoulsTable:
    """One person with Isaac and Maggy, in the first character's action phase."""
    t = FourSoulsTable("Yo", "Yo también", mode="solo", **rulings)
    t.do_chosen("isaac", "maggy")
    for card in monsters:
        t.turns_up(card)
    return t.do(Adjusted(COUNTDOWN_TRACKER, die - 8)) if die != 8 else t


# --- the mini-draft ----------------------------------------------------------------------------------------------


@rule("FS-118")
def test_two_players_draft_two_treasures_each() -> None:
    """In each draft round both players take a treasure; the player who begins picks first."""
    t = draft()
    assert (t.step, t.asked.seats, t.asked.rule) == ("draft", (1, 0), "FS-118")
    usual = next(choice for choice in t.asked.choices if choice.role == "default")
    t.do(usual.event)
    assert (t.step, t.asked.seats) == ("draft", (0, 1))
    t.do(usual.event)
    assert [player.treasures for player in t.s.players] == [2, 2]
    assert (t.s.turn, t.s.active, t.step) == (1, 1, "priority")


@rule("FS-118")
def test_drafted_treasures_may_have_names() -> None:
    """A drafted treasure may be named; the first name belongs to the player who picks."""
    t = draft().drafts("Mapa", "Reloj").drafts("", "Llave")
    assert [item.name for item in t.player("Beto").items if item.name in ("Mapa", "Reloj", "Llave")] == [
        "Mapa",
        "Llave",
    ]
    assert [item.name for item in t.player("Ana").items if item.name in ("Mapa", "Reloj", "Llave")] == ["Reloj"]
    assert [player.treasures for player in t.s.players] == [2, 2]


@rule("FS-118")
@pytest.mark.parametrize(("mode", "refused"), [("draft", "FS-118"), ("solo", "FS-119")])
@pytest.mark.parametrize("seats", [3, 4])
def test_a_way_to_play_for_two_seats_is_refused_for_more(mode: str, refused: str, seats: int) -> None:
    """A mode for two seats is refused with more, both at set-up and in mid-game."""
    names = ("Ana", "Beto", "Cira", "Dani")[:seats]
    with pytest.raises(Refused) as no:
        start(GAME, names, (("mode", mode),))
    assert no.value.rule == refused
    assert FourSoulsTable(*names).refuses(Ruled("mode", mode)) == refused


@rule("FS-118")
def test_the_usual_game_has_no_draft() -> None:
    """The usual mode asks for no draft and refuses one."""
    t = FourSoulsTable("Ana", "Beto").chooses(Ana="isaac", Beto="cain").turns_up("fly").turns_up("clotty")
    assert (t.step, t.player("Ana").treasures) == ("priority", 0)
    assert t.refuses(Drafted()) == "FS-44"


# --- solo play ---------------------------------------------------------------------------------------------------


@rule("FS-119")
def test_alone_two_characters_have_hands_of_their_own() -> None:
    """Alone, each character starts with 3¢ and three loot cards, without the saddest prompt.

    The first character has already drawn the turn's loot card.
    """
    t = solo()
    assert [(player.cents, player.loot) for player in t.s.players] == [(3, 4), (3, 3)]
    assert (t.s.active, t.step) == (0, "priority")


@rule("FS-119")
def test_the_two_characters_keep_their_order() -> None:
    """Alone, the characters alternate and Cain goes first."""
    t = FourSoulsTable("Yo", "Yo también", mode="solo").do_chosen("isaac", "cain").turns_up("fly").turns_up("dip")
    order = []
    for _ in range(4):
        order.append(t.s.active)
        t.ends_turn()
    assert order == [1, 0, 1, 0]


@rule("FS-120")
def test_the_die_drops_when_both_characters_have_played() -> None:
    """The countdown die drops after both characters have played, whoever began."""
    t = solo().ends_turn()
    assert t.s.countdown == 8
    t.ends_turn()
    assert (t.s.countdown, "FS-120" in t.ruled) == (7, True)
    t = FourSoulsTable("Yo", "Yo también", mode="solo").do_chosen("isaac", "cain").turns_up("fly").turns_up("dip")
    assert t.ends_turn().s.countdown == 8
    assert t.ends_turn().s.countdown == 7


@rule("FS-120")
def test_a_character_that_dies_on_its_own_turn_costs_one_more() -> None:
    """A character's death on its own turn lowers the die by one; on the other's it does not."""
    t = solo()
    t.plays("Yo", t.to("Yo también", "kill")).nobody().nobody()
    assert t.s.countdown == 8
    t.plays("Yo también", t.to("Yo", "kill"), kind="activated").nobody().nobody()
    assert "FS-120" in t.ruled
    assert t.s.countdown == 7


@rule("FS-120")
def test_a_skipped_turn_is_over_for_the_die_too() -> None:
    """A skipped turn counts as played for the countdown die."""
    t = solo()
    t.plays("Yo", t.to("Yo también", "skip_turn")).nobody().ends_turn()
    assert (t.s.active, t.s.countdown) == (0, 7)
    t.ends_turn().plays("Yo también", t.to("Yo", "skip_turn")).nobody().ends_turn()
    assert (t.s.active, t.s.countdown) == (1, 6)


@rule("FS-120")
def test_the_die_is_a_number_like_the_others() -> None:
    """The countdown die is a tracker in solo play only, with bounds."""
    t = solo().do(Adjusted(COUNTDOWN_TRACKER, -3))
    assert t.s.countdown == 5
    assert next(tracker.value for tracker in GAME.trackers(t.s) if tracker.key == COUNTDOWN_TRACKER) == 5
    assert GAME.view(t.s).countdown == 5
    assert t.refuses(Adjusted(COUNTDOWN_TRACKER, -6)) == "X-06"
    usual = draft()
    assert usual.refuses(Adjusted(COUNTDOWN_TRACKER, -1)) == "X-06"
    assert GAME.view(usual.s).countdown is None
    assert COUNTDOWN_TRACKER not in {tracker.key for tracker in GAME.trackers(usual.s)}


@rule("FS-120")
def test_numbers_only_counts_rounds_too() -> None:
    """The depth "numbers" lowers the die after two turns."""
    t = solo().settles_on("depth", "numbers").passes_turn().passes_turn()
    assert t.s.countdown == 7


@rule("FS-121")
def test_alone_no_cents_pass_between_the_characters() -> None:
    """Alone, a payment between the characters is refused."""
    t = solo()
    assert t.refuses(Bartered(0, 1, 1)) == "FS-121"


@rule("FS-122")
def test_four_souls_between_both_win() -> None:
    """Alone, four souls over both characters win for both."""
    t = solo()
    t.plays("Yo", t.to("Yo", "soul", 3)).nobody()
    assert t.s.outcome is None
    t.plays("Yo también", t.to("Yo también", "soul", 1), kind="activated").nobody()
    assert t.s.outcome == Outcome((0, 1), "FS-122")


@rule("FS-122")
def test_at_0_the_game_is_lost() -> None:
    """Alone, the game is lost when the die reaches 0."""
    t = solo(die=1).ends_turn()
    assert t.s.outcome is None
    t.ends_turn()
    assert t.s.outcome == Outcome((), "FS-122")


@rule("FS-120", "FS-122")
def test_a_death_on_its_own_turn_can_lose_the_game() -> None:
    """A death on the character's own turn loses the game when the die is at 1."""
    t = solo(die=1)
    t.plays("Yo", t.to("Yo", "kill")).nobody().nobody()
    assert t.s.outcome == Outcome((), "FS-122")


@rule("FS-122")
@pytest.mark.parametrize("played", [True, False])
def test_a_die_set_to_0_by_hand_asks_whether_it_happened_in_play(played: bool) -> None:
    """The die set to 0 by hand loses only if confirmed; a correction withdraws the prompt."""
    t = solo().do(Adjusted(COUNTDOWN_TRACKER, -8))
    assert t.step == "confirm_time_out"
    t.in_play(played)
    assert t.s.outcome == (Outcome((), "FS-122") if played else None)
    assert solo().do(Adjusted(COUNTDOWN_TRACKER, -8)).do(Adjusted(COUNTDOWN_TRACKER, 2)).step == "priority"


@rule("FS-122")
def test_a_fourth_soul_by_hand_counts_both_characters() -> None:
    """A fourth soul over both characters set by hand wins only if confirmed."""
    t = solo().by_hand("Yo", "souls", 3).by_hand("Yo también", "souls", 1)
    assert t.step == "confirm_win"
    t.in_play(False)
    assert (t.s.outcome, t.step) == (None, "priority")
    t.by_hand("Yo también", "souls", -1).by_hand("Yo también", "souls", 1).in_play(True)
    assert t.s.outcome == Outcome((0, 1), "FS-122")


@rule("FS-122")
@pytest.mark.parametrize(("ruling", "winners"), [("soul_first", (0, 1)), ("timer_first", ())])
def test_the_fourth_soul_in_the_turn_in_which_the_die_runs_out_is_a_switch(
    ruling: str, winners: tuple[int, ...]
) -> None:
    """FS-A13: the fourth soul wins, or the die decides, in the turn in which it runs out.

    The note names the switch.
    """
    t = solo(die=1, FS_A13=ruling).ends_turn()
    t.plays("Yo también", t.to("Yo también", "soul", 4)).nobody()
    assert t.s.outcome == Outcome(winners, "FS-122")
    assert [note.switch for note in t.notes if note.rule == "FS-122"] == ["FS-A13"]
    t = solo(die=1, FS_A13=ruling)
    t.plays("Yo", t.to("Yo", "soul", 4)).nobody()
    assert t.s.outcome == Outcome((0, 1), "FS-122")


@rule("FS-122")
def test_a_soul_still_on_the_stack_as_the_die_runs_out_comes_too_late() -> None:
    """A soul still on the stack when the die reaches 0 does not win."""
    t = solo(die=1, monsters=("satan", "fly"))
    t.plays("Yo", t.to("Yo", "soul", 3)).nobody()
    t.plays("Yo también", t.to("satan", "kill"), t.to("Yo", "kill"), kind="activated").nobody()
    while t.s.outcome is None:
        t.nobody()
    assert t.s.outcome == Outcome((), "FS-122")
