"""Archives of the page: the same files give the same bytes, so that a version fetches only what has changed."""

from __future__ import annotations

import gzip
import tarfile
import zipfile
from collections.abc import Mapping, Sequence
from fnmatch import fnmatch
from pathlib import Path

import zstandard

from .docstrings import without_docstrings

TIME = (1980, 1, 1, 0, 0, 0)
"""Time of every file in a ZIP, the earliest that it can hold."""
ZSTANDARD_LEVEL = 22
"""The level that packs smallest; it takes some ten seconds."""


def pack(folder: Path, archive: Path) -> None:
    """Pack all files of a folder, without times and owners."""

    def plain(info: tarfile.TarInfo) -> tarfile.TarInfo:
        info.uid = info.gid = info.mtime = 0
        info.uname = info.gname = ""
        return info

    with (
        archive.open("wb") as file,
        gzip.GzipFile("", "wb", fileobj=file, mtime=0) as packed,
        tarfile.open(fileobj=packed, mode="w", format=tarfile.GNU_FORMAT) as tar,
    ):
        for path in sorted(folder.rglob("*")):
            if path.is_file():
                tar.add(path, path.relative_to(folder).as_posix(), filter=plain)


def gzip_file(path: Path, packed: Path) -> None:
    """Replace a file by a packed one."""
    packed.write_bytes(gzip.compress(path.read_bytes(), mtime=0))
    path.unlink()


def zstandard_file(path: Path, packed: Path) -> None:
    """Replace a file by one that is packed smaller than by gzip, and unpacked in half the time."""
    packed.write_bytes(zstandard.compress(path.read_bytes(), ZSTANDARD_LEVEL))
    path.unlink()


def thin_zip(archive: Path, unread: Sequence[str], *, with_docstrings: bool = True) -> None:
    """Take the files of these patterns out of a ZIP, and pack the others as well as it goes."""
    with zipfile.ZipFile(archive) as whole:
        files = {name: whole.read(name) for name in whole.namelist() if not name.endswith("/")}
    with zipfile.ZipFile(archive, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as thin:
        for name, data in sorted(files.items()):
            if not any(fnmatch(name, pattern) for pattern in unread):
                info = zipfile.ZipInfo(name, TIME)
                info.compress_type = zipfile.ZIP_DEFLATED
                thin.writestr(info, data if with_docstrings or not name.endswith(".py") else without_docstrings(data))


def pack_into_zip(files: Mapping[str, Path], archive: Path, method: int = zipfile.ZIP_DEFLATED) -> None:
    """Pack files into a ZIP from which Python imports, each under its name there."""
    with zipfile.ZipFile(archive, "w", method, compresslevel=9) as packed:
        for name, path in sorted(files.items()):
            info = zipfile.ZipInfo(name, TIME)
            info.compress_type = method
            packed.writestr(info, path.read_bytes())
