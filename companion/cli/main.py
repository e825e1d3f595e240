"""Command line: ``sobremesa`` runs the server, ``sobremesa scan`` reads dice from pictures."""

from __future__ import annotations

import importlib
from typing import Any

import click

from companion.i18n import LANGUAGES
from companion.server.sockets import HOST

from .errors import explain_missing_libraries, requested_language
from .paths import OutsidePath, camera_source
from .public_serving import public_url, run_public_server
from .serving import DEFAULT_MEMORY_LIMIT, ServeOptions, run_server
from .storage import database_of_environment

LAZY_COMMANDS = {
    "cards": "companion.cli.cards",
    "games": "companion.cli.games",
    "launcher": "companion.cli.launcher",
    "scan": "companion.cli.scan",
    "situation": "companion.cli.games",
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
def main(ctx: click.Context, /, **given: Any) -> None:
    """Serve the table to this computer's browser, and with --lan or --tls to the phones of the room."""
    options = ServeOptions(**given)
    in_the_room = options.lan or options.tls
    if options.new_invitation and not in_the_room:
        raise click.UsageError("--new-invitation goes with --lan or --tls")
    if options.public and (not options.database or in_the_room or options.camera):
        raise click.UsageError("--public goes with --database, and not with --lan, --tls or --camera")
    if options.listen != HOST and not options.public:
        raise click.UsageError("--listen goes with --public")
    if ctx.invoked_subcommand is None and options.public and options.database:
        run_public_server(options, options.public, options.database)
    elif ctx.invoked_subcommand is None:
        run_server(options)


if __name__ == "__main__":
    main(prog_name="sobremesa")
