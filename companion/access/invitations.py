"""Keys and invitations: their generation and the database rows of their guests.

The database stores keys by their hashes only.
"""

from __future__ import annotations

import hashlib
import secrets
import sqlite3
from dataclasses import dataclass

from .visitor import Visitor

LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"
"""Alphabet without look-alike characters, all reachable without shift on a phone's keyboard."""
LENGTH = 26
"""Length of an invitation and of a key, in characters: as much entropy as 16 random bytes."""


@dataclass(frozen=True, slots=True)
class Entered:
    """Result of an invitation: the visitor, the key for its browser, and the match.

    ``match_id`` is empty for the host's invitation.
    """

    visitor: Visitor
    key: str
    match: str = ""


def secret() -> str:
    """Generate a random invitation or key."""
    return "".join(secrets.choice(LETTERS) for _ in range(LENGTH))


def hashed(key: str) -> str:
    """Return the hash under which the database stores a key."""
    return hashlib.sha256(key.encode()).hexdigest()


def made(db: sqlite3.Connection, key: str, host: bool) -> Visitor:
    """Insert a new visitor with that key."""
    visitor = Visitor(secret(), host)
    db.execute("INSERT INTO guest VALUES (?, ?, ?)", (visitor.id, hashed(key), host))
    return visitor


def invite(db: sqlite3.Connection, match: str, how: str) -> None:
    """Insert a new invitation to the match; ``conflict`` says whether it replaces another."""
    db.execute(f"INSERT {how} INTO invitation SELECT id, ? FROM match WHERE id = ?", (secret(), match))


def put_out(db: sqlite3.Connection, guest: str, match: str) -> None:
    """Remove a guest from a match and give it a new id.

    So pages that it still has open, also of its other matches, no longer belong to any visitor.
    """
    db.execute("DELETE FROM place WHERE guest = ? AND match = ?", (guest, match))
    db.execute("UPDATE guest SET id = ? WHERE id = ? AND NOT host", (secret(), guest))
