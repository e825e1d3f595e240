"""A card reader as tutorials build it, as the rival of ours.

Outlines by threshold, corners compared with templates.

It needs no training: bright four-sided patches with the shape of a card are straightened, and the ink of a corner is
compared with ranks as OpenCV draws them.
"""

from __future__ import annotations

from functools import cache

import cv2
import numpy as np

from vision.reading import Floats, Image

CARD_PX = (200, 280)
"""Width and height of a straightened card."""
INDEX_PX = (32, 40)
"""Width and height at which ranks are compared."""
LETTERS = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")
LEAST_AREA = 1 / 400
"""Least share of the picture that a card covers."""
MIN_LIKENESS = 0.35
"""Least correlation of a corner with the drawn rank that it shows."""


def read(image: Image) -> list[int]:
    """Ranks 1..13 of the cards that a BGR picture shows."""
    found = []
    for corners in find_outlines(image):
        ways = [straightened(image, np.roll(corners, 2 * turn, axis=0)) for turn in range(2)]
        scores = np.max([index_likeness(way) for way in ways], axis=0)
        if scores.max() >= MIN_LIKENESS:
            found.append(int(scores.argmax()) + 1)
    return found


def find_outlines(image: Image) -> list[Floats]:
    """(4, 2) corners of every bright four-sided patch with the shape of a card.

    Clockwise from a long side's end.
    """
    lightness = cv2.GaussianBlur(cv2.cvtColor(image, cv2.COLOR_BGR2GRAY), (5, 5), 0)
    _, mask = cv2.threshold(lightness, 0, 255, cv2.THRESH_BINARY | cv2.THRESH_OTSU)
    contours, _ = cv2.findContours(mask, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_SIMPLE)
    found = []
    for contour in contours:
        if cv2.contourArea(contour) < LEAST_AREA * lightness.size:
            continue
        around = cv2.boxPoints(cv2.minAreaRect(contour))
        sides = np.linalg.norm(around - np.roll(around, -1, axis=0), axis=1)
        if 1.15 < max(sides[:2]) / max(1.0, min(sides[:2])) < 1.8:
            found.append(np.asarray(around if sides[0] < sides[1] else np.roll(around, -1, axis=0), float))
    return found


def straightened(image: Image, corners: Floats) -> Image:
    """The card with these corners as if seen from above."""
    wide, high = CARD_PX
    to = np.array([[0, 0], [wide, 0], [wide, high], [0, high]], np.float32)
    return np.asarray(
        cv2.warpPerspective(image, cv2.getPerspectiveTransform(corners.astype(np.float32), to), CARD_PX), np.uint8
    )


def index_likeness(card: Image) -> Floats:
    """(13,) correlation of the upper left corner with each drawn rank."""
    corner = cv2.cvtColor(card[6:70, 4:40], cv2.COLOR_BGR2GRAY)
    ink = cv2.threshold(corner, 0, 255, cv2.THRESH_BINARY_INV | cv2.THRESH_OTSU)[1]
    rows = np.flatnonzero(ink[:36].any(axis=1))
    columns = np.flatnonzero(ink[:36].any(axis=0))
    if len(rows) < 8 or len(columns) < 4:
        return np.zeros(len(LETTERS))
    tight = ink[rows[0] : rows[-1] + 1, columns[0] : columns[-1] + 1]
    seen = cv2.resize(tight, INDEX_PX).astype(np.float32)
    return np.array([cv2.matchTemplate(seen, drawn, cv2.TM_CCOEFF_NORMED)[0, 0] for drawn in drawn_ranks()])


@cache
def drawn_ranks() -> tuple[np.ndarray, ...]:
    """Ranks as OpenCV draws them."""
    drawn = []
    for letter in LETTERS:
        paper = np.zeros((80, 120), np.uint8)
        cv2.putText(paper, letter, (10, 60), cv2.FONT_HERSHEY_DUPLEX, 1.6, 255, 4, cv2.LINE_AA)
        rows, columns = np.nonzero(paper)
        tight = paper[rows.min() : rows.max() + 1, columns.min() : columns.max() + 1]
        drawn.append(cv2.resize(tight, INDEX_PX).astype(np.float32))
    return tuple(drawn)
