"""Training of the net that names the sign on a die, on patches cut from scenes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import chain, islice
from pathlib import Path

import cv2
import numpy as np
import torch
from torch import Tensor
from torch.utils.data import DataLoader, IterableDataset

from training.nets.export import export_patch_net
from training.nets.judge import classification_loss
from training.nets.likeness import augment_patch
from training.nets.loop import Schedule, TrainingLoop, to_net_input
from training.nets.net import PatchNet, channels_last
from training.nets.pool import load_scene
from training.nets.start import STATISTICS_BATCHES, start_from_export
from training.photos import load_photos
from training.scenes.ground import RandomGenerator
from training.scenes.patch import PatchPlace, PatchSet, center_and_size, half_die_place, part_place, without_dice
from training.scenes.scene import NO_DIE, GroundTruth
from training.scenes.signs import SIGN_CONTEXT, SIGN_PATCH_PX
from vision.reader.detector import detect_dice
from vision.reader.judge import crop_patch
from vision.reading import Image
from vision.symbol_dice import SIGNS

BATCH_SIZE = 96
LEARNING_RATE = 1.5e-3
FURTHER_RATE = 1e-3
"""Learning rate of a net that starts from an exported one."""
AVERAGE_DECAY = 0.997
NO_SIGN_SHARE = 0.28
"""Share of the patches that show no sign of the game."""
PHOTO_SHARE = 0.3
"""Share of those that are cut from photos of dice with pips."""
DETECTED_SHARE = 0.25
"""Share of the scenes in which the false detections of the detector are taken."""
RECOLORED_SHARE = 0.25
"""Share of the patches whose colors are mixed or inverted."""


def cut_patches(image: Image, truths: list[GroundTruth], rng: RandomGenerator) -> Iterator[tuple[Image, int]]:
    """Patches of every die with its sign from 1; with 0 of other dice and other things."""
    dice = [truth for truth in truths if truth.value != NO_DIE]
    for truth in dice:
        center, size = center_and_size(truth)
        if truth.value and size > 14:
            patch = crop_patch(image, center, size, SIGN_PATCH_PX, SIGN_CONTEXT)
            yield patch, truth.value if truth.value <= len(SIGNS) else 0
    others: list[PatchPlace] = [half_die_place(*center_and_size(truth), rng) for truth in dice if rng.random() < 0.2]
    others += [center_and_size(truth) for truth in truths if truth.value == NO_DIE]
    others += [part_place(*center_and_size(truth), rng) for truth in truths if truth.value == NO_DIE]
    others.append((rng.uniform(0, 1, 2) * image.shape[1::-1], float(np.exp(rng.uniform(3, 5)))))
    if rng.random() < DETECTED_SHARE:
        others += [(spot.center, float(spot.box[2:].max())) for spot in detect_dice(image)]
    for center, size in without_dice(others, dice):
        yield crop_patch(image, center, size, SIGN_PATCH_PX, SIGN_CONTEXT), 0


def stacked(rows: Iterable[tuple[Image, int]]) -> PatchSet:
    """Stack patches into arrays."""
    images, values = zip(*rows, strict=True)
    return PatchSet(np.stack(images), np.array(values))


def photo_patches(photos: Path, work: Path) -> Iterator[tuple[Image, int]]:
    """Patches of the dice with pips of a folder of photos: none of them shows a sign."""
    for photo in chain(*load_photos(photos, "", work / "disputed.json").values()):
        image, truths = photo.decoded
        vars(photo).pop("decoded")
        for center, size in map(center_and_size, truths):
            if size > 14:
                yield crop_patch(image, center, size, SIGN_PATCH_PX, SIGN_CONTEXT), 0


class SymbolBatches(IterableDataset[tuple[Tensor, Tensor]]):
    """Endless batches, balanced by sign; scenes that are composed meanwhile are taken up."""

    def __init__(self, work: Path, photos: Path | None, seed: int) -> None:
        self.work, self.photos, self.seed = work, photos, seed

    def __iter__(self) -> Iterator[tuple[Tensor, Tensor]]:
        cv2.setNumThreads(1)
        rng = np.random.default_rng(self.seed)
        pips = stacked(photo_patches(self.photos, self.work)).images if self.photos else None
        known: set[Path] = set()
        sets: list[PatchSet] = []
        while True:
            names = [one for one in sorted((self.work / "symbol_scenes").glob("*.json")) if one not in known]
            if names:
                known.update(names)
                sets.append(stacked(row for name in names for row in cut_patches(*load_scene(name), rng)))
                images = [image for each in sets for image in each.images]
                values = np.concatenate([each.values for each in sets])
                rows = [np.flatnonzero(values == sign) for sign in range(1 + len(SIGNS))]
            for _ in range(300):
                said = np.where(rng.random(BATCH_SIZE) < NO_SIGN_SHARE, 0, rng.integers(1, 1 + len(SIGNS), BATCH_SIZE))
                some = [
                    pips[int(rng.integers(len(pips)))]
                    if pips is not None and not sign and rng.random() < PHOTO_SHARE
                    else images[int(rng.choice(rows[sign]))]
                    for sign in said
                ]
                batch = np.stack([augment_patch(recolored(one, rng), rng) for one in some])
                yield torch.from_numpy(batch), torch.from_numpy(said.astype(np.int64))


def recolored(patch: Image, rng: RandomGenerator) -> Image:
    """Mix the colors of some patches, or invert them: signs have any colors."""
    chance = rng.random()
    if chance < RECOLORED_SHARE / 2:
        return np.ascontiguousarray(patch[..., rng.permutation(3)])
    if chance < RECOLORED_SHARE:
        return np.asarray(255 - patch, np.uint8)
    return patch


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
        batches = (to_net_input(batch) for batch, _ in islice(SymbolBatches(work, photos, seed), STATISTICS_BATCHES))
        start_from_export(net, start / "symbols.onnx", batches)
    rate = FURTHER_RATE if start else LEARNING_RATE
    loop = TrainingLoop(net, work / "symbols.pt", Schedule(steps, rate, 1e-3, BATCH_SIZE, AVERAGE_DECAY))
    rows = SymbolBatches(work, photos, seed + loop.done)
    loop.run(iter(DataLoader(rows, batch_size=None, num_workers=1)), classification_loss(net))
    export_patch_net(PatchNet(1 + len(SIGNS)), work / "symbols.pt", work / "symbols.onnx")
