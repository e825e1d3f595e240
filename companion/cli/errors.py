"""Errors of the command line that the user can fix: a sentence instead of a traceback."""

from __future__ import annotations

import ctypes
import locale
import os
import shlex
import sys
from collections.abc import Iterator
from contextlib import contextmanager

import click
from click.core import ParameterSource

from companion.i18n import LANGUAGES, Translate, translator
from rules.engine import Displayable, Text


def system_language() -> str:
    """Return the system's language if it is supported, else English."""
    locale_name = next((os.environ[name] for name in ("LC_ALL", "LC_MESSAGES", "LANG") if os.environ.get(name)), "")
    if sys.platform == "win32" and not locale_name:
        locale_name = locale.windows_locale.get(ctypes.windll.kernel32.GetUserDefaultUILanguage(), "")
    return locale_name[:2] if locale_name[:2] in LANGUAGES else "en"


def requested_language(ctx: click.Context | None) -> str:
    """Return the language given on the command line, or the system's."""
    return str(ctx.find_root().obj or system_language()) if ctx else system_language()


def translator_of(ctx: click.Context | None) -> Translate:
    """Return the translator for the command line's language."""
    return translator(requested_language(ctx))


def say(text: Displayable) -> str:
    """Return a text in the language of the command that runs, or of the system."""
    return translator_of(click.get_current_context(silent=True))(text)


def given_options(ctx: click.Context) -> Iterator[click.Parameter]:
    """Yield the options of the root command that were typed."""
    root = ctx.find_root()
    for parameter in root.command.params:
        if parameter.name and root.get_parameter_source(parameter.name) is ParameterSource.COMMANDLINE:
            yield parameter


@contextmanager
def explain_missing_libraries(language: str) -> Iterator[None]:
    """Raise ``CliError`` that names the system package if an import needs a missing library."""
    try:
        yield
    except ImportError as error:
        reason = describe_missing_library(error)
        if reason is None:
            raise
        raise CliError(reason, EXIT_NO_LIBRARY, language) from error


EXIT_PORT_IN_USE, EXIT_NO_STORAGE, EXIT_NO_LIBRARY, EXIT_ALREADY_OPEN = 3, 4, 5, 6
"""Exit codes: the port is in use; no games can be stored; a system library is missing; it is open already."""
DEBIAN_PACKAGES = {
    "libGL.so.1": "libgl1",
    "libEGL.so.1": "libegl1",
    "libglib-2.0.so.0": "libglib2.0-0",
    "libgthread-2.0.so.0": "libglib2.0-0",
    "libxcb.so.1": "libxcb1",
    "libX11.so.6": "libx11-6",
    "libSM.so.6": "libsm6",
    "libICE.so.6": "libice6",
    "libXext.so.6": "libxext6",
    "libXrender.so.1": "libxrender1",
}
"""Debian package of each library that OpenCV may need."""


HOSTED_LIBRARIES = frozenset({"sqlalchemy", "alembic", "psycopg", "prometheus_client"})
"""Packages of the extra ``hosted``."""


def install_command(extra: str) -> str:
    """Return what installs an extra into the environment of this process, in Sobremesa's folder."""
    return f"{shlex.quote(sys.executable)} -m pip install -c constraints.txt -e '.[{extra}]'"


class CliError(click.ClickException):
    """An error that the user has to fix; Click prints the sentence and exits with the code."""

    def __init__(self, reason: Text, code: int, language: str) -> None:
        super().__init__(translator(language)(reason))
        self.code = code

    @property
    def exit_code(self) -> int:  # type: ignore[override]
        """Exit code of the process."""
        return self.code


def describe_missing_library(error: ImportError) -> Text | None:
    """Return what to install if a system library or an extra is missing.

    None for any other error.
    """
    if str(error.name).partition(".")[0] in HOSTED_LIBRARIES:
        return Text(
            "A PostgreSQL database needs the extra “hosted”. In Sobremesa's folder: {command}",
            command=install_command("hosted"),
        )
    message = str(error)
    library, separator, _ = message.partition(": cannot open shared object file")
    if not separator:
        return None
    package = DEBIAN_PACKAGES.get(library)
    if package is None:
        return Text(
            "OpenCV needs {library}, which this system lacks. Install the package that brings it.", library=library
        )
    return Text(
        "OpenCV needs {library}, which this system lacks. On Debian and Ubuntu: sudo apt install {package}",
        library=library,
        package=package,
    )
