"""Composed dice with signs: their numerals, their paint, and what is cut from their scenes to teach."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from training.scenes import cube
from training.scenes.scene import NO_DIE
from training.scenes.signs import SIGN_PATCH_PX
from training.symbols.dice import (
    CLOSE_UNIT_PX,
    OTHER,
    SCENE_PX,
    UP,
    compose_symbol_scene,
    numeral_die,
    plain_die,
    random_look,
    random_unit,
)
from training.symbols.hands import random_hand
from training.symbols.patches import cut_patches, load_patches, store_patches
from training.symbols.wear import LEAST_CONTRAST, LEAST_INK, aged, contrasting_ink, real_plastic
from vision.symbol_dice import SIGNS

SEEDS = range(30, 34)


def chance(seed: int) -> np.random.Generator:
    return np.random.default_rng(seed)


@pytest.fixture(scope="module")
def scenes():
    return [compose_symbol_scene(seed) for seed in SEEDS]


def test_a_seed_is_a_scene_with_signs(scenes):
    """The same seed composes the same picture; dice have a sign, pips, another sign, or are too far hidden."""
    again, truths = compose_symbol_scene(SEEDS[2])
    assert np.array_equal(again, scenes[2][0])
    assert [(t.value, t.box) for t in truths] == [(t.value, t.box) for t in scenes[2][1]]
    values = {truth.value for _, row in scenes for truth in row}
    assert values <= {NO_DIE, *range(OTHER + 1)}
    assert len(values) > 2


def test_some_dice_fill_the_picture():
    """Few scenes are taken so near that a die is a good part of the picture, most from as far as usual."""
    units = [random_unit(chance(seed)) for seed in range(400)]
    assert 0.05 < np.mean([unit > CLOSE_UNIT_PX for unit in units]) < 0.25
    assert min(units) < 25
    assert max(units) > SCENE_PX / 2


def test_numerals_are_signs_up_to_three():
    """A die with numerals has the value of its sign with 1, 2 or 3 on top, and is another die with any other."""
    values = [
        numeral_die(random_hand(chance(n), None), random_look(chance(n), "numerals"), chance(n)).value
        for n in range(24)
    ]
    assert {1, 2, 3, OTHER} == set(values)
    assert all(SIGNS[value - 1] == str(value) for value in (1, 2, 3))


def test_words_of_a_hand_are_of_one_lettering():
    """A hand draws a word always the same, and other words otherwise; a 6 upside down is no 9 with another ink."""
    hand = random_hand(chance(5), None)
    assert np.array_equal(hand.letter("4"), hand.letter("4"))
    drawn = {word: hand.letter(word) for word in ("4", "5", "7", "12")}
    assert all(0.01 < float(tile.mean()) < 0.5 for tile in drawn.values())
    assert not np.array_equal(drawn["4"], drawn["5"])


def test_paint_is_worn_but_not_lost():
    """Age changes the paint of most dice and leaves a good part of every sign."""
    changed = 0
    for seed in range(16):
        look = random_look(chance(seed), "tokyo")
        die = plain_die(random_hand(chance(seed), None), look, "other", chance(seed))
        old = aged(die.skin, chance(seed + 1))
        before, after = die.skin.faces[..., 0].sum((1, 2)), old.faces[..., 0].sum((1, 2))
        assert np.all(after >= LEAST_INK * before - 1e-3)
        changed += not np.allclose(old.faces, die.skin.faces)
    assert changed > 8


def test_paint_stands_out_from_the_plastic():
    """A chosen paint differs from the plastic by a good deal in one channel, whatever the plastic."""
    for seed in range(40):
        rng = chance(seed)
        body = rng.uniform(3, 250, 3)
        assert float(np.abs(contrasting_ink(rng, body) - body).max()) > LEAST_CONTRAST - 40


def test_plastic_is_of_many_kinds():
    """Of many lots some are engraved, of two colors, pearly, or round, and some as even as before."""
    plain = cube.random_appearance(chance(0), (1, 2, 3, 4, 5, 6))
    lots = [real_plastic(plain, chance(seed)) for seed in range(80)]
    assert 10 < sum(lot.pip_depth > 0 for lot in lots) < 60
    assert 10 < sum(not np.isnan(lot.second_body).any() for lot in lots) < 60
    assert 5 < sum(lot.pearl > 0 for lot in lots) < 60
    assert sum(lot.edge_radius > 0.15 for lot in lots) > 4
    assert sum(lot is plain for lot in lots) > 8


def test_patches_show_each_die_and_something_else(scenes, tmp_path):
    """From a scene is cut a patch of every large die with its value, and at least one without; both can be stored."""
    image, truths = max(scenes, key=lambda scene: len(scene[1]))
    rows = list(cut_patches(image, truths, chance(1)))
    shown = sorted(truth.value for truth in truths if truth.value > 0 and max(truth.box[2:]) > 14)
    assert sorted(value for _, value in rows if value) == shown
    assert any(value == 0 for _, value in rows)
    assert {patch.shape for patch, _ in rows} == {(SIGN_PATCH_PX, SIGN_PATCH_PX, 3)}
    store_patches(tmp_path / "one.npz", rows)
    kept = load_patches(tmp_path / "one.npz")
    assert np.array_equal(kept.images, np.stack([patch for patch, _ in rows]))
    assert kept.values.tolist() == [value for _, value in rows]
    store_patches(tmp_path / "none.npz", [])
    assert not (tmp_path / "none.npz").exists()


def test_the_top_face_is_drawn(scenes):
    """The drawing that a die's value names lies on its top face, large enough to be seen."""
    hand = random_hand(chance(9), None)
    die = numeral_die(hand, random_look(chance(9), "numerals"), chance(9))
    top = np.asarray(die.skin.faces[UP, ..., 0])
    assert cv2.countNonZero((top > 0.3).astype(np.uint8)) > 100
