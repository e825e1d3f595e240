"""Effects of the power cards that are written as data, with numbers set by hand."""

from __future__ import annotations

import subprocess
import sys

import pytest

from tests.support.games.king_of_tokyo_cards import CardTable
from tests.support.paths import ROOT

THREE = tuple[int, int, int]


@pytest.mark.rule("KT-26")
@pytest.mark.parametrize(
    ("hands", "city", "roll", "hearts", "points", "energy"),
    [
        # cards of A, B and C, seat in Tokyo City, A's throw; then hearts, points and energy of the three after A's turn
        ("//", 2, "112233", (8, 8, 8), (5, 5, 5), (0, 0, 0)),
        ("acid_attack//", 2, "112233", (8, 8, 7), (5, 5, 5), (0, 0, 0)),
        ("alpha_monster//", 2, "11223s", (8, 8, 7), (6, 5, 5), (0, 0, 0)),
        ("alpha_monster//", 2, "112233", (8, 8, 8), (5, 5, 5), (0, 0, 0)),
        ("alpha_monster acid_attack//", 2, "112233", (8, 8, 7), (6, 5, 5), (0, 0, 0)),
        ("//armor_plating", 2, "11223s", (8, 8, 8), (5, 5, 5), (0, 0, 0)),
        ("//armor_plating", 2, "1122ss", (8, 8, 6), (5, 5, 5), (0, 0, 0)),
        ("burrowing//", 0, "112233", (8, 7, 7), (5, 5, 5), (0, 0, 0)),
        ("burrowing//", 2, "11223s", (8, 8, 7), (5, 5, 5), (0, 0, 0)),
        ("complete_destruction//", 2, "123hes", (9, 8, 7), (14, 5, 5), (1, 0, 0)),
        ("complete_destruction//", 2, "122hes", (9, 8, 7), (5, 5, 5), (1, 0, 0)),
        ("energy_hoarder//", 2, "eeeeee", (8, 8, 8), (6, 5, 5), (6, 0, 0)),
        ("energy_hoarder//", 2, "eeeee1", (8, 8, 8), (5, 5, 5), (5, 0, 0)),
        ("fire_breathing//", 2, "11223s", (8, 7, 6), (5, 5, 5), (0, 0, 0)),
        ("fire_breathing//", 2, "112233", (8, 8, 8), (5, 5, 5), (0, 0, 0)),
        ("friend_of_children//", 2, "11223e", (8, 8, 8), (5, 5, 5), (2, 0, 0)),
        ("gourmet//", 2, "111223", (8, 8, 8), (8, 5, 5), (0, 0, 0)),
        ("gourmet//", 2, "222113", (8, 8, 8), (7, 5, 5), (0, 0, 0)),
        ("herbivore//", 2, "112233", (8, 8, 8), (6, 5, 5), (0, 0, 0)),
        ("herbivore//", 2, "11223s", (8, 8, 7), (5, 5, 5), (0, 0, 0)),
        ("nova_breath//", 2, "1122ss", (8, 6, 6), (5, 5, 5), (0, 0, 0)),
        ("detritivore//", 2, "123112", (8, 8, 8), (8, 5, 5), (0, 0, 0)),
        ("detritivore//", 2, "1122hh", (10, 8, 8), (5, 5, 5), (0, 0, 0)),
        ("poison_quills//", 2, "222113", (8, 8, 6), (7, 5, 5), (0, 0, 0)),
        ("regeneration//", 2, "11223h", (10, 8, 8), (5, 5, 5), (0, 0, 0)),
        ("solar_powered//", 2, "112233", (8, 8, 8), (5, 5, 5), (1, 0, 0)),
        ("solar_powered//", 2, "11223e", (8, 8, 8), (5, 5, 5), (1, 0, 0)),
        ("lunar_powered//", 2, "112233", (8, 8, 8), (5, 5, 5), (1, 0, 0)),
        ("spiked_tail//", 2, "11223s", (8, 8, 6), (5, 5, 5), (0, 0, 0)),
        ("spiked_tail//", 2, "112233", (8, 8, 8), (5, 5, 5), (0, 0, 0)),
        ("spiked_tail acid_attack//", 2, "112233", (8, 8, 6), (5, 5, 5), (0, 0, 0)),
        ("//making_it_stronger", 2, "1122ss", (8, 8, 6), (5, 5, 5), (0, 0, 1)),
        ("//making_it_stronger", 2, "11223s", (8, 8, 7), (5, 5, 5), (0, 0, 0)),
        ("//reflective_hide", 2, "1122ss", (7, 8, 6), (5, 5, 5), (0, 0, 0)),
        ("reflective_hide//reflective_hide", 2, "1122ss", (7, 8, 6), (5, 5, 5), (0, 0, 0)),
        ("natural_selection//", 2, "1122sss", (8, 8, 5), (5, 5, 5), (0, 0, 0)),
        ("flaming_aura//", 2, "1111he", (9, 7, 7), (7, 5, 5), (1, 0, 0)),
        ("flaming_aura//", 2, "111hee", (9, 8, 8), (6, 5, 5), (2, 0, 0)),
        ("gamma_blast//", -1, "112233", (8, 7, 7), (6, 5, 5), (0, 0, 0)),
        ("hungry_urbavore//", -1, "112233", (8, 8, 8), (7, 5, 5), (0, 0, 0)),
        ("//bull_headed", 2, "11223s", (8, 8, 7), (5, 5, 6), (0, 0, 0)),
        ("devil//", 2, "11223s", (8, 8, 6), (5, 5, 5), (0, 0, 0)),
        ("//devil", 2, "11223s", (8, 8, 7), (5, 5, 5), (0, 0, 0)),
        ("ghost//ghost", 2, "1122ss", (8, 8, 7), (5, 5, 5), (0, 0, 0)),
        ("urbavore//", 2, "11223s", (8, 8, 7), (5, 5, 5), (0, 0, 0)),
        ("/princess/", 2, "112233", (8, 8, 8), (5, 6, 5), (0, 0, 0)),
        ("vampire//vampire", 2, "1122ss", (9, 8, 6), (5, 5, 5), (0, 0, 0)),
    ],
)
def test_a_card_in_play_does_what_it_says(
    hands: str, city: int, roll: str, hearts: THREE, points: THREE, energy: THREE
) -> None:
    """A card in play changes the numbers of A, B and C as it says.

    A throws, and everybody gives the usual answer.
    """
    table = CardTable(*hands.split("/"), city=city).throws(roll).on()
    assert (table.hearts, table.points, table.energy) == (hearts, points, energy)


@pytest.mark.rule("KT-26")
@pytest.mark.parametrize(
    ("card", "hearts", "points", "energy"),
    [
        ("apartment_building", (8, 8, 8), (8, 5, 5), (5, 4, 3)),
        ("commuter_train", (8, 8, 8), (7, 5, 5), (6, 4, 3)),
        ("corner_store", (8, 8, 8), (6, 5, 5), (7, 4, 3)),
        ("death_from_above", (8, 8, 8), (8, 5, 5), (5, 4, 3)),  # and one point for entering Tokyo
        ("energize", (8, 8, 8), (5, 5, 5), (11, 4, 3)),
        ("evacuation_orders", (8, 8, 8), (5, 0, 0), (3, 4, 3)),
        ("flame_thrower", (8, 6, 6), (5, 5, 5), (7, 4, 3)),
        ("gas_refinery", (8, 5, 5), (7, 5, 5), (4, 4, 3)),
        ("heal", (10, 8, 8), (5, 5, 5), (7, 4, 3)),
        ("high_altitude_bombing", (5, 5, 5), (5, 5, 5), (6, 4, 3)),
        ("jet_fighters", (4, 8, 8), (10, 5, 5), (5, 4, 3)),
        ("national_guard", (6, 8, 8), (7, 5, 5), (7, 4, 3)),
        ("nuclear_power_plant", (10, 8, 8), (7, 5, 5), (4, 4, 3)),
        ("skyscraper", (8, 8, 8), (9, 5, 5), (4, 4, 3)),
        ("tank", (5, 8, 8), (9, 5, 5), (6, 4, 3)),
        ("vast_storm", (8, 8, 8), (7, 5, 5), (4, 2, 2)),
        ("monster_pets", (8, 8, 8), (2, 2, 2), (10, 4, 3)),
        ("barricades", (8, 8, 8), (5, 2, 2), (5, 4, 3)),
        ("ice_cream_truck", (10, 8, 8), (6, 5, 5), (6, 4, 3)),
        ("supertower", (8, 8, 8), (10, 5, 5), (3, 4, 3)),
        ("frenzy", (8, 8, 8), (5, 5, 5), (3, 4, 3)),
    ],
)
def test_a_card_that_is_discarded_acts_at_once(card: str, hearts: THREE, points: THREE, energy: THREE) -> None:
    """A discard card acts when it is bought, and goes to the discards.

    A has 10 energy, B 4, C 3; A buys it.
    """
    table = CardTable().has("A", energy=10).has("B", energy=4).has("C", energy=3).throws("112233").buys(card)
    assert (table.hearts, table.points, table.energy) == (hearts, points, energy)
    assert table.s.discard == (card,)
    assert table.hand("A") == []


@pytest.mark.rule("KT-26")
def test_death_from_above_drives_everybody_out() -> None:
    """Death from Above moves its buyer into Tokyo City and everybody else out."""
    table = CardTable().has("A", energy=5).throws("112233").buys("death_from_above")
    assert (table.s.city, table.s.bay) == (0, -1)


@pytest.mark.rule("KT-27")
def test_frenzy_is_another_turn_right_after_this_one() -> None:
    """Frenzy gives another turn right after this one: A throws again, and then B."""
    table = CardTable().has("A", energy=7).throws("112233").buys("frenzy").on()
    assert (table.s.active, len(table.asked.dice.count * "x")) == (0, 6)  # type: ignore[union-attr]
    assert table.throws("112233").on().s.active == 1


@pytest.mark.rule("KT-04")
@pytest.mark.parametrize(("hand", "dice"), [("", 6), ("extra_head", 7), ("extra_head extra_head", 8)])
def test_each_extra_head_is_a_die_more(hand: str, dice: int) -> None:
    """Extra Head gives one more die; two of them give two."""
    assert CardTable(hand).asked.dice.count == dice  # type: ignore[union-attr]


@pytest.mark.rule("KT-27")
def test_a_herbivore_that_only_hurts_itself_is_one() -> None:
    """Herbivore gives its point if only its owner lost hearts.

    National Guard costs A two hearts and gives two points; Herbivore adds one.
    """
    table = CardTable("herbivore").has("A", energy=3).throws("112233").buys("national_guard").on()
    assert (table.hearts[0], table.points[0]) == (6, 8)


@pytest.mark.rule("KT-03")
@pytest.mark.parametrize(
    ("hand", "throws"), [("", 3), ("giant_brain", 4), ("statue_of_liberty", 4), ("giant_brain statue_of_liberty", 5)]
)
def test_a_brain_and_a_statue_are_a_throw_more(hand: str, throws: int) -> None:
    """Giant Brain and Statue of Liberty each give one more throw; the prompt has the number."""
    assert CardTable(hand).throws_left == throws


@pytest.mark.rule("KT-26")
def test_the_press_pays_for_every_purchase_after_its_own() -> None:
    """Media-Friendly gives a point for each later purchase, none for its own."""
    table = CardTable().has("A", energy=10).throws("112233").buys("media_friendly")
    assert table.points[0] == 5
    assert table.buys("corner_store").points[0] == 7


@pytest.mark.rule("KT-14")
@pytest.mark.parametrize(("card", "out"), [("", True), ("it_has_a_child", False)])
def test_the_eater_of_the_dead_gains_three_for_each_monster_that_falls(card: str, out: bool) -> None:
    """Eater of the Dead gives B three points when C is eliminated, also if It Has a Child brings it back."""
    table = CardTable("", "eater_of_the_dead", card).has("C", hearts=2).throws("1122ss")
    assert (table.points[1], table.monster("C").out) == (8, out)


@pytest.mark.rule("KT-27")
@pytest.mark.parametrize(("mine", "points"), [(3, 4), (5, 5), (6, 6)])
def test_the_underdog_is_rooted_for_only_if_nobody_has_as_few(mine: int, points: int) -> None:
    """Rooting for the Underdog gives A a point only with fewer points than everybody else."""
    table = CardTable("rooting_for_the_underdog").has("A", points=mine).throws("112233").on()
    assert table.points[0] == points


@pytest.mark.rule("KT-21")
def test_an_urbavore_likes_tokyo() -> None:
    """Urbavore gives three points for a turn start in Tokyo, and one more smash there."""
    table = CardTable("", "", "urbavore").throws("112233").throws("112233").on()
    assert table.points[2] == 5 + 3
    assert table.throws("11223s").hearts == (6, 6, 8)


@pytest.mark.rule("KT-02")
@pytest.mark.parametrize(("hearts", "after"), [(2, 4), (3, 3)])
def test_nanobots_mend_who_is_nearly_gone(hearts: int, after: int) -> None:
    """Nanobots heal two hearts at the start of a turn with fewer than three."""
    table = CardTable("", "nanobots", "").has("B", hearts=hearts).throws("112233").on()
    assert table.hearts[1] == after


@pytest.mark.rule("KT-13")
@pytest.mark.parametrize(
    ("card", "hearts", "energy"),
    [("burrowing", (7, 8, 7), (0, 0, 0)), ("jagged_tactician", (7, 8, 7), (0, 0, 1)), ("", (8, 8, 7), (0, 0, 0))],
)
def test_whoever_takes_tokyo_from_it_pays(card: str, hearts: THREE, energy: THREE) -> None:
    """Burrowing and Jagged Tactician cost a heart to the monster that takes Tokyo.

    C yields to A's smash; A loses a heart to C's card and enters all the same.
    """
    table = CardTable("", "", card).throws("11223s").yields()
    assert (table.hearts, table.energy, table.s.city) == (hearts, energy, 0)


@pytest.mark.rule("KT-34")
@pytest.mark.parametrize("card", ["poison_spit", "shrink_ray", "pirate"])
def test_claws_that_cost_no_heart_leave_no_mark(card: str) -> None:
    """Smashes that cost no heart have no further effect: no token, no stolen energy.

    C's Armor Plating prevents the only smash.
    """
    table = CardTable(card, "", "armor_plating").has("C", energy=3).throws("11223s").on()
    assert (table.monster("C").poison, table.monster("C").shrink, table.energy) == (0, 0, (0, 0, 3))


@pytest.mark.rule("KT-26")
@pytest.mark.parametrize(("points", "after"), [((5, 4, 7), (6, 4, 6)), ((5, 7, 7), (7, 6, 6)), ((9, 0, 0), (9, 0, 0))])
def test_a_draining_ray_takes_a_point_from_whoever_has_most(points: THREE, after: THREE) -> None:
    """Draining Ray takes a point from the other monsters with most points, on four of a kind.

    From one, from both if tied, from nobody at 0 points.
    """
    table = CardTable("draining_ray")
    for seat, n in enumerate(points):
        table.has("ABC"[seat], points=n)
    assert table.throws("hhhh12").points == after


@pytest.mark.rule("KT-11")
def test_a_pirate_takes_energy_from_whoever_the_claws_wound() -> None:
    """Pirate takes one energy from each monster that its smashes hurt."""
    table = CardTable("pirate", "").has("B", energy=2).has("C", energy=2).throws("11223s").on()
    assert table.energy == (1, 2, 1)


@pytest.mark.rule("KT-26")
def test_a_battery_is_emptied_in_three_turns_and_discarded() -> None:
    """Battery Monster holds six energy, pays two at each turn start, and is then discarded."""
    table = CardTable().has("A", energy=3).throws("112233").buys("battery_monster")
    assert table.monster("A").cards[0].counters == 6
    assert [table.next_turn().throws("112233").energy[0] for _ in range(3)] == [2, 4, 6]
    assert (table.hand("A"), table.s.discard) == ([], ("battery_monster",))


@pytest.mark.rule("KT-14")
def test_natural_selection_ends_who_ends_on_a_three() -> None:
    """Natural Selection gives four energy, four hearts and a die; a 3 at the end eliminates.

    Seven dice are thrown, with one 3 among them.
    """
    table = CardTable().has("A", energy=2, hearts=5).throws("112211").buys("natural_selection")
    assert (table.energy[0], table.hearts[0]) == (4, 9)
    table.next_turn().throws("1122213").on()
    assert table.monster("A").out


@pytest.mark.rule("KT-01")
def test_an_astronaut_wins_with_seventeen_points() -> None:
    """Astronaut wins at seventeen points, not at sixteen."""
    assert CardTable("astronaut").has("A", points=15).throws("111223").on().s.outcome is None
    table = CardTable("astronaut").has("A", points=16).throws("111223").on()
    assert table.s.outcome is not None
    assert table.s.outcome.winners == (0,)


@pytest.mark.rule("KT-22")
@pytest.mark.parametrize(("hand", "left"), [("", 4), ("alien_origin", 5), ("alien_origin alien_origin", 6)])
def test_an_alien_pays_an_energy_less(hand: str, left: int) -> None:
    """Alien Origin makes a card one energy cheaper, two copies two.

    Skyscraper costs 6 of 10 energy.
    """
    assert CardTable(hand).has("A", energy=10).throws("112233").buys("skyscraper").energy[0] == left


@pytest.mark.rule("KT-05")
def test_an_orb_of_doom_has_the_throws_followed_and_costs_a_heart_for_each_again() -> None:
    """Orb of Doom costs a heart for each throw after the first, and has the throws followed.

    B owns it: C has thrown twice again; A pays for the second and the third throw.
    """
    table = CardTable("", "orb_of_doom").next_turn().throws("112233")
    assert table.hearts == (8, 8, 6)
    assert table.throws("112233").hearts == (7, 8, 6)
    assert table.throws("112233").hearts == (6, 8, 6)


NEW_CARD = """
from rules.card_data import CardRow
from rules.king_of_tokyo.model import card_catalogue

new = {
    "number": 99, "es": "Nueva", "en": "New", "kind": "keep", "cost": 3, "copies": {"base": 1},
    "effect": {"es": "", "en": ""}, "does": "always -> claws:1@me && resolving if(claws>=1) -> points:2@me",
}
printed = card_catalogue._rows
row = CardRow("base.toml", "new", new)
card_catalogue._rows = lambda file: printed(file) | ({"new": row} if file == "base" else {})

from tests.support.games.king_of_tokyo_cards import CardTable, record

table = CardTable("new", "", "", city=2).throws("112233").on()
assert (table.hearts, table.points) == ((8, 8, 7), (7, 5, 5)), (table.hearts, table.points)
assert record("new").name == "New"
"""
"""A program in which the base game has one card more in its data, and nothing else."""


def test_a_new_card_is_one_entry_in_the_data() -> None:
    """A card whose clauses have known verbs works, and can be bought by name, without a line of code."""
    subprocess.run([sys.executable, "-c", NEW_CARD], cwd=ROOT, check=True)
