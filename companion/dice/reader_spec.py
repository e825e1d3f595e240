"""What a worker needs to know to read a kind of dice: plain data, without OpenCV."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class ReaderSpec:
    """Description of a reader that ``readers.build_reader`` makes; the default reads pips."""

    kind: str = ""
    """Key of the die kind, empty for pips."""
    pip_faces: tuple[int, ...] = ()
    """The face of the kind for each number of pips, 1 … 6 in turn; empty where pips are read as they are."""
    samples: tuple[tuple[int, bytes], ...] = ()
    """Face and JPEG of every taught picture; empty until every face has one."""
    signs: tuple[str, ...] = ()
    """The sign of each face, 1 … n, where the reader knows all of them without being taught."""
    suits: tuple[str, ...] = ()
    """Of cards the signs of the suits for which hearts, diamonds, clubs and spades stand; empty for dice."""
    ranks_only: bool = False
    """Whether cards are read by their ranks alone."""
    finds_middle: bool = False
    """Whether it only finds the die in the middle, which is shown to be taught; the others are ignored then."""

    @property
    def reads_cards(self) -> bool:
        """Whether it reads cards rather than dice."""
        return self.ranks_only or bool(self.suits)


PIPS = ReaderSpec()
"""Dice with pips, read as they are."""
