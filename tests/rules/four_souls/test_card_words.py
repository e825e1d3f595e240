"""FS-14, FS-34, FS-103: what each word of the cards' notation does in play, from the facts of the cards."""

import pytest

from rules.four_souls.model.events import Told
from tests.support.games.four_souls import Effect, FourSoulsTable, Target, table

rule = pytest.mark.rule


def resolved(t: FourSoulsTable) -> FourSoulsTable:
    """Resolve the stack; the first way that is offered is taken."""
    while t.all_pass().stack or t.step in ("say", "aim", "choose_way"):
        t.do(next(c.event for c in t.asked.choices if not c.template.holes))
    return t


def set_to(t: FourSoulsTable, who: str, what: str, n: int) -> FourSoulsTable:
    return t.by_hand(who, what, n - getattr(t.player(who), what))


def starts_turn_of(t: FourSoulsTable, who: str) -> FourSoulsTable:
    """End turns until that player's turn begins, at the first question of it."""
    turn = t.s.turn
    while t.s.turn == turn or t.s.active != t.seat(who):
        t.nobody() if t.step == "priority" else t.do(next(c.event for c in t.asked.choices if not c.template.holes))
    return t


# --- whose die it was --------------------------------------------------------------------------------------------


@rule("FS-14")
def test_moms_razor_may_hurt_whoever_rolled_a_6() -> None:
    """Mom's Razor: as anybody rolls a 6, its owner may deal that player 1 damage; after a 5 nothing is asked."""
    t = table().names("Beto", "moms-razor").attacks("clotty").rolls(6)
    assert (t.all_pass().step, t.asked.seats) == ("say", (1,))
    offered = [c.event for c in t.asked.choices if isinstance(c.event, Told) and c.event.effects]
    hurts = [(effect.kind, effect.target, effect.amount) for event in offered for effect in event.effects]
    assert hurts == [("damage", Target("seat", 0), 1)]
    t.do(offered[0])
    assert t.player("Ana").life == 1
    t = table().names("Beto", "moms-razor").attacks("clotty").rolls(5).nobody()
    assert all(item.kind != "triggered" for item in t.s.stack.items)


@rule("FS-14")
def test_tarot_cloth_takes_a_card_of_whoever_rolled_a_4() -> None:
    """Tarot Cloth: as a player rolls a 4, its owner steals a loot card of that player, without any question."""
    t = table().names("Beto", "tarot-cloth").attacks("clotty").rolls(4)
    assert t.all_pass().step == "roll_die"
    assert (t.player("Ana").loot, t.player("Beto").loot) == (3, 4)


# --- several abilities of one item -------------------------------------------------------------------------------


@rule("FS-14")
def test_guppys_tail_draws_in_the_loot_step_and_discards_at_the_end() -> None:
    """Guppy's Tail: 2 loot cards come in its owner's loot step, and one is discarded as the turn ends."""
    t = table().names("Beto", "guppys-tail")
    starts_turn_of(t, "Beto")
    t.all_pass()
    while t.s.phase != "action":
        t.nobody()
    assert t.player("Beto").loot == 5
    t.ends_turn()
    assert t.all_pass().player("Beto").loot == 4


@rule("FS-14")
def test_ipecac_hurts_all_others_on_an_attack_roll_of_6() -> None:
    """Ipecac: +1 attack; on an attack roll of 6 each other player takes 1 damage, on a card's 6 nobody does."""
    t = table().names("Ana", "ipecac")
    assert t.player("Ana").attack == 2
    t.attacks("clotty").rolls(6).all_pass()
    assert t.player("Beto").life == 1
    t = table().names("Ana", "ipecac").plays("Ana", card="pills-red").nobody().rolls(6)
    assert t.all_pass().player("Beto").life == 2


@rule("FS-14")
def test_ultra_flesh_kid_counts_deaths_and_becomes_a_soul_with_twelve() -> None:
    """Ultra Flesh Kid!: a counter for each death; as the turn ends it becomes a soul with 12, and stays with 11."""
    for before, souls in ((10, 0), (11, 1)):
        t = table().names("Ana", "ultra-flesh-kid")
        t.adjust(f"owned.{t.item('Ana', 'ultra-flesh-kid').id}.counters", before)
        t.attacks("fly").rolls(6).all_pass()
        while t.step != "priority" or t.stack:
            t.turns_up("clotty") if t.step == "reveal" else t.nobody()
        assert t.item("Ana", "ultra-flesh-kid").counters == before + 1
        assert t.ends_turn().all_pass().player("Ana").soul_count == souls


# --- conditions --------------------------------------------------------------------------------------------------


@rule("FS-34")
@pytest.mark.parametrize(
    ("before", "cents", "loot", "treasures"), [(0, 0, 0, 0), (1, 10, 0, 0), (3, 0, 4, 0), (5, 0, 0, 2)]
)
def test_alabaster_box_gives_by_the_counters_it_has_then(before: int, cents: int, loot: int, treasures: int) -> None:
    """Alabaster Box: a counter comes on it as a turn starts; with exactly 2, 4 or 6, 10¢, 4 loot or 2 treasures."""
    t = table().names("Beto", "alabaster-box")
    t.adjust(f"owned.{t.item('Beto', 'alabaster-box').id}.counters", before)
    old = t.player("Beto")
    starts_turn_of(t, "Beto")
    while t.s.phase != "action":
        t.nobody()
    new = t.player("Beto")
    assert t.item("Beto", "alabaster-box").counters == before + 1
    drawn = 1  # the loot card of the turn
    gained = new.cents - old.cents, new.loot - old.loot - drawn, new.treasures - old.treasures
    assert gained == (cents, loot, treasures)


# --- amounts that the table works out ----------------------------------------------------------------------------


def gains(t: FourSoulsTable, who: str, what: str, before: int) -> int:
    number: int = getattr(t.player(who), what)
    return number - before


@rule("FS-34")
def test_jera_doubles_the_cards_that_are_left_in_the_hand() -> None:
    """Jera: as many loot cards are drawn as lie in the hand, from which Jera itself has gone."""
    t = set_to(table(), "Ana", "loot", 5).plays("Ana", card="jera").nobody()
    assert t.player("Ana").loot == 8


@rule("FS-34")
def test_ace_of_diamonds_counts_monster_slots_and_the_hand() -> None:
    """Ace of Diamonds: 1¢ for each monster slot and each loot card in hand."""
    t = set_to(set_to(table(), "Ana", "loot", 5), "Ana", "cents", 0).plays("Ana", card="ace-of-diamonds").nobody()
    assert t.player("Ana").cents == 2 + 4


@rule("FS-34")
def test_two_of_diamonds_doubles_the_cents_of_the_chosen_player() -> None:
    """Two of Diamonds: the chosen player gains as many ¢ as they have."""
    t = set_to(table(), "Beto", "cents", 7).plays("Ana", card="two-of-diamonds")
    t.do(next(c.event for c in t.asked.choices if c.event.target == Target("seat", 1))).nobody()
    assert (t.player("Ana").cents, t.player("Beto").cents) == (3, 14)


@rule("FS-26")
def test_two_of_spades_draws_as_many_as_another_holds() -> None:
    """Two of Spades: its player loots as many as another player has in hand, who keeps all of them."""
    t = set_to(table(), "Beto", "loot", 6).plays("Ana", card="two-of-spades").nobody()
    assert (t.player("Ana").loot, t.player("Beto").loot) == (3 + 6, 6)


@rule("FS-34")
@pytest.mark.parametrize(("loot", "cents", "after"), [(6, 9, (6, 9)), (1, 2, (3, 3))])
def test_viii_justice_catches_up_and_loses_nothing(loot: int, cents: int, after: tuple[int, int]) -> None:
    """VIII. Justice: loot and ¢ up to those of the chosen player; who has more keeps all of it."""
    t = set_to(set_to(table(), "Beto", "loot", loot), "Beto", "cents", cents).plays("Ana", card="viii-justice")
    t.do(next(c.event for c in t.asked.choices if c.event.target == Target("seat", 1))).nobody()
    assert (t.player("Ana").loot, t.player("Ana").cents) == after
    assert (t.player("Beto").loot, t.player("Beto").cents) == (loot, cents)


@rule("FS-14")
def test_consolation_prize_draws_the_souls_that_one_lags_behind() -> None:
    """Consolation Prize: as a turn starts, as many loot cards as the leader has more souls than its owner."""
    for souls, drawn in ((0, 0), (2, 2)):
        t = table().names("Beto", "consolation-prize")
        t = t.by_hand("Ana", "souls", souls) if souls else t
        before = t.player("Beto").loot
        starts_turn_of(t, "Beto")
        while t.s.phase != "action":
            t.nobody()
        assert gains(t, "Beto", "loot", before) == drawn + 1  # and the loot card of the turn


@rule("FS-14")
def test_cambion_conception_counts_damage_and_turns_six_into_a_treasure() -> None:
    """Cambion Conception: a counter for each damage its owner takes; with 6 or more, 6 go and a treasure comes."""
    t = table().names("Ana", "cambion-conception")
    t.adjust(f"owned.{t.item('Ana', 'cambion-conception').id}.counters", 4)
    before = t.player("Ana").treasures
    t.plays("Beto", t.to("Ana", "damage", 1), kind="activated").all_pass()
    assert (t.item("Ana", "cambion-conception").counters, t.player("Ana").treasures) == (5, before)
    t = table().names("Ana", "cambion-conception")
    t.adjust(f"owned.{t.item('Ana', 'cambion-conception').id}.counters", 5)
    before = t.player("Ana").treasures
    t.plays("Beto", t.to("Ana", "damage", 1), kind="activated").all_pass()
    assert (t.item("Ana", "cambion-conception").counters, t.player("Ana").treasures) == (0, before + 1)


# --- more moments ------------------------------------------------------------------------------------------------


@rule("FS-14")
def test_brimstone_hurts_another_player_as_its_owner_hits_a_monster() -> None:
    """Brimstone: 1 damage to another player as its owner deals a monster combat damage, none on a miss."""
    t = table().names("Ana", "brimstone").attacks("clotty").rolls(6)
    assert resolved(t).player("Beto").life == 1
    t = table().names("Ana", "brimstone").attacks("clotty").rolls(1)
    assert resolved(t).player("Beto").life == 2


@rule("FS-14")
@pytest.mark.parametrize(("face", "life"), [(6, 0), (5, 1)])
def test_moms_knife_cuts_the_other_monsters_on_a_6(face: int, life: int) -> None:
    """Mom's Knife: combat damage of a 6 deals 1 to each other monster and no more to this one, that of a 5 none."""
    t = table().names("Ana", "moms-knife")
    fly, clotty = t.monster("fly").id, t.monster("clotty").life
    t.attacks("clotty").rolls(face)
    while t.step == "priority" and t.stack:
        t.nobody()
        if t.s.find_monster(fly) is None or any(item.kind == "monster_death" for item in t.s.stack.items):
            break
    found = t.s.find_monster(fly)
    assert (found.life if found else 0) == life
    assert t.monster("clotty").life == clotty - 2


@rule("FS-14")
def test_fire_mind_doubles_what_a_6_deals_and_a_1_takes() -> None:
    """Fire Mind: combat damage of an attack roll of 6 or 1 counts twice; that of a 5 once."""
    t = table().names("Ana", "fire-mind").attacks("clotty").rolls(5)
    assert t.all_pass().monster("clotty").life == t.monster("clotty").card.hp - 1
    t = table().names("Ana", "fire-mind").attacks("clotty").rolls(6)
    assert not t.all_pass().there("clotty")  # it has 2 life
    t = table().names("Ana", "fire-mind").attacks("fly").rolls(1)
    assert t.monster("fly").attack == 1
    t.nobody()
    assert t.player("Ana").life == 0


@rule("FS-14")
def test_keepers_box_pays_as_another_player_buys() -> None:
    """Keeper's Box: 2¢ and a loot card as another player buys an item, nothing as its owner does."""
    for owner, gained in (("Beto", (2, 1)), ("Ana", (0, 0))):
        t = set_to(table().names(owner, "keepers-box"), "Ana", "cents", 10)
        cents, loot = t.player(owner).cents, t.player(owner).loot
        t.do(next(c.event for c in t.asked.choices if type(c.event).__name__ == "Bought"))
        t.all_pass()
        spent = 10 if owner == "Ana" else 0
        assert (gains(t, owner, "cents", cents) + spent, gains(t, owner, "loot", loot)) == gained


# --- coming into play, and being destroyed -----------------------------------------------------------------------


@rule("FS-11")
def test_rock_bottom_counts_the_hand_as_it_comes_into_play_and_only_then() -> None:
    """Rock Bottom: gained and named, as many counters as cards in hand come on it; an item named later gets none."""
    t = table().plays("Ana", Effect("treasure", Target("seat", 0), 1)).nobody()
    t.names("Ana", "rock-bottom")
    assert t.all_pass().item("Ana", "rock-bottom").counters == t.player("Ana").loot == 3
    t.names("Ana", "moms-shovel")
    assert (t.stack, t.item("Ana", "moms-shovel").ready) == ([], True)


@rule("FS-14")
def test_rock_bottom_draws_two_as_the_turn_ends_with_fewer_cards_than_counters() -> None:
    """Rock Bottom: as the turn ends with fewer cards in hand than counters on it 2 loot come; with as many, none."""
    for hand, drawn in ((2, 2), (3, 0)):
        t = set_to(table().names("Ana", "rock-bottom"), "Ana", "loot", hand)
        t.adjust(f"owned.{t.item('Ana', 'rock-bottom').id}.counters", 3)
        assert gains(t.ends_turn().all_pass(), "Ana", "loot", hand) == drawn


@rule("FS-14")
def test_judas_shadow_pays_its_counters_as_it_is_destroyed() -> None:
    """Judas' Shadow: destroyed, its owner gains as many ¢ and loot cards as counters lay on it."""
    t = table().names("Ana", "judas-shadow")
    id = t.item("Ana", "judas-shadow").id
    t.adjust(f"owned.{id}.counters", 4)
    cents, loot = t.player("Ana").cents, t.player("Ana").loot
    t.plays("Beto", Effect("destroy", Target("owned", id)), kind="activated").all_pass()
    assert (gains(t, "Ana", "cents", cents), gains(t, "Ana", "loot", loot)) == (4, 4)


@rule("FS-14")
def test_wishbone_brings_a_treasure_as_it_is_destroyed() -> None:
    """Wishbone: destroyed, it is replaced by a treasure of its owner's."""
    t = table().plays("Ana", card="wishbone").nobody()
    before = t.player("Ana").treasures
    t.plays("Beto", Effect("destroy", Target("owned", t.item("Ana", "wishbone").id)), kind="activated").all_pass()
    assert (t.player("Ana").treasures, t.has("Ana", "wishbone")) == (before, False)
