"""Patches that were cut from scenes and photos, as tensors where the nets are taught."""

from __future__ import annotations

from pathlib import Path
from threading import Thread
from time import sleep

import numpy as np
import torch
from torch import Tensor

from training.photos import source_shares
from training.scenes.patch import FAR_PX, NEAR_PX, TAKEN

from .bank import WATCH_SECONDS
from .pool import SCENES

NO_DIE_SHARE = 0.4
"""Share of the patches without a die."""
TAKEN_SHARE = 0.5
"""Share of these that a net takes for dice."""
SCENE_SHARE = 0.5
"""Share of the patches that are cut from composed scenes; the rest is shared by the photos' sources."""


class PatchBank:
    """Patches of all sources with their values and kinds; more can be added in use."""

    def __init__(self, capacity: int) -> None:
        """Make room for so many patches."""
        self.near = torch.empty((capacity, NEAR_PX, NEAR_PX, 3), dtype=torch.uint8)
        self.far = torch.empty((capacity, FAR_PX, FAR_PX, 3), dtype=torch.uint8)
        self.values = torch.zeros(capacity, dtype=torch.long)
        self.groups: list[tuple[str, str]] = []
        """Source, and "1" … "6" or a kind, of each group of patches."""
        self.rows: list[list[int]] = []
        """Patches of each group."""
        self.count = 0
        self._draw: tuple[Tensor, Tensor, Tensor, Tensor] | None = None

    def add(self, source: str, part: Path) -> None:
        """Add the patches of a file, as far as there is room."""
        with np.load(part) as kept:
            many = min(len(kept["values"]), len(self.values) - self.count)
            rows = slice(self.count, self.count + many)
            self.near[rows] = torch.from_numpy(kept["near"][:many])
            self.far[rows] = torch.from_numpy(kept["far"][:many])
            self.values[rows] = torch.from_numpy(kept["values"][:many].astype(np.int64))
            names = [str(value) if value else kind for value, kind in zip(kept["values"], kept["kinds"], strict=True)]
        for n, name in enumerate(names[:many]):
            if (source, name) not in self.groups:
                self.groups.append((source, name))
                self.rows.append([])
            self.rows[self.groups.index((source, name))].append(self.count + n)
        self.count += many

    def refresh(self) -> None:
        """Draw from now on from all patches that were added."""
        counts = [len(rows) for rows in self.rows]
        starts = torch.from_numpy(np.cumsum([0, *counts[:-1]]))
        order = torch.from_numpy(np.concatenate([np.array(rows, np.int64) for rows in self.rows]))
        self._draw = torch.tensor(group_weights(self.groups, counts)), starts, torch.tensor(counts), order

    @property
    def is_ready(self) -> bool:
        """Whether there are patches of dice to draw from."""
        return self._draw is not None and any(name.isdigit() for _, name in self.groups)

    def draw(self, size: int) -> Tensor:
        """(size,) random patches: sources, values and kinds in their shares."""
        assert self._draw is not None
        weights, starts, counts, order = self._draw
        group = torch.multinomial(weights, size, replacement=True)
        place = (torch.rand(size) * counts[group]).long()
        return order[starts[group] + place]

    def summary(self) -> dict[str, int]:
        """Number of patches by source and value or kind."""
        return {" ".join(group): len(rows) for group, rows in sorted(zip(self.groups, self.rows, strict=True))}


def group_weights(groups: list[tuple[str, str]], counts: list[int]) -> list[float]:
    """Weights of groups (source, value or kind) of so many patches.

    Values of a source weigh the same; kinds by the square root of their patches, so that none drowns the others.
    """
    photos = sorted({source for source, _ in groups if source != SCENES})
    shares = {SCENES: SCENE_SHARE if photos else 1.0}
    shares |= dict(zip(photos, (1 - shares[SCENES]) * source_shares(photos), strict=True)) if photos else {}
    raw = [1.0 if name.isdigit() else count**0.5 for (_, name), count in zip(groups, counts, strict=True)]
    parts = [(source, patch_class(name)) for source, name in groups]
    share_of = {"die": 1 - NO_DIE_SHARE, "taken": NO_DIE_SHARE * TAKEN_SHARE, "other": NO_DIE_SHARE * (1 - TAKEN_SHARE)}
    whole = {part: sum(one for one, other in zip(raw, parts, strict=True) if other == part) for part in set(parts)}
    return [shares[part[0]] * share_of[part[1]] * one / whole[part] for one, part in zip(raw, parts, strict=True)]


def patch_class(name: str) -> str:
    """What a group of patches shows: a die, what a net takes for one, or anything else."""
    return "die" if name.isdigit() else "taken" if name.startswith(TAKEN) else "other"


def watch_patches(folder: Path, bank: PatchBank) -> None:
    """Add the patches of a folder to a bank, also those cut meanwhile.

    Returns when there are some of dice; the others are added in the background.
    """
    thread = Thread(target=_add_parts, args=(folder, bank), daemon=True)
    thread.start()
    while not bank.is_ready and thread.is_alive():
        sleep(0.1)


def _add_parts(folder: Path, bank: PatchBank) -> None:
    known: set[Path] = set()
    while bank.count < len(bank.values):
        new = [part for part in sorted(set(folder.glob("*.npz")) - known) if not part.stem.endswith(".part")]
        known.update(new)
        for part in new:
            if bank.count < len(bank.values):
                bank.add(part.stem.split("-")[0], part)
        if bank.count:
            bank.refresh()
        sleep(WATCH_SECONDS)
