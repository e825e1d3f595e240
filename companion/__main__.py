"""Command line: ``sobremesa`` runs the server, ``sobremesa scan`` reads dice from pictures."""

from __future__ import annotations

import ctypes
import importlib
import locale
import os
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from companion.words import LANGUAGES, translator
from rules.engine import Text

from .doctor import NO_LIBRARY, NO_STORAGE, PORT_TAKEN, Unwell, missing_library

if TYPE_CHECKING:
    from socket import socket

    from .door import Door
    from .library import Library
    from .seal import Seal
    from .tray import Tray

LATER = {
    "cards": "companion.cards",
    "games": "companion.games",
    "scan": "companion.scan",
    "situation": "companion.situate",
}
"""Commands whose modules are imported on demand, because OpenCV is slow to import."""


class Commands(click.Group):
    """Command group with lazily imported commands (``LAZY_COMMANDS``)."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the names of all commands."""
        return sorted([*super().list_commands(ctx), *LATER])

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Return a command and import its module if needed."""
        if cmd_name not in LATER:
            return super().get_command(ctx, cmd_name)
        with libraries(ctx.params.get("lang") or spoken()):
            command = getattr(importlib.import_module(LATER[cmd_name]), cmd_name)
        return command if isinstance(command, click.Command) else None


@click.group(cls=Commands, invoke_without_command=True)
@click.option("--port", type=click.IntRange(1, 65535), help="Listen on this port and no other.")
@click.option("--no-browser", is_flag=True, help="Do not open a browser.")
@click.option("--data", type=click.Path(path_type=Path), help="Keep the games in this folder.")
@click.option("--lang", type=click.Choice(sorted(LANGUAGES)), help="The table's language.")
@click.option("--lan", is_flag=True, help="Let the phones of this network in, with an invitation.")
@click.option("--tls", is_flag=True, help="Like --lan, over https: phones learn once to trust this table.")
@click.option(
    "--new-invitation", is_flag=True, help="With --lan or --tls: renew all invitations; the old ones open nothing."
)
@click.option("--camera", metavar="SOURCE", help="Read thrown dice untouched: 0, a video file, a stream's address.")
@click.version_option(package_name="sobremesa")
@click.pass_context
def main(
    ctx: click.Context,
    port: int | None,
    no_browser: bool,
    data: Path | None,
    lang: str | None,
    lan: bool,
    tls: bool,
    new_invitation: bool,
    camera: str | None,
) -> None:
    """Serve the table to this computer's browser, and with --lan or --tls to the phones of the room."""
    if new_invitation and not (lan or tls):
        raise click.UsageError("--new-invitation goes with --lan or --tls")
    if ctx.invoked_subcommand is None:
        run(port, not no_browser, data, lang, lan or tls, new_invitation, tls, camera)


def run(
    port: int | None,
    browser: bool,
    data: Path | None,
    lang: str | None,
    lan: bool = False,
    renew: bool = False,
    tls: bool = False,
    camera: str | None = None,
) -> None:
    """Serve until interrupted, or exit with a sentence that says why not."""
    from .copies import daily
    from .guests import Guests
    from .library import Library
    from .rescue import opened
    from .storage import StorageTrouble

    language = lang or spoken()
    try:
        storage = opened(data)
        if renew:
            Guests(storage).house(renew)
        seal = _seal(storage.path.parent) if tls else None
        language = lang or storage.setting("language", language)
        if lang:
            storage.set("language", lang)
    except StorageTrouble as trouble:
        raise Unwell(trouble.reason, NO_STORAGE, language) from trouble
    with libraries(language):
        from rules.registry import GAMES

        from .screen import build
    library = Library(storage, GAMES)
    tray = _tray(library, camera, language) if camera else None
    try:
        with daily(storage.path):
            _serve(build(library), library, port, browser, language, lan, seal)
    finally:
        if tray is not None:
            tray.stop()
        _saved(library, language)
        storage.close()


def _saved(library: Library, language: str) -> None:
    """Save what the disk did not take before, or print which games will be lost."""
    words = translator(language)
    for table in library.unsaved:
        with suppress(Exception):
            table.save()
        if table.unsaved is not None:
            who = ", ".join(table.match.seats)
            lost = Text(
                "The game of {players} was not saved to its end. {cause}", players=who, cause=table.unsaved.cause
            )
            click.echo(words(lost), err=True)


def _tray(library: Library, source: str, language: str) -> Tray:
    """Start to watch the host's camera; errors of the camera are printed."""
    from .camera import Camera
    from .tray import Tray

    words = translator(language)
    tray = library.tray = Tray(library)

    def told(trouble: Text | None) -> None:
        tray.told(trouble)
        click.echo(words(trouble or Text("The camera sees: throw the dice under it.")), err=trouble is not None)

    tray.watch(Camera(source, told))
    return tray


def _seal(folder: Path) -> Seal:
    from .seal import Seal  # cryptography is needed with --tls only

    return Seal(folder)


def _serve(
    show: Any,
    library: Library,
    port: int | None,
    browser: bool,
    language: str,
    lan: bool,
    seal: Seal | None = None,
) -> None:
    """Serve until interrupted.

    ``lan`` allows other devices, a ``certificate_authority`` enables https.
    """
    from . import serve

    words = translator(language)
    sock, *more = _listening(port, lan, language)
    url = serve.address(sock)
    click.echo(words(Text("Sobremesa is at {url} – end it with Ctrl+C", url=url)))
    sealed: serve.Sockets = ()
    if lan:
        plain = _port(sock)
        sealed = serve.beside(plain) if seal else ()
        library.door = _door(library, plain, sealed, language, seal.fingerprint if seal else "")

    def opened(worked: bool) -> None:
        if not worked:
            click.echo(words(Text("No browser could be opened: open {url} yourself.", url=url)), err=True)

    serve.serve(
        show,
        sock,
        opened if browser else None,
        *more,
        door=library.door,
        language=lambda: _chosen(library),
        seal=seal,
        sealed=sealed,
    )


def _listening(port: int | None, lan: bool, language: str) -> Sequence[socket]:
    """Open the sockets, this computer's first; raise ``CliError`` if that fails."""
    from . import serve

    try:
        return serve.open_to_all(port) if lan else (serve.listening(port),)
    except serve.PortTaken as taken:
        reason = Text("Port {port} is in use: is Sobremesa already open? Choose another with --port.", port=port or 0)
        if isinstance(taken.__cause__, PermissionError):
            reason = Text(
                "This system does not let you use port {port}. Choose one above 1023 with --port.", port=port or 0
            )
        raise Unwell(reason, PORT_TAKEN, language) from taken


def _chosen(library: Library) -> str:
    """Return the language chosen by the host; empty if it cannot be read."""
    from .storage import StorageTrouble

    with suppress(StorageTrouble):  # a heartbeat is no place to report this
        return library.setting("language")
    return ""


def _door(library: Library, plain: int, sealed: Sequence[socket], language: str, fingerprint: str) -> Door:
    """Create the LAN access and print its invitation, and hints if no device comes."""
    from .door import Door
    from .invite import alone, written

    door = Door(library.guests, _port(sealed[0]), plain) if sealed else Door(library.guests, plain)
    click.echo("\n".join(written(door, language, fingerprint)))
    door.subscribe(lambda: click.echo("\n".join(alone(door, language)), nl=door.lonely))
    door.wait()
    return door


def _port(sock: socket) -> int:
    return int(sock.getsockname()[1])


@contextmanager
def libraries(language: str) -> Iterator[None]:
    """Raise ``CliError`` that names the system package if an import needs a missing library."""
    try:
        yield
    except ImportError as error:
        reason = missing_library(error)
        if reason is None:
            raise
        raise Unwell(reason, NO_LIBRARY, language) from error


def spoken() -> str:
    """Return the system's language if it is supported, else English."""
    said = next((os.environ[name] for name in ("LC_ALL", "LC_MESSAGES", "LANG") if os.environ.get(name)), "")
    if sys.platform == "win32" and not said:
        said = locale.windows_locale.get(ctypes.windll.kernel32.GetUserDefaultUILanguage(), "")
    return said[:2] if said[:2] in LANGUAGES else "en"


if __name__ == "__main__":
    main(prog_name="sobremesa")
