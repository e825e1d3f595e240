"""Face embedding: a third net, which maps the top face of a die to numbers to compare."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from vision.nets import MODELS, image_blob, run_net
from vision.reader.judge import turn_patches
from vision.reading import Floats, Image

QUARTER_TURNS = 4
"""Quarter turns over which a patch is embedded."""
BATCH_SIZE = 64
"""Patches that the net is given at once."""


def embed_faces(patches: list[Image], models: Path = MODELS, turns: int = QUARTER_TURNS) -> tuple[Floats, Floats]:
    """(N, K) unit embeddings of patches about dice, and (N,) 0..1 probabilities of a die.

    Patches are as ``judge.crop_patch`` cuts them. The larger the dot product of two embeddings, the likelier both show
    the same face, in any light and rotation. They are means over ``turns`` quarter turns: one is quicker.
    """
    turned = turn_patches(patches, turns)
    answers = [
        run_net("likeness", image_blob(turned[n : n + BATCH_SIZE]), models) for n in range(0, len(turned), BATCH_SIZE)
    ]
    rows = np.concatenate(answers) if answers else np.zeros((0, 2))
    like = unit_rows(unit_rows(rows[:, :-1]).reshape(-1, turns, rows.shape[1] - 1).mean(axis=1))
    there = 1 / (1 + np.exp(-rows[:, -1]))
    return like, np.asarray(there.reshape(-1, turns).mean(axis=1))


def unit_rows(rows: Floats) -> Floats:
    """Scale rows to length 1."""
    return np.asarray(rows / np.maximum(np.linalg.norm(rows, axis=-1, keepdims=True), 1e-9))
