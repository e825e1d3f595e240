"""Films of playing cards that are drawn here: cards that slide onto a table and lie still, and a hand between."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import cv2
import numpy as np

from bench.footage import HIGH, WIDE, handed
from tests.support.rendered_cards import plain_style
from training.cards.faces import drawn_face
from vision.reading import Image

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
    """Return a card of a plain deck, with its outline as the fourth channel."""
    return drawn_face(np.random.default_rng(7), plain_style(), rank, suit).image


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
        high, wide = (face := card_picture(card.rank, card.suit)).shape[:2]
        way = cv2.getRotationMatrix2D((wide / 2, high / 2), card.turn, card.wide / wide)
        way[:, 2] += (card.x - wide / 2, card.y - high / 2)
        seen = cv2.warpAffine(face, way, (WIDE, HIGH), flags=cv2.INTER_AREA).astype(np.float32)
        cover = seen[..., 3:] / 255
        shadow = 0.35 * cv2.GaussianBlur(np.roll(cover[..., 0], (3, 3), (0, 1)), (0, 0), 3)[..., None]
        picture = picture * (1 - shadow) * (1 - cover) + seen[..., :3] * cover
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
