"""Every module that can be run explains itself and refuses what it does not know, without starting."""

import ast
import runpy
from importlib.util import find_spec
from pathlib import Path

import pytest

from tests.support.paths import ROOT

FOLDERS = ("rules", "companion", "vision", "training", "bench", "page", "tests/support")
PASSES_ON = "tests.support.ui.firefox"
"""Gives Firefox every option that it does not know."""


def commands() -> list[str]:
    """The modules that are run by themselves, as ``python -m`` names them."""
    found = []
    for path in sorted(path for folder in FOLDERS for path in (ROOT / folder).rglob("*.py")):
        source = path.read_text("utf-8")
        is_installed = "\nimport torch" not in source or find_spec("torch")  # of the extra `training`
        if is_installed and (path.stem == "__main__" or '\nif __name__ == "__main__":' in source):
            found.append(".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__main__"))
    return found


def run(module: str, monkeypatch: pytest.MonkeyPatch, *arguments: str) -> int | str | None:
    """Run the module in this process as ``python -m`` does; its exit code."""
    monkeypatch.setattr("sys.argv", [module, *arguments])
    with pytest.raises(SystemExit) as ended:
        runpy.run_module(module, run_name="__main__", alter_sys=True)
    return ended.value.code


@pytest.mark.filterwarnings("ignore:.*found in sys.modules:RuntimeWarning")
@pytest.mark.parametrize("module", commands())
def test_a_command_prints_help_and_refuses_an_unknown_option(
    module: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """``--help`` prints how it is used, and an unknown option is an error; nothing else runs, nothing is written."""
    monkeypatch.chdir(tmp_path)
    assert run(module, monkeypatch, "--help") == 0
    shown = capsys.readouterr().out
    assert "usage: " in shown.lower()
    assert "--help" in shown
    assert module.startswith("companion") or purpose(module) in " ".join(shown.split())
    if module != PASSES_ON:
        assert run(module, monkeypatch, "--unknown") == 2
        refused = capsys.readouterr()
        assert "usage: " in refused.err.lower()
        assert refused.out == ""
    assert list(tmp_path.iterdir()) == []


def test_every_command_is_found() -> None:
    """The list has modules of every folder that has any, also those that once began to work when asked for help."""
    found = commands()
    assert {name.split(".")[0] for name in found} == {"companion", "training", "bench", "page", "tests"}
    assert {"training.scenes.textures", "page.icons", "tests.support.playthrough", "tests.support.rendered_dice"} <= {
        *found
    }


def purpose(module: str) -> str:
    """The first line of the module's docstring."""
    folder = ROOT.joinpath(*module.split("."))
    path = folder / "__main__.py" if folder.is_dir() else folder.with_suffix(".py")
    return (ast.get_docstring(ast.parse(path.read_text("utf-8"))) or "").splitlines()[0]


@pytest.mark.parametrize(
    ("module", "arguments", "offered"),
    [
        ("bench", ["fold", "scann"], ["'scan'", "'reader'"]),
        ("bench", ["--short", "fold", "photos"], ["photos", "fold, "]),
        ("bench.mutants", ["four_soul"], ["four_souls", "darkmoor"]),
        ("bench.ledger", ["tokyo"], ["'king_of_tokyo'"]),
        ("bench.screens", ["tokyo"], ["'king_of_tokyo'"]),
    ],
)
def test_an_unknown_name_is_refused_with_the_names_that_there_are(
    module: str,
    arguments: list[str],
    offered: list[str],
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """A misspelt game, measurement or scene starts nothing; the error lists what can be written."""
    assert run(module, monkeypatch, *arguments) == 2
    refused = capsys.readouterr()
    assert all(name in refused.err for name in offered), refused.err
    assert refused.out == ""
