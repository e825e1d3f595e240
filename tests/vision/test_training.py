"""Composed scenes for training the reader's nets, and decoding of the nets' output."""

from __future__ import annotations

import subprocess
import sys
from collections import Counter
from dataclasses import replace
from itertools import combinations

import cv2
import numpy as np
import pytest

from training.nets.pool import load_scene, store_scene
from training.nets.target import CELLS, CROP_PX, STRIDE_PX, lightness_to_hue, net_target, random_crop
from training.photos import held_out_names, load_held_out, load_photos
from training.scenes.cube import PIP_POSITIONS, random_appearance
from training.scenes.drawn.compose import compose_scene
from training.scenes.patch import FAR_PX, MAX_FALSE_DETECTIONS, NEAR_PX, PARTS_PER_OBJECT, cut_patches
from training.scenes.plastic import colored_plastic
from training.scenes.scene import NO_DIE, GroundTruth
from training.scenes.throw import CUBE_CORNERS, LEAN_DEGREES, random_throw
from vision.reader.detector import Detection, decode_cell, find_peaks, suppress_duplicates, with_other_scales

SEEDS = range(8)
SIDE = 256


@pytest.fixture(scope="module")
def scenes():
    return [compose_scene(seed, SIDE) for seed in SEEDS]


def test_a_seed_is_a_scene(scenes):
    """The same seed composes the same scene; another seed another one."""
    again, truths = compose_scene(SEEDS[1], SIDE)
    assert np.array_equal(again, scenes[1][0])
    assert [(t.value, t.box) for t in truths] == [(t.value, t.box) for t in scenes[1][1]]
    assert not np.array_equal(scenes[0][0], scenes[1][0])


def test_truth_lies_in_the_picture(scenes):
    """Boxes lie in the picture, and the middle of a top face lies in its box."""
    every = [truth for _, truths in scenes for truth in truths]
    assert len(every) > 8
    for truth in every:
        x, y, wide, high = truth.box
        assert 0 <= x < x + wide <= SIDE
        assert 0 <= y < y + high <= SIDE
        assert truth.value in range(NO_DIE, 7)
        mx, my = (x, y) if truth.corners is None else truth.corners.mean(axis=0)
        assert truth.value < 1 or (x <= mx <= x + wide and y <= my <= y + high)


@pytest.mark.parametrize("value", range(1, 7))
def test_a_face_has_as_many_pips_as_its_value(value):
    """The texture of a face has as many separate pips as its value."""
    for seed in range(5):
        tile = random_appearance(np.random.default_rng(seed), (value,) * 6).faces[0, ..., 0]
        assert cv2.connectedComponents((tile > 0.5).astype(np.uint8))[0] - 1 == value == len(PIP_POSITIONS[value])


def test_colored_dice_are_told_by_hue_and_keep_their_values():
    """Pips of colored plastic differ from it in color, often hardly in lightness; prints leave the faces' values."""
    rng, near = np.random.default_rng(3), 0
    for _ in range(150):
        plain = random_appearance(rng, (6, 1, 4, 3, 5, 2))
        die = colored_plastic(rng, plain)
        assert np.linalg.norm(die.body - die.ink) > 20
        near += abs(np.mean(die.body) - np.mean(die.ink)) < 25
        changed = np.abs(die.faces - plain.faces).max(axis=(1, 2, 3)) > 0
        assert not changed[[3, 4, 5]].any()
        assert np.all(die.faces[..., 0] >= plain.faces[..., 0] - 1e-6) or changed.tolist() == [n == 1 for n in range(6)]
    assert near > 50


def test_lightness_turns_into_hue():
    """Black pips on white plastic become about as bright as it, and stay as distinct by their color."""
    die = np.full((40, 40, 3), 230, np.uint8)
    cv2.circle(die, (20, 20), 8, (20, 20, 20), -1)
    greys, colors = [], []
    for seed in range(60):
        pip, body = lightness_to_hue(die, np.random.default_rng(seed))[[20, 2], [20, 2]].astype(float)
        greys.append(abs((body - pip) @ (0.114, 0.587, 0.299)))
        colors.append(float(np.abs(body - pip).max()))
    assert np.median(greys) < 70
    assert np.median(colors) > 90
    assert min(colors) > 10


def test_scenes_are_kept_and_recalled(tmp_path):
    """A stored scene is loaded with its truth, and is not composed twice."""
    store_scene(tmp_path, 3, None)
    _, truths = load_scene(tmp_path / "00000003.json")
    before = (tmp_path / "00000003.bmp").stat().st_mtime_ns
    store_scene(tmp_path, 3, None)
    assert (tmp_path / "00000003.bmp").stat().st_mtime_ns == before
    assert [t.value for t in truths] == [t.value for t in compose_scene(3)[1]]


def test_dice_lie_on_the_table_on_an_edge_or_on_a_die():
    """Dice lie on the table, on an edge or on a die, and flat ones do not overlap."""
    chance, met = np.random.default_rng(1), Counter()
    for _ in range(120):
        dice = random_throw(chance, 12.0)
        for die in dice:
            assert die.to_table(CUBE_CORNERS)[:, 2].min() == pytest.approx(die.below)
            assert die.lean == 0 or np.degrees(die.lean) >= LEAN_DEGREES[0]
            met["on an edge" if die.lean else "on a die" if die.below else "flat"] += 1
        flat = [die for die in dice if not die.lean and not die.below]
        assert all(np.hypot(*(a.place - b.place)) > 0.49 * (a.size + b.size) for a, b in combinations(flat, 2))
    assert set(met) == {"flat", "on an edge", "on a die"}


def test_a_crop_moves_its_truth(scenes):
    """The target of a crop has each die's value at its center, and its box."""
    chance, told = np.random.default_rng(4), 0
    for image, truths in scenes:
        part, moved = random_crop(image, truths, chance, real=False)
        said = net_target(moved)
        assert part.shape == (CROP_PX, CROP_PX, 3)
        for row, column in np.argwhere(said.heat == 1):
            left, top, right, low = np.exp(said.place[:4, row, column]) * STRIDE_PX
            value = int(said.value[row, column]) + 1
            alike = [t for t in moved if t.value == value and abs(t.box[2] - left - right) < 1.5]
            assert any(abs(t.box[3] - top - low) < 1.5 for t in alike)
            told += 1
    assert told > 3
    assert said.heat.shape == (CELLS, CELLS)


def test_places_that_a_net_takes_for_dice_teach_that_none_is_there():
    """The judge's patches have each die, and the strongest false detections as no die.

    A false detection is neither a die nor on one.
    """
    image = np.random.default_rng(0).integers(0, 255, (300, 300, 3)).astype(np.uint8)
    truths = [
        GroundTruth(4, (20, 20, 40, 40)),
        GroundTruth(NO_DIE, (200, 20, 60, 40), kind="plug"),
        GroundTruth(0, (20, 200, 40, 40)),
    ]
    on_dice = [(22, 22, 38, 38), (35, 35, 9, 9), (18, 204, 38, 38)]
    seen = on_dice * MAX_FALSE_DETECTIONS + [(100 + 30 * n, 140, 38, 38) for n in range(MAX_FALSE_DETECTIONS + 1)]
    found = [Detection(0.9, np.ones(6) / 6, np.array(box, float), np.zeros((4, 2))) for box in seen]
    rows = list(cut_patches(image, truths, found, np.random.default_rng(1)))
    shown = Counter(row.value for row in rows)
    assert {row.near.shape for row in rows} == {(NEAR_PX, NEAR_PX, 3)}
    assert {row.far.shape for row in rows} == {(FAR_PX, FAR_PX, 3)}
    kinds = Counter(row.kind for row in rows)
    assert kinds["taken table"] == MAX_FALSE_DETECTIONS
    assert kinds["plug"] == 1 + PARTS_PER_OBJECT
    assert shown[4] == 1 + MAX_FALSE_DETECTIONS, "as labelled, and as the net frames it each time"
    assert MAX_FALSE_DETECTIONS + 1 <= shown[0] <= MAX_FALSE_DETECTIONS + 1 + PARTS_PER_OBJECT + 3


def test_no_net_is_taught_on_photos_that_are_held_out(tmp_path):
    """Photos for teaching and held-out photos are apart, and both are found with their labels."""
    kept_apart = sorted(held_out_names())[0]
    for folder in ("images", "labels"):
        (tmp_path / folder).mkdir()
    for name in (kept_apart, "tray_other"):
        cv2.imwrite(str(tmp_path / "images" / f"{name}.jpg"), np.zeros((64, 64, 3), np.uint8))
        (tmp_path / "labels" / f"{name}.txt").write_text("3 0.5 0.5 0.25 0.25\n")
    assert [photo.name for photo in load_photos(tmp_path)["tray"]] == ["tray_other"]
    held_out = load_held_out(tmp_path)
    assert [photo.name for photo in held_out] == [kept_apart]
    assert [truth.value for truth in held_out[0].decoded[1]] == [4]


def test_nothing_at_run_time_learns():
    """Importing the reader imports neither the training code nor torch."""
    code = "import sys, vision; sys.exit(any(n == 'torch' or n.startswith('training') for n in sys.modules))"
    assert subprocess.run([sys.executable, "-c", code]).returncode == 0


def said(cells):
    """Output of the net with dice in some cells: (row, column) to value."""
    logits = np.full((19, 12, 12), -6.0)
    for (row, column), value in cells.items():
        logits[:, row, column] = 0
        logits[0, row, column], logits[value, row, column] = 4, 9
        logits[7:11, row, column] = np.log(2)
    return logits


def test_spots_are_read_off_the_answer():
    """A peak of the output is a die, with value and box in the picture's pixels."""
    logits = said({(2, 3): 5, (8, 8): 2})
    assert find_peaks(logits[0]) == [(2, 3), (8, 8)]
    one = decode_cell(logits, 2, 3, 0.5)
    assert (one.value, one.probabilities.max() > 0.99, one.heat > 0.9) == (5, True, True)
    assert np.allclose(one.box, [2 * (27.5 - 16), 2 * (19.5 - 16), 64, 64])


def test_a_die_framed_twice_is_one():
    """Of detections with the same box the strongest stays; different boxes both stay."""
    logits = said({(2, 3): 5, (3, 4): 5, (8, 8): 2})
    logits[0, 2, 3] = 5
    logits[7:11, 2:4, 3:5] = np.log(6)
    every = [decode_cell(logits, row, column, 1.0) for row, column in ((2, 3), (3, 4), (8, 8))]
    assert [s.value for s in suppress_duplicates(every)] == [5, 2]


def test_a_detection_knows_what_other_scales_see():
    """The values of a die are the mean over the scales that see it, by their heat; another die's do not count."""
    logits = said({(2, 3): 5, (8, 8): 2})
    logits[1, 2, 3] = 9.0  # as much 1 as 5
    one, beside = (decode_cell(logits, row, column, 1.0) for row, column in ((2, 3), (8, 8)))
    other = said({(1, 1): 5})
    other[0, 1, 1] = 0.0
    again = replace(decode_cell(other, 1, 1, 0.5), box=one.box + 0.5)
    seen = {0.7: [again], 1.0: [one, beside]}
    both, alone = with_other_scales(one, seen), with_other_scales(beside, seen)
    assert (both.value, both.heat, both.box is one.box) == (5, one.heat, True)
    assert 0.5 < both.probabilities[4] < again.probabilities[4]
    assert both.probabilities.sum() == pytest.approx(1)
    assert both.seen_again == pytest.approx(0.5 * again.probabilities)
    assert not alone.seen_again.any(), "the other scale shows it large enough"
    small = with_other_scales(beside, {0.25: [], 1.0: [beside]})
    assert small.seen_again == pytest.approx(beside.heat * beside.probabilities)
