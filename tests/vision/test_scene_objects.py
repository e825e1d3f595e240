"""Objects that the reader's training draws on its tables."""

from __future__ import annotations

import numpy as np
import pytest

from training.scenes import flat_objects, standing_objects
from training.scenes.polyhedra import die_solid, facet_normal


class Above:
    """A pinhole camera that looks down at an angle."""

    def __init__(self, side, unit, tilt, far):
        cos, sin = np.cos(np.radians(tilt)), np.sin(np.radians(tilt))
        self.axes = np.array([[1, 0, 0], [0, -cos, -sin], [0, sin, -cos]])
        self.far, self.focus, self.half, self.reach = far, unit * far, side / 2, side / unit / cos

    def project(self, points):
        seen = np.asarray(points, float) @ self.axes.T + (0, 0, self.far)
        return seen[:, :2] / seen[:, 2:] * self.focus + self.half, seen[:, 2]


def table(side=96):
    return np.full((side, side, 3), 120, np.float32)


def after(kind, seed):
    image, chance = table(), np.random.default_rng(seed)
    standing_objects.stand_object(
        image, Above(96, 40, 35, 12), chance, np.zeros(2), kind(chance, 1.0), np.array([0.4, -0.3, 0.85])
    )
    return image


def test_the_same_seed_stands_the_same_things_on_the_table():
    first, second, other = table(), table(), table()
    for image, seed in ((first, 5), (second, 5), (other, 6)):
        standing_objects.draw_standing_objects(image, Above(96, 25, 20, 15), np.random.default_rng(seed))
    assert np.array_equal(first, second)
    assert not np.array_equal(first, other)


@pytest.mark.parametrize("kind", standing_objects.OBJECT_KINDS, ids=lambda kind: kind.__name__)
def test_every_kind_of_thing_leaves_a_mark_and_stays_within_the_light(kind):
    image = after(kind, 3)
    assert (np.abs(image - table()).max(axis=2) > 4).sum() > 60
    assert np.isfinite(image).all()
    assert image.min() >= 0
    assert image.max() < 400


@pytest.mark.parametrize(("unit", "tilt", "far"), [(18, 65, 7), (18, 0, 90), (90, 65, 7), (90, 64, 4)])
def test_no_camera_however_low_or_near_breaks_the_drawing(unit, tilt, far):
    image = table()
    for seed in range(3):
        standing_objects.draw_standing_objects(image, Above(96, unit, tilt, far), np.random.default_rng(seed))
    assert np.isfinite(image).all()
    assert image.shape == (96, 96, 3)


@pytest.mark.parametrize(("sides", "corners"), [(4, 4), (8, 6), (10, 12), (12, 20), (20, 12)])
def test_a_die_has_as_many_facets_as_its_name_and_all_look_outwards(sides, corners):
    solid = die_solid(sides)
    assert (len(solid.faces), len(solid.points)) == (sides, corners)
    assert all(facet_normal(part := solid.points[list(face)]) @ part.mean(axis=0) > 0 for face in solid.faces)


def test_flat_things_are_laid_by_chance_and_nowhere_else():
    images = [table(128).astype(np.uint8) for _ in range(2)]
    for image in images:
        flat_objects.draw_flat_objects(image, np.random.default_rng(4), 30.0)
    assert np.array_equal(*images)
    assert (images[0] != 120).any()
