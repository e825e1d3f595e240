"""Pictures of drawn cards on a plain table, for tests of the card reader."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from training.cards.faces import DeckStyle, drawn_face, random_style
from training.cards.scene import PlacedCard, lay_card
from vision.reading import Floats, Image

TABLE = (70, 110, 60)
"""Color of the table, BGR."""


def plain_style(*, fate: bool = False) -> DeckStyle:
    """A plain deck with OpenCV's letters: ordinary, or of fate with numerals and signs of its own."""
    rng = np.random.default_rng(7)
    style = next(one for one in iter(lambda: random_style(rng, ("",)), None) if one.fate == fate)
    ink, red = np.full(3, 20.0), np.array([30.0, 25, 200])
    inks = {suit: red if suit in ("hearts", "diamonds", "red") else ink for suit in style.inks}
    sizes = {"letter_high": 0.2, "letter_wide": 0.17, "suit_high": 0.14, "left": 0.05, "top": 0.06, "gap": 0.03}
    return replace(style, paper=np.full(3, 245.0), framed=False, beside=False, cornerless=False, inks=inks, **sizes)


def table_with(
    cards: Sequence[tuple[int, str]],
    places: Sequence[tuple[float, float, float]],
    wide: float = 120,
    fate: bool = False,
) -> Image:
    """(480, 640, 3) picture of cards of rank and suit; places are x and y of the middle, and a turn in degrees."""
    rng, style = np.random.default_rng(3), plain_style(fate=fate)
    image = np.full((640, 640, 3), TABLE, np.float32)
    image += rng.normal(0, 4, image.shape)
    owner = np.full(image.shape[:2], -1, np.int16)
    for number, ((rank, suit), (x, y, turn)) in enumerate(zip(cards, places, strict=True)):
        face = drawn_face(rng, style, rank, suit)
        lay_card(np.random.default_rng(11), image, owner, number, PlacedCard(face, card_quad(x, y, turn, wide)))
    return np.asarray(np.clip(image[:480], 0, 255), np.uint8)


def card_quad(x: float, y: float, turn: float, wide: float) -> Floats:
    """(4, 2) corners of a card."""
    angle, high = np.radians(turn), 1.4 * wide
    half = np.array([[-wide, -high], [wide, -high], [wide, high], [-wide, high]]) / 2
    return np.asarray(half @ np.array([[np.cos(angle), np.sin(angle)], [-np.sin(angle), np.cos(angle)]]) + (x, y))
