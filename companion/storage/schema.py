"""The tables of an embedded database: those of format 1, and the upgrade to today's."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from functools import cache

from . import upgrades

HOUSE_OWNER = "house"
"""Owner of the stored rows where nobody else keeps any."""
OWNER_COLUMN = f"owner TEXT NOT NULL DEFAULT '{HOUSE_OWNER}'"
MATCH_COLUMN = "match TEXT NOT NULL DEFAULT ''"

TABLES = (
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
    # the capture in which an entry was read
    "CREATE TABLE picture("
    " match TEXT NOT NULL REFERENCES match ON DELETE CASCADE, seq INTEGER NOT NULL, jpeg BLOB NOT NULL,"
    " PRIMARY KEY(match, seq))",
    # the source of a roll that was not typed
    "CREATE TABLE throw("
    " match TEXT NOT NULL REFERENCES match ON DELETE CASCADE, seq INTEGER NOT NULL, how TEXT NOT NULL,"
    " PRIMARY KEY(match, seq))",
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
    # in the tables below, match is that from whose table the row came; '' for none
    f"CREATE TABLE setting(key TEXT NOT NULL, value TEXT NOT NULL, {OWNER_COLUMN}, PRIMARY KEY(owner, key))",
    "CREATE TABLE card("
    " game TEXT NOT NULL, kind TEXT NOT NULL, name TEXT NOT NULL, data TEXT NOT NULL,"
    f" {OWNER_COLUMN}, {MATCH_COLUMN}, PRIMARY KEY(owner, match, game, kind, name))",
    # cards added by guests are deleted with their match
    "CREATE TRIGGER cards_of_a_deleted_match AFTER DELETE ON match BEGIN DELETE FROM card WHERE match = OLD.id; END",
    "CREATE TABLE seen("
    " kind TEXT NOT NULL, face INTEGER NOT NULL, unsure INTEGER NOT NULL, dice INTEGER NOT NULL,"
    f" {OWNER_COLUMN}, {MATCH_COLUMN}, PRIMARY KEY(owner, match, kind, face, unsure))",
    # ``seen`` is NULL for a missed die, ``is_`` for something that is no die
    "CREATE TABLE correction("
    " id INTEGER PRIMARY KEY, at REAL NOT NULL, kind TEXT NOT NULL, seen INTEGER, is_ INTEGER,"
    f" unsure INTEGER NOT NULL, crop BLOB, {OWNER_COLUMN}, {MATCH_COLUMN})",
    # one small sample picture of a custom die with that face on top
    "CREATE TABLE own_die("
    f" id INTEGER PRIMARY KEY, kind TEXT NOT NULL, face INTEGER NOT NULL, picture BLOB NOT NULL, {OWNER_COLUMN})",
)
"""SQL statements that create the tables of format 1; later ones are made from them by the upgrades."""


def upgrade(db: sqlite3.Connection, to: int | None = None) -> None:
    """Create the tables, or upgrade an older file; the caller provides the transaction."""
    for number in range(read_format(db), upgrades.FORMAT if to is None else to):
        for statement in upgrades.UPGRADES[number].statements if number else TABLES:
            db.execute(statement)
        if number:
            upgrades.upgrade_rows(db, number)
        db.execute(f"PRAGMA user_version={number + 1}")


def has_tables_of(db: sqlite3.Connection, number: int) -> bool:
    """Return whether the file has all tables of that format, and none that came later."""
    there, right = columns_by_table(db), _columns_of_format(number)
    later = _columns_of_format(upgrades.FORMAT).keys() - right.keys()
    return not later & there.keys() and all(there.get(table, set()) >= columns for table, columns in right.items())


@cache
def _columns_of_format(number: int) -> dict[str, set[str]]:
    with closing(sqlite3.connect(":memory:", isolation_level=None)) as db:
        upgrade(db, number)
        return columns_by_table(db)


def columns_by_table(db: sqlite3.Connection) -> dict[str, set[str]]:
    """Return the column names of each table of a file."""
    sql = "SELECT m.name, c.name FROM sqlite_master AS m, pragma_table_info(m.name) AS c WHERE m.type = 'table'"
    found: dict[str, set[str]] = {}
    for table, column in db.execute(sql):
        found.setdefault(table, set()).add(column)
    return found


def read_format(db: sqlite3.Connection) -> int:
    """Return the format of a file; 0 for a file without tables."""
    return int(db.execute("PRAGMA user_version").fetchone()[0])
