"""Objects that are no dice: flat ones (coins, buttons, dominoes) and standing ones."""

from __future__ import annotations

from collections.abc import Callable

import cv2
import numpy as np

from vision.reading import Image

from .ground import Chance, Floats, colour, write
from .solid import (
    TILE,
    Body,
    Decal,
    Dome,
    Glass,
    Mask,
    Part,
    Sheet,
    Solid,
    Stuff,
    View,
    circle,
    die,
    numeral,
    prism,
    resting,
    shadow,
    square,
    standing,
    stuff,
)


def flats(image: Image, chance: Chance, unit: float) -> None:
    """Draw flat objects on a table seen from above; `unit` is a die's side in pixels."""
    for _ in range(int(chance.integers(1, 7))):
        at = chance.uniform(0, image.shape[0], 2)
        thing = (coin, button, domino, screw, card, hole, dotted, token)[int(chance.integers(8))]
        thing(image, chance, at, unit * chance.uniform(0.5, 1.6))


def disc(image: Image, at: Floats, radius: float, ink: Floats, weight: int = -1) -> None:
    """Draw a disc."""
    place = (int(at[0] * 16), int(at[1] * 16))
    cv2.circle(image, place, max(1, int(radius * 16)), tuple(float(c) for c in ink), weight, cv2.LINE_AA, 4)


def coin(image: Image, chance: Chance, at: Floats, size: float) -> None:
    """Draw a coin or a cap: rings, and a numeral."""
    body = colour(chance)
    disc(image, at + size * 0.06, size * 0.5, body * 0.4)
    disc(image, at, size * 0.5, body)
    disc(image, at, size * 0.42, body * chance.uniform(0.7, 1.15), 1 + int(size / 30))
    if chance.random() < 0.7:
        write(image, chance, (int(at[0] - size * 0.2), int(at[1] + size * 0.2)), size / 60)


def button(image: Image, chance: Chance, at: Floats, size: float) -> None:
    """Draw a round body with two or four holes, or one."""
    body, ink = colour(chance), colour(chance, 0, 120)
    disc(image, at + size * 0.06, size * 0.5, body * 0.4)
    disc(image, at, size * 0.5, body)
    for turn in np.arange(count := int(chance.choice([1, 2, 4]))) * 2 * np.pi / count + chance.uniform(0, 3):
        away = 0.0 if count == 1 else 0.17 * size
        disc(image, at + away * np.array([np.cos(turn), np.sin(turn)]), size * 0.07, ink)


def screw(image: Image, chance: Chance, at: Floats, size: float) -> None:
    """Draw a small head with a slot or a cross."""
    body = colour(chance, 60, 220)
    disc(image, at, size * 0.25, body)
    for turn in chance.uniform(0, 3) + np.arange(int(chance.integers(1, 3))) * np.pi / 2:
        reach = 0.18 * size * np.array([np.cos(turn), np.sin(turn)])
        ends = [tuple(int(v) for v in at + s * reach) for s in (-1, 1)]
        cv2.line(image, ends[0], ends[1], tuple(body * 0.3), max(1, int(size / 18)), cv2.LINE_AA)


def hole(image: Image, chance: Chance, at: Floats, size: float) -> None:
    """Draw some dots without a body: holes, crumbs, drops."""
    ink = colour(chance)
    for _ in range(int(chance.integers(1, 9))):
        disc(image, at + chance.normal(0, 0.6, 2) * size, size * chance.uniform(0.04, 0.14), ink)


def domino(image: Image, chance: Chance, at: Floats, size: float) -> None:
    """Draw two halves with a line between them, each with its pips in rows."""
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
    """Draw a card with a frame and words."""
    turn = cv2.boxPoints((at.tolist(), (size * 2.2, size * 3.2), float(chance.uniform(0, 180))))
    cv2.fillConvexPoly(image, np.rint(turn).astype(np.int32), tuple(colour(chance)), cv2.LINE_AA)
    cv2.polylines(image, [np.rint(turn).astype(np.int32)], True, tuple(colour(chance)), 2, cv2.LINE_AA)
    for line in range(3):
        write(image, chance, (int(at[0] - size * 0.8), int(at[1] + (line - 1) * size * 0.6)), size / 80)


def dotted(image: Image, chance: Chance, at: Floats, size: float) -> None:
    """Draw a patch of dotted cloth, or of metal with holes."""
    turn, half = float(chance.uniform(0, 180)), size * chance.uniform(0.5, 1.6, 2)
    body, ink = colour(chance), colour(chance)
    if abs(body.mean() - ink.mean()) < 50:
        ink = body * 0.25
    box = cv2.boxPoints((at.tolist(), (2 * half).tolist(), turn))
    cv2.fillConvexPoly(image, np.rint(box).astype(np.int32), tuple(body.tolist()), cv2.LINE_AA)
    step = min(size * float(chance.uniform(0.22, 0.6)), float(half.max()) / 2.6)  # never so few that it is a die's face
    counts = np.minimum(np.maximum(half / step - 0.5, 0), 8).astype(int)
    odd = chance.random() < 0.5
    radius, axes = step * chance.uniform(0.15, 0.38), (box[2] - box[1], box[1] - box[0])
    across, along = (v / max(1e-6, float(np.linalg.norm(v))) for v in axes)
    for y in range(-counts[1], counts[1] + 1):
        for x in range(-counts[0], counts[0] + 1 - (odd and y % 2)):
            place = at + step * ((x + 0.5 * (odd and y % 2)) * across + y * along)
            disc(image, place, radius, ink)


def token(image: Image, chance: Chance, at: Floats, size: float) -> None:
    """Draw a flat counter: square with a number, or round with a number or dots."""
    body, ink = colour(chance), colour(chance)
    turn = chance.uniform(0, np.pi)
    square_ = bool(chance.random() < 0.5)
    if square_:
        box = cv2.boxPoints((at.tolist(), (size, size), float(np.degrees(turn))))
        cv2.fillConvexPoly(
            image, np.rint(box + size * 0.05).astype(np.int32), tuple((body * 0.4).tolist()), cv2.LINE_AA
        )
        cv2.fillConvexPoly(image, np.rint(box).astype(np.int32), tuple(body.tolist()), cv2.LINE_AA)
    else:
        disc(image, at + size * 0.05, size * 0.5, body * 0.4)
        disc(image, at, size * 0.5, body)
    if square_ or chance.random() < 0.4:
        word = str(int(chance.integers(0, 100)))
        place = (int(at[0] - size * 0.25), int(at[1] + size * 0.2))
        cv2.putText(image, word, place, 0, size / 45, tuple(ink.tolist()), max(1, int(size / 14)), cv2.LINE_AA)
        return
    for _ in range(int(chance.integers(1, 10))):
        disc(image, at + chance.uniform(-0.3, 0.3, 2) * size, size * chance.uniform(0.04, 0.1), ink)


def finger(image: Floats, chance: Chance) -> None:
    """Draw a finger or an arm that comes in from the border."""
    side = image.shape[0]
    tone = np.array([90, 125, 190]) * chance.uniform(0.4, 1.2)
    start = chance.uniform(0, side, 2)
    start[int(chance.integers(2))] = float(chance.choice([0, side]))
    end = start + (side / 2 - start) * chance.uniform(0.2, 0.8) + chance.normal(0, 20, 2)
    wide = int(side * chance.uniform(0.04, 0.2))
    places = [tuple(int(v) for v in p) for p in (start, end)]
    cv2.line(image, places[0], places[1], tuple(tone * 0.75), wide, cv2.LINE_AA)
    cv2.line(image, places[0], places[1], tuple(tone), int(wide * 0.8), cv2.LINE_AA)


def strangers(image: Floats, camera: View, chance: Chance) -> None:
    """Draw one to six standing objects that are no six-sided dice, far ones first."""
    light = chance.normal(0, 0.5, 3)
    light[2] = chance.uniform(0.5, 1.2)
    light /= np.linalg.norm(light)
    count = int(chance.integers(1, 7))
    places = [np.append(chance.uniform(-0.4, 0.4, 2) * camera.reach, 0) for _ in range(count)]
    far = camera.project(np.array(places))[1]
    for n in np.argsort(-far):
        thing = KINDS[int(chance.choice(len(KINDS), p=ODDS))]
        stand(image, camera, chance, places[int(n)][:2], thing(chance, chance.uniform(0.7, 1.6)), light)


def stand(image: Floats, camera: View, chance: Chance, place: Floats, parts: list[Part], light: Floats) -> None:
    """Draw an object of several parts with its shadow; parts in front come last."""
    points = np.concatenate([part.points for part in parts])
    turn = float(chance.uniform(0, 2 * np.pi))
    sheet = Sheet(image, camera, place, turn, light, points)
    if sheet.empty:
        return
    shadow(image, sheet, points, chance)
    sheet.open()
    for part in parts:
        part.draw(sheet, chance)
    sheet.close()


def many(chance: Chance, size: float) -> list[Part]:
    """A die of four, eight, ten, twelve or twenty sides on one of its facets, with numerals."""
    sides = int(chance.choice([4, 8, 10, 12, 20, 2], p=[0.16, 0.2, 0.18, 0.18, 0.2, 0.08]))
    body = die(sides)
    solid = resting(body, size * 0.58, int(chance.integers(len(body.faces))))
    skin = stuff(chance)
    return [Body(solid, skin, numbers(chance, solid, skin, sides))]


def numbers(chance: Chance, solid: Solid, skin: Stuff, sides: int) -> Decal:
    """Decal of a numeral on each facet; three on each of a die of four sides."""
    tens, font = sides == 10 and chance.random() < 0.4, int(chance.choice([0, 2, 3, 4]))
    words = [f"{n}0" if tens else str(n if sides == 10 else n + 1) for n in chance.permutation(len(solid.faces))]
    bold, wide = int(chance.integers(2, 8)), chance.uniform(0.6, 1.0)

    def decal(sheet: Sheet, corners: Floats, n: int) -> None:
        middle = corners.mean(axis=0)
        edges = (corners + np.roll(corners, -1, axis=0)) / 2
        half = float(np.linalg.norm(edges - middle, axis=1).min()) * wide * 0.75
        if sides == 4:
            for corner in corners - middle:
                word = str(1 + int(chance.integers(4)))
                sheet.stick(
                    numeral(chance, word, font, bold), square(corners, half * 0.55, corner, corner * 0.45), skin.ink
                )
            return
        sharp = corners[int(np.argmax(np.linalg.norm(corners - middle, axis=1)))] - middle
        sheet.stick(numeral(chance, words[n], font, bold), square(corners, half, sharp), skin.ink)

    return decal


def wooden(chance: Chance) -> Stuff:
    """Material of painted or bare wood, or plain plastic."""
    body = np.array([90.0, 150, 195]) * chance.uniform(0.6, 1.15) if chance.random() < 0.35 else colour(chance, 20, 235)
    return Stuff(
        np.clip(body, 5, 245), colour(chance, 0, 60), float(chance.uniform(0, 0.2)), float(chance.uniform(0, 9))
    )


def box(wide: float, deep: float, high: float) -> Solid:
    """A block on the table."""
    return prism(np.array([(-wide, -deep), (wide, -deep), (wide, deep), (-wide, deep)]) / 2, high)


def block(chance: Chance, size: float) -> list[Part]:
    """A cube or a block without pips: bare, or with letters, numbers or a cross."""
    size *= 0.75
    shape = np.ones(3) if chance.random() < 0.65 else chance.uniform(0.4, 1.6, 3)
    skin = wooden(chance) if chance.random() < 0.6 else stuff(chance)
    font, bold, signed = int(chance.integers(5)), int(chance.integers(3, 9)), chance.random() < 0.5

    def decal(sheet: Sheet, corners: Floats, n: int) -> None:
        word = ("ABCDEFGKRSTX+*?"[int(chance.integers(15))], str(int(chance.integers(0, 65))))[int(chance.integers(2))]
        half = float(np.linalg.norm(corners[0] - corners[1])) * 0.36
        up = corners[0] - corners[1] if chance.random() < 0.5 else corners[1] - corners[2]
        sheet.stick(numeral(chance, word, font, bold), square(corners, half, up), skin.ink)

    return [Body(box(*(shape * size).tolist()), skin, decal if signed and shape.max() == 1 else None)]


MEEPLE = np.array([(-0.45, -0.5), (-0.1, -0.5), (0, -0.3), (0.1, -0.5), (0.45, -0.5), (0.26, -0.08), (0.52, 0.02),
                   (0.52, 0.16), (0.22, 0.22), (0.18, 0.42), (0.08, 0.5), (-0.08, 0.5), (-0.18, 0.42),
                   (-0.22, 0.22), (-0.52, 0.16), (-0.52, 0.02), (-0.26, -0.08)])  # fmt: skip


def figure(chance: Chance, size: float) -> list[Part]:
    """A meeple, a heart, a drop, a star, a house, a hexagon: standing or lying."""
    turn = np.linspace(0, 2 * np.pi, 22, endpoint=False)
    sin, cos = np.sin(turn), np.cos(turn)
    heart = np.stack([sin**3, (13 * cos - 5 * np.cos(2 * turn) - 2 * np.cos(3 * turn)) / 17], -1)[::-1] * 0.5
    drop = np.stack([sin * np.sin(turn / 2) ** 2 * 0.55, cos * 0.55], -1)[::-1]
    spike = np.arange(10) * np.pi / 5
    star = np.stack([np.cos(spike), np.sin(spike)], -1) * np.where(np.arange(10) % 2, 0.24, 0.55)[:, None]
    house = np.array([(-0.4, -0.45), (0.4, -0.45), (0.4, 0.1), (0, 0.5), (-0.4, 0.1)])
    hexagon = circle(0.5, 0, 6)[:, :2]
    outline = (MEEPLE, MEEPLE, heart, drop, star, house, hexagon)[int(chance.integers(7))]
    solid = prism(outline * size, size * chance.uniform(0.15, 0.5))
    upright = chance.random() < 0.5 and outline is not star
    return [Body(standing(solid) if upright else solid, wooden(chance) if chance.random() < 0.7 else stuff(chance))]


def stack(chance: Chance, size: float) -> list[Part]:
    """Coins, counters or draughts on each other."""
    result: list[Part] = []
    skin, high, base = stuff(chance, False), size * chance.uniform(0.06, 0.2), 0.0
    word = str(int(chance.choice([1, 2, 5, 10, 20, 50, 100])))
    for _ in range(int(chance.choice([1, 2, 3, 5, 8], p=[0.35, 0.2, 0.2, 0.15, 0.1]))):
        reach = size * 0.5
        shift = (*chance.normal(0, 0.03 * size, 2), base)
        result.append(Body(prism(circle(reach, 0, 24)[:, :2], high).moved(np.eye(3), shift), skin))
        base += high
    last = result[-1]
    lid = last.points[24:]

    def decal(sheet: Sheet, corners: Floats, n: int) -> None:
        if n == 25:
            middle = lid.mean(axis=0)
            sheet.line(middle + (lid - middle) * 0.82, skin.body * 0.6, 0.04)
            sheet.stick(numeral(chance, word, 0, 4), square(corners, 0.25 * size), skin.ink)

    result[-1] = Body(last.solid, skin, decal) if isinstance(last, Body) else last
    return result


def cap(chance: Chance, size: float) -> list[Part]:
    """A bottle cap with its crimped rim, on either side."""
    turn = np.linspace(0, 2 * np.pi, 42, endpoint=False)
    rim = np.stack([np.cos(turn), np.sin(turn)], -1) * (0.56 + 0.035 * np.cos(21 * turn))[:, None] * size
    skin = stuff(chance, False)
    low, high = prism(rim, 0.13 * size, 0.93), prism(circle(0.47 * size, 0, 30)[:, :2], 0.08 * size, 0.9)
    word, dark = "ABGMSXO"[int(chance.integers(7))], chance.random() < 0.3

    def decal(sheet: Sheet, corners: Floats, n: int) -> None:
        if n == 31 and dark:
            sheet.fill(corners * (0.95, 0.95, 1), skin.body * 0.45)
        elif n == 31:
            sheet.stick(numeral(chance, word, 3, 5), square(corners, 0.27 * size), skin.ink)

    return [Body(low, skin), Body(high.moved(np.eye(3), (0, 0, 0.13 * size)), skin, decal)]


def pencil(chance: Chance, size: float) -> list[Part]:
    """A pencil or a pen lying there."""
    reach, long = 0.2 * size, chance.uniform(2.5, 6)
    count = int(chance.choice([6, 12]))
    tip = np.array([(0.0, 0.0, 0.0)])
    flat = circle(reach, 0, count)
    shift = np.array([0, 0, long])
    points = np.concatenate([flat, flat + shift, tip + shift * (1 + 0.18)])
    sides = tuple((n, (n + 1) % count, (n + 1) % count + count, n + count) for n in range(count))
    cone = tuple((n + count, (n + 1) % count + count, 2 * count) for n in range(count))
    solid = Solid(points - shift / 2, (*sides, *cone, tuple(range(count))[::-1]))
    lying = solid.moved(np.array([[0, 1.0, 0], [0, 0, 1], [1, 0, 0]]), (0, 0, reach))
    skin, bare = wooden(chance), np.array([130.0, 180, 215])

    def decal(sheet: Sheet, corners: Floats, n: int) -> None:
        if count <= n < 2 * count:
            sheet.fill(corners, bare * sheet.shade(np.array([0, 0, 1.0])) * chance.uniform(0.85, 1))
            sheet.fill(corners[2] + (corners - corners[2]) * 0.3, skin.ink)

    return [Body(lying, skin, decal)]


def pips(reach: float, count: int) -> Mask:
    """(192, 192) 8-bit mask of a domino's half."""
    tile = np.zeros((3 * TILE, 3 * TILE), np.uint8)
    spots = ((), (4,), (0, 8), (0, 4, 8), (0, 2, 6, 8), (0, 2, 4, 6, 8), (0, 1, 2, 6, 7, 8))[count]
    for n in spots:
        place = (n // 3 * TILE + TILE // 2, n % 3 * TILE + TILE // 2)
        cv2.circle(tile, place, int(reach * TILE), 255, -1, cv2.LINE_AA)
    return tile


def raster(columns: int, rows: int, reach: float, chance: Chance, share: float = 1.0) -> Mask:
    """(64 rows, 64 columns) 8-bit mask of dots in rows, each drawn with a probability."""
    tile = np.zeros((rows * TILE, columns * TILE), np.uint8)
    for y in range(rows):
        for x in range(columns):
            if chance.random() < share:
                place = (x * TILE + TILE // 2, y * TILE + TILE // 2)
                cv2.circle(tile, place, int(reach * TILE), 255, -1, cv2.LINE_AA)
    return tile


def bones(chance: Chance, size: float) -> list[Part]:
    """A thick domino, lying or on its long edge: two halves of dots with a line between."""
    skin = Stuff(colour(chance, 170, 248), colour(chance, 0, 60), 0.1)
    if chance.random() < 0.45:
        skin = Stuff(skin.ink + 12, skin.body, 0.3)
    solid = prism(np.array([(-1, -0.5), (1, -0.5), (1, 0.5), (-1, 0.5)]) * size * 0.8, size * chance.uniform(0.2, 0.4))
    reach, free, upright = chance.uniform(0.22, 0.36), chance.random() < 0.15, chance.random() < 0.45
    last = len(solid.faces) - 1

    def decal(sheet: Sheet, corners: Floats, n: int) -> None:
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
            tile = raster(3, 3, reach, chance) if free else pips(reach, int(chance.integers(7)))
            sheet.stick(tile, middle + (half - middle) * 0.82, skin.ink)

    return [Body(standing(solid) if upright else solid, skin, decal)]


def brick(chance: Chance, size: float) -> list[Part]:
    """A building brick with studs."""
    wide, deep = (int(v) for v in chance.integers(1, 5, 2))
    step, skin = 0.5 * size, Stuff(stuff(chance).body, np.zeros(3), 0.15, 0, 0, 0, 0.5)
    high = step * float(chance.choice([0.4, 1.2]))
    result: list[Part] = [Body(box(wide * step, deep * step, high), skin)]
    stud = prism(circle(0.31 * step, 0, 22)[:, :2], 0.2 * step)
    for y in range(deep):
        for x in range(wide):
            shift = ((x - (wide - 1) / 2) * step, (y - (deep - 1) / 2) * step, high)
            result.append(Body(stud.moved(np.eye(3), shift), skin))
    return result


def thick_button(chance: Chance, size: float) -> list[Part]:
    """A button with a rim and two or four holes."""
    skin, count = stuff(chance), int(chance.choice([2, 4]))
    solid, away = (
        prism(circle(0.5 * size, 0, 34)[:, :2], size * chance.uniform(0.06, 0.16)),
        size * chance.uniform(0.1, 0.17),
    )

    def decal(sheet: Sheet, corners: Floats, n: int) -> None:
        if n == 35:
            middle = corners.mean(axis=0)
            sheet.fill(middle + (corners - middle) * 0.75, skin.body * 0.8, 0.8, skin, chance)
            for place in circle(away, 0, count):
                sheet.fill(middle + place + circle(0.06 * size, 0, 14), skin.body * 0.2)

    return [Body(solid, skin, decal)]


def beetle(chance: Chance, size: float) -> list[Part]:
    """A ladybird, a dotted mushroom, a bead, or a half ball."""
    dots = tuple((*chance.normal(0, 0.7, 2), chance.uniform(0.3, 1.2), chance.uniform(0.1, 0.24)) for _ in range(9))
    skin = stuff(chance, False)
    if chance.random() < 0.5:
        skin = Stuff(
            np.array([35.0, 35, 200]) * chance.uniform(0.6, 1.2),
            np.full(3, chance.choice([15.0, 240.0])),
            0.1,
            gloss=0.6,
        )
    dots = dots if chance.random() < 0.8 else ()
    if chance.random() < 0.5:
        stem = Stuff(colour(chance, 170, 240), skin.ink, 0.0)
        high = size * chance.uniform(0.3, 0.7)
        foot = Body(prism(circle(0.2 * size, 0, 24)[:, :2], high, 0.8), stem)
        return [foot, Dome(np.array([0, 0, high]), np.array([0.5, 0.5, 0.4]) * size, skin, dots)]
    head = Stuff(np.full(3, 20.0), skin.ink, 0.1, gloss=0.5)
    front = Dome(np.array([0.45 * size, 0, 0]), np.full(3, 0.22 * size), head)
    back = Dome(np.zeros(3), np.array([0.55, 0.45, 0.38]) * size, skin, dots)
    return [front, back] if chance.random() < 0.7 else [back]


def cup(chance: Chance, size: float) -> list[Part]:
    """A dice cup or a mug, open above, or turned over."""
    skin, reach, high = stuff(chance, False), size * chance.uniform(0.8, 1.3), size * chance.uniform(1.0, 2.2)
    solid = prism(circle(reach, 0, 36)[:, :2], high, float(chance.uniform(0.8, 1.25)))
    over = chance.random() < 0.3

    def decal(sheet: Sheet, corners: Floats, n: int) -> None:
        if n == 37 and not over:
            middle = corners.mean(axis=0)
            inner = middle + (corners - middle) * 0.9
            sheet.fill(inner, skin.body * 0.3)
            low = middle - (0, 0, 0.5 * high) + (corners - middle) * 0.85
            one, other = (sheet.at(v).astype(np.float32) for v in (inner, low))
            common, shown = cv2.intersectConvexConvex(one, other)
            if common > 1:
                inside = [np.rint(shown[:, 0]).astype(np.int32)]
                cv2.fillPoly(sheet.picture, inside, (skin.body * 0.18).tolist())

    return [Body(solid, skin, decal)]


def glass(chance: Chance, size: float) -> list[Part]:
    """A glass, or only its ring."""
    low = size * chance.uniform(0.4, 1.2)
    high = size * float(chance.choice([0.05, chance.uniform(0.5, 2)]))
    return [Glass(low, high, low * chance.uniform(0.9, 1.3), colour(chance, 120, 240))]


def device(chance: Chance, size: float) -> list[Part]:
    """A slab with rows of keys, holes or lamps.

    A remote control, a keyboard's end, a sieve, a power strip.
    """
    columns, rows = int(chance.integers(2, 6)), int(chance.integers(4, 8))
    step = size * chance.uniform(0.3, 0.7)
    skin = stuff(chance, False)
    solid = box(columns * step * 1.1, rows * step * 1.1, size * chance.uniform(0.1, 0.4))
    round_, reach = chance.random() < 0.6, chance.uniform(0.18, 0.42)
    tile = raster(columns, rows, reach, chance, chance.uniform(0.6, 1.2))
    if not round_:
        tile = np.zeros_like(tile)
        for y in range(0, rows * TILE, TILE):
            for x in range(0, columns * TILE, TILE):
                tile[y + 6 : y + TILE - 6, x + 6 : x + TILE - 6] = 255

    def decal(sheet: Sheet, corners: Floats, n: int) -> None:
        if n == len(solid.faces) - 1:
            middle = corners.mean(axis=0)
            inner = (middle + (corners - middle) * 0.9)[::-1]
            sheet.stick(tile, inner, skin.ink)

    return [Body(solid, skin, decal)]


KINDS: tuple[Callable[[Chance, float], list[Part]], ...] = (
    many, block, figure, bones, stack, cap, brick, thick_button, beetle, pencil, cup, glass, device)  # fmt: skip
"""Every object that can stand on a table."""
ODDS = np.array([27, 9, 8, 18, 5, 5, 6, 8, 5, 3, 1, 1, 4]) / 100
"""Probability of each object."""
