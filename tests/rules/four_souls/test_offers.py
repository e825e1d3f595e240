"""What is offered, to whom and why not: forced attacks, purchases, priority, groups of targets."""

from __future__ import annotations

from typing import Any

import pytest

from rules.engine import Pick
from rules.four_souls.game import GAME
from rules.four_souls.model.effect import Effect, Target
from rules.four_souls.model.events import Attacked, Bought, Passed, Played
from tests.support.games.four_souls import FourSoulsTable, table
from tests.support.games.table import english

rule = pytest.mark.rule


def forced(*targets: Target, **rulings: Any) -> FourSoulsTable:
    """A table at which Ana must attack each of the targets."""
    t = table(**rulings).by_hand("Ana", "cents", 20)
    for target in targets:
        t.triggers("Beto", Effect("must_attack", target)).nobody()
    return t


def attackable(t: FourSoulsTable) -> list[int]:
    """The monsters, and the deck as −1, that are offered for an attack."""
    attacks = [c for c in t.asked.choices if isinstance(c.event, Attacked)]
    picks = [hole for c in attacks for hole in c.template.holes if isinstance(hole, Pick)]
    decks = [c.event.monster for c in attacks if isinstance(c.event, Attacked) and not c.template.holes]
    return [int(option.value) for pick in picks for option in pick.options] + decks


# --- forced attacks ----------------------------------------------------------------------------------------------


@rule("FS-77")
@pytest.mark.parametrize("every", [False, True])
def test_a_forced_attack_comes_before_everything_else(every: bool) -> None:
    """FS L205: it is made the next time that they have priority over an empty stack (la siguiente ocasión)."""
    t = forced(Target(), every=every)
    assert {type(c.event) for c in t.asked.choices if getattr(c.event, "kind", "") != "triggered"} == {Attacked}
    for event in (Bought("deck"), Passed((0, 1), 0), t.loot("Ana", "play"), t.loot("Beto", "tap")):
        assert t.refuses(event) in ("FS-77", "FS-45")
    assert t.attacks("fly").s.forced == 0


@rule("FS-77")
def test_only_the_named_monster_may_be_attacked() -> None:
    """FS L205: the attack that is forced is made, not another (cualquier ataque forzado)."""
    fly = Target("monster", table().monster("fly").id)
    t = forced(fly)
    assert attackable(t) == [fly.id]
    assert t.refuses(Attacked(t.monster("clotty").id)) == t.refuses(Attacked(-1)) == "FS-77"
    t.attacks("fly")
    assert (t.s.forced, t.s.forced_on) == (0, ())


@rule("FS-77")
def test_the_deck_may_be_named_and_several_attacks_be_forced() -> None:
    """FS L205: each forced attack is made; one that names nothing may be made on anything."""
    assert attackable(forced(Target("deck"))) == [-1]
    fly = Target("monster", table().monster("fly").id)
    both = forced(fly, Target("deck"))
    assert attackable(both) == [fly.id, -1]
    assert len(attackable(forced(fly, Target()))) == 3


@rule("FS-77")
def test_an_attack_on_a_monster_that_has_gone_is_forced_no_more() -> None:
    """FS L205: as soon as it is possible in that turn (que sea posible); it is not, so the turn goes on."""
    t = table()
    fly = Target("monster", t.monster("fly").id)
    t.triggers("Beto", Effect("must_attack", fly)).triggers("Beto", Effect("kill", fly))
    while t.there("fly"):
        t.nobody()
    t.all_pass()
    t.turns_up("dip").all_pass()
    assert t.asked.rule == "FS-44"
    assert len(attackable(t)) == 3
    assert t.ends_turn().s.forced_on == ()


@rule("FS-80")
def test_a_cancelled_named_attack_is_still_to_be_made() -> None:
    """FS L208, L205: an attack that did not happen is not used up; the forced one still names its monster."""
    t = table(FS_A27="extra", stop__attack="on")
    fly = Target("monster", t.monster("fly").id)
    t.triggers("Beto", Effect("must_attack", fly)).nobody().attacks("fly").plays("Beto", t.on_top("cancel")).nobody()
    assert (t.stack, attackable(t)) == ([], [fly.id])


# --- purchases ---------------------------------------------------------------------------------------------------


@rule("FS-64", "FS-66")
def test_a_purchase_may_be_declared_with_too_little_and_says_what_follows() -> None:
    """FS L177: the 10¢ are given as the purchase resolves; without them it does not happen.

    Until the ¢ are there the offer is folded away, and is not among what Ana is told that she may do.
    """
    t = table()
    offers = [c for c in t.asked.choices if isinstance(c.event, Bought)]
    assert {c.role for c in offers} == {"unlikely"}
    assert english(t.asked.allowed_actions) == "left: 1 attack, 1 loot play"
    assert {english(c.consequence) for c in offers if c.consequence} == {"You are 7¢ short"}
    t.do(Bought("deck"))
    assert english(t.view.stack[0].does) == "Ana is 7¢ short: no purchase"
    t.nobody()
    assert (t.player("Ana").cents, t.player("Ana").treasures, t.s.purchases) == (3, 0, 1)
    rich = table().by_hand("Ana", "cents", 7)
    assert {c.role for c in rich.asked.choices if isinstance(c.event, Bought)} == {"option"}
    assert english(rich.asked.allowed_actions) == "left: 1 attack, 1 purchase, 1 loot play"
    assert {c.consequence for c in rich.asked.choices if isinstance(c.event, Bought)} == {None}
    uncounted = table(follow__cents="off")
    assert {
        english(c.consequence) for c in uncounted.asked.choices if isinstance(c.event, Bought) and c.consequence
    } == {"10¢ when it resolves"}


# --- priority ----------------------------------------------------------------------------------------------------


@rule("FS-28")
def test_with_every_window_only_the_holder_of_priority_acts() -> None:
    """FS L110: who has priority is the only player who can play effects (es el único jugador)."""
    t = table("Ana", "Beto", "Cira", every=True)
    for holder in ("Ana", "Beto", "Cira"):
        acting = {c.seat for c in t.asked.choices if isinstance(c.event, Played) and c.event.kind != "triggered"}
        assert (t.holder, acting) == (holder, {t.seat(holder)})
        if holder != "Cira":
            t.passes(holder)


@rule("FS-28")
def test_in_the_guided_depth_an_answer_says_nothing_of_who_has_passed_before() -> None:
    """FS L112: those in between have passed, which goes without saying where nobody is asked one by one."""
    t = table("Ana", "Beto", "Cira").plays("Ana")
    answered = t.copy().plays("Cira", kind="activated")
    assert not [line for line in answered.note_texts if "pass" in line]


# --- groups of targets -------------------------------------------------------------------------------------------


@rule("FS-34")
@pytest.mark.parametrize("kind", ["cents", "loot"])
def test_cents_and_loot_can_be_given_to_each_player(kind: Any) -> None:
    """FS L53: “each player” of a card is everybody, in turn order; the amount counts for each."""
    t = table("Ana", "Beto", "Cira")
    before = [getattr(player, kind) for player in t.s.players]
    t.triggers("Beto", Effect(kind, Target("everyone"), 2)).nobody()
    assert [getattr(player, kind) for player in t.s.players] == [n + 2 for n in before]


def test_an_attack_on_the_deck_is_told_as_one() -> None:
    """The log names the monster deck, no monster that is gone."""
    assert english(GAME.describe(table().s, Attacked(-1))) == "Ana attacks the monster deck"


@rule("FS-44", "FS-45")
def test_loot_is_a_button_only_for_whoever_may_play_it() -> None:
    """L147, FS-A17: in turn 1 Beto's character lies sideways; only another effect would let him play a card."""
    t = table()
    roles = {c.seat: c.role for c in t.asked.choices if isinstance(c.event, Played) and c.event.kind == "loot"}
    assert roles == {0: "response", 1: "unlikely"}
    t.ends_turn()
    t.plays("Beto", t.to("Beto", "cents", 1))
    roles = {c.seat: c.role for c in t.asked.choices if isinstance(c.event, Played) and c.event.kind == "loot"}
    assert roles == {0: "response", 1: "response"}, "both characters are upright"
