"""FS-34, FS-52, FS-65, FS-94, FS-95: effects on slots, the shop and whole items, and on what a turn allows."""

from __future__ import annotations

import pytest

from rules.engine import Text
from rules.four_souls.model.events import Aimed, Bought, Placed, RevealedOther, Stocked
from rules.four_souls.model.stack_item import Item
from rules.four_souls.triggers.targeting import put_on_stack
from rules.four_souls.vocabulary.state_changes import allocate_id
from tests.support.games.four_souls import Effect, FourSoulsTable, Target, table
from tests.support.games.table import english

rule = pytest.mark.rule
SLOT_0, SLOT_1 = Target("slot", 0), Target("slot", 1)


def shop(first: str = "The Map", second: str = "The Compass", **rulings: str) -> FourSoulsTable:
    """Ana's action phase with 13¢ and these two treasures in a followed shop."""
    t = FourSoulsTable("Ana", "Beto", follow__shop="on", **rulings)
    t.do(Stocked(0, first)).do(Stocked(1, second)).chooses(Ana="isaac", Beto="maggy").saddest("Ana")
    return t.turns_up("fly").turns_up("clotty").by_hand("Ana", "cents", 10)


def uses(t: FourSoulsTable, who: str, *effects: Effect) -> FourSoulsTable:
    """Put a card of that player with these effects on the stack."""
    t.s, id = allocate_id(t.s)
    t.s = put_on_stack(t.s, Item(id, "loot", t.seat(who), effects=effects))
    return t


def empties(t: FourSoulsTable, until: str = "") -> FourSoulsTable:
    """Pass until the stack is empty or that step asks."""
    t.all_pass()
    assert not until or t.step == until
    return t


def tasks(t: FourSoulsTable) -> list[str]:
    """What the hands must do after the latest event, in English; that the loot played is discarded goes without it."""
    found = (english(note.task) for note in t.notes if note.task is not None)
    return [task for task in found if not task.endswith("on the loot discard")]


def targets(t: FourSoulsTable) -> set[Target]:
    """The targets that are offered."""
    return {choice.event.target for choice in t.asked.choices if isinstance(choice.event, Aimed)}


# --- monster slots -----------------------------------------------------------------------------------------------


@rule("FS-26")
def test_each_slot_that_is_not_attacked_is_a_target() -> None:
    """Without a fight both slots can be filled, and the monster in the chosen one makes room (FS-A6: it is covered)."""
    t = uses(table(), "Ana", Effect("fill_slot", Target("idle_slot")))
    assert targets(t) == {SLOT_0, SLOT_1}
    empties(t.do(Aimed(SLOT_0)), "reveal").turns_up("dip")
    assert t.there("dip")
    assert t.there("clotty")
    assert t.s.covered[0][0].card.id == "fly"


@rule("FS-20")
def test_a_card_that_is_no_monster_resolves_and_no_other_is_turned_up() -> None:
    """The slot is not empty, so that nothing else has to fill it: the card is played, and that is all."""
    t = uses(table(), "Ana", Effect("fill_slot", SLOT_0))
    empties(t, "reveal").do(RevealedOther(0, "", (t.to("Ana", "cents", 1),)))
    empties(t)
    assert (t.player("Ana").cents, t.step, t.there("fly")) == (4, "priority", True)


@rule("FS-102")
def test_a_slot_that_is_attacked_by_then_is_not_filled() -> None:
    """The slot is chosen as the card is played; while its monster is attacked nothing comes there."""
    t = table().attacks("fly").rolls(1)
    uses(t, "Ana", Effect("fill_slot", SLOT_0)).nobody()
    assert t.step != "reveal"
    assert "FS-102" in t.ruled


@rule("FS-94")
@pytest.mark.parametrize(
    ("kind", "task"), [("vacate", "the monster discard"), ("bury", "the bottom of the monster deck")]
)
def test_every_monster_that_is_not_attacked_leaves(kind: str, task: str) -> None:
    """Ehwaz, Flush!: Clotty leaves without rewards and its slot is refilled; Fly, which is attacked, stays."""
    t = uses(table().attacks("fly").rolls(1), "Ana", Effect(kind, Target("idle_monsters")))  # type: ignore[arg-type]
    before = t.player("Ana")
    t.nobody()
    assert tasks(t) == [f"put Clotty on {task}"]
    empties(t, "reveal").turns_up("dip")
    assert t.there("fly")
    assert t.there("dip")
    assert not t.there("clotty")
    assert (t.player("Ana").cents, t.player("Ana").loot) == (before.cents, before.loot)


@rule("FS-26")
def test_a_monster_that_is_attacked_cannot_be_chosen_to_leave() -> None:
    """Spider Mod: a monster that is not attacked; with two of them it is asked, with one it is clear."""
    t = uses(table(), "Ana", Effect("vacate", Target("idle_monster")))
    assert {target.kind for target in targets(t)} == {"monster"}
    assert len(targets(t)) == 2
    t = uses(table().attacks("fly").rolls(1), "Ana", Effect("vacate", Target("idle_monster")))
    assert t.top.effects[0].target == Target("monster", t.monster("clotty").id)


@rule("FS-104")
def test_a_room_can_leave_like_a_monster() -> None:
    """Hagalaz, Broken Remote: a monster or a room; the room is discarded and another one comes."""
    t = FourSoulsTable("Ana", "Beto", rooms="on")
    t.turns_up_room("Sótano").chooses(Ana="isaac", Beto="maggy").saddest("Ana").turns_up("fly").turns_up("clotty")
    uses(t, "Ana", Effect("vacate", Target("idle_card")))
    assert Target("room", 0) in targets(t)
    empties(t.do(Aimed(Target("room", 0))), "reveal_room")


# --- the shop ----------------------------------------------------------------------------------------------------


@rule("FS-65")
@pytest.mark.parametrize(
    ("kind", "task"), [("flush_shop", "discard {}"), ("bury_shop", "put {} under the treasure deck")]
)
def test_all_treasures_leave_a_followed_shop(kind: str, task: str) -> None:
    """Flush!: both treasures leave and both slots are refilled through the stack."""
    t = uses(shop(), "Ana", Effect(kind, Target("whole_shop"))).nobody()  # type: ignore[arg-type]
    assert tasks(t) == [task.format("The Map"), task.format("The Compass")]
    for name in ("The Relic", "The Poop"):
        empties(t, "stock").do(Stocked(int(t.s.agenda[0].args[0]), name))
    assert set(empties(t).s.shop) == {"The Relic", "The Poop"}


@rule("FS-65")
@pytest.mark.parametrize(
    ("target", "task"),
    [
        (Target("whole_shop"), "discard all treasures of the shop"),
        (Target("some_shop"), "discard the treasures of the shop that you choose"),
        (Target("shop_item"), "discard a treasure of the shop"),
    ],
)
def test_a_shop_that_nobody_tracks_is_a_line_for_the_hands(target: Target, task: str) -> None:
    """Nothing is asked; the hands discard and fill the shop."""
    t = uses(table(), "Ana", Effect("flush_shop", target)).nobody()
    assert tasks(t) == [task, "Fill the shop from the treasure deck"]
    assert (t.step, t.stack) == ("priority", [])


@rule("FS-66")
def test_a_purchase_of_a_treasure_that_is_taken_is_given_back() -> None:
    """FS L278: the treasure has left, so that the purchase did not happen and is not used up."""
    t = uses(shop().do(Bought("0")), "Beto", Effect("steal_shop", Target("shop", 0))).nobody()
    assert "purchase" not in t.stack
    assert "FS-66" in t.ruled
    empties(t, "stock").do(Stocked(0, ""))
    assert t.has("Beto", "The Map")
    assert empties(t).player("Ana").cents == 13
    assert t.offers(Bought)


@rule("FS-65")
def test_a_treasure_of_a_shop_that_nobody_tracks_is_counted() -> None:
    """Nobody knows which it is: one item more, and the shop is filled."""
    t = uses(table(), "Ana", Effect("steal_shop", Target("shop_item"))).nobody()
    assert t.player("Ana").treasures == 1
    assert "Fill the shop from the treasure deck" in tasks(t)


# --- items -------------------------------------------------------------------------------------------------------


@rule("FS-22")
def test_a_rerolled_item_goes_and_the_top_treasure_comes() -> None:
    """The D20: the item is destroyed and its owner gains the top treasure; an eternal one stays and brings nothing."""
    t = table().names("Beto", "breakfast")
    uses(t, "Ana", Effect("reroll_item", Target("owned", t.item("Beto", "breakfast").id))).nobody()
    assert not t.has("Beto", "breakfast")
    assert t.player("Beto").treasures == 1
    eternal = next(o for o in t.player("Ana").items if o.eternal)
    uses(t, "Ana", Effect("reroll_item", Target("owned", eternal.id))).nobody()
    assert t.has("Ana", eternal.name)
    assert t.player("Ana").treasures == 0


@rule("FS-22")
def test_every_item_of_a_player_is_rerolled() -> None:
    """The D4: each item of a player is replaced, those without a name too, and no eternal one."""
    t = table().names("Beto", "breakfast").by_hand("Beto", "treasures", 2)
    uses(t, "Ana", Effect("reroll_items", Target("seat", 1))).nobody()
    assert t.player("Beto").treasures == 3
    assert [o.eternal for o in t.player("Beto").items] == [True]
    assert sum(note.change is not None and note.change.after > note.change.before for note in t.notes) == 3


# --- turn and hands ----------------------------------------------------------------------------------------------


def in_turn(t: FourSoulsTable) -> FourSoulsTable:
    """End the turn and pass until the next one's actions."""
    t.ends_turn()
    while t.step != "priority" or t.stack or t.s.phase != "action":
        t.nobody()
    return t


@rule("FS-62")
def test_one_more_purchase() -> None:
    """There's Options: two purchases in the turn."""
    t = uses(table().by_hand("Ana", "cents", 20), "Ana", Effect("purchase_again")).nobody()
    for _ in range(2):
        assert t.offers(Bought)
        empties(t.do(Bought("deck")))
    assert (t.player("Ana").treasures, t.offers(Bought)) == (2, False)


@rule("FS-44")
def test_what_is_allowed_before_the_action_phase_is_not_forgotten() -> None:
    """There's Options, Champion Belt: at the start of the turn, in addition to the purchase and attack of the phase."""
    t = table().settles_on("stop.empty", "on").ends_turn()
    while t.s.phase != "start":
        t.nobody()
    uses(t, "Beto", Effect("purchase_again"), Effect("attack_again")).nobody()
    while t.s.phase != "action":
        t.nobody()
    assert (t.s.purchases, t.s.attacks, t.s.loot_plays) == (2, 2, 1)


@rule("FS-64")
def test_the_next_treasure_of_the_shop_is_free_and_no_other() -> None:
    """Credit Card: 0¢ for the first treasure bought in the shop, the deck's price stays."""
    t = uses(table(), "Ana", Effect("free_item"), Effect("purchase_again")).nobody()
    follows = {c.event.place: c.consequence for c in t.asked.choices if isinstance(c.event, Bought)}
    assert follows == {"shop": None, "deck": Text("You are {n}¢ short", "You are {n}¢ short", n=7)}
    empties(t.do(Bought("shop")))
    assert (t.player("Ana").cents, t.player("Ana").treasures) == (3, 1)
    follows = {c.event.place: c.consequence for c in t.asked.choices if isinstance(c.event, Bought)}
    assert follows["shop"] == Text("You are {n}¢ short", "You are {n}¢ short", n=7)


@rule("FS-64")
def test_the_free_treasure_ends_with_the_turn() -> None:
    """Credit Card: this turn."""
    t = in_turn(uses(table(), "Ana", Effect("free_item")).nobody())
    follows = {c.event.place: c.consequence for c in t.asked.choices if isinstance(c.event, Bought)}
    assert follows["shop"] == Text("You are {n}¢ short", "You are {n}¢ short", n=7)


@rule("FS-45")
def test_any_number_of_loot_plays() -> None:
    """Box!: as many loot cards as one likes, which is said so and not as a number."""
    t = uses(table(), "Ana", Effect("loot_play", Target("seat", 0), 99))
    assert english(t.view.stack[0].does) == "Ana may play any number of loot cards"


# --- corrected monsters ------------------------------------------------------------------------------------------


@rule("FS-93")
def test_the_bloat_comes_only_into_a_slot_that_is_not_attacked() -> None:
    """Peep: killed beside a fight, its search offers no slot that is attacked; then the deck is shuffled."""
    t = table(monsters=("fly", "peep")).attacks("fly").rolls(1)
    t.triggers("Ana", t.to("peep", "kill")).nobody().passes_until("bring")
    assert [c.event.slot for c in t.asked.choices if isinstance(c.event, Placed)] == [1, -1]
    t.do(Placed(1))
    assert "shuffle the monster deck" in tasks(t)


@rule("FS-26")
def test_ring_of_flies_takes_from_a_player_whom_the_table_draws() -> None:
    """Ring of Flies: another player at random, which the table draws and says; never the attacker."""
    t = table("Ana", "Beto", "Cira", monsters=("ring-of-flies", "fly")).attacks("ring-of-flies").rolls(3)
    t.passes_until("aim")
    assert "draw another player at random" in t.asks
    assert targets(t) == {Target("seat", 1), Target("seat", 2)}
