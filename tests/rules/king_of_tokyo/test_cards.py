"""What every card that only says a line does: numbers before and after, written by hand."""

from __future__ import annotations

import pytest

from tests.support.games.king_of_tokyo_cards import CardTable

THREE = tuple[int, int, int]


@pytest.mark.rule("KT-26")
@pytest.mark.parametrize(
    ("hands", "city", "roll", "hearts", "points", "energy"),
    [
        # who has what, who stands in Tokyo, what A throws, and what A, B and C have when A's turn is over
        pytest.param(("", "", ""), 2, "112233", (8, 8, 8), (5, 5, 5), (0, 0, 0), id="nothing"),
        pytest.param(("acid_attack", "", ""), 2, "112233", (8, 8, 7), (5, 5, 5), (0, 0, 0), id="acid_attack"),
        pytest.param(("alpha_monster", "", ""), 2, "11223s", (8, 8, 7), (6, 5, 5), (0, 0, 0), id="alpha_monster"),
        pytest.param(
            ("alpha_monster", "", ""), 2, "112233", (8, 8, 8), (5, 5, 5), (0, 0, 0), id="alpha_monster without"
        ),
        pytest.param(
            ("alpha_monster acid_attack", "", ""), 2, "112233", (8, 8, 7), (6, 5, 5), (0, 0, 0), id="alpha and acid"
        ),
        pytest.param(("", "", "armor_plating"), 2, "11223s", (8, 8, 8), (5, 5, 5), (0, 0, 0), id="armor_plating"),
        pytest.param(("", "", "armor_plating"), 2, "1122ss", (8, 8, 6), (5, 5, 5), (0, 0, 0), id="armor_plating two"),
        pytest.param(("burrowing", "", ""), 0, "112233", (8, 7, 7), (5, 5, 5), (0, 0, 0), id="burrowing inside"),
        pytest.param(("burrowing", "", ""), 2, "11223s", (8, 8, 7), (5, 5, 5), (0, 0, 0), id="burrowing outside"),
        pytest.param(
            ("complete_destruction", "", ""), 2, "123hes", (9, 8, 7), (14, 5, 5), (1, 0, 0), id="complete_destruction"
        ),
        pytest.param(("complete_destruction", "", ""), 2, "122hes", (9, 8, 7), (5, 5, 5), (1, 0, 0), id="not complete"),
        pytest.param(("energy_hoarder", "", ""), 2, "eeeeee", (8, 8, 8), (6, 5, 5), (6, 0, 0), id="energy_hoarder"),
        pytest.param(("energy_hoarder", "", ""), 2, "eeeee1", (8, 8, 8), (5, 5, 5), (5, 0, 0), id="hoards five"),
        pytest.param(("fire_breathing", "", ""), 2, "11223s", (8, 7, 6), (5, 5, 5), (0, 0, 0), id="fire_breathing"),
        pytest.param(("fire_breathing", "", ""), 2, "112233", (8, 8, 8), (5, 5, 5), (0, 0, 0), id="no fire"),
        pytest.param(
            ("friend_of_children", "", ""), 2, "11223e", (8, 8, 8), (5, 5, 5), (2, 0, 0), id="friend_of_children"
        ),
        pytest.param(("gourmet", "", ""), 2, "111223", (8, 8, 8), (8, 5, 5), (0, 0, 0), id="gourmet"),
        pytest.param(("gourmet", "", ""), 2, "222113", (8, 8, 8), (7, 5, 5), (0, 0, 0), id="gourmet twos"),
        pytest.param(("herbivore", "", ""), 2, "112233", (8, 8, 8), (6, 5, 5), (0, 0, 0), id="herbivore"),
        pytest.param(("herbivore", "", ""), 2, "11223s", (8, 8, 7), (5, 5, 5), (0, 0, 0), id="herbivore hunts"),
        pytest.param(("nova_breath", "", ""), 2, "1122ss", (8, 6, 6), (5, 5, 5), (0, 0, 0), id="nova_breath"),
        pytest.param(("detritivore", "", ""), 2, "123112", (8, 8, 8), (8, 5, 5), (0, 0, 0), id="detritivore"),
        pytest.param(("detritivore", "", ""), 2, "1122hh", (10, 8, 8), (5, 5, 5), (0, 0, 0), id="no detritus"),
        pytest.param(("poison_quills", "", ""), 2, "222113", (8, 8, 6), (7, 5, 5), (0, 0, 0), id="poison_quills"),
        pytest.param(("regeneration", "", ""), 2, "11223h", (10, 8, 8), (5, 5, 5), (0, 0, 0), id="regeneration"),
        pytest.param(("solar_powered", "", ""), 2, "112233", (8, 8, 8), (5, 5, 5), (1, 0, 0), id="solar_powered"),
        pytest.param(("solar_powered", "", ""), 2, "11223e", (8, 8, 8), (5, 5, 5), (1, 0, 0), id="solar has some"),
        pytest.param(("lunar_powered", "", ""), 2, "112233", (8, 8, 8), (5, 5, 5), (1, 0, 0), id="lunar_powered"),
        pytest.param(("spiked_tail", "", ""), 2, "11223s", (8, 8, 6), (5, 5, 5), (0, 0, 0), id="spiked_tail"),
        pytest.param(("spiked_tail", "", ""), 2, "112233", (8, 8, 8), (5, 5, 5), (0, 0, 0), id="spiked_tail without"),
        pytest.param(
            ("spiked_tail acid_attack", "", ""), 2, "112233", (8, 8, 6), (5, 5, 5), (0, 0, 0), id="spikes after acid"
        ),
        pytest.param(
            ("", "", "making_it_stronger"), 2, "1122ss", (8, 8, 6), (5, 5, 5), (0, 0, 1), id="making_it_stronger"
        ),
        pytest.param(("", "", "making_it_stronger"), 2, "11223s", (8, 8, 7), (5, 5, 5), (0, 0, 0), id="not stronger"),
        pytest.param(("", "", "reflective_hide"), 2, "1122ss", (7, 8, 6), (5, 5, 5), (0, 0, 0), id="reflective_hide"),
        pytest.param(
            ("reflective_hide", "", "reflective_hide"), 2, "1122ss", (7, 8, 6), (5, 5, 5), (0, 0, 0), id="two mirrors"
        ),
        pytest.param(
            ("natural_selection", "", ""), 2, "1122sss", (8, 8, 5), (5, 5, 5), (0, 0, 0), id="natural_selection safe"
        ),
        pytest.param(("flaming_aura", "", ""), 2, "1111he", (9, 7, 7), (7, 5, 5), (1, 0, 0), id="flaming_aura"),
        pytest.param(("flaming_aura", "", ""), 2, "111hee", (9, 8, 8), (6, 5, 5), (2, 0, 0), id="three only"),
        pytest.param(("gamma_blast", "", ""), -1, "112233", (8, 7, 7), (6, 5, 5), (0, 0, 0), id="gamma_blast"),
        pytest.param(("hungry_urbavore", "", ""), -1, "112233", (8, 8, 8), (7, 5, 5), (0, 0, 0), id="hungry_urbavore"),
        pytest.param(("", "", "bull_headed"), 2, "11223s", (8, 8, 7), (5, 5, 6), (0, 0, 0), id="bull_headed"),
        pytest.param(("devil", "", ""), 2, "11223s", (8, 8, 6), (5, 5, 5), (0, 0, 0), id="devil"),
        pytest.param(("", "", "devil"), 2, "11223s", (8, 8, 7), (5, 5, 5), (0, 0, 0), id="devil of another"),
        pytest.param(("ghost", "", "ghost"), 2, "1122ss", (8, 8, 7), (5, 5, 5), (0, 0, 0), id="ghost"),
        pytest.param(("vampire", "", "vampire"), 2, "1122ss", (9, 8, 6), (5, 5, 5), (0, 0, 0), id="vampire"),
    ],
)
def test_a_card_in_play_does_what_it_says(
    hands: tuple[str, ...], city: int, roll: str, hearts: THREE, points: THREE, energy: THREE
) -> None:
    """A throws, everybody gives the usual answer: what A, B and C have is what the card says."""
    table = CardTable(*hands, city=city).throws(roll).on()
    assert (table.hearts, table.points, table.energy) == (hearts, points, energy)


@pytest.mark.rule("KT-26")
@pytest.mark.parametrize(
    ("card", "hearts", "points", "energy"),
    [
        ("apartment_building", (8, 8, 8), (8, 5, 5), (5, 4, 3)),
        ("commuter_train", (8, 8, 8), (7, 5, 5), (6, 4, 3)),
        ("corner_store", (8, 8, 8), (6, 5, 5), (7, 4, 3)),
        ("death_from_above", (8, 8, 8), (8, 5, 5), (5, 4, 3)),  # and one for entering Tokyo
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
    """A has 10 energy, B 4, C 3; A buys it: that is what they have, and the card lies on the discards."""
    table = CardTable().has("A", energy=10).has("B", energy=4).has("C", energy=3).throws("112233").buys(card)
    assert (table.hearts, table.points, table.energy) == (hearts, points, energy)
    assert table.s.discard == (card,)
    assert table.hand("A") == []


@pytest.mark.rule("KT-26")
def test_death_from_above_drives_everybody_out() -> None:
    """The buyer stands in the City, and whoever stood there does not."""
    table = CardTable().has("A", energy=5).throws("112233").buys("death_from_above")
    assert (table.s.city, table.s.bay) == (0, -1)


@pytest.mark.rule("KT-27")
def test_frenzy_is_another_turn_right_after_this_one() -> None:
    """A throws again, and then B."""
    table = CardTable().has("A", energy=7).throws("112233").buys("frenzy").on()
    assert (table.s.active, len(table.asked.dice.count * "x")) == (0, 6)  # type: ignore[union-attr]
    assert table.throws("112233").on().s.active == 1


@pytest.mark.rule("KT-30")
def test_even_bigger_is_two_hearts_now_and_two_more_at_most() -> None:
    """8 + 2, then up to 12; without the card what is above 10 is lost."""
    table = CardTable().has("A", energy=4).throws("112233").buys("even_bigger")
    assert table.hearts[0] == 10
    table.next_turn().throws("hhhh12").on()
    assert table.hearts[0] == 12


@pytest.mark.rule("KT-04")
@pytest.mark.parametrize(("hand", "dice"), [("", 6), ("extra_head", 7), ("extra_head extra_head", 8)])
def test_each_extra_head_is_a_die_more(hand: str, dice: int) -> None:
    """Two heads are two dice."""
    assert CardTable(hand).asked.dice.count == dice  # type: ignore[union-attr]


@pytest.mark.rule("KT-27")
def test_a_herbivore_that_only_hurts_itself_is_one() -> None:
    """A's National Guard costs A two hearts and gives two points; nobody else has lost any: one more."""
    table = CardTable("herbivore").has("A", energy=3).throws("112233").buys("national_guard").on()
    assert (table.hearts[0], table.points[0]) == (6, 8)


@pytest.mark.rule("KT-03")
@pytest.mark.parametrize(
    ("hand", "throws"), [("", 3), ("giant_brain", 4), ("statue_of_liberty", 4), ("giant_brain statue_of_liberty", 5)]
)
def test_a_brain_and_a_statue_are_a_throw_more(hand: str, throws: int) -> None:
    """The question says how many throws there are."""
    stake = CardTable(hand).asked.stake
    assert stake is not None
    assert dict(stake.args)["n"] == throws


@pytest.mark.rule("KT-26")
def test_the_press_pays_for_every_purchase_after_its_own() -> None:
    """Media-Friendly: no point for itself, one for the next card."""
    table = CardTable().has("A", energy=10).throws("112233").buys("media_friendly")
    assert table.points[0] == 5
    assert table.buys("corner_store").points[0] == 7


@pytest.mark.rule("KT-14")
def test_the_eater_of_the_dead_gains_three_for_each_monster_that_falls() -> None:
    """B eats: C falls to A's claws."""
    table = CardTable("", "eater_of_the_dead", "").has("C", hearts=2).throws("1122ss")
    assert (table.points[1], table.monster("C").out) == (8, True)


@pytest.mark.rule("KT-14")
def test_who_comes_back_from_no_hearts_has_fallen_all_the_same() -> None:
    """C has a child: B's eater gains its three."""
    table = CardTable("", "eater_of_the_dead", "it_has_a_child").has("C", hearts=2).throws("1122ss")
    assert (table.points[1], table.monster("C").out) == (8, False)


@pytest.mark.rule("KT-27")
@pytest.mark.parametrize(("mine", "points"), [(3, 4), (5, 5), (6, 6)])
def test_the_underdog_is_rooted_for_only_if_nobody_has_as_few(mine: int, points: int) -> None:
    """A with fewer points than B and C gains one; with as many or more, none."""
    table = CardTable("rooting_for_the_underdog").has("A", points=mine).throws("112233").on()
    assert table.points[0] == points


@pytest.mark.rule("KT-21")
def test_an_urbavore_likes_tokyo() -> None:
    """Three points for starting a turn in Tokyo, and one more claw there with the first."""
    table = CardTable("", "", "urbavore").throws("112233").throws("112233").on()
    assert table.points[2] == 5 + 3
    assert table.throws("11223s").hearts == (6, 6, 8)


@pytest.mark.rule("KT-11")
def test_an_urbavore_outside_is_like_everybody() -> None:
    """One claw is one heart."""
    assert CardTable("urbavore").throws("11223s").hearts == (8, 8, 7)


@pytest.mark.rule("KT-02")
@pytest.mark.parametrize(("hearts", "after"), [(2, 4), (3, 3)])
def test_nanobots_mend_who_is_nearly_gone(hearts: int, after: int) -> None:
    """With fewer than three hearts as the turn starts: two more."""
    table = CardTable("", "nanobots", "").has("B", hearts=hearts).throws("112233").on()
    assert table.hearts[1] == after


@pytest.mark.rule("KT-02")
def test_a_princess_gains_a_point_as_her_turn_starts() -> None:
    """B wears the costume."""
    assert CardTable("", "princess", "").throws("112233").points == (5, 6, 5)


@pytest.mark.rule("KT-13")
@pytest.mark.parametrize(
    ("card", "hearts", "energy"),
    [("burrowing", (7, 8, 7), (0, 0, 0)), ("jagged_tactician", (7, 8, 7), (0, 0, 1)), ("", (8, 8, 7), (0, 0, 0))],
)
def test_whoever_takes_tokyo_from_it_pays(card: str, hearts: THREE, energy: THREE) -> None:
    """C yields to A's claw; A loses a heart to C's card and enters all the same."""
    table = CardTable("", "", card).throws("11223s").yields()
    assert (table.hearts, table.energy, table.s.city) == (hearts, energy, 0)


@pytest.mark.rule("KT-34")
def test_poison_works_at_the_end_of_its_bearers_turn_and_stays_without_the_card() -> None:
    """A's claw poisons C; the card goes; C loses a heart at the end of each turn of its own."""
    table = CardTable("poison_spit").throws("11223s").on()
    assert (table.monster("C").poison, table.hearts) == (1, (8, 8, 7))
    table.has("A", cards=())
    assert table.throws("112233").on().hearts == (8, 8, 7)
    assert table.throws("112233").on().hearts == (8, 8, 6)


@pytest.mark.rule("KT-34")
def test_a_shrink_token_is_a_die_less() -> None:
    """A's claw shrinks C, who throws five dice."""
    table = CardTable("shrink_ray").throws("11223s").on()
    assert table.monster("C").shrink == 1
    assert table.throws("112233").on().asked.dice.count == 5  # type: ignore[union-attr]


@pytest.mark.rule("KT-34")
@pytest.mark.parametrize("card", ["poison_spit", "shrink_ray", "pirate"])
def test_claws_that_cost_no_heart_leave_no_mark(card: str) -> None:
    """C's armor turns the only claw: no token, no theft."""
    table = CardTable(card, "", "armor_plating").has("C", energy=3).throws("11223s").on()
    assert (table.monster("C").poison, table.monster("C").shrink, table.energy) == (0, 0, (0, 0, 3))


@pytest.mark.rule("KT-26")
@pytest.mark.parametrize(("points", "after"), [((5, 4, 7), (6, 4, 6)), ((5, 7, 7), (7, 6, 6)), ((9, 0, 0), (9, 0, 0))])
def test_a_draining_ray_takes_a_point_from_whoever_has_most(points: THREE, after: THREE) -> None:
    """With four of a kind: from the one other, from both who have as many, from nobody who has none."""
    table = CardTable("draining_ray")
    for seat, n in enumerate(points):
        table.has("ABC"[seat], points=n)
    assert table.throws("hhhh12").points == after


@pytest.mark.rule("KT-11")
def test_a_pirate_takes_energy_from_whoever_the_claws_wound() -> None:
    """One from each that has any."""
    table = CardTable("pirate", "").has("B", energy=2).has("C", energy=2).throws("11223s").on()
    assert table.energy == (1, 2, 1)


@pytest.mark.rule("KT-26")
def test_a_battery_is_emptied_in_three_turns_and_discarded() -> None:
    """Six on it as it is bought, two for each turn that starts."""
    table = CardTable().has("A", energy=3).throws("112233").buys("battery_monster")
    assert table.monster("A").cards[0].counters == 6
    assert [table.next_turn().throws("112233").energy[0] for _ in range(3)] == [2, 4, 6]
    assert (table.hand("A"), table.s.discard) == ([], ("battery_monster",))


@pytest.mark.rule("KT-14")
def test_natural_selection_ends_who_ends_on_a_three() -> None:
    """Four energy, four hearts and a die more; and the end with a 3 among the dice."""
    table = CardTable().has("A", energy=2, hearts=5).throws("112211").buys("natural_selection")
    assert (table.energy[0], table.hearts[0]) == (4, 9)
    table.next_turn().throws("1122213").on()
    assert table.monster("A").out


@pytest.mark.rule("KT-01")
def test_an_astronaut_wins_with_seventeen_points() -> None:
    """And not with sixteen."""
    assert CardTable("astronaut").has("A", points=15).throws("111223").on().s.outcome is None
    table = CardTable("astronaut").has("A", points=16).throws("111223").on()
    assert table.s.outcome is not None
    assert table.s.outcome.winners == (0,)


@pytest.mark.rule("KT-22")
@pytest.mark.parametrize(("hand", "left"), [("", 4), ("alien_origin", 5), ("alien_origin alien_origin", 6)])
def test_an_alien_pays_an_energy_less(hand: str, left: int) -> None:
    """10 energy, Tank is 4, with Alien Origin 3; Skyscraper is 6."""
    assert CardTable(hand).has("A", energy=10).throws("112233").buys("skyscraper").energy[0] == left


@pytest.mark.rule("KT-05")
def test_an_orb_of_doom_has_the_throws_followed_and_costs_a_heart_for_each_again() -> None:
    """B owns the orb: C has thrown twice again; A is asked throw by throw and pays for each after the first."""
    table = CardTable("", "orb_of_doom").next_turn().throws("112233")
    assert table.hearts == (8, 8, 6)
    assert table.throws("112233").hearts == (7, 8, 6)
    assert table.throws("112233").hearts == (6, 8, 6)


@pytest.mark.rule("KT-32")
def test_fire_reaches_the_neighbours_wherever_they_stand() -> None:
    """Five monsters: B and E beside A lose a heart, B in the City one more to the claw; C and D are out of reach."""
    table = CardTable("fire_breathing", "", "", "", "", city=1).throws("11223s")
    assert table.hearts == (8, 6, 8, 8, 7)
    assert CardTable("fire_breathing", "", "", "", "", city=0).throws("11223s").hearts == (8, 6, 7, 7, 6)


@pytest.mark.rule("KT-32")
def test_between_two_fire_is_one_heart() -> None:
    """B sits on both sides of A and loses one besides the claw's."""
    assert CardTable("fire_breathing", "", players=2, city=1).throws("11223s").hearts == (8, 6)
