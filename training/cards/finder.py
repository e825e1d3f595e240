"""Training of the net that finds the indices of cards."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import islice
from pathlib import Path

import torch
from torch import Tensor, nn
from torch.nn import functional as F  # noqa: N812 - everybody's name for it

from training.nets.export import export_detector
from training.nets.loop import Schedule, TrainingLoop, to_net_input
from training.nets.net import FINDER_WIDTHS, DetectorNet, channels_last
from training.nets.start import start_from_export
from vision.cards.finder import FINDER, FINDER_PLANES, INDEX_POINT
from vision.nets import MODELS
from vision.reader.detector import STRIDE_PX, SYMBOL_FINDER

from .bank import PartBank

CROP_PX = 256
CELLS = CROP_PX // STRIDE_PX
BATCH_SIZE = 8
LEARNING_RATE = 1.5e-3
AVERAGE_DECAY = 0.997
STATISTICS_BATCHES = 6
"""Batches from which the statistics of the batch norms are taken."""
SWAPPED_SHARE = 0.1
"""Share of the crops whose blue and red are swapped."""
REFRESH_STEPS = 150
"""Steps between two looks for new scenes."""
CORNER_WEIGHTS = torch.tensor([3.0, 3.0, 1.2, 1.2, 0.6, 0.6, 1.2, 1.2])
"""Weights of a card's corners, from the index on: what is near it is what the judge sees."""


def finder_net() -> DetectorNet:
    """The finder before it has learned anything."""
    return DetectorNet(FINDER_WIDTHS, planes=FINDER_PLANES)


def crop_batches(banks: list[tuple[PartBank, float]], size: int) -> Iterator[list[Tensor]]:
    """Endless batches of random crops of scenes, in all quarter turns, with their targets."""
    step = 0
    while True:
        if step % REFRESH_STEPS == 0:
            for bank, _ in banks:
                bank.refresh()
        shares = torch.tensor([share if len(bank) else 0.0 for bank, share in banks])
        parts, truths = [], []
        for which in torch.multinomial(shares, size, replacement=True).tolist():
            bank = banks[which][0]
            row = int(torch.randint(len(bank), (1,)))
            part, truth = random_crop(bank.rows["images"][row], bank.rows["truths"][row])
            parts.append(part)
            truths.append(truth)
        yield [recolored(torch.stack(parts)), *finder_target(torch.stack(truths))]
        step += 1


def random_crop(image: Tensor, truth: Tensor) -> tuple[Tensor, Tensor]:
    """(CROP_PX, CROP_PX, 3) part of a scene in one of four turns, and its truth."""
    room = image.shape[0] - CROP_PX
    left, top = (int(one) for one in torch.randint(room + 1, (2,)))
    part = image[top : top + CROP_PX, left : left + CROP_PX]
    points = truth[:, :8].reshape(-1, 4, 2) - torch.tensor([float(left), float(top)])
    turns = int(torch.randint(4, (1,)))
    for _ in range(turns):
        points = torch.stack([points[..., 1], CROP_PX - 1 - points[..., 0]], -1)
    return torch.rot90(part, turns), torch.cat([points.flatten(1), truth[:, 8:]], 1)


def recolored(parts: Tensor) -> Tensor:
    """Change light and colors of (B, H, W, 3) bytes; scenes vary enough in all else."""
    count = len(parts)
    gain = (torch.randn(count, 1, 1, 3) * 0.08 + torch.randn(count, 1, 1, 1) * 0.2).exp()
    shown = parts * gain + torch.randn(count, 1, 1, 1) * 10
    swapped = torch.rand(count) < SWAPPED_SHARE
    shown[swapped] = shown[swapped].flip(3)
    return shown.clamp(0, 255).byte()


def finder_target(truths: Tensor) -> list[Tensor]:
    """Heat, where it is known, wanted numbers and their weight, of (B, N, TRUTH_SIZE) truths."""
    quads, state = truths[..., :8].reshape(*truths.shape[:2], 4, 2), truths[..., 8]
    wide = (quads[:, :, 1] - quads[:, :, 0]).norm(dim=2).clamp(min=1)
    right, down = INDEX_POINT
    upper = quads[:, :, 0] * (1 - right) + quads[:, :, 1] * right
    lower = quads[:, :, 3] * (1 - right) + quads[:, :, 2] * right
    point = upper * (1 - down) + lower * down
    inside = ((point > 1) & (point < CROP_PX - 2)).all(2)
    told = (state == 1) & inside
    steps = torch.arange(CELLS) * STRIDE_PX + STRIDE_PX / 2 - 0.5
    x, y = steps[None, None, None, :], steps[None, None, :, None]

    def each(row: Tensor) -> Tensor:
        return row[..., None, None]

    apart = torch.hypot(x - each(point[..., 0]), y - each(point[..., 1]))
    numbers = torch.arange(CELLS)
    column, row = ((one / STRIDE_PX).long().clamp(0, CELLS - 1) for one in point.unbind(2))
    center = (numbers == each(row)[..., :1]).transpose(2, 3) & (numbers == each(column)[..., :1]) & each(told)
    reach = (0.055 * each(wide)).clamp(min=0.7 * STRIDE_PX)
    heat = (torch.exp(-0.5 * (apart / reach) ** 2) * each(told)).amax(1)
    middle = center.any(1)
    heat = torch.where(middle, torch.ones_like(heat), heat.clamp(max=0.999))
    vague = ((apart < 0.2 * each(wide)) & each((state == -1) | ((state == 1) & ~inside))).any(1)
    known = (~vague | middle).float()
    core = ((apart < 0.09 * each(wide)) & each(told)) | center
    owner = torch.where(core, -apart, torch.full_like(apart, -torch.inf)).argmax(1)
    has = core.any(1)
    weight = (core / core.sum((2, 3), keepdim=True).clamp(min=1)).gather(1, owner[:, None])[:, 0] * has

    def owned(rows: Tensor) -> Tensor:
        index = owner.reshape(len(owner), 1, -1).expand(-1, rows.shape[2], -1)
        return rows.transpose(1, 2).gather(2, index).reshape(len(owner), -1, CELLS, CELLS)

    size = owned(wide[..., None])
    cells = torch.cat([x.expand(1, 1, CELLS, CELLS), y.expand(1, 1, CELLS, CELLS)], 1)
    offsets = (owned(quads.flatten(2)) - cells.repeat(1, 4, 1, 1)) / size
    place = torch.cat([(size / STRIDE_PX).log(), offsets], 1) * has[:, None]
    return [heat, known, place, weight]


def finder_loss(net: nn.Module) -> Callable[[list[Tensor]], tuple[Tensor, Tensor]]:
    """The loss of a batch of crops, and its parts: heat, size, corners."""

    def loss(batch: list[Tensor]) -> tuple[Tensor, Tensor]:
        part, heat, known, place, share = batch
        out = net(to_net_input(part))
        here, p = heat == 1, torch.sigmoid(out[:, 0]).clamp(1e-4, 1 - 1e-4)
        near = here * (1 - p) ** 2 * torch.log(p)
        away = ~here * (1 - heat) ** 4 * p**2 * torch.log(1 - p)
        found = -((near + away) * known).sum() / here.sum().clamp(min=1)
        every = share.sum().clamp(min=1)
        size = (F.smooth_l1_loss(out[:, 1], place[:, 0], reduction="none", beta=0.1) * share).sum() / every
        off = F.smooth_l1_loss(out[:, 2:], place[:, 1:], reduction="none", beta=0.1)
        corners = ((off * CORNER_WEIGHTS[:, None, None]).mean(1) * share).sum() / every
        parts = torch.stack([found, size, corners])
        return found + 2 * size + 2 * corners, parts

    return loss


def train_card_finder(
    work: Path, seed: int, schedule: Schedule, extra: dict[str, float] | None = None, start: Path | None = None
) -> None:
    """Train by a schedule, and export the net.

    It goes on from the last checkpoint if there is one, else from the exported one of the folder ``start``, else from
    the finder of symbol dice. ``extra`` are shares of other folders of scenes.
    """
    torch.manual_seed(seed)
    net, path = channels_last(finder_net()), work / f"{FINDER}.pt"
    shares = {"card_scenes": 1.0 - sum((extra or {}).values()), **(extra or {})}
    banks = [(PartBank(work / name, ("images", "truths")), share) for name, share in shares.items()]
    batches = crop_batches(banks, schedule.batch_size)
    if not path.exists():
        shown = (to_net_input(batch[0]) for batch in islice(batches, STATISTICS_BATCHES))
        model = start / f"{FINDER}.onnx" if start else MODELS / f"{SYMBOL_FINDER}.onnx"
        start_from_export(net, model, shown)
    TrainingLoop(net, path, schedule).run(batches, finder_loss(net))
    export_detector(finder_net(), path, work / f"{FINDER}.onnx")
