"""FS-54 … FS-60: dice."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.engine import Rolled, Text
from rules.engine.record import replace
from rules.four_souls.model.stack_item import Item
from rules.four_souls.vocabulary.hit_odds import hit_odds_text, upcoming_roll
from tests.support.games.four_souls import Effect, Target, table

rule = pytest.mark.rule


@rule("FS-54")
@given(face=st.integers(1, 6), changes=st.lists(st.integers(-6, 6)))
def test_a_roll_never_leaves_one_to_six(face: int, changes: list[int]) -> None:
    """The result is clamped to 1 … 6 after every change, so 6 +1 −1 is 5 (FS-A20)."""
    roll = Item(1, "roll", 0, value=face, changes=tuple(changes))
    assert 1 <= roll.counted_value("each") <= 6
    assert Item(1, "roll", 0, value=6, changes=(1, -1)).counted_value("each") == 5


@rule("FS-54")
@pytest.mark.parametrize("faces", [(), (0,), (7,), (3, 3)])
def test_one_six_sided_die_is_rolled(faces: tuple[int, ...]) -> None:
    """A roll of other than one six-sided die is refused."""
    t = table().attacks("fly")
    assert t.refuses(Rolled(faces)) == "FS-54"


@rule("FS-55")
def test_attack_rolls_say_what_they_need() -> None:
    """The prompt of an attack roll gives the number to hit and the odds."""
    t = table().attacks("clotty")
    assert t.asked.rule == "FS-55"
    stake = t.asked.stake
    assert stake is not None
    assert stake == Text("hits with {what}", what=Text("{n} or more · {odds} %", n=3, odds=67))


@rule("FS-56")
def test_the_result_waits_on_the_stack_and_the_active_player_is_asked() -> None:
    """The roll waits on the stack with its value, and the active player has priority."""
    t = table().attacks("clotty").rolls(5)
    assert (t.stack, t.top.value, t.holder) == (["roll"], 5, "Ana")
    assert t.monster("clotty").life == 2


@rule("FS-57")
def test_a_modifier_changes_the_roll_where_it_lies() -> None:
    """A modifier changes the result of the roll on the stack."""
    t = table().attacks("clotty").rolls(2)
    t.plays("Ana", t.on_top("modify", 1), card="+1").nobody()
    assert (t.stack, t.s.roll_result(t.top)) == (["roll"], 3)
    t.nobody()
    assert t.monster("clotty").life == 1


@rule("FS-57", "FS-58")
def test_a_reroll_only_changes_the_value_on_the_stack() -> None:
    """A reroll replaces the value of the same stack item and keeps its modifiers (FS-A19)."""
    t = table().attacks("clotty").rolls(5)
    id = t.top.id
    t.plays("Beto", t.on_top("modify", -1), kind="activated").nobody()
    t.plays("Beto", t.on_top("reroll"), card="D6", kind="activated").nobody()
    assert t.step == "reroll"
    t.rolls(2)
    assert (t.stack, t.top.id, t.top.value, t.s.roll_result(t.top)) == (["roll"], id, 2, 1)


@rule("FS-59")
def test_a_roll_for_a_card_puts_the_cards_effect_on_the_stack() -> None:
    """A card's roll and the effect it leads to each go on the stack."""
    t = table()
    t.plays("Ana", Effect("roll"), card="Dado").nobody()
    assert t.step == "roll_die"
    t.rolls(4)
    assert t.stack == ["roll"]
    t.nobody()
    assert t.step == "tell"
    t.settles_on("stop.effect", "on").tells(t.to("Ana", "cents", 4))
    assert t.stack == ["effect"]
    t.nobody()
    assert t.player("Ana").cents == 7


@rule("FS-59")
def test_a_reward_that_a_die_decides() -> None:
    """Keeper Head pays as many ¢ as its die shows."""
    t = table(monsters=("keeper-head", "clotty"))
    t.plays("Ana", t.to("keeper-head", "kill")).nobody().nobody()
    assert t.step == "roll_die"
    t.rolls(6).nobody()
    assert t.player("Ana").cents == 9


@rule("FS-60")
@pytest.mark.parametrize(("face", "target"), [(1, "seat"), (3, "monster")])
def test_an_attack_roll_becomes_combat_damage(face: int, target: str) -> None:
    """An attack roll becomes combat damage on the stack, to the player or to the monster."""
    t = table().settles_on("stop.damage", "on").attacks("clotty").rolls(face).nobody()
    assert (t.stack, t.top.target.kind) == (["damage"], target)


@rule("FS-61")
def test_what_a_roll_triggers_lies_above_the_damage_it_leads_to() -> None:
    """A trigger on a roll goes on the stack above the damage and changes it.

    Leaper doubles its damage on a 1.
    """
    t = table(monsters=("leaper", "fly"), stop__trigger="on").attacks("leaper").rolls(1).nobody()
    assert t.stack == ["triggered", "damage"]
    assert t.holder == "Ana"
    t.nobody()
    assert t.player("Ana").life == 0


@rule("FS-61")
@pytest.mark.parametrize(("card", "triggers"), [("holy-dip", True), ("leaper", False)])
def test_any_roll_or_only_attack_rolls_on_it_may_trigger_a_monster(card: str, triggers: bool) -> None:
    """Holy Dip triggers on every roll, Leaper only on attack rolls against itself."""
    t = table(monsters=(card, "fly"), stop__trigger="on").attacks("fly").rolls(1).nobody()
    assert ("triggered" in t.stack) == triggers


@rule("FS-58", "FS-81")
def test_a_reroll_is_not_asked_for_once_its_roll_has_gone() -> None:
    """A reroll whose roll has left the stack asks for no die."""
    t = table().attacks("clotty").rolls(3)
    t.plays("Ana", t.on_top("reroll"), Effect("leave")).nobody()
    assert (t.s.combat, t.step) == (0, "priority")


@rule("FS-54", "FS-55")
def test_the_odds_are_those_of_the_roll_as_it_will_count() -> None:
    """The odds include roll bonuses and the current evasion; for a reroll, its modifiers too."""
    t = table(monsters=("big-spider", "fly"))
    spider, rolls = t.monster("big-spider").id, Effect("rolls", Target("seat", 0), 1)
    assert t.asked.choices[0].template.holes[0].options[0].stake == Text("{n} or more · {odds} %", n=4, odds=50)
    t.plays("Ana", rolls, Effect("evasion", Target("monster", spider), 2)).nobody()
    t.attacks("big-spider")
    third = Text("{n} or more · {odds} %", n=5, odds=33)
    assert t.asked.stake == Text("hits with {what}", what=third)
    t.rolls(1).plays("Beto", t.on_top("modify", 1)).nobody()
    t.plays("Beto", t.on_top("reroll")).nobody()
    half = Text("{n} or more · {odds} %", n=4, odds=50)
    assert dict(t.asked.stake.args)["what"] == Text("hits with {what}", what=half)
    assert hit_odds_text(t.s, upcoming_roll(t.s, 0), replace(t.monster("big-spider"), evasion=9)) == Text(
        "no roll hits"
    )
