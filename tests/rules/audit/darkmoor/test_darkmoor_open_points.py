"""Darkmoor, audit of the open points (RD-A1 … RD-A11): the default first, then the other choices."""

import pytest

from rules.darkmoor.game import GAME
from rules.darkmoor.model.cards import HeroCard, MinionCard
from rules.darkmoor.model.events import Aimed, Declined, Fled, Played, TurnedUp
from tests.support.games.darkmoor import DarkmoorTable, hero, minion, seated

BAIT = minion("Bait", peril=50, vp=0)


@pytest.mark.rule("RD-A1", "RD-18")
@pytest.mark.parametrize(("choice", "peril"), [("", 4), ("count", 4), ("ignore", 1)])
def test_peril_tokens_add_to_the_peril_of_their_horde_or_not(choice: str, peril: int) -> None:
    """RD-A1, L102: +1 each while in the horde, as the default; a table may play that they add nothing."""
    rulings = {"RD_A1": choice} if choice else {}
    t = seated(first=hero(4), **rulings).plays((0, minion("Rat", when="played", does="peril", n=3)))
    assert (t.s.attacks, t.haven(0)) == (1 if peril == 4 else 0, [])
    t = seated(first=hero(50), **rulings).plays((0, minion("Rat", when="played", does="peril", n=3)))
    assert t.view.places[0].peril == peril


@pytest.mark.rule("RD-A1", "RD-29")
@pytest.mark.parametrize("choice", ["count", "ignore"])
def test_peril_tokens_count_nothing_for_control(choice: str) -> None:
    """RD-A1, L102, L114: they are gone by the time a location is controlled."""
    t = seated(first=hero(50), RD_A1=choice)
    t.adjust("heroes.left", -4).plays((0, minion("Rat", peril=1, when="played", does="peril", n=9)))
    t.plays((0, minion("Bat", peril=2)), (1, BAIT))
    assert t.view.places[0].control.seat == 1


@pytest.mark.rule("RD-A2")
@pytest.mark.parametrize(("choice", "paid"), [("", 0), ("hero", 0), ("any", 2)])
def test_an_opponents_minion_that_an_ability_defeats_pays_nothing_or_two(choice: str, paid: int) -> None:
    """RD-A2, L17 against L86: only the hero's kill pays; a table may pay for an ability's, never for your own."""
    rulings = {"RD_A2": choice} if choice else {}
    t = seated(first=hero(50), **rulings).plays((0, minion("Rat")))
    t.plays((0, minion("Imp", when="played", does="defeat", on="adjacent")))
    assert (t.horde(0), t.tokens) == (["Imp"], [0, paid]), "Bea's Imp defeats Ana's Rat"
    t.plays((1, minion("Cat")), (2, minion("Owl")))
    t.plays((1, minion("Elf", when="played", does="defeat", on="horde")))
    assert (t.horde(1), t.tokens) == (["Elf"], [0, paid]), "Ana's Elf defeats Ana's Cat"


@pytest.mark.rule("RD-A2", "RD-20")
@pytest.mark.parametrize("choice", ["hero", "any"])
def test_the_heros_kill_pays_two_with_either_choice(choice: str) -> None:
    """RD-A2, L86: two for the hero's kill, once."""
    t = seated(first=hero(3), RD_A2=choice).plays((0, minion("Rat")))
    t.adjust("hero.threshold", -2).plays((1, minion("Bat", peril=0)))
    assert t.tokens == [0, 2]


@pytest.mark.rule("RD-A3", "RD-20")
@pytest.mark.parametrize(("choice", "left"), [("", ["Rat", "Imp"]), ("nobody", ["Rat", "Imp"]), ("back", ["Rat"])])
def test_with_nobody_valid_nobody_falls_or_the_one_at_the_back_does(choice: str, left: list[str]) -> None:
    """RD-A3, L86: "el esbirro válido": with none the rest of the attack goes on: hero's ability, abilities, escape."""
    rulings = {"RD_A3": choice} if choice else {}
    t = seated(first=hero(2, when="attacks", does="vp", on="whole"), **rulings)
    t.plays((0, minion("Rat", when="always", does="spared", on="self")))
    t.plays((0, minion("Imp", when="always", does="spared", on="self")))
    assert (t.haven(0), t.horde(0)) == (left, [])
    assert t.tokens == [1, 1 if "Imp" in left else 0], "the hero's ability is done, nobody is paid for a kill"
    assert (t.s.hero, t.offers(TurnedUp)) == (None, True)


@pytest.mark.rule("RD-A4", "RD-12")
@pytest.mark.parametrize("choice", ["", "no", "yes"])
def test_the_new_hero_attacks_in_the_next_turn_or_at_once(choice: str) -> None:
    """RD-A4, L107: as the steps say, the next check is in the next player's step 2; a table may check again."""
    t = seated(first=hero(6), **({"RD_A4": choice} if choice else {}))
    t.plays((0, minion("Rat", peril=3)), (1, minion("Bat")), (1, minion("Cat", peril=5)))
    t.turns_up(hero(3, name="Sir Next"))
    if choice == "yes":
        assert (t.s.boxed_heroes, t.horde(0), t.offers(TurnedUp)) == (("Sir Test", "Sir Next"), [], True)
        assert (t.s.active, t.s.players[0].hand) == (0, 4), "still Ana's turn, before her draw"
        return
    assert (t.s.boxed_heroes, t.horde(0), t.s.active) == (("Sir Test",), ["Rat"], 1)
    t.plays((2, minion("Owl")))
    assert (t.s.boxed_heroes, t.horde(0), t.tokens) == (("Sir Test", "Sir Next"), [], [0, 2])


@pytest.mark.rule("RD-A5", "RD-28")
@pytest.mark.parametrize(("choice", "tokens"), [("", [2, 3]), ("collect", [2, 3]), ("lose", [0, 0])])
def test_tokens_of_those_who_escape_at_the_end_are_collected_or_lost(choice: str, tokens: list[int]) -> None:
    """RD-A5, L113, L115: VP tokens are collected and peril tokens discarded; a table may lose both."""
    t = seated(first=hero(50), **({"RD_A5": choice} if choice else {})).adjust("heroes.left", -4)
    t.plays((0, minion("Rat", when="played", does="vp", also="peril", n=2)))
    t.plays((1, minion("Bat", when="played", does="vp", n=3)), (2, BAIT))
    assert (t.tokens, [player.score.tokens for player in t.view.players]) == (tokens, tokens)
    assert [(m.vp_tokens, m.peril_tokens) for m in t.s.places[0].haven] == [(0, 0)]


@pytest.mark.rule("RD-A5", "RD-25")
@pytest.mark.parametrize("choice", ["collect", "lose"])
def test_tokens_of_those_who_escape_from_the_last_attack_are_collected_in_any_case(choice: str) -> None:
    """RD-A5, L102: the point is open only for those who are moved after it."""
    t = seated(first=hero(50), RD_A5=choice).adjust("heroes.left", -4)
    t.plays((0, minion("Rat", when="played", does="vp", n=2)), (0, BAIT))
    assert (t.haven(0), t.tokens) == (["Rat"], [2, 0])


def nearly_empty(**rulings: str) -> DarkmoorTable:
    """Ana has one card in her hand and none in her deck; one of her minions is on her discard."""
    t = seated(first=hero(50), **rulings).plays((0, minion("Rat")))
    t.plays((0, minion("Imp", when="played", does="defeat", on="adjacent")))
    return t.by_hand("Ana", "deck", -12).by_hand("Ana", "hand", -4)


@pytest.mark.rule("RD-A6", "RD-27")
def test_of_an_empty_deck_what_is_left_is_drawn_and_without_a_card_none_is_played() -> None:
    """RD-A6, L111: draw what is left; a player with an empty hand skips step 1, not the rest of the turn."""
    t = nearly_empty().by_hand("Ana", "deck", 2).plays((1, minion("Cat")))
    assert (t.s.players[0].hand, t.s.players[0].deck) == (2, 0), "two were left"
    t = nearly_empty().plays((1, minion("Cat")))
    assert (t.s.players[0].hand, t.s.players[0].deck, len(t.s.players[0].discard)) == (0, 0, 1)
    t.plays((1, minion("Owl")))
    assert (t.who, t.offers(Played)) == ("Bea", True), "Ana's step 1 was skipped"


@pytest.mark.rule("RD-A6", "RD-18")
def test_a_turn_without_a_card_still_checks_the_peril() -> None:
    """RD-A6, L76: only step 1 is skipped: a hero turned up before attacks in that turn, and pays its player."""
    t = nearly_empty().plays((1, minion("Cat", peril=3))).plays((2, BAIT))
    assert t.offers(TurnedUp)
    t.turns_up(hero(3, name="Sir Next"))
    assert (t.s.boxed_heroes, t.horde(1), t.s.active) == (("Sir Test", "Sir Next"), [], 0)
    assert t.tokens == [0, 0], "Cat is Ana's own"


@pytest.mark.rule("RD-A6", "RD-27")
def test_a_table_may_shuffle_the_discard_into_a_new_deck() -> None:
    """RD-A6, L111: the other choice: the discard is the new deck."""
    t = nearly_empty(RD_A6="reshuffle").plays((1, minion("Cat")))
    assert (t.s.players[0].hand, t.s.players[0].deck, t.s.players[0].discard) == (1, 0, ())
    t.plays((1, minion("Owl")))
    assert t.who == "Ana"


@pytest.mark.rule("RD-A6", "RD-31")
def test_when_nobody_has_a_card_left_the_game_is_scored() -> None:
    """RD-A6, RD-31, L116: no hero can be reached any more; tied, the player who would have played next wins."""
    t = seated(first=hero(50))
    for name in ("Ana", "Bea"):
        t.by_hand(name, "deck", -13).by_hand(name, "hand", -4)
    t.plays((0, minion("Rat")), (1, minion("Bat")))
    assert [t.haven(place) for place in range(2)] == [["Rat"], ["Bat"]]
    assert t.winners == ("Ana",)


@pytest.mark.rule("RD-A6", "RD-31")
def test_a_player_without_cards_still_has_the_next_turn_when_the_game_ends() -> None:
    """RD-A6, L116: only step 1 is skipped: the turn after Bea's is Cira's, though she has nothing to play."""
    t = seated(3, hero(50))
    for name in ("Ana", "Bea", "Cira"):
        t.by_hand(name, "deck", -13).by_hand(name, "hand", -5 if name == "Cira" else -4)
    t.plays((0, minion("Rat", vp=0)), (0, minion("Bat", vp=0)))
    assert (t.tokens, t.winners) == ([0, 0, 0], ("Cira",))


@pytest.mark.rule("RD-A6", "RD-12")
def test_an_empty_hand_in_your_turn_leaves_nothing_to_play() -> None:
    """RD-A6, L63: "juega cualquier carta de tu mano": set to no card by hand, she may go on without playing."""
    t = seated(first=hero(50)).by_hand("Ana", "deck", -13).by_hand("Ana", "hand", -5)
    assert (t.who, t.offers(Declined)) == ("Ana", True)
    assert t.copy().by_hand("Ana", "hand", 1).refuses(Declined()) == "RD-12"
    t.do(Declined())
    assert (t.who, t.horde(0), t.s.players[0].hand) == ("Bea", [], 0), "her step 1 is skipped"


ESCAPES = {"when": "escapes", "does": "vp"}


@pytest.mark.rule("RD-A7", "RD-25")
def test_the_active_player_chooses_the_order_of_abilities_on_escaping() -> None:
    """RD-A7, L102: the default: the active player, among all of them, also the other players'."""
    t = seated(3, hero(4)).plays((0, minion("Rat", **ESCAPES)), (0, minion("Bat", **ESCAPES)))
    t.plays((0, minion("Cat", **ESCAPES)), (0, BAIT))
    assert (t.who, sorted(t.targets), t.asked.rule) == ("Ana", ["Bat", "Cat", "Rat"], "RD-25")
    assert t.refuses(Declined()) == "RD-25", "all of them go off"
    assert t.refuses(Aimed(0)) == "RD-25"
    rat, bat, _ = (m.id for m in t.s.places[0].haven)
    t.do(Aimed(bat))
    assert (t.tokens, sorted(t.targets)) == ([0, 1, 0], ["Cat", "Rat"])
    t.do(Aimed(rat))
    assert (t.tokens, t.acting) == ([1, 1, 1], ["Rat", "Cat"]), "the last one without a question"


@pytest.mark.rule("RD-A7", "RD-25")
def test_a_table_may_resolve_abilities_on_escaping_from_the_back() -> None:
    """RD-A7, L102: the other choice: from the back of the horde, as in L89, without a question."""
    t = seated(3, hero(4), RD_A7="back").plays((0, minion("Rat", **ESCAPES)), (0, minion("Bat", **ESCAPES)))
    t.plays((0, minion("Cat", **ESCAPES)), (0, BAIT))
    assert (t.acting, t.tokens) == (["Cat", "Bat", "Rat"], [1, 1, 1])


@pytest.mark.rule("RD-A8", "RD-10")
def test_a_heros_attack_ability_is_done_when_he_attacks_and_not_before() -> None:
    """RD-A8, L45: "las habilidades de ataque se resuelven cuando el héroe ataca"."""
    t = seated(first=hero(3, when="attacks", does="vp", on="any")).plays((0, minion("Rat")), (1, minion("Bat")))
    assert [m.vp_tokens for _, _, m in t.s.horde_minions()] == [0, 0]
    t.plays((0, minion("Cat", peril=2)))
    assert t.targets == ["Rat", "Bat"], "Cat has fallen"
    assert t.refuses(Declined()) == "RD-15"
    t.aims("Bat")
    assert (t.s.places[1].horde[0].vp_tokens, t.tokens, t.haven(0)) == (1, [0, 0], ["Rat"])


@pytest.mark.rule("RD-A9", "RD-20")
def test_the_last_minion_played_is_the_first_to_die() -> None:
    """RD-A9, L95, L63: cards join at the back, and the back is closest to the hero; one's own pays nobody (L86)."""
    t = seated(first=hero(3)).plays((0, minion("First")), (0, minion("Second")), (0, minion("Third")))
    assert ([card.name for card in t.s.players[0].discard], t.haven(0)) == (["Third"], ["First", "Second"])
    assert t.tokens == [0, 0], "Ana's own, in her turn"


@pytest.mark.rule("RD-A10", "RD-08")
@pytest.mark.parametrize("name", ["", "Something of ours"])
def test_a_card_that_no_list_knows_is_entered_with_its_numbers(name: str) -> None:
    """RD-A10, L33-44: peril, VP, threshold as printed; a name is not needed."""
    t = seated(first=HeroCard(name, threshold=3)).plays((0, MinionCard(name, peril=2, vp=4)))
    assert (t.view.hero.threshold, t.view.places[0].peril, t.s.places[0].horde[0].card.vp) == (3, 2, 4)
    t.plays((0, MinionCard(name, peril=1, vp=0)))
    assert (len(t.s.places[0].haven), t.s.places[0].haven[0].card) == (1, MinionCard(name, peril=2, vp=4))


@pytest.mark.rule("RD-A10", "RD-13")
def test_an_ability_that_was_not_entered_is_done_by_hand() -> None:
    """RD-A10, L37: where the table has not said what a card does, it is asked to do it."""
    t = seated(first=hero(50)).plays((0, minion("Rat", when="unsaid")))
    assert (t.who, t.asked.rule, t.offers(Declined)) == ("Ana", "RD-13", True)
    t.do(Fled(t.id_of("Rat"))).do(Declined())
    assert (t.haven(0), t.who) == (["Rat"], "Bea")


@pytest.mark.rule("RD-A10", "RD-21")
@pytest.mark.parametrize("falls", [True, False])
def test_an_ability_that_was_not_entered_is_asked_about_in_an_attack_also_of_the_fallen(falls: bool) -> None:
    """RD-A10, RD-21, L88-89: the fallen's ongoing ability, and those of its horde, before the rest escapes."""
    odd, rat = minion("Odd", when="unsaid", peril=2), minion("Rat")
    t = seated(first=hero(50))
    for card in (rat, odd) if falls else (odd, rat):
        t.plays((0, card))
        if card is odd:
            t.do(Declined())
    t.adjust("hero.threshold", -47).plays((1, minion("Idle")))
    assert (t.asked.rule, t.who, t.s.phase, t.haven(0)) == ("RD-13", "Ana", "peril", [])
    t.do(Declined())
    assert (t.haven(0), t.offers(TurnedUp)) == (["Rat"] if falls else ["Odd"], True)


ELSEWHERE = {"when": "elsewhere", "does": "vp"}


@pytest.mark.rule("RD-A11", "RD-21")
@pytest.mark.parametrize(
    ("choice", "order"),
    [
        ("", ["L2", "L1", "R2", "R1"]),
        ("back", ["L2", "L1", "R2", "R1"]),
        ("front", ["L1", "L2", "R1", "R2"]),
        ("mirror", ["R2", "R1", "L2", "L1"]),
    ],
)
def test_the_other_hordes_begin_at_the_left_and_at_their_back(choice: str, order: list[str]) -> None:
    """RD-A11, L90: leftmost as seen from the hero, each from its back; or from the front, or mirrored."""
    t = seated(first=hero(50), **({"RD_A11": choice} if choice else {}))
    t.plays((2, minion("R1", **ELSEWHERE)), (0, minion("L1", **ELSEWHERE)), (0, minion("L2", **ELSEWHERE)))
    t.plays((2, minion("R2", **ELSEWHERE)), (1, BAIT))
    assert t.acting == order
    assert [m.vp_tokens for _, _, m in t.s.horde_minions()] == [1, 1, 1, 1]


def test_every_open_point_has_its_switch() -> None:
    """The open points that the rules text leaves open are switches, and the others are not."""
    points = [switch.key for switch in GAME.switches if switch.group != "depth"]
    assert points == [f"RD-A{n}" for n in (1, 2, 3, 4, 5, 6, 7, 11, 12)]
    book = GAME.rulebook
    assert [id for id in book if "-A" in id] == [f"RD-A{n}" for n in range(1, 13)]
