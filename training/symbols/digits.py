"""Constructions of the digits of the six dice."""

from __future__ import annotations

from training.scenes.ground import RandomGenerator

from .canvas import SignCanvas, curve


def one_poster(to: SignCanvas, rng: RandomGenerator) -> None:
    """A heavy bar with a short flag at the left and no foot."""
    wide, flag, drop = rng.uniform(0.16, 0.34), rng.uniform(0.06, 0.22), rng.uniform(0.1, 0.3)
    left, right = 0.5 - wide / 2, 0.5 + wide / 2
    slant = rng.uniform(0.0, 0.12)
    to.fill(
        [(left, slant), (right, 0), (right, 1), (left, 1), (left, drop), (left - flag, drop + slant / 2)]
        if rng.random() < 0.5
        else [
            (left - flag, slant + 0.08),
            (left, 0),
            (right, 0),
            (right, 1),
            (left, 1),
            (left, drop),
            (left - flag, drop),
        ]
    )


def one_foot(to: SignCanvas, rng: RandomGenerator) -> None:
    """A bar with a flag and a foot."""
    wide, foot = rng.uniform(0.12, 0.34), rng.uniform(0.4, 0.85)
    to.fill([(0.5 - wide / 2, 0), (0.5 + wide / 2, 0), (0.5 + wide / 2, 1), (0.5 - wide / 2, 1)])
    to.fill(
        [
            (0.5 - foot / 2, 1 - wide * rng.uniform(0.6, 1)),
            (0.5 + foot / 2, 1 - wide),
            (0.5 + foot / 2, 1),
            (0.5 - foot / 2, 1),
        ]
    )
    to.stroke([(0.5, wide / 2), (0.5 - rng.uniform(0.16, 0.3), rng.uniform(0.15, 0.32))], wide * rng.uniform(0.6, 1))


def one_slab(to: SignCanvas, rng: RandomGenerator) -> None:
    """A heavy bar with a broad foot and a flag like a wedge, as in bold type."""
    bar, foot, base = rng.uniform(0.2, 0.36), rng.uniform(0.55, 0.95), rng.uniform(0.13, 0.26)
    reach, drop = rng.uniform(0.1, 0.3), rng.uniform(0.12, 0.3)
    middle = 0.5 + rng.uniform(-0.02, 0.08)
    left, right = middle - bar / 2, middle + bar / 2
    to.fill([(left, rng.uniform(0, 0.08)), (right, 0), (right, 1), (left, 1)])
    to.fill([(0.5 - foot / 2, 1 - base), (0.5 + foot / 2, 1 - base), (0.5 + foot / 2, 1), (0.5 - foot / 2, 1)])
    to.fill([(right, 0), (left - reach, drop * rng.uniform(0.3, 0.9)), (left - reach, drop + base), (right, base)])


def one_pen(to: SignCanvas, rng: RandomGenerator) -> None:
    """Two strokes of a pen."""
    width = rng.uniform(0.09, 0.2)
    flag = (0.5 - rng.uniform(0.12, 0.32), rng.uniform(0.15, 0.38))
    to.stroke([flag, (0.5, 0.04), (0.5 + rng.normal(0, 0.03), 0.97)], width)


def one_wedge(to: SignCanvas, rng: RandomGenerator) -> None:
    """A bar that gets broader to its foot, with a curved flag."""
    top, low = rng.uniform(0.06, 0.12), rng.uniform(0.16, 0.3)
    to.taper([(0.5, 0.0), (0.5, 1.0)], [top, low])
    to.taper(curve([(0.52, 0.02), (0.42, 0.2), (0.24, 0.26)]), [top, top * 1.3, 0.03])


def two_poster(to: SignCanvas, rng: RandomGenerator) -> None:
    """An angular two with a flat foot that has a small notch."""
    w, bar = rng.uniform(0.55, 0.85), rng.uniform(0.16, 0.26)
    left, right = 0.5 - w / 2, 0.5 + w / 2
    cut, knee = rng.uniform(0.03, 0.16), rng.uniform(0.42, 0.56)
    to.fill(
        [
            (left, bar + cut),
            (left, cut),
            (left + cut, 0),
            (right - cut, 0),
            (right, cut),
            (right, knee),
            (left + bar * rng.uniform(1.1, 1.5), 1 - bar),
            (right, 1 - bar * rng.uniform(0.9, 1.3)),
            (right, 1),
            (left, 1),
            (left, 1 - bar * 1.2),
            (right - bar * 1.25, knee - 0.03),
            (right - bar * 1.25, bar),
            (left + bar, bar),
            (left + bar, bar + cut),
        ]
    )
    if rng.random() < 0.6:
        x = rng.uniform(0.4, 0.65)
        to.fill([(x - 0.05, 1.02), (x + 0.05, 1.02), (x, 1 - rng.uniform(0.05, 0.1))], 0)


def two_round(to: SignCanvas, rng: RandomGenerator) -> None:
    """A round bow, a slope and a foot, of one stroke."""
    width, w = rng.uniform(0.1, 0.24), rng.uniform(0.5, 0.75)
    left, right = 0.5 - w / 2, 0.5 + w / 2
    bow = curve(
        [
            (left, 0.3),
            (left + 0.1 * w, 0.1),
            (0.5, 0.03),
            (right - 0.05, 0.13),
            (right, 0.3),
            (right - 0.15 * w, 0.5),
            (left + 0.2 * w, 0.78),
            (left, 0.93),
        ]
    )
    to.stroke(bow, width)
    to.stroke([(left, 0.95), (right + rng.uniform(0, 0.05), 0.95)], width)


def two_block(to: SignCanvas, rng: RandomGenerator) -> None:
    """A two of five straight bars, as on a scoreboard."""
    width, w = rng.uniform(0.14, 0.22), rng.uniform(0.45, 0.7)
    left, right, mid = 0.5 - w / 2, 0.5 + w / 2, rng.uniform(0.44, 0.54)
    to.stroke(
        [(left, 0.08), (right, 0.08), (right, mid), (left, mid + rng.uniform(0, 0.1)), (left, 0.95), (right, 0.95)],
        width,
    )


def two_pen(to: SignCanvas, rng: RandomGenerator) -> None:
    """A bow of changing width that ends in a waved foot."""
    thick, thin = rng.uniform(0.14, 0.24), rng.uniform(0.05, 0.1)
    bow = curve([(0.2, 0.28), (0.3, 0.08), (0.55, 0.03), (0.77, 0.2), (0.68, 0.47), (0.4, 0.74), (0.2, 0.95)], 50)
    to.taper(bow, [thin, thick, thick, thick, thin, thin])
    to.taper(curve([(0.18, 0.94), (0.4, 0.88), (0.62, 0.95), (0.82, 0.86)]), [thin, thick, thick, thin])
    if rng.random() < 0.5:
        to.oval(0.22, 0.28, thick * 0.5, thick * 0.5)


def three_poster(to: SignCanvas, rng: RandomGenerator) -> None:
    """An angular three: heavy bars with cut corners."""
    w, bar = rng.uniform(0.55, 0.85), rng.uniform(0.16, 0.25)
    left, right = 0.5 - w / 2, 0.5 + w / 2
    cut, waist, inner = rng.uniform(0.03, 0.14), rng.uniform(0.03, 0.1), rng.uniform(0.15, 0.4) * w
    mid = 0.5 + rng.normal(0, 0.02)
    half = bar / 2
    to.fill(
        [
            (left, 0),
            (right - cut, 0),
            (right, cut),
            (right, mid - waist - half / 2),
            (right - waist, mid),
            (right, mid + waist + half / 2),
            (right, 1 - cut),
            (right - cut, 1),
            (left, 1),
            (left, 1 - bar),
            (right - bar * 1.2, 1 - bar),
            (right - bar * 1.2, mid + half),
            (left + inner, mid + half),
            (left + inner, mid - half),
            (right - bar * 1.2, mid - half),
            (right - bar * 1.2, bar),
            (left, bar),
        ]
    )


def three_flat_top(to: SignCanvas, rng: RandomGenerator) -> None:
    """A three with a flat top and a slope to its middle."""
    width, w = rng.uniform(0.1, 0.2), rng.uniform(0.5, 0.75)
    left, right = 0.5 - w / 2, 0.5 + w / 2
    knee = rng.uniform(0.38, 0.48)
    to.stroke([(left, 0.06), (right, 0.06), (0.48, knee)], width)
    if rng.random() < 0.5:
        to.stroke([(0.48, knee), (right, knee + 0.12), (right, 0.82), (right - 0.15, 0.95), (left, 0.95)], width)
    else:
        to.stroke(curve([(0.46, knee), (right - 0.08, knee + 0.06), (right, 0.7), (0.6, 0.95), (left, 0.86)]), width)


def three_round(to: SignCanvas, rng: RandomGenerator) -> None:
    """Two bows of one stroke."""
    width, w = rng.uniform(0.1, 0.23), rng.uniform(0.45, 0.7)
    left, right, mid = 0.5 - w / 2, 0.5 + w / 2, rng.uniform(0.45, 0.52)
    to.stroke(
        curve([(left, 0.2), (0.5 - 0.1 * w, 0.03), (right - 0.08, 0.12), (right - 0.05, 0.33), (0.45, mid)]), width
    )
    to.stroke(curve([(0.45, mid), (right - 0.03, mid + 0.12), (right, 0.8), (0.5, 0.97), (left, 0.82)]), width)


def three_pen(to: SignCanvas, rng: RandomGenerator) -> None:
    """Two bows of changing width."""
    thick, thin = rng.uniform(0.14, 0.24), rng.uniform(0.05, 0.1)
    to.taper(
        curve([(0.24, 0.16), (0.45, 0.03), (0.72, 0.12), (0.68, 0.36), (0.42, 0.48)]), [thin, thin, thick, thick, thin]
    )
    to.taper(
        curve([(0.42, 0.48), (0.7, 0.56), (0.78, 0.76), (0.56, 0.96), (0.2, 0.86)]), [thin, thick, thick, thick, thin]
    )


CONSTRUCTIONS = {
    "1": (one_poster, one_pen, one_foot, one_slab, one_slab, one_wedge),
    "2": (two_poster, two_round, two_block, two_pen),
    "3": (three_poster, three_flat_top, three_round, three_pen),
}
"""Constructions of each digit; the last one of each is kept for validation."""
