"""The reader as a library: docs/reader.md, the names of ``vision``, what it accepts and what its errors say."""

from __future__ import annotations

import inspect
import json
import re
from pathlib import Path

import numpy as np
import pytest
from click.testing import CliRunner

import vision
from companion.cli.scan import JSON_FORMAT, scan
from tests.support.paths import FIXTURES, ROOT

TEXT = (ROOT / "docs" / "reader.md").read_text("utf-8")
SCENES = FIXTURES / "scenes"
THREE = SCENES / "2-3-4_black_cloth.jpg"
EMPTY = np.full((100, 120, 3), 90, np.uint8)


def block(mark: str) -> str:
    """The block of code below a mark of the document."""
    found = re.search(rf"<!-- {mark} -->\n```\w*\n(.*?)```", TEXT, re.DOTALL)
    assert found, mark
    return found[1]


def test_the_example_prints_what_the_document_says(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The ten lines of the document read a picture, print the output that stands below them, and write a picture."""
    (tmp_path / "photo.jpg").write_bytes(THREE.read_bytes())
    monkeypatch.chdir(tmp_path)
    exec(compile(block("example"), "docs/reader.md", "exec"), {})
    told, written = capsys.readouterr().out.splitlines(), block("output").splitlines()
    assert told[0] == written[0]
    for one, two in zip(told, written, strict=True):  # another OpenCV moves an edge by a pixel
        numbers = [np.array(re.findall(r"[\d.]+", line), float) for line in (one, two)]
        assert np.allclose(*numbers, atol=2), (one, two)
    assert vision.decode((tmp_path / "seen.png").read_bytes()).shape == (720, 960, 3)
    assert len(block("example").split("\n\n")[-1].splitlines()) <= 10


def test_every_name_is_listed_and_documented() -> None:
    """``dir`` lists the names that are loaded on demand, and the document has a line for each."""
    assert set(vision.__all__) <= set(dir(vision))
    assert {name for name in vision.__all__ if f"`{name}" not in TEXT} == set()
    assert (Path(inspect.getfile(vision)).parent / "py.typed").is_file()


@pytest.mark.parametrize("number", [3, np.int64(3), range(3, 4)])
def test_a_number_of_dice_is_what_a_range_of_one_is(number: int) -> None:
    """``expected=3`` reads as ``range(3, 4)`` does."""
    image = vision.decode(THREE.read_bytes())
    assert vision.read(image, expected=number) == vision.read(image, expected=range(3, 4))


@pytest.mark.parametrize("wrong", [-1, 2.0, "3", True, range(0), range(-2, 3)])
def test_what_is_no_number_of_dice_is_refused(wrong: int) -> None:
    """The error says what was given and what is wanted."""
    with pytest.raises(ValueError, match=re.escape(f"range of them, got {wrong!r}")):
        vision.read(EMPTY, expected=wrong)


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        (np.zeros((40, 50), np.uint8), "shape (40, 50) and dtype uint8"),
        (np.zeros((40, 50, 3)), "shape (40, 50, 3) and dtype float64"),
        (np.zeros((40, 50, 4), np.uint8), "shape (40, 50, 4) and dtype uint8"),
        ("photo.jpg", "no array but str; vision.decode(data)"),
        (None, "no array but NoneType"),
    ],
)
def test_an_error_says_shape_and_dtype(wrong: vision.reading.Image, said: str) -> None:
    """What is no picture is refused with what it is, and what it should be."""
    with pytest.raises(ValueError, match=re.escape(said)) as refused:
        vision.read(wrong)
    assert "(height, width, 3) and dtype uint8" in str(refused.value)


def keys_of(found: object) -> set[str]:
    """Every key of a JSON value."""
    inner = found.values() if isinstance(found, dict) else found if isinstance(found, list) else ()
    own = set(found) if isinstance(found, dict) else set()
    return own.union(*map(keys_of, inner))


def test_the_json_has_the_fields_of_the_document(tmp_path: Path) -> None:
    """All fields that ``scan --json`` prints stand in the document's table, and no others."""
    (tmp_path / "none.jpg").write_text("no picture")
    cut = tmp_path / "cut.png"
    reading = vision.read(image := vision.decode(THREE.read_bytes()), expected=3)
    left = min(die.box[0] for die in reading.dice)
    cut.write_bytes(png(image[:, left + 60 :]))
    files = [*sorted(map(str, SCENES.glob("*.jpg"))), str(cut), str(tmp_path / "none.jpg")]
    printed = json.loads(CliRunner().invoke(scan, ["--json", *files]).stdout)
    table = TEXT.partition("<!-- fields -->")[2].partition("\n\n")[0]
    assert keys_of(printed) == set(re.findall(r"^\| `(\w+)` \|", table, re.MULTILINE))
    assert printed["format"] == JSON_FORMAT == int(re.findall(r"`format` \| the object \| (\d+)", table)[0])
    assert {die["doubt"] for one in printed["pictures"] for die in one.get("dice", ())} > {None}


def png(image: vision.reading.Image) -> bytes:
    import cv2

    return cv2.imencode(".png", image)[1].tobytes()


def test_an_expected_number_reaches_the_reader(monkeypatch: pytest.MonkeyPatch) -> None:
    """``--expected`` is given to the reader for each picture; a negative one is refused."""
    asked: list[object] = []

    def read(image: vision.reading.Image, expected: int | None) -> vision.Reading:
        asked.append(expected)
        return vision.Reading((), (), (1, 1))

    monkeypatch.setattr("companion.cli.scan.read", read)
    runner = CliRunner()
    assert runner.invoke(scan, ["--expected", "3", str(THREE), str(THREE)]).exit_code == 1
    assert runner.invoke(scan, [str(THREE)]).exit_code == 1
    assert runner.invoke(scan, ["--expected", "-1", str(THREE)]).exit_code == 2
    assert asked == [3, 3, None]
