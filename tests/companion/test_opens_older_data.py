"""Saves, exports, situations and settings written by commit a5b865e open as they were left (see its README.md)."""

from __future__ import annotations

import gzip
import json
import sqlite3
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import asdict
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from companion.access.permissions import Access
from companion.dice import corrections, custom_sets, kinds
from companion.dice.provenance import told
from companion.exchange.custom_cards import OwnCards
from companion.i18n import Translate, translator
from companion.library.library import Library
from companion.match.roles import MIDDLE, Chair
from companion.match.table import Table
from companion.situation.document import Situations, parsed
from companion.situation.reader import said
from companion.stats import timing
from companion.stats.results import ended
from companion.storage import recovery
from companion.storage.matches import Storage
from companion.tray.tray import CHOSEN
from companion.ui.games.four_souls.effect_builder import pad
from companion.ui.games.malifaux import muster
from companion.ui.session.phone import Phone
from companion.ui.table.sheets.card_naming import Memory
from rules.darkmoor.model.cards import TEMPLATES
from rules.engine import Choice, Event, Outcome, Pick, Prompt, Refused, Tracker, examples, prompt, steps
from rules.registry import GAMES
from tests.support.paths import FIXTURES

FOLDER = FIXTURES / "a5b865e"
EXPECTED: dict[str, Any] = json.loads((FOLDER / "expected.json").read_text("utf-8"))
MATCHES, EXPORTS, SITUATIONS = EXPECTED["matches"], EXPECTED["exports"], EXPECTED["situations"]
LETTERS: dict[str, str] = json.loads((FOLDER / "situations" / "letters.json").read_text("utf-8"))
LANGUAGES = {"es": translator("es"), "en": translator("en")}
LAST = 6
"""Sentences of the log that are compared, the newest ones."""


# --- opening -----------------------------------------------------------------------------------------------------


@cache
def saves() -> bytes:
    """The database as a file of SQLite, made once from its SQL."""
    with sqlite3.connect(":memory:") as db:
        db.executescript(gzip.decompress((FOLDER / "saves.sql.gz").read_bytes()).decode())
        return db.serialize()


@contextmanager
def shelf(folder: Path, data: bytes = b"") -> Iterator[Library]:
    """A computer's shelf; with ``data`` it holds that database."""
    if data:
        (folder / "sobremesa.sqlite").write_bytes(data)
    storage = Storage(folder)
    try:
        yield Library(storage, GAMES)
    finally:
        storage.close()


@pytest.fixture(scope="module")
def older(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Library]:
    """The shelf as that commit left it."""
    with shelf(tmp_path_factory.mktemp("older"), saves()) as library:
        yield library


@pytest.fixture(scope="module")
def damaged(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Library]:
    """The same, with no entry of any log that can be read."""
    with shelf(tmp_path_factory.mktemp("damaged"), saves()) as library:
        library.storage.write("UPDATE entry SET event = ?", ("?",))
        yield library


@pytest.fixture(scope="module")
def empty(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Library]:
    """A new shelf."""
    with shelf(tmp_path_factory.mktemp("empty")) as library:
        yield library


def parametrized(name: str, cases: Iterable[str], label: Any = str) -> Any:
    return pytest.mark.parametrize(name, list(cases), ids=[label(case) for case in cases])


def match_name(id: str) -> str:
    return f"{list(MATCHES).index(id):02}-{MATCHES[id]['facts']['game']}"


# --- what people see ---------------------------------------------------------------------------------------------


def facts(table: Table) -> dict[str, Any]:
    """What is asked under which rule and of whom, the numbers on the table, the length of the log, how it ended."""
    asked, now, log = table.prompt, table.now, table.log(MIDDLE)
    return {
        "game": table.game.key,
        "seats": list(table.match.seats),
        "asked": _asked(asked) if asked else None,
        "step_rules": list(steps[table.state.agenda[0].name].ids) if asked else [],
        "trackers": _trackers(now.trackers),
        "entries": now.seq,
        "lines": len(log),
        "struck": sum(not line.stands for line in log),
        "by": [line.entry.by for line in log[-LAST:]],
        "undoable": now.undoable is not None,
        "redoable": now.redoable,
        "outcome": _outcome(table.state.outcome),
    }


def _asked(asked: Prompt) -> dict[str, Any]:
    return {
        "rule": asked.rule,
        "seats": list(asked.seats),
        "window": list(asked.window),
        "choices": len(asked.choices),
    }


def _trackers(trackers: Iterable[Tracker]) -> list[Any]:
    return [[one.seat, one.value] for one in trackers]


def _outcome(outcome: Outcome | None) -> dict[str, Any] | None:
    if outcome is None:
        return None
    return {"winners": list(outcome.winners), "rule": outcome.rule, "draw": outcome.draw}


def sentences(table: Table, words: Translate) -> dict[str, Any]:
    """The question, its answers, the numbers' names, the newest sentences of the log and the settings."""
    return {
        "title": words(table.prompt.title) if table.prompt else None,
        "choices": _choices(table.prompt, words),
        "trackers": [words(one.label) for one in table.now.trackers],
        "log": [words(line.text) for line in table.log(MIDDLE)[-LAST:]],
        "settings": _settings(table, words),
        "phones": {table.match.seats[seat]: _on_phone(table, seat, words) for seat in sorted(table.taken)},
    }


def _choices(asked: Prompt | None, words: Translate) -> list[Any]:
    return [_choice(choice, words) for choice in asked.choices] if asked else []


def _choice(choice: Choice, words: Translate) -> Any:
    options = [words(one.label) for hole in choice.does.holes if isinstance(hole, Pick) for one in hole.options]
    return [words(choice.label), *options] if options else words(choice.label)


def _settings(table: Table, words: Translate) -> list[str]:
    switches = {one.key: one for one in table.game.switches}
    settled = ((switches[key], choice) for key, choice in table.state.rulings)
    return sorted(f"{words(switch.title)}: {words(dict(switch.choices)[choice])}" for switch, choice in settled)


def _on_phone(table: Table, seat: int, words: Translate) -> list[Any]:
    """The answers that a player's own phone shows, which may be of a hand that nobody else sees."""
    return _choices(table.now_for(Chair(seat)).prompt, words)


def all_sentences(table: Table) -> dict[str, Any]:
    return {key: sentences(table, words) for key, words in LANGUAGES.items()}


def words_of(expected: dict[str, Any], **but: Any) -> dict[str, Any]:
    return {key: {**expected[key], **but} for key in LANGUAGES}


# --- playing on --------------------------------------------------------------------------------------------------


def offered(table: Table) -> Iterator[Event]:
    """Examples of the answers, the usual ones first."""
    asked = table.prompt
    for choice in sorted(asked.choices if asked else (), key=lambda one: one.role != "usual"):
        yield from examples(choice.does)


def answered(table: Table) -> bool:
    """Give the first answer that is taken; whether one was."""
    for event in offered(table):
        try:
            table.answer(table.prompt_id, event, MIDDLE)
        except Refused:
            continue
        return True
    return False


def question(table: Table) -> Any:
    return facts(table)["asked"], facts(table)["trackers"], all_sentences(table)["es"]["choices"]


# --- the database ------------------------------------------------------------------------------------------------


def test_every_match_is_on_the_shelf(older: Library) -> None:
    """None is strange, damaged or missing."""
    assert {match.id for match in older.matches()} == set(MATCHES)
    assert (older.strange(), older.trouble) == (0, None)


@parametrized("id", MATCHES, match_name)
def test_a_match_opens_at_its_question(id: str, older: Library) -> None:
    """Rule, seats, numbers and outcome are those that it was left with; an answer is taken and undone.

    What it says reads the same in both languages, on the phones that players hold as well.
    """
    table, expected = older.open(id), MATCHES[id]
    assert table.warning is None
    assert facts(table) == expected["facts"]
    assert_beside(older, table, expected)
    assert all_sentences(table) == words_of(expected)
    goes_on(table)


def assert_beside(library: Library, table: Table, expected: dict[str, Any]) -> None:
    """How throws were told, pictures, phones, and what the shelf says of the end."""
    id = table.match.id
    ways = list(told(id, library.storage).values())
    assert {way: ways.count(way) for way in set(ways)} == expected["throws"]
    assert sorted(table.pictures()) == expected["pictures"]
    assert all(table.picture(seq) for seq in expected["pictures"])
    assert [[one.seat, one.watches, one.host] for one in library.guests.places(id)] == expected["places"]
    if expected["ended"]:
        how = ended(library, table.match)
        assert {"seconds": how.seconds, "turns": how.turns, "points": list(how.points)} == expected["ended"]


def goes_on(table: Table) -> None:
    """An answer is taken and undone, which leads back to the question; what was undone before can be put back."""
    before = question(table)
    if table.prompt is None:
        table.go_on()
        table.undo()
        table.redo()
    else:
        if table.now.redoable:
            table.redo()
            table.undo()
            assert question(table) == before
        assert answered(table)
        table.undo()
    assert question(table) == before


@parametrized("id", MATCHES, match_name)
def test_a_match_with_a_damaged_log_goes_on_from_its_snapshot(id: str, damaged: Library) -> None:
    """Where no entry can be read, the last snapshot still leads to the same question, and says so."""
    table, expected = damaged.open(id), MATCHES[id]["facts"]
    assert table.warning is not None
    assert facts(table)["asked"] == expected["asked"]
    assert facts(table)["trackers"] == expected["trackers"]


@parametrized("id", MATCHES, match_name)
def test_every_snapshot_of_a_match_can_be_read(id: str, older: Library) -> None:
    """Each leads to the digest that was written beside it: what a match is replayed against."""
    codec = older.storage.codec(GAMES[MATCHES[id]["facts"]["game"]])
    for snapshot in older.storage.snapshots(id):
        assert codec.digest(codec.read_state(snapshot.state)) == snapshot.digest


# --- files -------------------------------------------------------------------------------------------------------


@parametrized("name", EXPORTS)
def test_an_exported_match_can_be_imported(name: str, empty: Library) -> None:
    """Every line is taken, and replaying them leads to the digest in the file; of some the rest is compared as well."""
    data = gzip.decompress((FOLDER / "exports" / name).read_bytes())
    match, expected = empty.bring(data), MATCHES[EXPORTS[name]]
    assert list(match.seats) == expected["facts"]["seats"]
    assert match.finished is None or expected["ended"]
    if name in list(EXPORTS)[::4]:  # opening replays it once more
        table = empty.open(match.id)
        assert table.warning is None
        assert facts(table) == expected["facts"]
        assert all_sentences(table) == words_of(expected, phones={})
        written = [json.loads(line)["says"] for line in data.decode().splitlines()[1:]]
        assert [LANGUAGES["es"](line.text) for line in table.story.lines] == written


@parametrized("name", SITUATIONS)
def test_a_situation_can_be_read(name: str, empty: Library) -> None:
    """Text and letters lead to the question that was asked, which takes an answer."""
    expected = SITUATIONS[name]
    text = (FOLDER / "situations" / f"{name}.toml").read_text("utf-8")
    game = GAMES[expected["facts"]["game"]]
    state = Situations(empty.storage.codec(game)).read(parsed(text))
    asked = prompt(state)
    assert asked is not None
    assert {"asked": _asked(asked), "trackers": _trackers(game.trackers(state))}.items() <= expected["facts"].items()
    for key, words in LANGUAGES.items():
        assert (words(asked.title), _choices(asked, words)) == (expected[key]["title"], expected[key]["choices"])
    assert said(LETTERS[name].encode()) == "".join(line for line in text.splitlines(True) if line[0] != "#")


@parametrized("name", list(SITUATIONS)[::6])
def test_a_game_begins_from_a_situation(name: str, empty: Library) -> None:
    """Opened on the first page it asks what it asked, and an answer can be given and undone."""
    expected = SITUATIONS[name]
    table = empty.open(empty.bring((FOLDER / "situations" / f"{name}.toml").read_bytes()).id)
    assert facts(table) == expected["facts"]
    assert all_sentences(table) == words_of(expected)
    goes_on(table)


def own_cards(library: Library) -> OwnCards:
    return OwnCards(Access(library.storage, True), "darkmoor", TEMPLATES, GAMES["darkmoor"].catalogues)


def numbers(library: Library) -> dict[str, dict[str, list[int]]]:
    """The cards of Darkmoor that the table filled in: by kind, each name with the card's numbers."""
    cards = {kind: own_cards(library).own(kind) for kind in TEMPLATES}
    return {
        kind: {name: [v for v in asdict(card).values() if isinstance(v, int)] for name, card in every.items()}
        for kind, every in cards.items()
    }


def test_a_file_of_cards_can_be_imported(empty: Library) -> None:
    """Every card of Darkmoor that a table had filled in is known, with its numbers."""
    expected = EXPECTED["remembered"]["own_cards"]
    count = own_cards(empty).bring((FOLDER / "darkmoor-cards.json").read_bytes())
    assert count == sum(map(len, expected.values()))
    assert numbers(empty) == expected


# --- what is remembered ------------------------------------------------------------------------------------------

KNOWN = EXPECTED["remembered"]


def test_settings_are_as_they_were(older: Library) -> None:
    """Language, theme, names, clocks, cameras, what dice stand for, and the notice of a rescued file."""
    phone = Phone(older, "es", LANGUAGES["es"], print, print, print)
    lists = [list(phone.recall(key)) for key in ("names", "players.king_of_tokyo", "rulings.king_of_tokyo")]
    assert (older.setting("language"), phone.theme) == (KNOWN["language"], KNOWN["theme"])
    assert lists == [KNOWN["names"], KNOWN["players"], KNOWN["rulings"]]
    assert [older.setting(f"{timing.SWITCH}.{id}", "off") for id in list(MATCHES)[:3]] == KNOWN["clocks"]
    assert [older.setting(f"tray.{id}", "on") for id in list(MATCHES)[:3]] == KNOWN["tray"]
    assert older.setting(CHOSEN) == list(MATCHES)[KNOWN["chosen"]]
    assert list(kinds.stands(tokyo_dice(), older.storage)) == KNOWN["stands"]
    notice = recovery.told(older.storage)
    assert notice is not None
    assert [notice.aside, list(notice.damaged[0]), notice.lost] == KNOWN["rescued"]


def test_invitations_let_in(older: Library) -> None:
    """The house's and those of tables with guests are the ones that were handed out."""
    assert older.guests.house() == KNOWN["invitation"]
    open_ = [id for id, match in MATCHES.items() if match["places"]]
    assert open_
    for id in open_:
        entered = older.guests.enter(older.guests.invitation(id), "")
        assert entered is not None
        assert (entered.match, len(older.guests.places(id))) == (id, len(MATCHES[id]["places"]) + 1)


def test_cards_are_remembered(older: Library) -> None:
    """Darkmoor's cards, effects and monsters of Four Souls, crews of Malifaux."""
    storage = older.storage
    monsters = Memory(Access(storage, True), "four_souls", "monsters")
    assert numbers(older) == KNOWN["own_cards"]
    assert pad.recent(Access(storage, True), "four_souls") == KNOWN["chips"]
    assert {name: len(data) for name, data in pad.cards(Access(storage, True), "four_souls").items()} == KNOWN[
        "effects"
    ]
    assert dict(muster.crews(Access(storage, True))) == KNOWN["crews"]
    assert (monsters.names, sorted(monsters.own)) == (KNOWN["renamed"], KNOWN["typed"])


def tokyo_dice() -> Any:
    return next(kind for kind in GAMES["king_of_tokyo"].kinds if kind)


def test_taught_dice_and_corrections_are_kept(older: Library) -> None:
    """As many pictures of each face, the same error statistics, and each correction with its crop."""
    storage = older.storage
    assert [len(each) for each in custom_sets.pictures(tokyo_dice(), storage).values()] == KNOWN["taught"]
    assert [len(each) for each in custom_sets.pictures(None, storage).values()] == KNOWN["taught_pips"]
    assert corrections.keeping(storage) == KNOWN["learning"]
    scores = corrections.scores(Access(storage, True))
    assert [[one.kind, one.dice, one.sure, one.wrong, one.wrong_sure, one.missed, one.none] for one in scores] == KNOWN[
        "scores"
    ]
    kept = corrections.kept(Access(storage, True))
    assert [[one.kind, one.seen, one.is_, one.unsure, len(one.crop)] for one in kept] == KNOWN["corrections"]
