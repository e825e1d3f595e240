"""Painted tables: cloth, felt, wood, print, boards with text, keyboards, carpets."""

from __future__ import annotations

from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.reading import Image

RandomGenerator = np.random.Generator
Floats = NDArray[np.floating[Any]]
WORDS = ("START", "PAY 20", "8", "11", "GO", "Draw a card", "x2", "Forest", "IV", "ROLL", "3 : 1", "B7", "?", "Attack")


def random_color(rng: RandomGenerator, low: float = 15, high: float = 235) -> Floats:
    """(3,) random BGR color, often greyish."""
    grey = rng.uniform(low, high)
    tint = rng.normal(0, rng.choice([4.0, 25.0, 60.0]), 3)
    return np.clip(grey + tint, 5, 250)


def smooth_noise(rng: RandomGenerator, side: int, grain: float) -> Floats:
    """(side, side) smooth noise of about unit deviation.

    `grain` is the size of its spots in pixels.
    """
    cells = max(2, int(side / grain))
    rough = rng.normal(0, 1, (cells, cells)).astype(np.float32)
    return np.asarray(cv2.resize(rough, (side, side), interpolation=cv2.INTER_CUBIC))


def paint_ground(rng: RandomGenerator, side: int) -> Floats:
    """(side, side, 3) BGR: a random table from above."""
    kinds = (plain, felt, wood, cloth, carpet, checks, shapes, board, keyboard, stripes)
    kind = kinds[rng.choice(len(kinds), p=[0.16, 0.14, 0.14, 0.1, 0.12, 0.06, 0.08, 0.1, 0.05, 0.05])]
    image = np.asarray(kind(rng, side), float)
    if rng.random() < 0.25:
        image = join_grounds(rng, image, side)
    return np.asarray(np.clip(image, 0, 255))


def alike_ground(rng: RandomGenerator, side: int, color: Floats) -> Floats:
    """(side, side, 3) BGR: paper, felt or cloth of about the color of what lies on it."""
    image = np.asarray((plain, felt, cloth)[int(rng.integers(3))](rng, side), float)
    wanted = color * rng.uniform(0.82, 1.12) + rng.normal(0, 6, 3)
    return np.asarray(np.clip((image - image.mean(axis=(0, 1))) * 0.5 + wanted, 0, 255))


def join_grounds(rng: RandomGenerator, image: Floats, side: int) -> Floats:
    """Two tables in one picture with an edge between, as of a tray or a table's end."""
    other = plain(rng, side) if rng.random() < 0.5 else felt(rng, side)
    middle, angle = rng.uniform(0.1, 0.9, 2) * side, rng.uniform(0, np.pi)
    x, y = np.meshgrid(np.arange(side), np.arange(side))
    mask = ((x - middle[0]) * np.cos(angle) + (y - middle[1]) * np.sin(angle) > 0)[..., None]
    return np.where(mask, other, image)


def to_8_bit(image: Floats) -> Image:
    """The picture as 8-bit, so that text can be drawn on it."""
    return np.ascontiguousarray(np.clip(image, 0, 255).astype(np.uint8))


def plain(rng: RandomGenerator, side: int) -> Floats:
    """One slightly uneven color."""
    return random_color(rng) + smooth_noise(rng, side, side / 3)[..., None] * rng.uniform(0, 8)


def felt(rng: RandomGenerator, side: int) -> Floats:
    """Felt with fine grain."""
    fine = smooth_noise(rng, side, rng.uniform(1.5, 5)) * rng.uniform(3, 16)
    return plain(rng, side) + fine[..., None]


def wood(rng: RandomGenerator, side: int) -> Floats:
    """Wood with long grain, and at times planks."""
    base = np.array([rng.uniform(20, 150), rng.uniform(50, 180), rng.uniform(80, 215)])
    base = np.sort(base) if rng.random() < 0.85 else random_color(rng)
    long = cv2.resize(smooth_noise(rng, side, rng.uniform(3, 12)), (side, side * 12))[:side]
    wave = smooth_noise(rng, side, side / 4) * 2
    rings = np.sin(np.arange(side)[None, :] / rng.uniform(4, 22) + wave * 2 + long)
    image = base + ((long * 0.6 + rings) * rng.uniform(3, 16))[..., None]
    for x in rng.integers(0, side, rng.integers(0, 4)):
        image[:, x : x + int(rng.integers(1, 4))] *= 0.5
    return np.rot90(image) if rng.random() < 0.5 else image


def cloth(rng: RandomGenerator, side: int) -> Floats:
    """Cloth of woven threads."""
    step = rng.uniform(3, 16)
    x, y = np.arange(side)[None, :] / step, np.arange(side)[:, None] / step
    weave = np.sin(2 * np.pi * x) * np.sin(2 * np.pi * y) if rng.random() < 0.6 else np.sin(2 * np.pi * (x + y))
    depth = rng.uniform(5, 40) if rng.random() < 0.7 else rng.uniform(40, 110)
    return np.asarray(felt(rng, side) + (weave * depth)[..., None])


def carpet(rng: RandomGenerator, side: int) -> Floats:
    """Carpet with blotches of several colors."""
    image = plain(rng, side)
    for grain in rng.uniform(2, 40, 3):
        image = image + smooth_noise(rng, side, grain)[..., None] * rng.normal(0, 16, 3)
    return np.asarray(image)


def checks(rng: RandomGenerator, side: int) -> Floats:
    """Squares or lines of a grid."""
    step = int(rng.integers(10, 80))
    x, y = np.arange(side)[None, :] // step, np.arange(side)[:, None] // step
    if rng.random() < 0.5:
        mask = (x + y) % 2 == 0
    else:
        mask = (np.arange(side)[None, :] % step < 2) | (np.arange(side)[:, None] % step < 2)
    return np.where(mask[..., None], felt(rng, side), plain(rng, side))


def stripes(rng: RandomGenerator, side: int) -> Floats:
    """Stripes of a few colors."""
    table = np.stack([random_color(rng) for _ in range(5)])
    which = (np.arange(side) // int(rng.integers(6, 70))) % 5
    return np.repeat(table[which][None], side, axis=0) + smooth_noise(rng, side, 3)[..., None] * 4


def shapes(rng: RandomGenerator, side: int) -> Image:
    """A print of dots, rings, boxes and lines, many of them pip-like."""
    image = to_8_bit(plain(rng, side))
    inks = [tuple(random_color(rng)) for _ in range(3)]
    size = rng.uniform(3, 30)
    for _ in range(int(rng.integers(15, 110))):
        x, y = (int(v) for v in rng.integers(0, side, 2))
        reach, ink = int(size * rng.uniform(0.5, 1.5)) + 1, inks[int(rng.integers(3))]
        kind, weight = rng.integers(4), int(rng.choice([-1, 1, 2]))
        if kind < 2:
            cv2.circle(image, (x, y), reach, ink, weight, cv2.LINE_AA)
        elif kind == 2:
            cv2.rectangle(image, (x, y), (x + 2 * reach, y + 2 * reach), ink, weight)
        else:
            cv2.line(image, (x, y), (x + 5 * reach, y + reach), ink, 2, cv2.LINE_AA)
    return image


def board(rng: RandomGenerator, side: int) -> Image:
    """Fields of a board with frames, text and tokens."""
    image = to_8_bit(carpet(rng, side) if rng.random() < 0.5 else plain(rng, side))
    step = int(rng.integers(40, 140))
    for y in range(0, side, step):
        for x in range(0, side, step):
            field = tuple(random_color(rng))
            cv2.rectangle(image, (x + 2, y + 2), (x + step - 3, y + step - 3), field, -1 if rng.random() < 0.5 else 2)
            if rng.random() < 0.4:
                cv2.circle(image, (x + step // 2, y + step // 2), step // 4, tuple(random_color(rng)), -1, cv2.LINE_AA)
            draw_word(image, rng, (x + step // 5, y + step // 2), step / 90)
    return image


def keyboard(rng: RandomGenerator, side: int) -> Image:
    """Rows of keys with letters."""
    body, key, ink = (tuple(random_color(rng)) for _ in range(3))
    image = to_8_bit(np.full((side, side, 3), body))
    step = int(rng.integers(24, 70))
    for row, y in enumerate(range(0, side, step)):
        for x in range(-(row % 3) * step // 3, side, step):
            cv2.rectangle(image, (x + 2, y + 2), (x + step - 4, y + step - 4), key, -1)
            letter = chr(65 + int(rng.integers(26)))
            cv2.putText(image, letter, (x + step // 4, y + step // 2), 0, step / 70, ink, 1, cv2.LINE_AA)
    return image


def draw_word(image: Image, rng: RandomGenerator, at: tuple[int, int], scale: float) -> None:
    """Draw a random word of a board."""
    word, ink = WORDS[int(rng.integers(len(WORDS)))], tuple(random_color(rng))
    cv2.putText(image, word, at, int(rng.integers(0, 5)), scale, ink, int(rng.integers(1, 3)), cv2.LINE_AA)
