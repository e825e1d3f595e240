"""The parts of the page without a server: an app without OpenCV, and a reader without the app."""

from __future__ import annotations

import pickle
import subprocess
import sys
from pathlib import Path

import pytest

from companion.decoding import answers, pool
from companion.dice import capture
from page.packages import needed_distributions
from page.reader import lay_code
from tests.support.paths import FIXTURES, ROOT

SCENES = sorted((FIXTURES / "scenes").glob("*.jpg"))[:2]
WITHOUT = """
import sys
from importlib.abc import MetaPathFinder

class Missing(MetaPathFinder):
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in {missing!r}:
            raise ModuleNotFoundError(name)

sys.meta_path.insert(0, Missing())
"""
NOT_IN_THE_APP = {"cv2", "numpy", "starlette", "fastapi", "uvicorn", "ifaddr", "cryptography", "flet_web", "httpx"}
NOT_IN_THE_READER = {"flet", "pydantic", "sqlite3", "tomlkit", "babel", "platformdirs"}


def python(folder: Path, missing: set[str], script: str, data: bytes = b"") -> bytes:
    """Run a script in a folder whose Python lacks some modules; returns what it prints."""
    begin = WITHOUT.format(missing=missing) + f"sys.path.insert(0, {str(folder)!r})\n"
    done = subprocess.run([sys.executable, "-c", begin + script], cwd=folder, input=data, capture_output=True)
    assert done.returncode == 0, done.stderr.decode()
    return done.stdout


def test_the_app_begins_without_opencv_and_without_a_server() -> None:
    """What a page imports to show its screens loads neither OpenCV nor anything of a server."""
    shown = python(
        ROOT, NOT_IN_THE_APP, "import companion.cli.standalone, companion.ui.dice.viewfinder; print('there')"
    )
    assert shown == b"there\n"


@pytest.mark.parametrize("scene", SCENES, ids=lambda path: path.stem)
def test_the_reader_alone_answers_as_the_app_reads(tmp_path: Path, scene: Path) -> None:
    """The reader's modules read a photo without the app's libraries, and the app takes the same capture from it."""
    lay_code(tmp_path)
    data = scene.read_bytes()
    job = pickle.dumps((capture.read_capture_file, (data, 1)))
    script = "from companion.decoding.answers import answer_job\n"
    script += "sys.stdout.buffer.write(answer_job(sys.stdin.buffer.read()))"
    answer = python(tmp_path, NOT_IN_THE_READER, script, job)
    here = capture.read_capture_file(data, 1)
    assert isinstance(here, capture.WorkerCapture)
    assert pool.checked_answer(capture.read_capture_file, answer) == here


def test_errors_of_the_reader_are_told_apart() -> None:
    """A picture that is none is a reason, a task that raises is an error, an answer of another form is refused."""
    none = answers.answer_job(pickle.dumps((capture.read_capture_file, (b"no picture", 1))))
    assert pool.checked_answer(capture.read_capture_file, none) == "not-an-image"
    with pytest.raises(pool.TaskFailedError, match="TypeError"):
        pool.checked_answer(
            capture.read_capture_file, answers.answer_job(pickle.dumps((capture.read_capture_file, ())))
        )
    with pytest.raises(pool.TaskFailedError, match="another form"):
        pool.checked_answer(capture.read_capture_file, answers.DONE + b'[{"reading": 3}]')
    with pytest.raises(pool.WorkerDiedError):
        pool.checked_answer(capture.read_capture_file, answers.OUT_OF_MEMORY)


def test_a_page_needs_no_package_of_a_server() -> None:
    """The packages that are laid into a page are those of the app alone."""
    names = {found.name.lower().replace("_", "-") for found in needed_distributions()}
    assert {"flet", "pydantic", "pydantic-core", "lark"} <= names
    assert not names & {
        "fastapi",
        "uvicorn",
        "starlette",
        "cryptography",
        "ifaddr",
        "numpy",
        "opencv-python",
        "flet-web",
    }


def test_the_apps_pages_need_no_numpy() -> None:
    """Statistics, fairness of dice, archives and situations work in an app without OpenCV and NumPy."""
    script = "import companion.ui.app, companion.ui.files.match_files, companion.ui.pages.read.fairness\n"
    script += "from companion.ui.pages.read import statistics\n"
    script += "from companion.library import archive\n"
    script += "from companion.stats import fairness\n"
    script += "from companion.situation.reader import extract_text\n"
    script += "print(fairness.uniformity_p_value((12, 14, 18, 20, 28, 28)), extract_text(b'no situation'))"
    assert float(python(ROOT, NOT_IN_THE_APP, script).split()[0]) == pytest.approx(0.0407, abs=0.001)
