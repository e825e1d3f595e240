"""Random crops and colors of whole batches of pictures, where the nets are taught."""

from __future__ import annotations

from collections.abc import Callable

import cv2
import numpy as np
import torch
from torch import Tensor
from torch.nn import functional as F  # noqa: N812 - everybody's name for it

from .bank import PictureBank
from .target import BGR_TO_GREY, CROP_PX, DIE_SIZES_PX, HUE_SHARE

MAX_TURN = 0.44
"""Greatest angle in radians by which a picture is turned: "up" stays up."""
QUARTER_SHARE = 0.08
"""Share turned by quarters as well: pictures of a phone that is held on its side and does not say so."""
SUPERSAMPLING = 2
"""Samples of a picture for each pixel of a crop, along each side."""
GREY_GRAIN_SHARE = 0.4
"""Share of the pictures with grain in which it is the same in all channels."""
GRAIN_POOL = 8
"""Planes of random numbers from which the grain of all planes of a batch is cut: making them is what takes time."""
BLUR_TAPS = 9
"""Pixels of the kernel that blurs."""


def random_crops(bank: PictureBank, rows: Tensor, is_real: bool) -> tuple[Tensor, Tensor]:
    """Random squares of pictures: most a little turned, mirrored left and right, stretched.

    Returns (B, 3, CROP_PX, CROP_PX) 0..255, and the (B, MAX_DICE, TRUTH_SIZE) truths in their pixels.
    """
    truths, sizes = bank.truths[rows], bank.sizes[rows]
    linear, shift = crop_ways(truths, sizes, is_real)
    parts = sample_affine(bank.images, rows, bank.fills[rows], linear, shift, CROP_PX)
    return parts, move_truths(truths, linear, shift)


def crop_ways(truths: Tensor, sizes: Tensor, is_real: bool) -> tuple[Tensor, Tensor]:
    """(B, 2, 2) linear maps and (B, 2) shifts from pictures to crops, most about a die."""
    count = len(truths)
    there = truths[..., 0] >= 0
    has = there.any(1)
    one = torch.multinomial(there.float() + 1e-6, 1)[:, 0]
    box = truths[torch.arange(count), one, 1:5]
    side = torch.where(has, (box[:, 2] * box[:, 3]).clamp(min=1).sqrt(), torch.full_like(sizes[:, 0], 60.0))
    scale = log_uniform(count, 0.55, 1.4)
    if is_real:
        scale = (log_uniform(count, *DIE_SIZES_PX) / side).clamp(0.35, 2.5)
    scale = torch.minimum(torch.maximum(scale, 14 / side), 200 / side)
    at_die = has & (torch.rand(count) < (1.0 if is_real else 0.5))
    middle = torch.where(
        at_die[:, None], box[:, :2] + box[:, 2:] / 2, torch.empty_like(sizes).uniform_(0.3, 0.7) * sizes
    )
    stretch = (torch.randn(count) * (0.07 if is_real else 0.03)).exp()
    mirror = torch.where(torch.rand(count) < 0.5, -1.0, 1.0)
    linear = turns(count, 0.14 if is_real else 0.08) @ torch.diag_embed(
        torch.stack([scale * stretch * mirror, scale / stretch], 1)
    )
    offset = torch.empty_like(sizes).uniform_(-0.35, 0.35) * CROP_PX
    shift = CROP_PX / 2 - apply(linear, middle[:, None])[:, 0] + offset
    corner = torch.tensor([(0.0, 0), (1, 0), (0, 1), (1, 1)])
    ends = apply(linear, corner * sizes[:, None])
    first, last = -ends.amin(1), CROP_PX - ends.amax(1)
    return linear, torch.minimum(torch.maximum(shift, torch.minimum(first, last)), torch.maximum(first, last))


def turns(count: int, deviation: float) -> Tensor:
    """(B, 2, 2) turns by small random angles, some of them by quarters too."""
    quarters = torch.randint(1, 4, (count,)) * (torch.rand(count) < QUARTER_SHARE)
    angle = (torch.randn(count) * deviation).clamp(-MAX_TURN, MAX_TURN) + quarters * (torch.pi / 2)
    cos, sin = angle.cos(), angle.sin()
    return torch.stack([torch.stack([cos, -sin], 1), torch.stack([sin, cos], 1)], 1)


def log_uniform(count: int, low: float, high: float) -> Tensor:
    """(B,) random numbers whose logarithms are spread evenly."""
    ends = torch.tensor([low, high]).log()
    return torch.empty(count).uniform_(float(ends[0]), float(ends[1])).exp()


def apply(linear: Tensor, points: Tensor) -> Tensor:
    """Apply (B, 2, 2) linear maps to (B, N, 2) points."""
    return points @ linear.transpose(1, 2)


def sample_affine(stored: Tensor, rows: Tensor, fills: Tensor, linear: Tensor, shift: Tensor, side: int) -> Tensor:
    """(B, 3, side, side) squares of B of the (N, S, S, 3) stored pictures.

    The maps lead from picture to square. Beyond the pictures the squares have the (B, 3) fills. OpenCV does it in a
    sixth of the processor time of torch.
    """
    fine = side * SUPERSAMPLING
    ways = torch.cat([linear, shift[:, :, None] + (0.5 - 0.5 / SUPERSAMPLING)], 2).double().numpy() * SUPERSAMPLING
    seen = np.empty((len(rows), side, side, 3), np.uint8)
    for n, (row, fill) in enumerate(zip(rows.tolist(), fills.tolist(), strict=True)):
        square = cv2.warpAffine(stored[row].numpy(), ways[n], (fine, fine), borderValue=fill)
        seen[n] = cv2.resize(square, (side, side), interpolation=cv2.INTER_AREA)
    return torch.from_numpy(seen).permute(0, 3, 1, 2).float()


def move_truths(truths: Tensor, linear: Tensor, shift: Tensor) -> Tensor:
    """Truths in the pixels of crops; a turned box is that of the ellipse in it."""
    half = truths[..., 3:5] / 2
    center = apply(linear, truths[..., 1:3] + half) + shift[:, None]
    reach = (half[:, :, None] * linear[:, None]).square().sum(3).sqrt()
    corners = apply(linear, truths[..., 5:13].reshape(len(truths), -1, 2)) + shift[:, None]
    box = torch.cat([center - reach, 2 * reach], 2)
    return torch.cat([truths[..., :1], box, corners.reshape(*truths.shape[:2], 8), truths[..., 13:]], 2)


def recolor(x: Tensor) -> Tensor:
    """Randomly change colors, light and grain of (B, 3, H, W) pictures, 0..255."""
    changes = (
        (0.2, swapped_channels),
        (HUE_SHARE, lightness_to_hue),
        (0.8, bent),
        (0.25, lambda some: some * slopes(some)),
        (0.2, soften),
        (0.12, coarsen),
        (0.4, grainy),
        (0.08, lambda some: some.mean(1, keepdim=True).expand_as(some)),
    )
    for share, change in changes:
        x = some(x, share, change)
    return x.clamp(0, 255)


def some(x: Tensor, share: float, change: Callable[[Tensor], Tensor]) -> Tensor:
    """Change some of the pictures of a batch."""
    rows = torch.nonzero(torch.rand(len(x), device=x.device) < share)[:, 0]
    if not len(rows):
        return x
    return x.index_copy(0, rows, change(x[rows]))


def swapped_channels(x: Tensor) -> Tensor:
    """Pictures with their colors in another order."""
    order = torch.rand((len(x), 3), device=x.device).argsort(1)
    return x.gather(1, order[:, :, None, None].expand_as(x))


def bent(x: Tensor) -> Tensor:
    """Pictures in other light: each channel brighter or darker, the tones bent."""
    tint, light, bend = (torch.randn((len(x), n, 1, 1), device=x.device) for n in (3, 1, 1))
    gain = (tint * 0.1 + light * 0.17).exp()
    return 255 * ((x / 255).clamp(1e-4, 1) ** (bend * 0.2 - 0.1).exp() * gain).clamp(0, 1)


def grainy(x: Tensor) -> Tensor:
    """Pictures with grain, of the same lightness in all channels in some of them."""
    count, planes, high, wide = x.shape
    pool = torch.randn(GRAIN_POOL * high * wide, device=x.device)
    starts = torch.randint((GRAIN_POOL - 1) * high * wide, (count, planes))
    starts = torch.where(torch.rand(count, 1) < GREY_GRAIN_SHARE, starts[:, :1], starts)
    noise = torch.stack([pool[start : start + high * wide] for start in starts.flatten().tolist()]).view_as(x)
    return torch.addcmul(x, noise, torch.empty((count, 1, 1, 1), device=x.device).uniform_(0, 9))


def slopes(x: Tensor) -> Tensor:
    """(B, 1, H, W) light that falls off to one side."""
    count, _, high, wide = x.shape
    slope = torch.randn((count, 2, 1, 1), device=x.device) * 0.2
    down = torch.linspace(-1, 1, high, device=x.device)[None, :, None]
    right = torch.linspace(-1, 1, wide, device=x.device)[None, None]
    return (1 + slope[:, 0] * down + slope[:, 1] * right).clamp(0.3, 1.3)[:, None]


def soften(x: Tensor) -> Tensor:
    """Blur each picture of a batch by another width."""
    count, planes, high, wide = x.shape
    width = torch.empty((count, 1), device=x.device).uniform_(0.4, 1.7)
    away = torch.arange(BLUR_TAPS, device=x.device) - BLUR_TAPS // 2
    kernel = torch.exp(-0.5 * (away / width) ** 2)
    kernel = (kernel / kernel.sum(1, keepdim=True)).repeat_interleave(planes, 0)[:, None]
    edge = BLUR_TAPS // 2
    rows = F.pad(x.reshape(1, count * planes, high, wide), (edge,) * 4, mode="replicate")
    across = F.conv2d(rows, kernel[:, :, None], groups=count * planes)
    return F.conv2d(across, kernel[..., None], groups=count * planes).reshape(x.shape)


def coarsen(x: Tensor) -> Tensor:
    """Show pictures as with fewer pixels: as far away, or as enlarged."""
    share = float(torch.empty(1).uniform_(0.35, 0.8))
    small = F.interpolate(x, scale_factor=share, mode="area")
    return F.interpolate(small, x.shape[2:], mode="bilinear", align_corners=False)


def lightness_to_hue(x: Tensor) -> Tensor:
    """Turn differences in lightness into differences in hue.

    Random linear maps of colors about the pictures' means leave pips and plastic about equally bright.
    """
    count, device = len(x), x.device
    weights = torch.tensor(BGR_TO_GREY, device=device, dtype=torch.float32)
    kept = torch.empty((count, 1), device=device).uniform_(0.15, 0.7)
    direction = torch.randn((count, 3), device=device) * 0.6
    contrast = torch.randn((count, 1), device=device) * 0.25 + 0.1
    direction = direction + contrast - kept - (direction @ weights)[:, None]
    mean = x.mean((2, 3))
    moved = (mean + torch.randn_like(mean) * 25).clamp(25, 230)
    away = x - mean[:, :, None, None]
    grey = (away * weights[None, :, None, None]).sum(1, keepdim=True)
    return kept[:, :, None, None] * away + direction[:, :, None, None] * grey + moved[:, :, None, None]
