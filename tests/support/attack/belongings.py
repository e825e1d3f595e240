"""A server with three tables and stored data: corrections, taught dice, cards, settings."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import cv2
import numpy as np

from companion.library.library import Library
from companion.storage.matches import Storage
from rules.darkmoor.model.cards import HeroCard, LocationCard
from rules.darkmoor.model.events import Began, Located, TurnedUp
from rules.king_of_tokyo.model.events import Began as Begins
from rules.registry import GAMES
from tests.support.attack.attacked_server import AttackedServer
from tests.support.attack.client import Page, cookie_for

MARKER = b"THE-DIE-OF-ANOTHER-TABLE"
"""Marks the crop of the host's correction at the table to which no guest is invited."""
TAUGHT = b"\xff\xd8\xff"
HOUSE_CARD = "Vecina de la casa"
TABLES = ("match", "entry", "setting", "card", "own_die", "correction", "seen", "invitation", "guest")


class Household(AttackedServer):
    """A server whose ``tables`` maps each game to its match; ``other`` is a table of the host's."""

    def __init__(self, data: Path) -> None:
        super().__init__(data)
        storage = Storage(data)
        library = Library(storage, GAMES)
        darkmoor = library.matches.create("darkmoor", ("Ana", "Beto", "Cira"))
        for name in ("Moor", "Fen", "Crag", "Gate"):
            darkmoor.answer(darkmoor.prompt_id, Located((LocationCard(name, vp=5),)))
        for event in (TurnedUp((HeroCard("Mad Malis", threshold=6),)), Began(0)):
            darkmoor.answer(darkmoor.prompt_id, event)
        tokyo = library.matches.create("king_of_tokyo", ("Ana", "Beto", "Cira"))
        tokyo.answer(tokyo.prompt_id, Begins(0))
        self.other = library.matches.create("four_souls", ("Zoraida", "Yolanda")).match.id
        self.tables = {"four_souls": self.match, "darkmoor": darkmoor.match.id, "king_of_tokyo": tokyo.match.id}
        self.invitations = {game: library.guests.table_invitation(match) for game, match in self.tables.items()}
        library.guests.table_invitation(self.other)
        for key, value in (("theme", "dark"), ("language", "es"), ("dice.tokyo", "[1, 2, 3, 4, 5, 6]")):
            storage.settings.save(key, value)
        storage.cards.save("darkmoor", "minions", HOUSE_CARD, {"peril": 3})
        storage.close()
        with closing(sqlite3.connect(data / "sobremesa.sqlite")) as db, db:
            self._put_right(db)
            self._teach(db)

    def _put_right(self, db: sqlite3.Connection) -> None:
        """Insert two corrections; in a newer schema one belongs to the guest's table."""
        sql = "INSERT INTO correction(at, kind, seen, is_, unsure, crop) VALUES (1, '', 5, 6, 0, ?)"
        other = db.execute(sql, (TAUGHT + MARKER,)).lastrowid
        own = db.execute(sql, (TAUGHT + b"own",)).lastrowid
        db.execute("INSERT INTO seen(kind, face, unsure, dice) VALUES ('', 5, 0, 40)")
        if "match" in {name for _, name, *_ in db.execute("PRAGMA table_info(correction)")}:
            db.executemany("UPDATE correction SET match = ? WHERE id = ?", [(self.other, other), (self.match, own)])

    def _teach(self, db: sqlite3.Connection) -> None:
        """Insert three samples of each face of the custom monster dice."""
        for face in range(1, 7):
            image = np.full((96, 96, 3), 30 * face, np.uint8)
            jpeg = cv2.imencode(".jpg", image)[1].tobytes()
            db.executemany(
                "INSERT INTO own_die(kind, face, picture) VALUES ('tokyo', ?, ?)", [(face, jpeg) for _ in range(3)]
            )

    def guest_of(self, game: str) -> Page:
        """The registered page of a new guest in the middle of that game's table."""
        match, cookie = self.tables[game], cookie_for(self.port, self.invitations[game])
        guest = Page(self.port, cookie).register(f"/t/{match}")
        guest.tap("En medio de la mesa")
        guest.go(f"/t/{match}")
        return guest

    def belongings(self, game: str) -> dict[str, list[tuple[object, ...]]]:
        """All rows that a guest of that game's table may not change."""
        mine = self.tables[game]
        with closing(sqlite3.connect(f"{(self.data / 'sobremesa.sqlite').as_uri()}?mode=ro", uri=True)) as db:
            rows = {table: db.execute(f"SELECT * FROM {table} ORDER BY rowid").fetchall() for table in TABLES}
        rows["guest"] = [row for row in rows["guest"] if row[-1]]
        return {table: [row for row in found if mine not in map(str, row)] for table, found in rows.items()}
