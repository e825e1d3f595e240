"""Procedural table textures, by filtered noise and by cells; all are (N, N, 3) RGB."""

from __future__ import annotations

import cv2
import numpy as np

from bench.scenes.dice import Chance, paint
from bench.scenes.mesh import Floats

SIDE = 768
WORDS = [
    "MERCADO", "Pay 3 coins", "BANK", "12", "7", "Castle", "x2", "Bosque", "GO!", "PUERTO", "+1", "Draw", "Start", "VI",
    "rest here", "?", "40", "Torre", "A3", "Free",
]  # fmt: skip


def spectrum(chance: Chance, fall: float, low: float = 1, stretch: float = 1, side: int = SIDE) -> Floats:
    """(side, side) noise of unit deviation that falls with frequency; `stretch` elongates rows."""
    fx, fy = np.meshgrid(np.fft.fftfreq(side) * side, np.fft.fftfreq(side) * side)
    reach = np.hypot(fx * stretch, fy)
    weight = np.where(reach < low, 0, np.maximum(reach, 1.0) ** -fall)
    noise = np.fft.ifft2(np.fft.fft2(chance.normal(0, 1, (side, side))) * weight).real
    return np.asarray(noise / noise.std())


def cells(chance: Chance, count: int) -> tuple[Floats, Floats]:
    """(N, N) index of the nearest point, and distance in pixels from the border between cells."""
    seeds = np.full((SIDE, SIDE), 255, np.uint8)
    places = chance.integers(0, SIDE, (count, 2))
    seeds[places[:, 0], places[:, 1]] = 0
    _, owner = cv2.distanceTransformWithLabels(seeds, cv2.DIST_L2, 5, labelType=cv2.DIST_LABEL_PIXEL)
    edge = (cv2.morphologyEx(owner.astype(np.float32), cv2.MORPH_GRADIENT, np.ones((3, 3))) == 0).astype(np.uint8)
    return np.asarray(owner), np.asarray(cv2.distanceTransform(edge, cv2.DIST_L2, 5))


def write(image: Floats, word: str, place: tuple[int, int], size: float, ink: tuple[float, ...], font: int = 2) -> None:
    """Draw a word from its lower left pixel, in 8 bits, which text needs."""
    pixels = np.ascontiguousarray(np.clip(image, 0, 255).astype(np.uint8))
    cv2.putText(pixels, word, place, font, size, ink, max(1, int(2 * size)), cv2.LINE_AA)
    image[:] = pixels


def felt(chance: Chance) -> Floats:
    """Felt: short fibres of one colour."""
    tone = paint(chance) * 0.6 + 30
    fibres = spectrum(chance, 0.3, 30) * chance.uniform(3, 10) + spectrum(chance, 1.6) * 5
    return np.asarray(tone + fibres[..., None])


def plain(chance: Chance) -> Floats:
    """One colour: laminate, paper, a painted board."""
    return np.asarray(paint(chance) * 0.65 + 35 + spectrum(chance, 1.8)[..., None] * chance.uniform(1, 5))


def wood(chance: Chance) -> Floats:
    """Boards with a grain."""
    tone = np.array([190, 145, 95]) * chance.uniform(0.3, 1.15) + chance.normal(0, 12, 3)
    y = np.arange(SIDE)[:, None] / SIDE
    warp = spectrum(chance, 2.2, 1, 6) * 0.05
    grain = np.sin((y + warp) * chance.uniform(40, 160)) + spectrum(chance, 0.8, 1, 25)
    image = tone * (1 + 0.09 * grain)[..., None]
    planks = int(chance.choice([1, 3, 4, 6]))
    for n in range(planks if planks > 1 else 0):
        rows = slice(n * SIDE // planks, (n + 1) * SIDE // planks)
        image[rows] = np.roll(image[rows], int(chance.integers(SIDE)), axis=1) * chance.uniform(0.85, 1.1)
        image[rows.start : rows.start + 3] *= 0.4
    return np.asarray(image)


def stone(chance: Chance) -> Floats:
    """Marble, or terrazzo."""
    if chance.random() < 0.5:
        veins = np.abs(spectrum(chance, 1.9)) ** 0.4
        return np.asarray(paint(chance) * 0.5 + 60 + 60 * np.clip(veins, 0, 1)[..., None])
    owner, edge = cells(chance, int(chance.integers(150, 900)))
    chips = chance.uniform(60, 235, (owner.max() + 1, 1)) + chance.normal(0, 14, (owner.max() + 1, 3))
    return np.where((edge > 2)[..., None], chips[owner], paint(chance) * 0.5 + 60)


def weave(chance: Chance) -> Floats:
    """Woven threads."""
    step = int(chance.integers(6, 22))
    y, x = np.mgrid[:SIDE, :SIDE]
    over = (x // step + y // step) % 2
    bulge = np.where(over, np.sin(np.pi * (y % step) / step), np.sin(np.pi * (x % step) / step))
    a, b = paint(chance), paint(chance)
    tone = np.where(over[..., None], a, a + (b - a) * chance.uniform(0, 0.5))
    return np.asarray(tone * (0.45 + 0.55 * bulge)[..., None] + spectrum(chance, 0.5, 40)[..., None] * 6)


def gingham(chance: Chance) -> Floats:
    """A tablecloth with checks or stripes."""
    step = int(chance.integers(20, 90))
    y, x = np.mgrid[:SIDE, :SIDE]
    level = ((x // step) % 2) * 0.5 + ((y // step) % 2) * (0.5 if chance.random() < 0.7 else 0)
    a, b = paint(chance), np.array([235, 232, 225.0])
    return np.asarray(a + (b - a) * level[..., None] + spectrum(chance, 0.4, 60)[..., None] * 7)


def dots(chance: Chance) -> Floats:
    """A dotted cloth, with dots in rows or scattered."""
    step, share = chance.uniform(24, 90), chance.uniform(0.12, 0.32)
    image = np.full((SIDE, SIDE, 3), paint(chance) * 0.85 + 15)
    colour = tuple(float(c) for c in (255 - image[0, 0] if chance.random() < 0.6 else paint(chance)))
    rows = chance.random() < 0.7
    for n in range(int(SIDE / step) ** 2):
        across, down = n % int(SIDE / step), n // int(SIDE / step)
        place = np.array([across + 0.5 * (down % 2) * rows, down]) * step if rows else chance.uniform(0, SIDE, 2)
        cv2.circle(image, (int(place[0] * 16), int(place[1] * 16)), int(share * step * 16), colour, -1, cv2.LINE_AA, 4)
    return np.asarray(image + spectrum(chance, 0.5, 40)[..., None] * 5)


def flowers(chance: Chance) -> Floats:
    """A printed cloth with flowers and leaves."""
    image = np.full((SIDE, SIDE, 3), paint(chance))
    inks = [tuple(paint(chance)) for _ in range(4)]
    for _ in range(int(chance.integers(20, 90))):
        place, size = chance.integers(0, SIDE, 2), chance.uniform(8, 34)
        for turn in np.arange(petals := int(chance.integers(4, 8))) * 2 * np.pi / petals:
            spot = place + size * np.array([np.cos(turn), np.sin(turn)])
            cv2.ellipse(image, (spot.astype(int).tolist(), (size * 1.5, size * 0.8), np.degrees(turn)),
                        inks[petals % 3], -1, cv2.LINE_AA)  # fmt: skip
        cv2.circle(image, place.tolist(), int(size * 0.5), inks[3], -1, cv2.LINE_AA)
    return image


def board(chance: Chance) -> Floats:
    """A game board: regions with borders, a path of squares, words."""
    owner, edge = cells(chance, int(chance.integers(6, 40)))
    lands = np.array([paint(chance) for _ in range(owner.max() + 1)]) * 0.8 + 20
    image = np.ascontiguousarray(np.where((edge > 3)[..., None], lands[owner], 30.0))
    step = int(chance.integers(60, 120))
    for n in range(SIDE // step):
        x, y = n * step, int(SIDE / 2 + np.sin(n) * SIDE / 4)
        cv2.rectangle(image, (x, y), (x + step - 6, y + step - 6), tuple(paint(chance)), -1)
        cv2.rectangle(image, (x, y), (x + step - 6, y + step - 6), (20, 20, 20), 2)
    return text(chance, image, 14)


def text(chance: Chance, image: Floats, count: int = 60) -> Floats:
    """Words of many sizes on a picture."""
    for _ in range(count):
        place = (int(chance.integers(SIDE)), int(chance.integers(SIDE)))
        colour = (15.0, 15.0, 15.0) if chance.random() < 0.7 else tuple(paint(chance))
        word, font, size = str(chance.choice(WORDS)), int(chance.integers(0, 8)), chance.uniform(0.5, 2)
        write(image, word, place, size, colour, font)
    return image


def page(chance: Chance) -> Floats:
    """A printed page with many lines of words."""
    image = np.full((SIDE, SIDE, 3), 215.0) + chance.normal(0, 12, 3)
    size = chance.uniform(0.4, 1.3)
    for y in np.arange(30, SIDE, 34 * size):
        line = "   ".join(chance.choice(WORDS, 18).tolist())
        write(image, line, (int(chance.integers(0, 40)), int(y)), size, (25, 25, 30))
    return image


def keyboard(chance: Chance) -> Floats:
    """A keyboard with letters."""
    dark = chance.random() < 0.7
    image = np.full((SIDE, SIDE, 3), 20.0 if dark else 190.0)
    key, letter = (45.0,) * 3 if dark else (235.0,) * 3, (225.0,) * 3 if dark else (40.0,) * 3
    step = int(chance.integers(56, 100))
    for row, y in enumerate(range(0, SIDE, step)):
        for x in range(-row % 3 * step // 3, SIDE, step):
            cv2.rectangle(image, (x + 4, y + 4), (x + step - 5, y + step - 5), key, -1)
            sign = chr(int(chance.integers(33, 91)))
            write(image, sign, (x + step // 4, y + step * 2 // 3), step / 60, letter, 0)
    return image


CALM = (felt, felt, plain, plain, wood, wood, wood, stone)
PATTERNED = (weave, gingham, dots, flowers, board, board, page, keyboard)
SPECIAL = {"prints": (page, board, keyboard), "dots": (dots, dots, flowers, gingham)}
"""Textures that are themselves the subject of a picture without a die."""
