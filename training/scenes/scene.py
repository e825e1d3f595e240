"""Camera of a scene, and the truth about each die, however it is drawn."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from .ground import Floats
from .throw import CUBE_CORNERS, TOP_CORNERS, PlacedDie

NO_DIE = -1
MIN_VISIBLE_SHARE = 0.5
"""Share of a die that must be visible; with less of it the net's answer does not count."""


@dataclass(frozen=True)
class GroundTruth:
    """Ground truth of one die, or of an object that is none."""

    value: int
    """1..6; 0 where it is hidden too far to say; NO_DIE for another object."""
    box: tuple[float, float, float, float]
    """(x, y, width, height) of the visible part of the die."""
    corners: Floats | None = None
    """(4, 2) corners of the top face, in order around it; None in real pictures."""
    kind: str = ""
    """Kind of an object that is no die, as "plug"; empty for dice."""


class Camera:
    """A pinhole camera above the table that looks at its middle; lengths in sides of a die."""

    def __init__(self, size: tuple[int, int], unit: float, tilt: float, roll: float, far: float) -> None:
        """Look at the middle of the table from a distance of `far` sides of a die.

        `size` of the picture and `unit`, the side of a die, are in pixels; `tilt`, from the vertical, and `roll` in
        radians.
        """
        forward = np.array([0, np.sin(tilt), -np.cos(tilt)])
        across = np.array([1.0, 0, 0])
        down = np.cross(forward, across)
        self.axes = np.stack(
            [across * np.cos(roll) + down * np.sin(roll), down * np.cos(roll) - across * np.sin(roll), forward]
        )
        self.place = -forward * far
        self.focus = unit * far
        self.size, self.middle = size, np.array(size) / 2
        self.reach = min(size) / unit / np.cos(tilt)

    def project(self, points: Floats) -> tuple[Floats, Floats]:
        """Project (N, 3) points of the table to (N, 2) pixels, and (N,) distances."""
        seen = (np.asarray(points, float) - self.place) @ self.axes.T
        return seen[:, :2] / seen[:, 2:] * self.focus + self.middle, seen[:, 2]

    def ray_directions(self, x: Floats, y: Floats) -> Floats:
        """(N, 3) unit directions of the rays through pixels."""
        flat = np.stack([(x - self.middle[0]) / self.focus, (y - self.middle[1]) / self.focus, np.ones_like(x)], -1)
        return np.asarray(flat @ self.axes / np.linalg.norm(flat, axis=-1, keepdims=True), np.float32)


def ground_truth(die: PlacedDie, camera: Camera, mine: NDArray[np.bool_], seen: Floats) -> GroundTruth | None:
    """Ground truth of a die, or None where next to nothing of it is visible."""
    area = float(mine.sum())
    if area < 12 or seen[2] - seen[0] < 3:
        return None
    top = camera.project(die.to_table(TOP_CORNERS))[0]
    whole = float(cv2.contourArea(cv2.convexHull(camera.project(die.to_table(CUBE_CORNERS))[0].astype(np.float32))))
    face = np.zeros(mine.shape, np.uint8)
    cv2.fillConvexPoly(face, np.rint(top).astype(np.int32), 1)
    flat = float(cv2.contourArea(top.astype(np.float32)))
    plain = area > MIN_VISIBLE_SHARE * whole and float(face[mine].sum()) > 0.75 * flat
    x0, y0, x1, y1 = seen
    box = (float(x0), float(y0), float(x1 - x0), float(y1 - y0))
    value = (die.value or NO_DIE) if plain else 0
    return GroundTruth(value, box, top, "sign_die" if value == NO_DIE else "")
