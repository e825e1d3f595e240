"""Darkmoor at the table: what is forecast, told and asked, each from its sentence in the rules text."""

from __future__ import annotations

import pytest

from rules.darkmoor.game import GAME
from rules.darkmoor.model.cards import MinionCard
from rules.darkmoor.model.events import Aimed, Declined, Headed, Lined, Played, ReadKind
from rules.engine import Pick
from tests.support.games.darkmoor import DarkmoorTable, hero, known, location, minion, seated
from tests.support.games.table import english

VALLEY = known("locations", "Valley of Teeth", vp=4)


def odds(t: DarkmoorTable) -> list[str]:
    return [english(odd.label) for odd in GAME.odds(t.s)]


def option_labels(t: DarkmoorTable) -> list[str]:
    holes = [hole for choice in t.asked.choices for hole in choice.template.holes if isinstance(hole, Pick)]
    return [english(option.label) for hole in holes for option in hole.options]


# --- what is forecast --------------------------------------------------------------------------------------------


@pytest.mark.rule("RD-28", "RD-30")
def test_the_score_counts_what_still_stands_in_the_hordes() -> None:
    """L113: at the end every minion left reaches its haven: 2 VP of the card and 5 for the location."""
    t = seated(first=hero(50)).plays((0, minion("Rat", peril=3, vp=2)), (1, minion("Bat", peril=1, vp=1)))
    assert [player.score.total for player in t.view.players] == [2 + 5, 1 + 5]
    assert (t.view.places[0].control.seat, t.view.places[0].if_ended.seat) == (-1, 0), "nobody is in the haven yet"
    t.adjust(f"minion.{t.id_of('Rat')}.vp_tokens", 2)
    assert t.view.players[0].score.total == 9, "RD-A5: tokens are collected"


@pytest.mark.rule("RD-14", "RD-20")
def test_who_is_played_falls_first_so_nobody_is_marked_before() -> None:
    """L63, L86, L95: a newcomer lies at the back, nearest to the hero: no other falls with the peril it brings."""
    t = seated(first=hero(6)).plays((0, minion("Rat", peril=2)), (1, minion("Bat", peril=3)))
    assert odds(t) == [
        "Moor: with 4 more peril the hero attacks, and whoever is last falls",
        "Fen: with 3 more peril the hero attacks, and whoever is last falls",
    ]
    assert not any(m.doomed for place in t.view.places for m in place.horde)
    t.plays((0, minion("Imp", peril=4)))
    assert t.haven(0) == ["Rat"], "the newcomer fell"


@pytest.mark.rule("RD-18", "RD-20")
def test_who_would_fall_now_is_marked() -> None:
    """L77, L78: where two hordes reach the threshold the nearest of each is marked."""
    t = seated(first=hero(9)).plays((0, minion("Rat", peril=3)), (1, minion("Bat", peril=3)))
    t.adjust("hero.threshold", -6)
    assert odds(t) == ["Moor: Rat (Ana) would fall", "Fen: Bat (Bea) would fall"]
    assert [m.short for place in t.view.places for m in place.horde if m.doomed] == ["Rat", "Bat"]


@pytest.mark.rule("RD-15")
def test_no_text_of_a_card_stands_at_a_target() -> None:
    """L67: an immediate ability is done as its minion is played, and says nothing about who falls later."""
    familiar = MinionCard("Intriguing Familiar", kind="beast", peril=1, vp=1, when="played", does="play", may="may")
    t = seated(first=hero(50)).plays((0, familiar)).do(Declined())
    t.plays((0, minion("Bat"))).plays((0, minion("Owl", when="played", does="defeat", on="any")))
    assert t.targets == ["Intriguing Familiar", "Bat"]
    holes = [hole for choice in t.asked.choices for hole in choice.template.holes if isinstance(hole, Pick)]
    assert [option.stake for option in holes[0].options] == [None, None]
    assert t.asks == "Owl (Ana): who falls?"


# --- the end -----------------------------------------------------------------------------------------------------


def won(t: DarkmoorTable) -> str:
    """Why the match was won, by the latest event."""
    return next(english(note.text) for note in reversed(t.notes) if note.kind == "win")


@pytest.mark.rule("RD-31")
def test_a_tie_at_the_end_says_why_who_wins() -> None:
    """L116: of tied players whoever would have played next wins: in Ana's turn that is Bea."""
    t = seated(first=hero(50)).plays((0, minion("Rat", vp=2)), (1, minion("Bat", vp=2))).goes_to("RD-28")
    assert t.winners == ("Bea",)
    assert won(t) == "Bea wins: level with Ana at 7 VP, but would have played next"


@pytest.mark.rule("RD-31", "X-06")
def test_a_correction_after_the_end_changes_the_winner_and_the_reason() -> None:
    """L115, L116: whoever has the most VP wins, with the VP that are then counted."""
    t = seated(first=hero(50)).plays((0, minion("Rat", vp=3)), (1, minion("Bat", vp=2))).goes_to("RD-28")
    assert (t.winners, won(t)) == (("Ana",), "Ana wins: 8 VP, Bea 7")
    t.adjust("seat.1.tokens", 2)
    assert (t.winners, won(t)) == (("Bea",), "Bea wins: 9 VP, Ana 8")
    t.adjust("seat.0.tokens", 1)
    assert won(t) == "Bea wins: level with Ana at 9 VP, but would have played next"


# --- abilities ---------------------------------------------------------------------------------------------------


@pytest.mark.rule("RD-32", "RD-08", "RD-15")
def test_a_card_of_unknown_type_is_asked_about_where_the_type_counts() -> None:
    """L72, L34: the Valley gives each beast a token, so the type of a new card is asked for, once a name."""
    t = seated(first=hero(50), places=(VALLEY,)).plays((0, minion("Owl", peril=1)))
    assert t.asks == "Owl (Ana), row 1 of Valley of Teeth: of which type is it?"
    assert [english(choice.label) for choice in t.asked.choices] == ["beast", "humanoid", "undead"]
    t.do(ReadKind(t.id_of("Owl"), "beast"))
    assert "Valley of Teeth: a token of 1 VP on Owl (Ana)" in t.note_texts
    t.plays((0, minion("Owl", peril=1)))
    assert (t.step, [m.vp_tokens for m in t.s.places[0].horde]) == ("play", [1, 1]), "all decks are alike (L4)"
    t.plays((0, minion("Imp", kind="undead")))
    assert (t.step, [m.vp_tokens for m in t.s.places[0].horde]) == ("play", [1, 1, 0])
    plain = seated(first=hero(50)).plays((0, minion("Owl")))
    assert plain.step == "play", "without such an ability nobody is asked"


@pytest.mark.rule("RD-21", "RD-A12", "RD-32")
def test_the_fallen_minotaur_still_defeats_its_neighbour() -> None:
    """L88: the ongoing ability of the defeated minion is resolved, in a step of its own."""
    minotaur = known("minions", "Charging Minotaur", peril=2, vp=3)
    t = seated(first=hero(3)).plays((0, minion("Rat", peril=1, vp=2)), (0, minotaur))
    assert (t.haven(0), t.tokens) == ([], [0, 0]), "the Minotaur is Bea's own, and its victim was no kill of the hero"
    assert "Charging Minotaur (Bea): Rat (Ana) is defeated" in t.note_texts


@pytest.mark.rule("RD-32", "RD-15")
def test_the_griffins_places_are_told_between_whom() -> None:
    """L81: anywhere in the horde: before the first one is between the location and it."""
    griffin = known("minions", "Spotted Griffin", peril=1, vp=2)
    t = seated(first=hero(50)).plays((0, minion("Rat")), (0, minion("Bat")), (0, griffin))
    assert t.asks == "Where does Spotted Griffin (Ana) go?"
    assert option_labels(t) == [
        "between the location and Rat (Ana)",
        "between Rat (Ana) and Bat (Bea)",
        "at the back, nearest to the hero",
    ]
    t.do(Lined(1))
    tasks = [(note.seat, english(note.task)) for note in t.notes if note.task]
    assert (0, "put Spotted Griffin (Ana) at Moor, between Rat (Ana) and Bat (Bea)") in tasks
    assert t.asks == "Spotted Griffin (Ana): who goes to the back?"
    t.do(Aimed(t.id_of("Rat")))
    assert "Spotted Griffin (Ana): Rat (Ana) goes to Moor, at the back, nearest to the hero" in t.note_texts


@pytest.mark.rule("RD-15")
def test_a_move_to_another_horde_names_the_card_that_moves() -> None:
    """L65: whose ability it was stands in the line, also after the question where to."""
    bog = location("Bog", when="played", does="move", on="horde")
    t = seated(first=hero(50), places=(bog,)).plays((0, minion("Rat"))).do(Headed(1))
    there = english(t.game.view(t.s).places[1].name)
    assert f"Bog: Rat (Ana) goes to {there}, at the back, nearest to the hero" in t.note_texts


@pytest.mark.rule("RD-13")
@pytest.mark.parametrize(
    ("card", "said"),
    [
        (minion("Riddle", when="played", text="Swap two hordes."), "Ability applied"),
        (known("minions", "Intriguing Familiar", peril=1, vp=1), "No other minion"),
        (minion("Owl", when="played", does="vp", on="self", may="may"), "The ability is not used"),
    ],
)
def test_what_was_declined_is_told_by_what_was_asked(card: MinionCard, said: str) -> None:
    """An undo says what it takes back: an ability that was carried out, or another minion that was not played."""
    t = seated(first=hero(50)).do(Played(0, (card,)))
    assert english(GAME.describe(t.s, Declined())) == said
