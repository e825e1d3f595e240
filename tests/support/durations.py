"""Durations of tests, recorded with ``--store-durations``, and the order of files that they give.

The slowest file begins first, so that no worker starts one at the end. Of a file only the tests count that were chosen.
"""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterable
from pathlib import Path

import pytest

from tests.support.paths import ROOT, TESTS

DURATIONS = TESTS / "durations.json"
"""Seconds of each test with set-up and tear-down, by its id; only those of at least ``SHORTEST`` seconds."""
SHORTEST = 0.5
UNKNOWN = 0.02
"""Seconds of a test that the file does not name."""


def load_durations(path: Path = DURATIONS) -> dict[str, float]:
    """Load the recorded seconds by test id."""
    return dict(json.loads(path.read_text("utf-8")))


def sort_by_duration(items: list[pytest.Item], durations: dict[str, float]) -> None:
    """Put the file whose chosen tests take longest first; the tests of a file stay together, in their order."""
    totals: defaultdict[Path, float] = defaultdict(float)
    for item in items:
        totals[item.path] += durations.get(item.nodeid, UNKNOWN)
    items.sort(key=lambda item: -totals[item.path])


def store_durations(reports: Iterable[pytest.TestReport], path: Path = DURATIONS) -> None:
    """Write the seconds of the tests that these reports are about; those of other tests stay while their file does."""
    totals: defaultdict[str, float] = defaultdict(float)
    for report in reports:
        totals[report.nodeid] += report.duration
    others = {name: seconds for name, seconds in load_durations(path).items() if name not in totals}
    known = {name: seconds for name, seconds in others.items() if (ROOT / name.partition("::")[0]).exists()}
    long = {name: round(seconds, 1) for name, seconds in totals.items() if seconds >= SHORTEST}
    path.write_text(json.dumps({**known, **long}, indent=0, sort_keys=True, ensure_ascii=False) + "\n", "utf-8")
