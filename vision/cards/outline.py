"""Outlines of cards that lie by themselves.

Four-sided patches brighter than the table, found without a net.
"""

from __future__ import annotations

from collections.abc import Iterator

import cv2
import numpy as np

from vision.reading import Floats, Image

Contour = np.ndarray
"""Of OpenCV: (N, 1, 2) whole numbers."""
LONGEST_SIDE_PX = 512
"""Longest side in pixels at which outlines are looked for."""
LEAST_SHARE, MOST_SHARE = 1 / 300, 0.9
"""Shares of the picture that a card covers."""
ASPECTS = (1.15, 1.95)
"""Least and greatest ratio of a card's long sides to its short ones, seen from aside."""
LEAST_EDGE = 0.25
"""Least length of an outline, in heights of the picture."""
MIN_SOLIDITY = 0.85
"""Least share of its convex hull that a patch fills."""
TOLERANCES = (0.02, 0.035, 0.05)
"""Distances from an outline at which corners are left out, in shares of its length."""
MIN_FILL = 0.88
"""Least share of a patch that its four corners enclose: the corners of cards are round."""
MAX_LEAN = 1.5
"""Greatest ratio of two opposite sides of a card, seen from aside."""
PERCENTILES = (45, 60, 70, 78, 85, 90, 94)
"""Levels above which something is bright, as shares of the picture in per cent that are darker."""
SURROUNDINGS, ABOVE_MEAN = (0.12, 0.3), 10
"""Shares of the longest side within which something is brighter than the mean, and by how much."""
SAME_CORNERS = 0.1
"""Mean distance of corners, in short sides, below which two outlines are one."""


def find_outlines(image: Image) -> list[Floats]:
    """(4, 2) corners of every patch of a BGR picture with the shape of a card, clockwise.

    A short side first.
    """
    scale = min(1.0, LONGEST_SIDE_PX / max(image.shape[:2]))
    small = np.asarray(cv2.resize(image, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA), np.uint8)
    kept: list[Floats] = []
    for mask in bright_masks(small):
        contours, _ = cv2.findContours(mask, cv2.RETR_LIST, cv2.CHAIN_APPROX_NONE)
        for contour in contours:
            rough = four_corners(contour, mask.size) if len(contour) > LEAST_EDGE * len(mask) else None
            if rough is not None and not any(is_same_outline(rough, other) for other in kept):
                quad = short_side_first(sharpened_corners(contour[::2, 0].astype(float), rough))
                kept.append(quad if has_card_shape(quad) else rough)
    return [(quad + 0.5) / scale - 0.5 for quad in kept]


def bright_masks(image: Image) -> Iterator[Image]:
    """Masks of what is bright in all colors, as paper is.

    Above several levels, and above what lies around it.
    """
    palest = cv2.GaussianBlur(cv2.min(cv2.min(image[..., 0], image[..., 1]), image[..., 2]), (3, 3), 0)
    levels = np.unique(np.percentile(palest[::4, ::4], PERCENTILES).round())
    for level in levels:
        yield ((palest > level) * 255).astype(np.uint8)
    for share in SURROUNDINGS:
        around = 2 * round(max(palest.shape) * share / 2) + 1
        mean = cv2.boxFilter(palest, cv2.CV_16S, (around, around))
        yield ((palest.astype(np.int16) > mean + ABOVE_MEAN) * 255).astype(np.uint8)


def four_corners(contour: Contour, pixels: int) -> Floats | None:
    """About the corners of a contour that has the shape of a card; None where it has not."""
    inner = cv2.contourArea(contour)
    if not LEAST_SHARE * pixels < inner < MOST_SHARE * pixels:
        return None
    hull = cv2.convexHull(contour)
    if inner < MIN_SOLIDITY * cv2.contourArea(hull):
        return None
    length = cv2.arcLength(hull, True)
    for tolerance in TOLERANCES:
        corners = cv2.approxPolyDP(hull, tolerance * length, True)[:, 0].astype(float)
        if len(corners) == 4:
            quad = short_side_first(clockwise(corners))
            filled = cv2.contourArea(quad.astype(np.float32)) / cv2.contourArea(hull)
            return quad if filled > MIN_FILL and has_card_shape(quad) else None
    return None


def short_side_first(quad: Floats) -> Floats:
    """The corners from the end of a short side on."""
    sides = np.linalg.norm(quad - np.roll(quad, -1, axis=0), axis=1)
    return np.roll(quad, -1, axis=0) if sides[0] + sides[2] > sides[1] + sides[3] else quad


def has_card_shape(quad: Floats) -> bool:
    """Whether sides are as long as a card's, seen from above or somewhat aside."""
    one, two, three, four = np.linalg.norm(quad - np.roll(quad, -1, axis=0), axis=1)
    is_even = max(one, three) < MAX_LEAN * min(one, three) and max(two, four) < MAX_LEAN * min(two, four)
    return bool(is_even and ASPECTS[0] < (two + four) / (one + three) < ASPECTS[1])


def sharpened_corners(edge: Floats, corners: Floats) -> Floats:
    """Where the sides of an outline meet: cards have round corners, which the hull cuts off."""
    lines = []
    for one, two in zip(corners, np.roll(corners, -1, axis=0), strict=True):
        way = (two - one) / max(1e-6, float(np.linalg.norm(two - one)))
        along = (edge - one) @ way
        across = np.abs((edge - one) @ np.array([-way[1], way[0]]))
        length = float(np.linalg.norm(two - one))
        near = edge[(along > 0.1 * length) & (along < 0.9 * length) & (across < 0.04 * length)]
        lines.append((one, way) if len(near) < 4 else fitted_line(near))
    met = [meeting(lines[n - 1], lines[n]) for n in range(4)]
    return np.array(
        [
            corner if point is None or np.linalg.norm(point - corner) > 30 else point
            for point, corner in zip(met, corners, strict=True)
        ]
    )


def fitted_line(points: Floats) -> tuple[Floats, Floats]:
    """A point and the direction of the line through points."""
    x, y, at_x, at_y = cv2.fitLine(
        points[:: 1 + len(points) // 40].astype(np.float32), cv2.DIST_L2, 0, 0.01, 0.01
    ).ravel()
    return np.array([at_x, at_y], float), np.array([x, y], float)


def meeting(one: tuple[Floats, Floats], two: tuple[Floats, Floats]) -> Floats | None:
    """Where two lines meet; None where they are about parallel."""
    matrix = np.stack([one[1], -two[1]], 1)
    if abs(np.linalg.det(matrix)) < 0.2:
        return None
    return np.asarray(one[0] + np.linalg.solve(matrix, two[0] - one[0])[0] * one[1])


def clockwise(quad: Floats) -> Floats:
    """Corners in the order in which a clock runs, as y goes down."""
    middle = quad.mean(axis=0)
    return np.asarray(quad[np.argsort(np.arctan2(quad[:, 1] - middle[1], quad[:, 0] - middle[0]))])


def is_same_outline(one: Floats, two: Floats) -> bool:
    """Whether two outlines are of one card."""
    wide = float(np.linalg.norm(one[1] - one[0]))
    apart = min(float(np.linalg.norm(one - np.roll(two, turn, axis=0), axis=1).mean()) for turn in range(4))
    return apart < SAME_CORNERS * wide
