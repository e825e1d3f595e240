"""Command line: ``sobremesa`` runs the server, ``sobremesa scan`` reads dice from pictures."""

from __future__ import annotations

import importlib
from pathlib import Path

import click

from companion.i18n import LANGUAGES
from companion.server.sockets import HOST

from .errors import explain_missing_libraries, requested_language
from .paths import OutsidePath, camera_source
from .public_serving import public_url, run_public_server
from .serving import DEFAULT_MEMORY_LIMIT, Hosting, run_server
from .storage import database_of_environment

LAZY_COMMANDS = {
    "cards": "companion.cli.cards",
    "games": "companion.cli.games",
    "launcher": "companion.cli.launcher",
    "scan": "companion.cli.scan",
    "situation": "companion.cli.situation",
}
"""Commands whose modules are imported on demand, because OpenCV is slow to import."""


class LazyGroup(click.Group):
    """Command group with lazily imported commands (``LAZY_COMMANDS``)."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the names of all commands."""
        return sorted([*super().list_commands(ctx), *LAZY_COMMANDS])

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Return a command and import its module if needed."""
        if cmd_name not in LAZY_COMMANDS:
            return super().get_command(ctx, cmd_name)
        with explain_missing_libraries(requested_language(ctx)):
            command = getattr(importlib.import_module(LAZY_COMMANDS[cmd_name]), cmd_name)
        return command if isinstance(command, click.Command) else None


@click.group(cls=LazyGroup, invoke_without_command=True)
@click.option("--port", type=click.IntRange(1, 65535), help="Listen on this port and no other.")
@click.option("--no-browser", is_flag=True, help="Do not open a browser.")
@click.option("--data", type=OutsidePath(), help="Keep the games in this folder.")
@click.option(
    "--database",
    metavar="URL",
    default=database_of_environment,
    help="Keep the games in this PostgreSQL database instead.",
)
@click.option(
    "--public", metavar="URL", callback=public_url, help="With --database: serve strangers at this address, by a proxy."
)
@click.option(
    "--listen", metavar="ADDRESS", default=HOST, help="With --public: the address at which the proxy reaches it."
)
@click.option(
    "--memory-limit",
    metavar="MIB",
    type=click.IntRange(min=0),
    default=DEFAULT_MEMORY_LIMIT,
    help="With --database: end, and let another process go on, above this memory; 0 for no limit.",
)
@click.option("--lang", type=click.Choice(sorted(LANGUAGES)), help="The table's language.")
@click.option("--lan", is_flag=True, help="Let the phones of this network in from the start, with an invitation.")
@click.option("--tls", is_flag=True, help="Like --lan, over https: phones learn once to trust this table.")
@click.option(
    "--new-invitation", is_flag=True, help="With --lan or --tls: renew all invitations; the old ones open nothing."
)
@click.option(
    "--camera",
    metavar="SOURCE",
    callback=camera_source,
    help="Read thrown dice untouched: 0, a video file, a stream's address.",
)
@click.version_option(package_name="sobremesa")
@click.pass_context
def main(
    ctx: click.Context,
    *,
    port: int | None,
    no_browser: bool,
    data: Path | None,
    database: str | None,
    public: str | None,
    listen: str,
    memory_limit: int,
    lang: str | None,
    lan: bool,
    tls: bool,
    new_invitation: bool,
    camera: str | None,
) -> None:
    """Serve the table to this computer's browser, and with --lan or --tls to the phones of the room."""
    if new_invitation and not (lan or tls):
        raise click.UsageError("--new-invitation goes with --lan or --tls")
    if public and (not database or lan or tls or camera):
        raise click.UsageError("--public goes with --database, and not with --lan, --tls or --camera")
    if listen != HOST and not public:
        raise click.UsageError("--listen goes with --public")
    if ctx.invoked_subcommand is None and public and database:
        run_public_server(port, public, database, lang, listen, memory_limit=memory_limit)
    elif ctx.invoked_subcommand is None:
        hosting = Hosting(database, memory_limit) if database else None
        run_server(port, not no_browser, data, lang, lan or tls, new_invitation, tls, camera, hosting=hosting)


if __name__ == "__main__":
    main(prog_name="sobremesa")
