"""Why a file was not imported; apart from the import, which loads much more."""

from __future__ import annotations

from companion.base.errors import SobremesaError
from rules.engine import Text

MAX_BYTES = 8_000_000
"""Maximum size of a file in bytes: ten times a long evening."""
FOREIGN_FILE_TEXT = Text("That is no game exported by Sobremesa. Nothing was imported.")
TOO_LARGE_TEXT = Text("That file is too large for a game. Nothing was imported.")
ALREADY_HERE_TEXT = Text("This game is here already. Nothing was imported.")
UNREADABLE_TEXT = Text("That file cannot be read. Nothing was imported.")


class ImportRejected(SobremesaError):  # noqa: N818
    """The file was rejected; nothing was imported."""


class AlreadyImported(ImportRejected):
    """The same game has been imported before."""
