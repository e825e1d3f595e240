"""Darkmoor, audit of the peril and the attack (RD-18 … RD-23): each test from one sentence of the rules text."""

import pytest

from rules.darkmoor.model.events import Aimed, Declined, Felled, Headed, Played
from tests.support.games.darkmoor import DarkmoorTable, hero, location, minion, seated

BIG, IMP, RAT = minion("Big", peril=5), minion("Imp"), minion("Rat")


def discards(t: DarkmoorTable) -> list[list[str]]:
    """The names in every player's discard."""
    return [[card.name for card in player.discard] for player in t.s.players]


def doomed(t: DarkmoorTable) -> list[str]:
    """Who is marked as the next to fall, by name."""
    return [m.short for place in t.view.places for m in place.horde if m.doomed]


@pytest.mark.rule("RD-18")
@pytest.mark.parametrize(("last", "attacks"), [(1, 0), (2, 1), (3, 1)])
def test_a_horde_of_the_threshold_or_more_is_attacked(last: int, attacks: int) -> None:
    """RD-18, L77: "mayor o igual al umbral": 5 of 6 is not enough, 6 and 7 are."""
    t = seated().plays((0, minion("Rat", peril=4)), (1, minion("Bat", peril=5)), (0, minion("Cat", peril=last)))
    assert t.s.attacks == attacks
    assert t.haven(0) == (["Rat"] if attacks else [])
    assert t.horde(1) == ["Bat"], "each horde by itself: 4 + 5 + 1 attacks nobody"


@pytest.mark.rule("RD-18")
def test_without_an_attack_the_turn_goes_to_the_draw() -> None:
    """RD-18, L77: "si no se activa un ataque, salte al paso 4": no hero is turned up, the hand is filled."""
    t = seated(first=hero(6, name="Sir Stay")).plays((0, minion("Rat")))
    assert (t.s.hero, t.s.players[0].hand) == (hero(6, name="Sir Stay"), 5)
    assert (t.s.active, t.s.phase, t.offers(Played)) == (1, "play", True)


@pytest.mark.rule("RD-18")
def test_the_peril_is_checked_in_each_turn_also_for_a_horde_where_nobody_played() -> None:
    """RD-18, L77: "calcula el valor de peligro total de los minions en cada horda"."""
    t = seated(first=hero(6)).plays((0, minion("Rat", peril=5)))
    t.adjust(f"minion.{t.id_of('Rat')}.peril", 1)
    t.plays((1, minion("Bat")))
    assert (t.s.attacks, t.horde(0), t.horde(1)) == (1, [], ["Bat"])


def three_hordes() -> DarkmoorTable:
    """Ana's turn; Ana's Rat of peril 5, Bea's Bat of 6 and Cira's Cat of 1, each in a horde; a threshold of 5."""
    t = seated(3, hero(9))
    t.plays((0, minion("Rat", peril=5)), (1, minion("Bat", peril=6)), (2, minion("Cat")))
    return t.adjust("hero.threshold", -4)


@pytest.mark.rule("RD-19")
def test_one_horde_is_attacked_and_the_active_player_chooses_it() -> None:
    """RD-19, L78: "solo puede atacar a una horda. El jugador activo elige" among those that can be attacked."""
    t = three_hordes().plays((3, minion("Owl")))
    assert (t.who, t.asked.rule) == ("Ana", "RD-19")
    assert t.offered(Headed) == [0, 1]
    assert not t.offers(Declined)
    assert t.refuses(Declined()) == "RD-18", "one of them is attacked"
    for place in (2, 3, -1, 4):
        assert t.refuses(Headed(place)) == "RD-19"
    t.do(Headed(1))
    assert (t.s.attacks, [t.horde(place) for place in range(4)]) == (1, [["Rat"], [], ["Cat"], ["Owl"]])
    assert t.tokens == [2, 0, 0], "Bat is Bea's"


@pytest.mark.rule("RD-19")
def test_a_single_horde_is_attacked_without_a_question() -> None:
    """RD-19, L78: the choice is for "si se puede atacar a más de una"."""
    t = seated(first=hero(3)).plays((0, minion("Rat", peril=1)), (1, minion("Bat", peril=3)))
    assert (t.s.attacks, t.horde(0), t.horde(1)) == (1, ["Rat"], [])


@pytest.mark.rule("RD-20", "RD-22")
def test_the_minion_at_the_back_falls_and_pays_two_if_it_is_an_opponents() -> None:
    """RD-20, RD-22, L86, L91, L95-96: the closest to the hero; the active player gets 2 VP for an opponent's.

    The hero goes into the box, the fallen on the pile of its owner, not of whoever has the turn.
    """
    t = seated(3, hero(4, name="Sir Gone"), begins=1)
    t.plays((0, minion("Rat")), (0, minion("Bat", peril=2)))
    t.adjust("hero.threshold", -1).plays((1, minion("Owl")))
    assert (t.s.active, t.haven(0), discards(t)) == (0, ["Rat"], [[], [], ["Bat"]])
    assert t.tokens == [2, 0, 0], "Ana's turn, Cira's minion"
    assert (t.s.hero, t.s.boxed_heroes) == (None, ("Sir Gone",))
    assert [(player.hand, player.deck) for player in t.s.players] == [(4, 13), (5, 12), (5, 12)]


@pytest.mark.rule("RD-21")
def test_hero_then_fallen_then_the_horde_from_its_back_then_the_others_from_the_left() -> None:
    """RD-21, L86-90: first one falls; then the hero, the fallen, its horde from the back, the others from the left."""
    t = seated(3, hero(9, when="attacks", does="peril", on="whole"))
    t.plays((3, minion("East", when="elsewhere", does="vp")), (0, minion("West", when="elsewhere", does="vp")))
    t.plays((1, minion("Front", when="attacked", does="vp")), (1, minion("Middle", when="attacked", does="vp")))
    t.plays((1, minion("Last", when="defeated", does="vp", on="adjacent")))
    t.adjust("hero.threshold", -6).plays((2, minion("Idle", when="attacked", does="vp")))
    assert t.note_texts.index("Last (Bea) is defeated") < t.note_texts.index("Sir Test: 1 peril token on Front (Cira)")
    assert t.acting == ["Sir", "Last", "Middle", "Front", "West", "East"], "Idle's horde was not attacked"
    assert (t.tokens, t.haven(1)) == ([2, 0, 3], ["Front", "Middle"]), "Ana's Middle 1 + 1, Cira's Front 1, 2 for Last"
    assert {m.card.name: m.vp_tokens for _, _, m in t.s.horde_minions()} == {"West": 1, "Idle": 0, "East": 1}


@pytest.mark.rule("RD-21")
def test_an_ability_of_the_attacked_horde_that_can_be_done_must_be_done() -> None:
    """RD-21, L89, L64: "resuelve cualquier habilidad"; the active player chooses, and cannot decline."""
    t = seated(3, hero(9)).plays((0, minion("Rat")), (0, minion("Imp", when="attacked", does="defeat", on="adjacent")))
    t.plays((0, minion("Cat"))).plays((1, minion("Elk"))).plays((1, minion("Owl")))
    t.adjust("hero.threshold", -6).plays((2, minion("Idle")))
    assert (t.who, t.targets) == ("Cira", ["Rat", "Owl"]), "Cat has fallen to the hero"
    assert not t.offers(Declined)
    assert t.refuses(Declined()) == "RD-15"
    assert (discards(t), t.s.hero) == ([[], [], []], hero(3)), "hero and fallen leave when all is resolved (L91)"
    t.aims("Owl")
    assert (t.haven(0), t.horde(1), discards(t)) == (["Rat", "Imp"], ["Elk"], [[], ["Owl"], ["Cat"]])
    assert (t.s.hero, t.tokens) == (None, [0, 0, 0]), "Cat is Cira's own"


@pytest.mark.rule("RD-23")
@pytest.mark.parametrize("by_hero", [True, False])
def test_the_tokens_on_a_defeated_minion_go_to_nobody(by_hero: bool) -> None:
    """RD-23, L95: "la ficha de VP también se descarta": neither its owner nor the active player gets it."""
    valley = location("Valley", when="played", does="vp", n=3)
    t = seated(first=hero(50), places=(valley,)).plays((0, minion("Rat")))
    assert t.s.places[0].horde[0].vp_tokens == 3
    if by_hero:
        t.adjust("hero.threshold", -49).plays((1, minion("Bat"))).do(Headed(0))
        assert t.tokens == [0, 2], "Bea's bounty for the hero's kill, no token of Rat's"
    else:
        t.do(Felled(t.id_of("Rat"), False))
        assert t.tokens == [0, 0]
    assert discards(t)[0] == ["Rat"]


@pytest.mark.rule("RD-21")
def test_an_ability_does_not_go_off_once_its_minion_has_fallen() -> None:
    """RD-21, L89, L67: one that an ability behind it defeats is not in the horde any more when its turn would come."""
    t = seated(first=hero(9)).plays((0, minion("Front", when="attacked", does="vp", on="whole")))
    t.plays((0, minion("Killer", when="attacked", does="defeat", on="adjacent")), (0, minion("Bait", peril=7)))
    assert (t.acting, t.haven(0), t.tokens) == (["Killer"], ["Killer"], [0, 0])
    assert [sorted(names) for names in discards(t)] == [["Bait", "Front"], []]


@pytest.mark.rule("RD-21", "RD-24")
def test_one_that_leaves_the_attacked_horde_before_the_escape_does_not_escape() -> None:
    """RD-21, RD-24, L89, L101: only those that remain in the attacked horde; one moved away stays in the zone."""
    t = seated(first=hero(9)).plays((0, minion("Rat")), (0, minion("Eel", when="attacked", does="move", on="self")))
    t.plays((0, minion("Bait", peril=7)))
    assert (t.who, t.offered(Headed)) == ("Ana", [1, 2])
    assert t.refuses(Declined()) == "RD-15"
    t.do(Headed(2))
    assert (t.haven(0), t.horde(2), t.haven(2)) == (["Rat"], ["Eel"], [])


@pytest.mark.rule("RD-21", "RD-A12")
@pytest.mark.parametrize(
    ("choice", "order", "tokens"),
    [("", ["Bull", "Cow"], [0, 2]), ("defeated", ["Cow"], [0, 1]), ("any", ["Bull", "Cow"], [0, 2])],
)
def test_the_fallens_ability_on_the_attack_of_its_horde_goes_off_or_not(
    choice: str, order: list[str], tokens: list[int]
) -> None:
    """RD-21, RD-A12: its ongoing ability is resolved in a step of its own (L88), or not, as it has left (L67)."""
    t = seated(first=hero(4), **({"RD_A12": choice} if choice else {})).plays((0, minion("Rat")))
    t.plays((0, minion("Cow", when="attacked", does="vp")))
    t.plays((0, minion("Bull", when="attacked", does="vp", on="each", peril=2)))
    assert (t.acting, t.haven(0)) == (order, ["Rat", "Cow"])
    assert (t.tokens, t.decided) == (tokens, {"RD-A12"})


@pytest.mark.rule("RD-20")
def test_the_mark_of_the_next_to_fall_goes_with_the_hero() -> None:
    """RD L86-91: a hero strikes once and leaves; until another is revealed nobody is the next to fall."""
    t = seated(2, hero(6)).plays((1, IMP), (0, minion("Rag", when="attacked", text="Look.")), (1, RAT))
    assert doomed(t) == []
    t.plays((0, BIG))
    assert t.step == "as_it_says"  # in the attack, after Big fell
    assert doomed(t) == []
    assert t.game.odds(t.s) == ()
    t.do(Declined())
    assert (t.step, t.s.hero) == ("reveal", None)
    assert doomed(t) == []
    t.turns_up(hero(9, name="Sir Next"))
    t.adjust("hero.threshold", -7)
    assert doomed(t) == ["Rat"]


def test_what_is_defeated_already_is_not_defeated_again() -> None:
    """A minion that is already defeated is not defeated again."""
    doomed = minion("Doomed", peril=9, vp=2, when="defeated", does="defeat", also="defeat", on="self")
    t = seated(2).plays((0, IMP), (0, doomed))
    assert t.note_texts.count("Doomed (Bea) is defeated") == 1


@pytest.mark.rule("RD-20")
def test_who_cannot_be_got_at_is_passed_by() -> None:
    """RD-20, L86: the closest *valid* minion: one that an ability keeps safe is not.

    With an ability in words the table chooses who falls.
    """
    ghost = minion("Ghost", peril=3, when="always", does="spared")
    t = seated(2).plays((0, IMP), (0, minion("Two", peril=2)), (0, ghost))
    assert (t.haven(0), discards(t), t.tokens) == (["Imp", "Ghost"], [[], ["Two"]], [2, 0])
    guard = minion("Guard", when="always", text="The minion before it is safe.")
    t = seated(2).plays((0, IMP), (0, guard), (0, minion("Bait", peril=4)))
    assert t.asks == "Sir Test defeats the nearest valid minion: which?"
    named = [str(dict(option.label.args)["minion"]) for option in t.asked.choices[0].template.holes[0].options]
    assert named == ["Bait", "Guard", "Imp"]
    assert t.copy().do(Aimed(t.id_of("Imp"))).haven(0) == ["Guard", "Bait"]
    assert t.do(Aimed(0)).haven(0) == ["Imp", "Guard", "Bait"]
