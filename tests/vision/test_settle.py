"""Reading of a stream: new dice are read when they have come to rest, in composed footage."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

import vision
from bench.footage import HIGH, WIDE, Tray
from tests.support.clips import RED, watched
from vision.reading import POSSIBLE_DIE, Die, Reading, Reject
from vision.stream.motion import contrast_picture
from vision.stream.settle import MAX_LAPSE_SECONDS, Baseline, SettleState, find_new_dice, process_frame
from vision.stream.voting import MAX_READINGS, readings_agree


def test_after_a_long_gap_it_begins_anew():
    """After a long gap between frames settling starts again."""
    settling = SettleState()
    for frame in RED.still(0.6, (0,)):
        settling = process_frame(settling, frame, vision.read, 0.04)
    assert settling.phase == "thrown"
    assert process_frame(settling, RED.lying((0,)), vision.read, MAX_LAPSE_SECONDS).phase == "moving"


def test_readings_that_never_agree_are_in_doubt():
    """A die whose readings never agree is reported with a doubt after MAX_READINGS."""
    asked = []

    def wavering(image):
        asked.append(image)
        return Reading((Die(1 + len(asked) % 6, (10, 10, 40, 40), 0.99),), (), (WIDE, HIGH))

    settling = SettleState()
    for frame in RED.seen(RED.still(2)):
        settling = process_frame(settling, frame, wavering, 0.04)
    assert len(asked) == MAX_READINGS
    assert settling.phase == "thrown"
    assert [die.doubt for die in settling.new_dice.dice] == ["contradictory"]


def test_agreement_is_about_dice_values_and_doubts():
    """Readings agree if they have the same dice, places and doubts, in any order."""
    one, other = Die(3, (10, 10, 40, 40), 0.9), Die(5, (100, 10, 40, 40), 0.9)
    near, far = Die(3, (14, 8, 42, 40), 0.8), Die(3, (60, 10, 40, 40), 0.9)
    unsure = Die(3, (10, 10, 40, 40), 0.4, "faint")

    def said(*dice):
        return Reading(dice, (), (640, 480))

    assert readings_agree(said(one, other), said(other, near))
    for differs in (said(one), said(other, far), said(other, unsure), said(other, Die(4, one.box, 0.9))):
        assert not readings_agree(said(one, other), differs)


def test_a_stream_is_a_value():
    """Processing a frame does not modify the given state, and twice gives the same result."""
    settling = SettleState()
    for frame in RED.still(0.4, (0,)):
        settling = process_frame(settling, frame, vision.read, 0.04)
    before = (settling.phase, settling.rest_seconds, settling.reading)
    twice = [process_frame(settling, RED.lying((0, 2)), vision.read, 0.04) for _ in range(2)]
    assert (settling.phase, settling.rest_seconds, settling.reading) == before
    assert twice[0].motion == twice[1].motion >= 1


def settled(*readings):
    """The state of a still stream whose frames are read like that one after the other, and the frames read."""
    left = list(readings)
    settling = SettleState()
    for frame in RED.seen(RED.still(1)):
        settling = process_frame(settling, frame, lambda image: left.pop(0), 0.04)
    return settling, len(readings) - len(left)


def said(*dice):
    """A reading of dice, each (value, doubt), side by side."""
    return Reading(
        tuple(
            Die(value, (10 + 80 * k, 10, 40, 40), 0.4 if doubt else 0.9, doubt) for k, (value, doubt) in enumerate(dice)
        ),
        (),
        (WIDE, HIGH),
    )


SURE, FAINT = said((3, None)), said((3, "faint"))


def test_two_frames_without_doubt_are_enough():
    """Two frames that agree without doubt settle at once."""
    settling, read = settled(SURE, SURE, *[FAINT] * 3)
    assert (settling.phase, settling.new_dice.values, read) == ("thrown", (3,), 2)


def test_two_frames_that_doubt_alike_are_followed_by_more():
    """A die in doubt in the first two frames is sure once two frames in a row are, or three of five."""
    assert [die.doubt for die in settled(FAINT, FAINT, SURE, SURE)[0].new_dice.dice] == [None]
    assert [die.doubt for die in settled(SURE, FAINT, SURE, FAINT, SURE)[0].new_dice.dice] == [None]


def test_five_frames_that_read_a_faint_die_alike_need_one_that_is_sure():
    """A faint die that five frames read alike is sure if one of them is; one that is half outside never."""
    assert [die.doubt for die in settled(FAINT, SURE, FAINT, FAINT, FAINT)[0].new_dice.dice] == [None]
    cut = said((3, "cut off"))
    assert [die.doubt for die in settled(cut, SURE, cut, cut, cut)[0].new_dice.dice] == ["cut off"]


def test_what_every_frame_doubts_is_asked_after_five():
    """A die that all of five frames doubt is asked about, with their reason, after exactly five."""
    settling, read = settled(*[FAINT] * 5, SURE)
    assert (settling.phase, read) == ("thrown", 5)
    assert [(die.value, die.doubt) for die in settling.new_dice.dice] == [(3, "faint")]


def test_frames_that_are_sure_of_different_values_are_asked_about():
    """Three frames sure of one value do not outvote one that is sure of another."""
    settling, _ = settled(SURE, said((5, None)), SURE, FAINT, SURE)
    assert [die.doubt for die in settling.new_dice.dice] == ["contradictory"]


def test_a_die_that_some_frames_miss_is_asked_about():
    """A die that only two of five frames see stays in doubt: the number of dice is not known."""
    two = said((3, None), (4, None))
    settling, _ = settled(two, SURE, said((3, "faint")), two, said((3, "faint")))
    assert [(die.value, die.doubt) for die in settling.new_dice.dice] == [(3, None), (4, "contradictory")]


def test_what_one_frame_takes_for_a_die_in_doubt_is_none():
    """What a single frame takes for a die, in doubt, is no die of the throw."""
    settling, _ = settled(said((3, None), (1, "faint")), FAINT, SURE, SURE)
    assert settling.new_dice.values == (3,)


def with_possible(reading, x=200):
    """The reading with a possible die that was not read."""
    return replace(reading, rejects=(Reject((x, 10, 40, 40), POSSIBLE_DIE),))


def test_a_possible_die_is_looked_at_again():
    """A possible die that half of the frames see is asked about; what one frame sees, or lies on a die, is none."""
    maybe = with_possible(SURE)
    settling, read = settled(*[maybe] * 5)
    assert (read, len(settling.new_dice.possible_dice), settling.new_dice.is_sure) == (5, 1, False)
    settling, read = settled(maybe, SURE, SURE)
    assert (read, settling.new_dice.is_sure) == (3, True)
    assert settled(SURE, maybe, SURE)[0].new_dice.is_sure
    settling, read = settled(maybe, SURE, maybe, SURE, maybe)
    assert (read, len(settling.new_dice.possible_dice)) == (5, 1)
    settling, _ = settled(*[with_possible(FAINT, 12)] * 5)
    assert settling.new_dice.possible_dice == ()


def test_a_possible_die_that_lay_there_before_is_none():
    """What lay there when the last throw was accepted is not asked about again."""
    still = SettleState()
    for frame in RED.seen(RED.still(1)):
        still = process_frame(still, frame, lambda image: with_possible(SURE), 0.04)
    assert still.reading.possible_dice
    again = SettleState(baseline=Baseline(still.contrast))
    for frame in RED.seen(RED.still(1)):
        again = process_frame(again, frame, lambda image: with_possible(SURE), 0.04)
    assert again.reading.possible_dice == ()


@pytest.mark.parametrize("rate", [5, 10, 30])
def test_a_roll_is_read_before_the_hand_comes_back(rate):
    """At 5, 10 and 30 frames a second a roll is read although the hand comes back after half a second."""
    tray = Tray(rate=rate)
    rolled = [*tray.still(1), *tray.throw((0,))]
    frames = list(tray.seen([*rolled, *tray.still(0.5, (0,)), *tray.hand(1.5, (0,))]))
    [(frame, found)] = watched(frames, rate)
    assert found == (6,)
    assert frame <= len(rolled) + 0.5 * rate


@pytest.mark.parametrize(
    ("doubt", "are_cards", "is_new"),
    [
        (None, True, True),
        ("faint", True, True),
        ("contradictory", True, False),
        ("cut off", True, False),
        (None, False, False),
    ],
)
def test_another_card_on_a_pile_that_looks_the_same_is_a_new_one(
    doubt: str | None, are_cards: bool, is_new: bool
) -> None:
    """A number that all frames have read is enough, if faintly; dice change their look with their value."""
    picture = contrast_picture(np.random.default_rng(3).integers(0, 255, (240, 320, 3), np.uint8))
    box = (100, 60, 60, 84)
    now = Reading((Die(9, box, 0.5, doubt),), (), (320, 240), are_cards=are_cards)
    assert find_new_dice(now, picture, Baseline(picture, (Die(3, box, 1.0),))) == (now.dice if is_new else ())
    assert find_new_dice(now, picture, Baseline(picture, (Die(9, box, 1.0),))) == ()
