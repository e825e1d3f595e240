"""The training loop of every net: learning rate, moving average, log and checkpoints.

It can be stopped after any checkpoint, every two minutes, and continued.
"""

from __future__ import annotations

import copy
import time
from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from itertools import chain
from math import cos, pi
from pathlib import Path

import torch
from torch import Tensor, nn

from .net import count_parameters

CHECKPOINT_SECONDS = 120
"""Seconds between two checkpoints."""
LOG_STEPS = 100
"""Steps between two lines of figures."""
AHEAD = 2
"""Batches that are made before they are needed."""
DEVICE = torch.device("cuda" if torch.cuda.is_available() else "cpu")
"""Where the nets are taught."""


@dataclass(frozen=True)
class Schedule:
    """How a net is trained."""

    steps: int
    rate: float
    """Highest learning rate."""
    weight_decay: float
    batch_size: int
    average_decay: float = 0.998
    """Decay of the exponential moving average of the net."""
    clip: float | None = 5.0
    """Largest norm of the gradient, if there is one."""
    seconds: float | None = None
    """Time limit from ``begun`` on; the learning rate falls with the time or the steps, whichever is further."""
    begun: float = field(default_factory=time.monotonic)


class TrainingLoop:
    """Steps of a net and its moving average, from the last checkpoint if there is one.

    ``helpers`` are trained along with the net and kept in its checkpoint by name, but not averaged.
    """

    def __init__(
        self, net: nn.Module, path: Path, schedule: Schedule, helpers: dict[str, nn.Module] | None = None
    ) -> None:
        self.net, self.path, self.schedule, self.helpers = net.to(DEVICE), path, schedule, helpers or {}
        for helper in self.helpers.values():
            helper.to(DEVICE)
        self.average = AveragedNet(net, schedule.average_decay)
        trained = chain(net.parameters(), *(helper.parameters() for helper in self.helpers.values()))
        self.optimizer = torch.optim.AdamW(trained, lr=schedule.rate, weight_decay=schedule.weight_decay)
        self.done = self._restore() if path.exists() else 0
        print(f"{count_parameters(net)} parameters, from step {self.done}", flush=True)

    @property
    def progress(self) -> float:
        """0..1: share of the steps, or of the time, that is over."""
        limit = self.schedule.seconds
        passed = 0.0 if limit is None else (time.monotonic() - self.schedule.begun) / limit
        return min(1.0, max(self.done / self.schedule.steps, passed))

    def run(self, batches: Iterator[list[Tensor]], loss: Callable[[list[Tensor]], tuple[Tensor, Tensor]]) -> None:
        """Train until all steps are done.

        ``loss`` returns the loss of a batch, and (K,) figures whose means are printed.
        """
        begun = saved_at = time.monotonic()
        first, figures, ready = self.done, [], made_ahead(batches)
        while self.progress < 1:
            total, shown = loss([one.to(DEVICE, non_blocking=True) for one in next(ready)])
            self._step(total)
            figures.append(shown.detach())
            if self.done % LOG_STEPS == 0:
                rate = (self.done - first) * self.schedule.batch_size / (time.monotonic() - begun)
                means = torch.stack(figures).mean(0)
                print(self.done, [round(float(one), 3) for one in means], f"{rate:.0f} examples/s", flush=True)
                figures.clear()
            if time.monotonic() - saved_at > CHECKPOINT_SECONDS:
                saved_at = time.monotonic()
                self._save()
        self._save()

    def _step(self, total: Tensor) -> None:
        for group in self.optimizer.param_groups:
            group["lr"] = self.schedule.rate * learning_rate_share(self.done, self.progress)
        self.optimizer.zero_grad()
        total.backward()
        if self.schedule.clip is not None:
            torch.nn.utils.clip_grad_norm_(self.net.parameters(), self.schedule.clip)
        self.optimizer.step()
        self.average.update(self.done)
        self.done += 1

    def _restore(self) -> int:
        """Load the checkpoint; returns the steps that are done."""
        kept = torch.load(self.path, map_location=DEVICE)
        self.net.load_state_dict(kept["net"])
        self.average.net.load_state_dict(kept["mean"])
        self.optimizer.load_state_dict(kept["best"])
        for name, helper in self.helpers.items():
            helper.load_state_dict(kept[name])
        return int(kept["done"])

    def _save(self) -> None:
        """Write a checkpoint; the old one stays until the new one is complete."""
        rows = {name: helper.state_dict() for name, helper in self.helpers.items()}
        rows |= {"net": self.net.state_dict(), "mean": self.average.net.state_dict()}
        new = self.path.with_suffix(".part")
        torch.save(rows | {"best": self.optimizer.state_dict(), "done": self.done}, new)
        new.rename(self.path)


def made_ahead(batches: Iterator[list[Tensor]]) -> Iterator[list[Tensor]]:
    """Yield endless batches, the next of which another thread makes while the net works."""
    with ThreadPoolExecutor(1) as crew:
        ahead = deque(crew.submit(next, batches) for _ in range(AHEAD))
        while True:
            ahead.append(crew.submit(next, batches))
            yield ahead.popleft().result()


def learning_rate_share(done: int, progress: float) -> float:
    """Learning rate as a share of the full one: a rise of 200 steps, then half a cosine."""
    return min(1.0, (done + 1) / 200) * (0.02 + 0.98 * (1 + cos(pi * progress)) / 2)


class AveragedNet:
    """Exponential moving average of a net's numbers."""

    def __init__(self, net: nn.Module, decay: float) -> None:
        self.source, self.decay = net, decay
        self.net = copy.deepcopy(net)

    def update(self, done: int) -> None:
        """Take the net's numbers in after a step; the first ones count more."""
        steady = min(self.decay, (done + 1) / (done + 20))
        pairs = zip(self.net.state_dict().values(), self.source.state_dict().values(), strict=True)
        numbers = [(old, new) for old, new in pairs if old.dtype.is_floating_point]
        with torch.no_grad():
            torch._foreach_lerp_([old for old, _ in numbers], [new for _, new in numbers], 1 - steady)


def half_precision() -> torch.autocast:
    """Compute in bfloat16 on a GPU, and on a processor that has it.

    On one that has not, that takes twelve times as long as 32 bits.
    """
    has_it = DEVICE.type == "cuda" or torch.cpu._is_avx512_bf16_supported()
    return torch.autocast(DEVICE.type, dtype=torch.bfloat16, enabled=has_it)


def to_net_input(part: Tensor) -> Tensor:
    """Convert (N, H, W, 3) bytes to the net's input."""
    return (part.permute(0, 3, 1, 2).float() - 128) / 64
