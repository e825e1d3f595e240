"""Saves, exports, situations and settings of commit a5b865e still open (see its README.md)."""

from __future__ import annotations

import gzip
import json
import re
import sqlite3
import string
import tomllib
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from copy import deepcopy
from dataclasses import asdict
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from companion.access.permissions import Access
from companion.base.canonical_json import sha256_hex
from companion.dice import corrections, custom_sets, kinds
from companion.dice.provenance import sources
from companion.exchange.custom_cards import CustomCards
from companion.i18n import Translate, translator
from companion.library.library import Library
from companion.match.roles import HOST_ROLE, DeviceRole
from companion.match.table import Table
from companion.situation.document import SituationFormat, parse_situation
from companion.situation.reader import extract_text
from companion.stats import timing
from companion.stats.results import match_result
from companion.storage import recovery
from companion.storage.matches import Storage
from companion.tray.tray import CHOSEN_MATCH_SETTING
from companion.ui.games.four_souls.effect_builder import pad
from companion.ui.games.malifaux import muster
from companion.ui.session.phone import Phone
from companion.ui.table.sheets.card_naming import CardMemory
from rules.darkmoor.model.cards import CARD_TEMPLATES
from rules.engine import (
    Choice,
    Event,
    Outcome,
    Pick,
    Prompt,
    Refused,
    Step,
    Text,
    Tracker,
    examples,
    prompt,
    start,
    steps,
)
from rules.engine.record import replace
from rules.registry import GAMES
from tests.support.paths import FIXTURES

FOLDER = FIXTURES / "a5b865e"
EXPECTED: dict[str, Any] = json.loads((FOLDER / "expected.json").read_text("utf-8"))
MATCHES, EXPORTS, SITUATIONS = EXPECTED["matches"], EXPECTED["exports"], EXPECTED["situations"]
LETTERS: dict[str, str] = json.loads((FOLDER / "situations" / "letters.json").read_text("utf-8"))
LANGUAGES = {"es": translator("es"), "en": translator("en")}
NO_LONGER_ASKED = {"king_of_tokyo-16-KT-54": "KT-22"}
"""Situations whose question a mended rule no longer asks, with the rule of the question that follows.

KT L105: Fluxling copies a keep card; that question offered costumes only.
"""
MENDED_CHOICES: dict[str, tuple[slice, tuple[Text, ...]]] = {
    "01-four_souls": (slice(3, 11), (Text("Use {room}", room="Bomba"), Text("Use {room}", room=Text("the room")))),
    "36-four_souls": (slice(2, 2), (Text("Buy from the shop"), Text("Buy from the deck"))),
}
"""By match, the choices that a mended rule no longer offers, and those that it offers in their place.

01: FS L110, "El jugador con prioridad es el único jugador que puede jugar efectos": what Ana and Beto could play before
Čeda passed is gone; Čeda, whose turn it is, may use the rooms in the start phase too (FS L287). 36: FS L177, a purchase
is declared, and its ¢ are needed only as it resolves (L278).
"""
MENDED_LINES = {
    "Beto attacks a monster that has gone": "Beto attacks the monster deck",
    "Beto ataca a un monstruo que ya no está": "Beto ataca el mazo de monstruos",
    "Nada de eso": "Ninguno",
}
"""Lines of the log that are told as what they are.

FS L185: the top of the monster deck is attacked, no monster. The last one is better Spanish for minions.
"""
NO_LONGER_DECLINED = (
    "boss_monster-07-BM-20",
    "boss_monster-11-BM-57",
    "boss_monster-15-BM-24",
    "boss_monster-17-BM-50",
    "darkmoor-02-RD-15",
    "darkmoor-07-RD-25",
)
"""Situations whose last answer, to decline, is no longer offered.

BM L356: "Cada jugador roba una carta"; L379: "Cualquier capacidad … se resuelve". RD L64: "debes activar la habilidad";
L102: "luego resuelven cualquier habilidad".
"""
NOW_DECLINED = {"king_of_tokyo-18-KT-54": Text("Take no tile")}
"""Situations whose question may now be declined, with that last answer: KT L208, "puedes elegir una loseta"."""
MORE_OPTIONS = {"boss_monster-03-BM-24": {"es": (4, "Armería goblin"), "en": (4, "Goblin Armory")}}
"""Situations whose first answer names one more card, with its place: BM L50, "75 cartas de Habitaciones"."""
COUNTED_NOW = {"king_of_tokyo-28-KT-16": tuple(Text("{n} smash", "{n} smashes", n=n) for n in range(7))}
"""Situations whose question has more answers in front: of a throw for the start only the smashes count (KT-A2)."""
TOLD_APART = ("boss_monster-13-BM-51", "23-boss_monster", "darkmoor-07-RD-25")
"""Names in which what is called alike is told apart by its place.

Rooms by that in the dungeon (BM L601: its target), escaped minions by that in the haven (RD L102: each one's ability).
"""
PLACE = re.compile(r", (?:(?:habitación|room) \d+|(?:n\.º \d+ en el refugio de|number \d+ in the haven of) [^\"]+)")
LAST = 6
"""Number of the newest log lines that are compared."""
REWORDED: dict[str, list[list[str]]] = tomllib.loads((FIXTURES / "reworded.toml").read_text("utf-8"))
"""By language: every wording of a sentence that was reworded since, the former one first."""
HOLES = {"by": r"[+−]\d+", "n": r"\d+"}
"""Patterns of the holes that hold a number; any other may hold anything."""


# --- opening -----------------------------------------------------------------------------------------------------


@cache
def saves() -> bytes:
    """The database as an SQLite file, built once from its SQL."""
    with sqlite3.connect(":memory:") as db:
        db.executescript(gzip.decompress((FOLDER / "saves.sql.gz").read_bytes()).decode())
        return db.serialize()


@contextmanager
def shelf(folder: Path, data: bytes = b"") -> Iterator[Library]:
    """A library in that folder; with ``data`` it opens that database."""
    if data:
        (folder / "sobremesa.sqlite").write_bytes(data)
    storage = Storage(folder)
    try:
        yield Library(storage, GAMES)
    finally:
        storage.close()


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


def parametrized(name: str, cases: Iterable[str], label: Any = str) -> Any:
    return pytest.mark.parametrize(name, list(cases), ids=[label(case) for case in cases])


def match_name(id: str) -> str:
    return f"{list(MATCHES).index(id):02}-{MATCHES[id]['facts']['game']}"


# --- what is compared --------------------------------------------------------------------------------------------


def facts(table: Table) -> dict[str, Any]:
    """The prompt's rule and seats, the trackers, the log's length, and the outcome."""
    asked, now, log = table.prompt, table.table_state, table.log(HOST_ROLE)
    return {
        "game": table.game.key,
        "seats": list(table.match.seats),
        "asked": _asked(asked) if asked else None,
        "step_rules": list(steps[table.state.agenda[0].name].rule_ids) if asked else [],
        "trackers": _trackers(now.trackers),
        "entries": now.seq,
        "lines": len(log),
        "struck": sum(not line.is_in_effect for line in log),
        "by": [line.entry.actor for line in log[-LAST:]],
        "undoable": now.undo_group is not None,
        "redoable": now.can_redo,
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
    """The texts of prompt, choices, trackers, newest log lines and rulings."""
    return {
        "title": words(table.prompt.title) if table.prompt else None,
        "choices": _choices(table.prompt, words),
        "trackers": [words(one.label) for one in table.table_state.trackers],
        "log": [words(line.text) for line in table.log(HOST_ROLE)[-LAST:]],
        "settings": _settings(table, words),
        "phones": {table.match.seats[seat]: _on_phone(table, seat, words) for seat in sorted(table.claimed_seats)},
    }


def _choices(asked: Prompt | None, words: Translate) -> list[Any]:
    return [_choice(choice, words) for choice in asked.choices] if asked else []


def _choice(choice: Choice, words: Translate) -> Any:
    options = [words(one.label) for hole in choice.template.holes if isinstance(hole, Pick) for one in hole.options]
    return [words(choice.label), *options] if options else words(choice.label)


def _settings(table: Table, words: Translate) -> list[str]:
    switches = {one.key: one for one in table.game.switches}
    settled = ((switches[key], choice) for key, choice in table.state.rulings)
    return sorted(f"{words(switch.title)}: {words(dict(switch.choices)[choice])}" for switch, choice in settled)


def _on_phone(table: Table, seat: int, words: Translate) -> list[Any]:
    """The choices on a player's own phone, which may concern a hidden hand."""
    return _choices(table.table_state_for(DeviceRole(seat)).prompt, words)


def all_sentences(table: Table) -> dict[str, Any]:
    return {key: sentences(table, words) for key, words in LANGUAGES.items()}


def words_of(id: str, **but: Any) -> dict[str, Any]:
    """The texts of a match as they were then, but for what mended rules changed."""
    return {key: {**_mended_words(id, key, words), **but} for key, words in LANGUAGES.items()}


def _mended_words(id: str, key: str, words: Translate) -> dict[str, Any]:
    expected: dict[str, Any] = MATCHES[id][key]
    choices = list(expected["choices"])
    place, instead = MENDED_CHOICES.get(match_name(id), (slice(0, 0), ()))
    choices[place] = [words(label) for label in instead]
    return {**expected, "choices": choices, "log": _mended_lines(expected["log"])}


def _mended_lines(lines: Iterable[str]) -> list[str]:
    return [MENDED_LINES.get(line, line) for line in lines]


def facts_of(id: str) -> dict[str, Any]:
    """The facts of a match as they were then, but for the number of choices that mended rules offer."""
    expected: dict[str, Any] = MATCHES[id]["facts"]
    if match_name(id) not in MENDED_CHOICES:
        return expected
    return {
        **expected,
        "asked": {**expected["asked"], "choices": len(_mended_words(id, "en", LANGUAGES["en"])["choices"])},
    }


def mended(name: str) -> dict[str, Any]:
    """What a situation leads to under today's rules."""
    expected = deepcopy(SITUATIONS[name])
    if name in NO_LONGER_DECLINED:
        expected["facts"]["asked"]["choices"] -= 1
        for key in LANGUAGES:
            expected[key]["choices"].pop()
            for choices in expected[key]["phones"].values():
                choices[-1:] = []
    if name in NOW_DECLINED:
        expected["facts"]["asked"]["choices"] += 1
        for key, words in LANGUAGES.items():
            expected[key]["choices"].append(words(NOW_DECLINED[name]))
    if name in COUNTED_NOW:
        expected["facts"]["asked"]["choices"] += len(COUNTED_NOW[name])
        for key, words in LANGUAGES.items():
            counted = [words(label) for label in COUNTED_NOW[name]]
            for choices in (expected[key]["choices"], *expected[key]["phones"].values()):
                choices[:0] = counted
    for key, (place, option) in MORE_OPTIONS.get(name, {}).items():
        expected[key]["choices"][0].insert(place, option)
    return expected


def told(name: str, texts: Any, expected: Any) -> Any:
    """The texts as they were, where rooms or minions called alike are told apart now."""
    if name not in TOLD_APART:
        return texts
    assert texts != expected
    return json.loads(PLACE.sub("", json.dumps(texts, ensure_ascii=False)))


# --- wordings ----------------------------------------------------------------------------------------------------


def pattern_of(wording: str) -> re.Pattern[str]:
    """The pattern of a filled sentence; a hole that stands twice is filled alike."""
    seen: set[str] = set()
    parts = []
    for text, hole, _, _ in string.Formatter().parse(wording):
        parts.append(re.escape(text))
        if hole is not None:
            parts.append(f"(?P={hole})" if hole in seen else f"(?P<{hole}>{HOLES.get(hole, '.*?')})")
            seen.add(hole)
    return re.compile("".join(parts))


@cache
def wordings(language: str) -> tuple[tuple[re.Pattern[str], str], ...]:
    """Each wording of each reworded sentence with its first one."""
    return tuple((pattern_of(wording), every[0]) for every in REWORDED[language] for wording in every)


def in_first_wording(language: str, texts: Any) -> Any:
    """The texts with every reworded sentence in its first wording, also one that fills another; settings sorted."""
    match texts:
        case str():
            found = ((one, pattern.fullmatch(texts)) for pattern, one in wordings(language))
            one, filled = next(((one, match) for one, match in found if match), ("", None))
            holes = filled.groupdict() if filled else {}
            return one.format(**{hole: in_first_wording(language, part) for hole, part in holes.items()}) or texts
        case list():
            return [in_first_wording(language, one) for one in texts]
        case dict():
            worded = {key: in_first_wording(language, one) for key, one in texts.items()}
            return worded | ({"settings": sorted(worded["settings"])} if "settings" in worded else {})
    return texts


def worded(texts: dict[str, Any]) -> dict[str, Any]:
    """The texts in both languages, each in its first wording."""
    return {language: in_first_wording(language, one) for language, one in texts.items()}


# --- playing on --------------------------------------------------------------------------------------------------


def offered(table: Table) -> Iterator[Event]:
    """Examples of the answers, the usual ones first."""
    asked = table.prompt
    for choice in sorted(asked.choices if asked else (), key=lambda one: one.role != "default"):
        yield from examples(choice.template)


def answered(table: Table) -> bool:
    """Give the first answer that is accepted; return whether one was."""
    for event in offered(table):
        try:
            table.answer(table.prompt_id, event, HOST_ROLE)
        except Refused:
            continue
        return True
    return False


def question(table: Table) -> Any:
    return facts(table)["asked"], facts(table)["trackers"], all_sentences(table)["es"]["choices"]


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
        assert in_first_wording("es", now) == in_first_wording("es", _mended_lines(written))


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
    assert {"asked": _asked(asked), "trackers": _trackers(game.trackers(state))}.items() <= expected["facts"].items()
    for key, words in LANGUAGES.items():
        assert in_first_wording(key, words(asked.title)) == in_first_wording(key, expected[key]["title"])
        choices = told(name, _choices(asked, words), expected[key]["choices"])
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
        kind: {name: [v for v in asdict(card).values() if isinstance(v, int)] for name, card in every.items()}
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
    assert pad.recent_chips(Access(storage, True), "four_souls") == KNOWN["chips"]
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
