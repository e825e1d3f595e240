"""Training of the detector on crops of scenes and photos."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import fields
from itertools import islice
from pathlib import Path

import cv2
import numpy as np
import torch
from torch import Tensor, nn
from torch.nn import functional as F  # noqa: N812 - everybody's name for it
from torch.utils.data import DataLoader, IterableDataset

from training.photos import load_photos, source_shares

from .loop import Schedule, TrainingLoop, half_precision, to_net_input
from .net import DetectorNet, channels_last
from .pool import load_scene
from .start import LEARNING_RATE as FINE_TUNING_RATE
from .start import STATISTICS_BATCHES, start_from_export
from .target import net_target, random_crop

BATCH_SIZE = 24
SCENE_SHARE = 0.5
"""Share of the crops from composed scenes; the rest is shared by the photos' sources."""
LEARNING_RATE = 2e-3
LOSS_WEIGHTS = torch.tensor([1.0, 1.0, 1.0, 1.5])
"""Weights of the parts of the loss: heat, value, box, corners."""


class CropStream(IterableDataset[tuple[Tensor, ...]]):
    """Endless random crops from a seed."""

    def __init__(self, work: Path, photos: Path | None, hold_out: str, seed: int) -> None:
        self.work, self.seed = work, seed
        self.photos = load_photos(photos, hold_out, work / "disputed.json") if photos else {}

    def __iter__(self) -> Iterator[tuple[Tensor, ...]]:
        cv2.setNumThreads(1)
        rng = np.random.default_rng(self.seed)
        names: list[Path] = []
        sources = sorted(self.photos)
        shares = source_shares(sources)
        for n in range(10**9):
            if n % 5000 == 0:
                names = sorted((self.work / "scenes").glob("*.json"))
            if not sources or rng.random() < SCENE_SHARE:
                image, truths = load_scene(names[int(rng.integers(len(names)))])
                real = False
            else:
                source = self.photos[sources[int(rng.choice(len(sources), p=shares))]]
                image, truths = source[int(rng.integers(len(source)))].decoded
                real = True
            part, truths = random_crop(image, truths, rng, real)
            said = net_target(truths)
            yield torch.from_numpy(part), *(torch.from_numpy(getattr(said, row.name)) for row in fields(said))


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
    work: Path, photos: Path | None, hold_out: str, seed: int, steps: int, threads: int, start: Path | None = None
) -> None:
    """Train until `steps` are done, from the last checkpoint if there is one.

    Without one, from the exported net in the folder `start`, if given.
    """
    torch.manual_seed(seed)
    torch.set_num_threads(threads)
    net = channels_last(DetectorNet())
    path = work / "last.pt"
    if start and not path.exists():
        shown = DataLoader(CropStream(work, photos, hold_out, seed), batch_size=BATCH_SIZE)
        batches = (to_net_input(part) for part, *_ in islice(shown, STATISTICS_BATCHES))
        start_from_export(net, start / "dice.onnx", batches)
    loop = TrainingLoop(net, path, Schedule(steps, FINE_TUNING_RATE if start else LEARNING_RATE, 1e-4, BATCH_SIZE))
    crops = CropStream(work, photos, hold_out, seed + loop.done)
    loop.run(iter(DataLoader(crops, batch_size=BATCH_SIZE, num_workers=1)), detection_loss(net, LOSS_WEIGHTS))


def detection_loss(net: nn.Module, weights: Tensor) -> Callable[[list[Tensor]], tuple[Tensor, Tensor]]:
    """The loss of a batch of crops by the weights of its parts, and the parts themselves."""

    def loss(batch: list[Tensor]) -> tuple[Tensor, Tensor]:
        part, *wanted = batch
        with half_precision():
            out = net(to_net_input(part))
        parts = loss_parts(out.float(), wanted)
        return (parts * weights).sum(), parts

    return loss
