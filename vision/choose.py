"""Choose the faces that lie on top, one a die, and say how sure we are."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from vision.body import Body
from vision.face import Face
from vision.find import Pips

SAME_DIE = 0.8
"""Two faces whose centres are nearer than this, in sides of the better one, belong to one die."""
UPWARDS = 0.4
"""How much a side of a die further up counts for being on top, as a share of its area."""
SAME_PLANE = 0.82
"""The same for two faces that are alike, measured on their plane."""


@dataclass(frozen=True, slots=True)
class Choice:
    """What became of one face."""

    face: Face
    body: Body
    reason: str | None
    """Why it is no die, or None."""
    unsure: str | None = None
    """Why a person should look, or None."""
    confidence: float = 0.0
    """0..1."""


def choose(pips: Pips, faces: list[Face], bodies: list[Body]) -> list[Choice]:
    """One choice for every face that has something of a die: those taken first."""
    able = [(face, body) for face, body in zip(faces, bodies, strict=True) if standing(face, body)]
    able = alike(able)
    scale = float(np.median([face.length for face, _ in able])) if able else 1.0
    able.sort(key=lambda pair: -strength(pair[0], scale))
    taken: list[Choice] = []
    left: list[Choice] = []
    for face, body in able:
        rivals = [other for other in taken if same_die(other.face, face)]
        if rivals:
            left.append(Choice(face, body, "side face"))
        else:
            taken.append(Choice(face, body, None, None, confidence(face, body)))
    return taken + left


def standing(face: Face, body: Body) -> bool:
    """Whether a face has the surroundings of a die."""
    if face.value == 1:
        return body.plain >= 0.9 and body.bounded >= 0.6 and body.crisp >= 5 and body.contrast > 45
    return body.plain >= 0.95 and body.bounded >= 0.3 and body.crisp >= 6 and face.misfit < 0.07


def alike(able: list[tuple[Face, Body]]) -> list[tuple[Face, Body]]:
    """Those about as clear and as large as the clearest."""
    sure = [pair for pair in able if pair[0].value > 1] or able
    if not sure:
        return []
    best = sorted(sure, key=lambda pair: -pair[1].crisp * pair[1].contrast * (pair[0].value + 1))[:3]
    crisp, contrast = (float(np.median([getattr(body, name) for _, body in best])) for name in ("crisp", "contrast"))
    pip = float(np.median([face.radius for face, _ in best]))
    aspect = float(np.median([face.aspect for face, _ in best]))
    return [
        (face, body)
        for face, body in able
        if body.crisp > 0.4 * crisp
        and body.contrast > 0.45 * contrast
        and 0.4 < face.radius / pip < 2.2
        and (face.value > 1 or (face.radius > 0.55 * pip and abs(face.aspect - aspect) < 0.28))
    ]


def strength(face: Face, scale: float) -> float:
    """Of the faces of one die the top one is the strongest: it looks more squarely at us, and lies higher."""
    return float(np.log(face.area) - UPWARDS * face.centre[1] / scale)


def same_die(better: Face, other: Face) -> bool:
    """Whether a weaker face lies on the die of a stronger one."""
    apart = float(np.hypot(*(other.centre - better.centre))) / better.length
    return apart < SAME_DIE or better.reach(other.centre) < SAME_PLANE


def confidence(face: Face, body: Body) -> float:
    """0..1: the weakest of the signs."""
    signs = (body.plain, body.bounded + 0.3, body.crisp / 12, body.contrast / 90, 1 - 6 * face.misfit)
    return round(float(np.clip(min(signs), 0, 1)), 3)
