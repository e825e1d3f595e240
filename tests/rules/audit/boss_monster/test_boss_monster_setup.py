"""Boss Monster, audit of the set-up (BM-01 … BM-08, BM-60, BM-62): each test from one sentence of the rules text."""

from collections import Counter

import pytest

from rules.boss_monster.model.card_catalogue import boss_cards, card_copies, card_texts, hero_deck, room_cards
from rules.boss_monster.model.decks import ROOM, SPELL, cards_in_box
from rules.boss_monster.model.events import (
    Arrived,
    Cast,
    Chose,
    DealtAgain,
    DealtBosses,
    Discarded,
    Drew,
    Handed,
    Laid,
    Placed,
    Revealed,
    Skipped,
)
from rules.boss_monster.model.state import xp_order
from rules.engine import Refused
from tests.support.games.boss_monster import NAMES, BossMonsterTable, handed, seated, table, virtual

BAD_CLERICS = ("dark_altar", "specters_sanctum", "succubus_spa", "zombie_prison", "golem_factory", "freeze", "fear")
BAD_ADVANCED = (
    *("dracolich_lair", "the_crushinator", "all_seeing_eye", "monsters_ballroom", "golem_factory"),
    *("freeze", "fear"),
)
GOOD = ("golem_factory", "neanderthal_cave", "dark_altar", "witchs_kitchen", "bottomless_pit", "freeze", "fear")


def with_first_hand(*cards: str, **rulings: str) -> BossMonsterTable:
    """A virtual table before the discards; Ana holds those cards, Bea a hand that nobody may shuffle back."""
    return virtual(**rulings).holds(0, *cards).holds(1, *GOOD)


@pytest.mark.rule("BM-01")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_two_to_four_people_play(players: int) -> None:
    """BM-01, L43: "de entre 2 a 4 jugadores"."""
    assert len(BossMonsterTable(*NAMES[:players]).s.keeps) == players


@pytest.mark.rule("BM-01")
@pytest.mark.parametrize("players", [0, 1, 5])
def test_fewer_or_more_people_are_refused(players: int) -> None:
    """BM-01, L43: "de entre 2 a 4 jugadores"."""
    with pytest.raises(Refused) as refused:
        BossMonsterTable(*(f"P{k}" for k in range(players)))
    assert refused.value.rule == "BM-01"


@pytest.mark.rule("BM-02", "BM-A2")
def test_the_box_holds_what_the_contents_list() -> None:
    """BM-02, BM-A2, L49-53: 8 bosses, 75 rooms, 31 spells (30 in L211), 25 heroes, 16 epic heroes."""
    assert len(boss_cards()) == 8
    assert cards_in_box(ROOM).total() == 75
    assert cards_in_box(SPELL).total() == 31
    assert (len(hero_deck(4, epic=False)), len(hero_deck(4, epic=True))) == (25, 16)
    assert [len(card_copies(file)) for file in ("bosses", "rooms", "spells")] == [8, 31, 16], "kinds of cards"
    assert all(card.effect.es and card.effect.en and card.automation for card in card_texts().values())


@pytest.mark.rule("BM-02")
def test_a_virtual_table_deals_from_the_whole_box() -> None:
    """BM-02, L50-51: what lies in the decks and in the hands is the box, no card more."""
    t = virtual(4)
    assert (t.view.rooms, t.view.spells) == (75 - 4 * 5, 31 - 4 * 2)
    held = Counter(card for keep in t.s.keeps for card in keep.hand)
    assert held.total() == 4 * 7
    assert not held - (cards_in_box(ROOM) + cards_in_box(SPELL))


@pytest.mark.rule("BM-03")
@pytest.mark.parametrize(("players", "normal", "epic"), [(2, 13, 8), (3, 17, 12), (4, 25, 16)])
def test_the_hero_decks_depend_on_the_number_of_players(players: int, normal: int, epic: int) -> None:
    """BM-03, L219-227: 13 and 8, 17 and 12, 25 and 16."""
    s = BossMonsterTable(*NAMES[:players]).s
    assert (s.normal, s.epic) == (normal, epic)
    assert (len(hero_deck(players, epic=False)), len(hero_deck(players, epic=True))) == (normal, epic)


@pytest.mark.rule("BM-03")
def test_heroes_with_the_symbol_of_more_players_do_not_come() -> None:
    """BM-03, L229: for two players, all cards with three and four players' symbols are removed."""
    t = table(2)
    few = hero_deck(2, epic=False)
    many = [key for key in hero_deck(4, epic=False) if key not in few]
    assert {"pugi_the_druidess", "samurai_tom"} <= set(many)
    assert set(t.options("hero")) == set(few)


@pytest.mark.rule("BM-04")
def test_each_gets_one_boss_at_random_and_no_boss_twice() -> None:
    """BM-04, L233: shuffle the bosses and deal one to each."""
    t = BossMonsterTable(*NAMES, cards="virtual")
    holes = [hole for choice in t.asked.choices for hole in choice.template.holes]
    assert [(hole.least, hole.most, len(hole.faces)) for hole in holes] == [(1, 1, 8)]
    t.deals()
    assert len({keep.boss for keep in t.s.keeps}) == 4
    dealt = {virtual(seed=seed).s.keeps[0].boss for seed in range(12)}
    assert len(dealt) > 2, "not always the same one"


@pytest.mark.rule("BM-04")
def test_a_boss_that_somebody_has_cannot_be_named_again() -> None:
    """BM-04, L233: there is one card of each boss."""
    t = BossMonsterTable("Ana", "Bea").do(Chose(0, "robobo"))
    assert t.refuses(Chose(1, "robobo")) == "BM-04"
    assert "robobo" not in t.options("boss")


@pytest.mark.rule("BM-04")
def test_the_most_xp_goes_first_and_then_downwards_in_every_phase() -> None:
    """BM-04, L233: the highest XP first, then the next, "en todas las fases del juego"."""
    t = seated(4, ("gorgona", "draculord", "robobo", "xyzax"))
    downwards = ["Bea", "Dani", "Ana", "Cira"]
    order = []
    while t.step == "place":
        order.append(t.who)
        t.do(Placed(0))
    assert order == downwards
    order = []
    while t.step == "turn_up":
        order.append(t.who)
        t.do(Revealed("neanderthal_cave"))
    assert order == downwards
    for seat in range(4):
        t.hero(seat, "c", 4)
    t.at_phase("adventure")
    order = []
    while t.step == "walk":
        order.append(t.who)
        t.usual()
    assert order == downwards


@pytest.mark.rule("BM-05")
def test_rooms_grow_away_from_the_boss_and_the_score_lies_apart() -> None:
    """BM-05, L237: rooms to the left of the boss; souls and wounds to its right."""
    t = seated()
    t.do(Placed(0), Skipped(), Revealed("neanderthal_cave")).do(Arrived("c.4"), Arrived("c.6"))
    t.do(Placed(0), Skipped(), Revealed("golem_factory"))
    assert t.keys(1) == ["golem_factory", "neanderthal_cave"], "the first one stays beside the boss"
    t.scored(1, souls=2, wounds=1)
    assert [pile for pile in t.s.keeps[1].piles if len(pile) != 1] == []
    assert t.points[1] == (2, 1)


@pytest.mark.rule("BM-06")
def test_everybody_draws_five_rooms_and_two_spells() -> None:
    """BM-06, L243: 5 room cards and 2 spell cards."""
    t = virtual(4)
    for keep in t.s.keeps:
        spells = [card for card in keep.hand if card_texts()[card].phases]
        assert (len(keep.hand), len(spells)) == (7, 2)


@pytest.mark.rule("BM-06")
def test_two_cards_of_any_kind_must_be_discarded() -> None:
    """BM-06, L243: "deberán descartar 2 cartas a su elección": not one, not three, not none."""
    t = with_first_hand(*GOOD)
    cards = t.first_cards(0)
    for wrong in ((), cards[:1], cards[:3]):
        assert t.refuses(Discarded(0, wrong)) == "BM-06"
    assert t.refuses(Placed(0)) in ("BM-06", "BM-21")
    assert t.refuses(Skipped()) in ("BM-06", "BM-22")
    for two in (("freeze.1", "fear.1"), ("golem_factory.1", "freeze.1"), ("golem_factory.1", "dark_altar.1")):
        left = t.copy().do(Discarded(0, two)).s.keeps[0].hand
        assert sorted(left) == sorted(set(GOOD) - {card[:-2] for card in two})


@pytest.mark.rule("BM-06")
def test_the_discards_are_chosen_together_and_stay_face_down_until_all_have_chosen() -> None:
    """BM-06, L243: simultaneously, "manteniendo estas cartas boca abajo hasta que todos ... hayan elegido"."""
    t = with_first_hand(*GOOD)
    assert t.asked.seats == (0, 1), "in any order"
    other = t.copy().do(Discarded(1, ("freeze.1", "fear.1")))
    assert other.asked.seats == (0,)
    t.do(Discarded(0, ("freeze.1", "fear.1")))
    assert (t.s.discards, t.s.keeps[0].aside) == ((), ("freeze", "fear"))
    assert t.refuses(Discarded(0, ("golem_factory.1", "dark_altar.1"))) == "BM-06", "once"
    hidden = t.game.conceal(t.s, frozenset({1})).keeps[0]
    assert not {"freeze", "fear"} & {*hidden.aside, *hidden.hand}
    t.do(Discarded(1, ("golem_factory.1", "fear.1")))
    assert sorted(t.s.discards) == ["fear", "fear", "freeze", "golem_factory"]
    assert [len(keep.hand) for keep in t.s.keeps] == [5, 5]
    assert [keep.aside for keep in t.s.keeps] == [(), ()]


@pytest.mark.rule("BM-07")
@pytest.mark.parametrize("hand", [BAD_CLERICS, BAD_ADVANCED])
def test_a_bad_hand_may_be_shuffled_back_for_another(hand: tuple[str, ...]) -> None:
    """BM-07, L533: with four advanced rooms or four of one treasure "puedes devolver las cartas"."""
    t = with_first_hand(*hand)
    assert t.copy().do(Discarded(0, ("freeze.1", "fear.1"))).s.waits == (1,), "it is a may"
    bad = t.cards_for(DealtAgain, 0)[:4]
    before = t.view.rooms, t.view.spells
    t.acts(DealtAgain(0, bad))
    assert len(t.s.keeps[0].hand) == 7
    assert sum(bool(card_texts()[card].phases) for card in t.s.keeps[0].hand) == 2
    assert (t.view.rooms, t.view.spells) == before, "the old hand went back into the decks"
    assert t.s.discards == ()
    assert 0 in t.s.waits, "two are still discarded of the new hand"


@pytest.mark.rule("BM-07")
def test_a_good_hand_is_not_shuffled_back() -> None:
    """BM-07, L533: only with four advanced rooms or four rooms of one treasure."""
    t = with_first_hand(*GOOD)
    same = t.copy().do(DealtAgain(0, ()))
    assert (same.s.keeps[0].hand, same.s.waits) == (GOOD, (0, 1)), "an answer without cards changes nothing"
    four = ("golem_factory.1", "neanderthal_cave.1", "dark_altar.1", "witchs_kitchen.1")
    assert t.refuses(DealtAgain(0, four)) == "BM-07"
    three = with_first_hand("dark_altar", "specters_sanctum", "succubus_spa", "golem_factory", "neanderthal_cave")
    assert three.refuses(DealtAgain(0, ("dark_altar.1", "specters_sanctum.1", "succubus_spa.1"))) == "BM-07"


@pytest.mark.rule("BM-07")
def test_a_mixed_room_counts_for_each_of_its_treasures() -> None:
    """BM-07, L533: "cuatro Habitaciones de un mismo tipo de Tesoro"; a mage and cleric room is of both types."""
    t = with_first_hand("zombie_prison", "dragon_hatchery", "witchs_kitchen", "haunted_library", "golem_factory")
    assert len(t.cards_for(DealtAgain, 0)) >= 4
    t.acts(DealtAgain(0, t.cards_for(DealtAgain, 0)[:4]))
    assert len(t.s.keeps[0].hand) == 7


@pytest.mark.rule("BM-A22", "BM-07")
def test_the_new_hand_is_shuffled_back_again_where_the_table_says_so() -> None:
    """BM-A22, L533: four or more, before discarding; again if the new hand is bad too, or once only."""
    for ruling in ("again", "once"):
        t = with_first_hand(*BAD_CLERICS, BM_A22=ruling)
        t.acts(DealtAgain(0, t.cards_for(DealtAgain, 0)[:4])).holds(0, *BAD_ADVANCED)
        if ruling == "again":
            t.acts(DealtAgain(0, t.cards_for(DealtAgain, 0)[:4]))
            assert len(t.s.keeps[0].hand) == 7
        else:
            wanted = ("all_seeing_eye.1", "dracolich_lair.1", "monsters_ballroom.1", "the_crushinator.1")
            assert t.refuses(DealtAgain(0, wanted)) == "BM-07"


@pytest.mark.rule("BM-A22")
@pytest.mark.parametrize("ruling", ["again", "once"])
def test_five_count_as_four_and_after_the_discards_nothing_is_shuffled_back(ruling: str) -> None:
    """BM-A22, L533: "cuatro" is four or more of the five rooms, and it comes before the two discards."""
    five = ("dark_altar", "dark_altar", "specters_sanctum", "succubus_spa", "zombie_prison", "freeze", "fear")
    t = with_first_hand(*five, BM_A22=ruling)
    bad = t.cards_for(DealtAgain, 0)
    assert len(t.copy().acts(DealtAgain(0, bad[:4])).s.keeps[0].hand) == 7
    t.do(Discarded(0, ("freeze.1", "fear.1")))
    assert t.refuses(DealtAgain(0, bad[:4])) in ("BM-06", "BM-07")


@pytest.mark.rule("BM-07", "BM-A22")
def test_a_table_with_its_own_cards_may_deal_again_before_the_hands_are_ready() -> None:
    """BM-07, BM-A22, L533: a bad hand is dealt again; the app does not see the cards."""
    t = BossMonsterTable("Ana", "Bea", BM_A22="once").do(Chose(0, "robobo"), Chose(1, "gorgona"))
    t.do(DealtAgain(0))
    assert t.refuses(DealtAgain(0)) in ("BM-07", "BM-A22")
    t.do(DealtAgain(1), Handed())
    assert t.refuses(DealtAgain(1)) in ("BM-07", "BM-08")
    again = BossMonsterTable("Ana", "Bea").do(Chose(0, "robobo"), Chose(1, "gorgona"), DealtAgain(0), DealtAgain(0))
    assert again.step == "hands"


@pytest.mark.rule("BM-08")
def test_the_first_rooms_are_laid_face_down_by_xp_and_revealed_together() -> None:
    """BM-08, L249: face down, the most XP first; once all have played they are revealed together."""
    t = seated(3)
    assert t.who == "Cira"
    t.do(Placed(0))
    assert t.who == "Bea"
    assert t.s.keeps[2].piles[0][0].down
    t.do(Placed(0), Placed(0))
    assert [pile[0].down for keep in t.s.keeps for pile in keep.piles] == [True] * 3
    assert t.s.turn == 0
    t.do(Revealed("golem_factory"), Revealed("neanderthal_cave"), Revealed("witchs_kitchen"))
    assert [t.keys(seat) for seat in range(3)] == [["witchs_kitchen"], ["neanderthal_cave"], ["golem_factory"]]
    assert (t.s.turn, t.step) == (1, "reveal_hero"), "the first turn begins"


@pytest.mark.rule("BM-08")
def test_the_first_room_may_be_left_out() -> None:
    """BM-08, L247: "cada jugador puede construir una Habitación"."""
    t = seated().do(Skipped(), Placed(0), Revealed("golem_factory"))
    assert (t.keys(0), t.keys(1), t.s.turn) == (["golem_factory"], [], 1)


@pytest.mark.rule("BM-08")
def test_what_is_done_on_building_is_done_by_xp_before_the_first_turn() -> None:
    """BM-08, L249: "resuelve cualquier efecto «cuando construyas esta Habitación» por orden de PX"."""
    t = seated().do(Placed(0), Placed(0), Revealed("construction_zone"), Revealed("construction_zone"))
    assert (t.who, t.s.turn) == ("Bea", 0)
    t.do(Placed(0), Revealed("dark_altar"))
    assert (t.keys(1), t.who, t.s.turn) == (["dark_altar", "construction_zone"], "Ana", 0)
    t.do(Skipped())
    assert (t.keys(0), t.s.turn) == (["construction_zone"], 1)


@pytest.mark.rule("BM-08", "BM-16")
def test_no_spell_is_played_before_the_first_turn() -> None:
    """BM-08, BM-16, L174, L247: spells only in the build or the adventure phase; the first room comes before both."""
    t = seated()
    assert t.refuses(Cast(1, "kobold_strike")) in ("BM-08", "BM-16")
    assert t.refuses(Cast(0, "jeopardy")) in ("BM-08", "BM-16")
    assert not [choice for choice in t.remarks if isinstance(choice.event, Cast)]


@pytest.mark.rule("BM-08", "BM-57")
def test_a_first_room_of_the_hand_leaves_it() -> None:
    """BM-08, L247: the room comes from the hand; nobody may lay one that they do not hold."""
    t = virtual().holds(0, *GOOD).holds(1, *GOOD)
    t.do(*(Discarded(seat, ("freeze.1", "fear.1")) for seat in (0, 1)))
    seat = t.asked.seats[0]
    assert t.refuses(Laid(seat, 0, ("dragon_hatchery.1",))) in ("BM-08", "BM-14", "BM-57")
    t.do(Laid(seat, 0, ("dark_altar.1",)))
    assert "dark_altar" not in t.s.keeps[seat].hand
    assert t.s.keeps[seat].piles[0][0].card == room_cards()["dark_altar"]


@pytest.mark.rule("BM-60")
def test_with_i_choose_you_two_bosses_are_dealt_and_one_is_kept() -> None:
    """BM-60, L549: two boss cards each; one is chosen, "retiran la otra de la partida"."""
    t = BossMonsterTable("Ana", "Bea", "Cira", "Dani", cards="virtual", choose="on")
    kept: dict[int, str] = {}
    dealt: list[str] = []
    while t.step != "first_discard":
        if any(isinstance(event, DealtBosses | Drew) for event in t.events):
            hole = t.asked.choices[0].template.holes[0]
            before = {face.value for face in hole.faces} if isinstance(t.events[0], DealtBosses) else set()
            assert not before & set(dealt), "what was dealt is not dealt again"
            t.deals()
            continue
        seat = t.asked.seats[0]
        two = t.options("boss")
        assert len(two) == 2
        assert t.refuses(Chose(seat, next(b for b in boss_cards() if b not in two))) in ("BM-04", "BM-60")
        assert t.refuses(Skipped()) in ("BM-04", "BM-60"), "one must be kept"
        dealt += two
        t.do(Chose(seat, two[1]))
        kept[seat] = two[1]
    assert [keep.boss for keep in t.s.keeps] == [kept[seat] for seat in range(4)]
    assert len(dealt) == len(set(dealt)) == 8


@pytest.mark.rule("BM-62")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_hard_mode_leaves_out_the_normal_heroes_with_four_health(players: int) -> None:
    """BM-62, L553: remove all normal heroes with 4 health; the epic ones stay."""
    usual, hard = (hero_deck(players, epic=False, hard=on) for on in (False, True))
    assert set(usual) - set(hard) == {key for key, hero in usual.items() if hero.health == 4}
    t = table(players, hard="on")
    assert (t.s.normal, t.s.epic) == (len(hard), len(hero_deck(players, epic=True)))
    assert t.refuses(Arrived("c.4")) == "BM-62"
    t.copy().do(Arrived("c.6"))
    assert table(players).do(Arrived("c.4")).standing_in(-1) == ["c.4"]


@pytest.mark.rule("BM-62")
def test_hard_mode_does_not_deal_a_virtual_hero_with_four_health() -> None:
    """BM-62, L553: they are not in the deck."""
    t = handed(hard="on")
    assert {hero.health for hero in t.s.town}.isdisjoint({4})
    for seed in range(8):
        heroes = virtual(seed=seed, hard="on").s
        assert heroes.normal == len(hero_deck(2, epic=False, hard=True))


@pytest.mark.rule("BM-60")
def test_i_choose_you_deals_two() -> None:
    """The switch "choose" deals two bosses, and the prompt says that one is kept."""
    t = BossMonsterTable(*NAMES[:2], choose="on")
    assert "keeps one" in t.asks
    assert t.asked.rule == "BM-60"
    assert t.do(Chose(0, "robobo")).note_texts == ["Ana is Robobo: 400 XP"]


@pytest.mark.rule("BM-04", "BM-05")
def test_the_most_xp_goes_first() -> None:
    """The order of play is that of XP, and each boss can be chosen once."""
    t = BossMonsterTable(*NAMES[:3]).do(Chose(0, "robobo"))
    assert "robobo" not in t.options("boss")
    t.do(Chose(1, "draculord"), Chose(2, "seducia"))
    assert xp_order(t.s) == (1, 2, 0)
    assert t.s.active == 1
    assert "The order by XP: Bea, Cira, Ana" in t.note_texts
    assert any("left of the boss" in line for line in t.note_texts)
