"""KT-54: the effect of each wickedness tile of King of Tokyo."""

import pytest

from rules.king_of_tokyo.effects.registry import TokyoCase, effects
from rules.king_of_tokyo.model.card_catalogue import PowerCard
from rules.king_of_tokyo.model.events import Bought, TookTile
from rules.king_of_tokyo.model.texts import load_data
from rules.king_of_tokyo.rolling.roll import dice_to_throw, throws_in_turn
from tests.support.games.king_of_tokyo import NOTHING, KingOfTokyoTable, three

LEVELS = {3: 8, 6: 8, 10: 4}


def wicked(tile: str, **rulings: str) -> KingOfTokyoTable:
    """A table of three in which Ana has that tile."""
    t = three(variant__wickedness="both", **rulings)
    t.owns("Ana", tile)
    return t


def takes(tile: str) -> KingOfTokyoTable:
    """Ana reaches that tile's level with three 2s and takes it."""
    level = load_data("tiles")[tile]["level"]
    t = three(variant__wickedness="both").has("Ana", wickedness=level - 1, hearts=5)
    return t.throws("222113").do(TookTile(tile))


@pytest.mark.rule("KT-54")
def test_there_are_twenty_tiles_and_each_does_something() -> None:
    """There are ten tiles of each color on three levels, and each has an effect."""
    tiles = load_data("tiles")
    assert {level: sum(tile["level"] == level for tile in tiles.values()) for level in LEVELS} == LEVELS
    assert sum(tile["color"] == "orange" for tile in tiles.values()) == 10
    assert {f"tile.{id}" for id in tiles} <= effects.keys() | {"tile.fluxling"}


@pytest.mark.rule("KT-54")
def test_tiles_that_change_throws_dice_and_prices() -> None:
    """Devious, Cyberbrain and Evil Lair change throws, dice and prices of their owner alone."""
    assert throws_in_turn(wicked("devious").s) == 4
    assert dice_to_throw(wicked("cyberbrain").s) == 7
    lair = wicked("evil_lair").s
    assert (effects.number(lair, "cost", TokyoCase(0), 5), effects.number(lair, "cost", TokyoCase(1), 5)) == (4, 5)


@pytest.mark.rule("KT-54")
@pytest.mark.parametrize(
    ("tile", "hearts", "points", "energy"),
    [("eternal", 9, 0, 0), ("tireless", 8, 0, 1), ("sonic_boomer", 8, 1, 0)],
)
def test_tiles_that_give_each_turn(tile: str, hearts: int, points: int, energy: int) -> None:
    """Eternal, Tireless and Sonic Boomer pay at the start of their owner's turns only."""
    t = wicked(tile).turn(NOTHING).until("Ana")
    assert (t.hearts[0], t.points[0], t.energy[0]) == (hearts, points, energy)
    assert t.hearts[1:] == (8, 8)


@pytest.mark.rule("KT-54")
@pytest.mark.parametrize(
    ("tile", "throw", "hearts", "points", "energy"),
    [
        ("skulking", "111223", (8, 8, 8), 2, 0),
        ("skulking", "222113", (8, 8, 8), 2, 0),
        ("antimatter_beam", "1122ss", (8, 8, 4), 0, 0),
        ("skybeam", "h1122e", (10, 8, 8), 0, 2),
        ("barbs", "1122ss", (8, 8, 5), 0, 0),
        ("barbs", "11223s", (8, 8, 7), 0, 0),
    ],
)
def test_tiles_that_change_what_dice_do(
    tile: str, throw: str, hearts: tuple[int, ...], points: int, energy: int
) -> None:
    """Skulking, Antimatter Beam, Skybeam and Barbs change the value of dice."""
    t = wicked(tile).throws(throw)
    assert (t.hearts, t.points[0], t.energy[0]) == (hearts, points, energy)


@pytest.mark.rule("KT-54")
def test_tiles_that_act_on_whoever_was_hit() -> None:
    """Poison Spit poisons who is hit; Underdog takes a point from a richer monster only."""
    assert wicked("poison_spit").throws("1122ss").monster("Cira").poison == 1
    t = wicked("underdog").has("Cira", points=3).throws("1122ss")
    assert (t.points[0], t.points[2]) == (1, 2)
    t = wicked("underdog").has("Cira", points=3).has("Ana", points=3).throws("1122ss")
    assert t.points == (3, 0, 3)


@pytest.mark.rule("KT-54")
def test_the_defender_costs_all_others_a_point() -> None:
    """Defender of Tokyo costs all others a point on entry and at each turn start there.

    Points never fall below zero.
    """
    t = wicked("defender_of_tokyo").has("Beto", points=5).has("Cira", points=5).throws("1122ss").yields()
    assert t.points == (1, 4, 4)
    assert t.until("Ana").points[1:] == (3, 3)


@pytest.mark.rule("KT-54")
def test_the_final_roar_wins() -> None:
    """Final Roar wins for its owner if eliminated with sixteen points, not with fifteen.

    Another monster that is eliminated with sixteen points does not win.
    """
    t = wicked("final_roar").has("Ana", points=16).loses(Ana=8)
    assert t.winners == ("Ana",)
    assert wicked("final_roar").has("Ana", points=15).loses(Ana=8).winners is None
    assert wicked("final_roar").has("Beto", points=16).loses(Beto=8).winners is None


@pytest.mark.rule("KT-54")
def test_tiles_that_act_as_they_come() -> None:
    """Tiles that act when they are taken.

    Full Regeneration heals to twelve, Starburst gives energy, Final Push gives another turn, Widespread Panic takes
    points.
    """
    assert takes("full_regeneration").hearts[0] == 12
    t = takes("starburst")
    assert (t.energy[0], t.monster("Ana").tiles) == (12, ())
    t = takes("final_push")
    assert (t.energy[0], t.hearts[0], t.monster("Ana").tiles) == (2, 7, ())
    assert t.on().active == "Ana"
    t = three(variant__wickedness="both").has("Ana", wickedness=5).has("Beto", points=6).has("Cira", points=2)
    t.throws("222113").takes("widespread_panic")
    assert (t.points, t.monster("Ana").tiles) == ((2, 2, 0), ())


@pytest.mark.rule("KT-54")
def test_have_it_all_counts_cards() -> None:
    """Have It All gives a point for each card held, and one for each card bought later."""
    t = three(variant__wickedness="both").has("Ana", wickedness=5)
    t.holds("Ana", "alien_origin")
    t.holds("Ana", "giant_brain")
    assert t.throws("222113").takes("have_it_all").points[0] == 2 + 2
    buyer = wicked("have_it_all").has("Ana", energy=9).has("Beto", energy=9)
    buyer.throws(NOTHING).do(Bought(0, cards=(PowerCard("giant_brain", "Giant Brain", 5),)))
    assert buyer.points == (1, 0, 0)
    buyer.on().throws(NOTHING).do(Bought(1, cards=(PowerCard("spiked_tail", "Spiked Tail", 5),)))
    assert buyer.points == (1, 0, 0)


@pytest.mark.rule("KT-54")
def test_fluxling_copies_a_card() -> None:
    """Fluxling copies a keep card of any player; without such a card nothing is asked."""
    t = three(variant__wickedness="both").has("Ana", wickedness=5)
    card = t.holds("Beto", "extra_head")
    t.throws("222113").takes("fluxling")
    assert t.asked.rule == "KT-54"
    t.says("Copy a card")
    assert t.monster("Ana").tiles[0].copies == card
    assert takes("fluxling").asked.rule != "KT-54" or takes("fluxling").active == "Beto"
    assert three().turn(NOTHING).active == "Beto"


@pytest.mark.rule("KT-54", "KT-33")
def test_fluxling_copies_neither_a_costume_nor_mimic() -> None:
    """KT L105: keep cards alone stay as such; a costume is no keep card, and Mimic has no effect of its own."""
    t = three(variant__wickedness="both").has("Ana", wickedness=5)
    t.holds("Beto", "mimic")
    t.holds("Beto", "astronaut")
    head = t.holds("Cira", "extra_head")
    t.throws("222113").takes("fluxling")
    assert [option.value for option in t.asked.choices[0].template.holes[0].options] == [head]  # type: ignore[union-attr]
    alone = three(variant__wickedness="both").has("Ana", wickedness=5)
    alone.holds("Beto", "mimic")
    alone.holds("Beto", "astronaut")
    assert alone.throws("222113").takes("fluxling").active == "Beto"
