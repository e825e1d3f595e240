"""Rescue of damaged copies of a file: ``python -m bench.rescue [ROUNDS [ACTIONS]]``.

A hundred copies, damaged in five ways, of a file with that many matches of each kind. Printed are how many copies open,
how many of the matches on undamaged pages are there row for row, and how long the copies took. With ``copy`` as a third
word each has the daily copy beside it, and all matches are expected.
"""

from __future__ import annotations

import sys
import tempfile
import time
from pathlib import Path

from tests.support.damaged_copies import COPIES
from tests.support.rescued import laid, line, rescued


def main(rounds: int = 1, actions: int = 16, beside: str = "") -> None:
    """Print the table."""
    with tempfile.TemporaryDirectory() as name:
        house = laid(Path(name), rounds, actions)
        print(f"{len(house.whole) // 1024} KB, {len(house.games)} games")
        print(line())
        for kind in COPIES:
            begun = time.perf_counter()
            done = rescued(house, kind, everything=beside == "copy", play=0)
            print(line(done), f"{1000 * (time.perf_counter() - begun) / done.copies:8.0f} ms a copy", flush=True)
            for short in done.short:
                print(f"    {short}")


if __name__ == "__main__":
    main(*map(int, sys.argv[1:3]), *sys.argv[3:4])
