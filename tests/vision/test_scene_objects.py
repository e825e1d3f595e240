"""Objects that the reader's training draws on its tables."""

from __future__ import annotations

import numpy as np
import pytest

from training.scenes import standing_objects
from training.scenes.drawn.objects import draw_object, draw_standing_objects
from training.scenes.flat import objects as flat_objects
from training.scenes.polyhedra import die_solid, facet_normal
from training.scenes.scene import Camera
from training.scenes.solid import PlacedObject


def above(unit, tilt, far):
    return Camera((96, 96), unit, np.radians(tilt), 0.0, far)


def table(side=96):
    return np.full((side, side, 3), 120, np.float32)


def after(kind, seed):
    image, chance = table(), np.random.default_rng(seed)
    thing = PlacedObject(np.zeros(2), 0.7, kind(chance, 1.0))
    draw_object(image, above(40, 35, 12), chance, thing, np.array([0.4, -0.3, 0.85]))
    return image


def test_the_same_seed_stands_the_same_things_on_the_table():
    first, second, other = table(), table(), table()
    for image, seed in ((first, 5), (second, 5), (other, 6)):
        draw_standing_objects(image, above(25, 20, 15), np.random.default_rng(seed))
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
        draw_standing_objects(image, above(unit, tilt, far), np.random.default_rng(seed))
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
