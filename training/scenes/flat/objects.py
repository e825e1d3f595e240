"""Flat objects that are no dice, seen from above: coins, buttons, cards; and fingers."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

import cv2
import numpy as np

from vision.reading import Image

from ..ground import Floats, RandomGenerator, draw_word, random_color
from .boards import BOARDS
from .prints import PRINTS
from .tile import FlatTile, Mark, lay

Kind = TypeVar("Kind")
MAX_BOARD, MIN_BOARD = 24.0, 7.0
"""Longest and shortest side of a board in sides of a die."""
BOARD_SHARE = 0.3
"""Share of the tables with flat things on which a board lies."""


def draw_flat_objects(image: Image, rng: RandomGenerator, unit: float) -> list[Mark]:
    """Draw flat objects on a table seen from above; return what looks like dice.

    `unit` is a die's side in pixels.
    """
    marks: list[Mark] = []
    if rng.random() < BOARD_SHARE:
        size = float(np.exp(rng.uniform(np.log(MIN_BOARD), np.log(MAX_BOARD)))) * unit
        at = image.shape[0] * rng.uniform(0.25, 0.75, 2)
        board = choose(rng, BOARDS)
        marks += lay_with_shadow(image, rng, board(rng), board.__name__, at, size)
    for _ in range(int(rng.integers(1, 9))):
        at = rng.uniform(0, image.shape[0], 2)
        size = unit * rng.uniform(0.5, 1.6)
        if rng.random() < PRINT_SHARE:
            kind = choose(rng, PRINTS)
            tile = kind(rng, size)
            marks += lay_with_shadow(image, rng, tile, kind.__name__, at, size * sides_ratio(tile, size))
        else:
            thing = FLAT_KINDS[int(rng.integers(len(FLAT_KINDS)))]
            thing(image, rng, at, size)
            marks.append(Mark(thing.__name__, at, size))
    return marks


def choose(rng: RandomGenerator, kinds: dict[Kind, float]) -> Kind:
    """One of the kinds by their weights."""
    weights = np.array(list(kinds.values()))
    return list(kinds)[int(rng.choice(len(kinds), p=weights / weights.sum()))]


def lay_with_shadow(
    image: Image, rng: RandomGenerator, tile: FlatTile, kind: str, at: Floats, long: float
) -> list[Mark]:
    """Lay a tile, turned at random or upright, some with the shadow of a thick edge."""
    turn = float(rng.uniform(0, 2 * np.pi) if rng.random() < 0.7 else rng.normal(0, 0.15))
    if rng.random() < 0.6:
        high, wide = tile.picture.shape[:2]
        cover = np.full((high, wide), 255, np.uint8) if tile.cover is None else tile.cover
        shade = FlatTile(np.zeros((high, wide, 3), np.uint8), (cover * rng.uniform(0.2, 0.6)).astype(np.uint8))
        lay(image, shade, kind, at + rng.normal(0, min(6.0, 0.03 * long), 2), long * 1.01, turn)
    return lay(image, tile, kind, at, long, turn)


def sides_ratio(tile: FlatTile, size: float) -> float:
    """Longer side of a tile as a share of the size that it was asked for."""
    return max(tile.picture.shape[:2]) / size if size > 12 else 1.0


def draw_disc(image: Image, at: Floats, radius: float, ink: Floats, weight: int = -1) -> None:
    """Draw a disc."""
    place = (int(at[0] * 16), int(at[1] * 16))
    cv2.circle(image, place, max(1, int(radius * 16)), tuple(float(c) for c in ink), weight, cv2.LINE_AA, 4)


def coin(image: Image, rng: RandomGenerator, at: Floats, size: float) -> None:
    """Draw a coin or a cap: rings, and a numeral."""
    body = random_color(rng)
    draw_disc(image, at + size * 0.06, size * 0.5, body * 0.4)
    draw_disc(image, at, size * 0.5, body)
    draw_disc(image, at, size * 0.42, body * rng.uniform(0.7, 1.15), 1 + int(size / 30))
    if rng.random() < 0.7:
        draw_word(image, rng, (int(at[0] - size * 0.2), int(at[1] + size * 0.2)), size / 60)


def button(image: Image, rng: RandomGenerator, at: Floats, size: float) -> None:
    """Draw a round body with two or four holes, or one."""
    body, ink = random_color(rng), random_color(rng, 0, 120)
    draw_disc(image, at + size * 0.06, size * 0.5, body * 0.4)
    draw_disc(image, at, size * 0.5, body)
    for turn in np.arange(count := int(rng.choice([1, 2, 4]))) * 2 * np.pi / count + rng.uniform(0, 3):
        away = 0.0 if count == 1 else 0.17 * size
        draw_disc(image, at + away * np.array([np.cos(turn), np.sin(turn)]), size * 0.07, ink)


def screw(image: Image, rng: RandomGenerator, at: Floats, size: float) -> None:
    """Draw a small head with a slot or a cross."""
    body = random_color(rng, 60, 220)
    draw_disc(image, at, size * 0.25, body)
    for turn in rng.uniform(0, 3) + np.arange(int(rng.integers(1, 3))) * np.pi / 2:
        reach = 0.18 * size * np.array([np.cos(turn), np.sin(turn)])
        ends = [tuple(int(v) for v in at + s * reach) for s in (-1, 1)]
        cv2.line(image, ends[0], ends[1], tuple(body * 0.3), max(1, int(size / 18)), cv2.LINE_AA)


def hole(image: Image, rng: RandomGenerator, at: Floats, size: float) -> None:
    """Draw some dots without a body: holes, crumbs, drops."""
    ink = random_color(rng)
    for _ in range(int(rng.integers(1, 9))):
        draw_disc(image, at + rng.normal(0, 0.6, 2) * size, size * rng.uniform(0.04, 0.14), ink)


def card(image: Image, rng: RandomGenerator, at: Floats, size: float) -> None:
    """Draw a card with a frame and words."""
    turn = cv2.boxPoints((at.tolist(), (size * 2.2, size * 3.2), float(rng.uniform(0, 180))))
    cv2.fillConvexPoly(image, np.rint(turn).astype(np.int32), tuple(random_color(rng)), cv2.LINE_AA)
    cv2.polylines(image, [np.rint(turn).astype(np.int32)], True, tuple(random_color(rng)), 2, cv2.LINE_AA)
    for line in range(3):
        draw_word(image, rng, (int(at[0] - size * 0.8), int(at[1] + (line - 1) * size * 0.6)), size / 80)


def dotted_cloth(image: Image, rng: RandomGenerator, at: Floats, size: float) -> None:
    """Draw a patch of dotted cloth, or of metal with holes."""
    turn, half = float(rng.uniform(0, 180)), size * rng.uniform(0.5, 1.6, 2)
    body, ink = random_color(rng), random_color(rng)
    if abs(body.mean() - ink.mean()) < 50:
        ink = body * 0.25
    box = cv2.boxPoints((at.tolist(), (2 * half).tolist(), turn))
    cv2.fillConvexPoly(image, np.rint(box).astype(np.int32), tuple(body.tolist()), cv2.LINE_AA)
    step = min(size * float(rng.uniform(0.22, 0.6)), float(half.max()) / 2.6)  # never so few that it is a die's face
    counts = np.minimum(np.maximum(half / step - 0.5, 0), 8).astype(int)
    odd = rng.random() < 0.5
    radius, axes = step * rng.uniform(0.15, 0.38), (box[2] - box[1], box[1] - box[0])
    across, along = (v / max(1e-6, float(np.linalg.norm(v))) for v in axes)
    for y in range(-counts[1], counts[1] + 1):
        for x in range(-counts[0], counts[0] + 1 - (odd and y % 2)):
            place = at + step * ((x + 0.5 * (odd and y % 2)) * across + y * along)
            draw_disc(image, place, radius, ink)


def token(image: Image, rng: RandomGenerator, at: Floats, size: float) -> None:
    """Draw a flat counter: square with a number, or round with a number or dots."""
    body, ink = random_color(rng), random_color(rng)
    turn = rng.uniform(0, np.pi)
    square_ = bool(rng.random() < 0.5)
    if square_:
        box = cv2.boxPoints((at.tolist(), (size, size), float(np.degrees(turn))))
        cv2.fillConvexPoly(
            image, np.rint(box + size * 0.05).astype(np.int32), tuple((body * 0.4).tolist()), cv2.LINE_AA
        )
        cv2.fillConvexPoly(image, np.rint(box).astype(np.int32), tuple(body.tolist()), cv2.LINE_AA)
    else:
        draw_disc(image, at + size * 0.05, size * 0.5, body * 0.4)
        draw_disc(image, at, size * 0.5, body)
    if square_ or rng.random() < 0.4:
        word = str(int(rng.integers(0, 100)))
        place = (int(at[0] - size * 0.25), int(at[1] + size * 0.2))
        cv2.putText(image, word, place, 0, size / 45, tuple(ink.tolist()), max(1, int(size / 14)), cv2.LINE_AA)
        return
    for _ in range(int(rng.integers(1, 10))):
        draw_disc(image, at + rng.uniform(-0.3, 0.3, 2) * size, size * rng.uniform(0.04, 0.1), ink)


FLAT_KINDS: tuple[Callable[[Image, RandomGenerator, Floats, float], None], ...] = (
    coin, button, screw, card, hole, dotted_cloth, token,
)  # fmt: skip
"""Every flat object that is painted where it lies."""
PRINT_SHARE = 0.6
"""Share of the flat objects that are prints."""


def draw_finger(image: Floats, rng: RandomGenerator) -> None:
    """Draw a finger or an arm that comes in from the border."""
    side = image.shape[0]
    tone = np.array([90, 125, 190]) * rng.uniform(0.4, 1.2)
    start = rng.uniform(0, side, 2)
    start[int(rng.integers(2))] = float(rng.choice([0, side]))
    end = start + (side / 2 - start) * rng.uniform(0.2, 0.8) + rng.normal(0, 20, 2)
    wide = int(side * rng.uniform(0.04, 0.2))
    places = [tuple(int(v) for v in p) for p in (start, end)]
    cv2.line(image, places[0], places[1], tuple(tone * 0.75), wide, cv2.LINE_AA)
    cv2.line(image, places[0], places[1], tuple(tone), int(wide * 0.8), cv2.LINE_AA)
