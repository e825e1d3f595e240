"""Four Souls, audit of barter, cancelling, rooms and souls (FS-99 … FS-117), from the rules text's sentences."""

from dataclasses import fields

import pytest

from rules.engine import Outcome, Rolled, prompt
from rules.four_souls.game import GAME
from rules.four_souls.model.effect import EffectKind
from rules.four_souls.model.events import Attacked, Bartered, GaveUp, Played, RoomChanged, RoomRevealed, SlotAdded
from tests.support.games.four_souls import Effect, FourSoulsTable, Target, of, table

THREE = ("Ana", "Beto", "Cira")


def with_room(**rulings: str) -> FourSoulsTable:
    """A table in Ana's action phase that plays with rooms; the Library lies open."""
    t = FourSoulsTable("Ana", "Beto", rooms="on", **rulings).turns_up_room("Library")
    t.chooses(Ana="isaac", Beto="maggy").saddest("Ana").turns_up("fly").turns_up("clotty")
    return t.settles_on("depth", "every")


def souls(t: FourSoulsTable) -> list[int]:
    """The souls of all players."""
    return [player.soul_count for player in t.s.players]


# --- barter and cancelling ---------------------------------------------------------------------------------------


@pytest.mark.rule("FS-99")
def test_players_barter_with_cents_alone_and_at_any_moment() -> None:
    """FS-99, L265-267: any ¢ for a favour, never items or loot; a gift has to be accepted; no stack, no duty."""
    t = table(*THREE, every=True)
    assert {field.name for field in fields(Bartered)} == {"giver", "taker", "cents", "promise"}
    for giver, taker, cents in ((0, 1, 4), (0, 1, 0), (0, 1, -2), (0, 0, 1)):
        assert t.refuses(Bartered(giver, taker, cents)) == "FS-99"
    waiting = t.copy().plays("Cira", card="Bomb")
    rolling = t.copy().attacks("fly").nobody().nobody()
    assert rolling.offers(Rolled)
    for moment in (t, waiting, rolling):
        stack, holder, title = moment.stack, moment.holder, moment.asks
        declined = moment.copy().offers_cents("Beto", "Ana", 2)
        assert (declined.who, declined.asked.rule) == ("Ana", "FS-99")
        assert [choice.role for choice in declined.asked.choices] == ["default", "option"]
        declined.declines()
        assert ([player.cents for player in declined.s.players], declined.ruled) == ([3, 3, 3], ["FS-99"])
        moment.offers_cents("Ana", "Beto", 3, "spare me")
        assert moment.asked.stake is not None
        assert dict(moment.asked.stake.args) == {"promise": "spare me"}
        moment.accepts()
        assert [player.cents for player in moment.s.players] == [0, 6, 3]
        assert (moment.stack, moment.holder, moment.asks) == (stack, holder, title)
        assert any("binding nobody" in line for line in moment.note_texts)
    t.triggers("Beto", t.to("Ana", "damage", 1)).nobody()
    assert t.player("Ana").life == 1, "the promise binds nobody"


@pytest.mark.rule("FS-99")
def test_the_same_cents_offered_twice_are_given_once() -> None:
    """FS-99, L265: an offer whose ¢ have been spent meanwhile can only be declined."""
    t = table(*THREE).offers_cents("Ana", "Beto", 3)
    t.offers_cents("Ana", "Cira", 2).accepts()
    assert (t.asked.seats, [choice.role for choice in t.asked.choices]) == ((1,), ["option"])
    t.declines()
    assert [player.cents for player in t.s.players] == [1, 3, 5]


@pytest.mark.rule("FS-09", "FS-99")
def test_what_was_paid_before_characters_were_chosen_is_not_dealt_again() -> None:
    """FS-09, L24, L265: the game begins with 3¢ each; ¢ that are accepted have changed hands."""
    t = FourSoulsTable("Ana", "Beto").offers_cents("Ana", "Beto", 2).accepts().chooses(Ana="cain", Beto="eve")
    assert [(player.cents, player.loot) for player in t.s.players] == [(1, 3), (5, 3)]


@pytest.mark.rule("FS-100")
def test_what_is_cancelled_leaves_the_stack_without_resolving() -> None:
    """FS-100, L271: it is removed from the stack unresolved and discarded if it was a card."""
    t = table(*THREE, every=True)
    t.plays("Beto", t.to("Beto", "trinket"), t.to("Beto", "cents", 1), card="Horn")
    t.plays("Cira", t.on_top("cancel"), card="Butter Bean!").nobody()
    assert (t.stack, t.player("Beto").cents, t.has("Beto", "Horn"), t.ruled[0]) == ([], 3, False, "FS-100")
    assert t.holder == "Ana"
    assert any("Horn" in line for line in t.note_texts)


@pytest.mark.rule("FS-101")
def test_destroying_an_item_does_not_cancel_its_effect() -> None:
    """FS-101, L271: "destruir un objeto no causa que su efecto sea cancelado"."""
    t = table(*THREE, every=True).names("Beto", "Cola", use="activated")
    t.uses("Beto", "Cola", t.to("Beto", "cents", 2))
    t.plays("Cira", Effect("destroy", Target("owned", t.item("Beto", "Cola").id))).nobody()
    assert (t.has("Beto", "Cola"), t.stack) == (False, ["activated"])
    t.nobody()
    assert t.player("Beto").cents == 5


@pytest.mark.rule("FS-102")
def test_an_effect_whose_target_has_gone_is_cancelled() -> None:
    """FS-102, L273: if the target leaves the game or is no longer eligible, the effect is cancelled."""
    t = table(*THREE, every=True)
    t.plays("Beto", t.to("fly", "damage", 1), card="Bomb").plays("Cira", t.to("fly", "kill"), card="Death")
    t.nobody()
    while t.stack != ["loot"] or t.step != "priority":
        t.nobody() if t.step == "priority" else t.turns_up("dip")
    t.nobody()
    assert ("FS-102" in t.ruled, "FS-A1" in t.decided, t.stack, t.monster("dip").life) == (True, True, [], 1)


@pytest.mark.rule("FS-102")
def test_damage_aimed_at_a_player_who_has_died_meanwhile_is_cancelled() -> None:
    """FS-102, L273, L230: the dead are no eligible target of chosen damage, so that the effect is cancelled."""
    t = table(*THREE, every=True)
    t.plays("Beto", t.to("Cira", "damage", 1), card="Bomb").plays("Ana", t.to("Cira", "kill"), card="Death")
    t.nobody().nobody().nobody().names("Cira", "Fetus", when="hurt")
    assert (t.stack, t.player("Cira").is_dead) == (["loot"], True)
    t.nobody()
    assert t.stack == [], "nobody was hurt"
    assert "FS-102" in t.ruled


@pytest.mark.rule("FS-103")
def test_an_effect_whose_condition_no_longer_holds_is_cancelled() -> None:
    """FS-103, L274-276: Sacred Heart if the roll is no longer 1; Chaos Card if it has been destroyed already."""
    t = table(*THREE, every=True).names("Ana", "Sacred Heart").attacks("fly").nobody().nobody().rolls(1)
    roll = t.s.stack.items[0].id
    t.plays("Beto", Effect("modify", Target("item", roll), 1)).nobody().nobody()
    assert (t.stack, t.s.roll_result(t.top)) == (["roll"], 2), "it is no longer a 1"
    assert "FS-103" in t.ruled
    t = table(*THREE, every=True).names("Ana", "Chaos Card")
    chaos = t.item("Ana", "Chaos Card").id
    t.uses("Ana", "Chaos Card", Effect("destroy", Target("owned", chaos)), t.to("Beto", "cents", -2))
    t.plays("Cira", Effect("destroy", Target("owned", chaos)), card="Pick").nobody()
    assert (t.has("Ana", "Chaos Card"), t.stack) == (False, ["activated"])
    t.nobody()
    assert (t.stack, t.player("Beto").cents, t.player("Ana").treasures) == ([], 3, 0)


# --- rooms -------------------------------------------------------------------------------------------------------


@pytest.mark.rule("FS-104")
def test_the_room_deck_is_optional_with_one_slot_that_is_refilled_and_can_grow() -> None:
    """FS-104, L283-285: an optional deck; one room slot, always refilled; more slots stay for the game."""
    t = table(every=True)
    assert t.s.rooms == ()
    assert not t.offers(RoomRevealed)
    t = with_room()
    assert t.s.rooms == ("Library",)
    used = t.copy().plays("Ana", t.plain("room_slot")).nobody()
    assert used.stack == ["room_refill"]
    t.do(SlotAdded("room")).all_pass()
    t.turns_up_room("Cellar")
    assert t.s.rooms == ("Library", "Cellar")
    t.goes_to("FS-52")
    assert t.s.rooms == ("Library", "Cellar")


@pytest.mark.rule("FS-105")
def test_a_room_offers_its_effect_to_the_active_player_alone() -> None:
    """FS-105, L287: the active player may choose to interact with it during their turn; others are global."""
    t = with_room()
    offered = [event for event in t.events if isinstance(event, Played) and event.kind == "room"]
    assert [(event.seat, event.name) for event in offered] == [(0, "Library")]
    assert t.refuses(Played(1, "room", "Library")) == "FS-105"
    t.do(Played(0, "room", "Library", (t.to("Ana", "cents", 1),)))
    assert t.stack == ["room"]
    t.nobody()
    assert t.player("Ana").cents == 4


@pytest.mark.rule("FS-105")
@pytest.mark.parametrize("phase", ["start", "end"])
def test_a_room_is_used_in_any_phase_of_the_active_players_turn(phase: str) -> None:
    """FS-105, L287: the active player may interact with it "durante su turno si lo desea"."""
    t = with_room()
    t.goes_to("FS-52") if phase == "start" else t.ends_turn()
    assert t.s.phase == phase
    t.do(Played(t.s.active, "room", "Library"))
    assert t.top.kind == "room"


@pytest.mark.rule("FS-106")
def test_a_room_may_be_changed_at_the_end_of_a_turn_in_which_a_monster_died() -> None:
    """FS-106, L289: if a monster was killed, the active player may discard a room and reveal another, or keep it."""
    t = with_room()
    calm = t.copy().ends_turn().nobody()
    assert (calm.s.active, calm.s.rooms) == (1, ("Library",)), "no monster died"
    t.plays("Beto", t.to("fly", "kill")).all_pass().turns_up("dip").ends_turn()
    while t.step == "priority":
        t.nobody()
    assert (t.who, t.offers(RoomChanged)) == ("Ana", True)
    assert (t.asked.rule, t.asked.seats) == ("FS-106", (0,))
    kept = t.copy().usual()
    assert (kept.s.active, kept.s.rooms) == (1, ("Library",))
    while kept.s.active == 1:
        kept.nobody()
    assert kept.s.rooms == ("Library",), "nothing died on Beto's turn"
    t.changes_room(0)
    assert (t.step, t.stack, t.s.waiting, t.s.active) == ("reveal_room", [], (), 0), "without the stack"
    t.turns_up_room("Cellar")
    assert (t.s.rooms, t.s.active) == (("Cellar",), 1)


# --- souls -------------------------------------------------------------------------------------------------------


@pytest.mark.rule("FS-107", "FS-110")
def test_souls_are_counted_by_their_symbols_and_lie_in_view() -> None:
    """FS-107, FS-110, L295, L305: the symbols say what a soul card is worth, Mom's two; they are visible to all."""
    t = table(every=True, monsters=("mom", "monstro"))
    t.triggers("Ana", t.to("monstro", "kill")).all_pass().turns_up("fly")
    assert souls(t) == [1, 0]
    t.triggers("Ana", t.to("mom", "kill")).all_pass()
    t.turns_up("dip").all_pass()
    assert souls(t) == [3, 0]
    assert len(t.player("Ana").souls) == 2
    assert GAME.conceal(t.s, frozenset({1})).players[0].souls == t.player("Ana").souls


@pytest.mark.rule("FS-108")
def test_souls_are_discarded_or_stolen_and_go_to_their_own_discard() -> None:
    """FS-108, L297: effects make players discard souls or let others steal them; each to its proper discard."""
    t = table(every=True, monsters=("monstro", "fly"))
    t.triggers("Ana", t.to("monstro", "kill")).all_pass().turns_up("dip")
    assert t.player("Ana").souls[0].pile == "monsters"
    t.triggers("Beto", t.to("Ana", "steal_soul")).nobody()
    assert souls(t) == [0, 1]
    t.plays("Ana", t.to("Ana", "soul", 1), card="Lost Soul").nobody()
    t.triggers("Ana", t.to("Beto", "soul", -1)).nobody()
    assert souls(t) == [1, 0]
    assert any("monster" in line for line in t.note_texts), "a boss goes to the monsters' discard"
    t.triggers("Beto", t.to("Ana", "soul", -1)).nobody()
    assert souls(t) == [0, 0]
    assert any("loot" in line for line in t.note_texts), "Lost Soul goes to the loot discard"
    assert not t.offers(GaveUp)


@pytest.mark.rule("FS-108")
def test_a_soul_card_goes_whole_to_its_own_discard() -> None:
    """FS-108, L297: of a card worth two souls nothing stays; an item has a discard of its own."""
    t = table()
    t.triggers("Ana", t.to("Ana", "soul", 2)).nobody()
    t.triggers("Beto", t.to("Ana", "soul", -1)).nobody()
    assert souls(t) == [0, 0]
    assert any("its own discard" in line for line in t.note_texts)


@pytest.mark.rule("FS-108")
def test_whoever_is_robbed_of_one_of_different_souls_chooses_it() -> None:
    """FS-108, L297: of Lost Soul and Mom! the thief takes the one that is chosen; a fourth soul taken so wins."""
    t = table()
    t.plays("Ana", t.to("Ana", "soul", 1), card="Lost Soul").nobody()
    t.plays("Ana", t.to("Ana", "soul", 2), card="Mom!").nobody().triggers("Beto", t.to("Beto", "soul", 2)).nobody()
    t.triggers("Beto", t.to("Ana", "steal_soul")).nobody()
    assert (t.step, t.asked.seats) == ("give_up", (1,))
    assert souls(t.copy().gives_up(0)) == [2, 3]
    t.gives_up(1)
    assert (souls(t), t.winners) == ([1, 4], ("Beto",))


@pytest.mark.rule("FS-02", "FS-109")
def test_the_game_is_won_the_moment_the_fourth_soul_is_gained() -> None:
    """FS-02, FS-109, L11, L299: answering what gives the fourth soul "es la última oportunidad" to prevent it."""
    t = table(*THREE, every=True)
    t.triggers("Beto", t.to("Beto", "soul", 3), t.to("Ana", "soul", 3)).nobody()
    t.plays("Ana", card="below").plays("Beto", t.to("Beto", "soul", 1), card="Lost Soul")
    assert (souls(t), t.winners) == ([3, 3, 0], None), "three are not enough"
    prevented = t.copy().plays("Cira", t.on_top("cancel")).nobody().nobody()
    assert prevented.winners is None
    t.nobody()
    assert t.winners == ("Beto",), "at once, with a card still on the stack"
    assert (t.s.outcome, prompt(t.s)) == (Outcome((1,), "FS-109"), None)
    assert t.refuses(Attacked(1)) == "FS-109", "the match is over by that rule"


@pytest.mark.rule("FS-111")
def test_the_lost_begins_with_a_soul_that_nothing_takes() -> None:
    """FS-111, L306: The Lost starts with 1 soul that cannot be destroyed, stolen or lost in any way."""
    t = FourSoulsTable("Ana", "Beto", cards__g2="on").chooses(Ana="the-lost-g2")
    t.chooses(Beto="maggy").saddest("Ana").turns_up("fly").turns_up("clotty")
    t.settles_on("depth", "every")
    assert souls(t) == [1, 0]
    t.triggers("Beto", t.to("Ana", "soul", -1)).nobody()
    assert (souls(t), "Ana has no soul that can be lost" in t.note_texts) == ([1, 0], True)
    assert t.refuses(Played(1, "triggered", "", (t.to("Ana", "steal_soul"),))) == "FS-111"
    another = t.copy().triggers("Ana", t.to("Ana", "soul", 1)).nobody()  # only its own soul stays
    assert souls(another.triggers("Beto", another.to("Ana", "steal_soul")).nobody()) == [1, 1], (
        "only its own soul stays"
    )
    t.triggers("Beto", t.to("Ana", "kill")).all_pass()
    assert souls(t) == [1, 0]


@pytest.mark.rule("FS-112")
def test_the_last_paid_effect_of_the_bone_makes_a_soul_of_it_that_is_lost_for_good() -> None:
    """FS-112, L307: resolving it turns The Bone into a soul; discarded after that it is lost for good."""
    t = of("the-forgotten", "maggy").settles_on("depth", "every")
    bone = t.item("Ana", "The Bone").id
    assert t.refuses(Played(0, "paid", item=bone, cost=5)) == "FS-13", "it has no counters yet"
    t.triggers("Ana", Effect("counter", Target("owned", bone), 5)).nobody()
    t.do(Played(0, "paid", effects=(Effect("become_soul", Target("owned", bone)),), item=bone, cost=5))
    assert souls(t) == [0, 0]
    t.nobody()
    assert (souls(t), t.has("Ana", "The Bone")) == ([1, 0], False)
    assert t.player("Ana").souls[0].pile == "gone"
    stolen = t.copy().triggers("Beto", t.to("Ana", "steal_soul")).nobody()
    assert (souls(stolen), "FS-112" in stolen.ruled) == ([0, 1], False)
    t.triggers("Beto", t.to("Ana", "soul", -1)).nobody()
    assert (souls(t), t.has("Ana", "The Bone"), "FS-112" in t.ruled) == ([0, 0], False, True)


@pytest.mark.rule("FS-113")
def test_lost_soul_is_played_as_loot_and_becomes_a_soul_as_it_resolves() -> None:
    """FS-113, L308: played like any loot card; as it resolves it becomes a soul card and you gain it."""
    t = table(every=True)
    t.plays("Ana", t.to("Ana", "soul", 1), card="Lost Soul")
    assert (t.stack, souls(t)) == (["loot"], [0, 0])
    assert t.refuses(t.loot("Ana", "play", card="Lost Soul")) == "FS-44", "like any other loot card"
    t.nobody()
    assert souls(t) == [1, 0]


@pytest.mark.rule("FS-114")
def test_the_chest_becomes_a_soul_when_it_is_destroyed_also_by_the_penalty() -> None:
    """FS-114, L310: it becomes a soul of the player who owns it instead of going to the discard."""
    t = table(every=True).names("Beto", "The Chest")
    by_effect = t.copy()
    by_effect.plays("Ana", Effect("destroy", Target("owned", t.item("Beto", "The Chest").id))).nobody()
    by_death = t.copy().triggers("Ana", t.to("Beto", "kill")).all_pass()
    for u in (by_effect, by_death):
        assert (souls(u), u.has("Beto", "The Chest")) == ([0, 1], False)


@pytest.mark.rule("FS-114")
@pytest.mark.parametrize(("face", "gained"), [(6, 1), (5, 0), (1, 0)])
def test_pandoras_box_and_holy_chest_become_souls_on_a_six(face: int, gained: int) -> None:
    """FS-114, L311-312: if their effect resolves with a 6; Holy Chest for whoever plays it."""
    t = table(every=True).names("Beto", "Pandora's Box")
    t.uses("Beto", "Pandora's Box", t.plain("roll")).all_pass().rolls(face).all_pass()
    assert (souls(t), t.has("Beto", "Pandora's Box")) == ([0, gained], False), "it is destroyed as it is used"
    t = table(every=True).attacks_deck().nobody()
    t.turns_up_other(t.plain("roll"), name="Holy Chest").all_pass().rolls(face).all_pass()
    assert souls(t) == [gained, 0]


@pytest.mark.rule("FS-115", "FS-116")
@pytest.mark.parametrize(
    ("kind", "n", "gained"),
    [("cents", 21, 0), ("cents", 22, 1), ("cents", 40, 1), ("loot", 6, 0), ("loot", 7, 1), ("loot", 9, 1)],
)
def test_greed_and_gluttony_go_to_the_first_with_25_cents_or_ten_loot_cards(
    kind: EffectKind, n: int, gained: int
) -> None:
    """FS-115, FS-116, L321, L322: "el primer jugador en tener 25¢ o más", "10 o más cartas de botín"."""
    t = table(every=True, bonus_souls="on")
    t.triggers("Beto", t.to("Beto", kind, n)).nobody()
    assert souls(t) == [0, gained]
    t.triggers("Ana", t.to("Ana", kind, 30)).nobody()
    assert souls(t) == [1 - gained, gained]


@pytest.mark.rule("FS-117")
def test_soul_of_guppy_goes_to_the_first_with_two_guppy_items() -> None:
    """FS-117, L323: "el primer jugador en tener 2 o más objetos de Guppy"."""
    t = table(every=True, bonus_souls="on")
    t.names("Beto", "Guppy's Head", guppy=True).names("Ana", "Guppy's Tail", guppy=True)
    assert souls(t) == [0, 0]
    t.names("Beto", "Guppy's Paw", guppy=True)
    assert souls(t) == [0, 1]
    t.names("Ana", "Guppy's Hairball", guppy=True)
    assert souls(t) == [0, 1]
