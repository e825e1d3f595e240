"""A camera's sensor: from light to the saved picture by exposure, blur, noise, color, JPEG."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

from ..ground import Floats, RandomGenerator


@dataclass(frozen=True)
class Sensor:
    """One camera's settings at one moment."""

    bright: float
    """Output level of the brightest that should be told from white, 0..1."""
    noise: float
    """Standard deviation of the noise at middle grey, 0..1."""
    soft: float
    """Standard deviation of the blur, in pixels."""
    smear: tuple[float, float]
    """(length in pixels, direction in degrees) of a motion blur."""
    warm: tuple[float, float, float]
    """Gain of red, green and blue."""
    quality: int
    """JPEG quality."""


def sensor(rng: RandomGenerator, stratum: str, pixels: float) -> Sensor:
    """A camera for a stratum, for dice that many pixels wide."""
    dim, blurred = stratum == "dim", stratum == "blurred"
    return Sensor(
        bright=rng.uniform(0.3, 0.5) if dim else rng.uniform(0.55, 0.95),
        noise=rng.uniform(0.02, 0.05) if dim else rng.uniform(0.002, 0.014),
        soft=pixels * rng.uniform(0.015, 0.035) if blurred and rng.random() < 0.5 else rng.uniform(0.3, 0.7),
        smear=(pixels * rng.uniform(0.05, 0.11), rng.uniform(0, 180)) if blurred else (0, 0),
        warm=tuple(rng.normal(1, 0.06, 3).clip(0.85, 1.15)) if rng.random() < 0.7 else (1.15, 1.0, 0.8),
        quality=int(rng.integers(62, 96)),
    )  # fmt: skip


def calm(light: Floats) -> Floats:
    """Remove single pixels that are far brighter than all around them."""
    around = cv2.dilate(light.max(axis=2), np.array([[1, 1, 1], [1, 0, 1], [1, 1, 1]], np.uint8))
    wild = light.max(axis=2) > 1.5 * around
    return np.where(wild[..., None], cv2.medianBlur(light, 3), light)


def level(light: Floats, boxes: list[list[float]]) -> float:
    """Brightest level to be told from white, over a quarter of the picture or of an object.

    `boxes` are the objects' [x, y, width, height] in pixels.
    """
    grey = light.mean(axis=2)
    cut = [grey[int(y) : int(y + high), int(x) : int(x + wide)] for x, y, wide, high in boxes]
    return max(1e-6, float(np.percentile(grey, 75)), *(float(np.percentile(part, 80)) for part in cut if part.size))


def develop(light: Floats, camera: Sensor, boxes: list[list[float]], seed: int) -> bytes:
    """The JPEG of (H, W, 3) linear RGB light, exposed for the objects in `boxes`."""
    light = calm(light.astype(np.float32))
    light = blurred(light * camera.bright**2.2 / level(light, boxes) * np.array(camera.warm), camera)
    rough = np.random.default_rng([seed, 7]).normal(0, 1, light.shape)
    grain = 0.7 * rough + 0.6 * cv2.GaussianBlur(rough, (0, 0), 0.8)
    light = light + grain * camera.noise * np.sqrt(np.clip(light, 0.02, 1)) * 0.9
    tone = np.clip(light, 0, 1) ** (1 / 2.2)
    tone = tone + 0.04 * np.sin(2 * np.pi * (tone - 0.25))
    pixels = np.rint(np.clip(tone[..., ::-1], 0, 1) * 255).astype(np.uint8)
    done, data = cv2.imencode(".jpg", pixels, [cv2.IMWRITE_JPEG_QUALITY, camera.quality])
    assert done
    return data.tobytes()


def blurred(light: Floats, camera: Sensor) -> Floats:
    """The light without the renderer's noise, blurred by lens and motion."""
    smooth = cv2.bilateralFilter(np.clip(light, 0, 3).astype(np.float32) ** (1 / 2.2), 5, 0.07, 1.3) ** 2.2
    if camera.smear[0] > 1:
        smooth = np.asarray(cv2.filter2D(smooth, -1, streak(*camera.smear)), np.float32)
    return np.asarray(cv2.GaussianBlur(smooth, (0, 0), camera.soft), np.float32)


def streak(length: float, degrees: float) -> Floats:
    """The kernel of a motion blur."""
    side = 2 * int(np.ceil(length / 2)) + 1
    kernel = np.zeros((side, side), np.float32)
    way = np.array([np.cos(np.radians(degrees)), np.sin(np.radians(degrees))]) * length / 2
    ends = [tuple(int(v) for v in np.rint((side // 2 + s * way) * 16)) for s in (-1, 1)]
    cv2.line(kernel, ends[0], ends[1], 1.0, 1, cv2.LINE_AA, 4)
    return np.asarray(kernel / kernel.sum())
