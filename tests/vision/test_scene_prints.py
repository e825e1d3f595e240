"""Prints and boards that lie on the tables of composed scenes, and what a scene tells of things that are no dice."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
import pytest

from training.nets.pool import load_scene, store_scene, truth_to_json
from training.scenes.cube import TILE_PX, random_appearance
from training.scenes.drawn import compose
from training.scenes.drawn.march import streak_of_glare
from training.scenes.drawn.objects import object_truths
from training.scenes.flat.boards import BOARDS
from training.scenes.flat.prints import DOMINO_PIPS, PRINTS, SUIT_COLUMNS, lit_digits, pip_square
from training.scenes.flat.tile import LONGEST_PX, FlatTile, Mark, lay
from training.scenes.plastic import lettering
from training.scenes.scene import NO_DIE, Camera, GroundTruth
from training.scenes.solid import PlacedObject
from training.scenes.standing_objects import thick_domino


def spots(mask):
    return cv2.connectedComponents((mask > 127).astype(np.uint8))[0] - 1


def camera(tilt=0.0):
    return Camera((200, 200), 40, tilt, 0.0, 14)


@pytest.mark.parametrize("kind", PRINTS, ids=lambda kind: kind.__name__)
def test_every_print_has_ink_and_marks_within_it(kind):
    """A print is neither blank nor larger than a tile may be, also where it is tiny, and its marks lie on it."""
    for size in (7.0, 90.0):
        made = [kind(np.random.default_rng(seed), size) for seed in range(4)]
        for tile in made:
            assert max(tile.picture.shape[:2]) <= LONGEST_PX
            assert tile.cover is None or tile.cover.shape == tile.picture.shape[:2]
            for mark in tile.marks:
                assert mark.kind == kind.__name__
                assert (mark.center > 0).all()
                assert (mark.center < tile.picture.shape[1::-1]).all()
        assert max(tile.picture.std() for tile in made) > 8


@pytest.mark.parametrize("board", BOARDS, ids=lambda board: board.__name__)
def test_every_board_marks_what_could_be_a_die(board):
    """A board has several marks that are much smaller than it, and is the same for the same seed."""
    tile, again = (board(np.random.default_rng(3)) for _ in range(2))
    assert np.array_equal(tile.picture, again.picture)
    assert len(tile.marks) >= 2
    assert {mark.kind for mark in tile.marks} == {board.__name__}
    assert max(mark.size for mark in tile.marks) < 0.45 * max(tile.picture.shape[:2])


def test_a_display_lights_the_segments_of_its_digits():
    """An eight is one lit figure with two holes, and a one lights less than it."""
    one, eight = (lit_digits(np.random.default_rng(1), 100, 160, sign) for sign in "18")
    assert 0 < (one > 0).sum() < 0.5 * (eight > 0).sum()


@pytest.mark.parametrize("count", range(7))
def test_a_half_of_a_domino_has_its_pips(count):
    picture = pip_square(np.random.default_rng(2), 120, np.full(3, 220.0), np.full(3, 10.0), count)
    assert spots(255 - picture[..., 0]) == count == len(DOMINO_PIPS[count])


def test_a_card_has_as_many_places_as_its_number():
    assert all(len(places) == count == len(set(places)) for count, places in SUIT_COLUMNS.items())


def test_a_tile_lies_where_it_was_laid():
    """A turned tile covers its place alone, and its marks move with it."""
    image = np.full((100, 100, 3), 100, np.uint8)
    tile = FlatTile(np.full((40, 80, 3), 250, np.uint8), marks=(Mark("x", np.array([60.0, 20.0]), 40.0),))
    marks = lay(image, tile, "x", np.array([50.0, 50.0]), 40.0, np.pi / 2)
    rows, columns = np.nonzero(image[..., 0] > 200)
    assert (columns.min(), columns.max()) == pytest.approx((40, 59), abs=1.5)
    assert (rows.min(), rows.max()) == pytest.approx((30, 69), abs=1.5)
    assert marks[0].center == pytest.approx([50, 60])
    assert marks[0].size == 20


def test_a_long_thing_is_told_as_a_whole_and_by_its_ends():
    """A domino has one box, and a smaller one for each half."""
    for truths in (
        object_truths(
            camera(tilt), PlacedObject(np.zeros(2), 0.4, thick_domino(np.random.default_rng(0), 1.0), "domino")
        )
        for tilt in (0.0, 0.6)
    ):
        assert [(one.value, one.kind) for one in truths] == [(NO_DIE, "domino")] * 3
        areas = [one.box[2] * one.box[3] for one in truths]
        assert min(areas) > 100
        assert max(areas[1:]) < areas[0]


def test_things_keep_clear_of_dice():
    """An object that was to stand where a die lies covers its place, and one beside it does not."""
    thing = PlacedObject(np.array([1.0, 2.0]), 0.7, thick_domino(np.random.default_rng(0), 1.0))
    assert thing.covers(np.array([1.2, 2.1]), 0.5)
    assert not thing.covers(np.array([4.5, 2.0]), 0.5)


def test_a_thing_under_a_die_is_not_told_to_be_no_die():
    thing = GroundTruth(NO_DIE, (10.0, 10.0, 40.0, 40.0), kind="text")
    assert compose.covers(np.array([20.0, 20, 60, 60]), thing)
    assert not compose.covers(np.array([60.0, 60, 90, 90]), thing)


def test_scenes_tell_the_kinds_of_things_and_keep_them(tmp_path):
    """Things that are no dice have a kind, dice have none, and both outlive storing."""
    kinds: set[str] = set()
    for seed in range(9):
        for truth in compose.compose_scene(seed, 256, objects_share=1.0)[1]:
            assert bool(truth.kind) == (truth.value == NO_DIE)
            kinds.add(truth.kind)
    assert len(kinds) > 6
    for seed in (1, 2):
        store_scene(tmp_path, seed, None)
        kept = load_scene(tmp_path / f"{seed:08d}.json")[1]
        assert [one.kind for one in kept] == [one.kind for one in compose.compose_scene(seed)[1]]
    assert len(truth_to_json(GroundTruth(4, (0.0, 0.0, 9.0, 9.0)))) == 3


def test_a_value_that_nobody_can_see_is_unknown():
    """The value of a burnt-out top face is not taught; that of one with pips is."""
    corners = np.array([(20.0, 20), (60, 20), (60, 60), (20, 60)])
    truth = GroundTruth(1, (20.0, 20.0, 40.0, 40.0), corners)
    pips = np.zeros((TILE_PX, TILE_PX), np.float32)
    cv2.circle(pips, (TILE_PX // 2, TILE_PX // 2), TILE_PX // 8, 1.0, -1)
    picture = np.full((80, 80, 3), 255, np.uint8)
    assert compose.known_if_seen(picture, truth, pips).value == 0
    cv2.circle(picture, (40, 40), 5, (230, 190, 180), -1)
    assert compose.known_if_seen(picture, truth, pips) == truth


def test_a_phone_looks_from_above_or_from_a_chair():
    """Views from aside keep up and down; straight down a phone is held in any direction."""
    chance = np.random.default_rng(5)
    tilts = [compose.random_tilt(chance) for _ in range(400)]
    rolls = np.array([compose.random_roll(chance, tilt) for tilt in tilts])
    aside = np.array(tilts) >= np.radians(compose.STRAIGHT_DOWN)
    assert max(tilts) <= np.radians(compose.MAX_TILT) + 1e-9
    assert np.abs(rolls[aside]).max() <= np.radians(compose.MAX_ROLL) + 1e-9
    assert np.abs(rolls[~aside]).max() > 2
    assert 0.2 < np.mean(np.array(tilts) > np.radians(28)) < 0.6


def test_glare_lies_across_the_top_face_alone():
    """A streak brightens a part of the top face and none of a front face."""
    die = replace(random_appearance(np.random.default_rng(2), (1, 6, 2, 5, 3, 4)), streak=200.0)
    flat = np.stack(np.meshgrid(*[np.linspace(-0.5, 0.5, 41)] * 2), -1).reshape(-1, 2)
    top, front = (np.insert(flat, axis, 0.5, axis=1) for axis in (2, 0))
    ink = np.zeros((len(flat), 1))
    bright = streak_of_glare(top, np.tile([0.0, 0, 1], (len(flat), 1)), ink, die)
    assert 0.005 < (bright > 60).mean() < 0.7
    assert not streak_of_glare(front, np.tile([1.0, 0, 0], (len(flat), 1)), ink, die).any()


def test_lettering_leaves_the_pips_of_a_face():
    """Letters between the pips add ink, most of it outside the pips."""
    tile = random_appearance(np.random.default_rng(3), (6,) * 6).faces[0, ..., 0]
    letters = lettering(np.random.default_rng(1), 6, tile)
    assert letters.sum() > 20
    assert (letters * (tile > 0.5)).sum() < 0.5 * letters.sum()


def test_a_table_can_be_as_pale_as_the_die_on_it():
    """With the color of a die the table differs from it less than its own color would."""
    pale, far = np.array([225.0, 232, 235]), []
    for seed in range(5):
        chance = np.random.default_rng(seed)
        image, _ = compose.draw_table(chance, camera(), 200, None, pale)
        far.append(float(np.abs(np.median(image.reshape(-1, 3), axis=0) - pale).max()))
    assert np.median(far) < 50
