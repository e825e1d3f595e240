"""The reader says the same whenever, wherever and however often it is asked, and keeps nothing."""

from __future__ import annotations

import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

import vision
from bench.soak import soak
from tests.support.paths import ROOT

SCENES = ROOT / "tests" / "fixtures" / "scenes"
NAMES = ("2-3-4_black_cloth.jpg", "3-4-4-6_white_touching.jpg", "5-6-6_red_wood.jpg")
THREADS = 8
GROWTH = 60
"""Megabytes: what the frames would add in a test, if each were kept, is more than twice as much."""
TOGETHER = """
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
import cv2

def counted(load):
    def loading(*given, **more):
        print("a net is loaded")
        return load(*given, **more)
    return loading

for name in [name for name in dir(cv2.dnn) if name.startswith("readNet")]:
    setattr(cv2.dnn, name, counted(getattr(cv2.dnn, name)))
import vision
pictures = [vision.decode(Path(name).read_bytes()) for name in sys.argv[1:]]
with ThreadPoolExecutor(8) as threads:
    for reading in threads.map(vision.read, pictures * 4):
        print((reading.dice, reading.rejects, reading.size))
"""
"""Another process: eight threads begin at once, before any net is there."""


def said(reading):
    """A reading to the last digit, but for the time it took."""
    return repr((reading.dice, reading.rejects, reading.size))


@pytest.fixture(scope="module")
def pictures():
    return [vision.decode((SCENES / name).read_bytes()) for name in NAMES]


@pytest.fixture(scope="module")
def alone(pictures):
    """What each picture reads as, one after the other, to the last digit."""
    return [said(vision.read(picture)) for picture in pictures]


@pytest.fixture(scope="module")
def elsewhere():
    """The lines that the other process prints."""
    command = [sys.executable, "-c", TOGETHER, *(str(SCENES / name) for name in NAMES)]
    return subprocess.run(command, cwd=ROOT, check=True, capture_output=True, text=True).stdout.splitlines()


def test_threads_do_not_disturb_each_other(pictures, alone):
    """Eight threads that read three pictures get what one gets, picture by picture."""
    with ThreadPoolExecutor(THREADS) as threads:
        readings = list(threads.map(vision.read, pictures * THREADS))
    assert [said(reading) for reading in readings] == alone * THREADS


def test_a_picture_reads_the_same_every_time(pictures, alone):
    """A reading depends on its picture only, not on those read before."""
    for _ in range(2):
        assert [said(vision.read(picture)) for picture in reversed(pictures)] == alone[::-1]


def test_another_process_reads_the_same(alone, elsewhere):
    """A fresh process whose threads all begin at once reads what this one reads."""
    assert [line for line in elsewhere if line.startswith("(")] == alone * 4


def test_each_net_is_loaded_once(elsewhere):
    """However many threads read, and whichever comes first, a process loads no net twice."""
    assert 0 < elsewhere.count("a net is loaded") <= len(list((ROOT / "vision" / "models").glob("*.onnx")))


@pytest.mark.skipif(not Path("/proc/self/statm").exists(), reason="only Linux says so how much memory a process holds")
def test_nothing_is_kept():
    """Reading frame after frame takes no more memory than reading the first few."""
    held = [megabytes for _, megabytes in soak(150)]
    print(f"{held[-1] - held[0]:+.1f} MB over 135 frames")
    assert held[-1] - held[0] < GROWTH
