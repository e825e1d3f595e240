"""``sobremesa launcher``: a file that starts the table by a double click."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from shlex import join, quote

import click
import platformdirs

import companion
from rules.engine import Text

from . import spoken
from .errors import given_options, say
from .paths import OutsidePath, absolute_path, cause_of, write_new

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


@spoken.command(
    says=(
        Text("Lay a file on the desktop that starts Sobremesa."),
        Text("A double click on it starts Sobremesa with the options that stand before “launcher”, such as --data."),
        Text("With FOLDER the file lies there instead."),
    )
)
@spoken.argument("folder", type=OutsidePath(), required=False, shown=Text("[FOLDER]"))
@click.pass_context
def launcher(ctx: click.Context, folder: Path | None) -> None:
    """Lay a file on the desktop, or in the folder, that starts Sobremesa by a double click."""
    made = launcher_for(sys.platform, sys.executable, kept_arguments(ctx))
    for place in (folder,) if folder else _usual_places():
        file = place / made.name
        try:
            if place != folder:
                place.mkdir(parents=True, exist_ok=True)
            if file.exists() and SIGN not in file.read_text("utf-8", "replace"):
                raise click.ClickException(say(Text("{file} is there already, and not ours.", file=str(file))))
            file.unlink(missing_ok=True)  # a link of that name would lead elsewhere
            write_new(file, made.text.encode())
            file.chmod(0o700)  # an address of a database may hold a password
        except OSError as error:
            raise click.ClickException(say(cause_of(error, file, is_new=True))) from error
        click.echo(say(Text("A double click on {file} starts Sobremesa.", file=str(file))))


def _usual_places() -> Iterator[Path]:
    yield Path(platformdirs.user_desktop_dir())
    if sys.platform.startswith("linux"):  # the menu of programs, which asks for no permission
        yield Path(platformdirs.user_data_dir()) / "applications"


def kept_arguments(ctx: click.Context) -> list[str]:
    """Return the options that were typed before the command, with absolute paths.

    A data folder that only the environment names is among them: whoever clicks has another environment.
    """
    words = []
    given = ctx.find_root().params
    for parameter in given_options(ctx):
        value = given[parameter.name or ""]
        words += [parameter.opts[0]] if value is True else [parameter.opts[0], str(value)]
    folder = os.environ.get("SOBREMESA_DATA")
    return words if given["data"] or not folder else ["--data", str(absolute_path(folder)), *words]


def launcher_for(platform: str, python: str, arguments: Sequence[str] = ()) -> Launcher:
    """Return the launcher for a platform, the path of its Python and the arguments of Sobremesa.

    ``platform`` is a value of ``sys.platform``. The launcher's window shows the address for phones, and ends the table
    when it is closed.
    """
    if platform == "win32":
        line = " ".join([_batch_word(python), SIGN, *map(_batch_word, arguments)])
        return Launcher("Sobremesa.bat", f"@echo off\r\n{line}\r\nif errorlevel 1 pause\r\n")
    if platform == "darwin":
        return Launcher(
            "Sobremesa.command", f"#!/bin/sh\nexec {quote(python)} {SIGN} {join(arguments)}".rstrip() + "\n"
        )
    entry = {
        "Type": "Application",
        "Name": "Sobremesa",
        "Comment": "A companion for games at a real table",
        "Comment[es]": "Un compañero para juegos en una mesa de verdad",
        "Exec": " ".join([_entry_word(python), SIGN, *map(_entry_word, arguments)]).replace("\\", "\\\\"),
        "Icon": str(ICON),
        "Terminal": "true",
        "Categories": "Game;",
    }
    lines = ["[Desktop Entry]", *(f"{key}={value}" for key, value in entry.items())]
    return Launcher("sobremesa.desktop", "\n".join(lines) + "\n")


def _batch_word(word: str) -> str:
    """Return one word of a batch file: in quotes, where only a percent sign means something."""
    return '"' + word.replace("%", "%%") + '"'


def _entry_word(word: str) -> str:
    """Return one quoted word of a desktop entry, before the escapes of its value."""
    return '"' + word.translate(ESCAPED).replace("%", "%%") + '"'
