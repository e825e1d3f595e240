"""Keys and invitations: their generation and the database rows of their guests.

The database stores keys by their hashes only.
"""

from __future__ import annotations

import hashlib
import secrets
import sqlite3
from dataclasses import dataclass

from .visitor import Visitor

ALPHABET = "abcdefghjkmnpqrstuvwxyz23456789"
"""Alphabet without look-alike characters, all reachable without shift on a phone's keyboard."""
SECRET_LENGTH = 26
"""Length of an invitation and of a key, in characters: as much entropy as 16 random bytes."""


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


def insert_visitor(db: sqlite3.Connection, key: str, is_host: bool) -> Visitor:
    """Insert a new visitor with that key."""
    visitor = Visitor(generate_secret(), is_host)
    db.execute("INSERT INTO guest VALUES (?, ?, ?)", (visitor.id, hash_key(key), is_host))
    return visitor


def insert_invitation(db: sqlite3.Connection, match_id: str, conflict: str) -> None:
    """Insert a new invitation to the match; ``conflict`` says whether it replaces another."""
    db.execute(f"INSERT {conflict} INTO invitation SELECT id, ? FROM match WHERE id = ?", (generate_secret(), match_id))


def remove_guest(db: sqlite3.Connection, device_id: str, match_id: str) -> None:
    """Remove a guest from a match and give it a new id.

    So pages that it still has open, also of its other matches, no longer belong to any visitor.
    """
    db.execute("DELETE FROM place WHERE guest = ? AND match = ?", (device_id, match_id))
    db.execute("UPDATE guest SET id = ? WHERE id = ? AND NOT host", (generate_secret(), device_id))
