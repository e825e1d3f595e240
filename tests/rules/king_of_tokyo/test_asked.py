"""Cards of King of Tokyo that ask a player: when they are offered and what they do."""

from __future__ import annotations

import pytest

from rules.engine.record import replace
from rules.king_of_tokyo.city.cards_in_play import discard_card, set_held
from rules.king_of_tokyo.model.card_catalogue import PowerCard
from rules.king_of_tokyo.model.events import Bought, DoneBuying, Swapped, Swept, UsedAside
from rules.king_of_tokyo.shop.reveal import FROM_DECK_TOP, FROM_DISCARDS, FROM_UNFOLLOWED_SHOP
from tests.support.games.king_of_tokyo import faces
from tests.support.games.king_of_tokyo_cards import CardTable, record

# --- changing dice -----------------------------------------------------------------------------------------------


@pytest.mark.rule("KT-06")
def test_the_dice_are_changed_before_they_count_and_otherwise_nobody_is_asked() -> None:
    """Herd Culler asks once before the dice count, and turns a die into a 1 that scores.

    Without such a card nobody is asked.
    """
    table = CardTable("herd_culler").throws("112233")
    table.uses("herd_culler", die=2)
    assert table.points[0] == 6
    assert CardTable().throws("112233").s.active == 1


@pytest.mark.rule("KT-06")
def test_the_culler_works_once_a_turn_and_again_in_the_next() -> None:
    """Herd Culler is offered once a turn, and again in the next turn."""
    table = CardTable("herd_culler stretchy").has("A", energy=2).throws("112233").uses("herd_culler", die=2)
    assert not table.may_use("herd_culler")
    assert table.next_turn().throws("112233").may_use("herd_culler")


@pytest.mark.rule("KT-26")
def test_a_plot_twist_turns_one_die_and_is_gone() -> None:
    """Plot Twist turns one die, here the last 3 into a 1, and is discarded."""
    table = CardTable("plot_twist").throws("112233").uses("plot_twist", die=4, face=1)
    assert (table.points[0], table.hand("A"), table.s.discard) == (6, [], ("plot_twist",))


@pytest.mark.rule("KT-26")
def test_a_stretchy_monster_pays_two_for_each_die_as_long_as_it_can() -> None:
    """Stretchy turns one die for two energy, as often as it can pay.

    Five energy: two dice are turned, one energy is left.
    """
    table = CardTable("stretchy").has("A", energy=5).throws("112233")
    table.uses("stretchy", die=2, face=1).uses("stretchy", die=3, face=1)
    assert (table.points[0], table.energy[0]) == (5 + 1 + 1, 1)


@pytest.mark.rule("KT-26")
def test_a_clown_turns_every_die_after_all_six_faces() -> None:
    """Clown lets its owner turn every die if 1-2-3-heart-energy-smash were thrown.

    After other faces it is not offered.
    """
    assert CardTable("clown").throws("112233").s.active == 1
    table = CardTable("clown").throws("123hes")
    for die in range(1, 6):
        table.uses("clown", die=die, face=1)
    assert table.usual().points[0] == 5 + 1 + 3


@pytest.mark.rule("KT-07")
@pytest.mark.parametrize(("n", "points"), [(1, 6), (2, 7)])
def test_twos_count_as_ones_for_who_is_shrinky(n: int, points: int) -> None:
    """Shrinky counts any number of 2s as 1s: 1-1 and one or two of the 2s."""
    table = CardTable("shrinky").throws("1122he").uses("shrinky", n=n)
    while table.s.active == 0:
        table.usual()
    assert table.points[0] == points


@pytest.mark.rule("KT-08")
def test_hearts_are_energy_for_who_burns_biofuel() -> None:
    """Biofuel turns hearts into energy: two of three hearts, while the third heals."""
    table = CardTable("biofuel").throws("hhh123").uses("biofuel", n=2).usual()
    assert (table.energy[0], table.hearts[0]) == (2, 9)


@pytest.mark.rule("KT-06")
@pytest.mark.parametrize(("face", "kept", "hearts"), [("1", ["psychic_probe"], 7), ("h", [], 8)])
def test_a_probe_throws_a_die_of_another_again_and_dies_of_a_heart(face: str, kept: list[str], hearts: int) -> None:
    """Psychic Probe rethrows one die of another player once, and is discarded on a heart.

    B probes A's smash.
    """
    table = CardTable("", "psychic_probe").throws("11223s")
    assert table.asked.seats == (0, 1)
    table.uses("psychic_probe", die=5).throws(face)
    assert table.hand("B") == kept
    assert table.hearts[2] == 8
    assert not (table.s.active == 0 and table.may_use("psychic_probe"))


@pytest.mark.rule("KT-06")
def test_a_probe_leaves_its_owners_dice_alone() -> None:
    """Psychic Probe is not offered for the dice of its owner."""
    assert CardTable("psychic_probe").throws("112233").s.active == 1


@pytest.mark.rule("KT-11")
@pytest.mark.parametrize(("city", "roll", "asked"), [(1, "11223s", True), (2, "11223s", False), (1, "112233", False)])
def test_a_witch_meddles_only_where_she_would_be_hit(city: int, roll: str, asked: bool) -> None:
    """Witch is asked only if the smashes would hit her owner, B.

    The cases: in Tokyo under smashes, elsewhere, and without smashes.
    """
    table = CardTable("", "witch", city=city).throws(roll)
    assert (table.s.active == 0 and table.may_use("witch")) == asked


@pytest.mark.rule("KT-11")
def test_a_witch_may_turn_the_blow_away() -> None:
    """Witch rethrows the only smash: it becomes the third 1, and nobody loses a heart."""
    table = CardTable("", "witch", city=1).throws("11223s").uses("witch", die=5).throws("1")
    assert (table.hearts, table.points[0]) == ((8, 8, 8), 6)


@pytest.mark.rule("KT-11")
def test_a_cheerleader_adds_a_claw_to_the_roll_of_another() -> None:
    """Cheerleader adds a smash to another player's dice: nobody threw one, and C loses a heart."""
    assert CardTable("", "cheerleader").throws("112233").uses("cheerleader").hearts == (8, 8, 7)


# --- extra throws ------------------------------------------------------------------------------------------------


@pytest.mark.rule("KT-03")
def test_an_energy_drink_is_a_throw_more_for_an_energy() -> None:
    """Energy Drink gives one more throw for an energy each.

    Three throws and two drinks are five. Without energy it is not offered.
    """
    table = CardTable("energy_drink").has("A", energy=2).uses("energy_drink").uses("energy_drink")
    assert not table.may_use("energy_drink")
    assert table.throws_left == 5
    assert table.energy[0] == 0


@pytest.mark.rule("KT-03")
def test_smoke_gives_three_throws_and_is_gone() -> None:
    """Smoke Cloud has three charges for one more throw each, and is discarded after the third."""
    table = CardTable().has("A", energy=4).throws("112233").buys("smoke_cloud").next_turn()
    assert table.monster("A").cards[0].counters == 3
    for _ in range(3):
        table.uses("smoke_cloud")
    assert (table.hand("A"), table.throws_left) == ([], 6)


@pytest.mark.rule("KT-04")
def test_a_background_dweller_throws_its_threes_again_for_nothing() -> None:
    """Background Dweller rethrows only the 3s, at no cost.

    The table follows each throw; the card is offered after the third one.
    """
    table = CardTable("background_dweller", throws="each")
    for _ in range(3):
        table.throws("112233")
    table.uses("background_dweller")
    assert table.asked.dice.count == 2  # type: ignore[union-attr]
    table.throws("13")
    assert table.s.now.faces == faces("112213")
    assert table.may_use("background_dweller")


# --- losing hearts -----------------------------------------------------------------------------------------------


@pytest.mark.rule("KT-11")
def test_wings_spare_everything_until_the_turn_is_over() -> None:
    """Wings, for two energy, prevent every loss of hearts until the end of the turn.

    C loses nothing to A's smashes nor to the Flame Thrower that A buys after them.
    """
    table = CardTable("", "", "wings").has("C", energy=2).has("A", energy=3).throws("1122ss").uses("wings")
    assert (table.hearts, table.energy[2]) == ((8, 8, 8), 0)
    table.buys("flame_thrower")
    assert table.hearts == (8, 6, 8)


@pytest.mark.rule("KT-11")
def test_wings_cost_two() -> None:
    """Wings are not offered to a player with one energy."""
    assert CardTable("", "", "wings").has("C", energy=1).throws("1122ss").hearts == (8, 8, 6)


@pytest.mark.rule("KT-13")
def test_jets_take_off_before_the_claws_strike() -> None:
    """Jets prevent the smashes' damage to a monster that yields.

    C loses nothing, and A enters Tokyo. Without yielding it loses the hearts.
    """
    table = CardTable("", "", "jets").throws("1122ss").uses("jets")
    assert (table.hearts, table.s.city) == ((8, 8, 8), 0)
    assert CardTable("", "", "jets").throws("1122ss").usual().hearts == (8, 8, 6)


@pytest.mark.rule("KT-17")
def test_jets_do_not_flee_from_cards() -> None:
    """Jets are not offered against a card: Flame Thrower is not a smash."""
    assert CardTable("", "", "jets").has("A", energy=3).throws("112233").buys("flame_thrower").hearts == (8, 6, 6)


@pytest.mark.rule("KT-11")
def test_a_super_jump_spares_one_heart_once_in_a_turn() -> None:
    """Super Jump prevents one lost heart, once a turn.

    Two smashes, then Flame Thrower: it was used for the smashes.
    """
    table = CardTable("", "", "super_jump").has("C", energy=2).has("A", energy=3).throws("1122ss").uses("super_jump")
    assert (table.hearts[2], table.energy[2]) == (7, 1)
    assert table.usual().buys("flame_thrower").hearts[2] == 5


@pytest.mark.rule("KT-11")
def test_electric_armor_spares_one_heart_of_each_loss() -> None:
    """Electric Armor prevents one heart of each loss.

    One of the smashes' and one of Flame Thrower's.
    """
    table = (
        CardTable("", "", "electric_armor")
        .has("C", energy=2)
        .has("A", energy=3)
        .throws("1122ss")
        .uses("electric_armor")
    )
    assert table.hearts[2] == 7
    assert table.usual().buys("flame_thrower").uses("electric_armor").hearts[2] == 6


@pytest.mark.rule("KT-11")
def test_a_robot_loses_energy_instead_of_hearts() -> None:
    """Robot loses energy instead of hearts.

    Three smashes and two energy cost both energy and one heart.
    """
    table = CardTable("", "", "robot").has("C", energy=2).throws("112sss").uses("robot", n=2)
    assert (table.hearts[2], table.energy[2]) == (7, 0)


@pytest.mark.rule("KT-11")
@pytest.mark.parametrize(("letters", "hearts"), [("hhh", 8), ("h1s", 6), ("123", 5)])
def test_camouflage_throws_a_die_for_each_heart(letters: str, hearts: int) -> None:
    """Camouflage throws a die for each heart that would be lost; each heart face prevents one.

    Three smashes, three dice.
    """
    table = CardTable("", "", "camouflage").throws("112sss").uses("camouflage")
    assert table.asked.dice.count == 3  # type: ignore[union-attr]
    assert table.throws(letters).hearts[2] == hearts


@pytest.mark.rule("KT-11")
def test_two_answers_to_one_loss_add_up_and_each_is_given_once() -> None:
    """Two cards used against one loss add up, and each is offered once.

    Camouflage prevents one of three, Electric Armor another.
    """
    table = (
        CardTable("", "", "camouflage electric_armor")
        .has("C", energy=5)
        .throws("112sss")
        .uses("camouflage")
        .throws("h12")
    )
    assert table.may_use("electric_armor")
    assert not table.may_use("camouflage")
    assert table.uses("electric_armor").hearts[2] == 7


@pytest.mark.rule("KT-09")
def test_rapid_healing_heals_at_any_moment_but_not_above_ten() -> None:
    """Rapid Healing heals at any moment, but not above ten hearts.

    B heals in A's turn, two energy a heart.
    """
    table = CardTable("", "rapid_healing").has("B", hearts=8, energy=7)
    table.aside("B", "rapid_healing").aside("B", "rapid_healing")
    assert (table.hearts[1], table.energy[1]) == (10, 3)
    assert not any(isinstance(choice.event, UsedAside) for choice in table.remarks)


@pytest.mark.rule("KT-14")
@pytest.mark.parametrize(("energy", "hearts", "left"), [(4, 1, 0), (5, 1, 1), (3, None, 3)])
def test_rapid_healing_outlives_a_blow_if_it_pays_for_enough(energy: int, hearts: int | None, left: int) -> None:
    """Rapid Healing prevents an elimination if it pays for enough hearts.

    Two hearts, three smashes: two hearts must be bought. Three energy are too few.
    """
    table = CardTable("", "", "rapid_healing").has("C", hearts=2, energy=energy).throws("112sss")
    if hearts is None:
        assert table.monster("C").out
    else:
        table.uses("rapid_healing")
        assert (table.hearts[2], table.energy[2]) == (hearts, left)


# --- at 0 hearts -------------------------------------------------------------------------------------------------


@pytest.mark.rule("KT-14")
def test_it_has_a_child_and_begins_anew_outside() -> None:
    """It Has a Child restarts its owner outside Tokyo with ten hearts, no points, no cards.

    The energy stays.
    """
    table = CardTable("", "", "it_has_a_child acid_attack").has("C", hearts=2, energy=3).throws("1122ss")
    child = table.monster("C")
    assert (child.hearts, child.points, child.energy, child.cards, child.out) == (10, 0, 3, (), False)
    assert table.s.city == 0


@pytest.mark.rule("KT-14")
def test_zombify_works_once_and_then_dice_heal_no_more() -> None:
    """Zombify returns its owner once, with twelve hearts outside Tokyo; dice heal it no more."""
    table = CardTable("zombify acid_attack", city=0).has("A", hearts=1).has("B", hearts=9).on()
    table.throws("112233").throws("11223s")
    undead = table.monster("A")
    assert (undead.hearts, undead.points, table.hand("A"), table.s.city) == (12, 0, ["zombify"], 1)
    table.has("A", hearts=5).on().throws("112233").on().throws("hhh112").on()
    assert table.hearts[0] == 5
    assert not table.monster("A").out


@pytest.mark.rule("KT-14")
def test_a_zombie_is_in_the_game_at_no_hearts() -> None:
    """Zombie keeps its owner in the game at 0 hearts until the card is discarded."""
    table = CardTable("", "", "zombie").has("C", hearts=2).throws("1122ss").on()
    assert (table.hearts[2], table.monster("C").out) == (0, False)
    assert table.change(discard_card, table.monster("C").cards[0].id).runs().monster("C").out


# --- hearts for others -------------------------------------------------------------------------------------------


@pytest.mark.rule("KT-09")
@pytest.mark.parametrize(("has", "pays"), [(5, 4), (3, 3), (0, 0)])
def test_a_healing_ray_is_paid_two_for_each_heart_or_what_there_is(has: int, pays: int) -> None:
    """Healing Ray is paid two energy for each heart, or what the healed player has.

    Three hearts: two for B, who pays, and one for A.
    """
    table = CardTable("healing_ray").has("B", energy=has).throws("hhh123").uses("healing_ray", other=1, n=2).usual()
    assert (table.hearts, table.energy) == ((9, 10, 8), (pays, has - pays, 0))


@pytest.mark.rule("KT-10")
def test_a_healing_ray_works_from_tokyo() -> None:
    """Healing Ray heals another player from Tokyo, where A's own hearts do not heal."""
    table = CardTable("healing_ray", city=0).has("B", energy=2).throws("h12233").uses("healing_ray", other=1, n=1)
    assert table.hearts == (8, 9, 8)


@pytest.mark.rule("KT-09", "KT-33")
def test_a_copied_healing_ray_uses_up_each_heart_once() -> None:
    """KT L134: "La imitación copia los efectos de una carta": it does not use up hearts twice.

    Three hearts, one for B: two are left for A, although both the card and its copy are A's.
    """
    table = CardTable("healing_ray mimic").has("B", energy=2)
    ray, mimic = table.monster("A").cards
    table.change(set_held, mimic.id, copies=ray.id).throws("hhh123")
    assert [choice.label.key for choice in table.asked.choices].count("{card}: heal another") == 2
    table.uses("healing_ray", other=1, n=1)
    assert table.asks == "2 hearts: do they heal another?"
    assert table.usual().hearts == (10, 9, 8)


# --- cards that come and go --------------------------------------------------------------------------------------


@pytest.mark.rule("KT-33")
def test_without_a_card_to_copy_mimic_lies_there() -> None:
    """Mimic asks nothing if there is no card to copy."""
    table = CardTable().has("A", energy=8).throws("112233").buys("mimic")
    assert table.hand("A") == ["mimic"]
    assert table.s.active == 1


@pytest.mark.rule("KT-13")
def test_unstable_dna_is_swapped_with_whoever_smashed() -> None:
    """Unstable DNA may be exchanged for a card of the player whose smashes made its owner yield.

    C takes A's Acid Attack for it; or keeps it.
    """
    table = CardTable("acid_attack", "", "unstable_dna").throws("112233").yields()
    acid = table.monster("A").cards[0].id
    table.do(Swapped(acid))
    assert (table.hand("A"), table.hand("C")) == (["unstable_dna"], ["acid_attack"])
    kept = CardTable("acid_attack", "", "unstable_dna").throws("112233").yields().do(DoneBuying())
    assert kept.hand("C") == ["unstable_dna"]


@pytest.mark.rule("KT-27")
def test_frozen_time_is_another_turn_with_a_die_less_and_no_more_than_that() -> None:
    """Freeze Time gives another turn with one die less after 1-1-1.

    1-1-1 again with five dice leads to a turn with four dice.
    """
    table = CardTable("freeze_time").throws("111223").uses("freeze_time").on()
    assert (table.s.active, table.asked.dice.count) == (0, 5)  # type: ignore[union-attr]
    table.throws("11122").uses("freeze_time").on()
    assert table.asked.dice.count == 4  # type: ignore[union-attr]
    assert table.throws("1122").on().s.active == 1


@pytest.mark.rule("KT-26")
def test_who_hibernates_loses_nothing_moves_nowhere_and_only_gathers() -> None:
    """Hibernation: no loss, no movement, no points; hearts and energy still count.

    A hibernates: numbers give nothing and nobody enters Tokyo. Using the card again discards it.
    """
    table = CardTable("hibernation", city=-1)
    table.throws("111hes").on()
    assert (table.hearts, table.points, table.energy, table.s.city) == ((9, 8, 8), (5, 5, 5), (1, 0, 0), -1)
    table.throws("11223s").on()
    assert table.hearts[0] == 9
    table.throws("112233")
    assert table.uses("hibernation").hand("A") == []


@pytest.mark.rule("KT-26")
def test_claws_do_not_wake_who_hibernates_and_nothing_is_bought() -> None:
    """Hibernation in Tokyo: no damage, no question about yielding, and no purchases.

    C hibernates in Tokyo under A's smashes; then A hibernates with energy to spend: on sweeping alone (KT L98).
    """
    table = CardTable("", "", "hibernation").throws("1122ss")
    assert (table.hearts, table.s.active, table.s.city) == ((8, 8, 8), 1, 2)
    table = CardTable("hibernation").has("A", energy=9).throws("112233")
    assert (table.offers(Bought), table.offers(Swept)) == (False, True)


@pytest.mark.rule("KT-30")
def test_a_zombie_may_have_twelve_hearts() -> None:
    """Zombify raises the maximum: a card heals its owner from eleven to twelve hearts."""
    table = CardTable("zombify", city=0).has("A", hearts=1).has("B", hearts=9).on().throws("112233").throws("11223s")
    table.has("A", hearts=11, energy=3).on().throws("112233").on().throws("112233").buys("heal")
    assert table.hearts[0] == 12


@pytest.mark.rule("KT-26")
def test_nobody_goes_to_sleep_in_tokyo() -> None:
    """Hibernation cannot be bought in Tokyo."""
    table = CardTable(city=0, edition="dark").has("A", energy=9).throws("112233")
    assert table.do(Bought(0, FROM_UNFOLLOWED_SHOP, (record("hibernation"),))).hand("A") == []
    assert (table.s.notes[-1].rule, table.energy[0]) == ("KT-22", 9)
    outside = CardTable(edition="dark").has("A", energy=9).throws("112233").buys("hibernation")
    assert outside.hand("A") == ["hibernation"]


@pytest.mark.rule("KT-26")
def test_a_scavenger_buys_from_the_discards() -> None:
    """Scavenger buys an affordable keep card from the discards."""
    table = CardTable("scavenger").has("A", energy=3)
    table.s = replace(table.s, discard=("jets", "wings", "gourmet", "alien_origin"))
    table.throws("112233").do(Bought(0, FROM_DISCARDS, (PowerCard("alien_origin"),)))
    assert (table.hand("A"), table.s.discard) == (["scavenger", "alien_origin"], ("jets", "wings", "gourmet"))


def followed(*hands: str, shop: tuple[str, str, str], energy: int, edition: str = "base") -> CardTable:
    """A table that follows the shop; A has thrown and may buy."""
    table = CardTable(*hands, follow__shop="on", edition=edition)
    table.s = replace(table.s, shop=shop)
    return table.has("A", energy=energy).throws("112233")


@pytest.mark.rule("KT-26")
def test_made_in_a_lab_buys_the_top_of_the_deck() -> None:
    """Made in a Lab buys the top card of the deck, and the shop stays as it is.

    Without the card such a purchase is refused.
    """
    table = followed("made_in_a_lab", shop=("tank", "jets", "wings"), energy=7).buys("extra_head", place=FROM_DECK_TOP)
    assert (table.hand("A"), table.s.shop) == (["made_in_a_lab", "extra_head"], ("tank", "jets", "wings"))
    assert (
        CardTable().has("A", energy=7).throws("112233").refuses(Bought(0, FROM_DECK_TOP, (record("tank"),))) == "KT-22"
    )


@pytest.mark.rule("KT-26")
def test_tentacles_buy_a_card_of_another_who_is_paid() -> None:
    """Parasitic Tentacles buy another player's card, who is paid: B's Jets for five."""
    table = CardTable("parasitic_tentacles", "jets").has("A", energy=6).throws("112233")
    table.uses("parasitic_tentacles", n=table.monster("B").cards[0].id)
    assert (table.energy, table.hand("A"), table.hand("B")) == ((1, 5, 0), ["parasitic_tentacles", "jets"], [])
