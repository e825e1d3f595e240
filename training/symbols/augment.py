"""Variations of stored patches with symbol dice, a batch at a time.

How they lie, are lit, and are photographed.
"""

from __future__ import annotations

from math import pi

import torch
from torch import Tensor
from torch.nn import functional as F  # noqa: N812 - everybody's name for it

from training.nets.vary import recolor, soften, some
from training.scenes.signs import SIGN_CONTEXT
from vision.reader.judge import PATCH_CONTEXT, PATCH_SIDE

INVERTED_SHARE = 0.1
"""Share of the patches whose colors are inverted: signs are light on dark plastic as often as dark on light."""
SHADOW_SHARE, GLARE_SHARE, SHARPENED_SHARE, JPEG_SHARE = 0.15, 0.12, 0.2, 0.25
"""Shares of the patches with the edge of a shadow, a spot or streak of glare, more contrast at edges, JPEG's blocks."""
BLOCK_PX = 8
"""Pixels a side of a block of a JPEG picture."""


def augment_batch(patches: Tensor) -> Tensor:
    """Vary (N, SIGN_PATCH_PX, SIGN_PATCH_PX, 3) bytes to (N, PATCH_SIDE, PATCH_SIDE.

    3) bytes, at random.

    They are turned by any angle and never mirrored; chance is that of ``torch``, on the patches' device.
    """
    shown = moved(patches.permute(0, 3, 1, 2).float())
    shown = some(shown, INVERTED_SHARE, lambda part: 255 - part)
    shown = some(some(shown, SHADOW_SHARE, shadowed), GLARE_SHARE, glaring)
    shown = some(some(recolor(shown), SHARPENED_SHARE, sharpened), JPEG_SHARE, blocked)
    return shown.clamp(0, 255).round().byte().permute(0, 2, 3, 1)


def drawn(like: Tensor, low: float, high: float) -> Tensor:
    """(N, 1, 1, 1) uniform numbers, one for each patch."""
    return torch.rand(len(like), 1, 1, 1, device=like.device) * (high - low) + low


def normal(like: Tensor, spread: float) -> Tensor:
    """(N, 1, 1, 1) normal numbers about 0, one for each patch."""
    return torch.randn(len(like), 1, 1, 1, device=like.device) * spread


def places(side: int, device: torch.device) -> tuple[Tensor, Tensor]:
    """(1, 1, side, side) x and y of the pixels' middles, -1..1."""
    line = (torch.arange(side, device=device) + 0.5) / side * 2 - 1
    y, x = torch.meshgrid(line, line, indexing="ij")
    return x[None, None], y[None, None]


def moved(shown: Tensor) -> Tensor:
    """Turn, shift, scale and stretch patches, and see them from a little aside.

    (N, 3, PATCH_SIDE, PATCH_SIDE).
    """
    x, y = places(PATCH_SIDE, shown.device)
    turn, stretch = drawn(shown, 0, 2 * pi), normal(shown, 0.07).exp()
    scale = PATCH_CONTEXT / SIGN_CONTEXT * normal(shown, 0.1).exp()
    far = 1 + normal(shown, 0.06).clamp(-0.15, 0.15) * x + normal(shown, 0.06).clamp(-0.15, 0.15) * y
    wide, high = scale * x * stretch / far, scale * y / stretch / far
    astray = 0.1 * PATCH_CONTEXT / SIGN_CONTEXT
    across = turn.cos() * wide - turn.sin() * high + normal(shown, astray)
    down = turn.sin() * wide + turn.cos() * high + normal(shown, astray)
    grid = torch.stack([across[:, 0], down[:, 0]], -1)
    return F.grid_sample(shown, grid, padding_mode="border", align_corners=False)


def directions(shown: Tensor) -> tuple[Tensor, Tensor]:
    """(N, 1, H, W) distances of pixels from a line through each patch in a random direction.

    Along it.
    """
    x, y = places(shown.shape[-1], shown.device)
    turn = drawn(shown, 0, 2 * pi)
    return x * turn.cos() + y * turn.sin() - normal(shown, 0.5), y * turn.cos() - x * turn.sin() - normal(shown, 0.5)


def shadowed(shown: Tensor) -> Tensor:
    """Darken one side, by an edge that is soft or hard."""
    edge = torch.sigmoid(directions(shown)[0] * drawn(shown, 0.5, 4).exp())
    return shown * (1 - drawn(shown, 0.3, 0.7) * edge)


def glaring(shown: Tensor) -> Tensor:
    """Add a spot of light, round or long."""
    beside, along = directions(shown)
    spot = torch.exp(-((beside / drawn(shown, 0.05, 0.4)) ** 2) - (along / drawn(shown, 0.1, 1.5)) ** 2)
    return shown + drawn(shown, 40, 230) * spot


def sharpened(shown: Tensor) -> Tensor:
    """Raise the contrast at edges, as telephones do."""
    return shown + drawn(shown, 0.2, 1.2) * (shown - soften(shown))


def blocked(shown: Tensor) -> Tensor:
    """Round the waves of each 8 × 8 block to multiples that grow with frequency, as JPEG does."""
    n = torch.arange(BLOCK_PX, device=shown.device)
    waves = torch.cos(pi * (2 * n[None] + 1) * n[:, None] / (2 * BLOCK_PX)) * (2 / BLOCK_PX) ** 0.5
    waves[0] /= 2**0.5
    many, planes, high, wide = shown.shape
    blocks = shown.reshape(many, planes, high // BLOCK_PX, BLOCK_PX, wide // BLOCK_PX, BLOCK_PX).transpose(3, 4)
    coarse = drawn(shown, 4, 40)[..., None, None] * (1 + (n[:, None] + n[None]) / 2)
    sizes = torch.round(waves @ blocks @ waves.T / coarse) * coarse
    return (waves.T @ sizes @ waves).transpose(3, 4).reshape(shown.shape)
