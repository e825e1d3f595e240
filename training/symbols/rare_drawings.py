"""Constructions of the signs of the berserk die and of the die of fate."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from training.scenes.ground import RandomGenerator

from .canvas import SignCanvas, curve, oval_points
from .drawings import CONSTRUCTIONS as COMMON

Drawing = Callable[[SignCanvas, RandomGenerator], None]
"""Draws a sign with random proportions."""


def doubled(single: Drawing) -> Drawing:
    """A drawing of the same sign twice: side by side, one above the other, or aslant."""

    def draw(to: SignCanvas, rng: RandomGenerator) -> None:
        kind, seed = int(rng.integers(4)), int(rng.integers(1 << 30))
        gap, size = rng.uniform(0.22, 0.3), rng.uniform(0.55, 0.75)
        places = (
            ((0.5 - gap, 0.5), (0.5 + gap, 0.5)),
            ((0.5 - gap, 0.5 - gap * 0.6), (0.5 + gap, 0.5 + gap * 0.6)),
            ((0.5 - gap, 0.5 + gap * 0.6), (0.5 + gap, 0.5 - gap * 0.6)),
            ((0.5, 0.5 - gap), (0.5, 0.5 + gap)),
        )[kind]
        for n, (x, y) in enumerate(places):
            scale = size * (rng.uniform(0.75, 1) if n and rng.random() < 0.3 else 1)
            single(to.placed(x, y, scale, float(rng.normal(0, 0.08))), np.random.default_rng(seed))

    return draw


# --- skull -------------------------------------------------------------------------------------------------------


def face(to: SignCanvas, rng: RandomGenerator, nose: float) -> None:
    """Cut eyes and a nose out of a skull."""
    apart, r = rng.uniform(0.15, 0.21), rng.uniform(0.09, 0.14)
    slant, kind = rng.normal(0, 0.3), rng.random()
    for side in (-1, 1):
        x, y = 0.5 + side * apart, 0.46
        if kind < 0.6:
            to.oval(x, y, r * rng.uniform(0.85, 1.15), r, 0, side * slant)
        else:
            to.fill(
                [
                    (x - side * r, y - r * 0.3),
                    (x + side * r, y - r),
                    (x + side * r * 0.8, y + r * 0.8),
                    (x - side * r * 0.7, y + r * 0.7),
                ],
                0,
            )
    to.fill([(0.5, nose), (0.5 + 0.06, nose + 0.12), (0.5 - 0.06, nose + 0.12)], 0)


def crack(to: SignCanvas, rng: RandomGenerator) -> None:
    """Cut a zigzag into a skull from above."""
    x = rng.uniform(0.3, 0.7)
    ends = [(x, -0.05)]
    for y in np.linspace(0.08, rng.uniform(0.25, 0.42), int(rng.integers(2, 5))):
        ends.append((x + rng.uniform(-0.1, 0.1), float(y)))
    to.stroke(ends, rng.uniform(0.025, 0.06), 0)


def skull_round(to: SignCanvas, rng: RandomGenerator) -> None:
    """A round skull on a jaw with slits for teeth."""
    to.oval(0.5, 0.4, rng.uniform(0.36, 0.45), rng.uniform(0.36, 0.42))
    jaw, low = rng.uniform(0.18, 0.27), rng.uniform(0.92, 1.0)
    to.fill([(0.5 - jaw - 0.04, 0.66), (0.5 + jaw + 0.04, 0.66), (0.5 + jaw, low), (0.5 - jaw, low)])
    face(to, rng, rng.uniform(0.56, 0.62))
    for x in np.linspace(0.5 - jaw, 0.5 + jaw, int(rng.integers(4, 7)))[1:-1]:
        to.stroke([(x, 0.8), (x, 1.05)], rng.uniform(0.02, 0.045), 0)
    if rng.random() < 0.7:
        crack(to, rng)


def skull_block(to: SignCanvas, rng: RandomGenerator) -> None:
    """An angular skull with a stepped jaw."""
    points = np.array(
        [
            (0.2, 0.02),
            (0.8, 0.02),
            (0.97, 0.22),
            (0.95, 0.6),
            (0.76, 0.7),
            (0.76, 0.97),
            (0.24, 0.97),
            (0.24, 0.7),
            (0.05, 0.6),
            (0.03, 0.22),
        ]
    )
    to.fill(points + rng.normal(0, 0.02, points.shape))
    face(to, rng, rng.uniform(0.56, 0.62))
    for x in (0.4, 0.5, 0.6):
        to.stroke([(x, 0.8), (x, 1.05)], rng.uniform(0.02, 0.05), 0)
    if rng.random() < 0.7:
        crack(to, rng)


def skull_split(to: SignCanvas, rng: RandomGenerator) -> None:
    """A skull that is broken in two halves, one lower than the other."""
    skull_round(to, rng)
    ends = np.array([(0.52, -0.1), (0.44, 0.15), (0.56, 0.35), (0.46, 0.6), (0.53, 0.75), (0.48, 1.1)])
    ends[:, 0] += rng.normal(0, 0.07)
    to.stroke(ends, rng.uniform(0.05, 0.09), 0)


def skull_bones(to: SignCanvas, rng: RandomGenerator) -> None:
    """A small skull before two crossed bones, or with a jaw apart."""
    if rng.random() < 0.5:
        for way in (((0.05, 0.62), (0.95, 0.98)), ((0.95, 0.62), (0.05, 0.98))):
            to.stroke(way, 0.09)
            for x, y in way:
                to.oval(x, y, 0.07, 0.07)
        skull_round(to.placed(0.5, 0.4, 0.78), rng)
    else:
        to.oval(0.5, 0.34, 0.42, 0.34)
        to.fill([(0.25, 0.5), (0.75, 0.5), (0.7, 0.74), (0.3, 0.74)])
        face(to, rng, 0.54)
        to.fill([(0.26, 0.8), (0.74, 0.8), (0.66, 0.98), (0.34, 0.98)])
        crack(to, rng)


# --- eye ---------------------------------------------------------------------------------------------------------


def almond(high: float, sharp: float) -> np.ndarray:
    """Outline of an eye."""
    upper = curve(
        [(0.0, 0.5), (0.25, 0.5 - high * sharp), (0.5, 0.5 - high), (0.75, 0.5 - high * sharp), (1.0, 0.5)], 30
    )
    lower = curve(
        [(1.0, 0.5), (0.75, 0.5 + high * sharp), (0.5, 0.5 + high), (0.25, 0.5 + high * sharp), (0.0, 0.5)], 30
    )
    return np.concatenate([upper, lower])


def eye_full(to: SignCanvas, rng: RandomGenerator) -> None:
    """A filled almond with a ring cut out about the pupil."""
    to.fill(almond(rng.uniform(0.25, 0.36), rng.uniform(0.7, 0.85)))
    r = rng.uniform(0.15, 0.22)
    to.oval(0.5, 0.5, r, r, 0)
    to.oval(0.5, 0.5, r * rng.uniform(0.4, 0.65), r * rng.uniform(0.4, 0.7))


def eye_line(to: SignCanvas, rng: RandomGenerator) -> None:
    """An outlined almond with a filled pupil, at times with lashes."""
    width, high = rng.uniform(0.06, 0.12), rng.uniform(0.24, 0.36)
    to.stroke(almond(high, 0.8), width, closed=True)
    r = rng.uniform(0.11, 0.19)
    to.oval(0.5, 0.5, r, r)
    if rng.random() < 0.4:
        to.oval(0.5 + r * 0.3, 0.5 - r * 0.3, r * 0.3, r * 0.3, 0)
    if rng.random() < 0.4:
        for t in np.linspace(-0.9, 0.9, int(rng.integers(3, 6))):
            x, y = 0.5 + 0.36 * t, 0.5 - high * (1 - 0.5 * t * t)
            to.stroke([(x, y), (x + 0.12 * t, y - 0.15)], width * 0.8)


def eye_of_the_sun(to: SignCanvas, rng: RandomGenerator) -> None:
    """An Egyptian eye with a brow, and at times a tear and a curl."""
    width = rng.uniform(0.06, 0.1)
    to.stroke(almond(rng.uniform(0.16, 0.22), 0.8), width, closed=True)
    r = rng.uniform(0.1, 0.15)
    to.oval(0.48, 0.5, r, r)
    to.taper(curve([(0.0, 0.3), (0.4, 0.13), (1.02, 0.27)]), [width * 0.6, width * 1.3, width * 0.5])
    if rng.random() < 0.7:
        to.taper(curve([(0.36, 0.66), (0.34, 0.82), (0.3, 0.97)]), [width, width, 0.02])
        to.stroke(curve([(0.56, 0.66), (0.72, 0.9), (0.9, 0.9), (0.9, 0.76)]), width * 0.8)


def eye_slit(to: SignCanvas, rng: RandomGenerator) -> None:
    """A filled eye with a slit for a pupil under a heavy lid."""
    to.fill(almond(rng.uniform(0.24, 0.34), rng.uniform(0.65, 0.8)))
    to.oval(0.5, 0.5, rng.uniform(0.05, 0.09), rng.uniform(0.18, 0.26), 0)
    to.taper(curve([(-0.02, 0.42), (0.5, 0.05), (1.02, 0.42)]), [0.03, 0.11, 0.03])


# --- river -------------------------------------------------------------------------------------------------------


def wave(y: float, periods: float, high: float, phase: float, sharp: bool) -> np.ndarray:
    """A wavy or zigzag line across the face."""
    x = np.linspace(0, 1, 60)
    t = x * periods + phase
    off = 2 * np.abs(2 * (t % 1) - 1) - 1 if sharp else np.cos(2 * np.pi * t)
    return np.stack([x, y + high * off], 1)


def river_waves(to: SignCanvas, rng: RandomGenerator) -> None:
    """Two to four waves above each other."""
    lines, periods, phase = int(rng.integers(2, 5)), rng.uniform(1.3, 3), rng.uniform(0, 1)
    step = 0.8 / lines
    for n in range(lines):
        to.stroke(
            wave(0.1 + step * (n + 0.5), periods, step * rng.uniform(0.2, 0.32), phase, False),
            step * rng.uniform(0.35, 0.5),
        )


def river_zigzag(to: SignCanvas, rng: RandomGenerator) -> None:
    """Two or three zigzags above each other, as in the sign for water."""
    lines, periods, phase = int(rng.integers(2, 4)), rng.uniform(2, 5), rng.uniform(0, 1)
    step = 0.75 / lines
    for n in range(lines):
        to.stroke(wave(0.12 + step * (n + 0.5), periods, step * 0.28, phase, True), step * rng.uniform(0.3, 0.42))


def river_bent(to: SignCanvas, rng: RandomGenerator) -> None:
    """A winding band that gets broader, with waves cut into it."""
    broad, bow = rng.uniform(0.3, 0.5), rng.uniform(0.1, 0.2)
    line = curve([(0.5 + bow, 0.0), (0.5 - bow, 0.33), (0.5 + bow, 0.66), (0.5 - bow / 2, 1.0)])
    to.taper(line, [0.1, broad * 0.7, broad, broad * 1.2])
    for side in (-0.25, 0.2):
        to.taper(line + (side * broad * np.linspace(0.4, 1, len(line))[:, None] * (1, 0)), [0.0, 0.05, 0.05])


def river_drops(to: SignCanvas, rng: RandomGenerator) -> None:
    """Waves of changing width that end in points, shifted against each other."""
    lines = int(rng.integers(2, 4))
    for n in range(lines):
        y, shift = 0.2 + 0.6 * n / (lines - 1), rng.uniform(-0.08, 0.08)
        line = curve(
            [
                (0.0 + shift, y + 0.06),
                (0.2 + shift, y - 0.07),
                (0.42 + shift, y + 0.07),
                (0.64 + shift, y - 0.07),
                (0.84 + shift, y + 0.07),
                (1.0 + shift, y - 0.04),
            ],
            50,
        )
        to.taper(line, [0.02, 0.13, 0.1, 0.13, 0.1, 0.02])


# --- snake -------------------------------------------------------------------------------------------------------


def head(to: SignCanvas, x: float, y: float, size: float, way: float, rng: RandomGenerator) -> None:
    """The head of a snake that looks along an angle, at times with an eye and a tongue."""
    to.oval(x, y, size * 1.4, size, turn=way)
    if rng.random() < 0.6:
        to.oval(x + size * 0.3 * np.cos(way), y + size * 0.3 * np.sin(way), size * 0.3, size * 0.3, 0)
    if rng.random() < 0.6:
        tip = np.array([x, y]) + size * 1.3 * np.array([np.cos(way), np.sin(way)])
        for fork in (-0.4, 0.4):
            ends = [
                tip,
                tip + size * 0.8 * np.array([np.cos(way), np.sin(way)]),
                tip + size * 1.5 * np.array([np.cos(way + fork), np.sin(way + fork)]),
            ]
            to.stroke(np.array(ends), 0.03)


def snake_winding(to: SignCanvas, rng: RandomGenerator) -> None:
    """A body in two or three bends, thick at the head and thin at the tail."""
    bends, thick = int(rng.integers(3, 6)), rng.uniform(0.12, 0.2)
    reach = rng.uniform(0.22, 0.36)
    ends = [(0.5 + reach * (-1) ** n, 0.12 + 0.8 * n / bends) for n in range(bends + 1)]
    to.taper(curve(ends, 70), [thick, thick, thick * 0.8, 0.03])
    head(to, *ends[0], thick * 0.62, float(rng.choice([0.0, np.pi, -np.pi / 2])), rng)


def snake_coiled(to: SignCanvas, rng: RandomGenerator) -> None:
    """A spiral whose head lies outside."""
    t = np.linspace(0, 2 * np.pi * rng.uniform(1.4, 2.1), 90)
    r = 0.08 + 0.4 * t / t.max()
    thick = rng.uniform(0.1, 0.16)
    line = np.stack([0.5 + r * np.cos(t), 0.5 + r * np.sin(t)], 1)
    to.taper(line, [0.03, thick, thick, thick])
    head(to, float(line[-1, 0]), float(line[-1, 1]), thick * 0.65, float(t[-1] + np.pi / 2), rng)


def snake_rising(to: SignCanvas, rng: RandomGenerator) -> None:
    """A cobra that rises from a coil, with a hood."""
    thick = rng.uniform(0.11, 0.16)
    to.stroke(oval_points(0.5, 0.84, rng.uniform(0.26, 0.38), 0.1), thick * 0.8, closed=True)
    to.taper(curve([(0.62, 0.82), (0.72, 0.62), (0.46, 0.5), (0.42, 0.2)]), [thick, thick, thick * 1.4, thick])
    to.oval(0.43, 0.3, rng.uniform(0.11, 0.18), 0.2)
    head(to, 0.4, 0.1, thick * 0.6, np.pi, rng)
    to.taper(curve([(0.8, 0.86), (0.92, 0.74), (0.98, 0.56)]), [thick * 0.7, 0.02])


def snake_looped(to: SignCanvas, rng: RandomGenerator) -> None:
    """A body that crosses itself in a loop."""
    thick = rng.uniform(0.1, 0.15)
    line = curve(
        [
            (0.9, 0.12),
            (0.45, 0.2),
            (0.22, 0.45),
            (0.4, 0.68),
            (0.66, 0.52),
            (0.5, 0.32),
            (0.3, 0.6),
            (0.5, 0.92),
            (0.95, 0.9),
        ],
        90,
    )
    to.taper(line, [thick, thick * 1.1, thick, thick * 0.8, 0.02])
    head(to, 0.9, 0.12, thick * 0.65, 0.0, rng)


def snake_plain(to: SignCanvas, rng: RandomGenerator) -> None:
    """Two bends of one width, a head like an arrow and a pointed tail."""
    thick = rng.uniform(0.12, 0.19)
    line = curve([(0.3, 0.14), (0.7, 0.22), (0.72, 0.45), (0.3, 0.55), (0.28, 0.8), (0.7, 0.88), (0.95, 0.72)], 80)
    to.taper(line, [thick, thick, thick, thick, 0.02])
    to.fill([(0.04, 0.14), (0.34, 0.14 - thick), (0.34, 0.14 + thick)])
    if rng.random() < 0.5:
        to.oval(0.25, 0.12, 0.03, 0.03, 0)


# --- ankh --------------------------------------------------------------------------------------------------------


def ankh_even(to: SignCanvas, rng: RandomGenerator) -> None:
    """A loop on a cross, all of one width."""
    width, r = rng.uniform(0.08, 0.16), rng.uniform(0.15, 0.22)
    cross = rng.uniform(0.4, 0.52)
    to.stroke(oval_points(0.5, cross - r * 1.15, r, r * 1.15), width, closed=True)
    to.stroke([(0.5, cross), (0.5, 1)], width)
    reach = rng.uniform(0.28, 0.4)
    to.stroke([(0.5 - reach, cross), (0.5 + reach, cross)], width)


def ankh_flared(to: SignCanvas, rng: RandomGenerator) -> None:
    """Arms that get broader to their ends, and a loop like a drop."""
    cross, wide, end = rng.uniform(0.42, 0.52), rng.uniform(0.05, 0.09), rng.uniform(0.1, 0.18)
    loop = curve([(0.5, cross), (0.3, 0.25), (0.38, 0.06), (0.5, 0.02), (0.62, 0.06), (0.7, 0.25), (0.5, cross)], 40)
    to.stroke(loop, rng.uniform(0.08, 0.13))
    for way in ((-0.4, 0.0), (0.4, 0.0), (0.0, 1 - cross)):
        to.taper([(0.5, cross), (0.5 + way[0], cross + way[1])], [wide, end])


def ankh_full(to: SignCanvas, rng: RandomGenerator) -> None:
    """A filled disc with a hole, and heavy arms."""
    r, cross = rng.uniform(0.2, 0.27), 0.48
    to.oval(0.5, 0.25, r, 0.25)
    to.oval(0.5, 0.24, r * rng.uniform(0.4, 0.6), 0.25 * rng.uniform(0.4, 0.65), 0)
    bar, reach = rng.uniform(0.13, 0.2), rng.uniform(0.3, 0.42)
    to.fill([(0.5 - reach, cross), (0.5 + reach, cross), (0.5 + reach, cross + bar), (0.5 - reach, cross + bar)])
    to.fill([(0.5 - bar / 2, cross), (0.5 + bar / 2, cross), (0.5 + bar / 2, 1), (0.5 - bar / 2, 1)])


def ankh_pointed(to: SignCanvas, rng: RandomGenerator) -> None:
    """An angular loop, and arms with notched ends."""
    cross, width = 0.46, rng.uniform(0.08, 0.13)
    to.stroke([(0.5, cross), (0.28, 0.24), (0.5, 0.04), (0.72, 0.24)], width, closed=True)
    to.taper([(0.12, cross), (0.88, cross)], [width * 1.6, width * 0.7, width * 1.6])
    to.taper([(0.5, cross), (0.5, 1.0)], [width * 0.8, width * 1.7])


CONSTRUCTIONS: dict[str, tuple[Drawing, ...]] = {
    **COMMON,
    "energy2": tuple(map(doubled, COMMON["energy"])),
    "smash2": tuple(map(doubled, COMMON["smash"])),
    "skull": (skull_round, skull_block, skull_split, skull_bones),
    "eye": (eye_full, eye_line, eye_of_the_sun, eye_slit),
    "river": (river_waves, river_zigzag, river_bent, river_drops),
    "snake": (snake_winding, snake_coiled, snake_rising, snake_looped, snake_plain),
    "ankh": (ankh_even, ankh_flared, ankh_full, ankh_pointed),
}
"""Constructions of every sign; the last one of each is kept for validation."""
