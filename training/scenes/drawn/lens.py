"""Camera and lamps: uneven light, blur, noise, color, JPEG."""

from __future__ import annotations

import cv2
import numpy as np

from vision.reading import Image

from ..ground import Floats, RandomGenerator, smooth_noise

TUNGSTEN_SHARE = 0.12
"""Share of the scenes in the orange light of bulbs."""
OVEREXPOSED_SHARE = 0.08
"""Share of the scenes that are exposed too long."""


def apply_light(image: Floats, rng: RandomGenerator) -> Floats:
    """Apply lamps with falloff, a hard shadow across the table, glare."""
    side = image.shape[0]
    x, y = np.meshgrid(np.linspace(-1, 1, side, dtype=np.float32), np.linspace(-1, 1, side, dtype=np.float32))
    slope = rng.normal(0, 0.22, 2)
    field = 1 + slope[0] * x + slope[1] * y - rng.uniform(0, 0.25) * (x**2 + y**2)
    if rng.random() < 0.25:
        turn, shift = rng.uniform(0, 2 * np.pi), rng.normal(0, 0.5)
        edge = np.clip((x * np.cos(turn) + y * np.sin(turn) - shift) * rng.choice([4.0, 80.0]) + 0.5, 0, 1)
        field = field * (1 - rng.uniform(0.3, 0.7) * edge)
    tint = 1 + rng.normal(0, rng.choice([0.03, 0.14]), 3)
    if rng.random() < TUNGSTEN_SHARE:
        tint = tint * np.array([rng.uniform(0.35, 0.75), rng.uniform(0.7, 0.95), 1.12])
    image = image * np.maximum(field, 0.1)[..., None] * tint
    if rng.random() < 0.2:
        at, reach = rng.uniform(-1, 1, 2), rng.uniform(0.05, 0.5)
        image = image + (rng.uniform(60, 260) * np.exp(-((x - at[0]) ** 2 + (y - at[1]) ** 2) / reach**2))[..., None]
    return np.asarray(image, np.float32)


def motion_blur(image: Floats, rng: RandomGenerator, unit: float) -> Floats:
    """Motion blur: a straight movement during the exposure, at most a fifth of a die's side."""
    long = int(rng.integers(3, int(np.clip(unit / 5, 4, 16))))
    kernel = np.zeros((long, long), np.float32)
    turn = rng.uniform(0, np.pi)
    ends = [tuple(round((long - 1) / 2 * (1 + s * v)) for v in (np.cos(turn), np.sin(turn))) for s in (-1, 1)]
    cv2.line(kernel, ends[0], ends[1], 1.0, 1)
    return np.asarray(cv2.filter2D(image, -1, kernel / kernel.sum()))


def develop(image: Floats, rng: RandomGenerator, unit: float = 80) -> Image:
    """Convert a scene to the camera's 8-bit BGR picture; `unit` is a die's side in pixels."""
    if rng.random() < 0.6:
        width = min(float(rng.choice([0.6, 1.0, 1.8], p=[0.5, 0.35, 0.15])), 0.05 * unit)
        image = np.asarray(cv2.GaussianBlur(image, (0, 0), width), np.float32)
    if rng.random() < 0.13:
        image = motion_blur(image, rng, unit)
    exposure = float(np.exp(rng.normal(0.05, 0.3)))
    if rng.random() < OVEREXPOSED_SHARE:
        exposure *= rng.uniform(1.3, 2.2)
    image = 255 * np.clip(image * exposure / 255, 0, 1) ** float(np.exp(rng.normal(0, 0.15)))
    return add_artefacts(np.asarray(image, np.float32), rng)


def add_artefacts(image: Floats, rng: RandomGenerator) -> Image:
    """Add noise, grey, sharpening, interlace, specks, smoothing and JPEG artefacts."""
    side = image.shape[0]
    if rng.random() < 0.12:
        image = np.repeat(image.mean(axis=2, keepdims=True), 3, axis=2)
    if rng.random() < 0.7:
        noise = rng.normal(0, rng.uniform(1, 9), (*image.shape[:2], 1 if rng.random() < 0.4 else 3))
        image = image + noise
    if rng.random() < 0.1:
        image = image + smooth_noise(rng, side, 2)[..., None] * 8
    if rng.random() < 0.25:
        soft = cv2.GaussianBlur(image, (0, 0), float(rng.uniform(0.8, 2.0)))
        image = image + rng.uniform(0.4, 1.8) * (image - soft)
    if rng.random() < 0.03:
        image[::2] = np.roll(image[::2], int(rng.integers(1, 4)), axis=1)
    if rng.random() < 0.06:
        specks = rng.random(image.shape[:2])
        image[specks < 0.005], image[specks > 0.995] = 0, 255
    flat = np.clip(image, 0, 255).astype(np.uint8)
    if rng.random() < 0.08:
        flat = np.asarray(cv2.medianBlur(flat, 3), np.uint8)
    quality = int(rng.integers(35, 96))
    return np.asarray(cv2.imdecode(cv2.imencode(".jpg", flat, [cv2.IMWRITE_JPEG_QUALITY, quality])[1], 1), np.uint8)
