"""Pictures and the truth about their dice as tensors, where the nets are taught."""

from __future__ import annotations

import time
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from itertools import islice
from pathlib import Path
from threading import Thread

import numpy as np
import torch
from torch import Tensor

from training.photos import LabelledPhoto, LabelledPicture, source_shares
from training.scenes.scene import NO_DIE, GroundTruth

from .pool import load_scene

MAX_DICE = 40
"""Dice of a picture that are kept."""
TRUTH_SIZE = 14
"""Numbers of a truth: value, box, four corners, and 1 where these are known."""
MAX_PHOTO_PX = 864
"""Longest side of a photo in pixels."""
FIRST_SCENES = 60
"""Scenes with which the teaching begins."""
FIRST_SECONDS = 20.0
"""Seconds for which it waits for them."""
COPIED = 64
"""Pictures that are copied at a time."""
WATCH_SECONDS = 3.0
"""Seconds between two looks for new scenes."""


class PictureBank:
    """Pictures in the upper left corners of squares, with their dice; more can be added in use.

    The rest of a square has the picture's fill.
    """

    def __init__(self, side: int, capacity: int) -> None:
        """Make room for `capacity` pictures of at most `side` pixels a side."""
        self.side, self.count = side, 0
        self.images = torch.empty((capacity, side, side, 3), dtype=torch.uint8)
        self.sizes = torch.zeros((capacity, 2))
        self.fills = torch.zeros((capacity, 3))
        self.truths = torch.full((capacity, MAX_DICE, TRUTH_SIZE), float(NO_DIE))

    @property
    def is_full(self) -> bool:
        """Whether there is no room for more pictures."""
        return self.count == len(self.images)

    def add(self, pictures: Iterable[LabelledPicture]) -> None:
        """Add HxWx3 BGR pictures with the truths in their pixels, some at a time."""
        rows = iter(pictures)
        while some := list(islice(rows, COPIED)):
            images = np.zeros((len(some), self.side, self.side, 3), np.uint8)
            truths = np.full((len(some), MAX_DICE, TRUTH_SIZE), NO_DIE, np.float32)
            sizes, fills = np.zeros((2, len(some), 3), np.float32)
            for n, (image, dice) in enumerate(some):
                high, wide = image.shape[:2]
                fills[n] = image[:: high - 1, :: wide - 1].reshape(-1, 3).mean(axis=0)
                images[n] = fills[n]
                images[n, :high, :wide], sizes[n, :2] = image, (wide, high)
                told = [truth_row(truth) for truth in dice if truth.value != NO_DIE][:MAX_DICE]
                truths[n, : len(told)] = np.array(told, np.float32).reshape(-1, TRUTH_SIZE)
            place = slice(self.count, self.count + len(some))
            pairs = (self.images, images), (self.truths, truths), (self.sizes, sizes[:, :2]), (self.fills, fills)
            for kept, new in pairs:
                kept[place] = torch.from_numpy(np.ascontiguousarray(new))
            self.count += len(some)


def truth_row(truth: GroundTruth) -> np.ndarray:
    """(TRUTH_SIZE,) numbers of a truth."""
    corners = np.zeros(8) if truth.corners is None else truth.corners.ravel()
    return np.array([truth.value, *truth.box, *corners, truth.corners is not None], np.float32)


def photo_bank(photos: dict[str, list[LabelledPhoto]]) -> tuple[PictureBank, Tensor]:
    """A bank of photos, and the (N,) shares in which each is shown."""
    sources = sorted(photos)
    rows = [photo for source in sources for photo in photos[source]]
    bank = PictureBank(MAX_PHOTO_PX, len(rows))
    with ThreadPoolExecutor() as crew:
        bank.add(crew.map(LabelledPhoto.decode, rows))
    counts = [len(photos[source]) for source in sources]
    shares = np.repeat(source_shares(sources) / counts, counts)
    return bank, torch.tensor(shares, dtype=torch.float32)


def watch_scenes(folder: Path, bank: PictureBank) -> None:
    """Add the scenes of a folder to a bank until it is full, also those composed meanwhile.

    Returns when there are some; the others are added in the background.
    """
    thread = Thread(target=_add_scenes, args=(folder, bank), daemon=True)
    thread.start()
    until = time.monotonic() + FIRST_SECONDS
    while thread.is_alive() and (not bank.count or (bank.count < FIRST_SCENES and time.monotonic() < until)):
        time.sleep(0.1)


def _add_scenes(folder: Path, bank: PictureBank) -> None:
    known: set[Path] = set()
    while not bank.is_full:
        names = sorted(set(folder.glob("*.json")) - known)
        bank.add(map(load_scene, names[: len(bank.images) - bank.count]))
        known.update(names)
        time.sleep(WATCH_SECONDS)
