"""The bench runs; its figures are printed and not judged here."""

import gc
import json
import os
import re
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import cv2
import numpy as np
import pytest

from bench import blobs, results
from bench.results import worse_ratios
from bench.table import Row, aligned
from companion.match.table import Table
from companion.storage.matches import Storage
from rules.registry import GAMES
from tests.support.paths import FIXTURES, ROOT
from vision.nets import MODELS

SCENES = FIXTURES / "scenes"


def table(*words: str) -> dict[str, dict[str, str]]:
    """The rows of the bench's table by what was measured."""
    done = subprocess.run(
        [sys.executable, "-m", "bench", "--markdown", *words], cwd=ROOT, capture_output=True, text=True, timeout=600
    )
    assert done.returncode == 0, done.stderr
    head, _, *lines = (
        [cell.strip() for cell in line.split("|")[1:-1]] for line in done.stdout.splitlines() if "|" in line
    )
    return {line[0]: dict(zip(head, line, strict=True)) for line in lines}


def test_one_command_prints_every_figure() -> None:
    """The short table has a figure and a command in each row.

    No tap was lost, and no die was read where none was thrown.
    """
    from bench.__main__ import SHORT

    rows = table("--short")
    assert all(row["figure"] and row["python -m bench …"] for row in rows.values())
    assert {row["python -m bench …"] for row in rows.values()} == set(SHORT)
    rivals = {row["python -m bench …"] for row in rows.values() if row["rival"] and row["ratio"]}
    assert {"fold", "sizes", "scan", "disk"} <= rivals
    assert rows["fold of 2,000 events"]["goal"] == "≤ 100 ms at a pace of 17 ms"
    kept, _, made = rows["taps on all screens that the file has after kill -9"]["figure"].partition(" of ")
    assert kept == made
    assert int(made) >= 6
    (idle,) = (row["figure"] for what, row in rows.items() if what.startswith("false reads"))
    assert idle.startswith("0 (asked: 0;")


@pytest.mark.landing
def test_no_ratio_to_a_rival_is_a_quarter_worse_than_the_committed_one() -> None:
    """Folding and sizes keep the ratios in ``bench/ratios.json``; a busy machine has three tries.

    The reader uses all cores and its rival one, so its ratio holds on a quiet machine only.
    """
    for _ in range(3):
        done = subprocess.run(
            [sys.executable, "-m", "bench", "--short", "--check", "fold", "sizes"],
            cwd=ROOT,
            capture_output=True,
            text=True,
            timeout=600,
        )
        if done.returncode == 0:
            return
    raise AssertionError(done.stderr)


def test_a_worse_ratio_is_noticed_in_both_directions() -> None:
    """With a goal of at least something a smaller ratio is worse, else a larger one."""
    slower, fewer = Row("fold", "3 ms", "≤ 2 ms", "json", "1.30 ×"), Row("frames", "6", "≥ 0.6 ×", "loop", "0.70 ×")
    committed = {"fold": 1.0, "frames": 0.9}
    assert len(worse_ratios([slower, fewer], committed)) == 2
    assert worse_ratios([slower, fewer], {"fold": 1.1, "frames": 0.8}) == []
    assert worse_ratios([slower], {}) == []


def test_a_run_is_kept_with_its_commit(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A kept run adds a line with commit and machine, and its ratios replace older ones alone."""
    monkeypatch.setattr(results, "RATIOS", tmp_path / "ratios.json")
    monkeypatch.setattr(results, "RESULTS", tmp_path / "results.jsonl")
    results.keep([Row("fold", "3 ms", rival="json", ratio="1.50 ×"), Row("other", "1")])
    results.keep([Row("scan", "9 ms", rival="spots", ratio="7.00 ×")])
    assert json.loads((tmp_path / "ratios.json").read_text("utf-8")) == {"fold": 1.5, "scan": 7.0}
    runs = [json.loads(line) for line in (tmp_path / "results.jsonl").read_text("utf-8").splitlines()]
    assert [run["rows"][0]["what"] for run in runs] == ["fold", "scan"]
    assert all(re.fullmatch("[0-9a-f]{7,}", run["commit"]) and run["machine"] for run in runs)


def test_the_last_kept_figure_stands_beside_a_new_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A row shows what the last kept run that has it said, and of which commit; a new row shows nothing."""
    monkeypatch.setattr(results, "RATIOS", tmp_path / "ratios.json")
    monkeypatch.setattr(results, "RESULTS", tmp_path / "results.jsonl")
    assert results.with_kept([Row("photos", "70 of 75")]) == [Row("photos", "70 of 75")]
    results.keep([Row("photos", "60 of 75"), Row("scenes", "1 of 2")])
    results.keep([Row("photos", "69 of 75")])
    photos, scenes, new = results.with_kept([Row("photos", "70 of 75"), Row("scenes", "2 of 2"), Row("new", "1")])
    assert re.fullmatch(r"69 of 75 \([0-9a-f]{7,}\)", photos.kept)
    assert scenes.kept.startswith("1 of 2 (")
    assert new.kept == ""
    assert "last kept" in aligned([photos, scenes, new]).splitlines()[0]


def test_the_reader_and_its_rival_are_counted_on_the_same_pictures(tmp_path: Path) -> None:
    """Of two rendered pictures the rows of the traced scenes count what each of both reads."""
    from bench.reader_figures import scene_rows

    (tmp_path / "dice").mkdir()
    for path in (SCENES / "2-3-4_black_cloth.jpg", SCENES / "5_green_wood.jpg"):
        values = [int(value) for value in path.stem.partition("_")[0].split("-")]
        truth = {"dice": [{"value": value} for value in values], "values": values, "n_dice": len(values)}
        (tmp_path / "dice" / path.name).write_bytes(path.read_bytes())
        (tmp_path / "dice" / path.name).with_suffix(".json").write_text(json.dumps(truth), "utf-8")
    read, sure = scene_rows(tmp_path, MODELS)
    assert read.figure == "100.0 %, 2 of 2"
    assert re.fullmatch(r"spots grouped: \S+ %, \d of 2", read.rival)
    assert sure.figure == "0.0 %, 0 of 4"


def test_the_blob_detector_reads_a_plain_roll() -> None:
    """The rival reads dark pips that are apart on a bright ground; else it would be no rival."""
    image = np.full((480, 640, 3), 235, np.uint8)
    for left, pips in ((100, [(0, 0), (30, 30)]), (300, [(0, 0), (30, 0), (0, 30), (30, 30)]), (480, [(0, 0)])):
        for x, y in pips:
            cv2.circle(image, (left + x, 200 + y), 7, (20, 20, 20), -1, cv2.LINE_AA)
    assert sorted(blobs.read(image)) == [1, 2, 4]
    assert blobs.read(np.full((480, 640, 3), 235, np.uint8)) == []


def test_the_table_is_aligned_and_wastes_no_column() -> None:
    """Columns of the table are aligned, and empty columns are left out."""
    lines = aligned([Row("a", "1 ms", where="x"), Row("longer", "20 ms", goal="≤ 30 ms", where="y")]).splitlines()
    assert [line.index(cell) for line, cell in zip(lines, ("figure", "1 ms", "20 ms"), strict=True)] == [8, 8, 8]
    assert "rival" not in lines[0]
    assert [line.split()[-1] for line in lines[1:]] == ["x", "y"]


@pytest.mark.skipif(not hasattr(os, "fork"), reason="a mutant is a fork")
def test_a_mutant_that_nobody_misses_would_be_noticed() -> None:
    """``bench.mutants`` blanks a step, and that step's tests then fail."""
    done = subprocess.run(
        [sys.executable, "-m", "bench.mutants", "four_souls.recharge"], cwd=ROOT, capture_output=True, text=True
    )
    assert done.stdout == "four_souls: 1 steps blanked, 0 survive\n"
    assert done.returncode == 0


def tables(kind: str) -> set[int]:
    """Ids of the tables of that game in memory."""
    return {id(one) for one in gc.get_objects() if type(one) is Table and one.game.key == kind}


@pytest.mark.parametrize("kind", GAMES)
def test_a_soaked_table_keeps_every_law_and_leaves_nothing(kind: str) -> None:
    """A soak run keeps each law of ``bench.soak_games`` and leaves no table in memory.

    A few hundred random entries through table and file.
    """
    from bench.soak_games import soak

    before = tables(kind)
    done = soak(GAMES[kind], seed=7, events=250)
    assert done.entries >= 250
    assert done.undone
    gc.collect()
    assert not tables(kind) - before


def test_the_usual_answer_is_measured_with_a_moment_and_without(tmp_path: Path) -> None:
    """Both are one tap between two questions that differ, at tables that are in the folder."""
    from bench.usual import usual_answers

    plain, telling = usual_answers(tmp_path, ("king_of_tokyo",))
    assert (plain.has_moment, telling.has_moment) == (False, True)
    with closing(Storage(tmp_path)) as storage:
        assert {plain.path, telling.path} <= {f"/t/{match.id}" for match in storage.matches()}
    for one in (plain, telling):
        assert one.before != one.after
        assert one.controls > 100
