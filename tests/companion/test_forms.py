"""Export formats of a match: spreadsheet (CSV), text and BG Stats."""

from __future__ import annotations

import csv
import json
import re
from dataclasses import replace
from io import StringIO
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import pytest
from click.testing import CliRunner
from hypothesis import given, settings
from hypothesis import strategies as st
from pydantic import ValidationError

from companion.cli.main import main
from companion.exchange.bg_stats import LINK_PREFIX, BgStatsPlay, bg_stats_link, build_play, export_bg_stats
from companion.exchange.exporters import EXPORT_FORMATS, export_text
from companion.exchange.spreadsheet import COLUMNS, FORMULA_SIGNS, csv_rows, export_csv, write_csv
from companion.library.library import Library
from companion.match.match_state import SECRETS_TEXT
from companion.match.undo import lines_in_effect
from rules.engine import Outcome, Refused
from tests.support.records import story
from tests.support.secret_numbers import named
from tests.support.stored_matches import EN, ES, start_match, win_four_souls, win_match


def read(data: bytes, separator: str = ",") -> list[list[str]]:
    """The rows as a spreadsheet program reads them."""
    return list(csv.reader(StringIO(data.decode("utf-8-sig"), newline=""), delimiter=separator))


# --- a spreadsheet -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["king_of_tokyo-three", "malifaux-own-decks-three"])
def test_the_spreadsheet_reads_back_row_for_row(name: str) -> None:
    """A row for each entry and each change, all as long as the heading, split as the language's spreadsheets do."""
    _, told = story(name)
    heading, *found = read(export_csv(told, ES), ";")
    assert heading == [ES(column) for column in COLUMNS]
    assert found == [list(map(str, row)) for row in csv_rows(told, ES)]
    assert read(export_csv(told, EN)) == [
        [EN(column) for column in COLUMNS],
        *(list(map(str, row)) for row in csv_rows(told, EN)),
    ]
    assert {len(row) for row in found} == {len(COLUMNS)}
    assert len(found) == sum(1 + sum(max(1, len(note.changes)) for note in line.notes) for line in told.lines)


def test_a_row_says_who_what_and_from_where_to_where() -> None:
    """A row holds rule, player, label, and the value before and after: Beto gains two energy."""
    _, told = story("king_of_tokyo-three")
    row = next(row for row in csv_rows(told, EN) if row[6] == "KT-08")
    assert row == [
        2,
        "2023-11-14T22:13:40+00:00",
        "the table",
        "Beto",
        2,
        "yes",
        "KT-08",
        "Beto: +2 energy (2) for 2 energy dice",
        "Beto",
        "energy",
        0,
        2,
    ]


SIGNS = (*FORMULA_SIGNS, "\t", "\r", "\n")
DANGEROUS = st.text(st.sampled_from([*SIGNS, ";", ",", "|", '"', "'", " ", "\ufeff", "1", "a"]), max_size=9)


@settings(max_examples=300)
@given(st.lists(st.tuples(DANGEROUS | st.text(max_size=4), DANGEROUS, st.integers(-9, 9)), min_size=1, max_size=4))
def test_no_cell_becomes_a_formula(rows: list[tuple[str, str, int]]) -> None:
    """Whatever the texts are and at whatever sign a spreadsheet splits the lines, no part begins like a formula.

    The texts are kept but for the apostrophes, and negative numbers stay numbers.
    """
    data = write_csv([(number, text, other, number) for text, other, number in rows])
    assert [(one.replace("'", ""), two.replace("'", ""), int(number)) for _, one, two, number in read(data)] == [
        (one.replace("'", ""), two.replace("'", ""), number) for one, two, number in rows
    ]
    for sign in ",;|\t":
        for parts in csv.reader(StringIO(data.decode("utf-8-sig"), newline=""), delimiter=sign):
            for part in parts:
                begins = part.lstrip("\ufeff ")
                assert not begins.startswith(SIGNS) or re.match(r"-\d", part), (sign, part)
                assert not re.match(r"-\d+[^\d,;|\t\"]", part), (sign, part)


def test_a_player_called_like_a_formula_stays_a_name(library: Library) -> None:
    """A player's name that looks like a formula is exported as text."""
    table = start_match(library, '=HYPERLINK("x")', "a;=1+1;b")
    data = export_csv(table.match_record, EN)
    for sign in ",;\t":
        rows = csv.reader(StringIO(data.decode("utf-8-sig"), newline=""), delimiter=sign)
        cells = [cell for row in rows for cell in row]
        assert any("=HYPERLINK(" in cell for cell in cells)
        assert any("=1+1" in cell for cell in cells)
        assert not [cell for cell in cells if cell.startswith(("=", "+", "@"))]


def test_what_was_taken_back_says_so(library: Library) -> None:
    """An undone entry is marked "no" in the spreadsheet and "(undone)" in the text."""
    table = start_match(library)
    table.undo()
    fallen = {row[0] for row in csv_rows(table.match_record, EN) if row[5] == "no"}
    up = {line.entry.seq for line in lines_in_effect(table.match_record.lines)}
    assert fallen == {line.entry.seq for line in table.match_record.lines[:-1]} - up
    assert len(fallen) == 1
    assert export_text(table.match_record, table.game, EN).decode().count("(undone)") == 1


# --- a text ------------------------------------------------------------------------------------------------------


def test_the_text_reads_like_what_was_played() -> None:
    """The text lists players, winner and every entry with its notes, in both languages."""
    game, told = story("king_of_tokyo-three")
    spanish, english = (export_text(told, game, words).decode().splitlines() for words in (ES, EN))
    assert spanish[:2] == ["King of Tokyo", "Ana, Beto, Cira"]
    assert (spanish[3], english[3]) == ("Ganó Cira", "Cira won")
    assert len(spanish) == len(english)
    at = english.index("        KT-14  Beto is eliminated")
    assert spanish[at] == "        KT-14  Beto queda fuera"
    assert sum(line.startswith("    ") and not line.startswith("     ") for line in english) == len(told.lines)


# --- BG Stats ----------------------------------------------------------------------------------------------------


def test_a_play_for_bg_stats_is_their_document() -> None:
    """The BG Stats document has exactly the fields of its schema.

    Checked: the game's number, the end in UTC, the duration, each player's points and win, and who began.
    """
    game, told = story("king_of_tokyo-three")
    found = json.loads(export_bg_stats(told, game))
    assert found["game"] == {
        "name": "King of Tokyo",
        "sourceGameId": "king_of_tokyo",
        "bggId": 70323,
        "highestWins": True,
        "noPoints": False,
    }
    assert (found["sourceName"], found["sourcePlayId"]) == ("Sobremesa", told.match.id)
    assert (found["playDate"], found["durationMin"]) == ("2023-11-14 22:19:30", 6)
    assert [(one["name"], one["score"], one["winner"], one["startPlayer"]) for one in found["players"]] == [
        ("Ana", 1, False, False),
        ("Beto", 0, False, True),
        ("Cira", 20, True, False),
    ]
    assert all(set(one) == {"name", "sourcePlayerId", "winner", "startPlayer", "score"} for one in found["players"])
    assert BgStatsPlay.model_validate_json(export_bg_stats(told, game)) == build_play(told, game)


def test_the_link_holds_the_same_play() -> None:
    """The link opens the app on this phone and holds the whole document."""
    game, told = story("king_of_tokyo-three")
    address = bg_stats_link(told, game)
    assert address.startswith(LINK_PREFIX)
    assert urlsplit(address).scheme == "bgstats"
    (data,) = parse_qs(urlsplit(address).query)["data"]
    assert BgStatsPlay.model_validate_json(data) == build_play(told, game)


def test_a_draw_has_no_winner(library: Library) -> None:
    """A draw has no winner; without a score or a known game number the fields are empty."""
    table = win_match(library)
    level = replace(table.state, outcome=Outcome((0, 1), "TOY-1", draw=True))
    play = build_play(replace(table.match_record, last_state=level), table.game)
    assert [one.winner for one in play.players] == [False, False]
    assert (play.game.noPoints, play.game.bggId, play.players[0].score) == (True, None, None)


def test_their_document_takes_nothing_else() -> None:
    """An unknown field or a wrong type is refused by our model of the BG Stats document."""
    game, told = story("king_of_tokyo-three")
    good = json.loads(export_bg_stats(told, game))
    for bad in ({"mood": "good"}, {"playDate": "yesterday"}, {"durationMin": "6"}, {"players": []}):
        with pytest.raises(ValidationError):
            BgStatsPlay.model_validate_json(json.dumps({**good, **bad}))


def test_a_game_that_runs_is_no_play_yet(library: Library) -> None:
    """A match that is not over cannot be exported for BG Stats, for it has no winner."""
    table = start_match(library)
    with pytest.raises(Refused, match="when it is over"):
        library.exchange.export(table.match.id, EN, "bgstats")


# --- all of them -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("form", EXPORT_FORMATS)
def test_no_form_tells_what_phones_keep_secret(library: Library, form: str) -> None:
    """No format exports a running match in which players' phones keep secrets."""
    table = library.matches.create("counting", ("Ana", "Bea", "Cai"), (("secrets", "on"),))
    table._load_claimed_seats = lambda: frozenset({0})
    named(table, 0)
    with pytest.raises(Refused) as refused:
        library.exchange.export(table.match.id, EN, form)
    assert refused.value.reason == SECRETS_TEXT


@pytest.mark.parametrize("form", EXPORT_FORMATS)
def test_the_command_line_writes_each_of_them(library: Library, tmp_path: Path, form: str) -> None:
    """``sobremesa games export 1 FILE --as FORM`` writes what the app would."""
    table, file = win_four_souls(library), tmp_path / "taken"
    words = ["--data", str(tmp_path), "--lang", "en", "games", "export", "1", str(file), "--as", form]
    done = CliRunner().invoke(main, words)
    assert done.exit_code == 0, done.output
    assert file.read_bytes() == library.exchange.export(table.match.id, EN, form)[1]
    assert library.exchange.export(table.match.id, EN, form)[0].endswith(f".{EXPORT_FORMATS[form].suffix}")
