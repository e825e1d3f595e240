"""D8: small import files and codes that take minutes or a gigabyte, or end in a traceback."""

from __future__ import annotations

import hashlib
import json
import random
import re
import time
import tracemalloc
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from companion.base.canonical_json import canonical_json
from companion.base.errors import SobremesaError
from companion.library.library import Library
from companion.storage.cards import read_card_file
from companion.storage.codec import Codec
from companion.storage.matches import Storage
from rules.engine import start
from rules.registry import GAMES
from tests.support.attack.importing import CommandResult, code_of, run_command
from tests.support.card_files import card_file_of
from tests.support.paths import FIXTURES
from tests.support.stored_matches import NAMES, exported_file
from tests.support.table_play import stroll

pytestmark = pytest.mark.landing

HEAD = 'sobremesa = "situation"\nformat = 1\ngame = "four_souls"\nseats = ["Ana", "Beto"]\n'
NOTHING = "No se ha importado nada"
TIMES = 3
"""Factor over an honest file's processor time, most of which is the program's start."""
MORE = 40
"""Megabytes more than an honest file takes: at most five times the file itself."""


@pytest.fixture(scope="module")
def honest(tmp_path_factory: pytest.TempPathFactory) -> CommandResult:
    """The cost of importing an honest situation."""
    answer = run_command(tmp_path_factory.mktemp("honest"), HEAD.encode(), "situation")
    assert answer.code == 0, answer.said
    return answer


@pytest.fixture(scope="module")
def game(tmp_path_factory: pytest.TempPathFactory) -> tuple[dict[str, Any], list[dict[str, Any]]]:
    """The first line of an exported match, and its other lines."""
    storage = Storage(tmp_path_factory.mktemp("game"))
    table = Library(storage, GAMES).matches.create("four_souls", NAMES[:2])
    stroll(table, random.Random(1), 35)
    head, *lines = map(json.loads, exported_file(Library(storage, GAMES), table.match.id).decode().splitlines())
    storage.close()
    return head, lines


def refused(answer: CommandResult, honest: CommandResult, say: Callable[[str], None], name: str) -> None:
    """Check that an import ends in a sentence and an exit code, at little more than honest cost."""
    say(
        f"import: {name}: {answer.seconds:.1f} s and {answer.megabytes:.0f} MB,"
        f" an honest one {honest.seconds:.1f} s and {honest.megabytes:.0f} MB"
    )
    assert answer.code == 1, answer.said
    assert "Traceback" not in answer.said
    assert answer.said.startswith("Error: ")
    assert answer.seconds < TIMES * honest.seconds
    assert answer.megabytes < honest.megabytes + MORE


SITUATIONS = {
    "a key of 15,000 parts": HEAD + "a" + ".a" * 15_000 + " = 1\n",
    "quoted and spaced": HEAD + '"a"' + ' . "a"' * 5_000 + " = 1\n",
    "a heading of 7,000 parts": HEAD + "[a" + ".a" * 7_000 + "]\n",
    "after a string that hides it": HEAD + 'x = """a.b \\""" "# "\n"""\na' + ".a" * 15_000 + " = 1\n",
    "lists in lists": HEAD + "x = " + "[" * 15_000 + "]" * 15_000,
    "a list of 9,000 lines": HEAD + "zz = [[[[[\n" + "1,\n" * 9_000 + "]]]]]\n",
    "a number of 10,000 digits for a name": HEAD.replace('"four_souls"', "0x" + "f" * 10_000),
    "a number of 10,000 digits for a setting": HEAD + "[settings]\nx = 0x" + "f" * 10_000,
    "a number that is none": HEAD + "turn = nan\n",
    "a key twice": HEAD + "turn = 1\nturn = 2\n",
    "a step of spaces": HEAD + 'agenda = ["priority(' + " " * 20_000 + '!)"]\n',
    "a step of quotes": HEAD + 'agenda = ["priority(' + '\\"\\\\' * 6_000 + ')"]\n',
    "a string without an end": HEAD + 'x = """' + '\\"""' * 7_000,
}


@pytest.mark.parametrize("name", SITUATIONS)
def test_a_small_situation_costs_little(
    name: str, tmp_path: Path, honest: CommandResult, say: Callable[[str], None]
) -> None:
    """A costly situation file is refused by line, for no more than an honest one costs."""
    answer = run_command(tmp_path, SITUATIONS[name].encode(), "situation")
    refused(answer, honest, say, name)
    assert NOTHING in answer.said


def test_a_small_code_costs_little(tmp_path: Path, honest: CommandResult, say: Callable[[str], None]) -> None:
    """A code of some 150 letters that unpacks to a key of 15,000 parts is refused cheaply."""
    code = code_of(HEAD + "a" + ".a" * 15_000 + " = 1\n")
    assert len(code) < 250
    answer = run_command(tmp_path, code, "situation")
    refused(answer, honest, say, f"a code of {len(code)} letters")
    assert "Línea 5 de esa situación" in answer.said


def test_a_file_of_empty_lines_is_no_situation(
    tmp_path: Path, honest: CommandResult, say: Callable[[str], None]
) -> None:
    """A file of 64,000 empty lines is refused at once as no situation."""
    refused(run_command(tmp_path, b"\n" * 64_000, "situation"), honest, say, "64,000 empty lines")


def lines(head: dict[str, Any], steps: list[dict[str, Any]]) -> bytes:
    """A match file of those lines, numbered."""
    numbered = [{**step, "n": k} for k, step in enumerate(steps, start=1)]
    return "\n".join(map(json.dumps, [{**head, "entries": len(steps)}, *numbered])).encode()


def step(event: dict[str, Any], group: int = 1) -> dict[str, Any]:
    """One entry's line of a match file."""
    return {"n": 0, "time": "2026-01-01T00:00:00+00:00", "who": "x", "group": group, "asked": None, "event": event}


def many_settings(head: dict[str, Any], steps: list[dict[str, Any]]) -> bytes:
    return lines({**head, "settings": {f"key {k}": "x" for k in range(200_000)}}, steps)


def settings_in_little(head: dict[str, Any], steps: list[dict[str, Any]]) -> bytes:
    return lines({**head, "settings": {f"{k:x}": "" for k in range(7_000)}}, steps)


def back_and_forth(head: dict[str, Any], steps: list[dict[str, Any]]) -> bytes:
    there = [step({"type": "Adjusted", "key": "seat.0.cents", "by": (-1) ** k}) for k in range(5_000)]
    turns = [{"type": "Undone", "group": 1, "keep": 0}, {"type": "Redone"}] * 2_500
    return lines({**head, "settings": {}}, [*there, *map(step, turns)])


def a_table_of_thousands(head: dict[str, Any], steps: list[dict[str, Any]]) -> bytes:
    state = json.loads(Codec(GAMES["four_souls"]).write_state(start(GAMES["four_souls"], NAMES[:2])))
    return lines({**head, "after": 1, "state": {**state, "shop": state["shop"][:1] * 20_000 or [0] * 20_000}}, [])


def forged(head: dict[str, Any], last: bytes) -> bytes:
    """A match file of older rules without entries, with that last state."""
    digest = hashlib.sha256(last).hexdigest()
    return lines({**head, "rules": 0, "digest": digest, "last": "LAST"}, []).replace(b'"LAST"', last)


def a_last_state_of_megabytes(head: dict[str, Any], steps: list[dict[str, Any]]) -> bytes:
    return forged(head, canonical_json({**head["last"], "shop": [""] * 2_000_000}).encode())


def a_last_state_of_many_items(head: dict[str, Any], steps: list[dict[str, Any]]) -> bytes:
    return forged(head, canonical_json({**head["last"], "shop": ["x"] * 22_000}).encode())


def a_deep_last_state(head: dict[str, Any], steps: list[dict[str, Any]]) -> bytes:
    return forged(head, b'{"shop":' + b"[" * 800 + b"]" * 800 + b"}")


def deep(head: dict[str, Any], steps: list[dict[str, Any]]) -> bytes:
    return lines(head, steps)[:-1] + b', "x": ' + b"[" * 90_000 + b"]" * 90_000 + b"}"


def long_line(head: dict[str, Any], steps: list[dict[str, Any]]) -> bytes:
    return lines(head, [{**steps[0], "event": {"type": "Adjusted", "key": "x" * 5_000_000, "by": 1}}])


def long_number(head: dict[str, Any], steps: list[dict[str, Any]]) -> bytes:
    return lines(head, [{**steps[0], "group": 10**4_000}])


def no_number(head: dict[str, Any], steps: list[dict[str, Any]]) -> bytes:
    return lines(head, [{**steps[0], "group": float("nan")}])


GAME_FILES = (
    many_settings,
    settings_in_little,
    a_table_of_thousands,
    a_last_state_of_megabytes,
    a_last_state_of_many_items,
    a_deep_last_state,
    deep,
    long_line,
    long_number,
    no_number,
)


@pytest.mark.parametrize("made", GAME_FILES, ids=lambda made: made.__name__)
def test_a_game_file_costs_little(
    made: Any, game: Any, tmp_path: Path, honest: CommandResult, say: Callable[[str], None]
) -> None:
    """A costly match file is refused at once with the number of its faulty line."""
    answer = run_command(tmp_path, made(*game), "games", "import")
    refused(answer, honest, say, made.__name__.replace("_", " "))
    assert re.search(r"[Ll]ínea \d+ de ese archivo", answer.said), answer.said


def test_a_replay_has_an_end(game: Any, tmp_path: Path, honest: CommandResult, say: Callable[[str], None]) -> None:
    """A replay of 10,000 lines that undo and redo 5,000 steps each ends, with the line's number."""
    answer = run_command(tmp_path, back_and_forth(*game), "games", "import")
    say(f"import: back and forth: {answer.seconds:.1f} s, an honest one {honest.seconds:.1f} s")
    assert answer.code == 1
    assert re.search(r"línea 5\d\d\d de ese archivo pide más", answer.said), answer.said


CARDS = {
    "deep": b"[" * 100_000 + b"]" * 100_000,
    "a deep card": card_file_of(b'[["darkmoor", "horde", "x", ' + b"[" * 900 + b"]" * 900 + b"]]"),
    "large": b"[" + b" " * 20_000_000 + b"]",
    "no list": b'{"a": 1}',
    "a long number": b"[" + b"9" * 5_000 + b"]",
    "not a number": card_file_of(b'[["darkmoor", "horde", "x", NaN]]'),
}


@pytest.mark.parametrize("name", CARDS)
def test_a_file_of_cards_is_read_or_refused(
    name: str, tmp_path: Path, honest: CommandResult, say: Callable[[str], None]
) -> None:
    """Any card file ends in a sentence and an exit code, never in a traceback."""
    refused(run_command(tmp_path, CARDS[name], "cards", "import"), honest, say, f"cards, {name}")


# --- mutated files -----------------------------------------------------------------------------------------------

MUTATIONS = 60
"""Files tried for each kind."""
ENDLESS = 30
"""Seconds that no import may take: several times the aim of five, for a busy machine."""
PIECE = re.compile(rb'"[^"\n]*"|\d+|[\w]+|[^\w\s]')


def mutated(data: bytes, chance: random.Random) -> bytes:
    """The file with some of its pieces repeated, nested, enlarged or moved."""
    for _ in range(chance.randint(1, 4)):
        pieces = list(PIECE.finditer(data))
        piece, other = chance.choice(pieces), chance.choice(pieces)
        many = chance.choice((2, 50, 3_000))
        new = chance.choice(
            (
                (piece[0] + b", ") * many,
                b"[" * many + piece[0] + b"]" * many,
                b"9" * many,
                b"-" + b"9" * chance.choice((1, 3, 20)),
                b"0x" + b"f" * many,
                (piece[0] + b".") * many + piece[0],
                other[0],
                b'"' + b"x" * many + b'"',
                b"nan",
                b"",
            )
        )
        data = data[: piece.start()] + new + data[piece.end() :]
    return data


def originals(tmp_path: Path) -> Iterator[tuple[str, bytes]]:
    """An honest file of each kind."""
    for path in sorted((FIXTURES / "situations").glob("*.toml")):
        yield "situation", path.read_bytes()
    storage = Storage(tmp_path / "originals")
    for key in sorted(GAMES):
        table = Library(storage, GAMES).matches.create(key, NAMES[:2])
        stroll(table, random.Random(7), 20)
        yield "game", exported_file(Library(storage, GAMES), table.match.id)
    storage.close()
    rows = b'[["darkmoor", "horde", "Rats", {"life": 3, "note": "x"}], ["darkmoor", "horde", "Bats", {}]]'
    yield "cards", card_file_of(rows)


@pytest.mark.parametrize("kind", ["situation", "game", "cards"])
def test_whatever_is_changed_is_refused_in_time(kind: str, tmp_path: Path, say: Callable[[str], None]) -> None:
    """Seeded mutations of honest files are imported or refused with a sentence, in time.

    The slowest and the largest are printed.
    """
    chance = random.Random(20261122)
    files = [data for name, data in originals(tmp_path) if name == kind]
    storage = Storage(tmp_path / "fuzzed")
    library = Library(storage, GAMES)
    taken, slowest, largest = 0, 0.0, 0
    for k in range(MUTATIONS):
        data = mutated(files[k % len(files)], chance)
        tracemalloc.start()
        begin = time.perf_counter()
        try:
            if kind == "cards":
                storage.cards.import_rows(read_card_file(data.decode()))
            else:
                library.exchange.import_match(data)
            taken += 1
        except SobremesaError:
            pass
        except ValueError:
            assert kind == "cards"
        slowest, largest = max(slowest, time.perf_counter() - begin), max(largest, tracemalloc.get_traced_memory()[1])
        tracemalloc.stop()
    storage.close()
    say(f"import: {MUTATIONS} changed files ({kind}), {taken} taken: slowest {slowest:.2f} s, {largest / 1e6:.1f} MB")
    assert slowest < ENDLESS
