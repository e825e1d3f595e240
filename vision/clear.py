"""Clear away what is no clearer than the specks of cloth or carpet around it."""

from __future__ import annotations

import numpy as np

from vision.face import Face
from vision.find import Pips

LEAST = 3.0
"""Crispness below which nothing is a face."""
MANY = 40
"""So many lone blobs are a texture."""
ABOVE = 1.6
"""How much crisper than the specks a pip has to be."""
SHARE = {1: 1.0, 2: 1.0, 3: 0.8}
"""How much of that faces of one to three pips need; a large pattern needs half."""


def clear(pips: Pips, faces: list[Face]) -> list[Face]:
    """The faces that stand out from the texture of the table."""
    crisp = [crispness(pips, face) for face in faces]
    light = [int(pips.bright[face.members[0]]) for face in faces]
    lone = [[c for c, b, face in zip(crisp, light, faces, strict=True) if b == n and face.value <= 2] for n in (0, 1)]
    noise = [ABOVE * float(np.median(group)) if len(group) >= MANY else LEAST for group in lone]
    rows = zip(faces, crisp, light, strict=True)
    return [face for face, c, b in rows if c > max(LEAST, noise[b] * SHARE.get(face.value, 0.5))]


def crispness(pips: Pips, face: Face) -> float:
    """How clearly the pips of a face stand out, about 2 (noise) to 40 (print)."""
    return float(pips.score[list(face.members)].mean())
