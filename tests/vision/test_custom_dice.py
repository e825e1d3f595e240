"""Which of several candidates for one die is read: the one that looks like what was taught."""

from __future__ import annotations

import numpy as np

from vision.custom_dice import recognise
from vision.custom_dice.recognise import CustomDiceModel, DieCandidate
from vision.reader.detector import Detection

TAUGHT, OTHER = np.eye(8)[0], np.eye(8)[1]
"""Embeddings of a taught face and of something else."""


def candidate(box: tuple[int, int, int, int], heat: float, probability: float, looks: np.ndarray) -> DieCandidate:
    """Build a candidate at a place of the picture."""
    detection = Detection(heat, np.full(6, 1 / 6), np.array(box, float), np.zeros((4, 2)))
    return DieCandidate(detection, looks, probability)


def taught() -> CustomDiceModel:
    """Build a set of two faces, of which the first one looks like TAUGHT."""
    pictures = np.stack([TAUGHT, np.eye(8)[2]])[:, None].repeat(recognise.AUGMENTATIONS, axis=1)
    faces = np.array([1, 2])
    return CustomDiceModel(faces, pictures, recognise.fit_classifier(pictures, faces), 0.5, 0.9, ())


def test_of_a_die_and_its_part_the_one_like_the_pictures_is_read() -> None:
    """A top face that rather looks like a die, but like no picture, does not stand for its die."""
    die = candidate((100, 100, 100, 100), 0.6, 0.5, TAUGHT)
    part = candidate((105, 100, 80, 80), 0.6, 0.9, OTHER)
    elsewhere = candidate((400, 100, 100, 100), 0.6, 0.5, TAUGHT)
    assert recognise.candidate_score(part) > recognise.candidate_score(die)
    found = [one.candidate for one in recognise.choose_candidates([part, die, elsewhere], taught())]
    assert len(found) == 2
    assert any(one is die for one in found)
    assert any(one is elsewhere for one in found)


def test_nothing_is_compared_where_nothing_lies() -> None:
    """Without a candidate there is no die."""
    assert recognise.choose_candidates([], taught()) == []
