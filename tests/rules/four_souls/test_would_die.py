"""FS-82, FS-90: what prevents a death that lies on the stack, card by card, from its fact."""

import pytest

from rules.four_souls.model.events import Aimed, Told
from rules.four_souls.model.state import set_player
from tests.support.games.four_souls import Effect, FourSoulsTable, Target, play_out, table

rule = pytest.mark.rule


def dying(*items: str, who: str = "Ana", by: int = 9) -> FourSoulsTable:
    """A player with those items takes lethal damage in Ana's turn; the stack shows what lies above the death."""
    t = table("Ana", "Beto", "Cira")
    for item in items:
        t.names(who, item)
    return t.triggers("Cira", t.to(who, "damage", by)).nobody()


@rule("FS-90")
@pytest.mark.parametrize(("item", "saves"), [("guppys-collar", (1, 2, 3)), ("broken-ankh", (6,))])
@pytest.mark.parametrize("face", range(1, 7))
def test_a_roll_may_prevent_the_death_of_its_owner(item: str, saves: tuple[int, ...], face: int) -> None:
    """Guppy's Collar with 1 to 3, Broken Ankh with a 6: the death does not happen, and in their turn it ends."""
    t = play_out(dying(item), face)
    if face in saves:
        assert (t.player("Ana").life, t.player("Ana").doom, t.player("Ana").cents) == (2, "none", 3)
        assert (t.s.ending or t.s.active != 0, t.stack) == (True, [])
    else:
        assert t.player("Ana").cents == 2  # the penalty


@rule("FS-90")
def test_in_somebody_elses_turn_nothing_else_is_cancelled() -> None:
    """Guppy's Collar, as Beto dies in Ana's turn: he is back at the life from before, and Ana's turn goes on."""
    t = play_out(dying("guppys-collar", who="Beto"), 2)
    assert (t.player("Beto").life, t.player("Beto").doom, t.s.ending, t.s.phase) == (2, "none", False, "action")


@rule("FS-82")
def test_the_prevention_lies_above_the_death_and_healing_saves_nobody() -> None:
    """The trigger goes above the death; healing in response to it leaves the death where it is."""
    t = dying("guppys-collar")
    assert (t.step, t.stack) == ("roll_die", ["player_death"])
    t.rolls(6)
    assert t.stack == ["roll", "player_death"]
    t = play_out(t.triggers("Beto", t.to("Beto", "cents", 1)), 6)
    assert t.player("Ana").cents == 2


def guarded(who: str, card: str = "holy-card") -> FourSoulsTable:
    """Ana has played Holy Card on that player."""
    t = table("Ana", "Beto", "Cira").plays("Ana", card=card)
    return t.do(Aimed(Target("seat", t.seat(who)))).nobody()


@rule("FS-90", "FS-50")
def test_holy_card_prevents_the_next_death_of_this_turn_once() -> None:
    """Holy Card on Beto: his next death this turn is prevented; a second one happens."""
    t = guarded("Beto")
    assert t.view.players[1].boosts
    t.triggers("Cira", t.to("Beto", "damage", 2)).nobody()
    assert t.stack == ["triggered", "player_death"]
    t.all_pass()
    assert (t.player("Beto").life, t.view.players[1].boosts, t.s.phase, t.s.ending) == (2, (), "action", False)
    t.triggers("Cira", t.to("Beto", "kill")).nobody().all_pass()
    assert t.player("Beto").doom == "dead"


@rule("FS-90", "FS-53")
def test_holy_card_ends_the_turn_of_its_player() -> None:
    """On Ana in her own turn: the death is prevented, everything is cancelled and the turn ends."""
    t = guarded("Ana")
    t.triggers("Cira", t.to("Ana", "kill")).nobody().nobody().all_pass()
    assert (t.player("Ana").life, t.player("Ana").cents) == (2, 3)
    assert t.s.ending or t.s.active != 0 or t.s.phase == "end"


@rule("FS-50")
def test_holy_card_is_over_with_the_turn() -> None:
    """It means the next death of this turn: in the next turn Beto dies."""
    t = guarded("Beto").next_turn()
    t.triggers("Cira", t.to("Beto", "kill")).nobody().all_pass()
    assert t.player("Beto").cents == 2


@rule("FS-14", "FS-85")
@pytest.mark.parametrize("item", ["fetal-haunt", "daddy-haunt"])
def test_a_haunt_goes_to_another_player_as_its_owner_dies(item: str) -> None:
    """Fetal Haunt, Daddy Haunt: as their owner dies they are given to another player of the owner's choice."""
    t = table("Ana", "Beto", "Cira").names("Beto", item)
    t.triggers("Cira", t.to("Beto", "kill")).nobody().nobody()
    assert (t.step, {c.event.target for c in t.asked.choices}) == ("aim", {Target("seat", 0), Target("seat", 2)})
    t.do(Aimed(Target("seat", 2))).all_pass()
    assert (t.has("Cira", item), t.has("Beto", item), t.player("Cira").treasures) == (True, False, 1)
    assert t.player("Beto").treasures == 0


@rule("FS-14")
def test_daddy_haunt_adds_one_to_each_damage() -> None:
    """Daddy Haunt: its owner takes 1 more of each damage."""
    t = table("Ana", "Beto", "Cira").names("Ana", "daddy-haunt")
    t.s = set_player(t.s, 0, life=9, full=9)
    t.triggers("Beto", t.to("Ana", "damage", 2)).nobody()
    assert t.player("Ana").life == 6


@rule("FS-11")
def test_decoy_swaps_places_with_the_stolen_item() -> None:
    """Decoy: an item of another player is stolen, and Decoy goes to that player."""
    t = table("Ana", "Beto", "Cira").names("Ana", "decoy").names("Beto", "breakfast").names("Cira", "dinner")
    use = next(c for c in t.asked.choices if c.kind != "activated" and "steal" in str(c.event))
    t.do(use.event)
    t.do(Aimed(Target("owned", t.item("Beto", "breakfast").id))).nobody()
    assert (t.has("Ana", "breakfast"), t.has("Beto", "decoy"), t.has("Ana", "decoy")) == (True, True, False)
    assert [t.player(who).treasures for who in ("Ana", "Beto", "Cira")] == [1, 1, 1]


@rule("FS-14")
def test_finger_swaps_an_item_with_whoever_rolled_a_two() -> None:
    """Finger!: on a roll of 2 of anybody, its owner may steal one of the roller's items and give one of theirs."""
    t = table("Ana", "Beto", "Cira").names("Beto", "finger").names("Beto", "dinner").names("Ana", "breakfast")
    t.attacks("fly").rolls(2).nobody().passes_until("say")
    swap = next(
        c.event
        for c in t.asked.choices
        if isinstance(c.event, Told)
        and [e.kind for e in c.event.effects] == ["steal", "give"]
        and c.event.effects[1].target == Target("owned", t.item("Beto", "dinner").id)
    )
    t.do(swap)
    assert (t.has("Beto", "breakfast"), t.has("Ana", "dinner"), t.has("Beto", "finger")) == (True, True, True)


@rule("FS-14")
def test_monstros_tooth_lets_the_other_player_choose_the_item() -> None:
    """Monstro's Tooth: as its owner's turn starts a player destroys one of their items, and chooses which."""
    t = table("Ana", "Beto", "Cira").names("Beto", "monstros-tooth").names("Cira", "dinner").names("Cira", "breakfast")
    t.ends_turn().passes_until("aim")
    t.do(Aimed(Target("seat", 2)))
    assert (t.step, t.asked.seats) == ("part", (2,))


@rule("FS-59")
def test_the_big_pill_is_rolled_three_times() -> None:
    """Pills! (big): three dice, each with its own effect; 1, 3 and 6: attack, life and damage."""
    t = table("Ana", "Beto").plays("Ana", card="pills-big").nobody()
    for face in (1, 3, 6):
        t.rolls(face)
    assert t.stack.count("roll") == 3
    play_out(t, 1)
    assert (t.player("Ana").attack, t.player("Ana").full, t.player("Ana").life) == (2, 3, 2)


@rule("FS-15")
@pytest.mark.parametrize(("face", "loot", "cents"), [(2, 1, 0), (5, 0, 5)])
def test_sticky_nickel_goes_to_the_left_or_pays(face: int, loot: int, cents: int) -> None:
    """Sticky Nickel: with 1 to 3 the card goes to the hand on its player's left, else its player gains 5¢."""
    t = table("Ana", "Beto", "Cira")
    left, mine = t.player("Cira").loot, t.player("Beto").cents
    t.s = set_player(t.s, 1, ready=True)
    play_out(t.plays("Beto", card="sticky-nickel").nobody(), face)
    assert (t.player("Cira").loot - left, t.player("Beto").cents - mine) == (loot, cents)


@rule("FS-14", "FS-86")
def test_rib_of_greed_keeps_loot_and_cents() -> None:
    """Rib of Greed: neither effects nor the death penalty take loot or ¢; what its owner pays is paid."""
    t = table("Ana", "Beto", "Cira").names("Beto", "rib-of-greed").names("Beto", "dinner")
    before = (t.player("Beto").cents, t.player("Beto").loot)
    t.triggers("Ana", t.to("Beto", "cents", -2), t.to("Beto", "loot", -1)).nobody()
    assert (t.player("Beto").cents, t.player("Beto").loot) == before
    t.triggers("Ana", t.to("Beto", "kill")).nobody()
    while t.stack or t.step == "part":
        t.do(t.asked.choices[0].event) if t.step == "part" else t.nobody()
    assert (t.player("Beto").cents, t.player("Beto").loot, t.player("Beto").treasures) == (*before, 1)
    t.offers_cents("Beto", "Ana", 1).accepts()
    assert t.player("Beto").cents == before[0] - 1


@rule("FS-64")
def test_damocles_brings_a_second_treasure_with_each_one() -> None:
    """Damocles: 1 treasure more of each gain, a purchase too; as its owner dies it is destroyed."""
    t = table("Ana", "Beto", "Cira").names("Ana", "damocles").by_hand("Ana", "cents", 7)
    t.do(next(c.event for c in t.asked.choices if type(c.event).__name__ == "Bought")).nobody()
    t.all_pass()
    assert (t.player("Ana").cents, t.player("Ana").treasures) == (0, 3)


@rule("FS-14", "FS-112")
def test_cursed_soul_counts_hurts_and_goes_on() -> None:
    """Cursed Soul: as its owner's turn starts 1 damage and a counter, a soul with the sixth; as it ends it is given."""
    t = table("Ana", "Beto", "Cira").names("Beto", "cursed-soul")
    t.ends_turn()
    while t.s.active != 1 or t.s.phase != "action":
        t.nobody()
    assert (t.player("Beto").life, t.item("Beto", "cursed-soul").counters) == (1, 1)
    t.ends_turn()
    assert (t.step, {c.event.target for c in t.asked.choices}) == ("aim", {Target("seat", 0), Target("seat", 2)})
    t.do(Aimed(Target("seat", 2)))
    while not t.has("Cira", "cursed-soul"):
        t.nobody()
    assert t.item("Cira", "cursed-soul").counters == 2  # the turn of Cira has begun


@rule("FS-14")
def test_gnawed_leaf_spares_its_owner_in_the_turns_of_others() -> None:
    """Gnawed Leaf: no damage in other players' turns; in one's own turn damage is damage."""
    t = table("Ana", "Beto", "Cira").names("Ana", "gnawed-leaf").names("Beto", "gnawed-leaf")
    t.triggers("Cira", t.to("Beto", "damage", 1)).nobody()
    t.triggers("Cira", t.to("Ana", "damage", 1)).nobody()
    assert (t.player("Beto").life, t.player("Ana").life) == (2, 1)


def gains(item: str) -> FourSoulsTable:
    """Ana has gained a treasure and says that it is that one; what it does as it comes has happened."""
    t = table("Ana", "Beto", "Cira")
    t.triggers("Ana", Effect("treasure", Target("seat", 0), 1)).nobody()
    t.names("Ana", item).all_pass()
    return t


@rule("FS-14")
def test_the_dead_cat_prevents_damage_with_its_counters() -> None:
    """The Dead Cat: 9 counters as it comes, and each damage that would be taken costs as many and is prevented."""
    t = gains("the-dead-cat")
    assert t.item("Ana", "the-dead-cat").counters == 9
    t.triggers("Cira", t.to("Ana", "damage", 4)).nobody()
    t.triggers("Cira", t.to("Ana", "damage", 4)).nobody()
    assert (t.player("Ana").life, t.item("Ana", "the-dead-cat").counters) == (2, 1)
    t.triggers("Cira", t.to("Ana", "damage", 2)).nobody()
    assert (t.player("Ana").life, t.item("Ana", "the-dead-cat").counters) == (1, 0)
    t.triggers("Cira", t.to("Ana", "damage", 1)).nobody().all_pass()
    assert t.player("Ana").cents == 2  # nothing prevents this one: the penalty


@rule("FS-12", "FS-11")
def test_keepers_penny_pays_more_each_time_and_goes_on() -> None:
    """Keeper's Penny: 9¢ as it comes; turned sideways a counter, as many ¢, and it goes to another player."""
    t = gains("keepers-penny")
    assert t.player("Ana").cents == 12
    use = next(c for c in t.asked.choices if not c.template.holes and "give" in str(c.event))
    t.do(use.event).do(Aimed(Target("seat", 1))).nobody()
    assert (t.player("Ana").cents, t.has("Beto", "keepers-penny")) == (13, True)
    assert t.item("Beto", "keepers-penny").counters == 1


@rule("FS-13")
def test_keepers_sack_may_be_given_away() -> None:
    """Keeper's Sack: 14¢ as it comes; 4¢ give it to another player."""
    t = gains("keepers-sack")
    assert t.player("Ana").cents == 17
    pay = next(c for c in t.asked.choices if not c.template.holes and "give" in str(c.event))
    t.do(pay.event).do(Aimed(Target("seat", 2))).nobody()
    assert (t.player("Ana").cents, t.has("Cira", "keepers-sack"), t.has("Ana", "keepers-sack")) == (13, True, False)
