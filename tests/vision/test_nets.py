"""The nets can be run by another runtime than OpenCV's, with the same readings."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import vision
from vision import nets
from vision.reader.detector import Detection
from vision.reader.judge import judge_detections

SCENE = Path(__file__).parents[1] / "fixtures" / "scenes" / "2-3-4_black_cloth.jpg"


class Recorded:
    """A runtime that does what OpenCV's does, and notes what it was given."""

    def __init__(self) -> None:
        self.given: list[tuple[str, tuple[int, ...], Any]] = []

    def __call__(self, path: Path, blob: Any) -> Any:
        self.given.append((path.name, blob.shape, blob.dtype))
        return nets.run_with_opencv(path, blob)


@pytest.fixture
def other() -> Iterator[Recorded]:
    """Another runtime, installed for one test."""
    runtime = Recorded()
    before = nets.install_runtime(runtime)
    yield runtime
    nets.install_runtime(before)


def test_another_runtime_reads_with_every_net(other: Recorded) -> None:
    """An installed runtime gets the inputs of detector and judge, and the reading is made of its outputs."""
    reading = vision.read(vision.decode(SCENE.read_bytes()))
    assert reading.values == (2, 3, 4)
    sizes = {name: [shape for given, shape, _ in other.given if given == name] for name in ("dice.onnx", "judge.onnx")}
    assert len(sizes["dice.onnx"]) > 1, "one input for each scale"
    assert all(shape[:2] == (1, 3) and not shape[2] % 32 and not shape[3] % 32 for shape in sizes["dice.onnx"])
    assert [shape[1:] for shape in sizes["judge.onnx"]] == [(3, 64, 64)]
    assert {kind for *_, kind in other.given} == {np.dtype(np.float32)}


def test_what_the_runtime_returns_is_what_is_read(other: Recorded) -> None:
    """A runtime whose detector is cold everywhere finds no dice, and the one before is back after it."""
    cold = nets.install_runtime(lambda path, blob: np.full((1, 19, blob.shape[2] // 8, blob.shape[3] // 8), -9.0))
    assert cold is other
    image = vision.decode(SCENE.read_bytes())
    assert vision.read(image).dice == ()
    nets.install_runtime(cold)
    assert vision.read(image).values == (2, 3, 4)


def test_nets_say_what_they_are_shown(tmp_path: Path) -> None:
    """Nets taught on pictures as shot, with two contexts of a die, get them so; the landed ones get turned pictures."""
    given: list[tuple[str, tuple[int, ...]]] = []

    def stub(path: Path, blob: Any) -> Any:
        given.append((path.name, blob.shape))
        if path.name == "judge.onnx":
            return np.zeros((len(blob), 7))
        cells = np.full((1, 19, blob.shape[2] // 8, blob.shape[3] // 8), -9.0)
        cells[0, :, 8, 8] = 2.0
        return cells

    for name in ("trust.json", "views.json"):
        shutil.copy(nets.MODELS / name, tmp_path)
    (tmp_path / "views.json").write_text('{"contexts": [1.4, 3.0], "quarter_turns": 1, "as_shot": true}')
    tall = np.full((480, 320, 3), 90, np.uint8)
    before = nets.install_runtime(stub)
    try:
        vision.read(tall, tmp_path)
        new, given = given, []
        vision.read(tall)
    finally:
        nets.install_runtime(before)
    detected = [shape for name, shape in new if name == "dice.onnx"]
    judged = [shape for name, shape in new if name == "judge.onnx"]
    assert all(high > wide for *_, high, wide in detected)
    assert {shape[1:] for shape in judged} == {(6, 64, 64)}
    assert all(wide > high for *_, high, wide in (shape for name, shape in given if name == "dice.onnx"))
    assert {shape[1:] for name, shape in given if name == "judge.onnx"} == {(3, 64, 64)}


def test_the_judge_looks_again_where_it_is_unsure(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """A place that is clear at first sight is shown once; an unclear one mirrored too, and its answer is the mean."""
    seen: list[Any] = []

    def said(net: str, blob: Any, models: Path) -> Any:
        seen.append(blob)
        answers = np.zeros((len(blob), 7))
        answers[0, 3] = 9.0 if len(seen) == 1 else 2.0
        return answers

    monkeypatch.setattr("vision.reader.judge.run_net", said)
    (tmp_path / "views.json").write_text('{"contexts": [1.4], "quarter_turns": 1, "as_shot": true}')
    image = np.random.default_rng(1).integers(0, 255, (200, 200, 3)).astype(np.uint8)
    boxes = [(30.0, 30.0, 40.0, 40.0), (100.0, 90.0, 40.0, 40.0)]
    places = [Detection(0.9, np.full(6, 1 / 6), np.array(box), np.zeros((4, 2))) for box in boxes]
    clear, unclear = judge_detections(image, places, tmp_path)
    assert [len(blob) for blob in seen] == [2, 1]
    assert np.array_equal(seen[1][0], seen[0][1][:, :, ::-1])
    assert clear.probabilities[2] > 0.99
    assert unclear.probabilities[2] == pytest.approx(np.e / (5 + np.e))
    judge_detections(image, places)
    assert len(seen) == 3, "the landed ones average over quarter turns"
