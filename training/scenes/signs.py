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

from vision.nets import MODELS
from vision.reader.detector import detect_dice
from vision.reader.judge import crop_patch
from vision.reading import Image

from . import cube
from .drawn.compose import compose_scene
from .ground import Floats, RandomGenerator
from .patch import PatchPlace, center_and_size, half_die_place, part_place, without_dice
from .scene import NO_DIE
from .throw import PlacedDie, arrange_heaps, arrange_rows, scatter

CODE_POINT_RANGES = (
    *((48, 58), (65, 91), (97, 123), (0x391, 0x3CA), (0x410, 0x450)),
    *((0x2190, 0x21D0), (0x2200, 0x2270), (0x25A0, 0x27C0), (0xE000, 0xEB50), (0xF000, 0xF2E0)),
)
"""Code points of letters, digits, arrows and shapes, and those where icon fonts keep icons."""
DRAWING_PX = 2 * cube.TILE_PX
"""Pixels a side at which a sign is drawn."""
COMPARISON_PX = 24
"""Pixels a side at which signs are compared."""
COMPARED_ROTATIONS = 36
"""Rotations of one sign that are compared with another."""
MIN_CORRELATION = 0.82
"""Correlation from which two signs, in any rotation, count as one."""
SIGN_PATCH_PX = 80
"""Pixels a side of a stored patch."""
SIGN_CONTEXT = 1.9
"""Side of a patch, in sides of the die's box."""
SCENE_SIDE_PX = 448
"""Pixels a side of a scene."""
DETECTED_SHARE = 0.2
"""Share of the scenes in which the detector's false detections are used."""
SCENES_PER_PART = 150
"""Scenes for each part of the patches."""
TOP_FACE = 4
"""Index of the top face in the faces of a die."""


def store_sign_patches(work: Path, fonts: Path, seed: int, parts: int) -> None:
    """Draw the signs of a folder's fonts, and store `parts` parts of patches with them."""
    drawn = work / "signs.npy"
    if not drawn.exists():
        np.save(drawn, draw_signs(fonts))
    for part_ in range(parts):
        path = work / f"part{part_:03}.npz"
        if path.exists():
            continue
        first = 1_000_000 * seed + SCENES_PER_PART * part_
        some = [one for n in range(SCENES_PER_PART) for one in sign_patches(first + n, np.load(drawn), MODELS, None)]
        with path.with_suffix(".new").open("wb") as file:
            np.savez(file, images=np.stack([image for image, _ in some]), values=np.array([sign for _, sign in some]))
        path.with_suffix(".new").rename(path)


def draw_signs(fonts: Path) -> Floats:
    """(N, TILE_PX, TILE_PX) ink 0..1: pips, and every character that differs in any rotation."""
    drawn = [draw_pips(value) for value in range(1, 7)]
    for font in sorted(fonts.glob("*.ttf")):
        face = cv2.FontFace(str(font))
        drawn += [
            tile
            for k in chain(*(range(*ends) for ends in CODE_POINT_RANGES))
            if (tile := draw_character(face, chr(k))) is not None
        ]
    return distinct_signs(np.stack(drawn))


def draw_pips(value: int) -> Floats:
    """The usual face of a value."""
    tile = np.zeros((cube.TILE_PX, cube.TILE_PX), np.float32)
    for x, y in cube.PIP_POSITIONS[value]:
        cube.draw_disc(tile, 0.5 + 0.25 * x, 0.5 + 0.25 * y, 0.09)
    return tile


def draw_character(face: cv2.FontFace, one: str) -> Floats | None:
    """A character that fills about two thirds of its face; None if the font lacks it."""
    sheet = np.zeros((2 * DRAWING_PX, 2 * DRAWING_PX), np.uint8)
    cv2.putText(sheet, one, (DRAWING_PX // 2, 3 * DRAWING_PX // 2), (255, 255, 255), face, DRAWING_PX)
    found = cv2.findNonZero(sheet)
    if found is None:
        return None
    x, y, wide, high = cv2.boundingRect(found)
    scale = 0.66 * cube.TILE_PX / max(wide, high)
    if min(wide, high) < DRAWING_PX // 12:
        return None
    middle_ = np.array([x + wide / 2, y + high / 2])
    way = np.array(
        [[scale, 0, cube.TILE_PX / 2 - scale * middle_[0]], [0, scale, cube.TILE_PX / 2 - scale * middle_[1]]]
    )
    tile = cv2.warpAffine(cv2.GaussianBlur(sheet, (0, 0), 0.4 / scale), way, (cube.TILE_PX, cube.TILE_PX))
    return np.asarray(tile, np.float32) / 255


def distinct_signs(drawn: Floats) -> Floats:
    """The signs of (N, TILE_PX, TILE_PX) that are unlike all before them."""
    small = np.stack([cv2.resize(tile, (COMPARISON_PX, COMPARISON_PX), interpolation=cv2.INTER_AREA) for tile in drawn])
    kept: list[int] = []
    known = np.zeros((0, COMPARISON_PX * COMPARISON_PX), np.float32)
    for n, tile in enumerate(small):
        ways = [
            cv2.getRotationMatrix2D((COMPARISON_PX / 2 - 0.5,) * 2, 360 / COMPARED_ROTATIONS * k, 1)
            for k in range(COMPARED_ROTATIONS)
        ]
        turned = unit_rows(
            np.array([cv2.warpAffine(tile, way, (COMPARISON_PX, COMPARISON_PX)) for way in ways], float).reshape(
                COMPARED_ROTATIONS, -1
            )
        )
        if not len(known) or float((turned @ known.T).max()) < MIN_CORRELATION:
            kept.append(n)
            known = np.concatenate([known, turned[:1]])
    return np.asarray(drawn[kept])


def unit_rows(rows_: Floats) -> Floats:
    """Rows without their mean, scaled to length 1."""
    rows_ = rows_ - rows_.mean(axis=1, keepdims=True)
    return np.asarray(rows_ / np.maximum(np.linalg.norm(rows_, axis=1, keepdims=True), 1e-6), np.float32)


def sign_patches(seed: int, drawn: Floats, models: Path, grounds: Path | None) -> Iterator[tuple[Image, int]]:
    """Patches of every die of a scene with its sign from 1, and of places without, with 0."""
    rng = np.random.default_rng([seed, 5])
    unit_, tilt = float(np.exp(rng.uniform(3.4, 4.5))), float(np.radians(min(48, abs(rng.normal(0, 22)))))
    image, truths = compose_scene(
        seed,
        SCENE_SIDE_PX,
        grounds,
        place_dice=lambda chance, reach: sign_dice(chance, reach, drawn),
        unit=unit_,
        tilt=tilt,
    )
    known = [truth for truth in truths if truth.value != NO_DIE]
    for truth in known:
        center, size = center_and_size(truth)
        if truth.value and size > 16:
            yield crop_patch(image, center, size, SIGN_PATCH_PX, SIGN_CONTEXT), truth.value
    astray: list[PatchPlace] = []
    if rng.random() < DETECTED_SHARE:
        astray = [(spot.center, float(spot.box[2:].max())) for spot in detect_dice(image, models)]
    others = [half_die_place(*center_and_size(truth), rng) for truth in known if rng.random() < 0.15]
    others += [center_and_size(truth) for truth in truths if truth.value == NO_DIE]
    others += [part_place(*center_and_size(truth), rng) for truth in truths if truth.value == NO_DIE]
    others.append((rng.uniform(0, 1, 2) * SCENE_SIDE_PX, float(np.exp(rng.uniform(3, 5)))))
    for center, size in without_dice(astray, known)[:12] + without_dice(others, known):
        yield crop_patch(image, center, size, SIGN_PATCH_PX, SIGN_CONTEXT), 0


def sign_dice(rng: RandomGenerator, reach: float, drawn: Floats) -> list[PlacedDie]:
    """Random dice with a sign on each face, mostly of one set."""
    alike = rng.random() < 0.6
    lot: list[PlacedDie] = []
    for _ in range(int(rng.integers(5, 11))):
        made = sign_die(rng, drawn)
        skin = cube.with_faces(lot[0].skin, made[1]) if alike and lot else made[1]
        lot.append(PlacedDie(np.zeros(2), float(rng.uniform(0, 7)), 1.0, made[0], skin))
    lay = (scatter, arrange_heaps, arrange_rows)[int(rng.choice(3, p=[0.5, 0.35, 0.15]))]
    return lay(rng, lot, reach)


def sign_die(rng: RandomGenerator, drawn: Floats) -> tuple[int, cube.DieAppearance]:
    """Number of the top sign, from 1, and a die that has it."""
    which = rng.integers(0, len(drawn), 6)
    if rng.random() < 0.1:
        which[TOP_FACE] = rng.integers(0, 6)
    size = float(np.exp(rng.uniform(-0.25, 0.2)))
    faces = np.zeros((6, cube.TILE_PX, cube.TILE_PX, 3), np.float32)
    way = cv2.getRotationMatrix2D((cube.TILE_PX / 2 - 0.5,) * 2, 0, size)
    for n, k in enumerate(which):
        tile = cv2.warpAffine(drawn[k], way, (cube.TILE_PX, cube.TILE_PX))
        faces[n, ..., 0] = tile if n % 2 else tile[:, ::-1]
    skin = cube.random_appearance(rng, (1, 2, 3, 4, 5, 6))
    return int(which[TOP_FACE]) + 1, replace(skin, faces=faces, inlay=skin.body)
