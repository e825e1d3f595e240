"""Training of the detector on crops of scenes and photos."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import islice
from pathlib import Path

import torch
from torch import Tensor, nn
from torch.nn import functional as F  # noqa: N812 - everybody's name for it

from training.photos import LabelledPhoto, load_photos
from training.scenes.textures import textures

from .bank import PictureBank, photo_bank, watch_scenes
from .loop import DEVICE, Schedule, TrainingLoop, half_precision, to_net_input
from .net import channels_last, dice_net
from .start import STATISTICS_BATCHES, start_from_export
from .target import CELLS, CORE_RADIUS, CROP_PX, STRIDE_PX
from .vary import random_crops, recolor

SCENE_SIDE = 448
"""Most pixels a side of a scene."""
BATCH_SIZE = 24
GPU_BATCH_SIZE = 192
CAPACITY = 6000
"""Scenes that are held in memory, of 0.6 MB each."""
SCENE_SHARE = 0.5
"""Share of the crops from composed scenes; the rest is shared by the photos' sources."""
LEARNING_RATE = 2e-3
LOSS_WEIGHTS = torch.tensor([1.0, 1.0, 1.0, 1.5])
"""Weights of the parts of the loss: heat, value, box, corners."""


def crop_batches(scenes: PictureBank, photos: tuple[PictureBank, Tensor] | None, size: int) -> Iterator[list[Tensor]]:
    """Endless batches of random crops, as bytes, with those of ``batch_target``."""
    while True:
        many = size if photos is None else round(size * SCENE_SHARE)
        sets = [random_crops(scenes, torch.randint(scenes.count, (many,)), is_real=False)]
        if photos is not None:
            bank, shares = photos
            sets.append(random_crops(bank, torch.multinomial(shares, size - many, replacement=True), is_real=True))
        parts, truths = (torch.cat(rows).to(DEVICE) for rows in zip(*sets, strict=True))
        yield [recolor(parts).round().byte().permute(0, 2, 3, 1), *batch_target(truths)]


def batch_target(truths: Tensor) -> list[Tensor]:
    """The wanted output for (B, N, TRUTH_SIZE) truths, in the order of ``NetTarget``."""
    truths = truths_in_crops(truths)
    value, (left, top, wide, high) = truths[..., 0], truths[..., 1:5].unbind(2)
    side = (wide * high).clamp(min=1e-3).sqrt()
    whole = torch.stack([left, top, CROP_PX - left - wide, CROP_PX - top - high]).amin(0) > -0.2 * side
    told = (value > 0) & (side > 11) & (side < 230) & whole
    steps = torch.arange(CELLS, device=truths.device) * STRIDE_PX + STRIDE_PX / 2 - 0.5
    x, y = steps[None, None, None, :], steps[None, None, :, None]

    def each(row: Tensor) -> Tensor:
        return row[..., None, None]

    inside = (x > each(left)) & (x < each(left + wide)) & (y > each(top)) & (y < each(top + high))
    apart = torch.hypot(x - each(left + wide / 2), y - each(top + high / 2))
    column, row = (((at / STRIDE_PX).long()).clamp(0, CELLS - 1) for at in (left + wide / 2, top + high / 2))
    numbers = torch.arange(CELLS, device=truths.device)
    center = (numbers == each(row)[..., :1]).transpose(2, 3) & (numbers == each(column)[..., :1])
    center = center & each(told)
    reach = (0.13 * side).clamp(min=0.8 * STRIDE_PX)
    heat = (torch.exp(-0.5 * (apart / each(reach)) ** 2) * each(told)).amax(1)
    middle = center.any(1)
    heat = torch.where(middle, torch.ones_like(heat), heat.clamp(max=0.999))
    known = (~((inside & each((value >= 0) & ~told)).any(1)) | middle).float()
    core = ((apart < CORE_RADIUS * each(side)) & each(told)) | center
    owner = torch.where(core, -each(side), torch.full_like(apart, -torch.inf)).argmax(1)
    has = core.any(1)
    weight = (core / core.sum((2, 3), keepdim=True).clamp(min=1)).gather(1, owner[:, None])[:, 0] * has

    def owned(rows: Tensor) -> Tensor:
        """(B, K, CELLS, CELLS) numbers of each cell's die, of (B, N, K)."""
        index = owner.reshape(len(owner), 1, -1).expand(-1, rows.shape[2], -1)
        return rows.transpose(1, 2).gather(2, index).reshape(len(owner), -1, CELLS, CELLS)

    box, cells = owned(truths[..., 1:5]), torch.stack([x.expand(1, 1, CELLS, CELLS), y.expand(1, 1, CELLS, CELLS)], 2)
    ends = torch.cat([cells[:, 0] - box[:, :2], box[:, :2] + box[:, 2:] - cells[:, 0]], 1)
    sides = (ends.clamp(min=1.0) / STRIDE_PX).log()
    corners = owned(sorted_corners(truths[..., 5:13]).flatten(2)).reshape(len(owner), 4, 2, CELLS, CELLS)
    offsets = (corners - cells) / owned(side[..., None])[:, None].clamp(min=1.0)
    place = torch.cat([sides, offsets.flatten(1, 2)], 1) * has[:, None]
    values = torch.where(has, owned(value[..., None])[:, 0].long() - 1, -1)
    faced = owned(truths[..., 13:])[:, 0] * has
    return [heat, known, values, place, faced, weight]


def truths_in_crops(truths: Tensor) -> Tensor:
    """The truths whose boxes reach into their crops, and others where a crop has fewer.

    Returns (B, M, TRUTH_SIZE) of (B, N, TRUTH_SIZE) truths.
    """
    left, top, wide, high = truths[..., 1:5].unbind(2)
    inside = (truths[..., 0] >= 0) & (left < CROP_PX) & (top < CROP_PX) & (left + wide > 0) & (top + high > 0)
    most = max(1, int(inside.sum(1).max()))
    order = inside.int().argsort(dim=1, descending=True, stable=True)[:, :most]
    return truths.gather(1, order[..., None].expand(-1, -1, truths.shape[2]))


def sorted_corners(corners: Tensor) -> Tensor:
    """(B, N, 4, 2) corners of (B, N, 8), sorted around their center."""
    points = corners.reshape(*corners.shape[:2], 4, 2)
    away = points - points.mean(2, keepdim=True)
    order = torch.atan2(away[..., 1], away[..., 0]).argsort(2)
    return points.gather(2, order[..., None].expand_as(points))


def loss_parts(out: Tensor, wanted: list[Tensor]) -> Tensor:
    """Parts of the loss against a ``NetTarget``: heat, value, box, corners."""
    heat, known, value, place, faced, share = wanted
    dice = (heat == 1).sum().clamp(min=1)
    p = torch.sigmoid(out[:, 0]).clamp(1e-4, 1 - 1e-4)
    here = (heat == 1) * (1 - p) ** 2 * torch.log(p)
    away = (heat < 1) * (1 - heat) ** 4 * p**2 * torch.log(1 - p)
    every, turned = share.sum().clamp(min=1), (share * faced).sum().clamp(min=1)
    values = F.cross_entropy(out[:, 1:7], value, ignore_index=-1, reduction="none", label_smoothing=0.02)
    off = F.smooth_l1_loss(out[:, 7:11], place[:, :4], reduction="none", beta=0.1)
    box, corners = off.mean(1) * share, corner_loss(out[:, 11:19], place[:, 4:]) * share * faced
    away_or_here = -((here + away) * known).sum() / dice
    return torch.stack([away_or_here, (values * share).sum() / every, box.sum() / every, corners.sum() / turned])


def corner_loss(out: Tensor, corners: Tensor) -> Tensor:
    """(N, CELLS, CELLS) error of four corners, for the best of the four starting corners.

    No corner of a square comes first: a net that had to name one would blur all of them on dice rotated by 45 degrees.
    """
    ways = [F.smooth_l1_loss(out, corners.roll(2 * n, 1), reduction="none", beta=0.1).mean(1) for n in range(4)]
    return torch.stack(ways).amin(0)


def train_detector(
    work: Path,
    photos: Path | None,
    seed: int,
    schedule: Schedule,
    *,
    start: Path | None = None,
    capacity: int = CAPACITY,
) -> None:
    """Train by a schedule, from the last checkpoint if there is one.

    Without one, from the exported net in the folder `start`, if given. At most `capacity` scenes are shown.
    """
    torch.manual_seed(seed)
    net, path = channels_last(dice_net()), work / "last.pt"
    scenes = PictureBank(SCENE_SIDE, capacity)
    watch_scenes(work / "scenes", scenes)
    real = photo_bank(load_photos(photos, work / "disputed.json") | bare_tables(work)) if photos else None
    batches = crop_batches(scenes, real, schedule.batch_size)
    if start and not path.exists():
        start_from_export(
            net, start / "dice.onnx", (to_net_input(one[0]) for one in islice(batches, STATISTICS_BATCHES))
        )
    TrainingLoop(net, path, schedule).run(batches, detection_loss(net, LOSS_WEIGHTS))


def bare_tables(work: Path) -> dict[str, list[LabelledPhoto]]:
    """The collected pictures of tables and other things, as photos without a die."""
    paths = [path for some in textures(work).values() for path in some]
    return {"tables": [LabelledPhoto(path.stem, path.read_bytes(), ()) for path in paths]} if paths else {}


def detection_loss(net: nn.Module, weights: Tensor) -> Callable[[list[Tensor]], tuple[Tensor, Tensor]]:
    """The loss of a batch of crops by the weights of its parts, and the parts themselves."""

    def loss(batch: list[Tensor]) -> tuple[Tensor, Tensor]:
        part, *wanted = batch
        with half_precision():
            out = net(to_net_input(part))
        parts = loss_parts(out.float(), wanted)
        return (parts * weights.to(parts.device)).sum(), parts

    return loss
