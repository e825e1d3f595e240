"""Collected textures: which pictures are kept, and how a part of one is taken."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
import pytest

from training.scenes import textures as grounds
from training.scenes.textures import TexturePackage


def wooden(seed: int, height: int = 260, width: int = 300) -> np.ndarray:
    """A picture with contents."""
    rough = np.random.default_rng(seed).uniform(40, 210, (13, 15, 3)).astype(np.uint8)
    return np.asarray(cv2.resize(rough, (width, height), interpolation=cv2.INTER_CUBIC))


def bumpy() -> np.ndarray:
    """A normal map: directions near straight up, as colors."""
    tilt = np.random.default_rng(5).normal(0, 0.15, (256, 256, 2))
    up = np.sqrt(np.clip(1 - (tilt**2).sum(axis=2, keepdims=True), 0, 1))
    return np.asarray((np.dstack([up, tilt]) + 1) * 127.5, np.uint8)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder of three pictures."""
    for seed in range(3):
        cv2.imwrite(str(tmp_path / f"{seed}.jpg"), wooden(seed))
    return tmp_path


@pytest.mark.parametrize("side", [64, 500])
def test_a_part_has_its_side_and_follows_its_seed(folder: Path, side: int) -> None:
    """A random part has the requested side, even beyond its picture's, and follows the seed."""
    one, same, other = (grounds.random_texture(folder, np.random.default_rng(seed), side) for seed in (4, 4, 9))
    assert one.shape == (side, side, 3)
    assert one.dtype == np.uint8
    assert (one == same).all()
    assert (one != other).any()


def test_an_empty_folder_has_no_parts(tmp_path: Path) -> None:
    """A folder without pictures has no textures, and taking a part raises FileNotFoundError."""
    assert grounds.textures(tmp_path) == {"texture": (), "photo": (), "print": ()}
    with pytest.raises(FileNotFoundError):
        grounds.random_texture(tmp_path, np.random.default_rng(0), 32)


def test_useless_pictures_are_dropped() -> None:
    """Small, narrow and blank pictures, normal maps and sheets are not useful as textures."""
    sheet = wooden(0)
    sheet[:150] = 200
    assert grounds.is_useful(wooden(0), "texture")
    assert not grounds.is_useful(wooden(0, 120, 300), "texture")
    assert not grounds.is_useful(wooden(0, 210, 1200), "texture")
    assert not grounds.is_useful(np.full((300, 300, 3), 90, np.uint8), "texture")
    assert not grounds.is_useful(bumpy(), "texture")
    assert not grounds.is_useful(sheet, "texture")
    assert grounds.is_useful(sheet, "print")


def test_a_package_is_gathered_once(tmp_path: Path) -> None:
    """A package's pictures are written once, without duplicates, normal maps and dice.

    A print is put on paper, and a second run writes the same files.
    """
    root = tmp_path / "packages" / "x" / "wares"
    root.mkdir(parents=True)
    for name, image in (
        ("oak.png", wooden(1, 900, 1000)),
        ("oak_again.png", wooden(1)),
        ("oak_n.png", wooden(2)),
        ("red_dice_1.png", wooden(3)),
        ("ad.png", wooden(4)),
    ):
        cv2.imwrite(str(root / name), image)
    holed = np.dstack([wooden(6), np.zeros((260, 300), np.uint8)])
    holed[30:250, 50:290, 3] = 255
    cv2.imwrite(str(root / "holed.png"), holed)
    (tmp_path / "grounds" / "print").mkdir(parents=True)
    package = TexturePackage("print", "wares", "CC0", "nobody", ("*",), drop="/ad")
    first, second = (grounds.write_pictures(package, tmp_path / "packages", tmp_path / "grounds", []) for _ in range(2))
    assert first == second
    assert sorted(path.name.split("-")[1] for path in first) == ["holed", "oak"]
    shapes = {path.name.split("-")[1]: np.asarray(cv2.imread(str(path))).shape for path in first}
    assert shapes["holed"][:2] == (220, 240)
    assert max(shapes["oak"]) == grounds.LONGEST_PX
    assert grounds.load_picture(root / "holed.png", "texture") is None


def test_small_cards_lie_side_by_side(tmp_path: Path) -> None:
    """Small cards are laid side by side, twelve to a picture; the remaining ones are left out."""
    for number in range(14):
        cv2.imwrite(str(tmp_path / f"{number:02}.png"), wooden(number, 190, 140))
    sheet = grounds.load_card_spread(tmp_path / "00.png")
    assert sheet is not None
    assert sheet.shape == (570, 560, 3)
    assert (sheet[190:380, 140:280] == wooden(5, 190, 140)).all()
    assert grounds.load_card_spread(tmp_path / "01.png") is None
    assert grounds.load_card_spread(tmp_path / "12.png") is None


def test_the_list_of_packages_can_be_read() -> None:
    """Each package has a kind, patterns, a licence and an attribution."""
    for package in grounds.packages():
        assert package.kind in grounds.KINDS
        assert package.patterns
        assert package.licence
        assert package.attribution
