"""Export of a match to a file, and import of one into the matches."""

from __future__ import annotations

import threading
import uuid
from contextlib import suppress
from dataclasses import replace
from typing import TYPE_CHECKING

from companion.exchange.jsonl import export_file_name
from companion.exchange.rejection import ALREADY_HERE_TEXT, AlreadyImported, ImportRejected
from companion.i18n import Translate
from companion.match.match_state import SECRETS_TEXT
from companion.match.table import Table
from companion.storage.matches import ConcurrentWriteError, Match
from rules.engine import Refused

from .matches import Matches

if TYPE_CHECKING:
    from companion.exchange.importer import ImportedMatch, StoredMatch


class MatchExchange:
    """Export and import of these ``matches``.

    What reads and writes the formats is imported when it is needed.
    """

    def __init__(self, matches: Matches) -> None:
        self.matches = matches
        self._storage = matches.storage
        self._import_lock = threading.Lock()

    def export(self, match_id: str, translate: Translate, form: str = "jsonl") -> tuple[str, bytes]:
        """Export that match in one of the ``EXPORT_FORMATS``.

        Returns the name of the file and its content. Raises ``Refused`` or ``StorageError``.
        """
        from companion.exchange.exporters import EXPORT_FORMATS

        table, exporter = self._table_for_export(match_id), EXPORT_FORMATS[form]
        return export_file_name(table.match_record, exporter.suffix), exporter.write(
            table.match_record, self._storage.codec(table.game), translate
        )

    def export_as_pieces(self, match_id: str, translate: Translate) -> tuple[str, ...]:
        """Return the texts of the QR codes that together hold that match.

        Raises ``Refused``, ``StorageError`` or ``PieceRejected``.
        """
        from companion.exchange.jsonl import export_for_codes
        from companion.exchange.pieces import split_into_pieces

        table = self._table_for_export(match_id)
        return split_into_pieces(export_for_codes(table.match_record, self._storage.codec(table.game), translate))

    def bg_stats_link(self, match_id: str) -> str:
        """Return the address that hands that match to BG Stats.

        Raises ``Refused`` or ``StorageError``.
        """
        from companion.exchange.bg_stats import bg_stats_link

        table = self._table_for_export(match_id)
        return bg_stats_link(table.match_record, table.game)

    def _table_for_export(self, match_id: str) -> Table:
        """Return the table for an export of every answer.

        Raises ``Refused`` while the devices of players hold secrets of it.
        """
        table = self.matches.open(match_id)
        if table.claimed_seats and table.state.outcome is None and any(line.veil for line in table.match_record.lines):
            raise Refused("X-08", SECRETS_TEXT)
        return table

    def import_match(self, data: bytes) -> Match:
        """Import an exported match.

        Raises ``ImportRejected`` or ``StorageError``; then nothing has changed.
        """
        from companion.exchange.import_job import import_in_worker
        from companion.exchange.importer import claimed_id

        try:
            self.matches.require_room()
        except Refused as full:
            raise ImportRejected(full.reason) from full
        known = next(filter(None, map(self._stored_match, self._ids_for(claimed_id(data)))), None)
        imported = import_in_worker(data, self.matches.games, self._storage.codec, known)
        with self._import_lock:  # otherwise two imports could both find that the match is not there yet
            match = self._insert(imported)
        self.matches.notify()
        return match

    def _insert(self, imported: ImportedMatch) -> Match:
        """Insert the match under its id or, where another one has that, under the next free one."""
        for id in self._ids_for(imported.match.id):
            match = replace(imported.match, id=id)
            if self._storage.has_match(id):
                known = self._stored_match(id)
                if known is not None and known.ends_in(imported.rows):
                    raise AlreadyImported(ALREADY_HERE_TEXT)
                continue
            with suppress(ConcurrentWriteError):
                self._storage.insert_match(match, imported.rows, imported.snapshots)
                return match
        match = replace(imported.match, id=str(uuid.uuid4()))
        self._storage.insert_match(match, imported.rows, imported.snapshots)
        return match

    def _ids_for(self, id: str) -> tuple[str, str]:
        """Return that id and the next free one.

        Where another owner on this server has the original, the same file is to be known the second time.
        """
        return id, str(uuid.uuid5(uuid.NAMESPACE_URL, f"{self._storage.database.owner}/{id}"))

    def _stored_match(self, id: str) -> StoredMatch | None:
        from companion.exchange.importer import StoredMatch

        with suppress(KeyError):
            match = self._storage.load_match(id)
            return StoredMatch(match, tuple((row.seq, row.event) for row in self._storage.entry_rows(id)))
        return None
