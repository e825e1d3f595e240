"""Keys and invitations: words that nobody guesses, and what the file knows of whom they let in.

The file knows keys by their hashes only.
"""

from __future__ import annotations

import hashlib
import secrets
import sqlite3
from dataclasses import dataclass

from .visitor import Visitor

LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"
"""Letters that nobody takes for others and no phone's keyboard hides behind a shift key."""
LENGTH = 26
"""Letters of an invitation and of a key: as hard to guess as 16 random bytes."""


@dataclass(frozen=True, slots=True)
class Entered:
    """Who came in, the key that the browser keeps, and the table of the invitation; none for that of the house."""

    visitor: Visitor
    key: str
    match: str = ""


def secret() -> str:
    """An invitation or a key, unlike any other."""
    return "".join(secrets.choice(LETTERS) for _ in range(LENGTH))


def hashed(key: str) -> str:
    """How the file writes a key down."""
    return hashlib.sha256(key.encode()).hexdigest()


def made(db: sqlite3.Connection, key: str, host: bool) -> Visitor:
    """A new visitor with that key."""
    visitor = Visitor(secret(), host)
    db.execute("INSERT INTO guest VALUES (?, ?, ?)", (visitor.id, hashed(key), host))
    return visitor


def invite(db: sqlite3.Connection, match: str, how: str) -> None:
    """A new invitation to that table, which takes the place of another where ``how`` says so."""
    db.execute(f"INSERT {how} INTO invitation SELECT id, ? FROM match WHERE id = ?", (secret(), match))


def put_out(db: sqlite3.Connection, guest: str, match: str) -> None:
    """At its other tables a guest is as new: whatever its pages still hold is nobody's."""
    db.execute("DELETE FROM place WHERE guest = ? AND match = ?", (guest, match))
    db.execute("UPDATE guest SET id = ? WHERE id = ? AND NOT host", (secret(), guest))
