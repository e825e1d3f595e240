"""Boss Monster, audit of the glossary (BM-43-46, 48, 50, 53, 54, 56, 57, 65): each test from one sentence."""

from dataclasses import replace

import pytest

from rules.boss_monster.model.card_catalogue import card_texts
from rules.boss_monster.model.decks import HIDDEN_CARDS
from rules.boss_monster.model.dungeon import exhaust_room, room_damage, swap_piles
from rules.boss_monster.model.events import (
    Activated,
    Aimed,
    Arrived,
    Cast,
    Discarded,
    Laid,
    Lost,
    Placed,
    Played,
    Revealed,
    Robbed,
    Salvaged,
    Searched,
    Skipped,
    Stood,
    Swapped,
    Walked,
)
from rules.boss_monster.model.state import TOWN, set_keep
from rules.engine import Cards
from tests.support.games.boss_monster import BossMonsterTable, handed, plain, seated, table

FOUR = ("golem_factory", "dark_altar", "goblin_armory", "bottomless_pit")

FIVE = ("golem_factory", "dark_altar", "bottomless_pit", "haunted_library", "open_grave")


def lays(t: BossMonsterTable, room: str, on: int = 0) -> BossMonsterTable:
    """Whoever is first in the build phase lays that room; nobody else builds."""
    seat = t.asked.seats[0]
    t.holds(seat, room, *t.s.keeps[seat].hand).do(Laid(seat, on, (f"{room}.1",)))
    while t.step == "place":
        t.do(Skipped())
    return t


def levels_up(boss: str, *hand: str) -> BossMonsterTable:
    """A table with virtual cards at which Ana has just built her fifth room; Bea holds that hand."""
    t = handed().change(set_keep, 0, boss=boss).change(set_keep, 1, boss="robobo").holds(1, *hand)
    t.dungeon(0, *FOUR).at_phase("build")
    return lays(t, "golem_factory")


@pytest.mark.rule("BM-43")
def test_swapping_moves_whole_piles_of_one_dungeon() -> None:
    """BM-43, L529: "no puedes cambiar el orden de las Habitaciones que pertenecen a cada una de esas pilas"."""
    t = table().dungeon(1, ("golem_factory", "dark_altar"), "goblin_armory").dungeon(0, "bottomless_pit", "dark_altar")
    t.at_phase("build").do(Placed(0), Skipped(), Revealed("centipede_tunnel"))
    assert t.step == "swap_rooms"
    one, other = t.ids(1)[1:]
    under = t.s.keeps[1].piles[1][1].id
    assert t.refuses(Swapped(one, t.ids(0)[0])) == "BM-43", "not between two dungeons"
    assert t.refuses(Swapped(one, under)) == "BM-43", "not inside a pile"
    assert t.copy().do(Swapped(one, one)).ids(1) == t.ids(1), "with itself: nothing"
    t.copy().do(Skipped())
    t.copy().do(Swapped(*t.ids(0)))
    assert t.copy().change(swap_piles, one, t.ids(0)[0]).s == t.s
    t.do(Swapped(one, other))
    piles = [[room.card.key for room in pile] for pile in t.s.keeps[1].piles]
    assert piles == [["centipede_tunnel"], ["goblin_armory"], ["golem_factory", "dark_altar"]]


@pytest.mark.rule("BM-44")
def test_a_random_discard_is_taken_from_a_hand_that_nobody_sees() -> None:
    """BM-44, L537, L613: picked from the hidden hand: not chosen by its owner, one of the sort that is named."""
    gone = set()
    for seed in range(1, 9):
        t = handed().dungeon(0, "torture_chamber").holds(1, "golem_factory", "freeze", "goblin_armory", "dark_altar")
        t.do(Activated(t.ids(0)[0]), Aimed(t.copy().do(Activated(t.ids(0)[0])).options("target")[0]))
        hole = next(c for c in t.asked.choices if isinstance(c.event, Lost)).template.holes[0]
        assert isinstance(hole, Cards)
        assert (hole.source, hole.least, hole.most) == ("deck", 1, 1), "chance picks it, and it must be"
        assert t.refuses(Skipped()) == "BM-44"
        t.deals(seed)
        assert len(t.s.keeps[1].hand) == 3
        assert "freeze" in t.s.keeps[1].hand, "a room was named"
        gone |= set(t.s.discards) - {"torture_chamber"}
    assert len(gone) > 1


@pytest.mark.rule("BM-45", "BM-57")
def test_face_down_rooms_of_others_are_hidden_and_score_areas_are_not() -> None:
    """BM-45, L541: "no puedes mirar las cartas de Habitación boca abajo de un adversario"; the score area you may."""
    t = handed().scored(0, souls=1, wounds=1).dungeon(0, "dark_altar").holds(0, "golem_factory", "freeze")
    t.at_phase("build")
    t.do(Laid(0, 0, ("golem_factory.1",)))
    bea, ana = (t.game.conceal(t.s, frozenset({seat})) for seat in (1, 0))
    assert (bea.keeps[0].piles[0][0].down, bea.keeps[0].piles[0][0].card.key) == (True, "")
    assert bea.keeps[0].piles[0][0].card.treasure == ""
    assert ana.keeps[0].piles[0][0].card.key == "golem_factory", "one's own"
    assert bea.keeps[0].piles[1][0].card.key == "dark_altar"
    assert bea.keeps[0].score == t.s.keeps[0].score


@pytest.mark.rule("BM-46")
def test_a_covered_room_does_nothing() -> None:
    """BM-46, L545: "únicamente cuando la Habitación está visible": neither treasure, damage, nor ability."""
    t = table().dungeon(1, ("neanderthal_cave", "jackpot_stash"), ("golem_factory", "goblin_armory"), "golem_factory")
    hidden = t.s.keeps[1].piles[0][1].id
    assert t.numbers["seat.1.t"] == 1, "the boss alone"
    assert t.at_phase("build").refuses(Activated(hidden)) in ("BM-46", "BM-47")
    t.hero(1, "c", 20).at_phase("adventure").usual()
    damage = [told.partition(" takes ")[2][0] for told in t.note_texts if "takes" in told]
    assert damage == ["3", "2", "2"], "the covered armory adds nothing"


@pytest.mark.rule("BM-46")
def test_no_card_for_a_monster_room_that_covers_the_menagerie() -> None:
    """BM-46, L545: "no puedes robar una carta" for a monster room on "La casa de fieras"."""
    t = handed().dungeon(0, "beast_menagerie", "dark_altar").at_phase("build")
    if t.asked.seats[0] != 0:
        t.do(Skipped())
    over, beside = t.copy(), t
    lays(over, "golem_factory", on=over.ids(0)[0]).deals()
    assert over.keys(0) == ["golem_factory", "dark_altar"]
    drawn = len(over.s.keeps[0].hand)
    lays(beside, "golem_factory").deals()
    assert (drawn, len(beside.s.keeps[0].hand)) == (0 + _turn(over), 1 + _turn(beside)), "with it visible: one room"


def _turn(t: BossMonsterTable) -> int:
    """Rooms that Ana has drawn at the start of later turns."""
    return t.s.turn - 1


@pytest.mark.rule("BM-48")
def test_an_exhausted_room_neither_hurts_nor_lures_nor_acts_nor_counts() -> None:
    """BM-48, L595: "ignora cualquier Daño, Tesoro, o capacidades"; it is not counted; an empty place in between."""
    t = table().dungeon(1, "jackpot_stash", "golem_factory", "dark_altar").at_phase("build")
    stash = t.ids(1)[0]
    assert t.numbers["seat.1.t"] == 3
    t.casts(0, "freeze", stash)
    assert t.numbers["seat.1.t"] == 1
    assert t.refuses(Activated(stash)) in ("BM-47", "BM-48")
    assert t.refuses(Placed(stash)) in ("BM-25", "BM-48")
    t.hero(1, "c", 20).at_phase("adventure").do(Walked(1))
    assert [told for told in t.note_texts if "takes" in told] == ["Golem Factory: Cleric 20 takes 2, 2 of 20"]
    t.casts(1, "exhaustion", t.s.keeps[1].entrance[0].id)
    assert t.s.keeps[1].entrance[0].taken == 4, "two rooms that are not exhausted"


@pytest.mark.rule("BM-48")
def test_an_exhausted_room_is_not_destroyed() -> None:
    """BM-48, L595: "una Habitación agotada no puede destruirse"."""
    t = table().dungeon(1, "the_crushinator", "golem_factory", "dark_altar").at_phase("build")
    frozen = t.ids(1)[1]
    t.casts(0, "freeze", frozen).do(Activated(t.ids(1)[0]))
    assert t.options("target") == [t.ids(1)[2]]
    assert t.refuses(Aimed(frozen)) in ("BM-48", "BM-51", "BM-54")
    t = table().dungeon(1, "golem_factory", "dark_altar").hero(1, "c", 20).at_phase("adventure")
    t.casts(0, "freeze", t.ids(1)[0]).do(Cast(1, "cave_in"))
    assert t.options("target") == [t.ids(1)[1]]


@pytest.mark.rule("BM-48", "BM-19")
def test_robobo_spares_exhausted_and_face_down_rooms() -> None:
    """BM-48, BM-49, L595, L597: an opponent who must destroy one of theirs cannot take an exhausted one."""
    t = table(2, BM_A3="lowest").dungeon(0, *FOUR).dungeon(1, "dark_altar", "golem_factory", "witchs_kitchen")
    t.at_phase("build").do(Skipped())
    t.casts(0, "freeze", t.ids(1)[0]).do(Placed(0), Revealed("neanderthal_cave"))
    assert (t.who, t.options("target")) == ("Bea", t.ids(1)[1:])
    assert t.refuses(Skipped()) in ("BM-19", "BM-24"), "it is no may"
    t.do(Aimed(t.ids(1)[1]))
    assert t.keys(1) == ["dark_altar", "witchs_kitchen"]


@pytest.mark.rule("BM-48")
def test_an_exhausted_room_parts_its_neighbours_and_shows_nothing_beneath() -> None:
    """BM-48, L595: "no se consideran adyacentes entre sí"; "no revela ninguna Habitación que se encuentre debajo"."""
    t = table().dungeon(1, "goblin_armory", ("dark_altar", "neanderthal_cave"), "golem_factory").hero(1, "c", 20)
    t.at_phase("adventure").casts(0, "freeze", t.ids(1)[1]).usual()
    lines = [told for told in t.note_texts if "takes" in told]
    assert lines == ["Goblin Armory: Cleric 20 takes 1, 1 of 20", "Golem Factory: Cleric 20 takes 2, 3 of 20"]
    t = table().dungeon(1, "goblin_armory", "golem_factory").hero(1, "c", 20).at_phase("adventure").usual()
    assert "Golem Factory: Cleric 20 takes 3, 4 of 20" in t.note_texts, "adjacent it adds one"


@pytest.mark.rule("BM-48")
def test_exhausted_monster_rooms_are_not_counted() -> None:
    """BM-48, L595: effects of the number of rooms leave exhausted ones out: the ballroom."""
    t = table().dungeon(1, "golem_factory", "goblin_armory", "dark_altar", "monsters_ballroom").hero(1, "c", 20)
    t.at_phase("adventure").casts(0, "freeze", t.ids(1)[0]).usual()
    assert [told for told in t.note_texts if "Ballroom" in told] == ["Monster's Ballroom: Cleric 20 takes 2, 4 of 20"]


@pytest.mark.rule("BM-48")
def test_an_exhausted_room_still_counts_as_one_of_five_visible() -> None:
    """BM-48, L99, L595: it lies there: no sixth room beside it."""
    t = table().dungeon(1, *FOUR, "neanderthal_cave").at_phase("build").casts(0, "freeze", table().s.numbered + 1)
    assert any(pile[0].exhausted for pile in t.s.keeps[1].piles)
    assert t.refuses(Placed(0)) in ("BM-13", "BM-25")


@pytest.mark.rule("BM-50")
def test_after_searching_the_deck_has_no_order_that_anybody_knows() -> None:
    """BM-50, L599: "deberá barajar después el mazo afectado"."""
    t = levels_up("king_croak")
    assert (t.who, t.offers(Searched)) == ("Ana", True)
    wanted = t.cards_for(Searched, 0)
    names = {card.rpartition(".")[0] for card in wanted}
    assert names == {"beast_menagerie", "dracolich_lair", "ligers_den", "monsters_ballroom", "vampire_bordello"}
    assert t.refuses(Searched(0, ("the_crushinator.1",))) in ("BM-50", "BM-19"), "an advanced monster room"
    t.copy().do(Skipped())
    before = t.view.rooms
    t.do(Searched(0, ("beast_menagerie.1",)))
    assert "beast_menagerie" in t.s.keeps[0].hand
    assert t.view.rooms == before - 1
    drawn = {card for seed in range(1, 7) for card in t.copy().at_phase("arrive").deals(seed).s.keeps[1].hand}
    assert len(drawn) > 1, "what is drawn next is left to chance"


@pytest.mark.rule("BM-50")
def test_a_table_with_its_own_cards_is_told_to_shuffle_after_a_search() -> None:
    """BM-50, L599: searching the deck of rooms, or the heroes, is followed by shuffling."""
    t = table().change(set_keep, 0, boss="king_croak").dungeon(0, *FOUR).at_phase("build")
    t.do(Placed(0), Skipped(), Revealed("neanderthal_cave"))
    assert "BM-50" in t.ruled
    base = t.ids(0)[1]
    assert base in t.options("room"), "a fighter: the factory"
    t.copy().do(Skipped())
    t.do(Placed(base))
    for wrong in ("neanderthal_cave", "the_crushinator", "dracolich_lair"):
        assert t.refuses(Revealed(wrong)) in ("BM-14", "BM-19", "BM-25", "BM-50"), "an advanced monster room that fits"
    t.do(Revealed("beast_menagerie"))
    assert t.keys(0)[1] == "beast_menagerie"


@pytest.mark.rule("BM-53")
@pytest.mark.parametrize(("epic", "worth"), [(False, 1), (True, 2)])
def test_healing_turns_a_wounding_hero_over(epic: bool, worth: int) -> None:
    """BM-53, L609: his wounds become souls; an epic one's two become two."""
    t = table().dungeon(1, "vampire_bordello").scored(1, wounds=1, epic=epic).hero(1, "c", 1).at_phase("adventure")
    t.usual()
    assert (t.points[1], t.asks) == ((1, worth), "Vampire Bordello: which wound do you heal?")
    declined = t.copy().do(Skipped())
    assert declined.points[1] == (1, worth), "puedes"
    t.do(Aimed(t.options("target")[0]))
    assert t.points == [(0, 0), (1 + worth, 0)]


@pytest.mark.rule("BM-53")
def test_only_a_wound_of_ones_own_is_healed() -> None:
    """BM-53, L609: "de tu zona de puntuación"; a soul is nothing to heal."""
    t = table().dungeon(1, "vampire_bordello").scored(1, souls=1, wounds=2).scored(0, wounds=1).hero(1, "c", 1)
    t.at_phase("adventure").usual()
    mine = [scored.hero.id for scored in t.s.keeps[1].score if scored.wounds]
    assert t.options("target") == mine
    without = table().dungeon(1, "vampire_bordello").scored(0, wounds=1).hero(1, "c", 1).at_phase("adventure").usual()
    assert without.step != "choose"


@pytest.mark.rule("BM-54")
def test_a_destroyed_room_goes_to_the_discards_and_gaps_close_towards_the_boss() -> None:
    """BM-54, L615: to the discards; the one beneath comes to light; else all shift to the right."""
    t = handed().dungeon(0, "golem_factory", ("jackpot_stash", "dark_altar"), "neanderthal_cave")
    t.do(Activated(t.ids(0)[1]))
    assert (t.keys(0), t.s.discards) == (["golem_factory", "dark_altar", "neanderthal_cave"], ("jackpot_stash",))
    assert t.s.keeps[0].doubled
    t.do(Activated(t.ids(0)[1]))
    assert t.keys(0) == ["golem_factory", "neanderthal_cave"]


@pytest.mark.rule("BM-54")
def test_a_room_is_destroyed_only_where_a_card_allows_it() -> None:
    """BM-54, L615: "sólo puedes destruir una Habitación si no está agotada, y si una carta te lo permite"."""
    t = table().dungeon(1, "golem_factory", "neanderthal_cave").at_phase("build")
    for room in t.ids(1):
        assert t.refuses(Activated(room)) == "BM-47"


@pytest.mark.rule("BM-56")
def test_hero_and_room_without_an_adjective_mean_both_sorts() -> None:
    """BM-56, L619, L633: Princess takes any hero, the vault a normal one only; Freeze any room."""
    t = table().hero(TOWN, "c", 4).hero(TOWN, "m", 11, epic=True).at_phase("build")
    ids = [hero.id for hero in t.s.town]
    assert t.copy().do(Cast(1, "princess_in_peril")).options("target") == ids
    t.copy().do(Cast(1, "princess_in_peril"), Aimed(ids[1]), Stood())
    t.do(Placed(0), Skipped(), Revealed("mimic_vault"))
    assert (t.options("target"), t.refuses(Aimed(ids[1]))) == ([ids[0]], "BM-24")
    t = table().dungeon(1, "golem_factory", "dracolich_lair").at_phase("build").do(Cast(0, "freeze"))
    assert t.options("target") == t.ids(1)


@pytest.mark.rule("BM-56")
def test_fear_and_assassin_reach_epic_heroes_too() -> None:
    """BM-56, L619: "si una carta no especifica el tipo de Héroe ... se refiere a ambos"."""
    t = table().dungeon(1, "golem_factory").hero(1, "c", 11, epic=True).at_phase("adventure")
    hero = t.s.keeps[1].entrance[0].id
    assert t.copy().casts(0, "assassin", hero).s.keeps[1].entrance[0].health == 14
    t.casts(0, "fear", hero)
    assert t.standing_in(TOWN) == ["c.11"]


@pytest.mark.rule("BM-57")
def test_hands_are_hidden_unless_a_card_says_otherwise() -> None:
    """BM-57, L623: hidden from the others; Draculord's opponent shows the hand to him."""
    t = handed().holds(0, "golem_factory", "freeze").holds(1, "fear")
    seen = t.game.conceal(t.s, frozenset({1}))
    assert set(seen.keeps[0].hand) == set(HIDDEN_CARDS.values())
    assert seen.keeps[1].hand == ("fear",)
    t = levels_up("draculord", "fear", "dark_altar")
    t.do(Aimed(t.options("target")[0]))
    for viewers in (frozenset({0}), frozenset()):
        assert sorted(t.game.conceal(t.s, viewers).keeps[1].hand) == ["dark_altar", "fear"]
    before = len(t.s.keeps[0].hand)
    t.do(Robbed(0, 1, ("fear.1",)))
    assert (t.s.keeps[1].hand, len(t.s.keeps[0].hand)) == (("dark_altar",), before + 1)


@pytest.mark.rule("BM-57")
@pytest.mark.parametrize("count", [0, 1, 12, 20])
def test_a_hand_has_neither_a_least_nor_a_most(count: int) -> None:
    """BM-57, L623: "no hay un número mínimo o máximo de cartas"."""
    cards = [*("golem_factory",) * 3, *("dark_altar",) * 3, *("goblin_armory",) * 3, *("witchs_kitchen",) * 3]
    cards += [*("bottomless_pit",) * 3, *("neanderthal_cave",) * 3, *("succubus_spa",) * 3]
    t = handed().holds(0, *cards[:count]).at_phase("build")
    t.do(Skipped(), Skipped())
    while t.s.turn == 1:
        t.usual()
    t.deals()
    assert (t.s.turn, len(t.s.keeps[0].hand)) == (2, count + 1), "nothing was discarded, one room drawn"


@pytest.mark.rule("BM-65")
def test_whoever_discards_chooses_the_card() -> None:
    """BM-65, L613: "permite a ese jugador elegir la carta a descartar"; it must be one, and of the named sort."""
    t = lays(handed(), "dark_laboratory").deals()
    seat = t.asked.seats[0]
    assert t.step == "choose_discard"
    spells = t.s.keeps[seat].hand
    assert (len(spells), all(card_texts()[card].phases for card in spells)) == (2, True)
    assert t.refuses(Discarded(seat, ())) == "BM-65"
    assert t.refuses(Skipped()) == "BM-65"
    assert t.refuses(Discarded(seat, t.first_cards(seat))) == "BM-65", "one"
    for card in t.first_cards(seat):
        after = t.copy().do(Discarded(seat, (card,)))
        assert after.s.discards == (card.rpartition(".")[0],)


@pytest.mark.rule("BM-47", "BM-65")
def test_an_ability_whose_price_is_not_paid_does_nothing() -> None:
    """BM-47, L593: "que pague un coste para su uso"; what is in the hand stays hidden, so it is declared first."""
    t = handed().dungeon(0, "witchs_kitchen").holds(0, "dark_altar").at_phase("build").do(Activated(3))
    assert t.refuses(Discarded(0, ("dark_altar.1",))) in ("BM-65", "BM-47")
    for answer in (Discarded(0, ()), Skipped()):
        after = t.copy().acts(answer)
        assert (after.s.keeps[0].hand, after.s.discards) == (("dark_altar",), ())
        assert after.step == "place"
    of_two = handed().dungeon(0, "dracolich_lair").change(replace, discards=("freeze", "golem_factory"))
    of_two.holds(0, "dark_altar").at_phase("build")
    assert of_two.refuses(Activated(of_two.ids(0)[0])) in ("BM-47", "BM-51"), "everybody sees that there is one card"


@pytest.mark.rule("BM-65", "BM-54")
def test_a_card_of_the_discards_is_chosen_by_whoever_takes_it() -> None:
    """BM-65, BM-54, L389-395: the altar: destroy it, take a card of the discards."""
    t = handed().dungeon(0, "dark_altar").change(replace, discards=("freeze", "golem_factory")).at_phase("build")
    t.do(Activated(t.ids(0)[0]))
    wanted = next(event for event in t.events if isinstance(event, Salvaged))
    hole = t.asked.choices[0].template.holes[0]
    assert {option.value for option in hole.options} >= {"freeze", "golem_factory"}
    t.do(replace(wanted, card="freeze"))
    assert t.s.keeps[0].hand == ("freeze",)
    assert "freeze" not in t.s.discards


@pytest.mark.rule("BM-57", "BM-16")
def test_nobody_plays_a_spell_that_they_do_not_hold() -> None:
    """BM-57, BM-16, L623: a spell comes from one's own hand."""
    t = handed().dungeon(0, "golem_factory").holds(0, "fear").holds(1, "freeze").at_phase("build")
    assert t.refuses(Played(0, ("freeze.1",))) in ("BM-16", "BM-57")
    assert t.refuses(Played(0, ("fear.1",))) == "BM-16", "an axe"
    t.copy().do(Played(1, ("freeze.1",)))


@pytest.mark.rule("BM-48", "BM-26")
def test_plain_rooms_lure_as_named_ones_do() -> None:
    """BM-48, L595: a room of which the table told only icons is exhausted just so."""
    t = table().dungeon(1, plain("cc", 2)).at_phase("build")
    assert t.numbers["seat.1.c"] == 2
    t.casts(0, "freeze", t.ids(1)[0])
    assert t.numbers["seat.1.c"] == 0


@pytest.mark.rule("BM-31", "BM-46", "BM-64")
def test_rooms_change_each_other() -> None:
    """Rooms that change other rooms' damage or the walk.

    Monster's Ballroom counts monsters, Dizzygas Hallway strengthens a trap to its right, Goblin Armory the monsters
    beside it, Minotaur's Maze sends a hero back once.
    """
    t = table().dungeon(0, "dizzygas_hallway", "dark_altar", "monsters_ballroom", "golem_factory", "dizzygas_hallway")
    assert [room_damage(t.s, pile[0], 0) for pile in t.s.keeps[0].piles] == [1, 3, 2, 2, 1]
    slept = t.copy().change(exhaust_room, t.ids(0)[0])
    assert [room_damage(slept.s, pile[0], 0) for pile in slept.s.keeps[0].piles] == [0, 1, 2, 2, 1]
    t = table().dungeon(0, "golem_factory", "goblin_armory", "minotaurs_maze", "goblin_armory", "dark_altar")
    assert [room_damage(t.s, pile[0], 0) for pile in t.s.keeps[0].piles] == [3, 1, 2, 1, 1]
    slept = t.copy().change(exhaust_room, t.ids(0)[2])
    assert [room_damage(slept.s, pile[0], 0) for pile in slept.s.keeps[0].piles] == [3, 1, 0, 1, 1]
    t = table().dungeon(0, plain("", 2), "minotaurs_maze", plain("", 1))
    t.hero(0, "c", 8).at_phase("adventure").do(Walked(2))
    assert t.s.keeps[0].entrance[0].taken == 5
    t = table().dungeon(0, "minotaurs_maze", plain("", 1))
    t.hero(0, "c", 8).at_phase("adventure").do(Walked(1))
    assert t.s.keeps[0].entrance[0].taken == 1


@pytest.mark.rule("BM-50", "BM-56")
def test_bosses_reach_into_town() -> None:
    """Seducia lures any hero of town or deck; Mimic Vault a normal one in town."""
    t = seated(2, ("seducia", "gorgona")).dungeon(0, *FIVE).hero(-1, "t", 6).hero(-1, "m", 11, epic=True)
    t.builds(t.ids(0)[0])
    assert t.copy().do(Aimed(t.s.town[1].id)).standing_in(0) == ["m.11"]
    drawn = t.copy().do(Arrived("c.4"))
    assert (drawn.standing_in(0), drawn.s.normal) == (["c.4"], t.s.normal - 1)
    assert "Ana shuffles the deck" in drawn.note_texts
    vault = t.copy().dungeon(0, "mimic_vault")
    vault.builds(*vault.ids(0))
    assert vault.options("target") == [t.s.town[0].id]
    assert vault.do(Aimed(t.s.town[0].id)).standing_in(0) == ["t.6"]
