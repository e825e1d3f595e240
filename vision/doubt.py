"""Doubt: for each die, why a person had better look."""

from __future__ import annotations

import numpy as np

from vision.body import Body
from vision.face import Face
from vision.find import Pips, around, colours
from vision.reading import Image

FAINT = 75.0
"""Contrast below which pips are faint."""
SOFT = 0.62
"""Share of the contrast that must be crossed near a pip's outline."""
SLANT = 0.25
"""How much more slanted than the others a die may lie."""
FLAT = 0.57
"""A face that is seen at such a slant is likely a side face; as `Face.aspect`."""
WEAK = 0.65
"""Confidence below which a die is doubted."""
CLOSE = 0.1
"""Two faces of one die this near in strength contradict each other."""


def doubt(
    image: Image, pips: Pips, face: Face, body: Body, aspect: float, rivalry: float, sureness: float
) -> str | None:
    """The first reason that holds, or None.

    `aspect` is what the other dice show; `rivalry` how much stronger than its neighbours on the die the face is;
    `sureness` the confidence so far.
    """
    if cut_off(image, face):
        return "cut off"
    if abs(face.aspect - aspect) > SLANT or face.aspect < FLAT:
        return "cocked"
    if rivalry < CLOSE or strangers(pips, face):
        return "contradictory"
    if body.contrast < FAINT or sureness < WEAK:
        return "faint"
    return "blurred" if sharp(image, pips, list(face.members)) < SOFT else None


def cut_off(image: Image, face: Face) -> bool:
    """Whether the face reaches beyond the picture."""
    corners = face.corners()
    return bool(np.any(corners < 0) or np.any(corners > np.array(image.shape[1::-1])))


def strangers(pips: Pips, face: Face) -> bool:
    """Whether pips of the same kind lie on the face and do not belong to its pattern."""
    others = np.setdiff1d(np.arange(len(pips)), face.members)
    step = np.abs(np.linalg.solve(face.frame, (pips.xy[others] - face.centre).T))
    inside = np.hypot(*step) < 0.36 * face.side
    alike = (pips.bright[others] == pips.bright[face.members[0]]) & (pips.radius[others] > 0.6 * face.radius)
    return bool(np.any(inside & alike))


def sharp(image: Image, pips: Pips, members: list[int]) -> float:
    """Share of the contrast that is crossed between 0.65 and 1.35 radii."""
    xy, shape = pips.xy[members], pips.shape[members]
    inner, outer = (colours(image, around(xy, shape, reach)).mean(axis=1) for reach in (0.65, 1.35))
    contrast = np.linalg.norm(pips.body[members] - pips.ink[members], axis=1)
    return float(np.mean(np.linalg.norm(outer - inner, axis=1) / contrast))
