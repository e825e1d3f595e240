"""``sobremesa --public``: tables of owners who do not know each other, behind a proxy."""

from __future__ import annotations

import socket
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

import click

from companion.access.addresses import is_loopback
from companion.i18n import translator
from companion.server import sockets
from rules.engine import Text

from .ending import GracefulEnd
from .errors import EXIT_NO_STORAGE, EXIT_PORT_IN_USE, CliError, explain_missing_libraries, say, system_language
from .serving import ServeOptions, hosted_pages, save_pending
from .storage import open_owners

if TYPE_CHECKING:
    from companion.library.owner_libraries import OwnerLibraries


def public_url(ctx: click.Context, param: click.Parameter, value: str | None) -> str | None:
    """Return the address without a slash at its end.

    Raises ``BadParameter`` for what is no address of a server.
    """
    if value is None:
        return None
    try:
        found = urlsplit(value)
        is_address = found.scheme in ("http", "https") and bool(found.hostname) and found.port != 0
    except ValueError:
        is_address = False
    if not is_address or found.path.strip("/") or found.query or found.fragment or found.username:
        raise click.BadParameter(say(Text("the address that people open, such as https://mesa.example.org")))
    if found.scheme == "http" and not _is_this_computer(found.hostname or ""):
        refusal = Text(
            "over http others read along and copy keys: it has to begin with https, except on this computer alone"
        )
        raise click.BadParameter(say(refusal))
    return value.rstrip("/")


def _is_this_computer(name: str) -> bool:
    """Return whether a host's name or address never leads to another computer (RFC 6761)."""
    return name.rpartition(".")[2] == "localhost" or is_loopback(name)


def run_public_server(options: ServeOptions, url: str, database: str) -> None:
    """Serve at that public address, or exit with a sentence that says why not."""
    from companion.access.connections import PageLimits
    from companion.library.owner_libraries import OwnerLibraries, Retention
    from companion.storage.matches import StorageError

    language = options.lang or system_language()
    with GracefulEnd() as end:
        try:
            server, owners = open_owners(database, language)
        except StorageError as trouble:
            raise CliError(trouble.reason, EXIT_NO_STORAGE, language) from trouble
        with explain_missing_libraries(language):
            from rules.registry import GAMES
        libraries = OwnerLibraries(owners, GAMES, url, page_limits=PageLimits.of_memory(options.memory_limit))
        retention = Retention(libraries)
        retention.start()
        try:
            _serve(libraries, options, language)
        finally:
            end.begin_saving()
            retention.stop()
            for library in libraries.unsaved:
                save_pending(library, language)
            server.close()


def _open_port(port: int | None, listen: str, language: str) -> socket.socket:
    """Open the socket at which the proxy reaches this process, or exit with a sentence."""
    try:
        return sockets.bind_each(sockets.DEFAULT_PORT if port is None else port, (listen,))[listen]
    except (OSError, KeyError) as error:
        says = Text(
            "It cannot wait for the proxy at {listen}: is it an address of this computer, and its port free?",
            listen=listen,
        )
        raise CliError(says, EXIT_PORT_IN_USE, language) from error


def _serve(libraries: OwnerLibraries, options: ServeOptions, language: str) -> None:
    import flet as ft

    from companion.access.uploads import INBOX
    from companion.access.visitor import served_owner
    from companion.server import app
    from companion.server.public_reception import PublicReception
    from companion.ui.app import build

    async def main(page: ft.Page) -> None:
        await build(libraries.library_of(served_owner.get()), is_shared=True)(page)

    INBOX.trusts_hosts = False  # whoever touches a button is one
    local = [_open_port(options.port, options.listen, language)]
    says = Text(
        "Sobremesa waits for its proxy at {local} and is to be reached at {url} – end it with Ctrl+C",
        local=f"http://{options.listen}:{sockets.port_of(local[0])}/",
        url=libraries.url,
    )
    click.echo(translator(language)(says))
    pages = hosted_pages(language, options.memory_limit, is_public=True)
    app.serve(main, local, reception=PublicReception(libraries), draining=pages)
