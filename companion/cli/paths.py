"""Paths that a user names: ``~`` is the home folder, and a relative one is absolute from then on."""

from __future__ import annotations

import os
from pathlib import Path
from typing import IO, Any

import click

STANDARD_INPUT = "-"


def absolute_path(name: str | os.PathLike[str]) -> Path:
    """Return the absolute path of a name, whatever the working folder is later."""
    return Path(os.path.expanduser(name)).absolute()


class OutsidePath(click.Path):
    """Type of a parameter that is a path; one that is shown as it was typed ``stays_relative``."""

    def __init__(self, *, stays_relative: bool = False, **checks: Any) -> None:
        super().__init__(path_type=Path, **checks)
        self._stays_relative = stays_relative

    def convert(self, value: str | os.PathLike[str], param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """Return the path, which is absolute unless it stays relative."""
        path = Path(os.path.expanduser(value)) if self._stays_relative else absolute_path(value)
        return super().convert(path, param, ctx)


class InputFile(click.File):
    """Type of a parameter that is a file to read, or a hyphen for the standard input."""

    def __init__(self) -> None:
        super().__init__("rb")

    def convert(
        self, value: str | os.PathLike[str] | IO[Any], param: click.Parameter | None, ctx: click.Context | None
    ) -> IO[Any]:
        """Return the open file."""
        if isinstance(value, str | os.PathLike) and value != STANDARD_INPUT:
            value = absolute_path(value)
        return super().convert(value, param, ctx)


def camera_source(ctx: click.Context, param: click.Parameter, value: str | None) -> str | None:
    """Return the source of a camera: a number, an address, or the absolute path of a video."""
    return value if value is None or value.isdigit() or "://" in value else str(absolute_path(value))
