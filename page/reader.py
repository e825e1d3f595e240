"""The page's reader: Pyodide with NumPy and OpenCV, onnxruntime-web, and the modules that read.

It is a second Python beside the app's, so that reading never blocks a tap.
"""

from __future__ import annotations

import hashlib
import json
import shutil
import subprocess
import tarfile
import tempfile
import tomllib
import urllib.request
from pathlib import Path
from typing import Any, Literal

from .archive import pack, thin_zip
from .docstrings import strip_docstrings
from .packages import ROOT, UNUSED_LIBRARY

LOCK: dict[str, Any] = tomllib.loads((Path(__file__).parent / "lock.toml").read_text("utf-8"))
WheelSource = Literal["distribution", "registry"]
"""Where the wheels come from: Pyodide's distribution, or the npm package that only tests may use."""
MODULES = (
    "companion/__init__.py", "companion/decoding/__init__.py", "companion/decoding/page_reader.py",
    "companion/decoding/tasks.py", "companion/dice/__init__.py", "companion/dice/capture.py",
    "companion/dice/frame_analysis.py", "companion/dice/frames.py", "companion/dice/pictures.py",
    "companion/dice/reader_spec.py", "companion/dice/readers.py", "companion/dice/roll.py", "rules/__init__.py",
)  # fmt: skip
"""Modules of the app that read pictures; they need neither Flet nor pydantic."""
FOLDERS = ("vision", "rules/engine")
CODE = "reader.tar.gz"
UNREAD = (
    "cv2/data/*.xml", "cv2/LICENSE*", "*.pyi", "*.pxd", "*.a", "*/include/*", "*/tests/*", "numpy/f2py/*",
    "numpy/fft/*", "numpy/polynomial/*", "numpy/testing/*", "numpy/random/*", "numpy/linalg/lapack_lite*",
    "numpy/doc/*", "numpy/ma/README*", "numpy/conftest.py",
)  # fmt: skip
"""Files of the wheels that no reader needs."""
UNREAD_LIBRARY = (
    *UNUSED_LIBRARY, "argparse.*", "asyncio/proactor*", "asyncio/windows*", "calendar.*", "colorsys.*",
    "concurrent/futures/process.*", "csv.*", "ctypes/*", "difflib.*", "email/*", "getopt.*", "getpass.*",
    "gettext.*", "graphlib.*", "html/*", "http/*", "ipaddress.*", "locale.*", "logging/config.*", "logging/handlers.*",
    "mimetypes.*", "pprint.*", "quopri.*", "runpy.*", "shlex.*", "statistics.*", "stringprep.*", "tomllib/*",
    "tracemalloc.*", "urllib/*", "uuid.*", "wave.*", "webbrowser.*", "xml/*", "zoneinfo/*", "_markupbase.*",
    "_strptime.*", "_android_support.*", "_apple_support.*", "_ios_support.*",
)  # fmt: skip
"""Modules of Python that no reader needs."""


class LockError(Exception):
    """A file is not the one that the lock names."""


def lay_reader(folder: Path, wheels: WheelSource) -> None:
    """Lay the reader's files into the folder, with the list of what it loads.

    Raises ``LockError`` for a file with another SHA-256, ``OSError`` and ``subprocess.CalledProcessError`` where a
    source is not reached.
    """
    folder.mkdir(parents=True)
    pyodide = LOCK["pyodide"]
    fetch_from_npm(pyodide, folder / "pyodide")
    fetch_from_npm(LOCK["onnxruntime"], folder / "onnxruntime")
    thin_zip(folder / "pyodide" / "python_stdlib.zip", UNREAD_LIBRARY, with_docstrings=False)
    names = _lay_wheels(folder, wheels)
    for name in names:
        thin_zip(folder / name, UNREAD)  # NumPy reads its own docstrings
    _pack_code(folder / CODE)
    lists = {
        "core": [f"pyodide/{name}" for name in pyodide["files"]],
        "nets": [f"onnxruntime/{Path(name).name}" for name in LOCK["onnxruntime"]["files"]],
        "parts": [*names, CODE],
    }
    loaded = {kind: [[name, (folder / name).stat().st_size] for name in each] for kind, each in lists.items()}
    (folder / "parts.json").write_text(json.dumps(loaded))


def _lay_wheels(folder: Path, source: WheelSource) -> list[str]:
    if source == "registry":
        fetch_from_npm(LOCK["registry"], folder)
    else:
        for name, sha256 in LOCK["distribution"]["wheels"].items():
            with urllib.request.urlopen(LOCK["distribution"]["url"] + name) as response:
                (folder / name).write_bytes(_checked(response.read(), sha256, name))
    return sorted(path.name for path in folder.glob("*.whl"))


def fetch_from_npm(entry: dict[str, Any], folder: Path) -> None:
    """Fetch a package of the npm registry and lay the files that the lock names into the folder."""
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as name:
        npm = ["npm", "pack", "--silent", "--pack-destination", name, entry["npm"]]
        subprocess.run(npm, cwd=name, check=True, stdout=subprocess.DEVNULL)
        (packed,) = Path(name).glob("*.tgz")
        _checked(packed.read_bytes(), entry["sha256"], entry["npm"])
        with tarfile.open(packed) as archive:
            archive.extractall(name, filter="data")
        for file in entry["files"]:
            shutil.copyfile(Path(name, "package", file), folder / Path(file).name)


def _checked(data: bytes, sha256: str, name: str) -> bytes:
    if hashlib.sha256(data).hexdigest() != sha256:
        raise LockError(f"{name} is not the file that the lock names")
    return data


def _pack_code(archive: Path) -> None:
    with tempfile.TemporaryDirectory() as name:
        lay_code(Path(name))
        strip_docstrings(Path(name))
        pack(Path(name), archive)


def lay_code(folder: Path) -> None:
    """Copy the modules that read pictures, and the nets."""
    unwanted = shutil.ignore_patterns("__pycache__", "README.md", "py.typed", "pyproject.toml")
    for one in FOLDERS:
        shutil.copytree(ROOT / one, folder / one, ignore=unwanted)
    for module in MODULES:
        (folder / module).parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(ROOT / module, folder / module)
