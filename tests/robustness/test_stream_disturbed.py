"""The stream reader under disturbances: hands, lamps, knocks, exposure, frame rates."""

from __future__ import annotations

from itertools import chain, repeat

import cv2
import numpy as np
import pytest

from bench.footage import HIGH, WIDE, Tray, exposed, handed, lit
from tests.support.clips import RED, values, watched
from vision.stream.settle import REST_SECONDS

SCENES = (
    "1-1-5-6_ivory_blue_felt_slanted.jpg",
    "1-2-3-4-5-6_white_felt.jpg",
    "2-3-4_black_cloth.jpg",
    "3-4-4-6_white_touching.jpg",
    "5-6-6_red_wood.jpg",
)


@pytest.mark.parametrize("scene", SCENES)
def test_a_throw_that_rolls_in_is_read_once(scene):
    """Dice that roll in, and are crossed by a hand, are read once, with their true values."""
    tray = Tray(scene)
    every = tuple(range(len(tray.truth)))
    stream = chain(
        tray.still(0.6), tray.throw(every), tray.still(0.5, every), tray.hand(0.6, every), tray.still(0.5, every)
    )
    assert values(tray.seen(stream)) == [tuple(sorted(value for value, _ in tray.truth))]


def test_dice_that_lie_there_from_the_beginning_are_not_thrown():
    """Dice that were there from the start are not part of a throw."""
    stream = chain(RED.still(0.6, (0, 1)), RED.throw((2,), (0, 1)), RED.still(0.6, (0, 1, 2)))
    assert values(RED.seen(stream)) == [(5,)]


@pytest.mark.landing
def test_a_noisy_sensor_is_no_motion():
    """Sensor noise in poor light is not taken for motion."""
    tray = Tray(noise=9)
    stream = chain(tray.still(0.6), tray.throw((0, 2)), tray.still(0.8, (0, 2)))
    assert values(tray.seen(stream)) == [(5, 6)]


def test_small_dice_that_roll_are_seen_to():
    """Small dice, a fiftieth of the picture's width, count as motion and are read."""
    ground = cv2.GaussianBlur(cv2.resize(RED.empty, (1280, 720)), (0, 0), 9)
    green = Tray("5_green_wood.jpg")

    def far(frame):
        seen = ground.copy()
        seen[300:420, 500:660] = cv2.resize(frame, (160, 120), interpolation=cv2.INTER_AREA)
        return seen

    stream = chain(green.still(0.6), green.throw((0,)), green.still(0.6, (0,)))
    assert values(map(far, green.seen(stream))) == [(5,)]


@pytest.mark.parametrize("rate", [5, 12, 60])
def test_it_is_as_quick_at_every_rate(rate):
    """At every frame rate a roll is read within 0.45 s of stillness plus two frames."""
    tray = Tray(rate=rate)
    begun = len(list(tray.still(1)))
    stream = chain(tray.still(1), tray.throw((0,)), tray.still(1.2, (0,)))
    [(frame, found)] = watched(tray.seen(stream), rate)
    rested = begun + len(list(tray.throw((0,))))
    assert found == (6,)
    assert (frame + 1 - rested) / rate >= REST_SECONDS - 0.1, "in the last frame of the throw it lies already"
    assert (frame - rested) / rate <= 0.45 + 2 / rate


def test_dice_of_the_last_throw_are_not_counted():
    """With a counted die lying there, only the new die is the roll."""
    stream = chain(RED.still(0.6), RED.throw((0,)), RED.still(0.6, (0,)), RED.throw((2,), (0,)), RED.still(0.6, (0, 2)))
    assert values(RED.seen(stream)) == [(6,), (5,)]


@pytest.mark.landing
def test_what_was_not_counted_is_thrown_still():
    """A roll that was not accepted is reported again, unchanged, after a hand has crossed."""
    stream = chain(RED.throw((2,)), RED.still(0.6, (2,)), RED.hand(0.8, (2,)), RED.still(0.6, (2,)))
    assert values(RED.seen(stream), counting=False) == [(5,), (5,)]


def test_nothing_is_read_while_anything_moves():
    """While anything moves, the reader is not called."""

    def never(image):
        raise AssertionError("read while it moved")

    stream = chain(RED.still(0.15), RED.throw((0, 1)), RED.hand(0.5, (0, 1)), RED.throw((2,), (0, 1)))
    assert values(RED.seen(stream), read=never) == []


def test_a_hand_that_rests_over_counted_dice_is_no_throw():
    """A hand that rests over a counted die, whose other half is visible, makes no roll."""
    stream = [RED.still(0.6), RED.throw((0, 1, 2)), RED.still(0.6, (0, 1, 2))]
    for place in (0.38, 0.44, 0.5, 0.56, 0.62):
        stream.append(repeat(handed(RED.lying((0, 1, 2)), place), 12))
    assert values(RED.seen(chain(*stream, RED.still(0.6, (0, 1, 2))))) == [(5, 6, 6)]


def test_an_empty_hand_over_an_empty_tray_is_no_throw():
    """A hand that rests over an empty tray makes no roll."""
    stream = chain(RED.still(0.6), RED.hand(1, (), pause=0.6), RED.still(0.6))
    assert values(RED.seen(stream)) == []


@pytest.mark.landing
@pytest.mark.parametrize("bands", [0.0, 2.0])
def test_a_throw_under_a_flickering_lamp_is_read(bands):
    """Flicker of the whole picture, or bands moving through it, neither delay nor add dice."""
    stream = chain(RED.still(0.6), RED.throw((0, 2)), RED.still(1.5, (0, 2)))
    assert values(lit(RED.seen(stream), RED.rate, 0.1, bands)) == [(5, 6)]


@pytest.mark.landing
def test_a_camera_that_changes_its_exposure_throws_nothing():
    """A slow or sudden change of exposure makes no roll: the dice are the old ones."""
    gains = chain(repeat(1.0, 45), np.linspace(1, 1.5, 20), repeat(1.5, 20), repeat(0.55, 20), repeat(1.0, 20))
    stream = chain(RED.still(0.6), RED.throw((0, 2)), RED.still(5, (0, 2)))
    assert values(exposed(RED.seen(stream), gains)) == [(5, 6)]


def test_a_camera_that_is_knocked_throws_nothing():
    """A picture shifted by a third of a die makes no roll: the dice are the old ones."""

    def knocked(frame):
        way = np.array([[1, 0, 26], [0, 1, -14]], np.float32)
        return cv2.warpAffine(frame, way, (WIDE, HIGH), borderMode=cv2.BORDER_REPLICATE)

    after = (knocked(frame) for frame in RED.still(0.6, (0, 1, 2)))
    stream = chain(RED.still(0.6), RED.throw((0, 1, 2)), RED.still(0.6, (0, 1, 2)), RED.hand(0.6, (0, 1, 2)), after)
    assert values(RED.seen(stream)) == [(5, 6, 6)]


def test_a_hand_that_holds_the_camera_may_tremble():
    """A drift to and fro by some pixels counts as stillness, and the roll is read meanwhile."""

    def held(frames):
        for k, frame in enumerate(frames):
            way = np.array([[1, 0, 5 * np.sin(0.31 * k)], [0, 1, 4 * np.cos(0.23 * k)]], np.float32)
            yield cv2.warpAffine(frame, way, (WIDE, HIGH), borderMode=cv2.BORDER_REFLECT)

    stream = chain(RED.still(0.8), RED.throw((0, 1)), RED.still(1.5, (0, 1)))
    assert values(held(RED.seen(stream))) == [(6, 6)]
