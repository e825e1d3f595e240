"""The landing tier's second run: a browser test that passes alone has wobbled, anything else has failed."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.support.paths import ROOT
from tests.support.wobbles import MOST, NOTES

pytestmark = pytest.mark.landing

PLUGIN = """
from pathlib import Path

from tests.support.wobbles import Wobbles


def pytest_configure(config):
    if not hasattr(config, "workerinput") and config.getoption("markexpr") == "landing":
        config.pluginmanager.register(Wobbles(Path(__file__).parent))
"""
PASSES_ALONE = """
import os

import pytest

pytestmark = pytest.mark.landing


def test_it():
    assert "PYTEST_XDIST_WORKER" not in os.environ, "too slow beside others"
"""
FAILS = PASSES_ALONE.replace('"PYTEST_XDIST_WORKER" not in os.environ', "False")
BROKEN_FIXTURE = """
import os

import pytest

pytestmark = pytest.mark.landing


@pytest.fixture
def page():
    assert "PYTEST_XDIST_WORKER" not in os.environ, "no page"


def test_it(page):
    pass
"""
OTHERS = ("laws", "robustness", "meta")


def run(folder: Path, files: dict[str, str]) -> tuple[int, str, list[dict[str, str]]]:
    """Run these test files as a landing tier on two workers: exit code, output and noted wobbles."""
    (folder / "bench").mkdir()
    (folder / "pytest.ini").write_text("[pytest]\naddopts = --import-mode=importlib\nmarkers = landing\n")
    (folder / "conftest.py").write_text(PLUGIN)
    for name, source in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(source)
    command = [sys.executable, "-m", "pytest", "-n", "2", "-m", "landing", "tests"]
    environment = {name: value for name, value in os.environ.items() if not name.startswith("PYTEST_")}
    done = subprocess.run(
        command, cwd=folder, env={**environment, "PYTHONPATH": str(ROOT)}, capture_output=True, text=True
    )
    notes = folder / NOTES
    lines = notes.read_text("utf-8").splitlines() if notes.exists() else []
    return done.returncode, done.stdout, [json.loads(line) for line in lines]


@pytest.mark.parametrize(("source", "failure"), [(PASSES_ALONE, "too slow"), (BROKEN_FIXTURE, "no page")])
def test_a_browser_test_that_passes_alone_has_wobbled(tmp_path: Path, source: str, failure: str) -> None:
    """The run succeeds, names the test with its first failure at its end, and notes it."""
    code, output, notes = run(tmp_path, {"tests/e2e/test_page.py": source})
    assert code == 0, output
    assert output.splitlines()[-2] == "wobbled: tests/e2e/test_page.py::test_it"
    assert "1 wobbled" in output.splitlines()[-1]
    assert "failed" not in output.splitlines()[-1]
    assert failure in output
    assert [(note["test"], failure in note["failure"]) for note in notes] == [("tests/e2e/test_page.py::test_it", True)]


def test_a_browser_test_that_fails_alone_too_has_failed(tmp_path: Path) -> None:
    """It is no wobble, also where another one beside it is."""
    files = {"tests/e2e/test_page.py": FAILS, "tests/e2e/test_phone.py": PASSES_ALONE}
    code, output, notes = run(tmp_path, files)
    assert code == 1
    assert "1 failed" in output.splitlines()[-1]
    assert [note["test"] for note in notes] == ["tests/e2e/test_phone.py::test_it"]


def test_no_other_test_runs_twice(tmp_path: Path) -> None:
    """A law, an attack or a package that fails has failed."""
    code, output, notes = run(tmp_path, {f"tests/{folder}/test_it.py": PASSES_ALONE for folder in OTHERS})
    assert code == 1
    assert "3 failed" in output.splitlines()[-1]
    assert notes == []


def test_many_failures_are_no_wobbles(tmp_path: Path) -> None:
    """With more failures than could be chance nothing runs again."""
    code, _, notes = run(tmp_path, {f"tests/e2e/test_page_{k}.py": PASSES_ALONE for k in range(MOST + 1)})
    assert code == 1
    assert notes == []


def test_no_test_stands_twice_among_the_wobbles() -> None:
    """A test that wobbled twice is mended, or loses its mark of the landing tier; then its lines are taken out."""
    notes = ROOT / NOTES
    names = [json.loads(line)["test"] for line in notes.read_text("utf-8").splitlines()] if notes.exists() else []
    assert {name for name in names if names.count(name) > 1} == set()
