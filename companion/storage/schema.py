"""The database schema and the migrations from older versions."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from functools import cache

HOUSE_OWNER = "house"
"""Owner of the stored rows where nobody else keeps any."""
OWNER_COLUMN = f"owner TEXT NOT NULL DEFAULT '{HOUSE_OWNER}'"
MATCH_COLUMN = "match TEXT NOT NULL DEFAULT ''"

MIGRATIONS = (
    (
        "CREATE TABLE match("
        " id TEXT PRIMARY KEY, game TEXT NOT NULL, rules_version INTEGER NOT NULL, seats TEXT NOT NULL,"
        " rulings TEXT NOT NULL, created REAL NOT NULL, finished REAL)",
        "CREATE TABLE entry("
        " match TEXT NOT NULL REFERENCES match ON DELETE CASCADE, seq INTEGER NOT NULL, at REAL NOT NULL,"
        " by TEXT NOT NULL, grp INTEGER NOT NULL, prompt_id TEXT, event TEXT NOT NULL, PRIMARY KEY(match, seq))",
        "CREATE TABLE snapshot("
        " match TEXT NOT NULL REFERENCES match ON DELETE CASCADE, seq INTEGER NOT NULL,"
        " rules_version INTEGER NOT NULL, state TEXT NOT NULL, digest TEXT NOT NULL, base INTEGER NOT NULL,"
        " PRIMARY KEY(match, seq))",
        "CREATE TABLE setting(key TEXT PRIMARY KEY, value TEXT NOT NULL)",
        "CREATE TABLE card("
        " game TEXT NOT NULL, kind TEXT NOT NULL, name TEXT NOT NULL, data TEXT NOT NULL,"
        " PRIMARY KEY(game, kind, name))",
    ),
    (
        "CREATE TABLE guest(id TEXT PRIMARY KEY, key TEXT UNIQUE, host INTEGER NOT NULL)",
        # the guest without a key is this computer's own browser
        "INSERT INTO guest VALUES ('', NULL, 1)",
        "CREATE TABLE place("
        " match TEXT NOT NULL REFERENCES match ON DELETE CASCADE,"
        " guest TEXT NOT NULL REFERENCES guest ON DELETE CASCADE ON UPDATE CASCADE,"
        " seat INTEGER, watches INTEGER NOT NULL, chosen INTEGER NOT NULL, at REAL NOT NULL,"
        " PRIMARY KEY(match, guest), UNIQUE(match, seat))",
        "CREATE INDEX place_of ON place(guest)",
        # removes guests without any table; also runs when the match itself is deleted
        "CREATE TRIGGER who_has_no_table_is_a_stranger AFTER DELETE ON place BEGIN"
        " DELETE FROM guest WHERE id = OLD.guest AND NOT host AND id NOT IN (SELECT guest FROM place); END",
        "CREATE TABLE invitation(match TEXT PRIMARY KEY REFERENCES match ON DELETE CASCADE, word TEXT NOT NULL)",
    ),
    (
        "CREATE TABLE seen("
        " kind TEXT NOT NULL, face INTEGER NOT NULL, unsure INTEGER NOT NULL, dice INTEGER NOT NULL,"
        " PRIMARY KEY(kind, face, unsure))",
        # ``seen`` is NULL for a missed die, ``is_`` for something that is no die
        "CREATE TABLE correction("
        " id INTEGER PRIMARY KEY, at REAL NOT NULL, kind TEXT NOT NULL, seen INTEGER, is_ INTEGER,"
        " unsure INTEGER NOT NULL, crop BLOB)",
    ),
    (
        # the capture in which an entry was read
        "CREATE TABLE picture("
        " match TEXT NOT NULL REFERENCES match ON DELETE CASCADE, seq INTEGER NOT NULL, jpeg BLOB NOT NULL,"
        " PRIMARY KEY(match, seq))",
    ),
    (
        # the source of a roll that was not typed
        "CREATE TABLE throw("
        " match TEXT NOT NULL REFERENCES match ON DELETE CASCADE, seq INTEGER NOT NULL, how TEXT NOT NULL,"
        " PRIMARY KEY(match, seq))",
    ),
    (
        # one small sample picture of a custom die with that face on top
        "CREATE TABLE own_die("
        " id INTEGER PRIMARY KEY, kind TEXT NOT NULL, face INTEGER NOT NULL, picture BLOB NOT NULL)",
    ),
    (
        # owner, and the match from which the row came: '' for none, or where an older file did not store it.
        # The new columns come last, so that rows of older files still match by position.
        f"CREATE TABLE new_setting( key TEXT NOT NULL, value TEXT NOT NULL, {OWNER_COLUMN}, PRIMARY KEY(owner, key))",
        "INSERT INTO new_setting(key, value) SELECT key, value FROM setting",
        "DROP TABLE setting",
        "ALTER TABLE new_setting RENAME TO setting",
        "CREATE TABLE new_card("
        " game TEXT NOT NULL, kind TEXT NOT NULL, name TEXT NOT NULL, data TEXT NOT NULL,"
        f" {OWNER_COLUMN}, {MATCH_COLUMN}, PRIMARY KEY(owner, match, game, kind, name))",
        "INSERT INTO new_card(game, kind, name, data) SELECT game, kind, name, data FROM card",
        "DROP TABLE card",
        "ALTER TABLE new_card RENAME TO card",
        "CREATE TABLE new_seen("
        " kind TEXT NOT NULL, face INTEGER NOT NULL, unsure INTEGER NOT NULL, dice INTEGER NOT NULL,"
        f" {OWNER_COLUMN}, {MATCH_COLUMN}, PRIMARY KEY(owner, match, kind, face, unsure))",
        "INSERT INTO new_seen(kind, face, unsure, dice) SELECT kind, face, unsure, dice FROM seen",
        "DROP TABLE seen",
        "ALTER TABLE new_seen RENAME TO seen",
        f"ALTER TABLE correction ADD COLUMN {OWNER_COLUMN}",
        f"ALTER TABLE correction ADD COLUMN {MATCH_COLUMN}",
        f"ALTER TABLE own_die ADD COLUMN {OWNER_COLUMN}",
        # cards added by guests are deleted with their match
        "CREATE TRIGGER cards_of_a_deleted_match AFTER DELETE ON match BEGIN"
        " DELETE FROM card WHERE match = OLD.id; END",
    ),
)
"""SQL statements that migrate a file from each version to the next."""
SCHEMA_VERSION = len(MIGRATIONS)
"""The schema version; a file with a higher one was written by a newer Sobremesa."""


def migrate(db: sqlite3.Connection) -> None:
    """Migrate a file of an older version; the caller provides the transaction."""
    _migrate_to(db, SCHEMA_VERSION)


def _migrate_to(db: sqlite3.Connection, to: int) -> None:
    for number, step in enumerate(MIGRATIONS[read_version(db) : to], read_version(db) + 1):
        for statement in step:
            db.execute(statement)
        db.execute(f"PRAGMA user_version={number}")


def has_tables_of(db: sqlite3.Connection, version_number: int) -> bool:
    """Return whether the file has all tables of that version, and none that came later."""
    there, right = columns_by_table(db), _columns_of_version(version_number)
    later = _columns_of_version(SCHEMA_VERSION).keys() - right.keys()
    return not later & there.keys() and all(there.get(table, set()) >= columns for table, columns in right.items())


@cache
def _columns_of_version(version_number: int) -> dict[str, set[str]]:
    with closing(sqlite3.connect(":memory:", isolation_level=None)) as db:
        _migrate_to(db, version_number)
        return columns_by_table(db)


def columns_by_table(db: sqlite3.Connection) -> dict[str, set[str]]:
    """Return the column names of each table of a file."""
    sql = "SELECT m.name, c.name FROM sqlite_master AS m, pragma_table_info(m.name) AS c WHERE m.type = 'table'"
    found: dict[str, set[str]] = {}
    for table, column in db.execute(sql):
        found.setdefault(table, set()).add(column)
    return found


def read_version(db: sqlite3.Connection) -> int:
    """Return the schema version of a file; 0 for a file without tables."""
    return int(db.execute("PRAGMA user_version").fetchone()[0])
