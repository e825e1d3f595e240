"""Training of the judge, which classifies one place as no die or 1..6, in two contexts."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import islice
from pathlib import Path

import torch
from torch import Tensor, nn
from torch.nn import functional as F  # noqa: N812 - everybody's name for it

from training.scenes.patch import FAR_CONTEXT, FAR_PX, NEAR_CONTEXT, NEAR_PX
from vision.reader.judge import PATCH_CONTEXT, PATCH_SIDE
from vision.reader.views import NetViews

from .loop import DEVICE, Schedule, TrainingLoop, half_precision, to_net_input
from .net import JUDGE_WIDTHS, PatchNet, channels_last
from .patches import PatchBank, watch_patches
from .start import STATISTICS_BATCHES, start_from_export
from .vary import recolor, sample_affine, turns

BATCH_SIZE = 96
GPU_BATCH_SIZE = 768
LEARNING_RATE = 2e-3
CAPACITY = 60000
"""Patches that are held in memory, of 51 KB each."""
JUDGE_CLASSES = 7
"""Classes of the judge: no die, 1..6."""
VIEWS = NetViews((PATCH_CONTEXT, 3.0), 1, as_shot=True)
"""What the nets are taught to see: a die itself, and it with what lies about it, in pictures as shot."""
JUDGE_PLANES = 3 * len(VIEWS.contexts)


def judge_net() -> PatchNet:
    """The judge before it has learned anything."""
    return PatchNet(JUDGE_CLASSES, JUDGE_WIDTHS, JUDGE_PLANES)


def patch_batches(bank: PatchBank, size: int) -> Iterator[list[Tensor]]:
    """Endless batches: (B, PATCH_SIDE, PATCH_SIDE, JUDGE_PLANES) bytes, and their values."""
    while True:
        rows = bank.draw(size)
        yield [varied_patches(bank.near, bank.far, rows), bank.values[rows]]


def varied_patches(near: Tensor, far: Tensor, rows: Tensor) -> Tensor:
    """Vary some stored patches: a little turned, mirrored, shifted, stretched, recolored.

    Both contexts of a place are varied alike.
    """
    count = len(rows)
    scale = (torch.randn(count) * 0.1).exp()
    stretch = (torch.randn(count) * 0.07).exp()
    mirror = torch.where(torch.rand(count) < 0.5, -1.0, 1.0)
    way = turns(count, 0.15) @ torch.diag_embed(torch.stack([scale * stretch * mirror, scale / stretch], 1))
    astray = torch.randn((count, 2)) * 0.04
    seen = []
    stores = ((near, NEAR_PX, NEAR_CONTEXT), (far, FAR_PX, FAR_CONTEXT))
    for (stored, side, kept), shown in zip(stores, VIEWS.contexts, strict=True):
        linear = way * (PATCH_SIDE / side * kept / shown)
        middle = torch.full((count, 1, 2), (side - 1) / 2)
        shift = (PATCH_SIDE - 1) / 2 - (middle @ linear.transpose(1, 2))[:, 0] + astray * PATCH_SIDE * 1.4 / shown
        fills = stored[rows].float().mean((1, 2))
        seen.append(sample_affine(stored, rows, fills, linear, shift, PATCH_SIDE))
    both = recolor(torch.cat(seen, 2).to(DEVICE)).round().byte()
    return torch.cat([both[:, :, :PATCH_SIDE], both[:, :, PATCH_SIDE:]], 1).permute(0, 2, 3, 1)


def train_judge(
    work: Path, seed: int, schedule: Schedule, *, start: Path | None = None, capacity: int = CAPACITY
) -> None:
    """Train on the patches of a folder by a schedule, from the last checkpoint if there is one.

    Without one, from the exported net in the folder `start`, if given. At most `capacity` patches are shown.
    """
    torch.manual_seed(seed)
    net, path, bank = channels_last(judge_net()), work / "judge.pt", PatchBank(capacity)
    watch_patches(work / "patches", bank)
    batches = patch_batches(bank, schedule.batch_size)
    if start and not path.exists():
        start_from_export(
            net, start / "judge.onnx", (to_net_input(one[0]) for one in islice(batches, STATISTICS_BATCHES))
        )
    TrainingLoop(net, path, schedule).run(batches, classification_loss(net))
    print(bank.summary(), flush=True)


def classification_loss(net: nn.Module) -> Callable[[list[Tensor]], tuple[Tensor, Tensor]]:
    """The loss of a batch of patches with their classes, and with it the share of right answers."""

    def loss(batch: list[Tensor]) -> tuple[Tensor, Tensor]:
        patches, said = batch
        with half_precision():
            out = net(to_net_input(patches)).float()
        total = F.cross_entropy(out, said, label_smoothing=0.03)
        return total, torch.stack([total, (out.argmax(1) == said).float().mean()])

    return loss
