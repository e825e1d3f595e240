"""Painted tables: cloth, felt, wood, print, boards with text, keyboards, carpets."""

from __future__ import annotations

from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.reading import Image

Chance = np.random.Generator
Floats = NDArray[np.floating[Any]]
WORDS = ("START", "PAY 20", "8", "11", "GO", "Draw a card", "x2", "Forest", "IV", "ROLL", "3 : 1", "B7", "?", "Attack")


def colour(chance: Chance, low: float = 15, high: float = 235) -> Floats:
    """(3,) random BGR colour, often greyish."""
    grey = chance.uniform(low, high)
    tint = chance.normal(0, chance.choice([4.0, 25.0, 60.0]), 3)
    return np.clip(grey + tint, 5, 250)


def cloud(chance: Chance, side: int, grain: float) -> Floats:
    """(side, side) smooth noise of about unit deviation.

    `grain` is the size of its spots in pixels.
    """
    cells = max(2, int(side / grain))
    rough = chance.normal(0, 1, (cells, cells)).astype(np.float32)
    return np.asarray(cv2.resize(rough, (side, side), interpolation=cv2.INTER_CUBIC))


def ground(chance: Chance, side: int) -> Floats:
    """(side, side, 3) BGR: a random table from above."""
    kinds = (plain, felt, wood, cloth, carpet, checks, shapes, board, keyboard, stripes)
    kind = kinds[chance.choice(len(kinds), p=[0.16, 0.14, 0.14, 0.1, 0.12, 0.06, 0.08, 0.1, 0.05, 0.05])]
    image = np.asarray(kind(chance, side), float)
    if chance.random() < 0.25:
        image = joined(chance, image, side)
    return np.asarray(np.clip(image, 0, 255))


def joined(chance: Chance, image: Floats, side: int) -> Floats:
    """Two tables in one picture with an edge between, as of a tray or a table's end."""
    other = plain(chance, side) if chance.random() < 0.5 else felt(chance, side)
    middle, angle = chance.uniform(0.1, 0.9, 2) * side, chance.uniform(0, np.pi)
    x, y = np.meshgrid(np.arange(side), np.arange(side))
    mask = ((x - middle[0]) * np.cos(angle) + (y - middle[1]) * np.sin(angle) > 0)[..., None]
    return np.where(mask, other, image)


def drawable(image: Floats) -> Image:
    """The picture as 8-bit, so that text can be drawn on it."""
    return np.ascontiguousarray(np.clip(image, 0, 255).astype(np.uint8))


def plain(chance: Chance, side: int) -> Floats:
    """One slightly uneven colour."""
    return colour(chance) + cloud(chance, side, side / 3)[..., None] * chance.uniform(0, 8)


def felt(chance: Chance, side: int) -> Floats:
    """Felt with fine grain."""
    fine = cloud(chance, side, chance.uniform(1.5, 5)) * chance.uniform(3, 16)
    return plain(chance, side) + fine[..., None]


def wood(chance: Chance, side: int) -> Floats:
    """Wood with long grain, and at times planks."""
    base = np.array([chance.uniform(20, 150), chance.uniform(50, 180), chance.uniform(80, 215)])
    base = np.sort(base) if chance.random() < 0.85 else colour(chance)
    long = cv2.resize(cloud(chance, side, chance.uniform(3, 12)), (side, side * 12))[:side]
    wave = cloud(chance, side, side / 4) * 2
    rings = np.sin(np.arange(side)[None, :] / chance.uniform(4, 22) + wave * 2 + long)
    image = base + ((long * 0.6 + rings) * chance.uniform(3, 16))[..., None]
    for x in chance.integers(0, side, chance.integers(0, 4)):
        image[:, x : x + int(chance.integers(1, 4))] *= 0.5
    return np.rot90(image) if chance.random() < 0.5 else image


def cloth(chance: Chance, side: int) -> Floats:
    """Cloth of woven threads."""
    step = chance.uniform(3, 16)
    x, y = np.arange(side)[None, :] / step, np.arange(side)[:, None] / step
    weave = np.sin(2 * np.pi * x) * np.sin(2 * np.pi * y) if chance.random() < 0.6 else np.sin(2 * np.pi * (x + y))
    depth = chance.uniform(5, 40) if chance.random() < 0.7 else chance.uniform(40, 110)
    return np.asarray(felt(chance, side) + (weave * depth)[..., None])


def carpet(chance: Chance, side: int) -> Floats:
    """Carpet with blotches of several colours."""
    image = plain(chance, side)
    for grain in chance.uniform(2, 40, 3):
        image = image + cloud(chance, side, grain)[..., None] * chance.normal(0, 16, 3)
    return np.asarray(image)


def checks(chance: Chance, side: int) -> Floats:
    """Squares or lines of a grid."""
    step = int(chance.integers(10, 80))
    x, y = np.arange(side)[None, :] // step, np.arange(side)[:, None] // step
    if chance.random() < 0.5:
        mask = (x + y) % 2 == 0
    else:
        mask = (np.arange(side)[None, :] % step < 2) | (np.arange(side)[:, None] % step < 2)
    return np.where(mask[..., None], felt(chance, side), plain(chance, side))


def stripes(chance: Chance, side: int) -> Floats:
    """Stripes of a few colours."""
    table = np.stack([colour(chance) for _ in range(5)])
    which = (np.arange(side) // int(chance.integers(6, 70))) % 5
    return np.repeat(table[which][None], side, axis=0) + cloud(chance, side, 3)[..., None] * 4


def shapes(chance: Chance, side: int) -> Image:
    """A print of dots, rings, boxes and lines, many of them pip-like."""
    image = drawable(plain(chance, side))
    inks = [tuple(colour(chance)) for _ in range(3)]
    size = chance.uniform(3, 30)
    for _ in range(int(chance.integers(15, 110))):
        x, y = (int(v) for v in chance.integers(0, side, 2))
        reach, ink = int(size * chance.uniform(0.5, 1.5)) + 1, inks[int(chance.integers(3))]
        kind, weight = chance.integers(4), int(chance.choice([-1, 1, 2]))
        if kind < 2:
            cv2.circle(image, (x, y), reach, ink, weight, cv2.LINE_AA)
        elif kind == 2:
            cv2.rectangle(image, (x, y), (x + 2 * reach, y + 2 * reach), ink, weight)
        else:
            cv2.line(image, (x, y), (x + 5 * reach, y + reach), ink, 2, cv2.LINE_AA)
    return image


def board(chance: Chance, side: int) -> Image:
    """Fields of a board with frames, text and tokens."""
    image = drawable(carpet(chance, side) if chance.random() < 0.5 else plain(chance, side))
    step = int(chance.integers(40, 140))
    for y in range(0, side, step):
        for x in range(0, side, step):
            field = tuple(colour(chance))
            cv2.rectangle(
                image, (x + 2, y + 2), (x + step - 3, y + step - 3), field, -1 if chance.random() < 0.5 else 2
            )
            if chance.random() < 0.4:
                cv2.circle(image, (x + step // 2, y + step // 2), step // 4, tuple(colour(chance)), -1, cv2.LINE_AA)
            write(image, chance, (x + step // 5, y + step // 2), step / 90)
    return image


def keyboard(chance: Chance, side: int) -> Image:
    """Rows of keys with letters."""
    body, key, ink = (tuple(colour(chance)) for _ in range(3))
    image = drawable(np.full((side, side, 3), body))
    step = int(chance.integers(24, 70))
    for row, y in enumerate(range(0, side, step)):
        for x in range(-(row % 3) * step // 3, side, step):
            cv2.rectangle(image, (x + 2, y + 2), (x + step - 4, y + step - 4), key, -1)
            letter = chr(65 + int(chance.integers(26)))
            cv2.putText(image, letter, (x + step // 4, y + step // 2), 0, step / 70, ink, 1, cv2.LINE_AA)
    return image


def write(image: Image, chance: Chance, at: tuple[int, int], scale: float) -> None:
    """Draw a random word of a board."""
    word, ink = WORDS[int(chance.integers(len(WORDS)))], tuple(colour(chance))
    cv2.putText(image, word, at, int(chance.integers(0, 5)), scale, ink, int(chance.integers(1, 3)), cv2.LINE_AA)
