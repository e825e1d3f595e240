"""The installer: it says which Python it needs, shows what it does, and installs once."""

from __future__ import annotations

import ast
import sys
from pathlib import Path

import pytest

import install
from tests.support.paths import ROOT


@pytest.fixture(autouse=True)
def spanish(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LC_ALL", "es_ES.UTF-8")


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of Sobremesa that is not installed."""
    for name in ("pyproject.toml", "constraints.txt"):
        (tmp_path / name).write_bytes((ROOT / name).read_bytes())
    monkeypatch.setattr(install, "ROOT", tmp_path)
    monkeypatch.setattr(install, "ENVIRONMENT", tmp_path / ".venv")
    monkeypatch.setattr(install, "STAMP", tmp_path / ".venv" / "installed")
    monkeypatch.setattr(install, "LOG", tmp_path / ".venv" / "install.log")
    return tmp_path


def test_an_older_python_is_told_in_one_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    """Python 3.10 reads which one is needed, in the language of the system, instead of errors of packages."""
    with pytest.raises(SystemExit) as told:
        install.check_python((3, 10, 13))
    assert str(told.value).startswith("Sobremesa necesita Python 3.11 o más nuevo y este es 3.10.13.")
    monkeypatch.setenv("LC_ALL", "en_GB.UTF-8")
    with pytest.raises(SystemExit, match=r"needs Python 3\.11 or newer, and this is 3\.10\.13"):
        install.check_python((3, 10, 13))
    install.check_python((3, 11, 0))


def test_old_pythons_can_read_the_installer() -> None:
    """The file has nothing that Python 3.6 does not parse or define."""
    tree = ast.parse((ROOT / "install.py").read_text("utf-8"), feature_version=(3, 6))
    functions = [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)]
    assert functions
    assert not [node for node in functions if node.returns or any(one.annotation for one in node.args.args)]
    assert not [node for node in ast.walk(tree) if isinstance(node, ast.ImportFrom) and node.module == "__future__"]


def test_the_python_that_is_needed_is_the_packages() -> None:
    """The installer and the package agree."""
    assert f'requires-python = ">={".".join(map(str, install.NEEDED))}"' in (ROOT / "pyproject.toml").read_text()


def test_a_python_without_its_installer_is_told_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    """Debian's Python comes without venv."""
    monkeypatch.setattr(install.importlib.util, "find_spec", lambda name: None)
    with pytest.raises(SystemExit, match=r"sudo apt install python3\.12-venv"):
        install.check_python((3, 12, 1))


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("Collecting flet-web==1.0.5 (from sobremesa==1.0.0)\n", "trayendo flet-web"),
        ("  Downloading flet_web-1.0.5-py3-none-any.whl (27.3 MB)\n", "trayendo flet_web 27.3 MB"),
        ("  Downloading numpy-2.4.6-cp311.whl.metadata (62 kB)\n", "trayendo numpy"),
        ("Processing /srv/opencv_python-5.0.0.93-cp37-abi3.whl (from x)\n", "trayendo opencv_python"),
        ("Installing collected packages: ifaddr, websockets, six\n", "colocando paquetes: 3"),
        ("WARNING: something else\n", ""),
    ],
)
def test_what_pip_does_is_told(line: str, says: str) -> None:
    """Each line about a package is told shortly."""
    assert install.activity(line) == says


def test_what_is_installed_is_not_installed_again(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A second run runs no command; other packages, or a folder that was moved, are a reason for one."""
    ran: list[tuple[object, ...]] = []
    monkeypatch.setattr(sys, "argv", ["install.py"])
    monkeypatch.setattr(install, "run", lambda progress, *command: ran.append(command))
    install.ENVIRONMENT.mkdir()
    install.main()
    assert [command[2] for command in ran] == ["venv", "pip"]
    install.main()
    assert len(ran) == 2
    (folder / "constraints.txt").write_text("flet==1.0.6\n")
    install.main()
    assert len(ran) == 4
    monkeypatch.setattr(install, "ROOT", folder / "..")
    (folder.parent / "pyproject.toml").write_bytes((folder / "pyproject.toml").read_bytes())
    (folder.parent / "constraints.txt").write_bytes((folder / "constraints.txt").read_bytes())
    assert not install.is_installed()


def test_a_command_that_fails_leaves_its_report(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The errors are shown, everything is in a file, and the next run tries again."""
    says = "print('Collecting flet'); print('ERROR: no such host'); raise SystemExit(1)"
    with pytest.raises(SystemExit, match="No se ha instalado nada"):
        install.run(install.Progress(), sys.executable, "-c", says)
    said = capsys.readouterr()
    assert said.out == "trayendo flet\n"
    assert said.err == "ERROR: no such host\n\n"
    assert install.LOG.read_text() == "Collecting flet\nERROR: no such host\n"
    assert not install.is_installed()


def test_on_a_terminal_something_moves(folder: Path, monkeypatch: pytest.MonkeyPatch, capsys) -> None:
    """While a command says nothing, the line turns and counts the seconds."""
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True)
    install.run(install.Progress(), sys.executable, "-c", "import time; time.sleep(1.1)")
    shown = {line.strip() for line in capsys.readouterr().out.split("\r")}
    assert len({line[:1] for line in shown}) >= 3
    assert any("1 s" in line for line in shown)


def test_help_installs_nothing(folder: Path, monkeypatch: pytest.MonkeyPatch, capsys) -> None:
    """``--help`` says what the file does; any other word is refused."""
    for words, code in ((["--help"], 0), (["--gone"], 2)):
        monkeypatch.setattr(sys, "argv", ["install.py", *words])
        with pytest.raises(SystemExit) as ended:
            install.main()
        assert ended.value.code == code
        assert "Install Sobremesa into the folder .venv" in capsys.readouterr().out
    assert not install.ENVIRONMENT.exists()
