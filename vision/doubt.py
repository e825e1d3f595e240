"""Doubt: for each die, why a person had better look."""

from __future__ import annotations

import numpy as np

from vision.body import Body
from vision.face import Face
from vision.find import Pips
from vision.reading import Image

FAINT = 75.0
"""Contrast below which pips are faint."""
SOFT = 0.62
"""Share of the contrast that must be crossed near a pip's outline."""
SLANT = 0.25
"""How much more slanted than the others a die may lie."""
CLOSE = 0.1
"""Two faces of one die this near in strength contradict each other."""


def doubt(image: Image, pips: Pips, face: Face, body: Body, aspect: float, rivalry: float) -> str | None:
    """The first reason that holds, or None.

    `aspect` is what the other dice show; `rivalry` how much stronger than its neighbours on the die the face is.
    """
    if cut_off(image, face):
        return "cut off"
    if abs(face.aspect - aspect) > SLANT:
        return "cocked"
    if rivalry < CLOSE or strangers(pips, face):
        return "contradictory"
    if body.contrast < FAINT:
        return "faint"
    return "blurred" if body.sharp < SOFT else None


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
