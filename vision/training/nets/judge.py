"""The judge: a small net that classifies one patch as no die or 1..6, and its training."""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path

import cv2
import numpy as np
import torch
from torch import Tensor, nn
from torch.nn import functional as F  # noqa: N812 - everybody's name for it
from torch.utils.data import DataLoader, IterableDataset

from vision.reader.judge import SIDE
from vision.training.scenes.patch import Patches, collect, varied

from .net import Twice, layer, parameters
from .teach import KEEP, STEADY, follow, keep, pace, ready

BATCH = 96
RATE = 2e-3
SCENES = 5000
"""Number of scenes that are cut into patches."""
NONE = 0.3
"""Share of the patches without a die."""


class Judge(nn.Module):
    """Net from BGR about -2..2, (N, 3, PATCH_SIDE, PATCH_SIDE), to logits (N, 7): no die, 1..6."""

    def __init__(self) -> None:
        super().__init__()
        self.look = nn.Sequential(
            *(layer(3, 16, 2), layer(16, 32, 2), Twice(32), layer(32, 64, 2), Twice(64), layer(64, 96, 2)),
            *(nn.AvgPool2d(SIDE // 16), nn.Conv2d(96, 7, 1), nn.Flatten()),
        )

    def forward(self, x: Tensor) -> Tensor:
        """The logits."""
        return self.look(x)  # type: ignore[no-any-return]


class Varied(IterableDataset[tuple[Tensor, Tensor]]):
    """Endless batches, balanced by source and by value."""

    def __init__(self, sources: dict[str, Patches], seed: int) -> None:
        self.sources, self.seed = sources, seed

    def __iter__(self) -> Iterator[tuple[Tensor, Tensor]]:
        cv2.setNumThreads(1)
        chance = np.random.default_rng(self.seed)
        shares = np.array([0.5 if name == "scenes" else 0.5 / (len(self.sources) - 1) for name in self.sources])
        by = {(s, v): np.flatnonzero(p.values == v) for s, p in self.sources.items() for v in range(7)}
        names = list(self.sources)
        while True:
            batch, said = np.zeros((BATCH, SIDE, SIDE, 3), np.uint8), np.zeros(BATCH, np.int64)
            for n in range(BATCH):
                value = 0 if chance.random() < NONE else int(chance.integers(1, 7))
                source = names[int(chance.choice(len(names), p=shares / shares.sum()))]
                rows = by[source, value]
                if len(rows):
                    batch[n] = varied(self.sources[source].images[int(rows[chance.integers(len(rows))])], chance)
                    said[n] = value
            yield torch.from_numpy(batch), torch.from_numpy(said)


def teach_judge(work: Path, photos: Path | None, hold_out: str, seed: int, steps: int, threads: int) -> None:
    """Train until `steps` are done, from the last checkpoint if there is one."""
    torch.manual_seed(seed)
    torch.set_num_threads(threads)
    cv2.setNumThreads(0)  # the process that varies the patches is a fork, and would wait for threads it has not
    sources = collect(work, photos, hold_out, seed, SCENES)
    print({name: len(p.values) for name, p in sources.items()}, flush=True)
    net, mean = Judge(), Judge()
    mean.load_state_dict(net.state_dict())
    best = torch.optim.AdamW(net.parameters(), lr=RATE, weight_decay=1e-3)
    done, path = 0, work / "judge.pt"
    if path.exists():
        kept = torch.load(path)
        net.load_state_dict(kept["net"])
        mean.load_state_dict(kept["mean"])
        best.load_state_dict(kept["best"])
        done = kept["done"]
    print(f"{parameters(net)} parameters, from step {done}", flush=True)
    rows = iter(DataLoader(Varied(sources, seed + done), batch_size=None, num_workers=1))
    begun = kept_at = time.monotonic()
    first, tally = done, np.zeros(2)
    while done < steps:
        batch, said = next(rows)
        for group in best.param_groups:
            group["lr"] = RATE * pace(done, steps)
        with torch.autocast("cpu", dtype=torch.bfloat16):
            out = net(ready(batch)).float()
        loss = F.cross_entropy(out, said, label_smoothing=0.03)
        best.zero_grad()
        loss.backward()
        best.step()
        follow(mean, net, min(STEADY, (done + 1) / (done + 20)))
        done += 1
        tally += float(loss.detach()), float((out.argmax(1) == said).float().mean())
        if done % 100 == 0:
            rate = (done - first) * BATCH / (time.monotonic() - begun)
            print(done, np.round(tally / 100, 3), f"{rate:.0f} patches/s", flush=True)
            tally[:] = 0
        if time.monotonic() - kept_at > KEEP or done == steps:
            kept_at = time.monotonic()
            keep(path, net, mean, best, done)
