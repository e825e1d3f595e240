"""Dice with arbitrary signs on their faces: every distinct character of a folder's fonts.

The embedding learns to tell signs apart on them, and never on the signs that `bench.enrol` draws.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import chain
from pathlib import Path

import cv2
import numpy as np

from vision.reader.detector import MODELS, spots
from vision.reader.judge import cut
from vision.reading import Image

from . import cube
from .ground import Chance, Floats
from .patch import Place, bare, beside, middle, part
from .scene import NO_DIE, compose
from .throw import Lying, apart, heap, rows

RANGES = (
    *((48, 58), (65, 91), (97, 123), (0x391, 0x3CA), (0x410, 0x450)),
    *((0x2190, 0x21D0), (0x2200, 0x2270), (0x25A0, 0x27C0), (0xE000, 0xEB50), (0xF000, 0xF2E0)),
)
"""Code points of letters, digits, arrows and shapes, and those where icon fonts keep icons."""
FINE = 2 * cube.TILE
"""Pixels a side at which a sign is drawn."""
SMALL = 24
"""Pixels a side at which signs are compared."""
TURNS = 36
"""Rotations of one sign that are compared with another."""
ALIKE = 0.82
"""Correlation from which two signs, in any rotation, count as one."""
WIDE = 80
"""Pixels a side of a stored patch."""
CONTEXT = 1.9
"""Side of a patch, in sides of the die's box."""
SIDE = 448
"""Pixels a side of a scene."""
LOOKED_AT = 0.2
"""Share of the scenes in which the detector's false detections are used."""
SCENES = 150
"""Scenes for each part of the patches."""
UP = 4
"""Index of the top face in the faces of a die."""


def stock_signs(work: Path, fonts: Path, seed: int, parts: int) -> None:
    """Draw the signs of a folder's fonts, and store `parts` parts of patches with them."""
    drawn = work / "signs.npy"
    if not drawn.exists():
        np.save(drawn, signs(fonts))
    for part_ in range(parts):
        path = work / f"part{part_:03}.npz"
        if path.exists():
            continue
        first = 1_000_000 * seed + SCENES * part_
        some = [one for n in range(SCENES) for one in patches(first + n, np.load(drawn), MODELS, None)]
        with path.with_suffix(".new").open("wb") as file:
            np.savez(file, images=np.stack([image for image, _ in some]), values=np.array([sign for _, sign in some]))
        path.with_suffix(".new").rename(path)


def signs(fonts: Path) -> Floats:
    """(N, TILE_PX, TILE_PX) ink 0..1: pips, and every character that differs in any rotation."""
    drawn = [pips(value) for value in range(1, 7)]
    for font in sorted(fonts.glob("*.ttf")):
        face = cv2.FontFace(str(font))
        drawn += [
            tile for k in chain(*(range(*ends) for ends in RANGES)) if (tile := character(face, chr(k))) is not None
        ]
    return different(np.stack(drawn))


def pips(value: int) -> Floats:
    """The usual face of a value."""
    tile = np.zeros((cube.TILE, cube.TILE), np.float32)
    for x, y in cube.SPOTS[value]:
        cube.spot(tile, 0.5 + 0.25 * x, 0.5 + 0.25 * y, 0.09)
    return tile


def character(face: cv2.FontFace, one: str) -> Floats | None:
    """A character that fills about two thirds of its face; None if the font lacks it."""
    sheet = np.zeros((2 * FINE, 2 * FINE), np.uint8)
    cv2.putText(sheet, one, (FINE // 2, 3 * FINE // 2), (255, 255, 255), face, FINE)
    found = cv2.findNonZero(sheet)
    if found is None:
        return None
    x, y, wide, high = cv2.boundingRect(found)
    scale = 0.66 * cube.TILE / max(wide, high)
    if min(wide, high) < FINE // 12:
        return None
    middle_ = np.array([x + wide / 2, y + high / 2])
    way = np.array([[scale, 0, cube.TILE / 2 - scale * middle_[0]], [0, scale, cube.TILE / 2 - scale * middle_[1]]])
    tile = cv2.warpAffine(cv2.GaussianBlur(sheet, (0, 0), 0.4 / scale), way, (cube.TILE, cube.TILE))
    return np.asarray(tile, np.float32) / 255


def different(drawn: Floats) -> Floats:
    """The signs of (N, TILE_PX, TILE_PX) that are unlike all before them."""
    small = np.stack([cv2.resize(tile, (SMALL, SMALL), interpolation=cv2.INTER_AREA) for tile in drawn])
    kept: list[int] = []
    known = np.zeros((0, SMALL * SMALL), np.float32)
    for n, tile in enumerate(small):
        ways = [cv2.getRotationMatrix2D((SMALL / 2 - 0.5,) * 2, 360 / TURNS * k, 1) for k in range(TURNS)]
        turned = unit(np.array([cv2.warpAffine(tile, way, (SMALL, SMALL)) for way in ways], float).reshape(TURNS, -1))
        if not len(known) or float((turned @ known.T).max()) < ALIKE:
            kept.append(n)
            known = np.concatenate([known, turned[:1]])
    return np.asarray(drawn[kept])


def unit(rows_: Floats) -> Floats:
    """Rows without their mean, scaled to length 1."""
    rows_ = rows_ - rows_.mean(axis=1, keepdims=True)
    return np.asarray(rows_ / np.maximum(np.linalg.norm(rows_, axis=1, keepdims=True), 1e-6), np.float32)


def patches(seed: int, drawn: Floats, models: Path, grounds: Path | None) -> Iterator[tuple[Image, int]]:
    """Patches of every die of a scene with its sign from 1, and of places without, with 0."""
    chance = np.random.default_rng([seed, 5])
    unit_, tilt = float(np.exp(chance.uniform(3.4, 4.5))), float(np.radians(min(48, abs(chance.normal(0, 22)))))
    image, truths = compose(
        seed, SIDE, grounds, lay=lambda chance, reach: dice(chance, reach, drawn), unit=unit_, tilt=tilt
    )
    known = [truth for truth in truths if truth.value != NO_DIE]
    for truth in known:
        centre, size = middle(truth)
        if truth.value and size > 16:
            yield cut(image, centre, size, WIDE, CONTEXT), truth.value
    astray: list[Place] = []
    if chance.random() < LOOKED_AT:
        astray = [(spot.centre, float(spot.box[2:].max())) for spot in spots(image, models)]
    others = [beside(*middle(truth), chance) for truth in known if chance.random() < 0.15]
    others += [middle(truth) for truth in truths if truth.value == NO_DIE]
    others += [part(*middle(truth), chance) for truth in truths if truth.value == NO_DIE]
    others.append((chance.uniform(0, 1, 2) * SIDE, float(np.exp(chance.uniform(3, 5)))))
    for centre, size in bare(astray, known)[:12] + bare(others, known):
        yield cut(image, centre, size, WIDE, CONTEXT), 0


def dice(chance: Chance, reach: float, drawn: Floats) -> list[Lying]:
    """Random dice with a sign on each face, mostly of one set."""
    alike = chance.random() < 0.6
    lot: list[Lying] = []
    for _ in range(int(chance.integers(5, 11))):
        made = signed(chance, drawn)
        skin = cube.repainted(lot[0].skin, made[1]) if alike and lot else made[1]
        lot.append(Lying(np.zeros(2), float(chance.uniform(0, 7)), 1.0, made[0], skin))
    lay = (apart, heap, rows)[int(chance.choice(3, p=[0.5, 0.35, 0.15]))]
    return lay(chance, lot, reach)


def signed(chance: Chance, drawn: Floats) -> tuple[int, cube.Skin]:
    """Number of the top sign, from 1, and a die that has it."""
    which = chance.integers(0, len(drawn), 6)
    if chance.random() < 0.1:
        which[UP] = chance.integers(0, 6)
    size = float(np.exp(chance.uniform(-0.25, 0.2)))
    faces = np.zeros((6, cube.TILE, cube.TILE, 3), np.float32)
    way = cv2.getRotationMatrix2D((cube.TILE / 2 - 0.5,) * 2, 0, size)
    for n, k in enumerate(which):
        tile = cv2.warpAffine(drawn[k], way, (cube.TILE, cube.TILE))
        faces[n, ..., 0] = tile if n % 2 else tile[:, ::-1]
    skin = cube.skin(chance, (1, 2, 3, 4, 5, 6))
    return int(which[UP]) + 1, replace(skin, faces=faces, inlay=skin.body)
