"""Boards of games as tiles: backgammon, draughts, go, ludo, tracks, hexes with chits."""

from __future__ import annotations

from collections.abc import Callable

import cv2
import numpy as np

from vision.reading import Image

from ..ground import Floats, RandomGenerator, random_color
from .prints import random_word, write
from .tile import FlatTile, Mark, bar, blank, contrasting, disc, polygon, stroke, vivid_color

SIDE_PX = 480
"""Longer side of a board's tile in pixels."""
LAND_COLORS = ((60, 150, 60), (40, 110, 40), (90, 200, 230), (60, 90, 180), (130, 130, 130), (150, 205, 225))
"""Colors of hexagons of land, BGR."""


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


def backgammon(rng: RandomGenerator) -> FlatTile:
    """Points of two colors on both sides of a bar, with men on some of them."""
    body = random_color(rng)
    picture = blank(SIDE_PX, SIDE_PX * rng.uniform(0.7, 1), body)
    high, wide = picture.shape[:2]
    frame, ridge = int(0.03 * wide), int(0.05 * wide)
    rim = body * rng.uniform(0.4, 0.8)
    inks = (contrasting(rng, body), random_color(rng))
    step = (wide - 2 * frame - ridge) / 12
    men, marks = two_sides(rng), list[Mark]()
    tall = high * rng.uniform(0.34, 0.44)
    for n in range(24):
        column, low = n % 12, n >= 12
        left = frame + column * step + ridge * (column >= 6)
        base, way = (high - frame, -1) if low else (frame, 1)
        points = np.array([(left, base), (left + step, base), (left + step / 2, base + way * tall)])
        polygon(picture, points, inks[(column + low) % 2])
        count = int(rng.choice([0, 1, 2, 3, 5], p=[0.62, 0.1, 0.12, 0.08, 0.08]))
        side = men[int(rng.integers(2))]
        places = [np.array([left + step / 2, base + way * step * (k + 0.5)]) for k in range(count)]
        for place in places:
            draughtsman(rng, picture, place, 0.47 * step, side)
        marks += [Mark("backgammon", place, step) for place in places[-1:]]
        if rng.random() < 0.25:
            marks.append(Mark("backgammon", np.array([left + step / 2, base + way * tall * 0.6]), 1.6 * step))
    bar(picture, np.zeros(2), np.array([wide - 1, high - 1]), rim, 2 * frame)
    bar(picture, np.array([(wide - ridge) / 2, 0]), np.array([(wide + ridge) / 2, high]), rim)
    return FlatTile(picture, marks=tuple(marks))


def draughts(rng: RandomGenerator) -> FlatTile:
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
        bar(picture, at, at + step, shade)
    for n in range(count * count):
        if (n % count + n // count) % 2 and rng.random() < share:
            at = edge + step * np.array([n % count + 0.5, n // count + 0.5])
            draughtsman(rng, picture, at, 0.4 * step, men[n > count * count / 2])
            marks.append(Mark("draughts", at, step))
    marks = marks or [Mark("draughts", edge + step * rng.integers(1, count, 2), step * k) for k in (1.0, 2.0)]
    return FlatTile(picture, marks=tuple(marks))


def go(rng: RandomGenerator) -> FlatTile:
    """A wooden board of lines with star points, and black and white stones in groups."""
    body = np.array([90.0, 165, 215]) * rng.uniform(0.6, 1.15) + rng.normal(0, 10, 3)
    picture = blank(SIDE_PX, SIDE_PX, body)
    count = int(rng.choice([9, 13, 19]))
    step = SIDE_PX / (count + 0.6)
    edge = 0.8 * step
    for n in range(count):
        low, high, at = edge, edge + (count - 1) * step, edge + n * step
        stroke(picture, np.array([low, at]), np.array([high, at]), body * 0.25, 1)
        stroke(picture, np.array([at, low]), np.array([at, high]), body * 0.25, 1)
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
    return FlatTile(picture, marks=tuple(marks[n] for n in kept))


def ludo(rng: RandomGenerator) -> FlatTile:
    """Four homes with four places each, and a track between them."""
    paper = random_color(rng, 150, 250)
    picture = blank(SIDE_PX, SIDE_PX, paper)
    step, colors = SIDE_PX / 15, [vivid_color(rng) for _ in range(4)]
    marks = [ludo_home(rng, picture, step * np.array(low), colors[n], paper)
             for n, low in enumerate(((0, 0), (9, 0), (9, 9), (0, 9)))]  # fmt: skip
    ring = rng.random() < 0.5
    for n in (*range(6), *range(9, 15)):
        for spot in (np.array(pair) for k in (6, 7, 8) for pair in ((n, k), (k, n))):
            lane = 7 in spot and 1 <= n <= 13
            which = (0 if n < 7 else 2) if spot[0] == n else (1 if n < 7 else 3)
            shade = colors[which] if lane or rng.random() < 0.1 else random_color(rng, 220, 250)
            at = (spot + 0.5) * step
            for ink, weight in ((shade, -1), (paper * 0.3, 1)):
                if ring:
                    disc(picture, at, 0.42 * step, ink, weight)
                else:
                    bar(picture, at - step / 2, at + step / 2, ink, weight)
            if rng.random() < 0.1:
                marks.append(Mark("ludo", at, step * float(rng.choice([1, 2]))))
    corners = np.array([(6, 6), (9, 6), (9, 9), (6, 9)])
    for n in range(4):
        polygon(picture, np.array([corners[n], corners[(n + 1) % 4], (7.5, 7.5)]) * step, colors[n])
    return FlatTile(picture, marks=tuple(marks))


def ludo_home(rng: RandomGenerator, picture: Image, low: Floats, color: Floats, paper: Floats) -> Mark:
    """A player's home of six fields' width: two rows of two places, much like a four."""
    step = SIDE_PX / 15
    bar(picture, low + 2, low + 6 * step - 2, color)
    if rng.random() < 0.7:
        bar(picture, low + step, low + 5 * step, paper if rng.random() < 0.7 else color * 0.7)
    wide = rng.uniform(0.8, 1.4)
    for way in np.array([(-1, -1), (1, -1), (1, 1), (-1, 1)]):
        at = low + 3 * step + step * wide * way
        disc(picture, at, 0.5 * step, color if rng.random() < 0.8 else paper)
        disc(picture, at, 0.5 * step, color * 0.4, 1)
    return Mark("ludo", low + 3 * step, 6 * step * rng.uniform(0.6, 1))


def track(rng: RandomGenerator) -> FlatTile:
    """Fields with numbers, dots or words in a grid or around the edge."""
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
        bar(picture, low + 1, low + step - 1, shade)
        bar(picture, low + 1, low + step - 1, paper * 0.4, 1)
        kind, middle = rng.random(), low + step / 2
        fill_field(rng, picture, kind, low, step, str(n + 1), contrasting(rng, shade))
        if kind < 0.85 and rng.random() < 0.25:
            marks.append(Mark("track", middle, 0.95 * step))
    return FlatTile(picture, marks=tuple(marks))


def fill_field(
    rng: RandomGenerator, picture: Image, kind: float, low: Floats, step: float, number: str, ink: Floats
) -> None:
    """Fill a field with its number, up to five dots or a word; `kind` 0..1 chooses."""
    if kind < 0.45:
        write(picture, number, (low[0] + 0.2 * step, low[1] + 0.25 * step, 0.6 * step, 0.5 * step), 0, 1.5, ink)
    elif kind < 0.65:
        for turn in np.arange(count := int(rng.integers(1, 6))) * 2 * np.pi / count + rng.uniform(0, 6):
            way = np.array([np.cos(turn), np.sin(turn)]) * (count > 1)
            disc(picture, low + step * (0.5 + 0.24 * way), 0.09 * step, ink)
    elif kind < 0.85:
        box = (low[0] + 0.1 * step, low[1] + 0.3 * step, 0.8 * step, 0.4 * step)
        write(picture, random_word(rng, 6), box, 0, 1.5, ink)


def hexes(rng: RandomGenerator) -> FlatTile:
    """Hexagons of land with round chits: a number over dots."""
    picture = blank(SIDE_PX, SIDE_PX * 0.9, vivid_color(rng) * rng.uniform(0.5, 1))
    high, wide = picture.shape[:2]
    reach, marks = wide / rng.uniform(7, 10), list[Mark]()
    lands = np.clip(np.array(LAND_COLORS) * rng.uniform(0.6, 1.2, (6, 1)) + rng.normal(0, 15, (6, 3)), 10, 250)
    turn = np.arange(6) * np.pi / 3 + np.pi / 6
    chip = random_color(rng, 190, 245)
    for row in range(-3, 4):
        for column in range(-3, 4):
            at = np.array([wide, high]) / 2 + reach * np.array([np.sqrt(3) * (column + 0.5 * (row % 2)), 1.5 * row])
            if np.hypot(*(at - np.array([wide, high]) / 2)) > 0.42 * wide:
                continue
            land = lands[int(rng.integers(len(lands)))]
            polygon(picture, at + 0.96 * reach * np.stack([np.cos(turn), np.sin(turn)], -1), land)
            for _ in range(12):
                spot = at + rng.normal(0, 0.35 * reach, 2)
                disc(picture, spot, reach * rng.uniform(0.03, 0.12), land * rng.uniform(0.6, 1.3))
            if rng.random() < 0.75:
                disc(picture, at + 1, 0.42 * reach, land * 0.5)
                draw_chit(rng, picture, at, reach, chip)
                marks.append(Mark("hexes", at, 0.9 * reach))
    return FlatTile(picture, marks=tuple(marks))


def draw_chit(rng: RandomGenerator, picture: Image, at: Floats, reach: float, chip: Floats) -> None:
    """A round chit on a hexagon: a number, and one to five dots below."""
    number = int(rng.choice([2, 3, 4, 5, 6, 8, 9, 10, 11, 12]))
    ink = np.array([30.0, 30, 190]) if number in (6, 8) else np.full(3, 25.0)
    disc(picture, at, 0.42 * reach, chip)
    box = (at[0] - 0.25 * reach, at[1] - 0.25 * reach, 0.5 * reach, 0.32 * reach)
    write(picture, str(number), box, 2, 1.5, ink)
    for n in range(count := 6 - abs(7 - number)):
        disc(picture, at + reach * np.array([(n - (count - 1) / 2) * 0.11, 0.24]), 0.04 * reach, ink)


def tray(rng: RandomGenerator) -> FlatTile:
    """A tray of felt or leather with folded walls, a seam and snaps in its corners, from above."""
    rim = random_color(rng)
    picture = blank(SIDE_PX, SIDE_PX * rng.uniform(0.7, 1), rim)
    high, wide = picture.shape[:2]
    count, inner = (
        int(rng.choice([4, 4, 6, 8])),
        random_color(rng) if rng.random() < 0.5 else rim * rng.uniform(0.7, 1.2),
    )
    turn = np.arange(count) * 2 * np.pi / count + np.pi / count
    ring = np.stack([np.cos(turn), np.sin(turn)], -1) / np.cos(np.pi / count) * np.array([wide, high]) * 0.5
    middle, share = np.array([wide, high]) / 2, rng.uniform(0.72, 0.9)
    cover, marks = np.zeros((high, wide, 3), np.uint8), list[Mark]()
    polygon(cover, middle + ring, np.full(3, 255.0))
    light = rng.uniform(0, 2 * np.pi)
    for n in range(count):
        wall = np.array([ring[n], ring[(n + 1) % count], ring[(n + 1) % count] * share, ring[n] * share])
        polygon(picture, middle + wall, rim * (0.85 + 0.35 * np.cos(turn[n] + np.pi / count - light)))
    polygon(picture, middle + ring * share, inner)
    grain = cv2.resize(rng.normal(0, rng.uniform(1, 8), (high // 2, wide // 2, 1)).astype(np.float32), (wide, high))
    picture = np.clip(picture + grain[..., None], 0, 255).astype(np.uint8)
    snapped = rng.random() < 0.6
    for n in range(count):
        for reach in (share * 0.98, 0.97):
            stroke(picture, middle + ring[n] * reach, middle + ring[(n + 1) % count] * reach, rim * 0.5, 2)
        if snapped:
            disc(picture, middle + ring[n] * (share + 1) / 2, 0.02 * wide, np.full(3, rng.uniform(60, 220)))
            marks.append(Mark("tray", middle + ring[n] * (share + 1) / 2, 0.08 * wide))
    marks.append(Mark("tray", middle + ring[0] * share * 0.9, 0.1 * wide))
    marks.append(Mark("tray", middle + ring[1] * share, 0.12 * wide))
    return FlatTile(picture, np.ascontiguousarray(cover[..., 0]), tuple(marks))


BOARDS: dict[Callable[[RandomGenerator], FlatTile], float] = {
    backgammon: 1.3, draughts: 1.0, go: 0.8, ludo: 1.0, track: 1.2, hexes: 1.2, tray: 1.8,
}  # fmt: skip
"""Every board and how often it is drawn, compared with the others."""
