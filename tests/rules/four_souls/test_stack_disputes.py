"""Disputes between two cards on the stack, each with the answer that the rule text gives (FS lines of the seed)."""

from __future__ import annotations

import pytest

from rules.four_souls.model.events import Aimed, Parted, Told
from rules.four_souls.model.state import set_owned
from tests.support.games.four_souls import Effect, FourSoulsTable, Target, table

rule = pytest.mark.rule


def three(**rulings: str) -> FourSoulsTable:
    """Ana, Beto and Cira in Ana's action phase, with every trigger shown before it resolves."""
    return table("Ana", "Beto", "Cira", stop__trigger="on", **rulings)


def with_item(t: FourSoulsTable, who: str, *cards: str) -> FourSoulsTable:
    """Items by name before a player, who gets one more for each."""
    for card in cards:
        t.by_hand(who, "treasures", 1).names(who, card)
    return t


def uses(t: FourSoulsTable, who: str, card: str, at: Target | None = None, kind: str = "activated") -> FourSoulsTable:
    """A player turns an item sideways or pays for it, and says at whom it is aimed where that is asked."""
    id = t.item(who, card).id
    known = [event for event in t.events if (getattr(event, "item", 0), getattr(event, "kind", "")) == (id, kind)]
    t.do(next(event for event in known if event.effects))
    return t.do(Aimed(at)) if t.step == "aim" and at is not None else t


def plays(t: FourSoulsTable, who: str, card: str, at: Target | None = None) -> FourSoulsTable:
    """A player plays a loot card by its name, and says at whom it is aimed where that is asked."""
    t.plays(who, card=card)
    return t.do(Aimed(at)) if t.step == "aim" and at is not None else t


def magician(t: FourSoulsTable, number: int) -> FourSoulsTable:
    """Ana turns the die on the stack to that number."""
    t.plays("Ana", card="i-the-magician")
    return t.do([event for event in t.events if isinstance(event, Told)][number - 1])


# --- the order of the stack --------------------------------------------------------------------------------------


@rule("FS-27", "FS-57")
def test_of_a_number_set_and_a_reroll_the_card_that_came_later_acts_first() -> None:
    """FS L78: «el último en entrar es el primero en salir».

    A Dice Shard over the Magician: the die is rolled again first and shows a 2, then the Magician makes it a 6.
    """
    t = magician(three().attacks("clotty").rolls(1), 6)
    plays(t, "Beto", "dice-shard").nobody().rolls(2)
    assert t.s.roll_result(t.s.stack.items[0]) == 2
    t.nobody()
    assert t.s.roll_result(t.s.stack.items[0]) == 6


@rule("FS-57", "FS-58")
def test_a_reroll_replaces_the_number_that_a_card_has_set() -> None:
    """FS L167: a reroll changes «el resultado de la pila»: a 6 that the Magician has set is gone with the next throw.

    Beto's Dice Shard lies under the Magician, which resolves first.
    """
    t = three().attacks("clotty").rolls(1)
    plays(t, "Beto", "dice-shard")
    magician(t, 6).nobody()
    assert t.s.roll_result(t.s.stack.items[0]) == 6
    t.nobody().rolls(2)
    assert t.s.roll_result(t.s.stack.items[0]) == 2


@rule("FS-37", "FS-38")
def test_two_items_that_watch_one_roll_act_the_last_in_turn_order_first() -> None:
    """FS L121: «los demás efectos se añaden a la pila por el orden de turnos comenzando por el jugador activo».

    Ana's Sacred Heart (a 1 becomes a 6) lies under Beto's Dad's Lost Coin (a 1 is rolled again). The coin acts first;
    once the die shows a 4 the Heart finds no 1 any more (L274) and does nothing.
    """
    t = with_item(with_item(three(), "Ana", "sacred-heart"), "Beto", "dads-lost-coin").attacks("clotty").rolls(1)
    assert (t.stack, t.top.name) == (["triggered", "triggered", "roll"], "dads-lost-coin")
    t.nobody()
    while t.step == "say":
        t.do(next(event for event in t.offered if isinstance(event, Told) and event.effects))
    t.rolls(4)
    end = t.nobody()
    assert "FS-103" in end.ruled
    assert end.s.roll_result(end.s.stack.items[0]) == 4


# --- what is cancelled -------------------------------------------------------------------------------------------


@rule("FS-100", "FS-101")
def test_a_cancelled_item_has_paid_its_cost() -> None:
    """FS L267: «es removido de la pila sin ser resuelto»: what was turned or paid to put it there stays so.

    Jawbone lies sideways and has taken nothing; Battery Bum's 4¢ are gone and nothing is recharged.
    """
    t = with_item(three(), "Ana", "jawbone")
    uses(t, "Ana", "jawbone", Target("seat", 2))
    plays(t, "Beto", "butter-bean").all_pass()
    assert (t.player("Ana").cents, t.player("Cira").cents, t.item("Ana", "jawbone").ready) == (3, 3, False)
    t = with_item(three(), "Ana", "battery-bum", "mr-boom").by_hand("Ana", "cents", 4)
    t.change(set_owned, t.item("Ana", "mr-boom").id, ready=False)
    uses(t, "Ana", "battery-bum", Target("owned", t.item("Ana", "mr-boom").id), kind="paid")
    plays(t, "Beto", "butter-bean").all_pass()
    assert (t.player("Ana").cents, t.item("Ana", "mr-boom").ready) == (3, False)


@rule("FS-100")
def test_a_cancelling_card_can_be_cancelled() -> None:
    """FS L78, L267: the second Butter Bean! resolves first, so that nothing cancels the dime."""
    t = three().plays("Ana", card="a-dime").plays("Beto", card="butter-bean")
    bean = t.top.id
    plays(t, "Cira", "butter-bean", Target("item", bean))
    t.all_pass()
    assert (t.player("Ana").cents, [t.player(who).loot for who in t.s.seats]) == (13, [3, 2, 2])


# --- items that leave or change hands ----------------------------------------------------------------------------


@rule("FS-102")
def test_an_item_that_is_destroyed_while_its_trigger_waits_still_acts() -> None:
    """FS L267: «Destruir un objeto no causa que su efecto sea cancelado»: Swallowed Penny's ¢ still comes."""
    t = with_item(three(), "Ana", "swallowed-penny")
    t.triggers("Beto", t.to("Ana", "damage", 1)).nobody()
    assert t.top.name == "swallowed-penny"
    t.triggers("Beto", Effect("destroy", Target("owned", t.item("Ana", "swallowed-penny").id))).nobody()
    assert not t.has("Ana", "swallowed-penny")
    t.all_pass()
    assert t.player("Ana").cents == 4


@rule("FS-27", "FS-34")
def test_an_item_that_is_stolen_while_its_trigger_waits_acts_for_who_had_it() -> None:
    """FS L121: a trigger is its owner's as it goes on the stack; a theft in response takes the item, not the effect."""
    t = with_item(three(), "Beto", "fanny-pack")
    t.triggers("Cira", t.to("Beto", "damage", 1)).nobody()
    assert t.top.name == "fanny-pack"
    t.triggers("Ana", Effect("steal", Target("owned", t.item("Beto", "fanny-pack").id))).nobody()
    assert t.has("Ana", "fanny-pack")
    t.all_pass()
    assert (t.player("Ana").loot, t.player("Beto").loot) == (4, 4)


@rule("FS-34")
def test_an_item_can_be_used_in_response_to_its_theft() -> None:
    """FS L106: Beto answers Pay to Play with the very item that it takes; it comes to Ana sideways."""
    t = with_item(with_item(three(), "Ana", "pay-to-play"), "Beto", "jawbone").by_hand("Ana", "cents", 7)
    uses(t, "Ana", "pay-to-play", Target("owned", t.item("Beto", "jawbone").id), kind="paid")
    uses(t, "Beto", "jawbone", Target("seat", 2))
    t.all_pass()
    assert [t.player(who).cents for who in t.s.seats] == [0, 6, 0]
    assert (t.has("Ana", "jawbone"), t.item("Ana", "jawbone").ready) == (True, False)


@rule("FS-102")
def test_a_theft_finds_nothing_where_the_item_is_gone() -> None:
    """FS L272: «Si el objetivo deja el juego […] el efecto se cancela»; the 10¢ are paid all the same."""
    t = with_item(with_item(three(), "Ana", "pay-to-play"), "Beto", "jawbone").by_hand("Ana", "cents", 7)
    jawbone = Target("owned", t.item("Beto", "jawbone").id)
    uses(t, "Ana", "pay-to-play", jawbone, kind="paid")
    t.triggers("Beto", Effect("destroy", jawbone)).all_pass()
    assert (t.player("Ana").cents, t.has("Ana", "jawbone"), t.player("Ana").treasures) == (0, False, 1)


# --- conditions, hands and purchases -----------------------------------------------------------------------------


@rule("FS-103")
def test_a_condition_must_hold_as_the_trigger_resolves() -> None:
    """FS L274: «El efecto será cancelado en la resolución si la condición es falsa».

    The Polaroid goes off at the end of Ana's turn with an empty hand; Cira's Friendly Sack gives Ana cards in response,
    and the Polaroid gives none.
    """
    t = with_item(with_item(three(), "Ana", "the-polaroid"), "Cira", "friendly-sack").by_hand("Ana", "loot", -4)
    t.ends_turn()
    assert t.top.name == "the-polaroid"
    uses(t, "Cira", "friendly-sack", Target("seat", 0))
    t.all_pass()
    assert t.player("Ana").loot == 2


@rule("FS-34")
def test_a_hand_is_counted_as_the_theft_resolves() -> None:
    """FS L78: Guppy's Head at an empty hand; what its player loots in response can be taken, nothing else can."""
    t = with_item(three(), "Ana", "guppys-head").by_hand("Beto", "loot", -3)
    uses(t, "Ana", "guppys-head", Target("seat", 1))
    answered = t.copy().triggers("Beto", t.to("Beto", "loot", 1))
    assert (t.all_pass().player("Ana").loot, t.player("Beto").loot) == (4, 0)
    assert (answered.all_pass().player("Ana").loot, answered.player("Beto").loot) == (5, 0)


# --- the dead and the last ---------------------------------------------------------------------------------------


@rule("FS-88", "FS-89")
def test_the_dead_are_hit_by_what_is_not_chosen_and_die_no_second_time() -> None:
    """FS L226, L228: nobody dies twice in a turn, and a dead player cannot be chosen, but «todos los jugadores» hits.

    Beto has died; XVI. The Tower's 5 damages everyone: only Ana and Cira die of it. A bomb offers Beto no more.
    """
    t = three().triggers("Cira", three().to("Beto", "kill")).all_pass()
    t.plays("Ana", card="bomb")
    assert {event.target for event in t.offered if isinstance(event, Aimed)} >= {Target("seat", 0), Target("seat", 2)}
    assert Aimed(Target("seat", 1)) not in t.offered
    t.do(Aimed(Target("monster", t.monster("clotty").id))).nobody()
    t.plays("Cira", card="xvi-the-tower").nobody().rolls(5).nobody()
    if t.step == "tell":
        t.do(t.offered[0])
    assert sorted(item.seat for item in t.s.stack.items if item.kind == "player_death") == [0, 2]


@rule("FS-85")
def test_the_penalty_takes_a_card_that_death_has_brought() -> None:
    """FS L219: what goes off at a death lies over the penalty: with an empty hand, 3 cards come and 1 goes."""
    t = with_item(three(), "Ana", "suicide-king").by_hand("Ana", "loot", -4)
    t.triggers("Beto", t.to("Ana", "kill"))
    for _ in range(12):
        if t.step == "part":
            t.do(Parted(t.item("Ana", "suicide-king").id))
        elif t.stack and t.step == "priority":
            t.nobody()
    assert (t.player("Ana").loot, t.has("Ana", "suicide-king")) == (2, False)
