"""Scenes with cards that teach: what lies where, what is drawn, and what never teaches."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from training.cards.decks import card_key, packages
from training.cards.faces import PIP_COLUMNS
from training.cards.photos import card_photos
from training.cards.pool import MAX_INDICES, TRUTH_SIZE, cut_patches, truth_row
from training.cards.scene import SCENE_PX, VISIBLE, Supplies, compose_card_scene
from training.cards.suits import DRAWN, draw_suit
from vision.cards import FATE_SUITS, FRENCH_SUITS, JOKERS

SUPPLIES = Supplies({}, ("",), None)
SEEDS = range(12)


@pytest.fixture(scope="module")
def scenes():
    return [compose_card_scene(seed, SUPPLIES) for seed in SEEDS]


def test_a_seed_is_a_scene(scenes) -> None:
    """The same seed composes the same scene; another seed another one."""
    again, truths = compose_card_scene(SEEDS[1], SUPPLIES)
    assert np.array_equal(again, scenes[1][0])
    assert [(truth.rank, truth.suit) for truth in truths] == [(truth.rank, truth.suit) for truth in scenes[1][1]]
    assert not np.array_equal(scenes[0][0], scenes[1][0])


def test_an_index_that_is_seen_lies_in_the_picture(scenes) -> None:
    """Its corner is in the picture or near its edge, its corners run clockwise, and it has a rank and a suit."""
    seen = [truth for _, truths in scenes for truth in truths if truth.seen >= VISIBLE and truth.rank >= 0]
    assert len(seen) > 8
    for truth in seen:
        across, down = truth.quad[1] - truth.quad[0], truth.quad[3] - truth.quad[0]
        assert across[0] * down[1] - across[1] * down[0] > 0
        index = truth.quad[0] + 0.12 * across + 0.14 * down
        assert ((index > 0) & (index < SCENE_PX)).all()
        assert truth.suit in (JOKERS if truth.rank == 0 else (*FRENCH_SUITS, *FATE_SUITS))


def test_cards_face_down_have_no_index_to_be_seen() -> None:
    """They are what teaches that a card is none."""
    for seed in SEEDS:
        _, truths = compose_card_scene(seed, SUPPLIES, backs_only=True)
        assert all(truth.rank == -1 for truth in truths)


def test_patches_show_both_views_of_what_is_told(scenes) -> None:
    """Rank and suit of an index that is seen, -1 of what is none."""
    cut = [one for image, truths in scenes for one in cut_patches(image, truths, np.random.default_rng(1))]
    assert {patch.shape for patch, _, _ in cut} == {(64, 64, 6)}
    assert min(rank for _, rank, _ in cut) == -1
    assert all((rank == -1) == (suit == -1) for _, rank, suit in cut)
    rows = [truth_row(truth) for _, truths in scenes for truth in truths]
    assert {len(row) for row in rows} == {TRUTH_SIZE}
    assert max(len(truths) for _, truths in scenes) <= MAX_INDICES


@pytest.mark.parametrize("suit", DRAWN)
def test_a_suit_is_drawn_each_time_a_little_otherwise(suit: str) -> None:
    """Every drawing has ink and paper."""
    rng = np.random.default_rng(2)
    one, two = draw_suit(rng, suit), draw_suit(rng, suit)
    assert 0.15 < one.mean() < 0.95
    assert one.shape != two.shape or not np.array_equal(one, two)


def test_a_card_has_as_many_pips_as_its_rank() -> None:
    """Both outer columns and the middle one together."""
    assert all(2 * len(outer) + len(middle) == rank for rank, (outer, middle) in PIP_COLUMNS.items())


@pytest.mark.parametrize(
    ("name", "key"),
    [
        ("club_1", "01c"),
        ("queen_heart", "12h"),
        ("10_spade", "10s"),
        ("KD", "13d"),
        ("11c", "11c"),
        ("bordered_s_k", "13s"),
        ("joker_black", "joker_b"),
        ("white_jk_r", "joker_r"),
        ("back", "back"),
        ("layer1", None),
    ],
)
def test_cards_of_free_decks_are_known_by_their_names(name: str, key: str | None) -> None:
    """Each deck names its cards in its own way."""
    assert card_key(name) == key


def test_every_package_says_its_licence_and_to_whom_it_is_owed() -> None:
    """At least eight decks come from these packages."""
    assert all(package.licence and package.attribution for package in packages())
    assert {package.source for package in packages()} == {"debian", "npm"}


def test_photos_with_odd_numbers_do_not_teach(tmp_path: Path) -> None:
    """Those for development and those that teach are apart."""
    rows = [{"file": f"images/cards_t{n:03d}.jpg", "cards": [{"rank": 9, "box": [1, 2, 30, 40]}]} for n in range(6)]
    (tmp_path / "cards").mkdir()
    (tmp_path / "cards" / "manifest.json").write_text(json.dumps({"images": rows}))
    names = {teaching: [photo.name for photo in card_photos(tmp_path, teaching=teaching)] for teaching in (True, False)}
    assert names == {
        True: ["cards_t000", "cards_t002", "cards_t004"],
        False: ["cards_t001", "cards_t003", "cards_t005"],
    }


def test_the_reader_of_cards_needs_no_training_and_no_app() -> None:
    """Reading imports OpenCV and NumPy alone."""
    code = "import sys, numpy, vision; vision.read_cards(numpy.full((90, 90, 3), 9, 'uint8')); print(*sys.modules)"
    told = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout.split()
    assert {"training", "companion", "flet", "torch", "onnx"} & set(told) == set()
