"""Training of the net that finds dice with signs, from the detector of dice with pips."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields, replace
from itertools import islice
from pathlib import Path

import cv2
import numpy as np
import torch
from torch import Tensor
from torch.utils.data import DataLoader, IterableDataset, get_worker_info

from training.nets.export import export_detector
from training.nets.loop import DEVICE, Schedule, TrainingLoop, to_net_input
from training.nets.net import DetectorNet, channels_last
from training.nets.pool import load_scene
from training.nets.start import STATISTICS_BATCHES, start_from_export
from training.nets.target import net_target, random_crop
from training.nets.teach import BATCH_SIZE, detection_loss
from training.photos import load_photos
from training.scenes.scene import GroundTruth
from vision.nets import MODELS
from vision.reading import Image

FINDER_CHECKPOINT = "symbol_finder.pt"
LEARNING_RATE = 7e-4
FURTHER_RATE = 4e-4
"""Learning rate of a finder that starts from an exported one."""
AVERAGE_DECAY = 0.996
PHOTO_SHARE = 0.15
"""Share of the crops from photos of dice with pips, so that the net keeps to real tables."""
LOSS_WEIGHTS = torch.tensor([1.0, 0.0, 1.0, 0.7])
"""Weights of the parts of the loss: heat, value, box, corners."""


class SymbolCrops(IterableDataset[tuple[Tensor, ...]]):
    """Endless random crops from a seed, others in each loader.

    In which every die counts the same.
    """

    def __init__(self, work: Path, photos: Path | None, seed: int) -> None:
        self.work, self.seed = work, seed
        self.photos = load_photos(photos, work / "disputed.json") if photos else {}

    def __iter__(self) -> Iterator[tuple[Tensor, ...]]:
        cv2.setNumThreads(1)
        loader = get_worker_info()
        rng = np.random.default_rng([self.seed, loader.id if loader else 0])
        names: list[Path] = []
        for n in range(10**9):
            if n % 2000 == 0:
                names = sorted((self.work / "symbol_scenes").glob("*.json"))
            part, truths = self._crop(names, rng)
            said = net_target([replace(truth, value=min(truth.value, 1)) for truth in truths])
            yield torch.from_numpy(part), *(torch.from_numpy(getattr(said, row.name)) for row in fields(said))

    def _crop(self, names: list[Path], rng: np.random.Generator) -> tuple[Image, list[GroundTruth]]:
        sources = sorted(self.photos)
        if sources and rng.random() < PHOTO_SHARE:
            source = self.photos[sources[int(rng.integers(len(sources)))]]
            return random_crop(*source[int(rng.integers(len(source)))].decoded, rng, True)
        return random_crop(*load_scene(names[int(rng.integers(len(names)))]), rng, False)


def train_finder(
    work: Path, photos: Path | None, seed: int, steps: int, threads: int, start: Path | None = None
) -> None:
    """Train until `steps` are done, and export the net.

    It goes on from the last checkpoint if any, else from the finder in `start`, else from the product's.
    """
    torch.manual_seed(seed)
    torch.set_num_threads(threads)
    net = channels_last(DetectorNet())
    if not (work / FINDER_CHECKPOINT).exists():
        shown = DataLoader(SymbolCrops(work, photos, seed), batch_size=BATCH_SIZE)
        batches = (to_net_input(part.to(DEVICE)) for part, *_ in islice(shown, STATISTICS_BATCHES))
        start_from_export(net.to(DEVICE), (start or MODELS) / "symbol_finder.onnx", batches)
    schedule = Schedule(steps, FURTHER_RATE if start else LEARNING_RATE, 1e-4, BATCH_SIZE, AVERAGE_DECAY)
    loop = TrainingLoop(net, work / FINDER_CHECKPOINT, schedule)
    crops = DataLoader(SymbolCrops(work, photos, seed + loop.done), batch_size=BATCH_SIZE, num_workers=threads)
    loop.run(iter(crops), detection_loss(net, LOSS_WEIGHTS))
    export_detector(DetectorNet(), work / FINDER_CHECKPOINT, work / "symbol_finder.onnx")
