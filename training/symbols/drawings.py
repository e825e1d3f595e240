"""Constructions of the other signs of the six dice: heart, energy, smash.

Each sign has several constructions, and each construction random proportions. The last construction of a sign is kept
for validation where `hands.random_hand` is asked to.
"""

from __future__ import annotations

import numpy as np

from training.scenes.ground import RandomGenerator

from .canvas import SignCanvas, curve, oval_points
from .digits import CONSTRUCTIONS as DIGITS

# --- heart -------------------------------------------------------------------------------------------------------


def heart_cut(to: SignCanvas, rng: RandomGenerator) -> None:
    """A tilted, hand-cut heart of straight edges, with a notch at the top right."""
    points = np.array(
        [
            (0.5, 0.25),
            (0.36, 0.08),
            (0.14, 0.06),
            (0.01, 0.25),
            (0.08, 0.52),
            (0.5, 0.99),
            (0.92, 0.55),
            (0.99, 0.27),
            (0.86, 0.05),
            (0.62, 0.07),
        ]
    )
    leaning = to.placed(0.5, 0.5, 0.95, float(rng.normal(0.12, 0.18)))
    leaning.fill(points + rng.normal(0, 0.03, points.shape))
    if rng.random() < 0.7:
        x, y = rng.uniform(0.68, 0.88), rng.uniform(0.0, 0.12)
        leaning.fill(
            [(x - 0.05, y - 0.1), (x + 0.06, y - 0.1), (x + rng.uniform(-0.05, 0), y + rng.uniform(0.08, 0.2))], 0
        )


def heart_discs(to: SignCanvas, rng: RandomGenerator) -> None:
    """Two discs on a wedge."""
    r, low = rng.uniform(0.23, 0.29), rng.uniform(0.8, 1.0)
    for side in (-1, 1):
        to.oval(0.5 + side * r * 0.88, 0.3, r, r * rng.uniform(0.9, 1.1))
    reach = r * 1.83
    to.fill([(0.5 - reach, 0.38), (0.5, 0.25), (0.5 + reach, 0.38), (0.5 + rng.normal(0, 0.03), low)])


def heart_bows(to: SignCanvas, rng: RandomGenerator) -> None:
    """Two bows that meet above and below, one larger than the other."""
    dip, low, wide = rng.uniform(0.14, 0.32), rng.uniform(0.9, 1.0), rng.uniform(0.4, 0.5)
    halves = []
    for side in (-1, 1):
        reach, top = wide * rng.uniform(0.85, 1.1), rng.uniform(0.0, 0.08)
        halves.append(
            curve(
                [
                    (0.5, dip),
                    (0.5 + side * reach * 0.5, top),
                    (0.5 + side * reach, 0.25),
                    (0.5 + side * reach * 0.75, 0.55),
                    (0.5, low),
                ],
                30,
            )
        )
    to.fill(np.concatenate([halves[0], halves[1][::-1]]))


def heart_swollen(to: SignCanvas, rng: RandomGenerator) -> None:
    """A heart whose tip curls to one side, at times with a light in it."""
    side = rng.choice([-1.0, 1.0])
    left = curve([(0.5, 0.22), (0.3, 0.03), (0.05, 0.12), (0.06, 0.45), (0.3, 0.75), (0.5 + side * 0.12, 0.98)], 30)
    right = curve([(0.5, 0.22), (0.72, 0.04), (0.95, 0.15), (0.93, 0.45), (0.72, 0.74), (0.5 + side * 0.12, 0.98)], 30)
    to.fill(np.concatenate([left, right[::-1]]))
    if rng.random() < 0.4:
        to.stroke(curve([(0.16, 0.36), (0.18, 0.24), (0.3, 0.18)]), 0.06, 0)


# --- energy ------------------------------------------------------------------------------------------------------


def bolt_two_strokes(to: SignCanvas, rng: RandomGenerator) -> None:
    """A zigzag of two strokes that lean right; the lower point tapers."""
    wide, step, knee = rng.uniform(0.2, 0.34), rng.uniform(0.08, 0.2), rng.uniform(0.45, 0.62)
    lean = rng.uniform(0.15, 0.35)
    top = 0.5 + lean / 2
    to.fill(
        [
            (top - wide / 2, 0),
            (top + wide / 2, 0),
            (0.5 + step * 0.4, knee - 0.1),
            (0.5 + wide / 2 + step, knee - 0.14),
            (0.5 - lean * rng.uniform(0.6, 1.2), 1),
            (0.5 - step * 0.3, knee + 0.06),
            (0.5 - wide / 2 - step, knee + 0.1),
        ]
    )


def bolt_parallelograms(to: SignCanvas, rng: RandomGenerator) -> None:
    """Two slanted bars that overlap at one end."""
    w, lean, over = rng.uniform(0.18, 0.3), rng.uniform(0.2, 0.4), rng.uniform(0.05, 0.14)
    to.fill([(0.48, 0), (0.48 + w, 0), (0.48 + w - lean, 0.5 + over), (0.48 - lean, 0.5 + over)])
    tip = rng.uniform(0.02, 0.08)
    to.fill([(0.56, 0.5 - over), (0.56 + w, 0.5 - over), (0.56 + w - lean, 1), (0.56 + w - lean - tip, 1)])
    to.fill([(0.48 - lean, 0.5 + over), (0.56 + w, 0.5 - over), (0.56 + w - 0.1, 0.5 + over)])


def bolt_three_strokes(to: SignCanvas, rng: RandomGenerator) -> None:
    """A long zigzag of three strokes that get thinner."""
    x = np.array([0.62, 0.32, 0.62, 0.34, 0.6, 0.42]) + rng.normal(0, 0.03, 6)
    spread = rng.uniform(0.1, 0.17)
    to.fill(
        [
            (x[0] - spread, 0),
            (x[0] + spread, 0),
            (x[1] + 2.1 * spread, 0.3),
            (x[2] + spread, 0.28),
            (x[3] + 1.6 * spread, 0.6),
            (x[4] + spread * 0.6, 0.57),
            (x[5] - 0.1, 1.0),
            (x[3] + spread * 0.7, 0.72),
            (x[3] - spread, 0.74),
            (x[1] + spread, 0.42),
            (x[1] - spread, 0.44),
        ]
    )


def bolt_bent(to: SignCanvas, rng: RandomGenerator) -> None:
    """A comic bolt with concave edges and two barbs."""
    a, b = rng.uniform(0.02, 0.1), rng.uniform(0.3, 0.44)
    upper = curve([(0.42, 0.0), (0.3, 0.3), (0.16, 0.56)], 12)
    lower = curve([(0.46, 0.54 + a), (0.38, 0.76), (0.24, 1.0)], 12)
    back = curve([(0.24, 1.0), (0.58, 0.68), (0.84, b)], 12)
    to.fill(np.concatenate([upper, lower, back, [(0.55, b + 0.03), (0.76, 0.0)]]))


# --- smash -------------------------------------------------------------------------------------------------------


def claw_blob(to: SignCanvas, rng: RandomGenerator) -> None:
    """A blob of a palm with four pointed claws: two tall in the middle, two small at the sides."""
    to.oval(0.5, 0.72, rng.uniform(0.26, 0.36), rng.uniform(0.2, 0.27))
    tall, small, spread = rng.uniform(0.0, 0.08), rng.uniform(0.2, 0.36), rng.uniform(0.36, 0.48)
    for side in (-1, 1):
        w = rng.uniform(0.12, 0.2)
        x = 0.5 + side * rng.uniform(0.1, 0.16)
        to.fill(
            np.concatenate(
                [
                    curve([(x - w / 2, 0.7), (x - w * 0.5, 0.4), (x + side * 0.05, tall)], 12),
                    curve([(x + side * 0.05, tall), (x + w * 0.6, 0.4), (x + w / 2, 0.7)], 12),
                ]
            )
        )
        x, tip = 0.5 + side * 0.25, 0.5 + side * spread
        to.fill(
            np.concatenate(
                [
                    curve([(x - 0.08, 0.72), (x, 0.5), (tip, small)], 12),
                    curve([(tip, small), (x + side * 0.12 + 0.04, 0.6), (x + 0.07, 0.8)], 12),
                ]
            )
        )


def claw_paw(to: SignCanvas, rng: RandomGenerator) -> None:
    """A pad with four toes apart from it, each with a claw or none."""
    to.oval(0.5, 0.72, rng.uniform(0.22, 0.32), rng.uniform(0.17, 0.24))
    if rng.random() < 0.4:
        to.fill([(0.3, 0.7), (0.5, rng.uniform(0.45, 0.55)), (0.7, 0.7), (0.6, 0.95), (0.4, 0.95)])
    claws, r = rng.random() < 0.6, rng.uniform(0.075, 0.115)
    for x, y in ((0.14, 0.46), (0.37, 0.24), (0.63, 0.24), (0.86, 0.46)):
        turn = (x - 0.5) * 0.8
        to.oval(x, y, r, r * rng.uniform(1.1, 1.7), turn=turn)
        if claws:
            up, w = rng.uniform(0.16, 0.26), rng.uniform(0.03, 0.06)
            to.fill([(x - w, y - r * 0.9), (x + w, y - r * 0.9), (x + np.sin(turn) * 0.12, y - r - up)])


def claw_marks(to: SignCanvas, rng: RandomGenerator) -> None:
    """Three or four slashes side by side that taper at both ends."""
    count = int(rng.choice([3, 4], p=[0.7, 0.3]))
    lean, bow, thick = rng.uniform(-0.05, 0.4), rng.normal(0, 0.09), rng.uniform(0.1, 0.19) * 3 / count
    for x in np.linspace(0.18, 0.82, count):
        up, down = rng.uniform(0, 0.14), rng.uniform(0.86, 1)
        line = curve([(x + lean / 2, up), (x + bow, 0.5), (x - lean / 2, down)], 24)
        if rng.random() < 0.25:
            to.taper(line, [thick * 0.8, thick, 0.02])
        else:
            to.taper(line, [0.02, thick, thick, 0.02])


def claw_foot(to: SignCanvas, rng: RandomGenerator) -> None:
    """A monster's foot: a heel and three or four bent toes that end in points."""
    count = int(rng.choice([3, 4]))
    heel = (0.5 + rng.normal(0, 0.05), 0.95)
    thick = rng.uniform(0.17, 0.27)
    to.oval(heel[0], 0.78, rng.uniform(0.15, 0.27), rng.uniform(0.14, 0.22))
    for x in np.linspace(0.06, 0.94, count):
        tip = (x, 0.05 + 0.5 * (x - 0.5) ** 2 + rng.uniform(0, 0.1))
        knee = ((x + heel[0]) / 2 + (x - 0.5) * 0.3, 0.46)
        to.taper(curve([(heel[0], 0.82), knee, tip], 20), [thick, thick * rng.uniform(0.7, 1.1), thick * 0.7, 0.02])


def claw_hand(to: SignCanvas, rng: RandomGenerator) -> None:
    """A hand from above with hooked claws that all bend to one side."""
    side = rng.choice([-1.0, 1.0])
    outline = oval_points(0.5, 0.74, rng.uniform(0.28, 0.36), rng.uniform(0.18, 0.26), float(rng.normal(0, 0.2)))
    to.fill(outline)
    for x, top in zip((0.24, 0.42, 0.6, 0.78), (0.22, 0.04, 0.03, 0.2), strict=True):
        thick = rng.uniform(0.13, 0.18)
        tip = (x + side * rng.uniform(0.08, 0.2), top + rng.uniform(0, 0.06))
        to.taper(
            curve([(0.5 + (x - 0.5) * 0.8, 0.72), (x - side * 0.02, top + 0.26), tip], 18),
            [thick, thick, thick * 0.6, 0.02],
        )


def claw_talons(to: SignCanvas, rng: RandomGenerator) -> None:
    """Three or four broad hooks that come down from a knuckled bar."""
    count, side = int(rng.choice([3, 4])), rng.choice([-1.0, 1.0])
    bar = rng.uniform(0.14, 0.24)
    to.fill(oval_points(0.5, 0.16, 0.42, bar / 2 + 0.06))
    for n, x in enumerate(np.linspace(0.2, 0.8, count)):
        thick = rng.uniform(0.15, 0.21) * 3.3 / count
        low = 0.98 - 0.16 * abs(n - (count - 1) / 2) / (count - 1)
        line = curve([(x, 0.14), (x + side * 0.07, 0.5), (x - side * rng.uniform(0.02, 0.14), low)], 20)
        to.taper(line, [thick * 0.9, thick, thick * 0.6, 0.02])


CONSTRUCTIONS = {
    **DIGITS,
    "heart": (heart_cut, heart_discs, heart_bows, heart_swollen),
    "energy": (bolt_two_strokes, bolt_parallelograms, bolt_three_strokes, bolt_bent),
    "smash": (claw_blob, claw_paw, claw_marks, claw_foot, claw_hand, claw_hand, claw_blob, claw_talons),
}
"""Constructions of each sign."""
