"""The table that a page shows, if its phone may have it."""

from __future__ import annotations

import logging

from companion.access.guests import NOT_INVITED_TEXT
from companion.match.table import Table
from companion.storage.matches import StorageError
from rules.engine import Refused, Text

from .phone import Phone


def open_table(phone: Phone, match_id: str) -> Table | Text:
    """Return the table, or why this phone cannot have it."""
    try:
        if not phone.library.guests.is_admitted(phone.visitor, match_id):
            return NOT_INVITED_TEXT
        return phone.library.matches.open(match_id)
    except (Refused, StorageError) as trouble:
        return trouble.reason
    except Exception:  # otherwise the page would wait forever
        logging.getLogger(__name__).exception("a table could not be opened")
        return Text("This game cannot be opened. It stays in the file.")
