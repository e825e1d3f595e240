"""Training of the detector on crops of scenes and photos, with checkpoints.

It can be stopped after any checkpoint, every two minutes, and continued.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import fields
from itertools import islice
from math import cos, pi
from pathlib import Path

import cv2
import numpy as np
import torch
from torch import Tensor, nn
from torch.nn import functional as F  # noqa: N812 - everybody's name for it
from torch.utils.data import DataLoader, IterableDataset

from vision.training.photos import load_photos, source_shares

from .net import DetectorNet, count_parameters
from .pool import load_scene
from .start import LEARNING_RATE as FINE_TUNING_RATE
from .start import STATISTICS_BATCHES, start_from_export
from .target import net_target, random_crop

BATCH_SIZE = 24
SCENE_SHARE = 0.5
"""Share of the crops from composed scenes; the rest is shared by the photos' sources."""
LEARNING_RATE = 2e-3
CHECKPOINT_SECONDS = 120
"""Seconds between two checkpoints."""
LOSS_WEIGHTS = torch.tensor([1.0, 1.0, 1.0, 1.5])
"""Weights of the parts of the loss: heat, value, box, corners."""
AVERAGE_DECAY = 0.998
"""Decay of the exponential moving average of the net."""


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


def to_net_input(part: Tensor) -> Tensor:
    """Convert (N, H, W, 3) bytes to the net's input."""
    return (part.permute(0, 3, 1, 2).float() - 128) / 64


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
    net, mean = DetectorNet().to(memory_format=torch.channels_last), DetectorNet()  # type: ignore[call-overload]
    if start and not (work / "last.pt").exists():
        shown = DataLoader(CropStream(work, photos, hold_out, seed), batch_size=BATCH_SIZE)
        batches = (to_net_input(part) for part, *_ in islice(shown, STATISTICS_BATCHES))
        start_from_export(net, start / "dice.onnx", batches)
    mean.load_state_dict(net.state_dict())
    peak_rate = FINE_TUNING_RATE if start else LEARNING_RATE
    best = torch.optim.AdamW(net.parameters(), lr=peak_rate, weight_decay=1e-4)
    done = 0
    if (work / "last.pt").exists():
        kept = torch.load(work / "last.pt")
        net.load_state_dict(kept["net"])
        mean.load_state_dict(kept["mean"])
        best.load_state_dict(kept["best"])
        done = kept["done"]
    print(f"{count_parameters(net)} parameters, from step {done}", flush=True)
    crops = iter(DataLoader(CropStream(work, photos, hold_out, seed + done), batch_size=BATCH_SIZE, num_workers=1))
    begun = kept_at = time.monotonic()
    first, tally = done, torch.zeros(len(LOSS_WEIGHTS))
    while done < steps:
        part, *wanted = next(crops)
        for group in best.param_groups:
            group["lr"] = peak_rate * learning_rate_share(done, steps)
        with torch.autocast("cpu", dtype=torch.bfloat16):
            out = net(to_net_input(part))
        parts = loss_parts(out.float(), wanted)
        best.zero_grad()
        (parts * LOSS_WEIGHTS).sum().backward()
        torch.nn.utils.clip_grad_norm_(net.parameters(), 5.0)
        best.step()
        update_average(mean, net, min(AVERAGE_DECAY, (done + 1) / (done + 20)))
        done += 1
        tally += parts.detach()
        if done % 100 == 0:
            rate = (done - first) * BATCH_SIZE / (time.monotonic() - begun)
            print(done, [round(float(v), 3) for v in tally / 100], f"{rate:.0f} crops/s", flush=True)
            tally = torch.zeros(len(LOSS_WEIGHTS))
        if time.monotonic() - kept_at > CHECKPOINT_SECONDS or done == steps:
            kept_at = time.monotonic()
            save_checkpoint(work / "last.pt", net, mean, best, done)


def learning_rate_share(done: int, steps: int) -> float:
    """Learning rate schedule as a share of the full rate: a short rise, then half a cosine."""
    return min(1.0, (done + 1) / 200) * (0.02 + 0.98 * (1 + cos(pi * done / steps)) / 2)


def save_checkpoint(
    path: Path, net: nn.Module, averaged: nn.Module, optimizer: torch.optim.Optimizer, done: int
) -> None:
    """Write a checkpoint; the old one stays until the new one is complete."""
    rows = {"net": net.state_dict(), "mean": averaged.state_dict(), "best": optimizer.state_dict(), "done": done}
    torch.save(rows, path.with_suffix(".part"))
    path.with_suffix(".part").rename(path)


@torch.no_grad()
def update_average(mean: nn.Module, net: nn.Module, steady: float) -> None:
    """Update the moving average of the net."""
    for old, new in zip(mean.state_dict().values(), net.state_dict().values(), strict=True):
        if old.dtype.is_floating_point:
            old.lerp_(new, 1 - steady)
        else:
            old.copy_(new)
