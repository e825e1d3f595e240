"""Training of the judge, which classifies one patch as no die or 1..6."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import islice
from pathlib import Path

import cv2
import numpy as np
import torch
from torch import Tensor, nn
from torch.nn import functional as F  # noqa: N812 - everybody's name for it
from torch.utils.data import DataLoader, IterableDataset

from training.photos import source_shares
from training.scenes.patch import PatchSet, augment_patch, collect_patches
from vision.reader.judge import PATCH_SIDE

from .loop import Schedule, TrainingLoop, half_precision, to_net_input
from .net import PatchNet, channels_last
from .start import LEARNING_RATE as FINE_TUNING_RATE
from .start import STATISTICS_BATCHES, start_from_export

BATCH_SIZE = 96
LEARNING_RATE = 2e-3
PATCHED_SCENES = 8000
"""Number of scenes that are cut into patches."""
SCENES = "scenes"
"""Source of the patches that are cut from composed scenes: half of those shown."""
JUDGE_CLASSES = 7
"""Classes of the judge: no die, 1..6."""
NO_DIE_SHARE = 0.3
"""Share of the patches without a die."""


class JudgeBatches(IterableDataset[tuple[Tensor, Tensor]]):
    """Endless batches, balanced by source and by value."""

    def __init__(self, sources: dict[str, PatchSet], seed: int) -> None:
        self.sources, self.seed = sources, seed

    def __iter__(self) -> Iterator[tuple[Tensor, Tensor]]:
        cv2.setNumThreads(1)
        rng = np.random.default_rng(self.seed)
        by = {(s, v): np.flatnonzero(p.values == v) for s, p in self.sources.items() for v in range(7)}
        names = list(self.sources)
        photos = [name for name in names if name != SCENES]
        shares = dict(zip(photos, source_shares(photos), strict=True)) | {SCENES: 1.0}
        share_list = np.array([shares[name] for name in names])
        while True:
            batch, said = np.zeros((BATCH_SIZE, PATCH_SIDE, PATCH_SIDE, 3), np.uint8), np.zeros(BATCH_SIZE, np.int64)
            for n in range(BATCH_SIZE):
                value = 0 if rng.random() < NO_DIE_SHARE else int(rng.integers(1, 7))
                source = names[int(rng.choice(len(names), p=share_list / share_list.sum()))]
                rows = by[source, value]
                if len(rows):
                    batch[n] = augment_patch(self.sources[source].images[int(rows[rng.integers(len(rows))])], rng)
                    said[n] = value
            yield torch.from_numpy(batch), torch.from_numpy(said)


def train_judge(
    work: Path,
    photos: Path | None,
    hold_out: str,
    seed: int,
    steps: int,
    threads: int,
    *,
    start: Path | None = None,
    detected_share: float = 1.0,
) -> None:
    """Train until `steps` are done, from the last checkpoint if there is one.

    Without one, from the exported net in the folder `start`, if given. False detections are looked for in
    `detected_share` of the pictures.
    """
    torch.manual_seed(seed)
    torch.set_num_threads(threads)
    cv2.setNumThreads(0)  # the process that varies the patches is a fork, and would wait for threads it has not
    sources = collect_patches(work, photos, hold_out, seed, PATCHED_SCENES, detected_share)
    print({name: len(p.values) for name, p in sources.items()}, flush=True)
    net = channels_last(PatchNet(JUDGE_CLASSES))
    path = work / "judge.pt"
    if start and not path.exists():
        batches = (to_net_input(batch) for batch, _ in islice(JudgeBatches(sources, seed), STATISTICS_BATCHES))
        start_from_export(net, start / "judge.onnx", batches)
    rate = FINE_TUNING_RATE if start else LEARNING_RATE
    loop = TrainingLoop(net, path, Schedule(steps, rate, 1e-3, BATCH_SIZE, clip=None))
    rows = JudgeBatches(sources, seed + loop.done)
    loop.run(iter(DataLoader(rows, batch_size=None, num_workers=1)), classification_loss(net))


def classification_loss(net: nn.Module) -> Callable[[list[Tensor]], tuple[Tensor, Tensor]]:
    """The loss of a batch of patches with their classes, and with it the share of right answers."""

    def loss(batch: list[Tensor]) -> tuple[Tensor, Tensor]:
        patches, said = batch
        with half_precision():
            out = net(to_net_input(patches)).float()
        total = F.cross_entropy(out, said, label_smoothing=0.03)
        return total, torch.stack([total, (out.argmax(1) == said).float().mean()])

    return loss
