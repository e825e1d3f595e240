"""FS-14, FS-55, FS-103: what items add as long as they lie there, under a condition or to the first roll of a turn."""

from fractions import Fraction

import pytest

from rules.four_souls.assist.fight_odds import fight_odds
from rules.four_souls.model.events import Aimed
from tests.support.games.four_souls import Effect, FourSoulsTable, Target, table

rule = pytest.mark.rule


def set_to(t: FourSoulsTable, who: str, what: str, n: int) -> FourSoulsTable:
    return t.by_hand(who, what, n - getattr(t.player(who), what))


def counters(t: FourSoulsTable, who: str, item: str, n: int) -> FourSoulsTable:
    """Somebody's effect puts counters on the item."""
    return t.triggers("Beto", Effect("counter", Target("owned", t.item(who, item).id), n)).nobody()


@rule("FS-14")
@pytest.mark.parametrize("item", ["curved-horn", "champion-belt", "polydactyly"])
def test_the_first_attack_roll_of_a_turn_has_one_more_attack(item: str) -> None:
    """+1 attack until the first attack roll has counted, and the number goes back with a note of why."""
    t = table().names("Ana", item)
    assert (t.player("Ana").attack, t.player("Beto").attack, "FS-14" in t.ruled) == (2, 1, True)
    t.attacks("clotty").rolls(4)
    assert t.player("Ana").attack == 2
    t.nobody()
    assert (t.stack, t.player("Ana").attack, "FS-14" in t.ruled) == (["monster_death"], 1, True)


@rule("FS-14")
def test_the_second_attack_roll_has_no_more() -> None:
    """After a miss the bonus is over, in the next fight of the turn too."""
    t = table().names("Ana", "curved-horn").attacks("clotty").rolls(1).nobody()
    assert (t.player("Ana").attack, t.step) == (1, "roll_die")
    t.rolls(5).nobody()
    assert (t.monster("clotty").life, t.stack) == (1, [])


@rule("FS-14")
def test_the_first_roll_is_counted_anew_each_turn_and_only_for_whoever_has_the_turn() -> None:
    """Beto's Curved Horn shows nothing in Ana's turn, and one more attack in his own."""
    t = table().names("Beto", "curved-horn")
    assert t.player("Beto").attack == 1
    t.ends_turn()
    while t.s.active != 1 or t.s.phase != "action":
        t.nobody()
    assert t.player("Beto").attack == 2


@rule("FS-14")
def test_cancer_adds_to_the_first_roll_of_a_turn_whatever_it_is_for() -> None:
    """Cancer: a 3 for a pill counts as 4, the attack roll after it as it fell; an attack roll first counts one more."""
    t = table().names("Ana", "cancer").plays("Ana", card="pills-red").nobody().rolls(3)
    assert t.s.roll_result(t.top) == 4
    while t.stack or t.step != "priority":
        t.nobody() if t.step == "priority" else t.do(t.offered[0])
    t.attacks("clotty").rolls(3)
    assert t.s.roll_result(t.top) == 3
    t = table().names("Ana", "cancer").attacks("clotty").rolls(2)
    assert t.s.roll_result(t.top) == 3


@rule("FS-103")
@pytest.mark.parametrize(
    ("hand", "cents", "attack", "counted"), [(0, 3, 2, 2), (1, 0, 1, 3), (0, 0, 2, 3), (1, 1, 1, 2)]
)
def test_empty_vessel_counts_hand_and_cents(hand: int, cents: int, attack: int, counted: int) -> None:
    """Empty Vessel: an empty hand is +1 attack, 0¢ are +1 to attack rolls, each as long as it is so."""
    t = set_to(set_to(table().names("Ana", "empty-vessel"), "Ana", "loot", hand), "Ana", "cents", cents)
    assert t.player("Ana").attack == attack
    t.attacks("clotty").rolls(2)
    assert t.s.roll_result(t.top) == counted


@rule("FS-103")
def test_empty_vessel_adds_nothing_where_loot_is_not_counted() -> None:
    """A table that does not count loot cards is told no attack that nobody can check."""
    t = set_to(table().names("Ana", "empty-vessel"), "Ana", "loot", 0).settles_on("follow.loot", "off")
    assert t.player("Ana").attack == 1


@rule("FS-14")
def test_bum_bo_grows_with_the_coins_on_it() -> None:
    """Bum-bo!: gained ¢ are counters; with 1 the first attack roll has +2, with 10 +1 attack, with 25 any attacks."""
    t = table().names("Ana", "bum-bo").plays("Ana", t_cents(1)).nobody()
    assert (t.player("Ana").cents, t.item("Ana", "bum-bo").counters, t.player("Ana").attack) == (3, 1, 1)
    t.attacks("clotty").rolls(1)
    assert t.s.roll_result(t.top) == 3
    t = counters(table().names("Ana", "bum-bo"), "Ana", "bum-bo", 9)
    t = counters(t, "Ana", "bum-bo", 1)
    assert (t.player("Ana").attack, t.s.attacks) == (2, 1)
    t = counters(counters(t, "Ana", "bum-bo", 9), "Ana", "bum-bo", 6)
    assert t.s.attacks > 90
    t = counters(t, "Ana", "bum-bo", -1)
    assert t.s.attacks == 1


def t_cents(n: int) -> Effect:
    return Effect("cents", Target("seat", 0), n)


@rule("FS-14")
def test_bag_lunch_is_kept_once_and_adds_life_with_its_counter() -> None:
    """Bag Lunch: destroyed without a counter it stays with one and adds 1 life; with one it goes, and the life too."""
    t = table().names("Ana", "bag-lunch")
    destroys = Effect("destroy", Target("owned", t.item("Ana", "bag-lunch").id))
    t.plays("Ana", destroys).nobody()
    assert (t.has("Ana", "bag-lunch"), t.player("Ana").full) == (True, 3)
    t.plays("Beto", destroys).nobody()
    assert (t.has("Ana", "bag-lunch"), t.player("Ana").full) == (False, 2)


@rule("FS-26", "FS-103")
def test_chocolate_milk_asks_whom_only_with_its_third_counter() -> None:
    """Chocolate Milk: a counter as the turn starts; 2 add 1 attack, the third goes off on a player or monster."""
    t = counters(table().names("Beto", "chocolate-milk"), "Beto", "chocolate-milk", 1)
    t.ends_turn()
    while t.s.active != 1 or t.s.phase != "action":
        t.nobody()
    assert (t.item("Beto", "chocolate-milk").counters, t.player("Beto").attack) == (2, 2)
    t.ends_turn()
    while t.step == "priority":
        t.nobody()
    assert (t.step, t.asked.seats, t.item("Beto", "chocolate-milk").counters) == ("aim", (1,), 0)
    t.do(Aimed(Target("seat", 0)))
    assert (t.player("Ana").life, t.player("Beto").attack) == (1, 1)


@rule("FS-14")
def test_handicapped_placard_lowers_the_evasion_by_the_souls_that_are_missing() -> None:
    """Handicapped Placard: Beto has 2 souls more, so Clotty has evasion 1 in Ana's turn, and 3 in his."""
    t = table().names("Ana", "handicapped-placard").by_hand("Beto", "souls", 1).by_hand("Beto", "souls", 1)
    assert (t.s.evasion_of(t.monster("clotty")), t.s.evasion_of(t.monster("fly"))) == (1, 1)
    t.ends_turn()
    while t.s.active != 1:
        t.nobody()
    assert t.s.evasion_of(t.monster("clotty")) == 3


@rule("FS-14")
def test_hypercoagulation_gives_life_for_its_counters_and_loot_for_three() -> None:
    """Hypercoagulation: 1 life for each counter; at the end of the turn three of them go for 3 loot cards."""
    t = counters(table().names("Ana", "hypercoagulation"), "Ana", "hypercoagulation", 3)
    assert t.player("Ana").full == 5
    before = t.player("Ana").loot
    t.ends_turn().all_pass()
    assert (t.player("Ana").full, t.player("Ana").loot - before) == (2, 3)
    assert t.item("Ana", "hypercoagulation").counters == 0


@rule("FS-14")
def test_abyss_adds_one_attack_for_every_two_counters() -> None:
    """Abyss: 3 counters are +1 attack, a fourth makes it +2."""
    t = counters(table().names("Ana", "abyss"), "Ana", "abyss", 3)
    assert t.player("Ana").attack == 2
    assert counters(t, "Ana", "abyss", 1).player("Ana").attack == 3


@rule("FS-55")
def test_the_odds_of_a_fight_count_the_first_roll_alone_as_stronger() -> None:
    """Curved Horn against Clotty (2 life, 3 or more, 1 damage): the first roll kills with 2/3.

    After a first miss, of two lives one is left, and two hits must come before the next miss.
    """
    t = table().names("Ana", "curved-horn").attacks("clotty")
    h = Fraction(2, 3)
    (win,) = [found.chance for found in fight_odds(t.s) if found.rule == "FS-68"]
    assert win == h + (1 - h) * h * h
