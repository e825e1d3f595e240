"""One table of measurements: ``python -m bench``, or only some of its rows: ``python -m bench fold``.

Times are of this machine in this run; where a figure has a goal it stands beside it. Browser rows need a Chromium.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator

from . import browser, engine, enrol, finder, odds, phones, scan, settle

ROWS: dict[str, Callable[[], Iterator[tuple[str, str]]]] = {
    "engine": engine.events,
    "fold": engine.folds,
    "sizes": engine.sizes,
    "tables": engine.tables,
    "odds": odds.milliseconds,
    "scan": scan.milliseconds,
    "enrol": enrol.confusion,
    "tray": settle.tray,
    "browser": browser.taps,
    "start": browser.start,
    "finder": finder.frames,
    "disk": phones.disk,
    "phones": phones.phones,
}


def main(wanted: list[str]) -> None:
    """Measure what is wanted, or everything, and print it as it comes."""
    for name, measure in ROWS.items():
        if not wanted or any(word in name for word in wanted):
            for what, figure in measure():
                print(f"{what:<58} {figure}", flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
