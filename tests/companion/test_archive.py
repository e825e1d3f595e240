"""The archive of all matches: export, import on another computer, and hostile files."""

from __future__ import annotations

import io
import json
import time
import zipfile
from base64 import b64encode
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from companion.access.visitor import Visitor
from companion.cli.main import main
from companion.exchange import importer
from companion.exchange.rejection import ImportRejected
from companion.library import archive
from companion.library.library import Library
from companion.storage.matches import Storage
from rules.registry import GAMES
from tests.support.damaged_copies import database
from tests.support.saved_games import ES
from tests.support.secret_numbers import named
from tests.support.stored_matches import EN


@pytest.fixture(scope="module")
def old(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Library]:
    """A library with a match of each kind, cards, taught dice and settings."""
    folder = tmp_path_factory.mktemp("old")
    database(folder, 1, 12)
    with closing(Storage(folder)) as storage:
        yield Library(storage, GAMES)


def run(*words: str) -> Result:
    return CliRunner().invoke(main, words)


def states(library: Library) -> dict[str, tuple[str, int, str]]:
    """The position of each match: its players, its agenda, a digest of its state."""
    found = {}
    for match in library.matches.all():
        table = library.matches.open(match.id)
        assert table.warning is None
        found[match.id] = str(match.seats), table.table_state.seq, library.storage.codec(table.game).digest(table.state)
    return found


def test_everything_moves_to_another_computer_and_back(old: Library, library: Library) -> None:
    """Matches, cards, dice and settings are imported; what exists there is not overwritten."""
    packed = archive.export_archive(old.exchange, ES)
    assert (packed.game_count, packed.skipped) == (len(GAMES), ())
    done = archive.import_archive(library.exchange, packed.data)
    assert (done.game_count, done.duplicate_count, done.failures) == (len(GAMES), 0, ())
    assert states(library) == states(old)
    for sql in ("SELECT * FROM card ORDER BY game, kind, name", "SELECT kind, face, picture FROM own_die ORDER BY id"):
        assert library.storage.database.read(sql) == old.storage.database.read(sql)
    assert library.settings.get("names") == old.settings.get("names")
    again = archive.import_archive(old.exchange, archive.export_archive(library.exchange, EN).data)
    assert (again.game_count, again.duplicate_count, again.failures) == (0, len(GAMES), ())
    assert EN(archive.describe_import(again)) == f"0 games were added. {len(GAMES)} games were here already."


def test_what_is_here_is_known_before_it_is_replayed(old: Library, monkeypatch: pytest.MonkeyPatch) -> None:
    """A file of games that are here is read without a replay of any."""
    packed = archive.export_archive(old.exchange, ES)

    def replayed(*_: object) -> None:
        raise AssertionError("a known game is replayed")

    monkeypatch.setattr(importer, "_replay", replayed)
    again = archive.import_archive(old.exchange, packed.data)
    assert (again.game_count, again.duplicate_count, again.failures) == (0, len(GAMES), ())


def test_a_file_of_too_many_steps_is_refused_as_a_whole(
    old: Library, library: Library, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The steps of all games are counted before anything is changed, and the sentence says what to do."""
    packed = archive.export_archive(old.exchange, ES)
    steps = sum(match.entries for match in old.matches.all())
    monkeypatch.setattr(archive, "MAX_ALL_STEPS", steps - 1)
    with pytest.raises(ImportRejected) as refused:
        archive.import_archive(library.exchange, packed.data)
    assert "in its folder “games” one by one" in EN(refused.value.reason)
    assert f"have {steps} steps" in EN(refused.value.reason)
    assert library.matches.all() == ()
    assert library.settings.get("names") == ""
    monkeypatch.setattr(archive, "MAX_ALL_STEPS", steps)
    assert archive.import_archive(library.exchange, packed.data).game_count == len(GAMES)


def test_an_import_that_ends_early_says_what_was_not_read(old: Library, library: Library) -> None:
    """What was imported until then is on the shelf."""
    whole = archive.ArchiveImport(library.exchange, archive.export_archive(old.exchange, ES).data)
    whole.import_game(whole.games[0])
    assert len(library.matches.all()) == 1
    unread = len(GAMES) - 1
    assert EN(archive.describe_import(whole.result)) == (
        f"1 game was added. The import was cancelled: {unread} games of that file were not read."
    )


def test_no_secret_of_the_house_is_in_the_file(old: Library) -> None:
    """The archive holds no invitation, no device key, no picture of a roll and no correction."""
    with zipfile.ZipFile(io.BytesIO(archive.export_archive(old.exchange, ES).data)) as file:
        data = b"".join(file.read(name) for name in file.namelist())
    words = [word for (word,) in old.storage.database.read("SELECT word FROM invitation")]
    keys = [key for (key,) in old.storage.database.read("SELECT key FROM guest WHERE key IS NOT NULL")]
    assert not [word for word in (old.guests.host_invitation(), *words, *keys) if word.encode() in data]
    assert b"invitation" not in data
    assert b"correction" not in data


def test_a_game_with_secrets_in_hand_is_left_out_and_named(library: Library) -> None:
    """A match with secrets on a phone is left out of the archive, and named with the reason."""
    kept = library.matches.create("counting", ("Ana", "Beto", "Cai"), (("secrets", "on"),))
    library.matches.create("darkmoor", ("Cira", "Dani"))
    library.guests.take_seat(Visitor("", is_host=True), kept.match.id, 0)
    named(kept, 0)
    packed = archive.export_archive(library.exchange, ES)
    assert [match.id for match, _ in packed.skipped] == [kept.match.id]
    assert packed.game_count == 1
    assert "Ana, Beto, Cai" in EN(archive.describe_skipped(packed))  # type: ignore[arg-type]


def test_what_was_set_here_is_not_overwritten(old: Library, library: Library) -> None:
    library.settings.save("theme", "light")
    archive.import_archive(library.exchange, archive.export_archive(old.exchange, ES).data)
    assert library.settings.get("theme") == "light"


def test_the_command_line_and_back(old: Library, tmp_path: Path) -> None:
    """``games export --all FILE`` and ``games import FILE`` transfer everything."""
    file, here, there = tmp_path / "all.zip", old.storage.database.path.parent, tmp_path / "there"
    done = run("--data", str(here), "--lang", "en", "games", "export", "--all", str(file))
    assert f"{len(GAMES)} games are in {file}" in done.output
    done = run("--data", str(there), "--lang", "en", "games", "import", str(file))
    assert f"{len(GAMES)} games were added." in done.output
    with closing(Storage(there)) as storage:
        assert states(Library(storage, GAMES)) == states(old)


# --- what a hostile file may not do ------------------------------------------------------------------------------


def zipped(**parts: bytes) -> bytes:
    room = io.BytesIO()
    with zipfile.ZipFile(room, "w", zipfile.ZIP_DEFLATED) as file:
        for name, data in {"sobremesa.json": b'{"sobremesa":"archive","format":1}', **parts}.items():
            file.writestr(name, data)
    return room.getvalue()


def with_method(data: bytes, method: int) -> bytes:
    """The archive with every part's compression method replaced by another one."""
    changed = bytearray(data)
    for mark, at in ((b"PK\1\2", 10), (b"PK\3\4", 8)):
        place = changed.find(mark)
        while place >= 0:
            changed[place + at : place + at + 2] = method.to_bytes(2, "little")
            place = changed.find(mark, place + 4)
    return bytes(changed)


REFUSAL_AIM_SECONDS = 1.0
"""The time in which a file that is no archive is to be refused; a test allows five times as much."""
REFUSED: dict[str, Callable[[], bytes]] = {
    "no archive": lambda: b"PK\3\4" + b"\0" * 500,
    "of something else": lambda: zipped(**{"sobremesa.json": b'{"sobremesa":"game"}'}),
    "a deep head": lambda: zipped(**{"sobremesa.json": b"[" * 9_000}),
    "a large head": lambda: zipped(**{"sobremesa.json": b" " * 5_000_000}),
    "packed by LZMA": lambda: with_method(zipped(), 14),
    "a million files": lambda: zipped() + b"PK\1\2" * 1_000_000,
    "newer": lambda: zipped(**{"sobremesa.json": b'{"sobremesa":"archive","format":99}'}),
}


@pytest.mark.parametrize("kind", REFUSED)
def test_what_is_no_archive_is_refused_in_a_sentence(library: Library, kind: str) -> None:
    """A file that is no archive is refused with a sentence, and nothing is changed."""
    data, before = REFUSED[kind](), time.monotonic()
    with pytest.raises(ImportRejected) as refused:
        archive.import_archive(library.exchange, data)
    assert time.monotonic() - before < 5 * REFUSAL_AIM_SECONDS
    assert ES(refused.value.reason) != EN(refused.value.reason)
    assert library.storage.match_count() == 0


def test_bad_parts_are_named_and_the_others_taken(old: Library, library: Library, tmp_path: Path) -> None:
    """Bad parts are reported one by one, and the good parts are imported.

    Cases: a decompression bomb, a path, invalid data and a huge picture. No file is written.
    """
    id = old.matches.all()[0].id
    png = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR" + (60_000).to_bytes(4, "big") * 2 + b"\0" * 8
    data = zipped(
        **{
            "games/1-good.jsonl": old.exchange.export(id, ES)[1],
            "games/2-bomb.jsonl": bytes(20_000_000),
            "games/../../../evil.jsonl": b"{}",
            "games/4.jsonl": b"[" * 100_000,
            "cards.json": b"[" * 100_000,
            "dice.json": json.dumps([["pips", 1, b64encode(png).decode()]]).encode(),
            "settings.json": b'{"invitation": "aaaaaaaaaaaaaaaaaaaaaaaaaa", "nonsense": "x", "theme": {"a": 1}}',
        }
    )
    files = set(tmp_path.rglob("*"))
    done = archive.import_archive(library.exchange, data)
    assert (done.game_count, done.duplicate_count) == (1, 0)
    assert {name for name, _ in done.failures} == {
        "2-bomb.jsonl",
        "../../../evil.jsonl",
        "4.jsonl",
        "cards.json",
        "dice.json",
    }
    assert set(tmp_path.rglob("*")) == files
    assert library.settings.get("invitation") == ""
    assert library.settings.get("theme") == ""
    assert library.storage.database.read("SELECT * FROM own_die") == []
