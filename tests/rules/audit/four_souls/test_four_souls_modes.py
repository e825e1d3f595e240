"""Four Souls, audit of the other ways to play (FS-118 … FS-122): each test from one sentence of the rules text."""

import pytest

from rules.engine import Refused
from rules.four_souls.model.events import Attacked, Bartered, Drafted, Stocked
from tests.support.games.four_souls import FourSoulsTable


def solo(**rulings: str) -> FourSoulsTable:
    """A solo game in the first character's action phase, every window open."""
    t = FourSoulsTable("Ana", "Beto", mode="solo", **rulings).chooses(Ana="isaac", Beto="maggy")
    return t.turns_up("fly").turns_up("clotty").settles_on("depth", "every")


def plays_on(t: FourSoulsTable) -> FourSoulsTable:
    """The table once the turn of the present character has ended, or the game has."""
    active = t.s.active
    while t.outcome is None and t.s.active == active:
        t.nobody()
    return t


@pytest.mark.rule("FS-118")
def test_the_draft_gives_both_players_two_items_with_the_first_pick_alternating() -> None:
    """FS-118, L329: of three treasures the first takes one, the other one; then the other picks first."""
    with pytest.raises(Refused) as refusal:
        FourSoulsTable("Ana", "Beto", "Cira", mode="draft")
    assert refusal.value.rule == "FS-118"
    t = FourSoulsTable("Ana", "Beto", mode="draft").chooses(Ana="isaac", Beto="eve")
    t.saddest("Beto").turns_up("fly").turns_up("clotty")
    assert (t.asked.rule, t.offers(Drafted), t.who) == ("FS-118", True, "Beto")
    assert t.refuses(Attacked(1)) == "FS-67", "the game has not begun"
    t.drafts("Cola", "Horn")
    assert "under the" in " ".join(t.told), "the third goes to the bottom of the deck"
    t.drafts("Pen", "Ink")
    assert [[item.name for item in player.items[1:]] for player in t.s.players] == [["Horn", "Pen"], ["Cola", "Ink"]]
    assert [player.treasures for player in t.s.players] == [2, 2]
    assert (t.s.active, t.s.phase, t.offers(Drafted)) == (1, "action", False), "the game is played as usual"


@pytest.mark.rule("FS-119")
def test_alone_one_plays_two_characters_with_hands_of_their_own_in_a_fixed_order() -> None:
    """FS-119, L333-337: two characters, 3¢ and 3 loot each, hands not mixed; two slots each; always in one order."""
    with pytest.raises(Refused) as refusal:
        FourSoulsTable("Ana", "Beto", "Cira", mode="solo")
    assert refusal.value.rule == "FS-119"
    t = FourSoulsTable("Ana", "Beto", mode="solo", follow__shop="on")
    t.do(Stocked(0)).do(Stocked(1)).chooses(Ana="isaac", Beto="maggy")
    assert [(player.cents, player.loot) for player in t.s.players] == [(3, 3), (3, 3)]
    assert t.has("Ana", "The D6")
    assert t.has("Beto", "Yum Heart")
    assert (len(t.s.shop), len(t.s.slots)) == (2, 2)
    t = solo()
    order = [t.s.active]
    for _ in range(3):
        order.append(plays_on(t).s.active)
    assert order == [0, 1, 0, 1]
    assert [player.loot for player in t.s.players] == [5, 4], "each draws for its own hand"


@pytest.mark.rule("FS-120")
def test_the_die_starts_at_eight_and_drops_after_both_turns_or_a_death_on_ones_turn() -> None:
    """FS-120, L335, L339: a D8 on 8; 1 less when both turns have ended, and when a character dies on its own turn."""
    t = solo()
    assert t.s.countdown == 8
    assert plays_on(t).s.countdown == 8, "only one of them has had its turn"
    assert plays_on(t).s.countdown == 7
    other = t.copy()
    other.triggers("Ana", other.to("Beto", "kill"))
    while other.stack:
        other.nobody()
    assert other.s.countdown == 7, "not on its own turn"
    t.triggers("Ana", t.to("Ana", "kill"))
    while t.s.phase != "end":
        t.nobody()
    assert t.s.countdown == 6
    assert plays_on(t).s.countdown == 6
    assert plays_on(t).s.countdown == 5, "the usual one comes as well"


@pytest.mark.rule("FS-121")
def test_alone_the_characters_never_trade_cents() -> None:
    """FS-121, L339: "no puedes intercambiar ¢ entre personajes en el modo solitario"."""
    t = solo()
    assert t.refuses(Bartered(0, 1, 1)) == "FS-121"
    assert t.refuses(Bartered(1, 0, 3)) == "FS-121"
    assert not any(isinstance(choice.event, Bartered) for choice in t.remarks)


@pytest.mark.rule("FS-122")
def test_alone_four_souls_between_both_win_before_the_die_reaches_zero() -> None:
    """FS-122, L341: four souls between the two characters before the D8 reaches 0 is a victory, else a defeat."""
    t = solo()
    t.triggers("Ana", t.to("Ana", "soul", 2)).nobody().triggers("Ana", t.to("Beto", "soul", 1)).nobody()
    assert t.outcome is None, "three are not enough"
    won = t.copy().triggers("Ana", t.to("Beto", "soul", 1)).nobody()
    assert won.outcome is not None
    assert (won.outcome.winners, won.outcome.rule) == ((0, 1), "FS-122")
    t.adjust("table.countdown", -7)
    assert plays_on(t).outcome is None, "the die still shows 1"
    plays_on(t)
    assert (t.s.countdown, t.winners) == (0, ())
