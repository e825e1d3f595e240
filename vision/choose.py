"""Choose the faces that lie on top, one a die; the others are side faces, or no dice at all."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

import numpy as np

from vision.body import Body
from vision.face import Face
from vision.reading import Floats

SAME_DIE = 0.84
"""Two faces whose centres are nearer than this, in sides of the better one, belong to one die."""
SAME_PLANE = 0.82
"""The same measured on the plane of the better one."""
OVERLAP = 0.6
"""Two faces nearer than this, measured so, lie on one another."""
SQUARE_ON = 1.4
"""Two sides of one die cannot both look squarely at us: their squared cosines add up to 1, measured a little more."""
UPWARDS = 0.4
"""How much lying one side of a die further up counts for being on top, as a logarithm of the area."""
UPRIGHT = 0.3
"""How much we believe that the picture is upright, in the same measure."""
LARGE_ONE = 0.2
"""The same for a single pip, which is often larger than the others: taken off."""
MISFIT = 0.07
"""How badly the pips of a face may lie, as `Face.misfit`."""


@dataclass(frozen=True, slots=True)
class Choice:
    """What became of one face."""

    face: Face
    body: Body
    reason: str | None = None
    """Why it is no die, or None: "no body", "unlike the others", "side face"."""
    rivalry: float = 9.0
    """How much stronger it is than the next face of the same die, as a logarithm of area."""


@dataclass(frozen=True, slots=True)
class Model:
    """What the clearest faces of the picture look like; the others are measured by it."""

    crisp: float
    contrast: float
    radius: float
    aspect: float


def choose(faces: list[Face], bodies: list[Body]) -> list[Choice]:
    """One choice for every face that has something of a die: those taken first."""
    every = [Choice(face, body) for face, body in zip(faces, bodies, strict=True)]
    able, no_body = split(every, standing)
    model = clearest(able)
    able, unlike = split(able, lambda choice: like(choice, model))
    taken, sides = topmost(able)
    no_body = [choice for choice in no_body if choice.face.value > 2]
    return taken + mark(sides, "side face") + mark(unlike, "unlike the others") + mark(no_body, "no body")


def split(choices: list[Choice], law: Callable[[Choice], bool]) -> tuple[list[Choice], list[Choice]]:
    """Those that keep a law, and the others."""
    return [c for c in choices if law(c)], [c for c in choices if not law(c)]


def mark(choices: list[Choice], reason: str) -> list[Choice]:
    """The choices, refused for a reason."""
    return [Choice(choice.face, choice.body, reason) for choice in choices]


def standing(choice: Choice) -> bool:
    """Whether a face has the surroundings of a die."""
    face, body = choice.face, choice.body
    if face.misfit > MISFIT:
        return False
    if face.value == 1:
        return body.plain >= 0.9 and body.bounded >= 0.6 and body.crisp >= 5 and body.contrast > 45
    if face.value <= 3:
        return body.plain >= 0.91 and body.bounded >= 0.3 and body.crisp >= 6
    return body.plain >= (0.88 if face.value == 6 else 0.9) and body.bounded >= 0.1 and body.crisp >= 4


def clearest(able: list[Choice]) -> Model:
    """The model made of the three clearest faces, if possible of more than one pip."""
    sure = [choice for choice in able if choice.face.value > 1] or able
    sure = sorted(sure, key=lambda c: -c.body.crisp * c.body.contrast * (c.face.value + 1))[:3]
    if not sure:
        return Model(0, 0, 1, 1)
    rows = [(c.body.crisp, c.body.contrast, c.face.radius, c.face.aspect) for c in sure]
    return Model(*(float(v) for v in np.median(rows, axis=0)))


def like(choice: Choice, model: Model) -> bool:
    """Whether a face is about as clear and as large as the model; the fewer its pips the closer it must be."""
    face, body = choice.face, choice.body
    flatter = 0.3 if face.value <= 3 else 0.33
    fits = body.crisp > 0.4 * model.crisp and body.contrast > 0.45 * model.contrast
    fits &= face.aspect > model.aspect - flatter
    return fits and (0.62 if face.value == 1 else 0.4) < face.radius / model.radius < 2.2


def topmost(able: list[Choice]) -> tuple[list[Choice], list[Choice]]:
    """The strongest face of every die, and the others."""
    able = [Choice(resized(choice.face, able), choice.body) for choice in able]
    up = upwards([choice.face for choice in able])
    strengths = [strength(choice.face, up) for choice in able]
    taken: list[tuple[float, Choice]] = []
    sides: list[Choice] = []
    for n in sorted(range(len(able)), key=lambda n: -strengths[n]):
        rival = next((k for k, (_, other) in enumerate(taken) if same_die(other.face, able[n].face)), None)
        if rival is None:
            taken.append((strengths[n], able[n]))
            continue
        sides.append(able[n])
        ahead, other = taken[rival]
        taken[rival] = ahead, replace(other, rivalry=min(other.rivalry, ahead - strengths[n]))
    return [choice for _, choice in taken], sides


def resized(face: Face, able: list[Choice]) -> Face:
    """A face of one pip tells little about its size, so it is no larger than the nearest face of more pips."""
    others = [choice.face for choice in able if choice.face.value > 1]
    if face.value > 1 or not others:
        return face
    nearest = min(others, key=lambda other: float(np.hypot(*(other.centre - face.centre))))
    return replace(face, side=min(face.side, 1.15 * nearest.length / face.radius))


def upwards(faces: list[Face]) -> Floats:
    """(2,) per pixel, where the top faces lie: towards the squarer of two sides of a die, or else up in the picture."""
    scale = float(np.median([face.length for face in faces])) if faces else 1.0
    up = np.array([0.0, -UPRIGHT])
    for n, one in enumerate(faces):
        for other in faces[n + 1 :]:
            if same_die(one, other) and one.reach(other.centre) > OVERLAP:
                step = (one.centre - other.centre) / scale
                up += step * np.log(one.aspect / other.aspect)
    return np.asarray(up / np.hypot(*up) / scale)


def strength(face: Face, up: Floats) -> float:
    """Of the faces of one die the top one is the strongest: it looks more squarely at us, and lies higher."""
    square_on = 1.4 * np.log(face.aspect) + 0.3 * np.log(face.area) - LARGE_ONE * (face.value == 1)
    return float(square_on + UPWARDS * (up @ face.centre))


def same_die(better: Face, other: Face) -> bool:
    """Whether a weaker face lies on the die of a stronger one."""
    if better.reach(other.centre) < OVERLAP:
        return True
    if better.aspect**2 + other.aspect**2 > SQUARE_ON:
        return False
    apart = float(np.hypot(*(other.centre - better.centre))) / better.length
    return apart < SAME_DIE or better.reach(other.centre) < SAME_PLANE


def confidence(choice: Choice) -> float:
    """0..1: the weakest of the signs."""
    face, body = choice.face, choice.body
    signs = (
        body.plain,
        body.bounded + 0.3,
        body.crisp / (12 if face.value <= 3 else 8),
        body.contrast / 90,
        1 - 6 * face.misfit,
    )
    return round(float(np.clip(min(signs), 0, 1)), 3)
