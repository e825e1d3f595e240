"""Real photos of cards: files with even numbers teach.

Those with odd ones are for development.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np

from vision.reading import Image

SUITS_BY_EYE = Path(__file__).with_name("suits_by_eye.json")
"""Suits of the cards of each photo, which its labels lack, as somebody who looked at them wrote them down."""
MENDED = {"cards_t008": (10,)}
"""Ranks of the photos that teach whose labels are wrong, as seen by eye."""


@dataclass(frozen=True, slots=True)
class CardPhoto:
    """A photo and what lies in it: rank and box (x, y, width, height) of each card."""

    name: str
    path: Path
    cards: tuple[tuple[int, tuple[float, float, float, float]], ...]
    suits: tuple[str, ...] = ()
    """The suit of each card, "" where it cannot be told."""

    @property
    def teaches(self) -> bool:
        """Whether its number is even."""
        number = re.search(r"(\d+)$", self.name)
        assert number, self.name
        return int(number[1]) % 2 == 0

    def decode(self) -> Image:
        """The picture."""
        return np.asarray(cv2.imread(str(self.path)), np.uint8)


def card_photos(photos: Path, *, teaching: bool) -> Iterator[CardPhoto]:
    """The photos of the folder `cards` that teach, or those for development."""
    folder, by_eye = photos / "cards", json.loads(SUITS_BY_EYE.read_text("utf-8"))
    for row in json.loads((folder / "manifest.json").read_text("utf-8"))["images"]:
        name = Path(row["file"]).stem
        ranks = MENDED.get(name, [int(card["rank"]) for card in row["cards"]])
        boxes = [tuple(card["box"]) for card in row["cards"]]
        suits = tuple(by_eye.get(name, [""] * len(boxes)))
        photo = CardPhoto(name, folder / row["file"], tuple(zip(ranks, boxes, strict=True)), suits)
        if photo.teaches == teaching:
            yield photo
