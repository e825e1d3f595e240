"""The measurements can be taken; what they say is printed, never judged here."""

import gc
import subprocess
import sys
from pathlib import Path

import pytest

from companion.table import Table
from rules.registry import GAMES

ROOT = Path(__file__).parents[1]


def bench(*words: str) -> str:
    done = subprocess.run(
        [sys.executable, "-m", "bench", *words], cwd=ROOT, capture_output=True, text=True, timeout=120
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_the_rules_and_the_reader_can_be_measured() -> None:
    """Every row of the table that needs no browser has its figure."""
    table = bench("engine", "fold", "sizes", "tables", "odds", "scan", "disk")
    assert [line for line in table.splitlines() if not line[58:].strip()] == []
    for row in (
        "events a second",
        "fold of 2,000",
        "fold of 20,000",
        "log of a game",
        "snapshot",
        "memory of a table",
        "odds of six dice",
        "scan of a picture",
        "events a second to disk",
    ):
        assert row in table


def test_what_phones_of_their_own_cost_can_be_measured() -> None:
    """Two tables of three phones come in, tap and go; every row has its figure, and every tap is in the file."""
    from bench.phones import phones

    rows = dict(phones(tables=2, each=3, taps=3))
    assert all(figure.strip() for figure in rows.values())
    assert rows["tap to all screens, 3 phones (goal ≤ 150 ms)"].count("ms") == 2
    kept, _, made = rows["taps that the file has after kill -9"].partition(" of ")
    assert kept == made
    assert int(made) >= 9


def test_the_tray_can_be_measured() -> None:
    """A few throws and some seconds of idle: every row has its figure, and nothing was read that nobody threw."""
    from bench.settle import tray

    *throws, (_, idle) = tray(minutes=0.05, times=1)
    assert len(throws) == 4
    assert all(figure.strip() for _, figure in throws)
    assert idle.startswith("0 (asked: 0;")


def test_a_mutant_that_nobody_misses_would_be_noticed() -> None:
    """Without a step its tests fail: the plug-in that blanks one really does."""
    from bench.mutants import mutants, survives

    assert "four_souls.recharge" in mutants("four_souls")
    assert not survives("four_souls", "four_souls.recharge")


@pytest.mark.parametrize("kind", GAMES)
def test_a_soaked_table_keeps_every_law_and_leaves_nothing(kind: str) -> None:
    """A few hundred random entries through table and file: every law of ``bench.soak_games`` held, no table is left."""
    from bench.soak_games import soak

    done = soak(GAMES[kind], seed=7, events=250)
    assert done.entries >= 250
    assert done.undone
    gc.collect()
    assert not [one for one in gc.get_objects() if isinstance(one, Table) and one.game.key == kind]
