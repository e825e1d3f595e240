"""Objects that are not pipped dice: dominoes, numerals, symbols, coins, screws, meeples."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import cv2
import numpy as np

from bench.scenes.dice import PATTERNS, Chance, light, make, metal, paint, varnish
from bench.scenes.ground import write
from bench.scenes.mesh import FRAMES, Floats, cube, prism, solid
from bench.scenes.stage import SAMPLES, Film, Shot, Thing, shoot
from bench.scenes.throw import camera

GOLD = (1 + 5**0.5) / 2
SIGNS = ("sword", "ring", "cross", "bar", "star", "zero")


def round_outline(count: int = 40, wave: float = 0.0, teeth: int = 0) -> Floats:
    """(count, 2) of a circle of radius 0.5, perhaps with teeth."""
    turn = np.arange(count) * 2 * np.pi / count
    radius = 0.5 * (1 + wave * np.sin(turn * teeth))
    return np.stack([radius * np.cos(turn), radius * np.sin(turn)], -1)


def oblong(wide: float, high: float) -> Floats:
    """(20, 2) of a rounded rectangle around the origin."""
    corner = 0.12 * min(wide, high)
    arcs = []
    for n, (sx, sy) in enumerate([(1, 1), (-1, 1), (-1, -1), (1, -1)]):
        turn = np.linspace(0, np.pi / 2, 5) + n * np.pi / 2
        middle = np.array([sx * (wide / 2 - corner), sy * (high / 2 - corner)])
        arcs.append(middle + corner * np.stack([np.cos(turn), np.sin(turn)], -1))
    return np.concatenate(arcs)


def canvas(chance: Chance, high: int = 192, wide: int = 192) -> tuple[Floats, tuple[float, ...]]:
    """A (high, wide, 3) RGB picture of one colour, and a contrasting ink."""
    body = paint(chance)
    ink = np.full(3, 235.0) if light(body) < 0.5 else np.full(3, 25.0)
    return np.full((high, wide, 3), body), tuple(ink)


def spot(image: Floats, x: float, y: float, radius: float, ink: tuple[float, ...]) -> None:
    """A disc, in pixels."""
    cv2.circle(image, (int(x * 16), int(y * 16)), int(radius * 16), ink, -1, cv2.LINE_AA, 4)


def word(image: Floats, sign: str, ink: tuple[float, ...], share: float = 0.5) -> None:
    """A symbol in the middle of a picture, `share` of its height."""
    high, wide = image.shape[:2]
    size = share * high / 22
    (across, down), _ = cv2.getTextSize(sign, 2, size, max(1, int(2 * size)))
    if across > 0.8 * wide:
        size *= 0.8 * wide / across
        (across, down), _ = cv2.getTextSize(sign, 2, size, max(1, int(2 * size)))
    write(image, sign, ((wide - across) // 2, (high + down) // 2), size, ink)


def flat(chance: Chance, outline: Floats, height: float, image: Floats, gloss: float | None = None) -> Thing:
    """A flat object with a picture on top."""
    return Thing(prism(outline, height), varnish(image[::-1], chance.uniform(0.2, 1) if gloss is None else gloss))


def domino(chance: Chance) -> Thing:
    """A domino: two halves with pips and a line between them."""
    image, ink = canvas(chance, 384, 192)
    cv2.line(image, (14, 192), (178, 192), ink, 5)
    for middle in (96, 288):
        value = int(chance.integers(0, 7))
        for x, y in PATTERNS.get(value, []):
            spot(image, 96 + 48 * x, middle + 48 * y, 17, ink)
    return flat(chance, oblong(1.0, 2.0), chance.uniform(0.2, 0.4), image)


def polyhedron(chance: Chance) -> Thing:
    """A die of 4, 8, 12 or 20 sides with numerals."""
    sides = int(chance.choice([4, 8, 12, 20]))
    mesh = solid(corners(sides) * chance.uniform(0.55, 0.8))
    atlas = np.zeros((4 * 128, 5 * 128, 3))
    body, ink = canvas(chance, 128, 128)
    for n in range(20):
        cell = body.copy()
        word(cell, str(n + 1), ink, 0.3 if sides > 4 else 0.22)
        atlas[n // 5 * 128 : (n // 5 + 1) * 128, n % 5 * 128 : (n % 5 + 1) * 128] = cell[::-1]
    return Thing(mesh, varnish(atlas, chance.uniform(0.3, 1)))


def corners(sides: int) -> Floats:
    """(N, 3) corners of a regular solid, at distance 1."""
    cyclic = [np.roll(np.eye(3), k, axis=0) for k in range(3)]
    signs = np.array([(a, b) for a in (-1, 1) for b in (-1, 1)])
    box = np.array([(a, b, c) for a in (-1, 1) for b in (-1, 1) for c in (-1, 1)], float)
    if sides == 4:
        points = np.array([(1, 1, 1), (1, -1, -1), (-1, 1, -1), (-1, -1, 1)], float)
    elif sides == 8:
        points = np.concatenate([np.eye(3), -np.eye(3)])
    elif sides == 12:
        flat = np.c_[np.zeros(4), signs / GOLD * (1, GOLD**2)]
        points = np.concatenate([box, *(flat @ turn for turn in cyclic)])
    else:
        flat = np.c_[np.zeros(4), signs * (1, GOLD)]
        points = np.concatenate([flat @ turn for turn in cyclic])
    return np.asarray(points / np.linalg.norm(points[0]))


def signed(chance: Chance) -> Thing:
    """A cube with numerals, or with a game's symbols."""
    made = make(chance, ("plastic",))
    mesh = cube(made.edge, 0.9, [np.zeros((0, 3))] * 6, 0, 24)
    numerals, atlas = chance.random() < 0.5, np.zeros((2 * 160, 3 * 160, 3))
    ink = tuple(np.full(3, 235.0) if light(made.body) < 0.5 else np.full(3, 25.0))
    for n in range(6):
        cell = np.full((160, 160, 3), made.body)
        if numerals:
            word(cell, str(n + 1), ink, 0.45)
        else:
            sign(cell, SIGNS[int(chance.integers(6))], ink)
        cell = np.rot90(cell, int(chance.integers(4)))
        atlas[n // 3 * 160 : (n // 3 + 1) * 160, n % 3 * 160 : (n % 3 + 1) * 160] = cell[::-1]
    lying = mesh.moved(FRAMES[int(chance.integers(6))], np.array([0, 0, 0.5]))
    return Thing(lying, varnish(atlas, chance.uniform(0.3, 1)))


def sign(image: Floats, name: str, ink: tuple[float, ...]) -> None:
    """A game's symbol on a (160, 160, 3) picture."""
    if name == "ring":
        cv2.circle(image, (80, 80), 44, ink, 16, cv2.LINE_AA)
    elif name in ("cross", "sword", "bar"):
        cv2.line(image, (36, 36), (124, 124), ink, 15, cv2.LINE_AA)
        if name == "cross":
            cv2.line(image, (124, 36), (36, 124), ink, 15, cv2.LINE_AA)
        elif name == "sword":
            cv2.line(image, (84, 124), (124, 84), ink, 11, cv2.LINE_AA)
    elif name == "star":
        turn = np.arange(10) * np.pi / 5
        reach = np.where(np.arange(10) % 2, 24, 58)
        points = 80 + np.stack([reach * np.sin(turn), -reach * np.cos(turn)], -1)
        cv2.fillPoly(image, [np.rint(points).astype(np.int32)], ink, cv2.LINE_AA)


def coin(chance: Chance) -> Thing:
    """A coin: metal, a rim, a numeral, a ring of beads."""
    made = make(chance, ("metal",))
    image = np.full((192, 192, 3), made.body * 0.8)
    dark = tuple(made.body * 0.35)
    cv2.circle(image, (96, 96), 84, dark, 4, cv2.LINE_AA)
    for turn in np.arange(24) * np.pi / 12:
        spot(image, 96 + 74 * np.cos(turn), 96 + 74 * np.sin(turn), 4, dark)
    word(image, str(chance.choice(["1", "2", "5", "10", "20", "50"])), dark, 0.45)
    mesh = prism(round_outline() * chance.uniform(1.0, 1.8), 0.12)
    shiny = metal(made, chance.uniform(0, 0.7))
    return Thing(mesh, {"type": "blendbsdf", "weight": 0.5, "a": shiny, "b": varnish(image[::-1], 0.3)})


def button(chance: Chance) -> Thing:
    """A button with one, two or four holes."""
    image, _ = canvas(chance)
    cv2.circle(image, (96, 96), 74, tuple(image[0, 0] * 0.7), 5, cv2.LINE_AA)
    count = int(chance.choice([2, 4, 4, 1]))
    for turn in np.arange(count) * 2 * np.pi / count:
        away = 0 if count == 1 else 26
        spot(image, 96 + away * np.cos(turn), 96 + away * np.sin(turn), 12, (12.0, 12.0, 12.0))
    return flat(chance, round_outline() * chance.uniform(0.7, 1.5), 0.15, image)


def screw(chance: Chance) -> Thing:
    """The head of a screw, or a nut, in metal."""
    image = np.full((192, 192, 3), chance.uniform(90, 190))
    dark = (20.0, 20.0, 20.0)
    kind = chance.random()
    if kind < 0.3:
        spot(image, 96, 96, 46, dark)
    else:
        cv2.line(image, (40, 96), (152, 96), dark, 18)
        if kind < 0.65:
            cv2.line(image, (96, 40), (96, 152), dark, 18)
    outline = round_outline(6 if kind < 0.3 else 36) * chance.uniform(0.5, 0.9)
    return flat(chance, outline, chance.uniform(0.15, 0.4), image, 0.7)


def plate(chance: Chance) -> Thing:
    """A square plate with holes in rows."""
    image, _ = canvas(chance)
    count = int(chance.integers(3, 9))
    step = 192 / count
    for n in range(count * count):
        spot(image, (n % count + 0.5) * step, (n // count + 0.5) * step, step * 0.25, (15.0, 15.0, 15.0))
    return flat(chance, oblong(1, 1) * chance.uniform(1.2, 3.5), 0.1, image)


def meeple(chance: Chance) -> Thing:
    """A wooden meeple that lies flat."""
    half = np.array([(0, 0.5), (-0.13, 0.46), (-0.17, 0.34), (-0.13, 0.22), (-0.42, 0.1), (-0.45, -0.02),
                     (-0.22, -0.06), (-0.4, -0.48), (-0.12, -0.48), (0, -0.3)])  # fmt: skip
    outline = np.concatenate([half, half[-2:0:-1] * (-1, 1)])
    return flat(chance, outline * chance.uniform(0.9, 1.5), 0.45, canvas(chance)[0], 0.2)


def cap(chance: Chance) -> Thing:
    """A bottle cap, from above."""
    image, ink = canvas(chance)
    cv2.circle(image, (96, 96), 62, ink, 6, cv2.LINE_AA)
    word(image, str(chance.choice(["BIER", "Z", "1908", "cola", "*", "SOL"])), ink, 0.25)
    return flat(chance, round_outline(84, 0.04, 21) * chance.uniform(1.2, 1.8), 0.3, image, chance.uniform(0.6, 1))


def card(chance: Chance) -> Thing:
    """A card with a frame, a word and some round symbols."""
    image, ink = canvas(chance, 288, 192)
    cv2.rectangle(image, (10, 10), (181, 277), ink, 5)
    word(image, str(chance.choice(["Sun 3", "VII", "Q", "x4", "Oro"])), ink, 0.15)
    for n in range(int(chance.integers(0, 6))):
        spot(image, 30 + n % 3 * 22, 40 + n // 3 * 22, 8, ink)
    return flat(chance, oblong(2.2, 3.3), 0.03, image)


KINDS: dict[str, tuple[Callable[[Chance], Thing], ...]] = {
    "dominoes": (domino,), "polyhedra": (polyhedron,), "signs": (signed,), "coins": (coin,), "buttons": (button,),
    "screws": (screw,), "plates": (plate,), "meeples": (meeple,), "caps": (cap,), "cards": (card, meeple, coin),
    "prints": (), "dots": (), "mixed": (domino, polyhedron, signed, coin, button, screw, plate, meeple, cap, card),
}  # fmt: skip
"""Objects on a table without a die; where empty, the table itself is the subject."""


def strewn(chance: Chance, kind: str, reach: float) -> list[Thing]:
    """Objects of a kind, apart from each other on a table of that half width."""
    makers, result = KINDS[kind], list[Thing]()
    places: list[tuple[Floats, float]] = []
    for _ in range(int(chance.integers(2, 14)) if makers else 0):
        place = chance.uniform(-0.85, 0.85, 2) * (reach, 0.5 * reach)
        thing = makers[int(chance.integers(len(makers)))](chance)
        radius = float(np.hypot(*thing.mesh.points[:, :2].T).max())
        if all(np.hypot(*(place - other)) > radius + far for other, far in places):
            places.append((place, radius))
            result.append(turned(thing, chance.uniform(0, 2 * np.pi), np.r_[place, 0.0]))
    return result


def turned(thing: Thing, angle: float, place: Floats) -> Thing:
    """An object, turned about the vertical axis and moved."""
    about = np.array([[np.cos(angle), -np.sin(angle), 0], [np.sin(angle), np.cos(angle), 0], [0, 0, 1]])
    return Thing(thing.mesh.moved(about, place), thing.surface)


def bare(seed: int, grounds: Path | None = None, samples: int = SAMPLES, size: tuple[int, int] | None = None) -> Shot:
    """The JPEG of a table without a die, and its kind."""
    chance = np.random.default_rng([seed, 47])
    kind = list(KINDS)[seed % len(KINDS)]
    pixels = float(np.exp(chance.uniform(np.log(34), np.log(150))))
    view = camera(chance, "dim" if chance.random() < 0.5 else "plain", pixels, size)
    things = strewn(chance, kind, view.reach)
    data = shoot(chance, view, kind, things, Film(seed, pixels, samples), grounds)
    return data, {"seed": seed, "kind": kind, "size": list(view.size), "dice": []}
