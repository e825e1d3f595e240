"""FS-14, FS-37, FS-90: what changes damage and gains before they happen, card by card, from its fact."""

import pytest

from rules.engine import Text
from rules.four_souls.model.events import Prevented
from rules.four_souls.model.stack_item import Item
from rules.four_souls.model.state import set_player
from rules.four_souls.stack.effect_actions import apply_effects
from tests.support.games.four_souls import FourSoulsTable, table

rule = pytest.mark.rule


MISS = Text("Misses: {n} damage to {who}", n=2, who="Ana")


def with_item(*items: str, life: int = 6, **options: object) -> FourSoulsTable:
    """Ana has those items and much life; her loot, ¢ and items are what they were before."""
    t = table("Ana", "Beto", "Cira", **options)  # type: ignore[arg-type]
    for item in items:
        t.names("Ana", item)
    t.s = set_player(t.s, 0, life=life, full=life)
    return t


def hurt(t: FourSoulsTable, by: int, who: str = "Ana") -> FourSoulsTable:
    """An effect deals damage, and nobody responds."""
    return t.triggers("Beto", t.to(who, "damage", by)).nobody()


def happens(t: FourSoulsTable, who: str, kind: str, by: int) -> FourSoulsTable:
    """An effect of Ana's has happened."""
    t.s = apply_effects(t.s, Item(0, "loot", 0, effects=(t.to(who, kind, by),)))
    return t


def lost(t: FourSoulsTable, life: int = 6) -> int:
    return life - t.player("Ana").life


# --- damage: items ---------------------------------------------------------------------------------------------------


@rule("FS-14")
def test_dry_baby_lets_through_one_damage_at_a_time() -> None:
    """Dry Baby: damage that its owner would take is 1 at most, each time; the log says which item did it."""
    t = hurt(with_item("dry-baby"), 3)
    assert (lost(t), "FS-14" in t.ruled) == (1, True)
    assert lost(hurt(t, 2)) == 2
    assert lost(hurt(with_item("dry-baby"), 1)) == 1


@rule("FS-14")
def test_dry_baby_helps_in_a_fight_and_nobody_else() -> None:
    """Combat damage is damage too; another player takes all of it."""
    t = with_item("dry-baby", monsters=("red-host", "fly")).attacks("red-host").rolls(1)
    assert t.monster("red-host").attack == 2
    assert t.asked.stake == Text("{damage}, {n} of it prevented", "{damage}, {n} of it prevented", n=1, damage=MISS)
    t.nobody().all_pass()
    assert lost(t) == 1
    t = with_item("dry-baby")
    t.s = set_player(t.s, 1, life=6, full=6)
    assert hurt(t, 3, "Beto").player("Beto").life == 3


@rule("FS-14")
def test_callus_stops_everything_but_combat_damage() -> None:
    """Callus: no damage but that of fights."""
    t = hurt(with_item("callus"), 2)
    assert lost(t) == 0
    t.attacks("fly").rolls(1).nobody().all_pass()
    assert lost(t) == 1


@rule("FS-14")
@pytest.mark.parametrize(
    ("item", "face", "harm"),
    [("infamy", 1, 0), ("infamy", 2, 1), ("ball-of-bandages", 3, 0), ("ball-of-bandages", 1, 1),
     ("halo-of-flies", 1, 0), ("halo-of-flies", 2, 1)],
)  # fmt: skip
def test_an_item_spares_combat_damage_of_certain_attack_rolls(item: str, face: int, harm: int) -> None:
    """Infamy 1, Ball of Bandages 3, Halo of Flies 1 and 6: such an attack roll deals its owner no combat damage."""
    t = with_item(item, monsters=("clotty", "gurdy")).attacks("gurdy").rolls(face).nobody().all_pass()
    assert lost(t) == harm
    assert lost(hurt(with_item(item), 1)) == 1


@rule("FS-59")
@pytest.mark.parametrize(("face", "left"), [(6, 1), (5, 2), (1, 2)])
def test_guppys_hairball_is_rolled_for_before_damage(face: int, left: int) -> None:
    """Guppy's Hairball: its owner rolls before they take damage, and a 6 prevents 1 of it."""
    t = hurt(with_item("guppys-hairball"), 2)
    assert (t.step, t.asked.seats, t.stack) == ("roll_die", (0,), ["held"])
    t.rolls(face).nobody().all_pass()
    assert lost(t) == left


@rule("FS-59")
def test_guppys_hairball_may_prevent_all_of_one_damage() -> None:
    """Of 1 damage nothing is left: it leaves the stack, and nothing reacts to it."""
    t = with_item("guppys-hairball", "swallowed-penny")
    before = t.player("Ana").cents
    hurt(t, 1).rolls(6).nobody()
    assert (lost(t), t.stack, t.player("Ana").cents) == (0, [], before)


# --- damage: effects of this turn ------------------------------------------------------------------------------------


def protected(kind: str, by: int) -> FourSoulsTable:
    return happens(with_item(), "Ana", kind, by)


@rule("FS-50")
def test_the_hierophant_covers_one_instance_and_what_is_left_lapses() -> None:
    """V. The Hierophant: of the next damage 2 are prevented; after 1 damage nothing of it is left."""
    t = hurt(protected("shield_once", 2), 3)
    assert lost(t) == 1
    t = hurt(hurt(protected("shield_once", 2), 1), 1)
    assert lost(t) == 1


@rule("FS-50")
def test_soul_heart_prevents_the_next_damage_point_by_point() -> None:
    """Soul Heart: the next 1 damage is prevented, however large the instance is."""
    assert lost(hurt(protected("shield", 1), 3)) == 2


@rule("FS-50")
def test_yum_heart_prevents_the_whole_next_instance() -> None:
    """Yum Heart: all of the next damage to a player or monster, and nothing of the one after it."""
    t = hurt(protected("shield_once", 0), 5)
    assert lost(t) == 0
    assert lost(hurt(t, 1)) == 1


@rule("FS-50")
def test_moms_bra_caps_the_next_instance_of_a_monster_too() -> None:
    """Mom's Bra: the next damage to a player or monster is 1 at most; the one after it is whole."""
    t = table(monsters=("monstro", "fly"))
    happens(t, "monstro", "cap_damage", 1)
    hurt(t, 3, "monstro")
    full = t.monster("monstro").card.hp
    assert full - t.monster("monstro").life == 1
    assert full - hurt(t, 2, "monstro").monster("monstro").life == 3


@rule("FS-50")
def test_what_waits_for_damage_is_over_with_the_turn() -> None:
    """The Hierophant and Mom's Bra last this turn: damage in the next turn is whole; the board tells it until then."""
    t = protected("shield_once", 2)
    assert t.view.players[0].boosts == (Text("prevents {n} of the next damage this turn", n=2),)
    t.next_turn()
    assert (t.view.players[0].boosts, lost(hurt(t, 2))) == ((), 2)


# --- several on one damage -------------------------------------------------------------------------------------------


@rule("FS-37")
def test_the_hurt_player_orders_what_replaces_their_damage() -> None:
    """Dry Baby and a shield of 1 on 3 damage: the shield first leaves 2, of which 1 gets through; else nothing does."""
    t = with_item("dry-baby")
    hurt(t.triggers("Ana", t.to("Ana", "shield", 1)).nobody(), 3)
    assert (t.step, t.asked.seats) == ("order_preventions", (0,))
    t.do(Prevented("shield"))
    assert lost(t) == 1
    t = with_item("dry-baby")
    hurt(t.triggers("Ana", t.to("Ana", "shield", 1)).nobody(), 3)
    t.do(Prevented("item", t.item("Ana", "dry-baby").id))
    assert (lost(t), t.player("Ana").shield) == (0, 0)


@rule("FS-37")
def test_nobody_is_asked_where_the_order_changes_nothing() -> None:
    """Two shields of this turn on 5 damage prevent 4 in either order; Callus and a shield: nothing is dealt at all."""
    t = protected("shield_once", 2)
    assert lost(hurt(happens(t, "Ana", "shield_once", 2), 5)) == 1
    t = with_item("callus")
    hurt(t.triggers("Ana", t.to("Ana", "shield", 1)).nobody(), 1)
    assert (t.step, lost(t), t.player("Ana").shield) == ("priority", 0, 1)


# --- gains -----------------------------------------------------------------------------------------------------------


def gained(t: FourSoulsTable, kind: str, by: int) -> FourSoulsTable:
    return t.triggers("Ana", t.to("Ana", kind, by)).nobody()


@rule("FS-14")
def test_counterfeit_penny_adds_one_to_each_gain_of_cents() -> None:
    """Counterfeit Penny: 1¢ more of each gain, from loot and from a reward; a gift, a theft and a loss are no gains."""
    t = with_item("counterfeit-penny")
    assert gained(t, "cents", 3).player("Ana").cents == 7
    assert gained(t, "cents", -2).player("Ana").cents == 5
    assert happens(t, "Beto", "steal_cents", 2).player("Ana").cents == 7
    t.offers_cents("Beto", "Ana", 1).accepts()
    assert t.player("Ana").cents == 8


@rule("FS-74")
def test_a_reward_is_a_gain_that_is_replaced() -> None:
    """Fly gives 1¢; with Counterfeit Penny its killer gains 2¢."""
    t = with_item("counterfeit-penny").attacks("fly").rolls(6)
    while t.stack or t.step == "roll_die":
        t.nobody() if t.step == "priority" else t.usual()
    assert t.player("Ana").cents == 3 + 2


@rule("FS-43")
def test_lucky_toe_adds_to_loot_but_not_in_the_loot_step() -> None:
    """Lucky Toe: 1 loot card more each time but for the one with which the turn begins."""
    t = with_item("lucky-toe")
    before = t.player("Ana").loot
    assert gained(t, "loot", 2).player("Ana").loot == before + 3
    t.ends_turn()
    while t.s.active != 0 or t.s.phase != "action":
        t.nobody()
    assert t.player("Ana").loot == before + 4


@rule("FS-50")
def test_loot_is_doubled_this_turn() -> None:
    """Two of Clubs: whoever is chosen draws as many loot cards more, each time until the turn ends."""
    t = with_item()
    happens(t, "Ana", "more_loot", 2)
    before = t.player("Ana").loot
    assert gained(t, "loot", 2).player("Ana").loot == before + 4
    assert gained(t, "loot", 1).player("Ana").loot == before + 6


@rule("FS-37")
def test_the_player_orders_what_replaces_their_gain() -> None:
    """Lucky Toe and a doubled gain of 2 cards: 6 with Lucky Toe first, 5 with it last, as the player says."""
    for first, more in (("item", 6), ("turn", 5)):
        t = with_item("lucky-toe")
        happens(t, "Ana", "more_loot", 2)
        before = t.player("Ana").loot
        gained(t, "loot", 2)
        assert (t.step, t.asked.seats) == ("order_gains", (0,))
        t.do(next(c.event for c in t.asked.choices if c.event.first == first))
        assert t.player("Ana").loot == before + more


@rule("FS-103")
def test_an_item_that_is_gone_before_the_order_is_said_changes_nothing() -> None:
    """The table takes the item away while the order is asked: the question goes on with what is left."""
    t = with_item("lucky-toe")
    happens(t, "Ana", "more_loot", 2)
    before = t.player("Ana").loot
    gained(t, "loot", 2)
    t.s = set_player(t.s, 0, items=(), treasures=0)
    t.do(t.asked.choices[0].event)
    assert t.player("Ana").loot == before + 4
