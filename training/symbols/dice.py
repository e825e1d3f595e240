"""Dice with signs: the colors of the game's editions, worn paint, and scenes with them."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path

import cv2
import numpy as np

from training.scenes import cube
from training.scenes.drawn.compose import compose_scene
from training.scenes.ground import Floats, RandomGenerator, smooth_noise
from training.scenes.scene import GroundTruth
from training.scenes.throw import PlacedDie, arrange_heaps, arrange_rows, random_faces, scatter
from vision.reading import Image
from vision.symbol_dice import SIGNS

from .hands import Hand, random_hand
from .wear import aged, real_plastic

SCENE_PX = 448
CLOSE_UNIT_PX = 105.0
"""Side of a die in pixels from which it is near."""
PIPS, OTHER = len(SIGNS) + 1, len(SIGNS) + 2
"""Values of dice with pips, and of dice with other signs, in the ground truth; signs are 1 … 13."""
UP = 4
"""The face of a die that is on top."""
FACES = {
    "tokyo": ("1", "2", "3", "heart", "energy", "smash"),
    "berserk": ("energy", "energy2", "smash", "smash", "smash2", "skull"),
    "fate": ("eye", "river", "snake", "ankh", "eye", "river"),
}
"""Signs of each kind of dice; the two sides of a die of fate that none names show any of its four."""
MIDDLE_PX = cube.TILE_PX // 2
"""Middle of a face in pixels, along both sides."""
Color = tuple[int, int, int]


@dataclass(frozen=True)
class ColorLot:
    """Colors of an edition in BGR: pairs of body and ink, and how clear the plastic is."""

    pairs: tuple[tuple[Color, Color], ...]
    translucency: float = 0.0


BLACK, LIME, SAND = (31, 30, 34), (55, 193, 166), (140, 190, 215)
COLORS = {
    "base": ColorLot(((BLACK, LIME),)),
    "inverted": ColorLot(((LIME, BLACK),)),
    "dark": ColorLot((((40, 50, 51), (102, 229, 255)), ((205, 226, 228), (60, 70, 70))), 0.35),
    "halloween": ColorLot((((0, 128, 255), (12, 12, 12)), ((20, 18, 18), (0, 128, 255)))),
    "origins": ColorLot((((71, 147, 18), (28, 232, 255)), ((28, 232, 255), (71, 147, 18)))),
    "bright": ColorLot(
        (
            *(((238, 240, 240), (25, 25, 25)), ((225, 235, 240), (40, 35, 180)), ((240, 240, 238), (150, 80, 30))),
            *(((60, 215, 240), (25, 25, 25)), ((190, 160, 235), (40, 30, 90)), ((225, 205, 120), (30, 30, 30))),
        )
    ),
    "berserk": ColorLot((((20, 90, 240), (240, 242, 242)), ((45, 25, 190), (240, 242, 242)))),
    "fate": ColorLot(((SAND, (110, 50, 25)), ((170, 205, 225), (90, 40, 20)))),
}
"""Editions; "berserk" and "fate" are the colors of those two dice."""
USUAL = ("base", "base", "inverted", "dark", "halloween", "origins", "bright", "bright")
KIND_SHARES = {"tokyo": 0.36, "numerals": 0.2, "berserk": 0.11, "fate": 0.11, "pips": 0.1, "other": 0.12}
"""How often a scene's dice are of a kind."""
NUMERAL_FACES = ("123456", "123456", "123456", "012345", "456789", "112233")
"""Faces of dice with numerals; 1, 2 and 3 are the game's signs, any other number is none."""
LETTERS = (
    *"ABDFGHKMOPQRTWXY&?04567890",
    *("10", "11", "12", "13", "20", "21", "23", "30", "32", "00", "90", "1+", "x2"),
)
"""Letters and numbers that are none of the game's signs."""
CLOSE_SHARE = 0.12
"""Share of the scenes with few dice so near that they fill the picture, or are cut by its edge."""
FEW_SHARE = 0.15
"""Share of the other scenes with one or two dice."""


def colored(rng: RandomGenerator, body: Color, ink: Color, clear: float) -> cube.DieAppearance:
    """A die of these colors, which vary a little, without faces."""
    base = cube.random_appearance(rng, (1, 2, 3, 4, 5, 6))
    shade = np.exp(rng.normal(0, 0.08))
    return replace(
        base,
        body=np.clip(np.array(body) * shade + rng.normal(0, 7, 3), 3, 252),
        ink=np.clip(np.array(ink) * np.exp(rng.normal(0, 0.06)) + rng.normal(0, 8, 3), 3, 252),
        translucency=float(np.clip(clear + rng.normal(0, 0.1), 0, 0.6)) if clear else 0.0,
        marbling=min(base.marbling, 6.0) if rng.random() < 0.85 else base.marbling * 0.6,
        second_ink=np.clip(np.array(body) * 0.6 + 90, 0, 250),
    )


def random_look(rng: RandomGenerator, kind: str) -> cube.DieAppearance:
    """A die of a kind in the colors of one of its editions, or in any others.

    Those with numerals in any of both.
    """
    if kind in ("pips", "other") or rng.random() < 0.15:
        return real_plastic(cube.random_appearance(rng, (1, 2, 3, 4, 5, 6)), rng)
    own = kind if kind in COLORS and rng.random() < 0.75 else str(rng.choice(USUAL))
    lot = COLORS[own]
    body, ink = lot.pairs[int(rng.integers(len(lot.pairs)))]
    return real_plastic(colored(rng, body, ink, lot.translucency or (0.3 if rng.random() < 0.08 else 0.0)), rng)


def worn(tile: Floats, rng: RandomGenerator) -> Floats:
    """Paint that is missing in spots, thin, or scratched."""
    if rng.random() < 0.3:
        spots = smooth_noise(rng, cube.TILE_PX, rng.uniform(2.5, 12))
        tile = tile * np.clip((rng.uniform(1.0, 2.2) - spots) * 3, 0, 1)
    if rng.random() < 0.2:
        tile = tile * rng.uniform(0.55, 1)
    return np.asarray(tile, np.float32)


def scratches(rng: RandomGenerator) -> Floats:
    """(TILE_PX, TILE_PX) 0..1, thin lines across a face."""
    tile = np.zeros((cube.TILE_PX, cube.TILE_PX), np.float32)
    for _ in range(int(rng.integers(1, 5))):
        one, two = (tuple(int(v) for v in rng.integers(0, cube.TILE_PX, 2)) for _ in range(2))
        cv2.line(tile, one, two, float(rng.uniform(0.2, 0.8)), 1, cv2.LINE_AA)
    return tile


def face_textures(tiles: list[Floats], rng: RandomGenerator) -> Floats:
    """(6, TILE_PX, TILE_PX, 3) textures of six drawings, the first one on top."""
    faces = np.zeros((6, cube.TILE_PX, cube.TILE_PX, 3), np.float32)
    is_scratched, is_worn = rng.random() < 0.2, rng.random() < 0.6
    for which, drawn in zip((UP, 0, 1, 2, 3, 5), tiles, strict=True):
        tile = np.rot90(worn(drawn, rng) if is_worn else drawn, int(rng.integers(4)))
        faces[which, ..., 0] = tile if which % 2 else tile[:, ::-1]
        if is_scratched:
            marks = scratches(rng)
            faces[which, ..., 0] = np.maximum(faces[which, ..., 0], marks)
            faces[which, ..., 2] = marks
    return faces


def other_sign(hand: Hand, rng: RandomGenerator) -> Floats:
    """A sign that no die of the game has, or none.

    A letter, a number above 3, a star, a ring, a cross or an arrow.
    """
    tile = np.zeros((cube.TILE_PX, cube.TILE_PX), np.uint8)
    if rng.random() < 0.55:
        return hand.letter(LETTERS[int(rng.integers(len(LETTERS)))])
    drawings = (draw_ring, draw_star, draw_cross, draw_arrow)
    if rng.random() > 0.15:
        drawings[int(rng.integers(len(drawings)))](tile, rng, rng.uniform(0.18, 0.36) * cube.TILE_PX)
    return np.asarray(tile, np.float32) / 255


def draw_ring(tile: Image, rng: RandomGenerator, reach: float) -> None:
    """Draw a disc or a ring."""
    cv2.circle(tile, (MIDDLE_PX, MIDDLE_PX), int(reach), 255, int(rng.choice([-1, 5, 9])), cv2.LINE_AA)


def draw_star(tile: Image, rng: RandomGenerator, reach: float) -> None:
    """Draw a star of four to seven points."""
    count = 2 * int(rng.integers(4, 8))
    t = np.linspace(0, 2 * np.pi, count, endpoint=False)
    far = np.where(np.arange(count) % 2, rng.uniform(0.4, 0.8), 1.0) * reach * 1.2
    fill_polygon(tile, MIDDLE_PX + np.stack([far * np.cos(t), far * np.sin(t)], 1))


def draw_cross(tile: Image, rng: RandomGenerator, reach: float) -> None:
    """Draw two lines that cross."""
    low, high, thick = MIDDLE_PX - int(reach), MIDDLE_PX + int(reach), int(rng.integers(5, 14))
    cv2.line(tile, (low, low), (high, high), 255, thick, cv2.LINE_AA)
    cv2.line(tile, (low, high), (high, low), 255, thick, cv2.LINE_AA)


def draw_arrow(tile: Image, rng: RandomGenerator, reach: float) -> None:
    """Draw an arrow."""
    head, shaft = rng.uniform(0.4, 0.9), rng.uniform(0.12, 0.4)
    side = np.array([(0, -1), (head, 0), (shaft, 0), (shaft, 1)])
    fill_polygon(tile, MIDDLE_PX + reach * np.concatenate([side, side[:0:-1] * (-1, 1)]))


def fill_polygon(tile: Image, points: Floats) -> None:
    """Fill a polygon of (N, 2) points in pixels."""
    cv2.fillPoly(tile, [np.rint(points).astype(np.int32)], 255, cv2.LINE_AA)


def symbol_die(hand: Hand, look: cube.DieAppearance, kind: str, sign: str, rng: RandomGenerator) -> PlacedDie:
    """A die of a kind with a sign on top and its others around."""
    others = list(FACES[kind])
    others.remove(sign)
    tiles = [hand.draw(one) for one in (sign, *rng.permutation(others))]
    return painted_die(look, tiles, SIGNS.index(sign) + 1, rng)


def painted_die(look: cube.DieAppearance, tiles: list[Floats], value: int, rng: RandomGenerator) -> PlacedDie:
    """A die of a value with six drawings, the first one on top, in paint that is not new."""
    skin = replace(look, faces=face_textures(tiles, rng), seed=int(rng.integers(1 << 30)))
    return PlacedDie(np.zeros(2), float(rng.uniform(0, 7)), 1.0, value, aged(skin, rng))


def numeral_die(hand: Hand, look: cube.DieAppearance, rng: RandomGenerator) -> PlacedDie:
    """A die with six numerals of one lettering, of which 1, 2 and 3 are signs of the game."""
    row = [str(one) for one in rng.permutation(list(NUMERAL_FACES[int(rng.integers(len(NUMERAL_FACES)))]))]
    value = SIGNS.index(row[0]) + 1 if row[0] in SIGNS else OTHER
    return painted_die(look, [hand.letter(one) for one in row], value, rng)


def plain_die(hand: Hand, look: cube.DieAppearance, kind: str, rng: RandomGenerator) -> PlacedDie:
    """A die with pips, or with other signs."""
    if kind == "other":
        return painted_die(look, [other_sign(hand, rng) for _ in range(6)], OTHER, rng)
    top, one, other = random_faces(rng)
    made = cube.random_appearance(rng, (other, 7 - other, one, 7 - one, top, 7 - top))
    skin = replace(look, faces=made.faces, seed=made.seed)
    return PlacedDie(np.zeros(2), float(rng.uniform(0, 7)), 1.0, PIPS, skin)


def die_of_kind(hand: Hand, look: cube.DieAppearance, kind: str, rng: RandomGenerator) -> PlacedDie:
    """A random die of a kind."""
    if kind == "numerals":
        return numeral_die(hand, look, rng)
    if kind in ("pips", "other"):
        return plain_die(hand, look, kind, rng)
    return symbol_die(hand, look, kind, str(rng.choice(FACES[kind])), rng)


def random_dice(rng: RandomGenerator, reach: float, hands: list[Hand]) -> list[PlacedDie]:
    """Random dice in view, mostly of one kind and of one or two looks; few where they are near."""
    names, shares = list(KIND_SHARES), list(KIND_SHARES.values())
    main = str(rng.choice(names, p=shares))
    looks = [random_look(rng, main) for _ in range(int(rng.choice([1, 2], p=[0.7, 0.3])))]
    is_few = reach < SCENE_PX / CLOSE_UNIT_PX or rng.random() < FEW_SHARE
    lot = []
    for n in range(int(rng.integers(1, 3) if is_few else rng.integers(3, 10))):
        is_guest = rng.random() < 0.12
        kind = str(rng.choice(names, p=shares)) if is_guest else main
        look = random_look(rng, kind) if is_guest else looks[n % len(looks)]
        lot.append(die_of_kind(hands[n % len(hands)], look, kind, rng))
    lay = (scatter, arrange_heaps, arrange_rows)[int(rng.choice(3, p=[0.45, 0.4, 0.15]))]
    return lay(rng, lot, reach)


def random_unit(rng: RandomGenerator) -> float:
    """Side of the dice of a scene in pixels."""
    low, high = (CLOSE_UNIT_PX, 320.0) if rng.random() < CLOSE_SHARE else (20.0, CLOSE_UNIT_PX)
    return float(np.exp(rng.uniform(np.log(low), np.log(high))))


def compose_symbol_scene(
    seed: int, fonts: Path | None = None, is_validation: bool = False, grounds: Path | None = None
) -> tuple[Image, list[GroundTruth]]:
    """A picture of random symbol dice from a seed, and its ground truth (values as PIPS says)."""
    rng = np.random.default_rng([seed, 91])
    hands = [random_hand(rng, fonts, is_validation) for _ in range(int(rng.choice([1, 3])))]
    return compose_scene(
        seed,
        SCENE_PX,
        grounds,
        place_dice=lambda chance, reach: random_dice(chance, reach, hands),
        unit=random_unit(rng),
        tilt=float(np.radians(min(52.0, abs(rng.normal(0, 23))))),
    )
