"""Command line: ``sobremesa`` runs the server, ``sobremesa scan`` reads dice from pictures."""

from __future__ import annotations

import importlib
from typing import Any

import click

from companion.i18n import LANGUAGES
from companion.server.sockets import HOST
from rules.engine import Text

from . import spoken
from .errors import explain_missing_libraries, given_options, requested_language, say
from .paths import FOLDER, OutsidePath, camera_source
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


PORT, URL = Text("PORT"), Text("URL")
STORAGE_OPTIONS = frozenset({"data", "database", "lang"})
"""Options of the server that the other commands heed."""


class LazyGroup(spoken.SpokenGroup):
    """Command group with lazily imported commands (``LAZY_COMMANDS``)."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the names of all commands."""
        return sorted([*super().list_commands(ctx), *LAZY_COMMANDS])

    def find_command(self, ctx: click.Context, name: str) -> click.Command | None:
        """Return a command and import its module if needed."""
        if name not in LAZY_COMMANDS:
            return super().find_command(ctx, name)
        with explain_missing_libraries(requested_language(ctx)):
            command = getattr(importlib.import_module(LAZY_COMMANDS[name]), name)
        return command if isinstance(command, click.Command) else None


@spoken.group(
    cls=LazyGroup,
    runs_alone=True,
    says=(Text("Serve the table to this computer's browser, and with --lan or --tls to the phones of the room."),),
)
@spoken.option("--port", type=spoken.WholeNumber(1, 65535), shown=PORT, says=Text("Listen on this port and no other."))
@spoken.option("--no-browser", is_flag=True, says=Text("Do not open a browser."))
@spoken.option("--data", type=OutsidePath(), shown=FOLDER, says=Text("Keep the games in this folder."))
@spoken.option(
    "--database",
    shown=URL,
    default=database_of_environment,
    says=Text("Keep the games in this PostgreSQL database instead."),
)
@spoken.option(
    "--public",
    shown=URL,
    callback=public_url,
    says=Text("With --database: serve strangers at this address, by a proxy."),
)
@spoken.option(
    "--listen",
    shown=Text("ADDRESS"),
    default=HOST,
    says=Text("With --public: the address at which the proxy reaches it."),
)
@spoken.option(
    "--memory-limit",
    shown=Text("MIB"),
    type=spoken.WholeNumber(0),
    default=DEFAULT_MEMORY_LIMIT,
    says=Text("With --database: end, and let another process go on, above this memory; 0 for no limit."),
)
@spoken.option("--lang", type=click.Choice(sorted(LANGUAGES)), says=Text("The table's language."))
@spoken.option(
    "--lan", is_flag=True, says=Text("Let the phones of this network in from the start, with an invitation.")
)
@spoken.option("--tls", is_flag=True, says=Text("Like --lan, over https: phones learn once to trust this table."))
@spoken.option(
    "--new-invitation",
    is_flag=True,
    says=Text("With --lan or --tls: renew all invitations; the old ones open nothing."),
)
@spoken.option(
    "--camera",
    shown=Text("SOURCE"),
    callback=camera_source,
    says=Text("Read rolled dice untouched: 0, a video file, a stream's address."),
)
@click.version_option(
    package_name="sobremesa",
    message="%(prog)s %(version)s",
    cls=spoken.SpokenOption,
    says=Text("Show the version and exit."),
)
@click.pass_context
def main(ctx: click.Context, /, **given: Any) -> None:
    """Serve, unless a command is named."""
    options = ServeOptions(**given)
    _check_combination(options)
    if ctx.invoked_subcommand is not None:
        _refuse_ignored(ctx, ctx.invoked_subcommand)
    elif options.public and options.database:
        run_public_server(options, options.public, options.database)
    else:
        run_server(options)


def _check_combination(options: ServeOptions) -> None:
    """Raise ``UsageError`` for options of which one makes no sense without or with another."""
    in_the_room = options.lan or options.tls
    if options.new_invitation and not in_the_room:
        raise click.UsageError(say(Text("--new-invitation goes with --lan or --tls")))
    if options.public and (not options.database or in_the_room or options.camera):
        raise click.UsageError(say(Text("--public goes with --database, and not with --lan, --tls or --camera")))
    if options.listen != HOST and not options.public:
        raise click.UsageError(say(Text("--listen goes with --public")))


def _refuse_ignored(ctx: click.Context, command: str) -> None:
    """Raise ``UsageError`` for an option that the command would pass over in silence."""
    for parameter in given_options(ctx):
        is_heeded = parameter.name != "new_invitation" if command == "launcher" else parameter.name in STORAGE_OPTIONS
        if not is_heeded:
            refusal = Text("{option} does not go with “{command}”", option=parameter.opts[0], command=command)
            raise click.UsageError(say(refusal))


if __name__ == "__main__":
    main(prog_name="sobremesa")
