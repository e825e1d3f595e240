"""Four Souls, audit of dice and purchases (FS-54 … FS-66): each test from one sentence of the rules text."""

import pytest

from rules.engine import Rolled, Text
from rules.engine.record import replace
from rules.four_souls.model.events import Bought, Stocked, Told
from rules.four_souls.vocabulary.hit_odds import hit_odds_text, upcoming_roll
from tests.support.games.four_souls import Effect, FourSoulsTable, Target, table


def rolling(*names: str, **rulings: str) -> FourSoulsTable:
    """A table on which Ana is about to roll her first die against Clotty (evasion 3, two lives)."""
    return table(*names, every=True, **rulings).attacks("clotty").nobody().nobody()


def shop(*treasures: str, cents: int = 20) -> FourSoulsTable:
    """A table in Ana's action phase that follows its shop; Ana has ``cents``."""
    t = FourSoulsTable("Ana", "Beto", follow__shop="on")
    for slot, name in enumerate(treasures):
        t.do(Stocked(slot, name))
    t.chooses(Ana="isaac", Beto="maggy").saddest("Ana").turns_up("fly").turns_up("clotty")
    return t.settles_on("depth", "every").by_hand("Ana", "cents", cents - 3)


# --- dice --------------------------------------------------------------------------------------------------------


@pytest.mark.rule("FS-54")
def test_every_roll_is_of_one_six_sided_die_and_never_beyond_six_or_one() -> None:
    """FS-54, L161: always one die of six faces; "en ningún momento" above 6 or below 1."""
    t = rolling()
    for faces in ((0,), (7,), (2, 3), ()):
        assert t.refuses(Rolled(faces)) == "FS-54"
    t.rolls(5)
    t.plays("Ana", t.on_top("modify", 3)).nobody()
    assert t.s.roll_result(t.top) == 6
    t.plays("Beto", t.on_top("modify", -6)).nobody()
    assert t.s.roll_result(t.top) == 1
    t.triggers("Beto", t.on_top("modify", -1)).nobody()
    assert t.s.roll_result(t.top) == 1


@pytest.mark.rule("FS-55")
def test_only_the_rolls_of_an_attack_are_attack_rolls() -> None:
    """FS-55, L161: rolls made as part of an attack are attack rolls; a card's die deals no combat damage."""
    t = rolling().rolls(6).nobody()
    assert t.stack == ["damage"]
    t = table(every=True)
    t.plays("Ana", t.plain("roll"), card="Pills").nobody()
    t.rolls(6).nobody()
    assert "damage" not in t.stack
    assert t.offers(Told), "its number decides what the card does"


@pytest.mark.rule("FS-56")
def test_the_initial_result_waits_on_the_stack_with_its_modifiers() -> None:
    """FS-56, L165: the result goes on the stack, then what adds to rolls or takes from them; active player first."""
    t = table("Ana", "Beto", "Cira", every=True)
    t.triggers("Beto", t.to("Beto", "rolls", 1)).nobody()
    t.triggers("Beto", t.plain("roll")).nobody()
    t.rolls(3)
    assert (t.stack, t.top.value, t.s.roll_result(t.top)) == (["roll"], 3, 4)
    assert t.holder == "Ana", "although it is Beto's roll"


@pytest.mark.rule("FS-57", "FS-58")
def test_rerolls_and_modifiers_are_played_while_the_result_waits() -> None:
    """FS-57, L166: "esto es cuando nuevas tiradas y otros efectos" can be played.

    FS-58, L167: only initial rolls go on the stack; a reroll changes the result that lies there.
    """
    t = rolling("Ana", "Beto", "Cira").rolls(1)
    roll = Target("item", t.top.id)
    t.uses("Ana", "The D6", Effect("reroll", roll)).plays("Cira", Effect("modify", roll, 1))
    assert t.stack == ["loot", "activated", "roll"]
    t.nobody()
    assert t.s.roll_result(t.s.stack.items[0]) == 2
    t.nobody().rolls(4)
    assert (t.stack, t.top.id, t.top.value, t.s.roll_result(t.top)) == (["roll"], roll.id, 4, 5)
    late = t.nobody()
    assert late.stack == ["damage"], "it has resolved"
    late.is_turn_of("Beto").refuses(late.play("Beto", Effect("reroll", roll)))


@pytest.mark.rule("FS-58", "FS-81")
def test_a_reroll_asks_for_no_die_once_its_roll_has_gone() -> None:
    """FS-58, L167, L279: the roll has left with the fight, so that there is nothing to roll again."""
    t = table().attacks("clotty").rolls(3)
    t.plays("Ana", t.on_top("reroll"), Effect("leave")).nobody()
    assert (t.s.combat, t.step) == (0, "priority")


@pytest.mark.rule("FS-54", "FS-55")
def test_the_odds_of_an_attack_are_those_of_the_roll_as_it_will_count() -> None:
    """FS-55, L161, L193-194: what is added to rolls and to the evasion counts; for a reroll its modifiers too."""
    t = table(monsters=("big-spider", "fly"))
    spider, rolls = t.monster("big-spider").id, Effect("rolls", Target("seat", 0), 1)
    assert t.asked.choices[0].template.holes[0].options[0].stake == Text("{n} or more · {odds} %", n=4, odds=50)
    t.plays("Ana", rolls, Effect("evasion", Target("monster", spider), 2)).nobody()
    t.attacks("big-spider")
    third = Text("{n} or more · {odds} %", n=5, odds=33)
    assert (t.asked.rule, t.asked.stake) == ("FS-55", Text("hits with {what}", what=third))
    t.rolls(1).plays("Beto", t.on_top("modify", 1)).nobody()
    t.plays("Beto", t.on_top("reroll")).nobody()
    half = Text("{n} or more · {odds} %", n=4, odds=50)
    assert dict(t.asked.stake.args)["what"] == Text("hits with {what}", what=half)
    assert hit_odds_text(t.s, upcoming_roll(t.s, 0), replace(t.monster("big-spider"), evasion=9)) == Text(
        "no roll hits"
    )


@pytest.mark.rule("FS-59")
def test_a_roll_for_an_effect_counts_as_it_is_and_puts_that_effect_on_the_stack() -> None:
    """FS-59, L168-169: it resolves as the current result, changes included; its effect joins the stack."""
    t = table(every=True).names("Ana", "Pandora's Box")
    t.uses("Ana", "Pandora's Box", t.plain("roll")).nobody().rolls(5)
    t.plays("Beto", t.on_top("modify", 1)).nobody().nobody()
    assert t.stack == ["effect"], "the effect of a 6"
    assert t.top.value == 6, "what counts is 5 and 1"
    assert t.player("Ana").soul_count == 0
    t.nobody()
    assert t.player("Ana").soul_count == 1


@pytest.mark.rule("FS-59")
def test_a_die_decides_a_reward_of_as_many_cents() -> None:
    """FS-59, L168-169: Keeper Head pays as many ¢ as its die shows."""
    t = table(monsters=("keeper-head", "clotty"))
    t.plays("Ana", t.to("keeper-head", "kill")).nobody().nobody()
    assert t.step == "roll_die"
    assert t.rolls(6).nobody().player("Ana").cents == 9


@pytest.mark.rule("FS-60")
def test_an_attack_roll_puts_combat_damage_on_the_stack() -> None:
    """FS-60, L170: combat damage is added, aimed at the monster or at the player."""
    t = rolling().rolls(3)
    hit = t.copy().nobody()
    assert (hit.stack, hit.top.target) == (["damage"], Target("monster", hit.monster("clotty").id))
    assert hit.monster("clotty").life == 2
    missed = t.plays("Beto", t.on_top("modify", -1)).nobody().nobody()
    assert (missed.stack, missed.top.target) == (["damage"], Target("seat", 0))
    assert missed.player("Ana").life == 2


@pytest.mark.rule("FS-61", "FS-A4")
def test_what_a_result_sets_off_goes_right_above_the_damage_that_it_changes() -> None:
    """FS-61, L171: it is added at once above the effect or damage; the active player receives priority.

    FS-A4: "efectos que desactivan el resultado" are read as those that the result sets off.
    """
    t = table("Ana", "Beto", every=True, monsters=("leaper", "fly"))
    t.names("Beto", "Charm", when="roll", whose="any", faces=(1,))
    t.attacks("leaper").nobody().nobody().rolls(1).nobody()
    assert t.stack == ["triggered", "triggered", "damage"]
    assert [item.seat for item in t.s.stack.items[1:]] == [0, 1], "the monster's effect first"
    assert t.holder == "Ana"
    t.nobody().usual().nobody()
    assert (t.stack, t.top.amount) == (["damage"], 2), "a Leaper's blow is doubled"


@pytest.mark.rule("FS-61")
@pytest.mark.parametrize(("card", "triggers"), [("holy-dip", True), ("leaper", False)])
def test_a_monster_watches_all_rolls_or_attack_rolls_on_itself(card: str, triggers: bool) -> None:
    """FS-61, L171: Holy Dip speaks of any roll, Leaper of attack rolls against it."""
    t = table(monsters=(card, "fly"), stop__trigger="on").attacks("fly").rolls(1).nobody()
    assert ("triggered" in t.stack) is triggers


# --- purchases ---------------------------------------------------------------------------------------------------


@pytest.mark.rule("FS-46", "FS-62")
def test_a_purchase_needs_ones_action_phase_and_an_empty_stack() -> None:
    """FS-46, FS-62, L148, L175: once a turn, in the action phase; not in combat nor while one's death is on the stack.

    "No puedes comprar un objeto en respuesta a cualquier evento".
    """
    t = shop("Chaos Card", "NO!", cents=40)
    fighting = t.copy().attacks("fly").nobody()
    assert fighting.stack == []
    assert fighting.refuses(Bought("deck")) == "FS-62", "not in combat"
    dying = t.copy().triggers("Beto", t.to("Ana", "kill")).nobody()
    assert dying.stack == ["player_death"]
    assert dying.refuses(Bought("deck")) in ("FS-35", "FS-46", "FS-62"), "not with a death on the stack"
    assert t.copy().plays("Beto").refuses(Bought("deck")) == "FS-46"
    assert t.copy().ends_turn().refuses(Bought("deck")) == "FS-62", "not in the end phase"
    t.do(Bought("deck")).nobody()
    assert (t.player("Ana").treasures, t.player("Ana").cents) == (1, 30)
    for place in ("deck", "0", "1"):
        assert t.refuses(Bought(place)) == "FS-62", "once a turn"
    t.goes_to("FS-52")
    assert t.refuses(Bought("deck")) == "FS-62", "not in the start phase of another player"


@pytest.mark.rule("FS-63")
def test_what_is_bought_lies_in_the_shop_or_on_top_of_the_deck_for_ten_cents() -> None:
    """FS-63, L148, L175: an item of the shop or the treasure deck's top card "por 10¢"."""
    t = shop("Chaos Card", "NO!", cents=10)
    for place, treasures in (("deck", 1), ("0", 1), ("1", 1)):
        bought = t.copy().do(Bought(place)).nobody()
        assert (bought.player("Ana").cents, bought.player("Ana").treasures) == (0, treasures)
    assert t.copy().do(Bought("0")).nobody().has("Ana", "Chaos Card")
    for place in ("2", "-1", "fly", ""):
        assert t.refuses(Bought(place)) == "FS-62"


@pytest.mark.rule("FS-63", "FS-64")
def test_a_purchase_may_be_declared_before_the_cents_for_it_are_there() -> None:
    """FS-64, L175, L177, L278: a declaration needs an empty stack; the 10¢ are needed as it resolves."""
    t = shop("Chaos Card", "NO!", cents=9).do(Bought("0"))
    t.plays("Ana", t.to("Ana", "cents", 1)).nobody().nobody()
    assert (t.player("Ana").cents, t.has("Ana", "Chaos Card")) == (0, True)


@pytest.mark.rule("FS-64")
def test_a_purchase_is_declared_and_paid_for_as_it_resolves() -> None:
    """FS-64, L177: the declaration goes on the stack; ¢ and item change hands together when it resolves."""
    t = shop("Chaos Card", "NO!", cents=12).do(Bought("0"))
    assert (t.stack, t.player("Ana").cents, t.player("Ana").treasures) == (["purchase"], 12, 0)
    assert t.holder == "Ana"
    t.plays("Beto", card="answer").nobody()
    assert (t.stack, t.player("Ana").cents) == (["purchase"], 12)
    t.nobody()
    assert (t.player("Ana").cents, t.player("Ana").treasures) == (2, 1)


@pytest.mark.rule("FS-65")
def test_a_bought_shop_item_is_replaced_through_the_stack() -> None:
    """FS-65, L179: the refill goes on the stack; resolved, the slot is filled and the active player has priority."""
    t = shop("Chaos Card", "NO!").do(Bought("1")).nobody()
    assert (t.stack, t.s.shop, t.holder) == (["shop_refill"], ("Chaos Card", ""), "Ana")
    t.copy().plays("Beto", card="answer")
    t.nobody()
    assert t.asked.rule == "FS-65"
    t.do(Stocked(1, "The Chest"))
    assert (t.stack, t.s.shop, t.holder, t.step) == ([], ("Chaos Card", "The Chest"), "Ana", "priority")
    deck = shop("Chaos Card", "NO!").do(Bought("deck")).nobody()
    assert (deck.stack, deck.s.shop) == ([], ("Chaos Card", "NO!")), "the deck leaves no empty slot"


@pytest.mark.rule("FS-66")
def test_a_purchase_without_enough_cents_is_cancelled_and_not_used_up() -> None:
    """FS-66, L278: cancelled on resolving if the ¢ do not suffice; another purchase may be declared."""
    t = shop("Chaos Card", "NO!", cents=12).do(Bought("0"))
    t.plays("Beto", t.to("Ana", "cents", -3)).nobody().nobody()
    assert "FS-66" in t.ruled
    assert (t.player("Ana").cents, t.player("Ana").treasures, t.stack) == (9, 0, [])
    assert t.s.shop == ("Chaos Card", "NO!")
    t.triggers("Ana", t.to("Ana", "cents", 5)).nobody()
    t.do(Bought("1")).nobody()
    assert (t.player("Ana").cents, t.has("Ana", "NO!")) == (4, True)


@pytest.mark.rule("FS-66")
def test_a_purchase_whose_item_has_left_is_cancelled_and_not_used_up() -> None:
    """FS-66, L278: if the target leaves play the declaration is cancelled; another one may be made."""
    t = shop("Chaos Card", "NO!").do(Bought("0")).runs(shop=("", "NO!"))
    t.nobody()
    assert (t.player("Ana").cents, t.player("Ana").treasures) == (20, 0)
    while t.step != "priority" or t.stack:
        t.do(Stocked(0, "The Chest")) if t.offers(Stocked) else t.nobody()
    assert t.copy().do(Bought("0")).stack == ["purchase"]


@pytest.mark.rule("FS-66", "FS-100")
def test_a_purchase_that_a_card_cancels_is_not_used_up() -> None:
    """FS-66, L271, L278: cancelled, the declaration leaves the stack; another one may be made."""
    t = shop("Chaos Card", "NO!").do(Bought("0"))
    t.plays("Beto", t.on_top("cancel")).nobody()
    assert (t.stack, t.offers(Bought)) == ([], True)
