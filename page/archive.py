"""Archives of the page: the same files give the same bytes, so that a version fetches only what has changed."""

from __future__ import annotations

import gzip
import tarfile
from pathlib import Path


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
