"""Four Souls, audit of stack and priority (FS-24 … FS-37): each test from one sentence of the rules text."""

from typing import get_args

import pytest

from rules.engine import Rolled, Text, prompt_id, seats_answering
from rules.four_souls.model.events import Attacked, Bought, Ordered, Passed, Played
from rules.four_souls.model.stack_item import StackItemKind
from rules.four_souls.stack.resolve import RESOLVERS
from rules.four_souls.vocabulary.card_names import join_texts, named_in_sentence
from tests.support.games.four_souls import Effect, FourSoulsTable, Target, table
from tests.support.games.passes import hole, passing
from tests.support.random_play import Seeded, filled

THREE = ("Ana", "Beto", "Cira")


def names_on(t: FourSoulsTable) -> list[str]:
    """The names of the items on the stack, the top first."""
    return [item.name for item in reversed(t.s.stack.items)]


@pytest.mark.rule("FS-24")
def test_what_goes_on_the_stack_last_resolves_first() -> None:
    """FS-24, L93: a new item always goes on top; "el último en entrar es el primero en salir"."""
    t = table(*THREE, every=True)
    t.plays("Ana", t.to("Ana", "cents", 1), card="first").plays("Beto", t.to("Beto", "cents", 1), card="second")
    t.plays("Cira", t.to("Cira", "cents", 1), card="third")
    assert names_on(t) == ["third", "second", "first"]
    cents = []
    while t.stack:
        t.nobody()
        cents.append(tuple(player.cents for player in t.s.players))
    assert cents == [(3, 3, 4), (3, 4, 4), (4, 4, 4)]


@pytest.mark.rule("FS-25")
def test_more_may_be_added_each_time_something_leaves_the_stack() -> None:
    """FS-25, L95: each time a card leaves, the players have a chance to add more."""
    t = table(*THREE, every=True)
    t.plays("Ana", card="first").plays("Beto", card="second").nobody()
    assert (names_on(t), t.step, t.s.stack.passed) == (["first"], "priority", frozenset())
    for name in THREE:
        assert t.copy().plays(name, card="more").stack == ["loot", "loot"]


@pytest.mark.rule("FS-27")
def test_everything_that_the_rules_list_waits_on_the_stack() -> None:
    """FS-27, L85, L99-106, L141, L216, L241: what is played, and the listed events of the game."""
    seen: set[str] = set()
    t = table(every=True, monsters=("clotty", "horf"))
    t.by_hand("Ana", "cents", 20).names("Ana", "Cola", use="both", cost=1)

    def settle() -> None:
        while t.step == "priority" and t.stack:
            seen.update(t.stack)
            t.nobody()

    t.plays("Ana").uses("Ana", "Cola").uses("Ana", "Cola", cost=1)
    settle()
    t.do(Bought("shop"))
    settle()
    t.attacks("horf")
    settle()
    t.nobody().rolls(6)
    settle()
    seen.update(t.stack)
    t.turns_up_other(name="Troll Bombs")
    settle()
    t.turns_up("fly").triggers("Ana", t.to("Beto", "kill"))
    settle()
    t.goes_to("FS-43")
    settle()
    assert seen >= {"loot", "activated", "paid", "triggered", "purchase", "shop_refill", "attack", "roll", "damage"}
    assert seen >= {"monster_death", "monster_card", "rewards", "refill", "non_monster"}
    assert seen >= {"player_death", "penalty", "loot_1"}


@pytest.mark.rule("FS-27")
def test_every_kind_of_item_on_the_stack_resolves() -> None:
    """FS-27, L85: rolls become their effect; everything else has a function that resolves it."""
    assert set(get_args(StackItemKind)) == set(RESOLVERS) | {"roll"}


@pytest.mark.rule("FS-28")
def test_nobody_plays_an_effect_without_priority() -> None:
    """FS-28, L110: "el jugador con prioridad es el único jugador que puede jugar efectos"."""
    t = table(*THREE, every=True).names("Ana", "Cola", use="paid", cost=1)
    assert t.refuses(t.use("Beto", "Yum Heart")) == "FS-28", "Ana has not passed it on"
    t.passes("Ana")
    assert t.holder == "Beto"
    cola, d6 = t.item("Ana", "Cola").id, t.item("Ana", "The D6").id
    assert t.refuses(t.loot("Ana", "play")) == "FS-28"
    assert t.refuses(Played(0, "activated", item=d6)) == "FS-28"
    assert t.refuses(Played(0, "paid", item=cola, cost=1)) == "FS-28"
    t.passes("Beto")
    assert t.refuses(t.use("Beto", "Yum Heart")) == "FS-28"
    assert t.holder == "Cira"


@pytest.mark.rule("FS-29")
def test_whoever_has_priority_plays_and_keeps_it_or_passes_it_on() -> None:
    """FS-29, L110: play an effect and keep priority, or pass it to the next player."""
    t = table(*THREE, every=True)
    t.plays("Ana", card="one")
    assert t.holder == "Ana"
    t.plays("Ana", card="two")
    assert (t.holder, names_on(t)) == ("Ana", ["two", "one"])
    t.passes("Ana")
    assert (t.holder, names_on(t)) == ("Beto", ["two", "one"])


@pytest.mark.rule("FS-30")
def test_whoever_adds_an_effect_receives_priority() -> None:
    """FS-30, L112: the player who adds an effect to the stack "recibe la prioridad"."""
    t = table(*THREE, every=True).plays("Ana", card="one").passes("Ana")
    t.plays("Beto", card="two")
    assert (t.holder, t.who, t.s.stack.passed) == ("Beto", "Beto", frozenset())
    t.passes("Beto")
    assert t.holder == "Cira", "in the order of turns from there"
    t.passes("Cira")
    assert t.holder == "Ana"


@pytest.mark.rule("FS-31")
def test_the_active_player_receives_priority_after_a_trigger_and_after_a_resolution() -> None:
    """FS-31, L112: when something triggered is added or something resolves, priority is the active player's."""
    t = table(*THREE, every=True).plays("Ana", card="one").passes("Ana").plays("Beto", card="two").nobody()
    assert (names_on(t), t.holder) == (["one"], "Ana")
    t.passes("Ana").triggers("Cira", card="trigger")
    assert (names_on(t), t.holder) == (["trigger", "one"], "Ana")


@pytest.mark.rule("FS-32")
def test_the_top_resolves_once_all_players_have_passed_in_succession() -> None:
    """FS-32, L112: in the order of turns each one answers or passes; when all have passed, the top resolves."""
    t = table(*THREE, every=True)
    t.plays("Ana", t.to("Ana", "cents", 1), card="one")
    over = t.top.id
    t.passes("Ana").passes("Beto")
    assert (names_on(t), t.player("Ana").cents) == (["one"], 3), "one of them has not passed"
    assert t.refuses(Passed((0,), over)) == "FS-28", "Ana has no priority to pass"
    two = t.copy().plays("Cira", card="two")
    assert two.refuses(Passed((2, 0, 1), over)) == "FS-32", "a pass for what does not lie on top"
    answered = t.copy().plays("Cira", card="two").passes("Cira").passes("Ana")
    assert names_on(answered) == ["two", "one"], "an answer starts the round of passes again"
    t.passes("Cira")
    assert (names_on(t), t.player("Ana").cents) == ([], 4)
    assert t.refuses(Passed((0, 1, 2), over)) == "FS-32", "a pass for what has resolved"


@pytest.mark.rule("FS-32")
def test_a_pass_ahead_of_ones_turn_is_an_announcement() -> None:
    """FS-32, L112: all have to pass; a pass ahead of one's turn counts until something is added to the stack."""
    t = table(*THREE, every=True).plays("Ana", kind="activated")
    number = prompt_id(t.s)
    t.do(Passed((2,), t.top.id))
    assert (t.holder, t.asked.window, prompt_id(t.s)) == ("Ana", (0, 1), number)
    t.passes("Ana")
    assert (t.holder, t.asked.window, prompt_id(t.s)) == ("Beto", (1,), number)
    t.plays("Beto", kind="activated")
    assert (t.holder, t.asked.window) == ("Beto", (1, 2, 0))
    assert prompt_id(t.s) != number


@pytest.mark.rule("FS-32", "FS-39")
def test_a_phone_passes_for_those_for_whom_it_speaks() -> None:
    """FS-32, L112: one pass covers the seats of the device; only ordered tuples of known seats are admitted."""
    t = table(*THREE, every=True).plays("Ana", kind="activated")
    choice = passing(t.s)
    assert choice is not None
    mine = hole(choice)
    assert choice.event == Passed((0, 1, 2), t.top.id)
    assert (mine.answering_seats({2, 0, 7}), mine.answering_seats({7}), mine.single_label) == ((0, 2), (), Text("Pass"))
    assert not any(mine.admits(value) for value in ((), (2, 0), (0, 0), (3,), [0], 0, (True,), None))
    assert seats_answering(t.asked, choice, Passed((0, 2), t.top.id)) == (0, 2)
    other = next(c for c in t.asked.choices if c.seat == 1)
    assert seats_answering(t.asked, other, other.event) == (1,)
    thrown = table().attacks("fly")
    assert seats_answering(
        thrown.asked, thrown.asked.choices[0], filled(Seeded(0), thrown.asked.choices[0].template)
    ) == (0,)


@pytest.mark.rule("FS-33")
def test_nobody_plays_anything_while_nobody_has_priority() -> None:
    """FS-33, L114: there are moments in which nobody has priority; players cannot play effects then."""
    t = table(*THREE, every=True).attacks("fly").nobody().nobody()
    assert t.offers(Rolled)
    assert not t.offers(Played)
    assert not t.offers(Passed)
    assert t.refuses(t.loot("Ana", "play")) == "FS-33"
    t.rolls(5).nobody().nobody().nobody().nobody().nobody().nobody()
    assert t.asked.rule == "FS-95"
    assert not t.offers(Played)
    assert not t.offers(Passed)
    t.refuses(t.use("Beto", "Yum Heart"))


@pytest.mark.rule("FS-34")
def test_players_respond_with_loot_activated_and_paid_effects_again_and_again() -> None:
    """FS-34, L118: with loot, an activated or a paid effect; on top, and again after each one resolves."""
    t = table(*THREE, every=True).names("Cira", "Cola", use="paid", cost=1)
    t.plays("Ana", card="one")
    t.plays("Beto", card="two").uses("Beto", "Yum Heart").uses("Cira", "Cola", cost=1)
    assert t.stack == ["paid", "activated", "loot", "loot"]
    t.nobody()
    assert t.stack == ["activated", "loot", "loot"], "the answers resolve before what they answer"
    t.uses("Cira", "Cola", cost=1).nobody().nobody().uses("Cira", "Cola", cost=1)
    assert t.stack == ["paid", "loot", "loot"]


@pytest.mark.rule("FS-35")
def test_only_the_active_player_buys_or_attacks_and_only_with_an_empty_stack() -> None:
    """FS-35, L118: the active player also acts on an empty stack, "el único momento" for a purchase or an attack."""
    t = table(*THREE, every=True).by_hand("Ana", "cents", 20)
    fly = t.monster("fly").id
    assert t.copy().do(Attacked(fly)).stack == ["attack"]
    assert t.copy().do(Bought("deck")).stack == ["purchase"]
    waiting = t.copy().plays("Ana")
    assert waiting.refuses(Attacked(fly)) == "FS-35"
    assert waiting.refuses(Bought("deck")) == "FS-46", "never in response"
    others = t.copy().passes("Ana")
    assert others.holder == "Beto"
    assert not others.offers(Attacked)
    assert not others.offers(Bought)
    assert others.refuses(Attacked(fly)) in ("FS-35", "FS-28", "FS-67")
    assert others.refuses(Bought("deck")) in ("FS-35", "FS-28", "FS-62")


@pytest.mark.rule("FS-36")
def test_simultaneous_triggers_enter_monsters_first_then_in_turn_order() -> None:
    """FS-36, L124-125: monsters' effects first, then all others by turn; each player orders their own."""
    t = table(*THREE, every=True, monsters=("keeper-head", "clotty"))
    for owner, item in (("Cira", "C"), ("Beto", "B1"), ("Beto", "B2"), ("Ana", "A")):
        t.names(owner, item, when="hurt", whose="any")
    t.attacks("keeper-head").nobody().nobody().rolls(1).nobody().nobody()
    assert (t.who, t.offers(Ordered)) == ("Beto", True), "the others have one effect each"
    first, second = next(event for event in t.events if isinstance(event, Ordered) and len(event.items) == 2).items
    t.do(Ordered((second,)))
    assert [(item.seat, item.name) for item in t.s.stack.items[1:]] == [(0, "A"), (1, "B2"), (1, "B1"), (2, "C")]
    assert t.s.stack.items[0].card is not None, "the monster's own effect is the deepest"
    assert t.holder == "Ana"
    assert first != second


@pytest.mark.rule("FS-36")
def test_the_active_player_orders_the_effects_of_monsters() -> None:
    """FS-36, L124: with more than one monster effect, deaths among them, the active player decides the order."""
    t = table(*THREE, every=True)
    t.triggers("Cira", t.to("fly", "kill"), t.to("clotty", "kill")).nobody()
    assert (t.who, t.offers(Ordered)) == ("Ana", True)
    deaths = next(event for event in t.events if isinstance(event, Ordered) and len(event.items) == 2).items
    t.do(Ordered((deaths[1],)))
    assert [t.top.target.id, t.s.stack.items[0].target.id] == [t.monster("fly").id, t.monster("clotty").id]


@pytest.mark.rule("FS-36")
def test_of_two_things_each_answer_says_which_resolves_first() -> None:
    """FS-36, L124: of two deaths either is one tap, and what the answer names is on top of the stack then."""
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
        assert dict(choice.label.args)["item"] == named_in_sentence(told.s, told.top)
        named.add(told.top.target.id)
    assert named == {t.monster("fly").id, t.monster("clotty").id}


@pytest.mark.rule("FS-36")
def test_more_things_are_taken_as_listed_with_one_tap_or_the_last_one_first() -> None:
    """FS-36, L125: the usual answer names three effects as they resolve; the others name the last one."""
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
        [named_in_sentence(listed.s, item) for item in reversed(listed.s.stack.items)]
    )
    last = t.copy().do(others[1].event)
    assert last.asked.title.key == "Two things happen at once. Which resolves first?"
    last.do(last.asked.choices[0].event)
    assert [item.name for item in last.s.stack.items] == ["B2", "B1", "B3"]


@pytest.mark.rule("FS-36")
def test_each_death_counts_as_an_effect_of_the_player_who_dies() -> None:
    """FS-36, L125: in turn order from the active player; a player owns their death and orders it with the rest."""
    t = table(*THREE, every=True).passes("Ana").passes("Beto").names("Beto", "Fetus", when="hurt")
    t.triggers("Cira", Effect("damage", Target("everyone"), 2)).nobody()
    assert (t.who, t.offers(Ordered)) == ("Beto", True)
    t.usual()
    deaths = [item.target.id for item in t.s.stack.items if item.kind == "player_death"]
    assert (deaths, t.stack[0], t.stack[-1]) == ([0, 1, 2], "player_death", "player_death")


@pytest.mark.rule("FS-37")
def test_the_active_player_orders_what_the_text_leaves_open() -> None:
    """FS-37, L127: "si los tiempos no son descritos aquí, el jugador activo elige el orden".

    Where the app passes for the table, as it usually does, it takes the first slot first and asks nobody.
    """
    guided = table(*THREE).runs(slots=(None, None)).ends_turn()
    assert (guided.offers(Ordered), guided.asked.rule) == (False, "FS-95")
    t = table(*THREE, every=True).runs(slots=(None, None)).ends_turn()
    assert t.s.phase == "end"
    assert (t.who, t.asked.rule, t.offers(Ordered)) == ("Ana", "FS-37", True), "two slots are empty at the same time"
    first, second = (item.id for item in t.s.waiting)
    usual = t.copy().usual()
    assert [item.slot for item in usual.s.stack.items] == [1, 0], "if it is all the same the first slot is filled first"
    t.do(Ordered((first,)))
    assert [item.id for item in t.s.stack.items] == [first, second]


@pytest.mark.rule("FS-37")
def test_an_order_that_has_settled_itself_is_not_asked() -> None:
    """FS-37, L127: once a correction by hand leaves one of two deaths, there is nothing to order."""
    t = table()
    t.plays("Ana", t.to("fly", "kill"), t.to("clotty", "kill")).nobody().by_hand("fly", "life", 1)
    assert (t.step, t.stack) == ("priority", ["monster_death"])
