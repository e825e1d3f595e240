"""Custom dice: learned from a few pictures of each face, and read by their own faces."""

from __future__ import annotations

import numpy as np
import pytest

import vision
from tests.support.custom_dice import roll_picture, taught
from vision.custom_dice import recognise


def test_what_is_read_lies_in_the_picture() -> None:
    """Each die that is read has a valid face, confidence, box and doubt."""
    image, _ = roll_picture(4, 310_000, count=4)
    reading = recognise.read(image, taught())
    assert reading.dice
    for die in reading.dice:
        x, y, wide, high = die.box
        assert 1 <= die.value <= 6
        assert 0 <= die.confidence <= 1
        assert die.doubt is None or die.doubt in vision.DOUBTS
        assert 0 <= x < x + wide <= image.shape[1]
        assert 0 <= y < y + high <= image.shape[0]


def test_learning_again_learns_the_same() -> None:
    """Training twice with the same pictures gives identical models."""
    shown = {
        face: [np.full((recognise.EXAMPLE_SIDE_PX, recognise.EXAMPLE_SIDE_PX, 3), 40 * face, np.uint8)] * 2
        for face in (1, 2)
    }
    once, again = recognise.train_model(shown), recognise.train_model(shown)
    assert np.array_equal(once.classifier, again.classifier)
    assert (once.min_similarity, once.sure_probability, once.confused_faces) == (
        again.min_similarity,
        again.sure_probability,
        again.confused_faces,
    )


@pytest.mark.parametrize("faces", [(), (1,), (1, 3)])
def test_every_face_must_be_shown(faces) -> None:
    """Training without a picture of each face is refused."""
    with pytest.raises(ValueError, match="every face"):
        recognise.train_model(
            {face: [np.zeros((recognise.EXAMPLE_SIDE_PX, recognise.EXAMPLE_SIDE_PX, 3), np.uint8)] for face in faces}
        )


@pytest.mark.parametrize("shape", [(16, 16, 3), (40, 700, 3)])
def test_an_empty_picture_has_no_die(shape) -> None:
    """An empty picture has no custom dice."""
    assert recognise.read(np.full(shape, 90, np.uint8), taught()).dice == ()
