"""FS-02, FS-107, FS-109: souls, the end of the game, and overrides."""

import pytest

from rules.engine import Adjusted, Outcome, Text, WentTo, prompt
from rules.four_souls.game import GAME
from tests.support.games.four_souls import Effect, FourSoulsTable, Target, table

rule = pytest.mark.rule


@rule("FS-02", "FS-109")
def test_the_fourth_soul_wins_at_once() -> None:
    """The fourth soul wins as its effect resolves, and nothing more is asked."""
    t = table()
    t.plays("Ana", t.to("Ana", "soul", 3)).nobody()
    assert t.s.outcome is None
    t.plays("Ana", t.to("Ana", "soul", 1), card="Lost Soul")
    assert t.s.outcome is None
    t.nobody()
    assert t.s.outcome == Outcome((0,), "FS-109")
    assert prompt(t.s) is None


@rule("FS-109")
def test_a_fourth_soul_that_is_cancelled_does_not_win() -> None:
    """A cancelled fourth soul does not win."""
    t = table()
    t.plays("Ana", t.to("Ana", "soul", 4), card="Lost Soul")
    t.plays("Beto", t.on_top("cancel"), card="NO!").nobody()
    assert (t.s.outcome, t.player("Ana").soul_count) == (None, 0)


@rule("FS-107")
def test_souls_are_counted_by_their_symbols() -> None:
    """A soul card with two symbols counts as two souls."""
    t = table(monsters=("mom", "fly"))
    t.plays("Ana", t.to("mom", "kill")).nobody()
    while t.player("Ana").soul_count == 0:
        t.turns_up("fly") if t.step == "reveal" else t.nobody()
    assert (t.player("Ana").soul_count, len(t.player("Ana").souls)) == (2, 1)


@rule("FS-108")
def test_a_lost_soul_card_goes_whole() -> None:
    """Losing one soul of a card worth two loses the whole card."""
    t = table()
    t.plays("Ana", t.to("Ana", "soul", 2)).nobody()
    t.plays("Beto", t.to("Ana", "soul", -1), kind="activated").nobody()
    assert t.player("Ana").soul_count == 0


@rule("FS-109")
def test_two_fourth_souls_at_the_same_moment_share_the_win() -> None:
    """Two players who reach four souls by one effect share the win (FS-A10)."""
    t = table()
    t.plays("Ana", t.to("Ana", "soul", 4), t.to("Beto", "soul", 4)).nobody()
    assert t.s.outcome == Outcome((0, 1), "FS-109")


@rule("FS-115", "FS-116")
def test_bonus_souls_are_won_once() -> None:
    """Each bonus soul is won once, by the first player who meets its condition."""
    t = table(bonus_souls="on")
    t.plays("Ana", t.to("Ana", "cents", 22)).nobody()
    t.plays("Beto", t.to("Beto", "cents", 30), t.to("Beto", "loot", 20), kind="activated").nobody()
    assert (t.player("Ana").soul_count, t.player("Beto").soul_count) == (1, 1)
    assert t.s.bonus == ("guppy",)


# --- overrides ---------------------------------------------------------------------------------------------------


@rule("FS-82")
@pytest.mark.parametrize(("played", "stack"), [(True, ["player_death"]), (False, [])])
def test_no_life_by_hand_asks_whether_it_happened_in_play(played: bool, stack: list[str]) -> None:
    """A player's life set to 0 by hand counts as a death only if confirmed."""
    t = table().by_hand("Beto", "life", -2)
    assert t.step == "confirm_death"
    t.in_play(played)
    assert t.stack == stack


@rule("FS-92")
@pytest.mark.parametrize(("played", "stack"), [(True, ["monster_death"]), (False, [])])
def test_a_monster_set_to_no_life_asks_too(played: bool, stack: list[str]) -> None:
    """A monster's life set to 0 by hand counts as a death only if confirmed."""
    t = table().by_hand("fly", "life", -1)
    assert t.step == "confirm_monster_death"
    assert t.in_play(played).stack == stack


@rule("FS-109")
@pytest.mark.parametrize("played", [True, False])
def test_a_fourth_soul_by_hand_asks_whether_it_happened_in_play(played: bool) -> None:
    """A fourth soul set by hand wins only if confirmed, and otherwise is not asked again."""
    t = table().by_hand("Ana", "souls", 4)
    assert t.step == "confirm_win"
    t.in_play(played)
    assert (t.s.outcome is not None) == played
    if not played:
        assert t.step == "priority"


def test_a_number_set_right_withdraws_the_question() -> None:
    """Correcting the life withdraws the prompt that asks for confirmation."""
    t = table().by_hand("Beto", "life", -2).by_hand("Beto", "life", 1)
    assert (t.step, t.player("Beto").doom) == ("priority", "none")


@pytest.mark.parametrize(
    ("key", "by"), [("seat.0.life", -3), ("seat.0.cents", 998), ("seat.7.life", 1), ("seat.0.luck", 1), ("x", 1)]
)
def test_a_number_by_hand_stays_within_bounds(key: str, by: int) -> None:
    """An adjustment below 0, above 999 or of an unknown tracker is refused."""
    assert table().refuses(Adjusted(key, by)) == "X-06"


def test_a_roll_that_was_due_waits_for_a_death_by_hand() -> None:
    """A due roll is asked for again after a death set by hand has resolved."""
    t = table().attacks("clotty").by_hand("Beto", "life", -2).in_play(True)
    assert t.stack == ["player_death"]
    t.nobody()
    assert t.step == "roll_die"


def test_another_step_ends_the_fight_and_gives_the_active_player_priority() -> None:
    """Going to the action phase ends the fight and restores the attack and priority."""
    t = table().attacks("clotty").goes_to("FS-44")
    assert (t.s.combat, t.step, t.holder, t.s.attacks) == (0, "priority", "Ana", 1)


@pytest.mark.parametrize(("stays", "cents"), [(True, 8), (False, 3)])
def test_another_step_asks_whether_the_stack_stays(stays: bool, cents: int) -> None:
    """Going to a step asks whether the stack resolves first or is cleared."""
    t = table()
    t.plays("Ana", t.to("Ana", "cents", 5)).goes_to("FS-48")
    assert t.step == "keep_stack"
    t.keeps_stack(stays)
    if stays:
        t.nobody()
    assert t.player("Ana").cents == cents
    assert t.s.active == 1


def test_clearing_the_stack_clears_deaths_with_it() -> None:
    """Clearing the stack also clears pending deaths."""
    t = table()
    t.plays("Ana", t.to("Beto", "kill"), t.to("fly", "kill")).nobody().goes_to("FS-44").keeps_stack(False)
    assert (t.stack, t.player("Beto").doom, t.monster("fly").doom) == ([], "noted", "noted")


def test_a_rule_that_is_no_place_is_refused() -> None:
    """Going to a rule that is not a position is refused."""
    assert table().refuses(WentTo("FS-99")) == "X-06"


def test_numbers_only_asks_nothing_and_follows_nothing() -> None:
    """The depth "numbers" asks nothing and follows no deaths; guided play resumes after it."""
    t = table().settles_on("depth", "numbers")
    t.by_hand("Ana", "life", -2).by_hand("fly", "life", -1)
    assert t.step == "numbers_only"
    t.rolls(4)
    assert t.step == "numbers_only"
    t.passes_turn()
    assert (t.s.active, t.step) == (1, "numbers_only")
    t.settles_on("depth", "guided")
    assert (t.step, t.stack, t.s.phase) == ("priority", [], "action")


def test_a_players_own_stop_stops_the_table() -> None:
    """A player's own stop asks where the table's stops would pass."""
    t = table().settles_on("stop.damage@1", "on").attacks("clotty").rolls(4).nobody()
    assert t.stack == ["damage"]


def test_the_effects_of_a_card_happen_in_the_order_declared() -> None:
    """The effects of a card happen in the order declared."""
    t = table()
    t.plays("Ana", t.to("Ana", "damage", 1), t.to("Ana", "heal", 1), t.to("Ana", "treasure", 1), Effect("end_turn"))
    t.nobody()
    assert (t.player("Ana").life, t.player("Ana").treasures, t.s.active) == (2, 1, 1)
    assert Target() == Effect("end_turn").target


@rule("FS-108")
def test_a_stolen_soul_changes_hands() -> None:
    """A stolen soul moves to the thief, who chooses among different cards."""
    t = table()
    t.plays("Ana", t.to("Ana", "soul", 1), card="Lost Soul").nobody()
    t.plays("Ana", t.to("Ana", "soul", 2), card="Mom!").nobody()
    t.plays("Beto", t.to("Ana", "steal_soul"), kind="activated").nobody()
    assert (t.step, t.asked.seats) == ("give_up", (1,))
    t.gives_up(1)
    assert (t.player("Ana").soul_count, t.player("Beto").soul_count) == (1, 2)


@rule("FS-108")
def test_a_stolen_fourth_soul_wins() -> None:
    """A stolen fourth soul wins."""
    t = table()
    t.plays("Ana", t.to("Ana", "soul", 3)).nobody()
    t.plays("Ana", t.to("Beto", "soul", 1)).nobody()
    t.plays("Ana", t.to("Beto", "steal_soul"), kind="activated").nobody()
    assert t.s.outcome == Outcome((0,), "FS-109")


@rule("FS-108", "FS-111")
def test_the_losts_own_soul_cannot_be_lost() -> None:
    """FS L306: The Lost's own soul can be neither stolen nor discarded; who tries is told so."""
    t = FourSoulsTable("Ana", "Beto", cards__g2="on").chooses(Ana="cain", Beto="the-lost-g2")
    t.turns_up("fly").turns_up("clotty")
    assert t.refuses(t.play("Ana", t.to("Beto", "steal_soul"))) == "FS-111"
    t.plays("Ana", t.to("Beto", "soul", -1), kind="activated").nobody()
    assert (t.player("Beto").soul_count, "Beto has no soul that can be lost" in t.told) == (1, True)


@rule("FS-108", "FS-111")
def test_another_soul_of_the_lost_can_be_stolen() -> None:
    """FS L306: only the soul that The Lost began with stays; who has won another may lose that."""
    t = FourSoulsTable("Ana", "Beto", cards__g2="on").chooses(Ana="cain", Beto="the-lost-g2")
    t.turns_up("fly").turns_up("clotty").plays("Beto", t.to("Beto", "soul", 1), kind="triggered").nobody()
    t.plays("Ana", t.to("Beto", "steal_soul")).nobody()
    assert [player.soul_count for player in t.s.players] == [1, 1]


@rule("FS-110")
def test_an_epic_boss_is_worth_two_souls() -> None:
    """An epic boss counts as two souls."""
    t = table(monsters=("satan", "fly"))
    t.plays("Ana", t.to("satan", "kill")).nobody().nobody().nobody()
    assert t.player("Ana").soul_count == 2


def rich(t: FourSoulsTable) -> FourSoulsTable:
    """Ana has 25¢, and with them the Soul of Greed."""
    t.plays("Ana", t.to("Ana", "cents", 22)).nobody()
    assert [card.name for card in t.player("Ana").souls] == ["Soul of Greed"]
    return t


@rule("FS-23", "FS-115")
def test_a_bonus_soul_that_is_discarded_is_never_won_again() -> None:
    """A discarded bonus soul is out of the game and cannot be won again."""
    t = rich(table(bonus_souls="on"))
    t.plays("Beto", t.to("Ana", "soul", -1), kind="activated").nobody()
    assert (t.player("Ana").soul_count, "FS-23" in t.ruled) == (0, True)
    t.plays("Ana", t.to("Ana", "cents", 5), t.to("Beto", "cents", 30)).nobody()
    assert [player.soul_count for player in t.s.players] == [0, 0]
    assert GAME.view(t.s).bonus == ("Soul of Gluttony", "Soul of Guppy")


@rule("FS-23", "FS-108")
def test_a_bonus_soul_that_is_stolen_counts_like_any_other() -> None:
    """A stolen bonus soul stays in the game and counts for the thief."""
    t = rich(table(bonus_souls="on"))
    t.plays("Beto", t.to("Ana", "steal_soul"), kind="activated").nobody()
    assert [player.soul_count for player in t.s.players] == [0, 1]
    assert "FS-23" not in t.ruled


@rule("FS-116")
def test_ten_loot_cards_in_the_hand_win_the_soul_of_gluttony_at_once() -> None:
    """FS L322: the tenth loot card in the hand wins the Soul of Gluttony at once; nine do not."""
    t = table(bonus_souls="on")
    cards = t.player("Ana").loot - 1  # one of them is played
    t.plays("Ana", t.to("Ana", "loot", 9 - cards)).nobody()
    assert (t.player("Ana").loot, t.player("Ana").soul_count) == (9, 0)
    t.plays("Beto", t.to("Ana", "loot", 1), kind="activated").nobody()
    assert [card.name for card in t.player("Ana").souls] == ["Soul of Gluttony"]


@rule("FS-108")
@pytest.mark.parametrize(("kind", "pile"), [("loot", "the loot discard"), ("activated", "its own discard")])
def test_a_discarded_soul_goes_to_its_own_discard(kind: str, pile: str) -> None:
    """The note on a discarded soul names the discard pile of its card."""
    t = table()
    t.plays("Ana", t.to("Ana", "soul", 1), card="Lost Soul", kind=kind).nobody()
    t.plays("Beto", t.to("Ana", "soul", -1), kind="activated").nobody()
    said = next(note.text for note in t.notes if note.rule == "FS-108" and note.change is None)
    assert dict(said.args)["discard"] == Text(pile)


@rule("FS-108", "FS-110")
def test_a_discarded_epic_boss_costs_both_souls_and_goes_on_the_monster_discard() -> None:
    """A discarded epic boss costs both souls and goes on the monster discard."""
    t = table(monsters=("satan", "fly"))
    t.plays("Ana", t.to("satan", "kill")).nobody().nobody().nobody()
    while t.step != "priority":
        t.turns_up("dip")
    t.plays("Beto", t.to("Ana", "soul", -1), kind="activated").nobody()
    said = next(note.text for note in t.notes if note.rule == "FS-108" and note.change is None)
    assert (t.player("Ana").soul_count, dict(said.args)["discard"]) == (0, Text("the monster discard"))


@rule("FS-109")
def test_the_last_answer_to_a_fourth_soul_is_before_its_effect_resolves() -> None:
    """A fourth soul can be responded to until it resolves; then nobody is asked."""
    t = table(monsters=("mom", "fly"))
    t.plays("Ana", t.to("Ana", "soul", 2)).nobody()
    t.plays("Ana", t.to("mom", "kill")).nobody()
    while t.stack != ["monster_card"]:
        t.turns_up("fly") if t.step == "reveal" else t.nobody()
    assert (t.step, t.s.outcome, t.asked.seats) == ("priority", None, (0,))
    t.nobody()
    assert (t.s.outcome, prompt(t.s)) == (Outcome((0,), "FS-109"), None)
