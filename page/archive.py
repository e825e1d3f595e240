"""Archives of the page: the same files give the same bytes, so that a version fetches only what has changed."""

from __future__ import annotations

import gzip
import shutil
import tarfile
import zipfile
from collections.abc import Sequence
from pathlib import Path

TIME = (1980, 1, 1, 0, 0, 0)
"""Time of every file in a ZIP, the earliest that it can hold."""


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


def move_into_zip(roots: Sequence[Path], archive: Path) -> None:
    """Move packages and modules into a ZIP from which Python imports; its folder is that of the roots' parents."""
    with zipfile.ZipFile(archive, "w", zipfile.ZIP_DEFLATED) as packed:
        for root in sorted(roots):
            for path in sorted(root.rglob("*")) if root.is_dir() else [root]:
                if path.is_file():
                    info = zipfile.ZipInfo(path.relative_to(root.parent).as_posix(), TIME)
                    info.compress_type = zipfile.ZIP_DEFLATED
                    packed.writestr(info, path.read_bytes())
            shutil.rmtree(root) if root.is_dir() else root.unlink()
