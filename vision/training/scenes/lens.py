"""Camera and lamps: uneven light, blur, noise, colour, JPEG."""

from __future__ import annotations

import cv2
import numpy as np

from vision.reading import Image

from .ground import Chance, Floats, cloud


def light(image: Floats, chance: Chance) -> Floats:
    """Apply lamps with falloff, a hard shadow across the table, glare."""
    side = image.shape[0]
    x, y = np.meshgrid(np.linspace(-1, 1, side, dtype=np.float32), np.linspace(-1, 1, side, dtype=np.float32))
    slope = chance.normal(0, 0.22, 2)
    field = 1 + slope[0] * x + slope[1] * y - chance.uniform(0, 0.25) * (x**2 + y**2)
    if chance.random() < 0.25:
        turn, shift = chance.uniform(0, 2 * np.pi), chance.normal(0, 0.5)
        edge = np.clip((x * np.cos(turn) + y * np.sin(turn) - shift) * chance.choice([4.0, 80.0]) + 0.5, 0, 1)
        field = field * (1 - chance.uniform(0.3, 0.7) * edge)
    tint = 1 + chance.normal(0, chance.choice([0.03, 0.14]), 3)
    image = image * np.maximum(field, 0.1)[..., None] * tint
    if chance.random() < 0.2:
        at, reach = chance.uniform(-1, 1, 2), chance.uniform(0.05, 0.5)
        image = image + (chance.uniform(60, 260) * np.exp(-((x - at[0]) ** 2 + (y - at[1]) ** 2) / reach**2))[..., None]
    return np.asarray(image, np.float32)


def motion(image: Floats, chance: Chance) -> Floats:
    """Motion blur: a short straight movement during the exposure."""
    long = int(chance.integers(3, 16))
    kernel = np.zeros((long, long), np.float32)
    turn = chance.uniform(0, np.pi)
    ends = [tuple(round((long - 1) / 2 * (1 + s * v)) for v in (np.cos(turn), np.sin(turn))) for s in (-1, 1)]
    cv2.line(kernel, ends[0], ends[1], 1.0, 1)
    return np.asarray(cv2.filter2D(image, -1, kernel / kernel.sum()))


def develop(image: Floats, chance: Chance) -> Image:
    """Convert a scene to the camera's 8-bit BGR picture."""
    if chance.random() < 0.6:
        width = float(chance.choice([0.6, 1.0, 1.8], p=[0.5, 0.35, 0.15]))
        image = np.asarray(cv2.GaussianBlur(image, (0, 0), width), np.float32)
    if chance.random() < 0.13:
        image = motion(image, chance)
    exposure = float(np.exp(chance.normal(0.05, 0.34)))
    image = 255 * np.clip(image * exposure / 255, 0, 1) ** float(np.exp(chance.normal(0, 0.15)))
    return roughen(np.asarray(image, np.float32), chance)


def roughen(image: Floats, chance: Chance) -> Image:
    """Add noise, grey, interlace, specks and JPEG artefacts."""
    side = image.shape[0]
    if chance.random() < 0.12:
        image = np.repeat(image.mean(axis=2, keepdims=True), 3, axis=2)
    if chance.random() < 0.7:
        noise = chance.normal(0, chance.uniform(1, 9), (*image.shape[:2], 1 if chance.random() < 0.4 else 3))
        image = image + noise
    if chance.random() < 0.1:
        image = image + cloud(chance, side, 2)[..., None] * 8
    if chance.random() < 0.03:
        image[::2] = np.roll(image[::2], int(chance.integers(1, 4)), axis=1)
    if chance.random() < 0.06:
        specks = chance.random(image.shape[:2])
        image[specks < 0.005], image[specks > 0.995] = 0, 255
    flat = np.clip(image, 0, 255).astype(np.uint8)
    quality = int(chance.integers(35, 96))
    return np.asarray(cv2.imdecode(cv2.imencode(".jpg", flat, [cv2.IMWRITE_JPEG_QUALITY, quality])[1], 1), np.uint8)
