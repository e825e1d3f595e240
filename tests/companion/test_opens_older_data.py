"""Saves, exports, situations and settings of commit a5b865e still open (see its README.md)."""

from __future__ import annotations

import gzip
import json
from collections.abc import Iterator
from dataclasses import asdict
from typing import Any

import pytest

from companion.access.permissions import Access
from companion.base.canonical_json import sha256_hex
from companion.dice import corrections, custom_sets, kinds
from companion.dice.provenance import sources
from companion.exchange.custom_cards import CustomCards
from companion.library.library import Library
from companion.match.table import Table
from companion.situation.document import SituationFormat, parse_situation
from companion.situation.reader import extract_text
from companion.stats import timing
from companion.stats.results import match_result
from companion.storage import recovery
from companion.tray.tray import CHOSEN_MATCH_SETTING
from companion.ui.games.four_souls.effect_builder import pad, recent
from companion.ui.games.malifaux import muster
from companion.ui.session.phone import Phone
from companion.ui.table.sheets.card_memory import CardMemory
from rules.darkmoor.model.cards import CARD_TEMPLATES
from rules.engine import Step, prompt, start
from rules.engine.record import replace
from rules.registry import GAMES
from tests.support.older_data import (
    COUNTED_NOW,
    EXPECTED,
    EXPORTS,
    FOLDER,
    LANGUAGES,
    LETTERS,
    MATCHES,
    MORE_OPTIONS,
    NO_LONGER_ASKED,
    NO_LONGER_DECLINED,
    NOW_DECLINED,
    SITUATIONS,
    TOLD_APART,
    all_sentences,
    answered,
    choice_texts,
    facts,
    facts_of,
    in_first_wording,
    match_name,
    mended,
    mended_lines,
    parametrized,
    prompt_facts,
    question,
    saves,
    shelf,
    told,
    tracker_facts,
    worded,
    words_of,
)


@pytest.fixture(scope="module")
def older(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Library]:
    """The library as that commit left it."""
    with shelf(tmp_path_factory.mktemp("older"), saves()) as library:
        yield library


@pytest.fixture(scope="module")
def damaged(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Library]:
    """The same library, every log entry unreadable."""
    with shelf(tmp_path_factory.mktemp("damaged"), saves()) as library:
        library.storage.database.write("UPDATE entry SET event = ?", ("?",))
        yield library


@pytest.fixture(scope="module")
def empty(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Library]:
    """An empty library."""
    with shelf(tmp_path_factory.mktemp("empty")) as library:
        yield library


# --- the database ------------------------------------------------------------------------------------------------


def test_every_match_is_on_the_shelf(older: Library) -> None:
    """Every match is in the library, none unreadable; what is listed above is among the old data."""
    assert {*NO_LONGER_ASKED, *NO_LONGER_DECLINED, *NOW_DECLINED, *MORE_OPTIONS, *COUNTED_NOW} <= set(SITUATIONS)
    assert set(TOLD_APART) <= {*SITUATIONS, *map(match_name, MATCHES)}
    assert {match.id for match in older.matches()} == set(MATCHES)
    assert (older.unreadable_count(), older.problem) == (0, None)


@parametrized("id", MATCHES, match_name)
def test_a_match_opens_at_its_question(id: str, older: Library) -> None:
    """A match opens at its prompt with the same facts; an answer is accepted and undone.

    Its texts are the same in both languages, on the players' own phones as well.
    """
    table, expected = older.open(id), MATCHES[id]
    assert table.warning is None
    assert facts(table) == facts_of(id)
    assert_beside(older, table, expected)
    assert worded(told(match_name(id), all_sentences(table), words_of(id))) == worded(words_of(id))
    goes_on(table)


def assert_beside(library: Library, table: Table, expected: dict[str, Any]) -> None:
    """Compare roll sources, pictures, seated devices, and the result shown in the library."""
    id = table.match.id
    ways = list(sources(id, library.storage).values())
    assert {way: ways.count(way) for way in set(ways)} == expected["throws"]
    assert sorted(table.pictured_entries()) == expected["pictures"]
    assert all(table.picture(seq) for seq in expected["pictures"])
    assert [[one.seat, one.is_spectator, one.is_host] for one in library.guests.device_seats(id)] == expected["places"]
    if expected["ended"]:
        how = match_result(library, table.match)
        assert {"seconds": how.seconds, "turns": how.turns, "points": list(how.points)} == expected["ended"]


def goes_on(table: Table) -> None:
    """An answer and its undo lead back to the prompt; earlier undone entries can be redone."""
    before = question(table)
    if table.prompt is None:
        table.continue_match()
        table.undo()
        table.redo()
    else:
        if table.table_state.can_redo:
            table.redo()
            table.undo()
            assert question(table) == before
        assert answered(table)
        table.undo()
    assert question(table) == before


@parametrized("id", MATCHES, match_name)
def test_a_match_with_a_damaged_log_goes_on_from_its_snapshot(id: str, damaged: Library) -> None:
    """With an unreadable log, the last snapshot leads to the same prompt, with a warning."""
    table, expected = damaged.open(id), facts_of(id)
    assert table.warning is not None
    assert facts(table)["asked"] == expected["asked"]
    assert facts(table)["trackers"] == expected["trackers"]


@parametrized("id", MATCHES, match_name)
def test_every_snapshot_of_a_match_can_be_read(id: str, older: Library) -> None:
    """Every snapshot decodes to a state with the digest stored beside it."""
    codec = older.storage.codec(GAMES[MATCHES[id]["facts"]["game"]])
    for snapshot in older.storage.snapshots(id):
        assert codec.digest(codec.read_state(snapshot.state)) == snapshot.digest


# --- files -------------------------------------------------------------------------------------------------------


@parametrized("name", EXPORTS)
def test_an_exported_match_can_be_imported(name: str, empty: Library) -> None:
    """An exported match is imported and replayed; for every fourth the rest is compared."""
    data = gzip.decompress((FOLDER / "exports" / name).read_bytes())
    match, expected = empty.import_match(data), MATCHES[EXPORTS[name]]
    assert list(match.seats) == expected["facts"]["seats"]
    assert match.finished is None or expected["ended"]
    if name in list(EXPORTS)[::4]:  # opening replays it once more
        table = empty.open(match.id)
        assert table.warning is None
        assert facts(table) == facts_of(EXPORTS[name])
        assert worded(all_sentences(table)) == worded(words_of(EXPORTS[name], phones={}))
        written = [json.loads(line)["says"] for line in data.decode().splitlines()[1:]]
        now = [LANGUAGES["es"](line.text) for line in table.match_record.lines]
        assert in_first_wording("es", now) == in_first_wording("es", mended_lines(written))


@parametrized("name", SITUATIONS)
def test_a_situation_can_be_read(name: str, empty: Library) -> None:
    """A situation, as text and as letters, leads to its prompt, which accepts an answer."""
    expected = mended(name)
    text = (FOLDER / "situations" / f"{name}.toml").read_text("utf-8")
    game = GAMES[expected["facts"]["game"]]
    state = SituationFormat(empty.storage.codec(game)).read(parse_situation(text))
    asked = prompt(state)
    assert asked is not None
    if name in NO_LONGER_ASKED:
        assert asked.rule == NO_LONGER_ASKED[name] != expected["facts"]["asked"]["rule"]
        return
    found = {"asked": prompt_facts(asked), "trackers": tracker_facts(game.trackers(state))}
    assert found.items() <= expected["facts"].items()
    for key, words in LANGUAGES.items():
        assert in_first_wording(key, words(asked.title)) == in_first_wording(key, expected[key]["title"])
        choices = told(name, choice_texts(asked, words), expected[key]["choices"])
        assert in_first_wording(key, choices) == in_first_wording(key, expected[key]["choices"])
    assert extract_text(LETTERS[name].encode()) == "".join(line for line in text.splitlines(True) if line[0] != "#")


@parametrized("name", list(SITUATIONS)[::6])
def test_a_game_begins_from_a_situation(name: str, empty: Library) -> None:
    """A match that began from a situation opens at its prompt; an answer can be undone."""
    expected = mended(name)
    table = empty.open(empty.import_match((FOLDER / "situations" / f"{name}.toml").read_bytes()).id)
    assert facts(table) == expected["facts"]
    words = {key: expected[key] for key in LANGUAGES}
    assert worded(told(name, all_sentences(table), words)) == worded(words)
    goes_on(table)


def own_cards(library: Library) -> CustomCards:
    return CustomCards(Access(library.storage, True), "darkmoor", CARD_TEMPLATES, GAMES["darkmoor"].catalogues)


def numbers(library: Library) -> dict[str, dict[str, list[int]]]:
    """The custom cards of Darkmoor by kind: each name with the card's numbers."""
    cards = {kind: own_cards(library).custom_cards(kind) for kind in CARD_TEMPLATES}
    return {
        kind: {name: [v for v in asdict(card).values() if type(v) is int] for name, card in every.items()}
        for kind, every in cards.items()
    }


@parametrized("then", ["an added field", "an added argument", "another number", "a field of old"])
def test_only_what_older_rules_did_not_record_is_left_out(then: str, empty: Library) -> None:
    """A state of older rules is compared in all that they recorded, and one of today's rules in everything."""
    codec = empty.storage.codec(GAMES["darkmoor"])
    now = replace(start(codec.game, ("Ana", "Beto"), ()), boxed_heroes=("Bomba",))
    now = replace(now, agenda=(Step("darkmoor.play", ("turn", "more")), *now.agenda))
    changes: dict[str, Any] = {
        "an added field": {"boxed_heroes": ()},
        "an added argument": {"agenda": (Step("darkmoor.play", ("turn",)), *now.agenda[1:])},
        "another number": {"heroes": now.heroes + 1},
        "a field of old": {"boxed_heroes": ("Mad Malis",)},
    }
    line = codec.write_state(replace(now, **changes[then]))
    assert codec.is_same_state(now, line, sha256_hex(line), is_older=True) is then.startswith("an added")
    assert not codec.is_same_state(now, line, sha256_hex(line))


def test_a_file_of_cards_can_be_imported(empty: Library) -> None:
    """A file of custom cards is imported with every card and its numbers."""
    expected = EXPECTED["remembered"]["own_cards"]
    count = own_cards(empty).import_cards((FOLDER / "darkmoor-cards.json").read_bytes())
    assert count == sum(map(len, expected.values()))
    assert numbers(empty) == expected


# --- what is remembered ------------------------------------------------------------------------------------------

KNOWN = EXPECTED["remembered"]


def test_settings_are_as_they_were(older: Library) -> None:
    """Settings are unchanged: language, theme, names, clocks, cameras, dice, recovery notice."""
    phone = Phone(older, "es", LANGUAGES["es"], print, print, print)
    lists = [list(phone.load_list(key)) for key in ("names", "players.king_of_tokyo", "rulings.king_of_tokyo")]
    assert (older.setting("language"), phone.mode) == (KNOWN["language"], KNOWN["theme"])
    assert lists == [KNOWN["names"], KNOWN["players"], KNOWN["rulings"]]
    assert [older.setting(f"{timing.CLOCK_SETTING}.{id}", "off") for id in list(MATCHES)[:3]] == KNOWN["clocks"]
    assert [older.setting(f"tray.{id}", "on") for id in list(MATCHES)[:3]] == KNOWN["tray"]
    assert older.setting(CHOSEN_MATCH_SETTING) == list(MATCHES)[KNOWN["chosen"]]
    assert list(kinds.pip_mapping(tokyo_dice(), older.storage)) == KNOWN["stands"]
    notice = recovery.load_report(older.storage)
    assert notice is not None
    assert [notice.aside, list(notice.damaged[0]), notice.lost] == KNOWN["rescued"]


def test_invitations_let_in(older: Library) -> None:
    """The stored invitations of the house and the tables are still valid."""
    assert older.guests.host_invitation() == KNOWN["invitation"]
    open_ = [id for id, match in MATCHES.items() if match["places"]]
    assert open_
    for id in open_:
        entered = older.guests.redeem_invitation(older.guests.table_invitation(id), "")
        assert entered is not None
        assert (entered.match_id, len(older.guests.device_seats(id))) == (id, len(MATCHES[id]["places"]) + 1)


def test_cards_are_remembered(older: Library) -> None:
    """Custom cards are remembered for Darkmoor, Four Souls and Malifaux."""
    storage = older.storage
    monsters = CardMemory(Access(storage, True), "four_souls", "monsters")
    assert numbers(older) == KNOWN["own_cards"]
    assert recent.recent_chips(Access(storage, True), "four_souls") == KNOWN["chips"]
    assert {
        name: len(data) for name, data in pad.remembered_cards(Access(storage, True), "four_souls").items()
    } == KNOWN["effects"]
    assert dict(muster.saved_crews(Access(storage, True))) == KNOWN["crews"]
    assert (monsters.local_names, sorted(monsters.typed_cards)) == (KNOWN["renamed"], KNOWN["typed"])


def tokyo_dice() -> Any:
    return next(kind for kind in GAMES["king_of_tokyo"].dice_kinds if kind)


def test_taught_dice_and_corrections_are_kept(older: Library) -> None:
    """Taught dice keep their samples; corrections keep their statistics and crops."""
    storage = older.storage
    assert [len(each) for each in custom_sets.samples_by_face(tokyo_dice(), storage).values()] == KNOWN["taught"]
    assert [len(each) for each in custom_sets.samples_by_face(None, storage).values()] == KNOWN["taught_pips"]
    assert corrections.is_enabled(storage) == KNOWN["learning"]
    scores = corrections.accuracy_by_kind(Access(storage, True))
    assert [
        [one.kind, one.dice_read, one.sure_dice, one.wrong_dice, one.wrong_sure_dice, one.missed_dice, one.false_dice]
        for one in scores
    ] == KNOWN["scores"]
    kept = corrections.latest_corrections(Access(storage, True))
    assert [[one.kind, one.read_face, one.true_face, one.was_unsure, len(one.crop)] for one in kept] == KNOWN[
        "corrections"
    ]
