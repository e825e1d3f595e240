"""``sobremesa`` without a command: the server, from its storage to its sockets."""

from __future__ import annotations

import webbrowser
from contextlib import AbstractContextManager, ExitStack, nullcontext, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import click

from companion.i18n import translator
from companion.server import sockets
from rules.engine import Text

from .ending import GracefulEnd
from .errors import (
    EXIT_ALREADY_OPEN,
    EXIT_NO_STORAGE,
    EXIT_PORT_IN_USE,
    CliError,
    explain_missing_libraries,
    given_options,
    system_language,
)
from .running import AlreadyRunningError, TellAddress, only_server
from .storage import open_hosted

if TYPE_CHECKING:
    from companion.access.lan import LanAccess
    from companion.library.library import Library
    from companion.server.app import PageHandler
    from companion.server.draining import Draining
    from companion.server.tls import CertificateAuthority
    from companion.storage.matches import Storage
    from companion.tray.tray import Tray

DEFAULT_MEMORY_LIMIT = 1024
"""Memory of a hosted process in MiB above which it ends: some 200 tables of four phones."""

OF_ANY_START = frozenset({"data", "no_browser"})
"""Options that a start heeds which finds another one running."""


@dataclass(frozen=True)
class ServeOptions:
    """How to serve: a field for each option of the command line, whose help says what it does."""

    port: int | None = None
    no_browser: bool = False
    data: Path | None = None
    database: str | None = None
    public: str | None = None
    listen: str = sockets.HOST
    memory_limit: int = DEFAULT_MEMORY_LIMIT
    lang: str | None = None
    lan: bool = False
    tls: bool = False
    new_invitation: bool = False
    camera: str | None = None


def run_server(options: ServeOptions) -> None:
    """Serve until interrupted, or exit with a sentence that says why not."""
    from companion.storage.matches import StorageError, data_folder
    from companion.storage.recovery import open_storage

    language = options.lang or system_language()
    with GracefulEnd() as end, ExitStack() as held:
        try:
            on_address = None if options.database else held.enter_context(only_server(data_folder(options.data)))
        except AlreadyRunningError as other:
            _open_other(other.url, options, language)
            return
        try:
            storage = open_hosted(options.database, language) if options.database else open_storage(options.data)
            if options.new_invitation:
                _renew_invitations(storage)
            certificate_authority = _load_authority(data_folder(options.data)) if options.tls else None
            language = options.lang or storage.settings.read("language", language)
            if options.lang:
                storage.settings.save("language", options.lang)
        except StorageError as trouble:
            raise CliError(trouble.reason, EXIT_NO_STORAGE, language) from trouble
        with explain_missing_libraries(language):
            from companion.library.library import Library
            from companion.ui.app import build
            from rules.registry import GAMES
        library = Library(storage, GAMES)
        tray = _start_tray(library, options.camera, language) if options.camera else None
        try:
            with nullcontext() if options.database else _daily_backups(options.data):
                page_handler = build(library, is_shared=bool(options.database))
                _serve(page_handler, library, options, language, certificate_authority, on_address)
        finally:
            end.begin_saving()
            if tray is not None:
                tray.stop()
            save_pending(library, language)
            storage.close()


def _open_other(url: str, options: ServeOptions, language: str) -> None:
    """Open the server that has the games already.

    Raises ``CliError`` where no browser is wanted, or the other has no address yet.
    """
    if not url:
        raise CliError(Text("Another Sobremesa is just opening these games."), EXIT_ALREADY_OPEN, language)
    says = Text("Sobremesa is open already with these games: {url}", url=url)
    if options.no_browser:
        raise CliError(says, EXIT_ALREADY_OPEN, language)
    click.echo(translator(language)(says))
    unheeded = [one.opts[0] for one in given_options(click.get_current_context()) if one.name not in OF_ANY_START]
    if unheeded:
        stays = Text("It stays as it was started: end it first for {options}.", options=", ".join(unheeded))
        click.echo(translator(language)(stays))
    if not webbrowser.open(url):
        click.echo(translator(language)(_no_browser(url)), err=True)


def _no_browser(url: str) -> Text:
    return Text("No browser could be opened: open {url} yourself.", url=url)


def _renew_invitations(storage: Storage) -> None:
    from companion.access.guests import DeviceRegistry

    DeviceRegistry(storage).host_invitation(renew=True)


def _daily_backups(data: Path | None) -> AbstractContextManager[None]:
    """Back up the database in that folder once a day; a hosted one has its own backups."""
    from companion.storage.daily_copies import daily_backups
    from companion.storage.sqlite_database import database_path

    return daily_backups(database_path(data))


def save_pending(library: Library, language: str) -> None:
    """Save what the disk did not take before, or print which games will be lost."""
    translate = translator(language)
    for table in library.matches.unsaved_tables():
        with suppress(Exception):  # the other games are saved all the same
            table.retry_save()
        if table.unsaved_work is not None:
            who = ", ".join(table.match.seats)
            message = Text(
                "The game of {players} was not saved to its end. {cause}", players=who, cause=table.unsaved_work.cause
            )
            with suppress(OSError):  # the window was closed: nobody reads it
                click.echo(translate(message), err=True)


def _start_tray(library: Library, source: str, language: str) -> Tray:
    from companion.tray.camera import HostCamera
    from companion.tray.tray import Tray

    translate = translator(language)
    tray = library.tray = Tray(library.storage, library.matches.open_tables, library.hands_free.goes_on)

    def on_problem_change(trouble: Text | None) -> None:
        tray.set_problem(trouble)
        click.echo(translate(trouble or Text("The camera is ready: roll the dice under it.")), err=trouble is not None)

    tray.start(HostCamera(source, on_problem_change))
    return tray


def _load_authority(folder: Path) -> CertificateAuthority:
    from companion.server.tls import CertificateAuthority  # cryptography is needed with --tls only

    return CertificateAuthority(folder)


def _serve(
    page_handler: PageHandler,
    library: Library,
    options: ServeOptions,
    language: str,
    certificate_authority: CertificateAuthority | None = None,
    on_address: TellAddress | None = None,
) -> None:
    """Serve until interrupted.

    A ``certificate_authority`` enables https; with a database other processes serve the same tables. ``on_address`` is
    called with the address for this computer's browser.
    """
    from companion.access.lan import LanAccess, lan_addresses
    from companion.server import app
    from companion.server.lan_listeners import LanListeners
    from companion.server.reception import HouseholdReception

    translate = translator(language)
    lan = options.lan or options.tls
    by_port = _open_ports(options.port, lan_addresses() if lan else (), certificate_authority is not None, language)
    local = [bound[sockets.HOST] for bound in by_port]
    url = sockets.local_url(local[0])
    if on_address is not None:
        on_address(url)
    click.echo(translate(Text("Sobremesa is at {url} – end it with Ctrl+C", url=url)))
    lan_listeners = LanListeners(*by_port)
    ports = map(sockets.port_of, reversed(local))  # the one of https first, if there is one
    lan_access = library.device_access = LanAccess(library.guests, *ports, listeners=lan_listeners, is_open=lan)
    authority = certificate_authority.authority_der if certificate_authority else b""
    if lan:
        _announce(lan_access, language, certificate_authority.fingerprint if certificate_authority else "")

    def on_browser_opened(worked: bool) -> None:
        if not worked:
            click.echo(translate(_no_browser(url)), err=True)

    app.serve(
        page_handler,
        local,
        None if options.no_browser else on_browser_opened,
        reception=HouseholdReception(lan_access, lambda: _chosen_language(library), authority),
        network=app.HouseholdNetwork(lan_access, lan_listeners),
        certificate_authority=certificate_authority,
        draining=hosted_pages(language, options.memory_limit) if options.database else None,
    )


def hosted_pages(language: str, memory_limit: int, *, is_public: bool = False) -> Draining:
    """Return the pages of one of several processes, which has that limit of memory in MiB.

    ``is_public``: only a proxy reaches it.
    """
    from companion.server.draining import Draining

    with explain_missing_libraries(language):
        from companion.hosted.metrics import metrics_endpoint
    return Draining(metrics=metrics_endpoint, memory_limit=memory_limit << 20, is_public=is_public)


def _open_ports(
    port: int | None, hosts: tuple[str, ...], with_https: bool, language: str
) -> tuple[sockets.HostSockets, ...]:
    """Open the sockets for this computer and at these addresses, of the plain port and of https.

    Raises ``CliError`` if that fails.
    """
    try:
        plain = sockets.open_sockets(port, hosts)
    except sockets.PortInUseError as taken:
        raise CliError(_port_error(port, taken), EXIT_PORT_IN_USE, language) from taken
    return (plain, sockets.open_sockets_after(sockets.port_of(plain[sockets.HOST]), hosts)) if with_https else (plain,)


def _port_error(port: int | None, error: sockets.PortInUseError) -> Text:
    """Return why no socket was opened at the port, or at any port if none was given."""
    if port is None:
        return Text("This computer has no free port. Close other programs, or choose one with --port.")
    if isinstance(error.__cause__, PermissionError):
        return Text("This system does not let you use port {port}. Choose one above 1023 with --port.", port=port)
    return Text("Port {port} is in use: is Sobremesa already open? Choose another with --port.", port=port)


def _chosen_language(library: Library) -> str:
    """Return the language chosen by the host; empty if it cannot be read."""
    from companion.storage.matches import StorageError

    with suppress(StorageError):  # a heartbeat is no place to report this
        return library.settings.get("language")
    return ""


def _announce(lan_access: LanAccess, language: str, fingerprint: str) -> None:
    """Print the invitation, and hints if no device comes."""
    from .invitation import invitation_lines, nobody_joined_lines

    click.echo("\n".join(invitation_lines(lan_access, language, fingerprint)))
    lan_access.subscribe(
        lambda: click.echo("\n".join(nobody_joined_lines(lan_access, language)), nl=lan_access.nobody_joined)
    )
    lan_access.start_timer()
