"""The open points of priority and of dice, each played both ways."""

import pytest

from rules.four_souls.model.effect import Effect
from rules.four_souls.model.events import Attacked, Passed, Played
from tests.support.games.four_souls import FourSoulsTable, Target, table

rule = pytest.mark.rule


# --- leaving the actions -----------------------------------------------------------------------------------------


@rule("FS-A2", "FS-39")
@pytest.mark.parametrize(("how", "turn"), [("ask", "Ana"), ("literal", "Beto")])
def test_everybody_passing_one_by_one_over_nothing(how: str, turn: str) -> None:
    """Ana is asked again, since only she ends her actions; or the turn has ended with the round."""
    t = table().settles_on("FS-A2", how).settles_on("stop.empty@1", "on").passes("Ana")
    assert t.holder == "Beto"
    t.settles_on("stop.empty@1", "off")
    assert (t.s.seats[t.s.active], t.decided) == (turn, {"FS-A2"})
    assert t.offers(Attacked)


@rule("FS-A2", "FS-39")
def test_one_tap_ends_the_turn_either_way() -> None:
    """It is the active player's word, and nobody has anything to add."""
    for how in ("ask", "literal"):
        t = table().settles_on("FS-A2", how).ends_turn()
        assert (t.s.active, t.decided) == (1, set())


@rule("FS-A2", "FS-31")
def test_the_turn_comes_back_if_somebody_did_something() -> None:
    """Ana has no more to do, Beto acts, and Ana decides anew."""
    t = table().passes("Ana").plays("Beto", kind="activated").nobody()
    assert (t.holder, t.s.active, t.offers(Attacked)) == ("Ana", 0, True)


# --- who is asked ------------------------------------------------------------------------------------------------


@rule("FS-A3", "FS-30")
@pytest.mark.parametrize(("how", "holder"), [("responder", "Beto"), ("active", "Ana")])
def test_priority_after_an_answer(how: str, holder: str) -> None:
    """Beto may answer himself, or Ana is asked first."""
    t = table(every=True).settles_on("FS-A3", how).plays("Ana").plays("Beto")
    assert (t.holder, t.decided & {"FS-A3"}) == (holder, {"FS-A3"})


@rule("FS-A3", "FS-30")
def test_the_active_players_own_card_decides_nothing() -> None:
    """Ana keeps priority by both readings."""
    assert table(every=True).plays("Ana").decided == set()


@rule("FS-A24", "FS-35")
def test_off_turn_effects_over_an_empty_stack() -> None:
    """Beto may play one in Ana's actions, and the line says by which ruling."""
    t = table().settles_on("FS-A24", "yes").plays("Beto", kind="activated")
    assert (t.stack, "FS-A24" in t.decided) == (["activated"], True)


@rule("FS-A24", "FS-35")
def test_over_an_empty_stack_only_the_active_player() -> None:
    """Beto is neither offered anything nor asked; with Ana's card on the stack he may answer."""
    t = table(every=True).settles_on("FS-A24", "no")
    assert t.refuses(Played(1, "activated")) == "FS-28"
    assert {c.event.kind for c in t.asked.choices if isinstance(c.event, Played) and c.seat == 1} == {"triggered"}
    assert t.asked.choices[2].event == Passed((0,), 0)
    t.plays("Ana").passes("Ana")
    assert t.holder == "Beto"
    t.nobody()
    assert t.passes("Ana").s.phase == "end"
    assert t.decided == {"FS-A24"}


@rule("FS-A24", "FS-31")
def test_a_setting_changed_over_the_question_counts_at_once() -> None:
    """Beto, who was about to act, is passed over from then on."""
    t = table("Ana", "Beto", "Cira", every=True).passes("Ana")
    assert t.holder == "Beto"
    t.settles_on("FS-A24", "no")
    assert (t.s.active, t.s.phase) == (0, "end")


# --- a loot card outside one's own actions -----------------------------------------------------------------------


def beto_ready(how: str) -> FourSoulsTable:
    """Cira's turn; everybody's character is upright."""
    t = table("Ana", "Beto", "Cira").ends_turn().ends_turn()
    assert t.player("Beto").ready
    return t.settles_on("FS-A17", how)


@rule("FS-A17", "FS-45")
@pytest.mark.parametrize(("how", "ready"), [("tap", False), ("free", True)])
def test_a_loot_card_as_an_answer(how: str, ready: bool) -> None:
    """One thing on the stack; Beto's character is turned sideways for it, or stays as it is."""
    t = beto_ready(how).plays("Cira", kind="activated").plays("Beto")
    assert (t.stack, t.player("Beto").ready) == (["loot", "activated"], ready)
    assert "FS-A17" in t.decided


@rule("FS-A17", "FS-45")
def test_a_character_turned_on_its_own() -> None:
    """That goes on the stack first; when it has resolved, one loot card may be played, this turn."""
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
    """The character is sideways and no card may be played."""
    t = beto_ready("separate").plays("Beto", kind="tap")
    t.plays("Cira", t.on_top("cancel"), kind="activated").nobody()
    assert (t.stack, t.player("Beto").ready, t.play("Beto").how) == ([], False, "free")


@rule("FS-A17", "FS-41")
def test_a_loot_play_given_is_gone_with_the_turn() -> None:
    """Beto did not use it in Cira's turn."""
    t = beto_ready("separate").plays("Beto", kind="tap").nobody()
    assert t.play("Beto").how == "given"
    assert t.ends_turn().play("Beto").how == "free"


# --- between attack rolls ----------------------------------------------------------------------------------------


@rule("FS-A25", "FS-68")
@pytest.mark.parametrize(("how", "step"), [("window", "priority"), ("straight", "roll_die")])
def test_between_two_attack_rolls(how: str, step: str) -> None:
    """Somebody may act before the die is thrown again, or it is due at once, also where every window is asked."""
    t = table(every=True).settles_on("FS-A25", how).attacks("clotty").nobody()
    assert (t.step, t.stack) == (step, [])
    if how == "straight":
        assert t.decided == {"FS-A25"}
    else:
        assert "FS-A25" in t.plays("Ana", kind="activated").decided


@rule("FS-A25", "FS-92")
def test_straight_on_is_not_over_a_death() -> None:
    """No roll while a death waits on the stack."""
    t = table(FS_A25="straight").attacks("clotty").rolls(5).nobody().rolls(5).nobody()
    assert (t.step, t.stack) == ("priority", ["monster_death"])


# --- a roll ------------------------------------------------------------------------------------------------------


def rolled(face: int, *changes: int, **rulings: str) -> FourSoulsTable:
    """Ana's roll against the fly, with what was added to it."""
    t = table(**rulings).attacks("fly").rolls(face)
    for change in changes:
        t.plays("Beto", t.on_top("modify", change), kind="activated").nobody()
    return t


def rerolled(t: FourSoulsTable, face: int) -> FourSoulsTable:
    return t.plays("Beto", t.on_top("reroll"), kind="activated").nobody().rolls(face)


@rule("FS-A19", "FS-58")
@pytest.mark.parametrize(("how", "result"), [("kept", 3), ("spent", 2)])
def test_a_reroll_keeps_what_was_added_or_loses_it(how: str, result: int) -> None:
    """A 4 with +1, rolled again as a 2."""
    t = rerolled(rolled(4, 1, FS_A19=how), 2)
    assert (t.s.roll_result(t.top), t.decided) == (result, {"FS-A19"})


@rule("FS-A19")
def test_a_reroll_of_a_plain_roll_decides_nothing() -> None:
    """There is nothing to keep."""
    assert rerolled(rolled(4), 2).decided == set()


@rule("FS-A20", "FS-54")
@pytest.mark.parametrize(("how", "result"), [("each", 5), ("sum", 6)])
def test_six_and_one_more_and_one_less(how: str, result: int) -> None:
    """The cap at each change forgets the one that went beyond it; in the sum it counts."""
    t = rolled(6, 1, FS_A20=how)
    assert t.s.roll_result(t.top) == 6
    t.plays("Beto", t.on_top("modify", -1), kind="activated").nobody()
    assert (t.s.roll_result(t.top), "FS-A20" in t.decided) == (result, True)


@rule("FS-A20", "FS-54")
def test_the_sum_never_leaves_the_die() -> None:
    """Far above and far below it still shows 6 and 1."""
    for by, result in ((5, 6), (-5, 1)):
        t = rolled(3, by, FS_A20="sum")
        assert t.s.roll_result(t.top) == result


@rule("FS-A20")
def test_changes_that_meet_no_cap_decide_nothing() -> None:
    """3 +1 −1 is 3 by both readings."""
    t = rolled(3, 1)
    assert t.plays("Ana", Effect("modify", Target("item", t.top.id), -1), kind="activated").nobody().decided == set()
