"""The measurements can be taken; what they say is printed, never judged here."""

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[1]


def bench(*words: str) -> str:
    done = subprocess.run(
        [sys.executable, "-m", "bench", *words], cwd=ROOT, capture_output=True, text=True, timeout=120
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_the_rules_and_the_reader_can_be_measured() -> None:
    """Every row of the table that needs no browser has its figure."""
    table = bench("engine", "fold", "sizes", "tables", "scan")
    assert [line for line in table.splitlines() if not line[58:].strip()] == []
    for row in (
        "events a second",
        "fold of 2,000",
        "fold of 20,000",
        "log of a game",
        "snapshot",
        "memory of a table",
        "scan of a picture",
    ):
        assert row in table


def test_a_mutant_that_nobody_misses_would_be_noticed() -> None:
    """Without a step its tests fail: the plug-in that blanks one really does."""
    from bench.mutants import mutants, survives

    assert "four_souls.recharge" in mutants("four_souls")
    assert not survives("four_souls", "four_souls.recharge")
