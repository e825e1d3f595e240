"""Paths that a user names, which are absolute from then on; ``~`` is the home folder."""

from __future__ import annotations

import os
from pathlib import Path
from typing import IO

import click

STANDARD_INPUT = "-"


def absolute_path(name: str | os.PathLike[str]) -> Path:
    """Return the absolute path of a name, whatever the working folder is later."""
    return Path(os.path.expanduser(name)).absolute()


class OutsidePath(click.Path):
    """Type of a parameter that is a path; one that is shown as it was typed ``stays_relative``."""

    def __init__(
        self, *, stays_relative: bool = False, exists: bool = False, is_file: bool = False, is_folder: bool = False
    ) -> None:
        super().__init__(
            exists=exists, file_okay=not is_folder, dir_okay=not is_file, writable=is_folder, path_type=Path
        )
        self._stays_relative = stays_relative

    def convert(
        self, value: str | os.PathLike[str], param: click.Parameter | None, ctx: click.Context | None
    ) -> str | bytes | os.PathLike[str]:
        """Return the path, which is absolute unless it stays relative."""
        path = Path(os.path.expanduser(value)) if self._stays_relative else absolute_path(value)
        return super().convert(path, param, ctx)


class InputFile(click.File):
    """Type of a parameter that is a file to read, or a hyphen for the standard input."""

    def __init__(self) -> None:
        super().__init__("rb")

    def convert(
        self, value: str | os.PathLike[str] | IO[bytes], param: click.Parameter | None, ctx: click.Context | None
    ) -> IO[bytes]:
        """Return the open file."""
        if isinstance(value, str | os.PathLike) and value != STANDARD_INPUT:
            value = absolute_path(value)
        return super().convert(value, param, ctx)


def camera_source(ctx: click.Context, param: click.Parameter, value: str | None) -> str | None:
    """Return the source of a camera: a number, an address, or the absolute path of a video."""
    return value if value is None or value.isdigit() or "://" in value else str(absolute_path(value))
