"""Estimates of a die: pip pattern, combination, doubt, and calibration."""

from __future__ import annotations

import json
from dataclasses import replace

import cv2
import numpy as np
import pytest

from training.calibrate import (
    CalibrationCase,
    CalibrationPicture,
    fit_die_weights,
    fit_value_exponents,
    fit_weights,
    labelled_die,
    sure_threshold,
    turned_as_read,
    wilson_interval,
)
from training.scenes.cube import TILE_PX, face_textures
from training.scenes.scene import GroundTruth
from vision.reader.combine import MAX_DEVIATION, EstimateWeights, combine_estimates, size_deviations
from vision.reader.detector import Detection
from vision.reader.doubt import find_doubt
from vision.reader.judge import PATCH_SIDE, Verdict, crop_patch
from vision.reader.pip_pattern import PipPattern, read_pip_pattern
from vision.reader.pipeline import reject_reason, separate_whole_dice
from vision.reading import POSSIBLE_DIE, Die, Reading, Reject

LINE = np.array([(0.0, 0.0), (1.0, 1.0)])
EVEN = EstimateWeights(np.ones(3), np.array([0.0, 0.5, 0.5, 1.0, -1.0, 0.3]), LINE, 0.9, 0.8)
SQUARE = np.array([(0.0, 0.0), (1, 0), (1, 1), (0, 1)])


def face(value, seed, body=(40, 200, 210), ink=(20, 30, 25)):
    """A picture of one face with a border, and its corners."""
    tile = face_textures(np.random.default_rng(seed), (value,) * 6, False)[0, ..., :1]
    flat = np.full((TILE_PX * 2, TILE_PX * 2, 3), 90, np.float32)
    flat[TILE_PX // 2 : -TILE_PX // 2, TILE_PX // 2 : -TILE_PX // 2] = tile * np.array(ink) + (1 - tile) * np.array(
        body
    )
    return flat.astype(np.uint8), SQUARE * TILE_PX + TILE_PX / 2


def voice(value, share=0.9):
    shares = np.full(6, (1 - share) / 5)
    shares[value - 1] = share
    return shares


def said(net, judge, dots, heat=0.8, none=0.05, box=(10, 10, 40, 40), again=0.0):
    """A verdict and a pip pattern in which each estimate names a value; another scale sees the net's so clearly."""
    corners = SQUARE * 30 + np.array(box[:2]) + 5
    spot = Detection(heat, voice(net), np.array(box, float), corners, again * voice(net))
    return Verdict(spot, none, voice(judge)), PipPattern(voice(dots), 30.0, corners)


@pytest.mark.parametrize("turn", [0, 17, 45, 80])
@pytest.mark.parametrize("value", range(1, 7))
def test_dots_are_counted_however_the_face_is_turned(value, turn):
    """Pips are counted on a face at any rotation, dark on light or light on dark."""
    for seed, colors in enumerate([((40, 200, 210), (20, 30, 25)), ((30, 30, 120), (235, 235, 230))]):
        flat, corners = face(value, seed, *colors)
        way = cv2.getRotationMatrix2D((TILE_PX, TILE_PX), turn, 0.6)
        image = cv2.warpAffine(flat, way, (TILE_PX * 2, TILE_PX * 2), borderValue=(90, 90, 90))
        pattern = read_pip_pattern(np.asarray(image, np.uint8), corners @ way[:, :2].T + way[:, 2])
        assert pattern.value == value
        assert pattern.probabilities.sum() == pytest.approx(1)


@pytest.mark.parametrize("value", range(1, 7))
def test_dots_of_another_hue_are_counted_under_a_mirrored_lamp(value):
    """Pips as light as their die, which only hue tells from it, are counted although a lamp's outline is brighter."""
    for seed, (body, ink) in enumerate([((50, 45, 48), (40, 35, 120)), ((40, 160, 60), (160, 50, 50))]):
        flat, corners = face(value, seed, body, ink)
        outline = cv2.ellipse(
            np.zeros_like(flat), (TILE_PX - 8, TILE_PX), (30, 36), 20, -60, 70, (140,) * 3, 4, cv2.LINE_AA
        )
        image = cv2.GaussianBlur(cv2.add(flat, outline), (0, 0), 1.0)
        assert read_pip_pattern(np.asarray(image, np.uint8), corners).value == value


@pytest.mark.parametrize("angle", [0, 17, 45, 80])
@pytest.mark.parametrize("value", range(2, 7))
def test_dots_tell_how_a_face_is_turned(value, angle):
    """The pip pattern finds a rotated face's corners from the corners of an upright square."""
    flat, corners = face(value, 0)
    way = cv2.getRotationMatrix2D((TILE_PX, TILE_PX), angle, 0.6)
    image = cv2.warpAffine(flat, way, (TILE_PX * 2, TILE_PX * 2), borderValue=(90, 90, 90))
    true = corners @ way[:, :2].T + way[:, 2]
    found = read_pip_pattern(np.asarray(image, np.uint8), (SQUARE - 0.5) * 0.6 * TILE_PX + TILE_PX).top_corners
    away = np.hypot(*(found[:, None] - true[None]).transpose(2, 0, 1))
    assert away.min(axis=1).max() < 0.08 * 0.6 * TILE_PX
    assert sorted(away.argmin(axis=1)) == [0, 1, 2, 3]


def test_an_empty_face_says_nothing_firmly():
    """A face without pips gives a weak pattern."""
    assert read_pip_pattern(np.full((80, 80, 3), 128, np.uint8), SQUARE * 40 + 20).strength < 1


def test_agreement_makes_trust_and_contradiction_takes_it():
    """Agreeing estimates raise the confidence; a firm contrary one is a contradiction."""
    agreed, split = combine_estimates(*said(4, 4, 4), EVEN), combine_estimates(*said(4, 4, 6), EVEN)
    assert agreed.value == split.value == 4
    assert agreed.confidence > split.confidence
    assert split.is_contradicted
    assert not agreed.is_contradicted


def test_what_is_no_die_is_not_there():
    """A detection that the judge takes for no die gets a lower probability of being one."""
    assert (
        combine_estimates(*said(4, 4, 4, none=0.9), EVEN).die_probability
        < combine_estimates(*said(4, 4, 4), EVEN).die_probability
    )


def test_the_dice_of_a_throw_are_of_a_size():
    """How odd a size is counts against a die: not beside what is no die, the same die again, or nothing."""
    boxes = [(10, 10, 40, 40), (90, 10, 40, 40), (170, 10, 44, 44), (250, 10, 12, 12), (12, 12, 40, 40)]
    dice = [said(4, 4, 4, box=box)[0] for box in boxes]
    odd = said(4, 4, 4, none=0.9, box=(300, 10, 160, 160))[0]
    sizes = size_deviations([*dice, odd])
    assert sizes[:3] == pytest.approx([0.0, 0.0, np.log(1.1)], abs=0.01)
    assert (sizes[3], sizes[5]) == (MAX_DEVIATION, MAX_DEVIATION)
    assert size_deviations([dice[0], odd]) == [0.0, MAX_DEVIATION]
    assert size_deviations([dice[0], dice[4]]) == [0.0, 0.0]
    alike, other = (combine_estimates(*said(4, 4, 4), EVEN, size) for size in (0.0, 0.7))
    assert other.die_probability < alike.die_probability


def test_what_another_scale_sees_too_is_rather_a_die():
    """A die of the same value at another scale counts for a die; one of another value there does not."""
    alone, again = (combine_estimates(*said(4, 4, 4, again=heat), EVEN) for heat in (0.0, 0.6))
    otherwise, never = (combine_estimates(*said(3, 4, 4, again=heat), EVEN) for heat in (0.6, 0.0))
    assert otherwise.value == never.value == 4
    assert again.die_probability > alone.die_probability
    assert otherwise.die_probability == never.die_probability


def test_a_part_of_a_die_is_no_die():
    """A detection within a likelier die is dropped; one beside it stays."""
    whole = combine_estimates(*said(4, 4, 4, heat=0.9, box=(10, 10, 80, 80)), EVEN)
    part = combine_estimates(*said(2, 2, 2, heat=0.6, box=(20, 40, 30, 30)), EVEN)
    beside = combine_estimates(*said(2, 2, 2, heat=0.6, box=(80, 40, 30, 30)), EVEN)
    assert separate_whole_dice([part, whole, beside]) == ([whole, beside], [part])


def test_nothing_is_missed_in_silence():
    """What may be a die and lies where nothing was read is a possible die; on a read die, or hardly one, it is not."""
    whole = combine_estimates(*said(4, 4, 4, heat=0.9, box=(10, 10, 40, 40)), EVEN)
    apart, on_it = (combine_estimates(*said(2, 2, 2, box=box), EVEN) for box in ((80, 10, 40, 40), (15, 15, 30, 30)))
    unclear, unlikely = (replace(apart, die_probability=share) for share in (0.3, 0.19))
    assert reject_reason(unclear, [whole]) == POSSIBLE_DIE
    assert reject_reason(unlikely, [whole]) == "no die"
    assert reject_reason(replace(on_it, die_probability=0.3), [whole]) == "no die"
    sure, box = Die(4, (10, 10, 40, 40), 1.0), (80, 10, 40, 40)
    assert Reading((sure,), (Reject(box, "no die"),), (200, 100)).is_sure
    assert not Reading((sure,), (Reject(box, POSSIBLE_DIE),), (200, 100)).is_sure


def doubt_of(image, verdict, pattern, sure=1.0):
    die = combine_estimates(verdict, pattern, EVEN)
    return find_doubt(image, verdict.detection, die.confidence >= sure, die.is_contradicted)


@pytest.mark.parametrize(
    ("reason", "how"),
    [
        ("cut off", {"box": (-20, 10, 40, 40)}),
        (None, {}),
    ],
)
def test_a_die_is_doubted_for_how_it_lies(reason, how):
    """A die that is cut off is doubted, whatever its confidence.

    A plain die is not.
    """
    image = np.zeros((100, 100, 3), np.uint8)
    assert doubt_of(image, *said(4, 4, 4, **how), sure=0.5) == reason


def test_a_die_that_is_not_trusted_is_doubted_for_a_reason():
    """A die below the required confidence has a reason: contradictory, faint or blurred."""
    rough = np.random.default_rng(0).integers(0, 255, (100, 100, 3)).astype(np.uint8)
    soft = np.asarray(cv2.GaussianBlur(rough, (0, 0), 6), np.uint8)
    assert doubt_of(rough, *said(4, 4, 6)) == "contradictory"
    assert doubt_of(rough, *said(4, 4, 4)) == "faint"
    assert doubt_of(soft, *said(4, 4, 4)) == "blurred"


def test_a_patch_keeps_the_middle():
    """A patch has the die in its middle, also near the border of the picture."""
    image = np.zeros((200, 300, 3), np.uint8)
    cv2.circle(image, (50, 60), 12, (255, 255, 255), -1)
    patch = crop_patch(image, np.array([50.0, 60.0]), 30.0, PATCH_SIDE, 1.4)
    ys, xs = np.nonzero(patch[..., 0] > 128)
    assert abs(xs.mean() - PATCH_SIDE / 2) < 1
    assert abs(ys.mean() - PATCH_SIDE / 2) < 1


def test_the_voice_that_knows_weighs_most():
    """Calibration gives a more reliable estimate more weight.

    For the value: net, judge and pips; for being a die: the judge's verdict.
    """
    chance = np.random.default_rng(2)
    rows = []
    for _ in range(400):
        value = int(chance.integers(0, 7))
        net, judge = (value or 1) if chance.random() < 0.7 else 3, (value or 2) if chance.random() < 0.97 else 5
        dots = int(chance.integers(1, 7))
        none = 0.1 if (value > 0) == (chance.random() < 0.95) else 0.9
        size = float(chance.uniform(0, 0.2 if value else 1.0))
        again = float(chance.uniform(0.2, 0.8)) if (value > 0) == (chance.random() < 0.8) else 0.0
        case = said(net, judge, dots, heat=float(chance.uniform(0.4, 0.9)), none=none, again=again)
        rows.append(CalibrationCase(*case, value, deviation=size))
    same = np.ones(len(rows))
    powers = fit_value_exponents(rows, same)
    assert powers[1] > powers[0] > powers[2]
    die = fit_die_weights(rows, powers, same)
    assert die[2] > abs(die[1])
    assert die[4] < 0
    assert die[5] > abs(die[1])


def test_a_source_chooses_the_threshold_by_weights_fitted_without_it():
    """What one source's photos show wrong, read by the others' weights, is below the threshold."""
    chance = np.random.default_rng(4)

    def picture(source, odd):
        value = int(chance.integers(1, 7))
        read = value % 6 + 1 if odd else value
        case = said(value, read, read, heat=float(chance.uniform(0.6, 0.9)))
        none = said(1, 2, 3, heat=0.3, none=0.9)
        return CalibrationPicture(source, 1, (CalibrationCase(*case, value, 0), CalibrationCase(*none, 0)))

    pictures = [picture(source, odd=False) for source in ("", "one", "two") for _ in range(20)]
    pictures.append(picture("two", odd=True))
    weights, (trust, right) = fit_weights(pictures)
    assert len(trust) == 41, "scenes choose no threshold"
    assert right.sum() == 40
    assert trust[right == 0].max() < weights.sure_confidence <= trust[right > 0].max()
    assert weights.sure_given_count <= weights.sure_confidence
    with pytest.raises(SystemExit):
        fit_weights([CalibrationPicture("one", 0, (CalibrationCase(*said(1, 2, 3), 0),))])


def test_a_loose_label_frames_its_die():
    """A detection shows the die in the middle of whose label it lies, however little they overlap."""
    spot = said(1, 1, 1, box=(10, 10, 40, 40))[0].detection
    loose, pip, beside, large = (
        GroundTruth(1, box) for box in ((15, 15, 60, 50), (30, 35, 8, 8), (50, 10, 40, 40), (0, 0, 100, 100))
    )
    assert labelled_die(spot, [beside, loose]) == labelled_die(spot, [beside, pip]) == 1
    assert labelled_die(spot, [beside, large]) is None


def test_the_threshold_keeps_its_word():
    """From the threshold on no more are wrong than promised; the Wilson interval contains the true rate."""
    score = np.random.default_rng(3).uniform(0, 1, 4000)
    right = (score > 0.7).astype(float)
    assert sure_threshold(score, right) == pytest.approx(0.7, abs=0.01)
    assert sure_threshold(score, right, 0.0) == score[right > 0].min()
    assert sure_threshold(score, np.zeros(4000)) == 1.0
    low, high = wilson_interval(3, 1000)
    assert low < 0.003 < high < 0.01


@pytest.mark.parametrize("turns", range(4))
def test_what_calibrates_is_turned_as_the_reader_turns_it(turns, tmp_path):
    """A die lies where its label says in the picture that the nets are shown, however the photo was held."""
    upright = np.full((60, 90, 3), 40, np.uint8)
    upright[:30] = 120
    upright[20:32, 10:30] = (0, 0, 255)
    photo = np.ascontiguousarray(np.rot90(upright, turns))
    rows, columns = np.nonzero(photo[..., 2] == 255)
    box = (columns.min(), rows.min(), np.ptp(columns) + 1, np.ptp(rows) + 1)
    for as_shot in (False, True):
        (tmp_path / str(as_shot)).mkdir()
        views = {"contexts": [1.4], "quarter_turns": 1, "as_shot": as_shot}
        (tmp_path / str(as_shot) / "views.json").write_text(json.dumps(views))
    image, (truth,) = turned_as_read(photo, [GroundTruth(4, box)], tmp_path / "False")
    assert np.array_equal(image, upright)
    assert truth.box == pytest.approx((10, 20, 20, 12), abs=1)
    same, (kept,) = turned_as_read(photo, [GroundTruth(4, box)], tmp_path / "True")
    assert np.array_equal(same, photo)
    assert kept.box == pytest.approx(box)
