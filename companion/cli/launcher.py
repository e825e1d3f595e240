"""``sobremesa launcher``: a file that starts the table by a double click."""

from __future__ import annotations

import sys
from dataclasses import dataclass
from pathlib import Path
from shlex import quote

import click
import platformdirs

import companion
from rules.engine import Text

from .errors import translator_of
from .paths import OutsidePath

ICON = Path(companion.__file__).parent / "server" / "assets" / "icons" / "icon-512.png"
SIGN = "-m companion"
"""Part of every launcher: a file without it belongs to somebody else and is left alone."""
ESCAPED = str.maketrans({sign: f"\\{sign}" for sign in '\\"`$'})
"""Signs that a quoted word of a desktop entry escapes."""


@dataclass(frozen=True)
class Launcher:
    """A file that a double click starts: its name and its text."""

    name: str
    text: str


@click.command()
@click.argument("folder", type=OutsidePath(exists=True, is_folder=True), required=False)
@click.pass_context
def launcher(ctx: click.Context, folder: Path | None) -> None:
    """Lay a file on the desktop, or in FOLDER, that starts Sobremesa by a double click."""
    translate = translator_of(ctx)
    made = launcher_for(sys.platform, sys.executable)
    folders = [folder or Path(platformdirs.user_desktop_dir())]
    if sys.platform.startswith("linux") and folder is None:  # the menu of programs, which asks for no permission
        folders.append(Path(platformdirs.user_data_dir()) / "applications")
    for place in folders:
        file = place / made.name
        if file.exists() and SIGN not in file.read_text("utf-8", "replace"):
            raise click.ClickException(translate(Text("{file} is there already, and not ours.", file=str(file))))
        place.mkdir(parents=True, exist_ok=True)
        file.write_bytes(made.text.encode())
        file.chmod(0o755)
        click.echo(translate(Text("A double click on {file} starts Sobremesa.", file=str(file))))


def launcher_for(platform: str, python: str) -> Launcher:
    """Return the launcher for a platform and the path of its Python.

    ``platform`` is a value of ``sys.platform``. The launcher's window shows the address for phones, and ends the table
    when it is closed.
    """
    if platform == "win32":
        program = python.replace("%", "%%")
        return Launcher("Sobremesa.bat", f'@echo off\r\n"{program}" {SIGN}\r\nif errorlevel 1 pause\r\n')
    if platform == "darwin":
        return Launcher("Sobremesa.command", f"#!/bin/sh\nexec {quote(python)} {SIGN}\n")
    entry = {
        "Type": "Application",
        "Name": "Sobremesa",
        "Comment": "A companion for games at a real table",
        "Comment[es]": "Un compañero para juegos en una mesa de verdad",
        "Exec": f'"{python.translate(ESCAPED).replace("%", "%%")}" {SIGN}'.replace("\\", "\\\\"),
        "Icon": str(ICON),
        "Terminal": "true",
        "Categories": "Game;",
    }
    lines = ["[Desktop Entry]", *(f"{key}={value}" for key, value in entry.items())]
    return Launcher("sobremesa.desktop", "\n".join(lines) + "\n")
