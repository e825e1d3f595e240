"""Traced scenes as far as no renderer is needed: throws, meshes and textures."""

from __future__ import annotations

from itertools import combinations

import cv2
import numpy as np
import pytest

from training.scenes.cube import random_appearance
from training.scenes.solid import PlacedObject
from training.scenes.standing_objects import OBJECT_KINDS, thick_domino
from training.scenes.traced.compose import CYCLE, throw
from training.scenes.traced.materials import die_mesh, dressed
from training.scenes.traced.mesh import FRAMES, face_up
from training.scenes.traced.objects import traced_object


def spots(tile):
    return cv2.connectedComponents((tile > 0.5).astype(np.uint8))[0] - 1


@pytest.mark.parametrize("seed", range(len(CYCLE) - 1))
def test_a_throw_keeps_its_law(seed):
    """A seed gives one throw, whose dice are apart, in view and readable: each has its truth, with its value."""
    thrown, again = throw(seed), throw(seed)
    assert [(die.value, *die.place) for die in thrown.dice] == [(die.value, *die.place) for die in again.dice]
    assert [truth.value for truth in thrown.truths] == [die.value for die in thrown.dice]
    assert len(thrown.matters) == len(thrown.dice) > 0
    for one, two in combinations(thrown.dice, 2):
        assert np.hypot(*(one.place - two.place)) > 0.499 * (one.size + two.size)
    for truth in thrown.truths:
        assert ((truth.corners > 0) & (truth.corners < thrown.camera.size)).all()


def test_a_die_is_made_as_they_are_sold():
    """Opposite faces add to seven, and the value thrown is on top."""
    for seed in range(6):
        for die in throw(seed).dice:
            values = [spots(tile[..., 0]) for tile in die.skin.faces]
            assert [values[n] + values[n + 1] for n in (0, 2, 4)] == [7, 7, 7]
            assert values[4] == die.value


def test_a_mesh_is_closed_and_faces_outwards():
    """A die's mesh is closed, faces outwards, lies within its cube, and has hollows at its pips."""
    die = dressed(np.random.default_rng(6), random_appearance(np.random.default_rng(6), (1, 6, 2, 5, 3, 4)), "plastic")
    mesh = die_mesh(die, 80)
    a, b, c = (mesh.points[mesh.triangles[:, n]] for n in range(3))
    assert 0.6 < (np.cross(a, b) * c).sum() / 6 <= 1
    assert np.abs(mesh.points).max() <= 0.5 + 1e-9
    assert die.pip_depth > 0
    top = mesh.points[(np.abs(mesh.points[:, :2]) < 0.03).all(axis=1)][:, 2]
    assert (0.5 - top.max() > 0.01) == (die.faces[4, 48, 48, 0] > 0.5)


def test_the_faces_of_a_mesh_lie_as_those_of_the_drawn_die():
    """The texture at a point of a face is the one that the drawn look finds there."""
    for face, frame in enumerate(FRAMES):
        assert np.linalg.det(frame) == pytest.approx(1)
        tile = np.zeros((4, 4, 3))
        tile[3, 1] = 1  # as the drawn look has it, the axis after the face's own runs along the columns
        row, column = np.argwhere(face_up(tile, face)[..., 0])[0]
        point = np.array([(column + 0.5) / 4 - 0.5, (row + 0.5) / 4 - 0.5, 0.5]) @ frame
        axis = face // 2
        assert point[(axis + 1) % 3] == pytest.approx(-0.125)
        assert point[(axis + 2) % 3] == pytest.approx(0.375)


@pytest.mark.parametrize("kind", OBJECT_KINDS, ids=lambda kind: kind.__name__)
def test_every_object_stands_on_the_table_as_a_mesh(kind):
    """An object's meshes stand on the table, face outwards, and their textures are within their pictures."""
    rng = np.random.default_rng(3)
    things = traced_object(PlacedObject(np.array([2.0, 1.0]), 0.7, kind(rng, 1.0)), rng)
    assert min(thing.mesh.points[:, 2].min() for thing in things) == pytest.approx(0, abs=0.03)
    for thing in things:
        assert ((thing.mesh.uv >= -1e-9) & (thing.mesh.uv <= 1 + 1e-9)).all()
        a, b, c = (thing.mesh.points[thing.mesh.triangles[:, n]] - thing.mesh.points.mean(axis=0) for n in range(3))
        assert (np.cross(a, b) * c).sum() > 0


def test_a_decal_is_drawn_into_the_texture_of_its_facet():
    """A domino's upper facet has dots and a line, its sides have none."""
    rng = np.random.default_rng(1)
    (domino,) = traced_object(PlacedObject(np.zeros(2), 0.0, thick_domino(rng, 1.0)), rng)
    atlas = domino.surface["reflectance"]["bitmap"]
    tiles = [atlas[row : row + 128, column : column + 128] for row in (0, 128, 256) for column in (0, 128, 256)]
    assert [bool(np.ptp(tile, axis=(0, 1)).any()) for tile in tiles[:6]] == [False, False, False, False, True, True]
