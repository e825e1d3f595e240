"""Boards of games as tiles: backgammon, draughts, go, ludo, tracks of fields, hexes with chits."""

from __future__ import annotations

from collections.abc import Callable

import cv2
import numpy as np

from vision.reading import Image

from ..ground import Floats, RandomGenerator, random_color
from .prints import random_word, write
from .tile import Mark, Tile, blank, contrasting, ink_of, vivid_color

SIDE_PX = 480
"""Longer side of a board's tile in pixels."""


def disc(picture: Image, at: Floats, reach: float, ink: Floats, weight: int = -1) -> None:
    """Draw a disc, or a ring of a weight in pixels."""
    place = tuple(int(v * 16) for v in at)
    cv2.circle(picture, place, max(8, int(reach * 16)), ink_of(ink), weight, cv2.LINE_AA, 4)


def draughtsman(rng: RandomGenerator, picture: Image, at: Floats, reach: float, body: Floats) -> None:
    """A round man with rings, its shadow below."""
    disc(picture, at + 0.12 * reach, reach, body * 0.3)
    disc(picture, at, reach, body)
    for share in (0.72, 0.4)[: int(rng.integers(0, 3))]:
        disc(picture, at, reach * share, body * rng.uniform(0.55, 0.8), max(1, int(reach / 8)))


def two_sides(rng: RandomGenerator) -> tuple[Floats, Floats]:
    """Colors of the men of two players."""
    if rng.random() < 0.6:
        return random_color(rng, 190, 245), random_color(rng, 10, 60)
    return vivid_color(rng), vivid_color(rng)


def backgammon(rng: RandomGenerator) -> Tile:
    """Points of two colors on both sides of a bar, with men on some of them."""
    body = random_color(rng)
    picture = blank(SIDE_PX, SIDE_PX * rng.uniform(0.7, 1), body)
    high, wide = picture.shape[:2]
    frame, bar = int(0.03 * wide), int(0.05 * wide)
    rim = body * rng.uniform(0.4, 0.8)
    inks = (contrasting(rng, body), random_color(rng))
    step = (wide - 2 * frame - bar) / 12
    men, marks = two_sides(rng), list[Mark]()
    tall = high * rng.uniform(0.34, 0.44)
    for n in range(24):
        column, low = n % 12, n >= 12
        left = frame + column * step + bar * (column >= 6)
        base, way = (high - frame, -1) if low else (frame, 1)
        points = np.array([(left, base), (left + step, base), (left + step / 2, base + way * tall)])
        cv2.fillPoly(picture, [np.rint(points * 16).astype(np.int32)], ink_of(inks[(column + low) % 2]), cv2.LINE_AA, 4)
        count = int(rng.choice([0, 1, 2, 3, 5], p=[0.62, 0.1, 0.12, 0.08, 0.08]))
        side = men[int(rng.integers(2))]
        places = [np.array([left + step / 2, base + way * step * (k + 0.5)]) for k in range(count)]
        for place in places:
            draughtsman(rng, picture, place, 0.47 * step, side)
        marks += [Mark("backgammon", place, step) for place in places[-1:]]
        if rng.random() < 0.25:
            marks.append(Mark("backgammon", np.array([left + step / 2, base + way * tall * 0.6]), 1.6 * step))
    cv2.rectangle(picture, (0, 0), (wide - 1, high - 1), ink_of(rim), 2 * frame)
    cv2.rectangle(picture, ((wide - bar) // 2, 0), ((wide + bar) // 2, high), ink_of(rim), -1)
    return Tile(picture, marks=tuple(marks))


def draughts(rng: RandomGenerator) -> Tile:
    """A checkered board, empty or with men."""
    light, dark = random_color(rng, 130, 245), random_color(rng, 5, 140)
    picture = blank(SIDE_PX, SIDE_PX, dark * 0.7)
    count = int(rng.choice([8, 8, 10]))
    edge = SIDE_PX * rng.uniform(0, 0.06)
    step = (SIDE_PX - 2 * edge) / count
    men, marks = two_sides(rng), list[Mark]()
    share = float(rng.choice([0.0, 0.2, 0.5]))
    for n in range(count * count):
        at = edge + step * np.array([n % count, n // count])
        shade = (light, dark)[(n % count + n // count) % 2]
        corners = [tuple(int(v) for v in at), tuple(int(v) for v in at + step)]
        cv2.rectangle(picture, *corners, ink_of(shade), -1)
    for n in range(count * count):
        if (n % count + n // count) % 2 and rng.random() < share:
            at = edge + step * np.array([n % count + 0.5, n // count + 0.5])
            draughtsman(rng, picture, at, 0.4 * step, men[n > count * count / 2])
            marks.append(Mark("draughts", at, step))
    marks = marks or [Mark("draughts", edge + step * rng.integers(1, count, 2), step * k) for k in (1.0, 2.0)]
    return Tile(picture, marks=tuple(marks))


def go(rng: RandomGenerator) -> Tile:
    """A wooden board of lines with star points, and black and white stones in groups."""
    body = np.array([90.0, 165, 215]) * rng.uniform(0.6, 1.15) + rng.normal(0, 10, 3)
    picture = blank(SIDE_PX, SIDE_PX, body)
    count = int(rng.choice([9, 13, 19]))
    step = SIDE_PX / (count + 0.6)
    edge = 0.8 * step
    for n in range(count):
        a, b, at = round(edge), round(edge + (count - 1) * step), round(edge + n * step)
        cv2.line(picture, (a, at), (b, at), ink_of(body * 0.25), 1)
        cv2.line(picture, (at, a), (at, b), ink_of(body * 0.25), 1)
    stars = (2, count // 2, count - 3) if count == 9 else (3, count // 2, count - 4)
    marks = list[Mark]()
    for x in stars:
        for y in stars:
            disc(picture, edge + step * np.array([x, y]), max(1.5, step * 0.13), body * 0.2)
            marks.append(Mark("go", edge + step * np.array([x, y]), 2.2 * step))
    middles = rng.uniform(0, count, (3, 2))
    for _ in range(int(rng.choice([0, 8, 30, 60]))):
        spot = np.clip(np.rint(middles[int(rng.integers(3))] + rng.normal(0, count / 7, 2)), 0, count - 1)
        shade = np.full(3, float(rng.choice([25, 235])))
        disc(picture, edge + spot * step + 0.06 * step, 0.47 * step, body * 0.4)
        disc(picture, edge + spot * step, 0.47 * step, shade)
        disc(picture, edge + spot * step - 0.15 * step, 0.12 * step, shade + 20)
        marks.append(Mark("go", edge + (spot + rng.choice([0.0, 0.5])) * step, step * rng.uniform(1, 2.5)))
    kept = rng.permutation(len(marks))[:8]
    return Tile(picture, marks=tuple(marks[n] for n in kept))


def ludo(rng: RandomGenerator) -> Tile:
    """Four homes with four places each, and a track between them."""
    paper = random_color(rng, 150, 250)
    picture = blank(SIDE_PX, SIDE_PX, paper)
    step, marks = SIDE_PX / 15, list[Mark]()
    ring, colors = rng.random() < 0.5, [vivid_color(rng) for _ in range(4)]
    for n, (x, y) in enumerate(((0, 0), (9, 0), (9, 9), (0, 9))):
        low = step * np.array([x, y])
        cv2.rectangle(
            picture, tuple(int(v) for v in low + 2), tuple(int(v) for v in low + 6 * step - 2), ink_of(colors[n]), -1
        )
        inner = paper if rng.random() < 0.7 else colors[n] * 0.7
        wide = rng.uniform(0.8, 1.4)
        if rng.random() < 0.7:
            cv2.rectangle(
                picture, tuple(int(v) for v in low + step), tuple(int(v) for v in low + 5 * step), ink_of(inner), -1
            )
        for sx in (-1, 1):
            for sy in (-1, 1):
                at = low + 3 * step + step * wide * np.array([sx, sy])
                disc(picture, at, 0.5 * step, colors[n] if rng.random() < 0.8 else paper)
                disc(picture, at, 0.5 * step, colors[n] * 0.4, 1)
        marks.append(Mark("ludo", low + 3 * step, 6 * step * rng.uniform(0.6, 1)))
    for n in range(15):
        for k in (6, 7, 8):
            for spot in (np.array([n, k]), np.array([k, n])):
                if 6 <= n <= 8:
                    continue
                lane = k == 7 and 1 <= n <= 13
                which = (0 if n < 7 else 2) if spot[1] == k else (1 if n < 7 else 3)
                shade = colors[which] if lane else random_color(rng, 220, 250) if rng.random() < 0.9 else colors[which]
                at = (spot + 0.5) * step
                if ring:
                    disc(picture, at, 0.42 * step, shade)
                    disc(picture, at, 0.42 * step, paper * 0.3, 1)
                else:
                    low, high = (tuple(int(v) for v in at + s * step / 2) for s in (-1, 1))
                    cv2.rectangle(picture, low, high, ink_of(shade), -1)
                    cv2.rectangle(picture, low, high, ink_of(paper * 0.3), 1)
                if rng.random() < 0.1:
                    marks.append(Mark("ludo", at, step * float(rng.choice([1, 2]))))
    for n, (one, other) in enumerate((((6, 6), (9, 6)), ((9, 6), (9, 9)), ((9, 9), (6, 9)), ((6, 9), (6, 6)))):
        points = np.array([one, other, (7.5, 7.5)]) * step
        cv2.fillPoly(picture, [np.rint(points).astype(np.int32)], ink_of(colors[n]), cv2.LINE_AA)
    return Tile(picture, marks=tuple(marks))


def track(rng: RandomGenerator) -> Tile:
    """Fields with numbers, dots or words in a grid or around the edge, as of a game of goose or trading."""
    paper = random_color(rng)
    picture = blank(SIDE_PX, SIDE_PX * rng.uniform(0.6, 1), paper)
    high, wide = picture.shape[:2]
    columns, marks = int(rng.integers(5, 13)), list[Mark]()
    step = wide / columns
    rows = max(2, int(high / step))
    around, shades = rng.random() < 0.5, [random_color(rng, 60, 245) for _ in range(4)]
    for n in range(rows * columns):
        x, y = n % columns, n // columns
        if around and 0 < x < columns - 1 and 0 < y < rows - 1:
            continue
        low, shade = step * np.array([x, y]), shades[int(rng.integers(4))]
        corners = [tuple(int(v) for v in low + 1), tuple(int(v) for v in low + step - 1)]
        cv2.rectangle(picture, *corners, ink_of(shade), -1)
        cv2.rectangle(picture, *corners, ink_of(paper * 0.4), 1)
        ink, kind, middle = contrasting(rng, shade), rng.random(), low + step / 2
        if kind < 0.45:
            write(picture, str(n + 1), (low[0] + 0.2 * step, low[1] + 0.25 * step, 0.6 * step, 0.5 * step), 0, 1.5, ink)
        elif kind < 0.65:
            for turn in np.arange(count := int(rng.integers(1, 6))) * 2 * np.pi / count + rng.uniform(0, 6):
                disc(
                    picture,
                    middle + 0.24 * step * (count > 1) * np.array([np.cos(turn), np.sin(turn)]),
                    0.09 * step,
                    ink,
                )
        elif kind < 0.85:
            write(
                picture,
                random_word(rng, 6),
                (low[0] + 0.1 * step, low[1] + 0.3 * step, 0.8 * step, 0.4 * step),
                0,
                1.5,
                ink,
            )
        if kind < 0.85 and rng.random() < 0.25:
            marks.append(Mark("track", middle, 0.95 * step))
    return Tile(picture, marks=tuple(marks))


def hexes(rng: RandomGenerator) -> Tile:
    """Hexagons of land with round chits: a number over dots."""
    picture = blank(SIDE_PX, SIDE_PX * 0.9, vivid_color(rng) * rng.uniform(0.5, 1))
    high, wide = picture.shape[:2]
    reach, marks = wide / rng.uniform(7, 10), list[Mark]()
    lands = [np.clip(np.array(c) * rng.uniform(0.6, 1.2) + rng.normal(0, 15, 3), 10, 250)
             for c in ((60, 150, 60), (40, 110, 40), (90, 200, 230), (60, 90, 180), (130, 130, 130), (150, 205, 225))]  # fmt: skip
    turn = np.arange(6) * np.pi / 3 + np.pi / 6
    chip = random_color(rng, 190, 245)
    for row in range(-3, 4):
        for column in range(-3, 4):
            at = np.array([wide, high]) / 2 + reach * np.array([np.sqrt(3) * (column + 0.5 * (row % 2)), 1.5 * row])
            if np.hypot(*(at - np.array([wide, high]) / 2)) > 0.42 * wide:
                continue
            corners = at + 0.96 * reach * np.stack([np.cos(turn), np.sin(turn)], -1)
            land = lands[int(rng.integers(len(lands)))]
            cv2.fillPoly(picture, [np.rint(corners).astype(np.int32)], ink_of(land), cv2.LINE_AA)
            for _ in range(12):
                disc(
                    picture,
                    at + rng.normal(0, 0.35 * reach, 2),
                    reach * rng.uniform(0.03, 0.12),
                    land * rng.uniform(0.6, 1.3),
                )
            if rng.random() < 0.75:
                number = int(rng.choice([2, 3, 4, 5, 6, 8, 9, 10, 11, 12]))
                ink = np.array([30.0, 30, 190]) if number in (6, 8) else np.full(3, 25.0)
                disc(picture, at + 1, 0.42 * reach, land * 0.5)
                disc(picture, at, 0.42 * reach, chip)
                box = (at[0] - 0.25 * reach, at[1] - 0.25 * reach, 0.5 * reach, 0.32 * reach)
                write(picture, str(number), box, 2, 1.5, ink)
                for n in range(count := 6 - abs(7 - number)):
                    disc(picture, at + reach * np.array([(n - (count - 1) / 2) * 0.11, 0.24]), 0.04 * reach, ink)
                marks.append(Mark("hexes", at, 0.9 * reach))
    return Tile(picture, marks=tuple(marks))


BOARDS: tuple[Callable[[RandomGenerator], Tile], ...] = (backgammon, draughts, go, ludo, track, hexes)
"""Every board."""
