"""The results table: each figure with its goal, a rival's from the same run, and the ratio."""

from __future__ import annotations

import os
import platform
import re
import sys
import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import zip_longest
from statistics import median, quantiles
from timeit import repeat

import cv2

GOAL = re.compile(r" \(goal ([^()]*)\)")
REFERENCE_PACE = 17.0
"""Milliseconds of a million additions on the machine for which goals in seconds are meant."""
HEAD = ("what", "figure", "goal", "last kept", "rival", "ratio", "python -m bench …")


@dataclass(frozen=True)
class Row:
    """A figure with its unit; ``ratio`` is the figure divided by the rival's, ``kept`` what the last kept run had."""

    what: str
    figure: str
    goal: str = ""
    rival: str = ""
    ratio: str = ""
    where: str = ""
    kept: str = ""


Figures = Iterable[Row | tuple[str, str]]


def rows(figures: Figures, where: str) -> Iterable[Row]:
    """The figures as rows; a goal written in the figure's label gets its own column."""
    for found in figures:
        row = found if isinstance(found, Row) else Row(*found)
        goal = GOAL.search(row.what)
        yield replace(row, what=GOAL.sub("", row.what), goal=row.goal or (goal[1] if goal else ""), where=where)


def ratio(ours: float, theirs: float) -> str:
    """How many times the rival's figure this one is."""
    return f"{ours / theirs:.2f} ×"


def share(part: int, whole: int) -> str:
    """A share in per cent, with its numbers."""
    return f"{100 * part / max(1, whole):.1f} %, {part} of {whole}"


def spread(spent: Sequence[float]) -> str:
    """Median and 95th percentile."""
    return f"{median(spent):.0f} ms, 95 %: {quantiles(spent, n=20, method='inclusive')[-1]:.0f} ms"


def cells(row: Row) -> tuple[str, ...]:
    return row.what, row.figure, row.goal, row.kept, row.rival, row.ratio, row.where


def aligned(every: Sequence[Row]) -> str:
    """The rows as aligned text, without empty columns."""
    lines = [HEAD, *map(cells, every)]
    wide = [max(map(len, column)) for column in zip_longest(*lines, fillvalue="")]
    kept = [n for n in range(len(HEAD)) if any(line[n] for line in lines[1:])]
    return "\n".join("  ".join(line[n].ljust(wide[n]) for n in kept).rstrip() for line in lines)


def markdown(every: Sequence[Row]) -> str:
    """The rows as a Markdown table."""
    lines = [HEAD, ("---",) * len(HEAD), *map(cells, every)]
    return "\n".join("| " + " | ".join(cell.replace("|", "\\|") for cell in line) + " |" for line in lines)


def pace() -> float:
    """Processor milliseconds of a million additions: how fast this machine is now."""
    return 1000 * min(repeat("n += 1", "n = 0", timer=time.process_time, number=1_000_000, repeat=3))


def machine() -> str:
    """The machine and its state during the run."""
    load = f", load {os.getloadavg()[0]:.1f}" if hasattr(os, "getloadavg") else ""
    versions = f"Python {platform.python_version()}, OpenCV {cv2.__version__}"
    speed = f"a million additions in {pace():.0f} ms"
    return f"{platform.system()} {platform.machine()}, {os.cpu_count()} cores{load}; {versions}; {speed}"


def run_measures(measures: dict[str, Callable[[], Figures]]) -> list[Row]:
    """Run every measurement in turn, and print which one is running."""
    every: list[Row] = []
    for name, measure in measures.items():
        print(f"… {name}", file=sys.stderr, flush=True)
        every += rows(measure(), name)
    return every
