"""FS-18 … FS-20, FS-26, FS-36: rewards, bonus cards, and targets and order of abilities."""

from typing import get_args

import pytest

from rules.engine import Text, start
from rules.four_souls.game import GAME
from rules.four_souls.model.events import Aimed, Attacked
from rules.four_souls.model.stack_item import Item, StackItemKind
from rules.four_souls.vocabulary.card_names import item_name
from rules.four_souls.vocabulary.hit_odds import hitting_faces, upcoming_roll
from rules.four_souls.vocabulary.silence_subjects import subject_key, subject_name
from tests.support.games.four_souls import Effect, Target, table

rule = pytest.mark.rule


@rule("FS-18")
def test_the_active_player_gains_every_reward_of_a_monster() -> None:
    """The active player gains loot and item rewards of monsters that another player killed."""
    t = table("Ana", "Beto", "Cira", monsters=("fatty", "evil-twin"))
    t.triggers("Beto", t.to("fatty", "kill")).nobody().nobody().turns_up("dip")
    t.triggers("Beto", t.to("evil-twin", "kill")).nobody().nobody().turns_up("dip")
    assert (t.player("Ana").loot, t.player("Ana").treasures) == (5, 1)
    assert (t.player("Beto").loot, t.player("Beto").treasures) == (3, 0)


@rule("FS-26")
@pytest.mark.parametrize(("ruling", "first"), [("play", "aim"), ("resolve", "priority")])
def test_a_monsters_target_is_chosen_as_it_goes_on_the_stack_or_as_it_leaves(ruling: str, first: str) -> None:
    """FS-A1: a monster's target is chosen before responses or on resolution."""
    t = table(monsters=("mulliboom", "fly"), FS_A1=ruling, stop__trigger="on")
    t.triggers("Ana", t.to("mulliboom", "kill")).nobody().nobody()
    assert t.step == first
    if first == "priority":
        t.nobody()
    assert t.step == "aim"
    t.do(Aimed(Target("seat", 1)))
    while t.stack[:1] == ["triggered"]:
        t.nobody()
    assert t.player("Beto").life == 0


@rule("FS-89")
def test_a_dead_player_is_not_chosen_and_one_left_is_not_asked_about() -> None:
    """A dead player is no target, and a single possible target is not asked about."""
    t = table(monsters=("death", "fly"))
    t.triggers("Ana", t.to("Beto", "kill")).nobody().nobody()
    assert t.player("Beto").is_dead
    t.triggers("Ana", t.to("death", "kill")).nobody().nobody()
    assert t.step == "priority"
    assert t.player("Ana").life == 0


@rule("FS-36", "FS-37")
def test_the_order_is_asked_only_where_it_matters() -> None:
    """The order prompt is put only where the order changes the result."""
    t = table(monsters=("war", "lust"))
    t.triggers("Ana", t.to("war", "damage", 3)).nobody()
    assert (t.step, t.stack) == ("priority", ["monster_death"])
    t = table(monsters=("lust", "fly")).by_hand("Ana", "life", -1).by_hand("Ana", "attack", 1)
    t.attacks("lust").rolls(6).nobody()
    assert t.step == "order_together"


@rule("FS-36")
def test_a_gain_and_a_loss_are_ordered_where_the_purse_is_empty() -> None:
    """A gain and a loss of ¢ are ordered with 0¢, where it matters, but not with 3¢.

    Holy Dip pays 1¢ and Cursed Keeper Head takes 2¢ on a 1.
    """
    for lost, step in ((3, "order_together"), (0, "priority")):
        t = table(monsters=("holy-dip", "cursed-keeper-head")).by_hand("Beto", "cents", -lost)
        t.triggers("Beto", Effect("roll")).nobody().rolls(1).nobody()
        if t.step == "tell":
            t.tells()
        assert t.step == step


@rule("FS-71")
def test_the_odds_are_those_of_the_evasion_as_it_is() -> None:
    """The odds use the current evasion, including other monsters' effects and adjustments."""
    t = table(monsters=("fly", "delirium"))
    fly = t.monster("fly")
    assert (fly.evasion, fly.evasion_lift) == (3, 1)
    assert hitting_faces(t.s, upcoming_roll(t.s, 0), fly) == (3, 4, 5, 6)
    t.attacks("fly")
    assert t.asked.stake == Text("hits with {what}", what=Text("{n} or more · {odds} %", n=3, odds=67))
    t.by_hand("fly", "evasion", 1)
    assert t.asked.stake == Text("hits with {what}", what=Text("{n} or more · {odds} %", n=4, odds=50))
    t.rolls(6)
    t.triggers("Ana", t.to("delirium", "kill")).nobody().nobody()
    while t.there("delirium"):
        t.nobody()
    assert t.monster("fly").evasion == 3


@rule("FS-50")
def test_what_lasts_until_the_end_of_the_turn_ends_under_another_monster_too() -> None:
    """A covered monster's effects until the end of the turn end as well."""
    t = table(monsters=("war", "fly"), FS_A29="kept")
    t.triggers("Ana", t.to("war", "damage", 1)).nobody()
    t.attacks_deck().turns_up("fatty").places(0).rolls(2)
    t.triggers("Beto", Effect("end_turn")).nobody().next_turn()
    war = t.s.covered[0][0]
    assert (war.attack, war.life) == (war.card.attack, war.card.hp)


@rule("FS-67")
def test_nobody_attacks_stoney() -> None:
    """Stoney cannot be attacked, even with a raised evasion."""
    t = table(monsters=("stoney", "daddy-long-legs"))
    t.triggers("Ana", t.to("stoney", "evasion", 3)).nobody()
    assert t.monster("stoney").evasion == 3
    assert t.refuses(Attacked(t.monster("stoney").id)).startswith("FS-")


@rule("FS-100")
def test_a_monsters_deed_can_be_cancelled() -> None:
    """A monster's triggered ability can be cancelled."""
    t = table(monsters=("leaper", "fly"), stop__trigger="on").attacks("leaper").rolls(1).nobody()
    t.triggers("Beto", t.on_top("cancel")).nobody()
    while t.s.stack.items:
        t.nobody()
    assert t.player("Ana").life == 1


@rule("FS-53", "FS-100")
def test_cursed_moms_hand_cancels_what_waits_below() -> None:
    """Cursed Mom's Hand cancels the items below it on the stack."""
    t = table(monsters=("cursed-moms-hand", "fly"))
    t.triggers("Ana", t.to("Ana", "cents", 5)).triggers("Ana", Effect("roll")).nobody().rolls(6).nobody()
    while t.s.active == t.seat("Ana"):
        t.tells() if t.step == "tell" else t.nobody()
    assert t.player("Ana").cents == 3


def test_every_kind_of_stack_item_has_its_words() -> None:
    """Every stack item kind has a name, and one by which somebody can be silent about it."""
    s = start(GAME, ("Ana", "Beto"))
    for kind in get_args(StackItemKind):
        item = Item(1, kind, 0, value=3)
        assert item_name(s, item).key
        assert subject_name(subject_key(item))
