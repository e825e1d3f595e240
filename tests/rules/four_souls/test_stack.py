"""FS-24 … FS-35: the stack and priority."""

import pytest

from rules.four_souls.model.events import Attacked, Passed
from rules.four_souls.vocabulary.card_names import item_name, join_texts
from tests.support.games.four_souls import Effect, Target, table

rule = pytest.mark.rule


@rule("FS-24", "FS-32")
def test_the_last_in_resolves_first() -> None:
    """A response resolves before the item that it answers, each after everybody has passed."""
    t = table()
    t.plays("Ana", t.to("Ana", "cents", 1), card="Moneda")
    t.plays("Beto", t.to("Ana", "cents", -4), card="Robo")
    assert t.stack == ["loot", "loot"]
    t.nobody()
    assert t.player("Ana").cents == 0
    t.nobody()
    assert t.player("Ana").cents == 1


@rule("FS-25")
def test_after_each_resolution_more_may_be_added() -> None:
    """After each resolution everybody may respond again, including those who had passed."""
    t = table()
    t.plays("Ana", t.to("Ana", "cents", 1)).plays("Beto", t.to("Beto", "cents", 1)).nobody()
    assert t.stack == ["loot"]
    t.plays("Beto", t.to("Beto", "loot", 1), kind="activated")
    assert t.stack == ["activated", "loot"]


@rule("FS-26")
def test_targets_are_declared_as_the_card_is_played() -> None:
    """Declared targets take effect on resolution without another prompt."""
    t = table()
    t.plays("Beto", t.to("fly", "damage", 1), card="Bomba")
    assert t.top.effects[0].target.id == t.monster("fly").id
    t.nobody()
    assert t.monster("fly").life == 0


@rule("FS-26")
def test_a_table_may_choose_targets_as_effects_leave_the_stack() -> None:
    """With FS-A1 on resolve, a card played without targets is asked about when it resolves."""
    t = table()
    t.settles_on("FS-A1", "resolve").plays("Ana").nobody()
    assert t.step == "tell"
    t.tells(t.to("Ana", "cents", 2))
    assert (t.stack, t.player("Ana").cents) == ([], 5)


@rule("FS-27")
def test_every_kind_of_item_can_resolve() -> None:
    """Every stack item kind other than the roll has a resolver."""
    from typing import get_args

    from rules.four_souls.model.stack_item import StackItemKind
    from rules.four_souls.stack.resolve import RESOLVERS

    assert set(get_args(StackItemKind)) == set(RESOLVERS) | {"roll"}


@rule("FS-28", "FS-29")
def test_only_the_holder_is_asked_and_may_keep_priority() -> None:
    """The holder of priority may act repeatedly; after a pass the next player is asked.

    A response from a player without priority is refused with FS-28.
    """
    t = table(every=True)
    t.plays("Ana", kind="activated").plays("Ana", kind="paid")
    assert (t.holder, t.stack) == ("Ana", ["paid", "activated"])
    assert t.asked.seats == (t.seat("Ana"),)
    t.passes("Ana")
    assert t.asked.seats == (t.seat("Beto"),)
    late = next(c.event for c in table().asked.choices if c.seat == 0 and c.role == "response")
    assert t.refuses(late) == "FS-28"


@rule("FS-30")
def test_whoever_adds_an_effect_receives_priority() -> None:
    """A player who adds an effect to the stack receives priority."""
    t = table().plays("Ana").plays("Beto")
    assert t.holder == "Beto"


@rule("FS-31")
def test_what_triggers_gives_priority_to_the_active_player() -> None:
    """A triggered effect gives priority to the active player, whoever owns it."""
    t = table()
    t.plays("Beto", kind="activated")
    assert t.holder == "Beto"
    t.triggers("Beto", card="Guppy's Head")
    assert t.holder == "Ana"


@rule("FS-31")
def test_after_a_resolution_the_active_player_has_priority() -> None:
    """After a resolution the active player has priority."""
    t = table().plays("Ana").plays("Beto").nobody()
    assert t.holder == "Ana"


@rule("FS-32")
def test_priority_goes_round_in_turn_order_until_all_have_passed() -> None:
    """Priority passes in turn order; the item resolves when everybody has passed.

    The player who added the item passes too.
    """
    t = table("Ana", "Beto", "Cira", every=True).plays("Beto", kind="activated")
    t.passes("Beto")
    assert t.holder == "Cira"
    t.passes("Cira")
    assert t.holder == "Ana"
    assert t.stack == ["activated"]
    t.passes("Ana")
    assert t.stack == []


@rule("FS-32")
def test_a_pass_names_what_it_passes_over() -> None:
    """A pass that names an item no longer on top of the stack is refused."""
    t = table().plays("Ana").plays("Beto")
    bottom = t.s.stack.items[0].id
    assert t.refuses(Passed((1, 0), bottom)) == "FS-32"


@rule("FS-33", "FS-40")
def test_nobody_has_priority_while_the_turn_changes() -> None:
    """No prompt is put between the end-phase window and the next start phase.

    It holds even at a depth at which every window is asked.
    """
    t = table(every=True).ends_turn()
    assert t.s.phase == "end"
    t.nobody()
    assert t.s.active == t.seat("Beto")
    assert t.s.phase == "start"


@rule("FS-34")
@pytest.mark.parametrize("kind", ["loot", "activated", "paid"])
def test_three_kinds_of_answers_go_on_top(kind: str) -> None:
    """Loot, activated effects and paid effects can respond; each goes on top of the stack."""
    t = table().plays("Ana").plays("Beto", kind=kind)
    assert t.stack[0] == kind


@rule("FS-35")
def test_attacks_need_an_empty_stack() -> None:
    """An attack is neither offered nor accepted while the stack is not empty."""
    t = table()
    assert t.offers(Attacked)
    fly = t.monster("fly").id
    t.plays("Beto", kind="activated")
    assert not t.offers(Attacked)
    assert t.refuses(Attacked(fly)) == "FS-35"


@rule("FS-100")
def test_a_cancelled_item_leaves_without_resolving() -> None:
    """A cancelled item leaves the stack without resolving."""
    t = table().plays("Ana", Effect("end_turn"))
    t.plays("Beto", t.on_top("cancel"), card="NO!").nobody()
    assert t.ruled[0] == "FS-100"
    assert (t.stack, t.s.phase) == ([], "action")


@rule("FS-102")
def test_an_effect_without_its_target_does_nothing() -> None:
    """An effect whose target has left play does nothing."""
    t = table()
    t.plays("Ana", t.to("fly", "damage", 1), card="Bomba")
    t.plays("Beto", t.to("fly", "kill"), kind="activated").nobody()
    while t.there("fly"):
        t.nobody()
    t.turns_up("gurdy")
    assert t.stack == ["loot"]
    t.nobody()
    assert "FS-102" in t.ruled
    assert t.monster("gurdy").life == 5


@rule("FS-36")
def test_a_monsters_death_goes_on_the_stack_before_the_players() -> None:
    """A monster's death goes below a simultaneous player's death; FS-A11 reverses the order."""
    for ruling, expected in (("player_first", "player_death"), ("monster_first", "monster_death")):
        t = table().settles_on("FS-A11", ruling)
        t.plays("Ana", t.to("fly", "damage", 1), t.to("Ana", "damage", 2), card="Bomba").nobody()
        assert t.stack[0] == expected
        assert len(t.stack) == 2


@rule("FS-39")
def test_all_passing_over_an_empty_stack_moves_the_turn_on() -> None:
    """When everybody passes over an empty stack in the action phase, the turn ends."""
    t = table()
    assert "exit" in t.roles()
    t.nobody()
    assert t.s.active == t.seat("Beto")


@rule("FS-36", "FS-37")
def test_the_active_player_orders_two_monsters_that_die_together() -> None:
    """The active player orders two simultaneous monster deaths; the first resolves last."""
    t = table()
    t.plays("Ana", t.to("fly", "kill"), t.to("clotty", "kill")).nobody()
    assert (t.step, t.asked.seats) == ("order_together", (0,))
    fly, clotty = (item.id for item in t.s.waiting)
    t.orders(clotty)
    assert [item.id for item in t.s.stack.items] == [clotty, fly]


@rule("FS-36")
def test_of_two_things_each_answer_says_which_resolves_first() -> None:
    """Of two simultaneous items either is one tap, and what an answer names is on top of the stack then."""
    t = table()
    t.plays("Ana", t.to("fly", "kill"), t.to("clotty", "kill")).nobody()
    assert t.asked.title.key == "Two things happen at once. Which resolves first?"
    assert [choice.role for choice in t.asked.choices] == ["default", "option"]
    named = set()
    for choice in t.asked.choices:
        assert choice.label.key == "First: {item}"
        assert choice.consequence is not None, "it says what it does"
        told = t.copy().do(choice.event)
        assert told.stack == ["monster_death", "monster_death"]
        assert dict(choice.label.args)["item"] == item_name(told.s, told.top)
        named.add(told.top.target.id)
    assert named == {t.monster("fly").id, t.monster("clotty").id}


@rule("FS-36")
def test_more_things_are_taken_as_listed_with_one_tap_or_the_last_one_first() -> None:
    """Of three effects the usual answer names all in the order in which they resolve; the others name the last one."""
    t = table(every=True)
    for item in ("B1", "B2", "B3"):
        t.names("Beto", item, when="hurt", whose="any")
    t.attacks("clotty").nobody().nobody().rolls(1).nobody().nobody()
    assert t.asked.title.key == "Several things happen at once: which resolves last?"
    usual, *others = t.asked.choices
    assert (usual.role, len(others)) == ("default", 3)
    listed = t.copy().do(usual.event)
    assert usual.consequence is not None
    assert dict(usual.consequence.args)["items"] == join_texts(
        [item_name(listed.s, item) for item in reversed(listed.s.stack.items)]
    )
    last = t.copy().do(others[1].event)
    assert last.asked.title.key == "Two things happen at once. Which resolves first?"
    last.do(last.asked.choices[0].event)
    assert [item.name for item in last.s.stack.items] == ["B2", "B1", "B3"]


@rule("FS-36")
def test_players_deaths_go_on_the_stack_in_turn_order() -> None:
    """Simultaneous player deaths go on the stack in turn order, the active player's lowest."""
    t = table("Ana", "Beto", "Cira").ends_turn()
    t.plays("Beto", Effect("damage", Target("everyone"), 2)).nobody()
    assert [item.seat for item in t.s.stack.items] == [1, 2, 0]


@rule("FS-37")
def test_an_order_that_has_settled_itself_is_not_asked() -> None:
    """The order prompt is withdrawn when an adjustment by hand leaves only one item."""
    t = table()
    t.plays("Ana", t.to("fly", "kill"), t.to("clotty", "kill")).nobody().by_hand("fly", "life", 1)
    assert (t.step, t.stack) == ("priority", ["monster_death"])
