"""Variations of stored patches, a batch at a time: how a die lies, is lit, and is photographed."""

from __future__ import annotations

from math import pi

import torch
from torch import Tensor
from torch.nn import functional as F  # noqa: N812 - everybody's name for it

from training.scenes.signs import SIGN_CONTEXT
from vision.reader.judge import PATCH_CONTEXT, PATCH_SIDE

BLUR_TAPS = 4
"""Pixels that a blur reaches to either side."""
BLOCK_PX = 8
"""Pixels a side of a block of a JPEG picture."""
BGR_TO_GREY = (0.114, 0.587, 0.299)
"""Weights of blue, green and red in a picture's lightness."""


def augment_batch(patches: Tensor) -> Tensor:
    """Vary (N, SIGN_PATCH_PX, SIGN_PATCH_PX, 3) bytes to (N, PATCH_SIDE, PATCH_SIDE, 3) bytes, at random.

    They are turned by any angle and never mirrored; chance is that of ``torch``, on the patches' device.
    """
    shown = moved(patches.permute(0, 3, 1, 2).float())
    shown = recolored(shown)
    shown = lit(shown)
    shown = photographed(shown)
    return shown.clamp(0, 255).round().byte().permute(0, 2, 3, 1)


def drawn(like: Tensor, low: float, high: float, channels: int = 1) -> Tensor:
    """(N, channels, 1, 1) uniform numbers, a row for each patch."""
    return torch.rand(len(like), channels, 1, 1, device=like.device) * (high - low) + low


def normal(like: Tensor, spread: float, channels: int = 1) -> Tensor:
    """(N, channels, 1, 1) normal numbers about 0."""
    return torch.randn(len(like), channels, 1, 1, device=like.device) * spread


def some(like: Tensor, share: float) -> Tensor:
    """(N, 1, 1, 1) whether a patch is one of a random share."""
    return torch.rand(len(like), 1, 1, 1, device=like.device) < share


def moved(shown: Tensor) -> Tensor:
    """Turn, shift, scale and stretch patches, and see them from a little aside; (N, 3, PATCH_SIDE, PATCH_SIDE)."""
    many, device = len(shown), shown.device
    turn, stretch = torch.rand(many, device=device) * 2 * pi, torch.exp(torch.randn(many, device=device) * 0.07)
    scale = PATCH_CONTEXT / SIGN_CONTEXT * torch.exp(torch.randn(many, device=device) * 0.1)
    line = (torch.arange(PATCH_SIDE, device=device) + 0.5) / PATCH_SIDE * 2 - 1
    y, x = (one[None] for one in torch.meshgrid(line, line, indexing="ij"))
    slant = (torch.randn(2, many, 1, 1, device=device) * 0.06).clamp(-0.15, 0.15)
    far = 1 + slant[0] * x + slant[1] * y
    shift = torch.randn(2, many, 1, 1, device=device) * 0.1 * PATCH_CONTEXT / SIGN_CONTEXT
    cos, sin = (torch.cos(turn) * scale)[:, None, None], (torch.sin(turn) * scale)[:, None, None]
    wide, high = x * stretch[:, None, None] / far, y / stretch[:, None, None] / far
    grid = torch.stack([cos * wide - sin * high + shift[0], sin * wide + cos * high + shift[1]], -1)
    return F.grid_sample(shown, grid, padding_mode="border", align_corners=False)


def recolored(shown: Tensor) -> Tensor:
    """Mix, invert, turn or fade colors: signs and plastic have any."""
    order = torch.rand(len(shown), 3, device=shown.device).argsort(1)
    mixed = shown.gather(1, order[:, :, None, None].expand_as(shown))
    shown = torch.where(some(shown, 0.15), mixed, shown)
    shown = torch.where(some(shown, 0.1), 255 - shown, shown)
    weights = torch.tensor(BGR_TO_GREY, device=shown.device)[None, :, None, None]
    grey = (shown * weights).sum(1, keepdim=True)
    hue = to_hue(shown, grey, weights)
    shown = torch.where(some(shown, 0.07), hue, shown)
    return torch.where(some(shown, 0.3), grey + (shown - grey) * drawn(shown, 0, 1.8), shown)


def to_hue(shown: Tensor, grey: Tensor, weights: Tensor) -> Tensor:
    """Turn most of the differences in lightness into differences in hue."""
    mean, kept, way = shown.mean((2, 3), keepdim=True), drawn(shown, 0.15, 0.7), normal(shown, 0.6, 3)
    way = way + normal(shown, 0.25) + 0.1 - kept - (way * weights).sum(1, keepdim=True)
    return mean + normal(shown, 20, 3) + kept * (shown - mean) + way * (grey - grey.mean((2, 3), keepdim=True))


def lit(shown: Tensor) -> Tensor:
    """Change the light: its strength and color, gamma, a slope, the edge of a shadow, glare."""
    side, device = shown.shape[-1], shown.device
    line = torch.linspace(-1, 1, side, device=device)
    y, x = (one[None, None] for one in torch.meshgrid(line, line, indexing="ij"))
    shown = 255 * (shown / 255).clamp(1e-4, 1) ** torch.exp(normal(shown, 0.2))
    turn = drawn(shown, 0, 2 * pi)
    across = x * torch.cos(turn) + y * torch.sin(turn)
    edge = torch.sigmoid((across - normal(shown, 0.5)) * torch.exp(drawn(shown, 0.5, 4)))
    field = 1 + normal(shown, 0.15) * across - torch.where(some(shown, 0.15), drawn(shown, 0.3, 0.7) * edge, 0.0)
    shown = shown * field * torch.exp(normal(shown, 0.17) + normal(shown, 0.08, 3))
    along, beside = across - normal(shown, 0.5), y * torch.cos(turn) - x * torch.sin(turn) - normal(shown, 0.5)
    spot = torch.exp(-((along / drawn(shown, 0.05, 0.4)) ** 2) - (beside / drawn(shown, 0.1, 1.5)) ** 2)
    return shown + torch.where(some(shown, 0.12), drawn(shown, 40, 230) * spot, 0.0)


def photographed(shown: Tensor) -> Tensor:
    """Blur or sharpen, then noise, fine or coarse, and traces of JPEG."""
    soft = blurred(shown, drawn(shown, 0.3, 1.6))
    shown = torch.where(some(shown, 0.35), soft, shown)
    shown = torch.where(some(shown, 0.2), shown + drawn(shown, 0.2, 1.2) * (shown - soft), shown)
    fine = torch.randn_like(shown)
    grey = torch.where(some(shown, 0.5), fine[:, :1], fine)
    coarse = F.interpolate(torch.randn_like(shown[..., ::2, ::2]), scale_factor=2.0, mode="bilinear")
    shown = shown + drawn(shown, 0, 8) * torch.where(some(shown, 0.3), coarse, grey)
    return torch.where(some(shown, 0.25), blocked(shown, drawn(shown, 4, 40)), shown)


def blurred(shown: Tensor, width: Tensor) -> Tensor:
    """Blur each patch by a width of its own in pixels, (N, 1, 1, 1)."""
    taps = torch.arange(-BLUR_TAPS, BLUR_TAPS + 1, device=shown.device)[None, :, None, None]
    weights = torch.exp(-0.5 * (taps / width) ** 2)
    weights = weights / weights.sum(1, keepdim=True)
    for pad, axis in (((0, 0, BLUR_TAPS, BLUR_TAPS), 2), ((BLUR_TAPS, BLUR_TAPS, 0, 0), 3)):
        wide, side = F.pad(shown, pad, mode="replicate"), shown.shape[axis]
        rows = [wide.narrow(axis, n, side) * weights[:, n : n + 1] for n in range(2 * BLUR_TAPS + 1)]
        shown = torch.stack(rows).sum(0)
    return shown


def blocked(shown: Tensor, step: Tensor) -> Tensor:
    """Round the waves of each block of 8 × 8 pixels to multiples that grow with their frequency, as JPEG does."""
    n = torch.arange(BLOCK_PX, device=shown.device)
    waves = torch.cos(pi * (2 * n[None] + 1) * n[:, None] / (2 * BLOCK_PX)) * (2 / BLOCK_PX) ** 0.5
    waves[0] /= 2**0.5
    many, planes, high, wide = shown.shape
    blocks = shown.reshape(many, planes, high // BLOCK_PX, BLOCK_PX, wide // BLOCK_PX, BLOCK_PX).transpose(3, 4)
    coarse = step[..., None, None] * (1 + (n[:, None] + n[None]) / 2)
    sizes = torch.round(waves @ blocks @ waves.T / coarse) * coarse
    return (waves.T @ sizes @ waves).transpose(3, 4).reshape(shown.shape)
