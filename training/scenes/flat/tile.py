"""Tiles: pictures that are laid on the picture of a table, and the marks that they leave."""

from __future__ import annotations

from dataclasses import dataclass, replace

import cv2
import numpy as np

from vision.reading import Image

from ..ground import Floats, RandomGenerator, random_color

LONGEST_PX = 512
"""Longest side of a tile in pixels."""
BgrInk = tuple[float, ...]


@dataclass(frozen=True)
class Mark:
    """Something flat that a net could take for a die."""

    kind: str
    center: Floats
    """(2,) in pixels."""
    size: float
    """Longer side in pixels."""


@dataclass(frozen=True)
class FlatTile:
    """A picture that is laid on a table, the part of it that covers the table, and its marks."""

    picture: Image
    """(H, W, 3) BGR."""
    cover: Image | None = None
    """(H, W) 0..255; None if all of it covers the table."""
    marks: tuple[Mark, ...] = ()
    """In the tile's pixels; where there are none, the tile is one mark."""


def blank(wide: float, high: float, paper: Floats) -> Image:
    """(H, W, 3) picture of one color, shrunk to LONGEST_PX."""
    shrink = min(1.0, LONGEST_PX / max(wide, high))
    return np.full((max(8, round(high * shrink)), max(8, round(wide * shrink)), 3), np.clip(paper, 0, 255), np.uint8)


def rounded(high: int, wide: int, radius: float) -> Image:
    """(H, W) 8-bit mask of a rectangle with rounded corners."""
    mask, reach = np.zeros((high, wide), np.uint8), max(1, int(radius))
    reach = min(reach, (min(high, wide) - 1) // 2)
    cv2.rectangle(mask, (reach, 0), (wide - 1 - reach, high - 1), 255, -1)
    cv2.rectangle(mask, (0, reach), (wide - 1, high - 1 - reach), 255, -1)
    for x in (reach, wide - 1 - reach):
        for y in (reach, high - 1 - reach):
            cv2.circle(mask, (x, y), reach, 255, -1, cv2.LINE_AA)
    return mask


def ink_of(color: Floats) -> BgrInk:
    """A color as OpenCV takes it."""
    return tuple(float(v) for v in np.clip(color, 0, 255))


def disc(picture: Image, at: Floats, reach: float, ink: Floats, weight: int = -1) -> None:
    """Draw a disc, or a ring of a weight in pixels."""
    place = tuple(int(v * 16) for v in at)
    cv2.circle(picture, place, max(8, int(reach * 16)), ink_of(ink), weight, cv2.LINE_AA, 4)


def bar(picture: Image, low: Floats, high: Floats, ink: Floats, weight: int = -1) -> None:
    """Draw an upright rectangle between two corners, or its frame of a weight in pixels."""
    one, other = (tuple(int(v) for v in corner) for corner in (low, high))
    cv2.rectangle(picture, one, other, ink_of(ink), weight)


def stroke(picture: Image, one: Floats, other: Floats, ink: Floats, weight: float) -> None:
    """Draw a straight line."""
    ends = [tuple(int(v * 16) for v in end) for end in (one, other)]
    cv2.line(picture, ends[0], ends[1], ink_of(ink), max(1, int(weight)), cv2.LINE_AA, 4)


def polygon(picture: Image, corners: Floats, ink: Floats) -> None:
    """Fill a polygon of (N, 2) corners."""
    cv2.fillPoly(picture, [np.rint(corners * 16).astype(np.int32)], ink_of(ink), cv2.LINE_AA, 4)


def contrasting(rng: RandomGenerator, paper: Floats, least: float = 60) -> Floats:
    """(3,) BGR ink that differs from its paper by at least so much in some channel."""
    for _ in range(8):
        ink = random_color(rng, 5, 250)
        if np.abs(ink - paper).max() >= least:
            return ink
    return np.full(3, 245.0 if np.mean(paper) < 128 else 12.0)


def vivid_color(rng: RandomGenerator) -> Floats:
    """(3,) BGR color as of print and toys: saturated."""
    hue = np.array([[[rng.uniform(0, 180), rng.uniform(120, 255), rng.uniform(90, 255)]]], np.uint8)
    return np.asarray(cv2.cvtColor(hue, cv2.COLOR_HSV2BGR)[0, 0], float)


def lay(image: Image, tile: FlatTile, kind: str, at: Floats, long: float, turn: float) -> list[Mark]:
    """Lay a tile, turned, with its middle at `at`; its longer side takes `long` pixels."""
    high, wide = tile.picture.shape[:2]
    scale = long / max(high, wide)
    picture = tile.picture
    cover = np.full((high, wide), 255, np.uint8) if tile.cover is None else tile.cover
    if scale < 0.8:
        size = (max(2, round(wide * scale)), max(2, round(high * scale)))
        picture = np.asarray(cv2.resize(picture, size, interpolation=cv2.INTER_AREA), np.uint8)
        cover = np.asarray(cv2.resize(cover, size, interpolation=cv2.INTER_AREA), np.uint8)
    marks = tile.marks or (Mark(kind, np.array([wide / 2, high / 2]), float(max(wide, high))),)
    cos, sin = np.cos(turn), np.sin(turn)
    linear = np.array([[cos, -sin], [sin, cos]])
    fit = np.array([long / max(high, wide) * wide / picture.shape[1], long / max(high, wide) * high / picture.shape[0]])
    way = linear @ np.diag(fit)
    shift = at - way @ (np.array(picture.shape[1::-1]) / 2)
    ends = np.array([(0, 0), (1, 0), (1, 1), (0, 1)]) * picture.shape[1::-1] @ way.T + shift
    low = np.clip(np.floor(ends.min(axis=0)) - 1, 0, image.shape[1::-1]).astype(int)
    far = np.clip(np.ceil(ends.max(axis=0)) + 2, 0, image.shape[1::-1]).astype(int)
    if (far - low >= 2).all():
        affine, size = np.concatenate([way, (shift - low)[:, None]], axis=1), tuple((far - low).tolist())
        top = cv2.warpAffine(picture, affine, size, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
        share = cv2.warpAffine(cover, affine, size, flags=cv2.INTER_LINEAR)[..., None] / np.float32(255)
        part = image[low[1] : far[1], low[0] : far[0]]
        part[:] = part * (1 - share) + top * share
    middle = np.array([wide, high]) / 2
    return [replace(m, center=at + linear @ (m.center - middle) * scale, size=m.size * scale) for m in marks]
