"""The parts of the page without a server: an app without OpenCV, and a reader without the app."""

from __future__ import annotations

import pickle
import shutil
import subprocess
import sys
import urllib.error
from functools import partial
from importlib import import_module
from pathlib import Path
from typing import Any, get_type_hints

import pytest

import vision
from companion.decoding import pool, tasks
from companion.dice import capture, frames
from companion.i18n import COMPILED, compile_catalogue, translator
from page import reader
from page.__main__ import reason_of
from page.build import lay_sources
from page.docstrings import without_docstrings
from page.packages import UNUSED_LIBRARY, needed_distributions
from page.reader import lay_code
from rules.engine import Text
from tests.support.paths import FIXTURES, ROOT

SCENES = sorted((FIXTURES / "scenes").glob("*.jpg"))[:2]
WITHOUT = """
import sys
from fnmatch import fnmatch
from importlib.abc import MetaPathFinder

class Missing(MetaPathFinder):
    def find_spec(self, name, path=None, target=None):
        file = name.replace(".", "/") + ".py"
        if name.partition(".")[0] in {missing!r} or any(fnmatch(file, pattern) for pattern in {unread!r}):
            raise ModuleNotFoundError(name)

sys.meta_path.insert(0, Missing())
"""
NOT_IN_THE_APP = {
    "babel", "click", "cv2", "numpy", "starlette", "fastapi", "uvicorn", "ifaddr", "cryptography", "flet_web", "httpx",
}  # fmt: skip
NOT_IN_THE_READER = {"flet", "pydantic", "sqlite3", "tomlkit", "babel", "platformdirs"}


def python(folder: Path, missing: set[str], script: str, data: bytes = b"") -> bytes:
    """Run a script in a folder whose Python lacks some modules; returns what it prints."""
    library = reader.UNREAD_LIBRARY if missing == NOT_IN_THE_READER else UNUSED_LIBRARY
    begin = WITHOUT.format(missing=missing, unread=library + reader.UNREAD)
    begin += f"sys.path.insert(0, {str(folder)!r})\n"
    done = subprocess.run([sys.executable, "-c", begin + script], cwd=folder, input=data, capture_output=True)
    assert done.returncode == 0, done.stderr.decode()
    return done.stdout


def test_the_app_begins_without_opencv_and_without_a_server() -> None:
    """What a page imports to show its screens loads neither OpenCV nor anything of a server."""
    shown = python(ROOT, NOT_IN_THE_APP, "import companion.standalone, companion.ui.dice.viewfinder; print('there')")
    assert shown == b"there\n"


EVERY = """
import pkgutil
from importlib import import_module
import companion, rules
for package in (companion, rules):
    for one in pkgutil.walk_packages(package.__path__, package.__name__ + "."):
        try:
            import_module(one.name)
        except ModuleNotFoundError as error:
            print(one.name, str(error).split()[-1].partition(".")[0])
"""
"""Script that imports every module, and prints those that lack another one."""


def test_nothing_of_the_app_needs_what_the_build_leaves_out(tmp_path: Path) -> None:
    """Every module that is laid into a page can be imported there, but for those of the reader, which has OpenCV."""
    lay_sources(tmp_path)
    assert (tmp_path / "companion" / "server" / "preload.py").exists()
    assert not (tmp_path / "companion" / "cli").exists()
    lacking = dict(line.split() for line in python(tmp_path, NOT_IN_THE_APP, EVERY).decode().splitlines())
    assert set(lacking.values()) <= {"cv2", "numpy"}
    assert "companion.dice.frame_analysis" in lacking
    assert set(lacking) < {line.replace("/", ".").removesuffix(".py") for line in reader.MODULES}


def test_docstrings_go_and_lines_stay() -> None:
    """What is left of a module does the same, at the same lines; what this Python cannot parse stays as it is."""
    source = (ROOT / "page" / "docstrings.py").read_bytes()
    short = without_docstrings(source)
    assert len(short) < len(source)
    assert short.count(b"\n") == source.count(b"\n")
    made: dict[str, Any] = {}
    exec(compile(short, "docstrings.py", "exec"), made)
    assert made["without_docstrings"](source) == short
    assert made["without_docstrings"].__doc__ == "."
    beside = b'def f(): "says"; return 1\nclass A:\n    """\xc3\x91and\xc3\xba."""  # why\n    x = 1\n'
    assert without_docstrings(beside) == beside
    nested = b"def f():\n    'x'\n\n    def g():\n        '''y\n\n        '''\n        return 1\n"
    assert without_docstrings(nested) == b"def f():\n    '.'\n\n    def g():\n        '.'\n\n\n        return 1\n"
    assert without_docstrings(b"def f(:") == b"def f(:"


def test_a_built_app_translates_without_the_catalogue(tmp_path: Path) -> None:
    """The compiled catalogue beside the app says the same as the one that people edit, plurals included."""
    shutil.copytree(ROOT / "companion" / "i18n", tmp_path / "companion" / "i18n")
    (tmp_path / "companion" / "__init__.py").touch()
    shutil.copytree(ROOT / "rules", tmp_path / "rules")
    (tmp_path / "companion" / "i18n" / "es.po").unlink()
    (tmp_path / "companion" / "i18n" / COMPILED).write_bytes(compile_catalogue())
    script = """
from companion.i18n import translator
from rules.engine import Text
say = translator("es")
for n in (1, 2):
    print(say(Text("{wins} of {n} game won", "{wins} of {n} games won", wins=1, n=n)))
print(say(Text("Try a roll")))
"""
    say = translator("es")
    texts = [Text("{wins} of {n} game won", "{wins} of {n} games won", wins=1, n=n) for n in (1, 2)]
    expected = [say(one) for one in (*texts, Text("Try a roll"))]
    assert python(tmp_path, NOT_IN_THE_APP, script).decode("utf-8").splitlines() == expected
    assert len(set(expected)) == 3


@pytest.mark.parametrize("scene", SCENES, ids=lambda path: path.stem)
def test_the_reader_alone_answers_as_the_app_reads(tmp_path: Path, scene: Path) -> None:
    """The reader's modules read a photo without the app's libraries, and the app takes the same capture from it."""
    lay_code(tmp_path)
    data = scene.read_bytes()
    job = pickle.dumps(partial(capture.read_capture_file, data, 1))
    script = "from companion.decoding.tasks import answer_job\n"
    script += "sys.stdout.buffer.write(answer_job(sys.stdin.buffer.read()))"
    answer = python(tmp_path, NOT_IN_THE_READER, script, job)
    here = capture.read_capture_file(data, 1)
    assert isinstance(here, capture.Capture)
    assert pool.checked_answer(capture.read_capture_file, answer) == here


def test_the_reader_alone_follows_a_stream(tmp_path: Path) -> None:
    """The reader's start and its frame tasks need none of the app's libraries; a new stream knows the last roll."""
    lay_code(tmp_path)
    jpeg = SCENES[1].read_bytes()  # no die of it is in doubt, which more frames would have to settle
    script = """
import pickle
from functools import partial
from companion.decoding.page_reader import start
from companion.dice import frames
from companion.dice.reader_spec import PIPS
from rules.engine import Dice

class Job(bytes):
    to_bytes = bytes.__bytes__

answer, jpeg = start(None), sys.stdin.buffer.read()
def run(task, *args):
    return answer(Job(pickle.dumps(partial(task, *args))))

for number in (1, 2):
    stream = frames.FrameStream(number, Dice("faces"), PIPS)
    views = [run(frames.analyse_frame, stream, jpeg, False, 0.3) for _ in range(6)]
    reading = frames.read_frame(stream, 6)
    capture = run(frames.capture_frame, stream, 6, reading)
    run(frames.remember_roll, stream, reading.values)
    for one in (views[0], views[-1], capture):
        print(one.decode())
"""
    said = python(tmp_path, NOT_IN_THE_READER, script, jpeg).splitlines()
    first, thrown, shown, _, same, _ = said
    adapted = partial(pool.checked_answer, frames.analyse_frame)
    opened, read, again = adapted(first), adapted(thrown), adapted(same)
    assert opened is not None
    assert read is not None
    assert again is not None
    assert (opened.number, opened.phase, read.number, read.phase, again.phase) == (1, "moving", 6, "thrown", "same")
    capture_there = pool.checked_answer(frames.capture_frame, shown)
    assert read.reading is not None
    assert capture_there.reading.values == read.reading.values == vision.read(vision.decode(jpeg)).values


NAMED = [task for module in (capture, frames) for task in vars(module).values() if isinstance(task, tasks.Task)]


def test_tasks_by_name_are_functions_that_answer_as_declared() -> None:
    """Each name leads to a function of that return type, and none leads out of the package of tasks."""
    assert len(NAMED) == 10
    for task in NAMED:
        module, _, function = task.name.partition(":")
        hint = get_type_hints(getattr(import_module(module), function))["return"]
        assert hint == (type(None) if task.answer is None else task.answer)
    with pytest.raises(ValueError, match="no task"):
        tasks.Task("os:getcwd", str)()


def test_errors_of_the_reader_are_told_apart() -> None:
    """A picture that is none is a reason, a task that raises is an error, an answer of another form is refused."""
    none = tasks.answer_job(pickle.dumps(partial(capture.read_capture_file, b"no picture", 1)))
    assert pool.checked_answer(capture.read_capture_file, none) == "not-an-image"
    with pytest.raises(pool.TaskFailedError, match="TypeError"):
        pool.checked_answer(
            capture.read_capture_file, tasks.answer_job(pickle.dumps(partial(capture.read_capture_file)))
        )
    with pytest.raises(pool.TaskFailedError, match="another form"):
        pool.checked_answer(capture.read_capture_file, tasks.DONE + b'[{"reading": 3}]')
    with pytest.raises(pool.WorkerDiedError):
        pool.checked_answer(capture.read_capture_file, tasks.OUT_OF_MEMORY)


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
        "babel",
    }


def test_the_apps_pages_need_no_numpy() -> None:
    """Statistics, fairness of dice, archives and situations work in an app without OpenCV and NumPy."""
    script = "import companion.ui.app, companion.ui.files.match_files, companion.ui.screens.read.fairness\n"
    script += "from companion.ui.screens.read import statistics\n"
    script += "from companion.library import archive\n"
    script += "from companion.stats import fairness\n"
    script += "from companion.situation.reader import extract_text\n"
    script += "print(fairness.uniformity_p_value((12, 14, 18, 20, 28, 28)), extract_text(b'no situation'))"
    assert float(python(ROOT, NOT_IN_THE_APP, script).split()[0]) == pytest.approx(0.0407, abs=0.001)


def test_a_build_that_fails_says_what_it_needs(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Without npm, without the internet, and where a step fails, the command ends with a sentence about it."""
    monkeypatch.setitem(reader.LOCK["distribution"], "url", "http://127.0.0.1:9/")
    with pytest.raises(urllib.error.URLError) as unreached:
        reader._lay_wheels(tmp_path, "distribution")
    assert "it needs the internet" in reason_of(unreached.value)
    with pytest.raises(subprocess.CalledProcessError) as failed:
        subprocess.run(["false", "pack"], check=True)
    assert "This step failed: false pack" in reason_of(failed.value)
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(FileNotFoundError) as lacking:
        reader.fetch_from_npm(reader.LOCK["pyodide"], tmp_path)
    assert reason_of(lacking.value) == "It needs npm, which this computer lacks."
