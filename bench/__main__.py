"""All measurements in a table: ``python -m bench``, or some: ``python -m bench fold scan``.

``--short`` runs those that need no browser, in seconds, as the tests do; ``--markdown`` prints the table for a page;
``--keep`` stores the run and its ratios (``bench/results.jsonl``, ``bench/ratios.json``); ``--check`` ends with 1 if a
ratio is worse than the stored one by more than a quarter.
Times are of this machine in this run, a rival's from the same run; browser rows need Chromium. ``kills`` and ``soak``
have commands of their own for longer runs (``bench.kills``, ``bench.soak_games``, ``bench.soak``). The reader's rival
is a model that ``bench.yolo`` makes; ``SOBREMESA_RIVAL=MODEL.onnx`` adds it to the table.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from functools import partial

from bench import (
    browser,
    disk,
    engine,
    enrol,
    finder,
    odds,
    phones,
    reader_figures,
    rival,
    scan,
    settle,
    soak_games,
    symbol_dice,
    votes,
)
from bench.results import keep, load_ratios, worse_ratios
from bench.table import Figures, aligned, gathered, machine, markdown

LONG: dict[str, Callable[[], Figures]] = {
    "engine": engine.events,
    "fold": engine.folds,
    "sizes": engine.sizes,
    "tables": engine.tables,
    "odds": odds.milliseconds,
    "scan": scan.milliseconds,
    "photos": reader_figures.photo_rows,
    "yolo": rival.figures,
    "enrol": enrol.confusion,
    "symbols": symbol_dice.figures,
    "tray": settle.tray,
    "votes": votes.figures,
    "disk": disk.disk,
    "soak": partial(soak_games.figures, 1_000, 3),
    "usual": browser.taps,
    "memory": browser.memory,
    "start": browser.start,
    "finder": finder.frames,
    "phones": phones.phones,
}
SHORT: dict[str, Callable[[], Figures]] = {
    **{name: LONG[name] for name in ("engine", "sizes", "tables")},
    "odds": partial(odds.milliseconds, 3, 1_000, 1),
    "fold": partial(engine.folds, 3, 4_000),
    "scan": partial(scan.milliseconds, 1),
    "tray": partial(settle.tray, 0.02, 1, (settle.RATE,)),
    "votes": partial(votes.figures, 6),
    "disk": disk.disk,
    "soak": partial(soak_games.figures, 30, 1),
    "phones": partial(phones.phones, 2, 2, 2),
}


def main(words: list[str]) -> int:
    """Run the chosen measurements, or all, and print the table; return how many ratios are too bad."""
    wanted = [word for word in words if not word.startswith("--")]
    every = SHORT if "--short" in words else LONG
    chosen = {name: one for name, one in every.items() if not wanted or any(word in name for word in wanted)}
    found = gathered(chosen)
    print(markdown(found) if "--markdown" in words else aligned(found))
    print(f"\n{machine()}")
    if "--keep" in words:
        keep(found)
    worse = worse_ratios(found, load_ratios()) if "--check" in words else []
    print(*worse, sep="\n", end="\n" if worse else "", file=sys.stderr)
    return len(worse)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]) > 0)
