"""Boss Monster, audit of arrival and bait (BM-18, 20, 26-29, A5, A6, A15-A17): each test from one sentence."""

from dataclasses import replace

import pytest

from rules.boss_monster.model.card_catalogue import card_texts, hero_deck
from rules.boss_monster.model.decks import ROOM, card_kind
from rules.boss_monster.model.events import (
    Activated,
    Aimed,
    Arrived,
    Cast,
    Laid,
    Lured,
    NamedHero,
    Placed,
    Revealed,
    Skipped,
)
from rules.boss_monster.model.state import TOWN, set_keep
from tests.support.games.boss_monster import BossMonsterTable, handed, plain, table, virtual


def lured(*dungeons: tuple[str, ...], heroes: str = "c", rulings: dict[str, str] | None = None) -> BossMonsterTable:
    """After the bait phase of dungeons with those treasures, with a hero of each of those classes in town."""
    t = table(len(dungeons), **(rulings or {}))
    for seat, treasures in enumerate(dungeons):
        t.dungeon(seat, *(plain(treasure, 1) for treasure in treasures))
    for klass in heroes:
        t.hero(TOWN, klass, 8)
    return t.at_phase("bait")


@pytest.mark.rule("BM-20")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_hero_for_each_player_comes_to_town(players: int) -> None:
    """BM-20, L355: "una carta de Héroe por cada jugador que haya en la partida"."""
    t = table(players)
    for k in range(players):
        assert (t.step, t.asked.seats, len(t.s.town)) == ("reveal_hero", tuple(range(players)), k)
        t.do(Arrived(("c.6", "f.6", "m.6", "t.6")[k]))
    assert t.standing_in(TOWN) == ["c.6", "f.6", "m.6", "t.6"][:players]
    assert t.s.phase == "build", "once all have drawn, the build phase begins"
    assert t.s.normal == len(hero_deck(players, epic=False)) - players


@pytest.mark.rule("BM-20")
def test_everybody_draws_one_room_at_the_start_of_a_turn() -> None:
    """BM-20, L356: "cada jugador roba una carta de Habitación"."""
    t = virtual(3)
    for seat in t.s.waits:
        t.holds(seat, "freeze", "fear")
    t = handed(3)
    before = t.view.rooms, t.view.spells
    t.acts(*(Skipped(),) * 3)
    while t.s.turn == 1:
        t.usual().deals()
    assert [[card_kind(card) for card in keep.hand] for keep in t.s.keeps] == [[ROOM]] * 3
    assert (t.view.rooms, t.view.spells) == (before[0] - 3, before[1])


@pytest.mark.rule("BM-02", "BM-20")
def test_a_hero_who_lies_at_the_table_does_not_come_again() -> None:
    """BM-02, BM-20, L53, L355: "25 cartas de Héroes", each with a name of its own; the score areas keep them."""
    t = table(3).do(NamedHero("nick_the_masher"))
    assert t.refuses(NamedHero("nick_the_masher")) == "BM-02"
    other = t.copy().do(NamedHero("charles_the_young"))
    assert [hero.card.key for hero in other.s.town] == ["nick_the_masher", "charles_the_young"]
    scored = table().scored(1, souls=1, key="nick_the_masher").at_phase("arrive")
    assert scored.refuses(NamedHero("nick_the_masher")) == "BM-02"
    assert t.do(Arrived("c.4")).s.town[-1].card.key == "", "who comes without a name may be like another"


@pytest.mark.rule("BM-20", "BM-12")
def test_normal_heroes_come_before_epic_ones() -> None:
    """BM-20, BM-12, L355: "debes mostrar los Héroes normales antes que los Héroes épicos"."""
    t = table().change(replace, normal=1).at_phase("arrive")
    assert t.refuses(Arrived("c.11")) in ("BM-20", "BM-03", "BM-12")
    assert t.refuses(NamedHero("lord_van_ette")) in ("BM-20", "BM-03", "BM-12")
    t.do(Arrived("c.4"))
    assert (t.asks, t.s.normal) == ("Hero 2 of 2 comes to town, an epic one: who?", 0)
    assert t.refuses(Arrived("c.6")) in ("BM-20", "BM-03", "BM-12")
    t.do(Arrived("c.11"))
    assert [(hero.card.epic, hero.worth) for hero in t.s.town] == [(False, 1), (True, 2)]
    assert (t.s.normal, t.s.epic) == (0, 7)


@pytest.mark.rule("BM-16", "BM-20")
def test_nothing_is_played_or_built_at_the_start_of_a_turn() -> None:
    """BM-16, BM-20, L358: "no se pueden usar cartas de Hechizo, ni cartas de Habitación, ni capacidades"."""
    t = table().dungeon(0, "jackpot_stash")
    assert t.s.phase == "start"
    assert t.refuses(Cast(0, "freeze")) in ("BM-16", "BM-20")
    assert t.refuses(Activated(t.ids(0)[0])) in ("BM-20", "BM-47")
    assert t.refuses(Placed(0)) in ("BM-20", "BM-21")
    assert t.refuses(Skipped()) == "BM-20", "heroes come, whether anybody likes it or not"


@pytest.mark.rule("BM-20")
def test_a_library_draws_a_spell_instead_of_the_room_of_the_turn() -> None:
    """BM-20, L358: it is no activated ability: a "may" of the card in place of that draw."""
    t = handed().dungeon(0, "haunted_library")
    t.acts(Skipped(), Skipped())
    while t.s.turn == 1:
        t.usual().deals()
    kinds = {event.kind for event in t.events if hasattr(event, "kind")}
    assert (t.who, kinds) == ("Ana", {"room", "spell"})
    choice = next(event for event in t.events if getattr(event, "kind", "") == "spell")
    t.acts(choice)
    assert [bool(card_texts()[card].phases) for card in t.s.keeps[0].hand] == [True]
    assert [bool(card_texts()[card].phases) for card in t.s.keeps[1].hand] == [False]


@pytest.mark.rule("BM-26", "BM-18")
def test_the_treasure_of_the_boss_counts() -> None:
    """BM-26, BM-18, L188, L196: the boss's symbol is added: Robobo is a fighter, Gorgona a thief."""
    t = lured(("t",), ("f",), heroes="ft")
    assert t.standing_in(TOWN) == ["f.8", "t.8"], "one and one each"
    t = lured(("",), ("",), heroes="ft")
    assert (t.standing_in(0), t.standing_in(1)) == (["f.8"], ["t.8"])


@pytest.mark.rule("BM-26")
def test_the_example_of_the_rules_text() -> None:
    """BM-26, BM-27, L454-468: 1 and 3 clerics, 2 and 0 mages, 2 and 2 thieves: mage to 1, cleric to 2, thief stays."""
    t = table(2).change(set_keep, 0, boss="xyzax").change(set_keep, 1, boss="draculord")
    t.dungeon(0, plain("mm", 1), plain("tt", 1)).dungeon(1, plain("cc", 1), plain("tt", 1), plain("f", 1))
    for klass in "mct":
        t.hero(TOWN, klass, 20)
    assert [t.numbers[f"seat.0.{klass}"] for klass in "cmft"] == [1, 2, 0, 2]
    assert [t.numbers[f"seat.1.{klass}"] for klass in "cmft"] == [3, 0, 1, 2]
    t.at_phase("bait")
    assert (t.standing_in(0), t.standing_in(1), t.standing_in(TOWN)) == (["m.20"], ["c.20"], ["t.20"])


@pytest.mark.rule("BM-26")
def test_modifiers_of_abilities_of_the_build_phase_count() -> None:
    """BM-26, L423: "añade cualquier modificador" of abilities or spells used in the build phase."""
    t = (
        table()
        .dungeon(0, "jackpot_stash", plain("cc", 1))
        .dungeon(1, plain("cc", 1), plain("c", 1))
        .hero(TOWN, "c", 20)
    )
    t.at_phase("build").do(Activated(t.ids(0)[0]), Skipped(), Skipped())
    assert (t.standing_in(0), t.standing_in(1)) == (["c.20"], [])
    t = table().dungeon(0, plain("cc", 1)).dungeon(1, plain("cc", 1), plain("c", 1)).hero(TOWN, "c", 20)
    t.at_phase("build").casts(0, "freeze", t.ids(1)[0])
    t.do(Skipped(), Skipped())
    assert (t.standing_in(0), t.standing_in(1)) == (["c.20"], []), "an exhausted room lures nobody"


@pytest.mark.rule("BM-27")
@pytest.mark.parametrize(
    ("dungeons", "tied"), [((("c",), ("c",)), True), ((("m",), ("m",)), True), ((("c",), ("cc",)), False)]
)
def test_with_a_tie_or_without_any_treasure_the_hero_stays_in_town(
    dungeons: tuple[tuple[str, ...], ...], tied: bool
) -> None:
    """BM-27, L425: nobody has it, or two or more are level."""
    t = lured(*dungeons)
    assert t.standing_in(TOWN) == (["c.8"] if tied else [])
    assert [t.standing_in(seat) for seat in range(2)] == ([[], []] if tied else [[], ["c.8"]])


@pytest.mark.rule("BM-27")
def test_a_third_with_less_does_not_get_a_hero_over_whom_two_are_level() -> None:
    """BM-27, L425, L434: a tie of the highest; the third is not the highest, nor is anybody with none."""
    assert lured(("cc",), ("cc",), ("c",)).standing_in(TOWN) == ["c.8"]
    assert lured(("cc",), ("c",), ("c",)).standing_in(0) == ["c.8"]


@pytest.mark.rule("BM-28")
def test_several_heroes_arrive_in_the_order_in_which_they_were_drawn() -> None:
    """BM-28, L429: "en el mismo orden en el que se robaron del mazo"."""
    t = table().dungeon(0, plain("cm", 1), plain("cm", 1)).at_phase("arrive")
    t.do(Arrived("m.4"), Arrived("c.8"), Skipped(), Skipped())
    assert t.standing_in(0) == ["m.4", "c.8"]
    t = table().dungeon(0, plain("cm", 1), plain("cm", 1)).at_phase("arrive")
    t.do(Arrived("c.8"), Arrived("m.4"), Skipped(), Skipped())
    assert t.standing_in(0) == ["c.8", "m.4"]


@pytest.mark.rule("BM-28")
def test_nothing_is_played_in_the_bait_phase() -> None:
    """BM-28, L427: "no se pueden usar cartas de Hechizo ni cartas de Habitación"; the Fool's question is in it."""
    t = table().hero(TOWN, "x", 2).dungeon(0, "jackpot_stash").at_phase("bait")
    assert (t.s.phase, t.step != "walk") == ("bait", True)
    assert t.refuses(Cast(0, "freeze")) in ("BM-16", "BM-28")
    assert t.refuses(Cast(1, "jeopardy")) in ("BM-16", "BM-28")
    assert t.refuses(Placed(0)) in ("BM-21", "BM-28")
    assert t.refuses(Activated(t.ids(0)[0])) in ("BM-28", "BM-47")


@pytest.mark.rule("BM-28")
def test_no_room_and_no_spell_of_the_hand_in_the_bait_phase() -> None:
    """BM-28, L427: the same with the app's cards."""
    t = handed().hero(TOWN, "x", 2).holds(0, "freeze", "golem_factory", "jeopardy").at_phase("bait")
    assert t.offers(Lured)
    assert t.refuses(Laid(0, 0, ("golem_factory.1",))) in ("BM-21", "BM-28")
    assert not [c for c in t.answers if c.seat == 0 and type(c.event).__name__ in ("Laid", "Played", "Activated")]


@pytest.mark.rule("BM-29")
def test_heroes_keep_coming_while_others_are_stuck_and_all_leave_together() -> None:
    """BM-29, L434: new heroes each turn; when the tie breaks, all who could not leave go."""
    t = table().do(Arrived("c.4"), Arrived("c.6"), Skipped(), Skipped())
    assert (t.standing_in(TOWN), t.s.turn, t.step) == (["c.4", "c.6"], 2, "reveal_hero")
    t.do(Arrived("c.8"), Arrived("m.4"))
    assert t.standing_in(TOWN) == ["c.4", "c.6", "c.8", "m.4"]
    t.do(Placed(0), Skipped(), Revealed("dark_altar"))
    assert t.standing_in(1) == ["c.4", "c.6", "c.8"]
    assert t.standing_in(TOWN) == ["m.4"]


@pytest.mark.rule("BM-A16", "BM-29")
def test_only_heroes_of_the_class_whose_tie_broke_leave() -> None:
    """BM-A16, L423-425, L434: the others stay stuck."""
    t = lured(("m", "c"), ("m", ""), heroes="mcm")
    assert t.standing_in(0) == ["c.8"]
    assert t.standing_in(TOWN) == ["m.8", "m.8"]


@pytest.mark.rule("BM-26", "BM-A15")
def test_each_hero_is_compared_by_himself_and_takes_no_treasure_away() -> None:
    """BM-26, BM-A15, L423-425: three clerics all go to the dungeon with the most treasure, which has one more."""
    t = lured(("c", "cc"), ("c", "c"), heroes="ccc")
    assert (t.standing_in(0), t.standing_in(1), t.standing_in(TOWN)) == (["c.8"] * 3, [], [])


@pytest.mark.rule("BM-18")
def test_a_boss_is_no_room() -> None:
    """BM-18, L188: not counted as a room, deals no damage, is neither exhausted nor destroyed."""
    t = table().dungeon(0, "monsters_ballroom").dungeon(1, "dark_altar").hero(0, "c", 5).at_phase("adventure")
    t.do(Cast(1, "freeze"))
    assert sorted(t.options("target")) == sorted(t.ids(0) + t.ids(1)), "rooms alone"
    t.do(Aimed(t.ids(1)[0]))
    t.usual().usual()
    assert t.points[0] == (0, 1), "the ballroom's one damage, nothing of the boss"
    t = table().hero(0, "c", 1).at_phase("adventure")
    t.usual()
    assert t.points[0] == (0, 1), "a dungeon without rooms does no damage"


@pytest.mark.rule("BM-A5", "BM-36")
@pytest.mark.parametrize(("ruling", "heroes"), [("seats", 3), ("alive", 2)])
def test_after_somebody_is_out_as_many_heroes_come_as_before_or_one_each(ruling: str, heroes: int) -> None:
    """BM-A5, L502, L355: the number does not change, or it is one for each player in the game."""
    t = table(3, BM_A5=ruling).scored(1, wounds=5).at_phase("end_turn")
    assert t.s.keeps[1].out
    assert (t.s.turn, t.step) == (2, "reveal_hero")
    for k in range(heroes):
        assert len(t.s.town) == k
        t.do(Arrived(("c.6", "f.6", "m.6")[k]))
    assert (t.s.phase, len(t.s.town)) == ("build", heroes)


@pytest.mark.rule("BM-A6")
def test_the_misprints_change_nothing() -> None:
    """BM-A6, L665, L671: "cada jugador revela un Héroe" is one each; the third phase is the bait phase."""
    t = table(3)
    t.do(Arrived("c.6"), Arrived("f.6"), Arrived("m.6"))
    assert len(t.s.town) == 3
    t.do(*(Skipped(),) * 3)
    assert "BM-26" in t.ruled


@pytest.mark.rule("BM-A17")
@pytest.mark.parametrize(("ruling", "epic"), [("deck", True), ("lured", False)])
def test_epic_heroes_come_when_the_deck_is_empty_or_the_town_besides(ruling: str, epic: bool) -> None:
    """BM-A17, L119, L355: with a normal hero stuck in town the first reading goes on to the epic deck."""
    t = table(BM_A17=ruling).hero(TOWN, "c", 4).change(replace, normal=0).at_phase("arrive")
    if epic:
        t.do(Arrived("c.11"), Arrived("m.11"))
        assert (t.s.epic, len(t.s.town)) == (6, 3)
    else:
        assert (t.s.phase, t.s.epic, t.standing_in(TOWN)) == ("build", 8, ["c.4"]), "nobody comes while he is there"
        gone = table(BM_A17=ruling).change(replace, normal=0).at_phase("arrive")
        assert gone.step == "reveal_hero"
        assert gone.do(Arrived("c.11")).s.epic == 7


@pytest.mark.rule("BM-A17")
def test_the_last_normal_hero_of_the_same_turn_holds_the_epic_ones_back_where_all_must_have_left() -> None:
    """BM-A17, L119: the epic heroes come after all normal ones were lured; the one just revealed was not."""
    t = table(BM_A17="lured").change(replace, normal=1).at_phase("arrive").do(Arrived("c.4"))
    assert (t.s.phase, t.s.epic) == ("build", 8)
    t = table(BM_A17="deck").change(replace, normal=1).at_phase("arrive").do(Arrived("c.4"))
    assert t.step == "reveal_hero"


@pytest.mark.rule("BM-26", "BM-27")
def test_the_town_is_counted_class_by_class() -> None:
    """The view counts treasure for each class waiting in town, bosses included.

    It names who lures them, who is tied, or nobody. A player who is out is not counted.
    """
    t = table(3).dungeon(0, "dragon_hatchery", "golem_factory").dungeon(1, "dark_altar", "open_grave")
    t.hero(TOWN, "t").hero(TOWN, "f").hero(TOWN, "f", 8).hero(TOWN, "x", 2)
    seen = [(line.klass, [h.health for h in line.heroes], line.counts, line.best) for line in t.view.baits]
    assert seen == [
        ("f", [4, 8], (3, 0, 0), (0,)),
        ("t", [4], (1, 1, 0), (0, 1)),
        ("x", [2], (-1, -1, -1), ()),
    ]
    gone = t.copy().hero(TOWN, "m").change(set_keep, 0, out=True).view.baits
    assert [(line.klass, line.counts, line.best) for line in gone][1] == ("m", (-1, 0, 1), (2,))
    lines = table().dungeon(0, "dark_altar").dungeon(1, "dark_altar").hero(TOWN).at_phase("bait").note_texts
    assert "Cleric 4 stays in town: Ana and Bea tie (2 cleric treasures)" in lines
    assert "Cleric 4 stays in town: nobody has cleric treasures" in table().hero(TOWN).at_phase("bait").note_texts
