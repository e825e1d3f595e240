"""Saves, exports and situations of every release open, and a made-up next format upgrades them."""

from __future__ import annotations

import hashlib
import json
import os
import random
import signal
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import replace
from datetime import date
from pathlib import Path
from typing import Any

import pytest

from companion.exchange.rejection import ImportRejected
from companion.library import archive
from companion.library.library import Library
from companion.situation.reader import load
from companion.storage import daily_copies, row_recovery, schema, sqlite_database, upgrades
from companion.storage.cards import read_card_file
from companion.storage.codec import Codec
from companion.storage.matches import Storage, StorageError
from companion.storage.recovery import open_storage
from companion.storage.upgrades import Upgrade, change_records
from rules.boss_monster.model.events import RoomAdded, Sent
from rules.boss_monster.model.state import GONE, HERO_DECK
from rules.engine import FactSet, Game, Refused, Text
from rules.king_of_tokyo.model.dice import TOKYO_DIE
from rules.registry import GAMES
from tests.support.release_fixtures import (
    ARCHIVE,
    EN,
    EXPECTED,
    GOES_ON,
    asked,
    facts_of,
    lay_database,
    opened,
    releases,
    remembered,
)
from tests.support.stored_matches import assert_same_match
from tests.support.table_play import stroll

pytestmark = pytest.mark.embedded
RELEASES = {release.name: json.loads((release / EXPECTED).read_text("utf-8")) for release in releases()}


@pytest.fixture(params=releases(), ids=lambda release: release.name)
def release(request: pytest.FixtureRequest) -> Path:
    """The folder of a release."""
    folder: Path = request.param
    return folder


def assert_whole(folder: Path, expected: Any) -> None:
    """Assert that everything in that data folder is as the release left it, with its snapshots and without."""
    for snapshots in ("with", "without"):
        with opened(folder) as library:
            assert {match.id for match in library.matches.all()} == expected["matches"].keys()
            for id, facts in expected["matches"].items():
                table = library.matches.open(id)
                assert (id, table.warning, facts_of(table)) == (id, None, facts)
                for row in library.storage.snapshots(id):
                    codec = library.storage.codec(table.game)
                    assert codec.digest(codec.read_state(row.state)) == row.digest
            assert remembered(library) == expected["remembered"]
            if snapshots == "with":
                library.storage.database.write("DELETE FROM snapshot", ())


def test_every_game_is_among_the_fixtures() -> None:
    """Every release has an open match of each of its games, a finished one, nested records and sets."""
    for name, expected in RELEASES.items():
        endings = [(facts["game"], facts["asked"].startswith("ended")) for facts in expected["matches"].values()]
        open_ones = {game for game, has_ended in endings if not has_ended}
        assert len(open_ones) == len(expected["situations"]) >= 5
        assert any(has_ended for _, has_ended in endings), name


def test_the_database_of_a_release_opens(release: Path, tmp_path: Path) -> None:
    """Every match replays to its digest with the same log; settings, cards, dice and corrections are there."""
    lay_database(release, tmp_path)
    assert_whole(tmp_path, RELEASES[release.name])


def test_the_exports_of_a_release_are_imported(release: Path, tmp_path: Path) -> None:
    """Every export replays to its digest with the same log."""
    expected = RELEASES[release.name]
    with opened(tmp_path) as library:
        for name, id in expected["exports"].items():
            match = library.exchange.import_match((release / name).read_bytes())
            assert (match.id, facts_of(library.matches.open(match.id))) == (id, expected["matches"][id])


def refuse_question_2(game: Game[Any]) -> Game[Any]:
    """Newer rules that refuse what leads to the second question."""

    def settle(state: Any) -> Any:
        if state.asked == 2:
            raise Refused("X-01", Text("Not any more."))
        return game.settle(state)

    return replace(game, version=2, settle=settle)


def begin_elsewhere(game: Game[Any]) -> Game[Any]:
    """Newer rules of which every game begins otherwise."""
    return replace(game, version=2, new=lambda *args: replace(game.new(*args), asked=1))


@pytest.mark.parametrize("change", [refuse_question_2, begin_elsewhere])
def test_the_exports_of_a_release_go_on_under_newer_rules(release: Path, tmp_path: Path, change: Any) -> None:
    """Where newer rules refuse its log, or lead elsewhere, an export goes on from its last state, and says so once."""
    expected = RELEASES[release.name]
    with closing(Storage(tmp_path)) as storage:
        library = Library(storage, {key: change(game) for key, game in GAMES.items()})
        for name, id in expected["exports"].items():
            data, then = (release / name).read_bytes(), expected["matches"][id]
            assert library.exchange.import_match(data).id == id
            rows = [json.loads(row.event) for row in storage.entry_rows(id)]
            assert rows == [json.loads(line)["event"] for line in data.splitlines()[1:]]
            table = library.matches.open(id)
            assert (facts_of(table), EN(table.warning)) == ({**then, "log": []}, GOES_ON)
            with pytest.raises(ImportRejected, match="here already"):
                library.exchange.import_match(data)
            with pytest.raises(Refused):
                table.undo()
            table.continue_match()
            table.adjust(table.table_state.trackers[0].key, 1)
            stroll(table, random.Random(46), 12)
            assert table.table_state.seq > len(rows) + 1
            again = Library(storage, library.games).matches.open(id)
            assert again.warning is None
            assert_same_match(table, again)
            again.continue_match()
            while again.match_record.states:
                again.undo()
            assert facts_of(again)["digest"] == then["digest"]


def test_the_situations_of_a_release_are_read(release: Path) -> None:
    """Every situation leads to its question."""
    for name, question in RELEASES[release.name]["situations"].items():
        _, state = load((release / name).read_text("utf-8"), GAMES, Codec)
        assert (name, asked(state)) == (name, question)


def test_the_archive_of_a_release_is_imported(release: Path, tmp_path: Path) -> None:
    """An archive brings all games, cards and dice, and the settings that belong to no computer."""
    expected = RELEASES[release.name]
    with opened(tmp_path) as library:
        done = archive.import_archive(library.exchange, (release / ARCHIVE).read_bytes())
        assert (done.game_count, done.failures) == (len(expected["matches"]), ())
        found, there = remembered(library), expected["remembered"]
        assert (found["cards"], found["dice"]) == (there["cards"], there["dice"])
        assert {key: found["settings"][key] for key in ("theme", "names")} == {
            key: there["settings"][key] for key in ("theme", "names")
        }


# --- the upgrades -------------------------------------------------------------------------------------------------

FROM_1 = [
    ({"type": "RoomReplaced", "item": 4, "room": "dark_altar"}, ("room.4.card", "dark_altar")),
    ({"type": "RoomHidden", "item": 4}, ("room.4.card", "")),
    ({"type": "RoomMoved", "item": 4, "pile": 1}, ("room.4.place", 1)),
    ({"type": "RoomReturned", "item": 4}, ("room.4.place", "hand")),
    ({"type": "RoomMarked", "item": 4}, ("room.4.used", "other")),
    ({"type": "HeroAdded", "seat": -1, "hero": "c.4"}, ("seat.-1.hero", "c.4")),
    ({"type": "HeroReplaced", "item": 5, "hero": "c.4"}, ("hero.5.card", "c.4")),
    ({"type": "HeroOrdered", "item": 5, "row": 1}, ("hero.5.place", 1)),
    ({"type": "HeroWalked", "item": 5, "pile": -1}, ("hero.5.room", -1)),
    ({"type": "ScoreTurned", "item": 5}, ("scored.5.side", "other")),
    ({"type": "FactChanged", "seat": -1, "fact": "no_building"}, ("seat.-1.no_building", "other")),
    ({"type": "BossReplaced", "seat": 0, "boss": "draculord"}, ("seat.0.boss", "draculord")),
    ({"type": "DeclarationRemoved", "declared": 6}, ("declared.6.unplayed", "other")),
    ({"type": "CardRegained", "seat": 1, "card": "fear"}, ("seat.1.card", "fear")),
    ({"type": "HeroRemoved", "item": 5}, Sent(5, GONE)),
    ({"type": "HeroReturned", "item": 5}, Sent(5, HERO_DECK)),
    ({"type": "Sent", "item": 5, "seat": 0}, Sent(5, 0)),
    ({"type": "RoomAdded", "seat": 0, "item": 4, "room": "", "cards": []}, RoomAdded(0, 4)),
]


@pytest.mark.parametrize(("then", "now"), FROM_1, ids=lambda one: one["type"] if isinstance(one, dict) else "")
def test_a_correction_of_format_1_is_what_says_it_today(then: Any, now: Any) -> None:
    """What Boss Monster corrected by events of its own sets a fact or moves a hero, wherever it is read."""
    read = upgrades.upgrade_document("event", "boss_monster", then, 1)
    event = Codec(GAMES["boss_monster"]).read_event(json.dumps(read))
    assert event == (FactSet(*now) if isinstance(now, tuple) else now)
    assert upgrades.upgrade_document("event", "four_souls", then, 1) == then


# --- a made-up next format ---------------------------------------------------------------------------------------

NEXT = upgrades.FORMAT + 1
STEPS = {"four_souls.finish": "four_souls.end_effects"}
"""Names of steps in the made-up older format, with today's, which is the made-up next format."""
STACK = "stack of "
"""Beginning of the fields of the stack, which were the state's before the record was split."""
COLUMN = "ALTER TABLE setting ADD COLUMN changed REAL"


def newer_record(record: Any) -> Any:
    """A step, a field and an event's field renamed, and a record split in two."""
    match record:
        case {"type": "Step", "name": str(name)}:
            return {**record, "name": STEPS.get(name, name)}
        case {"type": "Rolled", "shown": faces}:
            return {"type": "Rolled", "faces": faces}
        case {"type": "Player", "objects": count, **others}:
            return {**others, "type": "Player", "treasures": count}
        case {"type": "Ruled", "switch": "cellar"}:
            return {**record, "switch": "rooms"}
        case {"type": "FourSouls", "rulings": list(pairs)}:
            stack = {key.removeprefix(STACK): value for key, value in record.items() if key.startswith(STACK)}
            others = {key: value for key, value in record.items() if not key.startswith(STACK)}
            rulings = [["rooms" if key == "cellar" else key, choice] for key, choice in pairs]
            return {**others, "rulings": rulings, "stack": {"type": "Stack", **stack}}
    return record


def newer(kind: str, game: str, data: Any) -> Any:
    """The upgrade from the made-up older format."""
    match kind, data:
        case "event" | "state", _:
            return change_records(data, newer_record)
        case "rulings", _:
            return {"rooms" if key == "cellar" else key: choice for key, choice in data.items()}
        case "export", {"beaten_by": _, **others}:
            return others
        case "situation", {"game": "four_souls"}:
            return json.loads(json.dumps(data).replace('"finish"', '"end_effects"').replace('"objects"', '"treasures"'))
        case "setting", {"key": "paint"}:
            return {**data, "key": "theme"}
        case "card", {"kind": "imps", "data": {"danger": peril}}:
            return {**data, "kind": "minions", "data": {"peril": peril}}
        case "die", {"kind": "claws"}:
            return {**data, "kind": TOKYO_DIE.key}
    return data


def older_record(record: Any) -> Any:
    """The inverse of ``newer_record``."""
    match record:
        case {"type": "Step", "name": str(name)}:
            return {**record, "name": {now: then for then, now in STEPS.items()}.get(name, name)}
        case {"type": "Rolled", "faces": faces}:
            return {"type": "Rolled", "shown": faces}
        case {"type": "Player", "treasures": count, **others}:
            return {**others, "type": "Player", "objects": count}
        case {"type": "Ruled", "switch": "rooms"}:
            return {**record, "switch": "cellar"}
        case {"type": "FourSouls", "rulings": list(pairs), "stack": dict(stack), **others}:
            inside = {f"{STACK}{key}": value for key, value in stack.items() if key != "type"}
            rulings = [["cellar" if key == "rooms" else key, choice] for key, choice in pairs]
            return {**others, **inside, "type": "FourSouls", "rulings": rulings}
    return record


def older_line(line: str) -> str:
    """An event or a state as the made-up older format wrote it."""
    return json.dumps(
        change_records(json.loads(line), older_record), ensure_ascii=False, sort_keys=True, separators=(",", ":")
    )


def lay_older_database(release: Path, folder: Path) -> Path:
    """The database of a release in the made-up older format."""
    path = lay_database(release, folder)
    with closing(sqlite3.connect(path)) as db, db:
        db.create_function("older", 1, older_line)
        db.create_function("digest", 1, lambda line: hashlib.sha256(line.encode()).hexdigest())
        db.executescript(
            f"""
            UPDATE entry SET event = older(event);
            UPDATE snapshot SET state = older(state);
            UPDATE snapshot SET digest = digest(state);
            UPDATE match SET rulings = replace(rulings, '"rooms"', '"cellar"');
            UPDATE setting SET key = 'paint' WHERE key = 'theme';
            UPDATE card SET kind = 'imps', data = replace(data, 'peril', 'danger') WHERE kind = 'minions';
            UPDATE own_die SET kind = 'claws' WHERE kind = '{TOKYO_DIE.key}';
            """
        )
    return path


@pytest.fixture
def next_format(monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[..., None]]:
    """A function that makes the format after today's the present one, with that upgrade."""

    def introduce(document: Callable[..., Any] = newer, *statements: str) -> None:
        monkeypatch.setattr(upgrades, "FORMAT", NEXT)
        monkeypatch.setitem(upgrades.UPGRADES, NEXT - 1, Upgrade(document, statements or (COLUMN,)))
        forget_tables()

    yield introduce
    forget_tables()


def forget_tables() -> None:
    """Forget the tables of formats."""
    schema._columns_of_format.cache_clear()
    row_recovery._tables_of_format.cache_clear()


def test_a_database_of_an_older_format_is_upgraded(release: Path, tmp_path: Path, next_format: Any) -> None:
    """The upgrade leads every row to today's format, after a backup; without it nothing of the past is understood."""
    path = lay_older_database(release, tmp_path)
    (tmp_path / "before").mkdir()
    lay_older_database(release, tmp_path / "before")
    with opened(tmp_path / "before") as library:
        ids = [match.id for match in library.matches.all() if match.game == "four_souls"]
        assert ids
        assert all(library.matches.open(id).warning for id in ids)
    next_format()
    with closing(Storage(tmp_path)) as storage:
        assert storage.database.read("PRAGMA user_version") == [(NEXT,)]
        assert storage.database.read("SELECT changed FROM setting WHERE key = 'theme'") == [(None,)]
    assert [day for day, _ in daily_copies.list_backups(path)] == [date.today()]
    assert_whole(tmp_path, RELEASES[release.name])


def test_a_failing_upgrade_leaves_the_file_as_it_is(release: Path, tmp_path: Path, next_format: Any) -> None:
    """An upgrade that fails at a document or a table leaves the file byte for byte, with a sentence."""
    path = lay_older_database(release, tmp_path)
    before = path.read_bytes()

    def fails_at_a_card(kind: str, game: str, data: Any) -> Any:
        return newer(kind, game, data) if kind != "card" else data["no such key"]

    next_format(fails_at_a_card)
    with pytest.raises(StorageError, match="cannot be brought to this version"):
        Storage(tmp_path)
    assert path.read_bytes() == before
    next_format(newer, COLUMN, "CREATE TABLE match(id)")
    with pytest.raises(StorageError, match="Nothing was saved"):
        Storage(tmp_path)
    assert path.read_bytes() == before
    next_format()
    assert_whole(tmp_path, RELEASES[release.name])


@pytest.mark.skipif(os.name == "nt", reason="Windows has no SIGKILL")
def test_a_crash_within_an_upgrade_leaves_the_older_file(release: Path, tmp_path: Path, next_format: Any) -> None:
    """A process killed at any statement of the upgrade leaves the older format; the next start upgrades it."""
    path = lay_older_database(release, tmp_path)
    next_format()
    for last in (0, 1, 2, 50, 150):
        assert killed_at(last, tmp_path), f"the upgrade has only {last} statements"
        with closing(sqlite3.connect(path)) as db:
            assert db.execute("PRAGMA user_version").fetchone() == (1,)
    assert_whole(tmp_path, RELEASES[release.name])


def killed_at(last: int, folder: Path) -> bool:
    """Upgrade in a process that is killed at that statement; return whether it was."""
    child = os.fork()
    if child == 0:
        try:
            left = iter(range(last, -1, -1))
            die = lambda sql: next(left) == 0 and os.kill(os.getpid(), signal.SIGKILL)  # noqa: E731
            sqlite_database.upgrade = lambda db: (db.set_trace_callback(die), schema.upgrade(db))  # type: ignore[assignment, func-returns-value]
            Storage(folder)
        finally:
            os._exit(1)
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == -signal.SIGKILL


def test_a_damaged_database_of_an_older_format_is_recovered(release: Path, tmp_path: Path, next_format: Any) -> None:
    """Rows from an older file, or from an older backup, are upgraded as they are recovered."""
    expected = RELEASES[release.name]["matches"]
    folders = [tmp_path / "page", tmp_path / "everything"]
    for folder, damage in zip(folders, (page_of_snapshots, lambda path: (0, path.stat().st_size)), strict=True):
        folder.mkdir()
        path = lay_older_database(release, folder)
        assert daily_copies.make_backup(path, date(2026, 11, 29))
        start, length = damage(path)
        data = bytearray(path.read_bytes())
        data[start : start + length] = b"\xff" * length
        path.write_bytes(data)
    next_format()
    for folder in folders:
        open_storage(folder).close()
        with opened(folder) as library:
            assert {id: facts_of(library.matches.open(id)) for id in expected} == expected


def page_of_snapshots(path: Path) -> tuple[int, int]:
    """The place of the snapshots' first page, and its length."""
    with closing(sqlite3.connect(path)) as db:
        (page,) = db.execute("SELECT rootpage FROM sqlite_master WHERE name = 'snapshot'").fetchone()
        (size,) = db.execute("PRAGMA page_size").fetchone()
    return (page - 1) * size, size


def older_export(data: bytes) -> bytes:
    """An export in the made-up older format."""
    head, *entries = map(json.loads, data.decode().splitlines())
    settings = {"cellar" if key == "rooms" else key: choice for key, choice in head["settings"].items()}
    last = older_line(json.dumps(head["last"]))
    digest = hashlib.sha256(last.encode()).hexdigest()
    lines = [{**head, "settings": settings, "last": json.loads(last), "digest": digest, "beaten_by": []}]
    lines += [{**entry, "event": json.loads(older_line(json.dumps(entry["event"])))} for entry in entries]
    return "".join(f"{json.dumps(line, ensure_ascii=False)}\n" for line in lines).encode()


def test_exports_and_situations_of_an_older_format_are_upgraded(
    release: Path, tmp_path: Path, next_format: Any
) -> None:
    """An export is replayed by its upgraded events, and a situation leads to its question."""
    next_format()
    expected = RELEASES[release.name]
    with opened(tmp_path) as library:
        for name, id in expected["exports"].items():
            match = library.exchange.import_match(older_export((release / name).read_bytes()))
            assert (match.id, facts_of(library.matches.open(match.id))) == (id, expected["matches"][id])
    for name, question in expected["situations"].items():
        text = (release / name).read_text("utf-8")
        older = text.replace("treasures =", "objects =").replace('rooms = "on"', 'cellar = "on"')
        older = older.replace('"end_effects"', '"finish"') if "four_souls" in name else older
        assert (older != text) == ("four_souls" in name)
        assert asked(load(older, GAMES, Codec)[1]) == question


def test_an_export_whose_upgraded_log_leads_nowhere_goes_on(release: Path, tmp_path: Path, next_format: Any) -> None:
    """An export of an older format goes on from its upgraded last state where its upgraded events are refused."""
    next_format(lambda kind, game, data: data if kind == "event" else newer(kind, game, data))
    expected = RELEASES[release.name]
    with opened(tmp_path) as library:
        rolled = {name: data for name in expected["exports"] if b'"Rolled"' in (data := (release / name).read_bytes())}
        assert len(rolled) >= 3
        for name, data in rolled.items():
            id = expected["exports"][name]
            table = library.matches.open(library.exchange.import_match(older_export(data)).id)
            assert facts_of(table) == {**expected["matches"][id], "log": []}
            assert EN(table.warning).startswith("Part of this game's log cannot be read. It goes on from where it was")


def test_the_parts_of_an_archive_of_an_older_format_are_upgraded(
    release: Path, tmp_path: Path, next_format: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Cards, dice and settings of an archive are upgraded as they are imported, and a file of cards."""
    monkeypatch.setattr(archive, "PORTABLE_SETTINGS", (*archive.PORTABLE_SETTINGS, "paint"))
    (tmp_path / "older").mkdir()
    lay_older_database(release, tmp_path / "older")
    with opened(tmp_path / "older") as library:
        packed, cards = archive.export_archive(library.exchange, str).data, library.storage.cards.export()
    next_format()
    there = RELEASES[release.name]["remembered"]
    with opened(tmp_path / "newer") as library:
        archive.import_archive(library.exchange, packed)
        found = remembered(library)
        assert (found["cards"], found["dice"]) == (there["cards"], there["dice"])
        assert found["settings"]["theme"] == there["settings"]["theme"]
    assert [list(row) for row in read_card_file(cards)] == there["cards"]
