"""Every open point on which tables differ, played each way."""

import pytest

from rules.darkmoor.game import GAME
from rules.darkmoor.model.events import Aimed
from tests.support.games.darkmoor import hero, minion, seated

BIG, IMP = minion("Big", peril=5), minion("Imp")


def test_every_open_point_has_its_switch() -> None:
    """The open points that the rules text leaves open are switches, and the others are not."""
    points = [switch.key for switch in GAME.switches if switch.group != "depth"]
    assert points == [f"RD-A{n}" for n in (1, 2, 3, 4, 5, 6, 7, 11, 12)]
    book = GAME.rulebook
    assert [id for id in book if "-A" in id] == [f"RD-A{n}" for n in range(1, 13)]


@pytest.mark.parametrize(("how", "peril"), [("count", 4), ("ignore", 1)])
def test_peril_tokens(how: str, peril: int) -> None:
    """RD-A1: a peril token adds to the peril of its horde or not, and is shown either way."""
    t = seated(RD_A1=how).plays((0, IMP)).adjust("minion.1.peril_tokens", 3)
    line = t.view.places[0]
    assert (line.peril, line.horde[0].peril_tokens) == (peril, 3)


@pytest.mark.parametrize(("how", "paid"), [("hero", 0), ("any", 2)])
def test_bounty_for_an_ability(how: str, paid: int) -> None:
    """RD-A2: an opponent's minion defeated by an ability pays 2 VP or nothing."""
    t = seated(RD_A2=how).plays((0, IMP), (0, minion("Axe", when="played", does="defeat", on="horde")))
    assert t.horde(0) == ["Axe"]
    assert t.tokens == [0, paid]


@pytest.mark.parametrize(("how", "safe"), [("nobody", ["Imp", "Fog"]), ("back", ["Imp"])])
def test_nobody_valid(how: str, safe: list[str]) -> None:
    """RD-A3: where every minion is spared, none is defeated, or the one at the back is."""
    fog = minion("Fog", peril=5, when="always", does="spared", on="self")
    t = seated(RD_A3=how).plays((0, minion("Imp", when="always", does="spared")), (0, fog))
    assert t.haven(0) == safe
    assert t.s.hero is None
    assert ("Nobody is valid: nobody is defeated" in t.told) == (how == "nobody")


@pytest.mark.parametrize(("how", "attacks"), [("no", 1), ("yes", 2)])
def test_a_second_check(how: str, attacks: int) -> None:
    """RD-A4: the newly revealed hero may attack in the same turn or not."""
    t = seated(RD_A4=how).plays((0, minion("Four", peril=4)), (1, BIG), (0, minion("Two", peril=2)))
    t.turns_up(hero(5, name="Sir Next"))
    assert t.s.attacks == (0 if how == "no" else 2)
    assert (t.step == "reveal") == (attacks == 2)
    assert t.s.heroes == 3


@pytest.mark.parametrize(("how", "vp"), [("collect", 3), ("lose", 0)])
def test_tokens_of_the_last(how: str, vp: int) -> None:
    """RD-A5: VP tokens on minions that escape at the end are collected or lost."""
    t = seated(RD_A5=how).plays((0, IMP)).adjust("minion.1.vp_tokens", 3).goes_to("RD-28")
    assert t.tokens == [vp, 0]
    assert t.s.places[0].haven[0].vp_tokens == 0


@pytest.mark.parametrize("how", ["left", "reshuffle"])
def test_a_deck_that_runs_out(how: str) -> None:
    """RD-A6: an empty deck stays empty and its player is skipped, or it is reshuffled."""
    t = seated(2, RD_A6=how).plays((0, minion("Six", peril=6)))
    t.turns_up(hero(99, name="Sir Next"))
    t.plays((0, IMP))
    t.adjust("seat.0.deck", -t.s.players[0].deck).adjust("seat.0.hand", -4)
    t.plays((0, IMP))
    if how == "reshuffle":
        assert (t.s.players[0].hand, t.s.players[0].deck, t.s.players[0].discard) == (1, 0, ())
        return
    assert (t.s.players[0].hand, len(t.s.players[0].discard)) == (0, 1)
    t.plays((1, IMP))
    assert "Ana has no card in hand" in t.told
    assert (t.s.active, t.asks) == (1, "Bea plays a minion: where?")


def test_nobody_has_a_card_left() -> None:
    """RD-A6: when nobody has a card left, the game is scored."""
    t = seated(2, hero(99)).plays((0, IMP))
    for seat in (0, 1):
        player = t.s.players[seat]
        t.adjust(f"seat.{seat}.deck", -player.deck)
        t.adjust(f"seat.{seat}.hand", (1 if seat else 0) - player.hand)
    t.plays((1, IMP))
    assert t.outcome is not None
    assert "Nobody has a card left: the last heroes stay away" in t.told


@pytest.mark.parametrize("how", ["choose", "back"])
def test_order_of_escape(how: str) -> None:
    """RD-A7: the active player orders the escape abilities, or they go from the back."""
    gains = {"when": "escapes", "does": "vp"}
    t = seated(RD_A7=how).plays((0, minion("One", **gains)), (0, minion("Two", **gains)), (0, BIG))
    if how == "choose":
        assert t.asks == "Several abilities go off: which first?"
        one = next(m.id for m in t.s.places[0].haven if m.card.name == "One")
        t.do(Aimed(one))
    order = [line.partition(" ")[0] for line in t.told if line.endswith("its ability")]
    assert order == (["One", "Two"] if how == "choose" else ["Two", "One"])
    assert t.tokens == [1, 1]


@pytest.mark.parametrize(
    ("how", "order"),
    [("back", ["L2", "L1", "R2", "R1"]), ("front", ["L1", "L2", "R1", "R2"]), ("mirror", ["R2", "R1", "L2", "L1"])],
)
def test_the_other_hordes(how: str, order: list[str]) -> None:
    """RD-A11: the side and the end from which the other hordes' abilities go off."""
    acts = {"peril": 0, "when": "elsewhere", "does": "vp"}
    there = ((0, "L1"), (0, "L2"), (2, "R1"), (2, "R2"))
    t = seated(RD_A11=how).plays(*((k, minion(name, **acts)) for k, name in there), (1, minion("Six", peril=6)))
    assert [line.partition(" ")[0] for line in t.told if line.endswith("its ability")] == order
    assert t.id_of("L1") == 1
