"""Drawn suits: the four of ordinary cards, the four of a fate deck, and jokers' caps.

Each time a little otherwise.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from training.scenes.ground import Floats, RandomGenerator
from training.symbols.canvas import Points, SignCanvas, curve
from vision.cards import FATE_SUITS, FRENCH_SUITS
from vision.reading import Image


def draw_suit(rng: RandomGenerator, suit: str) -> Floats:
    """(H, W) ink 0..1 of a suit or of a joker's cap, cropped to it."""
    to = SignCanvas(turn=float(rng.normal(0, 0.03)))
    DRAWN[suit](to, rng)
    return cropped(to.ink)


def cropped(ink: Image) -> Floats:
    """The part of a drawing that has ink."""
    rows, columns = np.flatnonzero(ink.max(axis=1) > 40), np.flatnonzero(ink.max(axis=0) > 40)
    return np.asarray(ink[rows[0] : rows[-1] + 1, columns[0] : columns[-1] + 1], np.float32) / 255


def heart_outline(rng: RandomGenerator) -> Floats:
    """(N, 2) outline of a heart in the unit square."""
    half, dip, wide = rng.uniform(0.4, 0.5), rng.uniform(0.14, 0.3), rng.uniform(0.24, 0.38)
    side = [(0.5, dip), (0.5 + 0.55 * half, 0.03), (0.5 + half, wide), (0.5 + rng.uniform(0.4, 0.72) * half, 0.66)]
    right = np.concatenate([curve(side, 40), [(0.5, 0.98)]])
    return np.concatenate([right, (right * (-1, 1) + (1, 0))[::-1]])


def hearts(to: SignCanvas, rng: RandomGenerator) -> None:
    """A heart."""
    to.fill(heart_outline(rng))


def diamonds(to: SignCanvas, rng: RandomGenerator) -> None:
    """A lozenge with straight or hollow sides."""
    half, hollow = rng.uniform(0.32, 0.48), rng.uniform(-0.02, 0.09)
    corners = np.array([(0.5, 0.02), (0.5 + half, 0.5), (0.5, 0.98), (0.5 - half, 0.5)])
    outline = []
    for one, two in zip(corners, np.roll(corners, -1, axis=0), strict=True):
        middle = (one + two) / 2
        inward = (0.5 - middle) * hollow * 4
        outline.append(curve([one, middle + inward, two], 12))
    to.fill(np.concatenate(outline))


def stem(to: SignCanvas, rng: RandomGenerator, top: float) -> None:
    """The foot of a club or spade."""
    wide, thin = rng.uniform(0.12, 0.26), rng.uniform(0.02, 0.06)
    right = curve([(0.5 + thin, top), (0.5 + 1.4 * thin, 0.8), (0.5 + wide, 0.98)], 12)
    to.fill(np.concatenate([right, (right * (-1, 1) + (1, 0))[::-1]]))


def clubs(to: SignCanvas, rng: RandomGenerator) -> None:
    """Three discs on a foot."""
    reach = rng.uniform(0.19, 0.24)
    to.oval(0.5, reach + 0.02, reach, reach)
    for side in (-1, 1):
        to.oval(0.5 + side * rng.uniform(0.24, 0.27), rng.uniform(0.5, 0.58), reach, reach)
    to.oval(0.5, 0.45, 0.1, 0.14)
    stem(to, rng, 0.45)


def spades(to: SignCanvas, rng: RandomGenerator) -> None:
    """A heart upside down, on a foot."""
    to.fill((heart_outline(rng) * (1, -0.82)) + (0, 0.84))
    stem(to, rng, 0.55)


def rams(to: SignCanvas, rng: RandomGenerator) -> None:
    """A head with two curled horns."""
    thick, turns = rng.uniform(0.08, 0.15), rng.uniform(1.1, 1.7)
    t = np.linspace(0, turns * 2 * np.pi, 50)
    reach = np.linspace(rng.uniform(0.24, 0.3), rng.uniform(0.04, 0.1), 50)
    spiral = np.stack([0.72 - reach * np.cos(t + 0.6), 0.38 - reach * np.sin(t + 0.6)], 1)
    widths = np.linspace(thick, 0.4 * thick, 50)
    to.taper(spiral, widths)
    to.taper(spiral * (-1, 1) + (1, 0), widths)
    brow, chin, low = rng.uniform(0.1, 0.18), rng.uniform(0.05, 0.12), rng.uniform(0.85, 0.97)
    to.fill([(0.5 - brow, 0.25), (0.5 + brow, 0.25), (0.5 + chin, low), (0.5, low + 0.03), (0.5 - chin, low)])
    if rng.random() < 0.5:
        for side in (-1, 1):
            to.oval(0.5 + side * 0.07, 0.45, 0.03, 0.02, 0)


def crows(to: SignCanvas, rng: RandomGenerator) -> None:
    """A bird: standing, or its head, or with open wings."""
    way = int(rng.integers(3))
    side = 1 if rng.random() < 0.5 else -1

    def face(points: Points) -> Floats:
        return np.asarray(np.asarray(points, float) * (side, 1) + ((1 - side) / 2, 0))

    beak = rng.uniform(0.0, 0.08)
    if way == 0:
        body = [(0.02, 0.3), (0.18, 0.16), (0.34, 0.1), (0.5, 0.24), (0.68, 0.46), (0.98, rng.uniform(0.7, 0.9))]
        under = [(0.7, 0.76), (0.46, 0.82), (0.26, 0.68), (0.2, 0.42), (0.02 - beak, 0.32)]
        to.fill(face(np.concatenate([curve(body), curve(under)])))
        for x in (0.4, 0.52):
            to.stroke(face([(x, 0.72), (x - 0.03, 0.98)]), 0.05)
    elif way == 1:
        head = [(0.0 - beak, 0.5), (0.24, 0.28), (0.45, 0.1), (0.75, 0.14), (0.92, 0.4), (0.96, 0.95)]
        to.fill(face(np.concatenate([curve(head), curve([(0.6, 0.9), (0.42, 0.7), (0.3, 0.58), (0.0 - beak, 0.54)])])))
    else:
        to.oval(0.5, 0.55, 0.1, 0.3)
        to.oval(0.5, 0.2, 0.08, 0.1)
        lift = rng.uniform(0.05, 0.35)
        for way_ in (-1, 1):
            wing = [(0.5, 0.4), (0.5 + way_ * 0.25, lift), (0.5 + way_ * 0.5, lift + 0.15)]
            back = [(0.5 + way_ * 0.36, 0.5), (0.5 + way_ * 0.24, 0.55), (0.5, 0.72)]
            to.fill(np.concatenate([curve(wing), curve(back)]))
        to.fill([(0.42, 0.8), (0.58, 0.8), (0.66, 0.98), (0.34, 0.98)])
    if way < 2:
        to.oval(0.34 if side > 0 else 0.66, 0.26, 0.035, 0.035, 0)


def tomes(to: SignCanvas, rng: RandomGenerator) -> None:
    """A book, open or closed."""
    if rng.random() < 0.6:
        rise, low = rng.uniform(0.05, 0.15), rng.uniform(0.75, 0.9)
        for side in (-1, 1):
            top = curve([(0.5 + side * 0.02, 0.22 + rise), (0.5 + side * 0.25, 0.16), (0.5 + side * 0.48, 0.2)])
            bottom = curve([(0.5 + side * 0.48, low), (0.5 + side * 0.25, low - 0.04), (0.5 + side * 0.02, low + rise)])
            to.fill(np.concatenate([top, bottom]))
            for k in range(int(rng.integers(0, 5))):
                y = 0.34 + 0.12 * k
                to.stroke([(0.5 + side * 0.1, y + 0.03), (0.5 + side * 0.4, y)], 0.035, 0)
        return
    to.fill([(0.16, 0.06), (0.84, 0.06), (0.84, 0.94), (0.16, 0.94)])
    to.stroke([(0.28, 0.1), (0.28, 0.9)], 0.04, 0)
    if rng.random() < 0.6:
        to.fill([(0.38, 0.2), (0.74, 0.2), (0.74, 0.4), (0.38, 0.4)], 0)
    to.stroke([(0.3, 0.86), (0.82, 0.86)], 0.04, 0)


def masks(to: SignCanvas, rng: RandomGenerator) -> None:
    """A mask: of a ball, or of a theatre."""
    if rng.random() < 0.55:
        low, nose = rng.uniform(0.68, 0.86), rng.uniform(0.55, 0.68)
        right = curve([(0.5, 0.3), (0.72, 0.2), (0.98, rng.uniform(0.14, 0.28)), (0.9, 0.62), (0.7, low), (0.5, nose)])
        to.fill(np.concatenate([right, (right * (-1, 1) + (1, 0))[::-1]]))
        for side in (-1, 1):
            to.oval(0.5 + side * 0.25, 0.45, rng.uniform(0.1, 0.14), rng.uniform(0.06, 0.1), 0, float(side) * 0.2)
        return
    right = curve([(0.5, 0.08), (0.75, 0.1), (0.92, 0.16), (0.88, 0.55), (0.72, 0.85), (0.5, 0.97)])
    to.fill(np.concatenate([right, (right * (-1, 1) + (1, 0))[::-1]]))
    for side in (-1, 1):
        to.oval(0.5 + side * 0.19, 0.36, 0.1, 0.055, 0)
    bow = rng.choice([-0.1, 0.1])
    to.stroke(curve([(0.32, 0.66 - bow), (0.5, 0.68 + bow / 2), (0.68, 0.66 - bow)]), 0.08, 0)


def cap(to: SignCanvas, rng: RandomGenerator) -> None:
    """A fool's cap of three horns with bells, or a star, as jokers have in their corners."""
    if rng.random() < 0.3:
        count, inner = int(rng.choice([5, 5, 6, 8])), rng.uniform(0.18, 0.3)
        turns = np.arange(2 * count) * np.pi / count
        reach = np.where(np.arange(2 * count) % 2, inner, 0.48)
        to.fill(np.stack([0.5 + reach * np.sin(turns), 0.5 - reach * np.cos(turns)], 1))
        return
    low = rng.uniform(0.72, 0.82)
    for x, y in ((0.08, 0.55), (0.5, 0.1), (0.92, 0.55)):
        bend = 0.5 + 0.55 * (x - 0.5)
        to.fill(
            np.concatenate(
                [curve([(0.3, low), (bend - 0.08, y - 0.2), (x, y)]), curve([(x, y), (bend + 0.1, y), (0.7, low)])]
            )
        )
        to.oval(x, y, 0.07, 0.07)
    to.fill([(0.24, low), (0.76, low), (0.76, low + 0.14), (0.24, low + 0.14)])


DRAWN: dict[str, Callable[[SignCanvas, RandomGenerator], None]] = {
    **dict(zip(FRENCH_SUITS, (hearts, diamonds, clubs, spades), strict=True)),
    **dict(zip(FATE_SUITS, (rams, crows, tomes, masks), strict=True)),
    "joker": cap,
}
"""How each suit is drawn."""
