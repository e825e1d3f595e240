"""Results kept by commit, and the committed ratios that none may leave by more than a quarter.

A ratio is a figure divided by a rival's of the same run, so that it hardly depends on the machine. ``ratios.json``
holds one for each row that has a rival; ``results.jsonl`` a line for each run that was kept.
"""

from __future__ import annotations

import json
import subprocess
import time
from collections.abc import Sequence
from dataclasses import asdict, replace
from pathlib import Path

from bench.table import Row, machine

FOLDER = Path(__file__).parent
RATIOS, RESULTS = FOLDER / "ratios.json", FOLDER / "results.jsonl"
TOLERANCE = 1.25
"""Factor by which a ratio may be worse than the committed one."""


def load_ratios() -> dict[str, float]:
    """Return the committed ratio of each row that has one."""
    found: dict[str, float] = json.loads(RATIOS.read_text("utf-8"))
    return found


def ratios_of(rows: Sequence[Row]) -> dict[str, float]:
    """Return the ratio of each row that has a rival."""
    return {row.what: float(row.ratio.split()[0]) for row in rows if row.ratio}


def worse_ratios(rows: Sequence[Row], committed: dict[str, float]) -> list[str]:
    """Return a line for each row whose ratio is worse than the committed one by more than ``TOLERANCE``.

    With a goal of at least something, less is worse; else more is.
    """
    worse = []
    for row in rows:
        if row.ratio and row.what in committed:
            now, then = ratios_of([row])[row.what], committed[row.what]
            by = then / now if row.goal.startswith("≥") else now / then
            if by > TOLERANCE:
                worse.append(f"{row.what}: {now:.2f} × its rival, committed {then:.2f} ×")
    return worse


def with_kept(rows: Sequence[Row]) -> list[Row]:
    """Return the rows with the figure of the last kept run that has them, if there is one, and its commit."""
    last: dict[str, str] = {}
    for line in RESULTS.read_text("utf-8").splitlines() if RESULTS.exists() else ():
        run = json.loads(line)
        last |= {row["what"]: f"{row['figure']} ({run['commit']})" for row in run["rows"]}
    return [replace(row, kept=last.get(row.what, "")) for row in rows]


def keep(rows: Sequence[Row]) -> None:
    """Append this run to the results, with its commit, and take over its ratios."""
    head = ["git", "-C", str(FOLDER), "rev-parse", "--short", "HEAD"]
    commit = subprocess.run(head, capture_output=True, text=True, check=True).stdout.strip()
    day = time.strftime("%Y-%m-%d")
    run = {"commit": commit, "day": day, "machine": machine(), "rows": [asdict(row) for row in rows]}
    with RESULTS.open("a", encoding="utf-8") as out:
        out.write(json.dumps(run, ensure_ascii=False) + "\n")
    ratios = (load_ratios() if RATIOS.exists() else {}) | ratios_of(rows)
    RATIOS.write_text(json.dumps(ratios, ensure_ascii=False, indent=2, sort_keys=True) + "\n", "utf-8")
