"""Python packages of the page: pure ones from this environment, compiled ones as wheels for the browser.

Both have the versions of ``constraints.txt``. NumPy and OpenCV are not among them: they belong to the reader.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
import tempfile
import tomllib
import zipfile
from collections.abc import Iterator
from importlib.metadata import Distribution, distribution
from pathlib import Path

from packaging.markers import default_environment
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).parents[1]
UNREAD = (
    "*.dist-info/RECORD", "**/*.pyi", "**/py.typed", "pydantic/v1/**/*.py", "pydantic/mypy.py", "flet/testing/**/*.py",
    "lark/tools/*",
)  # fmt: skip
"""Files of packages that no page reads."""
PLATFORM, PYTHON_VERSION = "pyemscripten_2026_0_wasm32", "3.14"
"""Platform tag (PEP 783) and Python of flet-web's Pyodide."""
UNUSED_LIBRARY = (
    "_pyio.*", "_pydatetime.*", "_pyrepl/*", "bdb.*", "curses/*", "dbm/*", "doctest.*", "ensurepip/*", "ftplib.*",
    "idlelib/*", "imaplib.*", "lib2to3/*", "mailbox.*", "pdb.*", "poplib.*", "pydoc.*", "pydoc_data/*", "smtplib.*",
    "tkinter/*", "turtle.*", "turtledemo/*", "venv/*", "wsgiref/*", "xmlrpc/*", "encodings/mac_*",
    "encodings/cp[78][2-9]*", "encodings/[bejks]*", "encodings/p[at]*", "encodings/gb*", "encodings/h[pz]*",
    "encodings/iso*", "encodings/cp[0235689]*", "encodings/cp1[01]*", "encodings/cp125[013-8]*", "encodings/cp424.*",
    "encodings/tis_620.*", "__[hp]*hello__*", "antigravity.*", "cProfile.*", "compileall.*", "filecmp.*",
    "fileinput.*", "modulefinder.*", "optparse.*", "pickletools.*", "profile.*", "pstats.*", "pyclbr.*", "sched.*",
    "shelve.*", "symtable.*", "tabnanny.*", "this.*", "trace.*", "zipapp.*", "cmd.*", "code.*",
    "configparser.*", "http/cookie*", "http/server.*", "multiprocessing/*", "netrc.*", "plistlib.*", "pty.*",
    "py_compile.*", "rlcompleter.*", "socketserver.*", "timeit.*", "tty.*", "unittest/*", "xml/dom/*",
)  # fmt: skip
"""Modules of Python that no program in a browser uses: other ways to talk, to write, to debug and to be installed."""
LEFT_OUT = {"numpy", "opencv-python", "babel", "click"}
"""What only the reader needs, what the build does instead (it compiles the catalogue), and the command line."""


def install_packages(folder: Path) -> None:
    """Copy or download every package that the app needs in a browser into the folder."""
    folder.mkdir(parents=True, exist_ok=True)
    compiled = []
    for found in sorted(needed_distributions(), key=lambda one: one.name):
        if _is_pure(found):
            _copy_distribution(found, folder)
        else:
            compiled.append(f"{found.name}=={found.version}")
    _download_wheels(compiled, folder)
    _prune(folder)


def needed_distributions() -> list[Distribution]:
    """Return the installed distributions that ``pyproject.toml`` asks for in a browser, with all that they need."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    waiting, found = list(_requirements(project["dependencies"])), dict[str, Distribution]()
    while waiting:
        name = canonicalize_name(waiting.pop().name)
        if name not in found and name not in LEFT_OUT:
            found[name] = distribution(name)
            waiting += _requirements(found[name].requires or [])
    return list(found.values())


def _requirements(lines: list[str]) -> Iterator[Requirement]:
    """Yield the requirements that hold in a browser, without any extra."""
    there = {**default_environment(), "sys_platform": "emscripten", "platform_system": "Emscripten", "extra": ""}
    there |= {"python_version": PYTHON_VERSION, "python_full_version": f"{PYTHON_VERSION}.0"}
    for line in lines:
        one = Requirement(line)
        if one.marker is None or one.marker.evaluate(there):
            yield one


def _is_pure(found: Distribution) -> bool:
    return "Root-Is-Purelib: true" in (found.read_text("WHEEL") or "")


def _copy_distribution(found: Distribution, folder: Path) -> None:
    """Copy the files of an installed distribution, but not its commands and its compiled modules."""
    for file in found.files or ():
        if ".." in file.parts or file.suffix == ".pyc":
            continue
        there = folder / file
        there.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(str(file.locate()), there)


def _download_wheels(names: list[str], folder: Path) -> None:
    with tempfile.TemporaryDirectory() as name:
        asked = ("--platform", PLATFORM, "--python-version", PYTHON_VERSION, "--only-binary", ":all:", "--no-deps")
        subprocess.run([sys.executable, "-m", "pip", "-qq", "download", "-d", name, *asked, *names], check=True)
        for wheel in Path(name).glob("*.whl"):
            with zipfile.ZipFile(wheel) as archive:
                archive.extractall(folder)


def _prune(folder: Path) -> None:
    """Delete what no page reads: lists of files, stubs, a package's second version and its description."""
    for pattern in UNREAD:
        for file in folder.glob(pattern):
            file.unlink()
    for file in folder.glob("*.dist-info/METADATA"):
        file.write_text(file.read_text("utf-8").partition("\n\n")[0] + "\n", "utf-8")
