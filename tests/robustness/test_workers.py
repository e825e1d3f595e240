"""Worker processes: the same results as in this process, and limits on costly tasks."""

from __future__ import annotations

import json
import os
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from multiprocessing import active_children
from pathlib import Path

import cv2
import numpy as np
import pytest

from companion.decoding import pool
from companion.decoding.tasks import DONE, plain_value
from companion.dice import capture
from companion.dice.reader_spec import ReaderSpec
from companion.exchange.bg_stats_plays import FOREIGN_PLAYS_TEXT, read_plays_in_worker
from companion.exchange.rejection import ImportRejected
from companion.library.library import Library
from companion.storage.matches import Storage
from rules.engine import Name, Text
from rules.four_souls.model.events import Began, Chose
from rules.registry import GAMES
from tests.support import worker_tasks as tasks
from tests.support.bg_stats import CHESS, exported, play
from tests.support.paths import FIXTURES
from vision.custom_dice import recognise

pytestmark = pytest.mark.landing

run_task = partial(pool.run_task_of, pool.READERS)
SCENES = sorted((FIXTURES / "scenes").glob("*.jpg"))


@pytest.fixture
def serving() -> Iterator[None]:
    with pool.worker_pool():
        yield


def test_pictures_are_read_the_same_as_in_this_process() -> None:
    """A worker reads every fixture photo exactly as this process does.

    Dice, boxes, confidences, crops and light advice, to the last bit.
    """
    files = [path.read_bytes() for path in SCENES]
    here = [capture.read_capture_file(data, 3) for data in files]
    with pool.worker_pool():
        assert [run_task(capture.read_capture_file, data, 3) for data in files] == here
        for data in (files[0][:3000], b"no picture", b""):
            assert run_task(capture.read_capture_file, data, 3) == capture.read_capture_file(data, 3)


def test_taught_dice_are_shown_and_tried_the_same(serving: None) -> None:
    """Teaching with a picture, and reading with taught dice, give the same results in a worker."""
    data = SCENES[-1].read_bytes()
    shown = run_task(capture.crop_middle_die, data)
    assert shown == capture.crop_middle_die(data)
    assert isinstance(shown, bytes)
    chance = np.random.default_rng(3)
    side = recognise.EXAMPLE_SIDE_PX
    each = [(face, chance.integers(0, 256, (side, side, 3), np.uint8)) for face in (1, 2)]
    spec = ReaderSpec("signs", samples=tuple((face, cv2.imencode(".jpg", image)[1].tobytes()) for face, image in each))
    assert run_task(capture.read_trial_roll, data, spec) == capture.read_trial_roll(data, spec)


def test_a_worker_is_warmed_before_its_first_task(serving: None) -> None:
    """Warming twice starts one worker, which does the first task."""
    until = time.monotonic() + 30
    while active_children() and time.monotonic() < until:  # those of another test may still be ending
        time.sleep(0.02)
    for _ in range(2):
        pool.warm_up()
    while not (started := [one.pid for one in active_children()]) and time.monotonic() < until:
        time.sleep(0.02)
    time.sleep(0.2)
    assert len(started) == len(active_children()) == 1
    assert run_task(tasks.process) == started[0]


def test_one_worker_does_one_task_after_another(serving: None) -> None:
    """Tasks in a row use one process, two at once use two, and never more."""
    assert len({run_task(tasks.process) for _ in range(3)} | {os.getpid()}) == 2
    with ThreadPoolExecutor(6) as threads:
        found = list(threads.map(lambda _: (run_task(tasks.sleeps, 0.2), run_task(tasks.process)), range(6)))
    assert len({process for _, process in found}) <= pool.MAX_WORKERS


@pytest.mark.parametrize("task", [tasks.stumbles, tasks.lies], ids=lambda task: task.__name__)
def test_a_task_that_fails_is_told_and_its_worker_goes_on(serving: None, task: pool.Callable[[], object]) -> None:
    """An exception or a bad result is a ``TaskFailedError``, and the same process goes on."""
    before = run_task(tasks.process)
    with pytest.raises(pool.TaskFailedError):
        run_task(task)
    assert run_task(tasks.process) == before


def test_a_worker_that_dies_is_replaced(serving: None) -> None:
    """A process that dies in a task is a ``WorkerDiedError``; another does the next task."""
    before = run_task(tasks.process)
    with pytest.raises(pool.WorkerDiedError):
        run_task(tasks.dies)
    assert run_task(tasks.process) != before


LONG_SECONDS = 60.0
"""How long a task sleeps that is to be ended; what ends it is measured against that."""


def test_a_task_that_takes_too_long_is_ended(serving: None, monkeypatch: pytest.MonkeyPatch) -> None:
    """A task over its time limit is killed, and the next task is done."""
    monkeypatch.setattr(pool, "TASK_TIMEOUT_SECONDS", 0.5)
    began = time.monotonic()
    with pytest.raises(pool.WorkerDiedError, match="too long"):
        run_task(tasks.sleeps, LONG_SECONDS)
    assert time.monotonic() - began < LONG_SECONDS / 2
    monkeypatch.undo()
    assert run_task(tasks.talks) == bytes(range(256))


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux limits the memory of a process")
def test_a_task_without_enough_memory_is_ended(serving: None) -> None:
    """A task over the system's memory limit is a ``WorkerDiedError``; the worker goes on."""
    before = run_task(tasks.process)
    with pytest.raises(pool.WorkerDiedError, match="memory"):
        run_task(tasks.fills, 2 * pool.TASK_MEMORY_BYTES // 1_000_000)
    assert run_task(tasks.process) == before


def test_a_task_that_grows_is_ended_where_the_system_has_no_limit(
    serving: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where the system has no memory limit, the parent ends a worker that grows."""
    monkeypatch.setattr(pool, "MAX_RESIDENT_BYTES", 50_000_000)
    with pytest.raises(pool.WorkerDiedError, match="memory"):
        run_task(tasks.sleeps, 10.0)


@pytest.mark.parametrize("limit", ["MAX_TASKS_PER_WORKER", "REPLACE_ABOVE_BYTES"])
def test_a_worker_that_has_done_its_part_is_replaced(
    serving: None, monkeypatch: pytest.MonkeyPatch, limit: str
) -> None:
    """After a number of tasks, or of megabytes, a worker is replaced."""
    before = run_task(tasks.process)
    monkeypatch.setattr(pool, limit, 1)
    assert run_task(tasks.process) != before


def test_the_end_of_the_server_ends_tasks() -> None:
    """When the pool is closed, whoever waits for a task is told at once that it ended."""
    with ThreadPoolExecutor(1) as threads:
        with pool.worker_pool():
            run_task(tasks.process)
            waits = threads.submit(run_task, tasks.sleeps, 60.0)
            time.sleep(0.5)
        with pytest.raises(pool.WorkerDiedError):
            waits.result(10)


# --- games -------------------------------------------------------------------------------------------------------


@pytest.fixture
def shelf(tmp_path: Path) -> Iterator[Library]:
    storage = Storage(tmp_path)
    yield Library(storage, GAMES)
    storage.close()


def test_a_game_is_taken_in_the_same(shelf: Library, serving: None) -> None:
    """A match imported by a worker has the same entries and the same state."""
    table = shelf.matches.create("four_souls", ("Ana", "Beto"))
    for event in (Chose(0, "isaac"), Chose(1, "eve"), Began(0)):
        table.answer(table.prompt_id, event)
    _, data = shelf.exchange.export(table.match.id, str)
    rows, state = shelf.storage.entry_rows(table.match.id), table.state
    shelf.matches.delete(table.match.id)
    match = shelf.exchange.import_match(data)
    assert [row.event for row in shelf.storage.entry_rows(match.id)] == [row.event for row in rows]
    assert shelf.matches.open(match.id).state == state


@pytest.mark.parametrize("data", [b"", b"no game", b'{"sobremesa": "game"}', b'sobremesa = "situation"\nformat = "x"'])
def test_a_file_that_is_none_is_refused_in_the_same_words(shelf: Library, data: bytes) -> None:
    """A refused file's sentence comes from the worker with the same words and values."""

    def refusal() -> Text:
        with pytest.raises(ImportRejected) as refused:
            shelf.exchange.import_match(data)
        return refused.value.reason

    here = refusal()
    with pool.worker_pool():
        assert refusal() == here


def test_plays_of_bg_stats_come_from_the_worker_as_from_here() -> None:
    """A file of plays is read by a worker as it is here, and refused in the same words."""
    data = exported(play(1), play(2, CHESS), play(3, uuid=None))
    here = read_plays_in_worker(data, GAMES)
    assert here.plays[0].players[0].name == "Ana"
    with pool.worker_pool():
        assert read_plays_in_worker(data, GAMES) == here
        with pytest.raises(ImportRejected) as refused:
            read_plays_in_worker(b"{}", GAMES)
    assert refused.value.reason == FOREIGN_PLAYS_TEXT


def test_a_sentence_keeps_all_that_fills_its_holes() -> None:
    """A sentence keeps its values: words, numbers, names and nested sentences."""
    from companion.exchange.import_job import import_task

    inner = Text("{n} die", "{n} dice", n=3)
    text = Text("{a} {b} {c}", a=inner, b=Name("mosca", "fly"), c="Ana")
    assert pool.checked_answer(import_task, DONE + json.dumps([plain_value(text)]).encode()) == text
