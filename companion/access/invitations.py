"""Keys and invitations: their generation and the database rows of their guests.

The database stores keys by their hashes only.
"""

from __future__ import annotations

import hashlib
import secrets
from dataclasses import dataclass

from companion.storage.database import SqlTransaction

from .visitor import Visitor

ALPHABET = "abcdefghjkmnpqrstuvwxyz23456789"
"""Alphabet without look-alike characters, all reachable without shift on a phone's keyboard."""
SECRET_LENGTH = 26
"""Length of an invitation and of a key, in characters: as much entropy as 16 random bytes."""
INSERT_INVITATION = "INSERT INTO invitation SELECT id, ? FROM match WHERE id = ? ON CONFLICT(match) DO NOTHING"
"""Parameters: the invitation and the match; an invitation that is there stays."""
REPLACE_INVITATION = (
    "INSERT INTO invitation SELECT id, ? FROM match WHERE id = ? ON CONFLICT(match) DO UPDATE SET word = excluded.word"
)
"""Parameters: the invitation and the match; it replaces another one."""


@dataclass(frozen=True, slots=True)
class AccessGrant:
    """Result of an invitation: the visitor, the key for its browser, and the match.

    ``match_id`` is empty for the host's invitation.
    """

    visitor: Visitor
    key: str
    match_id: str = ""


def generate_secret() -> str:
    """Generate a random invitation or key."""
    return "".join(secrets.choice(ALPHABET) for _ in range(SECRET_LENGTH))


def hash_key(key: str) -> str:
    """Return the hash under which the database stores a key."""
    return hashlib.sha256(key.encode()).hexdigest()


def insert_visitor(db: SqlTransaction, key: str, is_host: bool) -> Visitor:
    """Insert a new visitor with that key."""
    visitor = Visitor(generate_secret(), is_host)
    db.execute("INSERT INTO guest VALUES (?, ?, ?)", (visitor.id, hash_key(key), int(is_host)))
    return visitor


def remove_guest(db: SqlTransaction, device_id: str, match_id: str) -> None:
    """Remove a guest from a match and give it a new id.

    So pages that it still has open, also of its other matches, no longer belong to any visitor.
    """
    db.execute("DELETE FROM place WHERE guest = ? AND match = ?", (device_id, match_id))
    db.execute("UPDATE guest SET id = ? WHERE id = ? AND host = 0", (generate_secret(), device_id))
