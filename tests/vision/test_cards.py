"""Playing cards in pictures: what ``read_cards`` takes, refuses and returns, and what it reads on drawn cards."""

from __future__ import annotations

import re

import numpy as np
import pytest

import vision
from tests.support.rendered_cards import TABLE, card_quad, table_with
from vision.cards import POSSIBLE_CARD, CardReading
from vision.cards.finder import INDEX_POINT, decode_cell, spot_of_quad, with_outlines
from vision.cards.judge import RANK_OUTPUTS, SUITS, CardVerdict, verdict_of_logits
from vision.cards.outline import find_outlines
from vision.cards.reader import SeenCard, join_ends, without_repeats
from vision.reading import Floats, Reject

EMPTY = np.full((100, 120, 3), 90, np.uint8)


def test_an_empty_table_has_no_card() -> None:
    """Nothing is read, so the reading is not sure."""
    reading = vision.read_cards(EMPTY)
    assert (reading.cards, reading.size, reading.is_sure) == ((), (120, 100), False)


def test_a_tiny_picture_has_no_card() -> None:
    """Fewer pixels than a card needs."""
    assert vision.read_cards(EMPTY[:8, :8]) == CardReading((), (), (8, 8))


@pytest.mark.parametrize("wrong", [np.zeros((40, 50), np.uint8), np.zeros((40, 50, 3)), None])
def test_what_is_no_picture_is_refused(wrong: vision.reading.Image) -> None:
    """As by ``read``."""
    with pytest.raises(ValueError, match=re.escape("shape (height, width, 3)")):
        vision.read_cards(wrong)


@pytest.mark.parametrize("wrong", [-1, "3", range(0)])
def test_what_is_no_number_of_cards_is_refused(wrong: int) -> None:
    """As by ``read``."""
    with pytest.raises(ValueError, match="range of them"):
        vision.read_cards(EMPTY, expected=wrong)


def test_a_possible_card_makes_a_reading_unsure() -> None:
    """As a possible die does."""
    sure = vision.Card(1, "hearts", (1, 2, 3, 4), 0.99)
    assert CardReading((sure,), (), (9, 9)).is_sure
    assert not CardReading((sure,), (Reject((1, 1, 2, 2), POSSIBLE_CARD),), (9, 9)).is_sure


def test_a_rank_can_be_sure_where_the_suit_is_not() -> None:
    """For games that ask for no suit."""
    card = vision.Card(9, "clubs", (1, 2, 3, 4), 0.5, "faint", is_rank_sure=True)
    reading = CardReading((card,), (), (9, 9))
    assert (reading.is_sure, reading.are_ranks_sure) == (False, True)


@pytest.mark.parametrize("turn", [0, 90, 180, 37, -120])
def test_outlines_of_cards_are_found_at_any_turn(turn: float) -> None:
    """Within a few pixels, a short side first."""
    quad = card_quad(300, 240, turn, 140)
    found = find_outlines(table_with([(7, "clubs")], [(300, 240, turn)], 140))
    ways = [np.linalg.norm(one - np.roll(quad, -2 * end, axis=0), axis=1).max() for one in found for end in (0, 1)]
    assert min(ways) < 5


def test_an_outline_takes_the_place_of_what_the_net_finds_there() -> None:
    """With the net's heat and the outline's corners; its other end is added."""
    quad = card_quad(300, 240, 10, 140)
    spot = spot_of_quad(0.8, quad + 3)
    both = with_outlines([spot], [quad])
    assert [one.heat for one in both] == [0.8, 0.3]
    assert np.allclose(both[0].quad, quad)
    assert np.allclose(both[1].quad, np.roll(quad, -2, axis=0))


def test_a_cell_says_where_a_card_lies() -> None:
    """Its four corners in card widths from the cell's middle, at the scale of the picture."""
    answer = np.zeros((10, 4, 4))
    answer[0, 1, 2], answer[1, 1, 2] = 2.0, np.log(10)
    answer[2:, 1, 2] = [-0.1, -0.2, 0.9, -0.2, 0.9, 1.2, -0.1, 1.2]
    spot = decode_cell(answer, 1, 2, 0.5)
    assert spot.heat == pytest.approx(1 / (1 + np.exp(-2)))
    assert spot.width == pytest.approx(160)
    assert np.allclose(spot.quad[0], (np.array([19.5, 11.5]) - (8, 16)) / 0.5)
    assert np.allclose(spot.point, spot.quad[0] + (160 * INDEX_POINT[0], 224 * INDEX_POINT[1]), atol=0.01)


def verdict(rank: int, suit: str, quad: Floats, sure: float = 5.0) -> CardVerdict:
    """What a judge says that is as sure of a rank and suit."""
    logits = np.zeros(RANK_OUTPUTS + len(SUITS))
    logits[1 + rank] = logits[RANK_OUTPUTS + SUITS.index(suit)] = sure
    return verdict_of_logits(spot_of_quad(0.9, quad), logits)


def test_both_ends_of_a_card_are_one_card() -> None:
    """They are surer together than each alone; another card beside stays by itself."""
    quad, other = card_quad(200, 200, 5, 100), card_quad(330, 200, 0, 100)
    ends = [verdict(9, "clubs", quad), verdict(9, "clubs", np.roll(quad, -2, axis=0)), verdict(6, "hearts", other)]
    cards = join_ends(ends)
    assert sorted(len(card.verdicts) for card in cards) == [1, 2]
    both = max(cards, key=lambda card: len(card.verdicts))
    assert (both.rank, both.suit, both.is_contradicted) == (9, "clubs", False)
    assert both.evidence[1] > SeenCard((ends[0],)).evidence[1]


def test_ends_that_differ_contradict_each_other() -> None:
    """A nine at one end is no six at the other."""
    quad = card_quad(200, 200, 5, 100)
    (card,) = join_ends([verdict(9, "clubs", quad), verdict(6, "clubs", np.roll(quad, -2, axis=0), 4.0)])
    assert card.is_contradicted
    assert card.rank == 9


def test_a_card_of_quite_another_size_on_a_likelier_one_is_none() -> None:
    """It is left out; cards of one size that lie on each other, and a large one elsewhere, stay."""
    quad = card_quad(200, 200, 0, 80)
    card = SeenCard((verdict(12, "hearts", quad, 9.0),))
    around, beside = (SeenCard((verdict(3, "clubs", card_quad(x, 230, 0, 200)),)) for x in (230, 600))
    over = SeenCard((verdict(4, "clubs", quad + 35),))
    assert without_repeats([around, card]) == [card]
    assert len(without_repeats([card, over, beside])) == 3


def test_a_joker_has_a_suit_of_jokers() -> None:
    """Even where another suit is likelier, and the other way round."""
    quad = card_quad(200, 200, 5, 100)
    assert SeenCard((verdict(0, "hearts", quad),)).suit in ("red", "black")
    assert SeenCard((verdict(3, "red", quad),)).suit not in ("red", "black")


def test_a_plain_table_is_plain() -> None:
    """A table without a card is read as one."""
    image = np.full((480, 640, 3), TABLE, np.uint8)
    assert vision.read_cards(image).cards == ()


def likeliest(reading: CardReading) -> list[tuple[int, str]]:
    """Rank and suit of what is read, sure or not."""
    return [(card.rank, card.suit) for card in reading.cards]


PLACES = [(120, 130, 4), (320, 140, -12), (520, 140, 170), (150, 350, 90), (430, 350, -80)]
HAND = [(6, "hearts"), (9, "clubs"), (4, "spades"), (2, "diamonds"), (3, "hearts")]


def test_cards_are_read_at_any_turn() -> None:
    """Of five drawn cards of an ordinary deck at least three are read rightly, and none is surely wrong."""
    reading = vision.read_cards(table_with(HAND, PLACES), expected=5)
    assert len(set(likeliest(reading)) & set(HAND)) >= 3, likeliest(reading)
    assert {(card.rank, card.suit) for card in reading.cards if card.doubt is None} <= set(HAND)


def test_no_card_of_a_fate_deck_is_surely_wrong() -> None:
    """Numerals for all ranks, and signs of their own."""
    fate = [(13, "rams"), (1, "crows"), (7, "tomes"), (10, "masks"), (5, "rams")]
    reading = vision.read_cards(table_with(fate, PLACES, fate=True), expected=5)
    assert reading.cards or reading.possible_cards
    assert {(card.rank, card.suit) for card in reading.cards if card.doubt is None} <= set(fate)
