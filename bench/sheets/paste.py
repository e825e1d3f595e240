"""Contact sheets: pictures of one size side by side under their names."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

ACROSS, DOWN = 1680, 1800
"""Largest size of a sheet, in pixels."""
LABEL, GAP = 26, 8
"""Height of a name above its picture, and the gap between pictures."""
GROUND, INK, ALARM = (96, 96, 96), (255, 255, 255), (90, 200, 255)
Picture = NDArray[np.uint8]


def paste(shots: Sequence[tuple[str, bool, Path]], folder: Path, name: str) -> None:
    """Write named pictures, each with its error flag, to ``name-1.png`` and so on."""
    read = [(said, wrong, cv2.imread(str(path))) for said, wrong, path in shots]
    height, width = read[0][2].shape[:2]
    scale = min(1.0, (ACROSS / 2 - 2 * GAP) / width)
    size = round(width * scale), round(height * scale)
    across, down = max(1, ACROSS // (size[0] + GAP)), max(1, DOWN // (size[1] + LABEL + GAP))
    for number, start in enumerate(range(0, len(read), across * down), start=1):
        path = folder / f"{name}-{number}.png"
        cv2.imwrite(str(path), _sheet(read[start : start + across * down], size, across))


def _sheet(shots: Sequence[tuple[str, bool, Picture]], size: tuple[int, int], across: int) -> Picture:
    rows, columns = -(-len(shots) // across), min(across, len(shots))
    cell = size[0] + GAP, size[1] + LABEL + GAP
    sheet = np.full((rows * cell[1] + GAP, columns * cell[0] + GAP, 3), GROUND, np.uint8)
    for place, (name, wrong, shot) in enumerate(shots):
        left, top = GAP + place % columns * cell[0], GAP + place // columns * cell[1]
        ink = ALARM if wrong else INK
        at = left, top + 17
        cv2.putText(sheet, name[: size[0] // 8], at, cv2.FONT_HERSHEY_SIMPLEX, 0.45, ink, 1, cv2.LINE_AA)
        small = cv2.resize(shot, size, interpolation=cv2.INTER_AREA)
        sheet[top + LABEL : top + LABEL + size[1], left : left + size[0]] = small
    return sheet
