"""Dice with King of Tokyo's signs are read without being taught, and dice with pips are none of them."""

from __future__ import annotations

import json
from collections.abc import Iterator
from itertools import islice

import cv2
import numpy as np
import pytest

import vision
from bench.enrol import here
from bench.symbol_dice import BERSERK, FATE, TOKYO, DiceSet, symbol_picture
from companion.dice.reader_spec import ReaderSpec
from companion.dice.readers import build_reader
from tests.support.paths import FIXTURES, SHARED
from tests.support.symbol_kinds import NUMBERS, outlined_picture
from vision import Die, nets
from vision.custom_dice import recognise
from vision.symbol_dice import SIGNS, reader

KINDS = (TOKYO, BERSERK, FATE)
LOTS = ("base", "inverted", "dark", "halloween", "origins", "bright", "berserk", "fate")
SCENES = sorted((FIXTURES / "scenes").glob("*.jpg"))
SPEC = ReaderSpec("tokyo", (1, 2, 3, 4, 5, 6), (), TOKYO)


def middle(die: Die) -> np.ndarray:
    x, y, wide, high = die.box
    return np.array([x + wide / 2, y + high / 2])


def sure_faces(lot: str) -> Iterator[tuple[int, int]]:
    """(what is read, what lies there) of every die of a lot that is read without doubt; 0 where none lies."""
    for number in NUMBERS:
        image, truths, faces = outlined_picture(lot, number)
        for die in reader.read(image, faces).dice:
            if die.doubt is None:
                there = [truth.value for truth in truths if truth.value > 0 and here(middle(die), truth)]
                yield die.value, there[0] if there else 0


def test_signs_of_another_hand_are_right_where_they_are_sure() -> None:
    """In every edition's colors at most one sure die in twenty-five is wrong, and half of the dice are sure.

    That is a floor for a few pictures; ``bench.symbol_dice`` measures more of them.
    """
    pairs = [pair for lot in LOTS for pair in sure_faces(lot)]
    dice = sum(t.value > 0 for lot in LOTS for n in NUMBERS for t in outlined_picture(lot, n)[1])
    wrong = [pair for pair in pairs if pair[0] != pair[1]]
    assert 25 * len(wrong) <= len(pairs), wrong
    assert len(pairs) > 0.5 * dice


@pytest.mark.parametrize("face", range(1, 7), ids=TOKYO)
def test_most_dice_of_every_sign_are_read(face) -> None:
    """Of twelve dice with a sign of another hand, a plain bold 1 among them, eight are read as it, none surely else."""
    pictures = (symbol_picture(DiceSet("base", "outlines"), 20 + n, (face,), objects_share=0.0) for n in range(20))
    seen = ((image, truth) for image, truths in pictures for truth in truths if truth.value == face)
    right = 0
    for image, truth in islice(seen, 12):
        dice = [die for die in reader.read(image, TOKYO).dice if here(middle(die), truth)]
        right += [die.value for die in dice] == [face]
        assert all(die.value == face for die in dice if die.doubt is None)
    assert right >= 8


def test_numerals_of_a_real_die_are_never_surely_wrong() -> None:
    """On photos of a real die only a 1, 2 or 3 is surely read, and as itself; ``bench.symbol_dice`` counts them."""
    paths = sorted((SHARED / "photos" / "numerals").glob("*.jpg"))
    if not paths:
        pytest.skip("the photos for measuring are not here (shared/photos beside the project)")
    for path in paths:
        sure = [die for die in reader.read(vision.decode(path.read_bytes()), TOKYO).dice if die.doubt is None]
        assert all(TOKYO[die.value - 1] == path.name[0] for die in sure), path.name


@pytest.mark.parametrize("path", SCENES[:4], ids=lambda path: path.stem)
@pytest.mark.parametrize("faces", KINDS, ids=("tokyo", "berserk", "fate"))
def test_pips_are_no_signs(path, faces) -> None:
    """No die with pips is surely a sign."""
    image = vision.decode(path.read_bytes())
    assert [die for die in reader.read(image, faces).dice if die.doubt is None] == []


@pytest.mark.parametrize("share", [0.0, 0.04])
def test_in_the_dark_nothing_is_sure(share) -> None:
    """A picture of which next to nothing is seen gives no sure die."""
    image, _, faces = outlined_picture("base", NUMBERS[1])
    dark = np.asarray(image * share, np.uint8)
    assert [die for die in reader.read(dark, faces).dice if die.doubt is None] == []


def test_without_focus_nothing_is_wrong_and_sure() -> None:
    """A picture out of focus is read with doubt or rightly."""
    image, truths, faces = outlined_picture("halloween", NUMBERS[1])
    soft = np.asarray(cv2.GaussianBlur(image, (0, 0), 9), np.uint8)
    for die in reader.read(soft, faces).dice:
        assert die.doubt in vision.DOUBTS or any(here(middle(die), t) and t.value == die.value for t in truths)


def test_what_is_read_lies_in_the_picture() -> None:
    """Faces, confidences, doubts and boxes are valid, and a quarter turn of the picture changes no value."""
    image, _, faces = outlined_picture("fate", NUMBERS[0])
    reading = reader.read(image, faces)
    assert reading.dice
    for die in reading.dice:
        x, y, wide, high = die.box
        assert 1 <= die.value <= len(faces)
        assert 0 <= die.confidence <= 1
        assert die.doubt is None or die.doubt in vision.DOUBTS
        assert 0 <= x < x + wide <= image.shape[1]
        assert 0 <= y < y + high <= image.shape[0]
    assert reader.read(np.ascontiguousarray(np.rot90(image)), faces).values == reading.values


def test_faces_with_one_sign_are_read_as_the_first() -> None:
    """The second claw of a berserk die is never read."""
    values = {value for value, _ in sure_faces("berserk")}
    assert values
    assert 4 not in values


def test_what_is_no_picture_is_refused() -> None:
    """Any other array, an unknown sign or no sign at all raises; a tiny picture shows no dice."""
    image = np.zeros((64, 64, 3), np.uint8)
    for given, faces in ((image[..., 0], TOKYO), (image.astype(float), TOKYO), (image, ("sword",)), (image, ())):
        with pytest.raises(ValueError, match=r"must be|signs"):
            reader.read(given, faces)
    assert reader.read(np.zeros((8, 8, 3), np.uint8), SIGNS).dice == ()


def test_a_table_reads_either_kind_of_dice() -> None:
    """Without being taught the table's reader reads dice with signs, and dice with pips as their substitutes."""
    read = build_reader(SPEC)
    image, _, faces = outlined_picture("inverted", NUMBERS[-1])
    assert read(image).dice == reader.read(image, faces).dice
    pips = vision.decode(SCENES[0].read_bytes())
    assert read(pips).dice == vision.read(pips).dice


def test_sure_signs_need_no_reader_of_pips() -> None:
    """Where all expected dice are sure by their signs, no net looks for dice with pips."""
    names: list[str] = []

    def noted(path, blob):
        names.append(path.stem)
        return nets.run_with_opencv(path, blob)

    before = nets.install_runtime(noted)
    try:
        for lot in LOTS[:6]:
            for number in NUMBERS:
                image, _, faces = outlined_picture(lot, number)
                reading = reader.read(image, faces)
                if reading.is_sure:
                    names.clear()
                    build_reader(SPEC)(image, expected=range(len(reading.dice), len(reading.dice) + 1))
                    assert set(names) == {"symbol_finder", "symbols"}
                    return
    finally:
        nets.install_runtime(before)
    pytest.fail("no picture was read without doubt")


@pytest.mark.parametrize("grey", [0, 120, 255])
def test_an_empty_picture_shows_no_die_to_teach_or_to_read(grey: int) -> None:
    """A table of one color, as a lens that is covered or blinded sees it: nothing is taught from it or read in it."""
    image = np.full((300, 400, 3), grey, np.uint8)
    assert recognise.find_centerd_candidates(image) == []
    assert reader.read(image, TOKYO).dice == ()


def test_a_die_that_leans_back_is_taught_whole() -> None:
    """Where two faces of a die are seen, the picture to teach shows both, not the top one."""
    (die,) = json.loads((FIXTURES / "scenes" / "truth.json").read_text("utf-8"))["5_green_wood.jpg"]
    image = vision.decode((FIXTURES / "scenes" / "5_green_wood.jpg").read_bytes())
    shown = recognise.find_centerd_candidates(image)[0].detection
    assert np.allclose(shown.box, die["box"], atol=0.15 * die["box"][2])
