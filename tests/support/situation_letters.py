"""Situations written and packed."""

from __future__ import annotations

import random

from companion.exchange.share import SharedSituation, share_situation
from companion.library.library import Library
from companion.match.table import Table
from tests.support.stored_matches import EN
from tests.support.table_play import stroll


def handed(table: Table, seq: int | None = None) -> SharedSituation:
    """The situation as the table's page shares it."""
    return share_situation(table.match_record, table.view().state_at(seq), table._storage.codec(table.game), EN)


def midway(library: Library, key: str, steps: int = 40, seed: int = 7) -> Table:
    """A match that has been played for a while."""
    table = library.matches.create(key, ("Ana", "Bea", "Cai"))
    stroll(table, random.Random(seed), steps)
    return table
