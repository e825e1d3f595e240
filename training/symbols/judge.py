"""Training of the net that names the sign on a die, on patches cut from scenes."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import chain, islice
from pathlib import Path

import cv2
import numpy as np
import torch
from torch import Tensor
from torch.utils.data import DataLoader, IterableDataset, get_worker_info

from training.nets.export import export_patch_net
from training.nets.judge import classification_loss
from training.nets.loop import DEVICE, Schedule, TrainingLoop, to_net_input
from training.nets.net import PatchNet, channels_last
from training.nets.start import STATISTICS_BATCHES, start_from_export
from training.photos import load_photos
from training.scenes.patch import center_and_size
from training.scenes.signs import SIGN_CONTEXT, SIGN_PATCH_PX
from vision.reader.judge import crop_patch
from vision.reading import Image
from vision.symbol_dice import SIGNS

from .augment import augment_batch
from .dice import OTHER, PIPS
from .patches import MIN_SIZE_PX, PatchSet, load_patches

BATCH_SIZE = 192
LEARNING_RATE = 1.5e-3
FURTHER_RATE = 1e-3
"""Learning rate of a net that starts from an exported one."""
AVERAGE_DECAY = 0.997
NO_SIGN_SHARES = {0: 0.11, PIPS: 0.04, OTHER: 0.13}
"""Shares of the patches without any die, with pips, and with signs that are none of the game's."""
PHOTO_SHARE = 0.08
"""Share of the patches that are cut from photos of dice with pips."""


def photo_patches(photos: Path, work: Path) -> Iterator[Image]:
    """Patches of the dice with pips of a folder of photos: none of them shows a sign."""
    for photo in chain(*load_photos(photos, work / "disputed.json").values()):
        image, truths = photo.decoded
        vars(photo).pop("decoded")
        for center, size in map(center_and_size, truths):
            if size > MIN_SIZE_PX:
                yield crop_patch(image, center, size, SIGN_PATCH_PX, SIGN_CONTEXT)


class SymbolBatches(IterableDataset[tuple[Tensor, Tensor]]):
    """Endless batches of stored patches, balanced by sign, others in each loader.

    New scenes are taken up.
    """

    def __init__(self, work: Path, photos: Path | None, seed: int) -> None:
        self.work, self.photos, self.seed = work, photos, seed

    def __iter__(self) -> Iterator[tuple[Tensor, Tensor]]:
        cv2.setNumThreads(1)
        loader = get_worker_info()
        rng = np.random.default_rng([self.seed, loader.id if loader else 0])
        pips = list(photo_patches(self.photos, self.work)) if self.photos else []
        signs = 1 - sum(NO_SIGN_SHARES.values()) - PHOTO_SHARE
        wanted = {**{n: signs / len(SIGNS) for n in range(1, 1 + len(SIGNS))}, **NO_SIGN_SHARES}
        known: set[Path] = set()
        sets: list[PatchSet] = []
        while True:
            names = [one for one in sorted((self.work / "symbol_scenes").glob("*.npz")) if one not in known]
            if names:
                known.update(names)
                sets.extend(load_patches(name) for name in names)
                images = [image for each in sets for image in each.images]
                values = np.concatenate([each.values for each in sets])
                rows = {value: np.flatnonzero(values == value) for value in wanted}
                there = [value for value in wanted if len(rows[value])]
                shares = np.array([wanted[value] for value in there])
            for _ in range(300):
                chosen = rng.choice(there, BATCH_SIZE, p=shares / shares.sum())
                batch = np.stack([images[int(rng.choice(rows[value]))] for value in chosen])
                for n in np.flatnonzero(rng.random(BATCH_SIZE) < PHOTO_SHARE) if pips else ():
                    batch[n], chosen[n] = pips[int(rng.integers(len(pips)))], 0
                said = np.where(chosen > len(SIGNS), 0, chosen)
                yield torch.from_numpy(batch), torch.from_numpy(said.astype(np.int64))


def varied(loss: Callable[[list[Tensor]], tuple[Tensor, Tensor]]) -> Callable[[list[Tensor]], tuple[Tensor, Tensor]]:
    """The loss of stored patches, which it varies first."""
    return lambda batch: loss([augment_batch(batch[0]), batch[1]])


def train_symbol_judge(
    work: Path, photos: Path | None, seed: int, steps: int, threads: int, start: Path | None = None
) -> None:
    """Train until `steps` are done, and export the net.

    It goes on from the last checkpoint if any, else from the net in `start`.
    """
    torch.manual_seed(seed)
    torch.set_num_threads(threads)
    net = channels_last(PatchNet(1 + len(SIGNS)))
    if start and not (work / "symbols.pt").exists():
        stored = islice(SymbolBatches(work, None, seed), STATISTICS_BATCHES)
        batches = (to_net_input(augment_batch(batch.to(DEVICE))) for batch, _ in stored)
        start_from_export(net.to(DEVICE), start / "symbols.onnx", batches)
    rate = FURTHER_RATE if start else LEARNING_RATE
    loop = TrainingLoop(net, work / "symbols.pt", Schedule(steps, rate, 1e-3, BATCH_SIZE, AVERAGE_DECAY))
    rows = SymbolBatches(work, photos, seed + loop.done)
    loop.run(iter(DataLoader(rows, batch_size=None, num_workers=threads)), varied(classification_loss(net)))
    export_patch_net(PatchNet(1 + len(SIGNS)), work / "symbols.pt", work / "symbols.onnx")
