"""What real dice have and drawings lack.

Mottled plastic, engraving, gloss, round edges, uneven and worn paint.
"""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np

from training.scenes import cube
from training.scenes.ground import Floats, RandomGenerator, random_color, smooth_noise
from training.scenes.plastic import plastic_colors

REAL_SHARE = 0.6
"""Share of the lots with a material as real plastic has; the others stay evenly colored and flat."""
SOLD_SHARE = 0.45
"""Share of these with colors as dice are sold in, instead of those of an edition."""
INKS = ((245, 245, 245), (235, 235, 235), (90, 190, 225), (190, 195, 195), (20, 20, 20), (40, 40, 190))
"""Usual paints of numerals: white, gold, silver, black, red; BGR."""
LEAST_CONTRAST = 60.0
"""Least difference between a paint and the plastic, in grey levels of one channel."""
LEAST_INK = 0.45
"""Share of a drawing's ink that wear leaves at least."""
ROUND_SHARE = 0.15
"""Share of the lots that are as round as old dice."""


def real_plastic(look: cube.DieAppearance, rng: RandomGenerator) -> cube.DieAppearance:
    """Give a die of one color, without faces, the matter of one that is sold.

    Some lots stay as they are.
    """
    if rng.random() < ROUND_SHARE:
        ball = float(rng.choice([0.87, rng.uniform(0.62, 0.7)]))
        look = replace(look, edge_radius=float(rng.uniform(0.16, 0.3)), ball_radius=ball)
    if rng.random() > REAL_SHARE:
        return look
    body, ink = np.asarray(look.body, float), np.asarray(look.ink, float)
    second = np.clip(body * np.exp(rng.normal(0, 0.6)) + rng.normal(0, 25, 3), 3, 250)
    if rng.random() < SOLD_SHARE:
        body, second, ink = plastic_colors(rng)
        if rng.random() < 0.75:
            ink = contrasting_ink(rng, body)
    is_engraved = rng.random() < 0.6
    if is_engraved and rng.random() < 0.05:
        ink = body * rng.uniform(0.5, 0.8)
    return replace(
        look,
        body=body,
        ink=ink,
        second_body=second if rng.random() < 0.6 else look.second_body,
        swirl=float(np.exp(rng.uniform(0, 2.5))),
        pearl=float(rng.uniform(0.1, 0.6)) if rng.random() < 0.5 else 0.0,
        marbling=float(rng.uniform(5, 70)) if rng.random() < 0.3 else look.marbling,
        gloss=float(rng.uniform(0.2, 1)),
        dome=float(rng.uniform(0, 0.7)) if rng.random() < 0.5 else 0.0,
        pip_depth=float(rng.uniform(0.1, 1.2)) if is_engraved else 0.0,
        glare=float(rng.uniform(40, 280)) if rng.random() < 0.5 else 0.0,
    )


def contrasting_ink(rng: RandomGenerator, body: Floats) -> Floats:
    """(3,) BGR of a paint that stands out from the plastic."""
    while True:
        ink = np.array(INKS[int(rng.integers(len(INKS)))], float) if rng.random() < 0.8 else random_color(rng, 5, 250)
        if float(np.abs(ink - body).max()) > LEAST_CONTRAST:
            return np.asarray(np.clip(ink + rng.normal(0, 8, 3), 3, 252))


def aged(skin: cube.DieAppearance, rng: RandomGenerator) -> cube.DieAppearance:
    """Make the paint of a die's faces uneven: its edges, its cover, its outline; and dirty some."""
    faces = np.asarray(skin.faces, np.float32).copy()
    is_soft, is_bled, is_faded = rng.random(3) < (0.3, 0.2, 0.15)
    is_rubbed, is_crumbled = rng.random(2) < (0.25, 0.15)
    width, cut, grain = rng.uniform(0.5, 2.0), rng.uniform(0.25, 0.7), rng.uniform(1.5, 5)
    for n, face in enumerate(faces):
        ink = before = face[..., 0]
        if is_bled:
            ink = np.clip((soft(ink, width + 1) - cut) * 5 + 0.5, 0, 1)
        if is_soft:
            ink = soft(ink, width)
        if is_rubbed:
            ink = ink * np.clip((rng.uniform(0.6, 2.0) - uneven(rng)) * 2.5, 0, 1)
        if is_crumbled:
            ink = ink * np.clip((rng.uniform(0.8, 2.0) - smooth_noise(rng, cube.TILE_PX, grain)) * 3, 0, 1)
        if is_faded:
            ink = ink * rng.uniform(0.5, 0.95)
        faces[n, ..., 0] = ink if float(ink.sum()) > LEAST_INK * float(before.sum()) else before
    return with_inlay(replace(skin, faces=faces), rng)


def soft(tile: Floats, width: float) -> Floats:
    """A tile blurred by a width in texels."""
    return np.asarray(cv2.GaussianBlur(np.asarray(tile, np.float32), (0, 0), width))


def uneven(rng: RandomGenerator) -> Floats:
    """(TILE_PX, TILE_PX) values about -2..2 that rise across the face and are blotched."""
    x, y = np.meshgrid(*2 * (np.linspace(-1, 1, cube.TILE_PX, dtype=np.float32),))
    way = rng.normal(0, 0.8, 2)
    return np.asarray(way[0] * x + way[1] * y + 0.6 * smooth_noise(rng, cube.TILE_PX, rng.uniform(8, 30)))


def with_inlay(skin: cube.DieAppearance, rng: RandomGenerator) -> cube.DieAppearance:
    """The die with an outline around its signs, a frame along its edges, or dirt on it.

    Most have none of these.
    """
    kind = rng.random()
    if kind > 0.3:
        return skin
    faces, inlay = skin.faces.copy(), random_color(rng, 5, 250)
    if kind < 0.1:
        reach = 2 * int(rng.integers(1, 5)) + 1
        faces[..., 1] = np.stack([cv2.dilate(face[..., 0], np.ones((reach, reach), np.uint8)) for face in faces])
    elif kind < 0.14:
        at, width = int(rng.integers(3, 14)), int(rng.integers(2, 5))
        frame = np.zeros((cube.TILE_PX, cube.TILE_PX), np.float32)
        cv2.rectangle(frame, (at, at), (cube.TILE_PX - 1 - at,) * 2, 1.0, width, cv2.LINE_AA)
        faces[..., 1] = frame
    else:
        spots = [np.clip((smooth_noise(rng, cube.TILE_PX, rng.uniform(3, 25)) - 0.6) * 2, 0, 1) for _ in faces]
        faces[..., 1] = np.stack(spots) * rng.uniform(0.2, 0.7)
        inlay = np.asarray(skin.body * rng.uniform(0.3, 0.8))
    return replace(skin, faces=faces, inlay=inlay)
