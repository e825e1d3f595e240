"""A note names the switch that decided it, wherever tables differ."""

import ast
from pathlib import Path

import pytest

from rules.engine import Name, Rolled, apply
from rules.four_souls.game import GAME
from rules.four_souls.model.catalogue import RULEBOOK
from rules.four_souls.model.events import Attacked, Began
from tests.support.games.four_souls import FourSoulsTable, table

rule = pytest.mark.rule
HERE = Path(__file__).parent


def sitting(**rulings: str) -> FourSoulsTable:
    """Ana and Beto have chosen their characters and nobody has begun."""
    return FourSoulsTable("Ana", "Beto", **rulings).chooses(Ana="isaac", Beto="maggy")


# --- the mechanism -----------------------------------------------------------------------------------------------


def test_every_open_point_is_a_switch_with_the_rulebooks_sentences() -> None:
    """Each open point is a switch: default first, one distinct text per choice and language."""
    switches = {switch.key: switch for switch in GAME.switches}
    for id in RULEBOOK.open_points:
        keys = [key for key, _ in switches[id].choices]
        assert keys[0] == RULEBOOK.default_choice(id)
        assert set(keys) == set(GAME.rulebook[id]["choices"])
        said = [text for _, text in switches[id].choices if isinstance(text, Name)]
        assert len({text.es for text in said}) == len({text.en for text in said}) == len(keys) > 1


def test_the_switches_stand_in_order() -> None:
    """Switches are ordered: modes, followed numbers, then open points by number."""
    keys = [switch.key for switch in GAME.switches if switch.group == "rules"]
    points = [key for key in keys if key.startswith("FS-A")]
    assert keys[-len(points) :] == points == sorted(points, key=lambda id: int(id[4:]))
    followed = [key for key in keys if key.startswith("follow.")]
    assert keys[-len(points) - len(followed) : -len(points)] == followed


def test_every_choice_of_every_open_point_is_played_in_a_test() -> None:
    """Every choice of every open point occurs as a constant in a test of this folder."""
    said = {
        node.value
        for path in HERE.glob("test_*.py")
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.Constant)
    }
    missing = {id: [how for how in (id, *RULEBOOK.readings(id)) if how not in said] for id in RULEBOOK.open_points}
    assert {id: gaps for id, gaps in missing.items() if gaps} == {}


def test_a_point_is_settled_anew_in_mid_game() -> None:
    """A ruling in mid-game writes a note and takes effect."""
    t = table().settles_on("FS-A6", "discarded")
    assert t.ruled == ["X-09"]
    t.attacks_deck().turns_up("gurdy").places(0)
    assert not any(t.s.covered)


def test_every_named_switch_is_one_of_the_game() -> None:
    """Every switch that a note or an automatic pass names is a switch of the game."""
    keys = {switch.key for switch in GAME.switches}
    assert {"follow.shop", "bonus_souls", *RULEBOOK.open_points} <= keys
    for key in ("stop.roll", "stop.roll@1"):
        t = table(**{key: "off"}).attacks("fly").do_alone(Rolled((6,)))
        flowed = GAME.auto_answer(t.s)
        assert flowed is not None
        assert GAME.auto_answer_switch(t.s, flowed) == key
        assert key in keys


# --- set-up ------------------------------------------------------------------------------------------------------


def test_the_shop_names_its_switch() -> None:
    """The note on the shop names the switch ``follow.shop``."""
    assert FourSoulsTable("Ana", "Beto", "Cira").decided == {"follow.shop"}


def test_the_bonus_souls_name_their_switch() -> None:
    """The note on the bonus souls names the switch ``bonus_souls``."""
    assert "bonus_souls" in FourSoulsTable("Ana", "Beto", bonus_souls="on").decided


@rule("FS-A9", "FS-10")
@pytest.mark.parametrize("how", ["reroll", "table"])
def test_a_tie_is_rolled_again_or_the_table_says_who_begins(how: str) -> None:
    """FS-A9: a tie is rolled again, or the table says who begins; only one is offered."""
    t = sitting(FS_A9=how).rolls(2, 2)
    assert t.decided == {"FS-A9"}
    assert (t.asked.dice is not None, t.offers(Began)) == (how == "reroll", how == "table")
    t = t.rolls(3, 1) if how == "reroll" else t.saddest("Beto")
    assert t.s.seats[t.s.active] == "Beto"


def test_no_tie_decides_nothing() -> None:
    """Without a tie the lowest roll begins and no switch is named."""
    t = sitting().rolls(4, 2)
    assert (t.s.active, t.decided) == (1, set())


# --- targets, attacks --------------------------------------------------------------------------------------------


@rule("FS-A1", "FS-26")
def test_what_a_card_does_is_said_as_it_resolves() -> None:
    """FS-A1 on resolve: an undeclared effect is asked about on resolution."""
    t = table().settles_on("FS-A1", "resolve").plays("Ana").nobody()
    assert t.decided == {"FS-A1"}
    assert t.step == "tell"


@rule("FS-A1", "FS-102")
def test_a_target_declared_too_early_is_lost() -> None:
    """FS-A1 on play: an effect whose declared target has left play does nothing."""
    t = table().settles_on("FS-A1", "play").plays("Ana", table().to("fly", "damage", 1), card="Bomba")
    t.plays("Beto", t.to("fly", "kill"), kind="activated").nobody()
    while t.there("fly"):
        t.nobody()
    t.turns_up("gurdy").nobody()
    assert "FS-A1" in t.decided


@rule("FS-A27", "FS-77")
@pytest.mark.parametrize(("how", "left"), [("uses", 0), ("extra", 1)])
def test_a_forced_attack_is_the_turns_or_an_extra_one(how: str, left: int) -> None:
    """FS-A27: a forced attack uses the turn's attack or is an extra one."""
    t = table().settles_on("FS-A27", how)
    t.plays("Beto", t.plain("must_attack"), kind="activated").nobody()
    after = apply(GAME, t.s, Attacked(t.monster("fly").id))
    assert [note.switch for note in after.notes] == ["FS-A27"]
    assert after.attacks == left


@rule("FS-A5", "FS-70")
@pytest.mark.parametrize(("how", "again"), [("used", False), ("kept", True)])
def test_an_attack_on_the_deck_that_finds_no_monster(how: str, again: bool) -> None:
    """FS-A5: an attack on the deck that finds no monster is used up or kept.

    The card is played either way.
    """
    t = table().settles_on("FS-A5", how).attacks_deck()
    t.turns_up_other(t.to("Ana", "cents", 1), name="Cofre")
    assert t.decided == {"FS-A5"}
    t.nobody()
    assert (t.player("Ana").cents, t.offers(Attacked)) == (4, again)


@rule("FS-A5", "FS-78")
def test_an_attack_on_the_deck_alone_is_kept_as_such() -> None:
    """FS-A5 on kept: an extra attack on the deck stays an attack on the deck."""
    t = table().settles_on("FS-A5", "kept")
    t.plays("Beto", t.plain("attack_deck"), kind="activated").nobody()
    t.attacks_deck().turns_up_other().nobody()
    assert (t.s.attacks, t.s.deck_attacks) == (1, 1)


@rule("FS-A6", "FS-70")
@pytest.mark.parametrize(("how", "back"), [("covered", True), ("discarded", False)])
def test_a_monster_found_by_an_attack_takes_a_slot(how: str, back: bool) -> None:
    """FS-A6: the monster in the slot is covered and comes back, or is discarded."""
    t = table().settles_on("FS-A6", how).attacks_deck().turns_up("gurdy")
    t.places(0)
    assert (t.decided, t.there("fly")) == ({"FS-A6"}, False)
    t.rolls(6).plays("Ana", t.to("gurdy", "kill")).nobody()
    while t.step == "priority":
        t.nobody()
        if t.there("fly"):
            break
    assert t.there("fly") is back


# --- souls and decks ---------------------------------------------------------------------------------------------


@rule("FS-A10", "FS-109")
@pytest.mark.parametrize(("how", "winners"), [("tie", (0, 1)), ("turn_order", (1,))])
def test_two_fourth_souls_of_one_effect(how: str, winners: tuple[int, ...]) -> None:
    """FS-A10: two simultaneous winners share the win, or turn order decides."""
    t = table().settles_on("FS-A10", how).by_hand("Ana", "souls", 3).by_hand("Beto", "souls", 3).ends_turn()
    t.plays("Beto", t.to("Ana", "soul", 1), t.to("Beto", "soul", 1)).nobody()
    assert t.s.outcome is not None
    assert t.s.outcome.winners == winners
    assert "FS-A10" in t.decided


@rule("FS-A10")
def test_one_fourth_soul_decides_nothing() -> None:
    """A single winner names no switch."""
    t = table().by_hand("Ana", "souls", 3)
    t.plays("Ana", t.to("Ana", "soul", 1)).nobody()
    assert t.s.outcome is not None
    assert t.decided == set()


def rich(how: str) -> FourSoulsTable:
    """Ana's card has brought her to 25¢."""
    t = table(bonus_souls="on").settles_on("FS-A12", how).by_hand("Ana", "cents", 20)
    return t.plays("Ana", t.to("Ana", "cents", 2)).nobody()


@rule("FS-A12", "FS-115")
def test_a_bonus_soul_comes_at_once() -> None:
    """FS-A12 on at_once: a bonus soul is won without the stack."""
    t = rich("at_once")
    assert (t.stack, t.player("Ana").soul_count, t.decided) == ([], 1, {"FS-A12"})


@rule("FS-A12", "FS-115")
def test_a_bonus_soul_goes_through_the_stack() -> None:
    """FS-A12 on stack: a bonus soul waits on the stack once and is won on resolution."""
    t = rich("stack")
    assert (t.stack, t.player("Ana").soul_count, t.decided) == (["bonus_soul"], 0, {"FS-A12"})
    t.nobody()
    assert (t.stack, t.player("Ana").soul_count, t.s.bonus) == ([], 1, ("gluttony", "guppy"))


@rule("FS-A12", "FS-103")
def test_a_bonus_soul_whose_condition_went_away_is_not_won() -> None:
    """FS-A12 on stack: a bonus soul whose condition no longer holds can be won later."""
    t = rich("stack")
    t.plays("Beto", t.to("Ana", "cents", -1), kind="activated").nobody().nobody()
    assert (t.player("Ana").soul_count, "greed" in t.s.bonus) == (0, True)
    t.by_hand("Ana", "cents", 1)
    assert t.stack == ["bonus_soul"]


@rule("FS-A22", "FS-97")
@pytest.mark.parametrize(("how", "stack"), [("at_once", []), ("stack", ["rebuild"])])
def test_a_deck_that_ran_out(how: str, stack: list[str]) -> None:
    """FS-A22: a deck that ran out is rebuilt at once or through the stack."""
    from rules.four_souls.model.events import Rebuilt

    t = table(stop__refill="on").settles_on("FS-A22", how).do(Rebuilt("loot"))
    assert (t.stack, t.decided) == (stack, {"FS-A22"})
    if stack:
        assert t.nobody().decided == {"FS-A22"}
    assert t.stack == []
