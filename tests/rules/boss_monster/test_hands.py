"""Boss Monster with virtual cards: hands that the companion deals, draws that it makes, what they hide."""

from collections import Counter
from dataclasses import replace

import pytest

from rules.boss_monster.cards import deck
from rules.boss_monster.decks import held, kind_of, left, refill, remaining
from rules.boss_monster.effects import hidden
from rules.boss_monster.event import (
    Activated,
    Aimed,
    Chose,
    Countered,
    DealtAgain,
    Discarded,
    Drew,
    Dropped,
    Laid,
    Played,
    Robbed,
    Salvaged,
    Searched,
    Skipped,
    Stood,
    TakenBack,
    Took,
    Walked,
)
from rules.boss_monster.game import GAME
from rules.boss_monster.hands import draw_a_room
from rules.boss_monster.secret import conceal
from rules.boss_monster.state import BossMonster, set_keep
from rules.engine import Refused, Ruled, apply, at, prompt, remarks
from tests.support.games.boss_monster import (
    acts,
    at_phase,
    builds,
    deals,
    do,
    dungeon,
    first,
    handed,
    hero,
    holding,
    ids,
    keys,
    running,
    scored,
    values,
    virtual,
)
from tests.support.transcript import step, told

FIVE = ("golem_factory", "dark_altar", "bottomless_pit", "mimic_vault", "open_grave")


def kinds(s: BossMonster, seat: int) -> tuple[int, int]:
    """How many rooms and spells a hand has."""
    return len(held(s, seat, "room")), len(held(s, seat, "spell"))


def choice(s: BossMonster, sort: type, seat: int, **more: object) -> object:
    """What that seat is offered of that sort, asked or said beside."""
    asked = prompt(s)
    offered = (*(asked.choices if asked else ()), *remarks(GAME, s))
    return next(
        c
        for c in offered
        if isinstance(c.event, sort)
        and c.seat == seat
        and all(getattr(c.event, name) == value for name, value in more.items())
    )


# --- the first hand ----------------------------------------------------------------------------------------------


@pytest.mark.rule("BM-06")
def test_the_companion_deals_bosses_and_hands() -> None:
    """Five rooms and two spells each; all discard two, in any order, and until the last has they lie aside."""
    s = virtual(3)
    assert len({keep.boss for keep in s.keeps} - {""}) == 3
    assert [kinds(s, seat) for seat in range(3)] == [(5, 2)] * 3
    assert (remaining(s, "room"), remaining(s, "spell")) == (76 - 15, 31 - 6)
    one, *others = s.waits
    s = acts(s, Discarded(one, first(s, "cards", one)[:2]))
    assert (len(s.keeps[one].aside), s.discards, len(s.keeps[one].hand)) == (2, (), 5)
    assert prompt(s).seats == tuple(others)  # type: ignore[union-attr]
    s = acts(s, *(Discarded(seat, first(s, "cards", seat)[:2]) for seat in others))
    assert (len(s.discards), step(s)) == (6, "place")
    assert "The hands are ready" in told(s)


@pytest.mark.rule("BM-07")
@pytest.mark.parametrize(
    "bad",
    [
        ("dark_altar", "open_grave", "succubus_spa", "zombie_prison"),
        ("vampire_bordello", "beast_menagerie", "all_seeing_eye", "the_crushinator"),
    ],
)
def test_a_bad_hand_is_dealt_anew(bad: tuple[str, ...]) -> None:
    """Four that share a treasure or four advanced ones; any other hand stays, though a new one is offered to all."""
    s = holding(virtual(), 0, *bad, "golem_factory", "freeze", "freeze")
    shown = values(choice(s, DealtAgain, 0))
    assert sorted(value.partition(".")[0] for value in shown) == sorted(bad)
    again = acts(s, DealtAgain(0, shown), seed=5)
    assert (kinds(again, 0), again.keeps[0].hand != s.keeps[0].hand, step(again)) == ((5, 2), True, "first_discard")
    good = holding(s, 0, *bad[:3], "golem_factory", "mimic_vault", "freeze", "freeze")
    assert values(choice(good, DealtAgain, 0)) == ()
    assert acts(good, DealtAgain(0)).keeps == good.keeps


@pytest.mark.rule("BM-07")
def test_a_second_new_hand_only_where_the_table_says_so() -> None:
    """Again and again, or once (BM-A22)."""
    for ruling, offered in (("again", True), ("once", False)):
        s = set_keep(virtual(A22=ruling), 0, dealt_again=True)
        assert any(isinstance(c.event, DealtAgain) and c.seat == 0 for c in prompt(s).choices) == offered  # type: ignore[union-attr]


@pytest.mark.rule("BM-60")
def test_of_two_bosses_dealt_one_is_kept() -> None:
    """The companion deals two; nothing else can be chosen."""
    s = virtual(choose="on")
    assert step(s) == "choose_boss"
    two = [option.value for option in prompt(s).choices[0].does.holes[0].options]  # type: ignore[union-attr]
    assert len(two) == 2
    s = acts(s, Chose(0, two[1]))
    assert s.keeps[0].boss == two[1]


def test_cards_cannot_be_changed_for_others_in_mid_game() -> None:
    """With which cards is played is settled before the game."""
    for s in (virtual(), handed()):
        with pytest.raises(Refused) as refused:
            apply(GAME, s, Ruled("cards", "table"))
        assert refused.value.rule == "BM-06"


# --- building ----------------------------------------------------------------------------------------------------


@pytest.mark.rule("BM-21", "BM-24", "BM-45")
def test_a_room_of_the_hand_lies_face_down_until_all_are_shown() -> None:
    """Only its player knows which; then it is turned up by itself and acts."""
    s = holding(holding(handed(), 0, "golem_factory", "freeze"), 1, "dark_altar")
    one, two = prompt(s).seats[0], 1 - prompt(s).seats[0]  # type: ignore[union-attr]
    s = acts(s, Laid(one, 0, first(s, "cards", one)[:1]))
    [[room]] = s.keeps[one].piles
    assert (room.down, room.card.key in ("golem_factory", "dark_altar")) == (True, True)
    assert conceal(s, frozenset((two,))).keeps[one].piles[0][0].card.key == ""
    assert kinds(s, one)[0] == 0
    s = acts(s, Skipped())
    assert keys(s, one) == [room.card.key]
    assert not s.keeps[one].piles[0][0].down


@pytest.mark.rule("BM-14")
def test_only_rooms_that_may_lie_there_are_taken() -> None:
    """An advanced one on a shared treasure; though none may, the place is offered, and nothing is laid."""
    s = handed()
    seat = prompt(s).seats[0]  # type: ignore[union-attr]
    s = holding(dungeon(s, seat, "golem_factory"), seat, "beast_menagerie", "vampire_bordello")
    base = ids(s, seat)[0]
    assert values(choice(s, Laid, seat, room=base)) == ("beast_menagerie.1",)
    assert values(choice(s, Laid, seat, room=0)) == ()
    with pytest.raises(Refused) as refused:
        apply(GAME, s, Laid(seat, base, ("vampire_bordello.1",)))
    assert refused.value.rule == "BM-25"
    assert "builds nothing" in told(acts(s, Laid(seat, 0)))[0]
    after = acts(s, Laid(seat, base, ("beast_menagerie.1",)), Skipped())
    assert keys(after, seat) == ["beast_menagerie"]


@pytest.mark.rule("BM-25")
def test_one_more_room_comes_from_the_hand() -> None:
    """The Construction Zone: it lies face up at once and acts."""
    s = holding(dungeon(handed(), 0, "construction_zone"), 0, "dark_laboratory")
    s = acts(builds(s, *ids(s, 0)), Laid(0, 0, ("dark_laboratory.1",)))
    assert keys(s, 0) == ["dark_laboratory", "construction_zone"]
    assert (kinds(s, 0), step(s)) == ((0, 2), "choose_discard")


@pytest.mark.rule("BM-25")
def test_a_strike_gives_face_down_rooms_back_to_the_hands() -> None:
    """Kobold Strike: the room is in its hand again, the spell among the discards."""
    s = holding(holding(handed(), 0, "golem_factory", "kobold_strike"), 1, "golem_factory", "kobold_strike")
    seat = prompt(s).seats[0]  # type: ignore[union-attr]
    s = acts(s, Laid(seat, 0, ("golem_factory.1",)), Played(seat, ("kobold_strike.1",)), Stood())
    assert "golem_factory" in s.keeps[seat].hand
    assert s.discards == ("kobold_strike",)


@pytest.mark.rule("BM-50")
def test_a_boss_searches_the_deck() -> None:
    """Cleopatra finds an advanced trap of deck or discards and may build that one at once."""
    s = holding(dungeon(handed(), 0, *FIVE), 0, "beast_menagerie")
    s = set_keep(replace(s, discards=("recycling_center",)), 0, boss="cleopatra")
    s = builds(s, ids(s, 0)[0])
    assert step(s) == "search"
    found = values(choice(s, Searched, 0))
    assert {value.partition(".")[0] for value in found} == {"recycling_center", "the_crushinator", "all_seeing_eye"}
    s = acts(s, Searched(0, ("recycling_center.1",)))
    assert (step(s), held(s, 0, "room")[-1]) == ("one_more", "recycling_center")
    pit = ids(s, 0)[2]
    assert values(choice(s, Laid, 0, room=pit)) == ("recycling_center.1",)
    assert keys(acts(s, Laid(0, pit, ("recycling_center.1",))), 0)[2] == "recycling_center"
    taken = replace(s, agenda=s.agenda[1:])
    assert Counter(left(taken, "room"))["recycling_center"] + taken.discards.count("recycling_center") == 1


# --- spells ------------------------------------------------------------------------------------------------------


def in_a_room() -> BossMonster:
    """A mage of 13 stands in the first room of Ana, who has a Freeze; Bea holds a Counterspell."""
    s = dungeon(dungeon(handed(), 0, "golem_factory", "dark_altar"), 1, "all_seeing_eye")
    s = holding(holding(s, 0, "freeze", "motivation"), 1, "counterspell", "fear")
    return do(at_phase(hero(s, 0, "m", 13, epic=True), "adventure"), Walked(0))


@pytest.mark.rule("BM-16")
def test_a_spell_is_played_out_of_the_hand() -> None:
    """One of this phase; it is on its way until it has acted, then among the discards; not after all: in hand again."""
    s = in_a_room()
    assert values(choice(s, Played, 0)) == ("freeze.1",)
    with pytest.raises(Refused):
        apply(GAME, s, Played(0, ("motivation.1",)))
    s = acts(s, Played(0, ("freeze.1",)))
    assert (held(s, 0), s.discards, remaining(s, "spell")) == (("motivation",), (), 31 - 4)
    assert held(acts(s, TakenBack()), 0) == ("motivation", "freeze")
    s = acts(s, Aimed(ids(s, 0)[1]), Stood())
    assert (s.discards, step(s)) == (("freeze",), "walk")
    assert acts(s, Played(1)).keeps == s.keeps


@pytest.mark.rule("BM-67")
def test_who_cancels_pays_with_a_card() -> None:
    """A Counterspell of the hand, or any spell for the Eye; both are put away; without one nothing is cancelled."""
    s = acts(in_a_room(), Played(0, ("freeze.1",)))
    s = acts(s, Aimed(ids(s, 0)[1]))
    assert values(choice(s, Countered, 1, room=0)) == ("counterspell.1",)
    countered = acts(s, Countered(1, 0, ("counterspell.1",)), Stood())
    assert (sorted(countered.discards), held(countered, 1)) == (["counterspell", "freeze"], ("fear",))
    [eye] = ids(s, 1)
    looked = acts(s, Countered(1, eye, ("fear.1",)))
    assert (sorted(looked.discards), step(looked)) == (["fear", "freeze"], "walk")
    assert step(acts(s, Countered(1))) == "stands"
    assert not any(isinstance(c.event, Countered) for c in prompt(holding(s, 1, "golem_factory")).choices)  # type: ignore[union-attr]


# --- drawing -----------------------------------------------------------------------------------------------------


@pytest.mark.rule("BM-20")
def test_everybody_draws_and_the_heroes_come_by_themselves() -> None:
    """A room each; whoever has a library awake chooses; no hero comes twice."""
    s = dungeon(handed(), 0, "haunted_library")
    before = kinds(s, 0), kinds(s, 1)
    s = deals(running(s, at(draw_a_room, 1), at(draw_a_room, 0)))
    assert (step(s), kinds(s, 1)) == ("either", (before[1][0] + 1, before[1][1]))
    s = acts(s, Drew(0, "spell"))
    assert kinds(s, 0) == (before[0][0], before[0][1] + 1)
    seen = [scored.hero.card.key for keep in s.keeps for scored in keep.score]
    seen += [one.card.key for _, one in s.heroes()]
    assert len(set(seen)) == len(seen) == len(s.met) == 2
    assert set(seen) <= set(deck(2, False))


@pytest.mark.rule("BM-41")
@pytest.mark.parametrize(("ruling", "rest"), [("one", ("freeze",)), ("both", ())])
def test_a_deck_that_runs_out_is_its_discards(ruling: str, rest: tuple[str, ...]) -> None:
    """At once, also between two cards of one draw; of the other kind too where the table plays it so (BM-A20)."""
    s = handed(A20=ruling)
    s = replace(holding(s, 1, *left(s, "room")[2:]), discards=("freeze",))
    gone = s.keeps[1].hand[-3:]
    s = replace(holding(s, 1, *s.keeps[1].hand[:-3]), discards=(*gone, "freeze"))
    assert remaining(s, "room") == 2
    before = len(s.keeps[0].hand)
    from rules.boss_monster.decks import draw

    s = deals(running(s, at(draw, 0, "room", 3)))
    assert (len(s.keeps[0].hand), remaining(s, "room"), s.discards) == (before + 3, 2, rest)
    assert refill(s, "room") == s


@pytest.mark.rule("BM-44")
def test_what_is_lost_at_random_chance_picks() -> None:
    """Of that kind, out of the whole hand; everybody sees what it was, or it is in another's hand."""
    s = holding(handed(), 1, "freeze", "fear", "golem_factory")
    lost = acts(running(hidden["specters_sanctum"](s, 0)), Aimed(-2))
    assert (kinds(lost, 1), [kind_of(card) for card in lost.discards], step(lost)) == ((1, 1), ["spell"], "place")
    lost = acts(running(hidden["torture_chamber"](s, 0)), Aimed(-2))
    assert (kinds(lost, 1), lost.discards) == ((0, 2), ("golem_factory",))
    robbed = acts(running(hidden["succubus_spa"](s, 0)), Aimed(-2))
    assert (step(robbed), len(prompt(robbed).choices)) == ("rob", 2)  # type: ignore[union-attr]
    robbed = acts(robbed, choice(robbed, Robbed, 0).event)  # type: ignore[attr-defined]
    assert (kinds(robbed, 0), kinds(robbed, 1), robbed.discards) == ((1, 0), (0, 2), ())
    assert step(running(hidden["succubus_spa"](handed(), 0))) == "place"


@pytest.mark.rule("BM-57")
def test_a_hand_is_hidden_unless_a_card_shows_it() -> None:
    """Its backs can be counted; Draculord sees the whole of one, and so does everybody while he chooses."""
    s = holding(handed(), 1, "freeze", "golem_factory")
    assert conceal(s, frozenset((0,))).keeps[1].hand == ("?room", "?spell")
    s = do(running(hidden["draculord"](s, 0)), Aimed(-2))
    assert step(s) == "pick_shown"
    assert conceal(s, frozenset()).keeps[1].hand == ("freeze", "golem_factory")
    assert conceal(s, frozenset()).keeps[0].hand == conceal(s, frozenset((1,))).keeps[0].hand
    s = do(s, Robbed(0, 1, ("freeze.1",)))
    assert (s.keeps[0].hand, s.keeps[1].hand) == (("freeze",), ("golem_factory",))


@pytest.mark.rule("BM-65")
def test_who_must_discard_chooses() -> None:
    """The laboratory: two spells drawn, one put away, for all to see."""
    s = deals(running(hidden["dark_laboratory"](holding(handed(), 0, "fear"), 0)))
    assert (step(s), kinds(s, 0)) == ("choose_discard", (0, 3))
    s = do(s, Discarded(0, ("fear.1",)))
    assert s.discards == ("fear",)
    assert "Ana discards Fear" in told(s)


@pytest.mark.rule("BM-61")
def test_machinations_ask_which_deck() -> None:
    """Whoever won no soul draws a room, a spell, or nothing."""
    s = at_phase(handed(machinations="on"), "end_turn")
    who = prompt(s).seats[0]  # type: ignore[union-attr]
    assert step(s) == "either"
    s = do(s, Drew(who, "spell", values(choice(s, Drew, who, kind="spell"))[:1]))
    assert kinds(s, who) == (0, 1)
    assert step(do(s, Skipped())) == "reveal_hero"


@pytest.mark.rule("BM-36")
def test_the_hand_of_a_loser_has_left_the_game() -> None:
    """Neither it nor the rooms that lie there are drawn again."""
    s = scored(holding(dungeon(handed(3), 0, "minotaurs_maze"), 0, "minotaurs_maze"), 0, wounds=5)
    s = at_phase(s, "end_turn")
    assert s.keeps[0].out
    assert "minotaurs_maze" not in left(s, "room")


@pytest.mark.rule("BM-47")
def test_an_ability_is_paid_with_rooms_of_the_hand() -> None:
    """The kitchen takes a monster room and gives a spell, the lair two rooms for one of the discards; else nothing."""
    s = handed()
    seat = prompt(s).seats[0]  # type: ignore[union-attr]
    s = dungeon(s, seat, "witchs_kitchen", "dracolich_lair")
    kitchen, lair = ids(s, seat)
    assert not any(isinstance(c.event, Activated) for c in remarks(GAME, s))
    s = holding(s, seat, "golem_factory", "dark_altar", "dark_altar")
    cooked = acts(s, Activated(kitchen))
    assert values(choice(cooked, Discarded, seat)) == ("golem_factory.1",)
    assert kinds(acts(cooked, Discarded(seat)), seat) == (3, 0)
    cooked = acts(cooked, Discarded(seat, ("golem_factory.1",)))
    assert (kinds(cooked, seat), cooked.discards) == ((2, 1), ("golem_factory",))
    risen = acts(s, Activated(lair), Discarded(seat, ("dark_altar.1", "dark_altar.2")))
    assert step(risen) == "choose_salvage"
    assert sorted(acts(risen, Salvaged(seat, "dark_altar")).keeps[seat].hand) == ["dark_altar", "golem_factory"]


DRAWN = {
    "golem_factory": (1, 0),
    "recycling_center": (2, 0),
    "beast_menagerie": (1, 0),
    "brainsucker_hive": (0, 1),
    "ligers_den": (0, 1),
    "soul_harvest": (0, 2),
    "dark_laboratory": (0, 2),
    "cerebellus": (0, 3),
    "jeopardy": (2, 1),
}
"""Rooms and spells that a card gives its player, before anything is discarded."""
SALVAGED = {"monstrous_monument": "monster", "open_grave": "room", "dark_altar": "", "xyzax": ""}


@pytest.mark.parametrize("card", DRAWN)
def test_cards_that_draw(card: str) -> None:
    """As many of each deck as they say; a Jeopardy for everybody, their hands put away first."""
    s = holding(handed(), 1, "freeze")
    s = deals(running(hidden[card](s, 0)))
    assert kinds(s, 0) == DRAWN[card]
    assert (kinds(s, 1), s.discards) == (((2, 1), ("freeze",)) if card == "jeopardy" else ((0, 1), ()))


@pytest.mark.parametrize("card", SALVAGED)
def test_cards_that_take_from_the_discards(card: str) -> None:
    """What they mean is offered; Xyzax takes twice; where no such card lies nothing is asked."""
    s = replace(handed(), discards=("freeze", "golem_factory", "dark_altar"))
    asked = running(hidden[card](s, 0))
    offered = [option.value for option in prompt(asked).choices[0].does.holes[0].options]  # type: ignore[union-attr]
    means = {"monster": ["golem_factory"], "room": ["dark_altar", "golem_factory"]}
    assert offered == means.get(SALVAGED[card], ["dark_altar", "freeze", "golem_factory"])
    taken = do(asked, Salvaged(0, "golem_factory"))
    assert (held(taken, 0), taken.discards) == (("golem_factory",), ("freeze", "dark_altar"))
    assert (step(taken) == "choose_salvage") == (card == "xyzax")
    assert step(running(hidden[card](replace(s, discards=()), 0))) == "place"


def test_every_card_of_the_table_is_dealt_with() -> None:
    """What the table does with hidden cards the companion does with virtual ones, each of them."""
    from rules.boss_monster.cards import printed

    table = {key for key, card in printed().items() if card.acts == "table"}
    assert table - set(hidden) == {"haunted_library"}  # which is a question of the draw itself


# --- by hand -----------------------------------------------------------------------------------------------------


def test_cards_can_be_drawn_and_put_away_by_hand() -> None:
    """Whatever is asked: one more of either deck, any of a hand."""
    s = acts(handed(), Took(0, "room"), Took(0, "spell"), Took(1, "room"))
    assert [kinds(s, 0), kinds(s, 1)] == [(1, 1), (1, 0)]
    s = acts(s, Dropped(0, values(choice(s, Dropped, 0))))
    assert (kinds(s, 0), len(s.discards), step(s)) == ((0, 0), 2, "place")
