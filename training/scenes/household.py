"""Things of a household that are taken for dice: plugs, displays, sweets, pens, plates."""

from __future__ import annotations

import cv2
import numpy as np

from .flat.prints import DOMINO_PIPS, LAMP_COLORS, clock_text, lit_digits, suit
from .flat.tile import vivid_color
from .ground import Floats, RandomGenerator, random_color
from .polyhedra import Solid, circle, facet_square, prism, stand_upright
from .solid import (
    TILE_PX,
    Decal,
    DomePart,
    Mask,
    Material,
    ObjectPart,
    SolidPart,
    ThinSheet,
    random_material,
    word_mask,
)

UPRIGHT_TO_LYING = np.array([[0, 1.0, 0], [0, 0, 1], [1, 0, 0]])
"""Rows that lay an upright thing down along the first axis."""


def plastic(rng: RandomGenerator) -> Material:
    """Plain plastic of household goods, mostly white, grey or black."""
    grey = float(rng.choice([rng.uniform(190, 245), rng.uniform(15, 60), rng.uniform(90, 180)], p=[0.55, 0.3, 0.15]))
    body = grey + rng.normal(0, 5, 3) if rng.random() < 0.8 else vivid_color(rng)
    dark = np.full(3, rng.uniform(10, 60))
    ink = dark if np.mean(body) > 90 else np.full(3, rng.uniform(150, 240))
    return Material(np.clip(body, 8, 246), ink, float(rng.uniform(0, 0.25)), gloss=float(rng.uniform(0, 0.7)))


def rounded_square(wide: float, deep: float, radius: float, corner: int = 4) -> Floats:
    """(N, 2) counter-clockwise outline of a rectangle with rounded corners."""
    turn = np.linspace(0, np.pi / 2, corner)
    arc = np.stack([np.cos(turn), np.sin(turn)], -1) * radius
    parts = []
    for n, (sx, sy) in enumerate(((1, 1), (-1, 1), (-1, -1), (1, -1))):
        cos, sin = np.cos(n * np.pi / 2), np.sin(n * np.pi / 2)
        parts.append(arc @ np.array([[cos, sin], [-sin, cos]]) + (sx * (wide / 2 - radius), sy * (deep / 2 - radius)))
    return np.concatenate(parts)


def raised(part: SolidPart, high: float, shift: Floats | tuple[float, float] = (0.0, 0.0)) -> SolidPart:
    """The part shifted on the table and above it."""
    return SolidPart(part.solid.transformed(np.eye(3), (*shift, high)), part.material, part.decal)


def top_decal(solid: Solid, draw: Decal) -> Decal:
    """A decal on the upper end of a prism alone."""
    last = len(solid.faces) - 1

    def decal(sheet: ThinSheet, corners: Floats, n: int) -> None:
        if n == last:
            draw(sheet, corners, n)

    return decal


def dot(sheet: ThinSheet, middle: Floats, reach: float, ink: Floats, share: float = 1.0) -> None:
    """A disc on a level facet."""
    sheet.fill(middle + circle(reach, 0, 20), ink, share)


def plug(rng: RandomGenerator, size: float) -> list[ObjectPart]:
    """A plug with two or three pins upwards or aside, round or flat."""
    skin, metal = (
        plastic(rng),
        Material(np.array([190.0, 195, 200]) * rng.uniform(0.7, 1.1), np.zeros(3), 0.3, gloss=0.6),
    )
    flat = rng.random() < 0.5
    outline = rounded_square(0.95 * size, 0.5 * size, 0.2 * size) if flat else circle(0.5 * size, 0, 26)[:, :2]
    high = size * rng.uniform(0.3, 0.9)
    body = prism(outline, high, float(rng.uniform(0.85, 1.0)))
    face = body.points[len(outline) :]

    def rim(sheet: ThinSheet, corners: Floats, n: int) -> None:
        middle = face.mean(axis=0)
        sheet.line(middle + (face - middle) * 0.86, skin.body * 0.7, 0.03 * size)

    pins = [np.array([s * 0.21 * size, 0.0]) for s in (-1, 1)]
    if rng.random() < 0.25:
        pins.append(np.array([0.0, 0.16 * size]))
    bladed = rng.random() < 0.3
    pin_outline = (
        rounded_square(0.05 * size, 0.16 * size, 0.02 * size, 2) if bladed else circle(0.055 * size, 0, 10)[:, :2]
    )
    pin = prism(pin_outline, size * rng.uniform(0.25, 0.5))
    parts = [SolidPart(body, skin, top_decal(body, rim)), *(raised(SolidPart(pin, metal), high, p) for p in pins)]
    if rng.random() < 0.45:
        lift = float(np.abs(outline[:, 1]).max())
        parts = [laid_down(part, lift) for part in parts]
    return list(parts)


def laid_down(part: SolidPart, lift: float) -> SolidPart:
    """An upright part laid down, without its decal, its axis at a height above the table."""
    return SolidPart(part.solid.transformed(UPRIGHT_TO_LYING, (0, 0, lift)), part.material)


def socket(rng: RandomGenerator, size: float) -> list[ObjectPart]:
    """One to five sockets or switches in a row: hollow discs or squares with two or three holes."""
    count = int(rng.choice([1, 1, 2, 3, 4, 5]))
    skin, step = plastic(rng), size * rng.uniform(0.95, 1.2)
    solid = prism(rounded_square(step * count + 0.1 * size, 1.1 * size, 0.1 * size), size * rng.uniform(0.08, 0.5))
    high = float(solid.points[:, 2].max())
    kind, turn = int(rng.integers(4)), float(rng.choice([0.0, np.pi / 2, np.pi / 4]))
    way = np.array([np.cos(turn), np.sin(turn), 0])
    reach, hole = size * rng.uniform(0.32, 0.42), size * rng.uniform(0.04, 0.07)

    def holes(sheet: ThinSheet, corners: Floats, n: int) -> None:
        for k in range(count):
            middle = np.array([(k - (count - 1) / 2) * step, 0, high])
            if kind < 2:
                dot(sheet, middle, reach, skin.body * 0.72)
                dot(sheet, middle - (0, 0.02 * size, 0), reach * 0.93, skin.body * 0.88)
            elif kind == 2:
                field = rounded_square(1.5 * reach, 1.5 * reach, 0.2 * reach)
                sheet.fill(middle + np.append(field, np.zeros((16, 1)), 1), skin.body * 0.85)
            for s in (-1, 1):
                if kind == 1:
                    pair = middle + s * 0.19 * size * way
                    cross = np.cross(way, (0, 0, 1.0)) * 0.09 * size
                    sheet.line(np.array([pair - cross, pair + cross]), skin.body * 0.15, 0.05 * size, False)
                else:
                    dot(sheet, middle + s * 0.19 * size * way, hole, np.full(3, 22.0))
            if kind in (1, 3):
                dot(sheet, middle + np.cross(way, (0, 0, 1.0)) * 0.2 * size, hole, np.full(3, 22.0))

    return [SolidPart(solid, skin, top_decal(solid, holes))]


def display(rng: RandomGenerator, size: float) -> list[ObjectPart]:
    """A clock, scale or timer: a box with digits of seven segments in front or above."""
    word, skin = clock_text(rng), plastic(rng)
    wide, deep, high = size * (0.4 + 0.4 * len(word)), size * rng.uniform(0.7, 1.1), size * rng.uniform(0.2, 0.5)
    solid = prism(rounded_square(wide, deep, 0.06 * size, 2), high)
    tile = lit_digits(rng, 3 * TILE_PX, max(TILE_PX // 2, int(3 * TILE_PX * 0.7 * deep / wide)), word)
    lamp = np.array(LAMP_COLORS[int(rng.integers(len(LAMP_COLORS)))], float)
    panel = (
        np.full(3, rng.uniform(5, 40)) if rng.random() < 0.75 else np.array([120.0, 150, 140]) * rng.uniform(0.8, 1.3)
    )
    ink = lamp if panel.mean() < 60 else np.full(3, 25.0)
    upright = rng.random() < 0.5
    last = len(solid.faces) - 1

    def face(sheet: ThinSheet, corners: Floats, n: int) -> None:
        if n != last:
            return
        middle = corners.mean(axis=0)
        low, up = np.array([wide, 0, 0]) * 0.44, (np.array([0, 0, deep]) if upright else np.array([0, deep, 0])) * 0.36
        field = np.array([middle - low + up, middle + low + up, middle + low - up, middle - low - up])
        sheet.fill(field, panel)
        sheet.stick_mask(tile, field, ink)

    return [SolidPart(stand_upright(solid) if upright else solid, skin, face)]


def sweet(rng: RandomGenerator, size: float) -> list[ObjectPart]:
    """A round sweet: a smooth bean or lens, plain or dotted, or a flat disc with a swirl."""
    size *= rng.uniform(0.5, 1.1)
    body = vivid_color(rng) if rng.random() < 0.8 else random_color(rng)
    ink = np.full(3, 240.0) if rng.random() < 0.6 else vivid_color(rng)
    gloss = float(rng.uniform(0.2, 0.9))
    if rng.random() < 0.5:
        skin = Material(body, ink, 0.0, gloss=gloss)
        count = int(rng.choice([0, 0, 1, 5, 12]))
        dots = tuple((*rng.normal(0, 0.7, 2), rng.uniform(0.4, 1.2), rng.uniform(0.06, 0.16)) for _ in range(count))
        shape = np.array([0.5, rng.uniform(0.35, 0.5), rng.uniform(0.2, 0.5)]) * size
        return [DomePart(np.zeros(3), shape, skin, dots)]
    skin = Material(np.full(3, rng.uniform(200, 245)), body, 0.05, gloss=gloss)
    solid = prism(circle(0.5 * size, 0, 32)[:, :2], size * rng.uniform(0.12, 0.35), float(rng.uniform(0.85, 1)))
    tile = swirl_mask(rng)

    def stripes(sheet: ThinSheet, corners: Floats, n: int) -> None:
        sheet.stick_mask(tile, facet_square(corners, 0.5 * size), skin.ink)

    return [SolidPart(solid, skin, top_decal(solid, stripes))]


def swirl_mask(rng: RandomGenerator) -> Mask:
    """(128, 128) 8-bit mask of stripes on a disc: winding, straight, or rings."""
    side = 2 * TILE_PX
    y, x = (np.mgrid[:side, :side] + 0.5) / TILE_PX - 1
    far, count, kind = np.hypot(x, y), int(rng.integers(3, 9)), int(rng.integers(3))
    wave = np.arctan2(y, x) * count + far * rng.uniform(-8, 8) if kind == 0 else (x if kind == 1 else far) * 3 * count
    inside = (np.sin(wave + rng.uniform(0, 6)) > rng.uniform(-0.3, 0.5)) & (far < 0.86)
    return np.asarray(inside.astype(np.uint8) * 255, np.uint8)


def allsort(rng: RandomGenerator, size: float) -> list[ObjectPart]:
    """A sweet, eraser or sandwich of layers, or a cube of sugar: about as large as a die."""
    size *= rng.uniform(0.7, 1.0)
    wide, deep = size * rng.uniform(0.7, 1), size * rng.uniform(0.7, 1)
    if rng.random() < 0.3:
        sugar = Material(np.full(3, rng.uniform(215, 245)), np.zeros(3), 0.05, glitter=float(rng.uniform(0.05, 0.2)))
        return [SolidPart(prism(rounded_square(wide, deep, 0.02 * size, 2), size * rng.uniform(0.5, 0.9)), sugar)]
    colors = (np.full(3, 25.0), vivid_color(rng), np.full(3, 235.0), vivid_color(rng))
    parts: list[ObjectPart] = []
    base, count = 0.0, int(rng.choice([2, 3, 5]))
    for n in range(count):
        high = size * rng.uniform(0.5, 0.9) / count
        solid = prism(rounded_square(wide, deep, 0.08 * size), high)
        parts.append(raised(SolidPart(solid, Material(colors[n % 2 + 2 * (n % 3 == 2)], colors[0], 0.02)), base))
        base += high
    return parts


def marker(rng: RandomGenerator, size: float) -> list[ObjectPart]:
    """A pen lying there: barrel with lettering, cap of another color with a clip."""
    reach, long, share = size * rng.uniform(0.12, 0.3), size * rng.uniform(3, 7), rng.uniform(0.2, 0.4)
    barrel_skin = random_material(rng, False) if rng.random() < 0.5 else plastic(rng)
    cap_skin = Material(vivid_color(rng), np.full(3, 240.0), 0.1, gloss=0.5)
    ring = circle(reach, 0, 24)[:, :2]
    barrel = SolidPart(prism(ring * 0.92, long * (1 - share)), barrel_skin)
    cap = raised(SolidPart(prism(ring, long * share, float(rng.uniform(0.75, 1))), cap_skin), long * (1 - share))
    clip = SolidPart(prism(np.array([(-0.12, -0.06), (0.12, -0.06), (0.12, 0.06), (-0.12, 0.06)]) * reach * 4,
                           0.8 * long * share), cap_skin)  # fmt: skip
    clip = raised(clip, long * (1.15 - share), (0.0, 1.0 * reach))
    parts = [laid_down(raised(part, -long / 2), reach) for part in (barrel, cap, clip)]
    word, font = "".join(chr(65 + n) for n in rng.integers(0, 26, int(rng.integers(3, 9)))), int(rng.integers(0, 5))

    def lettering(sheet: ThinSheet, corners: Floats, n: int) -> None:
        if n in range(4, 8):
            along, across = np.array([0.3 * long, 0, 0]), np.array([0, 0.5 * reach, 0])
            middle = np.array([-0.15 * long, 0, 2 * reach])
            field = np.array([middle - along + across, middle + along + across, middle + along - across,
                              middle - along - across])  # fmt: skip
            tile = np.zeros((TILE_PX, 4 * TILE_PX), np.uint8)
            cv2.putText(tile, word, (8, TILE_PX - 12), font, 1.8, 255, 3, cv2.LINE_AA)
            sheet.stick_mask(tile, field, barrel_skin.ink)

    return [SolidPart(parts[0].solid, barrel_skin, lettering), *parts[1:]]


def plate(rng: RandomGenerator, size: float) -> list[ObjectPart]:
    """A thin plate, square or round, with one to nine holes or screws."""
    skin = plastic(rng) if rng.random() < 0.5 else random_material(rng, False)
    wide, deep = size * rng.uniform(0.7, 1.3), size * rng.uniform(0.7, 1.8)
    round_ = rng.random() < 0.25
    outline = circle(0.5 * wide, 0, 30)[:, :2] if round_ else rounded_square(wide, deep, size * rng.uniform(0.01, 0.2))
    deep = wide if round_ else deep
    high = size * rng.uniform(0.02, 0.12)
    solid = prism(outline, high)
    columns, rows = ((1, 1), (1, 2), (2, 2), (2, 2), (2, 3), (3, 3))[int(rng.integers(6))]
    reach, spread = size * rng.uniform(0.04, 0.12), rng.uniform(0.45, 0.75) * (0.8 if round_ else 1)
    deep_ink = random_color(rng, 10, 130) if rng.random() < 0.5 else skin.body * 0.2
    screws = rng.random() < 0.3

    def holes(sheet: ThinSheet, corners: Floats, n: int) -> None:
        for x in np.linspace(-0.5, 0.5, columns) if columns > 1 else (0.0,):
            for y in np.linspace(-0.5, 0.5, rows) if rows > 1 else (0.0,):
                at = np.array([x * wide * spread, y * deep * spread, high])
                dot(sheet, at, reach * 1.15, skin.body * 0.7)
                dot(sheet, at + np.array([0.01, 0.015, 0]) * size, reach, skin.body * 0.9 if screws else deep_ink)
                if screws:
                    sheet.line(at + np.array([(-reach, 0, 0), (reach, 0, 0)]) * 0.8, deep_ink, 0.03 * size, False)

    return [SolidPart(solid, skin, top_decal(solid, holes))]


def screw_cap(rng: RandomGenerator, size: float) -> list[ObjectPart]:
    """A cap of a bottle or tube with ribs at its side, a sign or a ring on top; or open upwards."""
    count = int(rng.choice([20, 30, 40]))
    turn = np.linspace(0, 2 * np.pi, 2 * count, endpoint=False)
    reach = 0.5 * size * (1 + 0.03 * (-1.0) ** np.arange(2 * count))
    solid = prism(np.stack([np.cos(turn), np.sin(turn)], -1) * reach[:, None], size * rng.uniform(0.25, 0.8), 0.97)
    skin, high = Material(vivid_color(rng), np.full(3, 240.0), 0.1), float(solid.points[:, 2].max())
    skin = plastic(rng) if rng.random() < 0.4 else skin
    kind, word, font = int(rng.integers(4)), "ABGMSXO578"[int(rng.integers(10))], int(rng.integers(5))
    sign = suit(rng, TILE_PX // 2)[0]

    def lid(sheet: ThinSheet, corners: Floats, n: int) -> None:
        middle = np.array([0, 0, high])
        if kind == 0:
            dot(sheet, middle, 0.44 * size, skin.body * 0.35)
            dot(sheet, middle - (0, 0.03 * size, 0), 0.38 * size, skin.body * 0.5)
        else:
            sheet.line(middle + circle(0.4 * size, 0, 30), skin.body * 0.7, 0.03 * size)
        if kind == 1:
            sheet.stick_mask(word_mask(rng, word, font, 5), facet_square(corners, 0.24 * size), skin.ink)
        elif kind == 2:
            sheet.stick_mask(sign, facet_square(corners, 0.24 * size), skin.ink)

    return [SolidPart(solid, skin, top_decal(solid, lid))]


def half_domino(rng: RandomGenerator, size: float) -> list[ObjectPart]:
    """A tile flatter than a die, with pips and a bar at one edge, or with a letter."""
    skin = Material(random_color(rng, 170, 248), random_color(rng, 0, 60), 0.1, gloss=float(rng.uniform(0, 0.5)))
    if rng.random() < 0.3:
        skin = Material(skin.ink + 12, skin.body, 0.3)
    solid = prism(rounded_square(size, size, 0.06 * size), size * rng.uniform(0.12, 0.3))
    high, count, reach = float(solid.points[:, 2].max()), int(rng.integers(0, 7)), size * rng.uniform(0.06, 0.1)
    barred, word = rng.random() < 0.75, "ABCDEFGHIJKLMNOPQRSTUVWXYZ"[int(rng.integers(26))]

    def top(sheet: ThinSheet, corners: Floats, n: int) -> None:
        if not barred:
            sheet.stick_mask(word_mask(rng, word, 0, 5), facet_square(corners, 0.3 * size), skin.ink)
            return
        for k in DOMINO_PIPS[count]:
            dot(sheet, np.array([0.25 * (k // 3 - 1), 0.25 * (k % 3 - 1), 0]) * size + (0, 0, high), reach, skin.ink)
        bar = np.array([(-0.38 * size, 0.46 * size, high), (0.38 * size, 0.46 * size, high)])
        sheet.line(bar, skin.ink, 0.05 * size, False)

    return [SolidPart(solid, skin, top_decal(solid, top))]


def pawn(rng: RandomGenerator, size: float) -> list[ObjectPart]:
    """A pawn: a cone on a foot, with a ball on top."""
    skin = Material(vivid_color(rng) if rng.random() < 0.7 else random_color(rng), np.zeros(3), 0.0, gloss=0.4)
    reach, high = size * rng.uniform(0.25, 0.4), size * rng.uniform(0.5, 1.1)
    foot = SolidPart(prism(circle(reach, 0, 28)[:, :2], 0.15 * high), skin)
    cone = raised(SolidPart(prism(circle(0.85 * reach, 0, 28)[:, :2], high, 0.35), skin), 0.15 * high)
    ball = float(0.62 * reach)
    return [foot, cone, DomePart(np.array([0, 0, 1.1 * high]), np.full(3, ball), skin)]
