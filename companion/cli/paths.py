"""Paths that a user names, which are absolute from then on; ``~`` is the home folder."""

from __future__ import annotations

import errno
import os
import sys
from pathlib import Path
from typing import IO

import click

from companion.base.errors import DISK_FULL_TEXT
from rules.engine import Text

from .errors import say

STANDARD_INPUT = "-"
FILE, FOLDER = Text("FILE"), Text("FOLDER")


def absolute_path(name: str | os.PathLike[str]) -> Path:
    """Return the absolute path of a name, whatever the working folder is later."""
    return Path(os.path.expanduser(name)).absolute()


def cause_of(error: OSError, path: Path, *, is_new: bool = False) -> Text:
    """Return why a file was not read, or one that ``is_new`` not written, for whoever named it."""
    blocker = next((folder for folder in path.parents if os.path.exists(folder)), path.parent)
    match error:
        case _ if not os.path.isdir(blocker):
            return Text("{file} is a file, not a folder.", file=str(blocker))
        case FileExistsError():
            return Text("{file} is there already and was left as it is: choose another name.", file=str(path))
        case FileNotFoundError() if blocker != path.parent:
            return Text("There is no folder {folder}.", folder=str(path.parent))
        case FileNotFoundError() if is_new:
            return Text("{folder} takes no new file.", folder=str(path.parent))
        case FileNotFoundError():
            return Text("There is no file {file}.", file=str(path))
        case IsADirectoryError():
            return Text("{file} is a folder, not a file.", file=str(path))
        case PermissionError():
            return Text("This user has no right to {file}.", file=str(path))
    if error.errno == errno.ENAMETOOLONG:
        return Text("This name is too long: {name}", name=path.name)
    if error.errno in (errno.ENOSPC, errno.EDQUOT):
        return DISK_FULL_TEXT
    return Text("The system refuses {file}: {why}", file=str(path), why=error.strerror or str(error))


def write_new(path: Path, data: bytes) -> None:
    """Write a file that does not exist yet; of one that fails half-way nothing stays.

    Raises ``OSError``.
    """
    with path.open("xb") as out:
        try:
            out.write(data)
            out.flush()
        except OSError:
            path.unlink()
            raise


def write_told(path: Path, data: bytes) -> None:
    """Write a file that does not exist yet, or raise ``ClickException`` with a sentence."""
    try:
        write_new(path, data)
    except OSError as error:
        raise click.ClickException(say(cause_of(error, path, is_new=True))) from error


class OutsidePath(click.Path):
    """Type of a parameter that is a path; one that is shown as it was typed ``stays_relative``."""

    def __init__(self, *, stays_relative: bool = False) -> None:
        super().__init__(path_type=Path)
        self._stays_relative = stays_relative

    def convert(
        self, value: str | os.PathLike[str], param: click.Parameter | None, ctx: click.Context | None
    ) -> str | bytes | os.PathLike[str]:
        """Return the path, which is absolute unless it stays relative."""
        path = Path(os.path.expanduser(value)) if self._stays_relative else absolute_path(value)
        return super().convert(path, param, ctx)


class InputFile(click.ParamType[IO[bytes]]):
    """Type of a parameter that is a file to read, or a hyphen for the standard input."""

    name = "file"

    def convert(self, value: str | IO[bytes], param: click.Parameter | None, ctx: click.Context | None) -> IO[bytes]:
        """Return the open file, which is closed with the command."""
        if not isinstance(value, str):
            return value
        if value == STANDARD_INPUT:
            return sys.stdin.buffer
        path = absolute_path(value)
        try:
            file = path.open("rb")
        except OSError as error:
            self.fail(say(cause_of(error, path)), param, ctx)
        if ctx is not None:
            ctx.call_on_close(file.close)
        return file


def camera_source(ctx: click.Context, param: click.Parameter, value: str | None) -> str | None:
    """Return the source of a camera: a number, an address, or the absolute path of a video."""
    return value if value is None or value.isdigit() or "://" in value else str(absolute_path(value))
