"""Export and import of one match: exact, or refused with a sentence."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from companion.base.canonical_json import canonical_json, sha256_hex
from companion.base.errors import NEWER_FILE_TEXT
from companion.cli.main import main
from companion.exchange import importer
from companion.exchange.importer import DIGEST_MISMATCH_TEXT
from companion.exchange.rejection import (
    FOREIGN_FILE_TEXT,
    MAX_BYTES,
    TOO_LARGE_TEXT,
    ImportRejected,
)
from companion.library.library import Library
from companion.match import table as table_module
from companion.match.table import SNAPSHOT_INTERVAL
from companion.situation.reader import NO_QR_CODE_TEXT
from companion.storage.matches import StorageError
from rules.engine import Refused, Text
from tests.support.device_seats import ANA, BEA
from tests.support.full_disk import full
from tests.support.release_fixtures import GOES_ON
from tests.support.saved_games import play
from tests.support.stored_matches import (
    EN,
    ES,
    assert_same_match,
    exported_file,
    play_on_phone,
    reopened_library,
    start_match,
    win_four_souls,
    win_match,
)
from tests.support.ui.app import App
from tests.toy.counting import Stayed

# --- round trip --------------------------------------------------------------------------------------------------


def test_anybody_can_read_the_file(library: Library) -> None:
    """The export has a line about the match, then one for each entry: time, actor and text."""
    table = win_four_souls(library)
    name, data = library.exchange.export(table.match.id, ES)
    head, *lines = map(json.loads, data.decode().splitlines())
    assert name.startswith("four_souls-Ana-Beto-")
    assert (head["game"], head["seats"], head["won"]) == ("four_souls", ["Ana", "Beto"], ["Ana"])
    assert (head["rules"], head["entries"]) == (table.game.version, len(lines))
    assert [line["says"] for line in lines] == [ES(line.text) for line in table.log()]
    assert [
        line["says"] for line in map(json.loads, exported_file(library, table.match.id, EN).decode().splitlines()[1:])
    ] == [EN(line.text) for line in table.log()]
    assert all(line["time"].startswith("20") and line["who"] for line in lines)


@pytest.mark.embedded
def test_a_game_whose_beginning_is_lost_travels_with_what_is_certain(library: Library, other: Library) -> None:
    """A match whose beginning is lost is exported and imported from its first snapshot."""
    table = start_match(library)
    for _ in range(SNAPSHOT_INTERVAL):
        table.adjust("total.0", 1 if table.state.totals[0] < 5 else -1, ANA)
    library.storage.database._db.execute("UPDATE entry SET event = '{' WHERE seq = 2")
    rescued = reopened_library(library).matches.open(table.match.id)
    assert rescued.warning is not None
    rescued.answer(rescued.prompt_id, Stayed(), ANA)
    moved = reopened_library(library)
    assert_same_match(rescued, moved.matches.open(table.match.id))
    data = exported_file(moved, table.match.id)
    assert other.exchange.import_match(data).id == table.match.id
    assert_same_match(rescued, other.matches.open(table.match.id))
    assert exported_file(reopened_library(other), table.match.id) == data
    with pytest.raises(ImportRejected, match="here already"):
        other.exchange.import_match(data)


def test_a_game_that_is_here_is_never_overwritten(library: Library) -> None:
    """Importing an existing match is refused; one of the same id but another log is added."""
    table = start_match(library)
    early = exported_file(library, table.match.id)
    with pytest.raises(ImportRejected, match="here already"):
        library.exchange.import_match(early)
    table.answer(table.prompt_id, Stayed(), BEA)
    rows = library.storage.entry_rows(table.match.id)
    twin = library.exchange.import_match(early)
    assert twin.id != table.match.id
    assert library.storage.entry_rows(table.match.id) == rows
    assert {match.entries for match in library.matches.all()} == {2, 3}


Lines = list[dict[str, Any]]


OVERFULL = Text("Line {n} of that file asks for more than any game does. Nothing was imported.", n=1)


def test_no_game_grows_longer_than_can_be_imported(
    library: Library, other: Library, monkeypatch: pytest.MonkeyPatch
) -> None:
    """At its last step a game is refused another one with a sentence, undo included; its file is read elsewhere."""
    for module in (table_module, importer):
        monkeypatch.setattr(module, "MAX_STEPS", 12)
    table = library.matches.create("counting", ("Ana", "Bea"))
    with pytest.raises(Refused, match="X-01") as refused:
        play(table, 100)
    assert "as many steps" in str(refused.value.reason)
    with pytest.raises(Refused):
        table.undo()
    assert len(table.match_record.lines) == 12
    brought = other.matches.open(other.exchange.import_match(library.exchange.export(table.match.id, ES)[1]).id)
    assert brought.state == table.state


def changed(**more: Any) -> Callable[[Lines], Any]:
    """A change of fields in the first line."""
    return lambda lines: lines[0].update(more)


def second(**more: Any) -> Callable[[Lines], Any]:
    """A change of fields in the second line."""
    return lambda lines: lines[1].update(more)


def line(n: int) -> Text:
    """The message that line ``n`` cannot be read."""
    return importer._damaged_line_text(n)


def stateless(lines: Lines) -> None:
    """Make the match start from an invalid state."""
    lines[0].update(after=5, state={"type": "Cheered"})
    for one in lines[1:]:
        one.update(n=one["n"] + 5, group=one["n"] + 5)


def older(lines: Lines) -> None:
    """Make the file one of older rules, with an event that today's refuse."""
    lines[0].update(rules=0)
    lines[1].update(event={"type": "Flew"})


def forged(**more: Any) -> Callable[[Lines], Any]:
    """A file of older rules whose last state is another one, with its digest."""

    def forge(lines: Lines) -> None:
        older(lines)
        last = {**lines[0]["last"], **more}
        lines[0].update(last=last, digest=sha256_hex(canonical_json(last)))

    return forge


def nested(depth: int) -> list[Any]:
    """A list within lists."""
    return [nested(depth - 1)] if depth else []


NOT_WHOLE = Text("That file is not whole: {n} of {all} steps are there. Nothing was imported.", n=2, all=3)
UNTABLED = Text("{why} Nothing was imported.")
AGAINST = Text("Line {n} of that file is against the rules: {why} Nothing was imported.")
UNKNOWN = Text("This Sobremesa does not know the game “{game}”. Nothing was imported.")
FILES: dict[str, tuple[Callable[[Lines], Any], Text]] = {
    "another program's": (changed(sobremesa="song"), FOREIGN_FILE_TEXT),
    "of a newer format": (changed(format=99, seats=7), NEWER_FILE_TEXT),
    "of a strange format": (changed(format="1"), line(1)),
    "of a game that is not here": (changed(game="chess"), UNKNOWN),
    "of endless length": (changed(entries=10_001), TOO_LARGE_TEXT),
    "without its end": (lambda lines: lines.pop(), NOT_WHOLE),
    "without its middle": (lambda lines: lines.pop(2), NOT_WHOLE),
    "with more than it says": (lambda lines: lines.append({**lines[-1], "n": 4, "group": 4}), line(5)),
    "out of order": (lambda lines: lines.insert(1, lines.pop(2)), line(2)),
    "numbered twice": (lambda lines: lines[2].update(n=1), line(3)),
    "that lies about the end": (changed(digest="0" * 64), DIGEST_MISMATCH_TEXT),
    "with another roll": (lambda lines: lines[2]["event"].update(faces=[4]), DIGEST_MISMATCH_TEXT),
    "with what may not be answered": (lambda lines: lines[2].update(event={"type": "Stayed"}), AGAINST),
    "with an undo of nothing": (second(event={"type": "Undone", "group": 1, "keep": 0}), AGAINST),
    "of newer rules": (
        lambda lines: (changed(rules=9)(lines), second(event={"type": "Flew"})(lines)),
        NEWER_FILE_TEXT,
    ),
    "with an event of its own": (second(event={"type": "Flew"}), line(2)),
    "with a class that is no event": (second(event={"type": "Counting"}), line(2)),
    "with words for dice": (lambda lines: lines[2]["event"].update(faces="six"), line(3)),
    "with endless dice": (lambda lines: lines[2]["event"].update(faces=[float("inf")]), line(3)),
    "with dice that no die has": (lambda lines: lines[2]["event"].update(faces=[10**30]), AGAINST),
    "with a group to come": (second(group=7), line(2)),
    "with a group before all": (second(group=-1), line(2)),
    "of the year 9000": (second(time="9000-01-01T00:00:00+00:00"), line(2)),
    "of no place on earth": (second(time="2026-01-01T00:00:00"), line(2)),
    "of no time": (second(time="soon"), line(2)),
    "by nobody": (second(who=None), line(2)),
    "with names in two lines": (changed(seats=["Ana\nBea", "Bea"]), line(1)),
    "with too many seats": (changed(seats=[f"P{k}" for k in range(900)]), OVERFULL),
    "with nobody": (changed(seats=[]), AGAINST),
    "with a rule that is none": (changed(settings={"gravity": "off"}), DIGEST_MISMATCH_TEXT),
    "from a state without a number": (changed(state={"type": "Counting"}), line(1)),
    "of endless rules": (changed(begun=10**30), OVERFULL),
    "of rules before the first": (changed(rules=-(10**30)), OVERFULL),
    "from an endless number": (changed(after=10**30, state={"type": "Counting"}), OVERFULL),
    "from a number without a state": (changed(after=5), line(1)),
    "from a state that is none": (stateless, line(1)),
    "without a last state": (lambda lines: lines[0].pop("last"), line(1)),
    "to another last state": (lambda lines: lines[0]["last"].update(totals=[1, 1]), DIGEST_MISMATCH_TEXT),
    "of older rules and other seats": (forged(seats=["Ana", "Cira"]), DIGEST_MISMATCH_TEXT),
    "of older rules and other settings": (forged(rulings=[["bank", "on"]]), DIGEST_MISMATCH_TEXT),
    "of older rules and a setting that is none": (
        lambda lines: (changed(settings={"gravity": "off"})(lines), forged(rulings=[["gravity", "off"]])(lines)),
        UNTABLED,
    ),
    "of older rules to what is no state": (forged(type="Cheered"), line(1)),
    "of older rules to words for numbers": (forged(totals=["six", "six"]), line(1)),
    "of older rules to an endless number": (forged(totals=[10**30, 0]), UNTABLED),
    "of older rules to a step that is none": (
        forged(agenda=[{"type": "Step", "name": "counting.fly", "args": [], "asked": 1}], outcome=None),
        UNTABLED,
    ),
    "of older rules to a player who is not there": (forged(active=7, outcome=None), UNTABLED),
    "of older rules to a state without a question": (forged(agenda=[], outcome=None, totals=[0, 0]), UNTABLED),
    "of older rules to more than a table holds": (forged(totals=[0] * 20_000), OVERFULL),
    "of older rules to more than a line holds": (forged(totals=[0] * 100_000), OVERFULL),
    "of older rules to a well": (forged(totals=nested(150)), line(1)),
}


@pytest.mark.parametrize("kind", FILES)
def test_a_file_that_does_not_hold_is_refused_with_a_sentence(library: Library, kind: str) -> None:
    """An invalid export is refused in both languages, and nothing is stored or changed."""
    spoil, says = FILES[kind]
    table = win_match(library)
    lines: Lines = [json.loads(one) for one in exported_file(library, table.match.id).splitlines()]
    spoil(lines)
    rows = library.storage.entry_rows(table.match.id)
    with pytest.raises(ImportRejected) as trouble:
        library.exchange.import_match("\n".join(map(json.dumps, lines)).encode())
    assert trouble.value.reason.key == says.key
    if dict(says.args):
        assert trouble.value.reason == says
    assert ES(trouble.value.reason) != EN(trouble.value.reason)
    assert ES(trouble.value.reason).endswith("No se ha importado nada.")
    assert [match.id for match in library.matches.all()] == [table.match.id]
    assert library.storage.entry_rows(table.match.id) == rows


def test_a_game_of_older_rules_goes_on(library: Library, other: Library) -> None:
    """A game of older rules, a line of which today's refuse, goes on from the last state in its file."""
    table = win_match(library)
    lines: Lines = [json.loads(one) for one in exported_file(library, table.match.id).splitlines()]
    older(lines)
    match = other.exchange.import_match("\n".join(map(json.dumps, lines)).encode())
    opened = other.matches.open(match.id)
    assert (opened.state, opened.log(), EN(opened.warning)) == (replace(table.state, notes=()), (), GOES_ON)


BYTES = {
    "nothing": (b"", FOREIGN_FILE_TEXT),
    "a picture": (b"\x89PNG\r\n\x1a\n\0\0\0", Text("{why} Nothing was imported.", why=NO_QR_CODE_TEXT)),
    "a song": (b"la la la", FOREIGN_FILE_TEXT),
    "a list": (b"[1, 2]", FOREIGN_FILE_TEXT),
    "a well": (b"[" * 100_000, FOREIGN_FILE_TEXT),
    "a mountain": (b" " * (MAX_BYTES + 1), TOO_LARGE_TEXT),
    "half a letter": (b'{"sobremesa": "game", "game": "\xff"}', FOREIGN_FILE_TEXT),
}


@pytest.mark.parametrize("kind", BYTES)
def test_what_is_no_game_at_all_is_refused(library: Library, kind: str) -> None:
    """Other files are refused and named for what they are, however large or deep."""
    data, says = BYTES[kind]
    with pytest.raises(ImportRejected) as trouble:
        library.exchange.import_match(data)
    assert trouble.value.reason == says
    assert library.matches.all() == ()


def test_a_file_edited_by_a_friendly_program_is_still_a_game(library: Library, other: Library) -> None:
    """A byte order mark, other line ends and additional fields do not prevent the import."""
    table = win_match(library)
    lines = [{**json.loads(one), "note": "¡qué noche!"} for one in exported_file(library, table.match.id).splitlines()]
    text = "\r\n".join(json.dumps(one) for one in lines) + "\r\n\r\n"
    other.exchange.import_match(b"\xef\xbb\xbf" + text.encode())
    assert_same_match(table, other.matches.open(table.match.id))


@pytest.mark.embedded
def test_a_full_disk_takes_all_of_a_game_or_nothing(library: Library, other: Library) -> None:
    """On a full disk an import stores nothing and says why; it works once there is room."""
    table = start_match(library)
    for _ in range(400):
        table.adjust("total.0", 1 if table.state.totals[0] < 5 else -1, ANA)
    data = exported_file(library, table.match.id)
    with full(other.storage), pytest.raises(StorageError) as trouble:
        other.exchange.import_match(data)
    assert "El disco está lleno" in ES(trouble.value.reason)
    assert (other.matches.all(), other.storage.match_count(), other.storage.entry_rows(table.match.id)) == ((), 0, ())
    other.exchange.import_match(data)
    assert_same_match(table, other.matches.open(table.match.id))


@pytest.mark.embedded
def test_a_shelf_that_cannot_be_written_says_so_on_the_phone(library: Library, other: Library) -> None:
    """With a read-only database import and delete change nothing, and the home page says why."""
    data, mine = exported_file(library, win_match(library).match.id), win_match(other, "Cira", "Dani")
    other.storage.database._db.execute("PRAGMA query_only=1")

    async def scene(phone: App) -> None:
        await phone.photo(data)
        await phone.sees("No se puede escribir", "No se ha guardado nada")
        await phone.tap("Exportar o borrar partidas")
        await phone.tap("Borrar la partida de Cira, Dani")
        await phone.tap("Borrar")
        await phone.sees("No se ha guardado nada")
        assert [match.id for match in other.matches.all()] == [mine.match.id]
        other.storage.database._db.execute("PRAGMA query_only=0")
        await phone.photo(data)
        await phone.sees("La partida de Ana, Bea está ahora en la estantería.", "Ganó Bea")

    play_on_phone(other, scene)


# --- the command line --------------------------------------------------------------------------------------------


def ran(folder: Path, *words: str) -> tuple[int, str]:
    """The exit code and output of ``sobremesa games``."""
    done = CliRunner().invoke(main, ["--data", str(folder), "--lang", "es", "games", *words])
    return done.exit_code, done.output


def test_the_command_line_lists_exports_and_imports(tmp_path: Path, library: Library) -> None:
    """The command line exports and imports a match between folders.

    An existing file is not overwritten, and a foreign file is refused with a sentence.
    """
    win_four_souls(library)
    library.matches.create("four_souls", ("Cira", "Dani"))
    code, said = ran(tmp_path, "list")
    assert code == 0
    assert [row.split(" · ")[1:3] for row in said.splitlines()] == [
        ["Cira, Dani", "ahora mismo"],
        ["Ana, Beto", "Ganó Ana"],
    ]
    file = tmp_path / "game.jsonl"
    assert ran(tmp_path, "export", "2", str(file))[0] == 0
    assert "ya existe y se ha dejado como está" in ran(tmp_path, "export", "1", str(file))[1]
    assert ran(tmp_path, "export", "3", str(tmp_path / "x"))[0] == 1
    assert "Ana, Beto" in ran(tmp_path / "b", "import", str(file))[1]
    assert "ya está aquí" in ran(tmp_path / "b", "import", str(file))[1]
    assert "no es una partida" in ran(tmp_path / "b", "import", __file__)[1]
    assert "Ganó Ana" in ran(tmp_path / "b", "list")[1]
