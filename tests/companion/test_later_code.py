"""Code that the page's home page does not need, found in an archive of its own."""

from __future__ import annotations

import subprocess
import sys
import zipfile
from pathlib import Path

import pytest
import zstandard

from tests.support.paths import ROOT

SCRIPT = """
import sys, types, zstandard
sys.modules.setdefault("compression", types.SimpleNamespace(zstd=zstandard))  # Python 3.14 has it, as the page does
sys.path.insert(0, {root!r})
from companion.base import later_code
later_code.LATER_CODE.install()
fetched = []

def fetch():
    fetched.append(1)
    with open("away.zip", "rb") as file:
        return file.read()

later_code._fetch_and_wait = fetch
import early
print(len(fetched))
{act}
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A package whose second module is in the archive, with another package, and the list of both."""
    (tmp_path / "early").mkdir()
    (tmp_path / "early" / "__init__.py").write_text("")
    (tmp_path / "early" / "one.py").write_text("NAME = 'one'")
    with zipfile.ZipFile(tmp_path / "away.zip", "w") as archive:
        archive.writestr("early/two.py", "from late.deep import NAME")
        archive.writestr("late/__init__.py", "")
        archive.writestr("late/deep.py", "NAME = 'deep'")
        archive.writestr("late/data.txt", "data")
    (tmp_path / "later.txt").write_text("early.two\nlate\nlate.deep")
    return tmp_path


def ran(folder: Path, act: str) -> list[str]:
    script = SCRIPT.format(root=str(ROOT), act=act)
    done = subprocess.run([sys.executable, "-c", script], cwd=folder, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return done.stdout.split()


def test_it_is_fetched_once_when_something_imports_it(folder: Path) -> None:
    """A module of a package that is there, one of another package, and a file of it; nothing before that."""
    act = "from early import one\nprint(len(fetched))\nfrom early.two import NAME\nprint(NAME, len(fetched))\n"
    act += "import pkgutil, late.deep\nprint(pkgutil.get_data('late', 'data.txt').decode(), len(fetched))"
    assert ran(folder, act) == ["0", "0", "deep", "1", "data", "1"]


def test_packages_list_all_their_modules_once_it_is_there(folder: Path) -> None:
    """What walks over a package, as the preloading does, finds the later modules too."""
    act = (
        "import pkgutil, early.two\nprint(*sorted(one.name for one in pkgutil.walk_packages(early.__path__, 'early.')))"
    )
    assert ran(folder, act) == ["0", "early.one", "early.two"]


def test_without_a_network_the_import_fails_and_is_tried_again(folder: Path) -> None:
    """It is an ``ImportError``, and the next import fetches it."""
    act = "def fail(): raise ImportError('away')\nlater_code._fetch_and_wait = fail\n"
    act += "try:\n    import late\nexcept ImportError as error:\n    print(error)\n"
    act += "later_code._fetch_and_wait = fetch\nimport late.deep\nprint(late.deep.NAME)"
    assert ran(folder, act) == ["0", "away", "deep"]


def test_a_name_that_is_nowhere_fetches_nothing(folder: Path) -> None:
    """Only the modules of the list are looked for there; without a list there is nothing to find."""
    act = "try:\n    import early.nothing\nexcept ModuleNotFoundError:\n    print(len(fetched))"
    assert ran(folder, act) == ["0", "0"]
    (folder / "later.txt").unlink()
    act = "try:\n    import late\nexcept ModuleNotFoundError:\n    print(len(fetched))"
    assert ran(folder, act) == ["0", "0"]


def test_what_python_imports_from_files_only_is_unpacked(folder: Path) -> None:
    """A package that is compiled for the machine is a folder of files as soon as the archive is there."""
    with zipfile.ZipFile(folder / "away.zip", "a") as archive:
        archive.writestr("unpack/machine/__init__.py", "from .code import NAME")
        archive.writestr("unpack/machine/code.py", "NAME = 'code'")
    (folder / "later.txt").write_text("early.two\nlate\nlate.deep\nmachine\nmachine.code")
    act = "sys.path.append('__pypackages__')\nimport machine\nprint(machine.NAME)"
    assert ran(folder, act) == ["0", "code"]
    assert (folder / "__pypackages__" / "machine" / "code.py").exists()


@pytest.mark.parametrize("is_unpacked", [False, True])
def test_it_is_packed_as_a_whole_unless_the_browser_has_unpacked_it(folder: Path, is_unpacked: bool) -> None:
    """A host that says of the file that it is packed makes the browser unpack it."""
    whole = (folder / "away.zip").read_bytes()
    (folder / "away.zip").write_bytes(whole if is_unpacked else zstandard.compress(whole))
    assert ran(folder, "from late.deep import NAME\nprint(NAME)") == ["0", "deep"]
