"""Set-up before the first turn, and the fields of the cards."""

import pytest

from rules.darkmoor.model.cards import HERO_TEMPLATE, LOCATION_TEMPLATE, MINION_TEMPLATE, is_incomplete, named_cards
from rules.darkmoor.model.events import Began
from rules.engine import Refused
from tests.support.games.darkmoor import NAMES, PLAIN, DarkmoorTable, hero, known, location, minion, seated

rule = pytest.mark.rule


@rule("RD-01")
@pytest.mark.parametrize("players", [0, 1, 5])
def test_two_to_four_play(players: int) -> None:
    """Player counts outside two to four are refused with RD-01."""
    with pytest.raises(Refused) as refused:
        DarkmoorTable(*("Ana",) * players)
    assert refused.value.rule == "RD-01"
    assert [len(seated(n).s.seats) for n in (2, 3, 4)] == [2, 3, 4]


@rule("RD-03", "RD-11")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_one_location_more_than_players(players: int) -> None:
    """One location more than players is asked for, and every field of its card is kept."""
    t = DarkmoorTable(*NAMES[:players])
    for k in range(players + 1):
        assert t.step == "locate"
        assert t.asks == f"Location {k + 1} of {players + 1}, from the left: which side is up?"
        t.locates(location(PLAIN[k], k, back=f"Other side {k}", when="scoring", does="least"))
    assert t.step == "reveal"
    assert [place.card.vp for place in t.s.places] == list(range(players + 1))
    assert t.told[0] == f"{PLAIN[players]} lies there: {players} VP"


@rule("RD-04")
@pytest.mark.parametrize(("players", "heroes"), [(2, 5), (3, 6), (4, 7)])
def test_the_hero_deck(players: int, heroes: int) -> None:
    """The hero deck has five, six or seven heroes, and one of them is revealed."""
    t = DarkmoorTable(*NAMES[:players]).locates(*map(location, PLAIN[: players + 1]))
    assert t.s.heroes == heroes
    assert t.told[-1] == f"Shuffle the heroes: {heroes} of them are the deck"
    assert t.turns_up(hero()).s.heroes == heroes - 1


@rule("RD-05", "RD-10")
def test_the_first_hero_is_turned_up_in_the_set_up() -> None:
    """The first hero is revealed with his threshold before anybody draws."""
    t = DarkmoorTable(*NAMES[:2]).locates(*map(location, PLAIN[:3]))
    assert t.asked.rule == "RD-05"
    assert [player.hand for player in t.s.players] == [0, 0]
    t.turns_up(hero(9, kind="paladin", when="always"))
    assert t.s.hero is not None
    assert (t.s.hero.threshold, t.s.hero.kind) == (9, "paladin")
    assert t.told[0] == "Sir Test attacks at peril 9 or more"


@rule("RD-02", "RD-06")
def test_everybody_draws_five_of_eighteen() -> None:
    """Each player draws five of eighteen cards."""
    t = seated(4)
    assert [(player.hand, player.deck) for player in t.s.players] == [(5, 13)] * 4


@rule("RD-07")
def test_who_ran_away_last_begins() -> None:
    """The player whom the table names as the last to run away begins."""
    t = DarkmoorTable(*NAMES[:3]).locates(*map(location, PLAIN[:4])).turns_up(hero())
    assert t.asks == "Who ran away from a fight most recently? They begin."
    t.do(Began(2))
    assert (t.s.active, t.s.turn) == (2, 1)
    assert t.asks == "Cira plays a minion: where?"


@rule("RD-08")
def test_what_a_minion_may_be() -> None:
    """A minion has a known or empty type, any peril and VP, and only a minion's conditions."""
    for kind in ("", "beast", "humanoid", "undead"):
        assert MINION_TEMPLATE.admits(minion("Troll", kind=kind, peril=3, vp=4, when="moved", does="peril", on="each"))
    assert MINION_TEMPLATE.admits(minion(peril=0, vp=0))
    assert not MINION_TEMPLATE.admits(minion("Troll", kind="dragon"))
    assert not MINION_TEMPLATE.admits(minion("Troll", peril=-1))
    assert not MINION_TEMPLATE.admits(minion("Troll", when="attacks"))


@rule("RD-10", "RD-11")
def test_what_heroes_and_locations_may_be() -> None:
    """Heroes and locations admit only their own conditions and effects."""
    assert HERO_TEMPLATE.admits(hero(3, when="attacks", does="defeat", on="horde"))
    assert not HERO_TEMPLATE.admits(hero(0, on="horde"))
    assert not HERO_TEMPLATE.admits(hero(3, when="scoring", on="horde"))
    assert LOCATION_TEMPLATE.admits(location("Fen", 7, when="scoring", does="count", back="Marsh"))
    assert not LOCATION_TEMPLATE.admits(location("Fen", 7, when="attacks"))


@rule("RD-32")
def test_the_named_cards_are_there_with_what_the_text_says() -> None:
    """The named cards have the data that the rules text gives; missing numbers are marked.

    Four minions, all beasts; the hero Mad Malis with threshold 6; the location Valley of Teeth.
    """
    minions = {card.name.en: card for card in named_cards("minions")}
    assert list(minions) == ["Intriguing Familiar", "Dire Bear", "Charging Minotaur", "Spotted Griffin"]
    assert {card.record.kind for card in minions.values()} == {"beast"}
    assert all(is_incomplete(card, "minions") for card in minions.values())
    malis, valley = known("heroes", "Mad Malis"), known("locations", "Valley of Teeth")
    assert (malis.threshold, malis.when) == (6, "")
    assert (valley.when, valley.does, valley.whom, valley.n) == ("played", "vp", "beast", 1)
    assert [is_incomplete(card, kind) for kind in ("heroes", "locations") for card in named_cards(kind)] == [
        False,
        True,
    ]
    familiar, minotaur, griffin = (known("minions", list(minions)[k]) for k in (0, 2, 3))
    assert (familiar.when, familiar.does) == ("played", "play")
    assert (minotaur.when, minotaur.does, minotaur.on) == ("attacked", "defeat", "strongest")
    assert (griffin.when, griffin.does, griffin.also, griffin.on) == ("played", "place", "back", "horde")
