"""The number of loot cards in a hand as cards are looted, played and discarded."""

from __future__ import annotations

import pytest

from rules.four_souls.model.effect import Effect, Target
from tests.support.games.four_souls import table

rule = pytest.mark.rule


@rule("FS-15", "FS-34")
def test_a_loot_card_leaves_the_hand_as_it_is_played() -> None:
    """FS L51: a loot card stays in the hand until it is played or discarded (jueguen o descarten)."""
    t = table()
    assert t.player("Ana").loot == 4
    t.plays("Ana", t.to("Ana", "cents", 1))
    assert (t.stack, t.player("Ana").loot, t.player("Ana").cents) == (["loot"], 3, 3)
    assert "Ana: −1 loot card (3)" in t.told
    t.nobody()
    assert (t.player("Ana").loot, t.player("Ana").cents) == (3, 4)


@rule("FS-15")
@pytest.mark.parametrize("separate", ["separate", "tap", "free"])
def test_every_way_to_play_a_loot_card_takes_it_from_the_hand(separate: str) -> None:
    """FS L118, L147: the turn's play, the character's tap, an answer: each plays a card of the hand."""
    t = table(FS_A17=separate)
    t.plays("Ana", t.to("Ana", "cents", 1)).plays("Beto", t.to("Beto", "cents", 1))
    assert (t.player("Ana").loot, t.player("Beto").loot) == (3, 2)


@rule("FS-17")
def test_a_trinket_leaves_the_hand_and_becomes_an_item() -> None:
    """FS L59: a trinket that is played becomes a passive item: it is in the hand no more."""
    t = table()
    t.plays("Ana", t.to("Ana", "trinket"), card="Curved Horn").nobody()
    assert (t.player("Ana").loot, t.player("Ana").treasures, t.has("Ana", "Curved Horn")) == (3, 1, True)


@rule("FS-100")
def test_a_cancelled_loot_card_does_not_come_back_to_the_hand() -> None:
    """FS L271: what is cancelled leaves the stack and, if it was a card, is discarded (se descarta)."""
    t = table()
    t.plays("Ana", t.to("Ana", "cents", 1)).plays("Beto", t.on_top("cancel")).nobody()
    assert (t.stack, t.player("Ana").loot, t.player("Ana").cents) == ([], 3, 3)


@rule("FS-51")
@pytest.mark.parametrize(("hand", "left"), [(11, 10), (12, 10), (10, 9)])
def test_a_played_card_is_not_counted_by_the_discard_down_to_ten(hand: int, left: int) -> None:
    """FS L156: only with more than ten cards in the hand does a player discard."""
    t = table()
    t.by_hand("Ana", "loot", hand - t.player("Ana").loot)
    t.plays("Ana", t.to("Beto", "cents", 1)).nobody().ends_turn()
    assert (t.player("Ana").loot, t.ruled.count("FS-51")) == (left, int(hand - 1 > 10))


@rule("FS-116")
def test_gluttony_counts_the_cards_that_are_in_the_hand() -> None:
    """FS L322: ten or more loot cards in the hand (en su mano); one on the stack is not in it."""
    t = table(bonus_souls="on")
    t.by_hand("Ana", "loot", 9 - t.player("Ana").loot)
    t.plays("Ana", t.to("Ana", "loot", 1)).nobody()
    assert (t.player("Ana").loot, t.player("Ana").soul_count) == (9, 0)


@rule("FS-86")
def test_the_penalty_takes_no_card_from_a_hand_that_was_played_empty() -> None:
    """FS L222, FS-A7: what cannot be paid is skipped; the only card was played before."""
    t = table()
    t.by_hand("Ana", "loot", 1 - t.player("Ana").loot)
    t.plays("Ana", t.to("Ana", "kill")).nobody().nobody()
    assert [change.key for note in t.notes if note.rule == "FS-86" for change in note.changes] == ["seat.0.cents"]
    assert t.player("Ana").loot == 0


def test_an_effect_that_is_no_loot_card_leaves_the_hand_as_it_is() -> None:
    """FS L118: answers are loot cards, activated or paid effects; only the first come from the hand."""
    t = table().names("Ana", "Copa", use="both", cost=1)
    t.uses("Ana", "Copa", t.to("Ana", "cents", 1)).uses("Ana", "Copa", t.to("Ana", "cents", 1), cost=1)
    t.triggers("Beto", t.to("Beto", "cents", 1))
    assert (t.player("Ana").loot, t.player("Beto").loot) == (4, 3)


@rule("FS-15")
def test_nobody_plays_loot_from_an_empty_hand_unless_hands_are_not_counted() -> None:
    """FS L51: what is played is a card of the hand; a hand set right by hand plays again."""
    t = table().settles_on("follow.loot", "off").plays("Ana", t_effect())
    assert t.player("Ana").loot == 4
    t = table()
    card = t.play("Ana", t_effect())
    t.by_hand("Ana", "loot", -4)
    assert t.refuses(card) == "FS-15"
    assert t.by_hand("Ana", "loot", 1).do(card).player("Ana").loot == 0


def t_effect() -> Effect:
    return Effect("cents", Target("seat", 0), 1)
