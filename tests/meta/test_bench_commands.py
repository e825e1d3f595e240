"""Every command of the bench explains itself and refuses what it does not know, without starting."""

import ast
import runpy
from importlib.util import find_spec

import pytest

from tests.support.paths import ROOT


def commands() -> list[str]:
    """The modules of the bench that are run by themselves, as ``python -m`` names them."""
    found = []
    for path in sorted((ROOT / "bench").rglob("*.py")):
        source = path.read_text("utf-8")
        is_installed = "import torch" not in source or find_spec("torch")  # of the extra `training`
        if 'if __name__ == "__main__":' in source and is_installed:
            found.append(".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__main__"))
    return found


def run(module: str, monkeypatch: pytest.MonkeyPatch, *arguments: str) -> int | str | None:
    """Run the module in this process as ``python -m`` does; its exit code."""
    monkeypatch.setattr("sys.argv", [module, *arguments])
    with pytest.raises(SystemExit) as ended:
        runpy.run_module(module, run_name="__main__", alter_sys=True)
    return ended.value.code


@pytest.mark.landing
@pytest.mark.filterwarnings("ignore:.*found in sys.modules:RuntimeWarning")
@pytest.mark.parametrize("module", commands())
def test_a_command_prints_help_and_refuses_an_unknown_option(
    module: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """``--help`` prints the purpose of the module, and an unknown option is named in an error; nothing else runs."""
    assert run(module, monkeypatch, "--help") == 0
    shown = capsys.readouterr().out
    assert "--help" in shown
    assert purpose(module) in " ".join(shown.split())
    assert run(module, monkeypatch, "--unknown") == 2
    refused = capsys.readouterr()
    assert "No such option '--unknown'" in refused.err
    assert refused.out == ""


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
