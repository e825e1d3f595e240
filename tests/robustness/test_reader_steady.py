"""The reader gives the same reading in any thread, process and order, and keeps no memory."""

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
"""Megabytes. If each frame were kept, a test would add more than twice as much."""
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
"""Source of another process: eight threads begin at once, before a net is loaded."""


def said(reading):
    """A reading in full precision, without the time it took."""
    return repr((reading.dice, reading.rejects, reading.size))


@pytest.fixture(scope="module")
def pictures():
    return [vision.decode((SCENES / name).read_bytes()) for name in NAMES]


@pytest.fixture(scope="module")
def alone(pictures):
    """What each picture reads as, one after the other, in full precision."""
    return [said(vision.read(picture)) for picture in pictures]


@pytest.fixture(scope="module")
def elsewhere():
    """The lines that the other process prints."""
    command = [sys.executable, "-c", TOGETHER, *(str(SCENES / name) for name in NAMES)]
    return subprocess.run(command, cwd=ROOT, check=True, capture_output=True, text=True).stdout.splitlines()


@pytest.mark.landing
def test_threads_do_not_disturb_each_other(pictures, alone):
    """Eight threads that read three pictures at once get the same readings as one thread."""
    with ThreadPoolExecutor(THREADS) as threads:
        readings = list(threads.map(vision.read, pictures * THREADS))
    assert [said(reading) for reading in readings] == alone * THREADS


@pytest.mark.landing
def test_a_picture_reads_the_same_every_time(pictures, alone):
    """A picture's reading does not depend on the pictures read before it."""
    for _ in range(2):
        assert [said(vision.read(picture)) for picture in reversed(pictures)] == alone[::-1]


@pytest.mark.landing
def test_another_process_reads_the_same(alone, elsewhere):
    """A fresh process whose threads start at once gets the same readings as this one."""
    assert [line for line in elsewhere if line.startswith("(")] == alone * 4


@pytest.mark.landing
def test_each_net_is_loaded_once(elsewhere):
    """With any number of threads a process loads no net twice."""
    assert 0 < elsewhere.count("a net is loaded") <= len(list((ROOT / "vision" / "models").glob("*.onnx")))


@pytest.mark.skipif(not Path("/proc/self/statm").exists(), reason="only Linux says so how much memory a process holds")
def test_nothing_is_kept():
    """Reading many frames takes no more memory than reading the first few."""
    held = [megabytes for _, megabytes in soak(150)]
    print(f"{held[-1] - held[0]:+.1f} MB over 135 frames")
    assert held[-1] - held[0] < GROWTH
