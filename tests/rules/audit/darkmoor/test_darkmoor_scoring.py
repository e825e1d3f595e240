"""Darkmoor, audit of the end (RD-28 … RD-31): each test from one sentence of the rules text."""

import pytest

from rules.darkmoor.model.cards import LocationCard
from rules.darkmoor.model.events import Controlled, Declined, Headed, Played, ReadVp
from rules.darkmoor.phases import scoring
from tests.support.games.darkmoor import DarkmoorTable, hero, location, minion, seated

LAST = hero(50, name="The Last")
BAIT = minion("Bait", peril=50, vp=0)
UNREAD = minion("Bog Witch", peril=2, vp=0, is_vp_unknown=True)


def last_hero(players: int = 2, *places: LocationCard, begins: int = 0, **rulings: str) -> DarkmoorTable:
    """A table on which the hero that is turned up, of threshold 50, is the last of the deck."""
    t = seated(players, LAST, places, begins, **rulings)
    return t.adjust("heroes.left", -t.numbers["heroes.left"])


def control(t: DarkmoorTable) -> list[int]:
    """Who controls each location once the game is scored; −1: nobody."""
    return [place.control.seat for place in t.view.places]


def scores(t: DarkmoorTable) -> list[tuple[int, int, int]]:
    """Every player's VP of minions, of locations and in tokens."""
    each = (player.score for player in t.view.players)
    return [(sum(score.minions), sum(score.locations), score.tokens) for score in each]


@pytest.mark.rule("RD-28")
def test_all_that_are_left_in_hordes_escape_after_the_last_attack() -> None:
    """RD-28, L113: "mueve a todos los esbirros que quedan en la zona de la horda a sus respectivos refugios"."""
    t = last_hero().plays((0, minion("Rat")), (1, minion("Bat")), (1, minion("Cat")), (2, minion("Owl")))
    t.plays((0, BAIT))
    assert [t.haven(place) for place in range(3)] == [["Rat"], ["Bat", "Cat"], ["Owl"]]
    assert [t.horde(place) for place in range(3)] == [[], [], []]
    assert [card.name for card in t.s.players[0].discard] == ["Bait"], "only who fell is not safe"
    assert (t.s.phase, t.outcome is not None) == ("over", True)


@pytest.mark.rule("RD-28")
def test_the_last_hero_goes_on_waiting_until_he_attacks() -> None:
    """RD-28, L113: the game ends after his attack, not as the deck is empty."""
    t = last_hero()
    for _ in range(6):
        t.plays((0, minion("Rat")))
    assert (t.outcome, t.offers(Played), t.numbers["heroes.left"]) == (None, True, 0)


@pytest.mark.rule("RD-28")
def test_after_the_end_nobody_plays() -> None:
    """RD-28, L113: nothing is played after the last attack."""
    t = last_hero().plays((0, BAIT))
    assert t.outcome is not None
    assert t.refuses(Played(0, (minion("Rat"),))) == "RD-31"
    assert t.asks == ""


@pytest.mark.rule("RD-29")
def test_the_highest_total_peril_wins_each_location() -> None:
    """RD-29, L114: "el valor de peligro total de los secuaces de cada jugador": the sum, not the strongest one."""
    t = last_hero(2, location("Moor", vp=4), location("Fen", vp=3))
    t.plays((0, minion("A1", peril=2)), (0, minion("B1", peril=3)), (0, minion("A2", peril=2)))
    t.plays((1, minion("B2", peril=1)), (2, BAIT))
    assert control(t) == [0, 1, -1]
    assert [locations for _, locations, _ in scores(t)] == [4, 3]


@pytest.mark.rule("RD-29")
def test_a_tie_for_a_location_gives_it_to_nobody() -> None:
    """RD-29, L114: "en caso de empate, no se otorgan puntos": also not to the third."""
    t = last_hero(3, location("Moor", vp=4))
    t.plays((0, minion("A", peril=2)), (0, minion("B", peril=2)), (0, minion("C", peril=1)), (1, BAIT))
    assert control(t) == [-1, -1, -1, -1]
    assert [locations for _, locations, _ in scores(t)] == [0, 0, 0]


@pytest.mark.rule("RD-29")
@pytest.mark.parametrize(("does", "seat"), [("", 0), ("least", 1), ("count", 2)])
def test_a_scoring_ability_may_change_who_controls_its_location(does: str, seat: int) -> None:
    """RD-29, L53: "afectarán a qué jugador controla la ubicación": the least peril, or the most minions."""
    crypt = location("Crypt", vp=4, when="scoring" if does else "", does=does)
    t = last_hero(3, crypt)
    t.plays((0, minion("A", peril=9)), (0, minion("B", peril=1)), (0, minion("C1", peril=2)))
    t.plays((1, minion("A2")), (1, minion("B2")), (0, minion("C2", peril=2)), (2, BAIT))
    assert control(t)[0] == seat
    assert [locations for _, locations, _ in scores(t)] == [4 if seat == each else 0 for each in range(3)]


@pytest.mark.rule("RD-29", "RD-13")
@pytest.mark.parametrize("seat", [0, 1, -1])
def test_a_scoring_ability_in_words_is_settled_by_the_table(seat: int) -> None:
    """RD-29, L53, L56: what its card says decides; the table says who it is, and must say it."""
    crypt = location("Crypt", vp=4, when="scoring", text="Whoever holds the fewest cards controls it.")
    t = last_hero(2, crypt).plays((0, minion("A", peril=9)), (0, minion("B")), (1, BAIT))
    assert t.asked.rule == "RD-29"
    assert sorted(t.offered(Controlled)) == [-1, 0, 1]
    assert t.refuses(Controlled(2)) == "RD-29"
    assert t.refuses(Declined()) == "RD-29"
    t.do(Controlled(seat))
    assert control(t)[0] == seat
    assert [locations for _, locations, _ in scores(t)] == [4 if seat == each else 0 for each in range(2)]


@pytest.mark.rule("RD-30")
def test_minions_in_havens_controlled_locations_and_tokens_are_added() -> None:
    """RD-30, L115: VP of one's own minions in havens, of the locations one controls, and one's tokens."""
    t = last_hero(2, location("Moor", vp=4), location("Fen", vp=3))
    t.by_hand("Ana", "tokens", 1).by_hand("Bea", "tokens", 2)
    t.plays((0, minion("A1", vp=2, peril=2)), (1, minion("B1", vp=3)), (0, minion("A2", vp=5)))
    t.plays((0, minion("B2", vp=7)), (2, minion("Fall", vp=9, peril=50)))
    assert scores(t) == [(2 + 5, 4, 1), (3 + 7, 3, 2)], "Fall, who was defeated, counts for nobody"
    assert t.winners == ("Bea",)


@pytest.mark.rule("RD-31")
def test_the_most_vp_win() -> None:
    """RD-31, L116: "el jugador con más PV gana"."""
    for richest in (0, 1, 2):
        t = last_hero(3)
        t.adjust(f"seat.{richest}.tokens", 1).plays((0, BAIT))
        assert t.winners == (t.s.seats[richest],)


@pytest.mark.rule("RD-31")
@pytest.mark.parametrize(
    ("begins", "tied", "winner"),
    [(0, (0, 1, 2), 1), (0, (0, 2), 2), (1, (1, 2), 2), (2, (0, 2), 0), (2, (1, 2), 1), (1, (0, 1), 0)],
)
def test_of_those_who_are_level_the_one_who_would_have_played_next_wins(
    begins: int, tied: tuple[int, ...], winner: int
) -> None:
    """RD-31, L116: "gana el jugador empatado que hubiera jugado el turno siguiente": whoever had the turn is last."""
    t = last_hero(3, begins=begins)
    for seat in tied:
        t.adjust(f"seat.{seat}.tokens", 7)
    t.plays((0, BAIT))
    assert t.winners == (t.s.seats[winner],)


@pytest.mark.rule("RD-29", "RD-30")
def test_with_two_hordes_the_last_attack_is_still_chosen() -> None:
    """RD-29, RD-30, L78, L113: the last hero attacks one horde; all others escape whole and count."""
    t = last_hero(2, location("Moor", vp=4), location("Fen", vp=3))
    t.plays((0, minion("A", peril=20, vp=2)), (1, minion("B", peril=20, vp=6)))
    t.adjust("hero.threshold", -30).plays((2, minion("Idle", vp=0)))
    assert t.offered(Headed) == [0, 1]
    t.do(Headed(1))
    assert (t.haven(0), t.haven(1), t.haven(2)) == (["A"], [], ["Idle"])
    assert scores(t) == [(2, 4 + 5, 2), (0, 0, 0)]
    assert t.winners == ("Ana",)


@pytest.mark.rule("RD-30")
def test_vp_that_nobody_read_are_asked_once_a_card() -> None:
    """L4, L115: all decks are alike, so a card's VP are told once for everybody, a card without a name by itself."""
    t = seated(2).plays((0, UNREAD), (1, UNREAD), (2, minion("", peril=1, vp=0, is_vp_unknown=True)))
    t.adjust("heroes.left", -4).plays((0, minion("Big", peril=4, vp=1)))
    assert t.outcome is None
    assert [(score.minions, score.unread) for score in scoring.scores(t.s)] == [((0, 0), 2), ((0,), 1)]
    assert t.asks == "Bog Witch (Ana), number 1 in the haven of Moor: how many VP?"
    t.do(ReadVp(1, 4))
    assert t.asks == "a minion of Ana, number 1 in the haven of Crag: how many VP?"
    t.do(ReadVp(3, 2))
    assert t.outcome is not None
    assert [(score.minions, score.unread) for score in scoring.scores(t.s)] == [((4, 2), 0), ((4,), 0)]
