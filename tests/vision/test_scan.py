"""The command line that reads pictures."""

from __future__ import annotations

import json
import sys
from dataclasses import asdict
from pathlib import Path

import cv2
import numpy as np
import pytest
from click.testing import CliRunner

import vision
from companion.cli.scan import DOUBT_TEXTS, ERROR_TEXTS, scan
from tests.support.paths import FIXTURES, ROOT

SCENES = FIXTURES / "scenes"
ONE = str(SCENES / "5_green_wood.jpg")
THREE = str(SCENES / "2-3-4_black_cloth.jpg")


@pytest.fixture(autouse=True)
def english(monkeypatch):
    monkeypatch.setenv("LC_ALL", "en_GB.UTF-8")


@pytest.fixture
def empty(tmp_path):
    path = tmp_path / "empty.png"
    cv2.imwrite(str(path), np.full((300, 400, 3), 90, np.uint8))
    return str(path)


@pytest.fixture
def broken(tmp_path):
    path = tmp_path / "broken.jpg"
    path.write_bytes(Path(ONE).read_bytes()[:9000])
    return str(path)


def run(*arguments):
    return CliRunner().invoke(scan, list(arguments))


def test_sure_pictures_end_with_0():
    """The exit code is 0 if every die is sure, and each picture has its line."""
    result = run(ONE, THREE)
    assert result.exit_code == 0
    lines = result.stdout.splitlines()
    assert lines[0] == f"{ONE}: 5"
    assert sorted(lines[1].removeprefix(f"{THREE}: ").split()) == ["2", "3", "4"]


def test_the_photo_of_the_readme_is_read():
    """Whoever tries README's command sees what lies there."""
    result = run(str(ROOT / "docs" / "pictures" / "dice.jpg"))
    assert result.exit_code == 0
    assert sorted(result.stdout.split(": ")[1].split()) == ["5", "6", "6"]


def test_no_dice_end_with_1(empty):
    """The exit code is 1 if a picture has no dice."""
    result = run(ONE, empty)
    assert (result.exit_code, result.stdout.splitlines()[1]) == (1, f"{empty}: no dice")


def test_doubtful_die_ends_with_1(tmp_path):
    """The exit code is 1 if a die is doubtful; its line has a question mark and the reason."""
    image = cv2.imread(ONE)
    die = json.loads(run(ONE, "--json").stdout)["pictures"][0]["dice"][0]["box"]
    cut = str(tmp_path / "cut.png")
    cv2.imwrite(cut, image[:, : die[0] + int(0.86 * die[2])])
    result = run(cut)
    assert (result.exit_code, result.stdout) == (1, f"{cut}: 5? (cut off)\n")


@pytest.mark.parametrize("name", ["missing.jpg", "", "text.txt"])
def test_bad_file_ends_with_2(tmp_path, name):
    """The exit code is 2 if a file is missing, a folder or no picture; the others are read.

    The line has a reason.
    """
    (tmp_path / "text.txt").write_text("no picture")
    result = run(str(tmp_path / name), ONE)
    assert result.exit_code == 2
    assert str(tmp_path) in result.stderr
    assert result.stdout == f"{ONE}: 5\n"


def test_json_has_every_picture(broken, empty):
    """--json prints dice, rejects or error of each picture, in the given order."""
    result = run("--json", ONE, broken, empty)
    one, two, three = json.loads(result.stdout)["pictures"]
    assert result.exit_code == 2
    assert (one["file"], one["size"], one["rejects"]) == (ONE, [960, 720], [])
    assert (one["values"], one["is_sure"]) == ([5], True)
    (die,) = vision.read(vision.decode(Path(ONE).read_bytes())).dice
    assert one["dice"] == [json.loads(json.dumps(asdict(die)))]
    assert two == {"file": broken, "error": "truncated"}
    assert three["dice"] == []


def test_annotate_writes_one_file(tmp_path):
    """With one picture --annotate writes the named file."""
    out = tmp_path / "new" / "seen.jpg"
    assert run(ONE, "--annotate", str(out)).exit_code == 0
    assert cv2.imread(str(out)).shape == (720, 960, 3)


def test_annotate_writes_a_folder(tmp_path):
    """With several pictures --annotate writes a folder, with different names."""
    result = run(ONE, THREE, ONE, "--annotate", str(tmp_path / "out"))
    assert result.exit_code == 0
    names = sorted(path.name for path in (tmp_path / "out").iterdir())
    assert names == ["2-3-4_black_cloth.png", "5_green_wood-2.png", "5_green_wood.png"]


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("seen.nonsense", "its name ends in .png"),
        ("text.txt/seen.png", "text.txt is a file, not a folder"),
        ("text.txt", "its name ends in .png"),
        ("photo.jpg", "photo.jpg is there already and was left as it is"),
    ],
)
def test_annotate_that_cannot_be_written_ends_with_2(tmp_path, name, reason):
    """The exit code is 2, with a reason, if an annotated picture cannot be written; nothing is replaced."""
    (tmp_path / "text.txt").write_text("in the way")
    (tmp_path / "photo.jpg").write_bytes(b"a photo of somebody")
    result = run(ONE, "--annotate", str(tmp_path / name))
    assert result.exit_code == 2
    assert reason in result.stderr
    assert (tmp_path / "photo.jpg").read_bytes() == b"a photo of somebody"
    assert (tmp_path / "text.txt").read_text() == "in the way"


def other_formats(folder: Path) -> dict[str, Path]:
    """The same die in formats that OpenCV is not asked to read."""
    pillow = pytest.importorskip("PIL.Image", reason="needs the extra photos")
    pytest.importorskip("pi_heif", reason="needs the extra photos")
    made = {"HEIC": FIXTURES / "formats" / "5.heic"}
    for name in ("AVIF", "GIF", "TIFF"):
        made[name] = folder / f"die.{name.lower()}"
        pillow.open(ONE).save(made[name])
    return made


@pytest.mark.parametrize("name", ["HEIC", "AVIF", "GIF", "TIFF"])
def test_other_formats_are_read_with_the_extra(tmp_path, name):
    """A phone's HEIC, an AVIF, a GIF and a TIFF are read as a JPEG is; half of one is damaged."""
    file = other_formats(tmp_path)[name]
    assert run(str(file)).stdout == f"{file}: 5\n"
    half = tmp_path / "half"
    half.write_bytes(file.read_bytes()[: file.stat().st_size // 2])
    assert "the picture is incomplete or damaged" in run(str(half)).stderr


@pytest.mark.parametrize(
    ("data", "name"),
    [
        (b"\0\0\0\x18ftypheic\0\0\0\0mif1heic", "HEIC"),
        (b"\0\0\0\x1cftypmif1\0\0\0\0mif1avifmiaf", "AVIF"),
        (b"GIF89a\1\0\1\0", "GIF"),
        (b"MM\0*\0\0\0\x08", "TIFF"),
    ],
)
def test_without_the_extra_the_format_is_named(tmp_path, monkeypatch, data, name):
    """A picture that is not read is no "no picture": the line names the format and what to do."""
    monkeypatch.setitem(sys.modules, "PIL", None)
    monkeypatch.setitem(sys.modules, "pi_heif", None)
    file = tmp_path / "photo"
    file.write_bytes(data)
    said = run(str(file))
    assert said.exit_code == 2
    assert f"this is a {name} picture: save it as JPEG" in said.stderr
    assert "'.[photos]'" in said.stderr
    assert json.loads(run("--json", str(file)).stdout)["pictures"][0]["error"] == "other-format"


def test_a_film_is_no_picture(tmp_path):
    """What begins like HEIC, but is a film, is no picture."""
    film = tmp_path / "film.mp4"
    film.write_bytes(b"\0\0\0\x18ftypisom\0\0\2\0isommp41" + bytes(99))
    assert "this is no picture" in run(str(film)).stderr


def test_help_states_the_exit_codes():
    """--help documents the exit codes."""
    assert all(f"  {code}  " in run("--help").stdout for code in (0, 1, 2))


def test_every_reason_has_words():
    """Each doubt of the reader has a text."""
    assert set(DOUBT_TEXTS) == set(vision.DOUBTS)
    assert set(ERROR_TEXTS) >= set(vision.REASONS)
