"""Lay down what is no die: coins, caps, buttons, screws, dominoes, cards, polyhedra, fingers."""

from __future__ import annotations

from itertools import combinations

import cv2
import numpy as np

from vision.reading import Image
from vision.training.ground import Chance, Floats, colour, write


def flats(image: Image, chance: Chance, unit: float) -> None:
    """Flat things on a table seen from above; `unit` is the side of a die there, in pixels."""
    for _ in range(int(chance.integers(1, 7))):
        at = chance.uniform(0, image.shape[0], 2)
        thing = (coin, button, domino, screw, card, hole)[int(chance.integers(6))]
        thing(image, chance, at, unit * chance.uniform(0.5, 1.6))


def disc(image: Image, at: Floats, radius: float, ink: Floats, weight: int = -1) -> None:
    """A round thing."""
    place = (int(at[0] * 16), int(at[1] * 16))
    cv2.circle(image, place, max(1, int(radius * 16)), tuple(float(c) for c in ink), weight, cv2.LINE_AA, 4)


def coin(image: Image, chance: Chance, at: Floats, size: float) -> None:
    """A coin or a cap: rings, and a numeral."""
    body = colour(chance)
    disc(image, at + size * 0.06, size * 0.5, body * 0.4)
    disc(image, at, size * 0.5, body)
    disc(image, at, size * 0.42, body * chance.uniform(0.7, 1.15), 1 + int(size / 30))
    if chance.random() < 0.7:
        write(image, chance, (int(at[0] - size * 0.2), int(at[1] + size * 0.2)), size / 60)


def button(image: Image, chance: Chance, at: Floats, size: float) -> None:
    """A round body with two or four holes, or one."""
    body, ink = colour(chance), colour(chance, 0, 120)
    disc(image, at + size * 0.06, size * 0.5, body * 0.4)
    disc(image, at, size * 0.5, body)
    for turn in np.arange(count := int(chance.choice([1, 2, 4]))) * 2 * np.pi / count + chance.uniform(0, 3):
        away = 0.0 if count == 1 else 0.17 * size
        disc(image, at + away * np.array([np.cos(turn), np.sin(turn)]), size * 0.07, ink)


def screw(image: Image, chance: Chance, at: Floats, size: float) -> None:
    """A small head with a slot or a cross."""
    body = colour(chance, 60, 220)
    disc(image, at, size * 0.25, body)
    for turn in chance.uniform(0, 3) + np.arange(int(chance.integers(1, 3))) * np.pi / 2:
        reach = 0.18 * size * np.array([np.cos(turn), np.sin(turn)])
        ends = [tuple(int(v) for v in at + s * reach) for s in (-1, 1)]
        cv2.line(image, ends[0], ends[1], tuple(body * 0.3), max(1, int(size / 18)), cv2.LINE_AA)


def hole(image: Image, chance: Chance, at: Floats, size: float) -> None:
    """Some dots without a body: holes, crumbs, drops."""
    ink = colour(chance)
    for _ in range(int(chance.integers(1, 9))):
        disc(image, at + chance.normal(0, 0.6, 2) * size, size * chance.uniform(0.04, 0.14), ink)


def domino(image: Image, chance: Chance, at: Floats, size: float) -> None:
    """Two halves with a line between them, each with its pips in rows."""
    body, ink = colour(chance, 150, 250), colour(chance, 0, 70)
    if chance.random() < 0.4:
        body, ink = ink, body
    turn = chance.uniform(0, np.pi)
    axes = np.array([[np.cos(turn), np.sin(turn)], [-np.sin(turn), np.cos(turn)]])
    square = np.array([(-1, -0.5), (1, -0.5), (1, 0.5), (-1, 0.5)])
    for shift, tint in ((0.07 * size, body * 0.4), (0.0, body)):
        outline = np.rint(at + shift + square * size @ axes).astype(np.int32)
        cv2.fillConvexPoly(image, outline, tuple(float(c) for c in tint), cv2.LINE_AA)
    line = np.rint(at + np.array([(0, -0.42), (0, 0.42)]) * size @ axes).astype(int)
    cv2.line(image, tuple(line[0].tolist()), tuple(line[1].tolist()), tuple(ink), max(1, int(size / 25)), cv2.LINE_AA)
    for half in (-0.5, 0.5):
        for x, y in chance.permutation([(i, j) for i in (-1, 0, 1) for j in (-1, 0, 1)])[: chance.integers(0, 7)]:
            disc(image, at + np.array([half + 0.25 * x, 0.27 * y]) * size @ axes, size * 0.07, ink)


def card(image: Image, chance: Chance, at: Floats, size: float) -> None:
    """A card with a frame and words."""
    turn = cv2.boxPoints((at.tolist(), (size * 2.2, size * 3.2), float(chance.uniform(0, 180))))
    cv2.fillConvexPoly(image, np.rint(turn).astype(np.int32), tuple(colour(chance)), cv2.LINE_AA)
    cv2.polylines(image, [np.rint(turn).astype(np.int32)], True, tuple(colour(chance)), 2, cv2.LINE_AA)
    for line in range(3):
        write(image, chance, (int(at[0] - size * 0.8), int(at[1] + (line - 1) * size * 0.6)), size / 80)


def polyhedron(image: Image, chance: Chance, corners: Floats, far: Floats) -> None:
    """A die of other than six sides: (N, 2) corners in the picture and (N,) their distances."""
    body, ink = colour(chance), tuple(colour(chance))
    hull = cv2.convexHull(corners.astype(np.float32))
    cv2.fillConvexPoly(image, np.rint(hull).astype(np.int32), tuple(body * 0.7), cv2.LINE_AA)
    front = np.argsort(far)[: len(far) * 2 // 3]
    size = float(np.ptp(corners, axis=0).max())
    for three in combinations(front.tolist(), 3):
        part = corners[list(three)]
        if max(np.linalg.norm(part - np.roll(part, 1, 0), axis=1)) < 0.62 * size:
            tint = body * chance.uniform(0.7, 1.25)
            cv2.fillConvexPoly(image, np.rint(part).astype(np.int32), tuple(float(c) for c in tint), cv2.LINE_AA)
            place = tuple(int(v) for v in part.mean(axis=0) - size * 0.06)
            cv2.putText(image, str(chance.integers(1, 21)), place, 0, size / 160, ink, 1, cv2.LINE_AA)


def finger(image: Floats, chance: Chance) -> None:
    """A finger or an arm that comes in from the border."""
    side = image.shape[0]
    tone = np.array([90, 125, 190]) * chance.uniform(0.4, 1.2)
    start = chance.uniform(0, side, 2)
    start[int(chance.integers(2))] = float(chance.choice([0, side]))
    end = start + (side / 2 - start) * chance.uniform(0.2, 0.8) + chance.normal(0, 20, 2)
    wide = int(side * chance.uniform(0.04, 0.2))
    places = [tuple(int(v) for v in p) for p in (start, end)]
    cv2.line(image, places[0], places[1], tuple(tone * 0.75), wide, cv2.LINE_AA)
    cv2.line(image, places[0], places[1], tuple(tone), int(wide * 0.8), cv2.LINE_AA)
