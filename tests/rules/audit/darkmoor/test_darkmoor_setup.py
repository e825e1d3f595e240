"""Darkmoor, audit of the setup (RD-01 … RD-07): each test from one sentence of the rules text."""

import pytest

from rules.darkmoor.model.events import Began, Located, Played, TurnedUp
from rules.engine import Refused
from tests.support.games.darkmoor import NAMES, PLAIN, DarkmoorTable, hero, location, minion, seated

HEROES = {2: 5, 3: 6, 4: 7}


def located(players: int = 2) -> DarkmoorTable:
    """A table on which the locations lie and no hero is turned up."""
    return DarkmoorTable(*NAMES[:players]).locates(*(location(name) for name in PLAIN[: players + 1]))


@pytest.mark.rule("RD-01")
@pytest.mark.parametrize("count", [0, 1, 5])
def test_nobody_starts_a_match_with_too_few_or_too_many_people(count: int) -> None:
    """RD-01, L23-25: the table of the hero deck knows two, three and four players."""
    with pytest.raises(Refused) as refusal:
        DarkmoorTable(*(*NAMES, "Eli")[:count])
    assert refusal.value.rule == "RD-01"


@pytest.mark.rule("RD-01")
@pytest.mark.parametrize("count", [2, 3, 4])
def test_two_three_or_four_people_start_a_match(count: int) -> None:
    """RD-01, L23-25: "Dos jugadores", "Tres jugadores", "Cuatro jugadores"."""
    t = DarkmoorTable(*NAMES[:count])
    assert t.s.seats == NAMES[:count]
    assert t.outcome is None


@pytest.mark.rule("RD-02")
@pytest.mark.parametrize("count", [2, 3, 4])
def test_each_player_has_eighteen_minions(count: int) -> None:
    """RD-02, L4, L7: 72 minions in four identical decks: eighteen of each color, those drawn among them."""
    t = seated(count)
    assert [player.hand + player.deck for player in t.s.players] == [18] * count
    t.plays((0, minion("Rat")))
    assert [player.hand + player.deck for player in t.s.players] == [17] + [18] * (count - 1)


@pytest.mark.rule("RD-02")
def test_a_hero_card_is_in_the_box_once() -> None:
    """RD-02, L8: eight legendary heroes: one who has attacked and lies in the box is not turned up again."""
    t = seated(first=hero(1, name="Mad Malis")).plays((0, minion("Rat")))
    assert t.refuses(TurnedUp((hero(6, name="Mad Malis"),))) == "RD-22"
    assert t.turns_up(hero(9, name="Sir Other")).s.hero == hero(9, name="Sir Other")


@pytest.mark.rule("RD-03")
@pytest.mark.parametrize("count", [2, 3, 4])
def test_one_location_more_than_players_is_laid_out(count: int) -> None:
    """RD-03, L19: as many locations as players plus one; none is left out, and no further one is asked for."""
    t = DarkmoorTable(*NAMES[:count])
    for k, name in enumerate(PLAIN[: count + 1]):
        assert t.offers(Located)
        assert t.asks == f"Location {k + 1} of {count + 1}, from the left: which side is up?"
        assert t.refuses(TurnedUp((hero(),))) == "RD-05", "the locations come first"
        assert t.refuses(Located(())) == "RD-03", "none is left out"
        t.locates(location(name, k, back=f"Other side {k}", when="scoring", does="least"))
    assert [(place.card.name, place.card.vp) for place in t.s.places] == [
        (name, k) for k, name in enumerate(PLAIN[: count + 1])
    ]
    assert t.note_texts[0] == f"{PLAIN[count]} lies there: {count} VP"
    assert not t.offers(Located)
    assert t.refuses(Located((location("Mire"),))) == "RD-03"


@pytest.mark.rule("RD-03")
def test_either_side_of_a_location_lies_up_but_not_both() -> None:
    """RD-03, L19: they are double-sided, "use el lado que desee": one side of a card, and each card once."""
    front, back = location("Bog", vp=3, back="Lair"), location("Lair", vp=7, back="Bog")
    for side, other in ((front, back), (back, front)):
        t = DarkmoorTable("Ana", "Bea").locates(side)
        assert (t.s.places[0].card.name, t.s.places[0].card.vp) == (side.name, side.vp)
        assert t.refuses(Located((other,))) == "RD-03"
        assert t.refuses(Located((side,))) == "RD-03"
        assert t.locates(location("Crag")).s.places[1].card.name == "Crag"
    t = DarkmoorTable("Ana", "Bea").locates(location("Bog"))
    assert t.refuses(Located((back,))) == "RD-03", "its other side is Bog, which lies there"


@pytest.mark.rule("RD-04")
@pytest.mark.parametrize("count", [2, 3, 4])
def test_the_hero_deck_has_five_six_or_seven_cards(count: int) -> None:
    """RD-04, L22-25: two players five cards, three six, four seven; the first is turned up from them."""
    t = located(count)
    assert t.note_texts[-1] == f"Shuffle the heroes: {HEROES[count]} of them are the deck"
    assert t.numbers["heroes.left"] == HEROES[count]
    t.turns_up(hero())
    assert t.numbers["heroes.left"] == HEROES[count] - 1


@pytest.mark.rule("RD-04", "RD-26")
@pytest.mark.parametrize("count", [2, 3, 4])
def test_exactly_that_many_heroes_attack_in_a_match(count: int) -> None:
    """RD-04, RD-26, L22-25, L109, L113: as many attacks as heroes; then the score is counted before the draw."""
    t = seated(count, hero(1, name="Hero 0"))
    for n in range(1, HEROES[count]):
        t.plays((0, minion("Rat"))).turns_up(hero(1, name=f"Hero {n}"))
        assert (len(t.s.boxed_heroes), t.outcome) == (n, None)
    last, deck = t.s.active, t.s.players[t.s.active].deck
    t.plays((0, minion("Rat")))
    assert len(t.s.boxed_heroes) == HEROES[count]
    assert (t.s.phase, t.outcome is not None) == ("over", True)
    assert (t.s.players[last].hand, t.s.players[last].deck) == (4, deck)


@pytest.mark.rule("RD-05")
def test_the_top_hero_is_turned_up_before_anybody_plays() -> None:
    """RD-05, L26: "revele la carta superior del mazo"; the hordes' zone between is empty."""
    t = located()
    assert t.offers(TurnedUp)
    assert t.refuses(Played(0, (minion("Rat"),))) == "RD-12"
    assert t.refuses(Began(0)) == "RD-07"
    assert t.refuses(TurnedUp(())) == "RD-05"
    t.turns_up(hero(4, name="Mad Malis"))
    assert t.s.hero == hero(4, name="Mad Malis")
    assert [place.horde for place in t.s.places] == [()] * 3
    assert not t.offers(TurnedUp), "one hero, no second"
    assert t.refuses(TurnedUp((hero(name="Sir Other"),))) == "RD-26"


@pytest.mark.rule("RD-06")
@pytest.mark.parametrize("count", [2, 3, 4])
def test_each_player_begins_with_five_cards(count: int) -> None:
    """RD-06, L27: each player shuffles the minions of a color "y luego roba cinco cartas"."""
    t = located(count).turns_up(hero())
    for name in NAMES[:count]:
        assert t.note_texts.index(f"{name} shuffles 18 minions") + 1 == t.note_texts.index(f"{name} draws 5 cards")
    assert [player.hand for player in t.s.players] == [5] * count
    assert [player.deck for player in t.s.players] == [13] * count
    assert [player.tokens for player in t.s.players] == [0] * count


@pytest.mark.rule("RD-07")
@pytest.mark.parametrize("seat", [0, 1, 2])
def test_whoever_fled_from_a_fight_last_begins(seat: int) -> None:
    """RD-07, L28: any player may be the one who fled last; the table says who, and nobody plays before."""
    t = located(3).turns_up(hero())
    assert t.refuses(Played(0, (minion("Rat"),))) == "RD-12"
    assert t.offered(Began) == [0, 1, 2]
    for nobody in (-1, 3):
        assert t.refuses(Began(nobody)) == "RD-07"
    t.do(Began(seat))
    assert t.note_texts == [f"{NAMES[seat]} begins"]
    assert (t.s.active, t.who, t.offers(Played)) == (seat, NAMES[seat], True)
    assert t.refuses(Began(seat)) == "RD-07", "only once"
