"""Stored scenes and patches in memory while the nets of cards are taught."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import torch
from torch import Tensor

CAPACITY = 9000
"""Scenes that are held in memory, of 0.3 MB each."""


class PartBank:
    """The parts of a folder; ``refresh`` adds those composed meanwhile."""

    def __init__(self, folder: Path, names: tuple[str, ...]) -> None:
        self.folder, self.names = folder, names
        self.known: set[Path] = set()
        self.rows: dict[str, list[Tensor]] = {name: [] for name in names}

    def refresh(self) -> None:
        """Load the parts that are not known yet."""
        for path in sorted(set(self.folder.glob("*.npz")) - self.known):
            with np.load(path) as part:
                for name in self.names:
                    self.rows[name] += list(torch.from_numpy(part[name]))
            self.known.add(path)

    def __len__(self) -> int:
        return len(self.rows[self.names[0]])

    def some(self, name: str, chosen: Tensor) -> Tensor:
        """Rows of a kind."""
        return torch.stack([self.rows[name][int(n)] for n in chosen])
