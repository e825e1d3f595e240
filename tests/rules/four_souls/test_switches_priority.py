"""The open points of priority and dice, each played both ways."""

import pytest

from rules.four_souls.model.effect import Effect
from rules.four_souls.model.events import Attacked, Passed, Played
from tests.support.games.four_souls import FourSoulsTable, Target, table

rule = pytest.mark.rule


# --- ending the action phase -------------------------------------------------------------------------------------


@rule("FS-A2", "FS-39")
@pytest.mark.parametrize(("how", "turn"), [("ask", "Ana"), ("literal", "Beto")])
def test_everybody_passing_one_by_one_over_nothing(how: str, turn: str) -> None:
    """FS-A2: after a round of passes the active player is asked again, or the turn ends."""
    t = table().settles_on("FS-A2", how).settles_on("stop.empty@1", "on").passes("Ana")
    assert t.holder == "Beto"
    t.settles_on("stop.empty@1", "off")
    assert (t.s.seats[t.s.active], t.decided) == (turn, {"FS-A2"})
    assert t.offers(Attacked)


@rule("FS-A2", "FS-39")
def test_one_tap_ends_the_turn_either_way() -> None:
    """FS-A2: the active player ends the turn with one answer by both readings."""
    for how in ("ask", "literal"):
        t = table().settles_on("FS-A2", how).ends_turn()
        assert (t.s.active, t.decided) == (1, set())


@rule("FS-A2", "FS-31")
def test_the_turn_comes_back_if_somebody_did_something() -> None:
    """After another player acts, the active player has priority again."""
    t = table().passes("Ana").plays("Beto", kind="activated").nobody()
    assert (t.holder, t.s.active, t.offers(Attacked)) == ("Ana", 0, True)


# --- who receives priority ---------------------------------------------------------------------------------------


@rule("FS-A3", "FS-30")
@pytest.mark.parametrize(("how", "holder"), [("responder", "Beto"), ("active", "Ana")])
def test_priority_after_an_answer(how: str, holder: str) -> None:
    """FS-A3: priority goes to the responder or to the active player."""
    t = table(every=True).settles_on("FS-A3", how).plays("Ana").plays("Beto")
    assert (t.holder, t.decided & {"FS-A3"}) == (holder, {"FS-A3"})


@rule("FS-A3", "FS-30")
def test_the_active_players_own_card_decides_nothing() -> None:
    """FS-A3 is not named when the active player plays a card."""
    assert table(every=True).plays("Ana").decided == set()


@rule("FS-A24", "FS-35")
def test_off_turn_effects_over_an_empty_stack() -> None:
    """FS-A24 on yes: another player may act over an empty stack; the note names the switch."""
    t = table().settles_on("FS-A24", "yes").plays("Beto", kind="activated")
    assert (t.stack, "FS-A24" in t.decided) == (["activated"], True)


@rule("FS-A24", "FS-35")
def test_over_an_empty_stack_only_the_active_player() -> None:
    """FS-A24 on no: other players are not asked over an empty stack but may respond."""
    t = table(every=True).settles_on("FS-A24", "no")
    assert t.refuses(Played(1, "activated")) == "FS-28"
    assert {c.event.kind for c in t.asked.choices if isinstance(c.event, Played) and c.seat == 1} == {"triggered"}
    assert [c.event for c in t.asked.choices if isinstance(c.event, Passed)] == [Passed((0,), 0)]
    t.plays("Ana").passes("Ana")
    assert t.holder == "Beto"
    t.nobody()
    assert t.passes("Ana").s.phase == "end"
    assert t.decided == {"FS-A24"}


@rule("FS-A24", "FS-31")
def test_a_setting_changed_over_the_question_counts_at_once() -> None:
    """FS-A24 changed to no during a window skips the player who was being asked."""
    t = table("Ana", "Beto", "Cira", every=True).passes("Ana")
    assert t.holder == "Beto"
    t.settles_on("FS-A24", "no")
    assert (t.s.active, t.s.phase) == (0, "end")


# --- a loot card outside one's own actions -----------------------------------------------------------------------


def beto_ready(how: str) -> FourSoulsTable:
    """Cira's turn, with Beto's character ready and FS-A17 set."""
    t = table("Ana", "Beto", "Cira").ends_turn().ends_turn()
    assert t.player("Beto").ready
    return t.settles_on("FS-A17", how)


@rule("FS-A17", "FS-45")
@pytest.mark.parametrize(("how", "ready"), [("tap", False), ("free", True)])
def test_a_loot_card_as_an_answer(how: str, ready: bool) -> None:
    """FS-A17: a loot card as a response deactivates the character or is free."""
    t = beto_ready(how).plays("Cira", kind="activated").plays("Beto")
    assert (t.stack, t.player("Beto").ready) == (["loot", "activated"], ready)
    assert "FS-A17" in t.decided


@rule("FS-A17", "FS-45")
def test_a_character_turned_on_its_own() -> None:
    """FS-A17 on separate: the tap goes on the stack first and then allows one loot card."""
    t = beto_ready("separate").plays("Cira", kind="activated")
    assert t.play("Beto").how == "free"
    t.plays("Beto", kind="tap")
    assert (t.stack, t.player("Beto").ready) == (["tap", "activated"], False)
    assert "FS-A17" in t.decided
    t.nobody().plays("Beto")
    assert t.stack == ["loot", "activated"]
    assert t.play("Beto").how == "free"


@rule("FS-A17", "FS-100")
def test_the_tap_on_its_own_can_be_cancelled_before_the_card_is_seen() -> None:
    """FS-A17 on separate: a cancelled tap deactivates the character and allows no card."""
    t = beto_ready("separate").plays("Beto", kind="tap")
    t.plays("Cira", t.on_top("cancel"), kind="activated").nobody()
    assert (t.stack, t.player("Beto").ready, t.play("Beto").how) == ([], False, "free")


@rule("FS-A17", "FS-41")
def test_a_loot_play_given_is_gone_with_the_turn() -> None:
    """FS-A17 on separate: an unused loot play ends with the turn."""
    t = beto_ready("separate").plays("Beto", kind="tap").nobody()
    assert t.play("Beto").how == "given"
    assert t.ends_turn().play("Beto").how == "free"


# --- between attack rolls ----------------------------------------------------------------------------------------


@rule("FS-A25", "FS-68")
@pytest.mark.parametrize(("how", "step"), [("window", "priority"), ("straight", "roll_die")])
def test_between_two_attack_rolls(how: str, step: str) -> None:
    """FS-A25: between two attack rolls there is a window, or the next roll is due at once."""
    t = table(every=True).settles_on("FS-A25", how).attacks("clotty").nobody()
    assert (t.step, t.stack) == (step, [])
    if how == "straight":
        assert t.decided == {"FS-A25"}
    else:
        assert "FS-A25" in t.plays("Ana", kind="activated").decided


@rule("FS-A25", "FS-92")
def test_straight_on_is_not_over_a_death() -> None:
    """FS-A25 on straight: no roll is due while a death is on the stack."""
    t = table(FS_A25="straight").attacks("clotty").rolls(5).nobody().rolls(5).nobody()
    assert (t.step, t.stack) == ("priority", ["monster_death"])


# --- a roll ------------------------------------------------------------------------------------------------------


def rolled(face: int, *changes: int, **rulings: str) -> FourSoulsTable:
    """Ana's roll against the fly, with these changes applied."""
    t = table(**rulings).attacks("fly").rolls(face)
    for change in changes:
        t.plays("Beto", t.on_top("modify", change), kind="activated").nobody()
    return t


def rerolled(t: FourSoulsTable, face: int) -> FourSoulsTable:
    return t.plays("Beto", t.on_top("reroll"), kind="activated").nobody().rolls(face)


@rule("FS-A19", "FS-58")
@pytest.mark.parametrize(("how", "result"), [("kept", 3), ("spent", 2)])
def test_a_reroll_keeps_what_was_added_or_loses_it(how: str, result: int) -> None:
    """FS-A19: a reroll keeps the modifiers or loses them.

    A 4 with +1, rolled again as a 2.
    """
    t = rerolled(rolled(4, 1, FS_A19=how), 2)
    assert (t.s.roll_result(t.top), t.decided) == (result, {"FS-A19"})


@rule("FS-A19")
def test_a_reroll_of_a_plain_roll_decides_nothing() -> None:
    """A reroll of an unmodified roll names no switch."""
    assert rerolled(rolled(4), 2).decided == set()


@rule("FS-A20", "FS-54")
@pytest.mark.parametrize(("how", "result"), [("each", 5), ("sum", 6)])
def test_six_and_one_more_and_one_less(how: str, result: int) -> None:
    """FS-A20: 6 +1 −1 is 5 with a cap at each change, and 6 in the sum."""
    t = rolled(6, 1, FS_A20=how)
    assert t.s.roll_result(t.top) == 6
    t.plays("Beto", t.on_top("modify", -1), kind="activated").nobody()
    assert (t.s.roll_result(t.top), "FS-A20" in t.decided) == (result, True)


@rule("FS-A20", "FS-54")
def test_the_sum_never_leaves_the_die() -> None:
    """FS-A20 on sum: the result stays between 1 and 6."""
    for by, result in ((5, 6), (-5, 1)):
        t = rolled(3, by, FS_A20="sum")
        assert t.s.roll_result(t.top) == result


@rule("FS-A20")
def test_changes_that_meet_no_cap_decide_nothing() -> None:
    """Changes that reach no cap name no switch: 3 +1 −1 is 3 by both readings."""
    t = rolled(3, 1)
    assert t.plays("Ana", Effect("modify", Target("item", t.top.id), -1), kind="activated").nobody().decided == set()
