"""Code that the page's home page does not need, fetched after it.

Where something imports it before, it is fetched at once.
``page/build.py`` lays it into an archive of its own, with a list of its modules. Nowhere else is there any.
"""

from __future__ import annotations

import shutil
import sys
import zipfile
from collections.abc import Sequence
from importlib import invalidate_caches
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec, PathFinder
from io import BytesIO
from pathlib import Path
from types import ModuleType

ARCHIVE, PACKED, NAMES = Path("later.zip"), Path("later.zip.zst"), Path("later.txt")
"""The archive in the app's folder once it is there, packed as a whole beside the page, and its modules, one a line."""
ZSTANDARD = b"\x28\xb5\x2f\xfd"
"""How what is packed begins (RFC 8878, 3.1.1)."""
PACKAGES, TO_UNPACK = "__pypackages__", "unpack"
"""Flet's folder of packages, and the archive's folder of those that Python imports from files only."""


class LaterCode(MetaPathFinder):
    """Finds the modules of the archive, which it fetches when the first of them is imported."""

    def __init__(self) -> None:
        self._names: frozenset[str] = frozenset()

    def install(self) -> None:
        """Find modules from now on, if there is a list of them."""
        if NAMES.exists():
            self._names = frozenset(NAMES.read_text("utf-8").split())
            sys.meta_path.append(self)

    def find_spec(
        self, fullname: str, path: Sequence[str] | None = None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """Find a module in the archive.

        Raises ``ImportError`` without a network that would bring it.
        """
        if fullname not in self._names:
            return None
        if not ARCHIVE.exists():
            self._lay(_fetch_and_wait())
        there = [_folder_of(fullname.rpartition(".")[0])]
        return PathFinder.find_spec(fullname, there) or PathFinder.find_spec(fullname, path)

    async def fetch(self) -> None:
        """Fetch the archive without keeping a tap waiting.

        Raises ``OSError`` without a network.
        """
        if self._names and not ARCHIVE.exists():
            from js import fetch  # the browser's own
            from pyodide.ffi import JsException

            try:
                answer = await fetch(str(PACKED))
                data = (await answer.arrayBuffer()).to_bytes()
            except JsException as error:
                raise OSError(f"{PACKED} cannot be fetched") from error
            if not answer.ok:
                raise OSError(f"{PACKED} cannot be fetched: {answer.status}")
            if not ARCHIVE.exists():  # a tap was quicker
                self._lay(data)

    def _lay(self, data: bytes) -> None:
        """Write the archive, and let packages that are there find the rest of their modules.

        Some hosts say of a packed file that it is, and a browser unpacks it.
        """
        _unpack(data, ARCHIVE)
        with zipfile.ZipFile(ARCHIVE) as archive:
            for name in archive.namelist():
                if name.startswith(f"{TO_UNPACK}/"):
                    unpacked = Path(PACKAGES, *name.split("/")[1:])
                    unpacked.parent.mkdir(parents=True, exist_ok=True)
                    unpacked.write_bytes(archive.read(name))
        invalidate_caches()
        sys.path.append(_folder_of(""))
        for name in {parent for one in self._names if (parent := one.rpartition(".")[0]) in sys.modules}:
            sys.modules[name].__path__.append(_folder_of(name))


def _unpack(data: bytes, archive: Path) -> None:
    """Write the archive part by part.

    What Python has once taken of memory the browser never gets back.
    """
    if not data.startswith(ZSTANDARD):
        archive.write_bytes(data)
        return
    from compression import zstd  # the page's Python has it

    with zstd.open(BytesIO(data)) as packed, archive.open("wb") as file:
        shutil.copyfileobj(packed, file)


def _folder_of(package: str) -> str:
    return str(ARCHIVE.absolute().joinpath(*package.split(".")))


def _fetch_and_wait() -> bytes:
    """Fetch the archive while all else stands still: an import cannot wait otherwise."""
    from js import XMLHttpRequest  # the browser's own
    from pyodide.ffi import JsException

    request = XMLHttpRequest.new()
    request.open("GET", str(PACKED), False)
    request.responseType = "arraybuffer"
    try:
        request.send()
    except JsException as error:
        raise ImportError(f"{PACKED} cannot be fetched") from error
    if not 200 <= request.status < 300:
        raise ImportError(f"{PACKED} cannot be fetched: {request.status}")
    return bytes(request.response.to_py())


LATER_CODE = LaterCode()
"""The later code of this page; none where there is a server."""
