"""Objects that are no dice and stand on the table: other dice, figures, stacks, caps, cups."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

import cv2
import numpy as np

from .ground import Floats, RandomGenerator, random_color
from .household import allsort, display, half_domino, marker, pawn, plate, plug, screw_cap, socket, sweet
from .polyhedra import Solid, circle, die_solid, facet_square, prism, rest_on_facet, stand_upright
from .scene import Camera
from .solid import (
    TILE_PX,
    Decal,
    DomePart,
    GlassPart,
    Mask,
    Material,
    ObjectPart,
    PlacedObject,
    SolidPart,
    ThinSheet,
    random_material,
    word_mask,
)  # fmt: skip
from .throw import PlacedDie


def standing_objects(rng: RandomGenerator, camera: Camera, dice: Sequence[PlacedDie] = ()) -> Iterator[PlacedObject]:
    """One to six objects that are no six-sided dice, far ones first, beside the dice.

    They come one by one, because the drawn look takes its chances from the same generator in between.
    """
    count = int(rng.integers(1, 7))
    places = [np.append(rng.uniform(-0.4, 0.4, 2) * camera.reach, 0) for _ in range(count)]
    far = camera.project(np.array(places))[1]
    for n in np.argsort(-far):
        thing = OBJECT_KINDS[int(rng.choice(len(OBJECT_KINDS), p=OBJECT_PROBABILITIES))]
        parts = thing(rng, rng.uniform(0.7, 1.6))
        placed = PlacedObject(places[int(n)][:2], float(rng.uniform(0, 2 * np.pi)), parts, thing.__name__)
        if not any(placed.covers(die.place, 0.6 * die.size) for die in dice):
            yield placed


def many_sided_die(rng: RandomGenerator, size: float) -> list[ObjectPart]:
    """A die of four, eight, ten, twelve or twenty sides on one of its facets, with numerals."""
    sides = int(rng.choice([4, 8, 10, 12, 20, 2], p=[0.16, 0.2, 0.18, 0.18, 0.2, 0.08]))
    body = die_solid(sides)
    solid = rest_on_facet(body, size * 0.58, int(rng.integers(len(body.faces))))
    skin = random_material(rng)
    return [SolidPart(solid, skin, numeral_decal(rng, solid, skin, sides))]


def numeral_decal(rng: RandomGenerator, solid: Solid, skin: Material, sides: int) -> Decal:
    """Decal of a numeral on each facet; three on each of a die of four sides."""
    tens, font = sides == 10 and rng.random() < 0.4, int(rng.choice([0, 2, 3, 4]))
    words = [f"{n}0" if tens else str(n if sides == 10 else n + 1) for n in rng.permutation(len(solid.faces))]
    bold, wide = int(rng.integers(2, 8)), rng.uniform(0.6, 1.0)

    def decal(sheet: ThinSheet, corners: Floats, n: int) -> None:
        middle = corners.mean(axis=0)
        edges = (corners + np.roll(corners, -1, axis=0)) / 2
        half = float(np.linalg.norm(edges - middle, axis=1).min()) * wide * 0.75
        if sides == 4:
            for corner in corners - middle:
                word = str(1 + int(rng.integers(4)))
                sheet.stick_mask(
                    word_mask(rng, word, font, bold),
                    facet_square(corners, half * 0.55, corner, corner * 0.45),
                    skin.ink,
                )
            return
        sharp = corners[int(np.argmax(np.linalg.norm(corners - middle, axis=1)))] - middle
        sheet.stick_mask(word_mask(rng, words[n], font, bold), facet_square(corners, half, sharp), skin.ink)

    return decal


def wooden_material(rng: RandomGenerator) -> Material:
    """Material of painted or bare wood, or plain plastic."""
    body = np.array([90.0, 150, 195]) * rng.uniform(0.6, 1.15) if rng.random() < 0.35 else random_color(rng, 20, 235)
    return Material(
        np.clip(body, 5, 245), random_color(rng, 0, 60), float(rng.uniform(0, 0.2)), float(rng.uniform(0, 9))
    )


def box(wide: float, deep: float, high: float) -> Solid:
    """A block on the table."""
    return prism(np.array([(-wide, -deep), (wide, -deep), (wide, deep), (-wide, deep)]) / 2, high)


def block(rng: RandomGenerator, size: float) -> list[ObjectPart]:
    """A cube or a block without pips: bare, or with letters, numbers or a cross."""
    size *= 0.75
    shape = np.ones(3) if rng.random() < 0.65 else rng.uniform(0.4, 1.6, 3)
    skin = wooden_material(rng) if rng.random() < 0.6 else random_material(rng)
    font, bold, signed = int(rng.integers(5)), int(rng.integers(3, 9)), rng.random() < 0.5

    def decal(sheet: ThinSheet, corners: Floats, n: int) -> None:
        word = ("ABCDEFGKRSTX+*?"[int(rng.integers(15))], str(int(rng.integers(0, 65))))[int(rng.integers(2))]
        half = float(np.linalg.norm(corners[0] - corners[1])) * 0.36
        up = corners[0] - corners[1] if rng.random() < 0.5 else corners[1] - corners[2]
        sheet.stick_mask(word_mask(rng, word, font, bold), facet_square(corners, half, up), skin.ink)

    return [SolidPart(box(*(shape * size).tolist()), skin, decal if signed and shape.max() == 1 else None)]


MEEPLE = np.array([(-0.45, -0.5), (-0.1, -0.5), (0, -0.3), (0.1, -0.5), (0.45, -0.5), (0.26, -0.08), (0.52, 0.02),
                   (0.52, 0.16), (0.22, 0.22), (0.18, 0.42), (0.08, 0.5), (-0.08, 0.5), (-0.18, 0.42),
                   (-0.22, 0.22), (-0.52, 0.16), (-0.52, 0.02), (-0.26, -0.08)])  # fmt: skip


def figure(rng: RandomGenerator, size: float) -> list[ObjectPart]:
    """A meeple, a heart, a drop, a star, a house, a hexagon: standing or lying."""
    turn = np.linspace(0, 2 * np.pi, 22, endpoint=False)
    sin, cos = np.sin(turn), np.cos(turn)
    heart = np.stack([sin**3, (13 * cos - 5 * np.cos(2 * turn) - 2 * np.cos(3 * turn)) / 17], -1)[::-1] * 0.5
    drop = np.stack([sin * np.sin(turn / 2) ** 2 * 0.55, cos * 0.55], -1)[::-1]
    spike = np.arange(10) * np.pi / 5
    star = np.stack([np.cos(spike), np.sin(spike)], -1) * np.where(np.arange(10) % 2, 0.24, 0.55)[:, None]
    house = np.array([(-0.4, -0.45), (0.4, -0.45), (0.4, 0.1), (0, 0.5), (-0.4, 0.1)])
    hexagon = circle(0.5, 0, 6)[:, :2]
    outline = (MEEPLE, MEEPLE, heart, drop, star, house, hexagon)[int(rng.integers(7))]
    solid = prism(outline * size, size * rng.uniform(0.15, 0.5))
    upright = rng.random() < 0.5 and outline is not star
    return [
        SolidPart(
            stand_upright(solid) if upright else solid,
            wooden_material(rng) if rng.random() < 0.7 else random_material(rng),
        )
    ]


def coin_stack(rng: RandomGenerator, size: float) -> list[ObjectPart]:
    """Coins, counters or draughts on each other."""
    result: list[ObjectPart] = []
    skin, high, base = random_material(rng, False), size * rng.uniform(0.06, 0.2), 0.0
    word = str(int(rng.choice([1, 2, 5, 10, 20, 50, 100])))
    for _ in range(int(rng.choice([1, 2, 3, 5, 8], p=[0.35, 0.2, 0.2, 0.15, 0.1]))):
        reach = size * 0.5
        shift = (*rng.normal(0, 0.03 * size, 2), base)
        result.append(SolidPart(prism(circle(reach, 0, 24)[:, :2], high).transformed(np.eye(3), shift), skin))
        base += high
    last = result[-1]
    lid = last.points[24:]

    def decal(sheet: ThinSheet, corners: Floats, n: int) -> None:
        if n == 25:
            middle = lid.mean(axis=0)
            sheet.line(middle + (lid - middle) * 0.82, skin.body * 0.6, 0.04)
            sheet.stick_mask(word_mask(rng, word, 0, 4), facet_square(corners, 0.25 * size), skin.ink)

    result[-1] = SolidPart(last.solid, skin, decal) if isinstance(last, SolidPart) else last
    return result


def cap(rng: RandomGenerator, size: float) -> list[ObjectPart]:
    """A bottle cap with its crimped rim, on either side."""
    turn = np.linspace(0, 2 * np.pi, 42, endpoint=False)
    rim = np.stack([np.cos(turn), np.sin(turn)], -1) * (0.56 + 0.035 * np.cos(21 * turn))[:, None] * size
    skin = random_material(rng, False)
    low, high = prism(rim, 0.13 * size, 0.93), prism(circle(0.47 * size, 0, 30)[:, :2], 0.08 * size, 0.9)
    word, dark = "ABGMSXO"[int(rng.integers(7))], rng.random() < 0.3

    def decal(sheet: ThinSheet, corners: Floats, n: int) -> None:
        if n == 31 and dark:
            sheet.fill(corners * (0.95, 0.95, 1), skin.body * 0.45)
        elif n == 31:
            sheet.stick_mask(word_mask(rng, word, 3, 5), facet_square(corners, 0.27 * size), skin.ink)

    return [SolidPart(low, skin), SolidPart(high.transformed(np.eye(3), (0, 0, 0.13 * size)), skin, decal)]


def pencil(rng: RandomGenerator, size: float) -> list[ObjectPart]:
    """A pencil or a pen lying there."""
    reach, long = 0.2 * size, rng.uniform(2.5, 6)
    count = int(rng.choice([6, 12]))
    tip = np.array([(0.0, 0.0, 0.0)])
    flat = circle(reach, 0, count)
    shift = np.array([0, 0, long])
    points = np.concatenate([flat, flat + shift, tip + shift * (1 + 0.18)])
    sides = tuple((n, (n + 1) % count, (n + 1) % count + count, n + count) for n in range(count))
    cone = tuple((n + count, (n + 1) % count + count, 2 * count) for n in range(count))
    solid = Solid(points - shift / 2, (*sides, *cone, tuple(range(count))[::-1]))
    lying = solid.transformed(np.array([[0, 1.0, 0], [0, 0, 1], [1, 0, 0]]), (0, 0, reach))
    skin, bare = wooden_material(rng), np.array([130.0, 180, 215])

    def decal(sheet: ThinSheet, corners: Floats, n: int) -> None:
        if count <= n < 2 * count:
            sheet.fill(corners, bare * sheet.shade(np.array([0, 0, 1.0])) * rng.uniform(0.85, 1))
            sheet.fill(corners[2] + (corners - corners[2]) * 0.3, skin.ink)

    return [SolidPart(lying, skin, decal)]


def pip_mask(reach: float, count: int) -> Mask:
    """(192, 192) 8-bit mask of a domino's half."""
    tile = np.zeros((3 * TILE_PX, 3 * TILE_PX), np.uint8)
    spots = ((), (4,), (0, 8), (0, 4, 8), (0, 2, 6, 8), (0, 2, 4, 6, 8), (0, 1, 2, 6, 7, 8))[count]
    for n in spots:
        place = (n // 3 * TILE_PX + TILE_PX // 2, n % 3 * TILE_PX + TILE_PX // 2)
        cv2.circle(tile, place, int(reach * TILE_PX), 255, -1, cv2.LINE_AA)
    return tile


def dot_mask(columns: int, rows: int, reach: float, rng: RandomGenerator, share: float = 1.0) -> Mask:
    """(64 rows, 64 columns) 8-bit mask of dots in rows, each drawn with a probability."""
    tile = np.zeros((rows * TILE_PX, columns * TILE_PX), np.uint8)
    for y in range(rows):
        for x in range(columns):
            if rng.random() < share:
                place = (x * TILE_PX + TILE_PX // 2, y * TILE_PX + TILE_PX // 2)
                cv2.circle(tile, place, int(reach * TILE_PX), 255, -1, cv2.LINE_AA)
    return tile


def thick_domino(rng: RandomGenerator, size: float) -> list[ObjectPart]:
    """A thick domino, lying or on its long edge: two halves of dots with a line between."""
    skin = Material(random_color(rng, 170, 248), random_color(rng, 0, 60), 0.1)
    if rng.random() < 0.45:
        skin = Material(skin.ink + 12, skin.body, 0.3)
    solid = prism(np.array([(-1, -0.5), (1, -0.5), (1, 0.5), (-1, 0.5)]) * size * 0.8, size * rng.uniform(0.2, 0.4))
    reach, free, upright = rng.uniform(0.22, 0.36), rng.random() < 0.15, rng.random() < 0.45
    last = len(solid.faces) - 1

    def decal(sheet: ThinSheet, corners: Floats, n: int) -> None:
        if n < last - 1:
            return
        mid = (corners[:2].mean(axis=0), corners[2:].mean(axis=0))
        inner = corners.mean(axis=0) + (np.array(mid) - corners.mean(axis=0)) * 0.85
        sheet.line(inner, skin.ink, 0.04, False)
        for half in (
            np.array([corners[0], mid[0], mid[1], corners[3]]),
            np.array([mid[0], corners[1], corners[2], mid[1]]),
        ):
            middle = half.mean(axis=0)
            tile = dot_mask(3, 3, reach, rng) if free else pip_mask(reach, int(rng.integers(7)))
            sheet.stick_mask(tile, middle + (half - middle) * 0.82, skin.ink)

    return [SolidPart(stand_upright(solid) if upright else solid, skin, decal)]


def brick(rng: RandomGenerator, size: float) -> list[ObjectPart]:
    """A building brick with studs."""
    wide, deep = (int(v) for v in rng.integers(1, 5, 2))
    step, skin = 0.5 * size, Material(random_material(rng).body, np.zeros(3), 0.15, 0, 0, 0, 0.5)
    high = step * float(rng.choice([0.4, 1.2]))
    result: list[ObjectPart] = [SolidPart(box(wide * step, deep * step, high), skin)]
    stud = prism(circle(0.31 * step, 0, 22)[:, :2], 0.2 * step)
    for y in range(deep):
        for x in range(wide):
            shift = ((x - (wide - 1) / 2) * step, (y - (deep - 1) / 2) * step, high)
            result.append(SolidPart(stud.transformed(np.eye(3), shift), skin))
    return result


def thick_button(rng: RandomGenerator, size: float) -> list[ObjectPart]:
    """A button with a rim and two or four holes."""
    skin, count = random_material(rng), int(rng.choice([2, 4]))
    solid, away = (
        prism(circle(0.5 * size, 0, 34)[:, :2], size * rng.uniform(0.06, 0.16)),
        size * rng.uniform(0.1, 0.17),
    )

    def decal(sheet: ThinSheet, corners: Floats, n: int) -> None:
        if n == 35:
            middle = corners.mean(axis=0)
            sheet.fill(middle + (corners - middle) * 0.75, skin.body * 0.8, 0.8, skin, rng)
            for place in circle(away, 0, count):
                sheet.fill(middle + place + circle(0.06 * size, 0, 14), skin.body * 0.2)

    return [SolidPart(solid, skin, decal)]


def beetle(rng: RandomGenerator, size: float) -> list[ObjectPart]:
    """A ladybird, a dotted mushroom, a bead, or a half ball."""
    dots = tuple((*rng.normal(0, 0.7, 2), rng.uniform(0.3, 1.2), rng.uniform(0.1, 0.24)) for _ in range(9))
    skin = random_material(rng, False)
    if rng.random() < 0.5:
        skin = Material(
            np.array([35.0, 35, 200]) * rng.uniform(0.6, 1.2),
            np.full(3, rng.choice([15.0, 240.0])),
            0.1,
            gloss=0.6,
        )
    dots = dots if rng.random() < 0.8 else ()
    if rng.random() < 0.5:
        stem = Material(random_color(rng, 170, 240), skin.ink, 0.0)
        high = size * rng.uniform(0.3, 0.7)
        foot = SolidPart(prism(circle(0.2 * size, 0, 24)[:, :2], high, 0.8), stem)
        return [foot, DomePart(np.array([0, 0, high]), np.array([0.5, 0.5, 0.4]) * size, skin, dots)]
    head = Material(np.full(3, 20.0), skin.ink, 0.1, gloss=0.5)
    front = DomePart(np.array([0.45 * size, 0, 0]), np.full(3, 0.22 * size), head)
    back = DomePart(np.zeros(3), np.array([0.55, 0.45, 0.38]) * size, skin, dots)
    return [front, back] if rng.random() < 0.7 else [back]


def cup(rng: RandomGenerator, size: float) -> list[ObjectPart]:
    """A dice cup or a mug, open above, or turned over."""
    skin, reach, high = random_material(rng, False), size * rng.uniform(0.8, 1.3), size * rng.uniform(1.0, 2.2)
    solid = prism(circle(reach, 0, 36)[:, :2], high, float(rng.uniform(0.8, 1.25)))
    over = rng.random() < 0.3

    def decal(sheet: ThinSheet, corners: Floats, n: int) -> None:
        if n == 37 and not over:
            middle = corners.mean(axis=0)
            inner = middle + (corners - middle) * 0.9
            sheet.fill(inner, skin.body * 0.3)
            low = middle - (0, 0, 0.5 * high) + (corners - middle) * 0.85
            one, other = (sheet.project_fine(v).astype(np.float32) for v in (inner, low))
            common, shown = cv2.intersectConvexConvex(one, other)
            if common > 1:
                inside = [np.rint(shown[:, 0]).astype(np.int32)]
                cv2.fillPoly(sheet.picture, inside, (skin.body * 0.18).tolist())

    return [SolidPart(solid, skin, decal)]


def glass(rng: RandomGenerator, size: float) -> list[ObjectPart]:
    """A glass, or only its ring."""
    low = size * rng.uniform(0.4, 1.2)
    high = size * float(rng.choice([0.05, rng.uniform(0.5, 2)]))
    return [GlassPart(low, high, low * rng.uniform(0.9, 1.3), random_color(rng, 120, 240))]


def device(rng: RandomGenerator, size: float) -> list[ObjectPart]:
    """A slab with rows of keys, holes or lamps.

    A remote control, a keyboard's end, a sieve, a power strip.
    """
    columns, rows = int(rng.integers(2, 6)), int(rng.integers(4, 8))
    step = size * rng.uniform(0.3, 0.7)
    skin = random_material(rng, False)
    solid = box(columns * step * 1.1, rows * step * 1.1, size * rng.uniform(0.1, 0.4))
    round_, reach = rng.random() < 0.6, rng.uniform(0.18, 0.42)
    tile = dot_mask(columns, rows, reach, rng, rng.uniform(0.6, 1.2))
    if not round_:
        tile = np.zeros_like(tile)
        for y in range(0, rows * TILE_PX, TILE_PX):
            for x in range(0, columns * TILE_PX, TILE_PX):
                tile[y + 6 : y + TILE_PX - 6, x + 6 : x + TILE_PX - 6] = 255

    def decal(sheet: ThinSheet, corners: Floats, n: int) -> None:
        if n == len(solid.faces) - 1:
            middle = corners.mean(axis=0)
            inner = (middle + (corners - middle) * 0.9)[::-1]
            sheet.stick_mask(tile, inner, skin.ink)

    return [SolidPart(solid, skin, decal)]


OBJECT_KINDS: tuple[Callable[[RandomGenerator, float], list[ObjectPart]], ...] = (
    many_sided_die, block, figure, thick_domino, coin_stack, cap, brick, thick_button, beetle, pencil, cup, glass,
    device, plug, socket, display, sweet, allsort, marker, plate, screw_cap, half_domino, pawn,
)  # fmt: skip
"""Every object that can stand on a table."""
OBJECT_PROBABILITIES = np.array([20, 7, 5, 10, 3, 5, 4, 6, 4, 2, 1, 1, 3, 4, 5, 3, 5, 3, 3, 6, 4, 3, 3]) / 110
"""Probability of each object."""
