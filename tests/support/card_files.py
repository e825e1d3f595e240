"""Files of exported cards."""

from __future__ import annotations

import json


def card_file(*rows: object) -> bytes:
    """A file with those cards, each a list of game, kind, name and data."""
    return card_file_of(json.dumps(rows).encode())


def card_file_of(rows: bytes) -> bytes:
    """A file with those rows as they stand there."""
    return b'{"sobremesa": "cards", "format": 1, "cards": %b}' % rows
