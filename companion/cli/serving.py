"""Command line: ``sobremesa`` runs the server, ``sobremesa scan`` reads dice from pictures."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from companion.i18n import translator
from companion.server import sockets
from rules.engine import Text

from .errors import NO_STORAGE, PORT_TAKEN, Unwell

if TYPE_CHECKING:
    from socket import socket

    from companion.access.lan import Door
    from companion.library.library import Library
    from companion.server.tls import Seal
    from companion.tray.tray import Tray
from companion.i18n.system_language import spoken

from .errors import libraries


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
    from companion.access.guests import Guests
    from companion.library.library import Library
    from companion.storage.daily_copies import daily
    from companion.storage.matches import StorageTrouble
    from companion.storage.recovery import opened

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
        from companion.ui.app import build
        from rules.registry import GAMES
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
    from companion.tray.camera import Camera
    from companion.tray.tray import Tray

    words = translator(language)
    tray = library.tray = Tray(library)

    def told(trouble: Text | None) -> None:
        tray.told(trouble)
        click.echo(words(trouble or Text("The camera sees: throw the dice under it.")), err=trouble is not None)

    tray.watch(Camera(source, told))
    return tray


def _seal(folder: Path) -> Seal:
    from companion.server.tls import Seal  # cryptography is needed with --tls only

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
    from companion.server import app

    words = translator(language)
    sock, *more = _listening(port, lan, language)
    url = sockets.address(sock)
    click.echo(words(Text("Sobremesa is at {url} – end it with Ctrl+C", url=url)))
    sealed: sockets.Sockets = ()
    if lan:
        plain = _port(sock)
        sealed = sockets.beside(plain) if seal else ()
        library.door = _door(library, plain, sealed, language, seal.fingerprint if seal else "")

    def opened(worked: bool) -> None:
        if not worked:
            click.echo(words(Text("No browser could be opened: open {url} yourself.", url=url)), err=True)

    app.serve(
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

    try:
        return sockets.open_to_all(port) if lan else (sockets.listening(port),)
    except sockets.PortTaken as taken:
        reason = Text("Port {port} is in use: is Sobremesa already open? Choose another with --port.", port=port or 0)
        if isinstance(taken.__cause__, PermissionError):
            reason = Text(
                "This system does not let you use port {port}. Choose one above 1023 with --port.", port=port or 0
            )
        raise Unwell(reason, PORT_TAKEN, language) from taken


def _chosen(library: Library) -> str:
    """Return the language chosen by the host; empty if it cannot be read."""
    from companion.storage.matches import StorageTrouble

    with suppress(StorageTrouble):  # a heartbeat is no place to report this
        return library.setting("language")
    return ""


def _door(library: Library, plain: int, sealed: Sequence[socket], language: str, fingerprint: str) -> Door:
    """Create the LAN access and print its invitation, and hints if no device comes."""
    from companion.access.lan import Door

    from .invitation import alone, written

    door = Door(library.guests, _port(sealed[0]), plain) if sealed else Door(library.guests, plain)
    click.echo("\n".join(written(door, language, fingerprint)))
    door.subscribe(lambda: click.echo("\n".join(alone(door, language)), nl=door.lonely))
    door.wait()
    return door


def _port(sock: socket) -> int:
    return int(sock.getsockname()[1])
