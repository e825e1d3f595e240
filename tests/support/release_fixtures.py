"""The saves, exports and situations that a release leaves as fixtures: ``tests/fixtures/releases/<version>/``.

``python -m tests.support.release_fixtures 1.1.0`` writes those of that release, before it is released; afterwards they
are never written again. ``python -m tests.support.release_fixtures --reword`` writes new sentences into what is
expected of every release, where the states are the ones that were expected.
"""

from __future__ import annotations

import itertools
import json
import random
import shutil
import sqlite3
import tempfile
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import click
import numpy as np

from companion import VERSION
from companion.access.permissions import Access
from companion.dice import corrections, custom_sets
from companion.dice.corrections import Correction
from companion.dice.kinds import map_pips_to_face
from companion.i18n import translator
from companion.library import archive
from companion.library.library import Library
from companion.match.table import Table
from companion.situation.document import SituationFormat, parse_situation
from companion.situation.reader import load
from companion.storage.codec import Codec
from companion.storage.matches import Storage
from companion.storage.records import RollRecord
from companion.storage.settings import SETTING_KEYS
from companion.storage.sqlite_database import DATABASE_FILE
from rules.engine import prompt
from rules.four_souls.model.events import Named
from rules.king_of_tokyo.model.dice import TOKYO_DIE
from rules.registry import GAMES
from tests.support.paths import FIXTURES
from tests.support.picture_files import encoded
from tests.support.table_play import stroll
from vision import Die, Reading

FOLDER = FIXTURES / "releases"
DATABASE, EXPECTED, ARCHIVE = "database.sql", "expected.json", "archive.zip"
EN = translator("en")
BEGUN = 1_790_000_000.0
"""Unix time of the first entry; each further one is a second later."""
GOES_ON = (
    "Sobremesa knows the rules better than when this game was saved."
    " It goes on from where it was; what came before cannot be undone."
)
"""What a table says once where newer rules cannot replay its log."""
ENTRIES = 30
"""Entries of an open match, at least."""
RULINGS = {"four_souls": (("rooms", "on"),)}
READ = Reading((Die(5, (10, 10, 40, 40), 1.0),), (), (640, 480))


def releases() -> list[Path]:
    """The folders of all releases."""
    return sorted(path for path in FOLDER.iterdir() if path.is_dir())


@contextmanager
def opened(folder: Path) -> Iterator[Library]:
    """A library over that data folder."""
    with closing(Storage(folder)) as storage:
        yield Library(storage, GAMES)


def lay_database(release: Path, folder: Path) -> Path:
    """Make the database of a release in that data folder; return its path."""
    path = folder / DATABASE_FILE
    with closing(sqlite3.connect(path)) as db:
        db.executescript((release / DATABASE).read_text("utf-8"))
        db.execute("PRAGMA journal_mode=WAL")
    return path


# --- what a release is compared by -------------------------------------------------------------------------------


def facts_of(table: Table) -> dict[str, Any]:
    """The state's digest, its question, and every line of the log."""
    lines = ((line.entry.actor, EN(line.text), "" if line.is_in_effect else " (undone)") for line in table.log())
    return {
        "game": table.game.key,
        "digest": table._storage.codec(table.game).digest(table.state),
        "asked": asked(table.state),
        "log": [f"{actor}: {text}{undone}" for actor, text, undone in lines],
    }


def asked(state: Any) -> str:
    """The question of a state, or how the match has ended."""
    question = prompt(state)
    return f"{question.rule} {EN(question.title)}" if question else f"ended: {state.outcome.rule}"


def remembered(library: Library) -> dict[str, Any]:
    """The settings, cards, taught dice and corrections of a library."""
    storage, host = library.storage, Access(library.storage, True)
    cards = storage.database.read("SELECT game, kind, name, data FROM card ORDER BY game, kind, name")
    return {
        "settings": {
            key: value for key in sorted(SETTING_KEYS) if (value := library.settings.get(key)) or key == "rescued"
        },
        "cards": [[*row[:3], json.loads(row[3])] for row in cards],
        "dice": [len(samples) for samples in custom_sets.samples_by_face(TOKYO_DIE, storage).values()],
        "corrections": [[one.read_face, one.true_face] for one in corrections.latest_corrections(host)],
    }


# --- writing -----------------------------------------------------------------------------------------------------


def play(library: Library, key: str, chance: random.Random) -> Table:
    """Play a match of two: answers, corrections, rulings, undo and redo."""
    table = library.matches.create(key, ("Ana", "Bea"), RULINGS.get(key, ()))
    while table.table_state.seq < ENTRIES:
        stroll(table, chance, 1)
    if key == "four_souls":  # records within records
        for seat in range(2):
            table.adjust(f"seat.{seat}.treasures", 1)
            table.make_remark(Named(seat, 0, "The D6"))
    return table


def finish(table: Table, chance: random.Random) -> None:
    """Bring a match of King of Tokyo to its end."""
    table.adjust("seat.0.points", 20 - table._value("seat.0.points"))
    while table.state.outcome is None:
        stroll(table, chance, 1)


def remember(library: Library, tables: list[Table]) -> None:
    """Fill every other table of the database."""
    storage, host = library.storage, Access(library.storage, True)
    for key in sorted({*SETTING_KEYS} - {"rescued"}):
        library.settings.save(key, {"theme": "dark", "language": "en", "corrections": "on"}.get(key, "a|b"))
    library.settings.save("rulings.four_souls", "mode=solo|rooms=on")
    storage.cards.save("four_souls", "effects", "Bomb", [["damage", "fought", 1]])
    storage.cards.save("darkmoor", "minions", "Imp", {"peril": 2})
    map_pips_to_face(TOKYO_DIE, 1, 2, host)
    for face in (1, 2):
        custom_sets.add_sample(TOKYO_DIE, face, encoded(np.full((96, 96, 3), 80 * face, np.uint8)), host)
    corrections.record_roll(host, None, READ, [Correction(5, 6, False, b"\xff\xd8\xff")])
    storage.append_entries(tables[0].match, tables[0].game, (), None, None, [RollRecord(1, "camera", b"\xff\xd8\xff")])
    library.guests.redeem_invitation(library.guests.table_invitation(tables[0].match.id), "")


def write(version: str) -> None:
    """Write the fixtures of that release."""
    release, chance = FOLDER / version, random.Random(46)
    shutil.rmtree(release, ignore_errors=True)
    release.mkdir(parents=True)
    times = itertools.count(BEGUN)
    with tempfile.TemporaryDirectory() as folder, closing(Storage(Path(folder))) as storage:
        library = Library(storage, GAMES, lambda: next(times))
        tables = [play(library, key, chance) for key in sorted(GAMES)]
        finish(over := play(library, "king_of_tokyo", chance), chance)
        tables.append(over)
        remember(library, tables)
        expected: dict[str, Any] = {"matches": {}, "exports": {}, "situations": {}, "remembered": remembered(library)}
        for number, table in enumerate(tables):
            name = f"{number}-{table.game.key}"
            expected["matches"][table.match.id] = facts_of(table)
            (release / f"{name}.jsonl").write_bytes(library.exchange.export(table.match.id, EN)[1])
            expected["exports"][f"{name}.jsonl"] = table.match.id
            if table.state.outcome is None:
                situations = SituationFormat(storage.codec(table.game))
                (release / f"{name}.toml").write_text(text := situations.write(table.state), "utf-8")
                expected["situations"][f"{name}.toml"] = asked(situations.read(parse_situation(text)))
            table.save_snapshot()
        (release / ARCHIVE).write_bytes(archive.export_archive(library.exchange, EN).data)
        dump = "\n".join(_dump(Path(folder) / DATABASE_FILE))
    (release / DATABASE).write_text(f"{dump}\n", "utf-8")
    (release / EXPECTED).write_text(json.dumps(expected, ensure_ascii=False, indent=1) + "\n", "utf-8")


def _dump(path: Path) -> Iterator[str]:
    """The database as SQL, with its format."""
    with closing(sqlite3.connect(path)) as db:
        yield from db.iterdump()
        yield f"PRAGMA user_version={db.execute('PRAGMA user_version').fetchone()[0]};"


def reword(release: Path) -> None:
    """Write the present sentences of a release's matches and situations into what is expected of it.

    Raises ``ValueError`` where more than sentences has changed.
    """
    expected = json.loads((release / EXPECTED).read_text("utf-8"))
    with tempfile.TemporaryDirectory() as folder:
        lay_database(release, Path(folder))
        with closing(Storage(Path(folder))) as storage:
            library = Library(storage, GAMES)
            for id, facts in expected["matches"].items():
                now = facts_of(library.matches.open(id))
                if (now["digest"], len(now["log"])) != (facts["digest"], len(facts["log"])):
                    raise ValueError(f"{id} has another state")
                expected["matches"][id] = now
    for name in expected["situations"]:
        expected["situations"][name] = asked(load((release / name).read_text("utf-8"), GAMES, Codec)[1])
    (release / EXPECTED).write_text(json.dumps(expected, indent=1, ensure_ascii=False) + "\n", "utf-8")


@click.command(help=__doc__)
@click.argument("version", default=VERSION)
@click.option(
    "--reword", "is_reworded", is_flag=True, help="Write new sentences into what is expected of all releases."
)
def main(version: str, is_reworded: bool) -> None:
    """Write the fixtures of a release, or new sentences into those that there are."""
    if not is_reworded:
        write(version)
        return
    for found in releases():
        reword(found)


if __name__ == "__main__":
    main()
