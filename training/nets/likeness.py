"""The face embedding: a net that maps a top face to 64 numbers, and its training.

Faces with the same sign lie near each other, others far apart.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import torch
from torch import Tensor, nn
from torch.nn import functional as F  # noqa: N812 - everybody's name for it
from torch.utils.data import DataLoader, IterableDataset

from training.scenes.ground import RandomGenerator
from training.scenes.signs import SIGN_CONTEXT, SIGN_PATCH_PX
from vision.reader.judge import PATCH_CONTEXT, PATCH_SIDE
from vision.reading import Image

from .loop import Schedule, TrainingLoop, half_precision, to_net_input
from .net import ResidualBlock, conv_layer

BATCH_SIZE = 96
LEARNING_RATE = 3e-3
NO_DIE_SHARE = 0.15
"""Share of the patches without a die."""
EMBEDDING_SIZE = 64
"""Dimensions of an embedding."""
COSINE_SCALE, COSINE_MARGIN = 18.0, 0.15
"""Scale and additive margin of the cosine softmax that separates the signs."""


class EmbeddingNet(nn.Module):
    """Net from BGR about -2..2 to face embeddings.

    From (N, 3, PATCH_SIDE, PATCH_SIDE) to (N, EMBEDDING_SIZE + 1): the embedding, and the logit of a die.
    """

    def __init__(self) -> None:
        super().__init__()
        self.look = nn.Sequential(
            *(
                conv_layer(3, 16, 2),
                conv_layer(16, 32, 2),
                ResidualBlock(32),
                conv_layer(32, 64, 2),
                ResidualBlock(64),
                conv_layer(64, 128, 2),
            ),
            *(nn.AvgPool2d(PATCH_SIDE // 16), nn.Conv2d(128, EMBEDDING_SIZE + 1, 1), nn.Flatten()),
        )

    def forward(self, x: Tensor) -> Tensor:
        """Embeddings and logits."""
        return self.look(x)  # type: ignore[no-any-return]


class SignClassifier(nn.Module):
    """Embeddings of the training signs, for the loss; not used afterwards."""

    def __init__(self, many: int) -> None:
        super().__init__()
        self.each = nn.Parameter(torch.randn(many, EMBEDDING_SIZE))

    def forward(self, like: Tensor, said: Tensor) -> Tensor:
        """Loss of classifying the signs 0 … many - 1."""
        cosine = F.normalize(like) @ F.normalize(self.each).T
        return F.cross_entropy(COSINE_SCALE * (cosine - COSINE_MARGIN * F.one_hot(said, len(self.each))), said)


class EmbeddingBatches(IterableDataset[tuple[Tensor, Tensor]]):
    """Endless batches from the parts in a folder, including parts that are added later."""

    def __init__(self, work: Path, seed: int) -> None:
        self.work, self.seed = work, seed

    def __iter__(self) -> Iterator[tuple[Tensor, Tensor]]:
        cv2.setNumThreads(1)
        rng = np.random.default_rng(self.seed)
        parts: dict[Path, tuple[Any, Any]] = {}
        while True:
            for path in sorted(self.work.glob("part[0-9][0-9][0-9].npz")):
                if path not in parts:
                    rows = np.load(path)
                    parts[path] = rows["images"], rows["values"]
            images = [row for each, _ in parts.values() for row in each]
            values = np.concatenate([each for _, each in parts.values()])
            bare, dice = np.flatnonzero(values == 0), np.flatnonzero(values > 0)
            for _ in range(200):
                some = [int(rng.choice(bare if rng.random() < NO_DIE_SHARE else dice)) for _ in range(BATCH_SIZE)]
                batch = np.stack([augment_patch(images[n], rng) for n in some])
                yield torch.from_numpy(batch), torch.from_numpy(values[some].astype(np.int64))


def augment_patch(patch: Image, rng: RandomGenerator) -> Image:
    """Augment a stored patch: any rotation, shift, stretch and light; never mirrored."""
    turn, stretch = rng.uniform(0, 2 * np.pi), float(np.exp(rng.normal(0, 0.07)))
    scale = PATCH_SIDE / SIGN_PATCH_PX * SIGN_CONTEXT / PATCH_CONTEXT * float(np.exp(rng.normal(0, 0.1)))
    cos, sin = np.cos(turn), np.sin(turn)
    linear = np.array([[cos, -sin], [sin, cos]]) @ np.diag([scale * stretch, scale / stretch])
    shift = PATCH_SIDE / 2 - linear @ np.full(2, SIGN_PATCH_PX / 2) + rng.normal(0, 0.05, 2) * PATCH_SIDE
    way = np.concatenate([linear, shift[:, None]], axis=1)
    small = np.asarray(
        cv2.warpAffine(patch, way, (PATCH_SIDE, PATCH_SIDE), borderMode=cv2.BORDER_REPLICATE), np.float32
    )
    if rng.random() < 0.3:
        small = np.asarray(cv2.GaussianBlur(small, (0, 0), float(rng.uniform(0.4, 1.3))), np.float32)
    small = small * (np.exp(rng.normal(0, 0.2)) * np.exp(rng.normal(0, 0.06, 3))).astype(np.float32)
    small += rng.normal(0, rng.uniform(0, 6), (PATCH_SIDE, PATCH_SIDE, 1)).astype(np.float32)
    return np.asarray(np.clip(small, 0, 255), np.uint8)


def train_embedding(work: Path, seed: int, steps: int, threads: int) -> None:
    """Train on the signs of a folder until `steps` are done, from the last checkpoint."""
    torch.manual_seed(seed)
    torch.set_num_threads(threads)
    net, names = EmbeddingNet(), SignClassifier(len(np.load(work / "signs.npy")))
    schedule = Schedule(steps, LEARNING_RATE, 1e-3, BATCH_SIZE, clip=None)
    loop = TrainingLoop(net, work / "likeness.pt", schedule, {"names": names})
    rows = EmbeddingBatches(work, seed + loop.done)
    loop.run(iter(DataLoader(rows, batch_size=None, num_workers=1)), embedding_loss(net, names))


def embedding_loss(net: nn.Module, names: SignClassifier) -> Callable[[list[Tensor]], tuple[Tensor, Tensor]]:
    """The loss of a batch of patches with their signs.

    Shown are its parts, of the signs and of there being a die, and the share of signs that are named rightly.
    """

    def loss(batch: list[Tensor]) -> tuple[Tensor, Tensor]:
        patches, said = batch
        with half_precision():
            out = net(to_net_input(patches)).float()
        dice = said > 0
        there = F.binary_cross_entropy_with_logits(out[:, EMBEDDING_SIZE], dice.float())
        like = names(out[dice, :EMBEDDING_SIZE], said[dice] - 1)
        named = F.normalize(out[dice, :EMBEDDING_SIZE]) @ F.normalize(names.each).T
        right = (named.argmax(1) == said[dice] - 1).float().mean()
        return like + there, torch.stack([like, there, right])

    return loss
