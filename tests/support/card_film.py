"""Films of playing cards that are drawn here: cards that slide onto a table and lie still, and a hand between."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import cv2
import numpy as np

from bench.footage import HIGH, WIDE, handed
from vision.reading import Image

CARD_WIDE, CARD_HIGH = 250, 350
LETTERS = {1: "A", 11: "J", 12: "Q", 13: "K"}
RED, BLACK = (40, 30, 190), (30, 28, 26)
COLORS = {"hearts": RED, "diamonds": RED, "clubs": BLACK, "spades": BLACK, "red": RED, "black": BLACK}
FELT = (78, 104, 66)
SLIDE_SECONDS = 0.5


@dataclass(frozen=True)
class LaidCard:
    """A card on the table: rank (0 for a joker), suit, middle in pixels, width in pixels, turn in degrees."""

    rank: int
    suit: str
    x: float
    y: float
    wide: float = 110
    turn: float = 0.0


@cache
def card_picture(rank: int, suit: str) -> Image:
    """Return a card of 250 to 350 pixels with its index in two corners."""
    card = np.full((CARD_HIGH, CARD_WIDE, 3), (244, 248, 249), np.uint8)
    color = COLORS[suit]
    for _ in range(2):
        word = "JOKER" if rank == 0 else LETTERS.get(rank, str(rank))
        if rank:
            _write(card, word, (12 if len(word) == 1 else 6, 54), 1.7 if len(word) == 1 else 1.45, color)
            _suit(card, suit, (30, 88), 22, color)
        else:
            for k, letter in enumerate(word):
                _write(card, letter, (12, 40 + 34 * k), 1.0, color)
        card = np.ascontiguousarray(card[::-1, ::-1])
    if rank:
        _suit(card, suit, (CARD_WIDE // 2, CARD_HIGH // 2), 70, color)
    else:
        cv2.circle(card, (CARD_WIDE // 2, CARD_HIGH // 2), 60, color, -1, cv2.LINE_AA)
    return card


def _write(card: Image, text: str, at: tuple[int, int], scale: float, color: tuple[int, int, int]) -> None:
    cv2.putText(card, text, at, cv2.FONT_HERSHEY_DUPLEX, scale, color, 4, cv2.LINE_AA)


def _suit(card: Image, suit: str, at: tuple[int, int], size: int, color: tuple[int, int, int]) -> None:
    x, y, r = at[0], at[1], size / 2
    up = -1 if suit == "spades" else 1

    def shape(*points: tuple[float, float]) -> None:
        corners = np.array([(x + a * r, y + b * r) for a, b in points], np.int32)
        cv2.fillPoly(card, [corners], color, cv2.LINE_AA)

    def dot(a: float, b: float, radius: float) -> None:
        cv2.circle(card, (round(x + a * r), round(y + b * r)), round(radius * r), color, -1, cv2.LINE_AA)

    if suit == "diamonds":
        shape((0, -1.1), (0.8, 0), (0, 1.1), (-0.8, 0))
    elif suit == "clubs":
        for a, b in ((0, -0.5), (-0.5, 0.2), (0.5, 0.2)):
            dot(a, b, 0.46)
        shape((-0.12, 0), (0.12, 0), (0.4, 1.1), (-0.4, 1.1))
    else:
        dot(-0.48, -0.35 * up, 0.52)
        dot(0.48, -0.35 * up, 0.52)
        shape((-0.95, -0.1 * up), (0.95, -0.1 * up), (0, 1.05 * up))
        if suit == "spades":
            shape((-0.1, 0), (0.1, 0), (0.35, 1.1), (-0.35, 1.1))


_GROUND: list[Image] = []
"""The picture of a table on which the cards lie, if there is one."""


def lay_on(picture: Path) -> None:
    """Lay the cards of all films from now on on the table in that picture."""
    image = cv2.imread(str(picture))
    assert image is not None
    high, wide = image.shape[:2]
    cut = min(wide, high * WIDE // HIGH)
    _GROUND[:] = [np.asarray(cv2.resize(image[: cut * HIGH // WIDE, :cut], (WIDE, HIGH), interpolation=cv2.INTER_AREA))]


def table_top() -> Image:
    """Return the empty table: that of the picture, or felt."""
    return _GROUND[0] if _GROUND else felt()


@cache
def felt() -> Image:
    """Return a table of felt with its grain."""
    grain = np.random.default_rng(7).normal(0, 4, (HIGH, WIDE, 1))
    light = np.linspace(1.08, 0.9, WIDE)[None, :, None]
    return np.asarray((np.array(FELT) * light + grain).clip(0, 255), np.uint8)


def lying(cards: Iterable[LaidCard]) -> Image:
    """Return the table with those cards, the last one on top."""
    picture = table_top().astype(np.float32)
    for card in cards:
        scale = card.wide / CARD_WIDE
        way = cv2.getRotationMatrix2D((CARD_WIDE / 2, CARD_HIGH / 2), card.turn, scale)
        way[:, 2] += (card.x - CARD_WIDE / 2, card.y - CARD_HIGH / 2)
        cover = cv2.warpAffine(np.ones((CARD_HIGH, CARD_WIDE), np.float32), way, (WIDE, HIGH), flags=cv2.INTER_AREA)
        shadow = 0.35 * cv2.GaussianBlur(np.roll(cover, (3, 3), (0, 1)), (0, 0), 3)[..., None]
        seen = cv2.warpAffine(card_picture(card.rank, card.suit), way, (WIDE, HIGH), flags=cv2.INTER_AREA)
        picture = picture * (1 - shadow) * (1 - cover[..., None]) + seen * cover[..., None]
    return np.asarray(picture.clip(0, 255), np.uint8)


def still(seconds: float, cards: Sequence[LaidCard] = (), rate: int = 15) -> Iterator[Image]:
    """Yield frames in which nothing moves."""
    yield from [lying(cards)] * round(seconds * rate)


def flipped(cards: Sequence[LaidCard], among: Sequence[LaidCard] = (), rate: int = 15) -> Iterator[Image]:
    """Yield frames of cards that slide in over others, and lie still in the last one."""
    count = round(SLIDE_SECONDS * rate)
    for k in range(1, count + 1):
        left = (1 - k / count) ** 2
        sliding = [LaidCard(c.rank, c.suit, c.x - left * WIDE, c.y, c.wide, c.turn + 90 * left) for c in cards]
        yield lying([*among, *sliding])


def cleared(among: Sequence[LaidCard], rate: int = 15) -> Iterator[Image]:
    """Yield frames of a hand that takes all cards away."""
    count = round(0.8 * rate)
    for k in range(count):
        yield handed(lying(among if k < count / 2 else ()), (k + 0.5) / count)
