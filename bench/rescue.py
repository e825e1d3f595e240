"""Rescue of damaged copies of a file.

A hundred copies, damaged in five ways, of a file with ROUNDS matches of each kind, with that many ACTIONS each. Printed
are how many copies open, how many of the matches on undamaged pages are there row for row, and how long a copy took.
"""

from __future__ import annotations

import tempfile
import time
from pathlib import Path

import click

from tests.support.damaged_copies import COPIES
from tests.support.rescued import laid, line, rescued


@click.command(help=__doc__)
@click.argument("rounds", default=1)
@click.argument("actions", default=16)
@click.option("--copy", "has_copy", is_flag=True, help="the daily copy lies beside each; all matches are expected")
def main(rounds: int, actions: int, has_copy: bool) -> None:
    """Print the table."""
    with tempfile.TemporaryDirectory() as name:
        house = laid(Path(name), rounds, actions)
        print(f"{len(house.whole) // 1024} KB, {len(house.games)} games")
        print(line())
        for kind in COPIES:
            begun = time.perf_counter()
            done = rescued(house, kind, everything=has_copy, play=0)
            print(line(done), f"{1000 * (time.perf_counter() - begun) / done.copies:8.0f} ms a copy", flush=True)
            for short in done.short:
                print(f"    {short}")


if __name__ == "__main__":
    main()
